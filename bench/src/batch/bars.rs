//! What must hold, as ratios within one run.

use super::SIZES;
use crate::row::Row;
use std::fmt::Write;

const IN_CACHE: usize = SIZES[0];
const OUT_OF_CACHE: usize = SIZES[1];
/// A rival whose error is larger than this is not exact: some of what it computes is wrong, not rounded.
const EXACT: f64 = 1e-3;

/// The bars and what this run measured, one line each.
pub(crate) fn bars(rows: &[Row]) -> String {
    let ours = "sprung-batch f32";
    let at = |case, n| Race { rows, case, n };
    let (shared, shared_far) = (at("shared", IN_CACHE), at("shared", OUT_OF_CACHE));
    let (critical, mixed) = (at("critical-halflife", IN_CACHE), at("mixed", IN_CACHE));
    let mut text = String::from("\nbars\n");
    let mut bar = |claim: String, ratio: f64, wanted: f64| {
        let verdict = if ratio >= wanted { "holds" } else { "MISSED" };
        let _ = writeln!(text, "  {verdict:6}  {ratio:6.2} >= {wanted:5.2}  {claim}");
    };
    bar(
        "shared, out of cache: bandwidth over that of a copy of as many bytes".into(),
        shared_far.time("memcpy") / shared_far.time(ours),
        0.9,
    );
    let (rival, time) = shared.fastest_rival(f64::INFINITY);
    bar(format!("shared, in cache: times faster than {rival}"), time / shared.time(ours), 1.4);
    bar(
        "critical half-life, in cache: time of Holden's approximate code over ours (1/1.2)".into(),
        critical.time("Holden f32") / critical.time(ours),
        1.0 / 1.2,
    );
    let (rival, time) = mixed.fastest_rival(EXACT);
    bar(format!("mixed, in cache: times faster than {rival}"), time / mixed.time(ours), 12.0);
    bar(
        "shared, out of cache: two threads over one".into(),
        shared_far.time(ours) / shared_far.time("sprung-batch f32, 2 threads"),
        1.5,
    );
    for (precision, allowed) in [("f32", 1e-6), ("f64", 1e-14)] {
        let batches = rows
            .iter()
            .filter(|row| row.engine.starts_with("sprung-batch") && row.engine.contains(precision));
        let worst = batches.filter_map(|row| row.max_error).fold(0.0, f64::max);
        bar(format!("{precision}: {allowed:.0e} over the greatest error"), allowed / worst, 1.0);
    }
    text
}

/// The rows of one race.
struct Race<'a> {
    rows: &'a [Row],
    case: &'a str,
    n: usize,
}

impl<'a> Race<'a> {
    fn rows(&self) -> impl Iterator<Item = &'a Row> {
        let (case, n) = (self.case, self.n);
        self.rows.iter().filter(move |row| row.case == case && row.n == n)
    }

    /// Nanoseconds per item; NaN, which holds no bar, if the engine did not race.
    fn time(&self, engine: &str) -> f64 {
        self.rows().find(|row| row.engine == engine).map_or(f64::NAN, |row| row.ns_per_item)
    }

    /// The fastest engine that is neither ours nor a copy nor further off than `error`.
    fn fastest_rival(&self, error: f64) -> (&'a str, f64) {
        let rivals = self.rows().filter(|row| {
            !row.engine.starts_with("sprung")
                && row.engine != "memcpy"
                && row.max_error.is_some_and(|e| e <= error)
        });
        let fastest = rivals.min_by(|a, b| a.ns_per_item.total_cmp(&b.ns_per_item));
        fastest.map_or(("no rival", f64::NAN), |row| (&row.engine, row.ns_per_item))
    }
}
