//! Every feature of every library builds alone; so do none of them and all of them together.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::{Package, Workspace};

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut builds = Vec::new();
    for package in workspace.libraries() {
        for selection in selections(package) {
            let clippy =
                format!("clippy --quiet --package {} {selection} -- -D warnings", package.name);
            builds.push(cargo(workspace, &clippy));
        }
    }
    command::run_all(builds)
}

/// The flags of each build: no feature, each one alone, all.
fn selections(package: &Package) -> Vec<String> {
    let mut selections = vec![String::from("--no-default-features")];
    for feature in package.features.iter().filter(|feature| *feature != "default") {
        selections.push(format!("--no-default-features --features {feature}"));
    }
    selections.push(String::from("--all-features"));
    selections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_is_built_alone_between_none_and_all() {
        let package = Package {
            features: ["default", "mint", "serde"].map(String::from).to_vec(),
            ..Package::default()
        };
        assert_eq!(
            selections(&package),
            [
                "--no-default-features",
                "--no-default-features --features mint",
                "--no-default-features --features serde",
                "--all-features",
            ]
        );
    }
}
