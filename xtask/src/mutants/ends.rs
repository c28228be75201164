//! How mutants end, and the file that keeps it.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::Result;

/// How a mutant ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    Caught,
    Unviable,
    TooSlow,
    Survived,
}

/// Mutants, by their names, with their ends, as far as they have one.
pub(super) type Ends<'a> = Vec<(&'a str, Option<End>)>;

/// The ends of the mutants of a package. The file has a line for each that does not survive, with the hash of the source
/// in which the mutant is; lines of other sources do not count.
pub(super) struct Record {
    path: PathBuf,
    /// The hash of each source in git, by its file.
    pub(super) hashes: BTreeMap<String, String>,
    ends: Mutex<BTreeMap<String, End>>,
    /// False if the tests are a part of all, which says nothing of what it lets pass.
    pub(super) takes_survivors: bool,
}

impl Record {
    pub(super) fn read(path: PathBuf, hashes: BTreeMap<String, String>) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let end = |line: &str| {
            let (hash, line) = line.split_once('\t')?;
            let (end, mutant) = line.split_once('\t')?;
            let known = [End::Caught, End::Unviable, End::TooSlow];
            let end = known.into_iter().find(|known| format!("{known:?}") == end)?;
            (hashes.get(file(mutant))? == hash).then(|| (mutant.to_string(), end))
        };
        let ends = Mutex::new(text.lines().filter_map(end).collect());
        Self { path, hashes, ends, takes_survivors: true }
    }

    pub(super) fn end(&self, mutant: &str) -> Option<End> {
        self.ends.lock().expect("no thread panics").get(mutant).copied()
    }

    /// Keeps the end of a mutant, so that a run that is stopped goes on behind it.
    pub(super) fn add(&self, mutant: &str, end: End) -> Result<()> {
        let mut ends = self.ends.lock().expect("no thread panics");
        if end != End::Survived {
            let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
            writeln!(file, "{}\t{end:?}\t{mutant}", self.hashes[self::file(mutant)])?;
        } else if !self.takes_survivors {
            return Ok(());
        }
        ends.insert(mutant.into(), end);
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
        let path = std::env::temp_dir().join(format!("sprung-ends-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let read = |hash: &str| {
            let hashes = BTreeMap::from([("a.rs".to_string(), hash.to_string())]);
            Record::read(path.clone(), hashes)
        };
        let mut record = read("1");
        record.add("a.rs:1:2: x", End::Caught).unwrap();
        record.takes_survivors = false;
        record.add("a.rs:1:3: y", End::Survived).unwrap();
        assert_eq!(record.end("a.rs:1:3: y"), None);
        record.takes_survivors = true;
        record.add("a.rs:1:3: y", End::Survived).unwrap();
        assert_eq!(record.end("a.rs:1:3: y"), Some(End::Survived));
        assert_eq!(read("1").end("a.rs:1:2: x"), Some(End::Caught));
        assert_eq!(read("1").end("a.rs:1:3: y"), None, "a test may notice it by now");
        assert_eq!(read("2").end("a.rs:1:2: x"), None);
        fs::remove_file(&path).unwrap();
    }
}
