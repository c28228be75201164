//! Everything that comes before a release, by one command that publishes nothing: `cargo xtask release --dry-run`.
//!
//! Licenses and sources of all dependencies, versions of each dependency that are as old as the manifests allow, the oldest
//! Rust, the documentation as docs.rs builds it, and the archive of each crate, built from itself. `target/release-files` then
//! holds the archives, the list of components ([`sbom`](crate::sbom)) and their checksums.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, cargo, program};
use crate::workspace::{Package, Workspace};
use crate::{packages, sbom, tools};

const FOLDER: &str = "release-files";
const CHECKSUMS: &str = "SHA256SUMS";

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    match arguments {
        [option] if option == "--dry-run" => dry_run(workspace),
        _ => bail!(
            "usage: cargo xtask release --dry-run; to publish after it: cargo publish --workspace, by a person"
        ),
    }
}

fn dry_run(workspace: &Workspace) -> Result<()> {
    println!("1. licenses and sources of the dependencies");
    deny(workspace)?;
    println!("2. each crate packs its licenses, README and includes");
    packages::run(workspace)?;
    println!("3. each library builds with the oldest Rust that it promises");
    command::run(&mut tools::hack_libraries(workspace, "check --rust-version --all-features")?)?;
    println!("4. each library builds with the oldest dependencies that its manifest allows");
    oldest_dependencies(workspace)?;
    println!("5. the documentation builds as docs.rs builds it");
    command::run(&mut command::docs(workspace))?;
    println!("6. the public functions beside those of the release before");
    compare_with_last(workspace)?;
    println!("7. each archive builds from itself");
    let archives = pack(workspace)?;
    let folder = workspace.target.join(FOLDER);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder)?;
    let mut names = Vec::new();
    for archive in archives {
        let name = archive.file_name().context("an archive without a name")?.to_owned();
        fs::copy(&archive, folder.join(&name))
            .with_context(|| format!("cannot copy {}", archive.display()))?;
        names.push(name.to_string_lossy().into_owned());
    }
    for (name, text) in sbom::of_all(workspace)? {
        fs::write(folder.join(&name), text).with_context(|| format!("cannot write {name}"))?;
        names.push(name);
    }
    names.sort();
    let mut sums = program(workspace, "sha256sum", "");
    let sums = command::output(sums.current_dir(&folder).args(&names))?;
    print!("{sums}");
    fs::write(folder.join(CHECKSUMS), sums)?;
    println!("{} files in {}", names.len(), folder.display());
    Ok(())
}

/// By the rules of `deny.toml`: licenses that fit, and packages from the registry; without advisories, whose database is not
/// part of a registry.
pub(crate) fn deny(workspace: &Workspace) -> Result<()> {
    let deny = tools::from_cargo(workspace, "cargo-deny", "0.18.3")?;
    command::run(&mut program(workspace, deny, "check licenses bans sources"))
}

/// In a copy of the libraries, whose lock file is then that of the oldest versions of their direct dependencies. The programs
/// are not there: they need newer ones.
fn oldest_dependencies(workspace: &Workspace) -> Result<()> {
    let copy = workspace.target.join("oldest-dependencies");
    fs::remove_dir_all(&copy).ok();
    let needed = |file: &String| {
        ["crates/", "testkit/"].iter().any(|folder| file.starts_with(folder)) || !file.contains('/')
    };
    for file in workspace.files()?.into_iter().filter(needed) {
        let to = copy.join(&file);
        fs::create_dir_all(to.parent().unwrap_or(Path::new(".")))?;
        fs::copy(workspace.root.join(&file), &to).with_context(|| format!("cannot copy {file}"))?;
    }
    let manifest = only_libraries(&workspace.read_file("Cargo.toml")?)?;
    fs::write(copy.join("Cargo.toml"), manifest)?;
    let in_copy = |arguments: &str| {
        let mut command = cargo(workspace, arguments);
        // Choosing the oldest is not yet an option of stable cargo.
        command.current_dir(&copy).env("RUSTC_BOOTSTRAP", "1");
        command.env("CARGO_TARGET_DIR", workspace.target.join("oldest"));
        command
    };
    command::run(&mut in_copy("update --quiet -Z direct-minimal-versions"))?;
    let mut check = in_copy("check --lib --all-features");
    command::run(check.args(of_each(crates(workspace))))
}

/// The manifest of the workspace with the libraries and the test kit as its only members.
fn only_libraries(manifest: &str) -> Result<String> {
    let list = |text: &str, key: &str, members: &str| -> Result<String> {
        let (before, rest) =
            text.split_once(&format!("\n{key} = [")).with_context(|| format!("no list {key}"))?;
        let (_, after) = rest.split_once(']').with_context(|| format!("{key} has no end"))?;
        Ok(format!("{before}\n{key} = [{members}]{after}"))
    };
    let manifest = list(manifest, "members", "\"crates/sprung*\", \"testkit\"")?;
    list(&manifest, "default-members", "\"crates/sprung\"")
}

/// The libraries of `crates/`, which others build on.
fn crates(workspace: &Workspace) -> impl Iterator<Item = &Package> {
    workspace.libraries().filter(|package| package.group() == "crates")
}

fn of_each<'a>(packages: impl Iterator<Item = &'a Package>) -> Vec<String> {
    packages.flat_map(|package| [String::from("--package"), package.name.clone()]).collect()
}

/// Compares with the tag of the last release. Before the first there is nothing that a version could break.
fn compare_with_last(workspace: &Workspace) -> Result<()> {
    let tags = command::output(&mut program(workspace, "git", "tag --list v* --sort=-v:refname"))?;
    let Some(last) = tags.lines().next() else {
        println!("no tag v*: this is the first release, every version number fits");
        return Ok(());
    };
    let tool = tools::from_cargo(workspace, "cargo-semver-checks", "0.44.0")?;
    let compare = format!("semver-checks --all-features --baseline-rev {last}");
    command::run(program(workspace, tool, &compare).args(of_each(crates(workspace))))
}

/// Makes the archive of each published crate and builds the libraries from theirs.
fn pack(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let folder = workspace.target.join("package");
    let published: Vec<&Package> = packages::published(workspace).collect();
    let mut pack = cargo(workspace, "package --allow-dirty --quiet");
    command::run(pack.args(of_each(published.iter().copied())))?;
    let mut archives = Vec::new();
    for package in published {
        let name = format!("{}-{}.crate", package.name, package.version);
        let archive = folder.join(&name);
        ensure!(archive.is_file(), "cargo made no {name}");
        archives.push(archive);
    }
    Ok(archives)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_of_the_libraries_has_no_other_members() {
        let manifest =
            "[workspace]\nmembers = [\n    \"apps/*\",\n]\ndefault-members = [\"apps/cli\"]\n[x]\n";
        assert_eq!(
            only_libraries(manifest).unwrap(),
            "[workspace]\nmembers = [\"crates/sprung*\", \"testkit\"]\ndefault-members = [\"crates/sprung\"]\n[x]\n"
        );
        assert!(only_libraries("[workspace]\n").is_err());
    }
}
