//! Every exact motion is the same at 15, 24, 30, 60, 144 and 1000 frames a second, with uneven frames and a hitch.
//!
//! Each motion is played for four seconds, with a new goal each second, and compared at the end of each second with the
//! same seconds in one step each, in double precision. `-- --nocapture` prints the worst errors and where they are.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod frames;
mod rotations;

use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, Character, DoubleRotationSpring, DoubleSpring,
    Inertialization, JointLimits, JointSpring, LimitedTracker, Orbit, Pose, PoseInertialization,
    PoseMut, RotationInertialization, RotationPath, RotationState, RotationStitcher,
    ScaleInertialization, Stitcher, TimedGoal, TimedRotationSpring, TimedSpring, Timeline,
    TimelineKey, UnwrappedRotation, VelocityRotationSpring, VelocitySpring, critical_spring,
    damper, decay_spring, simple_spring, spring,
};
use sprung::{Damper, DoubleStep, MotionLimits, Real, Rotation, Spring, State};
use testkit::precision::Precision;
use testkit::worst::Worst;

use frames::{Frame, SECONDS, WALK, frames, paces};
use rotations::*;

/// A motion's readings at the end of each second: positions, and velocities over the spring's frequency.
type Play = fn(&[Frame]) -> Vec<f64>;

fn compare<R: Real + Precision>(name: &str, play: Play, reference: Play) {
    let mut worst = Worst::new(format!("{} {name}", R::NAME));
    for (pace, seconds, tolerance) in paces::<R>() {
        let whole = seconds.each_ref().map(|times| vec![times.iter().sum()]);
        let (got, want) = (play(&frames(seconds)), reference(&frames(whole)));
        assert_eq!(got.len(), want.len());
        let scale = want.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (i, (got, want)) in got.iter().zip(&want).enumerate() {
            worst.check(got - want, tolerance.bar::<R>() * scale, || format!("{pace}, {i}"));
        }
    }
    worst.finish();
}

macro_rules! same_at_every_frame_rate {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn double() {
                super::compare::<f64>(stringify!($name), super::$name::<f64>, super::$name::<f64>);
            }
            #[test]
            fn single() {
                super::compare::<f32>(stringify!($name), super::$name::<f32>, super::$name::<f64>);
            }
        }
    )*};
}

same_at_every_frame_rate! {
    dampers dampers_of_moving_goals springs springs_near_critical critical_springs goal_velocities
    followers trackers double_springs timed_springs arriving_springs landing_springs velocity_springs
    tracking_springs limited_trackers
    angles scales rotation_springs rotation_dampers unwrapped_rotations
    characters inertializations poses cameras
    timelines following_rotations tracking_rotations driven_rotations
    stitchers rotation_stitchers joints
}

/// Plays all frames and reads at the end of each second.
fn play<R: Real, M>(
    frames: &[Frame],
    mut motion: M,
    mut advance: impl FnMut(&mut M, &Frame, R),
    read: impl Fn(&M) -> Vec<R>,
) -> Vec<f64> {
    let mut readings = Vec::new();
    for frame in frames {
        advance(&mut motion, frame, R::from_f64(frame.dt));
        if frame.ends_second {
            readings.extend(read(&motion).into_iter().map(Real::to_f64));
        }
    }
    assert_eq!(readings.len() % SECONDS, 0);
    readings
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

fn held<R: Real>(frame: &Frame) -> R {
    r([1.0, -0.5, 0.25, 1.5][frame.second])
}

fn walked<R: Real>(frame: &Frame) -> (R, R) {
    (r(frame.walk.0), r(frame.walk.1))
}

fn reading<R: Real>(states: &[State<R>], w: f64) -> Vec<R> {
    states.iter().flat_map(|state| [state.position, state.velocity / r(w)]).collect()
}

fn a_spring<R: Real>(w: f64, z: f64) -> Spring<R> {
    Spring::new(r(w), r(z)).unwrap()
}

const W: f64 = 9.0;
const RATIOS: [f64; 5] = [0.0, 0.25, 1.0, 1.5, 8.0];

fn dampers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let follow = Damper::from_rate(r(3.0)).unwrap();
    let advance = |x: &mut R, frame: &Frame, dt| *x = damper(*x, held(frame), &follow, dt);
    play(frames, R::ZERO, advance, |&x| vec![x])
}

fn dampers_of_moving_goals<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let follow = Damper::from_rate(r(3.0)).unwrap();
    let advance = |x: &mut R, frame: &Frame, dt| {
        let (from, to) = walked(frame);
        *x = follow.follow_step(dt).apply(*x, from, to);
    };
    play(frames, R::ONE, advance, |&x| vec![x])
}

