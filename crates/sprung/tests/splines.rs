//! Spring splines: samples in order, closed curves and arc length, each beside an independent answer.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::SpringSpline;
use sprung::{Real, Spring, State};
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::{in_both_precisions, worst::Worst};

in_both_precisions! { samples_are_the_curve hostile_parameters_never_panic lengths_add_up_in_both_precisions }

type Point<R> = [R; 2];

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

fn polygon<R: Real>(random: &mut Random, count: usize) -> Vec<Point<R>> {
    (0..count).map(|_| [(); 2].map(|()| r(random.uniform(-1.0, 1.0)))).collect()
}

fn curves<'a, R: Real>(
    points: &'a [Point<R>],
    spring: &Spring<R>,
) -> Vec<SpringSpline<'a, Point<R>>> {
    let [round, traced] =
        [SpringSpline::approximating(points, spring), SpringSpline::interpolating(points, spring)]
            .map(Result::unwrap);
    vec![round, traced, round.closed().unwrap(), traced.closed().unwrap()]
}

fn apart<R: Real>(a: State<Point<R>>, b: State<Point<R>>, w: f64) -> f64 {
    (0..2).fold(0.0, |most: f64, i| {
        let x = (a.position[i] - b.position[i]).to_f64().abs();
        let v = (a.velocity[i] - b.velocity[i]).to_f64().abs() / w;
        most.max(x).max(v)
    })
}

fn samples_are_the_curve<R: Real + Precision>() {
    let mut random = Random::new(1);
    let mut worst = Worst::new("samples beside single points of the curve");
    for (w, z) in [(10.0, 1.0), (3.0, 0.4), (20.0, 2.0), (0.5, 1.0)] {
        for (corners, count) in [(2, 5), (3, 1), (7, 64), (40, 500), (40, 11), (300, 301)] {
            let points = polygon::<R>(&mut random, corners);
            for curve in curves(&points, &Spring::new(r(w), r(z)).unwrap()) {
                // Of a closed curve the last point is the first.
                let closed = Real::to_f64(curve.max_parameter()) as usize == corners;
                let parts = if closed { count } else { (count - 1).max(1) };
                let all: Vec<_> = curve.samples(count).zip(curve.causal_samples(count)).collect();
                assert_eq!(all.len(), count);
                for (i, (both, forth)) in all.into_iter().enumerate() {
                    let u = r::<R>(i as f64) * curve.max_parameter() / r(parts as f64);
                    // A parameter has as many digits as its distance from the start leaves.
                    let allowed =
                        40.0 * <R as Precision>::EPSILON * (1.0 + i as f64 * 0.1 + 4.0 / w);
                    let place = || format!("{w} {z} {corners} {i} of {count}");
                    worst.check(apart(both, curve.zero_phase(u), w.max(1.0)), allowed, place);
                    worst.check(apart(forth, curve.causal(u), w.max(1.0)), allowed, place);
                }
            }
        }
    }
    worst.finish();
}

/// The corners that are too far away to be felt are left out of a point of a long curve.
#[test]
fn a_point_of_a_long_curve_is_that_of_a_spring_that_ran_all_the_way() {
    let mut random = Random::new(2);
    let points = polygon::<f64>(&mut random, 400);
    let mut worst = Worst::new("a point beside a run from the start");
    for (w, z) in [(2.0, 0.3), (5.0, 1.0), (9.0, 3.0)] {
        let spring = Spring::new(w, z).unwrap();
        for (curve, step) in [
            (SpringSpline::approximating(&points, &spring).unwrap(), spring.follow_step(1.0)),
            (SpringSpline::interpolating(&points, &spring).unwrap(), spring.track_step(1.0)),
        ] {
            let mut state = curve.causal(0.0);
            for (k, pair) in points.windows(2).enumerate() {
                let got = curve.causal(k as f64);
                worst.check(apart(got, state, w), 2e-14, || format!("{w} {z} {k}"));
                state = step.apply(state, pair[0], pair[1]);
            }
        }
    }
    worst.finish();
}

