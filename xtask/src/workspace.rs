//! The packages of the workspace, as `cargo metadata` lists them, and its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The workspace that this program belongs to.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// The target directory of cargo.
    pub(crate) target: PathBuf,
    pub(crate) packages: Vec<Package>,
}

/// One package of the workspace.
#[derive(Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Folder relative to the root, with `/` between its parts: `crates/sprung`.
    pub(crate) folder: String,
    pub(crate) features: Vec<String>,
    /// Packages of this workspace that it is built with; those for its tests alone are left out.
    pub(crate) uses: Vec<String>,
    pub(crate) has_library: bool,
    pub(crate) examples: Vec<Example>,
}

/// One program under `examples/`.
pub(crate) struct Example {
    pub(crate) name: String,
    pub(crate) required_features: Vec<String>,
}

impl Workspace {
    /// Reads the contents of the workspace from cargo.
    pub(crate) fn read() -> Result<Workspace> {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask has no parent folder")?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .current_dir(root)
            .output()
            .context("cannot start `cargo metadata`")?;
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
        let packages =
            array(&metadata["packages"]).map(|package| read_package(root, package)).collect();
        Ok(Workspace {
            root: root.into(),
            target: text(&metadata["target_directory"]).into(),
            packages,
        })
    }

    /// The packages that others build on: the libraries under `crates/` and `adapters/`.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| {
            package.has_library && matches!(package.group(), "crates" | "adapters")
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
        let files = self.files()?.into_iter().filter(|file| has_ending(file, endings));
        let mut texts = Vec::new();
        for file in files {
            let text = self.read_file(&file)?;
            texts.push((file, text));
        }
        ensure!(!texts.is_empty(), "there are no sources");
        Ok(texts)
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
}

fn has_ending(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

fn list_files(root: &Path, folder: &str, files: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder)).with_context(|| format!("cannot list {folder}"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let generated =
            path == "gallery" || matches!(name.as_str(), "target" | "node_modules" | "__pycache__");
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

fn read_package(root: &Path, package: &Value) -> Package {
    let manifest = Path::new(text(&package["manifest_path"]));
    let folder =
        manifest.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(manifest);
    let targets = || array(&package["targets"]);
    let is = |target: &Value, kind: &str| array(&target["kind"]).any(|name| text(name) == kind);
    Package {
        name: text(&package["name"]).into(),
        folder: folder.to_string_lossy().replace('\\', "/"),
        features: package["features"]
            .as_object()
            .into_iter()
            .flat_map(|map| map.keys().cloned())
            .collect(),
        uses: array(&package["dependencies"])
            .filter(|dependency| {
                dependency["path"].is_string() && text(&dependency["kind"]) != "dev"
            })
            .map(|dependency| text(&dependency["name"]).into())
            .collect(),
        has_library: targets().any(|target| is(target, "lib")),
        examples: targets()
            .filter(|target| is(target, "example"))
            .map(|target| Example {
                name: text(&target["name"]).into(),
                required_features: array(&target["required-features"])
                    .map(|name| text(name).into())
                    .collect(),
            })
            .collect(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
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
        assert!(core.has_library);
        assert!(core.features.iter().any(|feature| feature == "mint"));
        let batch =
            workspace.packages.iter().find(|package| package.name == "sprung-batch").unwrap();
        assert_eq!(batch.uses, ["sprung"]);
        let files = workspace.files().unwrap();
        assert!(files.iter().any(|file| file == "xtask/src/workspace.rs"));
        assert!(!files.iter().any(|file| file.starts_with("target/") || file.starts_with(".git/")));
    }
}
