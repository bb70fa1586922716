//! Predictions of expected values, made from one half of what was measured, beside the other half.

use std::collections::BTreeMap;

use serde::Serialize;

use super::expected::{GameRun, RecordRun, RetrievalRun};
use super::judged::fits;
use super::profile::add;
use crate::lab::statistics::{
    chi_square, cut_poisson, dispersion, distance, folded, geometric, mean, poisson, power_law,
    power_law_exponent,
};
use ponder_table::Kind;

/// One expected value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// The game id; nothing for random keys.
    pub game: String,
    /// What is expected.
    pub quantity: &'static str,
    /// Of which table, or by which model.
    pub of: String,
    /// After how many plies, for how many states, at which load.
    pub at: f64,
    /// What was predicted.
    pub predicted: f64,
    /// What was measured.
    pub measured: f64,
    /// The standard error of what was measured, where there were several to take it from.
    pub doubt: Option<f64>,
}

/// Chances of what a ply does to what is gone.
#[derive(Clone, Debug, Default)]
struct Ply {
    ends: u64,
    losses: Vec<u64>,
}

impl Ply {
    fn chances(&self) -> Vec<f64> {
        let all = self.losses.iter().sum::<u64>().max(1) as f64;
        self.losses
            .iter()
            .map(|&count| count as f64 / all)
            .collect()
    }

    fn end(&self) -> f64 {
        self.ends as f64 / (self.ends + self.losses.iter().sum::<u64>()).max(1) as f64
    }
}

/// How much goes, ply by ply: the same chances always, or by what is gone.
struct Losses {
    starts: Vec<u64>,
    always: Ply,
    by_gone: BTreeMap<usize, Ply>,
}

impl Losses {
    fn of<'a>(games: impl Iterator<Item = &'a GameRun>) -> Self {
        let mut found = Self {
            starts: Vec::new(),
            always: Ply::default(),
            by_gone: BTreeMap::new(),
        };
        for game in games {
            let gone: Vec<_> = game.gone.iter().map(|&gone| usize::from(gone)).collect();
            add(&mut found.starts, gone[0], 1);
            for pair in gone.windows(2) {
                let loss = pair[1].saturating_sub(pair[0]);
                add(&mut found.always.losses, loss, 1);
                add(
                    &mut found.by_gone.entry(pair[0]).or_default().losses,
                    loss,
                    1,
                );
            }
            if let (true, Some(&last)) = (game.ended, gone.last()) {
                found.by_gone.entry(last).or_default().ends += 1;
            }
        }
        found
    }

    /// What is gone in the mean after 0, 1, 2 plies and so on, those that have ended included.
    fn gone(&self, plies: usize, by_gone: bool) -> Vec<f64> {
        let starts = self.starts.iter().sum::<u64>().max(1) as f64;
        let mut going: Vec<f64> = self
            .starts
            .iter()
            .map(|&count| count as f64 / starts)
            .collect();
        let mut ended = 0.0;
        let mut means = vec![mean(&going)];
        for _ in 0..plies {
            let mut next = vec![0.0; going.len()];
            for (gone, &chance) in going
                .iter()
                .enumerate()
                .filter(|(_, chance)| **chance > 0.0)
            {
                let known = self.by_gone.get(&gone).filter(|_| by_gone);
                let ends = known.map_or(0.0, Ply::end);
                ended += chance * ends * gone as f64;
                // Where no game went on from here, or none came: as always.
                let ply = known.filter(|ply| !ply.losses.is_empty());
                for (loss, share) in ply.unwrap_or(&self.always).chances().iter().enumerate() {
                    if next.len() <= gone + loss {
                        next.resize(gone + loss + 1, 0.0);
                    }
                    next[gone + loss] += chance * (1.0 - ends) * share;
                }
            }
            going = next;
            means.push(mean(&going) + ended);
        }
        means
    }

    /// The chances that no more than 0, 1, 2 and so on goes within so many plies.
    fn at_most(&self, plies: usize, most: usize) -> Vec<Vec<f64>> {
        let one = self.always.chances();
        let mut sums = vec![1.0];
        let mut found = Vec::new();
        for _ in 0..=plies {
            let upto = |limit: usize| sums.iter().take(limit + 1).sum::<f64>();
            found.push((0..=most).map(upto).collect());
            let mut next = vec![0.0; most + 1];
            for (before, chance) in sums.iter().enumerate() {
                for (loss, share) in one.iter().enumerate().take(most + 1 - before.min(most)) {
                    if before + loss <= most {
                        next[before + loss] += chance * share;
                    }
                }
            }
            sums = next;
        }
        found
    }
}

