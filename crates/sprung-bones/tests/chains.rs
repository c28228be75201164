//! Long chains: where the motion is no chaos, it solves its equation and is the same at every frame rate.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::f64::consts::TAU;

use sprung::Spring;
use sprung_bones::{Bone, BoneChain, Pose, SpringBones};
use testkit::random::Random;

const GRAVITY: f64 = 9.81;
const SECONDS: f64 = 12.0;
const TICK: f64 = 1.0 / 240.0;

type Point = [f64; 3];

fn zip(a: Point, b: Point, of: impl Fn(f64, f64) -> f64) -> Point {
    [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2])]
}

fn sub(a: Point, b: Point) -> Point {
    zip(a, b, |a, b| a - b)
}

fn dot(a: Point, b: Point) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn size(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// The largest distance between points of two times.
fn apart(a: &[Point], b: &[Point]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| size(sub(*a, *b))).fold(0.0, f64::max)
}

/// A head that swings by some meters each way at some Hz, from rest within the first second.
#[derive(Clone, Copy, Debug)]
struct Head(f64, f64);

/// One between, the fastest, the slowest, and a narrower one.
const HEADS: [Head; 4] = [Head(0.25, 0.95), Head(0.25, 1.2), Head(0.25, 0.7), Head(0.15, 1.1)];

impl Head {
    fn at(self, time: f64) -> Point {
        let Head(way, rate) = self;
        let part = time.clamp(0.0, 1.0);
        let begun = part.powi(4) * (2.5 - part * (3.0 - part)) + (time - 1.0).max(0.0);
        [way * (TAU * rate * begun).sin(), 0.0, 0.0]
    }
}

/// Bones that hang on the head under gravity.
#[derive(Clone, Copy, Debug)]
struct Chain {
    bones: usize,
    length: f64,
    frequency: f64,
    ratio: f64,
    head: Head,
}

const fn chain(bones: usize, length: f64, frequency: f64, ratio: f64) -> Chain {
    Chain { bones, length, frequency, ratio, head: HEADS[0] }
}

/// The least damping ratios that the documentation names.
const EDGE: [Chain; 8] = [
    chain(5, 0.08, 1.5, 0.6),
    chain(5, 0.08, 2.5, 0.5),
    chain(5, 0.08, 4.0, 0.4),
    chain(8, 0.1, 1.5, 0.8),
    chain(8, 0.1, 2.5, 0.6),
    chain(8, 0.1, 4.0, 0.6),
    chain(10, 0.1, 2.5, 0.9),
    chain(10, 0.1, 4.0, 0.8),
];

/// Less damped.
const CHAOS: [Chain; 4] = [
    chain(5, 0.08, 2.5, 0.3),
    chain(8, 0.1, 2.5, 0.4),
    chain(8, 0.1, 4.0, 0.3),
    chain(10, 0.1, 4.0, 0.4),
];

/// Place and velocity of each tail.
type State = Vec<[Point; 2]>;

/// For differences of the head's path, s.
const SHORT: f64 = 1e-4;

impl Chain {
    fn head_speed(&self, time: f64) -> Point {
        let (before, after) = (self.head.at(time - SHORT), self.head.at(time + SHORT));
        zip(after, before, |after, before| (after - before) / (2.0 * SHORT))
    }

    /// The slope of all tails by the equation of a bone, from the head outward: a bone's rest direction is its parent's, and
    /// the force along a rod is the one that keeps its length while its head moves.
    fn slope(&self, time: f64, state: &State) -> State {
        let [before, now, after] = [-SHORT, 0.0, SHORT].map(|step| self.head.at(time + step));
        let push = zip(zip(after, before, |a, b| a + b), now, |sum, now| {
            (sum - 2.0 * now) / (SHORT * SHORT)
        });
        let (square, drag) =
            ((TAU * self.frequency).powi(2), 2.0 * self.ratio * TAU * self.frequency);
        let (mut at, mut speed, mut push, mut direction) =
            (now, self.head_speed(time), push, [0.0, -1.0, 0.0]);
        let slope = |&[tail, velocity]: &[Point; 2]| {
            let rest = zip(at, direction, |at, direction| at + self.length * direction);
            let reach = sub(tail, at);
            let pull = zip(rest, tail, |rest, tail| square * (rest - tail));
            let mut force = zip(pull, velocity, |pull, velocity| pull - drag * velocity);
            force[1] -= GRAVITY;
            let relative = sub(velocity, speed);
            let rod = -(dot(reach, sub(force, push)) + dot(relative, relative)) / dot(reach, reach);
            push = zip(force, reach, |force, reach| force + rod * reach);
            (at, speed, direction) = (tail, velocity, reach.map(|c| c / size(reach)));
            [velocity, push]
        };
        state.iter().map(slope).collect()
    }

