//! Limits of joints against brute force, and springs that stay within them.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use core::f64::consts::{PI, TAU};

use sprung::motion::{JointLimits, JointSpring, RotationState};
use sprung::{Real, Rotation, Spring, State, Vector};
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! { hostile_joints_never_panic }

const X: [f64; 3] = [1.0, 0.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Twist about x, first swing about z and second about −y.
fn limits(swing: [f64; 2], twist: [f64; 2]) -> JointLimits<f64> {
    JointLimits::new(X, Z, swing, twist).unwrap()
}

fn turned(vector: [f64; 3]) -> Rotation<f64> {
    Rotation::from_rotation_vector(vector)
}

/// The rotation of a swing about z and −y after a twist about x.
fn joint([z, minus_y, twist]: [f64; 3]) -> Rotation<f64> {
    turned([twist, 0.0, 0.0]).then(&turned([0.0, -minus_y, z]))
}

/// Swing and twist by a way of its own: the twist that leaves a swing without a part along x, by search.
fn decomposed(rotation: &Rotation<f64>) -> [f64; 3] {
    let along = |twist: f64| {
        let swing = turned([-twist, 0.0, 0.0]).then(rotation);
        let [x, _, _, w] = swing.xyzw();
        (x * w.signum(), w.abs())
    };
    // The twist with the smallest swing has none along x.
    let steps = 720;
    let angle = |i: i32| -PI + TAU * f64::from(i) / f64::from(steps);
    let best = (0..steps).max_by(|&a, &b| along(angle(a)).1.total_cmp(&along(angle(b)).1)).unwrap();
    let (mut low, mut high) = (angle(best) - TAU / 720.0, angle(best) + TAU / 720.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if along(middle).0 > 0.0 { low = middle } else { high = middle }
    }
    let twist = 0.5 * (low + high);
    let [_, y, z] = turned([-twist, 0.0, 0.0]).then(rotation).to_rotation_vector();
    [
        z,
        -y,
        if twist > PI {
            twist - TAU
        } else if twist < -PI {
            twist + TAU
        } else {
            twist
        },
    ]
}

fn random_rotation(random: &mut Random, size: f64) -> Rotation<f64> {
    turned([(); 3].map(|()| random.uniform(-size, size)))
}

fn apart(a: &Rotation<f64>, b: &Rotation<f64>) -> f64 {
    a.relative_to(b).to_rotation_vector().length()
}

#[test]
fn the_nearest_rotation_is_that_of_brute_force() {
    let mut random = Random::new(5);
    for case in 0..60 {
        let swing = [random.uniform(0.1, 2.5), random.uniform(0.1, 2.5)];
        let twist = [random.uniform(-2.0, 0.0), random.uniform(0.0, 2.0)];
        let limits = limits(swing, twist);
        let rotation = random_rotation(&mut random, 1.7);
        let [x, y, angle] = decomposed(&rotation);
        let inside =
            (x / swing[0]).hypot(y / swing[1]) <= 1.0 && (twist[0]..=twist[1]).contains(&angle);
        assert_eq!(limits.contains(&rotation), inside, "{case}");
        let clamped = limits.clamp(&rotation);
        let [cx, cy, cangle] = decomposed(&clamped);
        assert!(
            (cangle - angle.clamp(twist[0], twist[1])).abs() < 1e-7,
            "{case}: {cangle} {angle}"
        );
        let distance = (cx - x).hypot(cy - y);
        let edge = (0..20_000).map(|i| TAU * f64::from(i) / 20_000.0);
        let brute = edge.map(|t| (swing[0] * t.cos() - x).hypot(swing[1] * t.sin() - y));
        let brute = brute.fold(f64::INFINITY, f64::min);
        if (x / swing[0]).hypot(y / swing[1]) <= 1.0 {
            assert!(distance < 1e-7, "{case}");
        } else {
            // The points of the edge are 1e-3 apart.
            let near = distance < brute + 1e-6 && distance > brute - 1e-4;
            assert!(near, "{case}: {distance} {brute}");
            assert!(((cx / swing[0]).hypot(cy / swing[1]) - 1.0).abs() < 1e-7, "{case}");
        }
        if inside {
            assert_eq!(clamped, rotation);
        }
    }
}

#[test]
fn a_joint_begins_with_the_state_it_is_given() {
    let mut random = Random::new(6);
    let wide = limits([3.1, 3.1], [-PI, PI]).with_softness(0.0);
    for _ in 0..500 {
        let state = RotationState::new(
            random_rotation(&mut random, 1.5),
            [(); 3].map(|()| random.uniform(-3.0, 3.0)),
        );
        let seen = JointSpring::new(state, wide).state();
        assert!(apart(&seen.rotation, &state.rotation) < 1e-14);
        assert!(seen.angular_velocity.minus(state.angular_velocity).length() < 1e-12);
    }
}

/// A joint with random limits, kicked, and its spring.
fn kicked(random: &mut Random, kick: f64) -> (JointSpring<f64>, Spring<f64>) {
    let swing = [random.uniform(0.2, 2.0), random.uniform(0.2, 2.0)];
    let limits = limits(swing, [-random.uniform(0.2, 2.0), random.uniform(0.2, 2.0)])
        .with_softness(random.uniform(0.1, 0.5));
    let spring = Spring::new(random.uniform(2.0, 20.0), random.uniform(0.05, 1.5)).unwrap();
    let spin = [(); 3].map(|()| random.uniform(-kick, kick));
    (JointSpring::new(RotationState::new(Rotation::IDENTITY, spin), limits), spring)
}

#[test]
fn it_never_leaves_the_limits() {
    let mut random = Random::new(7);
    for case in 0..300 {
        let (mut motion, spring) = kicked(&mut random, 60.0);
        let mut goal = Rotation::IDENTITY;
        for frame in 0..300 {
            if frame % 20 == 0 {
                goal = random_rotation(&mut random, 3.0);
            }
            let dt = if frame % 100 == 99 { 1.0 } else { random.uniform(0.001, 0.07) };
            motion.update(goal, &spring.step(dt));
            let shown = motion.state().rotation;
            let inside = motion.limits().clamp(&shown);
            assert!(apart(&inside, &shown) < 1e-12, "{case} {frame}: {motion:?}");
        }
    }
}

/// What is told of the velocity is the velocity of what is shown, through the edge of the margin, too.
#[test]
fn its_velocity_is_that_of_what_is_shown() {
    let mut random = Random::new(8);
    for case in 0..100 {
        let (mut motion, spring) = kicked(&mut random, 4.0);
        let goal = random_rotation(&mut random, 1.5);
        let dt = 1e-4;
        let states: Vec<_> = (0..3000)
            .map(|_| {
                motion.update(goal, &spring.step(dt));
                motion.state()
            })
            .collect();
        for (i, three) in states.windows(3).enumerate() {
            let turn = three[2].rotation.relative_to(&three[0].rotation).to_rotation_vector();
            let told = three[1].angular_velocity;
            let error = turn.times(0.5 / dt).minus(told).length();
            assert!(error < 0.05 * (1.0 + told.length()), "{case} {i}: {error}");
        }
    }
}

/// A joint that twists only is a spring of one number.
#[test]
fn a_twist_is_the_spring_of_its_angle() {
    let limits = limits([1.0, 0.5], [-2.0, 2.5]);
    for ratio in [0.3, 1.0, 2.0] {
        let spring = Spring::new(6.0, ratio).unwrap();
        let start = RotationState::new(turned([0.4, 0.0, 0.0]), [1.5, 0.0, 0.0]);
        let mut motion = JointSpring::new(start, limits);
        for i in 1..100 {
            motion.update(turned([1.2, 0.0, 0.0]), &spring.step(0.02));
            let exact = spring.step(0.02 * f64::from(i)).apply(State::new(0.4, 1.5), 1.2);
            let seen = motion.state();
            assert!((seen.rotation.to_rotation_vector()[0] - exact.position).abs() < 1e-13);
            assert!((seen.angular_velocity[0] - exact.velocity).abs() < 1e-12);
        }
    }
}

/// Past half a turn the nearest limit is another one: the joint stays on the side where it is.
#[test]
fn a_goal_that_turns_past_half_a_turn_does_not_flip_the_joint() {
    let limits = limits([1.0, 0.7], [-1.4, 1.4]);
    let step = Spring::from_halflife(0.05, 1.0).unwrap().step(1.0 / 60.0);
    for (axis, reach) in [(X, 0.9 * 1.4), (Z, 0.9), ([0.0, -1.0, 0.0], 0.63)] {
        let mut motion = JointSpring::new(RotationState::default(), limits);
        let mut last = 0.0;
        for frame in 0..600 {
            // To 212° and back.
            let angle = 3.7 * (1.0 - (f64::from(frame) / 600.0 * TAU).cos()) / 2.0;
            motion.update(turned(axis.times(angle)), &step);
            let seen = motion.state().rotation.to_rotation_vector().dot(axis);
            assert!(seen > -1e-9 && seen < reach + 1e-9, "{axis:?} {angle}: {seen}");
            assert!((seen - last).abs() < 0.12, "{axis:?} {angle}: {last} to {seen}");
            last = seen;
        }
        // Half a turn away in every direction about x a swing has no twist of its own: nothing is NaN.
        motion.update(joint([0.0, PI, 1.0]), &step);
        assert!(motion.state().rotation.xyzw().iter().all(|x| x.is_finite()));
    }
}

#[test]
fn softening_is_smooth_through_the_margin() {
    let limits = limits([1.0, 0.5], [-0.5, 1.0]).with_softness(0.2);
    for direction in
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.3, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]
    {
        let at = |s: f64| limits.soften(&joint(direction.times(s)));
        let (h, mut last) = (1e-3, None::<f64>);
        for i in 1..3000 {
            let s = f64::from(i) * 1e-3;
            let speed = apart(&at(s + h), &at(s)) / h;
            assert!(speed <= 1.3, "{direction:?} {s}: {speed}");
            if let Some(last) = last {
                assert!((speed - last).abs() <= 0.03, "{direction:?} {s}");
            }
            assert!(apart(&limits.clamp(&at(s)), &at(s)) < 1e-12, "{direction:?} {s}");
            last = Some(speed);
        }
    }
    let inside = joint([0.4, 0.1, 0.2]);
    assert_eq!(limits.soften(&inside), inside);
}

