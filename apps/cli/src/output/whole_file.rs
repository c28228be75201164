//! A file that is written whole or not at all: into a temporary one in the same folder, then renamed.
//!
//! A link stays a link: the file that it points to is replaced, with its permissions. A path to no file, a pipe
//! or a device, is written to directly.

use std::fs::{File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::{Builder, TempPath};

/// A writer whose file appears, complete, at [`finish`](WholeFile::finish); dropped before, nothing changes.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    to: BufWriter<File>,
    /// The temporary file that replaces the file when complete; none for a pipe or a device.
    temporary: Option<TempPath>,
}

impl WholeFile {
    /// Starts writing the file at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write {}; is its folder there?", path.display());
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let found = std::fs::metadata(&path).ok();
        if found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir()) {
            let file = File::options().write(true).open(&path).with_context(cannot)?;
            return Ok(WholeFile { path, to: BufWriter::new(file), temporary: None });
        }
        path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = Builder::new();
        if let Some(permissions) = new_file_permissions() {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).with_context(cannot)?;
        let (file, temporary) = file.into_parts();
        if let Some(found) = found.filter(|found| found.is_file()) {
            file.set_permissions(found.permissions()).with_context(cannot)?;
        }
        Ok(WholeFile { path, to: BufWriter::new(file), temporary: Some(temporary) })
    }

    /// Replaces the file at the path.
    pub(crate) fn finish(mut self) -> Result<()> {
        let stored = self.to.flush().and_then(|()| match self.temporary {
            Some(temporary) => {
                self.to.get_ref().sync_all()?;
                Ok(temporary.persist(&self.path)?)
            }
            None => Ok(()),
        });
        stored.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The permissions of a new file, before the user's mask is applied.
#[cfg(unix)]
fn new_file_permissions() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

/// On other systems a temporary file inherits the permissions of its folder, as any new file does.
#[cfg(not(unix))]
fn new_file_permissions() -> Option<Permissions> {
    None
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a whole file at once.
pub(crate) fn write_whole(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(contents.as_ref())
        .with_context(|| format!("cannot write {}", path.display()))?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("sprung-whole-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn an_unfinished_file_leaves_the_old_one_and_no_temporary_file() {
        let folder = folder("drop");
        let path = folder.join("a.csv");
        write_whole(&path, "old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_finished_file_replaces_the_old_one() {
        let folder = folder("finish");
        let path = folder.join("a.csv");
        write_whole(&path, "old").unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = folder("link");
        let (path, link) = (folder.join("a.csv"), folder.join("link"));
        write_whole(&path, "old").unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        std::fs::remove_dir_all(folder).unwrap();
        write_whole(Path::new("/dev/null"), "nothing").unwrap();
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_mode_and_a_new_one_has_that_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("mode");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (old, new, any) = (folder.join("old"), folder.join("new"), folder.join("any"));
        std::fs::write(&old, "old").unwrap();
        for kept in [0o640, 0o600, 0o664, 0o755] {
            std::fs::set_permissions(&old, Permissions::from_mode(kept)).unwrap();
            write_whole(&old, "new").unwrap();
            assert_eq!(mode(&old), kept);
        }
        write_whole(&new, "new").unwrap();
        std::fs::write(&any, "").unwrap();
        assert_eq!(mode(&new), mode(&any));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = write_whole(Path::new("/nowhere/at/all.csv"), "").unwrap_err();
        assert!(error.to_string().contains("/nowhere/at/all.csv"), "{error}");
    }
}