    /// Takes out what rounding has added along the rods.
    fn keep_lengths(&self, time: f64, state: &mut State) {
        let (mut at, mut speed) = (self.head.at(time), self.head_speed(time));
        for [tail, velocity] in state {
            let reach = sub(*tail, at);
            let along = dot(sub(*velocity, speed), reach) / dot(reach, reach);
            let back = self.length / size(reach);
            *tail = zip(at, reach, |at, reach| at + back * reach);
            *velocity = zip(*velocity, reach, |velocity, reach| velocity - along * reach);
            (at, speed) = (*tail, *velocity);
        }
    }

    /// The tails from their head at every fourth tick, by Runge and Kutta's method of fourth order, from rest but for a
    /// `shift` to the side.
    fn solution(&self, shift: f64) -> Vec<Vec<Point>> {
        const PARTS: u32 = 32;
        let step = 4.0 * TICK / f64::from(PARTS);
        let down = |place: usize| -self.length * (place + 1) as f64;
        let mut state: State =
            (0..self.bones).map(|at| [[shift, down(at), shift], [0.0; 3]]).collect();
        let by = |state: &State, slope: &State, step: f64| -> State {
            let pairs = state.iter().zip(slope);
            pairs.map(|(y, k)| [0, 1].map(|at| zip(y[at], k[at], |y, k| y + step * k))).collect()
        };
        let mut seen = Vec::new();
        for part in 1..=(SECONDS / step).round() as u32 {
            let time = f64::from(part - 1) * step;
            let a = self.slope(time, &state);
            let b = self.slope(time + step / 2.0, &by(&state, &a, step / 2.0));
            let c = self.slope(time + step / 2.0, &by(&state, &b, step / 2.0));
            let d = self.slope(time + step, &by(&state, &c, step));
            for (slope, weight) in [(a, 1.0), (b, 2.0), (c, 2.0), (d, 1.0)] {
                state = by(&state, &slope, weight * step / 6.0);
            }
            self.keep_lengths(f64::from(part) * step, &mut state);
            if part.is_multiple_of(PARTS) {
                let now = self.head.at(f64::from(part) * step);
                seen.push(state.iter().map(|[tail, _]| sub(*tail, now)).collect());
            }
        }
        seen
    }

    /// The tails from their head at some times, for frames at others, on a head that goes aside by up to `shift`.
    fn tails(&self, frames: &[f64], seen: &[f64], shift: f64) -> Vec<Vec<Point>> {
        let bone = Bone::new([0.0, -self.length as f32, 0.0])
            .with_spring(Spring::from_frequency(self.frequency as f32, self.ratio as f32).unwrap())
            .with_acceleration([0.0, -GRAVITY as f32, 0.0]);
        let mut bones = vec![bone.with_head(bone.tail); self.bones];
        bones[0] = bone;
        let pose = |time: f64| {
            let [x, y, z] = self.head.at(time);
            let z = z + shift * (TAU * time).sin();
            Pose { position: [x, y, z].map(|c| c as f32), ..Pose::IDENTITY }
        };
        let mut bones = SpringBones::new(&[BoneChain::new(0, bones)], &[], &[pose(0.0)]).unwrap();
        let (mut last, mut result, mut seen) = (0.0, Vec::new(), seen.iter().peekable());
        for &time in frames {
            bones.step((time - last) as f32, &[pose(time)]).unwrap();
            last = time;
            if seen.next_if(|seen| (**seen - time).abs() < 1e-6).is_some() {
                let head = pose(time).position.map(f64::from);
                let tails = (0..self.bones).map(|at| sub(bones.tail(at).map(f64::from), head));
                result.push(tails.collect());
            }
        }
        assert!(seen.next().is_none(), "a time that no frame has");
        result
    }
}

