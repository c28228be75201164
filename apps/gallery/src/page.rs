//! The gallery's page: self-contained HTML, light and dark, readable on a phone and on paper.

use std::fmt::Write;

use anyhow::{Context, Result};
use sprung_figure::{MOVING_STYLE, dark_rules, escaped};

use crate::system::{self, Chapter, Drawing, System};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

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
    for Chapter { title, source, systems: all } in chapters {
        let (id, title) = (system::id(title), escaped(title));
        writeln!(contents, "<li><a href=\"#{id}\">{title}</a><ul>")?;
        let source = escaped(source);
        writeln!(body, "<section id=\"{id}\"><h2>{title}</h2><p class=\"source\">{source}</p>")?;
        for system in all {
            let Drawing(pictures) = (system.drawing)(&system.words)
                .with_context(|| format!("drawing {}", system.name))?;
            let (id, name) = (system::id(system.name), escaped(system.name));
            writeln!(contents, "<li><a href=\"#{id}\">{name}</a></li>")?;
            body.push_str(&article(system, &pictures)?);
            figures += pictures.len();
            systems += 1;
        }
        writeln!(contents, "</ul></li>")?;
        writeln!(body, "</section>")?;
    }
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>sprung: the gallery</title>\n<style>\n{STYLE}{MOVING_STYLE}\n@media (prefers-color-scheme: dark) {{\n{}}}\n</style>\n\
         <meta name=\"description\" content=\"A figure and the formula of every spring system.\">\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#systems\">Skip to the systems</a>\n<header><h1>sprung</h1><p>Springs for anything that moves. Every figure is computed by the \
         library when this page is made, except for three that show measurements, as their captions say.</p><p class=\"hint\">Tap a figure to enlarge it.</p></header>\n\
         <nav aria-label=\"Contents\"><ol>\n{contents}</ol></nav>\n<main id=\"systems\">\n{body}</main>\n\
         <footer>sprung {}, MIT or Apache-2.0</footer>\n\
         <button type=\"button\" class=\"motion\" aria-pressed=\"false\" hidden>Pause all motion</button>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        dark_rules(".figure"),
        env!("CARGO_PKG_VERSION"),
    );
    Ok(Page { html, figures, systems })
}

fn article(system: &System, pictures: &[String]) -> Result<String> {
    let mut html = String::new();
    let (id, name) = (system::id(system.name), escaped(system.name));
    writeln!(html, "<article id=\"{id}\"><h3>{name}</h3>")?;
    writeln!(html, "<pre class=\"formula\">{}</pre>", escaped(&system.formula))?;
    for picture in pictures {
        // On a phone a figure is as wide as the screen; a tap gives it a legible size, and it scrolls.
        writeln!(html, "<div class=\"scroll\">{picture}</div>")?;
    }
    writeln!(html, "<p>{}</p></article>", escaped(&system.caption))?;
    Ok(html)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, figures};

    #[test]
    fn every_system_is_drawn_and_named() {
        let chapters = catalogue::chapters().unwrap();
        let page = page(&chapters).unwrap();
        let systems: usize = chapters.iter().map(|chapter| chapter.systems.len()).sum();
        assert_eq!((page.systems, figures::all().count()), (systems, systems));
        for system in chapters.iter().flat_map(|chapter| &chapter.systems) {
            assert!(page.html.contains(&escaped(system.name)), "{}", system.name);
        }
        assert_eq!(page.html.matches("class=\"figure\"").count(), page.figures);
    }

    #[test]
    fn the_page_loads_nothing_and_its_ids_are_unique() {
        let chapters = catalogue::chapters().unwrap();
        let html = page(&chapters).unwrap().html;
        for outside in ["http://", "https://", "<script ", "@import", "url("] {
            let found = html
                .replace("http://www.w3.org/2000/svg", "")
                .replace("url(#", "")
                .contains(outside);
            assert!(!found, "{outside}");
        }
        let mut ids: Vec<String> =
            chapters.iter().flat_map(|c| c.systems.iter().map(|s| system::id(s.name))).collect();
        ids.extend(chapters.iter().map(|chapter| system::id(chapter.title)));
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}
