//! Properties of every spring, over random springs of every regime, in both precisions.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::{Real, Spring, SpringStep, State};
use testkit::in_both_precisions;
use testkit::inputs::{self, ratios_through_one};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{DETERMINANT, ENERGY, MOVING_GOAL, SPRING_STEP};
use testkit::worst::Worst;

const SPRINGS: usize = 20_000;

in_both_precisions! {
    two_half_steps_equal_one_step steps_compose states_add twice_the_state_moves_twice_as_far
    half_the_time_at_twice_the_frequency_is_the_same
    the_determinant_is_what_damping_leaves energy_never_grows no_time_changes_nothing
    moving_goals_may_be_split_anywhere nothing_happens_at_critical_damping
    rest_is_reached rest_at_the_goal_is_kept_bit_for_bit
}

fn wide<P: Precision>(value: P) -> f64 {
    Precision::to_f64(value)
}

/// Random springs with a time step each: (ω, ζ, dt).
fn random_springs<R: Real + Precision>(seed: u64) -> impl Iterator<Item = (R, R, R, Random)> {
    let mut random = Random::new(seed);
    (0..SPRINGS).map(move |_| {
        let (w, z) = inputs::spring::<R>(&mut random);
        let dt = inputs::dt(&mut random, w);
        (w, z, dt, Random::new(random.bits()))
    })
}

/// Position 1 and velocity ω, the units in which [`SPRING_STEP`] is stated, one column each.
fn columns<R: Real>(w: R, mut advance: impl FnMut(State<R>) -> State<R>) -> [State<R>; 2] {
    [advance(State::at_rest(R::ONE)), advance(State::new(R::ZERO, w))]
}

/// Compares two results for the columns of a spring.
fn compare<R: Real + Precision>(
    worst: &mut Worst,
    w: R,
    got: [State<R>; 2],
    want: [State<R>; 2],
    at: (R, R, R),
) {
    for (got, want) in got.into_iter().zip(want) {
        let moved = wide(got.position) - wide(want.position);
        worst.check(moved, SPRING_STEP.bar::<R>(), || format!("{at:?}"));
        let pushed = (wide(got.velocity) - wide(want.velocity)) / wide(w);
        worst.check(pushed, SPRING_STEP.bar::<R>(), || format!("{at:?}"));
    }
}

fn two_half_steps_equal_one_step<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} half steps", R::NAME));
    for (w, z, dt, _) in random_springs::<R>(1) {
        let spring = Spring::new(w, z).unwrap();
        let (half, whole) = (spring.step(dt * R::HALF), spring.step(dt));
        let twice = columns(w, |state| half.apply(half.apply(state, R::ZERO), R::ZERO));
        let once = columns(w, |state| whole.apply(state, R::ZERO));
        compare(&mut worst, w, twice, once, (w, z, dt));
    }
    worst.finish();
}

fn steps_compose<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} composition", R::NAME));
    for (w, z, dt, mut random) in random_springs::<R>(2) {
        let spring = Spring::new(w, z).unwrap();
        // From a half to the whole: then the rest is exact, and so is the sum.
        let first = dt * R::from_f64(random.uniform(0.5, 1.0));
        let (a, b, both) = (spring.step(first), spring.step(dt - first), spring.step(dt));
        let joined = columns(w, |state| b.apply(a.apply(state, R::ZERO), R::ZERO));
        let swapped = columns(w, |state| a.apply(b.apply(state, R::ZERO), R::ZERO));
        let once = columns(w, |state| both.apply(state, R::ZERO));
        compare(&mut worst, w, joined, once, (w, z, dt));
        compare(&mut worst, w, swapped, once, (w, z, dt));
    }
    worst.finish();
}

