//! Summaries of the documentation describe the item: at most one in fifty begins with a question word.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;

const QUESTIONS: &[&str] =
    &["What", "How", "Where", "Whether", "Which", "When", "Who", "Whose", "Why"];

/// One in this many summaries may begin with a question word.
const ALLOWED: usize = 50;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let (mut count, mut clauses) = (0, Vec::new());
    for (file, text) in workspace.texts(&["rs"])? {
        for (line, summary) in summaries(&text) {
            count += 1;
            if is_clause(&summary) {
                clauses.push(format!("{file}:{line}: {summary}"));
            }
        }
    }
    ensure!(count > 0, "no documentation found");
    ensure!(
        clauses.len() * ALLOWED <= count,
        "{}\n{} of {count} summaries begin with a question word; at most 1 in {ALLOWED} may",
        clauses.join("\n"),
        clauses.len(),
    );
    println!("{} of {count} summaries begin with a question word", clauses.len());
    Ok(())
}

/// The first line of each block of documentation, with its number.
fn summaries(source: &str) -> Vec<(usize, String)> {
    let doc = |line: &str| {
        let text = line.trim_start();
        text.strip_prefix("///").or_else(|| text.strip_prefix("//!")).map(|text| text.trim().into())
    };
    let mut before = None;
    let mut first_of_block = |line: &str| {
        let text: Option<String> = doc(line);
        let before = std::mem::replace(&mut before, text.clone());
        text.filter(|_| before.is_none())
    };
    let lines = source.lines().enumerate();
    lines.filter_map(|(at, line)| Some((at + 1, first_of_block(line)?))).collect()
}

fn is_clause(summary: &str) -> bool {
    summary.split(|c: char| !c.is_alphabetic()).next().is_some_and(|word| QUESTIONS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_each_block_is_a_summary() {
        let source = "//! A.\n//! B.\n\nx\n    /// C.\n    /// D.\n    fn f() {}\n// E\n/// F\n";
        assert_eq!(summaries(source), [(1, "A.".into()), (5, "C.".into()), (9, "F".into())]);
    }

    #[test]
    fn only_a_whole_word_is_a_question() {
        assert!(is_clause("How it feels."));
        assert!(is_clause("Where, in meters."));
        assert!(!is_clause("However it is written."));
        assert!(!is_clause("The frequency."));
        assert!(!is_clause(""));
    }
}
