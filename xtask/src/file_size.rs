//! No source file is so long that two concepts must live in it.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;

const MAX_LINES: usize = 450;
const SOURCES: &[&str] = &["rs", "py", "js", "mjs", "ts", "wgsl", "c", "h", "css", "sh"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let texts = workspace.texts(SOURCES)?;
    let mut sizes: Vec<(usize, String)> =
        texts.into_iter().map(|(file, text)| (text.lines().count(), file)).collect();
    sizes.sort();
    let (lines, longest) = sizes.last().cloned().unwrap_or_default();
    let broken = too_long(sizes);
    ensure!(broken.is_empty(), "which two concepts live in these?\n{}", broken.join("\n"));
    println!("the longest is {longest} with {lines} lines");
    Ok(())
}

fn too_long(sizes: Vec<(usize, String)>) -> Vec<String> {
    let long = sizes.into_iter().filter(|(lines, _)| *lines > MAX_LINES);
    long.map(|(lines, file)| format!("{file} has {lines} lines, at most {MAX_LINES}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_above_the_maximum_is_an_error() {
        let sizes = vec![(450, "full.rs".into()), (451, "over.rs".into())];
        assert_eq!(too_long(sizes), ["over.rs has 451 lines, at most 450"]);
    }
}
