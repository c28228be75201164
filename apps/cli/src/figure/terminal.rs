//! A figure as text: braille dots and box-drawing lines.

use kuva::TerminalBackend;

use super::palette::Theme;
use super::plot::Figure;
use super::scene::scene;

impl Figure {
    /// Lines of text, `columns` wide and `rows` high, in colour if the terminal shows it.
    pub(crate) fn terminal(&self, columns: usize, rows: usize, colour: bool) -> String {
        // The scene is laid out so that its text is about one character cell per letter.
        let (width, height) = (columns as f64 * 8.0, rows as f64 * 16.0);
        let text = TerminalBackend::new(columns, rows).render_scene(&scene(
            self,
            Theme::Terminal,
            (width, height),
        ));
        let text = if colour { text } else { without_colours(&text) };
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }
}

/// The text without escape sequences (`ESC [ … m`).
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = escape.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::super::Curve;
    use super::*;

    #[test]
    fn plain_text_has_no_escape_and_keeps_its_size() {
        let points = (0..50).map(|i| (f64::from(i), f64::from(i * i))).collect();
        let text = Figure::new("square").curve(Curve::new("", points)).terminal(70, 18, false);
        assert!(!text.contains('\u{1b}') && text.contains("square"));
        assert!(text.lines().count() <= 18);
        assert!(text.lines().all(|line| line.chars().count() <= 70), "{text}");
        assert!(text.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c)), "{text}");
    }

    #[test]
    fn colours_are_taken_out_and_nothing_else() {
        assert_eq!(without_colours("a\u{1b}[38;2;1;2;3mb\u{1b}[0m c"), "ab c");
    }
}
