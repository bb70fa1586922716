//! Plots: lines and marks with error bars, drawn as SVG.
//!
//! Series differ in colour, in mark and in dash, so that nobody needs the colours to tell them
//! apart. Colours are variables of the page, which has others by night. A mark tells its numbers
//! when a pointer rests on it, without a script.

use std::fmt::Write as _;

use super::frame::escape;
use super::ticks::{self, Unit};

/// What plots need beside the common look: ten colours that stay apart for the colour-blind (after
/// Okabe and Ito, and Tol), darker by day and lighter by night.
pub(super) const STYLE: &str = "
:root { --s0: #0072b2; --s1: #d55e00; --s2: #008a64; --s3: #aa4499; --s4: #a87400; --s5: #2f8fd0;
  --s6: #882255; --s7: #5b6b00; --s8: #6b6f76; --s9: #1c1f23; }
@media (prefers-color-scheme: dark) {
  :root { --s0: #4aa8e0; --s1: #ff8a3c; --s2: #2fc79a; --s3: #dd86c8; --s4: #f0b429; --s5: #8fd0ff;
    --s6: #e2718f; --s7: #b9c94a; --s8: #9a9ea6; --s9: #e6e4df; } }
figure { margin: 1rem 0 1.6rem; } figcaption { color: var(--soft); max-width: 46rem; }
.plots { display: grid; gap: .4rem 1.2rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: .2rem 0 .6rem; padding: 0;
  list-style: none; }
.legend svg { width: 2.4rem; height: .9rem; vertical-align: -.05rem; margin-right: .35rem; }
.plot { width: 100%; height: auto; max-width: 46rem; }
.plot text { fill: var(--ink); font: 12px system-ui, sans-serif; } .plot .title { font-weight: 600; font-size: 13px; }
.plot .axis { stroke: var(--soft); } .plot .grid { stroke: var(--line); } .plot .label { fill: var(--soft); }
.plot .level { stroke: var(--soft); stroke-dasharray: 2 3; }
.series { fill: none; stroke-width: 1.7; stroke-linejoin: round; }
.series .bar { stroke-width: 1.2; opacity: .65; } .series .mark { stroke-width: 1.4; }
summary { cursor: pointer; color: var(--soft); } details { margin: .4rem 0 1rem; }
";

const COLOURS: usize = 10;

/// The picture and, inside it, the field of the axes.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 316.0;
const LEFT: f64 = 54.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 44.0;

/// What a direction means.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured along it.
    pub label: String,
    /// In which unit.
    pub unit: Unit,
    /// True if equal steps are equal factors; numbers that are not above 0 are left out then.
    pub log: bool,
}

impl Axis {
    /// An axis on which equal steps are equal differences.
    pub fn linear(label: &str, unit: Unit) -> Self {
        Self {
            label: label.to_owned(),
            unit,
            log: false,
        }
    }

    /// An axis on which equal steps are equal factors.
    pub fn log(label: &str, unit: Unit) -> Self {
        Self {
            log: true,
            ..Self::linear(label, unit)
        }
    }
}

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much.
    pub y: f64,
    /// From where to where it may be, if that is known.
    pub bar: Option<(f64, f64)>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Measurements that belong together.
    LineAndMarks,
    /// A curve: a prediction, or more measurements than can be marked.
    Line,
    /// Measurements beside a curve.
    Marks,
}

/// Measurements with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name; series of one name look the same in plots that stand together.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// The measurements, in order.
    pub points: Vec<Point>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What is shown.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// A value of y with a line through it, such as 1 for ratios.
    pub level: Option<f64>,
    /// The series.
    pub series: Vec<Series>,
}

/// The names of all series, in the order of their first appearance, with how they are drawn.
pub(super) fn names(plots: &[Plot]) -> Vec<(String, Style)> {
    let mut names: Vec<(String, Style)> = Vec::new();
    for series in plots.iter().flat_map(|plot| &plot.series) {
        if !names.iter().any(|(name, _)| *name == series.name) {
            names.push((series.name.clone(), series.style));
        }
    }
    names
}

/// A list of all series with their looks.
pub(super) fn legend(plots: &[Plot]) -> String {
    let mut list = String::from("<ul class=\"legend\">\n");
    for (number, (name, style)) in names(plots).iter().enumerate() {
        let _ = write!(
            list,
            "<li><svg viewBox=\"0 0 38 14\" aria-hidden=\"true\">{}",
            opening(number)
        );
        if *style != Style::Marks {
            let _ = write!(
                list,
                "<path d=\"M1 7H37\" stroke-dasharray=\"{}\"/>",
                dashes(number)
            );
        }
        if *style != Style::Line {
            list.push_str(&mark(number, 19.0, 7.0, ""));
        }
        let _ = writeln!(list, "</g></svg>{}</li>", escape(name));
    }
    list + "</ul>\n"
}

/// Begins a series in its colour.
fn opening(number: usize) -> String {
    format!(
        "<g class=\"series\" style=\"stroke:var(--s{})\">",
        number % COLOURS
    )
}

