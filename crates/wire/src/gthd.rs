//! The Gothello server and its client.