/// Round and round a polygon until the start is forgotten, by the steps themselves.
#[test]
fn a_closed_curve_is_where_a_spring_ends_that_runs_round_and_round() {
    let mut random = Random::new(3);
    let mut worst = Worst::new("closed curves beside many rounds");
    for corners in [2, 3, 5, 30] {
        let points = polygon::<f64>(&mut random, corners);
        for (w, z) in [(0.3, 1.0), (2.0, 0.2), (7.0, 0.7), (12.0, 4.0)] {
            let spring = Spring::new(w, z).unwrap();
            for (curve, step) in [
                (SpringSpline::approximating(&points, &spring), spring.follow_step(0.25)),
                (SpringSpline::interpolating(&points, &spring), spring.track_step(0.25)),
            ] {
                let curve = curve.unwrap().closed().unwrap();
                let at = |quarter: usize| {
                    let (k, part) = (quarter / 4, 0.25 * (quarter % 4) as f64);
                    let (from, to) = (points[k % corners], points[(k + 1) % corners]);
                    [0, 1].map(|i| from[i] + part * (to[i] - from[i]))
                };
                let mut state = State::at_rest([0.0; 2]);
                let (forgotten, round) = ((600.0 / w) as usize, 4 * corners);
                let rounds = forgotten.div_ceil(corners) + 1;
                for quarter in 0..rounds * round {
                    state = step.apply(state, at(quarter), at(quarter + 1));
                    if quarter >= (rounds - 1) * round {
                        let u = (quarter + 1 - (rounds - 1) * round) as f64 * 0.25;
                        let place = || format!("{corners} {w} {z} {u}");
                        worst.check(apart(curve.causal(u), state, w), 1e-12, place);
                    }
                }
                for u in [0.0, 0.3, 1.7] {
                    let [n, back] = [curve.max_parameter(), curve.max_parameter() - u];
                    assert!(apart(curve.causal(u), curve.causal(u + n), w) < 1e-13);
                    assert!(apart(curve.zero_phase(u), curve.zero_phase(-back), w) < 1e-13);
                }
            }
        }
    }
    worst.finish();
}

#[test]
fn a_closed_curve_is_smooth_at_its_first_point_and_the_same_from_any_corner() {
    let mut random = Random::new(4);
    let points = polygon::<f64>(&mut random, 6);
    let mut turned = points.clone();
    turned.rotate_left(2);
    let spring = Spring::new(4.0, 0.8).unwrap();
    for (curve, other) in curves(&points, &spring).iter().zip(curves(&turned, &spring)).skip(2) {
        let (before, after) = (curve.zero_phase(6.0 - 1e-9), curve.zero_phase(1e-9));
        assert!(apart(before, after, 4.0) < 1e-7);
        for u in [0.0, 0.9, 2.5, 5.99] {
            assert!(apart(curve.zero_phase(u + 2.0), other.zero_phase(u), 4.0) < 1e-13, "{u}");
        }
    }
    let undamped = Spring::new(4.0, 0.0).unwrap();
    let refused = SpringSpline::approximating(&points, &undamped).unwrap().closed();
    assert_eq!(refused.unwrap_err().field, "damping_ratio");
}

/// The length of many chords, extrapolated.
fn chords(curve: &SpringSpline<'_, Point<f64>>, from: f64, to: f64, count: u32) -> f64 {
    let at =
        |i: u32| curve.zero_phase(from + (to - from) * f64::from(i) / f64::from(count)).position;
    let distance = |a: Point<f64>, b: Point<f64>| (a[0] - b[0]).hypot(a[1] - b[1]);
    (0..count).map(|i| distance(at(i), at(i + 1))).sum()
}