fn dashes(number: usize) -> &'static str {
    const DASHES: [&str; 4] = ["none", "7 3", "2 2.5", "9 3 2 3"];
    DASHES[number % DASHES.len()]
}

/// The mark of a series; hollow ones after all full ones. `told` is what a pointer makes it tell.
fn mark(number: usize, x: f64, y: f64, told: &str) -> String {
    const SHAPES: [&str; 7] = [
        "m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z",
        "m-3.1 -3.1h6.2v6.2h-6.2z",
        "m0 -4l3.9 7h-7.8z",
        "m0 -4.4l4.4 4.4l-4.4 4.4l-4.4 -4.4z",
        "m0 4l3.9 -7h-7.8z",
        "m-3.3 -3.3l6.6 6.6m0 -6.6l-6.6 6.6",
        "m-4.2 0h8.4m-4.2 -4.2v8.4",
    ];
    let fill = if number < SHAPES.len() {
        format!("var(--s{})", number % COLOURS)
    } else {
        "var(--paper)".to_owned()
    };
    let told = if told.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", escape(told))
    };
    format!(
        "<path class=\"mark\" fill=\"{fill}\" d=\"M{x:.1} {y:.1}{}\">{told}</path>",
        SHAPES[number % SHAPES.len()]
    )
}

/// How numbers become places along one axis.
struct Scale {
    log: bool,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale for all of some numbers, with a little room at both ends.
    fn over(numbers: impl Iterator<Item = f64>, axis: &Axis, from: f64, to: f64) -> Self {
        let mut scale = Self {
            log: axis.log,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            from,
            to,
        };
        for number in numbers.filter(|number| number.is_finite()) {
            if !axis.log || number > 0.0 {
                scale.low = scale.low.min(number);
                scale.high = scale.high.max(number);
            }
        }
        if scale.low > scale.high {
            (scale.low, scale.high) = (1.0, 2.0);
        }
        let (low, high) = (scale.inner(scale.low), scale.inner(scale.high));
        let room = if high > low { (high - low) * 0.06 } else { 0.1 };
        (scale.low, scale.high) = (scale.outer(low - room), scale.outer(high + room));
        // The ends of what numbers can say are no place for ticks.
        (scale.low, scale.high) = (scale.low.max(-1e300), scale.high.min(1e300));
        if axis.log {
            scale.low = scale.low.max(1e-300);
        }
        // Room below nothing would suggest that there could be less.
        if !axis.log && low >= 0.0 {
            scale.low = scale.low.max(0.0);
        }
        scale
    }

    fn inner(&self, number: f64) -> f64 {
        if self.log { number.ln() } else { number }
    }

    fn outer(&self, number: f64) -> f64 {
        if self.log { number.exp() } else { number }
    }

    /// The place of a number, at an end of the axis if it lies beyond; `None` if it has none.
    fn at(&self, number: f64) -> Option<f64> {
        if number.is_nan() || self.log && number <= 0.0 {
            return None;
        }
        let (low, high) = (self.inner(self.low), self.inner(self.high));
        let share = (self.inner(number) - low) / (high - low);
        Some(self.from + share.clamp(0.0, 1.0) * (self.to - self.from))
    }

    fn ticks(&self, unit: Unit, count: usize) -> Vec<f64> {
        if self.log {
            ticks::logarithmic(self.low, self.high, unit, count)
        } else {
            ticks::linear(self.low, self.high, count)
        }
    }
}

