//! How far a shallow search may be believed.

/// How well a shallow search predicts a deep one: deep = slope * shallow + offset, give or take
/// sigma. Scores are in hundredths of the game's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The depth predicted.
    pub deep: u32,
    /// The depth that predicts.
    pub shallow: u32,
    /// See above.
    pub slope: f32,
    /// See above.
    pub offset: f32,
    /// The standard deviation of what the prediction leaves over.
    pub sigma: f32,
}

impl ErrorModel {
    /// The model that predicts depth `deep` from depth `shallow`.
    pub const fn new(deep: u32, shallow: u32, slope: f32, offset: f32, sigma: f32) -> Self {
        Self {
            deep,
            shallow,
            slope,
            offset,
            sigma,
        }
    }
}
