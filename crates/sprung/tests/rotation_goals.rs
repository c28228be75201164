//! Rotation springs towards goals that turn, and the double, timed and velocity springs of rotations: against numbers about
//! one axis, against the reference integrator and finite differences about any, in other frames, and in parts.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{
    DoubleRotationSpring, DoubleSpring, RotationState, TimedGoal, TimedRotationSpring, TimedSpring,
    VelocityRotationSpring, VelocitySpring,
};
use sprung::{DoubleStep, Real, Rotation, Spring, State, Vector};
use testkit::in_both_precisions;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::reference_ode::solve;
use testkit::tolerance::{ROTATION, ROTATION_SPLIT};
use testkit::worst::Worst;

type V3 = [f64; 3];
type Turning = RotationState<f64>;
type Goal<'a> = &'a dyn Fn(f64) -> Rotation<f64>;

const W: f64 = 6.0;
const RATIOS: [f64; 4] = [0.2, 0.9, 1.0, 3.0];

fn turned(r: V3) -> Rotation<f64> {
    Rotation::from_rotation_vector(r)
}

/// A goal that turns steadily, and a state within a third of a turn of it.
#[derive(Clone, Copy, Debug)]
struct Scene {
    state: Turning,
    from: Rotation<f64>,
    spin: V3,
    w: V3,
}

fn scenes() -> Vec<Scene> {
    let mut random = Random::new(7);
    let mut vector = |size: f64| core::array::from_fn(|_| random.uniform(-size, size));
    let mut scene = || {
        let from = turned(vector(1.5));
        let state = Turning::new(from.then(&turned(vector(1.1))), vector(5.0));
        Scene { state, from, spin: vector(2.0), w: vector(1.0) }
    };
    (0..20).map(|_| scene()).collect()
}

impl Scene {
    fn goal(&self, time: f64) -> Rotation<f64> {
        self.from.then(&turned(self.spin.times(time)))
    }

    /// The animation that turns with the goal and speeds up along its own axis, at a time.
    fn animation(&self, time: f64) -> (Turning, V3) {
        let faster = 0.5;
        let turn = self.spin.times(time + 0.5 * faster * time * time);
        let spin = self.spin.times(1.0 + faster * time);
        (Turning::new(self.from.then(&turned(turn)), spin), self.spin.times(faster))
    }
}

/// A motion: its state at a later time, from one at an earlier.
type Advance = fn(&Scene, Turning, &Spring<f64>, f64, f64) -> Turning;

const MOTIONS: [(&str, Advance); 4] = [
    ("goal angular velocity", |scene, state, spring, from, to| {
        spring.goal_velocity_step(to - from).apply_rotation(state, scene.from, scene.w)
    }),
    ("follow", |scene, state, spring, from, to| {
        spring.follow_step(to - from).apply_rotation(state, scene.goal(from), scene.goal(to))
    }),
    ("track", |scene, state, spring, from, to| {
        spring.track_step(to - from).apply_rotation(state, scene.goal(from), scene.goal(to))
    }),
    ("tracking", |scene, state, spring, from, to| {
        let (animation, acceleration) = scene.animation(to);
        spring.step(to - from).apply_rotation_tracking(state, animation, acceleration)
    }),
];

fn apart(a: Turning, b: Turning) -> (f64, f64) {
    let turn = a.rotation.relative_to(&b.rotation).to_rotation_vector().length();
    (turn, a.angular_velocity.minus(b.angular_velocity).length())
}

#[test]
fn parts_of_a_step_are_the_whole() {
    let mut worst = Worst::new("a step towards a turning goal in parts");
    let bar = ROTATION_SPLIT.bar::<f64>();
    for (name, advance) in MOTIONS {
        for scene in scenes() {
            for z in RATIOS {
                let spring = Spring::new(W, z).unwrap();
                let whole = advance(&scene, scene.state, &spring, 0.0, 0.3);
                for parts in [2, 3, 10] {
                    let at = |part: i32| 0.3 * f64::from(part) / f64::from(parts);
                    let run = |state, part| advance(&scene, state, &spring, at(part), at(part + 1));
                    let (turn, spin) = apart((0..parts).fold(scene.state, run), whole);
                    worst.check(turn, 4.0 * bar, || format!("{name} {z} {parts} {scene:?}"));
                    worst.check(spin, 4.0 * bar * W, || format!("{name} {z} {parts} {scene:?}"));
                }
            }
        }
    }
    worst.finish();
}

