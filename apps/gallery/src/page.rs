//! The gallery's page: self-contained HTML, light and dark, readable on a phone and on paper.

use std::fmt::Write;

use anyhow::{Context, Result};
use sprung_figure::{MOVING_STYLE, dark_rules, escaped};

use crate::system::{Chapter, Drawing, System};

/// The page and the counts of its contents.
pub(crate) struct Page {
    pub(crate) html: String,
    /// Pictures.
    pub(crate) figures: usize,
    pub(crate) systems: usize,
}

/// Draws all chapters.
pub(crate) fn page(chapters: &[Chapter]) -> Result<Page> {
    let (mut contents, mut body) = (String::new(), String::new());
    let (mut figures, mut systems) = (0, 0);
    for chapter in chapters {
        writeln!(contents, "<li><a href=\"#{}\">{}</a><ul>", chapter.id(), escaped(chapter.title))?;
        writeln!(
            body,
            "<section id=\"{}\"><h2>{}</h2><p class=\"source\">{}</p>",
            chapter.id(),
            escaped(chapter.title),
            escaped(chapter.source)
        )?;
        for system in &chapter.systems {
            let drawing = (system.drawing)().with_context(|| format!("drawing {}", system.name))?;
            let (id, name) = (system.id(), escaped(system.name));
            writeln!(contents, "<li><a href=\"#{id}\">{name}</a></li>")?;
            body.push_str(&article(system, &drawing)?);
            figures += drawing.pictures.len();
            systems += 1;
        }
        writeln!(contents, "</ul></li>")?;
        writeln!(body, "</section>")?;
    }
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>sprung: the gallery</title>\n<style>\n{STYLE}\n{MOVING_STYLE}\n@media (prefers-color-scheme: dark) {{\n{}}}\n</style>\n\
         </head>\n<body>\n<header><h1>sprung</h1><p>Springs for anything that moves. Every figure is computed by the \
         library when this page is made; one race was measured in advance, on the machine named in its caption.</p></header>\n\
         <nav aria-label=\"Contents\"><ol>\n{contents}</ol></nav>\n<main>\n{body}</main>\n</body>\n</html>\n",
        dark_rules(".figure"),
    );
    Ok(Page { html, figures, systems })
}

fn article(system: &System, drawing: &Drawing) -> Result<String> {
    let mut html = String::new();
    writeln!(html, "<article id=\"{}\"><h3>{}</h3>", system.id(), escaped(system.name))?;
    if !system.formula.is_empty() {
        writeln!(html, "<pre class=\"formula\">{}</pre>", escaped(system.formula))?;
    }
    for picture in &drawing.pictures {
        // On a phone a figure keeps a legible size, and scrolls.
        writeln!(html, "<div class=\"scroll\" tabindex=\"0\">{picture}</div>")?;
    }
    writeln!(html, "<p>{}</p></article>", escaped(system.caption))?;
    Ok(html)
}

const STYLE: &str = "\
:root { --paper: #ffffff; --ink: #1c2329; --quiet: #5b6670; --line: #e3e7eb; --soft: #f4f6f8; --link: #0b62c4; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f1418; --ink: #e4e9ee; --quiet: #98a3ad; --line: #2a3138; --soft: #171d23; --link: #6cb2ff; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--link); }
header, main, nav { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 2.4rem; margin: 0; letter-spacing: -0.02em; }
h2 { margin: 3.5rem 0 0; border-top: 1px solid var(--line); padding-top: 1.5rem; }
h3 { margin: 2.5rem 0 0.5rem; }
.source { color: var(--quiet); margin-top: 0.25rem; }
.formula { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 0.7rem 1rem;
  overflow-x: auto; font: 1rem/1.6 'STIX Two Math', 'Cambria Math', Cambria, Georgia, serif; margin: 0.5rem 0 1rem; }
.scroll { overflow-x: auto; max-width: 45rem; }
.figure { display: block; width: 100%; min-width: 36rem; height: auto; }
article p { max-width: 45rem; }
nav ol { columns: 18rem; padding-left: 1.2rem; }
nav > ol > li { break-inside: avoid; margin-bottom: 1rem; }
nav ul { list-style: none; padding-left: 0; font-size: 0.92rem; }";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn every_system_is_drawn_and_named() {
        let chapters = catalogue::chapters();
        let page = page(&chapters).unwrap();
        let systems: usize = chapters.iter().map(|chapter| chapter.systems.len()).sum();
        assert_eq!(page.systems, systems);
        for system in chapters.iter().flat_map(|chapter| &chapter.systems) {
            assert!(page.html.contains(&escaped(system.name)), "{}", system.name);
        }
        assert_eq!(page.html.matches("class=\"figure\"").count(), page.figures);
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere_and_ids_are_unique() {
        let chapters = catalogue::chapters();
        let html = page(&chapters).unwrap().html;
        for outside in ["http://", "https://", "<script", "@import", "url("] {
            let found = html
                .replace("http://www.w3.org/2000/svg", "")
                .replace("url(#", "")
                .contains(outside);
            assert!(!found, "{outside}");
        }
        let mut ids: Vec<String> =
            chapters.iter().flat_map(|c| c.systems.iter().map(System::id)).collect();
        ids.extend(chapters.iter().map(Chapter::id));
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}
