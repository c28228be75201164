//! The velocity of a pointer beside a parabola through the last events, on synthetic gestures.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::Real;
use sprung::motion::PointerTracker;
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! {
    one_to_three_events_are_enough
    steady_motions_are_told_at_any_rate_and_uneven
    hostile_events_are_ignored
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

/// The way of a finger over time, in pixels, and its velocity.
#[derive(Clone, Copy)]
enum Gesture {
    /// A reach with the least jerk, over a distance in a duration.
    Reach(f64, f64),
    /// An evenly accelerated motion: velocity at the start, acceleration.
    Even(f64, f64),
    /// To and fro: amplitude, angular frequency, phase.
    Swing(f64, f64, f64),
}

impl Gesture {
    fn at(self, time: f64) -> (f64, f64) {
        match self {
            Gesture::Reach(way, duration) => {
                let s = (time / duration).clamp(0.0, 1.0);
                let slope = 30.0 * s * s * (1.0 - s) * (1.0 - s);
                (way * s * s * s * (10.0 + s * (6.0 * s - 15.0)), way / duration * slope)
            }
            Gesture::Even(speed, a) => (speed * time + 0.5 * a * time * time, speed + a * time),
            Gesture::Swing(size, w, phase) => {
                let (sin, cos) = (w * time + phase).sin_cos();
                (size * sin, size * w * cos)
            }
        }
    }
}

/// The classes of gestures.
const CLASSES: [&str; 9] = [
    "flick",
    "steady",
    "braked",
    "swing",
    "accelerating",
    "decelerating",
    "stop and release",
    "one to three events",
    "delayed and dropped",
];
const STOPPED: usize = 6;
const SHORT: usize = 7;
const DELAYED: usize = 8;

/// A gesture of a class, with the time of the release.
fn gesture(class: usize, rate: f64, random: &mut Random) -> (Gesture, f64) {
    let sign = if random.index(2) == 0 { 1.0 } else { -1.0 };
    let (way, duration) = (sign * random.uniform(100.0, 900.0), random.uniform(0.12, 0.5));
    let reach = Gesture::Reach(way, duration);
    let mean = way / duration;
    match class {
        0 => (reach, duration * random.uniform(0.35, 0.75)),
        1 => (Gesture::Even(mean, 0.0), duration * random.uniform(0.3, 1.0)),
        2 => (reach, duration * random.uniform(0.8, 0.97)),
        3 => {
            let swing =
                Gesture::Swing(way / 3.0, random.uniform(8.0, 20.0), random.uniform(0.0, 6.3));
            (swing, random.uniform(0.2, 0.6))
        }
        4 => {
            let growth = 2.0 * mean / duration * random.uniform(0.3, 1.0);
            let faster = Gesture::Even(mean * random.uniform(0.0, 0.3), growth);
            (faster, duration * random.uniform(0.3, 1.0))
        }
        5 => {
            let loss = 2.0 * mean / duration * random.uniform(0.4, 0.95);
            (Gesture::Even(2.0 * mean, -loss), duration * random.uniform(0.4, 1.0))
        }
        STOPPED => (reach, duration + random.uniform(0.0, 0.12)),
        SHORT => {
            let (any, _) = gesture(random.index(STOPPED), rate, random);
            (any, random.uniform(0.8, 3.6) / rate)
        }
        _ => gesture(random.index(STOPPED), rate, random),
    }
}

/// Events of whole pixels with noise, jitter of their times, and some dropped; none where nothing moved. The `late` ones
/// are dropped four times as often, and one in five is told some milliseconds later than it was.
fn events(
    gesture: Gesture,
    release: f64,
    rate: f64,
    late: bool,
    random: &mut Random,
) -> Vec<(f64, f64)> {
    let mut normal = |size: f64| size * (0..12).map(|_| random.uniform(-0.5, 0.5)).sum::<f64>();
    let mut told = vec![(0.0, gesture.at(0.0).0.round())];
    let mut time = (0.5 + normal(0.3)).clamp(0.05, 0.95) / rate;
    while time < release {
        let dropped = normal(1.0).abs() > if late { 1.3 } else { 1.96 };
        let mut event = (time + normal(0.0007), (gesture.at(time).0 + normal(0.3)).round());
        if late && normal(1.0) > 0.8 {
            event.0 += normal(0.004).abs();
        }
        let last = told[told.len() - 1];
        if !dropped && event.0 > last.0 && event.1 != last.1 && event.0 <= release {
            told.push(event);
        }
        time += 1.0 / rate;
    }
    told
}

/// The slope at the last event of the parabola that fits the events of a window best (of a line for two); 0 where the
/// last event is older than 40 ms.
fn least_squares(events: &[(f64, f64)], release: f64, window: f64) -> f64 {
    let (last, at) = events[events.len() - 1];
    if release - last > 0.04 {
        return 0.0;
    }
    let mut first = events.len() - 1;
    while first > 0
        && last - events[first - 1].0 <= window
        && events[first].0 - events[first - 1].0 <= 0.04
    {
        first -= 1;
    }
    let points: Vec<(f64, f64)> =
        events[first..].iter().map(|(t, x)| ((t - last) / window, x - at)).collect();
    let degree = (points.len() - 1).min(2);
    if degree == 0 {
        return 0.0;
    }
    // Normal equations by elimination.
    let size = degree + 1;
    let mut rows = vec![vec![0.0; size + 1]; size];
    for &(t, x) in &points {
        let powers = [1.0, t, t * t];
        for i in 0..size {
            for j in 0..size {
                rows[i][j] += powers[i] * powers[j];
            }
            rows[i][size] += powers[i] * x;
        }
    }
    for i in 0..size {
        let pivot = rows[i].clone();
        for row in &mut rows[i + 1..] {
            let factor = row[i] / pivot[i];
            for (x, p) in row.iter_mut().zip(&pivot) {
                *x -= factor * p;
            }
        }
    }
    let mut solution = [0.0; 3];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|j| rows[i][j] * solution[j]).sum();
        solution[i] = (rows[i][size] - known) / rows[i][i];
    }
    solution[1] / window
}

