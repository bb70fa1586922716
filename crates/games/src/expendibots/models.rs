//! How well shallow searches predict deep ones here. `ponder lab probcut expendibots` makes these
//! numbers; they hold for the default weights only.

use ponder_core::ErrorModel;

/// Deep, shallow, slope, offset, sigma; fitted on 73 positions.
pub(super) const MODELS: &[ErrorModel] = &[
    ErrorModel::new(3, 1, 0.930, 4.1, 47.4),
    ErrorModel::new(4, 2, 0.968, -3.4, 30.5),
    ErrorModel::new(5, 3, 0.973, -4.5, 31.1),
    ErrorModel::new(5, 1, 0.930, -7.6, 62.0),
    ErrorModel::new(6, 4, 0.970, 2.8, 26.4),
    ErrorModel::new(6, 2, 0.940, -1.8, 35.8),
];
