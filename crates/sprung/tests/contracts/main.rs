//! What every public function does with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! Each public function of the crate has a row, and each row is called in both precisions with every hostile number in
//! every place and with random mixtures of them. A public function without a row fails `every_public_function_has_a_row`.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod checks;
mod numbers;
mod rows;
mod sources;
mod table;

use std::collections::BTreeSet;

use table::Table;

#[test]
fn every_public_function_has_a_row() {
    let functions = sources::public_functions();
    assert!(functions.len() > 150, "only {} public functions were found", functions.len());
    let named: Vec<&str> = Table::<f64>::full().rows.iter().map(|row| row.name).collect();
    let rows: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(rows.len(), named.len(), "a function has two rows");
    let without: Vec<&String> = functions.iter().filter(|f| !rows.contains(f.as_str())).collect();
    assert!(without.is_empty(), "give these functions a row in tests/contracts/rows: {without:#?}");
    let gone: Vec<&&str> = rows.iter().filter(|row| !functions.contains(**row)).collect();
    assert!(gone.is_empty(), "no public function has these names: {gone:#?}");
}

#[test]
fn every_function_keeps_its_contract_in_double_precision() {
    checks::run::<f64>();
}

#[test]
fn every_function_keeps_its_contract_in_single_precision() {
    checks::run::<f32>();
}
