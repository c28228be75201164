//! Inside the crate `sprung`, a layer imports only the layers above it.
//!
//! [`LAYERS`] is the rule, in the order in which data flows. Layers on one line do not import each other; modules
//! that share a layer do.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::rust_source::{Token, module_path, re_exports, tokens, used_paths};
use crate::workspace::Workspace;

const LAYERS: &[&[&str]] = &[
    &["error"],
    &["real vector"],
    &["state"],
    &["math"],
    &["params", "rotation"],
    &["coefficients"],
    &["motion", "integrate", "analysis", "interop"],
    &["convert"],
    &["text"],
];

const SOURCES: &str = "crates/sprung/src/";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let root = re_exported_layers(&tokens(&workspace.read_file(&format!("{SOURCES}lib.rs"))?)?);
    let mut broken = Vec::new();
    let mut seen = Vec::new();
    for (path, text) in workspace.texts(&["rs"])? {
        let Some(file) = path.strip_prefix(SOURCES).filter(|file| *file != "lib.rs") else {
            continue;
        };
        let tokens = tokens(&text).with_context(|| path.clone())?;
        broken.extend(violations(file, &tokens, &root));
        seen.push(module_of(file).to_string());
    }
    let ruled = LAYERS.iter().copied().flatten().flat_map(|layer| layer.split(' '));
    for module in ruled.filter(|module| !seen.iter().any(|name| name == module)) {
        broken.push(format!("the module {module} is in the rule and not in {SOURCES}"));
    }
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    println!("{} files keep to the layers", seen.len());
    Ok(())
}

/// Returns the imports of one file that break the rule; `file` is relative to the sources.
fn violations(file: &str, tokens: &[Token], root: &BTreeMap<String, String>) -> Vec<String> {
    let module = module_of(file);
    let Some((own_row, own_layer)) = place(module) else {
        return vec![format!(
            "{file}: `{module}` is in no layer; give it a place in xtask/src/layers.rs"
        )];
    };
    let mut broken = Vec::new();
    for path in used_paths(tokens) {
        let line = path.line;
        let path = path.into_absolute(&module_path(file));
        let Some(name) = path.first().map(String::as_str) else { continue };
        let target = root.get(name).filter(|_| place(name).is_none()).map_or(name, String::as_str);
        match place(target) {
            Some((row, layer)) if row < own_row || layer == own_layer => {}
            Some(_) => broken.push(format!("{file}:{}: {module} imports {target}", line)),
            None => broken.push(format!("{file}:{}: import `{name}` from its module", line)),
        }
    }
    broken
}

/// The row of a module in the rule, and its layer.
fn place(module: &str) -> Option<(usize, &'static str)> {
    LAYERS.iter().enumerate().find_map(|(row, layers)| {
        let layer = layers.iter().find(|layer| layer.split(' ').any(|name| name == module))?;
        Some((row, *layer))
    })
}

/// The top module of a file: its folder, or its own name if it is at the top.
fn module_of(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

/// Maps each name that the crate root re-exports to its layer.
fn re_exported_layers(lib: &[Token]) -> BTreeMap<String, String> {
    let exports = re_exports(lib);
    let pairs =
        exports.iter().filter_map(|path| Some((path.segments.last()?, path.segments.first()?)));
    pairs.map(|(name, layer)| (name.clone(), layer.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(file: &str, source: &str) -> Vec<String> {
        let lib = "pub use params::spring::Spring; pub use coefficients::SpringStep;";
        violations(file, &tokens(source).unwrap(), &re_exported_layers(&tokens(lib).unwrap()))
    }

    #[test]
    fn imports_from_above_and_from_the_own_layer_pass() {
        assert_eq!(
            broken("motion/spring.rs", "use crate::{params::Spring, state::State};"),
            [""; 0]
        );
        assert_eq!(
            broken("motion/spring.rs", "use super::damper::Damper; use crate::motion::limits;"),
            [""; 0]
        );
        assert_eq!(broken("params/spring.rs", "use core::fmt; use crate::real::Real;"), [""; 0]);
    }

    #[test]
    fn an_import_from_below_fails_however_it_is_written() {
        for source in [
            "use crate::motion::spring::SpringStep;",
            "use crate::{real::Real, motion::spring};",
            "fn f() { crate::motion::spring::step() }",
            "use super::super::motion;",
        ] {
            let found = broken("params/spring.rs", source);
            assert_eq!(found, ["params/spring.rs:1: params imports motion"], "{source}");
        }
        assert_eq!(
            broken("state.rs", "\nuse super::motion;"),
            ["state.rs:2: state imports motion"]
        );
        assert_eq!(
            broken("params/mod.rs", "use super::motion;"),
            ["params/mod.rs:1: params imports motion"]
        );
    }

    #[test]
    fn a_name_from_the_crate_root_counts_as_its_layer() {
        assert_eq!(broken("motion/spring.rs", "use crate::SpringStep;"), [""; 0]);
        assert_eq!(
            broken("params/spring.rs", "use crate::SpringStep;"),
            ["params/spring.rs:1: params imports coefficients"]
        );
        assert_eq!(
            broken("real.rs", "use crate::Wind;"),
            ["real.rs:1: import `Wind` from its module"]
        );
    }

    #[test]
    fn layers_on_one_line_may_not_import_each_other() {
        assert_eq!(
            broken("analysis/settling.rs", "use crate::motion::x;"),
            ["analysis/settling.rs:1: analysis imports motion"]
        );
    }

    #[test]
    fn modules_of_one_layer_may_import_each_other() {
        assert_eq!(broken("real.rs", "use crate::vector::Vector;"), [""; 0]);
        assert_eq!(broken("vector.rs", "use crate::real::Real;"), [""; 0]);
    }

    #[test]
    fn a_module_without_a_place_fails() {
        assert_eq!(broken("wind.rs", "").len(), 1);
        assert_eq!(broken("wind/gust.rs", "").len(), 1);
    }

    #[test]
    fn comments_and_tests_may_import_anything() {
        assert_eq!(
            broken(
                "real.rs",
                "/// use crate::motion;\n#[cfg(test)] mod tests { use crate::motion; }"
            ),
            [""; 0]
        );
    }
}
