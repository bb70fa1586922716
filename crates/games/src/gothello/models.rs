//! How well shallow searches predict deep ones here. `ponder lab probcut gothello` makes these
//! numbers; they hold for the default weights only.

use ponder_core::ErrorModel;

/// Deep, shallow, slope, offset, sigma; fitted on 200 positions.
pub(super) const MODELS: &[ErrorModel] = &[
    ErrorModel::new(3, 1, 0.948, 1.3, 59.1),
    ErrorModel::new(4, 2, 0.933, -5.6, 57.2),
    ErrorModel::new(5, 3, 0.928, 9.1, 55.6),
    ErrorModel::new(5, 1, 0.884, 9.9, 78.1),
    ErrorModel::new(6, 4, 0.977, -4.4, 46.8),
    ErrorModel::new(6, 2, 0.915, -11.5, 71.4),
    ErrorModel::new(7, 3, 0.894, 16.7, 63.5),
    ErrorModel::new(8, 4, 0.914, 6.5, 68.3),
];
