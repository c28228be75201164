//! Exported timelines, read from their text or data by the rules of the other system, beside the timeline.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use serde_json::Value;
use sprung::convert::timeline::{CubicKey, CubicSpline, EasedSegments, Keyframes, Polyline};
use sprung::motion::{RotationState, Timeline, TimelineKey};
use sprung::{Rotation, Spring, State};
use testkit::random::Random;

const ERRORS: [f64; 3] = [0.05, 2e-3, 1e-4];

/// A motion that is interrupted by goals, springs, velocities and, if asked for, jumps; of the size 1.
fn interrupted<const N: usize>(random: &mut Random, jumps: bool) -> Vec<TimelineKey<[f64; N]>> {
    let point = |random: &mut Random| [(); N].map(|()| random.uniform(-1.0, 1.0));
    let spring = |random: &mut Random| {
        Spring::new(random.log_uniform(2.0, 40.0), random.log_uniform(0.1, 4.0)).unwrap()
    };
    let start = State::at_rest(point(random));
    let began = random.uniform(-3.0, 30.0);
    let mut keys = vec![TimelineKey::new(began, start, point(random), spring(random))];
    for _ in 0..random.index(12) {
        let last = keys[keys.len() - 1];
        let key = last.key_at(last.time() + random.log_uniform(0.02, 0.6));
        keys.push(match random.index(if jumps { 4 } else { 3 }) {
            0 => key.with_goal(point(random)),
            1 => key.with_spring(spring(random)),
            2 => key.with_added_velocity(point(random).map(|x| 9.0 * x)),
            _ => key.with_state(State::new(point(random), key.state().velocity)),
        });
    }
    keys
}

/// Times in the timeline, none within a part of `1e-6` of a key: a jump there may be written a little earlier or later.
fn times<const N: usize>(keys: &[TimelineKey<[f64; N]>], end: f64) -> Vec<f64> {
    let start = keys[0].time();
    let all = (0..=6000).map(|i| start + (end - start) * f64::from(i) / 6000.0);
    let is_near = |time: &f64| keys.iter().any(|key| (key.time() - time).abs() < 4e-6);
    all.filter(|time| !is_near(time)).collect()
}

fn distance<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    (0..N).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// The formula of the glTF specification, in its numbers of `f32`.
fn gltf<const N: usize>(keys: &[CubicKey<[f64; N]>], time: f64) -> [f64; N] {
    let at = keys.partition_point(|key| key.time <= time);
    if at == 0 || at == keys.len() {
        return keys[at.max(1) - 1].value;
    }
    let (a, b) = (&keys[at - 1], &keys[at]);
    let td = b.time - a.time;
    let t = (time - a.time) / td;
    let single = |x: f64| f64::from(x as f32);
    std::array::from_fn(|i| {
        (2.0 * t * t * t - 3.0 * t * t + 1.0) * single(a.value[i])
            + td * (t * t * t - 2.0 * t * t + t) * single(a.out_tangent[i])
            + (-2.0 * t * t * t + 3.0 * t * t) * single(b.value[i])
            + td * (t * t * t - t * t) * single(b.in_tangent[i])
    })
}

#[test]
fn cubic_splines_stay_within_the_error_by_the_formula_of_gltf() {
    let mut random = Random::new(61);
    for case in 0..60 {
        let keys = interrupted::<3>(&mut random, true);
        let timeline = Timeline::new(&keys).unwrap();
        let end = keys[keys.len() - 1].time() + 1.0;
        let error = ERRORS[case % 3];
        let spline: Vec<_> = CubicSpline::new(timeline, end, error).unwrap().collect();
        assert!(spline.windows(2).all(|pair| pair[0].time < pair[1].time));
        assert!(spline.iter().all(|key| key.time == f64::from(key.time as f32)));
        let worst = times(&keys, end)
            .into_iter()
            .map(|time| distance(gltf(&spline, time), timeline.state_at(time).position))
            .fold(0.0, f64::max);
        // A number of f32 near 30 is 1e-6 from the next: so long may a change of velocity come late.
        assert!(
            worst <= error + 6e-7 + 2e-5 * f64::from(u8::from(error > 1e-3)),
            "{case}: {worst} of {error}"
        );
        assert!(worst > 0.3 * error, "{case}: {worst} of {error}: too many keys");
    }
}

