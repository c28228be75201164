//! The gallery: one page with a figure and its formula for every system.

mod catalogue;
mod figures;
mod page;
mod system;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;

const EXAMPLES: &str = "\
Examples:
  gallery gallery          writes gallery/index.html: open it in a browser, no network needed";

/// Draw every system of springs into one self-contained web page
#[derive(Parser, Debug)]
#[command(name = "gallery", version, after_help = EXAMPLES)]
struct Gallery {
    /// Output folder of index.html; created if it does not exist
    folder: PathBuf,
}

fn main() -> Result<()> {
    let Gallery { folder } = Gallery::parse();
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let page = page::page(&catalogue::chapters()?)?;
    let path = folder.join("index.html");
    std::fs::write(&path, &page.html)
        .with_context(|| format!("cannot write {}", path.display()))?;
    eprintln!("{}: {} figures of {} systems", path.display(), page.figures, page.systems);
    Ok(())
}
