//! No file imports a file that imports it, directly or through others: the import graph of each crate is acyclic.
//!
//! An edge is a path that begins with `crate` or `super`, or one into a child module that is not a re-export. A name of
//! the crate root, or of a folder's `mod.rs`, that is re-exported there counts as its own file. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::RandomState;

use anyhow::{Context, Result, ensure};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::rust_source::{Token, module_path, paths_into_children, re_exports, tokens, used_paths};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let files = workspace.texts(&["rs"])?;
    let mut broken = Vec::new();
    let mut count = 0;
    for package in &workspace.packages {
        let sources = format!("{}/src/", package.folder);
        let mut source = Source::default();
        for (path, text) in &files {
            let Some(file) = path.strip_prefix(&sources) else { continue };
            source.add(file, tokens(text).with_context(|| path.clone())?);
            count += 1;
        }
        let cycles = source.cycles().into_iter().map(|cycle| cycle.join(" ↔ "));
        let refused = cycles.filter(|cycle| cycle != MUTUAL_TRAITS);
        broken.extend(refused.map(|cycle| format!("{sources} {cycle}")));
    }
    ensure!(count > 0, "there are no sources");
    ensure!(broken.is_empty(), "files that import each other in a circle:\n{}", broken.join("\n"));
    println!("{count} files import each other without cycles");
    Ok(())
}

/// The one circle that stays: a number is a vector of one component and a vector's scalar is a number, so the traits
/// `Real` and `Vector` name each other.
const MUTUAL_TRAITS: &str = "real/mod.rs ↔ real/polynomials.rs ↔ real/turned.rs ↔ vector.rs";

/// The modules of one crate by their paths; the root is the empty path.
#[derive(Default)]
struct Source {
    modules: BTreeMap<Vec<String>, (String, Vec<Token>)>,
}

impl Source {
    fn add(&mut self, file: &str, tokens: Vec<Token>) {
        self.modules.insert(module_path(file), (file.into(), tokens));
    }

    /// Returns the files of each cycle, sorted.
    fn cycles(&self) -> Vec<Vec<&str>> {
        let mut graph = DiGraphMap::<&str, (), RandomState>::default();
        for (module, (file, tokens)) in &self.modules {
            let inside = paths_into_children(tokens)
                .into_iter()
                .map(|path| module.iter().cloned().chain(path.segments).collect::<Vec<_>>());
            let outside = used_paths(tokens).into_iter().map(|path| path.into_absolute(module));
            for path in inside.chain(outside) {
                let target = self.file_of(&path, &mut BTreeSet::new());
                if target != file {
                    graph.add_edge(file, target, ());
                }
            }
        }
        let mut cycles: Vec<Vec<&str>> =
            tarjan_scc(&graph).into_iter().filter(|component| component.len() > 1).collect();
        cycles.iter_mut().for_each(|cycle| cycle.sort_unstable());
        cycles.sort();
        cycles
    }

    /// The file that a path from the root leads to, through re-exports.
    fn file_of(&self, path: &[String], seen: &mut BTreeSet<Vec<String>>) -> &str {
        let known =
            (0..=path.len()).rev().find(|&length| self.modules.contains_key(&path[..length]));
        let (module, name) = path.split_at(known.unwrap_or(0));
        let Some((file, tokens)) = self.modules.get(module) else { return "" };
        let exported = name.first().and_then(|name| {
            re_exports(tokens).into_iter().find(|export| export.segments.last() == Some(name))
        });
        if let Some(export) = exported {
            for base in [module, &[]] {
                let path: Vec<String> =
                    base.iter().cloned().chain(export.segments.clone()).collect();
                let leads_on = self.modules.contains_key(&path[..base.len() + 1]);
                if leads_on && seen.insert(path.clone()) {
                    return self.file_of(&path, seen);
                }
            }
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(files: &[(&str, &str)]) -> Vec<String> {
        let mut source = Source::default();
        for (file, text) in files {
            source.add(file, tokens(text).unwrap());
        }
        source.cycles().iter().map(|cycle| cycle.join(" ")).collect()
    }

    #[test]
    fn imports_one_way_pass() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::A;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ];
        assert_eq!(cycles(&files), [""; 0]);
    }

    #[test]
    fn cycles_are_found_through_other_files_folders_and_re_exports() {
        let through = [
            ("lib.rs", "mod a; mod b; mod c; pub use c::C;"),
            ("a.rs", "use super::b::B;"),
            ("b.rs", "fn f() { crate::C }"),
            ("c.rs", "use crate::a;"),
        ];
        assert_eq!(cycles(&through), ["a.rs b.rs c.rs"]);
        let folder = [
            ("main.rs", "mod a;"),
            ("a/mod.rs", "mod b; pub(crate) const N: usize = 1; fn f() { b::g() }"),
            ("a/b.rs", "use super::N;"),
        ];
        assert_eq!(cycles(&folder), ["a/b.rs a/mod.rs"]);
        let offered = [
            ("main.rs", "mod a;"),
            ("a/mod.rs", "mod b; mod c; pub(crate) use b::B;"),
            ("a/b.rs", "use crate::a::c::C;"),
            ("a/c.rs", "use super::B;"),
        ];
        assert_eq!(cycles(&offered), ["a/b.rs a/c.rs"]);
    }
}
