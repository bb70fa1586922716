//! How a book grows: the leaf that matters most is expanded, and what is found flows back.
//!
//! This is drop-out expansion. A line is as interesting as it is likely to be played and as it is
//! short: every ply costs 1, and a move that is worth less than the best one costs `deviation`
//! for each unit of the difference. The cheapest leaf is expanded next, so that good lines grow
//! long, and bad ones stay but are looked at again whenever the good ones turn out worse.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use ponder_core::{Fault, Score};
use ponder_engine::{Limits, Session, Stop};

use super::{Book, Node};
use crate::judging::{Judgement, judge_all};

/// A book is saved so often at least, unless saving takes long.
const SAVING: Duration = Duration::from_secs(1);

/// What a book is to become.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The search that judges each new position; nodes or depth, so that it judges alike
    /// everywhere.
    pub limits: Limits,
    /// How many positions to expand, if that is limited.
    pub expansions: Option<u64>,
    /// How long to go on, if that is limited.
    pub time: Option<Duration>,
    /// What a unit of the game costs, in plies: little makes a broad book, much a deep one.
    pub deviation: f64,
    /// How many positions are judged at once.
    pub threads: usize,
}

/// How far a book has grown.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Positions expanded since it began.
    pub expansions: u64,
    /// Positions in the book.
    pub positions: usize,
    /// What the root is worth to the player to move.
    pub value: Score,
    /// The ply of the position expanded last.
    pub ply: u32,
}

/// What it costs to go from a position worth `value` to a successor and on from there.
pub(super) fn step(value: Score, child: &Node, deviation: f64) -> f64 {
    1.0 + deviation * f64::from(value - child.worth()) / 100.0 + child.reach
}

impl Book {
    /// A book that holds only where the session stands, not even judged.
    pub fn new(session: &dyn Session) -> Self {
        let mut book = Self {
            game: session.id().to_owned(),
            nodes: Vec::new(),
            index: std::collections::HashMap::new(),
        };
        let judgement = Judgement {
            score: session.final_score().unwrap_or(0),
            proven: session.final_score().is_some(),
        };
        book.insert(Node::leaf(session, 0, judgement));
        book
    }

    /// Grows the book and keeps it in a file, which at every moment holds a whole book: the one
    /// that was saved last. Ends when the wish is fulfilled, when it is stopped, or when nothing
    /// is left to expand; then the result is false.
    pub fn grow(
        &mut self,
        session: &dyn Session,
        wish: &Wish,
        file: &Path,
        stop: &Stop,
        observe: &mut dyn FnMut(Growth),
    ) -> Result<bool, Fault> {
        self.fits(session)?;
        self.settle(wish.deviation);
        self.save(file)?;
        let begun = Instant::now();
        let (mut saved, mut pause) = (begun, SAVING);
        let mut expansions = 0;
        let enough = |expansions| wish.expansions.is_some_and(|most| expansions >= most);
        let late = || wish.time.is_some_and(|time| begun.elapsed() >= time);
        let more = loop {
            if enough(expansions) || late() || stop.asked() {
                break true;
            }
            let Some(leaf) = self.cheapest(wish.deviation) else {
                break false;
            };
            if !self.expand(leaf, session, wish, stop)? {
                break true;
            }
            expansions += 1;
            observe(Growth {
                expansions,
                positions: self.nodes.len(),
                value: self.nodes[0].value,
                ply: self.nodes[leaf].ply,
            });
            if saved.elapsed() >= pause {
                let saving = Instant::now();
                self.save(file)?;
                saved = Instant::now();
                pause = SAVING.max(saving.elapsed() * 20);
            }
        };
        self.save(file)?;
        Ok(more)
    }

    /// The leaf to expand next; none if all are proven.
    fn cheapest(&self, deviation: f64) -> Option<usize> {
        let mut place = 0;
        if self.nodes[place].reach.is_infinite() {
            return None;
        }
        loop {
            let node = &self.nodes[place];
            let cost = |child: &usize| step(node.value, &self.nodes[*child], deviation);
            let best = node
                .children
                .iter()
                .min_by(|a, b| cost(a).total_cmp(&cost(b)));
            match best {
                Some(child) => place = *child,
                None => return Some(place),
            }
        }
    }

    /// Adds all successors of a leaf; false, and nothing is changed, if it was stopped.
    fn expand(
        &mut self,
        leaf: usize,
        session: &dyn Session,
        wish: &Wish,
        stop: &Stop,
    ) -> Result<bool, Fault> {
        let ply = self.nodes[leaf].ply + 1;
        let (mut children, mut fresh) = (Vec::new(), Vec::<Box<dyn Session>>::new());
        for after in successors(session, &self.nodes[leaf].position)? {
            let key = after.symmetric_key();
            match self.find(key, ply) {
                Some(child) => children.push(child),
                None if fresh.iter().any(|other| other.symmetric_key() == key) => (),
                None => fresh.push(after),
            }
        }
        if children.is_empty() && fresh.is_empty() {
            return Err(Fault::new(format!(
                "the book has nothing to say of {}, which has no moves",
                self.nodes[leaf].position
            )));
        }
        let judgements = judge_all(&fresh, wish.limits, wish.threads, stop);
        let mut leaves = Vec::new();
        for (session, judgement) in fresh.iter().zip(judgements) {
            let Some(judgement) = judgement? else {
                return Ok(false);
            };
            leaves.push(Node::leaf(&**session, ply, judgement));
        }
        children.extend(leaves.into_iter().map(|leaf| self.insert(leaf)));
        self.link(leaf, children);
        self.spread(leaf, wish.deviation);
        Ok(true)
    }

    /// Carries a change of one position to all that lead to it, the latest ply first.
    fn spread(&mut self, from: usize, deviation: f64) {
        let mut changed = BTreeSet::from([(self.nodes[from].ply, from)]);
        while let Some((_, place)) = changed.pop_last() {
            if self.back_up(place, deviation) {
                let parents = self.nodes[place].parents.iter();
                changed.extend(parents.map(|parent| (self.nodes[*parent].ply, *parent)));
            }
        }
    }

    /// Works out all values anew, from the latest ply to the root.
    pub(super) fn settle(&mut self, deviation: f64) {
        let mut places: Vec<_> = (0..self.nodes.len()).collect();
        places.sort_by_key(|place| std::cmp::Reverse(self.nodes[*place].ply));
        for place in places {
            self.back_up(place, deviation);
        }
    }
}

impl Node {
    fn leaf(session: &dyn Session, ply: u32, judgement: Judgement) -> Self {
        Self::read(
            session.position_text(),
            session.symmetric_key(),
            ply,
            judgement,
        )
    }

    /// A leaf as a file tells of it.
    pub(super) fn read(position: String, key: u64, ply: u32, judgement: Judgement) -> Self {
        Self {
            position,
            key,
            ply,
            judged: judgement.score,
            proven: judgement.proven,
            value: judgement.score,
            reach: if judgement.proven { f64::INFINITY } else { 0.0 },
            children: Vec::new(),
            parents: Vec::new(),
        }
    }
}

/// The positions that the moves of a position lead to.
pub(super) fn successors(
    session: &dyn Session,
    position: &str,
) -> Result<Vec<Box<dyn Session>>, Fault> {
    let mut at = session.fork();
    at.set_position(position)?;
    let mut successors = Vec::new();
    for text in at.move_texts(true) {
        let mut after = at.fork();
        after.play(&text)?;
        successors.push(after);
    }
    Ok(successors)
}
