//! A figure as text: braille dots and box-drawing lines.

use kuva::TerminalBackend;
use kuva::render::color::Color;
use kuva::render::render::{PathData, Primitive, Scene};

use super::heat::{self, Heat};
use super::palette::Theme;
use super::plot::Figure;
use super::scene::{Drawn, draw};
use super::words::{shortened, wrapped};

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
    /// Lines of text, `columns` wide and `rows` high: the title, the figure, and below it the names of its lines. Without
    /// colors, several curves are told apart by letters.
    pub fn terminal(&self, columns: usize, rows: usize, colors: Colors) -> String {
        let over = |y: &str, x: &str| format!("{}: {y} over {x}", self.title);
        let title = match (self.y_label.as_str(), self.x_label.as_str()) {
            (_, "") | ("", _) => self.title.clone(),
            (y, x) => over(y, x),
        };
        let title = wrapped(&title, columns);
        let legend = self.legend(columns);
        let below = legend.len() + usize::from(self.heat.is_some());
        let rows = rows.saturating_sub(title.len() + below).max(MIN_ROWS) + BLANK_ROWS;
        // The scene is laid out so that its text is about one character cell per letter.
        let (width, height) = (columns as f64 * CELL.0, rows as f64 * CELL.1);
        let Drawn { mut scene, heat } = draw(self, Theme::Terminal, (width, height));
        let curves = Curves::of(&scene);
        let mut letters = if colors == Colors::None { curves.letters() } else { Vec::new() };
        if let Some((heat, spot)) = self.heat.as_ref().zip(heat) {
            let cells = cells(heat, spot.rectangle);
            if colors == Colors::None {
                letters.extend(cells.iter().map(|(value, at)| (shade(*value), *at)));
            } else {
                scene.elements.extend(cells.into_iter().map(colored));
            }
        }
        let mut text: String = title.iter().map(|line| centered(line, columns) + "\n").collect();
        let drawn = TerminalBackend::new(columns, rows).render_scene(&dotted(scene));
        let names = legend.iter().map(|line| curves.named(line, colors) + "\n");
        let names: String = names.collect();
        match colors {
            Colors::None => text += &lettered(&plain(&drawn), &letters),
            Colors::Indexed => text += &with_escapes(&drawn, indexed),
            Colors::True => text += &drawn,
        }
        // The scene leaves room for the name of its axis.
        let mut lines: Vec<&str> = text.lines().collect();
        lines.truncate(
            lines
                .iter()
                .rposition(|line| !plain(line).trim().is_empty())
                .map_or(0, |last| last + 1),
        );
        let text = lines.join("\n") + "\n";
        let names = names + &self.heat.as_ref().map_or(String::new(), |heat| ends(heat, colors));
        let names = match colors {
            Colors::None => plain(&names),
            Colors::Indexed => with_escapes(&names, indexed),
            Colors::True => names,
        };
        let text = text + &names;
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }

    /// The lines of the legend: the names of curves, each with its color.
    fn legend(&self, columns: usize) -> Vec<Vec<(String, &'static str)>> {
        let mut lines: Vec<Vec<(String, &'static str)>> = Vec::new();
        let mut width = columns;
        for (label, color) in self.legend_colors(Theme::Terminal) {
            let label = shortened(label, columns.saturating_sub(SAMPLE + GAP));
            let length = label.chars().count() + SAMPLE + GAP;
            width += length;
            match lines.last_mut() {
                Some(line) if width <= columns => line.push((label, color)),
                _ => {
                    lines.push(vec![(label, color)]);
                    width = length;
                }
            }
        }
        lines
    }
}

/// The characters of the sample of a line in the legend, and those before it.
const SAMPLE: usize = 3;
const GAP: usize = 2;
/// The least height of the figure itself, and that of the room below its axis.
const MIN_ROWS: usize = 8;
const BLANK_ROWS: usize = 2;

/// The size of a character in pixels.
const CELL: (f64, f64) = (8.0, 16.0);

/// The curves of a scene by their colors, of which each has a letter.
struct Curves {
    colors: Vec<String>,
    lines: Vec<(usize, Vec<(f64, f64)>)>,
}

impl Curves {
    fn of(scene: &Scene) -> Self {
        let (mut colors, mut lines): (Vec<String>, Vec<_>) = (Vec::new(), Vec::new());
        for element in &scene.elements {
            let Primitive::PolyLine { points, stroke, .. } = element else { continue };
            let name = stroke.to_svg_string();
            let at = colors.iter().position(|color| *color == name).unwrap_or(colors.len());
            if at == colors.len() {
                colors.push(name);
            }
            lines.push((at, points.clone()));
        }
        Curves { colors, lines }
    }

    fn letter(at: usize) -> char {
        char::from(b'a' + (at % 26) as u8)
    }

    /// The letters of each curve and their places in pixels, thrice along the curve; none for a single one.
    fn letters(&self) -> Vec<(char, (f64, f64))> {
        let mut placed = Vec::new();
        let lines = self.lines.iter().filter(|(_, points)| !points.is_empty());
        for (at, points) in lines.filter(|_| self.colors.len() > 1) {
            for part in 0..3 {
                // Curves that lie on each other carry their letters side by side.
                let along = (part as f64 + (*at as f64 + 0.5) / self.colors.len() as f64) / 3.0;
                placed.push((Self::letter(*at), points[(along * points.len() as f64) as usize]));
            }
        }
        placed
    }

