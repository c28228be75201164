//! The contents of a figure: curves, bands and level lines over two axes.

use super::curve::{Curve, Window};
use super::heat::Heat;
use super::palette::{AXIS, Theme, series};
use super::words::visible;

/// The size of a figure in CSS pixels.
pub(crate) const PIXELS: (f64, f64) = (720.0, 420.0);

/// A figure: built up call by call, then drawn with [`svg`](Figure::svg), [`inline_svg`](Figure::inline_svg),
/// [`png`](Figure::png), [`pdf`](Figure::pdf) or [`terminal`](Figure::terminal).
#[derive(Clone, Debug, Default)]
pub struct Figure {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) log_x: bool,
    pub(crate) log_y: bool,
    pub(crate) equal_aspect: bool,
    pub(crate) curves: Vec<Curve>,
    pub(crate) bands: Vec<Band>,
    pub(crate) levels: Vec<Level>,
    pub(crate) notes: Vec<Note>,
    pub(crate) heat: Option<Heat>,
    pub(crate) size: Option<(f64, f64)>,
    x_limits: Option<(f64, f64)>,
    y_limits: Option<(f64, f64)>,
}

/// A filled area between two curves over the same x.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    pub(crate) label: String,
    /// Each x, and the lower and the upper y there.
    pub(crate) points: Vec<(f64, f64, f64)>,
    pub(crate) color: usize,
}

/// A dashed line across the figure and its name.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) vertical: bool,
}

/// A text above a point.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) at: (f64, f64),
}

impl Figure {
    /// An empty figure with its title.
    pub fn new(title: impl Into<String>) -> Self {
        Figure { title: visible(title.into()), ..Figure::default() }
    }

    /// The same figure under another title.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Figure { title: visible(title.into()), ..self }
    }

    /// Names the axes, with their units: `time, s`.
    pub fn axes(mut self, x: impl Into<String>, y: impl Into<String>) -> Self {
        (self.x_label, self.y_label) = (visible(x.into()), visible(y.into()));
        self
    }

    /// Adds a line.
    pub fn curve(mut self, curve: Curve) -> Self {
        self.curves.push(curve);
        self
    }

    /// Adds lines.
    pub fn curves(self, curves: impl IntoIterator<Item = Curve>) -> Self {
        curves.into_iter().fold(self, Figure::curve)
    }

    /// Adds a filled area from `(x, low, high)`, in the figure's n-th color.
    pub fn band(
        mut self,
        label: impl Into<String>,
        color: usize,
        points: &[(f64, f64, f64)],
    ) -> Self {
        self.bands.push(Band { label: label.into(), points: points.to_vec(), color });
        self
    }

    /// Adds a dashed horizontal line, named in the legend.
    pub fn level(mut self, label: impl Into<String>, y: f64) -> Self {
        self.levels.push(Level { label: label.into(), value: y, vertical: false });
        self
    }

    /// Adds a dashed vertical line with a label.
    pub fn moment(mut self, label: impl Into<String>, x: f64) -> Self {
        self.levels.push(Level { label: label.into(), value: x, vertical: true });
        self
    }

    /// Writes a short text above a point.
    pub fn note(mut self, text: impl Into<String>, x: f64, y: f64) -> Self {
        self.notes.push(Note { text: visible(text.into()), at: (x, y) });
        self
    }

    /// Fills an area with the colors of values, below all lines.
    pub fn heat(mut self, heat: Heat) -> Self {
        self.heat = Some(heat);
        self
    }

    /// Draws the figure in this many CSS pixels, or pixels of a PNG; by default 720 × 420. A long legend makes it higher.
    pub fn sized(mut self, width: f64, height: f64) -> Self {
        self.size = Some((width, height));
        self
    }

    /// Makes the x axis logarithmic; values that are not above 0 are left out.
    pub fn log_x(mut self) -> Self {
        self.log_x = true;
        self
    }

    /// Makes the y axis logarithmic; values that are not above 0 are left out.
    pub fn log_y(mut self) -> Self {
        self.log_y = true;
        self
    }

    /// Makes one unit as long on x as on y, for shapes.
    pub fn equal_aspect(mut self) -> Self {
        self.equal_aspect = true;
        self
    }

    /// Shows only this range of x; by default all of it.
    pub fn x_limits(mut self, low: f64, high: f64) -> Self {
        self.x_limits = Some((low, high));
        self
    }

    /// Shows only this range of y; by default all of it with a small margin.
    pub fn y_limits(mut self, low: f64, high: f64) -> Self {
        self.y_limits = Some((low, high));
        self
    }

    /// The size in pixels.
    pub(crate) fn pixels(&self) -> (f64, f64) {
        self.size.unwrap_or(PIXELS)
    }

    /// The labels in the legend and their colors.
    pub(crate) fn legend_colors(&self, theme: Theme) -> impl Iterator<Item = (&str, &'static str)> {
        let colors = self.curves.iter().enumerate().map(|(at, curve)| curve.color.unwrap_or(at));
        let curves = self.curves.iter().map(|curve| curve.label.as_str()).zip(colors);
        let bands = self.bands.iter().map(|band| (band.label.as_str(), band.color));
        let levels = self.levels.iter().filter(|level| !level.vertical);
        let named = curves.chain(bands).map(move |(label, color)| (label, series(color).on(theme)));
        let all = named.chain(levels.map(move |level| (level.label.as_str(), AXIS.on(theme))));
        all.filter(|(label, _)| !label.is_empty())
    }

    /// The same figure over a linear axis of `log10 y`.
    pub(crate) fn with_y_exponents(&self) -> Figure {
        let mut figure = self.clone();
        let Window { y: (low, high), .. } = self.window();
        figure.log_y = false;
        figure.y_limits = Some((low.log10(), high.log10()));
        for point in figure.curves.iter_mut().flat_map(|curve| &mut curve.points) {
            point.1 = point.1.log10();
        }
        for point in figure.bands.iter_mut().flat_map(|band| &mut band.points) {
            *point = (point.0, point.1.log10(), point.2.log10());
        }
        for note in &mut figure.notes {
            note.at.1 = note.at.1.log10();
        }
        for level in figure.levels.iter_mut().filter(|level| !level.vertical) {
            level.value = level.value.log10();
        }
        figure
    }

    /// Returns the visible rectangle: the limits that were set, else the range of the data.
    pub(crate) fn window(&self) -> Window {
        let points = || self.curves.iter().flat_map(|curve| curve.points.iter().copied());
        let bands = || self.bands.iter().flat_map(|band| &band.points);
        let x = points().map(|p| p.0).chain(bands().map(|p| p.0));
        let y = points().map(|p| p.1).chain(bands().flat_map(|p| [p.1, p.2]));
        let levels = self.levels.iter().filter(|level| !level.vertical).map(|level| level.value);
        if let Some(heat) = &self.heat {
            return Window {
                x: self.x_limits.unwrap_or(heat.x),
                y: self.y_limits.unwrap_or(heat.y),
            };
        }
        // A mark at the very end would be cut in half.
        let margin = if self.curves.iter().any(|curve| curve.marked) { 0.03 } else { 0.0 };
        Window {
            x: self.x_limits.unwrap_or_else(|| span(x, self.log_x, margin)),
            y: self.y_limits.unwrap_or_else(|| span(y.chain(levels), self.log_y, 0.04)),
        }
    }
}

