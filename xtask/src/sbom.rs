//! The components of each library and program: a list in the format CycloneDX 1.5, for tools that look for known defects.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::command::{self, cargo};
use crate::packages;
use crate::workspace::Workspace;

/// The name and the text of the list of each published package.
pub(crate) fn of_all(workspace: &Workspace) -> Result<Vec<(String, String)>> {
    let printed = command::output(&mut cargo(
        workspace,
        "metadata --format-version 1 --all-features --locked",
    ))?;
    let metadata: Value = serde_json::from_str(&printed).context("cargo printed no metadata")?;
    let lists = packages::published(workspace).map(|package| {
        let list = of_one(&metadata, &package.name)?;
        let text = serde_json::to_string_pretty(&list)?;
        Ok((format!("{}-{}.cdx.json", package.name, package.version), text + "\n"))
    });
    lists.collect()
}

/// What a package is built with on any target, with all features and without its tests.
fn of_one(metadata: &Value, name: &str) -> Result<Value> {
    let packages: BTreeMap<&str, &Value> = each(&metadata["packages"])
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let nodes: BTreeMap<&str, &Value> = each(&metadata["resolve"]["nodes"])
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let members = each(&metadata["workspace_members"]).filter_map(Value::as_str);
    let mut roots = members.filter(|id| packages.get(id).is_some_and(|p| p["name"] == name));
    let root = roots.next().with_context(|| format!("there is no package {name}"))?;

    let (mut found, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(nodes.get(id).into_iter().flat_map(|node| dependencies(node)));
        }
    }
    let component = |id: &str| -> Result<Value> {
        let package = packages.get(id).with_context(|| format!("{id} is not described"))?;
        let (name, version) = (&package["name"], &package["version"]);
        let (name, version) = (name.as_str().unwrap_or(""), version.as_str().unwrap_or(""));
        ensure!(!name.is_empty() && !version.is_empty(), "{id} has no name or version");
        let license = package["license"].as_str().unwrap_or("NOASSERTION");
        Ok(json!({
            "type": "library", "bom-ref": id, "name": name, "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": license.replace('/', " OR ") }],
        }))
    };
    let others = found.iter().copied().filter(|id| *id != root);
    let graph = found.iter().filter_map(|id| nodes.get(id)).map(
        |node| json!({ "ref": node["id"], "dependsOn": dependencies(node).collect::<Vec<_>>() }),
    );
    Ok(json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": component(root)? },
        "components": others.map(component).collect::<Result<Vec<_>>>()?,
        "dependencies": graph.collect::<Vec<_>>(),
    }))
}

/// What a package is built with: all but the dependencies of its tests.
fn dependencies(node: &Value) -> impl Iterator<Item = &str> {
    let built =
        |dependency: &&Value| each(&dependency["dep_kinds"]).any(|kind| kind["kind"] != "dev");
    each(&node["deps"]).filter(built).filter_map(|dependency| dependency["pkg"].as_str())
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_what_a_package_is_built_with_and_not_what_tests_it() {
        let package = |name: &str| json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0" });
        let needs =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [package("a"), package("b"), package("c"), package("tests")],
            "workspace_members": ["a"],
            "resolve": { "nodes": [
                { "id": "a", "deps": [needs("b", Value::Null), needs("tests", json!("dev"))] },
                { "id": "b", "deps": [needs("c", json!("build"))] },
                { "id": "c", "deps": [] },
                { "id": "tests", "deps": [] },
            ] },
        });
        let list = of_one(&metadata, "a").unwrap();
        let names: Vec<&str> =
            each(&list["components"]).filter_map(|component| component["name"].as_str()).collect();
        assert_eq!(names, ["b", "c"]);
        assert_eq!(list["components"][0]["purl"], "pkg:cargo/b@1.0.0");
        assert_eq!(list["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(list["dependencies"][0], json!({ "ref": "a", "dependsOn": ["b"] }));
        assert!(of_one(&metadata, "d").is_err());
    }
}