fn states_add<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} superposition", R::NAME));
    for (w, z, dt, mut random) in random_springs::<R>(3) {
        let step = Spring::new(w, z).unwrap().step(dt);
        // Few digits, so that the sums of the inputs are exact.
        let mut share = || R::from_f64(random.uniform(-128.0, 128.0).round() / 256.0);
        let (a, b) = (State::new(share(), share() * w), State::new(share(), share() * w));
        let sum = State::new(a.position + b.position, a.velocity + b.velocity);
        let (goal_a, goal_b) = (share(), share());
        let (moved_a, moved_b) = (step.apply(a, goal_a), step.apply(b, goal_b));
        let together = step.apply(sum, goal_a + goal_b);
        let apart =
            State::new(moved_a.position + moved_b.position, moved_a.velocity + moved_b.velocity);
        compare(&mut worst, w, [together; 2], [apart; 2], (w, z, dt));
    }
    worst.finish();
}

fn twice_the_state_moves_twice_as_far<R: Real + Precision>() {
    for (w, z, dt, mut random) in random_springs::<R>(4) {
        let step = Spring::new(w, z).unwrap().step(dt);
        let (x, v) = inputs::state(&mut random, w);
        let once = step.apply(State::new(x, v), R::ONE);
        let twice = step.apply(State::new(x * R::TWO, v * R::TWO), R::TWO);
        let doubled = State::new(once.position * R::TWO, once.velocity * R::TWO);
        assert_eq!(twice, doubled, "bit for bit, at {w} {z} {dt}");
    }
}

fn half_the_time_at_twice_the_frequency_is_the_same<R: Real + Precision>() {
    for (w, z, dt, _) in random_springs::<R>(5) {
        let [[xx, xv], [vx, vv]] = Spring::new(w, z).unwrap().step(dt).matrix();
        let quick = Spring::new(w * R::TWO, z).unwrap().step(dt * R::HALF);
        let scaled = [[xx, xv * R::HALF], [vx * R::TWO, vv]];
        assert_eq!(quick.matrix(), scaled, "bit for bit, at {w} {z} {dt}");
    }
}

fn the_determinant_is_what_damping_leaves<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} determinant", R::NAME));
    for (w, z, dt, _) in random_springs::<R>(6) {
        let [[xx, xv], [vx, vv]] =
            Spring::new(w, z).unwrap().step(dt).matrix().map(|row| row.map(wide));
        let left = (-2.0 * wide(z) * wide(w) * wide(dt)).exp();
        let error = xx * vv - xv * vx - left;
        worst.check(error, DETERMINANT.bar::<R>(), || format!("{w} {z} {dt}"));
    }
    worst.finish();
}

/// ω²x² + v² of a spring through a thousand uneven frames with a hitch.
fn energy_never_grows<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} energy", R::NAME));
    let mut random = Random::new(7);
    for _ in 0..100 {
        let (w, z) = inputs::spring::<R>(&mut random);
        let (x, v) = inputs::state(&mut random, w);
        let spring = Spring::new(w, z).unwrap();
        let energy = |state: State<R>| {
            (wide(w) * wide(state.position)).powi(2) + wide(state.velocity).powi(2)
        };
        let mut state = State::new(x, v);
        let mut before = energy(state);
        for dt in inputs::frame_times_with_hitch::<R>(&mut random, 1000) {
            state = spring.step(dt).apply(state, R::ZERO);
            let after = energy(state);
            worst.check((after - before).max(0.0), ENERGY.bar::<R>() * before, || {
                format!("{w} {z} {dt}")
            });
            before = after;
            // What is left of a damped motion comes to the end of the range of the number type.
            if before < 1e-50 {
                break;
            }
        }
    }
    worst.finish();
}

fn no_time_changes_nothing<R: Real + Precision>() {
    for (w, z, _, mut random) in random_springs::<R>(8) {
        let spring = Spring::new(w, z).unwrap();
        let (x, v) = inputs::state(&mut random, w);
        let (state, none) = (State::new(x, v), R::ZERO);
        assert_eq!(spring.step(none).apply(state, R::ONE), state);
        assert_eq!(spring.follow_step(none).apply(state, R::ONE, R::TWO), state);
        assert_eq!(spring.track_step(none).apply(state, R::ONE, R::TWO), state);
        assert_eq!(spring.goal_velocity_step(none).apply(state, R::ONE, R::TWO), state);
        assert_eq!(SpringStep::critical(w, none).apply(state, R::ONE), state);
    }
}

