//! The start layouts with fourteen marbles a side.
//!
//! The names and boards are those of the gym-abalone collection, which read them off pictures.
//! Eleven of them (`def-or-atak`, `domination`, `domination-vs-daisy`, `food-mill`, `french-daisy`,
//! `horseshoes`, `i_m-a-robot`, `irish-daisy`, `mquorric-1`, `true-daisy` and `windmill`) are not
//! turned into themselves by any symmetry of the board with the colours exchanged: play both
//! colours where fairness matters.

use super::hexagon::{Cells, bit, cell, columns};

/// A start layout: its name, the black marbles and the white ones.
pub(super) struct Layout {
    pub(super) name: &'static str,
    pub(super) marbles: [Cells; 2],
}

/// The names of all layouts, for the option.
pub(super) const NAMES: [&str; LAYOUTS.len()] = {
    let mut names = [""; LAYOUTS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = LAYOUTS[index].name;
        index += 1;
    }
    names
};

/// Reads rows I to A when the program is compiled.
const fn layout(name: &'static str, rows: &str) -> Layout {
    let rows = rows.as_bytes();
    let mut marbles = [0; 2];
    let mut at = 0;
    let mut row = 9;
    while row >= 1 {
        let (mut column, last) = columns(row);
        while column <= last {
            let here = bit(cell(row, column));
            match rows[at] {
                b'b' => marbles[0] |= here,
                b'w' => marbles[1] |= here,
                letter => assert!(letter == b'.', "a cell is b, w or ."),
            }
            column += 1;
            at += 1;
        }
        assert!(at == rows.len() || rows[at] == b'/', "a row is too long");
        at += 1;
        row -= 1;
    }
    assert!(marbles[0].count_ones() == 14 && marbles[1].count_ones() == 14);
    Layout { name, marbles }
}

