//! The rotation spring against its differential equation in axis and angle, integrated as a quaternion and an
//! angular velocity: no rotation vector, Jacobian or step of the crate takes part in the reference.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{RotationPath, RotationState, UnwrappedRotation};
use sprung::{Damper, Real, Rotation, Spring, Vector};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::reference_ode::solve;
use testkit::tolerance::{ROTATION, ROTATION_SPLIT};
use testkit::worst::Worst;
use testkit::{in_both_precisions, inputs};

type V3 = [f64; 3];

fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Unit quaternion (vector part, scalar part) of an offset, and angular velocity.
#[derive(Clone, Copy, Debug)]
struct Offset {
    vector: V3,
    scalar: f64,
    spin: V3,
}

impl Offset {
    fn new(axis: V3, angle: f64, spin: V3) -> Self {
        let axis = axis.times(1.0 / axis.length());
        let (sin, cos) = (angle / 2.0).sin_cos();
        Offset { vector: axis.times(sin), scalar: cos, spin }
    }

    /// Returns the magnitude, at most 1: the scale of the errors.
    fn size(&self, w: f64) -> f64 {
        (2.0 * self.vector.length().atan2(self.scalar)).max(self.spin.length() / w).min(1.0)
    }

    /// After `time` of `r″ = −ω²r − 2ζω r′` along the rotation vector `r = θn`.
    fn after(&self, w: f64, z: f64, time: f64) -> Self {
        // Scaled to 1, so that the smallest motion is integrated as well as the largest.
        let size = self.size(w);
        let [u, s] = [self.vector, self.spin].map(|v| v.times(1.0 / size));
        let start = [u[0], u[1], u[2], self.scalar, s[0], s[1], s[2]];
        let [x, y, z, scalar, p, q, r] = solve(
            |_, [x, y, v, scalar, p, q, r]| {
                let [vector, spin] = [[x, y, v], [p, q, r]].map(|v| v.times(size));
                let here = Offset { vector, scalar, spin };
                let (turning, scalar, pull) = here.derivative(w, z);
                let [u, s] = [turning, pull].map(|v| v.times(1.0 / size));
                [u[0], u[1], u[2], scalar, s[0], s[1], s[2]]
            },
            start,
            0.0,
            time,
        );
        let [vector, spin] = [[x, y, z], [p, q, r]].map(|v| v.times(size));
        Offset { vector, scalar, spin }
    }

    /// Rates of vector part, scalar part and angular velocity.
    fn derivative(&self, w: f64, z: f64) -> (V3, f64, V3) {
        let Offset { vector, scalar, spin } = *self;
        // q′ = ½ ω q.
        let turning = spin.times(scalar).plus(cross(spin, vector)).times(0.5);
        let scalar_rate = -0.5 * spin.dot(vector);
        let half_sin = vector.length();
        let angle = 2.0 * half_sin.atan2(scalar);
        let n = vector.times(1.0 / half_sin);
        let along = |v: V3| n.times(n.dot(v));
        let n1 = turning.minus(along(turning)).times(1.0 / half_sin);
        let angle1 = spin.dot(n);
        let (r, r1) = (n.times(angle), n.times(angle1).plus(n1.times(angle)));
        let r2 = r.times(-w * w).minus(r1.times(2.0 * z * w));
        // r″ = θ″n + 2θ′n′ + θn″, and n·n″ = −|n′|².
        let angle2 = n.dot(r2) + angle * n1.dot(n1);
        let across = r2.minus(along(r2)).minus(n1.times(2.0 * angle1));
        let n2 = across.times(1.0 / angle).minus(n.times(n1.dot(n1)));
        // ω = θ′n + sin θ n′ + (1 − cos θ) n×n′, once more differentiated.
        let (sin, cos) = angle.sin_cos();
        let pull = n
            .times(angle2)
            .plus(n1.times(angle1 + cos * angle1))
            .plus(n2.times(sin))
            .plus(cross(n, n1).times(sin * angle1))
            .plus(cross(n, n2).times(1.0 - cos));
        (turning, scalar_rate, pull)
    }

    fn over(&self, goal: &Rotation<f64>) -> RotationState<f64> {
        let [x, y, z] = self.vector;
        RotationState::new(goal.then(&Rotation::from_xyzw([x, y, z, self.scalar])), self.spin)
    }
}

/// Notes how far `got` is from the reference.
fn check(
    worst: &mut Worst,
    got: RotationState<f64>,
    want: Offset,
    goal: &Rotation<f64>,
    w: f64,
    size: f64,
    at: &str,
) {
    let apart = got.rotation.relative_to(&want.over(goal).rotation).to_rotation_vector().length();
    // Beside the bar, what a unit quaternion can tell apart.
    let bar = ROTATION.bar::<f64>() * size + 4.0 * f64::EPSILON;
    worst.check(apart, bar, || at);
    worst.check(got.angular_velocity.minus(want.spin).length() / w, bar, || at);
}