#[test]
fn the_length_is_that_of_many_chords() {
    let mut random = Random::new(5);
    let mut worst = Worst::new("arc length beside chords");
    for (w, z) in [(10.0, 1.0), (3.0, 0.4), (20.0, 2.0)] {
        let points = polygon::<f64>(&mut random, 4);
        for curve in curves(&points, &Spring::new(w, z).unwrap()) {
            let end = curve.max_parameter();
            for k in 0..end as u32 {
                let (from, to) = (f64::from(k), f64::from(k + 1));
                // Chords are short by the square of their length.
                let [coarse, fine] = [2000, 4000].map(|count| chords(&curve, from, to, count));
                let want = fine + (fine - coarse) / 3.0;
                worst
                    .check(curve.length_between(from, to) - want, 2e-10, || format!("{w} {z} {k}"));
            }
            let parts = curve.length_between(0.0, 0.4) + curve.length_between(0.4, 2.2);
            let sum = parts + curve.length_between(2.2, end);
            assert!((sum - curve.length()).abs() < 1e-12 * sum);
            for part in [0.0, 0.1, 0.5, 0.77, 1.0] {
                let u = curve.parameter_at_length(part * curve.length());
                let got = curve.length_between(0.0, u);
                assert!((got - part * curve.length()).abs() < 2e-12 * sum, "{w} {z} {part}: {u}");
            }
        }
    }
    worst.finish();
}

/// A curve along a line that turns back: the speed passes 0, and the length is the sum of the ways.
#[test]
fn a_curve_that_turns_back_is_as_long_as_its_ways() {
    let points = [0.0, 4.0, 4.0, 1.0, 2.0];
    let curve = SpringSpline::approximating(&points, &Spring::critical(9.0).unwrap()).unwrap();
    let at = |i: u32| curve.zero_phase(f64::from(i) / 1e5).position;
    let ways: f64 = (0..400_000).map(|i| (at(i + 1) - at(i)).abs()).sum();
    assert!((curve.length() - ways).abs() < 1e-6 * ways, "{} {ways}", curve.length());
}

fn lengths_add_up_in_both_precisions<R: Real + Precision>() {
    let mut random = Random::new(6);
    let points = polygon::<R>(&mut random, 9);
    for curve in curves(&points, &Spring::new(r(8.0), r(0.7)).unwrap()) {
        let steps: f64 = (0..16).fold(0.0, |sum, i| {
            let [from, to] =
                [i, i + 1].map(|i| r::<R>(f64::from(i)) * curve.max_parameter() / r(16.0));
            sum + Real::to_f64(curve.length_between(from, to))
        });
        let whole = Real::to_f64(curve.length());
        for part in [0.1, 0.45, 0.9] {
            let u = curve.parameter_at_length(r::<R>(part) * curve.length());
            let got = Real::to_f64(curve.length_between(R::ZERO, u));
            let bar = (2e-12f64).max(80.0 * <R as Precision>::EPSILON);
            assert!((got - part * whole).abs() < bar * whole, "{part}: {got} {whole}");
        }
        assert!(
            (steps - whole).abs() < (1e-12f64).max(20.0 * <R as Precision>::EPSILON) * whole,
            "{steps} {whole}"
        );
    }
}

fn hostile_parameters_never_panic<R: Real + Precision>() {
    let mut random = Random::new(7);
    let points = polygon::<R>(&mut random, 5);
    for curve in curves(&points, &Spring::new(r(8.0), r(0.7)).unwrap()) {
        for u in hostile::<R>() {
            let (point, length) = (curve.zero_phase(u), curve.length_between(u, r(2.0)));
            let open = Real::to_f64(curve.max_parameter()) < 5.0;
            let finite = Real::is_finite(u) || open || Real::is_nan(u);
            assert!(!finite || point.position.iter().all(|&x| Real::is_finite(x)), "{u:?}");
            assert!(Real::is_finite(length) && length >= R::ZERO, "{u:?}");
            let at = curve.parameter_at_length(u);
            assert!(at >= R::ZERO && at <= curve.max_parameter(), "{u:?}: {at:?}");
        }
        assert_eq!(curve.samples(0).count(), 0);
        assert_eq!(curve.samples(1).count(), 1);
    }
    // A point that is not a number spoils the curve around it, and no search hangs.
    let mut broken = points.clone();
    broken[2] = [r(f64::NAN); 2];
    for curve in curves(&broken, &Spring::new(r(8.0), r(0.7)).unwrap()) {
        assert!(Real::is_nan(curve.length()));
        curve.parameter_at_length(R::ONE);
    }
}
