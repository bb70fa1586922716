//! Our engine at one of its [levels](LEVELS): `level:name=club`.

use ponder_core::Fault;
use ponder_engine::{
    Allowance, Choice, Contender, Keys, LEVELS, Lapse, Level, Session, Stop, Table, reply,
};

use super::Description;

/// What suffices for the nodes of every level.
const HASH: usize = 16 << 20;

/// A player at a level.
pub(super) struct Graded {
    level: &'static Level,
    table: Table,
    seed: u64,
}

impl Graded {
    pub(super) fn open(description: &Description) -> Result<Self, Fault> {
        let name = description.get("name").ok_or_else(|| {
            let names: Vec<_> = LEVELS.iter().map(|level| level.name).collect();
            let names = names.join(", ");
            Fault::new("no level is named").hint(format!("write level:name=NAME, one of {names}"))
        })?;
        Ok(Self {
            level: Level::named(name)?,
            table: Table::new(HASH, Keys::Short)?,
            seed: 0,
        })
    }
}

impl Contender for Graded {
    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn begin(&mut self, _session: &dyn Session, _stop: &Stop) -> Result<(), Lapse> {
        self.table.clear();
        Ok(())
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        self.table.next_search();
        let limits = allowance.limits;
        let reply = reply(session, self.level, &self.table, limits, self.seed, stop)?;
        if reply.play.is_empty() {
            return Err(Lapse::Stopped);
        }
        Ok(Choice {
            play: reply.play,
            score: Some(reply.score),
            depth: Some(reply.report.depth),
            nodes: Some(reply.report.nodes),
        })
    }
}
