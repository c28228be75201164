//! `sprung gallery`: one page with a figure and its formula for every system that works, and the names of those missing.

mod catalogue;
mod figures;
mod page;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::output::write_whole;

const EXAMPLES: &str = "\
Examples:
  sprung gallery gallery          writes gallery/index.html: open it in a browser, no network needed";

/// Draw every system that works into one self-contained web page
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Gallery {
    /// The folder to write index.html into; it is made if it is not there
    folder: PathBuf,
}

impl Gallery {
    pub(crate) fn run(&self) -> Result<()> {
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        let chapters = catalogue::chapters();
        let page = page::page(&chapters)?;
        let path = self.folder.join("index.html");
        write_whole(&path, &page.html)?;
        eprintln!(
            "{}: {} figures of {} systems, {} missing",
            path.display(),
            page.figures,
            page.drawn,
            page.missing
        );
        Ok(())
    }
}
