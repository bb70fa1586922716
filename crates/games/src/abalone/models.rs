//! How well shallow searches predict deep ones here. `ponder lab probcut abalone` makes these
//! numbers; they hold for the default weights only.

use ponder_core::ErrorModel;

/// Deep, shallow, slope, offset, sigma; fitted on 61 positions.
pub(super) const MODELS: &[ErrorModel] = &[
    ErrorModel::new(3, 1, 0.939, -1.3, 6.7),
    ErrorModel::new(4, 2, 0.947, 0.8, 5.7),
    ErrorModel::new(5, 3, 0.913, -1.8, 5.0),
    ErrorModel::new(5, 1, 0.842, -2.6, 9.3),
    ErrorModel::new(6, 4, 0.894, 1.4, 5.4),
    ErrorModel::new(6, 2, 0.840, 2.2, 7.9),
];
