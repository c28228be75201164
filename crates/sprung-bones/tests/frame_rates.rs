//! The same pose at every frame rate, at uneven frame times and through hitches.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::f64::consts::TAU;

use sprung::{Rotation, Spring};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};
use testkit::random::Random;

const LENGTH: f64 = 0.08;

/// The integral of a speed that goes from 0 to 1 within the first second, and so do its first derivatives.
fn begun(time: f64) -> f64 {
    let part = time.clamp(0.0, 1.0);
    part.powi(4) * (2.5 - part * (3.0 - part)) + (time - 1.0).max(0.0)
}

/// A head that begins to nod, shake, bounce and walk; it comes to rest in the second after `still`, and begins again 2.5 s
/// after it.
fn head(time: f64, still: f64) -> Pose {
    let time = begun(time) - begun(time - still) + begun(time - still - 2.5);
    let turn = [0.25 * (TAU * 1.1 * time).sin(), 0.5 * (TAU * 0.9 * time + 1.0).sin(), 0.0];
    let bounce = 0.02 * (TAU * 1.8 * time).sin();
    let place = [0.3 * (TAU * 0.25 * time).sin(), 1.6 + bounce, 1.2 * time];
    Pose {
        position: place.map(|c| c as f32),
        rotation: Rotation::from_rotation_vector(turn.map(|c| c as f32)),
    }
}

fn chain(bone: Bone) -> BoneChain {
    let next = bone.with_head(bone.tail);
    let bones = vec![bone.with_head([0.0, 0.05, -0.08]), next, next, next, next];
    BoneChain::new(0, bones).with_colliders(vec![0])
}

fn chains() -> Vec<BoneChain> {
    let bone = Bone::new([0.0, -LENGTH as f32, 0.0]).with_radius(0.01);
    let gravity = [0.0, -9.81, 0.0];
    let spring = |frequency: f32, ratio: f32| Spring::from_frequency(frequency, ratio).unwrap();
    let vrm = |stiffness, drag, gravity| {
        bone.with_vrm(stiffness, drag, gravity, [0.0, -1.0, 0.0]).unwrap()
    };
    vec![
        chain(vrm(1.0, 0.4, 0.2)),
        chain(vrm(3.0, 0.6, 0.0)),
        chain(vrm(0.3, 0.2, 0.5)).with_center(0),
        chain(bone.with_spring(spring(2.0, 0.7)).with_acceleration(gravity)),
        chain(bone.with_spring(spring(5.0, 0.5))).with_center(0),
    ]
}

/// The tails of all chains at the given times, from the head, for frames at some times.
fn tails(frames: &[f64], seen: &[f64], still: f64) -> Vec<Vec<[f64; 3]>> {
    tails_of(&chains(), |time| head(time, still), frames, seen)
}

/// The same of chains on a head that moves in some way.
fn tails_of(
    chains: &[BoneChain],
    head: impl Fn(f64) -> Pose,
    frames: &[f64],
    seen: &[f64],
) -> Vec<Vec<[f64; 3]>> {
    let back = BoneCollider::sphere(0, [0.0, -0.05, 0.04], 0.09);
    let mut bones = SpringBones::new(chains, &[back], &[head(0.0)]).unwrap();
    let (mut last, mut result) = (0.0, Vec::new());
    let mut seen = seen.iter().peekable();
    for &time in frames {
        let pose = head(time);
        bones.step((time - last) as f32, &[pose]).unwrap();
        last = time;
        if seen.next_if(|seen| (**seen - time).abs() < 1e-6).is_some() {
            let from_head = |bone| {
                let tail = bones.tail(bone);
                [0, 1, 2].map(|at| f64::from(tail[at] - pose.position[at]))
            };
            result.push((0..bones.len()).map(from_head).collect());
        }
    }
    result
}

/// The largest distance between tails, in lengths of a bone.
fn apart(a: &[Vec<[f64; 3]>], b: &[Vec<[f64; 3]>]) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    let distance = |(a, b): (&[f64; 3], &[f64; 3])| {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt() / LENGTH
    };
    pairs.map(distance).fold(0.0, f64::max)
}

fn even(rate: f64, seconds: f64) -> Vec<f64> {
    (1..=(seconds * rate).round() as usize).map(|frame| frame as f64 / rate).collect()
}

#[test]
fn a_pose_is_the_same_from_30_to_240_frames_a_second() {
    let seen: Vec<f64> = even(6.0, 8.0);
    let reference = tails(&even(480.0, 8.0), &seen, f64::INFINITY);
    for rate in [30.0, 60.0, 90.0, 120.0, 144.0, 240.0] {
        let off = apart(&reference, &tails(&even(rate, 8.0), &seen, f64::INFINITY));
        println!("{rate} Hz: {off:.1e} of a length");
        assert!(off < 1e-3, "{rate}: {off}");
    }
}

#[test]
fn a_pose_is_the_same_at_uneven_frame_times() {
    let seen = [2.0, 4.0, 6.0];
    let reference = tails(&even(480.0, 6.0), &seen, f64::INFINITY);
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let mut frames = vec![0.0];
        while frames[frames.len() - 1] < 6.0 {
            let last: f64 = frames[frames.len() - 1];
            let next = last + random.uniform(0.008, 0.02);
            let due = seen.iter().find(|seen| **seen > last && **seen <= next);
            frames.push(due.copied().unwrap_or(next));
        }
        let off = apart(&reference, &tails(&frames[1..], &seen, f64::INFINITY));
        assert!(off < 1e-3, "{seed}: {off}");
    }
}

#[test]
fn a_pose_is_the_same_through_a_hitch() {
    let seen = [2.9, 4.5, 5.2, 6.0];
    let reference = tails(&even(480.0, 6.0), &seen, 2.0);
    for (rate, hitch) in [(30.0, 1.0), (60.0, 0.5), (60.0, 1.3), (144.0, 0.2)] {
        let mut frames = even(rate, 6.0);
        frames.extend(seen);
        frames.sort_by(f64::total_cmp);
        frames.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        frames.retain(|time| {
            let is_seen = seen.iter().any(|seen| (seen - time).abs() < 1e-6);
            is_seen || !(3.1..3.1 + hitch).contains(time)
        });
        let off = apart(&reference, &tails(&frames, &seen, 2.0));
        println!("{rate} Hz, a hitch of {hitch} s: {off:.1e} of a length");
        assert!(off < 1e-3, "{rate} {hitch}: {off}");
    }
}

/// The frames do not tell when the velocity jumps between two of them. The springs forget the difference.
#[test]
fn a_pose_is_the_same_some_time_after_a_jump_of_the_velocity() {
    let bone = Bone::new([0.0, -LENGTH as f32, 0.0])
        .with_spring(Spring::from_frequency(2.5, 0.7).unwrap())
        .with_acceleration([0.0, -9.81, 0.0]);
    let free = BoneChain { colliders: Vec::new(), ..chain(bone) };
    let head = |time: f64| {
        let x = 0.2 * (6.0 * time).sin() as f32;
        Pose { position: [x, 0.0, 0.0], ..Pose::IDENTITY }
    };
    let tails =
        |rate| tails_of(std::slice::from_ref(&free), head, &even(rate, 6.0), &even(6.0, 6.0));
    let reference = tails(480.0);
    for rate in [30.0, 60.0, 120.0, 240.0] {
        let other = tails(rate);
        println!("{rate} Hz: {:.1e} of a length", apart(&reference[..4], &other[..4]));
        let off = apart(&reference[18..], &other[18..]);
        println!("{rate} Hz, later: {off:.1e} of a length");
        assert!(off < 1e-3, "{rate}: {off}");
    }
}
