//! UGI, the Universal Game Interface, for every game.
