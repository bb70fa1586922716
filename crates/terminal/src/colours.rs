//! Which colours a terminal has, and the board's palette in them.

use std::env;

use ratatui::style::Color;

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// Any colour.
    Full,
    /// The 256 of most terminals.
    Indexed,
    /// The sixteen whose looks nobody knows: for letters, not for boards.
    Few,
    /// None.
    None,
}

impl Colours {
    /// What this terminal says of itself.
    pub(crate) fn of_terminal(wanted: bool) -> Self {
        let says = |name: &str| env::var(name).unwrap_or_default();
        let (term, colours) = (says("TERM"), says("COLORTERM"));
        match () {
            () if !wanted || term == "dumb" => Self::None,
            () if colours == "truecolor" || colours == "24bit" || term.ends_with("-direct") => {
                Self::Full
            }
            () if term.contains("256") || !colours.is_empty() => Self::Indexed,
            () => Self::Few,
        }
    }

    /// True if boards can have their own colours.
    pub(crate) fn paints(self) -> bool {
        matches!(self, Self::Full | Self::Indexed)
    }

    /// A colour of a board that [paints](Self::paints).
    pub(crate) fn show(self, colour: Rgb) -> Color {
        match self {
            Self::Full => Color::Rgb(colour.0, colour.1, colour.2),
            Self::Indexed => Color::Indexed(colour.index()),
            Self::Few | Self::None => Color::Reset,
        }
    }

    /// A colour of letters, where there are any.
    pub(crate) fn letters(self, colour: Color) -> Color {
        if self == Self::None {
            Color::Reset
        } else {
            colour
        }
    }
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    /// Reads `#rrggbb`; what is none is grey.
    pub(crate) fn read(text: &str) -> Self {
        let part = |at: usize| {
            let digits = text.get(at..at + 2);
            digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
        };
        match (part(1), part(3), part(5)) {
            (Some(red), Some(green), Some(blue)) => Self(red, green, blue),
            _ => Self(128, 128, 128),
        }
    }

    /// This colour with some of another one, from 0 to 1.
    pub(crate) fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| {
            let (a, b) = (f32::from(a), f32::from(b));
            (a + (b - a) * share).round() as u8
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// True if dark letters stand out from it better than light ones.
    pub(crate) fn is_light(self) -> bool {
        let Self(red, green, blue) = self;
        u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114 > 140_000
    }

    /// The nearest colour of the 256: the cube of 216, or one of 24 greys.
    fn index(self) -> u8 {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let nearest = |value: u8| {
            let steps = (0_u8..).zip(STEPS);
            let step = steps.min_by_key(|(_, step)| step.abs_diff(value));
            step.map_or(0, |(index, _)| index)
        };
        let cube = [nearest(self.0), nearest(self.1), nearest(self.2)];
        let colour = cube.map(|index| STEPS[usize::from(index)]);
        let mean = (u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3;
        let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
        let far = |other: [u8; 3]| {
            let parts = [self.0, self.1, self.2].into_iter().zip(other);
            parts
                .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
                .sum::<u32>()
        };
        if far([8 + 10 * grey; 3]) < far(colour) {
            232 + grey
        } else {
            16 + 36 * cube[0] + 6 * cube[1] + cube[2]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_256_colours_is_near() {
        assert_eq!(Rgb::read("#000000").index(), 16);
        assert_eq!(Rgb::read("#ffffff").index(), 231);
        assert_eq!(Rgb::read("#ff0000").index(), 196);
        assert_eq!(Rgb::read("#17191d").index(), 234);
        assert_eq!(Rgb::read("#808080").index(), 244);
    }

    #[test]
    fn what_is_no_colour_is_grey() {
        assert_eq!(Rgb::read("red"), Rgb(128, 128, 128));
        assert_eq!(Rgb::read("#12\u{e9}345"), Rgb(128, 128, 128));
    }
}