/// Entries held and valid after every ply, in a table of so many rows of so many ways: a newcomer
/// takes a free place of its row, or that of any other there.
fn kept(losses: &Losses, new: &[f64], rows: f64, ways: usize, plies: usize) -> Vec<(f64, f64)> {
    /// Within a ply rows fill up.
    const STEPS: usize = 32;
    let most = new.len().saturating_sub(1);
    let at_most = losses.at_most(plies, most);
    let stores: f64 = new.iter().sum();
    let mut held = 0.0;
    // What is left of the states of every ply.
    let mut left: Vec<f64> = Vec::new();
    let mut found = Vec::new();
    for ply in 0..plies {
        left.push(0.0);
        for _ in 0..STEPS {
            let step = stores / STEPS as f64;
            let full = cut_poisson(held / rows, ways)[ways];
            let stays = 1.0 - (full * step / f64::max(held, step)).min(1.0);
            for count in &mut left {
                *count *= stays;
            }
            left[ply] += step;
            held = left.iter().sum::<f64>().min(rows * ways as f64);
        }
        let valid = left.iter().enumerate().map(|(told, count)| {
            let chances = &at_most[ply + 1 - told];
            let each = new.iter().zip(chances);
            let share: f64 = each.map(|(states, chance)| states * chance).sum();
            count * share / stores.max(f64::MIN_POSITIVE)
        });
        found.push((held, valid.sum()));
    }
    found
}

/// The mean of numbers and its standard error.
fn mean_of(numbers: &[f64]) -> (f64, Option<f64>) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let doubt = (numbers.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
    (mean, doubt)
}

/// Plies at which values are told.
const EVERY: usize = 10;

/// What is gone from the board, and what a table holds, after some plies of games.
pub fn of_games(games: &[GameRun]) -> Vec<Expected> {
    let Some(first) = games.first() else {
        return Vec::new();
    };
    let of_half = |fitted: bool| games.iter().filter(move |game| fits(game.number) == fitted);
    let losses = Losses::of(of_half(true));
    let plies = of_half(false)
        .map(|game| game.kept.len())
        .max()
        .unwrap_or(0);
    let mut found = Vec::new();
    for (by_gone, model) in [(false, "same chances"), (true, "by what is gone")] {
        let predicted = losses.gone(plies, by_gone);
        for at in (0..=plies).step_by(EVERY) {
            let gone: Vec<_> = of_half(false)
                .filter_map(|game| {
                    // One that was broken off says nothing of later plies.
                    let last = game.gone.last().filter(|_| game.ended);
                    game.gone.get(at).or(last).map(|&gone| f64::from(gone))
                })
                .collect();
            let (measured, doubt) = mean_of(&gone);
            found.push(Expected {
                game: first.game.clone(),
                quantity: "gone after plies",
                of: model.to_owned(),
                at: at as f64,
                predicted: predicted[at],
                measured,
                doubt,
            });
        }
    }
    let mut tables: Vec<&str> = games.iter().map(|game| game.table.as_str()).collect();
    tables.sort_unstable();
    tables.dedup();
    for table in tables {
        let own = |fitted| of_half(fitted).filter(move |game| game.table == table);
        found.extend(of_table(&losses, own(true), own(false)));
    }
    found
}

fn of_table<'a>(
    losses: &Losses,
    fitted: impl Iterator<Item = &'a GameRun>,
    other: impl Iterator<Item = &'a GameRun>,
) -> Vec<Expected> {
    let (mut new, mut told) = (Vec::new(), 0.0);
    for kept in fitted.flat_map(|game| &game.kept) {
        told += 1.0;
        for (ahead, &count) in kept.new.iter().enumerate() {
            add(&mut new, ahead, count);
        }
    }
    let new: Vec<f64> = new.iter().map(|&count| count as f64 / told).collect();
    let other: Vec<_> = other.collect();
    let Some(first) = other.first().filter(|_| !new.is_empty()) else {
        return Vec::new();
    };
    let plies = other.iter().map(|game| game.kept.len()).max().unwrap_or(0);
    let ways = first.capacity.div_ceil(first.rows);
    let predicted = kept(losses, &new, first.rows as f64, ways, plies);
    let mut found = Vec::new();
    for at in (EVERY..=plies).step_by(EVERY) {
        let going = other.iter().filter_map(|game| game.kept.get(at - 1));
        let (held, valid): (Vec<_>, Vec<_>) = going
            .map(|kept| (kept.held as f64, kept.valid as f64))
            .unzip();
        for (quantity, predicted, numbers) in [
            ("held after plies", predicted[at - 1].0, held),
            ("valid after plies", predicted[at - 1].1, valid),
        ] {
            let (measured, doubt) = mean_of(&numbers);
            found.push(Expected {
                game: first.game.clone(),
                quantity,
                of: first.table.clone(),
                at: at as f64,
                predicted,
                measured,
                doubt,
            });
        }
    }
    found
}