fn tracked<R: Real>(events: &[(f64, f64)], release: f64) -> f64 {
    let mut pointer = PointerTracker::new(r::<R>(events[0].0), r::<R>(events[0].1));
    for &(time, x) in &events[1..] {
        pointer.push(r(time), r(x));
    }
    pointer.state_at(r(release)).velocity.to_f64()
}

#[test]
fn the_error_at_the_release_is_below_that_of_a_least_squares_window_in_every_class() {
    const EACH: usize = 2000;
    for (rate, most) in [(60.0, 0.6), (120.0, 0.4), (240.0, 0.3)] {
        let mut random = Random::new(rate as u64);
        let mut squares = [[0.0f64; 4]; CLASSES.len()];
        for i in 0..EACH * CLASSES.len() {
            let class = i % CLASSES.len();
            let (gesture, release) = gesture(class, rate, &mut random);
            let events = events(gesture, release, rate, class == DELAYED, &mut random);
            let want = gesture.at(release).1;
            let all = [
                tracked::<f64>(&events, release),
                least_squares(&events, release, 0.1),
                least_squares(&events, release, 0.05),
                tracked::<f32>(&events, release),
            ];
            for (sum, got) in squares[class].iter_mut().zip(all) {
                *sum += (got - want).powi(2);
            }
        }
        for (class, [ours, usual, ..]) in CLASSES.iter().zip(squares) {
            let ratio = (ours / usual).sqrt();
            println!("  {class}: {:.0} px/s, {ratio:.2}", (ours / EACH as f64).sqrt());
            assert!(ratio < 1.0, "{rate} Hz, {class}: {ratio}");
        }
        // Flicks, steady, braked and turning motions together.
        let total: [f64; 4] = core::array::from_fn(|of| squares[..4].iter().map(|s| s[of]).sum());
        let [ours, usual, short, single] = total.map(|sum| (sum / (4 * EACH) as f64).sqrt());
        println!("{rate} Hz: {ours:.0} px/s; parabola over 100 ms {usual:.0}, 50 ms {short:.0}");
        assert!(ours <= most * usual, "{rate}: {ours} {usual}");
        assert!(ours <= short, "{rate}: {ours} {short}");
        assert!((single / ours - 1.0).abs() < 0.01, "{rate}: f32 {single} f64 {ours}");
    }
}

fn one_to_three_events_are_enough<R: Real + Precision>() {
    for rate in [30.0, 60.0, 120.0, 240.0, 1000.0] {
        let dt: f64 = 1.0 / rate;
        let mut pointer = PointerTracker::new(r::<R>(5.0), [r::<R>(100.0), r(-7.0)]);
        assert_eq!(pointer.state_at(r(5.0)).velocity, [R::ZERO; 2]);
        assert_eq!(pointer.state_at(r(5.0)).position, [r(100.0), r(-7.0)]);
        for event in 1..=2 {
            let time = f64::from(event) * dt;
            pointer.push(r(5.0 + time), [r(100.0 + 800.0 * time), r(-7.0)]);
            let [x, y] = pointer.state_at(r(5.0 + time)).velocity.map(|v| Real::to_f64(v));
            // In single precision the difference of two times has fewer digits.
            let allowed = 0.003 + 8.0 * <R as Precision>::EPSILON * 5.0 / dt;
            assert!((x / 800.0 - 1.0).abs() < allowed && y == 0.0, "{rate} Hz, {event}: {x}");
        }
        assert_eq!(Real::to_f64(pointer.time()), Real::to_f64(r::<R>(5.0 + 2.0 * dt)));
    }
}

