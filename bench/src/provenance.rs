//! The machine and the commit of a run.

use std::process::Command;

use serde::Serialize;

/// The machine and the commit of a run, which every row records.
#[derive(Debug, Serialize)]
pub(crate) struct Provenance {
    /// The processor and the number of its cores. Virtual machines name generations of processors alike, so its family
    /// and model stand beside its name.
    machine: String,
    /// The abbreviated commit, with `-dirty` where files differ from it.
    commit: String,
}

impl Provenance {
    /// Asks the system and git; what they do not tell is "unknown".
    pub(crate) fn read() -> Self {
        let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = match ["model name", "cpu family", "model"].map(|key| field(&processors, key)) {
            [Some(name), Some(family), Some(model)] => {
                format!("{name} (family {family}, model {model})")
            }
            [Some(name), ..] => name.into(),
            _ => std::env::consts::ARCH.into(),
        };
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let git = Command::new("git").args(["describe", "--always", "--dirty"]).output().ok();
        let commit = git.filter(|git| git.status.success()).map(|git| git.stdout);
        let commit = commit.and_then(|text| String::from_utf8(text).ok());
        Provenance {
            machine: format!("{model}, {cores} cores, {}", std::env::consts::OS),
            commit: commit.map_or("unknown".into(), |text| text.trim().to_owned()),
        }
    }

    /// Both as one line.
    pub(crate) fn line(&self) -> String {
        format!("{}; commit {}\n", self.machine, self.commit)
    }
}

/// The first value of a key in lines of `key: value`.
fn field<'a>(lines: &'a str, key: &str) -> Option<&'a str> {
    let mut pairs = lines.lines().filter_map(|line| line.split_once(':'));
    pairs.find_map(|(name, value)| (name.trim() == key).then_some(value.trim()))
}

/// A row with its provenance.
#[derive(Serialize)]
pub(crate) struct Recorded<'a, R> {
    #[serde(flatten)]
    pub(crate) row: &'a R,
    #[serde(flatten)]
    pub(crate) provenance: &'a Provenance,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_that_of_the_first_processor() {
        let lines =
            "processor\t: 0\nmodel\t\t: 2\nmodel name\t: A: B\n\nprocessor\t: 1\nmodel\t\t: 3\n";
        assert_eq!(field(lines, "model"), Some("2"));
        assert_eq!(field(lines, "model name"), Some("A: B"));
        assert_eq!(field(lines, "cpu family"), None);
    }
}