/// States of a row and references to a state, in recorded searches.
pub fn of_records(records: &[RecordRun]) -> Vec<Expected> {
    /// Counts from here on are taken together.
    const ROWS: usize = 12;
    const REFERENCES: usize = 8;
    let Some(first) = records.first() else {
        return Vec::new();
    };
    let value = |quantity, of: &str, at: usize, predicted, measured| Expected {
        game: first.game.clone(),
        quantity,
        of: of.to_owned(),
        at: at as f64,
        predicted,
        measured,
        doubt: None,
    };
    let sum = |of: fn(&RecordRun) -> &[u64], which: &dyn Fn(usize) -> bool| {
        let mut counts = Vec::new();
        for record in records.iter().filter(|record| which(record.line)) {
            for (number, &count) in of(record).iter().enumerate() {
                add(&mut counts, number, count);
            }
        }
        counts
    };
    let mut found = Vec::new();
    let rows = folded(&sum(|record| &record.per_row, &|_| true), ROWS);
    let states: u64 = records.iter().map(|record| record.states).sum();
    let all_rows = rows.iter().sum::<u64>().max(1) as f64;
    let chances = poisson(states as f64 / all_rows, ROWS);
    for (at, (&count, &chance)) in rows.iter().zip(&chances).enumerate() {
        let measured = count as f64 / all_rows;
        found.push(value(
            "share of rows with states",
            "Poisson",
            at,
            chance,
            measured,
        ));
    }
    let deviations = chi_square(&rows, &chances);
    found.push(value(
        "chi-square, deviations",
        "Poisson",
        ROWS,
        0.0,
        deviations,
    ));
    let apart = distance(&rows, &chances);
    found.push(value(
        "distance of distributions",
        "Poisson",
        ROWS,
        0.0,
        apart,
    ));
    // Record by record: rows of different records have different means.
    let dispersions = records.iter().map(|record| dispersion(&record.lookups));
    let dispersion = dispersions.sum::<f64>() / records.len() as f64;
    found.push(value(
        "look-ups of a row, variance/mean",
        "Poisson",
        0,
        1.0,
        dispersion,
    ));

    let references = |fitted: bool| sum(|record| &record.references, &|line| fits(line) == fitted);
    let (fitted, other) = (references(true), references(false));
    let all = fitted.iter().sum::<u64>().max(1) as f64;
    let shares: Vec<_> = fitted.iter().map(|&count| count as f64 / all).collect();
    let law = power_law(power_law_exponent(&fitted), REFERENCES);
    let other = folded(&other, REFERENCES);
    let whole = other.iter().sum::<u64>().max(1) as f64;
    for (model, chances) in [
        ("geometric", geometric(mean(&shares), REFERENCES)),
        ("power law", law),
    ] {
        for (at, (&count, &chance)) in other.iter().zip(&chances).enumerate() {
            let measured = count as f64 / whole;
            found.push(value(
                "share of states asked for",
                model,
                at,
                chance,
                measured,
            ));
        }
        let apart = distance(&other, &chances);
        found.push(value(
            "distance of distributions",
            model,
            REFERENCES,
            0.0,
            apart,
        ));
    }
    found
}

/// Cache lines for each look-up of random keys, and the work of chains against its bound.
pub fn of_retrievals(runs: &[RetrievalRun]) -> Vec<Expected> {
    let mut found = Vec::new();
    for run in runs {
        let (hit, miss) = lines(run);
        let mean = |(lines, lookups): (u64, u64)| lines as f64 / lookups.max(1) as f64;
        let value = |quantity, predicted, measured| Expected {
            game: String::new(),
            quantity,
            of: format!("{}, {} KiB", run.table, run.bytes >> 10),
            at: run.load,
            predicted,
            measured,
            doubt: None,
        };
        found.push(value("lines of a hit at load", hit, mean(run.hits)));
        found.push(value("lines of a miss at load", miss, mean(run.misses)));
        if let Some((steps, most)) = run.steps {
            let accesses = 2.0 * run.load * run.capacity as f64;
            let each = |steps: u64| steps as f64 / accesses;
            found.push(value(
                "touched for each access, bound",
                each(most),
                each(steps),
            ));
        }
    }
    found
}