fn even(rate: f64) -> Vec<f64> {
    (1..=(SECONDS * rate).round() as usize).map(|frame| frame as f64 / rate).collect()
}

/// Frames of 8 to 20 ms that hit some times.
fn uneven(seed: u64, seen: &[f64]) -> Vec<f64> {
    let (mut random, mut frames, mut last) = (Random::new(seed), Vec::new(), 0.0);
    while last < SECONDS {
        let next = last + random.uniform(0.008, 0.02);
        last = seen.iter().copied().find(|seen| *seen > last && *seen <= next).unwrap_or(next);
        frames.push(last);
    }
    frames
}

/// The largest distance at any time, in lengths of a bone.
fn off(chain: Chain, a: &[Vec<Point>], b: &[Vec<Point>]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| apart(a, b)).fold(0.0, f64::max) / chain.length
}

#[test]
fn long_chains_have_the_same_pose_at_every_frame_rate() {
    let (often, seldom) = (even(6.0), [3.0, 6.0, 9.0, 12.0]);
    for chain in EDGE.into_iter().flat_map(|chain| HEADS.map(|head| Chain { head, ..chain })) {
        let reference = chain.tails(&even(480.0), &often, 0.0);
        let mut worst = [30.0, 60.0, 144.0, 240.0]
            .map(|rate| off(chain, &reference, &chain.tails(&even(rate), &often, 0.0)))
            .to_vec();
        let reference = chain.tails(&even(480.0), &seldom, 0.0);
        worst.extend([0, 1, 2].map(|seed| {
            off(chain, &reference, &chain.tails(&uneven(seed, &seldom), &seldom, 0.0))
        }));
        println!("{chain:?}: {worst:.6?} of a length");
        assert!(worst.iter().all(|off| *off < 1e-3), "{chain:?}: {worst:?}");
    }
}

/// The error of a tick, of second order, grows from bone to bone: not all chains of the table can be compared.
#[test]
fn long_chains_solve_their_equation() {
    for chain in EDGE {
        if chain.bones > 5 && chain.frequency < 4.0 {
            continue;
        }
        // The pose is that of one tick before.
        let seen: Vec<f64> = (1..=720).map(|frame| f64::from(4 * frame + 1) * TICK).collect();
        let frames: Vec<f64> = (1..=2881).map(|tick| f64::from(tick) * TICK).collect();
        let off = off(chain, &chain.solution(0.0), &chain.tails(&frames, &seen, 0.0));
        println!("{chain:?}: {off:.1e} of a length");
        assert!(off < 0.05, "{chain:?}: {off}");
    }
}

/// The solution of the equation has no frames: it tells what the motion does from what a solver adds. Where it forgets a small
/// change, poses are the same at every frame rate; where it makes it grow by millions, no solver could have them so.
#[test]
fn frame_rates_differ_where_the_motion_itself_is_chaotic() {
    const SHIFT: f64 = 1e-9;
    let growth = |chain: Chain| {
        off(chain, &chain.solution(0.0), &chain.solution(SHIFT)) * chain.length / SHIFT
    };
    for chain in EDGE {
        let growth = growth(chain);
        println!("{chain:?}: a change grows by {growth:.1e}");
        assert!(growth < 100.0, "{chain:?}: {growth}");
    }
    for chain in CHAOS {
        let growth = growth(chain);
        let [own, other] = [0.0, 1e-6].map(|shift| chain.tails(&even(60.0), &even(6.0), shift));
        let apart = off(chain, &own, &other);
        println!(
            "{chain:?}: a change grows by {growth:.1e}, one of a path by 1e-6 m to {apart:.1e} of a length"
        );
        assert!(growth > 1e6 && apart > 1.0, "{chain:?}: {growth} {apart}");
    }
}
