//! How well shallow searches predict deep ones here. `ponder lab probcut othello` makes these
//! numbers; they hold for the default weights only.

use ponder_core::ErrorModel;

/// Boards of 8 x 8 and more: deep, shallow, slope, offset, sigma; fitted on 118 positions.
pub(super) const MODELS: &[ErrorModel] = &[
    ErrorModel::new(3, 1, 1.009, -34.9, 276.1),
    ErrorModel::new(4, 2, 0.983, 49.8, 205.0),
    ErrorModel::new(5, 1, 0.985, -43.3, 359.9),
    ErrorModel::new(5, 3, 0.983, -19.7, 192.8),
    ErrorModel::new(6, 2, 0.975, 52.7, 310.8),
    ErrorModel::new(6, 4, 0.988, 19.8, 177.2),
    ErrorModel::new(7, 3, 0.963, 4.9, 269.5),
    ErrorModel::new(7, 1, 0.968, -31.7, 442.6),
    ErrorModel::new(8, 4, 0.969, 57.6, 245.5),
    ErrorModel::new(8, 2, 0.954, 107.8, 350.6),
    ErrorModel::new(9, 3, 0.956, 0.9, 316.0),
    ErrorModel::new(9, 5, 0.982, 7.5, 241.7),
    ErrorModel::new(10, 4, 0.962, 77.7, 293.8),
    ErrorModel::new(10, 6, 0.979, 47.2, 194.0),
];

/// Smaller boards, of which 6 x 6 was measured; fitted on 200 positions.
pub(super) const SMALL_MODELS: &[ErrorModel] = &[
    ErrorModel::new(3, 1, 0.990, -21.0, 502.0),
    ErrorModel::new(4, 2, 1.011, 75.1, 456.7),
    ErrorModel::new(5, 1, 0.987, -69.4, 710.1),
    ErrorModel::new(5, 3, 1.002, -50.7, 392.7),
    ErrorModel::new(6, 2, 0.984, 71.2, 602.6),
    ErrorModel::new(6, 4, 0.982, 3.5, 355.0),
    ErrorModel::new(7, 3, 0.996, -65.3, 527.0),
    ErrorModel::new(7, 1, 0.974, -100.8, 844.1),
    ErrorModel::new(8, 4, 0.963, 33.4, 473.6),
    ErrorModel::new(8, 2, 0.971, 114.3, 699.3),
    ErrorModel::new(9, 3, 0.986, -68.0, 619.0),
    ErrorModel::new(9, 5, 0.990, -38.4, 435.7),
    ErrorModel::new(10, 4, 0.962, 98.4, 601.7),
    ErrorModel::new(10, 6, 0.977, 78.3, 426.3),
];
