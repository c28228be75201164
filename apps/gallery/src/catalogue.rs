//! The contents of the gallery: the text of every system, from `systems.md`, with its figure.

use anyhow::{Context, Result};

use crate::figures;
use crate::system::{Chapter, System};

/// The chapters in the order of the page: a title and a source; then the systems, each with its name, the formula,
/// indented, and the caption.
const TEXT: &str = include_str!("systems.md");

/// Returns all chapters.
pub(crate) fn chapters() -> Result<Vec<Chapter>> {
    TEXT.trim_start_matches("# ").split("\n# ").map(chapter).collect()
}

fn chapter(text: &'static str) -> Result<Chapter> {
    let mut parts = text.split("\n## ");
    let (title, source) =
        parts.next().and_then(|head| head.split_once('\n')).context("no source")?;
    let systems = parts.map(|part| system(part).with_context(|| part)).collect::<Result<_>>()?;
    Ok(Chapter { title: title.trim_end(), source: source.trim(), systems })
}

fn system(text: &'static str) -> Result<System> {
    let (name, text) = text.split_once('\n').context("a system without a caption")?;
    let (name, indent) = (name.trim_end(), "    ");
    let lines = text.lines().filter(|line| !line.is_empty());
    let (formula, caption): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with(indent));
    let formula: Vec<&str> = formula.into_iter().map(|line| &line[indent.len()..]).collect();
    let entry =
        figures::all().find(|entry| entry.0 == name).context("a system without a figure")?;
    Ok(System { name, formula: formula.join("\n"), caption: caption.join(" "), drawing: entry.1 })
}
