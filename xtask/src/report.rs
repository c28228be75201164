//! The report of a run: a heading and a time per check, and a summary at the end.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

/// The results so far, in the order in which the checks ran.
#[derive(Default)]
pub(crate) struct Report {
    outcomes: Vec<Outcome>,
}

/// The name of a check, its time, and the reason if it failed.
type Outcome = (&'static str, Duration, Option<String>);

impl Report {
    /// Announces and runs a check and keeps its result; a failure does not stop the ones after it.
    pub(crate) fn record(
        &mut self,
        name: &'static str,
        claim: &str,
        run: impl FnOnce() -> Result<()>,
    ) {
        println!("\n=== {name}: {claim}");
        let start = Instant::now();
        let failure = run().err().map(|error| format!("{error:#}"));
        let elapsed = start.elapsed();
        if let Some(reason) = &failure {
            println!("{reason}");
        }
        println!("=== {name} {} after {:.1} s", word(&failure), elapsed.as_secs_f64());
        self.outcomes.push((name, elapsed, failure));
    }

    /// Prints the summary; exit code 1 if any check failed or none ran.
    pub(crate) fn close(&self) -> ExitCode {
        println!("\n{}", self.summary());
        let passed = !self.outcomes.is_empty() && self.failed() == 0;
        if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn failed(&self) -> usize {
        self.outcomes.iter().filter(|(.., failure)| failure.is_some()).count()
    }

    fn summary(&self) -> String {
        let mut text = String::from("=== summary\n");
        for (name, elapsed, failure) in &self.outcomes {
            text += &format!("{} {name:<15} {:>7.1} s\n", word(failure), elapsed.as_secs_f64());
        }
        for (name, _, failure) in &self.outcomes {
            if let Some(reason) = failure {
                text += &format!("\n{name} failed: {reason}\n");
            }
        }
        let failed = self.failed();
        text + &format!("\n{} passed, {failed} failed", self.outcomes.len() - failed)
    }
}

/// Returns the outcome as a word.
fn word(failure: &Option<String>) -> &'static str {
    if failure.is_some() { "FAILED" } else { "passed" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn checks_after_a_failure_still_run_and_all_failures_are_listed() {
        let mut report = Report::default();
        report.record("first", "", || bail!("no such file"));
        report.record("second", "", || Ok(()));
        report.record("third", "", || bail!("too long"));
        let summary = report.summary();
        assert!(summary.contains("first failed: no such file"), "{summary}");
        assert!(summary.contains("third failed: too long"), "{summary}");
        assert_eq!(summary.lines().last(), Some("1 passed, 2 failed"));
    }

    #[test]
    fn one_failure_is_exit_code_1_and_so_is_nothing_run() {
        let mut report = Report::default();
        assert_eq!(report.close(), ExitCode::FAILURE);
        report.record("good", "", || Ok(()));
        assert_eq!(report.close(), ExitCode::SUCCESS);
        report.record("bad", "", || bail!("broken"));
        assert_eq!(report.close(), ExitCode::FAILURE);
    }
}
