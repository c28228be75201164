//! The limit of work that only moves memory: a plain copy.

use crate::row::Row;
use crate::timing::race;
use std::hint::black_box;

/// Copies `n` items of one `f32`: 4 bytes read and 4 bytes written each.
pub(crate) fn rows(n: usize) -> Vec<Row> {
    let source = vec![1.0_f32; n];
    let mut target = vec![0.0_f32; n];
    let mut copy = || {
        black_box(&mut target).copy_from_slice(black_box(&source));
    };
    let ns_per_item = race(15, &mut [&mut copy])[0] / n as f64;
    assert_eq!(target, source, "a copy that did not copy");
    vec![Row {
        area: "batch",
        case: "copy".into(),
        engine: "memcpy".into(),
        n,
        ns_per_item,
        gb_per_s: Some(8.0 / ns_per_item),
        max_error: Some(0.0),
    }]
}
