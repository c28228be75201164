//! The outcomes of mutants, and the file that stores them.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::Result;

/// The outcome of a mutant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    Caught,
    Unviable,
    TooSlow,
    Survived,
}

/// Names of mutants with their outcomes; `None` if a mutant has none yet.
pub(super) type Outcomes<'a> = Vec<(&'a str, Option<Outcome>)>;

/// The outcomes of the mutants of a package. The file has a line for each that does not survive, with the hash of the source
/// in which the mutant is; lines of other sources do not count.
pub(super) struct Record {
    path: PathBuf,
    /// The hash of each source in git, by its file.
    pub(super) hashes: BTreeMap<String, String>,
    outcomes: Mutex<BTreeMap<String, Outcome>>,
    /// False if the tests are a part of all, which says nothing of what it lets pass.
    pub(super) takes_survivors: bool,
}

impl Record {
    pub(super) fn read(path: PathBuf, hashes: BTreeMap<String, String>) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let outcome = |line: &str| {
            let (hash, line) = line.split_once('\t')?;
            let (outcome, mutant) = line.split_once('\t')?;
            let known = [Outcome::Caught, Outcome::Unviable, Outcome::TooSlow];
            let outcome = known.into_iter().find(|known| format!("{known:?}") == outcome)?;
            (hashes.get(file(mutant))? == hash).then(|| (mutant.to_string(), outcome))
        };
        let outcomes = Mutex::new(text.lines().filter_map(outcome).collect());
        Self { path, hashes, outcomes, takes_survivors: true }
    }

    pub(super) fn outcome(&self, mutant: &str) -> Option<Outcome> {
        self.outcomes.lock().expect("no thread panics").get(mutant).copied()
    }

    /// Stores the outcome of a mutant, so that a run that is stopped can continue.
    pub(super) fn add(&self, mutant: &str, outcome: Outcome) -> Result<()> {
        let mut outcomes = self.outcomes.lock().expect("no thread panics");
        if outcome != Outcome::Survived {
            let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
            writeln!(file, "{}\t{outcome:?}\t{mutant}", self.hashes[self::file(mutant)])?;
        } else {
            println!("not noticed: {mutant}");
            if !self.takes_survivors {
                return Ok(());
            }
        }
        outcomes.insert(mutant.into(), outcome);
        Ok(())
    }
}

/// The file of a mutant.
fn file(mutant: &str) -> &str {
    mutant.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_caught_is_kept_as_long_as_the_source_is_the_same() {
        let path = std::env::temp_dir().join(format!("sprung-outcomes-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let read = |hash: &str| {
            let hashes = BTreeMap::from([("a.rs".to_string(), hash.to_string())]);
            Record::read(path.clone(), hashes)
        };
        let mut record = read("1");
        record.add("a.rs:1:2: x", Outcome::Caught).unwrap();
        record.takes_survivors = false;
        record.add("a.rs:1:3: y", Outcome::Survived).unwrap();
        assert_eq!(record.outcome("a.rs:1:3: y"), None);
        record.takes_survivors = true;
        record.add("a.rs:1:3: y", Outcome::Survived).unwrap();
        assert_eq!(record.outcome("a.rs:1:3: y"), Some(Outcome::Survived));
        assert_eq!(read("1").outcome("a.rs:1:2: x"), Some(Outcome::Caught));
        assert_eq!(read("1").outcome("a.rs:1:3: y"), None, "a test may notice it by now");
        assert_eq!(read("2").outcome("a.rs:1:2: x"), None);
        fs::remove_file(&path).unwrap();
    }
}
