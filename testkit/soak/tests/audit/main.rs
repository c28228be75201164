//! 24 simulated hours of cameras, characters, animated values, timelines and networks: errors and energy do not grow from
//! the first half of the day to the second, and nothing is allocated. `cargo xtask test` runs two minutes of each.
#![allow(clippy::unwrap_used, reason = "a test")]

mod motions;
mod networks;

use soak::{Frames, Hourly};
use testkit::audit::{cases, measured};
use testkit::random::Random;

/// Runs a day frame by frame: `frame` gets the time at its end, its length and random numbers, and returns an error or an
/// energy. Asserts that it stays within `bound`, grows by no more than the factor `growth`, and that nothing is allocated.
pub(crate) fn day(
    what: &str,
    bound: f64,
    growth: f64,
    mut frame: impl FnMut(f64, f64, &mut Random) -> f64,
) {
    let seconds = cases(120, 24 * 3600);
    let (mut frames, mut hours) = (Frames::new(7, seconds as f64), Hourly::new());
    let (mut random, mut count) = (Random::new(11), 0_usize);
    // What is allocated once is so in the first second.
    while frames.passed() < 1.0 {
        let dt = frames.next().unwrap();
        hours.add(frames.passed(), frame(frames.passed(), dt, &mut random));
    }
    let allocated = allocation_counter::measure(|| {
        while let Some(dt) = frames.next() {
            hours.add(frames.passed(), frame(frames.passed(), dt, &mut random));
            count += 1;
        }
    });
    let (largest, grown) = (hours.largest(), hours.growth());
    assert!(largest <= bound, "{what}: {largest:e}, above {bound:e}");
    assert!(grown <= growth, "{what}: grows by {grown}");
    assert_eq!(allocated.count_total, 0, "{what}: allocations");
    measured(
        format!("{what}, {} pauses of 5 s", frames.pauses),
        count,
        format!("{largest:.1e}; second half of the day over the first {grown:.2}; no allocation"),
    );
}
