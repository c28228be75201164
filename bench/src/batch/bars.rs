//! The promises on the speed and accuracy of batches, as ratios within one run.

use super::cases::{DISPATCHED, TWO_THREADS};
use super::row::Row;
use super::springs::{FEW, IN_CACHE, OUT_OF_CACHE};
use crate::verdict::Verdicts;

/// A rival whose error is larger than this is not exact: some of its results are wrong, not rounded.
const EXACT: f64 = 1e-3;
/// The springs of two whole blocks of a batch.
const TWO_BLOCKS: usize = 128;

/// The promises and what this run measured.
pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    many(rows, &mut verdicts);
    few(rows, &mut verdicts);
    for (precision, allowed) in [("f32", 1e-6), ("f64", 1e-14)] {
        let batches = rows
            .iter()
            .filter(|row| row.engine.starts_with("sprung-batch") && row.engine.contains(precision));
        let max = batches.filter_map(|row| row.max_error).fold(0.0, f64::max);
        let claim = format!("{precision}: {allowed:.0e} over the maximum error");
        verdicts.at_least(claim, allowed / max, 1.0, "");
    }
    verdicts
}

/// Thousands of springs and more.
fn many(rows: &[Row], verdicts: &mut Verdicts) {
    let ours = "sprung-batch f32";
    let at = |case, n| Race { rows, case, n };
    let (shared, shared_far) = (at("shared", IN_CACHE), at("shared", OUT_OF_CACHE));
    let (critical, mixed) = (at("critical-halflife", IN_CACHE), at("mixed", IN_CACHE));
    let mut bar = |claim: String, ratio, required| verdicts.at_least(claim, ratio, required, " ×");
    bar(
        "shared, out of cache: bandwidth over that of a copy of as many bytes".into(),
        shared_far.time("memcpy") / shared_far.time(ours),
        0.9,
    );
    let (rival, time) = shared.fastest_rival(f64::INFINITY);
    bar(format!("shared, in cache: times faster than {rival}"), time / shared.time(ours), 1.4);
    for holden in ["Holden f32", DISPATCHED] {
        bar(
            format!("critical half-life, in cache: time of {holden} over ours (1/1.2)"),
            critical.time(holden) / critical.time(ours),
            1.0 / 1.2,
        );
    }
    let (rival, time) = mixed.fastest_rival(EXACT);
    bar(format!("mixed, in cache: times faster than {rival}"), time / mixed.time(ours), 12.0);
    bar(
        "shared, out of cache: two threads over one".into(),
        shared_far.time(ours) / shared_far.time(TWO_THREADS),
        1.5,
    );
}

/// One spring, and lengths that are not a multiple of a block.
fn few(rows: &[Row], verdicts: &mut Verdicts) {
    let mixed = Race { rows, case: "mixed", n: IN_CACHE };
    for precision in ["f32", "f64"] {
        let (core, batch) =
            (format!("sprung loop {precision}"), format!("sprung-batch {precision}"));
        let mut bar =
            |claim: String, ratio, required| verdicts.at_least(claim, ratio, required, " ×");
        let (rival, time) = mixed.fastest_closed_form(precision);
        bar(
            format!("one step with new coefficients, {precision}: time of {rival} over ours"),
            time / mixed.time(&core),
            1.0,
        );
        let few = |n| Race { rows, case: "few", n };
        let sizes = FEW.iter().filter(|n| **n < TWO_BLOCKS);
        let ratios = sizes.map(|&n| few(n).time(&core) / few(n).time(&batch));
        // A race that was not run is NaN, and stays NaN.
        let at_worst =
            ratios.fold(f64::INFINITY, |min, x| if x.is_nan() || x < min { x } else { min });
        bar(
            format!(
                "1 to {} springs, {precision}: time of a loop over the core over the batch, at worst",
                TWO_BLOCKS - 1
            ),
            at_worst,
            1.0,
        );
        for n in [TWO_BLOCKS - 1, 2 * TWO_BLOCKS - 1] {
            let call = |n| few(n).time(&batch) * n as f64;
            bar(
                format!("{n} springs, {precision}: time of {} over theirs (1/1.1)", n + 1),
                call(n + 1) / call(n),
                1.0 / 1.1,
            );
        }
    }
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

    /// Returns nanoseconds per item; NaN, which fails every bar, if the engine did not race.
    fn time(&self, engine: &str) -> f64 {
        self.rows().find(|row| row.engine == engine).map_or(f64::NAN, |row| row.ns_per_item)
    }

    /// Returns the fastest rival with an error of at most `error`, copies excluded.
    fn fastest_rival(&self, error: f64) -> (&'a str, f64) {
        self.fastest(|row| row.max_error.is_some_and(|e| e <= error))
    }

    /// The fastest rival of this precision that evaluates the closed form: all except Holden's approximate code.
    fn fastest_closed_form(&self, precision: &str) -> (&'a str, f64) {
        self.fastest(|row| row.engine.ends_with(precision) && !row.engine.starts_with("Holden"))
    }

    fn fastest(&self, wanted: impl Fn(&Row) -> bool) -> (&'a str, f64) {
        let rivals = self.rows().filter(|row| {
            !row.engine.starts_with("sprung") && row.engine != "memcpy" && wanted(row)
        });
        let fastest = rivals.min_by(|a, b| a.ns_per_item.total_cmp(&b.ns_per_item));
        fastest.map_or(("no rival", f64::NAN), |row| (&row.engine, row.ns_per_item))
    }
}
