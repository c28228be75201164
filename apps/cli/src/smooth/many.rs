//! Several recordings at once, on all cores: a failed one is reported and the others are smoothed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail, ensure};

use crate::output::{is_same_file, printable};
use crate::progress;
use crate::recording::Notes;

/// A recording, and the file that its smoothed copy becomes.
type Task = (PathBuf, PathBuf);

/// The files to write: each recording itself, or its name in a folder. Refuses names that collide.
pub(super) fn tasks(files: &[PathBuf], folder: Option<&Path>) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut taken: BTreeMap<String, &Path> = BTreeMap::new();
    for file in files {
        ensure!(
            file != Path::new("-"),
            "standard input has no name; use it alone, without --out-dir"
        );
        let name = file.file_name().with_context(|| format!("{} is no file", file.display()))?;
        let output = match folder {
            Some(folder) => folder.join(name),
            None => std::fs::canonicalize(file).unwrap_or_else(|_| file.clone()),
        };
        // Some file systems do not distinguish the case of names.
        let key = output.to_string_lossy().to_lowercase();
        if let Some(other) = taken.insert(key, file) {
            let (other, file, output) = (other.display(), file.display(), output.display());
            bail!("{other} and {file} would both be written to {output}");
        }
        tasks.push((file.clone(), output));
    }
    if folder.is_some() {
        let existing = tasks.iter().filter(|(_, output)| output.exists());
        for (_, output) in existing {
            let input = files.iter().find(|file| is_same_file(file, output));
            if let Some(input) = input {
                let (output, input) = (output.display(), input.display());
                bail!("{output} is the input {input}; use --in-place to replace the inputs");
            }
        }
    }
    Ok(tasks)
}

/// Smooths all recordings; an error if one of them failed.
pub(super) fn smooth_all(
    tasks: &[Task],
    smooth: impl Fn(&Path, &Path) -> Result<Notes> + Sync,
) -> Result<()> {
    let bar = progress::bar(tasks.len() as u64, "{pos}/{len} recordings");
    progress::draw_no_other();
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some((input, output)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let smoothed = smooth(input, output);
            bar.suspend(|| match smoothed {
                Ok(notes) => notes.tell(),
                Err(error) => {
                    failed.fetch_add(1, Ordering::Relaxed);
                    eprintln!("error: {}", printable(&format!("{error:#}")));
                }
            });
            bar.inc(1);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(tasks.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let failed = failed.into_inner();
    let all = tasks.len();
    ensure!(failed == 0, "{failed} of {all} recordings failed; the others are smoothed");
    Ok(())
}
