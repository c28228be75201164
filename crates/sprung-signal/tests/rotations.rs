//! Smoothing of rotations against the core's spring, the smoother of angles, and the symmetries that it must have.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::f64::consts::TAU;

use sprung::motion::RotationState;
use sprung::{Damper, Rotation, Spring, Vector};
use sprung_signal::{
    EulerOrder, Filter, Gaps, RotationSmoother, smooth, smooth_rotations_zero_phase,
    smooth_zero_phase,
};
use testkit::random::Random;

type Series = Vec<Option<Rotation<f64>>>;

fn filters() -> [Filter; 6] {
    let spring = |frequency, ratio| Spring::new(frequency, ratio).unwrap();
    [
        Filter::Damper(Damper::from_rate(6.0).unwrap()),
        Filter::Follow(spring(9.0, 0.3)),
        Filter::Follow(spring(9.0, 1.0)),
        Filter::Follow(spring(40.0, 2.0)),
        Filter::Track(spring(9.0, 0.7)),
        Filter::Track(spring(20.0, 3.0)),
    ]
}

fn vector(vector: [f64; 3]) -> Rotation<f64> {
    Rotation::from_rotation_vector(vector)
}

fn distance(a: &Rotation<f64>, b: &Rotation<f64>) -> f64 {
    a.relative_to(b).to_rotation_vector().length()
}

/// A joint that swings about changing axes, with noise: uneven times and rotations.
fn recording(count: usize, noise: f64) -> (Vec<f64>, Vec<Rotation<f64>>) {
    let mut random = Random::new(77);
    let mut time = 1.5;
    let samples = (0..count).map(|_| {
        time += random.uniform(0.01, 0.03);
        let path = vector([1.5 * (2.0 * time).sin(), 0.4, time.cos()]).then(&vector([
            0.3,
            2.0 * (0.9 * time).sin(),
            0.0,
        ]));
        (time, path.then(&vector([0; 3].map(|_| random.uniform(-noise, noise)))))
    });
    samples.unzip()
}

fn one_pass(filter: Filter, times: &[f64], rotations: &[Rotation<f64>]) -> Vec<Rotation<f64>> {
    let mut smoother = RotationSmoother::new(filter, Gaps::Hold);
    let samples = times.iter().zip(rotations);
    samples.map(|(t, r)| smoother.advance(*t, Some(*r)).unwrap().unwrap()).collect()
}

fn both_ways(filter: Filter, times: &[f64], rotations: &[Rotation<f64>]) -> Vec<Rotation<f64>> {
    let mut smooth: Series = rotations.iter().copied().map(Some).collect();
    smooth_rotations_zero_phase(&filter, Gaps::Hold, times, &mut smooth).unwrap();
    smooth.into_iter().map(Option::unwrap).collect()
}

#[test]
fn one_pass_is_the_rotation_spring_of_the_core() {
    let (times, rotations) = recording(400, 0.05);
    let spring = Spring::new(12.0, 0.6).unwrap();
    type Step = fn(&Spring<f64>, f64) -> sprung::MovingGoalStep<f64>;
    let kinds: [(Filter, Step); 2] = [
        (Filter::Follow(spring), Spring::follow_step),
        (Filter::Track(spring), Spring::track_step),
    ];
    for (filter, step) in kinds {
        let ours = one_pass(filter, &times, &rotations);
        let mut state = RotationState::at_rest(rotations[0]);
        for i in 1..times.len() {
            let step = step(&spring, times[i] - times[i - 1]);
            state = step.apply_rotation(state, rotations[i - 1], rotations[i]);
            let off = distance(&ours[i], &state.rotation);
            assert!(off < 1e-12, "{filter:?} {i}: {off:e}");
        }
    }
}

#[test]
fn about_one_axis_it_is_the_smoother_of_the_angle_however_many_turns_behind() {
    let axis = [0.48, -0.6, 0.64];
    for speed in [1.0, 20.0, 70.0] {
        // Up to several turns a second, back and forth; the slow damper is more than two turns behind.
        let times: Vec<f64> =
            (0..600).map(|i| f64::from(i) * 0.02 + f64::from(i % 3) * 1e-3).collect();
        let angles: Vec<f64> = times.iter().map(|t| speed * (t + 0.8 * (0.7 * t).sin())).collect();
        let rotations: Vec<_> = angles.iter().map(|angle| vector(axis.times(*angle))).collect();
        let slow = Filter::Damper(Damper::from_rate(3.0).unwrap());
        for filter in filters().into_iter().chain([slow]) {
            let mut expected = angles.clone();
            smooth(&filter, Gaps::Hold, &times, &mut expected).unwrap();
            for (ours, angle) in one_pass(filter, &times, &rotations).iter().zip(&expected) {
                let off = distance(ours, &vector(axis.times(*angle)));
                assert!(off < 1e-11, "{filter:?} {speed} {angle}: {off}");
            }
            let mut expected = angles.clone();
            smooth_zero_phase(&filter, Gaps::Hold, &times, &mut expected).unwrap();
            let ours = both_ways(filter, &times, &rotations);
            // The ends begin differently: on the line of least squares, or on that from end to end.
            for i in 0..600 {
                let off = distance(&ours[i], &vector(axis.times(expected[i])));
                let bound = if (150..450).contains(&i) { 1e-5 * speed } else { 0.1 * speed };
                assert!(off < bound, "{filter:?} {speed} {i}: {off}");
            }
        }
    }
}

