//! Every file and folder is named for its contents: no `util`, `common`, `helpers`, `misc`.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;

const DRAWERS: &[&str] = &["util", "utils", "common", "helper", "helpers", "misc"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let files = workspace.files()?;
    ensure!(!files.is_empty(), "there are no files");
    let drawers: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| is_in_a_drawer(file)).collect();
    ensure!(drawers.is_empty(), "names without a meaning:\n{}", drawers.join("\n"));
    println!("{} files", files.len());
    Ok(())
}

/// Returns whether the file or a folder above it is called `util`, `common` …, with any extension.
fn is_in_a_drawer(path: &str) -> bool {
    path.split('/').any(|part| DRAWERS.contains(&part.split('.').next().unwrap_or(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawers_are_found_as_files_and_as_folders() {
        assert!(is_in_a_drawer("crates/sprung/src/util.rs"));
        assert!(is_in_a_drawer("crates/sprung/tests/common/mod.rs"));
        assert!(is_in_a_drawer("tools/misc.py"));
        assert!(!is_in_a_drawer("crates/sprung/src/motion/spring.rs"));
        assert!(!is_in_a_drawer("crates/sprung/src/utility_curve.rs"));
    }
}
