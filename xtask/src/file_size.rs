//! No source file is so long that two concepts must live in it.

use anyhow::Result;

use crate::workspace::Workspace;

const MAX_LINES: usize = 450;
const SOURCES: &[&str] = &["rs", "py", "js", "mjs", "ts", "wgsl", "c", "h", "css", "sh"];

/// Generated as one file, because that is how it is included.
const GENERATED: &str = "bindings/c/include/sprung.h";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    workspace.check_texts(SOURCES, "which two concepts live in these?", |file, text| {
        too_long(file, text.lines().count()).into_iter().collect()
    })
}

fn too_long(file: &str, lines: usize) -> Option<String> {
    (lines > MAX_LINES && file != GENERATED)
        .then(|| format!("{file} has {lines} lines, at most {MAX_LINES}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_above_the_maximum_is_an_error() {
        assert_eq!(too_long("full.rs", 450), None);
        assert_eq!(too_long("over.rs", 451).unwrap(), "over.rs has 451 lines, at most 450");
    }
}