#[test]
fn limits_out_of_range_are_told() {
    let told = |axis, swing_axis, swing, twist| {
        JointLimits::new(axis, swing_axis, swing, twist).unwrap_err().field
    };
    assert_eq!(told([0.0; 3], Z, [1.0; 2], [0.0; 2]), "twist_axis");
    assert_eq!(told(X, [-3.0, 0.0, 0.0], [1.0; 2], [0.0; 2]), "swing_axis");
    assert_eq!(told(X, Z, [1.0, PI], [0.0; 2]), "swing");
    assert_eq!(told(X, Z, [-0.1, 1.0], [0.0; 2]), "swing");
    assert_eq!(told(X, Z, [1.0; 2], [1.0, 0.5]), "twist");
    assert_eq!(told(X, Z, [1.0; 2], [-4.0, 0.5]), "twist");
}

fn hostile_joints_never_panic<R: Real + Precision>() {
    let values = hostile::<R>();
    let mut random = Random::new(9);
    let r = |x: f64| R::from_f64(x);
    let limits = JointLimits::new(
        [r(1.0), r(0.5), r(0.0)],
        [r(0.0), r(0.0), r(1.0)],
        [r(1.0), r(0.0)],
        [r(-0.5), r(0.5)],
    )
    .unwrap();
    for _ in 0..3000 {
        let mut value = || {
            if random.index(2) == 0 {
                values[random.index(values.len())]
            } else {
                r(random.uniform(-4.0, 4.0))
            }
        };
        let state = RotationState::new(
            Rotation::from_rotation_vector([value(), value(), value()]),
            [value(), value(), value()],
        );
        let goal = Rotation::from_rotation_vector([value(), value(), value()]);
        let spring = Spring::new(r(7.0), r(0.5)).unwrap();
        let mut motion = JointSpring::new(state, limits.with_softness(value()));
        motion.update(goal, &spring.step(value()));
        let _ = motion.state();
        let _ = (limits.clamp(&goal), limits.soften(&goal));
    }
}
