//! What a tournament has shown: standings, crosstable, ratings, as data and as a page.

mod html;

use std::collections::BTreeMap;

use ponder_engine::Tally;
use serde::Serialize;

use crate::matches::{Standing, StandingView, lapses_words};
use crate::ratings::{Ratings, rate};
use crate::tournament::{Pairing, Results, Tournament};

pub use html::{MARK, page};

/// A tournament as it stands. Tables are in the order of the standings.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game id.
    pub game: String,
    /// `round-robin`, `gauntlet` or `ladder`.
    pub kind: &'static str,
    /// Openings for each two players.
    pub rounds: u64,
    /// True if the first of two players moved first in all games.
    pub fixed_colours: bool,
    /// What chance followed from.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Games that were to be played.
    pub total: u64,
    /// True if all were.
    pub complete: bool,
    /// Wall time of those played last, in seconds.
    pub seconds: f64,
    /// The names of those who move first and second.
    pub sides: [&'static str; 2],
    /// The players, the best first.
    pub standings: Vec<Row>,
    /// The points of each against each, and the games they are from.
    pub crosstable: Vec<Vec<Option<Cell>>>,
    /// How likely it is that one is stronger than another.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// The matches.
    pub pairings: Vec<PairingView>,
}

/// A player's place.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The place, from 1.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// The player in words.
    pub player: String,
    /// What it might spend on a move.
    pub limits: String,
    /// The rating; the mean is 0.
    pub elo: f64,
    /// Its error at 95 %.
    pub error: Option<f64>,
    /// True if only a drawn game that was added to each meeting keeps the ratings finite.
    pub guarded: bool,
    /// Players of different groups cannot be compared.
    pub group: usize,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points, a draw counting half.
    pub points: f64,
    /// Games lost by what no player should do.
    pub lapses: u64,
    /// The same by what that was.
    pub lapses_by: BTreeMap<&'static str, u64>,
    /// Why the first of them was lost.
    pub first_lapse: Option<String>,
}

impl Row {
    /// How the player lost games by what no player should do, if it did.
    pub fn lapses_words(&self) -> Option<String> {
        lapses_words(&self.lapses_by, self.first_lapse.as_deref())
    }
}

/// Points and the games they are from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// Points, a draw counting half.
    pub points: f64,
    /// Games.
    pub games: u64,
}

/// A match of the tournament.
#[derive(Clone, Debug, Serialize)]
pub struct PairingView {
    /// The player whose view this is.
    pub first: String,
    /// The other.
    pub second: String,
    /// How it stands.
    #[serde(flatten)]
    pub standing: StandingView,
    /// Between what the score lies with 95 % certainty, game by game.
    pub interval: [f64; 2],
    /// The first player's points in games in which it moved first.
    pub moving_first: Cell,
    /// And in those in which it moved second.
    pub moving_second: Cell,
}

impl Report {
    /// What the results of a tournament show.
    pub fn new(tournament: &Tournament, results: &Results) -> Self {
        let names = tournament.names();
        let meetings: Vec<_> = results
            .pairings
            .iter()
            .flat_map(Pairing::meetings)
            .collect();
        let ratings = rate(names.len(), &meetings, tournament.seed);
        let order = order(&ratings);
        let views = results.pairings.iter().map(|pairing| view(pairing, &names));
        let sides = ponder_engine::open(&tournament.game).map(|session| session.players());
        let place = |player: usize| order.iter().position(|other| *other == player);
        let mut crosstable = vec![vec![None; names.len()]; names.len()];
        for pairing in results
            .pairings
            .iter()
            .filter(|pairing| !pairing.games.is_empty())
        {
            if let [Some(a), Some(b)] = pairing.players.map(place) {
                let points = points(pairing, |_| true);
                crosstable[a][b] = Some(points);
                crosstable[b][a] = Some(Cell {
                    points: points.games as f64 - points.points,
                    ..points
                });
            }
        }
        let superiority = |a: &usize| {
            let row = &ratings.superiority[*a];
            order.iter().map(|b| row[*b]).collect()
        };
        let rows = (1..).zip(&order);
        Self {
            game: tournament.game.clone(),
            kind: tournament.kind.name(),
            rounds: tournament.rounds,
            fixed_colours: tournament.fixed_colours,
            seed: tournament.seed,
            games: results.games(),
            total: results.total,
            complete: results.games() >= results.total,
            seconds: results.seconds,
            sides: sides.unwrap_or(["first", "second"]),
            standings: rows
                .map(|(rank, player)| row(rank, *player, tournament, results, &ratings))
                .collect(),
            crosstable,
            superiority: order.iter().map(superiority).collect(),
            pairings: views.collect(),
        }
    }
}

