//! Work that does not grow with the parameters: conversions, easings and text of springs at the ends of their range.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::convert::{self, css::LinearEasing};
use sprung::{Damper, Spec, Spring};
use std::time::{Duration, Instant};

/// Springs and dampers whose time scales lie as far apart as numbers allow.
fn hostile() -> Vec<Spec<f64>> {
    let springs = [
        (1.0, 100.0),
        (1.0, 300.0),
        (3.0, 1000.0),
        (50.0, 1e9),
        (1000.0, 0.5),
        (0.001, 1.0),
        (1e6, 0.5),
        (1e-6, 0.5),
        (1e-310, 1.0),
        (1e300, 1e-300),
        (1e-300, 1e300),
        (f64::MAX, 1.0),
        (1.0, 1.0 - f64::EPSILON / 2.0),
        (1.0, 0.0),
        (1.0, f64::INFINITY),
        (f64::INFINITY, 1.0),
        (0.0, 1.0),
    ];
    let mut all: Vec<Spec<f64>> =
        springs.iter().map(|&(w, z)| Spring::new(w, z).unwrap().into()).collect();
    for rate in [0.0, 1e-310, 1e-3, 1e9, f64::MAX, f64::INFINITY] {
        all.push(Damper::from_rate(rate).unwrap().into());
    }
    all.push(Spring::from_stiffness_and_damping(0.0, 3.0).unwrap().into());
    all
}

/// Milliseconds in release; a bound that only work which grows with a parameter misses.
const AT_ONCE: Duration = Duration::from_secs(20);

fn in_time<T>(what: impl std::fmt::Display, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < AT_ONCE, "{what} took {:?}", start.elapsed());
    result
}

#[test]
fn every_spring_is_converted_to_every_system_in_bounded_time() {
    for spec in hostile() {
        for convention in convert::CONVENTIONS {
            let words =
                in_time(format!("{spec} in {}", convention.name), || convention.convert(spec));
            let Ok(words) = words else { continue };
            assert!((0.0..=2.0 + 1e-9).contains(&words.residual()), "{words}");
            in_time(words, || words.to_string());
        }
    }
}

#[test]
fn any_two_motions_are_compared_in_bounded_time() {
    for a in hostile() {
        for b in hostile() {
            in_time(format!("{a} and {b}"), || convert::max_difference(a, b));
        }
    }
}

#[test]
fn easings_have_a_bounded_number_of_points() {
    let mut most = 0;
    for omega in [5e-324, 1e-310, 1e-300, 1e-9, 1.0, 1e9, 1e300, f64::MAX] {
        for (ratio, max_error) in [(0.01, 1e-4), (0.01, 0.1), (1.0, 1e-4), (100.0, 1e-2)] {
            let spring = Spring::new(omega, ratio).unwrap();
            match LinearEasing::new(&spring, max_error) {
                Ok(easing) => most = most.max(easing.points().take(5001).count()),
                Err(error) => assert!(omega < 1e-290 && error.field == "angular_frequency"),
            }
        }
    }
    assert!(most <= 5000, "{most}");
}
