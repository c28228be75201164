//! Many springs at once: `sprung-batch`, a plain loop over the core, and the rivals, in cache and out of it.
//!
//! All engines of a case advance the same springs, each in the layout that suits it best, in one process, taking turns.
//! Speed is measured on springs as in games; the error is the maximum on golden data (60 digits) or against the
//! closed form in double precision, divided by the natural scale of the compared quantity.

mod bars;
mod cases;
mod engine;
mod error;
mod holden;
mod memcpy;
mod ours;
mod rivals;
mod row;
mod springs;

pub(crate) use bars::bars;
pub(crate) use row::table;

use crate::timing::race;
use cases::{CASES, Case, Entry, TWO_THREADS};
use row::Row;
use springs::{FEW, OUT_OF_CACHE, SIZES};

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for n in FEW.into_iter().chain(SIZES) {
        for case in CASES.iter().filter(|case| case.sizes.contains(&n)) {
            rows.extend(race_case(case, n));
        }
    }
    rows
}

fn race_case(case: &Case, n: usize) -> Vec<Row> {
    let races = |entry: &&Entry| entry.name != TWO_THREADS || n == OUT_OF_CACHE;
    let entries: Vec<&Entry> = case.engines.iter().filter(races).collect();
    let springs = (case.springs)(n);
    let mut engines: Vec<_> = entries.iter().map(|entry| (entry.make)(&springs)).collect();
    let rounds = if n > 100_000 { 20 } else { 100 };
    let times = race(rounds, &mut engines, |engine| engine.step());
    let rows = entries.iter().zip(times).map(|(entry, times)| {
        let times = times.divided_by(n as f64);
        Row {
            area: "batch",
            case: case.name.into(),
            engine: entry.name.into(),
            n,
            ns_per_item: times.mean,
            ns_99: times.p99,
            ns_best: times.best,
            gb_per_s: entry.bytes.map(|bytes| bytes / times.mean),
            max_error: Some((entry.error)(entry.make)),
        }
    });
    rows.collect()
}
