//! Functions at the ends of their ranges: zeros of both signs, values exactly at a limit, the largest numbers.

use sprung::analysis::FrequencyResponse;
use sprung::integrate::{FixedTimestep, Method, substep_capped, substep_uniform};
use sprung::motion::{
    AdaptiveSmoothing, CameraGoal, CameraRig, CameraSprings, Character, FadeCurve, FixedCamera,
    Inertialization, LimitedTracker, Orbit, PiecewiseLinear, PointerTracker, SpringValue,
    TimedOffset, bounce_within, clamp_overshoot, dead_zone, facing, is_settled, limit_acceleration,
    limit_speed, nearest_on_grid, unwrap_angle, wrap_angle,
};
use sprung::{
    AdaptiveDamper, Damper, MotionLimits, ParameterError, Real, Rotation, SoftCoefficients, Spring,
    State,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

/// Limited tracking from any start, also beyond the limits, of goals that jump, move and are no numbers.
pub(crate) fn tracked(bits: &mut Bits) -> Outcome {
    tracked_in::<f32>(bits);
    tracked_in::<f64>(bits);
    Ok(())
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let values = values::<R>();
    let springs =
        [(0.0, 1.0), (2.0, 0.0), (2.0, 0.5), (2.0, 1.0), (0.5, 3.0), (f64::INFINITY, 1.0)]
            .map(|(omega, ratio)| Spring::new(R::from_f64(omega), R::from_f64(ratio)));
    for &a in &values {
        scalars(bits, a);
        for &b in &values {
            pairs(bits, a, b);
            for spring in &springs {
                let Ok(spring) = spring else { continue };
                moved(bits, spring, State::new(a, b));
            }
        }
    }
    directions::<R>(bits);
    sampled::<R>(bits)?;
    framed::<R>(bits)
}

/// Numbers whose sums and products are often among them.
fn values<R: Real>() -> [R; 12] {
    let tiny = R::MIN_POSITIVE;
    let [half, three, quarter] = [0.5, 3.0, 0.25].map(R::from_f64);
    [
        R::ZERO,
        -R::ZERO,
        R::ONE,
        -R::ONE,
        half,
        -half,
        quarter,
        R::TWO,
        -three,
        tiny,
        R::MAX,
        R::INFINITY,
    ]
}

fn add_state<R: Real + Into<f64>>(bits: &mut Bits, state: State<R>) {
    bits.add_all([state.position, state.velocity]);
}

fn add_spring<R: Real + Into<f64>>(bits: &mut Bits, spring: Result<Spring<R>, ParameterError>) {
    bits.add_result(spring, |bits, spring| {
        bits.add_all([spring.angular_frequency(), spring.damping_ratio(), spring.decay_rate()]);
        bits.add_all([spring.lag(), spring.overshoot(), spring.bounce(), spring.duration()]);
    });
}

fn add_damper<R: Real + Into<f64>>(bits: &mut Bits, damper: Result<Damper<R>, ParameterError>) {
    bits.add_result(damper, |bits, damper| {
        bits.add_all([damper.rate(), damper.halflife(), damper.time_constant()]);
    });
}

fn scalars<R: Real + Into<f64>>(bits: &mut Bits, a: R) {
    bits.add_all([wrap_angle(a), wrap_angle(a * R::PI)]);
    add_spring(bits, Spring::critical(a));
    add_damper(bits, Damper::from_rate(a));
    add_damper(bits, Damper::from_halflife(a));
    add_damper(bits, Damper::from_time_constant(a));
    bits.add_result(Spring::<R>::damping_ratio_from_overshoot(a), Bits::add);
    for method in Method::ALL {
        bits.add_text(method.name());
        bits.add(method.stability_limit(a));
    }
}

fn pairs<R: Real + Into<f64>>(bits: &mut Bits, a: R, b: R) {
    bits.add_all([unwrap_angle(a, b), nearest_on_grid(a, b)]);
    bits.add_all(dead_zone([a, b], R::HALF, R::ONE));
    bits.add_all(dead_zone([R::HALF, R::ZERO], a, b));
    bits.add_all(dead_zone([R::ZERO, R::ONE], a, b));
    add_state(bits, bounce_within(State::new(a, b), R::ZERO, R::ONE, R::HALF));
    for spring in [
        Spring::new(a, b),
        Spring::from_lag(a, b),
        Spring::from_frequency(a, b),
        Spring::from_halflife(a, b),
        Spring::from_duration_and_bounce(a, b),
        Spring::from_stiffness_and_damping(a, b),
        SoftCoefficients { c_s: a, c_d: b }.to_spring(R::HALF),
        SoftCoefficients { c_s: a, c_d: b }.to_implicit_spring(R::HALF),
        SoftCoefficients { c_s: R::HALF * a, c_d: R::HALF }.to_spring(b),
        Spring::fit_step_response((a, R::HALF * R::HALF), (b, R::HALF)),
        Spring::fit_step_response((R::ONE, a), (R::TWO, b)),
    ] {
        add_spring(bits, spring);
    }
    add_damper(bits, Damper::from_smoothing_factor(a, b));
    add_damper(bits, Damper::from_damping(a, b));
    // What divides evenly and what does not.
    let three = R::from_f64(3.0);
    for most in [0, 1, 3, 5] {
        for dt in [a, a * three] {
            let capped = substep_capped(R::ZERO, dt, b, most, |time, h| time + h);
            let even = substep_uniform(R::ZERO, dt, b, most, |time, h| time + h);
            for taken in [capped, even] {
                bits.add_all([taken.state, taken.dropped]);
                bits.add_u64(u64::from(taken.updates));
            }
        }
    }
    for make in [FixedTimestep::new, FixedTimestep::keeping_debt] {
        bits.add_result(make(State::new(R::ONE, R::TWO), b, 3), |bits, mut steps| {
            for dt in [a, a, R::HALF, b, R::ZERO] {
                let taken = steps.update(dt, |state, h| {
                    State::new(state.position + state.velocity * h, state.velocity)
                });
                add_state(bits, taken.state);
                bits.add_all([taken.dropped, steps.owed()]);
                bits.add_u64(u64::from(taken.updates));
            }
        });
    }
}

fn moved<R: Real + Into<f64>>(bits: &mut Bits, spring: &Spring<R>, state: State<R>) {
    for dt in [R::ZERO, R::HALF, R::TWO, R::INFINITY] {
        let step = spring.step(dt);
        for limit in [R::ZERO, R::ONE, R::TWO] {
            add_state(bits, limit_speed(state, R::ONE, &step, limit));
            add_state(bits, limit_acceleration(state, R::ONE, &step, limit));
            let mut character = Character::at_rest(state.position);
            character.velocity = state.velocity;
            character.update_limited(R::ONE, &spring.character_step(dt), limit);
            bits.add_all([character.position, character.velocity, character.acceleration]);
        }
        for goal in [R::ZERO, R::ONE, state.position] {
            add_state(bits, clamp_overshoot(state, goal, &step));
        }
        let mut offset = Inertialization::default();
        offset.transition(state, State::at_rest(R::ONE));
        offset.update(&step);
        add_state(bits, offset.apply(state));
        let soft = SoftCoefficients::exact(spring, dt);
        bits.add_all([soft.c_s, soft.c_d]);
        for curve in [FadeCurve::Cubic, FadeCurve::SmoothStep] {
            if let Ok(offset) = TimedOffset::new(state, dt, curve) {
                for time in [-R::ONE, R::ZERO, R::HALF, R::ONE, R::TWO] {
                    add_state(bits, offset.at(time));
                }
            }
        }
    }
    for size in [R::ZERO, R::HALF, R::ONE] {
        let is_settled = is_settled(state, size, spring, R::ONE, size);
        bits.add_u64(u64::from(is_settled));
        bits.add(spring.energy_about(state, State::new(size, R::ONE), R::TWO));
    }
    bits.add_all([spring.transition_cost(state), spring.energy(state, R::ONE)]);
    let motion = spring.free_response(state, R::ONE);
    for level in [R::ZERO, R::ONE, -R::HALF, state.position, R::TWO] {
        bits.add(motion.settling_time(level));
        let most = motion.max_acceleration();
        bits.add_all([most.time, most.value]);
        for n in 0..3 {
            bits.add(motion.nth_crossing_time(level, n));
        }
    }
    for response in [spring.follow_response(), spring.track_response()] {
        frequencies(bits, &response, state.position);
    }
}

fn frequencies<R: Real + Into<f64>>(bits: &mut Bits, response: &FrequencyResponse<R>, at: R) {
    bits.add_all([response.bandwidth(), response.gain(at), response.phase(at)]);
    if let Some(peak) = response.resonance() {
        bits.add_all([peak.frequency, peak.gain]);
    }
}

fn directions<R: Real + Into<f64>>(bits: &mut Bits) {
    let [zero, one, half] = [R::ZERO, R::ONE, R::HALF];
    let few = [zero, -zero, one, -one, half, R::HUGE, R::ONE / R::HUGE, R::MAX, R::MIN_POSITIVE];
    for x in few {
        for y in few {
            for z in few {
                let direction = [x, y, z];
                bits.add_all(facing(direction, [zero, zero, one], [zero, one, zero]).xyzw());
                let [six, eight] = [0.6, 0.8].map(R::from_f64);
                bits.add_all(facing(direction, [six, zero, eight], [-eight, zero, six]).xyzw());
                bits.add_all(facing(direction, [zero, six, eight], [six, eight, zero]).xyzw());
                let rotation = Rotation::from_xyzw([x, y, z, half]);
                bits.add_all(rotation.to_rotation_vector());
                bits.add_all(rotation.to_long_rotation_vector());
                let half_turn = Rotation::from_xyzw([x, y, z, zero]);
                bits.add_all(half_turn.to_rotation_vector());
                bits.add_all(half_turn.to_long_rotation_vector());
            }
        }
    }
}

/// Piecewise linear goals with jumps, pointers with pauses, values on a grid.
fn sampled<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let of = |values: [f64; 6]| values.map(R::from_f64);
    let goals = of([1.0, -2.0, 3.0, 0.0, 5.0, 5.0]);
    for times in [
        of([0.0, 1.0, 1.0, 2.0, 4.0, 5.0]),
        of([0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
        of([-1e30, -1.0, 0.0, 0.0, 1.0, 1e30]),
        [-R::MAX, -R::ONE, R::ZERO, R::ONE, R::HUGE, R::MAX],
    ] {
        for values in [goals, [R::MAX, -R::MAX, R::MAX, R::ZERO, -R::MAX, R::MAX]] {
            let line = PiecewiseLinear::new(&times, &values)?;
            for at in of([-2.0, 0.0, 0.5, 1.0, 3.0, 9.0]) {
                bits.add_all([line.at(at), line.at(at * R::HUGE)]);
                for end in of([0.0, 0.5, 1.0, 2.0, 4.5, 5.0]) {
                    for segment in line.segments(at, at + end) {
                        bits.add_all([segment.duration, segment.from, segment.to]);
                    }
                }
            }
        }
    }
    for (bandwidth, rest) in [(110.0, 0.25), (0.0, 0.0), (-1.0, -1.0), (f64::INFINITY, 0.125)] {
        let mut pointer = PointerTracker::new(R::ZERO, [R::ZERO, R::ONE]);
        pointer = pointer.with_bandwidth(R::from_f64(bandwidth));
        pointer = pointer.with_rest_after(R::from_f64(rest));
        let mut time = R::ZERO;
        for dt in [0.0, 0.125, 0.25, 0.125, 0.5, -0.125, 0.25, 0.0, 0.0625].map(R::from_f64) {
            pointer.push(time + dt, [time * time, R::ONE - time]);
            time = time.max(time + dt);
            for since in of([-0.5, 0.0, 0.125, 0.25, 0.5, 1.0]) {
                let state = pointer.state_at(time + since);
                bits.add_all(state.position);
                bits.add_all(state.velocity);
            }
        }
    }
    let damper = AdaptiveDamper::new(R::HALF, R::ONE)?;
    let mut smoothing = AdaptiveSmoothing::new(R::ZERO);
    for (value, dt) in [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5), (0.0, f64::INFINITY)] {
        bits.add(smoothing.update(R::from_f64(value), &damper.step(R::from_f64(dt))));
        bits.add(smoothing.velocity());
    }
    let mut value = SpringValue::new([R::ONE, R::HALF]);
    for grid in of([0.0, 0.25, 0.375, -1.0, 1.0, 1e30]) {
        value.set_goal([R::from_f64(0.3), R::from_f64(2.7)]);
        value.land_on([grid, R::HALF]);
        bits.add_all(value.goal());
        let mut single = SpringValue::new(R::from_f64(0.3));
        single.land_on(grid);
        bits.add(single.goal());
    }
    Ok(())
}

/// Cameras: no time, endless time, a view from straight above, a wall exactly at the radius.
fn framed<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let [zero, one, two] = [R::ZERO, R::ONE, R::TWO];
    let spring = Spring::from_halflife(R::from_f64(0.1), R::HALF)?;
    let springs =
        CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: spring.lag() };
    let view = Orbit { radius: two, yaw: R::PI, pitch: R::HALF };
    let mut rig = CameraRig::new([zero, one, two], view);
    let mut camera = FixedCamera::new([zero; 3], [zero, one, zero]);
    let places =
        [[one, zero, zero], [zero, one, zero], [zero, -one, zero], [-one, zero, one], [zero; 3]];
    for (at, dt) in [0.0, 0.1, 1.0, f64::INFINITY, 0.5, 0.01].into_iter().enumerate() {
        let step = springs.step(R::from_f64(dt));
        bits.add(step.dt());
        for place in places {
            let player = State::new(place, [R::HALF, zero, -one]);
            let view = Orbit { radius: one, yaw: -R::PI, pitch: R::from_f64(at as f64 * 0.3) };
            for clearance in [R::INFINITY, one, R::HALF, zero] {
                let mut goal = CameraGoal::new(player, view);
                goal.clearance = clearance;
                rig.update(goal, &step);
                add_state(bits, rig.radius);
                bits.add_all(rig.position());
                bits.add_all(rig.rotation().xyzw());
            }
            camera.update(player, &step);
            add_state(bits, camera.yaw);
            add_state(bits, camera.pitch);
            bits.add_all(camera.rotation().xyzw());
        }
        rig.teleport([one, two, zero]);
        camera.teleport([zero, two, one]);
        bits.add_all(rig.position());
    }
    Ok(())
}

