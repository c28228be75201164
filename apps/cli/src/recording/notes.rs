//! Notes on values and rows that were missing and passed under a policy: printed at the end, on standard error.

use crate::output::printable;

/// Counts what was missing.
#[derive(Clone, Debug)]
pub(crate) struct Notes {
    name: String,
    values: Count,
    rows: Count,
    remarks: Vec<String>,
}

/// A number, and the first that was counted.
type Count = (usize, String);

fn add(count: &mut Count, first: impl FnOnce() -> String) {
    if count.0 == 0 {
        count.1 = first();
    }
    count.0 += 1;
}

impl Notes {
    pub(crate) fn new(name: String) -> Self {
        Notes { name, values: Count::default(), rows: Count::default(), remarks: Vec::new() }
    }

    /// Something else that a user should know.
    pub(crate) fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// A value was missing.
    pub(crate) fn value(&mut self, what: impl FnOnce() -> String) {
        add(&mut self.values, what);
    }

    /// A row was left unchanged.
    pub(crate) fn row(&mut self, what: impl FnOnce() -> String) {
        add(&mut self.rows, what);
    }

    /// Prints the notes on standard error.
    pub(crate) fn tell(&self) {
        for line in self.lines() {
            eprintln!("{}", printable(&line));
        }
    }

    fn lines(&self) -> Vec<String> {
        let kinds = [
            (&self.values, "missing values, the first in"),
            (&self.rows, "rows left as they are, the first:"),
        ];
        let missing = kinds.into_iter().filter(|((count, _), _)| *count > 0);
        let counts = missing.map(|((n, first), text)| format!("{n} {text} {first}"));
        let lines = self.remarks.iter().cloned().chain(counts);
        lines.map(|line| format!("{}: {line}", self.name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_kind_is_named_and_all_are_counted() {
        let mut notes = Notes::new("a.csv".into());
        assert!(notes.lines().is_empty());
        notes.value(|| "line 3, column x".into());
        notes.value(|| "line 4, column x".into());
        notes.row(|| "line 9: time must go forward".into());
        assert_eq!(
            notes.lines(),
            [
                "a.csv: 2 missing values, the first in line 3, column x",
                "a.csv: 1 rows left as they are, the first: line 9: time must go forward"
            ]
        );
    }
}
