//! Names of files in titles.

use std::path::Path;

/// The name of a file as the title of its figure: without its folder.
pub(crate) fn file_title(path: &Path) -> String {
    match path.file_name() {
        Some(name) if path != Path::new("-") => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    }
}