/// One state per damping ratio.
fn sprung<R: Real, const N: usize>(
    frames: &[Frame],
    ratios: [f64; N],
    advance: impl Fn(State<R>, &Spring<R>, &Frame, R) -> State<R>,
) -> Vec<f64> {
    let springs = ratios.map(|z| a_spring(W, z));
    let all = |states: &mut [State<R>; N], frame: &Frame, dt| {
        for (state, spring) in states.iter_mut().zip(&springs) {
            *state = advance(*state, spring, frame, dt);
        }
    };
    play(frames, [State::new(R::ZERO, r(2.0)); N], all, |states| reading(states, W))
}

fn springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    sprung(frames, RATIOS, |state, by, frame, dt: R| spring(state, held(frame), by, dt))
}

fn springs_near_critical<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let near = [0.9990234375, 0.9999999403953552, 1.0000001192092896, 1.0009765625];
    sprung(frames, near, |state, by, frame, dt: R| spring(state, held(frame), by, dt))
}

fn critical_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let (halflife, start) = (r(0.25), State::new(R::ONE, r(-3.0)));
    let advance = |[simple, told, decaying]: &mut [State<R>; 3], frame: &Frame, dt| {
        let goal = held(frame);
        *simple = simple_spring(*simple, goal, halflife, dt);
        *told = critical_spring(*told, goal, goal * r(2.0), halflife, dt);
        *decaying = decay_spring(*decaying, halflife, dt);
        if frame.ends_second {
            decaying.position += goal;
        }
    };
    play(frames, [start; 3], advance, |states| reading(states, 7.0))
}

fn goal_velocities<R: Real>(frames: &[Frame]) -> Vec<f64> {
    sprung(frames, RATIOS, |state, by, frame, dt: R| {
        by.goal_velocity_step(dt).apply(state, held(frame), r(WALK[frame.second]))
    })
}

fn followers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    sprung(frames, RATIOS, |state, by, frame, dt: R| {
        let (from, to) = walked(frame);
        by.follow_step(dt).apply(state, from, to)
    })
}

fn trackers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    sprung(frames, RATIOS, |state, by, frame, dt: R| {
        let (from, to) = walked(frame);
        by.track_step(dt).apply(state, from, to)
    })
}

fn double_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let start =
        DoubleSpring { state: State::new(R::ONE, r(2.0)), intermediate: State::at_rest(R::TWO) };
    let advance = |motion: &mut DoubleSpring<R>, frame: &Frame, dt| {
        motion.update(held(frame), &DoubleStep::new(r(W), dt));
    };
    play(frames, start, advance, |m| reading(&[m.state, m.intermediate], W))
}

fn timed_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.75);
    let start = TimedSpring { state: State::new(R::ZERO, R::ONE), intermediate: R::ZERO };
    let advance = |motion: &mut TimedSpring<R>, frame: &Frame, dt| {
        // In the first second it arrives in the middle, in the others later and later; the last never.
        let arrival = [0.5, 0.8125, 1.0, 3.0][frame.second];
        motion.update(
            TimedGoal { position: held(frame), time_left: r(arrival - frame.from) },
            &by.timed_step(r(0.125), dt),
        );
    };
    play(frames, start, advance, |m| [reading(&[m.state], W), vec![m.intermediate]].concat())
}

fn arriving_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let springs = [0.3, 0.75, 1.0, 2.5].map(|z| a_spring(W, z));
    let start = TimedSpring { state: State::new(R::ZERO, R::ONE), intermediate: R::ZERO };
    let advance = |motions: &mut [TimedSpring<R>; 4], frame: &Frame, dt| {
        // The goal of the first second changes before it is reached, that of the others in the last frame before.
        let arrival = [1.125, 0.8125, 1.0, 0.5][frame.second];
        let goal = TimedGoal { position: held(frame), time_left: r(arrival - frame.from) };
        for (motion, by) in motions.iter_mut().zip(&springs) {
            motion.update(goal, &by.arrival_step(dt));
        }
    };
    play(frames, [start; 4], advance, |all| reading(&all.map(|motion| motion.state), W))
}

fn landing_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    sprung(frames, RATIOS, |state, by, frame, dt: R| {
        let arrival = [1.125, 1.0, 1.375, 4.0][frame.second];
        by.landing_step(r(arrival - frame.from), dt).apply(state, held(frame))
    })
}

