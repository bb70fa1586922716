//! GTP, the Go Text Protocol, with the gogui-rules commands.