#[test]
fn about_one_axis_each_is_its_motion_of_a_number() {
    let mut worst = Worst::new("a rotation about one axis beside a number");
    let axis = [2.0, -1.0, 0.5].times(1.0 / [2.0f64, -1.0, 0.5].length());
    let base = turned([0.7, -1.9, 1.1]);
    let about = |angle: f64| base.then(&turned(axis.times(angle)));
    let number = |state: Turning| {
        let angle = state.rotation.relative_to(&base).to_rotation_vector().dot(axis);
        State::new(angle, state.angular_velocity.dot(axis))
    };
    for z in RATIOS {
        let spring = Spring::new(W, z).unwrap();
        for dt in [1e-3, 1.0 / 60.0, 0.4] {
            for (x, v) in [(0.3, 0.0), (-1.2, 4.0), (1e-6, -1e-5)] {
                let (start, turning) = (State::new(x, v), Turning::new(about(x), axis.times(v)));
                let (from, to) = (0.5, 0.5 + 2.0 * dt);
                let animation = Turning::new(about(to), axis.times(2.0));
                let tracked =
                    spring.step(dt).apply_rotation_tracking(turning, animation, axis.times(3.0));
                let pairs = [
                    (
                        spring.goal_velocity_step(dt).apply(start, from, 0.7),
                        spring.goal_velocity_step(dt).apply_rotation(
                            turning,
                            about(from),
                            axis.times(0.7),
                        ),
                    ),
                    (
                        spring.follow_step(dt).apply(start, from, to),
                        spring.follow_step(dt).apply_rotation(turning, about(from), about(to)),
                    ),
                    (
                        spring.track_step(dt).apply(start, from, to),
                        spring.track_step(dt).apply_rotation(turning, about(from), about(to)),
                    ),
                    (spring.step(dt).apply_tracking(start, State::new(to, 2.0), 3.0), tracked),
                ];
                for (index, (want, got)) in pairs.into_iter().enumerate() {
                    let got = number(got);
                    let at = || format!("{index}: {z} {dt} {x} {v}");
                    worst.check(got.position - want.position, 1e-13, at);
                    worst.check((got.velocity - want.velocity) / W, 1e-13, at);
                }
            }
        }
    }
    worst.finish();
}

/// The rotation vector from the goal and its rate by finite differences, moved by the reference integrator.
#[test]
fn about_any_axes_the_rotation_vector_from_the_goal_solves_its_differential_equation() {
    let mut worst =
        Worst::new("rotations towards a turning goal beside their differential equation");
    const H: f64 = 1e-4;
    for scene in scenes() {
        let Scene { state, spin, w, .. } = scene;
        // Of a state that turns on as it does, seen from the goal that turns on as it does.
        let rate = |state: Turning, goal: Goal| {
            let at = |h: f64| {
                let rotation = state.rotation.then(&turned(state.angular_velocity.times(h)));
                rotation.relative_to(&goal(h)).to_rotation_vector()
            };
            let central = |h: f64| at(h).minus(at(-h)).times(0.5 / h);
            central(H).times(4.0).minus(central(2.0 * H)).times(1.0 / 3.0)
        };
        let held = |_: f64| scene.from;
        let turning = |h: f64| scene.goal(h);
        let cases: [(Goal, V3); 3] =
            [(&held, w), (&turning, spin.times(-1.0)), (&turning, [0.0; 3])];
        for (case, (goal, damped_to)) in cases.into_iter().enumerate() {
            for z in RATIOS {
                let (spring, dt) = (Spring::new(W, z).unwrap(), 0.25);
                let r = state.rotation.relative_to(&goal(0.0)).to_rotation_vector();
                let start = [r, rate(state, goal)].concat();
                let start: [f64; 6] = core::array::from_fn(|i| start[i]);
                let end = solve(
                    |_, y| {
                        core::array::from_fn(|i| match i {
                            0..3 => y[i + 3],
                            _ => -W * W * y[i - 3] - 2.0 * z * W * (y[i] - damped_to[i - 3]),
                        })
                    },
                    start,
                    0.0,
                    dt,
                );
                let got = MOTIONS[case].1(&scene, state, &spring, 0.0, dt);
                let later = |h: f64| goal(dt + h);
                let r = got.rotation.relative_to(&later(0.0)).to_rotation_vector();
                let at = || format!("{case} {z} {scene:?}");
                let bar = ROTATION.bar::<f64>();
                worst.check(r.minus([end[0], end[1], end[2]]).length(), bar, at);
                let off = rate(got, &later).minus([end[3], end[4], end[5]]).length();
                worst.check(off / W, bar, at);
            }
        }
    }
    worst.finish();
}