impl Plot {
    /// A plot of lines with marks, whose points come with the names of their series.
    pub fn of<'a>(
        title: &str,
        x: Axis,
        y: Axis,
        points: impl IntoIterator<Item = (&'a str, Point)>,
    ) -> Self {
        let mut series: Vec<Series> = Vec::new();
        for (name, point) in points {
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => series.push(Series {
                    name: name.to_owned(),
                    style: Style::LineAndMarks,
                    points: vec![point],
                }),
            }
        }
        Self {
            title: title.to_owned(),
            x,
            y,
            level: None,
            series,
        }
    }

    /// The same with a line through a value of y.
    #[must_use]
    pub fn level(self, level: f64) -> Self {
        Self {
            level: Some(level),
            ..self
        }
    }

    /// The plot as a picture; the place of a series among the names decides its looks.
    pub(super) fn svg(&self, names: &[(String, Style)]) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let bars = || points().filter_map(|point| point.bar);
        let ys = points().map(|point| point.y);
        let ys = ys.chain(bars().flat_map(|(low, high)| [low, high]));
        let x = Scale::over(points().map(|p| p.x), &self.x, LEFT, WIDTH - RIGHT);
        let y = Scale::over(ys.chain(self.level), &self.y, HEIGHT - BOTTOM, TOP);
        let title = escape(&self.title);
        let mut svg = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             aria-label=\"{title}\">\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"16\">{title}</text>\n"
        );
        self.axes(&mut svg, &x, &y);
        for (number, (name, _)) in names.iter().enumerate() {
            let own = self.series.iter().find(|series| series.name == *name);
            if let Some(series) = own {
                // Error bars of many series at one place would hide each other.
                let aside = (number as f64 - (names.len() as f64 - 1.0) / 2.0) * 2.4;
                let aside = if bars().next().is_some() { aside } else { 0.0 };
                self.draw(&mut svg, series, number, aside, &x, &y);
            }
        }
        svg + "</svg>\n"
    }

    fn axes(&self, svg: &mut String, x: &Scale, y: &Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in y.ticks(self.y.unit, 6) {
            let Some(at) = y.at(tick) else { continue };
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                at + 4.0,
                self.y.unit.shown(tick)
            );
        }
        for tick in x.ticks(self.x.unit, 7) {
            let Some(at) = x.at(tick) else { continue };
            let _ = writeln!(
                svg,
                "<path class=\"axis\" d=\"M{at:.1} {bottom}v4\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 17.0,
                self.x.unit.shown(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>\
             <text class=\"label\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text class=\"label\" x=\"{LEFT}\" y=\"33\">{}</text>",
            HEIGHT - 8.0,
            escape(&self.x.label),
            escape(&self.y.label)
        );
        if let Some(at) = self.level.and_then(|level| y.at(level)) {
            let _ = writeln!(svg, "<path class=\"level\" d=\"M{LEFT} {at:.1}H{right}\"/>");
        }
    }

    fn draw(
        &self,
        svg: &mut String,
        series: &Series,
        number: usize,
        aside: f64,
        x: &Scale,
        y: &Scale,
    ) {
        let place = |point: &Point| Some((x.at(point.x)? + aside, y.at(point.y)?));
        svg.push_str(&opening(number));
        if series.style != Style::Marks {
            let places = series.points.iter().filter_map(place);
            let line: Vec<_> = places.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            if line.len() > 1 {
                let _ = write!(
                    svg,
                    "<path d=\"M{}\" stroke-dasharray=\"{}\"/>",
                    line.join("L"),
                    dashes(number)
                );
            }
        }
        for point in &series.points {
            let (Some((at, height)), true) = (place(point), series.style != Style::Line) else {
                continue;
            };
            let mut told = format!(
                "{}: {} at {}",
                series.name,
                self.y.unit.shown(point.y),
                self.x.unit.shown(point.x)
            );
            if let Some((low, high)) = point.bar
                && let (Some(foot), Some(head)) = (y.at(low), y.at(high))
            {
                let (low, high) = (self.y.unit.shown(low), self.y.unit.shown(high));
                let _ = write!(told, " ({low} to {high})");
                let _ = write!(
                    svg,
                    "<path class=\"bar\" d=\"M{at:.1} {foot:.1}V{head:.1}\"/>"
                );
            }
            svg.push_str(&mark(number, at, height, &told));
        }
        svg.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::super::Page;
    use super::*;

    fn plot(points: &[Point]) -> Plot {
        let series = |name: &str| Series {
            name: name.to_owned(),
            style: Style::LineAndMarks,
            points: points.to_vec(),
        };
        Plot {
            title: "a < b".to_owned(),
            x: Axis::log("bytes", Unit::Bytes),
            y: Axis::linear("ratio", Unit::Plain),
            level: Some(1.0),
            series: (0..12).map(|k| series(&format!("table {k}"))).collect(),
        }
    }

    fn page(plot: Plot) -> String {
        let mut page = Page::new("Title & more", "about");
        page.plots("caption", &[plot]);
        page.finish()
    }

    #[test]
    fn every_point_is_inside_and_has_a_mark_of_its_series() {
        let point = |x: f64, y: f64| Point {
            x,
            y,
            bar: Some((y - 0.1, y + 0.1)),
        };
        let html = page(plot(&[point(65536.0, 1.2), point(1e8, 0.9)]));
        // Two points of twelve series, and one of each in the legend.
        assert_eq!(html.matches("class=\"mark\"").count(), 36, "{html}");
        assert!(
            html.contains("a &lt; b") && html.contains(">64K<"),
            "{html}"
        );
        assert!(!html.contains("<script") && !html.contains("NaN"), "{html}");
        let looks: std::collections::HashSet<_> = (0..14)
            .map(|k| (k % COLOURS, mark(k, 0.0, 0.0, ""), dashes(k)))
            .collect();
        assert_eq!(looks.len(), 14, "series look alike");
        let marks: std::collections::HashSet<_> = (0..10).map(|k| mark(k, 0., 0., "")).collect();
        assert_eq!(marks.len(), 10);
    }

    /// Whatever is measured, a picture comes of it.
    #[test]
    fn strange_numbers_are_left_out() {
        for numbers in [
            vec![],
            vec![0.0, -1.0],
            vec![f64::NAN, f64::INFINITY],
            vec![1.0],
            vec![1e-300, 1e300],
        ] {
            let points = numbers.iter().map(|&number| Point {
                x: number,
                y: number,
                bar: Some((number, f64::INFINITY)),
            });
            let html = page(plot(&points.collect::<Vec<_>>()));
            assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
        }
    }
}