fn velocity_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 1.25);
    let start = VelocitySpring { state: State::new(R::ZERO, R::ONE), intermediate: R::ZERO };
    let advance = |motion: &mut VelocitySpring<R>, frame: &Frame, dt| {
        motion.update(held(frame), &by.velocity_step(r(2.0), r(0.125), dt));
    };
    play(frames, start, advance, |m| [reading(&[m.state], W), vec![m.intermediate]].concat())
}

/// An animation with a constant acceleration in each second, and a jump at its start.
fn fall(second: usize, time: f64) -> (State<f64>, f64) {
    let (x, v, a) = [(0.0, 1.0, 0.5), (2.0, -1.0, 1.0), (1.0, 0.0, -2.0), (0.0, 2.0, 0.0)][second];
    (State::new(x + v * time + 0.5 * a * time * time, v + a * time), a)
}

fn tracking_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    sprung(frames, RATIOS, |state, by, frame, dt: R| {
        let (animation, acceleration) = fall(frame.second, frame.to);
        let animation = State::new(r(animation.position), r(animation.velocity));
        by.step(dt).apply_tracking(state, animation, r(acceleration))
    })
}

fn limited_trackers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let limits = MotionLimits::new(r(1.75), r(6.0), r(45.0)).unwrap();
    let start = [LimitedTracker::new(State::new(R::ONE, R::ONE), r(2.0)); 2];
    let advance = |[held_one, walking]: &mut [LimitedTracker<R>; 2], frame: &Frame, dt| {
        let step = limits.step(dt);
        held_one.update(State::at_rest(held(frame)), &step);
        walking.update(State::new(r(frame.walk.1), r(WALK[frame.second])), &step);
    };
    play(frames, start, advance, |motions| reading(&motions.map(|motion| motion.state()), W))
}

fn angles<R: Real>(frames: &[Frame]) -> Vec<f64> {
    // Without damping the swings would add up to more than half a turn.
    sprung(frames, [0.25, 1.0, 1.5, 8.0], |state, by, frame, dt: R| {
        // Told with turns too many or too few.
        let turns = r::<R>([0.0, 2.0, -1.0, 5.0][frame.second]) * R::TWO * R::PI;
        by.step(dt).apply_angle(state, held::<R>(frame) + turns)
    })
}

fn scales<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.5);
    let advance = |state: &mut State<[R; 2]>, frame: &Frame, dt| {
        let goal = [[2.0, 0.5], [0.25, 1.0], [1.0, 3.0], [1.5, 0.125]][frame.second].map(r);
        *state = by.step(dt).apply_scale(*state, goal);
    };
    let start = State::new([R::ONE, R::TWO], [R::ONE, -R::TWO]);
    play(frames, start, advance, |state| {
        [state.position, state.velocity.map(|v| v / r(W))].concat()
    })
}

fn characters<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let springs = RATIOS.map(|z| a_spring(W, z));
    let start = Character { position: R::ZERO, velocity: R::ONE, acceleration: r(-3.0) };
    let advance = |heroes: &mut [Character<R>; 5], frame: &Frame, dt| {
        for (hero, spring) in heroes.iter_mut().zip(&springs) {
            hero.update(held(frame), &spring.character_step(dt));
        }
    };
    play(frames, [start; 5], advance, |heroes| {
        heroes.iter().flat_map(|h| [h.position, h.velocity, h.acceleration / r(W)]).collect()
    })
}

fn fallen<R: Real>(second: usize, time: f64) -> State<R> {
    let (state, _) = fall(second, time);
    State::new(r(state.position), r(state.velocity))
}

fn inertializations<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 1.0);
    let start = (Inertialization::default(), fallen(0, 0.0));
    let advance = |(fade, seen): &mut (Inertialization<R>, State<R>), frame: &Frame, dt| {
        if frame.starts_second && frame.second > 0 {
            fade.transition(fallen(frame.second - 1, 1.0), fallen(frame.second, 0.0));
        }
        fade.update(&by.step(dt));
        *seen = fade.apply(fallen(frame.second, frame.to));
    };
    play(frames, start, advance, |(_, seen)| reading(&[*seen], W))
}

/// Chunks of motion, a new one each second. The first is the fastest, so that no fade waits.
fn stitchers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 1.0);
    let chunk = |second: usize, time: f64| match second {
        0 => State::new(r::<R>(20.0 * time - 18.0), r(20.0)),
        _ => fallen(second, time),
    };
    let advance = |stitcher: &mut Stitcher<R>, frame: &Frame, dt| {
        if frame.starts_second && frame.second > 0 {
            stitcher.switch(chunk(frame.second, 0.0));
        }
        let _ = stitcher.update(chunk(frame.second, frame.to), &by.step(dt));
    };
    play(frames, Stitcher::new(chunk(0, 0.0)), advance, |stitcher| {
        reading(&[stitcher.shown(), stitcher.offset()], W)
    })
}

