//! What suits each game in the laboratory: depths that take about a tenth of a second, openings
//! that leave a game to be played, and the players of old.

/// Defaults of the experiments for one game.
pub(super) struct Customs {
    game: &'static str,
    /// Plies of random play before a position: least and most.
    pub(super) plies: (usize, usize),
    /// Depths of an ablation: default set, sound set, plain alpha-beta, plain minimax.
    pub(super) ablation: [u32; 4],
    /// The depth at which the growth of the tree is measured.
    pub(super) branching: u32,
    /// The depth to which one and two threads race.
    pub(super) threads: u32,
    /// The variant in which tables are compared: where sound searches must heed repetitions, the
    /// past salts the keys and hides the table.
    pub(super) tables_variant: &'static str,
    /// Depths to which tables are compared: about a twentieth of a second, and about a third.
    pub(super) tables: [u32; 2],
    /// Deep and shallow depths of error models, the best shallow one for a deep one first.
    pub(super) pairs: &'static [(u32, u32)],
    /// Evaluations of older programs.
    pub(super) opponents: &'static [&'static str],
}

/// The customs of games that are not named below.
const OTHERS: Customs = Customs {
    game: "",
    plies: (4, 12),
    ablation: [6, 5, 4, 3],
    branching: 6,
    threads: 6,
    tables_variant: "",
    tables: [5, 6],
    pairs: &[(3, 1), (4, 2), (5, 3), (6, 4)],
    opponents: &[],
};

const CUSTOMS: &[Customs] = &[
    Customs {
        game: "abalone",
        plies: (6, 24),
        ablation: [6, 5, 4, 2],
        branching: 7,
        threads: 6,
        tables_variant: "abalone:layout=belgian-daisy,repetition=off",
        tables: [5, 6],
        pairs: &[(3, 1), (4, 2), (5, 3), (5, 1), (6, 4), (6, 2)],
        opponents: &["papadopoulos", "aba-pro"],
    },
    Customs {
        game: "checkers",
        plies: (4, 16),
        ablation: [13, 11, 8, 6],
        branching: 14,
        threads: 13,
        tables_variant: "checkers:repetition=off",
        tables: [11, 13],
        pairs: CHECKERS_PAIRS,
        opponents: &["samuel", "material"],
    },
    Customs {
        game: "othello",
        plies: (6, 24),
        ablation: [13, 9, 7, 5],
        branching: 14,
        threads: 11,
        tables_variant: "othello",
        tables: [9, 11],
        pairs: OTHELLO_PAIRS,
        opponents: &["static", "complex"],
    },
    Customs {
        game: "expendibots",
        plies: (2, 14),
        ablation: [6, 5, 4, 2],
        branching: 7,
        threads: 5,
        tables_variant: "expendibots:repetition=off",
        tables: [5, 6],
        pairs: &[(3, 1), (4, 2), (5, 3), (5, 1), (6, 4), (6, 2)],
        opponents: &["boomers"],
    },
    Customs {
        game: "gothello",
        plies: (2, 10),
        ablation: [10, 8, 6, 4],
        branching: 11,
        threads: 9,
        tables_variant: "gothello",
        tables: [8, 9],
        pairs: GOTHELLO_PAIRS,
        opponents: &["eye", "number"],
    },
    Customs {
        game: "connect-four",
        plies: (4, 14),
        ablation: [12, 11, 9, 6],
        branching: 14,
        threads: 13,
        tables_variant: "connect-four",
        tables: [12, 15],
        pairs: OTHELLO_PAIRS,
        opponents: &["standard"],
    },
];

const OTHELLO_PAIRS: &[(u32, u32)] = &[
    (3, 1),
    (4, 2),
    (5, 1),
    (5, 3),
    (6, 2),
    (6, 4),
    (7, 3),
    (7, 1),
    (8, 4),
    (8, 2),
    (9, 3),
    (9, 5),
    (10, 4),
    (10, 6),
];

const CHECKERS_PAIRS: &[(u32, u32)] = &[
    (5, 1),
    (5, 3),
    (6, 2),
    (6, 4),
    (7, 3),
    (7, 1),
    (8, 4),
    (8, 2),
    (9, 5),
    (9, 3),
    (10, 6),
    (10, 4),
];

const GOTHELLO_PAIRS: &[(u32, u32)] = &[
    (3, 1),
    (4, 2),
    (5, 3),
    (5, 1),
    (6, 4),
    (6, 2),
    (7, 3),
    (8, 4),
];

/// The customs of the game with this id.
pub(super) fn of(id: &str) -> &'static Customs {
    let name = id.split(':').next().unwrap_or(id);
    let mut customs = CUSTOMS.iter();
    customs
        .find(|customs| customs.game == name)
        .unwrap_or(&OTHERS)
}
