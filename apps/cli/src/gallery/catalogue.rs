//! What the gallery shows: every system of the articles, with its formula and, once it works, its figure.

use anyhow::Result;

use crate::figure::{Figure, Moving};
use crate::gallery::figures::{beyond, bowles, fiedler, holden, juckett, networks, nissen};

/// An article and its systems.
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    pub(crate) source: &'static str,
    pub(crate) systems: Vec<System>,
}

/// One system: a name, the formula behind it, a sentence or two, and its figure unless it is still missing.
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) formula: &'static str,
    pub(crate) caption: &'static str,
    pub(crate) drawing: Option<fn() -> Result<Drawing>>,
}

/// What is shown of a system: its pictures, one below the other.
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

/// A system that works.
pub(super) fn works(
    name: &'static str,
    formula: &'static str,
    caption: &'static str,
    drawing: fn() -> Result<Drawing>,
) -> System {
    System { name, formula, caption, drawing: Some(drawing) }
}

/// All of it, in the order of the page.
pub(crate) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter {
            title: "Spring-Roll-Call",
            source: "Daniel Holden, Spring-It-On: The Game Developer's Spring-Roll-Call",
            systems: holden::systems(),
        },
        Chapter {
            title: "Damped Springs",
            source: "Ryan Juckett, Damped Springs",
            systems: juckett::systems(),
        },
        Chapter {
            title: "Spring dynamics for production",
            source: "Huw Bowles, Spring dynamics for production",
            systems: bowles::systems(),
        },
        Chapter {
            title: "Stiffer, more stable, easier to tune",
            source: "Michael Schmidt Nissen, How to make your damped springs stiffer, more stable and easier to tune",
            systems: nissen::systems(),
        },
        Chapter {
            title: "Rope, cloth, jelly",
            source: "Networks of springs that do not stretch and never explode",
            systems: networks::systems(),
        },
        Chapter {
            title: "Spring Physics",
            source: "Glenn Fiedler, Spring Physics",
            systems: fiedler::systems(),
        },
        Chapter {
            title: "Beyond the articles",
            source: "What none of them has",
            systems: beyond::systems(),
        },
    ]
}

fn id(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}
