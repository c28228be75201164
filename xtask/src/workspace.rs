//! The packages of the workspace, as `cargo metadata` lists them, and its files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The workspace that this program belongs to.
#[derive(Deserialize)]
pub(crate) struct Workspace {
    #[serde(rename = "workspace_root")]
    pub(crate) root: PathBuf,
    /// The target directory of cargo.
    #[serde(rename = "target_directory")]
    pub(crate) target: PathBuf,
    pub(crate) packages: Vec<Package>,
}

/// One package of the workspace.
#[derive(Default, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// Folder relative to the root, with `/` between its parts: `crates/sprung`.
    #[serde(rename = "manifest_path")]
    pub(crate) folder: String,
    pub(crate) features: BTreeMap<String, Vec<String>>,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
}

/// A package that another one is built with.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// The folder of a package that is not from a registry.
    pub(crate) path: Option<String>,
    /// `dev` for tests alone.
    pub(crate) kind: Option<String>,
}

/// A library, a program, a test or an example.
#[derive(Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    kind: Vec<String>,
}

impl Workspace {
    /// Reads the contents of the workspace from cargo.
    pub(crate) fn read() -> Result<Workspace> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .context("cannot start `cargo metadata`")?;
        let mut workspace: Workspace = serde_json::from_slice(&output.stdout)
            .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
        for Package { folder, .. } in &mut workspace.packages {
            let inside = Path::new(folder).parent().context("a manifest without a folder")?;
            let inside = inside.strip_prefix(&workspace.root).unwrap_or(inside);
            *folder = inside.to_string_lossy().replace('\\', "/");
        }
        Ok(workspace)
    }

    /// The packages that others build on: the libraries under `crates/` and `adapters/`.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| {
            matches!(package.group(), "crates" | "adapters")
                && package.targets_of("lib").next().is_some()
        })
    }

    /// Every file except generated ones, relative to the root and sorted.
    pub(crate) fn files(&self) -> Result<Vec<String>> {
        let mut files = Vec::new();
        list_files(&self.root, "", &mut files)?;
        files.sort();
        Ok(files)
    }

    /// Every file with one of these endings, and its text; an error if there is none.
    pub(crate) fn texts(&self, endings: &[&str]) -> Result<Vec<(String, String)>> {
        let mut texts = Vec::new();
        for file in self.files()?.into_iter().filter(|file| has_ending(file, endings)) {
            let text = self.read_file(&file)?;
            texts.push((file, text));
        }
        ensure!(!texts.is_empty(), "there are no sources");
        Ok(texts)
    }

    /// Passes the name and the text of every file with one of these endings to a check, whose findings are the error.
    pub(crate) fn check_texts(
        &self,
        endings: &[&str],
        claim: &str,
        check: impl Fn(&str, &str) -> Vec<String>,
    ) -> Result<()> {
        let texts = self.texts(endings)?;
        let broken: Vec<String> = texts.iter().flat_map(|(file, text)| check(file, text)).collect();
        ensure!(broken.is_empty(), "{claim}:\n{}", broken.join("\n"));
        println!("{} files", texts.len());
        Ok(())
    }

    /// The text of one file, by its path relative to the root.
    pub(crate) fn read_file(&self, path: &str) -> Result<String> {
        fs::read_to_string(self.root.join(path)).with_context(|| format!("cannot read {path}"))
    }
}

impl Package {
    /// The first part of its folder: `crates`, `apps`, `bench` …
    pub(crate) fn group(&self) -> &str {
        self.folder.split('/').next().unwrap_or_default()
    }

    /// Packages of this workspace that it is built with; those for its tests alone are left out.
    pub(crate) fn uses(&self) -> impl Iterator<Item = &str> {
        let built = self.dependencies.iter().filter(|used| used.kind.as_deref() != Some("dev"));
        built.filter(|used| used.path.is_some()).map(|used| used.name.as_str())
    }

    /// Its targets of a kind: `lib`, `example` …
    pub(crate) fn targets_of(&self, kind: &str) -> impl Iterator<Item = &Target> {
        self.targets.iter().filter(move |target| target.kind.iter().any(|name| name == kind))
    }
}

fn has_ending(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

fn list_files(root: &Path, folder: &str, files: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder)).with_context(|| format!("cannot list {folder}"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let generated = path == "gallery"
            || matches!(name.as_str(), "target" | "node_modules" | "dist" | "__pycache__");
        // What a symbolic link leads to is listed where it is.
        let kind = entry.file_type()?;
        if kind.is_file() {
            files.push(path);
        } else if kind.is_dir() && !name.starts_with('.') && !generated {
            list_files(root, &path, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_all_after_the_last_point() {
        let sources = ["rs", "py"];
        assert!(has_ending("a/b.rs", &sources) && has_ending("tools/golden.py", &sources));
        assert!(!has_ending("data/walk.bvh", &sources) && !has_ending("LICENSE-MIT", &sources));
    }

    #[test]
    fn cargo_lists_the_packages_of_the_tree() {
        let workspace = Workspace::read().unwrap();
        let core = workspace.packages.iter().find(|package| package.name == "sprung").unwrap();
        assert_eq!(core.folder, "crates/sprung");
        assert_eq!(core.group(), "crates");
        assert_eq!(core.targets_of("lib").count(), 1);
        assert!(core.features.contains_key("mint"));
        let batch =
            workspace.packages.iter().find(|package| package.name == "sprung-batch").unwrap();
        assert_eq!(batch.uses().collect::<Vec<_>>(), ["sprung"]);
        let files = workspace.files().unwrap();
        assert!(files.iter().any(|file| file == "xtask/src/workspace.rs"));
        assert!(!files.iter().any(|file| file.starts_with("target/") || file.starts_with(".git/")));
    }
}
