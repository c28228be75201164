//! A file that is written whole or not at all: into a temporary one in the same folder, then renamed.
//!
//! A link stays a link: the file that it points to is replaced, with its permissions and owner. Where a new file cannot have
//! them, and where the file has other names (hard links), the temporary file is copied into it at the end. A path to no
//! file, a pipe or a device, is written to directly.

use std::fs::{File, Metadata, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tempfile::{Builder, NamedTempFile, TempPath};

use super::interrupt::Removal;

/// The bytes that are written at a time.
const BUFFER_BYTES: usize = 1 << 16;

/// A writer whose file appears, complete, at [`finish`](WholeFile::finish); dropped before, nothing changes.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    to: BufWriter<File>,
    /// The temporary file with the contents; none for a pipe or a device.
    temporary: Option<Temporary>,
}

#[derive(Debug)]
struct Temporary {
    path: TempPath,
    /// The file to copy it into; none if it is renamed.
    into: Option<File>,
    _removal: Removal,
}

impl WholeFile {
    /// Starts writing the file at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
        let Ok(found) = std::fs::metadata(&path) else {
            let file = Removal::of(|| temporary_beside(&path)).with_context(cannot)?;
            return Ok(WholeFile::new(path, file, None));
        };
        ensure!(!found.is_dir(), "{} is a folder", path.display());
        // A file that may not be written may not be replaced.
        let old = File::options().write(true).open(&path).with_context(cannot)?;
        if !found.is_file() {
            return Ok(WholeFile { path, to: BufWriter::new(old), temporary: None });
        }
        match Removal::of(|| temporary_beside(&path)) {
            Ok(file) if stands_for(file.0.as_file(), &found) => {
                Ok(WholeFile::new(path, file, None))
            }
            // Another owner, other names, or a folder that takes no new file.
            _ => {
                let file = Removal::of(NamedTempFile::new).with_context(cannot)?;
                Ok(WholeFile::new(path, file, Some(old)))
            }
        }
    }

    fn new(
        path: PathBuf,
        (temporary, _removal): (NamedTempFile, Removal),
        into: Option<File>,
    ) -> Self {
        let (file, temporary) = temporary.into_parts();
        let temporary = Some(Temporary { path: temporary, into, _removal });
        WholeFile { path, to: BufWriter::with_capacity(BUFFER_BYTES, file), temporary }
    }

    /// Replaces the file at the path.
    pub(crate) fn finish(mut self) -> Result<()> {
        let temporary = self.temporary.take();
        let stored = self.to.flush().and_then(|()| match temporary {
            Some(temporary) => temporary.replace(&self.path, self.to.get_ref()),
            None => Ok(()),
        });
        stored.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Temporary {
    fn replace(self, path: &Path, file: &File) -> io::Result<()> {
        let Some(mut into) = self.into else {
            file.sync_all()?;
            return Ok(self.path.persist(path)?);
        };
        into.set_len(0)?;
        io::copy(&mut File::open(&self.path)?, &mut into)?;
        into.sync_all()
    }
}

fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    if let Some(permissions) = new_file_permissions() {
        builder.permissions(permissions);
    }
    let folder = folder.unwrap_or(Path::new("."));
    // Its own error names the temporary file.
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            io::Error::new(error.kind(), format!("there is no folder {}", folder.display()))
        }
        kind => io::Error::new(kind, format!("{kind} in the folder {}", folder.display())),
    })
}

/// Gives a new file the permissions and the owner of another that has no other name. Returns whether it has them.
fn stands_for(file: &File, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let Ok(own) = file.metadata() else { return false };
        let is_owned = (own.uid(), own.gid()) == (other.uid(), other.gid());
        let owns = || fchown(file, Some(other.uid()), Some(other.gid())).is_ok();
        if other.nlink() > 1 || !(is_owned || owns()) {
            return false;
        }
    }
    file.set_permissions(other.permissions()).is_ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn write_whole(path: &Path, contents: &str) -> Result<()> {
        let mut file = WholeFile::create(path)?;
        file.write_all(contents.as_bytes())?;
        file.finish()
    }

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
    fn all_names_of_a_file_stay_names_of_it() {
        let folder = folder("hard-link");
        let (path, other) = (folder.join("a.csv"), folder.join("b.csv"));
        write_whole(&path, "old and long").unwrap();
        std::fs::hard_link(&path, &other).unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&other).unwrap(), "new");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let error = write_whole(&std::env::temp_dir(), "").unwrap_err();
        assert!(error.to_string().ends_with("is a folder"), "{error}");
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
