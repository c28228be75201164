//! Splines by parameter and by length, rotations with full turns and limits, goals at a given time, exported timelines.

use sprung::convert::timeline::{CubicSpline, EasedSegments, Keyframes, Polyline};
use sprung::motion::{
    JointLimits, JointSpring, ReducedMotion, RotationPath, RotationState, RotationStitcher,
    ScaleSpring, SpringSpline, SpringValue, Stitcher, TimedGoal, TimedSpring, Timeline,
    TimelineKey, TrackingGains, UnwrappedRotation,
};
use sprung::{MotionLimits, ParameterError, Real, RestThreshold, Rotation, Spring, State, Vector};

use crate::bits::{Bits, Outcome};
use crate::conversions::add_each;
use crate::draw::Draw;

pub(crate) fn curves(bits: &mut Bits) -> Outcome {
    curves_in::<f32>(bits)?;
    curves_in::<f64>(bits)?;
    Ok(())
}

pub(crate) fn turns(bits: &mut Bits) -> Outcome {
    turns_in::<f32>(bits)?;
    turns_in::<f64>(bits)?;
    Ok(())
}

pub(crate) fn in_time(bits: &mut Bits) -> Outcome {
    in_time_in::<f32>(bits)?;
    in_time_in::<f64>(bits)?;
    rotations_exported(bits)
}

/// Often 0, 1 or −1.
fn number<R: Real>(draw: &mut Draw) -> R {
    R::from_f64(match draw.below(8) {
        0 => 0.0,
        1 => 1.0,
        2 => -1.0,
        3 => -0.0,
        _ => (draw.unit() - 0.5) * draw.scale(3),
    })
}

fn vector<R: Real>(draw: &mut Draw) -> [R; 3] {
    [(); 3].map(|()| number(draw))
}

fn spring<R: Real>(draw: &mut Draw) -> Result<Spring<R>, ParameterError> {
    Spring::new(R::from_f64(draw.scale(5)), R::from_f64(draw.scale(3)))
}

fn add_state<R: Real + Into<f64>, const N: usize>(bits: &mut Bits, state: State<[R; N]>) {
    bits.add_all(state.position);
    bits.add_all(state.velocity);
}

fn add_turn<R: Real + Into<f64>>(bits: &mut Bits, state: &RotationState<R>) {
    bits.add_all(state.rotation.xyzw());
    bits.add_all(state.angular_velocity);
}

fn curves_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let mut draw = Draw::new(8);
    for at in 0..24 {
        let points: Vec<[R; 3]> = (0..2 + at % 7).map(|_| vector(&mut draw)).collect();
        let spring = spring(&mut draw)?;
        let curve = match at % 2 {
            0 => SpringSpline::approximating(&points, &spring)?,
            _ => SpringSpline::interpolating(&points, &spring)?,
        };
        let curve = if at % 3 == 0 { curve.closed()? } else { curve };
        let (end, length) = (curve.max_parameter(), curve.length());
        bits.add_all([end, length]);
        for part in [-0.5, 0.0, 0.2, 0.5, 0.77, 1.0, 1.5].map(R::from_f64) {
            add_state(bits, curve.causal(end * part));
            add_state(bits, curve.zero_phase(end * part));
        }
        if at % 5 == 0 {
            let of = |part: f64| length * R::from_f64(part);
            bits.add_all([-0.5, 0.3, 1.5].map(|part| curve.parameter_at_length(of(part))));
            let between =
                |from: f64| curve.length_between(end * R::from_f64(from), end * R::from_f64(0.7));
            bits.add_all([-0.5, 0.35, 0.7, 1.5].map(between));
        }
        for node in 0..points.len() {
            add_state(bits, curve.zero_phase(R::from_f64(node as f64)));
        }
        for count in [0, 1, 2, 9] {
            curve.samples(count).for_each(|state| add_state(bits, state));
            curve.causal_samples(count).for_each(|state| add_state(bits, state));
        }
    }
    Ok(())
}