    /// A line of the legend.
    fn named(&self, line: &[(String, &'static str)], colors: Colors) -> String {
        let item = |(label, color): &(String, &'static str)| {
            let at = self.colors.iter().position(|other| other == color);
            let letter = at.filter(|_| colors == Colors::None && self.colors.len() > 1);
            let sample = letter.map_or('─', Self::letter);
            let escape = escape(color);
            format!("{:GAP$}{escape}╶{sample}╴\u{1b}[0m{label}", "")
        };
        line.iter().map(item).collect()
    }
}

/// The escape sequence for a color `#rrggbb`.
fn escape(color: &str) -> String {
    let part =
        |at: usize| u8::from_str_radix(color.get(at..at + 2).unwrap_or("0"), 16).unwrap_or(0);
    format!("\u{1b}[38;2;{};{};{}m", part(1), part(3), part(5))
}

/// The line of the scale of colors or shades.
fn ends(heat: &Heat, colors: Colors) -> String {
    const PARTS: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];
    let part = |value: f64| {
        let [red, green, blue] = heat::color(value);
        let sample = if colors == Colors::None { shade(value) } else { '█' };
        format!("{}{sample}{sample}", escape(&format!("#{red:02x}{green:02x}{blue:02x}")))
    };
    let [low, high] = &heat.ends;
    format!("{:GAP$}{low} {}\u{1b}[0m {high}\n", "", PARTS.map(part).concat())
}

/// The text in the middle of a line.
fn centered(text: &str, columns: usize) -> String {
    format!("{text:^columns$}")
}

/// The value and the middle of each character cell in a rectangle of pixels.
fn cells(heat: &Heat, [x, y, width, height]: [f64; 4]) -> Vec<(f64, (f64, f64))> {
    let mut cells = Vec::new();
    // The axis has the cells of the first column and of the last row.
    let (left, right) = ((x / CELL.0) as usize + 1, ((x + width) / CELL.0) as usize);
    let (top, bottom) = ((y / CELL.1).round() as usize, ((y + height) / CELL.1) as usize);
    for row in top..bottom {
        for column in left..right {
            let part =
                |at: usize, from: usize, to: usize| ((at - from) as f64 + 0.5) / (to - from) as f64;
            let value = heat.greatest(
                (part(column, left, right), part(row, top, bottom)),
                [right - left, bottom - top],
            );
            let at = |cell: usize, size: f64| (cell as f64 + 0.5) * size;
            cells.push((value, (at(column, CELL.0), at(row, CELL.1))));
        }
    }
    cells.retain(|(value, _)| !value.is_nan());
    cells
}

/// A cell filled with the color of its value.
fn colored((value, (x, y)): (f64, (f64, f64))) -> Primitive {
    let [red, green, blue] = heat::color(value);
    Primitive::Rect {
        // Within the cell, so that it fills this one alone.
        x: x - 1.0,
        y: y - 1.0,
        width: 2.0,
        height: 2.0,
        fill: Color::Rgb(red, green, blue),
        stroke: None,
        stroke_width: None,
        opacity: None,
    }
}

/// The character for a value between 0 and 1 where there are no colors.
fn shade(value: f64) -> char {
    const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
    SHADES[((value * 5.0) as usize).min(4)]
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

/// The text without the escape sequences of colors.
fn plain(text: &str) -> String {
    with_escapes(text, |_| String::new())
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
            assert!(text.contains(&format!("╶{letter}╴{name}")), "{text}");
            let rows = text.lines().filter(|line| line.chars().take(50).any(|c| c == letter));
            assert!(rows.count() >= 2, "{text}");
        }
        assert!(
            !Figure::new("").curve(curve("x", 1.0)).terminal(80, 20, Colors::None).contains('a')
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_word_is_lost() {
        let names =
            ["a curve with a long name", "another one with a name that is longer still", "c"];
        let curve = |at: usize| {
            Curve::new(
                names[at],
                (0..50).map(|i| (f64::from(i), f64::from(i * at as i32))).collect(),
            )
        };
        let figure = Figure::new("folder.csv: frequency=2,damping_ratio=0.3")
            .axes("time, s", "position")
            .curves((0..3).map(curve));
        for columns in [30, 40, 80, 200] {
            for colors in [Colors::None, Colors::Indexed, Colors::True] {
                let text = figure.terminal(columns, 20, colors);
                let plain = with_escapes(&text, |_| String::new());
                assert!(plain.lines().all(|line| line.chars().count() <= columns), "{plain}");
                assert!((19..=20).contains(&plain.lines().count()), "{plain}");
                let joined: String = plain.split_whitespace().collect();
                let title = "folder.csv:frequency=2,damping_ratio=0.3:positionovertime,s";
                assert!(joined.contains(title), "{plain}");
                let shown = names.iter().filter(|name| plain.contains(*name)).count();
                assert_eq!(shown, if columns < 50 { 2 } else { 3 }, "{plain}");
            }
        }
    }

    #[test]
    fn colors_over_an_area_fill_the_cells_and_are_shades_without_color() {
        let rows = (0..40).map(|y| (0..100).map(|x| f64::from(x * y) / 3861.0).collect()).collect();
        let ends = ["none".to_owned(), "all".to_owned()];
        let heat = Heat { x: (0.0, 1.0), y: (0.0, 1.0), rows, ends };
        let figure = Figure::new("product").heat(heat);
        let plain = figure.terminal(60, 16, Colors::None);
        assert!(plain.ends_with("none   ░░▒▒▓▓██ all\n"), "{plain}");
        for shade in ['░', '▒', '▓', '█'] {
            assert!(plain.contains(shade), "{plain}");
        }
        let colored = figure.terminal(60, 16, Colors::True);
        let [red, green, blue] = heat::color(0.0);
        assert!(colored.contains(&format!("\u{1b}[38;2;{red};{green};{blue}m█")), "{colored}");
    }
}
