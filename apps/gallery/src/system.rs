//! The systems of the gallery: the text of each, from `systems.md`, with its figure.

use anyhow::{Context, Result};
use sprung_figure::{Figure, Moving};

use crate::figures;

/// The chapters in the order of the page: a title and a source; then the systems, each with its name, the formula,
/// indented, and the caption.
const TEXT: &str = include_str!("systems.md");

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

/// Returns all chapters.
pub(crate) fn chapters() -> Result<Vec<Chapter>> {
    TEXT.trim_start_matches("# ").split("\n# ").map(chapter).collect()
}

fn chapter(text: &'static str) -> Result<Chapter> {
    let mut parts = text.split("\n## ");
    let (title, source) =
        parts.next().and_then(|head| head.split_once('\n')).context("no source")?;
    let systems = parts.map(|part| system(part).with_context(|| part)).collect::<Result<_>>()?;
    Ok(Chapter { title, source: source.trim(), systems })
}

fn system(text: &'static str) -> Result<System> {
    let (name, text) = text.split_once('\n').context("a system without a caption")?;
    let indent = "    ";
    let lines = text.lines().filter(|line| !line.is_empty());
    let (formula, caption): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with(indent));
    let formula: Vec<&str> = formula.into_iter().map(|line| &line[indent.len()..]).collect();
    let entry =
        figures::all().find(|entry| entry.0 == name).context("a system without a figure")?;
    Ok(System { name, formula: formula.join("\n"), caption: caption.join(" "), drawing: entry.1 })
}

/// The name of a chapter or system as an identifier in the page.
pub(crate) fn id(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}