fn goal() -> Rotation<f64> {
    Rotation::from_rotation_vector([0.7, -1.9, 1.1])
}

const AXIS: V3 = [2.0, -1.0, 0.5];
const ACROSS: V3 = [1.0, 2.0, -3.0];

/// From a hair short of half a turn to nearly none, with spins across the offset, or across it and in.
///
/// Along it the offset would pass 0, where axis and angle are singular; there a single number is enough.
fn starts(w: f64) -> Vec<Offset> {
    let inward = AXIS.times(-1.0 / AXIS.length());
    let mut starts = Vec::new();
    for angle in [179.99_f64.to_radians(), 2.0, 0.3, 1e-3, 1e-7] {
        for spin in [ACROSS, ACROSS.plus(inward.times(5.0)), ACROSS.minus(inward.times(2.0))] {
            starts.push(Offset::new(AXIS, angle, spin.times(0.1 * w * angle.min(1.0))));
        }
    }
    starts
}

const RATIOS: [f64; 4] = [0.1, 0.9, 1.0, 3.0];
const W: f64 = 6.0;

#[test]
fn one_step_is_the_solution_of_the_differential_equation() {
    let mut worst = Worst::new("one rotation step beside its differential equation");
    for start in starts(W) {
        for z in RATIOS {
            for time in [1e-3, 1.0 / 60.0, 0.25, 1.0] {
                let step = Spring::new(W, z).unwrap().step(time);
                let got = step.apply_rotation(start.over(&goal()), goal());
                let want = start.after(W, z, time);
                let at = format!("{start:?} {z} {time}");
                check(&mut worst, got, want, &goal(), W, start.size(W), &at);
            }
        }
    }
    worst.finish();
}

#[test]
fn a_spin_that_dwarfs_its_offset_is_the_solution_too() {
    let mut worst = Worst::new("a rotation step with great spin beside its differential equation");
    for spin in [ACROSS, ACROSS.plus(AXIS)] {
        let start = Offset::new(AXIS, 1e-7, spin);
        for z in RATIOS {
            let step = Spring::new(W, z).unwrap().step(0.1);
            let got = step.apply_rotation(start.over(&goal()), goal());
            let at = format!("{start:?} {z}");
            check(&mut worst, got, start.after(W, z, 0.1), &goal(), W, start.size(W), &at);
        }
    }
    worst.finish();
}

/// At rest or spinning along the offset, the angle is a number on a spring, and may pass 0.
#[test]
fn along_its_axis_a_rotation_is_a_number_on_a_spring() {
    let axis = AXIS.times(1.0 / AXIS.length());
    let mut worst = Worst::new("a rotation about one axis beside a number");
    for angle in [179.99_f64.to_radians(), 2.0, 1e-7] {
        for speed in [-2.0 * W, -W, 0.0, 0.1 * W] {
            for z in RATIOS {
                let start = Offset::new(AXIS, angle, axis.times(speed * angle.min(1.0)));
                let spring = |_: f64, [x, u]: [f64; 2]| [W * u, -W * x - 2.0 * z * W * u];
                let size = angle.min(1.0);
                let [x, u] = solve(spring, [angle / size, speed / W], 0.0, 0.4);
                let want = Offset::new(AXIS, x * size, axis.times(u * size * W));
                let step = Spring::new(W, z).unwrap().step(0.4);
                let got = step.apply_rotation(start.over(&goal()), goal());
                let at = format!("{angle} {speed} {z}");
                check(&mut worst, got, want, &goal(), W, size, &at);
            }
        }
    }
    worst.finish();
}

#[test]
fn uneven_steps_follow_the_differential_equation_and_keep_their_way_if_unwrapped() {
    let mut worst = Worst::new("rotation steps beside their differential equation");
    let mut random = Random::new(1);
    for start in starts(W) {
        for z in RATIOS {
            let spring = Spring::new(W, z).unwrap();
            let mut wrapped = start.over(&goal());
            let mut unwrapped = UnwrappedRotation::new(wrapped, goal(), RotationPath::Shortest);
            let (mut time, mut within_half_a_turn) = (0.0, true);
            for dt in inputs::frame_times::<f64>(&mut random, 30) {
                time += dt;
                unwrapped.update(goal(), &spring.step(dt));
                wrapped = spring.step(dt).apply_rotation(wrapped, goal());
                within_half_a_turn &= unwrapped.offset().length() < core::f64::consts::PI;
            }
            let want = start.after(W, z, time);
            let at = format!("{start:?} {z}");
            check(&mut worst, unwrapped.state(), want, &goal(), W, start.size(W), &at);
            // Beyond half a turn the shortest path is the other one, by design.
            if within_half_a_turn {
                check(&mut worst, wrapped, want, &goal(), W, start.size(W), &at);
            }
        }
    }
    worst.finish();
}

