//! Dependencies between crates have one direction: apps and adapters build on `crates/`, never the reverse.

use anyhow::{Result, ensure};

use crate::workspace::{Package, Workspace};

/// For each top folder, the top folders on which its packages may depend; tests may use more.
const ALLOWED: &[(&str, &[&str])] = &[
    ("crates", &["crates"]),
    ("adapters", &["crates"]),
    ("apps", &["crates", "adapters", "apps"]),
    ("testkit", &["crates", "testkit"]),
    ("bench", &["crates", "adapters", "testkit"]),
    ("xtask", &[]),
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let broken = violations(&workspace.packages);
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    let uses: usize = workspace.packages.iter().map(|package| package.uses.len()).sum();
    ensure!(uses > 0, "no package uses another");
    println!("{uses} dependencies between packages, all in the allowed direction");
    Ok(())
}

fn violations(packages: &[Package]) -> Vec<String> {
    let mut broken = Vec::new();
    for package in packages {
        let Some((_, allowed)) = ALLOWED.iter().find(|(group, _)| *group == package.group()) else {
            broken.push(format!(
                "{}: give its folder a place in xtask/src/crate_layers.rs",
                package.folder
            ));
            continue;
        };
        for used in &package.uses {
            let group =
                packages.iter().find(|other| other.name == *used).map_or("", Package::group);
            if !allowed.contains(&group) {
                broken.push(format!("{} may not depend on {used}", package.name));
            }
            if package.name == "sprung" {
                broken.push(format!("sprung is the lowest crate and may not depend on {used}"));
            }
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &str, uses: &[&str]) -> Package {
        let name = folder.rsplit('/').next().unwrap().to_string();
        Package {
            name,
            folder: folder.into(),
            uses: uses.iter().map(|name| name.to_string()).collect(),
            ..Package::default()
        }
    }

    #[test]
    fn apps_may_use_crates_and_crates_may_not_use_apps() {
        let good = [
            package("crates/sprung", &[]),
            package("crates/batch", &["sprung"]),
            package("apps/figure", &[]),
            package("apps/cli", &["batch", "figure"]),
        ];
        assert_eq!(violations(&good), [""; 0]);
        let bad = [
            package("crates/sprung", &[]),
            package("crates/batch", &["cli"]),
            package("apps/cli", &[]),
        ];
        assert_eq!(violations(&bad), ["batch may not depend on cli"]);
    }

    #[test]
    fn the_core_uses_no_other_crate() {
        let bad = [package("crates/sprung", &["batch"]), package("crates/batch", &[])];
        assert_eq!(violations(&bad), ["sprung is the lowest crate and may not depend on batch"]);
    }

    #[test]
    fn a_folder_without_a_place_fails() {
        assert_eq!(violations(&[package("wind/gust", &[])]).len(), 1);
    }
}
