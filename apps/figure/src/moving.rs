//! An animated figure: panels of lines and points, played in a loop.
//!
//! An SVG that animates itself. With reduced motion, and on paper, each panel shows the last frame over
//! pale traces of the ones before it.

use std::fmt::Write;

use super::palette::{AXIS, GRID, PAPER, Theme, series};
use super::svg::{escaped, root};

/// Panels side by side, animated together.
#[derive(Clone, Debug)]
pub struct Moving {
    title: String,
    seconds: f64,
    panels: Vec<Panel>,
}

/// One panel: the drawing in a rectangle of the plane.
#[derive(Clone, Debug)]
pub struct Panel {
    label: String,
    x: (f64, f64),
    y: (f64, f64),
    layers: Vec<Layer>,
}

/// One color of a panel: in every frame the same lines, moved.
#[derive(Clone, Debug)]
struct Layer {
    color: usize,
    width: f64,
    filled: bool,
    frames: Vec<Vec<Line>>,
}

/// A line through points; a line of one point is a dot.
pub type Line = Vec<(f64, f64)>;

const WIDTH: f64 = 720.0;
const HEADING: f64 = 34.0;
const LABEL: f64 = 26.0;
const GAP: f64 = 8.0;

/// Coordinates are written in whole quarters of a pixel.
const FINE: f64 = 4.0;

/// Stroke widths.
const STROKE: f64 = 1.3;
const DOT: f64 = 7.0;

impl Moving {
    /// An empty figure that takes `seconds` for all its frames.
    pub fn new(title: impl Into<String>, seconds: f64) -> Self {
        Moving { title: title.into(), seconds, panels: Vec::new() }
    }

    /// Adds a panel to the right of the others.
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// An SVG element for a page that brings [`dark_rules`](super::dark_rules) and [`STYLE`].
    pub fn inline_svg(&self) -> String {
        let across = (WIDTH - GAP) / self.panels.len().max(1) as f64;
        let inner = across - GAP;
        let tall = |panel: &Panel| inner * (panel.y.1 - panel.y.0) / (panel.x.1 - panel.x.0);
        let below = self.panels.iter().map(tall).fold(0.0, f64::max);
        let height = (HEADING + below + LABEL + GAP).ceil();
        let [paper, axis, grid] = [&PAPER, &AXIS, &GRID].map(|color| color.on(Theme::Light));
        let mut body = format!(
            "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{paper}\"/>\
             <text x=\"{}\" y=\"22\" font-size=\"15\" text-anchor=\"middle\">{}</text>\n",
            WIDTH / 2.0,
            escaped(&self.title),
        );
        for (index, panel) in self.panels.iter().enumerate() {
            let left = GAP + across * index as f64;
            let _ = writeln!(
                body,
                "<svg x=\"{left:.1}\" y=\"{HEADING}\" width=\"{inner:.1}\" height=\"{below:.1}\" \
                 viewBox=\"0 0 {inner:.1} {below:.1}\"><rect width=\"100%\" height=\"100%\" fill=\"none\" \
                 stroke=\"{grid}\"/>{}</svg>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{axis}\">{}</text>",
                panel.drawn(inner / (panel.x.1 - panel.x.0), self.seconds),
                left + inner / 2.0,
                HEADING + below + 18.0,
                escaped(&panel.label)
            );
        }
        root(&self.title, (WIDTH, height), "", &body)
    }
}

/// The rules that choose between motion and traces.
pub const STYLE: &str = "\
.still { display: none; }
@media (prefers-reduced-motion: reduce) { .moving { display: none; } .still { display: inline; } }
@media print { .moving { display: none; } .still { display: inline; } }";

impl Panel {
    /// An empty panel that shows these ranges of x and y, one unit as long on both.
    pub fn new(label: impl Into<String>, x: (f64, f64), y: (f64, f64)) -> Self {
        Panel { label: label.into(), x, y, layers: Vec::new() }
    }

    /// Adds lines in the n-th color: every frame has the same lines with as many points.
    pub fn lines(self, color: usize, frames: Vec<Vec<Line>>) -> Self {
        self.layer(color, STROKE, false, frames)
    }

    /// Adds closed shapes in the n-th color, with a pale fill: every frame has the same with as many points.
    pub fn shapes(self, color: usize, frames: Vec<Vec<Line>>) -> Self {
        self.layer(color, STROKE, true, frames)
    }

    /// Adds dots in the n-th color: every frame has as many.
    pub fn dots(self, color: usize, frames: Vec<Line>) -> Self {
        let frames = frames.into_iter().map(|dots| dots.into_iter().map(|dot| vec![dot]).collect());
        self.layer(color, DOT, false, frames.collect())
    }

