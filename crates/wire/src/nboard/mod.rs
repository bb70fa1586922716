//! nboard
use crate::drivers::DriverSettings;
use ponder_core::Fault;
/// A player.
pub struct Driver(crate::ugi::Driver);
impl Driver {
    /// Starts a program.
    pub fn new(_command: &str, _settings: &DriverSettings) -> Result<Self, Fault> {
        Err(Fault::new("not here yet"))
    }
}
impl ponder_engine::Contender for Driver {
    fn begin(&mut self, s: &dyn ponder_engine::Session) -> Result<(), ponder_engine::Lapse> {
        self.0.begin(s)
    }
    fn choose(
        &mut self,
        s: &dyn ponder_engine::Session,
        a: &ponder_engine::Allowance,
        t: &ponder_engine::Stop,
    ) -> Result<ponder_engine::Choice, ponder_engine::Lapse> {
        self.0.choose(s, a, t)
    }
}
