//! The contents of the gallery: the text of every system, from `systems.md`, with its figure.

use anyhow::{Context, Result};

use crate::figures;
use crate::system::{Chapter, System, Words};

/// The chapters in the order of the page: a title and a source; then the systems, each with its name, the formula,
/// indented, the words of its figure and the caption. The words are `> title | x axis | y axis` and, in the order in
/// which the curves are drawn, `- style | label`; a style holds the number of a color, `dashed`, `thin` or `marked`.
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
    let name = name.trim_end();
    let (mut formula, mut caption, mut words) = (Vec::new(), Vec::new(), Words::default());
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("    ") {
            formula.push(line);
        } else if let Some(head) = line.strip_prefix("> ") {
            let (title, axes) = head.split_once(" | ").unwrap_or((head, ""));
            (words.title, words.axes) = (title, axes.split_once(" | "));
        } else if let Some(curve) = line.strip_prefix("- ") {
            let (style, label) = curve.split_once('|').context("a curve without a style")?;
            words.curves.push((style, label.trim()));
        } else {
            caption.push(line);
        }
    }
    let entry =
        figures::all().find(|entry| entry.0 == name).context("a system without a figure")?;
    let (formula, caption) = (formula.join("\n"), caption.join(" "));
    Ok(System { name, formula, caption, words, drawing: entry.1 })
}
