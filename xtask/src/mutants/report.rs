//! The report: a table of files, the reasons why mutants survive, and a list of the mutants that are open.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use super::outcomes::{Outcome, Outcomes};

const TABLE: &str = "|---|---|--:|--:|--:|--:|--:|--:|\n";
const OPEN: &str = "\n## Open\n\n";
/// Mutants, caught, do not compile, too slow, survive, open.
type Counts = [usize; 6];

pub(super) struct Report {
    before: String,
    rows: BTreeMap<String, Row>,
    reasons: String,
    /// The text before the list of open mutants.
    about_open: String,
    open: BTreeSet<String>,
}

/// The row of a file of which all mutants were tried.
struct Row {
    /// Of the text of the file.
    hash: String,
    counts: Counts,
}

impl Report {
    pub(super) fn read(text: &str) -> Result<Self> {
        let (before, rest) = text.split_once(TABLE).context("the report has no table")?;
        let (reasons, open) =
            rest.split_once(OPEN).context("the report has no list of open mutants")?;
        let (table, reasons) = reasons.split_at(reasons.find("\n## ").unwrap_or(reasons.len()));
        let (about_open, open) = open.split_once("\n\n").unwrap_or((open.trim_end(), ""));
        // Those of packages, which are sums, have no file.
        let is_file = |(file, _): &(String, Row)| file.ends_with(".rs");
        let name = |line: &str| Some(line.strip_prefix("- `")?.strip_suffix('`')?.to_string());
        Ok(Self {
            before: before.into(),
            rows: table.lines().filter_map(row).filter(is_file).collect(),
            reasons: reasons.into(),
            about_open: about_open.into(),
            open: open.lines().filter_map(name).collect(),
        })
    }

    pub(super) fn text(&self) -> String {
        let mut sums: BTreeMap<&str, (Counts, usize)> = BTreeMap::new();
        for (file, row) in &self.rows {
            let package = file.split('/').nth(1).unwrap_or_default();
            let (sum, files) = sums.entry(package).or_default();
            *files += 1;
            for (sum, count) in sum.iter_mut().zip(row.counts) {
                *sum += count;
            }
        }
        let line = |first: &str, second: &str, counts: &Counts| {
            let counts = counts.map(|count| count.to_string());
            format!("| {first} | {second} | {} |\n", counts.join(" | "))
        };
        let sum = |(package, (sum, files)): (&&str, &(Counts, usize))| {
            line(package, &format!("{files} files"), sum)
        };
        let sums: String = sums.iter().map(sum).collect();
        let rows = self.rows.iter().map(|(file, row)| line(file, &row.hash, &row.counts));
        let rows: String = rows.collect();
        let open = self.open.iter().map(|mutant| format!("- `{mutant}`\n")).collect::<String>();
        let list = if open.is_empty() { "" } else { "\n" };
        let Self { before, reasons, about_open, .. } = self;
        format!("{before}{TABLE}{sums}{rows}{reasons}{OPEN}{about_open}\n{list}{open}")
    }

    /// True if a mutant has to be tried: its file has changed since, or it is open.
    pub(super) fn asks_for(&self, mutant: &str, file: &str, hash: &str) -> bool {
        self.rows.get(file).is_none_or(|row| row.hash != hash) || self.open.contains(mutant)
    }

    /// True if it has the reason why this mutant survives, or any of its function.
    pub(super) fn explains(&self, mutant: &str) -> bool {
        let mutant = without_place(mutant);
        let any = mutant.split_once(": ").and_then(|(file, change)| {
            // What is replaced may be the body: `replace f -> bool with true`, `replace f with ()`.
            let body = || {
                let body = change.strip_prefix("replace ")?;
                body.split_once(" -> ").or_else(|| body.split_once(" with "))
            };
            let name = change.rsplit_once(" in ").map(|(_, name)| name);
            let name = name.or_else(|| body().map(|(name, _)| name))?;
            Some(format!("{file}: any change in {name}"))
        });
        [Some(mutant), any].into_iter().flatten().any(|name| self.has_reason(&name))
    }

    fn has_reason(&self, name: &str) -> bool {
        let start = format!("- `{name}`: ");
        let reason =
            |line: &str| line.strip_prefix(&start).is_some_and(|reason| !reason.is_empty());
        self.reasons.lines().any(reason)
    }