/// A goal that moves by 1 during the step, against 2, 8 and 64 equal parts of it.
fn moving_goals_may_be_split_anywhere<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} split ramp", R::NAME));
    for (w, z, dt, mut random) in random_springs::<R>(9).take(SPRINGS / 10) {
        let spring = Spring::new(w, z).unwrap();
        let (x, v) = inputs::state(&mut random, w);
        for parts in [2.0, 8.0, 64.0] {
            let share = R::from_f64(1.0 / parts);
            for (whole, part) in [
                (spring.follow_step(dt), spring.follow_step(dt * share)),
                (spring.track_step(dt), spring.track_step(dt * share)),
            ] {
                let once = whole.apply(State::new(x, v), R::ZERO, R::ONE);
                let mut split = State::new(x, v);
                let mut from = R::ZERO;
                while from < R::ONE {
                    split = part.apply(split, from, from + share);
                    from += share;
                }
                let bar = MOVING_GOAL.bar::<R>();
                let at = || format!("{w} {z} {dt} in {parts}");
                worst.check(wide(split.position) - wide(once.position), bar * parts.sqrt(), at);
                let speed = wide(w).max(1.0 / wide(dt));
                let pushed = (wide(split.velocity) - wide(once.velocity)) / speed;
                worst.check(pushed, bar * parts.sqrt(), at);
            }
        }
    }
    worst.finish();
}

/// Beside the critical ratio, a step differs from the critical one by no more than the ratio does.
fn nothing_happens_at_critical_damping<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} through critical", R::NAME));
    for (w, _, dt, _) in random_springs::<R>(10).take(SPRINGS / 10) {
        let critical = Spring::critical(w).unwrap().step(dt);
        let want = columns(w, |state| critical.apply(state, R::ZERO));
        for z in ratios_through_one::<R>() {
            let step = Spring::new(w, z).unwrap().step(dt);
            let got = columns(w, |state| step.apply(state, R::ZERO));
            let allowed = (wide(z) - 1.0).abs() + SPRING_STEP.bar::<R>();
            for (got, want) in got.into_iter().zip(want) {
                let at = || format!("{w} {z} {dt}");
                worst.check(wide(got.position) - wide(want.position), allowed, at);
                let pushed = (wide(got.velocity) - wide(want.velocity)) / wide(w);
                worst.check(pushed, allowed, at);
            }
        }
    }
    worst.finish();
}

/// As near as the digits of the position can tell one step from the next.
fn rest_is_reached<R: Real + Precision>() {
    let spring = Spring::from_halflife(R::from_f64(0.1), R::from_f64(0.5)).unwrap();
    let goal = R::from_f64(7.3);
    let mut state = State::at_rest(R::ZERO);
    for dt in inputs::frame_times::<R>(&mut Random::new(11), 10_000) {
        state = spring.step(dt).apply(state, goal);
    }
    let near = SPRING_STEP.bar::<R>() * wide(goal);
    assert!((wide(state.position) - wide(goal)).abs() <= near, "{state:?}");
    assert!(wide(state.velocity).abs() <= near * wide(spring.angular_frequency()), "{state:?}");
}

fn rest_at_the_goal_is_kept_bit_for_bit<R: Real + Precision>() {
    for (w, z, dt, mut random) in random_springs::<R>(12) {
        let spring = Spring::new(w, z).unwrap();
        let (goal, _) = inputs::state(&mut random, w);
        let rest = State::at_rest(goal);
        assert_eq!(spring.step(dt).apply(rest, goal), rest, "{w} {z} {dt}");
        assert_eq!(spring.follow_step(dt).apply(rest, goal, goal), rest, "{w} {z} {dt}");
        assert_eq!(spring.track_step(dt).apply(rest, goal, goal), rest, "{w} {z} {dt}");
    }
}