/// Two bones of three channels and two half-lives, switched each second.
fn poses<R: Real>(frames: &[Frame]) -> Vec<f64> {
    struct Fades<R> {
        translations: [Inertialization<[R; 3]>; 2],
        rotations: [RotationInertialization<R>; 2],
        scales: [ScaleInertialization<R, 3>; 2],
    }
    let start = (
        Fades::<R> {
            translations: Default::default(),
            rotations: Default::default(),
            scales: Default::default(),
        },
        Vec::new(),
    );
    let advance = |(fades, seen): &mut (Fades<R>, Vec<R>), frame: &Frame, dt| {
        let mut fade = PoseInertialization {
            translations: &mut fades.translations,
            rotations: &mut fades.rotations,
            scales: &mut fades.scales,
        };
        let bones = |second: usize, time: f64| {
            let State { position: x, velocity: v } = fallen::<R>(second, time);
            let turn = [0.5 - 0.25 * second as f64, 0.25, -0.5];
            let turning = RotationState::new(turned(turn), [v, R::ONE, -v]);
            let size =
                State::new([R::ONE + x * x, R::ONE, R::TWO], [R::TWO * x * v, R::ZERO, R::ZERO]);
            (
                [State::new([x, R::ONE, -x], [v, R::ZERO, -v]); 2],
                [turning, RotationState::at_rest(turned(turn))],
                [size, size],
            )
        };
        if frame.starts_second && frame.second > 0 {
            let (from, to) = (bones(frame.second - 1, 1.0), bones(frame.second, 0.0));
            fade.transition(
                Pose { translations: &from.0, rotations: &from.1, scales: &from.2 },
                Pose { translations: &to.0, rotations: &to.1, scales: &to.2 },
            );
        }
        fade.update_each(&[r(0.125), r(0.25)], dt);
        let (now, mut shown) = (bones(frame.second, frame.to), bones(0, 0.0));
        fade.apply(
            Pose { translations: &now.0, rotations: &now.1, scales: &now.2 },
            PoseMut { translations: &mut shown.0, rotations: &mut shown.1, scales: &mut shown.2 },
        );
        seen.clear();
        for bone in 0..2 {
            seen.extend(shown.0[bone].position);
            seen.extend(turns(&shown.1[bone]));
            seen.extend(shown.2[bone].position);
        }
    };
    play(frames, start, advance, |(_, seen)| seen.clone())
}

/// A player who walks, a view that moves steadily, and an obstacle during one second.
fn cameras<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let springs = CameraSprings {
        focus: a_spring(W, 1.0),
        angles: a_spring(W, 0.5),
        radius: a_spring(W, 1.0),
        lookahead: r(0.25),
    };
    let view =
        |walk: f64| Orbit { radius: r(4.0 + walk), yaw: r(3.0 + walk), pitch: r(0.5 * walk) };
    let advance = |camera: &mut CameraRig<R>, frame: &Frame, dt| {
        let walk = frame.walk.1;
        let clearance = if frame.second == 1 { r(2.0) } else { R::INFINITY };
        let speed: R = r(WALK[frame.second]);
        let position = [r(walk), R::ONE, r(-2.0 * walk)];
        let player = State::new(position, [speed, R::ZERO, speed * r(-2.0)]);
        camera.update(
            CameraGoal { clearance, ..CameraGoal::new(player, view(walk)) },
            &springs.step(dt),
        );
    };
    let start = CameraRig::new([R::ZERO, R::ONE, R::ZERO], view(0.0));
    play(frames, start, advance, |camera| {
        let states = reading(&[camera.radius, camera.yaw, camera.pitch], W);
        let velocity = camera.focus.velocity.map(|v| v / r(W));
        [states, camera.focus.position.to_vec(), velocity.to_vec(), camera.position().to_vec()]
            .concat()
    })
}

/// A motion as data, asked in each frame.
fn timelines<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let first = TimelineKey::new(R::ZERO, State::new(R::ONE, R::TWO), r(-1.0), a_spring(W, 0.5));
    let second = first.key_at(r(1.5)).with_goal(R::TWO);
    let keys = [first, second, second.key_at(r(2.25)).with_spring(a_spring(W, 1.5))];
    let timeline = Timeline::new(&keys).unwrap();
    let advance = |state: &mut State<R>, frame: &Frame, _| {
        *state = timeline.state_at(r(frame.second as f64 + frame.to));
    };
    play(frames, first.state(), advance, |state| reading(&[*state], W))
}
