//! A client of the BOOM protocol, by which Expendibots is played over a network.