#[test]
fn both_signs_of_a_quaternion_move_alike_bit_for_bit() {
    let negated = |q: Rotation<f64>| Rotation::from_xyzw(q.xyzw().map(|x| -x));
    let (mut random, mut moved) = (Random::new(2), 0);
    for _ in 0..1000 {
        let mut vector = || core::array::from_fn(|_| random.uniform(-2.0, 2.0));
        let [rotation, goal] = [(); 2].map(|()| Rotation::from_rotation_vector(vector()));
        // Only what the constructor leaves as it is can be negated exactly.
        if [rotation, goal].iter().any(|q| Rotation::from_xyzw(q.xyzw()) != *q) {
            continue;
        }
        moved += 1;
        let spin = [0.3, -2.0, 1.0];
        let step = Spring::new(8.0, 0.5).unwrap().step(random.log_uniform(1e-3, 1.0));
        let one = step.apply_rotation(RotationState::new(rotation, spin), goal);
        for other in [
            step.apply_rotation(RotationState::new(negated(rotation), spin), goal),
            step.apply_rotation(RotationState::new(rotation, spin), negated(goal)),
        ] {
            let turned = other.rotation.xyzw();
            assert!([turned, turned.map(|x| -x)].contains(&one.rotation.xyzw()), "{other:?}");
            assert_eq!(other.angular_velocity, one.angular_velocity);
        }
    }
    assert!(moved > 20, "{moved}");
}

/// An offset too small for `acos(w)`, which is 0 below 1e-8 (and below 3e-4 in single precision).
fn the_smallest_offset_is_sprung_like_any_other<R: Real + Precision>() {
    let step = Spring::new(R::from_f64(W), R::ONE).unwrap().step(R::from_f64(0.1));
    let [[xx, _], [vx, _]] = step.matrix();
    for angle in [1e-4, 1e-7, 1e-12, 1e-30] {
        let offset = Rotation::from_rotation_vector([R::ZERO, R::from_f64(angle), R::ZERO]);
        let moved = step.apply_rotation(RotationState::at_rest(offset), Rotation::IDENTITY);
        let left = Real::to_f64(moved.rotation.to_rotation_vector()[1]) / angle;
        let spin = Real::to_f64(moved.angular_velocity[1]) / angle;
        assert!(
            (left - Real::to_f64(xx)).abs() < 4.0 * <R as Precision>::EPSILON,
            "{angle}: {left}"
        );
        assert!(
            (spin - Real::to_f64(vx)).abs() < 4.0 * W * <R as Precision>::EPSILON,
            "{angle}: {spin}"
        );
    }
}

in_both_precisions! {
    the_smallest_offset_is_sprung_like_any_other
    no_time_changes_no_bit_and_endless_time_ends_on_the_goal
    hostile_turns_stay_themselves
    a_step_may_be_split_anywhere
    a_damped_rotation_may_be_split_anywhere
}

fn random_state<R: Real + Precision>(random: &mut Random) -> RotationState<R> {
    let mut vector = |most: f64| core::array::from_fn(|_| R::from_f64(random.uniform(-most, most)));
    RotationState::new(Rotation::from_rotation_vector(vector(1.5)), vector(W))
}

fn a_step_may_be_split_anywhere<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} split rotation", R::NAME));
    let mut random = Random::new(3);
    let mut split = 0;
    while split < 2000 {
        let state = random_state::<R>(&mut random);
        let spring =
            Spring::new(R::from_f64(W), R::from_f64(random.log_uniform(0.1, 5.0))).unwrap();
        let whole = R::from_f64(random.log_uniform(1e-3, 2.0));
        let part = whole * R::from_f64(random.uniform(0.5, 1.0));
        let mut unwrapped =
            UnwrappedRotation::new(state, Rotation::IDENTITY, RotationPath::Shortest);
        unwrapped.update(Rotation::IDENTITY, &spring.step(part));
        // Close to half a turn the path back is ill-conditioned, beyond it is the other one.
        if Real::to_f64(unwrapped.offset().length()) > 3.1 {
            continue;
        }
        split += 1;
        let once = spring.step(whole).apply_rotation(state, Rotation::IDENTITY);
        let first = spring.step(part).apply_rotation(state, Rotation::IDENTITY);
        let twice = spring.step(whole - part).apply_rotation(first, Rotation::IDENTITY);
        let bar = ROTATION_SPLIT.bar::<R>();
        let apart = once.rotation.relative_to(&twice.rotation).to_rotation_vector().length();
        let at = || format!("{state:?} {spring:?} {part} of {whole}");
        worst.check(Real::to_f64(apart), bar, at);
        let spin = once.angular_velocity.minus(twice.angular_velocity).length();
        worst.check(Real::to_f64(spin) / W, bar, at);
    }
    worst.finish();
}

