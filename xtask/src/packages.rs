//! The package of each crate holds its licenses, its README, and every file that its source includes.

use anyhow::{Context, Result, ensure};

use crate::command::cargo;
use crate::workspace::{Package, Workspace};

const NEEDED: &[&str] = &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Folders of crates that are not published.
const PRIVATE: &[&str] = &["bench", "bindings", "testkit", "xtask"];

/// The packages that a release publishes.
pub(crate) fn published(workspace: &Workspace) -> impl Iterator<Item = &Package> {
    workspace.packages.iter().filter(|package| !PRIVATE.contains(&package.group()))
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut count = 0;
    for package in published(workspace) {
        let list = format!("package --package {} --list --allow-dirty --offline", package.name);
        let output = cargo(workspace, &list).output().context("cannot list a package")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let files = String::from_utf8(output.stdout)?;
        let missing = missing(&files);
        ensure!(missing.is_empty(), "{} is packaged without {}", package.name, missing.join(", "));
        for source in files.lines().filter(|file| file.ends_with(".rs")) {
            let path = format!("{}/{source}", package.folder);
            let outside = outside(source, &workspace.read_file(&path)?);
            ensure!(outside.is_empty(), "{path} includes {outside:?} from outside of its package");
        }
        count += 1;
    }
    ensure!(count > 0, "no package is published");
    println!("{count} packages hold licenses, a README and what they include");
    Ok(())
}

fn missing(files: &str) -> Vec<&'static str> {
    NEEDED.iter().copied().filter(|needed| !files.lines().any(|file| file == *needed)).collect()
}

/// The files that a source file includes from above the root of its package.
fn outside(path: &str, source: &str) -> Vec<String> {
    let depth = path.matches('/').count();
    let includes = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
    let paths = includes.iter().flat_map(|include| source.split(include).skip(1));
    let paths = paths.filter_map(|rest| rest.split('"').next());
    paths.filter(|path| path.matches("../").count() > depth).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_license_is_listed() {
        assert_eq!(missing("Cargo.toml\nLICENSE-MIT\nREADME.md\nsrc/lib.rs\n"), ["LICENSE-APACHE"]);
        assert_eq!(missing("Cargo.toml\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\n"), [""; 0]);
    }

    #[test]
    fn files_from_outside_of_the_package_are_listed() {
        let source = |path: &str| format!("#[doc = {}(\"{path}\")]", "include_str!");
        assert_eq!(outside("src/lib.rs", &source("../README.md")), [""; 0]);
        assert_eq!(outside("src/lib.rs", &source("../../README.md")), ["../../README.md"]);
        assert_eq!(outside("src/a/b.rs", &source("../../data/x.csv")), [""; 0]);
    }
}
