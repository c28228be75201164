//! A figure as text: braille dots and box-drawing lines.

use kuva::TerminalBackend;
use kuva::render::render::{PathData, Primitive, Scene};

use super::palette::Theme;
use super::plot::Figure;
use super::scene::scene;

impl Figure {
    /// Lines of text, `columns` wide and `rows` high, in color if the terminal shows it.
    pub fn terminal(&self, columns: usize, rows: usize, color: bool) -> String {
        // The scene is laid out so that its text is about one character cell per letter.
        let (width, height) = (columns as f64 * 8.0, rows as f64 * 16.0);
        let drawn = dotted(scene(self, Theme::Terminal, (width, height)));
        let text = TerminalBackend::new(columns, rows).render_scene(&drawn);
        let text = if color { text } else { without_colors(&text) };
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }
}

/// The scene with its curves as paths: those are drawn in dots throughout, where a line's level and upright parts
/// would be drawn as frames are.
fn dotted(mut scene: Scene) -> Scene {
    for element in &mut scene.elements {
        let Primitive::PolyLine { points, stroke, stroke_width, .. } = element else { continue };
        let steps = points.iter().enumerate();
        let path =
            steps.map(|(at, (x, y))| format!("{} {x} {y} ", if at == 0 { 'M' } else { 'L' }));
        *element = Primitive::Path(Box::new(PathData {
            d: path.collect(),
            fill: None,
            stroke: stroke.clone(),
            stroke_width: *stroke_width,
            opacity: None,
            stroke_dasharray: None,
        }));
    }
    scene
}

/// The text without escape sequences (`ESC [ … m`).
fn without_colors(text: &str) -> String {
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
    fn only_color_escapes_are_removed() {
        assert_eq!(without_colors("a\u{1b}[38;2;1;2;3mb\u{1b}[0m c"), "ab c");
    }
}
