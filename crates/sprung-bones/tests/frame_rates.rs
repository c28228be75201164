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

/// A head that moves without rest, in another way for each seed.
fn restless(seed: u64) -> impl Fn(f64) -> Pose {
    let mut random = Random::new(seed);
    let mut wave = |size: f64| {
        let (size, rate) = (size * random.uniform(0.5, 1.0), TAU * random.uniform(0.3, 1.5));
        let phase = random.uniform(0.0, TAU);
        move |time: f64| size * ((rate * begun(time) + phase).sin() - phase.sin())
    };
    let place = [wave(0.1), wave(0.05), wave(0.1)];
    let turn = [wave(0.25), wave(0.5), wave(0.2)];
    move |time| Pose {
        position: place.each_ref().map(|wave| wave(time) as f32),
        rotation: Rotation::from_rotation_vector(turn.each_ref().map(|wave| wave(time) as f32)),
    }
}

/// The largest difference of poses in each tenth of a second after a hitch, over many hitches in which the head
/// moves: without colliders on restless heads, with one on the head that nods.
fn off_after_a_hitch(rate: f64, hitch: f64) -> Vec<f64> {
    let free: Vec<_> =
        chains().into_iter().map(|chain| BoneChain { colliders: Vec::new(), ..chain }).collect();
    let mut worst = vec![0.0_f64; 40];
    for seed in 0..16 {
        let start = 2.0 + Random::new(100 + seed).index(30) as f64 / 30.0;
        let end = start + hitch;
        let seen: Vec<f64> = (0..40).map(|tenth| end + 0.1 * f64::from(tenth)).collect();
        let frames = |rate: f64, hitch: [f64; 2]| {
            let mut frames = even(rate, end + 4.0);
            frames.extend(hitch.iter().chain(&seen));
            frames.sort_by(f64::total_cmp);
            frames.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
            frames.retain(|time| !(hitch[0] + 1e-6..hitch[1] - 1e-6).contains(time));
            frames
        };
        let (all, some) = (frames(480.0, [end; 2]), frames(rate, [start, end]));
        let mut compare = |chains: &[BoneChain], head: &dyn Fn(f64) -> Pose| {
            let a = tails_of(chains, head, &all, &seen);
            let b = tails_of(chains, head, &some, &seen);
            for ((a, b), worst) in a.chunks(1).zip(b.chunks(1)).zip(&mut worst) {
                *worst = worst.max(apart(a, b));
            }
        };
        compare(&free, &restless(seed));
        compare(&chains(), &|time| head(time, f64::INFINITY));
    }
    worst
}

/// The frames do not tell how a head has moved in a hitch. In a short one it is taken to go on as before.
#[test]
fn a_pose_is_the_same_two_seconds_after_a_hitch_in_which_the_head_moves() {
    for rate in [30.0, 60.0, 144.0, 240.0] {
        for hitch in [0.1, 1.0] {
            let off = off_after_a_hitch(rate, hitch);
            let largest = off.iter().fold(0.0, |a: f64, b| a.max(*b));
            let back = off.iter().rposition(|off| *off > 1e-3).map_or(0, |tenth| tenth + 1);
            println!("{rate} Hz, {hitch} s: {largest:.1e} of a length, back after {back} tenths");
            assert!(off[20..].iter().all(|off| *off < 1e-3), "{rate} {hitch}: {off:?}");
            assert!(hitch > 0.1 || largest < 0.1, "{rate}: {largest}");
        }
    }
}

/// A hit at one tick or at the next differs by the square of the way in a tick.
#[test]
fn a_pose_is_about_the_same_where_bones_hit_a_collider() {
    let seen = even(6.0, 8.0);
    let (mut apart_at_all, mut all) = (0, 0);
    for seed in 0..32 {
        let tails = |rate| tails_of(&chains(), restless(seed), &even(rate, 8.0), &seen);
        let reference = tails(480.0);
        for rate in [30.0, 60.0, 144.0, 240.0] {
            let other = tails(rate);
            let off = apart(&reference, &other);
            assert!(off < 0.02, "{seed} {rate}: {off}");
            all += chains().len();
            apart_at_all += (0..chains().len())
                .filter(|chain| {
                    let of = |tails: &[Vec<[f64; 3]>]| -> Vec<Vec<[f64; 3]>> {
                        tails.iter().map(|tails| tails[5 * chain..5 * chain + 5].to_vec()).collect()
                    };
                    apart(&of(&reference), &of(&other)) > 1e-3
                })
                .count();
        }
    }
    println!("{apart_at_all} of {all}");
    assert!(apart_at_all * 50 < all, "{apart_at_all} of {all}");
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
