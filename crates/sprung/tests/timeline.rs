//! Timelines: the state at any time is that of stepping there, whatever was asked before.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{RotationState, Timeline, TimelineKey};
use sprung::{Real, Rotation, Spring, State};
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! {
    a_key_goes_on_where_the_one_before_it_stops
    times_in_any_order_give_the_same_bits
    hostile_times_never_panic
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

fn spring<R: Real>(random: &mut Random) -> Spring<R> {
    Spring::new(r(random.log_uniform(1.0, 40.0)), r(random.log_uniform(0.1, 4.0))).unwrap()
}

/// A motion that is interrupted `count` times: by a goal, a spring, a velocity or a jump.
fn interrupted<R: Real>(random: &mut Random, count: usize) -> Vec<TimelineKey<[R; 2]>> {
    let pair = |random: &mut Random, size: f64| [(); 2].map(|()| r(random.uniform(-size, size)));
    let start = State::new(pair(random, 1.0), pair(random, 9.0));
    let mut keys = vec![TimelineKey::new(r(-0.5), start, pair(random, 1.0), spring(random))];
    for _ in 0..count {
        let last = keys[keys.len() - 1];
        let key = last.key_at(last.time() + r(random.log_uniform(1e-3, 0.3)));
        keys.push(match random.index(4) {
            0 => key.with_goal(pair(random, 1.0)),
            1 => key.with_spring(spring(random)),
            2 => key.with_added_velocity(pair(random, 9.0)),
            _ => key.with_state(State::new(pair(random, 1.0), key.state().velocity)),
        });
    }
    keys
}

#[test]
fn a_timeline_is_the_motion_stepped_through_its_keys() {
    let mut random = Random::new(1);
    let keys = interrupted::<f64>(&mut random, 1000);
    let timeline = Timeline::new(&keys).unwrap();
    let end = keys[1000].time();
    // Uneven frames, each cut at the keys inside it; what a key changes is taken over from it.
    let (mut time, mut state, mut at) = (keys[0].time(), keys[0].state(), 0);
    let mut checked = 0;
    while time < end {
        let frame = time + random.log_uniform(1e-3, 0.1);
        while let Some(next) = keys.get(at + 1).filter(|next| next.time() <= frame) {
            let before = state;
            state = keys[at].spring().step(next.time() - time).apply(before, keys[at].goal());
            let arrived = keys[at].state_at(next.time());
            let jump = [0, 1].map(|i| next.state().position[i] - arrived.position[i]);
            let push = [0, 1].map(|i| next.state().velocity[i] - arrived.velocity[i]);
            for i in 0..2 {
                state.position[i] += jump[i];
                state.velocity[i] += push[i];
            }
            (time, at) = (next.time(), at + 1);
        }
        state = keys[at].spring().step(frame - time).apply(state, keys[at].goal());
        time = frame;
        let asked = timeline.state_at(time);
        let scale = 1.0 + asked.velocity.map(f64::abs).into_iter().fold(0.0, f64::max);
        for i in 0..2 {
            assert!((asked.position[i] - state.position[i]).abs() < 1e-13 * scale, "{time}");
            assert!((asked.velocity[i] - state.velocity[i]).abs() < 4e-12 * scale, "{time}");
        }
        checked += 1;
    }
    assert!(checked > 1000, "{checked}");
}

fn a_key_goes_on_where_the_one_before_it_stops<R: Real + Precision>() {
    let mut random = Random::new(2);
    let keys = interrupted::<R>(&mut random, 100);
    let timeline = Timeline::new(&keys).unwrap();
    for pair in keys.windows(2) {
        let time = pair[1].time();
        assert_eq!(pair[0].key_at(time).with_goal(pair[1].goal()).state(), pair[0].state_at(time));
        assert_eq!(timeline.state_at(time), pair[1].state(), "a key's own time is in the key");
    }
    assert_eq!(timeline.keys().len(), 101);
}

fn times_in_any_order_give_the_same_bits<R: Real + Precision>() {
    let mut random = Random::new(3);
    let keys = interrupted::<R>(&mut random, 300);
    let timeline = Timeline::new(&keys).unwrap();
    let end = Precision::to_f64(keys[300].time()) + 1.0;
    let times: Vec<R> = (0..5000).map(|_| r(random.uniform(-1.0, end))).collect();
    let forwards: Vec<State<[R; 2]>> = times.iter().map(|&t| timeline.state_at(t)).collect();
    for (&time, state) in times.iter().zip(&forwards).rev() {
        assert_eq!(timeline.state_at(time), *state);
        // Brute force: the last key in the list that is not later.
        let key = keys.iter().rev().find(|key| key.time() <= time);
        let expected =
            key.map_or(State::at_rest(keys[0].state().position), |key| key.state_at(time));
        assert_eq!(*state, expected);
    }
}

#[test]
fn rotations_take_the_step_of_a_rotation() {
    let spring = Spring::new(9.0, 0.4).unwrap();
    let turned = |x: f64| Rotation::from_rotation_vector([x, -0.3, 0.7]);
    let start = RotationState::new(turned(0.2), [1.0, -2.0, 0.5]);
    let first = TimelineKey::new(0.0, start, turned(1.0), spring);
    let keys = [first, first.key_at(0.4).with_goal(turned(-1.0))];
    let timeline = Timeline::new(&keys).unwrap();
    let mut state = start;
    for frame in 1..=100 {
        let goal = if frame <= 40 { turned(1.0) } else { turned(-1.0) };
        state = spring.step(0.01).apply_rotation(state, goal);
        let asked = timeline.state_at(0.01 * f64::from(frame));
        let miss = asked.rotation.relative_to(&state.rotation).to_rotation_vector();
        assert!(miss.iter().all(|x| x.abs() < 1e-12), "{frame}: {miss:?}");
    }
}

#[test]
fn progress_is_measured_along_the_way_to_the_goal() {
    let mut random = Random::new(4);
    for _ in 0..500 {
        let key = TimelineKey::new(
            random.uniform(-5.0, 5.0),
            State::at_rest([(); 3].map(|()| random.uniform(-9.0, 9.0))),
            [(); 3].map(|()| random.uniform(-9.0, 9.0)),
            spring(&mut random),
        );
        let progress = random.uniform(0.01, 0.99);
        let time = key.time_of_progress(progress);
        let (start, goal) = (key.state().position, key.goal());
        let now = key.state_at(time).position;
        for i in 0..3 {
            let expected = start[i] + progress * (goal[i] - start[i]);
            assert!((now[i] - expected).abs() < 1e-9, "{progress}: {now:?}");
        }
        let before = key.state_at(key.time() + 0.999 * (time - key.time())).position;
        let (left, covered) = (0..3).fold((0.0, 0.0), |(a, b), i| {
            (a + (goal[i] - start[i]).powi(2), b + (before[i] - start[i]) * (goal[i] - start[i]))
        });
        assert!(covered < progress * left, "the first time");
    }
    let still = TimelineKey::new(2.0, State::at_rest(1.0), 1.0, Spring::default());
    assert_eq!(still.time_of_progress(0.9), 2.0);
    let critical = still.with_goal(5.0).with_spring(Spring::critical(3.0).unwrap());
    assert_eq!(critical.time_of_progress(0.0), 2.0);
    assert_eq!(critical.time_of_progress(1.0), f64::INFINITY);
}

#[test]
fn keys_out_of_order_are_refused() {
    let key = |time: f64| TimelineKey::new(time, State::at_rest(0.0), 1.0, Spring::default());
    let refused = |keys: &[TimelineKey<f64>]| Timeline::new(keys).unwrap_err().to_string();
    assert_eq!(refused(&[]), "keys must be at least 1, got 0");
    let rule = "time must be finite and not before the key before it";
    assert_eq!(refused(&[key(1.0), key(0.5)]), format!("{rule}, got 0.5"));
    assert_eq!(refused(&[key(f64::NAN)]), format!("{rule}, got NaN"));
    assert_eq!(refused(&[key(0.0), key(f64::INFINITY)]), format!("{rule}, got inf"));
    assert!(Timeline::new(&[key(1.0), key(1.0)]).is_ok());
}

fn hostile_times_never_panic<R: Real + Precision>() {
    let mut random = Random::new(5);
    let keys = interrupted::<R>(&mut random, 5);
    let timeline = Timeline::new(&keys).unwrap();
    let first = State::at_rest(keys[0].state().position);
    for time in hostile().into_iter().map(r::<R>) {
        let state = timeline.state_at(time);
        let finite = state.position.iter().chain(&state.velocity).all(|&x| Real::is_finite(x));
        assert!(finite, "{time:?}: {state:?}");
        if Real::is_nan(time) || time < keys[0].time() {
            assert_eq!((timeline.key_before(time), state), (&keys[0], first));
        }
    }
}
