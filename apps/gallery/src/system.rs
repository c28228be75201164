//! A system of the gallery: its text and its pictures; and the chapter that it belongs to.

use anyhow::Result;
use sprung_figure::{Figure, Moving};

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
    pub(crate) drawing: fn() -> Result<Drawing>,
}

/// A system's name and the function that draws it.
pub(crate) type Entry = (&'static str, fn() -> Result<Drawing>);

/// The pictures of a system, one below the other, as SVG elements.
pub(crate) struct Drawing(pub(crate) Vec<String>);

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
