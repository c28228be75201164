//! Dependencies between crates have one direction: apps and adapters build on `crates/`, never the reverse.

use anyhow::{Result, ensure};

use crate::workspace::{Package, Workspace};

/// For each package, by its folder or its top folder, the top folders on which it may depend; tests may use more.
const ALLOWED: &[(&str, &[&str])] = &[
    ("crates/sprung", &[]),
    ("crates", &["crates"]),
    ("adapters", &["crates"]),
    ("apps", &["crates", "adapters", "apps"]),
    ("bindings", &["crates"]),
    ("testkit", &["crates", "testkit"]),
    ("bench", &["crates", "adapters", "testkit"]),
    ("xtask", &[]),
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let broken = violations(&workspace.packages);
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    let uses = workspace.packages.iter().flat_map(Package::uses).count();
    ensure!(uses > 0, "no package uses another");
    println!("{uses} dependencies between packages, all in the allowed direction");
    Ok(())
}

fn violations(packages: &[Package]) -> Vec<String> {
    let group_of = |name: &str| {
        packages.iter().find(|package| package.name == name).map_or("", Package::group)
    };
    let mut broken = Vec::new();
    for package in packages {
        let Package { name, folder, .. } = package;
        let is_rule = |place: &str| place == folder || place == package.group();
        let Some((_, allowed)) = ALLOWED.iter().find(|(place, _)| is_rule(place)) else {
            broken.push(format!("{folder}: give its folder a place in xtask/src/crate_layers.rs"));
            continue;
        };
        let refused = package.uses().filter(|used| !allowed.contains(&group_of(used)));
        broken.extend(refused.map(|used| format!("{name} may not depend on {used}")));
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    fn dependency(name: &str) -> Dependency {
        Dependency { name: name.into(), path: Some(String::new()), kind: None }
    }

    fn package(folder: &str, uses: &[&str]) -> Package {
        let name = folder.rsplit('/').next().unwrap().to_string();
        Package {
            name,
            folder: folder.into(),
            dependencies: uses.iter().map(|name| dependency(name)).collect(),
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
        assert_eq!(violations(&bad), ["sprung may not depend on batch"]);
    }

    #[test]
    fn a_folder_without_a_place_fails() {
        assert_eq!(violations(&[package("wind/gust", &[])]).len(), 1);
    }
}
