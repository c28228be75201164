//! The table of the report.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::ends::End;

const HEAD: &str = "|---|---|--:|--:|--:|--:|--:|\n";

/// The row of a file: `| file | hash of its text | mutants | caught | do not compile | too slow | survive |`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    file: String,
    hash: String,
    counts: [usize; 5],
}

impl Row {
    pub(super) fn new(file: &str, hash: &str, ends: &[End]) -> Self {
        let count = |end| ends.iter().filter(|known| **known == end).count();
        let [caught, unviable] = [count(End::Caught), count(End::Unviable)];
        let [too_slow, survive] = [count(End::TooSlow), count(End::Survived)];
        let counts = [ends.len(), caught, unviable, too_slow, survive];
        Self { file: file.into(), hash: hash.into(), counts }
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
        let [file, hash, counts @ ..] = &cells[..] else { return None };
        let mut numbers = [0; 5];
        for (number, cell) in numbers.iter_mut().zip(counts) {
            *number = cell.parse().ok()?;
        }
        Some(Self { file: file.to_string(), hash: hash.to_string(), counts: numbers })
    }

    pub(super) fn is_of(&self, file: &str, hash: &str) -> bool {
        self.file == file && self.hash == hash
    }
}

/// The rows of the files, and not those of the sums.
pub(super) fn rows(report: &str) -> impl Iterator<Item = Row> {
    report.lines().filter_map(Row::read).filter(|row| row.file.ends_with(".rs"))
}

/// The report with new rows in place of those of the same files, and with the sum of each package; rows of other files
/// are only kept if they are known.
pub(super) fn with_rows(
    report: &str,
    new: &[Row],
    is_known: impl Fn(&str) -> bool,
) -> Result<String> {
    let (before, rest) = report.split_once(HEAD).context("the report has no table")?;
    let after = rest.lines().skip_while(|line| line.starts_with('|'));
    let known = rows(report).filter(|row| is_known(&row.file)).chain(new.iter().cloned());
    let rows: BTreeMap<String, Row> = known.map(|row| (row.file.clone(), row)).collect();
    let mut sums: BTreeMap<&str, ([usize; 5], usize)> = BTreeMap::new();
    for row in rows.values() {
        let (sum, files) = sums.entry(package(&row.file)).or_default();
        *files += 1;
        for (sum, count) in sum.iter_mut().zip(row.counts) {
            *sum += count;
        }
    }
    let line = |first: &str, second: &str, counts: &[usize; 5]| {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        format!("| {first} | {second} | {} |\n", counts.join(" | "))
    };
    let sums =
        sums.iter().map(|(package, (sum, files))| line(package, &format!("{files} files"), sum));
    let files = rows.values().map(|row| line(&row.file, &row.hash, &row.counts));
    let table: String = sums.chain(files).collect();
    let after: String = after.flat_map(|line| [line, "\n"]).collect();
    Ok([before, HEAD, &table, &after].concat())
}

/// The package of a file: `sprung` of `crates/sprung/src/lib.rs`.
fn package(file: &str) -> &str {
    file.split('/').nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_takes_the_place_of_the_one_of_its_file_and_is_in_the_sum() {
        let report = format!("# Mutants\n\n| a |\n{HEAD}\n## Survivors\n");
        let row = |file, hash, caught| {
            let ends = [vec![End::Caught; caught], vec![End::Unviable, End::Survived]].concat();
            Row::new(file, hash, &ends)
        };
        let [a, b, c] = ["crates/p/src/a.rs", "crates/p/src/b.rs", "crates/q/src/c.rs"];
        let old = with_rows(&report, &[row(a, "1", 7), row(c, "4", 1)], |_| true).unwrap();
        let new = with_rows(&old, &[row(a, "2", 8), row(b, "3", 1)], |file| file != c).unwrap();
        let table = "| p | 2 files | 13 | 9 | 2 | 0 | 2 |\n\
                     | crates/p/src/a.rs | 2 | 10 | 8 | 1 | 0 | 1 |\n\
                     | crates/p/src/b.rs | 3 | 3 | 1 | 1 | 0 | 1 |\n";
        assert_eq!(new, format!("# Mutants\n\n| a |\n{HEAD}{table}\n## Survivors\n"));
        assert!(rows(&new).any(|row| row.is_of(a, "2")));
        assert!(!rows(&new).any(|row| row.is_of(a, "1")));
    }
}
