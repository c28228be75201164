//! The colors of figures, each in a light, a dark and a terminal form.

/// The background that a figure is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// White paper.
    Light,
    /// A dark page.
    Dark,
    /// A terminal with an unknown background: medium tones, readable on black and on white.
    Terminal,
}

/// One color in its three forms, in the order of the themes.
pub(crate) struct Color([&'static str; 3]);

impl Color {
    pub(crate) fn on(&self, theme: Theme) -> &'static str {
        self.0[theme as usize]
    }
}

pub(crate) const PAPER: Color = Color(["#ffffff", "#0f1418", "#ffffff"]);
pub(crate) const INK: Color = Color(["#1c2329", "#e4e9ee", "#808a94"]);
pub(crate) const AXIS: Color = Color(["#5b6670", "#98a3ad", "#707a84"]);
pub(crate) const GRID: Color = Color(["#e3e7eb", "#2a3138", "#707a84"]);

/// The colors of curves, distinct by hue and by lightness with every common kind of color blindness.
const SERIES: [Color; 8] = [
    Color(["#0b62c4", "#6cb2ff", "#3d8fe8"]),
    Color(["#c8500a", "#ff9f5e", "#e0762f"]),
    Color(["#0a7f4f", "#4fd39a", "#2ba873"]),
    Color(["#8a3fc2", "#cda0ff", "#a66fe0"]),
    Color(["#b3175f", "#ff8ab8", "#d9578f"]),
    Color(["#0b7a8c", "#4dd0e1", "#2aa3b5"]),
    Color(["#806300", "#dcbc4a", "#ab8a1a"]),
    Color(["#454f59", "#b4bec8", "#84909b"]),
];

/// The color of the n-th curve.
pub(crate) fn series(index: usize) -> &'static Color {
    &SERIES[index % SERIES.len()]
}

/// Style rules that turn the light colors of every figure inside `scope` (a CSS selector) into the dark ones.
///
/// A figure's attributes hold literal light colors, so a viewer that ignores styles shows it light.
pub fn dark_rules(scope: &str) -> String {
    let colors = [&PAPER, &INK, &AXIS, &GRID].into_iter().chain(&SERIES);
    colors
        .flat_map(|color| {
            let [light, dark, _] = color.0;
            ["fill", "stroke"]
                .map(|paint| format!("{scope} [{paint}=\"{light}\"]{{{paint}:{dark}}}\n"))
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
            for color in SERIES.iter().chain([&AXIS]) {
                assert!(contrast(color.on(theme), PAPER.on(theme)) > 4.5, "{}", color.on(theme));
            }
        }
    }

    #[test]
    fn terminal_colors_are_readable_on_black_and_on_white() {
        for color in SERIES.iter().chain([&INK, &AXIS]) {
            for background in ["#000000", "#ffffff"] {
                assert!(
                    contrast(color.on(Theme::Terminal), background) > 2.6,
                    "{}",
                    color.on(Theme::Terminal)
                );
            }
        }
    }

    #[test]
    fn light_colors_are_distinct_so_that_each_has_one_dark_form() {
        let mut light: Vec<&str> = SERIES.iter().map(|color| color.on(Theme::Light)).collect();
        light.extend([PAPER, INK, AXIS, GRID].map(|color| color.on(Theme::Light)));
        let all = light.len();
        light.sort_unstable();
        light.dedup();
        assert_eq!(light.len(), all);
    }
}
