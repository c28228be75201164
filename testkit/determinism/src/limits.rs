//! Motions within limits: limited tracking, stitching, adaptive smoothing, joints, in both precisions.

use sprung::motion::{
    AdaptiveSmoothing, JointLimits, JointSpring, LimitedTracker, RotationState, RotationStitcher,
    Stitcher,
};
use sprung::{AdaptiveDamper, MotionLimits, ParameterError, Real, Rotation, Spring, State};

use crate::bits::{Bits, Outcome};

const STEPS: usize = 240;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

/// A signal computed by sums and products alone.
fn wave<R: Real>(at: usize) -> R {
    r((at / 60) as f64 * 0.7 - ((at % 60) as f64) * 0.02 - 0.4)
}

fn frame<R: Real>(at: usize) -> R {
    r(1.0 / (30 + at % 50) as f64)
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    for (velocity, acceleration, jerk) in [(1.0, 4.0, 30.0), (0.3, 9.0, 20.0), (5.0, 0.7, 3.0)] {
        let limits = MotionLimits::new(r::<R>(velocity), r(acceleration), r(jerk))?;
        let start = LimitedTracker::new(State::new(R::HALF, R::ONE), R::TWO);
        let (mut held, mut moving) = (start, start);
        for at in 0..STEPS {
            let step = limits.step(frame(at));
            held.update(State::at_rest(wave::<R>(at / 60 * 60)), &step);
            moving.update(State::new(wave(at), r(-1.0)), &step);
            for tracker in [held, moving] {
                let State { position, velocity } = tracker.state();
                bits.add_all([position, velocity, tracker.acceleration(), tracker.time_left()]);
            }
        }
    }
    played::<R>(bits)?;
    smoothed::<R>(bits)
}

fn played<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let spring = Spring::from_halflife(r::<R>(0.1), r(0.7))?;
    let chunk = |at: usize| State::new([wave::<R>(at), wave(at + 25)], [R::ONE, -R::HALF]);
    let turn = |at: usize| {
        let rotation = Rotation::from_rotation_vector([wave::<R>(at), wave(at + 7), R::HALF]);
        RotationState::new(rotation, [R::ONE, R::HALF, wave(at)])
    };
    let (axis, across) = ([R::ONE, R::HALF, R::ZERO], [R::ZERO, R::ZERO, R::ONE]);
    let limits = JointLimits::new(axis, across, [r(0.6), r(0.3)], [r(-0.2), r(0.5)])?;
    let (mut stitcher, mut turns) = (Stitcher::new(chunk(0)), RotationStitcher::new(turn(0)));
    let mut joint = JointSpring::new(turn(3), limits);
    for at in 0..STEPS {
        let step = spring.step(frame(at));
        if at % 40 == 39 {
            stitcher.switch(chunk(at * 3));
            turns.switch(turn(at * 3));
        }
        let shown = stitcher.update(chunk(at), &step);
        bits.add_all(shown.position);
        bits.add_all(shown.velocity);
        joint.update(turn(at).rotation, &step);
        for state in [turns.update(turn(at), &step), joint.state()] {
            bits.add_all(state.rotation.xyzw());
            bits.add_all(state.angular_velocity);
        }
        bits.add_all(limits.clamp(&turn(at).rotation).xyzw());
    }
    Ok(())
}

fn smoothed<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let damper = AdaptiveDamper::new(r::<R>(0.2), r(1.5))?;
    let mut smoothing = AdaptiveSmoothing::new([wave::<R>(0), R::ONE]);
    for at in 1..STEPS {
        bits.add_all(smoothing.update([wave(at), wave(at + 30)], &damper.step(frame(at))));
        bits.add_all(smoothing.velocity());
    }
    Ok(())
}
