//! Findings for people: sheets of figures, plots of them, and pages that hold both and need nothing
//! else: no script, no picture, no network.

mod frame;
mod plot;
mod sheet;
mod ticks;

pub use frame::{Page, escape, frame};
pub use plot::{Axis, Plot, Point, Series, Style};
pub use sheet::{Cell, Sheet, grouped};
pub use ticks::Unit;