    /// Adds what has become of the mutants of a file that had to be tried.
    pub(super) fn add(&mut self, file: &str, hash: &str, outcomes: &Outcomes) {
        self.open.retain(|mutant| !mutant.starts_with(&format!("{file}:")));
        let mut row = self.rows.remove(file).filter(|row| row.hash == hash);
        let counts = &mut row.get_or_insert(Row { hash: hash.into(), counts: [0; 6] }).counts;
        counts[0] += outcomes.len() - counts[5];
        counts[5] = 0;
        for (mutant, outcome) in outcomes {
            let column = match outcome {
                Some(Outcome::Caught) => 1,
                Some(Outcome::Unviable) => 2,
                Some(Outcome::TooSlow) => 3,
                Some(Outcome::Survived) | None if self.explains(mutant) => 4,
                _ => {
                    self.open.insert(mutant.to_string());
                    5
                }
            };
            counts[column] += 1;
        }
        self.rows.extend(row.map(|row| (file.to_string(), row)));
    }

    /// Forgets the files that are no longer there.
    pub(super) fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        self.rows.retain(|file, _| is_there(file));
        self.open.retain(|mutant| is_there(mutant.split(':').next().unwrap_or_default()));
    }

    /// The open mutants of files.
    pub(super) fn open(&self, is_asked: impl Fn(&str) -> bool) -> Vec<&str> {
        let open = self.open.iter().map(String::as_str);
        open.filter(|mutant| is_asked(mutant.split(':').next().unwrap_or_default())).collect()
    }
}

fn row(line: &str) -> Option<(String, Row)> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [file, hash, numbers @ ..] = &cells[..] else { return None };
    let mut counts = [0; 6];
    for (count, number) in counts.iter_mut().zip(numbers) {
        *count = number.parse().ok()?;
    }
    Some((file.to_string(), Row { hash: hash.to_string(), counts }))
}

/// A mutant without its line and column, which change with the code around it.
fn without_place(mutant: &str) -> String {
    match mutant.splitn(4, ':').collect::<Vec<_>>()[..] {
        [file, line, column, change]
            if [line, column].iter().all(|at| at.parse::<u32>().is_ok()) =>
        {
            format!("{file}:{change}")
        }
        _ => mutant.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "# Mutants\n\n| a |\n|---|---|--:|--:|--:|--:|--:|--:|\n\n## Reasons\n\n- \
                         `crates/p/src/a.rs: x < y`: equal there.\n- `x.rs: y`: \n- `x.rs: any change in f`: quick.\n\n## Open\n\nNot noticed.\n";
    const FILE: &str = "crates/p/src/a.rs";

    #[test]
    fn a_mutant_is_explained_wherever_its_line_is_but_not_without_a_reason() {
        let report = Report::read(EMPTY).unwrap();
        assert!(report.explains("crates/p/src/a.rs:12:5: x < y"));
        assert!(!report.explains("crates/p/src/a.rs:12:5: x > y"));
        assert!(!report.explains("x.rs:1:2: y"));
        assert!(report.explains("x.rs:1:2: y in f") && !report.explains("x.rs:1:2: y in g"));
        for body in ["replace f -> bool with true", "replace f with ()"] {
            assert!(report.explains(&format!("x.rs:1:2: {body}")));
        }
    }

    #[test]
    fn what_is_open_is_tried_again_and_counted_once() {
        let [a, b, c] =
            ["1:1: x < y", "2:2: x > y", "3:3: z"].map(|mutant| format!("{FILE}:{mutant}"));
        let asks =
            |report: &Report, hash| [&a, &b, &c].map(|mutant| report.asks_for(mutant, FILE, hash));
        let mut report = Report::read(EMPTY).unwrap();
        assert_eq!(report.text(), EMPTY);
        assert_eq!(asks(&report, "1"), [true; 3]);
        report.add(
            FILE,
            "1",
            &vec![(&a, Some(Outcome::Survived)), (&b, None), (&c, Some(Outcome::Caught))],
        );
        let mut report = Report::read(&report.text()).unwrap();
        assert_eq!(asks(&report, "1"), [false, true, false]);
        assert_eq!(asks(&report, "2"), [true; 3]);
        assert_eq!(report.open(|file| file == FILE), [&b]);
        assert!(report.text().contains("| p | 1 files | 3 | 1 | 0 | 0 | 1 | 1 |\n"));
        report.add(FILE, "1", &vec![(&b, Some(Outcome::TooSlow))]);
        assert!(report.text().contains(&format!("| {FILE} | 1 | 3 | 1 | 0 | 1 | 1 | 0 |\n")));
        assert!(report.open(|_| true).is_empty());
        report.add(FILE, "2", &vec![(&b, None)]);
        assert!(report.text().contains(&format!("| {FILE} | 2 | 1 | 0 | 0 | 0 | 0 | 1 |\n")));
        report.retain(|file| file != FILE);
        assert_eq!(report.text(), EMPTY);
    }
}
