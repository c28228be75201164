//! No file imports a file that imports it, directly or through others: the import graph of each crate is acyclic.

use std::hash::RandomState;

use anyhow::{Result, ensure};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::imports::Imports;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let files = workspace.texts(&["rs"])?;
    let mut broken = Vec::new();
    let mut count = 0;
    for package in &workspace.packages {
        let sources = format!("{}/src/", package.folder);
        let imports = Imports::read(&sources, &files)?;
        count += imports.files().count();
        let cycles = cycles(&imports).into_iter().map(|cycle| cycle.join(" ↔ "));
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

/// Returns the files of each cycle, sorted.
fn cycles(imports: &Imports) -> Vec<Vec<&str>> {
    let edges = imports.all().map(|import| (import.file, import.target));
    let graph = DiGraphMap::<&str, (), RandomState>::from_edges(edges);
    let mut cycles: Vec<Vec<&str>> =
        tarjan_scc(&graph).into_iter().filter(|component| component.len() > 1).collect();
    cycles.iter_mut().for_each(|cycle| cycle.sort_unstable());
    cycles.sort();
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(files: &[(&str, &str)]) -> Vec<String> {
        let mut imports = Imports::default();
        for (file, text) in files {
            imports.add(file, text).unwrap();
        }
        super::cycles(&imports).iter().map(|cycle| cycle.join(" ")).collect()
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
