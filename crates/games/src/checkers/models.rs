//! How well shallow searches predict deep ones here. `ponder lab probcut checkers` makes these
//! numbers; they hold for the default weights only.

use ponder_core::ErrorModel;

/// Deep, shallow, slope, offset, sigma; fitted on 200 positions.
pub(super) const MODELS: &[ErrorModel] = &[
    ErrorModel::new(5, 1, 0.996, -3.2, 12.9),
    ErrorModel::new(5, 3, 1.007, -1.6, 6.8),
    ErrorModel::new(6, 2, 1.008, -2.1, 10.5),
    ErrorModel::new(6, 4, 1.010, -0.2, 5.6),
    ErrorModel::new(7, 3, 1.015, -2.3, 9.1),
    ErrorModel::new(7, 1, 1.009, -3.6, 14.2),
    ErrorModel::new(8, 4, 1.021, -0.9, 7.8),
    ErrorModel::new(8, 2, 1.021, -2.3, 10.7),
    ErrorModel::new(9, 5, 1.025, -1.2, 7.6),
    ErrorModel::new(9, 3, 1.024, -2.8, 9.7),
    ErrorModel::new(10, 6, 1.026, -0.6, 5.8),
    ErrorModel::new(10, 4, 1.041, -1.0, 9.2),
];
