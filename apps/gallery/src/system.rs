//! A system of the gallery: its name, its formula and its pictures; and the chapter that it belongs to.

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
    pub(crate) formula: &'static str,
    pub(crate) caption: &'static str,
    pub(crate) drawing: fn() -> Result<Drawing>,
}

/// The pictures of a system, one below the other.
pub(crate) struct Drawing {
    /// SVG elements.
    pub(crate) pictures: Vec<String>,
}

impl From<Figure> for Drawing {
    fn from(figure: Figure) -> Self {
        Drawing::from(vec![figure])
    }
}

impl From<Vec<Figure>> for Drawing {
    fn from(figures: Vec<Figure>) -> Self {
        Drawing { pictures: figures.iter().map(Figure::inline_svg).collect() }
    }
}

impl From<Moving> for Drawing {
    fn from(moving: Moving) -> Self {
        Drawing { pictures: vec![moving.inline_svg()] }
    }
}

/// A motion, and below it the same over time.
impl From<(Moving, Figure)> for Drawing {
    fn from((moving, figure): (Moving, Figure)) -> Self {
        Drawing { pictures: vec![moving.inline_svg(), figure.inline_svg()] }
    }
}

impl Chapter {
    pub(crate) fn id(&self) -> String {
        id(self.title)
    }
}

impl System {
    pub(crate) fn id(&self) -> String {
        id(self.name)
    }
}

/// Returns a system with its figure.
pub(crate) fn system(
    name: &'static str,
    formula: &'static str,
    caption: &'static str,
    drawing: fn() -> Result<Drawing>,
) -> System {
    System { name, formula, caption, drawing }
}

fn id(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}
