//! A thousand cubes of jelly that start tangled.

use testkit::audit::{cases, measured};

#[path = "../jelly/mod.rs"]
mod cubes;

#[test]
fn jelly_that_starts_tangled_comes_back() {
    let count = cases(4, 1000);
    let found = cubes::untangle(0..count as u64);
    let result = format!(
        "{} cells stay inside out, {} more with edges of 16 Hz; with rigid edges J is within {:e} of 1",
        found.inverted, found.inverted_stiff, found.worst_rigid
    );
    measured("cubes of 625 cells from random places", count, result);
    assert!(100 * found.inverted <= count && found.inverted_stiff <= count, "{found:?}");
    assert!(found.worst_rigid < 1e-3, "{found:?}");
}
