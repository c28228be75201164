//! The first commands of the README work as written.

use std::fs;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::command::{self, cargo};
use crate::workspace::Workspace;

/// The main job, and the command that is running now.
const GALLERY: &str = "cargo run -p sprung-gallery -- gallery";
const TEST: &str = "cargo xtask test";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let readme = workspace.read_file("README.md")?;
    let commands = first_commands(&readme);
    for wanted in [GALLERY, TEST] {
        ensure!(commands.contains(&wanted), "the README does not start with `{wanted}`");
    }
    let start = SystemTime::now();
    for line in commands.into_iter().filter(|line| *line != TEST) {
        let arguments = line
            .strip_prefix("cargo ")
            .with_context(|| format!("`{line}` is not a cargo command"))?;
        command::run(&mut cargo(workspace, arguments))?;
    }

    let page = workspace.root.join("gallery/index.html");
    let written = fs::metadata(&page)
        .and_then(|data| data.modified())
        .context("there is no gallery/index.html")?;
    ensure!(
        written >= start,
        "gallery/index.html is older than the command that should have written it"
    );
    let page = fs::read_to_string(page)?;
    let figures = page.matches("<svg").count();
    ensure!(figures > 0, "gallery/index.html holds no figure");
    for outside in ["src=\"http", "src='http", "rel=\"stylesheet\"", "url(http", "@import"] {
        ensure!(
            !page.contains(outside),
            "gallery/index.html is not self-contained: it holds {outside}"
        );
    }
    println!("gallery/index.html holds {figures} figures");
    Ok(())
}

/// The first lines of the page that call cargo, one below the other, without comments.
fn first_commands(page: &str) -> Vec<&str> {
    let lines = page.lines().map(|line| line.split('#').next().unwrap_or(line).trim());
    let is_command = |line: &&str| line.starts_with("cargo ");
    lines.skip_while(|line| !is_command(line)).take_while(is_command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_the_first_block_without_comments() {
        let fenced =
            "# sprung\n\n```sh\ncargo a b   # what it does\ncargo c\n```\n\n```sh\ncargo x\n```\n";
        assert_eq!(first_commands(fenced), ["cargo a b", "cargo c"]);
        let indented =
            "Two commands:\n\n    cargo a b   # what it does\n    cargo c\n\nMore: `cargo x`.\n";
        assert_eq!(first_commands(indented), ["cargo a b", "cargo c"]);
        assert_eq!(first_commands("# sprung\n\nNo commands.\n"), [""; 0]);
    }
}