fn tracked_in<R: Real + Into<f64>>(bits: &mut Bits) {
    let mut draw = Draw::new(4);
    let few = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 1e-3, 1e12, 1e30, f64::NAN, f64::INFINITY];
    for at in 0..1500 {
        let pick = |draw: &mut Draw| match at % 3 {
            // Numbers that are often equal to a limit, any, and numbers that are none.
            0 => R::from_f64(few[draw.below(6) as usize]),
            1 => R::from_f64((draw.unit() - 0.5) * draw.scale(4)),
            _ => R::from_f64(few[draw.below(few.len() as u64) as usize]),
        };
        let limit = |draw: &mut Draw| {
            R::from_f64(if draw.below(2) == 0 {
                1.0
            } else {
                draw.scale(if at % 5 == 0 { 30 } else { 3 })
            })
        };
        let limits = match MotionLimits::new(limit(&mut draw), limit(&mut draw), limit(&mut draw)) {
            Ok(limits) => limits,
            Err(error) => {
                bits.add_text(&error.to_string());
                continue;
            }
        };
        let start = State::new(pick(&mut draw), pick(&mut draw));
        let mut tracker = if at % 8 == 0 {
            LimitedTracker::at_rest(start.position)
        } else {
            LimitedTracker::new(start, pick(&mut draw))
        };
        let mut goal = State::new(pick(&mut draw), pick(&mut draw));
        for frame in 0..12 {
            let dt = if frame == 11 { 1e3 } else { [0.5, 0.25, 0.1, 0.0][draw.below(4) as usize] };
            let dt = R::from_f64(dt);
            match draw.below(8) {
                0 => goal = State::new(pick(&mut draw), pick(&mut draw)),
                1 => goal.position = pick(&mut draw),
                _ => goal.position += goal.velocity * dt,
            }
            tracker.update(goal, &limits.step(dt));
            add_state(bits, tracker.state());
            bits.add_all([tracker.acceleration(), tracker.time_left()]);
        }
    }
}
