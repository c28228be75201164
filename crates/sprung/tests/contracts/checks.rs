//! Calls every row with hostile numbers and checks what it promises.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use sprung::Real;
use testkit::audit::cases;
use testkit::inputs::hostile;
use testkit::random::Random;

use crate::table::{Args, Kind, ParameterValue, Row, Seen, Table};

/// No call may take longer. Calls take microseconds, some a tenth of a second; a loaded machine is allowed for.
const BOUND: Duration = Duration::from_secs(60);

/// No row may take longer: what does not end is named.
const ROW_BOUND: Duration = Duration::from_secs(600);

pub(crate) fn run<R: ParameterValue>() {
    let mut failures = Vec::new();
    for (place, row) in Table::<R>::full().rows.iter().enumerate() {
        // In a thread of its own, so that one without an end can be named.
        let (send, receive) = mpsc::channel();
        thread::spawn(move || send.send(check(&Table::<R>::full().rows[place])));
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

fn check<R: ParameterValue>(row: &Row<R>) -> Vec<String> {
    let mut failures = Vec::new();
    let mut fail = |what: &str, given: &[Option<R>], seen: &Seen<R>| {
        let given: Vec<String> = given
            .iter()
            .map(|value| value.map_or("·".into(), |value| format!("{value:e}")))
            .collect();
        failures.push(format!("{}({}): {what}: {seen:?}", row.name, given.join(", ")));
    };
    let Some((ordinary, kinds)) = call(row, Vec::new()) else {
        fail("panics or takes too long", &[], &Seen::default());
        return failures;
    };
    let promises = row.promises;
    if promises.finite && !ordinary.after.iter().all(|x| Real::is_finite(*x)) {
        fail("is not finite for ordinary numbers", &[], &ordinary);
    }
    let with = |place: usize, value: R| {
        let mut given = vec![None; kinds.len()];
        given[place] = Some(value);
        given
    };
    for (place, &kind) in kinds.iter().enumerate() {
        for value in hostile::<R>() {
            let given = with(place, value);
            let Some((seen, _)) = call(row, given.clone()) else {
                fail("panics or takes too long", &given, &Seen::default());
                continue;
            };
            let is_no_time = kind == Kind::Time && !(value > R::ZERO);
            if promises.no_time && is_no_time && !same(&seen.after, &seen.before) {
                fail("no time changes something", &given, &seen);
            }
            if promises.ends && kind == Kind::Time && value == R::INFINITY {
                let far = seen
                    .after
                    .iter()
                    .zip(&seen.end)
                    .any(|(a, b)| !((*a - *b).abs() <= R::from_f64(1e-5)));
                if far || seen.after.len() != seen.end.len() {
                    fail("does not end where it should", &given, &seen);
                }
            }
            if promises.never_nan && seen.after.iter().any(|x| Real::is_nan(*x)) {
                fail("gives NaN", &given, &seen);
            }
            if promises.one_zero && value == R::ZERO {
                let Some((other, _)) = call(row, with(place, R::ZERO)) else { continue };
                if !same(&seen.after, &other.after) {
                    fail(&format!("−0 is not 0, which gives {other:?}"), &given, &seen);
                }
            }
            if let Kind::Component(component) = kind
                && promises.apart
            {
                let others = |seen: &Seen<R>| -> Vec<R> {
                    seen.after.iter().skip(1 - component).step_by(2).copied().collect()
                };
                if !same(&others(&seen), &others(&ordinary)) {
                    fail("a component reaches another", &given, &seen);
                }
            }
        }
    }
    let mut random = Random::new(1);
    let values = hostile::<R>();
    for _ in 0..cases(100, 5_000) {
        let mut draw = || (random.index(3) > 0).then(|| values[random.index(values.len())]);
        let given: Vec<Option<R>> = kinds.iter().map(|_| draw()).collect();
        let Some((seen, _)) = call(row, given.clone()) else {
            fail("panics or takes too long", &given, &Seen::default());
            continue;
        };
        if promises.never_nan && seen.after.iter().any(|x| Real::is_nan(*x)) {
            fail("gives NaN", &given, &seen);
        }
    }
    failures
}

fn call<R: ParameterValue>(row: &Row<R>, put_in: Vec<Option<R>>) -> Option<(Seen<R>, Vec<Kind>)> {
    let mut args = Args { put_in, kinds: Vec::new() };
    let started = Instant::now();
    let seen = catch_unwind(AssertUnwindSafe(|| (row.call)(&mut args))).ok()?;
    (started.elapsed() < BOUND).then_some((seen, args.kinds))
}

/// Equal, with both zeros one number and NaN equal to NaN.
fn same<R: ParameterValue>(a: &[R], b: &[R]) -> bool {
    let equal = |(a, b): (&R, &R)| a == b || (Real::is_nan(*a) && Real::is_nan(*b));
    a.len() == b.len() && a.iter().zip(b).all(equal)
}
