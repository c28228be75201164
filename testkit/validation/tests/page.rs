//! Every case is within its bound, and the committed page is the one that the code writes.
#![allow(clippy::unwrap_used, reason = "a test")]

#[test]
fn every_case_is_within_its_bound() {
    let cases = validation::cases().unwrap();
    assert!(cases.len() >= 10, "{}", cases.len());
    for case in &cases {
        assert!(case.exact.is_finite() && case.exact > 0.0 || case.exact < 0.0, "{case:?}");
        assert!(case.error() <= case.bound, "{case:?}: {}", case.error());
    }
}

#[test]
fn the_committed_page_is_that_of_the_code() {
    let page = validation::page(&validation::cases().unwrap());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/VALIDATION.md");
    let committed = std::fs::read_to_string(path).unwrap();
    assert_eq!(committed, page, "type: cargo run --release -p validation > docs/VALIDATION.md");
}
