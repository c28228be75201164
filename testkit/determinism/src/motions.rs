//! The motions and the integrators: short forms, angles, rotations, scales, in both precisions.

use sprung::integrate::Method;
use sprung::motion::{
    DoubleSpring, RotationPath, RotationState, TimedGoal, TimedSpring, UnwrappedRotation,
    VelocitySpring, critical_spring, damper, decay_spring, simple_spring, spring,
};
use sprung::{Damper, DoubleStep, ParameterError, Real, Rotation, Spring, State};

use crate::bits::{Bits, Outcome};

const TIME_STEPS: [f64; 5] = [1.0 / 60.0, 0.004, 0.0, 0.11, 1.0 / 144.0];
const STEPS: usize = 200;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    for (angular_frequency, damping_ratio) in [(3.0, 0.2), (9.0, 1.0), (25.0, 4.0), (0.5, 0.0)] {
        let spring = Spring::new(R::from_f64(angular_frequency), R::from_f64(damping_ratio))?;
        flat(bits, &spring);
        curved(bits, &spring);
        chained(bits, &spring);
        integrated(bits, &spring);
    }
    short_forms(bits, R::from_f64(0.17))
}

fn time_steps<R: Real>() -> impl Iterator<Item = R> {
    TIME_STEPS.into_iter().cycle().take(STEPS).map(R::from_f64)
}

/// A goal that jumps and turns back, made of sums and products alone.
fn goal<R: Real>(step: usize) -> R {
    R::from_f64((step / 40) as f64 * 2.3 - ((step % 7) as f64) * 0.6 - 3.0)
}

fn flat<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let mut linear = State::at_rest(R::ONE);
    let mut angle = State::new(R::from_f64(3.0), R::ONE);
    let mut scale = State::at_rest([R::ONE, R::HALF]);
    for (at, dt) in time_steps().enumerate() {
        let step = by.step(dt);
        linear = spring(linear, goal(at), by, dt);
        angle = step.apply_angle(angle, goal(at));
        let size = goal::<R>(at).abs() + R::HALF;
        scale = step.apply_scale(scale, [size, R::ONE / size]);
        bits.add_all([linear.position, linear.velocity, angle.position, angle.velocity]);
        bits.add_all(scale.position);
        bits.add_all(scale.velocity);
    }
}

/// Springs that follow an intermediate goal.
fn chained<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let lookahead = by.default_lookahead().min(R::ONE);
    let (mut timed, mut speedy) = (TimedSpring::at_rest(R::ONE), VelocitySpring::at_rest(R::ONE));
    let mut tracking = State::at_rest(R::ONE);
    for (at, dt) in time_steps().enumerate() {
        let time_left = R::from_f64((at % 40) as f64 * 0.05);
        timed.update(TimedGoal { position: goal(at), time_left }, &by.timed_step(lookahead, dt));
        speedy.update(goal(at), &by.velocity_step(R::TWO, lookahead, dt));
        let animation = State::new(goal(at), R::HALF);
        tracking = by.step(dt).apply_tracking(tracking, animation, R::ONE);
        for state in [timed.state, speedy.state, tracking] {
            bits.add_all([state.position, state.velocity]);
        }
    }
}

fn curved<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let start = RotationState::new(Rotation::IDENTITY, [0.3, -2.0, 0.05].map(R::from_f64));
    let mut short = start;
    let mut unwrapped = UnwrappedRotation::new(start, goal_rotation(0), RotationPath::Longest);
    for (at, dt) in time_steps().enumerate() {
        let step = by.step(dt);
        short = step.apply_rotation(short, goal_rotation(at));
        if at % 50 == 49 {
            unwrapped.set_goal(goal_rotation(at));
        }
        unwrapped.update(unwrapped.goal(), &step);
        for state in [short, unwrapped.state()] {
            bits.add_all(state.rotation.xyzw());
            bits.add_all(state.angular_velocity);
        }
        bits.add_all(unwrapped.offset());
    }
}

fn goal_rotation<R: Real>(step: usize) -> Rotation<R> {
    let turn = goal::<R>(step);
    Rotation::from_rotation_vector([turn, R::HALF * turn, R::ONE])
}

fn integrated<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    for method in Method::ALL {
        bits.add(method.stability_limit(by.damping_ratio()));
        let mut state = State::at_rest(R::ONE);
        for (at, dt) in time_steps().enumerate() {
            state = method.step(state, goal(at), R::HALF, by, dt);
            bits.add_all([state.position, state.velocity]);
        }
    }
}

fn short_forms<R: Real + Into<f64>>(bits: &mut Bits, halflife: R) -> Result<(), ParameterError> {
    let by = Damper::from_halflife(halflife)?;
    let (mut value, mut turned) = (R::ONE, Rotation::IDENTITY);
    let (mut simple, mut critical) = (State::at_rest(R::ONE), State::at_rest(R::ONE));
    let mut double = DoubleSpring::at_rest(R::ONE);
    let mut decaying = State::new(R::ONE, R::from_f64(-9.0));
    for (at, dt) in time_steps().enumerate() {
        value = damper(value, goal(at), &by, dt);
        turned = by.step(dt).apply_rotation(turned, goal_rotation(at));
        simple = simple_spring(simple, goal(at), halflife, dt);
        critical = critical_spring(critical, goal(at), R::HALF, halflife, dt);
        double.update(goal(at), &DoubleStep::from_halflife(halflife, dt)?);
        decaying = decay_spring(decaying, halflife, dt);
        bits.add_all([value]);
        bits.add_all(turned.xyzw());
        for state in [simple, critical, double.state, decaying] {
            bits.add_all([state.position, state.velocity]);
        }
    }
    Ok(())
}
