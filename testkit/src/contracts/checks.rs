//! Calls every row with hostile numbers and checks its promises.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::table::{Args, Kind, Row, Seen, Table};
use crate::audit::cases;
use crate::inputs::hostile;
use crate::precision::Precision;
use crate::random::Random;

/// The maximum time of a call. Calls take microseconds, some a tenth of a second; the rest allows for a loaded machine.
const BOUND: Duration = Duration::from_secs(60);

/// The maximum time of a row, after which the call that does not return is named.
const ROW_BOUND: Duration = Duration::from_secs(600);

/// Calls each row of the table with every hostile number in every place, and with random mixtures of them.
///
/// # Panics
/// If a row breaks one of its promises, panics or does not end, with the arguments that show it.
pub fn check_promises<Owner: 'static, R: Precision>(table: fn() -> Table<Owner, R>) {
    let mut failures = Vec::new();
    for (place, row) in table().rows.iter().enumerate() {
        // In a separate thread, so that a call that never returns can be named.
        let (send, receive) = mpsc::channel();
        thread::spawn(move || send.send(check(&table().rows[place])));
        let mut found = receive
            .recv_timeout(ROW_BOUND)
            .unwrap_or_else(|_| vec![format!("{}: does not end in time", row.name)]);
        let more = found.len().saturating_sub(2);
        found.truncate(2);
        if more > 0 {
            found.push(format!("{}: and {more} more", row.name));
        }
        failures.extend(found);
    }
    assert!(failures.is_empty(), "{} in {}:\n{}", failures.len(), R::NAME, failures.join("\n"));
}

fn check<R: Precision>(row: &Row<R>) -> Vec<String> {
    let Some((ordinary, kinds)) = call(row, Vec::new()) else {
        return vec![lost(row, &[])];
    };
    let mut failures = Vec::new();
    if row.promises.finite && !ordinary.after.iter().all(|x| x.to_f64().is_finite()) {
        failures.push(told(row, "is not finite for ordinary numbers", &[], &ordinary));
    }
    for (place, &kind) in kinds.iter().enumerate() {
        for value in hostile::<R>() {
            let mut given = vec![None; kinds.len()];
            given[place] = Some(value);
            let Some((seen, _)) = call(row, given.clone()) else {
                failures.push(lost(row, &given));
                continue;
            };
            for broken in broken_promises(row, &ordinary, &seen, kind, value) {
                failures.push(told(row, broken, &given, &seen));
            }
            if row.promises.one_zero && value.to_f64() == 0.0 {
                let mut zero = given.clone();
                zero[place] = Some(R::nearest(0.0));
                let Some((other, _)) = call(row, zero) else { continue };
                if !same(&seen.after, &other.after) {
                    let text = format!("−0 is not 0, which gives {other:?}");
                    failures.push(told(row, &text, &given, &seen));
                }
            }
        }
    }
    failures.extend(mixtures(row, &kinds));
    failures
}

/// The promises that one hostile number in one place has broken.
fn broken_promises<R: Precision>(
    row: &Row<R>,
    ordinary: &Seen<R>,
    seen: &Seen<R>,
    kind: Kind,
    value: R,
) -> Vec<&'static str> {
    let (promises, value) = (row.promises, value.to_f64());
    let mut broken = Vec::new();
    let is_no_time = kind == Kind::Time && !(value > 0.0);
    if promises.no_time && is_no_time && !same(&seen.after, &seen.before) {
        broken.push("no time changes something");
    }
    if promises.ends && kind == Kind::Time && value == f64::INFINITY {
        let far = seen.after.iter().zip(&seen.end);
        let far = far.into_iter().any(|(a, b)| !((a.to_f64() - b.to_f64()).abs() <= 1e-5));
        if far || seen.after.len() != seen.end.len() {
            broken.push("does not end where it should");
        }
    }
    if promises.never_nan && seen.after.iter().any(|x| x.to_f64().is_nan()) {
        broken.push("gives NaN");
    }
    if let Kind::Component(component) = kind
        && promises.apart
    {
        let others = |seen: &Seen<R>| -> Vec<R> {
            seen.after.iter().skip(1 - component).step_by(2).copied().collect()
        };
        if !same(&others(seen), &others(ordinary)) {
            broken.push("a component reaches another");
        }
    }
    broken
}

/// Calls with random mixtures of hostile and ordinary numbers: they end, without a panic and, where promised, without NaN.
fn mixtures<R: Precision>(row: &Row<R>, kinds: &[Kind]) -> Vec<String> {
    let mut failures = Vec::new();
    let mut random = Random::new(1);
    let values = hostile::<R>();
    for _ in 0..cases(100, 5_000) {
        let mut draw = || (random.index(3) > 0).then(|| values[random.index(values.len())]);
        let given: Vec<Option<R>> = kinds.iter().map(|_| draw()).collect();
        let Some((seen, _)) = call(row, given.clone()) else {
            failures.push(lost(row, &given));
            continue;
        };
        if row.promises.never_nan && seen.after.iter().any(|x| x.to_f64().is_nan()) {
            failures.push(told(row, "gives NaN", &given, &seen));
        }
    }
    failures
}

fn told<R: Precision>(row: &Row<R>, broken: &str, given: &[Option<R>], seen: &Seen<R>) -> String {
    format!("{}({}): {broken}: {seen:?}", row.name, listed(given))
}

fn lost<R: Precision>(row: &Row<R>, given: &[Option<R>]) -> String {
    format!("{}({}): panics or takes too long", row.name, listed(given))
}

/// Formats the hostile numbers of a call, with a dot for an ordinary one.
fn listed<R: Precision>(given: &[Option<R>]) -> String {
    let text = |x: &Option<R>| x.map_or("·".into(), |x| format!("{:e}", x.to_f64()));
    given.iter().map(text).collect::<Vec<String>>().join(", ")
}

fn call<R: Precision>(row: &Row<R>, put_in: Vec<Option<R>>) -> Option<(Seen<R>, Vec<Kind>)> {
    let mut args = Args { put_in, kinds: Vec::new() };
    let started = Instant::now();
    let seen = catch_unwind(AssertUnwindSafe(|| (row.call)(&mut args))).ok()?;
    (started.elapsed() < BOUND).then_some((seen, args.kinds))
}

/// Returns whether the numbers are equal, with 0 equal to −0 and NaN equal to NaN.
pub(super) fn same<R: Precision>(a: &[R], b: &[R]) -> bool {
    let equal = |(a, b): (&R, &R)| a == b || (a.to_f64().is_nan() && b.to_f64().is_nan());
    a.len() == b.len() && a.iter().zip(b).all(equal)
}
