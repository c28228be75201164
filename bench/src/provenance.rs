//! The machine and the commit of a run.

use std::process::Command;

use serde::Serialize;

/// The machine and the commit of a run, which every row records.
#[derive(Debug, Serialize)]
pub(crate) struct Provenance {
    /// The processor and the number of its cores.
    machine: String,
    /// The abbreviated commit, with `-dirty` where files differ from it.
    commit: String,
}

impl Provenance {
    /// Asks the system and git; what they do not tell is "unknown".
    pub(crate) fn read() -> Self {
        let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model =
            processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let model = model.map_or(std::env::consts::ARCH, |(_, name)| name);
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

/// A row with its provenance.
#[derive(Serialize)]
pub(crate) struct Recorded<'a, R> {
    #[serde(flatten)]
    pub(crate) row: &'a R,
    #[serde(flatten)]
    pub(crate) provenance: &'a Provenance,
}
