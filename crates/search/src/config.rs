//! Every technique is a switch with a name.
//!
//! A [`Config`] is the whole of what a search was told about *how* to search; printed with a
//! result it makes a figure reproducible. A switch is *sound* if it leaves the value of a
//! fixed-depth search as plain minimax finds it.

use std::fmt::{self, Display};

use ponder_core::{ErrorModel, Fault, Features};
use ponder_table::Keys;

use crate::numbers::Numbers;
use crate::ties::Ties;

/// Declares the switches: variant, name, soundness, what it does.
macro_rules! switches {
    ($($variant:ident $name:literal $sound:literal $about:literal;)*) => {
        /// A technique that can be switched on and off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Switch {
            $(#[doc = $about] $variant,)*
        }

        impl Switch {
            /// All switches.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// True if it leaves the value of a search unchanged.
            pub const fn sound(self) -> bool {
                match self { $(Self::$variant => $sound,)* }
            }

            /// What it does, one line.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }
        }
    };
}

switches! {
    Deepening "deepening" true "search to depth 1, 2, 3...: each iteration orders the next";
    Aspiration "aspiration" true "begin each iteration with a narrow window round the last value";
    Scout "scout" true "test later moves with a null window first (principal variation search)";
    Table "table" true "end a node by what the table knows from the same depth";
    Deeper "deeper" false "end a node also by what the table knows from a greater depth";
    TableMove "table-move" true "try the table's move first";
    Etc "etc" true "enhanced transposition cut-offs: look all successors up before searching one";
    Folding "folding" true "one table entry for all symmetric positions";
    Killers "killers" true "try moves early that cut off siblings";
    History "history" true "order moves by how often they cut off elsewhere";
    Counter "counter" true "try the move early that last refuted the opponent's one";
    Promise "promise" true "order moves by the judge's cheap opinion";
    Shallow "shallow" true "order moves by a shallow search where the tree below is deep";
    Internal "iir" false "internal iterative reduction: a ply less where the table has no move";
    Late "lmr" false "late-move reductions: later moves are first searched less deeply";
    Null "null" false "null move: a side that can afford to pass is far enough ahead";
    Razor "razor" false "razoring: drop to quiescence far below the window near the leaves";
    Futility "futility" false "give up quiet moves far below the window, and nodes far above it";
    ProbCut "probcut" false "cut off where a shallow search is far enough outside the window";
    MultiProbCut "multi-probcut" false "probcut with several depths and fitted error models";
    RankCut "rankcut" false "give up the rest of the moves where late ones hardly ever succeed";
    Singular "singular" false "extend a table move that is much better than all others";
    OneReply "one-reply" false "extend where there is only one legal move";
    Quiescence "quiescence" false "at the horizon play out noisy moves before judging";
    Inverted "inverted" false "at the horizon search on where nothing has happened";
    Abdada "abdada" true "threads put off moves that another thread is searching";
    Opening "opening" false "play the judge's opening line without a search, where it has one";
    FirstRepetition "first-repetition" false "a first repetition within the tree is a draw";
    Fade "fade" false "judgements fade towards a draw as plies without progress lead to one";
}

impl Switch {
    /// Switches that make no sense without another one, and that other one.
    pub const NEEDS: &'static [(Self, Self)] = &[
        (Self::Deeper, Self::Table),
        (Self::Singular, Self::Table),
        (Self::Singular, Self::TableMove),
        (Self::Aspiration, Self::Deepening),
        // Without these there is hardly ever a move, and everything would be reduced.
        (Self::Internal, Self::Deepening),
        (Self::Internal, Self::TableMove),
    ];

    /// Two that cannot both be on.
    pub(crate) const RIVALS: [Self; 2] = [Self::Quiescence, Self::Inverted];
}

/// A set of switches.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Switches(u64);

impl Switches {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// These and no others.
    pub const fn of(switches: &[Switch]) -> Self {
        let mut set = Self::NONE;
        let mut index = 0;
        while index < switches.len() {
            set = set.with(switches[index]);
            index += 1;
        }
        set
    }

    /// True if the switch is on.
    #[inline]
    pub const fn has(self, switch: Switch) -> bool {
        self.0 >> switch as u32 & 1 == 1
    }

    /// The same with a switch on.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | 1 << switch as u32)
    }

    /// The same with a switch off.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(1 << switch as u32))
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL
            .iter()
            .copied()
            .filter(move |switch| self.has(*switch))
    }
}

impl fmt::Debug for Switches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Display for Switches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Switch::name).collect();
        f.write_str(&names.join(","))
    }
}

/// How the root is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// An open window, or an aspiration window.
    #[default]
    Window,
    /// MTD(f): null windows until the bounds meet, then one open pass for the line.
    Mtdf,
}

/// How a search is to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How the root is searched.
    pub driver: Driver,
    /// The techniques.
    pub switches: Switches,
    /// Their numbers.
    pub numbers: Numbers,
    /// What probcut believes about shallow searches.
    pub probcut: Vec<ErrorModel>,
    /// Which of several best moves is chosen.
    pub ties: Ties,
}

