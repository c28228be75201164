//! Arrival, hand-off and derivatives: landing, fixed cameras, closed splines, pointers, frames, in both precisions.

use sprung::motion::{
    CameraSprings, FixedCamera, MotionDerivatives, PointerTracker, ReducedMotion, ReferenceFrame,
    RotationState, SpringSpline, TimedGoal, TimedSpring, nearest_on_grid,
};
use sprung::{ParameterError, Real, Rotation, Spring, State};

use crate::bits::{Bits, Outcome};

const STEPS: usize = 240;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    for (halflife, ratio) in [(0.15, 0.3), (0.1, 1.0), (0.2, 2.5)] {
        let spring = Spring::from_halflife(r::<R>(halflife), r(ratio))?;
        landing(bits, &spring);
        camera(bits, &spring);
        hand_off(bits, &spring);
        derivatives(bits, &spring);
    }
    spline::<R>(bits)
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

/// A signal computed by sums and products alone.
fn wave<R: Real>(at: usize) -> R {
    r((at / 60) as f64 * 0.7 - ((at % 60) as f64) * 0.02 - 0.4)
}

fn add<R: Real + Into<f64>, const N: usize>(bits: &mut Bits, state: State<[R; N]>) {
    bits.add_all(state.position);
    bits.add_all(state.velocity);
}

fn landing<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let mut timed = TimedSpring::at_rest([R::ONE, R::ZERO]);
    for at in 0..STEPS {
        let dt = r(1.0 / (30 + at % 50) as f64);
        let goal = [wave(at), R::HALF];
        let time_left = r((at % 70) as f64 * 0.02);
        timed.update(TimedGoal { position: goal, time_left }, &by.arrival_step(dt));
        add(bits, timed.state);
        add(bits, by.landing_step(time_left, dt).apply(timed.state, goal));
    }
    for left in [0.3, 0.05, 0.01] {
        bits.add_all(by.lookahead_leaving(r(left), R::TWO));
    }
}

fn camera<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let springs = CameraSprings { focus: *by, angles: *by, radius: *by, lookahead: r(0.1) };
    let mut camera = FixedCamera::new([R::HALF, R::TWO, R::ONE], [R::ZERO; 3]);
    for at in 0..STEPS {
        let player = State::new([wave(at), R::HALF, wave(at + 30)], [R::ONE, R::ZERO, -R::TWO]);
        camera.update(player, &springs.step(r(1.0 / (10 + at % 80) as f64)));
        bits.add_all([camera.yaw, camera.pitch].map(|angle| angle.position));
        bits.add_all(camera.rotation().xyzw());
    }
}

fn hand_off<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let mut pointer = PointerTracker::new(R::ZERO, [R::ZERO; 2]);
    let turned =
        |at| RotationState::new(Rotation::from_rotation_vector([wave(at); 3]), [R::ONE; 3]);
    let size = |at: usize| State::new([R::ONE + wave::<R>(at) * wave(at); 3], [R::HALF; 3]);
    let frame = |at| {
        let origin = State::new([wave(at), R::ONE, R::HALF], [R::HALF, wave(at), R::TWO]);
        ReferenceFrame { origin, rotation: turned(at), scale: size(at) }
    };
    let policy = ReducedMotion { max_travel: R::HALF };
    let calm = policy.spring(by);
    bits.add_all([calm.angular_frequency(), calm.damping_ratio()]);
    for at in 1..STEPS {
        let time = r::<R>(at as f64 * 0.008 + (at % 7) as f64 * 0.001);
        pointer.push(time, [wave(at), time]);
        add(bits, pointer.state_at(time + r(0.004)));
        let (from, to) = (frame(at), frame(at + 90));
        add(bits, from.carry(size(at + 5), &to));
        add(bits, from.carry_scale(size(at + 5), &to));
        let carried = from.carry_rotation(turned(at + 20), &to);
        bits.add_all(carried.rotation.xyzw());
        bits.add_all(carried.angular_velocity);
        add(bits, policy.start(size(at), [R::ZERO; 3], &calm));
        bits.add(nearest_on_grid(wave::<R>(at), r(0.3)));
    }
}

fn derivatives<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let mut motion = MotionDerivatives::of(State::at_rest([R::ONE]));
    for at in 0..STEPS {
        let step = by.step_derivatives(r(1.0 / (2 + at % 100) as f64));
        motion.update_along([wave(at)], [R::ONE], &step);
        add(bits, motion.by_angular_frequency);
        add(bits, motion.by_damping_ratio);
        add(bits, motion.by_dt);
        add(bits, step.pull_back(motion.state, [wave(at)], motion.by_goal).state);
    }
}

fn spline<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let points: Vec<[R; 2]> = (0..30).map(|at| [wave(at * 11), wave(at * 17 + 5)]).collect();
    for (phase, ratio) in [(7.0, 0.7), (3.0, 1.0), (12.0, 3.0)] {
        let spring = Spring::new(r::<R>(phase), r(ratio))?;
        for open in [
            SpringSpline::approximating(&points, &spring)?,
            SpringSpline::interpolating(&points, &spring)?,
        ] {
            for curve in [open, open.closed()?] {
                for state in curve.samples(100).chain(curve.causal_samples(77)) {
                    add(bits, state);
                }
                bits.add(curve.length());
                bits.add(curve.parameter_at_length(R::TWO));
            }
        }
    }
    Ok(())
}
