//! Inside the crate `sprung`, a layer imports only the layers above it.
//!
//! [`LAYERS`] is the rule, in the order in which data flows. Layers on one line do not import each other; modules
//! that share a layer do.

use anyhow::{Result, ensure};

use crate::imports::{Import, Imports};
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
    let imports = Imports::read(SOURCES, &workspace.texts(&["rs"])?)?;
    let mut broken = violations(&imports);
    for module in modules() {
        if !imports.files().any(|file| module_of(file) == module) {
            broken.push(format!("the module {module} is in the rule and not in {SOURCES}"));
        }
    }
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    println!("{} files keep to the layers", imports.files().count());
    Ok(())
}

/// Returns the files without a place in the rule, and the imports that break it.
fn violations(imports: &Imports) -> Vec<String> {
    let without_a_place = imports.files().filter(|file| *file != ROOT && place(file).is_none());
    let without_a_place = without_a_place
        .map(|file| format!("{file}: is in no layer; give it a place in xtask/src/layers.rs"));
    without_a_place.chain(imports.all().filter_map(|import| violation(&import))).collect()
}

/// The file that re-exports from all layers.
const ROOT: &str = "lib.rs";

/// Returns the complaint about an import, unless it is from the own layer or from one above.
fn violation(import: &Import) -> Option<String> {
    let Import { file, path, target } = import;
    let (own_row, own_layer) = place(file)?;
    Some(match place(target) {
        Some((row, layer)) if row < own_row || layer == own_layer => return None,
        Some(_) => {
            format!("{file}:{}: {} imports {}", path.line, module_of(file), module_of(target))
        }
        None => {
            format!("{file}:{}: import `{}` from its module", path.line, path.segments.join("::"))
        }
    })
}

/// The row of a file's module in the rule, and its layer.
fn place(file: &str) -> Option<(usize, &'static str)> {
    LAYERS.iter().enumerate().find_map(|(row, layers)| {
        let layer =
            layers.iter().find(|layer| layer.split(' ').any(|name| name == module_of(file)))?;
        Some((row, *layer))
    })
}

/// Every module of the rule.
fn modules() -> impl Iterator<Item = &'static str> {
    LAYERS.iter().copied().flatten().flat_map(|layer| layer.split(' '))
}

/// The top module of a file: its folder, or its own name if it is at the top.
fn module_of(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(file: &str, source: &str) -> Vec<String> {
        let mut imports = Imports::default();
        let lib = "pub use params::spring::Spring; pub use coefficients::SpringStep;";
        imports.add("lib.rs", lib).unwrap();
        for module in modules() {
            imports.add(&format!("{module}/mod.rs"), "").unwrap();
        }
        imports.add(file, source).unwrap();
        violations(&imports)
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
