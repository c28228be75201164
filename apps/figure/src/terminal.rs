//! A figure as text: braille dots and box-drawing lines.

use kuva::TerminalBackend;
use kuva::render::render::{PathData, Primitive, Scene};

use super::palette::Theme;
use super::plot::Figure;
use super::scene::scene;

/// The colors of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None: curves carry letters.
    None,
    /// The 256 colors of xterm.
    Indexed,
    /// 24 bits.
    True,
}

impl Figure {
    /// Lines of text, `columns` wide and `rows` high. Without colors, several curves are told apart by letters.
    pub fn terminal(&self, columns: usize, rows: usize, colors: Colors) -> String {
        // The scene is laid out so that its text is about one character cell per letter.
        let (width, height) = (columns as f64 * CELL.0, rows as f64 * CELL.1);
        let scene = scene(self, Theme::Terminal, (width, height));
        let letters = if colors == Colors::None { letters(&scene) } else { Vec::new() };
        let text = TerminalBackend::new(columns, rows).render_scene(&dotted(scene));
        let text = match colors {
            Colors::None => lettered(&with_escapes(&text, |_| String::new()), &letters),
            Colors::Indexed => with_escapes(&text, indexed),
            Colors::True => text,
        };
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }
}

/// The size of a character in pixels.
const CELL: (f64, f64) = (8.0, 16.0);

/// The letters of each curve and the places of each in pixels: thrice along the curve, and on its sample in the legend.
fn letters(scene: &Scene) -> Vec<(char, (f64, f64))> {
    let mut colors: Vec<String> = Vec::new();
    let mut lines: Vec<(usize, Vec<(f64, f64)>)> = Vec::new();
    for element in &scene.elements {
        let Primitive::PolyLine { points, stroke, .. } = element else { continue };
        let name = format!("{stroke:?}");
        let at = colors.iter().position(|color| *color == name).unwrap_or(colors.len());
        if at == colors.len() {
            colors.push(name);
        }
        lines.push((at, points.clone()));
    }
    if colors.len() < 2 {
        return Vec::new();
    }
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    let mut placed = Vec::new();
    for (at, points) in lines.iter().filter(|(_, points)| !points.is_empty()) {
        for part in 0..3 {
            // Curves that lie on each other carry their letters side by side.
            let along = (part as f64 + (*at as f64 + 0.5) / colors.len() as f64) / 3.0;
            placed.push((letter(*at), points[(along * points.len() as f64) as usize]));
        }
    }
    for element in &scene.elements {
        let Primitive::Line { x1, y1, x2, stroke, .. } = element else { continue };
        if let Some(at) = colors.iter().position(|color| *color == format!("{stroke:?}")) {
            placed.push((letter(at), (0.5 * (x1 + x2), *y1)));
        }
    }
    placed
}

/// The text with letters in the cells of their places.
fn lettered(text: &str, letters: &[(char, (f64, f64))]) -> String {
    let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    for (letter, (x, y)) in letters {
        let (column, row) = ((x / CELL.0) as usize, (y / CELL.1) as usize);
        if let Some(cell) = lines.get_mut(row).and_then(|line| line.get_mut(column)) {
            *cell = *letter;
        }
    }
    lines.into_iter().map(|line| line.into_iter().chain(['\n']).collect::<String>()).collect()
}

/// The nearest of xterm's 256 colors to a color of 24 bits; other escapes as they are.
fn indexed(escape: &str) -> String {
    let numbers: Vec<u32> = escape.split(';').filter_map(|number| number.parse().ok()).collect();
    let [38, 2, red, green, blue] = numbers[..] else { return format!("\u{1b}[{escape}m") };
    let level = |part: u32| (5 * part + 127) / 255;
    format!("\u{1b}[38;5;{}m", 16 + 36 * level(red) + 6 * level(green) + level(blue))
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

/// The text with other escape sequences for those of colors (`ESC [ … m`).
fn with_escapes(text: &str, other: impl Fn(&str) -> String) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once("\u{1b}[") {
        changed.push_str(before);
        let (escape, after) = escape.split_once('m').unwrap_or((escape, ""));
        changed.push_str(&other(escape));
        rest = after;
    }
    changed + rest
}

#[cfg(test)]
mod tests {
    use super::super::Curve;
    use super::*;

    #[test]
    fn plain_text_has_no_escape_and_keeps_its_size() {
        let points = (0..50).map(|i| (f64::from(i), f64::from(i * i))).collect();
        let text =
            Figure::new("square").curve(Curve::new("", points)).terminal(70, 18, Colors::None);
        assert!(!text.contains('\u{1b}') && text.contains("square"));
        assert!(text.lines().count() <= 18);
        assert!(text.lines().all(|line| line.chars().count() <= 70), "{text}");
        assert!(text.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c)), "{text}");
    }

    #[test]
    fn colors_are_removed_or_the_nearest_of_256() {
        let text = "a\u{1b}[38;2;255;0;3mb\u{1b}[0m c";
        assert_eq!(with_escapes(text, |_| String::new()), "ab c");
        assert_eq!(with_escapes(text, indexed), "a\u{1b}[38;5;196mb\u{1b}[0m c");
    }

    #[test]
    fn curves_without_color_carry_the_letters_of_the_legend() {
        let curve = |name: &str, y: f64| {
            Curve::new(name, (0..50).map(|i| (f64::from(i), y * f64::from(i))).collect())
        };
        let figure = Figure::new("").curve(curve("rise", 1.0)).curve(curve("fall", -1.0));
        let text = figure.terminal(80, 20, Colors::None);
        for (letter, name) in [('a', "rise"), ('b', "fall")] {
            let legend = text.lines().find(|line| line.contains(name)).unwrap();
            let sample = legend[..legend.find(name).unwrap()].chars().rev().take(5);
            assert!(sample.into_iter().any(|c| c == letter), "{text}");
            let rows = text.lines().filter(|line| line.chars().take(50).any(|c| c == letter));
            assert!(rows.count() >= 2, "{text}");
        }
        assert!(
            !Figure::new("").curve(curve("x", 1.0)).terminal(80, 20, Colors::None).contains('a')
        );
    }
}
