//! The colours of figures, each in a light, a dark and a terminal form.

/// Which background a figure is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// White paper.
    Light,
    /// A dark page.
    Dark,
    /// A terminal whose background is not known: middle tones, readable on black and on white.
    Terminal,
}

/// One colour in its three forms.
pub(super) struct Colour {
    light: &'static str,
    dark: &'static str,
    terminal: &'static str,
}

impl Colour {
    const fn new(light: &'static str, dark: &'static str, terminal: &'static str) -> Self {
        Colour { light, dark, terminal }
    }

    pub(super) fn on(&self, theme: Theme) -> &'static str {
        match theme {
            Theme::Light => self.light,
            Theme::Dark => self.dark,
            Theme::Terminal => self.terminal,
        }
    }
}

pub(super) const PAPER: Colour = Colour::new("#ffffff", "#0f1418", "#ffffff");
pub(super) const INK: Colour = Colour::new("#1c2329", "#e4e9ee", "#808a94");
pub(super) const AXIS: Colour = Colour::new("#5b6670", "#98a3ad", "#707a84");
pub(super) const GRID: Colour = Colour::new("#e3e7eb", "#2a3138", "#707a84");

/// The colours of curves, told apart with every common kind of colour blindness by hue and by lightness.
const SERIES: [Colour; 8] = [
    Colour::new("#0b62c4", "#6cb2ff", "#3d8fe8"),
    Colour::new("#c8500a", "#ff9f5e", "#e0762f"),
    Colour::new("#0a7f4f", "#4fd39a", "#2ba873"),
    Colour::new("#8a3fc2", "#cda0ff", "#a66fe0"),
    Colour::new("#b3175f", "#ff8ab8", "#d9578f"),
    Colour::new("#0b7a8c", "#4dd0e1", "#2aa3b5"),
    Colour::new("#806300", "#dcbc4a", "#ab8a1a"),
    Colour::new("#454f59", "#b4bec8", "#84909b"),
];

/// The colour of the n-th curve.
pub(super) fn series(index: usize) -> &'static Colour {
    &SERIES[index % SERIES.len()]
}

/// Style rules that turn the light colours of every figure inside `scope` (a CSS selector) into the dark ones.
///
/// A figure's attributes hold literal light colours, so a viewer that ignores styles shows it light.
pub(crate) fn dark_rules(scope: &str) -> String {
    let colours = [&PAPER, &INK, &AXIS, &GRID].into_iter().chain(&SERIES);
    colours
        .flat_map(|colour| {
            ["fill", "stroke"].map(|paint| {
                format!("{scope} [{paint}=\"{}\"]{{{paint}:{}}}\n", colour.light, colour.dark)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(hex: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_curves_stand_out_on_their_background() {
        for theme in [Theme::Light, Theme::Dark] {
            assert!(contrast(INK.on(theme), PAPER.on(theme)) > 12.0);
            for colour in SERIES.iter().chain([&AXIS]) {
                assert!(contrast(colour.on(theme), PAPER.on(theme)) > 4.5, "{}", colour.on(theme));
            }
        }
    }

    #[test]
    fn terminal_colours_are_readable_on_black_and_on_white() {
        for colour in SERIES.iter().chain([&INK, &AXIS]) {
            for background in ["#000000", "#ffffff"] {
                assert!(contrast(colour.terminal, background) > 2.6, "{}", colour.terminal);
            }
        }
    }

    #[test]
    fn no_two_light_colours_are_one_so_that_each_finds_its_dark_form() {
        let mut light: Vec<&str> = SERIES.iter().map(|colour| colour.light).collect();
        light.extend([PAPER.light, INK.light, AXIS.light, GRID.light]);
        let all = light.len();
        light.sort_unstable();
        light.dedup();
        assert_eq!(light.len(), all);
    }
}