    fn layer(mut self, color: usize, width: f64, filled: bool, frames: Vec<Vec<Line>>) -> Self {
        self.layers.push(Layer { color, width, filled, frames });
        self
    }

    fn drawn(&self, scale: f64, seconds: f64) -> String {
        let (mut moving, mut still) = (String::new(), String::new());
        for layer in &self.layers {
            let color = series(layer.color).on(Theme::Light);
            let (fill, opacity) =
                if layer.filled { (color, " fill-opacity=\"0.2\"") } else { ("none", "") };
            let open = format!(
                "<path fill=\"{fill}\"{opacity} stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"",
                layer.width * FINE
            );
            let paths: Vec<String> =
                layer.frames.iter().map(|lines| self.path(lines, scale)).collect();
            let Some(last) = paths.last() else { continue };
            let _ = write!(
                moving,
                "{open} d=\"{}\"><animate attributeName=\"d\" dur=\"{seconds}s\" \
                 repeatCount=\"indefinite\" values=\"{}\"/></path>",
                paths[0],
                paths.join(";")
            );
            // Four traces, evenly spread, and the end.
            for trace in 0..4 {
                let path = &paths[trace * (paths.len() - 1) / 4];
                let _ = write!(still, "{open} opacity=\"0.25\" d=\"{path}\"/>");
            }
            let _ = write!(still, "{open} d=\"{last}\"/>");
        }
        let shrink = 1.0 / FINE;
        format!(
            "<g class=\"moving\" transform=\"scale({shrink})\">{moving}</g>\
             <g class=\"still\" transform=\"scale({shrink})\">{still}</g>"
        )
    }

    /// Returns lines as path data: the first point of each, then the relative steps.
    fn path(&self, lines: &[Line], scale: f64) -> String {
        let fine = |&(x, y): &(f64, f64)| {
            // Far points are clamped outside; NaN is drawn in the corner.
            let part =
                |distance: f64| (distance * scale * FINE).clamp(-20_000.0, 20_000.0).round() as i64;
            (part(x - self.x.0), part(self.y.1 - y))
        };
        let mut path = String::new();
        for line in lines {
            let Some(first) = line.first() else { continue };
            let mut at = fine(first);
            let _ = write!(path, "M{} {}", at.0, at.1);
            if line.len() == 1 {
                path.push_str("h0");
            }
            for point in &line[1..] {
                let next = fine(point);
                let _ = write!(path, "l{} {}", next.0 - at.0, next.1 - at.1);
                at = next;
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moving() -> Moving {
        let frames = vec![vec![vec![(0.0, 0.0), (1.0, 1.0)]], vec![vec![(0.5, 0.0), (1.0, 0.5)]]];
        let panel = Panel::new("a < b", (0.0, 2.0), (0.0, 1.0));
        Moving::new("title", 2.0).panel(panel.lines(1, frames).dots(2, vec![vec![(1.0, 0.5)]; 2]))
    }

    #[test]
    fn every_frame_has_the_same_path_commands() {
        let svg = moving().inline_svg();
        let values = svg.split("values=\"").nth(1).unwrap().split('"').next().unwrap();
        let commands = |path: &str| path.replace(|c: char| !c.is_alphabetic(), "");
        let frames: Vec<String> = values.split(';').map(commands).collect();
        assert_eq!(frames, ["Ml", "Ml"]);
        assert!(svg.contains("M1408 704h0") && svg.contains("a &lt; b"), "{svg}");
    }

    #[test]
    fn with_reduced_motion_traces_are_shown() {
        let svg = moving().inline_svg();
        assert_eq!(svg.matches("<animate").count(), 2);
        let still = svg.split("class=\"still\"").nth(1).unwrap();
        assert_eq!((still.matches("<path").count(), still.matches("<animate").count()), (10, 0));
        assert!(STYLE.contains("prefers-reduced-motion: reduce"));
    }

    #[test]
    fn infinite_and_nan_coordinates_are_clamped() {
        let line = vec![(f64::INFINITY, 1e300), (f64::NAN, -1e300)];
        let panel = Panel::new("", (0.0, 1.0), (0.0, 1.0));
        assert_eq!(panel.path(&[line], 100.0), "M20000 -20000l-20000 40000");
    }

    #[test]
    fn every_color_has_a_dark_form() {
        let (svg, rules) = (moving().inline_svg(), super::super::dark_rules(""));
        for paint in ["fill", "stroke"] {
            for part in svg.split(&format!(" {paint}=\"")).skip(1) {
                let color = part.split('"').next().unwrap();
                assert!(color == "none" || rules.contains(&format!("[{paint}=\"{color}\"]")));
            }
        }
    }
}
