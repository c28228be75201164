//! Removes temporary files when the program is interrupted.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The temporary files of this run.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// While this exists, an interrupt removes the file.
#[derive(Debug)]
pub(super) struct Removal(PathBuf);

impl Removal {
    /// Makes a temporary file; an interrupt meanwhile waits until it can be removed.
    pub(super) fn of(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(NamedTempFile, Self)> {
        static WATCH: Once = Once::new();
        WATCH.call_once(watch);
        let mut files = temporary();
        let file = make()?;
        files.push(file.path().into());
        let removal = Removal(file.path().into());
        Ok((file, removal))
    }
}

impl Drop for Removal {
    fn drop(&mut self) {
        temporary().retain(|other| *other != self.0);
    }
}

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files. While the guard lives no other is made.
fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut files = temporary();
    for file in files.drain(..) {
        // One that is gone already is an error, too.
        let _ = std::fs::remove_file(file);
    }
    files
}

/// Ends the program as the signal would, so that a shell sees the reason.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{iterator::Signals, low_level::emulate_default_handler};
    // Without a handler an interrupt leaves a file, and all else works.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _none_is_made = remove_all();
            let _ = emulate_default_handler(signal);
        }
    });
}

#[cfg(windows)]
fn watch() {
    let _ = ctrlc::set_handler(|| {
        let _none_is_made = remove_all();
        std::process::exit(130);
    });
}

#[cfg(not(any(unix, windows)))]
fn watch() {}