impl Config {
    /// What plays well in every game without being told more.
    pub fn standard() -> Self {
        use Switch::{
            Aspiration, Counter, Deepening, Deeper, Etc, FirstRepetition, Futility, History,
            Internal, Killers, Late, OneReply, Opening, Promise, Quiescence, Scout, Table,
            TableMove,
        };
        Self {
            switches: Switches::of(&[
                Deepening,
                Aspiration,
                Scout,
                Table,
                Deeper,
                TableMove,
                Etc,
                Killers,
                History,
                Counter,
                Promise,
                Internal,
                Late,
                Futility,
                OneReply,
                Quiescence,
                Opening,
                FirstRepetition,
            ]),
            ..Self::plain()
        }
    }

    /// What plays well in this game.
    ///
    /// # Panics
    /// If the game names techniques or settings that do not exist, which its tests rule out.
    pub fn of<R: Features>() -> Self {
        let (with, without) = R::TECHNIQUES;
        let config = Self::standard().changed(with, without);
        let config = config.and_then(|config| config.amended(R::SETTINGS)?.check());
        config.expect("a game names techniques and settings that exist")
    }

    /// What plays well in this game against somebody, who is not thought to be as good.
    ///
    /// # Panics
    /// See [`of`](Self::of).
    pub fn playing<R: Features>() -> Self {
        let config = Self::of::<R>().amended(R::PLAYING);
        config.expect("a game names settings that exist")
    }

    /// The sound techniques that serve this game, with its numbers.
    ///
    /// # Panics
    /// See [`of`](Self::of).
    pub fn sound_of<R: Features>() -> Self {
        let game = Self::of::<R>();
        let sound: Vec<_> = game.switches.iter().filter(|s| s.sound()).collect();
        Self {
            switches: Switches::of(&sound),
            ..game
        }
    }

    /// All sound techniques that are worth their cost, and no others.
    pub fn sound() -> Self {
        use Switch::{
            Aspiration, Counter, Deepening, Etc, History, Killers, Promise, Scout, Table, TableMove,
        };
        Self {
            switches: Switches::of(&[
                Deepening, Aspiration, Scout, Table, TableMove, Etc, Killers, History, Counter,
                Promise,
            ]),
            ..Self::plain()
        }
    }

    /// No technique at all: alpha-beta.
    pub fn plain() -> Self {
        Self {
            driver: Driver::Window,
            switches: Switches::NONE,
            numbers: Numbers::default(),
            probcut: Vec::new(),
            ties: Ties::First,
        }
    }

    /// True if every switch that is on leaves the value unchanged.
    pub fn is_sound(&self) -> bool {
        self.switches.iter().all(Switch::sound)
    }

    /// What a table must compare of a key: all of it where a result may be a proof.
    pub fn table_keys(&self) -> Keys {
        if self.is_sound() {
            Keys::Whole
        } else {
            Keys::Short
        }
    }

    /// The same with some switches turned on or off by name, separated by commas.
    pub fn changed(mut self, with: &str, without: &str) -> Result<Self, Fault> {
        let (on, off) = (parse_switches(with)?, parse_switches(without)?);
        for &switch in &on {
            self.switches = self.switches.with(switch);
        }
        // Who asks for one way to look beyond the horizon does not mean the other.
        let [a, b] = Switch::RIVALS;
        for (wanted, rival) in [(a, b), (b, a)] {
            if on.contains(&wanted) && !on.contains(&rival) {
                self.switches = self.switches.without(rival);
            }
        }
        for switch in off {
            if on.contains(&switch) {
                let what = format!("{} is to be on and off at once", switch.name());
                return Err(Fault::new(what).hint("name it once"));
            }
            self.switches = self.switches.without(switch);
            // Who switches off what another one needs means both, unless he asks for the other.
            let needy = Switch::NEEDS.iter().filter(|(_, needed)| *needed == switch);
            for (needy, _) in needy.filter(|(needy, _)| !on.contains(needy)) {
                self.switches = self.switches.without(*needy);
            }
        }
        self.check()
    }

    /// The same, if it makes sense.
    pub fn check(self) -> Result<Self, Fault> {
        let has = |switch| self.switches.has(switch);
        let [a, b] = Switch::RIVALS;
        if has(a) && has(b) {
            let what = format!("{} and {} contradict each other", a.name(), b.name());
            return Err(Fault::new(what).hint("switch one of them off"));
        }
        for &(switch, needed) in Switch::NEEDS {
            if has(switch) && !has(needed) {
                let what = format!("{} needs {}", switch.name(), needed.name());
                return Err(Fault::new(what).hint("switch both on, or both off"));
            }
        }
        Ok(self)
    }
}

/// The switches of a list of names, separated by commas.
pub(crate) fn parse_switches(text: &str) -> Result<Vec<Switch>, Fault> {
    let mut switches = Vec::new();
    for word in text.split(',').map(str::trim) {
        if !word.is_empty() {
            let switch = Switch::ALL.iter().find(|switch| switch.name() == word);
            switches.push(*switch.ok_or_else(|| {
                let names: Vec<_> = Switch::ALL.iter().map(|switch| switch.name()).collect();
                Fault::new(format!("there is no switch \"{word}\""))
                    .hint(format!("the switches are: {}", names.join(", ")))
            })?);
        }
    }
    Ok(switches)
}
