//! A file that is written whole or not at all: into a temporary one beside it, then renamed.
//!
//! A link stays a link: the file that it leads to is replaced. What is there and no file, a pipe or a device, is written
//! to directly.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A writer whose file appears, complete, at [`finish`](WholeFile::finish); dropped before, nothing changes.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    temporary: Option<PathBuf>,
    // None when finished; while it is there, dropping removes the temporary file.
    writer: Option<BufWriter<File>>,
}

impl WholeFile {
    /// Starts to write what will be at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write {}; is its folder there?", path.display());
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        if std::fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let writer =
                BufWriter::new(File::options().write(true).open(&path).with_context(cannot)?);
            return Ok(WholeFile { path, temporary: None, writer: Some(writer) });
        }
        let name =
            path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
        let temporary =
            path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        let writer = BufWriter::new(File::create(&temporary).with_context(cannot)?);
        Ok(WholeFile { path, temporary: Some(temporary), writer: Some(writer) })
    }

    /// Puts the file in place of what was there.
    pub(crate) fn finish(mut self) -> Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        if let Some(writer) = &mut self.writer {
            writer.flush().with_context(cannot)?;
            if let Some(temporary) = &self.temporary {
                let stored = writer.get_ref().sync_all();
                stored
                    .and_then(|()| std::fs::rename(temporary, &self.path))
                    .with_context(cannot)?;
            }
        }
        self.writer = None;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let (Some(_), Some(temporary)) = (self.writer.take(), &self.temporary) {
            let _ = std::fs::remove_file(temporary);
        }
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
    fn a_file_that_is_not_finished_leaves_the_old_one_and_no_trace() {
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

    #[test]
    fn a_missing_folder_is_named() {
        let error = write_whole(Path::new("/nowhere/at/all.csv"), "").unwrap_err();
        assert!(error.to_string().contains("/nowhere/at/all.csv"), "{error}");
    }
}
