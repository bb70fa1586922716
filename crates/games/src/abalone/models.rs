//! How well shallow searches predict deep ones here. `ponder lab probcut abalone` makes these
//! numbers; they hold for the default weights only.

use ponder_core::ErrorModel;

/// Deep, shallow, slope, offset, sigma; fitted on 200 positions.
pub(super) const MODELS: &[ErrorModel] = &[
    ErrorModel::new(3, 1, 0.895, -1.0, 8.3),
    ErrorModel::new(4, 2, 0.907, 1.1, 6.3),
    ErrorModel::new(5, 3, 0.886, -1.1, 6.4),
    ErrorModel::new(5, 1, 0.788, -2.0, 10.5),
    ErrorModel::new(6, 4, 0.907, 1.2, 6.7),
    ErrorModel::new(6, 2, 0.809, 2.6, 9.2),
];