/// Rotations that are interrupted by goals, springs, velocities and jumps.
fn turned_about(random: &mut Random) -> Vec<TimelineKey<Rotation<f64>>> {
    let vector = |random: &mut Random, size: f64| [(); 3].map(|()| random.uniform(-size, size));
    let rotation = |random: &mut Random| Rotation::from_rotation_vector(vector(random, 1.7));
    let spring = |random: &mut Random| {
        Spring::new(random.log_uniform(2.0, 40.0), random.log_uniform(0.1, 4.0)).unwrap()
    };
    let start = RotationState::new(rotation(random), vector(random, 5.0));
    let mut keys = vec![TimelineKey::new(0.0, start, rotation(random), spring(random))];
    for _ in 0..random.index(8) {
        let last = keys[keys.len() - 1];
        let key = last.key_at(last.time() + random.log_uniform(0.02, 0.6));
        let now = key.state();
        keys.push(match random.index(4) {
            0 => key.with_goal(rotation(random)),
            1 => key.with_spring(spring(random)),
            2 => key.with_state(RotationState::new(now.rotation, vector(random, 15.0))),
            _ => key.with_state(RotationState::new(rotation(random), now.angular_velocity)),
        });
    }
    keys
}

#[test]
fn cubic_splines_of_rotations_stay_within_the_angle_by_the_formula_of_gltf() {
    let mut random = Random::new(62);
    for case in 0..60 {
        let keys = turned_about(&mut random);
        let timeline = Timeline::new(&keys).unwrap();
        let end = keys[keys.len() - 1].time() + 1.0;
        let error = ERRORS[case % 3];
        let spline: Vec<_> = CubicSpline::new(timeline, end, error).unwrap().collect();
        assert!(spline.windows(2).all(|pair| pair[0].time < pair[1].time));
        for key in &spline {
            let length = key.value.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!((length - 1.0).abs() < 1e-6, "{key:?}");
        }
        let mut worst = 0.0f64;
        for at in 0..=6000 {
            let time = end * f64::from(at) / 6000.0;
            if keys.iter().any(|key| (key.time() - time).abs() < 4e-6) {
                continue;
            }
            let shown = gltf(&spline, time);
            let wanted = timeline.state_at(time).rotation.xyzw();
            let dot: f64 = shown.iter().zip(wanted).map(|(a, b)| a * b).sum();
            let square: f64 = shown.iter().map(|x| x * x).sum();
            // The angle between two quaternions, by the part of one across the other.
            let across: f64 =
                shown.iter().zip(wanted).map(|(a, b)| (a - dot * b).powi(2)).sum::<f64>();
            worst = worst.max(2.0 * (across / square).sqrt().min(1.0).asin());
        }
        assert!(worst <= error + 4e-6, "case {case}: {worst} of {error}, {} keys", spline.len());
    }
}

#[test]
fn lines_and_keyframes_stay_within_the_error() {
    let mut random = Random::new(62);
    for case in 0..60 {
        let keys = interrupted::<1>(&mut random, true);
        let timeline = Timeline::new(&keys).unwrap();
        let end = keys[keys.len() - 1].time() + 1.0;
        let error = ERRORS[case % 3];
        let line: Vec<_> = Polyline::new(timeline, end, error).unwrap().collect();
        let flat: Vec<TimelineKey<f64>> = keys.iter().map(flat).collect();
        let text = Keyframes::new(Timeline::new(&flat).unwrap(), end, error, "--x", "px").unwrap();
        let frames: Vec<Value> = serde_json::from_str(&text.to_string()).unwrap();
        let frames = frames.iter().map(|frame| {
            let value = frame["--x"].as_str().unwrap().strip_suffix("px").unwrap();
            (frame["offset"].as_f64().unwrap(), [value.parse::<f64>().unwrap()])
        });
        let start = keys[0].time();
        let frames: Vec<_> =
            frames.map(|(offset, value)| (start + offset * (end - start), value)).collect();
        assert_eq!((frames[0].0, frames[frames.len() - 1].0), (start, end));
        for points in [line, frames] {
            assert!(points.is_sorted_by(|a, b| a.0 <= b.0));
            let mut worst = 0.0f64;
            for time in times(&keys, end) {
                let at = points.partition_point(|point| point.0 <= time).clamp(1, points.len() - 1);
                let ((a, from), (b, to)) = (points[at - 1], points[at]);
                let part = (time - a) / (b - a);
                let value = from[0] + part * (to[0] - from[0]);
                worst = worst.max(distance([value], timeline.state_at(time).position));
            }
            assert!(worst <= error && worst > 0.3 * error, "{case}: {worst} of {error}");
        }
    }
}

fn flat(key: &TimelineKey<[f64; 1]>) -> TimelineKey<f64> {
    let State { position: [position], velocity: [velocity] } = key.state();
    TimelineKey::new(key.time(), State::new(position, velocity), key.goal()[0], key.spring())
}

/// The output of a `linear()` at a part of its duration, as a browser computes it.
fn css_linear(text: &str, part: f64) -> f64 {
    let inside = text.strip_prefix("linear(").unwrap().strip_suffix(')').unwrap();
    let stops: Vec<&str> = inside.split(", ").collect();
    let last = stops.len() - 1;
    let points: Vec<(f64, f64)> = stops
        .iter()
        .enumerate()
        .map(|(at, stop)| match stop.split_once(' ') {
            Some((value, percent)) => {
                let percent: f64 = percent.strip_suffix('%').unwrap().parse().unwrap();
                (percent / 100.0, value.parse().unwrap())
            }
            None => (if at == last { 1.0 } else { 0.0 }, stop.parse().unwrap()),
        })
        .collect();
    assert!(points.is_sorted_by(|a, b| a.0 < b.0), "{text}");
    let at = points.partition_point(|point| point.0 <= part).clamp(1, last);
    let ((a, from), (b, to)) = (points[at - 1], points[at]);
    from + (part - a) / (b - a) * (to - from)
}

