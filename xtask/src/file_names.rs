//! Every file and folder is named for its contents: no `util`, `common`, `helpers`, `misc`.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;

const MEANINGLESS: &[&str] = &["util", "utils", "common", "helper", "helpers", "misc"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let files = workspace.files()?;
    ensure!(!files.is_empty(), "there are no files");
    let found: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| is_meaningless(file)).collect();
    ensure!(found.is_empty(), "names without a meaning:\n{}", found.join("\n"));
    println!("{} files", files.len());
    Ok(())
}

/// Returns whether the file or a folder above it is called `util`, `common` …, with any extension.
fn is_meaningless(path: &str) -> bool {
    path.split('/').any(|part| MEANINGLESS.contains(&part.split('.').next().unwrap_or(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_a_meaning_are_found_as_files_and_as_folders() {
        assert!(is_meaningless("crates/sprung/src/util.rs"));
        assert!(is_meaningless("crates/sprung/tests/common/mod.rs"));
        assert!(is_meaningless("tools/misc.py"));
        assert!(!is_meaningless("crates/sprung/src/motion/spring.rs"));
        assert!(!is_meaningless("crates/sprung/src/utility_curve.rs"));
    }
}