#[test]
fn smoothing_commutes_with_a_rotation_of_the_parent_and_of_the_joint() {
    let turn = vector([2.0, -0.3, 1.1]);
    let (times, rotations) = recording(300, 0.3);
    let parent: Vec<_> = rotations.iter().map(|rotation| rotation.then(&turn)).collect();
    let child: Vec<_> = rotations.iter().map(|rotation| turn.then(rotation)).collect();
    for filter in filters() {
        for smoothed in [one_pass, both_ways] {
            let alone = smoothed(filter, &times, &rotations);
            let (parent, child) =
                (smoothed(filter, &times, &parent), smoothed(filter, &times, &child));
            for i in 0..times.len() {
                let off = distance(&parent[i], &alone[i].then(&turn))
                    .max(distance(&child[i], &turn.then(&alone[i])));
                assert!(off < 1e-9, "{filter:?} {i}: {off}");
            }
        }
    }
}

#[test]
fn small_turns_are_smoothed_as_three_numbers() {
    let small = 1e-4;
    let (times, rotations) = recording(300, 0.1);
    let vectors: Vec<[f64; 3]> =
        rotations.iter().map(|rotation| rotation.to_rotation_vector().times(small)).collect();
    let rotations: Vec<_> = vectors.iter().map(|v| vector(*v)).collect();
    for filter in filters() {
        let ours = one_pass(filter, &times, &rotations);
        for axis in 0..3 {
            let mut numbers: Vec<f64> = vectors.iter().map(|v| v[axis]).collect();
            smooth(&filter, Gaps::Hold, &times, &mut numbers).unwrap();
            for (ours, number) in ours.iter().zip(numbers) {
                let off = (ours.to_rotation_vector()[axis] - number).abs();
                assert!(off < 10.0 * small * small, "{filter:?}: {off}");
            }
        }
    }
}

#[test]
fn a_steady_turn_is_kept_both_ways_in_a_series_of_any_length() {
    let mut filters = filters().to_vec();
    for (frequency, ratio) in [(2.0, 0.1), (0.05, 1.0), (1e-6, 1.0), (0.3, 20.0), (1e6, 1.0)] {
        let spring = Spring::new(frequency, ratio).unwrap();
        filters.extend([Filter::Follow(spring), Filter::Track(spring)]);
    }
    for filter in filters {
        for count in [1, 2, 3, 20, 100, 1000] {
            let times: Vec<f64> =
                (0..count).map(|i| f64::from(i) * 0.01 + 0.003 * f64::from(i % 2)).collect();
            let end = times[times.len() - 1].max(0.01);
            let steady =
                |t: &f64| vector([0.2, 1.0, -0.5]).then(&vector([1.2, -2.0, 0.7].times(t / end)));
            let rotations: Vec<_> = times.iter().map(steady).collect();
            for (is, was) in both_ways(filter, &times, &rotations).iter().zip(&rotations) {
                let off = distance(is, was);
                assert!(off < 1e-8, "{filter:?} {count}: {off}");
            }
        }
    }
}

#[test]
fn a_reversed_series_gives_the_reversed_result() {
    let (times, rotations) = recording(400, 0.02);
    let times: Vec<f64> = times.iter().map(|time| 4.0 * time).collect();
    let backward_times: Vec<f64> = times.iter().rev().map(|time| -time).collect();
    let reversed: Vec<_> = rotations.iter().rev().copied().collect();
    for filter in filters() {
        let forwards = both_ways(filter, &times, &rotations);
        let backwards = both_ways(filter, &backward_times, &reversed);
        for i in 100..300 {
            // A rotation spring is not quite linear: the order of the passes shows in the third order of the offset.
            let off = distance(&forwards[i], &backwards[399 - i]);
            assert!(off < 0.01, "{filter:?} {i}: {off}");
        }
    }
}

