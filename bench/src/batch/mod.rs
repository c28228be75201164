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
mod springs;

pub(crate) use bars::bars;

use crate::row::Row;
use crate::timing::race;
use engine::Engine;
use springs::{FEW, SIZES};

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for n in FEW.into_iter().chain(SIZES) {
        for case in cases::CASES {
            rows.extend(race_case(case, n));
        }
    }
    rows
}

fn race_case(case: &cases::Case, n: usize) -> Vec<Row> {
    let contestants: Vec<_> =
        case.engines.iter().filter(|contestant| contestant.sizes.contains(&n)).collect();
    if contestants.is_empty() {
        return Vec::new();
    }
    let springs = (case.springs)(n);
    let mut engines: Vec<Box<dyn Engine>> =
        contestants.iter().map(|contestant| (contestant.make)(&springs)).collect();
    let mut steps: Vec<_> = engines.iter_mut().map(|engine| || engine.step()).collect();
    let mut calls: Vec<&mut dyn FnMut()> =
        steps.iter_mut().map(|step| step as &mut dyn FnMut()).collect();
    let times = race(if n > 100_000 { 20 } else { 100 }, &mut calls);
    let rows = contestants.iter().zip(times).map(|(contestant, times)| {
        let times = times.over(n as f64);
        Row {
            area: "batch",
            case: case.name.into(),
            engine: contestant.name.into(),
            n,
            ns_per_item: times.mean,
            ns_99: times.p99,
            ns_best: times.best,
            gb_per_s: contestant.bytes.map(|bytes| bytes / times.mean),
            max_error: Some((contestant.error)(contestant.make)),
        }
    });
    rows.collect()
}
