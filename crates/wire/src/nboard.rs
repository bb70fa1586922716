//! NBoard, version 2, for Othello.
