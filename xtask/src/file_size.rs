//! No source file is so long that two concepts must live in it.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;

const MAX_LINES: usize = 450;
const SOURCES: &[&str] = &["rs", "py", "js", "mjs", "ts", "wgsl", "c", "h", "css", "sh"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut sizes = Vec::new();
    for file in workspace.files()?.into_iter().filter(|file| is_source(file)) {
        sizes.push((workspace.read_file(&file)?.lines().count(), file));
    }
    sizes.sort();
    let (lines, longest) = sizes.last().cloned().unwrap_or_default();
    let broken = too_long(sizes);
    ensure!(broken.is_empty(), "which two concepts live in these?\n{}", broken.join("\n"));
    ensure!(lines > 0, "there are no sources");
    println!("the longest is {longest} with {lines} lines");
    Ok(())
}

fn too_long(sizes: Vec<(usize, String)>) -> Vec<String> {
    let long = sizes.into_iter().filter(|(lines, _)| *lines > MAX_LINES);
    long.map(|(lines, file)| format!("{file} has {lines} lines, at most {MAX_LINES}")).collect()
}

fn is_source(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| SOURCES.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_after_the_last_allowed_one_is_too_much() {
        let sizes = vec![(450, "full.rs".into()), (451, "over.rs".into())];
        assert_eq!(too_long(sizes), ["over.rs has 451 lines, at most 450"]);
    }

    #[test]
    fn sources_are_told_from_data() {
        assert!(is_source("a/b.rs") && is_source("tools/golden.py"));
        assert!(!is_source("data/walk.bvh") && !is_source("LICENSE-MIT"));
    }
}
