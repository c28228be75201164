//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! Each public function of the crate has a row, and each row is called in both precisions with every hostile number in
//! every place and with random mixtures of them. A public function without a row fails `every_public_function_has_a_row`.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod numbers;
mod rows;
mod table;

use table::Table;
use testkit::contracts::{check_names, check_promises};

testkit::fuzz_contracts! { "core", 50_000, rows::add_quick, Table<f64>, Table<f32> }

pub(crate) mod conversions {
    use super::rows;
    use super::table::Table;

    testkit::fuzz_contracts! { "convert", 500, rows::add_conversions, Table<f64>, Table<f32> }
}

#[test]
fn every_public_function_has_a_row() {
    let table = Table::<f64>::of(rows::add);
    assert!(table.rows.len() > 150, "only {} rows", table.rows.len());
    check_names(env!("CARGO_MANIFEST_DIR"), &["Vector"], &table);
}

#[test]
fn every_function_keeps_its_contract_in_double_precision() {
    check_promises::<_, f64>(|| Table::of(rows::add));
}

#[test]
fn every_function_keeps_its_contract_in_single_precision() {
    check_promises::<_, f32>(|| Table::of(rows::add));
}