fn a_damped_rotation_may_be_split_anywhere<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} split rotation damper", R::NAME));
    let mut random = Random::new(4);
    for _ in 0..2000 {
        let [start, goal] = [(); 2].map(|()| random_state::<R>(&mut random).rotation);
        let damper = Damper::from_rate(R::from_f64(random.log_uniform(0.1, 50.0))).unwrap();
        let whole = R::from_f64(random.log_uniform(1e-3, 1.0));
        let part = whole * R::from_f64(random.uniform(0.5, 1.0));
        let once = damper.step(whole).apply_rotation(start, goal);
        let first = damper.step(part).apply_rotation(start, goal);
        let twice = damper.step(whole - part).apply_rotation(first, goal);
        let apart = once.relative_to(&twice).to_rotation_vector().length();
        worst.check(Real::to_f64(apart), ROTATION_SPLIT.bar::<R>(), || format!("{start:?}"));
    }
    worst.finish();
}

fn no_time_changes_no_bit_and_endless_time_ends_on_the_goal<R: Real + Precision>() {
    let mut random = Random::new(5);
    let spring = Spring::new(R::from_f64(W), R::from_f64(0.7)).unwrap();
    let damper = Damper::from_rate(R::from_f64(W)).unwrap();
    for _ in 0..200 {
        let (state, goal) =
            (random_state::<R>(&mut random), random_state::<R>(&mut random).rotation);
        for dt in [0.0, -0.0, -1.0, f64::NAN] {
            let dt = R::from_f64(dt);
            let step = spring.step(dt);
            for way in [RotationPath::Shortest, RotationPath::Longest] {
                assert_eq!(step.apply_rotation_along(state, goal, way), state, "{dt:?}");
                let mut unwrapped = UnwrappedRotation::new(state, goal, way);
                let before = unwrapped;
                unwrapped.update(goal, &step);
                unwrapped.set_goal(goal);
                assert_eq!(unwrapped, before);
            }
            assert_eq!(damper.step(dt).apply_rotation(state.rotation, goal), state.rotation);
            let angle = sprung::State::new(state.angular_velocity[0], state.angular_velocity[1]);
            assert_eq!(step.apply_angle(angle, R::ONE), angle);
        }
        let endless = spring.step(R::INFINITY);
        for way in [RotationPath::Shortest, RotationPath::Longest] {
            let ended = endless.apply_rotation_along(state, goal, way);
            assert_eq!(ended, RotationState::at_rest(goal));
        }
        let ended = damper.step(R::INFINITY).apply_rotation(state.rotation, goal);
        assert_eq!(ended, goal);
    }
}

/// The smallest turns and spins stay finite, and NaN stays NaN.
fn hostile_turns_stay_themselves<R: Real + Precision>() {
    let spring = Spring::new(R::from_f64(W), R::from_f64(0.7)).unwrap();
    let steps = [1e-3, 1.0 / 60.0, 0.3].map(|dt| spring.step(R::from_f64(dt)));
    for x in inputs::hostile::<R>() {
        let turned = Rotation::from_xyzw([x, R::ZERO, -x, R::ONE]);
        for (rotation, spin) in [(turned, R::ONE), (Rotation::IDENTITY, x), (turned, x)] {
            let state = RotationState::new(rotation, [R::ZERO, spin, -spin]);
            let good = Real::is_finite(x) && x.abs() < R::MAX.sqrt();
            for step in &steps {
                for way in [RotationPath::Shortest, RotationPath::Longest] {
                    let mut unwrapped = UnwrappedRotation::new(state, Rotation::IDENTITY, way);
                    unwrapped.update(Rotation::IDENTITY, step);
                    unwrapped.set_goal(Rotation::from_xyzw([R::ONE; 4]));
                    unwrapped.update(Rotation::IDENTITY, step);
                    let moved = step.apply_rotation_along(state, Rotation::IDENTITY, way);
                    for state in [moved, unwrapped.state()] {
                        let finite = state.rotation.xyzw().into_iter().all(Real::is_finite)
                            && state.angular_velocity.into_iter().all(Real::is_finite);
                        assert!(finite || !good, "{x:?}: {state:?}");
                        assert!(!finite || !Real::is_nan(x), "{x:?}: {state:?}");
                    }
                }
            }
        }
    }
}
