//! A system of the gallery: its text and its pictures; and the chapter that it belongs to.

use anyhow::{Context, Result, ensure};
use sprung_figure::{Curve, Figure, Moving};

/// An article and its systems.
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    pub(crate) source: &'static str,
    pub(crate) systems: Vec<System>,
}

/// One system: a name, the formula behind it, a sentence or two, and its figure.
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) formula: String,
    pub(crate) caption: String,
    pub(crate) words: Words,
    pub(crate) drawing: fn(&Words) -> Result<Drawing>,
}

/// A system's name and the function that draws it.
pub(crate) type Entry = (&'static str, fn(&Words) -> Result<Drawing>);

/// The words of a figure.
#[derive(Default)]
pub(crate) struct Words {
    pub(crate) title: &'static str,
    pub(crate) axes: Option<(&'static str, &'static str)>,
    /// The style and the label of each curve.
    pub(crate) curves: Vec<(&'static str, &'static str)>,
}

/// The points of a curve.
pub(crate) type Points = Vec<(f64, f64)>;

impl Words {
    /// The labels of the curves.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &'static str> {
        self.curves.iter().map(|(_, label)| *label)
    }

    /// The figure without its curves.
    pub(crate) fn blank(&self) -> Figure {
        let (x, y) = self.axes.unwrap_or_default();
        Figure::new(self.title).axes(x, y)
    }

    /// The figure with the points of each curve.
    pub(crate) fn figure(&self, curves: impl IntoIterator<Item = Points>) -> Result<Figure> {
        let curves: Vec<Points> = curves.into_iter().collect();
        let (drawn, named) = (curves.len(), self.curves.len());
        ensure!(drawn == named, "{drawn} curves are drawn and {named} named");
        let mut figure = self.blank();
        for (points, (style, label)) in curves.into_iter().zip(&self.curves) {
            let mut curve = Curve::new(*label, points);
            for word in style.split_whitespace() {
                curve = match word {
                    "dashed" => curve.dashed(),
                    "thin" => curve.thin(),
                    "marked" => curve.marked(),
                    color => curve.color(color.parse().with_context(|| format!("color {color}"))?),
                };
            }
            figure = figure.curve(curve);
        }
        Ok(figure)
    }

    /// The figure as the only picture.
    pub(crate) fn draw(&self, curves: impl IntoIterator<Item = Points>) -> Result<Drawing> {
        Ok(self.figure(curves)?.into())
    }

    /// An animated figure of this title, without panels.
    pub(crate) fn moving(&self, seconds: f64) -> Moving {
        Moving::new(self.title, seconds)
    }
}

/// The pictures of a system, one below the other, as SVG elements.
pub(crate) struct Drawing(pub(crate) Vec<String>);

impl Drawing {
    /// The curves of a figure as masses on springs, and below them the same over time.
    pub(crate) fn hanging_weights(figure: Figure, seconds: f64) -> Self {
        (figure.hanging_weights(seconds), figure.titled("The same over time")).into()
    }
}

impl From<Figure> for Drawing {
    fn from(figure: Figure) -> Self {
        Drawing(vec![figure.inline_svg()])
    }
}

impl From<Moving> for Drawing {
    fn from(moving: Moving) -> Self {
        Drawing(vec![moving.inline_svg()])
    }
}

/// A motion, and below it the same over time.
impl From<(Moving, Figure)> for Drawing {
    fn from((moving, figure): (Moving, Figure)) -> Self {
        Drawing(vec![moving.inline_svg(), figure.inline_svg()])
    }
}

/// The name of a chapter or system as an identifier in the page.
pub(crate) fn id(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}