/// A rotation, often none or by half a turn.
fn rotation<R: Real>(draw: &mut Draw) -> Rotation<R> {
    let [x, y, z] = vector(draw);
    match draw.below(4) {
        0 => Rotation::from_xyzw([x, y, z, R::ZERO]),
        1 => Rotation::from_rotation_vector([R::ZERO, R::PI * y, R::ZERO]),
        _ => Rotation::from_rotation_vector([x, y, z]),
    }
}

fn turns_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let mut draw = Draw::new(9);
    for at in 0..150 {
        let spring = spring(&mut draw)?;
        let start = RotationState::new(rotation(&mut draw), vector(&mut draw));
        let path = [RotationPath::Shortest, RotationPath::Longest][draw.below(2) as usize];
        let mut goal = rotation(&mut draw);
        let mut unwrapped = UnwrappedRotation::new(start, goal, path);
        let mut limited = None;
        let swing = [(); 2].map(|()| R::from_f64(draw.unit() * draw.below(3) as f64));
        let twist = [-draw.unit(), draw.unit()].map(R::from_f64);
        let (axis, across) = ([R::ONE, R::ZERO, R::ZERO], [R::ZERO, R::ONE, R::HALF]);
        match JointLimits::new(axis, across, swing, twist) {
            Ok(limits) => {
                let softness = R::from_f64(draw.unit() * draw.below(2) as f64);
                let limits = limits.with_softness(softness);
                limited = Some((limits, JointSpring::new(start, limits)));
            }
            Err(error) => bits.add_text(&error.to_string()),
        }
        let mut stitcher = RotationStitcher::new(start);
        let mut single = start;
        for frame in 0..12 {
            if draw.below(3) == 0 {
                goal = rotation(&mut draw);
            }
            let dt = [0.0, 0.01, 0.1, 0.5, f64::INFINITY]
                [draw.below(if frame < 11 { 4 } else { 5 }) as usize];
            let step = spring.step(R::from_f64(dt));
            unwrapped.update(goal, &step);
            add_turn(bits, &unwrapped.state());
            bits.add_all(unwrapped.offset());
            single = step.apply_rotation(single, goal);
            add_turn(bits, &single);
            if let Some((limits, joint)) = &mut limited {
                joint.update(goal, &step);
                add_turn(bits, &joint.state());
                bits.add_all(limits.clamp(&goal).xyzw());
                bits.add_all(limits.soften(&goal).xyzw());
                bits.add_u64(limits.contains(&goal).into());
            }
            if at % 3 == 0 && frame % 4 == 0 {
                stitcher.switch(RotationState::new(goal, vector(&mut draw)));
            }
            add_turn(bits, &stitcher.update(RotationState::new(goal, vector(&mut draw)), &step));
        }
    }
    Ok(())
}

