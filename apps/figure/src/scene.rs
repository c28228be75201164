//! Turns a figure into a scene of the plotting crate: the only file that depends on it.

use std::sync::Arc;

use kuva::plot::legend::LegendPosition;
use kuva::plot::{BandPlot, LinePlot, ScatterPlot};
use kuva::render::annotations::{ReferenceLine, TextAnnotation};
use kuva::render::color::Color;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::{Primitive, Scene, TextAnchor, render_multiple};
use kuva::render::theme::Theme as Chrome;

use super::heat::{self, Heat};
use super::palette::{AXIS, GRID, INK, PAPER, Theme, series};
use super::plot::Figure;
use super::thin::Columns;
use super::words::{shortened, wrapped};

/// The radius of a mark in pixels.
const MARK: f64 = 3.5;

/// The width of a letter of the title and of an axis in pixels, about.
const LETTER: f64 = 9.2;
/// The room for the numbers of the y axis, twice.
const MARGIN: f64 = 110.0;
/// Points of a line are told apart down to half a pixel.
const COLUMNS_PER_PIXEL: f64 = 2.0;
/// The size of the scale of colors: its width and height, its distance from the right, that of its names, and the number of its parts.
const SCALE: [f64; 3] = [80.0, 9.0, 42.0];
const SCALE_GAP: f64 = 5.0;
const SCALE_PARTS: u32 = 40;
/// The color of the line that marks the corners of colors over an area until they are drawn.
const CORNERS: &str = "#010203";

/// A figure laid out.
pub(crate) struct Drawn {
    pub(crate) scene: Scene,
    /// The place of colors over an area, which no element of the scene draws.
    pub(crate) heat: Option<Spot>,
}

/// A rectangle of the scene, drawn before one of its elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) before: usize,
    /// Left, top, width and height.
    pub(crate) rectangle: [f64; 4],
}

/// Lays out the figure for a theme in a number of pixels, and a little higher for a long legend.
pub(crate) fn draw(figure: &Figure, theme: Theme, size: (f64, f64)) -> Drawn {
    let mut scene = scene(figure, theme, size);
    let corners = scene.elements.iter().position(|element| {
        matches!(element, Primitive::PolyLine { stroke, .. } if *stroke == Color::from(CORNERS))
    });
    let Some((before, heat)) = corners.zip(figure.heat.as_ref()) else {
        return Drawn { scene, heat: None };
    };
    let Primitive::PolyLine { points, .. } = scene.elements.remove(before) else {
        return Drawn { scene, heat: None };
    };
    let (from, to) = (points[0], points[points.len() - 1]);
    let rectangle = [from.0, to.1, to.0 - from.0, from.1 - to.1];
    if theme != Theme::Terminal {
        let right = from.0.max(to.0);
        let label = scene.elements.iter().find_map(|element| match element {
            Primitive::Text { content, y, rotate: None, .. } if *content == figure.x_label => {
                Some(*y)
            }
            _ => None,
        });
        scale(&mut scene, heat, (right, label.unwrap_or(from.1 + SCALE[1])));
    }
    Drawn { scene, heat: Some(Spot { before, rectangle }) }
}

/// Draws the scale of colors with the names of its ends, its lower right corner at a place.
fn scale(scene: &mut Scene, heat: &Heat, (right, bottom): (f64, f64)) {
    let [width, height, margin] = SCALE;
    let (left, right) = (right - margin - width, right - margin);
    let part = width / f64::from(SCALE_PARTS);
    for at in 0..SCALE_PARTS {
        let [red, green, blue] = heat::color((f64::from(at) + 0.5) / f64::from(SCALE_PARTS));
        scene.elements.push(Primitive::Rect {
            x: left + part * f64::from(at),
            y: bottom - height,
            // Without seams.
            width: part + 0.5,
            height,
            fill: Color::Rgb(red, green, blue),
            stroke: None,
            stroke_width: None,
            opacity: None,
        });
    }
    let ends = [(left - SCALE_GAP, TextAnchor::End), (right + SCALE_GAP, TextAnchor::Start)];
    for ((x, anchor), name) in ends.into_iter().zip(&heat.ends) {
        let (y, content, size) = (bottom, name.clone(), 11);
        scene.elements.push(Primitive::Text {
            x,
            y,
            content,
            size,
            anchor,
            rotate: None,
            bold: false,
            color: None,
        });
    }
}

