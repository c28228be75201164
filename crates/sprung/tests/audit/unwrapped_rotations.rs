//! Unwrapped rotations stay bounded for any sequence of goals, and count their turns.

use sprung::motion::{RotationPath, RotationState, UnwrappedRotation};
use sprung::{Real, Rotation, Spring, Vector};
use testkit::audit::{cases, measured};
use testkit::in_both_precisions;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! {
    random_spins_and_goals_stay_within_their_bound
    a_goal_that_jumps_every_frame_cannot_pump
    the_long_way_has_no_singular_end
}

fn random_vector<R: Real>(random: &mut Random, most: f64) -> [R; 3] {
    core::array::from_fn(|_| R::from_f64(random.uniform(-most, most)))
}

fn size<R: Real>(v: [R; 3]) -> f64 {
    Real::to_f64(v.dot(v)).sqrt()
}

fn rotation<R: Real>(vector: [f64; 3]) -> Rotation<R> {
    Rotation::from_rotation_vector(vector.map(R::from_f64))
}

/// The audit's spins: components to ±60 rad/s (some to ±128), goals that turn steadily to 1 rad/s per axis.
fn random_spins_and_goals_stay_within_their_bound<R: Real + Precision>() {
    let runs = cases(200, 20_000);
    let (mut random, mut worst) = (Random::new(11), 0.0f64);
    for _ in 0..runs {
        let spring = Spring::new(
            R::from_f64(random.log_uniform(2.0, 30.0)),
            R::from_f64(random.uniform(0.1, 1.2)),
        )
        .unwrap();
        let step = spring.step(R::from_f64(1.0 / 60.0));
        let fastest = if random.index(4) == 0 { 128.0 } else { 60.0 };
        let spin: [R; 3] = random_vector(&mut random, fastest);
        let turning: [f64; 3] = core::array::from_fn(|_| random.uniform(-1.0, 1.0));
        let way = if random.index(2) == 0 { RotationPath::Shortest } else { RotationPath::Longest };
        let start = rotation(core::array::from_fn(|_| random.uniform(-2.0, 2.0)));
        let mut head =
            UnwrappedRotation::new(RotationState::new(start, spin), Rotation::IDENTITY, way);
        let w = Real::to_f64(spring.angular_frequency());
        let turns = size(head.offset());
        // The rest keeps the spin, stretched by the Jacobian to π/2 at most; turns leave it no faster than it spins, so
        // that their spring gains as much again. Turns at the start, and one more in each part, pull by ω.
        let turn = 2.0 * core::f64::consts::PI;
        let bound = 0.5 * turn * size(spin) + w * (turns + 2.0 * turn) + size(turning);
        for frame in 1..=300 {
            let before = head.state();
            head.set_goal(rotation(turning.map(|rate| rate * f64::from(frame) / 60.0)));
            let after = head.state();
            let apart = after.rotation.relative_to(&before.rotation).to_rotation_vector();
            let rounding = 64.0 * <R as Precision>::EPSILON * (1.0 + size(head.offset()));
            assert!(size(apart) < rounding, "{} {rounding}", size(apart));
            head.update(head.goal(), &step);
            let speed = size(head.state().angular_velocity);
            assert!(speed <= bound, "{speed} {bound}: {head:?}");
            worst = worst.max(speed / bound);
        }
    }
    measured(
        format!("{} spin of an unwrapped rotation, of its bound", R::NAME),
        runs,
        format!("{worst:.3}"),
    );
}