/// The players, the best first; groups that cannot be compared one after the other.
fn order(ratings: &Ratings) -> Vec<usize> {
    let mut order: Vec<_> = (0..ratings.players.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (&ratings.players[*a], &ratings.players[*b]);
        a.group.cmp(&b.group).then(b.elo.total_cmp(&a.elo))
    });
    order
}

fn row(
    rank: usize,
    player: usize,
    tournament: &Tournament,
    results: &Results,
    ratings: &Ratings,
) -> Row {
    let entrant = &tournament.players[player];
    let rating = &ratings.players[player];
    let mut counts = [0; 3];
    let mut lapses_by = BTreeMap::new();
    let mut first_lapse = None;
    for pairing in &results.pairings {
        let Some(seat) = pairing.players.iter().position(|other| *other == player) else {
            continue;
        };
        for game in &pairing.games {
            let points = game.record.points(game.player(seat));
            counts[usize::from(points.min(2))] += 1;
            let ending = game.record.ending;
            if points == 0 && ending.is_lapse() {
                *lapses_by.entry(ending.name()).or_default() += 1;
                first_lapse.get_or_insert_with(|| game.record.reason.clone());
            }
        }
    }
    let [losses, draws, wins] = counts;
    Row {
        rank,
        name: entrant.description.title(),
        player: entrant.description.to_string(),
        limits: entrant.allowance(),
        elo: settled(rating.elo),
        error: rating.error,
        guarded: rating.guarded,
        group: rating.group,
        games: wins + draws + losses,
        wins,
        draws,
        losses,
        points: rating.points,
        lapses: lapses_by.values().sum(),
        lapses_by,
        first_lapse,
    }
}

/// A rating without what only rounding has left of nothing.
fn settled(elo: f64) -> f64 {
    if elo.abs() < 1e-6 { 0.0 } else { elo }
}

fn view(pairing: &Pairing, names: &[String]) -> PairingView {
    let [a, b] = pairing.players;
    let mut standing = Standing::new(None);
    for game in &pairing.games {
        standing.add(game);
    }
    standing.settle();
    let mut figures = standing.view();
    if figures.pairs == 0 {
        // Figures of pairs say nothing about games alone; in JSON they are null.
        figures.elo = f64::NAN;
        figures.nelo = f64::NAN;
        figures.los = f64::NAN;
    }
    let tally = Tally {
        wins: standing.wins as u32,
        draws: standing.draws as u32,
        losses: standing.losses as u32,
    };
    PairingView {
        first: names[a].clone(),
        second: names[b].clone(),
        interval: tally.interval().into(),
        standing: figures,
        moving_first: points(pairing, |swapped| !swapped),
        moving_second: points(pairing, |swapped| swapped),
    }
}

/// The first player's points in those games that are asked for, by who moved first.
fn points(pairing: &Pairing, asked: impl Fn(bool) -> bool) -> Cell {
    let games = pairing.games.iter().filter(|game| asked(game.swapped));
    games.fold(Cell::default(), |cell, game| Cell {
        points: cell.points + f64::from(game.points()) / 2.0,
        games: cell.games + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::settled;

    #[test]
    fn ratings_have_no_dust() {
        let shown = [3.3e-14, -3.3e-14, -0.5].map(|elo| settled(elo).to_string());
        assert_eq!(shown, ["0", "0", "-0.5"]);
    }
}
