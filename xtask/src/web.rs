//! The web page: built, tested in Chromium, written to a folder, served.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{cargo, docs, output, program, run};
use crate::install;
use crate::npm;
use crate::workspace::Workspace;

const FOLDER: &str = "apps/web";

/// Builds the page and runs its tests in a browser.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let page = build(workspace)?;
    install::all_of(
        workspace,
        &[
            (&["chromium", "chromium-browser", "google-chrome"], "chromium"),
            (&["fc-list"], "fontconfig"),
        ],
    )?;
    // The font of the reference pictures, and the one for their formulas.
    for font in ["DejaVu Sans", "DejaVu Math TeX Gyre"] {
        if output(program(workspace, "fc-list", "").arg(font))?.trim().is_empty() {
            install::package(workspace, "fonts-dejavu")?;
        }
    }
    // The commands that the page shows are run.
    run(&mut cargo(workspace, "build --quiet --package sprung-cli"))?;
    let sprung = workspace.target.join("debug/sprung");
    run(node(workspace, "--test tests/")?.env("SPRUNG_PAGE", page).env("SPRUNG_PROGRAM", sprung))
}

/// `cargo xtask web` serves the page on localhost; `cargo xtask web --out DIR` writes it.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    match arguments {
        [] => {
            let page = build(workspace)?;
            run(node(workspace, "serve.mjs")?.arg(page))
        }
        [option, out] if option == "--out" => {
            let page = build(workspace)?;
            npm::copy(&page, out.as_ref())?;
            println!("wrote {out}: open {out}/index.html, or serve the folder");
            Ok(())
        }
        _ => bail!("usage: cargo xtask web [--out DIR]"),
    }
}

/// Builds the npm package and the page; returns the folder of the page.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    npm::build(workspace)?;
    install::one_of(workspace, &["npm"], "npm")?;
    let folder = workspace.root.join(FOLDER);
    let mut install = program(workspace, "npm", "ci --ignore-scripts --no-audit --no-fund --quiet");
    run(install.current_dir(&folder))?;
    run(&mut node(workspace, "node_modules/typescript/bin/tsc --noEmit")?)?;
    let page = workspace.target.join("web");
    run(node(workspace, "build.mjs")?.arg(&page))?;
    // The still figure of every system, to which the systems page links.
    let mut gallery = cargo(workspace, "run --quiet --package sprung-gallery --");
    run(gallery.arg(page.join("gallery")))?;
    // The documentation of every call that it shows.
    run(&mut docs(workspace))?;
    npm::copy(&workspace.target.join("doc"), &page.join("docs"))?;
    Ok(page)
}

/// Node in the folder of the page.
fn node(workspace: &Workspace, arguments: &str) -> Result<Command> {
    let node = install::one_of(workspace, &["node", "nodejs"], "nodejs")?;
    let mut command = program(workspace, node, arguments);
    command.current_dir(workspace.root.join(FOLDER));
    Ok(command)
}