#[test]
fn noise_becomes_less_and_the_path_stays() {
    let (times, clean) = recording(1000, 0.0);
    let mut random = Random::new(5);
    for noise in [0.01, 0.1, 0.5] {
        let noisy: Vec<_> = clean
            .iter()
            .map(|rotation| rotation.then(&vector([0; 3].map(|_| random.uniform(-noise, noise)))))
            .collect();
        let filter = Filter::Follow(Spring::critical(25.0).unwrap());
        let reference = both_ways(filter, &times, &clean);
        let smooth = both_ways(filter, &times, &noisy);
        let off = |a: &[Rotation<f64>], b: &[Rotation<f64>]| {
            let square: f64 = a.iter().zip(b).map(|(a, b)| distance(a, b).powi(2)).sum();
            (square / a.len() as f64).sqrt()
        };
        let (before, after) = (off(&noisy, &clean), off(&smooth, &reference));
        assert!(after < 0.45 * before, "{noise}: {before} {after}");
    }
}

#[test]
fn a_joint_that_passes_its_gimbal_lock_does_not_swing() {
    // Straight past the lock at a distance of half a degree: a steady turn, of which the angles make a swing.
    let times: Vec<f64> = (0..120).map(|i| f64::from(i) / 60.0).collect();
    let steady = |t: &f64| vector([0.009, 0.0, 0.0]).then(&vector([0.0, 0.6 + t, 0.0]));
    let rotations: Vec<_> = times.iter().map(steady).collect();
    let order = EulerOrder::Xyz;
    let filter = Filter::Follow(Spring::critical(20.0).unwrap());
    let ours = both_ways(filter, &times, &rotations);
    let mut angles = [order.angles(&rotations[0]); 120];
    for i in 1..120 {
        angles[i] = order.angles_near(&rotations[i], angles[i - 1]);
    }
    let mut channels = [0, 1, 2].map(|place| angles.map(|angles| angles[place]));
    for channel in &mut channels {
        smooth_zero_phase(&filter, Gaps::Hold, &times, channel).unwrap();
    }
    let worst = |smooth: &dyn Fn(usize) -> Rotation<f64>| {
        (0..120).map(|i| distance(&smooth(i), &rotations[i])).fold(0.0, f64::max)
    };
    let by_rotations = worst(&|i| ours[i]);
    let by_channels = worst(&|i| order.rotation([0, 1, 2].map(|place| channels[place][i])));
    assert!(by_rotations < 1e-8 && by_channels > 0.05, "{by_rotations} {by_channels}");
}

#[test]
fn gaps_are_held_skipped_or_turned_through() {
    let (times, rotations) = recording(60, 0.05);
    let filter = filters()[2];
    let gap = 20..24;
    let mut gapped: Series = rotations.iter().copied().map(Some).collect();
    gapped[gap.clone()].fill(None);
    gapped[22] = Some(Rotation::from_xyzw([f64::NAN; 4]));
    let run = |gaps| {
        let mut smooth = gapped.clone();
        let filled = smooth_rotations_zero_phase(&filter, gaps, &times, &mut smooth).unwrap();
        (smooth, filled)
    };
    let (held, filled) = run(Gaps::Hold);
    assert_eq!(filled, 4);
    let mut expected = rotations.clone();
    expected[gap.clone()].fill(rotations[19]);
    let expected = both_ways(filter, &times, &expected);
    assert!(held.iter().flatten().eq(&expected));
    let (skipped, filled) = run(Gaps::Skip);
    assert_eq!((filled, skipped.iter().flatten().count()), (0, 56));
    assert!(skipped[gap.clone()].iter().all(Option::is_none));
    let (turned, filled) = run(Gaps::Line);
    assert_eq!((filled, turned.iter().flatten().count()), (4, 60));
    for i in (0..60).filter(|i| !gap.contains(i)) {
        assert!(distance(&turned[i].unwrap(), &skipped[i].unwrap()) < 0.02);
    }
    let mut smoother = RotationSmoother::new(filter, Gaps::Skip);
    assert_eq!(smoother.advance(0.0, None), Ok(None));
    assert_eq!(smoother.smoothed(), None);
    smoother.advance(1.0, Some(rotations[0])).unwrap();
    assert_eq!(smoother.advance(2.0, None), Ok(None));
    assert_eq!(smoother.smoothed(), Some(rotations[0]));
    let error = smoother.advance(2.0, None).unwrap_err();
    assert_eq!(error.to_string(), "time must go forward, got 2 after 2");
}

#[test]
fn glitches_of_any_size_leave_everything_finite_and_are_forgotten() {
    let mut random = Random::new(90);
    let (times, clean) = recording(400, 0.0);
    for filter in filters() {
        let mut broken = clean.clone();
        for _ in 0..20 {
            broken[random.index(200)] = vector([0; 3].map(|_| random.uniform(-TAU, TAU)));
        }
        for smoothed in [one_pass, both_ways] {
            let (clean, broken) =
                (smoothed(filter, &times, &clean), smoothed(filter, &times, &broken));
            assert!(broken.iter().all(|r| r.xyzw().iter().all(|c| c.is_finite())));
            assert!(distance(&clean[390], &broken[390]) < 1e-2, "{filter:?}");
        }
    }
}
