//! The formats of tables with typed columns, by the first bytes of a file and by its name.

use std::path::Path;

use anyhow::{Result, bail};

use crate::output::extension;

/// A format of tables with typed columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Parquet,
    /// The file format of Arrow IPC, which is Feather version 2 too.
    ArrowIpc,
}

/// The first bytes of relatives that are not read, and what they are.
const RELATIVES: &[(&[u8], &str)] = &[
    (b"PARE", "encrypted Parquet"),
    (b"FEA1", "Feather version 1; write it as version 2"),
    (b"\xff\xff\xff\xff", "an Arrow IPC stream; write it in the file format"),
];

impl Format {
    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Parquet => "Parquet",
            Format::ArrowIpc => "Arrow IPC",
        }
    }

    /// The extensions of its files.
    pub(crate) fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Parquet => &["parquet"],
            Format::ArrowIpc => &["arrow", "feather"],
        }
    }

    /// The format of a file; none if neither its beginning nor its name is that of one, an error if one of them is.
    pub(super) fn of(path: &Path, beginning: &[u8]) -> Result<Option<Self>> {
        let extension = extension(path);
        let all = [(Format::Parquet, &b"PAR1"[..]), (Format::ArrowIpc, b"ARROW1")];
        let found = all.iter().find(|(_, magic)| beginning.starts_with(magic)).map(|found| found.0);
        let named = all.map(|(format, _)| format).into_iter();
        let named = { named }.find(|format| format.extensions().contains(&extension.as_str()));
        match (found, named) {
            (Some(found), _) if named != found.into() => {
                let extensions = found.extensions().join(" or .");
                bail!("this is {}; give it a name that ends in .{extensions}", found.name())
            }
            (None, Some(named)) => {
                let relative = RELATIVES.iter().find(|(magic, _)| beginning.starts_with(magic));
                let contents = match relative {
                    Some((_, what)) => what,
                    None if beginning.is_empty() => "empty",
                    None => "something else",
                };
                bail!("its name is that of {}, but it is {contents}", named.name())
            }
            (found, _) => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_and_the_first_bytes_must_agree() {
        let of = |name: &str, beginning: &[u8]| Format::of(Path::new(name), beginning);
        assert_eq!(of("a.parquet", b"PAR1\x15").unwrap(), Some(Format::Parquet));
        assert_eq!(of("A.PARQUET", b"PAR1\x15").unwrap(), Some(Format::Parquet));
        assert_eq!(of("a.arrow", b"ARROW1\0\0").unwrap(), Some(Format::ArrowIpc));
        assert_eq!(of("a.feather", b"ARROW1\0\0").unwrap(), Some(Format::ArrowIpc));
        for (name, beginning) in [("a.csv", "time,x\n"), ("a", ""), ("parquet", "PAR")] {
            assert_eq!(of(name, beginning.as_bytes()).unwrap(), None, "{name}");
        }
        for (name, beginning, word) in [
            ("a.csv", &b"PAR1\x15"[..], "this is Parquet; give it a name that ends in .parquet"),
            (
                "a.parquet",
                b"ARROW1\0\0",
                "this is Arrow IPC; give it a name that ends in .arrow or .feather",
            ),
            ("a.parquet", b"time,x\n", "its name is that of Parquet, but it is something else"),
            ("a.arrow", b"", "its name is that of Arrow IPC, but it is empty"),
            ("a.feather", b"FEA1", "Feather version 1"),
            ("a.arrow", b"\xff\xff\xff\xff\x10", "stream"),
            ("a.parquet", b"PARE", "encrypted"),
        ] {
            let error = of(name, beginning).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
