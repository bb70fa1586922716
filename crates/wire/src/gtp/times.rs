//! Time as GTP tells it: a main time, then so many stones in every period of overtime.

use std::time::Duration;

use ponder_engine::Clock;

/// The clocks of both players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What a player has left: time, and stones to play in it if it is overtime.
#[derive(Clone, Copy, Debug)]
struct Left {
    time: Duration,
    stones: u32,
}

impl Times {
    /// Reads the three numbers of `time_settings`.
    pub(super) fn set(&mut self, words: &[&str]) -> Option<()> {
        let [main, period, stones] = words else {
            return None;
        };
        let settings = Settings {
            main: seconds(main)?,
            period: seconds(period)?,
            stones: stones.parse().ok()?,
        };
        // Overtime without stones means that time does not matter.
        let timed = settings.period.is_zero() || settings.stones > 0;
        self.settings = timed.then_some(settings);
        self.restart();
        Some(())
    }

    /// A new game begins.
    pub(super) fn restart(&mut self) {
        self.left = [self.settings.map(Settings::begin); 2];
    }

    /// Reads time and stones of a `time_left`.
    pub(super) fn tell(&mut self, player: usize, words: &[&str]) -> Option<()> {
        let [time, stones] = words else {
            return None;
        };
        self.left[player] = Some(Left {
            time: seconds(time)?,
            stones: stones.parse().ok()?,
        });
        Some(())
    }

    /// A player's clock.
    pub(super) fn clock(&self, player: usize) -> Option<Clock> {
        self.left[player].map(|left| Clock {
            left: left.time,
            increment: Duration::ZERO,
            moves: (left.stones > 0).then_some(left.stones),
        })
    }

    /// Takes what a move has cost, for hosts that do not tell.
    pub(super) fn spend(&mut self, player: usize, spent: Duration) {
        let Some(left) = &mut self.left[player] else {
            return;
        };
        left.time = left.time.saturating_sub(spent);
        let in_overtime = left.stones > 0;
        left.stones = left.stones.saturating_sub(1);
        let over = left.stones == 0 && (in_overtime || left.time.is_zero());
        if let Some(settings) = self.settings.filter(|settings| over && settings.stones > 0) {
            *left = settings.overtime();
        }
    }
}

impl Settings {
    fn begin(self) -> Left {
        if self.main.is_zero() && self.stones > 0 {
            return self.overtime();
        }
        Left {
            time: self.main,
            stones: 0,
        }
    }

    const fn overtime(self) -> Left {
        Left {
            time: self.period,
            stones: self.stones,
        }
    }
}

/// Seconds as a time: whole numbers in the standard, but some need less than one.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// A time in seconds, with decimals where it needs them.
pub(super) fn write_seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        return time.as_secs().to_string();
    }
    format!("{:.3}", time.as_secs_f64().max(0.001))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overtime_follows_the_main_time() {
        let mut times = Times::default();
        assert!(times.clock(0).is_none());
        times.set(&["10", "5", "2"]).expect("settings");
        let clock = |times: &Times| {
            times
                .clock(0)
                .map(|clock| (clock.left.as_secs(), clock.moves))
        };
        assert_eq!(clock(&times), Some((10, None)));
        times.spend(0, Duration::from_secs(4));
        assert_eq!(clock(&times), Some((6, None)));
        times.spend(0, Duration::from_secs(7));
        assert_eq!(clock(&times), Some((5, Some(2))));
        times.spend(0, Duration::from_secs(3));
        assert_eq!(clock(&times), Some((2, Some(1))));
        times.spend(0, Duration::from_secs(1));
        assert_eq!(clock(&times), Some((5, Some(2))));
        times.tell(0, &["1.5", "1"]).expect("a time");
        assert_eq!(
            times.clock(0).expect("a clock").left,
            Duration::from_millis(1500)
        );
    }

    #[test]
    fn overtime_without_stones_is_no_limit() {
        let mut times = Times::default();
        times.set(&["0", "1", "0"]).expect("settings");
        assert!(times.clock(1).is_none());
        times.set(&["0", "1", "1"]).expect("settings");
        assert_eq!(times.clock(1).expect("a clock").moves, Some(1));
        for words in [
            &["1", "2"][..],
            &["a", "1", "1"],
            &["-1", "0", "0"],
            &["nan", "1", "1"],
        ] {
            assert!(times.set(words).is_none(), "{words:?}");
        }
    }

    #[test]
    fn seconds_have_decimals_where_they_need_them() {
        assert_eq!(write_seconds(Duration::from_secs(3)), "3");
        assert_eq!(write_seconds(Duration::from_millis(50)), "0.050");
    }
}