fn in_time_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let mut draw = Draw::new(10);
    let some = [0.0, -0.0, 0.25, 0.5, 0.75, 1.0, 2.0, f64::INFINITY].map(R::from_f64);
    let pick = |draw: &mut Draw| some[draw.below(some.len() as u64) as usize];
    for at in 0..300 {
        let spring = spring(&mut draw)?;
        // Times that are often equal: to arrive, to look ahead, and of the step.
        let mut timed = TimedSpring::at_rest(vector::<R>(&mut draw));
        let lookahead = pick(&mut draw);
        for _ in 0..6 {
            let step = spring.timed_step(lookahead, pick(&mut draw));
            let step = if at % 2 == 0 { step.landing() } else { step };
            bits.add(step.dt());
            let goal = TimedGoal { position: vector(&mut draw), time_left: pick(&mut draw) };
            timed.update(goal, &step);
            add_state(bits, timed.state);
            bits.add_all(timed.intermediate);
        }
        let policy = ReducedMotion { max_travel: number::<R>(&mut draw) };
        let state = State::new(vector(&mut draw), vector(&mut draw));
        let goal: [R; 3] = vector(&mut draw);
        add_state(bits, policy.start(state, goal, &spring));
        let mut value = SpringValue::new(vector::<R>(&mut draw)).with_spring(spring);
        if at % 3 == 0 {
            let threshold = RestThreshold { distance: pick(&mut draw), speed: pick(&mut draw) };
            value = value.with_rest_threshold(threshold);
        }
        value.set_state(state);
        policy.set_goal(&mut value, goal);
        for _ in 0..5 {
            let moves = value.advance(pick(&mut draw));
            bits.add_u64(moves.into());
            add_state(bits, value.state());
            let copy = value;
            value.set_state(State::new(vector(&mut draw), value.velocity()));
            bits.add_u64((copy == value).into());
            bits.add_all([value.rest_threshold().distance, value.rest_threshold().speed]);
        }
        let mut scale = ScaleSpring::new(State::new(vector(&mut draw), vector::<R>(&mut draw)));
        for _ in 0..4 {
            scale.update(vector(&mut draw), &spring.step(pick(&mut draw)));
            add_state(bits, scale.state);
        }
        let mut stitcher = Stitcher::new(state);
        stitcher.switch(State::new(goal, vector(&mut draw)));
        for _ in 0..4 {
            let chunk = State::new(vector(&mut draw), vector(&mut draw));
            add_state(bits, stitcher.update(chunk, &spring.step(pick(&mut draw))));
        }
        match TrackingGains::from_halflives(
            pick(&mut draw),
            pick(&mut draw),
            R::ONE,
            pick(&mut draw),
        ) {
            Ok(gains) => {
                let moved = State::new(goal, vector(&mut draw));
                add_state(bits, gains.apply(state, moved, vector(&mut draw)));
            }
            Err(error) => bits.add_text(&error.to_string()),
        }
        let key = TimelineKey::new(R::ONE, state, goal, spring);
        bits.add_all([R::HALF, R::ONE, R::TWO, -R::ONE].map(|part| key.time_of_progress(part)));
        bits.add(state.position.length());
        if let Ok(limits) = MotionLimits::new(pick(&mut draw), pick(&mut draw), R::ONE) {
            bits.add_all([limits.velocity(), limits.acceleration(), limits.jerk()]);
        }
    }
    Ok(())
}

/// Timelines of rotations and of numbers, for other programs.
fn rotations_exported(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(11);
    for at in 0..40 {
        let spring = spring::<f64>(&mut draw)?;
        let start = RotationState::new(rotation(&mut draw), vector(&mut draw));
        let key = TimelineKey::new(0.0, start, rotation(&mut draw), spring);
        let second = key.key_at(draw.unit()).with_goal(rotation(&mut draw));
        let third = TimelineKey::new(
            second.time() + draw.unit(),
            RotationState::at_rest(rotation(&mut draw)),
            rotation(&mut draw),
            spring,
        );
        let keys = [key, second, third];
        let timeline = Timeline::new(&keys[..1 + at % 3])?;
        let (end, error) = (third.time() + draw.unit(), 0.02 * draw.scale(3));
        bits.add_result(CubicSpline::new(timeline, end, error), add_each);
        let size = draw.scale(30);
        let number = |part: f64| size * part;
        let key = TimelineKey::new(0.0, State::new(number(1.0), number(2.0)), 0.0, spring);
        let second =
            TimelineKey::new(draw.unit(), State::at_rest(number(3.0)), number(-1.0), spring);
        let keys = [key, second];
        let timeline = Timeline::new(&keys)?;
        let (end, error) = (1.0 + draw.unit(), size * 1e-3 * draw.scale(4));
        bits.add_result(EasedSegments::new(timeline, end, error), |bits, segments| {
            segments.for_each(|segment| bits.add_text(&segment.to_string()));
        });
        bits.add_result(Keyframes::new(timeline, end, error, "width", "px"), |bits, frames| {
            bits.add_text(&frames.to_string());
        });
        bits.add_result(Polyline::new(timeline, end, error), |bits, line| {
            line.for_each(|(time, value)| bits.add_all([time, value]));
        });
    }
    Ok(())
}
