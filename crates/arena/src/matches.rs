//! Matches: pairs of games between two players, refereed and counted.