#[test]
fn in_another_frame_each_is_the_same_motion() {
    let mut worst = Worst::new("a rotation in another frame");
    let (world, body) = (turned([0.4, 1.3, -0.8]), turned([-1.0, 0.2, 0.9]));
    let seen = |rotation: Rotation<f64>| body.then(&rotation).then(&world);
    let spring = Spring::new(W, 0.6).unwrap();
    for Scene { state, from, spin, w } in scenes() {
        let moved = |state: Turning| {
            Turning::new(seen(state.rotation), world.rotate(state.angular_velocity))
        };
        let to = from.then(&turned(spin.times(0.2)));
        let animation = Turning::new(to, spin);
        let (held, follow) = (spring.goal_velocity_step(0.2), spring.follow_step(0.2));
        let (track, step) = (spring.track_step(0.2), spring.step(0.2));
        let pairs = [
            (
                held.apply_rotation(state, from, w),
                held.apply_rotation(moved(state), seen(from), world.rotate(w)),
            ),
            (
                follow.apply_rotation(state, from, to),
                follow.apply_rotation(moved(state), seen(from), seen(to)),
            ),
            (
                track.apply_rotation(state, from, to),
                track.apply_rotation(moved(state), seen(from), seen(to)),
            ),
            (
                step.apply_rotation_tracking(state, animation, w),
                step.apply_rotation_tracking(moved(state), moved(animation), world.rotate(w)),
            ),
        ];
        for (here, there) in pairs {
            let (turn, off) = apart(moved(here), there);
            worst.check(turn, 1e-13, || format!("{state:?}"));
            worst.check(off / W, 1e-13, || format!("{state:?}"));
        }
    }
    worst.finish();
}

#[test]
fn about_one_axis_double_timed_and_velocity_springs_are_those_of_a_number() {
    let axis = [2.0, -1.0, 0.5].times(1.0 / [2.0f64, -1.0, 0.5].length());
    let base = turned([0.7, -1.9, 1.1]);
    let about = |angle: f64| base.then(&turned(axis.times(angle)));
    let near = |turning: Turning, number: State<f64>| {
        let angle = turning.rotation.relative_to(&base).to_rotation_vector().dot(axis);
        assert!((angle - number.position).abs() < 2e-13, "{angle} {number:?}");
        assert!((turning.angular_velocity.dot(axis) - number.velocity).abs() < 2e-12, "{number:?}");
    };
    let (spring, dt) = (Spring::new(W, 0.9).unwrap(), 0.02);
    let double_step = DoubleStep::new(9.0, dt);
    let (timed_step, velocity_step) =
        (spring.timed_step(0.1, dt), spring.velocity_step(0.8, 0.1, dt));
    let mut double = (DoubleRotationSpring::at_rest(about(0.0)), DoubleSpring::at_rest(0.0));
    let mut timed = (TimedRotationSpring::at_rest(about(0.0)), TimedSpring::at_rest(0.0));
    let mut velocity = (VelocityRotationSpring::at_rest(about(0.0)), VelocitySpring::at_rest(0.0));
    for frame in 0..200 {
        // The goal jumps, and jumps back while all move.
        let goal = if (40..90).contains(&frame) { -0.9 } else { 1.4 };
        let time_left = 1.0 - 0.02 * f64::from(frame);
        double.0.update(about(goal), &double_step);
        double.1.update(goal, &double_step);
        near(double.0.state(), double.1.state);
        timed.0.update_timed(about(goal), time_left, &timed_step);
        timed.1.update(TimedGoal { position: goal, time_left }, &timed_step);
        near(timed.0.state(), timed.1.state);
        velocity.0.update(about(goal), &velocity_step);
        velocity.1.update(goal, &velocity_step);
        near(velocity.0.state(), velocity.1.state);
    }
}