#[test]
fn css_easings_of_all_segments_stay_within_the_error() {
    let mut random = Random::new(63);
    for case in 0..40 {
        let keys: Vec<_> = interrupted::<1>(&mut random, true).iter().map(flat).collect();
        let timeline = Timeline::new(&keys).unwrap();
        let end = keys[keys.len() - 1].time() + 1.0;
        let error = ERRORS[case % 3];
        let mut time = keys[0].time();
        let mut worst = 0.0f64;
        for segment in EasedSegments::new(timeline, end, error).unwrap() {
            assert_eq!(segment.start(), time);
            time = segment.end();
            let (text, duration) = (segment.to_string(), time - segment.start());
            assert!(duration > 0.0, "{text}");
            for sample in 1..200 {
                let part = f64::from(sample) / 200.0;
                let value =
                    segment.from() + (segment.to() - segment.from()) * css_linear(&text, part);
                let state = timeline.state_at(segment.start() + part * duration);
                worst = worst.max((value - state.position).abs());
            }
        }
        assert_eq!(time, end);
        assert!(worst <= error && worst > 0.3 * error, "{case}: {worst} of {error}");
    }
}

#[test]
fn common_springs_need_few_pieces() {
    let counts = [0.3, 0.6, 1.0].map(|ratio| {
        let spring = Spring::new(10.0, ratio).unwrap();
        let keys = [TimelineKey::new(0.0, State::at_rest(0.0), 1.0, spring)];
        let timeline = Timeline::new(&keys).unwrap();
        let end = spring.settling_time(1e-3);
        let cubic = CubicSpline::new(timeline, end, 1e-3).unwrap().count();
        (cubic, Polyline::new(timeline, end, 1e-3).unwrap().count())
    });
    assert_eq!(counts, [(13, 59), (8, 31), (7, 25)], "keys of splines, and of lines");
}

#[test]
fn what_cannot_be_exported_is_refused_with_a_rule() {
    let spring = Spring::critical(5.0).unwrap();
    let keys = [TimelineKey::new(1.0, State::at_rest(0.0), 1.0, spring)];
    let timeline = Timeline::new(&keys).unwrap();
    let refused =
        |end: f64, error: f64| Polyline::new(timeline, end, error).unwrap_err().to_string();
    assert_eq!(refused(1.0, 0.1), "end must be finite and after the first key, got 1");
    assert_eq!(refused(f64::INFINITY, 0.1), "end must be finite and after the first key, got inf");
    for error in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9] {
        assert!(
            refused(2.0, error).starts_with("max_error must be finite, > 0 and >= 1e-6 of the way")
        );
    }
    let quoted = Keyframes::new(timeline, 2.0, 0.1, "a\"b", "").unwrap_err().to_string();
    assert!(quoted.starts_with("property must be without quotation marks"), "{quoted}");
    let endless = [keys[0].with_goal(f64::INFINITY)];
    let endless = Timeline::new(&endless).unwrap();
    assert!(
        CubicSpline::new(endless, 2.0, 0.1).unwrap_err().to_string().starts_with("keys must be")
    );
}

#[test]
fn a_spline_whose_pieces_are_shorter_than_its_numbers_of_time_ends() {
    let begin = 3e7; // Where numbers of `f32` are 2 s apart.
    let spring = Spring::new(20.0, 0.2).unwrap();
    let keys = [TimelineKey::new(begin, State::at_rest([0.0]), [1.0], spring)];
    let spline = CubicSpline::new(Timeline::new(&keys).unwrap(), begin + 5.0, 1e-4).unwrap();
    let keys: Vec<_> = spline.take(1000).collect();
    assert!(keys.len() > 2 && keys.len() < 1000, "{}", keys.len());
    assert!(keys.windows(2).all(|pair| pair[0].time < pair[1].time));
}

#[test]
fn a_kick_is_eased_away_and_back_unless_it_is_too_small_to_be_seen() {
    let spring = Spring::new(10.0, 1.0).unwrap();
    // Its peak is v/(ω e); a tenth of the error, 1e-4, is not seen.
    for (velocity, pieces) in [(0.5, 2), (4e-3, 2), (2e-3, 1)] {
        let keys = [TimelineKey::new(0.0, State::new(0.0, velocity), 0.0, spring)];
        let segments = EasedSegments::new(Timeline::new(&keys).unwrap(), 2.0, 1e-3).unwrap();
        assert_eq!(segments.count(), pieces, "{velocity}");
    }
}
