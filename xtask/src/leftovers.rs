//! No test is skipped and no code is unfinished.

use anyhow::Result;

use crate::workspace::Workspace;

// In two halves each, so that this file does not find itself.
const LEFTOVERS: &[&str] = &[
    concat!("#[ign", "ore"),
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("FIX", "ME"),
    concat!("TO", "DO"),
    concat!("XX", "X"),
    concat!("mark.", "skip"),
];
const SOURCES: &[&str] =
    &["rs", "py", "js", "mjs", "ts", "wgsl", "c", "h", "css", "sh", "toml", "yml", "md"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    workspace.check_texts(SOURCES, "skipped or unfinished", leftovers)
}

fn leftovers(file: &str, text: &str) -> Vec<String> {
    let lines = text.lines().enumerate();
    let left = lines.filter(|(_, line)| LEFTOVERS.iter().any(|word| line.contains(word)));
    left.map(|(at, line)| format!("{file}:{}: {}", at + 1, line.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leftover_is_found_with_its_line() {
        for word in LEFTOVERS {
            let found = leftovers("a.rs", &format!("fn a() {{}}\n    {word}\n"));
            assert_eq!(found, [format!("a.rs:2: {word}")]);
        }
        assert_eq!(leftovers("a.rs", "/// Ignores what it need not do.\n"), [""; 0]);
    }
}
