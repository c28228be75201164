//! Compares the rows with the public functions, by name.

use std::collections::BTreeSet;
use std::path::Path;

use super::reachable::public_functions;
use super::table::Table;

/// Fails unless each public function of the crate in `folder` has exactly one row, and each row a public function.
///
/// `traits` names the public traits whose default methods count; those of other traits are left out, and so are the
/// required methods of all.
///
/// # Panics
/// If a row is missing, doubled, or of a function that the crate does not export; if the sources cannot be read.
pub fn check_names<Owner, R>(folder: &str, traits: &[&str], table: &Table<Owner, R>) {
    let functions = public_functions(&Path::new(folder).join("src"), traits);
    assert!(!functions.is_empty(), "no public function was found in {folder}");
    let named: Vec<&str> = table.rows.iter().map(|row| row.name).collect();
    let rows: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(rows.len(), named.len(), "a function has two rows");
    let without: Vec<&String> = functions.iter().filter(|f| !rows.contains(f.as_str())).collect();
    assert!(without.is_empty(), "give these functions a row in tests/contracts: {without:#?}");
    let gone: Vec<&&str> = rows.iter().filter(|row| !functions.contains(**row)).collect();
    assert!(gone.is_empty(), "no public function has these names: {gone:#?}");
}
