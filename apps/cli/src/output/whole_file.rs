//! A file that is written whole or not at all: into a temporary one beside it, then renamed.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A writer whose file appears, complete, at [`finish`](WholeFile::finish); dropped before, nothing changes.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    temporary: PathBuf,
    // Taken by `finish`; while it is there, dropping removes the temporary file.
    writer: Option<BufWriter<File>>,
}

impl WholeFile {
    /// Starts to write what will be at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let name =
            path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
        let temporary =
            path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        let file = File::create(&temporary)
            .with_context(|| format!("cannot write {}; is its folder there?", path.display()))?;
        Ok(WholeFile { path: path.into(), temporary, writer: Some(BufWriter::new(file)) })
    }

    /// Puts the file in place of what was there.
    pub(crate) fn finish(mut self) -> Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        if let Some(mut writer) = self.writer.take() {
            let written = writer.flush().and_then(|()| writer.get_ref().sync_all());
            let placed = written.and_then(|()| std::fs::rename(&self.temporary, &self.path));
            if placed.is_err() {
                let _ = std::fs::remove_file(&self.temporary);
            }
            placed.with_context(cannot)?;
        }
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
        if self.writer.take().is_some() {
            let _ = std::fs::remove_file(&self.temporary);
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

    #[test]
    fn a_missing_folder_is_named() {
        let error = write_whole(Path::new("/nowhere/at/all.csv"), "").unwrap_err();
        assert!(error.to_string().contains("/nowhere/at/all.csv"), "{error}");
    }
}