fn steady_motions_are_told_at_any_rate_and_uneven<R: Real + Precision>() {
    let mut random = Random::new(3);
    for rate in [30.0, 60.0, 144.0, 240.0, 1000.0] {
        let mut pointer = PointerTracker::new(R::ZERO, R::ZERO);
        let mut time = 0.0;
        while time < 0.5 {
            time += random.uniform(0.2, 1.1) / rate;
            pointer.push(r(time), r(-1500.0 * time));
        }
        let velocity = Real::to_f64(pointer.state_at(r(time)).velocity);
        let allowed = 1e-6 + 400.0 * <R as Precision>::EPSILON / (1.0 / rate);
        assert!((velocity / -1500.0 - 1.0).abs() < allowed, "{rate}: {velocity}");
    }
}

#[test]
fn a_resting_finger_throws_nothing() {
    for rate in [60.0, 120.0, 240.0] {
        let mut pointer = PointerTracker::new(0.0, 0.0);
        let mut time = 0.0;
        for event in 1..20 {
            time = f64::from(event) / rate;
            pointer.push(time, 900.0 * time);
        }
        // No event, as where a platform tells moves alone; a little late is not at rest.
        assert!(pointer.state_at(time + 0.03).velocity > 899.0);
        assert_eq!(pointer.state_at(time + 0.041).velocity, 0.0);
        assert_eq!(pointer.state_at(time + 0.041).position, 900.0 * time);
        let patient = pointer.with_rest_after(0.1);
        assert!(patient.state_at(time + 0.09).velocity > 899.0);
        // The same place again and again.
        let place = 900.0 * time;
        for _ in 0..(0.15 * rate) as u32 {
            time += 1.0 / rate;
            pointer.push(time, place);
        }
        assert!(pointer.state_at(time).velocity.abs() < 5.0, "{:?}", pointer.state_at(time));
        // After a rest it starts anew.
        pointer.push(time + 1.0, place + 500.0);
        assert_eq!(pointer.state_at(time + 1.0).velocity, 0.0);
        pointer.push(time + 1.01, place + 505.0);
        assert!((pointer.state_at(time + 1.01).velocity - 500.0).abs() < 1.0);
    }
}

#[test]
fn events_at_one_time_and_out_of_order_do_no_harm() {
    let mut pointer = PointerTracker::new(0.0, 0.0);
    pointer.push(0.0, 0.2);
    assert_eq!(pointer.state_at(0.0).velocity, 0.0);
    pointer.push(0.01, 10.0);
    let before = pointer;
    pointer.push(0.005, -300.0);
    assert_eq!(pointer, before);
    pointer.push(0.01, 10.2);
    pointer.push(0.02, 20.0);
    let velocity = pointer.state_at(0.02).velocity;
    assert!((velocity - 1000.0).abs() < 30.0, "{velocity}");
}

#[test]
fn the_bandwidth_scales_with_time() {
    let play = |factor: f64| {
        let mut pointer = PointerTracker::new(0.0, 0.0).with_bandwidth(110.0 / factor);
        pointer = pointer.with_rest_after(1.0 * factor);
        for (time, x) in [(0.01, 3.0), (0.019, 8.0), (0.03, 17.0), (0.052, 29.0)] {
            pointer.push(time * factor, x);
        }
        pointer.state_at(0.052 * factor).velocity * factor
    };
    assert!((play(4.0) - play(1.0)).abs() < 1e-9);
    let start = PointerTracker::new(0.0, 0.0);
    for bandwidth in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(start.with_bandwidth(bandwidth), start);
    }
}

/// A minute of scribbling at 1000 events per second: the covariance stays one.
#[test]
fn a_long_drag_stays_exact_in_single_precision() {
    let mut single = PointerTracker::new(0.0f32, 0.0f32);
    let mut double = PointerTracker::new(0.0f64, 0.0f64);
    for event in 1..60_000 {
        // Times of single precision, in both.
        let time = event as f32 / 1024.0;
        let x = (200.0 * (7.0 * f64::from(time)).sin()).round();
        single.push(time, x as f32);
        double.push(f64::from(time), x);
        let [a, b] =
            [f64::from(single.state_at(time).velocity), double.state_at(f64::from(time)).velocity];
        assert!((a - b).abs() < 2.0, "{event}: {a} {b}");
    }
}

fn hostile_events_are_ignored<R: Real + Precision>() {
    let mut start = PointerTracker::new(R::ZERO, R::ZERO);
    start.push(r(0.01), R::ONE);
    for number in hostile::<R>() {
        let mut pointer = start;
        pointer.push(number, r(2.0));
        pointer.push(r(0.02), number);
        pointer.push(r(0.03), r(3.0));
        for time in hostile::<R>() {
            let state = pointer.state_at(time);
            let sane = Real::is_finite(number) && Real::abs(number) > r(1e20);
            let finite = Real::is_finite(state.velocity) && Real::is_finite(state.position);
            assert!(sane || finite, "{number:?} {time:?}: {state:?}");
            assert!(Real::is_finite(number) || pointer.time() == r(0.03));
        }
    }
}