/// Returns the minimum and maximum of an axis, with a margin of `margin` (a fraction of the span) on both sides.
fn span(values: impl Iterator<Item = f64>, log: bool, margin: f64) -> (f64, f64) {
    let shown = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
    let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return if log { (0.1, 1.0) } else { (0.0, 1.0) };
    }
    if log {
        let factor = (high / low).powf(margin).max(if high == low { 2.0 } else { 1.0 });
        return (low / factor, high * factor);
    }
    // A flat line is in the middle of an axis scaled to its value.
    let margin = match high > low {
        true => (high - low) * margin,
        false if high == 0.0 => 0.5,
        false => 0.5 * high.abs(),
    };
    (low - margin, high + margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_spans_the_data_and_leaves_out_what_is_not_finite() {
        let points = vec![(0.0, -1.0), (1.0, f64::INFINITY), (2.0, 3.0)];
        let window = Figure::new("").curve(Curve::new("", points)).window();
        assert_eq!(window.x, (0.0, 2.0));
        assert!(window.y.0 < -1.0 && window.y.0 > -1.5 && window.y.1 > 3.0 && window.y.1 < 3.5);
    }

    #[test]
    fn a_log_axis_ignores_what_is_not_above_zero() {
        let points = vec![(0.0, 0.0), (1.0, 1e-3), (2.0, 10.0)];
        let window = Figure::new("").log_y().curve(Curve::new("", points)).window();
        assert!(window.y.0 > 5e-4 && window.y.1 < 20.0);
    }

    #[test]
    fn a_flat_line_and_no_line_at_all_still_have_a_window() {
        let flat = Figure::new("").curve(Curve::new("", vec![(0.0, 5.0), (1.0, 5.0)])).window();
        assert!(flat.y.0 < 5.0 && flat.y.1 > 5.0);
        let point = Figure::new("").curve(Curve::new("", vec![(0.0, 0.0)])).window();
        assert_eq!((point.x, point.y), ((-0.5, 0.5), (-0.5, 0.5)));
        let empty = Figure::new("").window();
        assert!(empty.x.0 < empty.x.1 && empty.y.0 < empty.y.1);
    }
}