#[test]
fn double_timed_and_velocity_springs_do_not_jump_and_are_split_invariant() {
    let spring = Spring::new(W, 0.7).unwrap();
    let goals = [turned([1.0, 0.4, -0.7]), turned([-0.8, 1.5, 0.3]), turned([0.2, -0.6, 2.0])];
    let run = |parts: u32| {
        let dt = 0.1 / f64::from(parts);
        let mut double = DoubleRotationSpring::at_rest(Rotation::IDENTITY);
        let mut timed = TimedRotationSpring::at_rest(Rotation::IDENTITY);
        let mut velocity = VelocityRotationSpring::at_rest(Rotation::IDENTITY);
        for (index, goal) in goals.into_iter().enumerate() {
            let before = [double.state(), timed.state(), velocity.state()];
            double.set_goal(goal);
            timed.set_goal(goal);
            velocity.set_goal(goal);
            for (before, after) in
                before.into_iter().zip([double.state(), timed.state(), velocity.state()])
            {
                let (turn, _) = apart(before, after);
                assert!(turn < 1e-14 && double.goal() == goal, "{index} {turn}");
            }
            for step in 0..4 * parts {
                double.update(goal, &DoubleStep::new(9.0, dt));
                let time_left = 0.6 - dt * f64::from(step);
                timed.update_timed(goal, time_left, &spring.timed_step(0.1, dt));
                velocity.update(goal, &spring.velocity_step(1.5, 0.1, dt));
            }
        }
        [double.state(), timed.state(), velocity.state()]
    };
    let whole = run(1);
    for parts in [2, 3, 10] {
        for (part, whole) in run(parts).into_iter().zip(whole) {
            let (turn, spin) = apart(part, whole);
            assert!(turn < 2e-13 && spin < 2e-12, "{parts}: {turn:e} {spin:e}");
        }
    }
}

#[test]
fn a_value_a_turn_behind_its_intermediate_goal_stays_on_its_side() {
    // 190° of a target that turns on: the value, behind it, does not flip through the goal.
    let about = |degrees: f64| turned([0.0, degrees.to_radians(), 0.0]);
    let spring = Spring::new(W, 1.0).unwrap();
    let step = spring.velocity_step(2.0, 0.0, 0.01);
    let mut turning = VelocityRotationSpring::at_rest(about(0.0));
    let (mut last, mut goal) = (turning.state().rotation, 170.0);
    for frame in 0..400 {
        goal += if frame % 40 == 0 { 3.0 } else { 0.0 };
        turning.update(about(goal), &step);
        let turn = turning.state().rotation.relative_to(&last).to_rotation_vector();
        assert!(turn[1] > -1e-12 && turn[1] < 0.03, "{frame}: {turn:?}");
        last = turning.state().rotation;
    }
}