fn scene(figure: &Figure, theme: Theme, (width, height): (f64, f64)) -> Scene {
    // The crate's own logarithmic axes end at 1e-10.
    let deep = figure.log_y && figure.window().y.0 < 1e-9;
    let exponents = if deep { figure.with_y_exponents() } else { Figure::default() };
    let figure = if deep { &exponents } else { figure };
    let plots = plots(figure, theme, width);
    let window = figure.window();
    let mut layout = Layout::auto_from_plots(&plots)
        .with_width(width)
        .with_height(height)
        .with_title_size(15)
        .with_x_axis_min(window.x.0)
        .with_x_axis_max(window.x.1)
        .with_y_axis_min(window.y.0)
        .with_y_axis_max(window.y.1)
        .with_legend_box(false)
        .with_theme(chrome(theme));
    if figure.log_x {
        layout = layout.with_log_x().with_x_tick_format(TickFormat::Custom(Arc::new(decade)));
    }
    if deep {
        let step = ((window.y.1 - window.y.0) / 8.0).ceil();
        let power_of_ten = |y: f64| format!("1e{y:.0}");
        layout = layout
            .with_y_tick_step(step)
            .with_y_tick_format(TickFormat::Custom(Arc::new(power_of_ten)));
    } else if figure.log_y {
        layout = layout.with_log_y().with_y_tick_format(TickFormat::Custom(Arc::new(decade)));
    }
    if !figure.log_x && is_extreme(window.x) {
        layout = layout.with_x_tick_format(TickFormat::Custom(Arc::new(short)));
    }
    if !figure.log_y && !deep && is_extreme(window.y) {
        layout = layout.with_y_tick_format(TickFormat::Custom(Arc::new(short)));
    }
    if figure.equal_aspect {
        layout = layout.with_equal_aspect();
    }
    if theme == Theme::Terminal {
        // Title and legend are lines of text around the scene.
        layout.show_legend = false;
    } else {
        // The title is in the middle of the axes, whose numbers are on the left.
        let across = ((width - MARGIN).max(MARGIN) / LETTER) as usize;
        let along = (0.7 * height / LETTER) as usize;
        // The legend is below, so that a phone shows it without scrolling.
        layout = layout
            .with_legend_position(LegendPosition::OutsideBottomColumns)
            .with_title(wrapped(&figure.title, across).join(" "))
            .with_title_wrap(across)
            .with_x_label(shortened(&figure.x_label, across))
            .with_y_label(shortened(&figure.y_label, along));
    }
    for note in &figure.notes {
        let text = TextAnnotation::new(note.text.as_str(), note.at.0, note.at.1);
        layout = layout.with_annotation(text.with_color(INK.on(theme)));
    }
    for level in &figure.levels {
        let (line, label) = match level.vertical {
            true => (ReferenceLine::vertical(level.value), level.label.as_str()),
            // A label on a level line would cover the curves that end there: the legend names it.
            false => (ReferenceLine::horizontal(level.value), ""),
        };
        let line = line.with_color(AXIS.on(theme)).with_stroke_width(1.0);
        let line = if label.is_empty() { line } else { line.with_label(label) };
        layout = layout.with_reference_line(line);
    }
    let mut scene = render_multiple(plots, layout);
    if theme != Theme::Terminal {
        scene.height = scene.height.max(lowest_word(&scene) + 4.0).ceil();
    }
    scene
}

/// Returns the lowest baseline of text: a legend of many lines is below the requested height.
fn lowest_word(scene: &Scene) -> f64 {
    scene.elements.iter().fold(0.0, |lowest, element| match element {
        Primitive::Text { y, .. } => y.max(lowest),
        _ => lowest,
    })
}