/// All layouts, by name.
#[rustfmt::skip]
pub(super) const LAYOUTS: [Layout; 55] = [
    layout("6-9", "...../wwwwww/wbw...w/.ww..ww./........./.bb..bb./b...bwb/bbbbbb/....."),
    layout("alien-attack", "b.b.b/.bwwb./.bwbwb./...bb.../........./...ww.../.wbwbw./.wbbw./w.w.w"),
    layout("aliening", "..w../.bbbb./.b.w.b./bwb..bwb/........./wbw..wbw/.w.b.w./.wwww./..b.."),
    layout("alitration", ".wbw./..bb../w.bwb.w/.wb..bw./........./.bw..wb./b.wbw.b/..ww../.bwb."),
    layout("anglattack", "ww.bb/wb..wb/..b.w../......../wbbw.bwwb/......../..b.w../wb..wb/ww.bb"),
    layout("april-fish", "w.www/.wwwbw/.w.www./....w.../........./...b..../.bbb.b./bwbbb./bbb.b"),
    layout("belgian-daisy", "ww.bb/wwwbbb/.ww.bb./......../........./......../.bb.ww./bbbwww/bb.ww"),
    layout("buttonhole", "...../.wwbb./......./bb.wb.ww/bwbw.bwbw/bb.wb.ww/......./.wwbb./....."),
    layout("centrifuge", ".www./b....b/bb.w.bb/bb....bb/........./ww....ww/ww.b.ww/w....w/.bbb."),
    layout("checkerboard", "...../bwbwbw/......./wbwbwbwb/........./bwbwbwbw/......./wbwbwb/....."),
    layout("classical", "wwwww/wwwwww/..www../......../........./......../..bbb../bbbbbb/bbbbb"),
    layout("cross", "bb.ww/b.bw.w/.b...w./..b.ww../...b.w.../..bb.w../.b...w./b.bw.w/bb.ww"),
    layout("crossed-hearts", "bb.bb/b.bb.b/.b...b./..b.wb../...b.w.../..wb.w../.w...w./w.ww.w/ww.ww"),
    layout("crown", "..b../b.bb.b/.bbwbb./..bbbb../........./..wwww../.wwbww./w.ww.w/..w.."),
    layout("def-or-atak", "...../bwb..w/bbbb.wb/..b..www/.w......./www..b../bw..bb./ww.bwb/....."),
    layout("domination-vs-daisy", "...../ww...b/www..bb/.ww..bbb/...b.b.../bbb..ww./bb..www/b...ww/....."),
    layout("domination", "...../w....b/ww...bb/wwww.bbb/...b.b.../bbb.wwww/bb...ww/b....w/....."),
    layout("duel", ".w.b./wwwbbb/..w.b../b......w/bb.....ww/b......w/..w.b../wwwbbb/.w.b."),
    layout("dutch-daisy", "ww.bb/wbwbwb/.ww.bb./......../........./......../.bb.ww./bwbwbw/bb.ww"),
    layout("face-2-face", "...../....../ww...bb/www..bbb/wwww.bbbb/www..bbb/ww...bb/....../....."),
    layout("food-mill", "w..bb/wb.ww./.b...../....b.bw/bw.w.w.bw/bw.b..../.....w./.bb.wb/ww..b"),
    layout("forcing", "...../....../..w.b../bwwwbbbw/bbbw.bwww/bwwwbbbw/..w.b../....../....."),
    layout("fracture", "..b../..w.../..w.bbb/..w.bwww/.bww.bbw./bbbw.b../www.b../...b../..w.."),
    layout("french-daisy", "...../..bb../..bbb../.wwbbww./.www.www./.wwbbww./..bbb../..bb../....."),
    layout("french-king-cake1", "w.bbb/w.b.../w....ww/.ww..w.w/b.......w/b.b..bb./bb....b/...w.b/www.b"),
    layout("fujiyama1", "wwwww/.wbbw./..wbw../...ww.../........./...bb.../..bwb../.bwwb./bbbbb"),
    layout("german-daisy", "...../ww..bb/www.bbb/.ww..bb./........./.bb..ww./bbb.www/bb..ww/....."),
    layout("horseshoes", "bbwww/b.b..w/b.bwww./..b...../........./.....b../.wwwb.b/w..b.b/wwwbb"),
    layout("infiltralien", "wbwbw/.wwww./..bbb../...ww.../........./...bb.../..www../.bbbb./bwbwb"),
    layout("infiltration", ".bwb./.bbbb./.bwbwb./.b....b./........./.w....w./.wbwbw./.wwww./.wbw."),
    layout("intimidation", ".www./b.ww../bbwww../bbb...../........./.....www/..bbbww/..bb.w/.bbb."),
    layout("irish-daisy", "...../..ww../..wbw../.bbwwbb./.bwb.bwb./.bbwwbb./..wbw../..ww../....."),
    layout("i_m-a-robot", "bbbbb/w.bb.w/.w.w.w./..wbbw../....b..../.bbwwbb./...w.../..ww../.w.w."),
    layout("labyrinth", "..bwb/.w...b/.wbw..b/.w..w..w/.w.b.w.b./b..b..b./w..bwb./w...b./wbw.."),
    layout("mosaic", "wwwww/.bbbb./..www../...bb.../........./...ww.../..bbb../.wwww./bbbbb"),
    layout("mquorric-1", "...../.bbb../.bwwb../.bwwwb../..bwwb.../..bbb.../....wbw/...bww/..www"),
    layout("neko", "..www/..wb.w/..wwwbw/.....ww./..b...w../.bb...../bwbbb../b.wb../bbb.."),
    layout("oath", "w...b/.wwbb./.w...b./.b.wb.w./bb.....ww/.b.bw.w./.w...b./.wwbb./w...b"),
    layout("octopus", "wbw../b.w.../wwbwww./..w...b./..w...b../.w...b../.bbbwbb/...b.w/..bwb"),
    layout("pyramid", "w..../ww..../www..../wwww..../wwww.bbbb/....bbbb/....bbb/....bb/....b"),
    layout("scottish-daisy", "wb.wb/bwwbbw/.wb.wb./......../........./......../.bw.bw./wbbwwb/bw.bw"),
    layout("slaloms", ".wwww/.w..../..wwwww/.......w/.bbb.www./b......./bbbbb../....b./bbbb."),
    layout("snakes", "bbbbb/b...../b....../b..bbww./.b.b.w.w./.bbww..w/......w/.....w/wwwww"),
    layout("snowflake", ".b.w./bw..bw/..w.b../w..bw..b/.wb...wb./w..wb..b/..w.b../bb..ww/.b.w."),
    layout("spider", "w...w/.w..w./..w.w../..wwww../bbbb.wwww/..bbbb../..b.b../.b..b./b...b"),
    layout("star", "b...w/.w..b./w.b.w.b/...wb.../wbwb.wbwb/...wb.../w.b.w.b/.w..b./b...w"),
    layout("swiss-daisy", "...../ww..bb/wbw.bwb/.ww..bb./........./.bb..ww./bwb.wbw/bb..ww/....."),
    layout("the-wall", "..w../....../.wwwww./wwwwwwww/........./bbbbbbbb/.bbbbb./....../..b.."),
    layout("tinsels", ".bwbw/.w..../..bwbwb/.......w/.wbw.bwb./b......./wbwbw../....b./bwbw."),
    layout("trench", "...../wwwwww/.bbbbb./..www.../........./...bbb../.wwwww./bbbbbb/....."),
    layout("true-daisy", "ww.../www.ww/.ww.www/...b.ww./....bb.../....b.../b..b.../b.b..b/bbbbb"),
    layout("wedding-rings", "...../.wwbb./.w.wbb./.w.bw.b./.w.b.w.b./.w.bw.b./.wwb.b./.wwbb./....."),
    layout("wheel", "w...w/.w..w./..w.w../..wbwb../bbwb.wbww/..wbwb../..b.b../.b..b./b...b"),
    layout("windmill", "w..bb/ww.bb./.w...../....b.ww/bb.w.w.ww/bb.b..../.....b./.ww.bb/ww..b"),
    layout("xmas-star", "..w../..ww../bbw.bbb/.bb..bb./..b...w../.ww..ww./www.bww/..bb../..b.."),
];