/// Lines of a hit and of a miss, as the analysis has them.
fn lines(run: &RetrievalRun) -> (f64, f64) {
    let a_row = run.capacity as f64 / run.rows as f64;
    let ways = a_row.ceil() as usize;
    if run.table.starts_with(Kind::Chained.name()) {
        // Nothing is longer than the threshold, and there are no more nodes than the pool has.
        let told = run.load * a_row;
        let longest = threshold(&run.table);
        let free = poisson(told, longest);
        let lengths = if mean(&free) > a_row {
            cut_poisson(a_row, longest)
        } else {
            free
        };
        let each = lengths.iter().enumerate();
        let pairs: f64 = each
            .map(|(length, chance)| chance * (length * (length + 1) / 2) as f64)
            .sum();
        let length = mean(&lengths);
        return (1.0 + pairs / length, 1.0 + length);
    }
    if run.table == Kind::Cuckoo.name() {
        return (1.0 + second_line(run.load.min(1.0), a_row, ways), 2.0);
    }
    (1.0, 1.0)
}

/// The constant threshold in a table's name; the longest chain of the one in use.
fn threshold(name: &str) -> usize {
    let number = name.rsplit(' ').next().and_then(|word| word.parse().ok());
    number.unwrap_or(usize::from(super::Shape::in_use().longest))
}

/// The share of entries that found their first line full, while a table fills up to a load. Where
/// it is full, a pushed entry may be in either.
fn second_line(load: f64, a_row: f64, ways: usize) -> f64 {
    const STEPS: usize = 200;
    if load >= 1.0 {
        return 0.5;
    }
    let full = |step: usize| {
        let held = a_row * load * (step as f64 + 0.5) / STEPS as f64;
        cut_poisson(held, ways)[ways]
    };
    (0..STEPS).map(full).sum::<f64>() / STEPS as f64
}

#[cfg(test)]
mod tests {
    use super::super::expected::Kept;
    use super::*;

    fn game(number: usize, gone: &[u16], ended: bool) -> GameRun {
        let kept = gone.iter().skip(1).map(|_| Kept {
            new: vec![100],
            held: 0,
            valid: 0,
        });
        GameRun {
            game: "a game".to_owned(),
            number,
            table: "replace".to_owned(),
            rows: 1000,
            capacity: 1000,
            gone: gone.to_vec(),
            ended,
            kept: kept.collect(),
        }
    }

    #[test]
    fn losses_are_recursions() {
        // One goes at every second ply; the game is over with two gone.
        let games = [game(0, &[0, 0, 1, 1, 2], true)];
        let losses = Losses::of(games.iter());
        let always = losses.gone(4, false);
        assert!((always[4] - 2.0).abs() < 1e-9 && (always[1] - 0.5).abs() < 1e-9);
        // By what is gone: 0 and 1 go on with a half each, 2 is the end.
        let by_gone = losses.gone(400, true);
        assert!((by_gone[2] - 1.0).abs() < 1e-9, "{}", by_gone[2]);
        assert!((by_gone[400] - 2.0).abs() < 1e-6, "{}", by_gone[400]);
        let at_most = losses.at_most(2, 2);
        for (plies, chances) in [(0, [1.0, 1.0, 1.0]), (2, [0.25, 0.75, 1.0])] {
            let mut pairs = at_most[plies].iter().zip(chances);
            assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-9), "{at_most:?}");
        }
    }

    /// With rows of one, what is held is the classical 1 - exp(-n / m).
    #[test]
    fn tables_fill_as_they_must() {
        let games = [game(0, &[0, 0, 0], false)];
        let losses = Losses::of(games.iter());
        let found = kept(&losses, &[500.0], 1000.0, 1, 8);
        for (ply, (held, valid)) in found.iter().enumerate() {
            let told = 500.0 * (ply + 1) as f64;
            let exact = 1000.0 * (1.0 - (-told / 1000.0).exp());
            assert!((held / exact - 1.0).abs() < 0.02, "{ply}: {held} {exact}");
            assert!((held - valid).abs() < 1e-6, "nothing is ever lost");
        }
        let wide = kept(&losses, &[500.0], 1000.0, 8, 4);
        assert!((wide[3].0 - 2000.0).abs() < 5.0, "room for all: {wide:?}");
    }

    #[test]
    fn both_halves_are_needed() {
        assert!(of_games(&[]).is_empty() && of_records(&[]).is_empty());
        let games = [game(0, &[0; 21], false), game(1, &[0; 21], false)];
        let found = of_games(&games);
        let gone = found
            .iter()
            .filter(|one| one.quantity == "gone after plies");
        assert_eq!(gone.count(), 6);
        assert!(found.iter().any(|one| one.quantity == "valid after plies"));
    }
}
