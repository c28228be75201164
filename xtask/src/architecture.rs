//! ARCHITECTURE.md matches the tree: every path in its map exists, and the map holds every crate and folder.
//!
//! The map is the first fenced block of the page. A line holds one path or several (a single space
//! between them), then two spaces and a note; deeper lines lie in the folder that the line above names last.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;

const PAGE: &str = "ARCHITECTURE.md";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let map = named_paths(&workspace.read_file(PAGE)?)?;
    let mut broken: Vec<String> = map
        .iter()
        .filter(|path| !workspace.root.join(path).exists())
        .map(|path| format!("{PAGE} names {path}, which does not exist"))
        .collect();
    let packages = workspace.packages.iter().map(|package| package.folder.clone());
    let required: BTreeSet<String> = packages.chain(source_folders(&workspace.files()?)).collect();
    broken.extend(required.difference(&map).map(|path| format!("{PAGE} does not name {path}")));
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    println!("{} paths on the map", map.len());
    Ok(())
}

/// Every folder below the `src` of a library.
fn source_folders(files: &[String]) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for file in
        files.iter().filter(|file| file.starts_with("crates/") || file.starts_with("adapters/"))
    {
        let parts: Vec<&str> = file.split('/').collect();
        if parts.get(2) == Some(&"src") {
            folders.extend((4..parts.len()).map(|length| parts[..length].join("/")));
        }
    }
    folders
}

/// The paths that the map of the page names, without a slash at their end.
fn named_paths(page: &str) -> Result<BTreeSet<String>> {
    let mut fences = page.split("\n```");
    fences.next();
    let block = fences.next().context("ARCHITECTURE.md has no fenced block")?;
    let mut paths = BTreeSet::new();
    // The folders that enclose the next line, each with the column of its line.
    let mut enclosing: Vec<(usize, String)> = Vec::new();
    for line in block.lines().skip(1) {
        let line = line.replace(['│', '├', '└', '─'], " ");
        let trimmed = line.trim_start();
        if trimmed.is_empty() {
            continue;
        }
        let column = line.len() - trimmed.len();
        enclosing.retain(|(outer, _)| *outer < column);
        let folder = enclosing.last().map(|(_, folder)| format!("{folder}/")).unwrap_or_default();
        let names = trimmed.split("  ").next().unwrap_or(trimmed);
        for name in names.split(' ') {
            let path = format!("{folder}{}", name.trim_end_matches('/'));
            enclosing.retain(|(outer, _)| *outer < column);
            enclosing.push((column, path.clone()));
            paths.insert(path);
        }
    }
    ensure!(!paths.is_empty(), "the first fenced block of ARCHITECTURE.md names nothing");
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(block: &str) -> Vec<String> {
        named_paths(&format!("# Map\n\n```text\n{block}\n```\n\nMore.\n"))
            .unwrap()
            .into_iter()
            .collect()
    }

    #[test]
    fn indented_names_lie_in_the_folder_above_them() {
        let map = "\
crates/sprung/         the core
  src/
    params/            what people say
    state.rs error.rs  two files
  tests/               claims
apps/cli/              the program";
        assert_eq!(
            paths(map),
            [
                "apps/cli",
                "crates/sprung",
                "crates/sprung/src",
                "crates/sprung/src/error.rs",
                "crates/sprung/src/params",
                "crates/sprung/src/state.rs",
                "crates/sprung/tests",
            ]
        );
    }

    #[test]
    fn drawn_branches_are_indentation() {
        assert_eq!(
            paths("crates/\n├── a/   note\n│   └── b.rs\n└── c/"),
            ["crates", "crates/a", "crates/a/b.rs", "crates/c"]
        );
    }

    #[test]
    fn a_page_without_a_map_fails() {
        assert!(named_paths("# Map\n\nNo block.\n").is_err());
        assert!(named_paths("# Map\n\n```text\n```\n").is_err());
    }

    #[test]
    fn folders_of_sources_are_found_at_every_depth() {
        let files = [
            "crates/a/src/lib.rs",
            "crates/a/src/m/x.rs",
            "crates/a/src/m/n/y.rs",
            "crates/a/tests/t/z.rs",
            "apps/b/src/c/d.rs",
        ];
        let folders = source_folders(&files.map(String::from));
        assert_eq!(folders.into_iter().collect::<Vec<_>>(), ["crates/a/src/m", "crates/a/src/m/n"]);
    }
}