/// A goal that turns, changes its axis and stops, at 60 frames a second for an hour.
fn an_hour_keeps_unit_rotations_and_their_goal<R: Real + Precision>() {
    let r = |x: f64| R::nearest(x);
    let v = |x: V3| x.map(r);
    let spring = Spring::new(r(W), r(0.6)).unwrap();
    let dt = r(1.0 / 60.0);
    let (follow, track) = (spring.follow_step(dt), spring.track_step(dt));
    let (held, step) = (spring.goal_velocity_step(dt), spring.step(dt));
    let double_step = DoubleStep::new(r(9.0), dt);
    let velocity_step = spring.velocity_step(r(2.0), r(0.1), dt);
    let start =
        RotationState::new(Rotation::from_rotation_vector(v([0.5, -1.0, 0.7])), v([1.0; 3]));
    let mut states = [start; 4];
    let mut double = DoubleRotationSpring::at_rest(start.rotation);
    let mut velocity = VelocityRotationSpring::at_rest(start.rotation);
    let mut goal = Rotation::IDENTITY;
    for frame in 0..216_000 {
        let spin = match frame {
            0..100_000 => [0.3, 0.0, 0.1],
            100_000..210_000 => [0.0, -0.2, 0.4],
            _ => [0.0; 3],
        };
        let spin = v(spin);
        let next = goal.then(&Rotation::from_rotation_vector(spin.times(dt)));
        let next = Rotation::from_xyzw(next.xyzw());
        states[0] = follow.apply_rotation(states[0], goal, next);
        states[1] = track.apply_rotation(states[1], goal, next);
        states[2] = held.apply_rotation(states[2], next, [R::ZERO; 3]);
        let animation = RotationState::new(next, spin);
        states[3] = step.apply_rotation_tracking(states[3], animation, [R::ZERO; 3]);
        double.update(next, &double_step);
        velocity.update(next, &velocity_step);
        goal = next;
    }
    let bar = 1e3 * <R as Precision>::EPSILON;
    for state in states.into_iter().chain([double.state(), velocity.state()]) {
        let length = state.rotation.xyzw().map(Precision::to_f64).length();
        assert!((length - 1.0).abs() < 10.0 * <R as Precision>::EPSILON, "{length}");
        let off = state.rotation.relative_to(&goal).to_rotation_vector().map(Precision::to_f64);
        assert!(off.length() < bar, "{off:?}");
        assert!(state.angular_velocity.map(Precision::to_f64).length() < bar * W, "{state:?}");
    }
}

/// Goals that jump at random in every frame: what is turned stays bounded, or the rate would be stretched without end.
fn jumping_goals_do_not_wind_anything_up<R: Real + Precision>() {
    let mut random = Random::new(11);
    let spring = Spring::new(R::nearest(2.0), R::nearest(0.1)).unwrap();
    let dt = R::nearest(1.0 / 60.0);
    let mut any = || {
        let r = core::array::from_fn(|_| R::nearest(random.uniform(-2.0, 2.0)));
        Rotation::from_rotation_vector(r)
    };
    let mut states = [RotationState::at_rest(Rotation::IDENTITY); 3];
    let mut double = DoubleRotationSpring::at_rest(Rotation::IDENTITY);
    let mut velocity = VelocityRotationSpring::at_rest(Rotation::IDENTITY);
    let mut fastest = 0.0f64;
    for _ in 0..100_000 {
        let to = any();
        states[0] = spring.follow_step(dt).apply_rotation(states[0], to, to);
        states[1] = spring.goal_velocity_step(dt).apply_rotation(states[1], to, [R::ONE; 3]);
        states[2] = spring.step(dt).apply_rotation_tracking(
            states[2],
            RotationState::new(to, [R::ONE; 3]),
            [R::ZERO; 3],
        );
        double.update(to, &DoubleStep::new(R::nearest(5.0), dt));
        velocity.update(to, &spring.velocity_step(R::ONE, R::ZERO, dt));
        for state in states.into_iter().chain([double.state(), velocity.state()]) {
            fastest = fastest.max(state.angular_velocity.map(Precision::to_f64).length());
            assert!(fastest < 100.0, "{state:?}");
        }
    }
    assert!(fastest > 1.0);
}

in_both_precisions! {
    an_hour_keeps_unit_rotations_and_their_goal
    jumping_goals_do_not_wind_anything_up
}