fn plots(figure: &Figure, theme: Theme, width: f64) -> Vec<Plot> {
    let window = figure.window();
    let columns = Columns::new(window.x, figure.log_x, (COLUMNS_PER_PIXEL * width) as usize);
    let mut plots = Vec::new();
    if let Some(heat) = &figure.heat {
        let corners = vec![(heat.x.0, heat.y.0), (heat.x.1, heat.y.1)];
        plots.push(Plot::Line(LinePlot::new().with_data(corners).with_color(CORNERS)));
    }
    for band in &figure.bands {
        let shown = |y: f64| y.clamp(window.y.0, window.y.1);
        let x: Vec<f64> = band.points.iter().map(|p| p.0).collect();
        let (low, high): (Vec<f64>, Vec<f64>) =
            band.points.iter().map(|p| (shown(p.1), shown(p.2))).unzip();
        let plot =
            BandPlot::new(x, low, high).with_color(series(band.color).on(theme)).with_opacity(0.18);
        let named = !band.label.is_empty();
        plots.push(Plot::Band(if named { plot.with_legend(band.label.as_str()) } else { plot }));
    }
    for (index, curve) in figure.curves.iter().enumerate() {
        let color = series(curve.color.unwrap_or(index)).on(theme);
        let mut label = Some(curve.label.as_str()).filter(|label| !label.is_empty());
        let mut pieces = curve.pieces(&window);
        if pieces.is_empty() && label.is_some() {
            // The curve is outside, but the legend still names it.
            pieces.push(Vec::new());
        }
        for piece in pieces.into_iter().map(|piece| columns.thinned(piece)) {
            let width = if curve.thin { 1.0 } else { 2.0 };
            let line = LinePlot::new().with_data(piece).with_color(color).with_stroke_width(width);
            let line = if curve.dashed { line.with_dashed() } else { line };
            plots.push(Plot::Line(match label.take() {
                Some(label) => line.with_legend(label),
                None => line,
            }));
        }
        // A single point would be no line.
        if curve.marked || curve.points.len() == 1 {
            let dots = ScatterPlot::new()
                .with_data(curve.points_in(&window))
                .with_color(color)
                .with_size(MARK);
            plots.push(Plot::Scatter(dots));
        }
    }
    for level in figure.levels.iter().filter(|level| !level.vertical && !level.label.is_empty()) {
        let nowhere: Vec<(f64, f64)> = Vec::new();
        let line = LinePlot::new().with_data(nowhere).with_color(AXIS.on(theme)).with_dashed();
        plots.push(Plot::Line(line.with_legend(level.label.as_str())));
    }
    plots
}

/// Returns the labels of a logarithmic axis: `0.05`, `20`, and powers of ten where those grow long.
fn decade(value: f64) -> String {
    if (1e-4..1e6).contains(&(value * (1.0 + 1e-9))) {
        // Twelve digits hide the rounding error of a power of ten.
        return format!("{:.12}", value).trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{value:.0e}")
}

/// Returns whether the numbers of an axis are too long to be written out.
fn is_extreme((low, high): (f64, f64)) -> bool {
    !(1e-4..1e6).contains(&low.abs().max(high.abs()))
}

/// Returns a number with three digits and an exponent: `2.5e7`.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.2e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

fn chrome(theme: Theme) -> Chrome {
    let (ink, axis) = (INK.on(theme), AXIS.on(theme));
    let paper = if theme == Theme::Terminal { "none" } else { PAPER.on(theme) };
    Chrome {
        background: paper.into(),
        axis_color: axis.into(),
        grid_color: GRID.on(theme).into(),
        tick_color: axis.into(),
        text_color: ink.into(),
        legend_bg: paper.into(),
        legend_border: "none".into(),
        font_family: Some("system-ui, sans-serif".into()),
        show_grid: theme != Theme::Terminal,
        ..Chrome::light()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_is_labeled_as_people_write_numbers() {
        let labels = [1e-5, 2e-4, 0.1, 0.5, 1.0, 20.0, 1e5, 1e7].map(decade);
        assert_eq!(labels, ["1e-5", "0.0002", "0.1", "0.5", "1", "20", "100000", "1e7"]);
        assert_eq!(decade(0.1f64.next_down()), "0.1");
    }

    #[test]
    fn huge_and_tiny_numbers_are_short() {
        assert_eq!([2.5e7, -1e-9, 0.0, 1.25e100].map(short), ["2.5e7", "-1e-9", "0", "1.25e100"]);
        assert!(is_extreme((-1e25, 3.0)) && is_extreme((0.0, 1e-9)) && !is_extreme((-5.0, 1e5)));
    }
}