/// Goals anywhere at all, one each frame, springs of hardly any damping.
fn a_goal_that_jumps_every_frame_cannot_pump<R: Real + Precision>() {
    let runs = cases(40, 2000);
    let (mut random, mut worst, mut short) = (Random::new(12), 0.0f64, 0.0f64);
    for _ in 0..runs {
        let (w, z) = (random.log_uniform(2.0, 30.0), random.uniform(0.05, 1.0));
        let spring = Spring::new(R::from_f64(w), R::from_f64(z)).unwrap();
        let step = spring.step(R::from_f64(random.log_uniform(1.0 / 240.0, 1.0 / 15.0)));
        let start = RotationState::new(Rotation::IDENTITY, random_vector(&mut random, 200.0));
        let mut head = UnwrappedRotation::new(start, Rotation::IDENTITY, RotationPath::Shortest);
        let mut wrapped = start;
        let (mut greatest, mut last, mut fastest) = (0.0f64, 0.0f64, 0.0f64);
        for frame in 0..2000 {
            let goal = rotation(core::array::from_fn(|_| random.uniform(-3.0, 3.0)));
            head.update(goal, &step);
            wrapped = step.apply_rotation(wrapped, goal);
            let speed = size(head.state().angular_velocity);
            if frame >= 1000 {
                last = last.max(speed / w);
                fastest = fastest.max(size(wrapped.angular_velocity) / w);
            }
            greatest = greatest.max(speed);
        }
        assert!(greatest.is_finite());
        // Each jump gives at most ω times its turns; damping of 2ζω takes it again.
        assert!(last < 500.0, "{last} {w} {z}");
        assert!(fastest < 500.0, "{fastest} {w} {z}");
        worst = worst.max(last);
        short = short.max(fastest);
    }
    measured(
        format!("{} spin under random goals, per ω", R::NAME),
        runs,
        format!("{worst:.1}, wrapped {short:.1}"),
    );
}

/// The longest path from close to its goal: a spin across keeps its size.
fn the_long_way_has_no_singular_end<R: Real + Precision>() {
    let step = Spring::critical(R::from_f64(6.0)).unwrap().step(R::from_f64(1.0 / 60.0));
    for offset in [1.0, 0.03, 0.01, 1e-3, 1e-6, 1e-12, 1e-30] {
        let near = rotation([offset, 0.0, 0.0]);
        let start = RotationState::new(near, [0.0, 1.0, 0.0].map(R::from_f64));
        let mut door = UnwrappedRotation::new(start, Rotation::IDENTITY, RotationPath::Longest);
        let begun = door.state().angular_velocity;
        assert!(size(begun.minus(start.angular_velocity)) < 1e-5, "{offset}: {begun:?}");
        assert!((size(door.offset()) - (2.0 * core::f64::consts::PI - offset)).abs() < 1e-5);
        let mut most = 0.0f64;
        for _ in 0..600 {
            door.update(door.goal(), &step);
            most = most.max(size(door.state().angular_velocity));
        }
        // A turn of 2π by a critical spring is at most ω·2π/e fast.
        assert!(most < 6.0 * 2.0 * core::f64::consts::PI / core::f64::consts::E + 2.0, "{most}");
        assert!(size(door.offset()) < 1e-6);
        let turned = step.apply_rotation_along(start, Rotation::IDENTITY, RotationPath::Longest);
        assert!(size(turned.angular_velocity) < 20.0, "{turned:?}");
    }
}

/// About one axis the angle is a number on a spring, with its goal moving.
#[test]
fn about_one_axis_turns_are_counted_like_a_number() {
    let (mut random, mut farthest) = (Random::new(13), 0.0f64);
    for _ in 0..cases(50, 2000) {
        let spring = Spring::new(random.log_uniform(2.0, 12.0), random.uniform(0.1, 1.5)).unwrap();
        let step = spring.step(1.0 / 60.0);
        let axis = {
            let v: [f64; 3] = random_vector(&mut random, 1.0);
            v.times(1.0 / v.length())
        };
        let spin = random.uniform(-60.0, 60.0);
        let mut number = sprung::State::new(0.5, spin);
        let start = RotationState::new(rotation(axis.times(0.5)), axis.times(spin));
        let mut wheel = UnwrappedRotation::new(start, Rotation::IDENTITY, RotationPath::Shortest);
        let (mut goal, rate) = (0.0, random.uniform(-20.0, 20.0));
        for frame in 0..300 {
            number = step.apply(number, goal);
            wheel.update(wheel.goal(), &step);
            let apart = wheel.offset().dot(axis) + goal - number.position;
            farthest = farthest.max(apart.abs());
            assert!(apart.abs() < 1e-9, "{frame}: {apart} {wheel:?}");
            let speed = wheel.state().angular_velocity.dot(axis);
            assert!((speed - number.velocity).abs() < 1e-8, "{speed} {number:?}");
            goal += rate / 60.0;
            wheel.set_goal(rotation(axis.times(goal)));
        }
    }
    measured("unwrapped turns beside a number, rad", cases(50, 2000), format!("{farthest:.1e}"));
}
