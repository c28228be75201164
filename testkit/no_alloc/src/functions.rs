//! Calls of the core's functions with inputs that are unknown at compile time.

#![allow(unused_must_use, reason = "that a result is computed is enough")]

use core::hint::black_box;

use sprung::convert::{
    cinemachine, compose, flutter, framer_motion, holden, react_spring, svelte, swiftui, t3ssel8r,
    unity, unreal,
};
use sprung::integrate::{FixedTimestep, Method, substep_capped, substep_uniform};
use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, Character, DeadBlend, DoubleSpring, FadeCurve,
    FixedCamera, Inertialization, MotionDerivatives, Orbit, PiecewiseLinear, PointerTracker,
    ReducedMotion, ReferenceFrame, RotationInertialization, RotationPath, RotationState,
    ScaleInertialization, ScaleSpring, SpringSpline, SpringValue, TimedGoal, TimedOffset,
    TimedSpring, TrackingGains, UnwrappedRotation, VelocitySpring, bounce_within, clamp_overshoot,
    critical_spring, damper, dead_zone, decay_spring, facing, is_settled, limit_acceleration,
    limit_speed, nearest_on_grid, piecewise_spring, simple_spring, spring, unwrap_angle,
    wrap_angle,
};
use sprung::{Damper, DoubleStep, Real, Rotation, SoftCoefficients, Spring, SpringStep, State};

/// Calls the core's functions in one precision: parameters, steps, motions, integrators, analysis and conversions.
#[inline(never)]
pub fn every_function<R: Real>() {
    parameters::<R>();
    if let (Ok(spring), Ok(damper)) =
        (Spring::new(any::<R>(), any()), Damper::from_halflife(any::<R>()))
    {
        steps(&spring, &damper);
        points(&spring, &damper);
        rotations(&spring, &damper);
        characters(&spring);
        hand_off(&spring);
        transitions(&spring);
        curves(&spring);
        integrators(&spring);
        analysis(&spring);
        conversions(&spring, &damper);
    }
}

/// Returns a number that is unknown at compile time.
#[inline(never)]
fn any<R: Real>() -> R {
    black_box(R::HALF)
}

fn vector<R: Real>() -> [R; 3] {
    [any(), any(), any()]
}

fn state<R: Real>() -> State<[R; 3]> {
    State::new(vector(), vector())
}

fn scalar<R: Real>() -> State<R> {
    State::new(any(), any())
}

fn rotation<R: Real>() -> Rotation<R> {
    Rotation::from_xyzw([any(), any(), any(), any()])
}

fn parameters<R: Real>() {
    let a = any::<R>;
    let springs = [
        Spring::critical(a()),
        Spring::from_frequency(a(), a()),
        Spring::from_stiffness_and_damping(a(), a()),
        Spring::from_mass_stiffness_and_damping(a(), a(), a()),
        Spring::from_lag(a(), a()),
        Spring::from_duration_and_bounce(a(), a()),
        Spring::from_halflife(a(), a()),
        Spring::from_settling_time(a(), a(), a()),
        Spring::from_settling_time_and_overshoot(a(), a(), a()),
        Spring::from_peak_time_and_overshoot(a(), a()),
        Spring::from_rise_time(a(), a()),
        Spring::from_bandwidth(a(), a()),
        Spring::fit_step_response((a(), a()), (a(), a())),
    ];
    for spring in springs.iter().flatten() {
        black_box((spring.lag(), spring.duration(), spring.bounce(), spring.overshoot()));
        black_box((spring.frequency(), spring.stiffness(), spring.damping(), spring.regime()));
        black_box((spring.damped_angular_frequency(), spring.decay_rate()));
    }
    let _ = black_box(Spring::damping_ratio_from_overshoot(a()));
    let dampers = [
        Damper::from_rate(a()),
        Damper::from_time_constant(a()),
        Damper::from_smoothing_factor(a(), a()),
        Damper::from_damping(a(), a()),
    ];
    for damper in dampers.iter().flatten() {
        black_box((
            damper.rate(),
            damper.halflife(),
            damper.time_constant(),
            damper.smoothing_factor(a()),
        ));
    }
}

fn steps<R: Real>(spring: &Spring<R>, damper: &Damper<R>) {
    let dt = any();
    let step = spring.step(dt);
    black_box((step.apply(state::<R>(), vector::<R>()), step.matrix()));
    black_box(SpringStep::critical(any(), dt).apply(state::<R>(), vector::<R>()));
    black_box(step.rest_threshold(any()).settle(state::<R>(), vector::<R>()));
    black_box(spring.integral_step(dt).apply(state::<R>(), vector::<R>()));
    black_box(spring.goal_velocity_step(dt).apply(state::<R>(), vector::<R>(), vector::<R>()));
    black_box(spring.follow_step(dt).apply(state::<R>(), vector::<R>(), vector::<R>()));
    black_box(spring.track_step(dt).apply(state::<R>(), vector::<R>(), vector::<R>()));
    black_box(damper.step(dt).apply(vector::<R>(), vector::<R>()));
    black_box(damper.follow_step(dt).apply(vector::<R>(), vector::<R>(), vector::<R>()));
    for fraction in
        [SoftCoefficients::exact(spring, dt), SoftCoefficients::backward_euler(spring, dt)]
    {
        let _ = black_box((fraction.to_spring(dt), fraction.to_implicit_spring(dt)));
    }
}

fn points<R: Real>(along: &Spring<R>, damping: &Damper<R>) {
    let (a, step) = (any::<R>, along.step(any()));
    black_box(simple_spring(state::<R>(), vector::<R>(), a(), a()));
    black_box(critical_spring(state::<R>(), vector::<R>(), vector::<R>(), a(), a()));
    black_box(decay_spring(state::<R>(), a(), a()));
    black_box(spring(state::<R>(), vector::<R>(), along, a()));
    black_box(damper(vector::<R>(), vector::<R>(), damping, a()));
    black_box((wrap_angle(a()), unwrap_angle(a(), a()), step.apply_angle(scalar(), a())));
    black_box(limit_speed(state::<R>(), vector::<R>(), &step, a()));
    black_box(limit_acceleration(state::<R>(), vector::<R>(), &step, a()));
    black_box(bounce_within(scalar(), a(), a(), a()));
    black_box(clamp_overshoot(scalar(), a(), &step));
    black_box(is_settled(state::<R>(), vector::<R>(), along, a(), a()));
    black_box(step.apply_scale(state::<R>(), vector::<R>()));
    let mut scale = ScaleSpring::new(state::<R>());
    scale.update(vector::<R>(), &step);
    black_box(scale);
    black_box(step.apply_tracking(state::<R>(), state::<R>(), vector::<R>()));
    if let Ok(gains) = TrackingGains::from_halflives(a(), a(), a(), a()) {
        let _ = black_box((gains, gains.to_spring()));
    }
    let mut double = DoubleSpring::at_rest(vector::<R>());
    if let Ok(step) = DoubleStep::from_halflife(a(), a()) {
        double.update(vector::<R>(), &step);
    }
    black_box(double);
    let mut timed = TimedSpring::at_rest(vector::<R>());
    timed.update(
        TimedGoal { position: vector::<R>(), time_left: a() },
        &along.timed_step(along.default_lookahead(), a()),
    );
    timed.update(TimedGoal { position: vector::<R>(), time_left: a() }, &along.arrival_step(a()));
    let _ = black_box(along.lookahead_leaving(a(), a()));
    let mut velocity = VelocitySpring::at_rest(vector::<R>());
    velocity.update(vector::<R>(), &along.velocity_step(a(), a(), a()));
    black_box((timed, velocity));
    owned(along);
}

fn owned<R: Real>(along: &Spring<R>) {
    let a = any::<R>;
    let mut value = SpringValue::new(vector::<R>()).with_spring(*along);
    value.set_goal(vector::<R>());
    black_box((value.advance(a()), value.value()));
    let mut turn = SpringValue::new(rotation::<R>()).with_spring(Spring::clamped(a(), a()));
    turn.set_goal(rotation::<R>());
    black_box((turn.advance(a()), turn.value()));
    if let Ok(goals) = PiecewiseLinear::new(&[a(), a()], &[vector::<R>(), vector::<R>()]) {
        for segment in goals.segments(a(), a()) {
            black_box(segment);
        }
        black_box(goals.at(a()));
    }
    black_box((Spring::<R>::clamped_halflife(a(), a()), Spring::clamped_frequency(a(), a())));
}

fn rotations<R: Real>(spring: &Spring<R>, damper: &Damper<R>) {
    let (a, step) = (any::<R>, spring.step(any()));
    let state = || RotationState::new(rotation::<R>(), vector::<R>());
    black_box(step.apply_rotation(state(), rotation::<R>()));
    black_box(step.apply_rotation_along(
        state(),
        rotation::<R>(),
        black_box(RotationPath::Longest),
    ));
    black_box(damper.step(a()).apply_rotation(rotation::<R>(), rotation::<R>()));
    black_box(facing(vector::<R>(), vector::<R>(), vector::<R>()));
    black_box(rotation::<R>().then(&rotation::<R>()).inverse().relative_to(&rotation::<R>()));
    black_box((rotation::<R>().to_long_rotation_vector(), rotation::<R>().rotate(vector::<R>())));
    black_box(Rotation::from_rotation_vector(vector::<R>()).to_rotation_vector());
    let mut path = [state(); 2];
    state().predict(rotation::<R>(), spring, &[a(), a()], &mut path);
    state().predict_goals(&[rotation::<R>(), rotation::<R>()], &step, &mut path);
    let mut unwrapped =
        UnwrappedRotation::new(state(), rotation::<R>(), black_box(RotationPath::Shortest));
    unwrapped.update(rotation::<R>(), &step);
    unwrapped.set_goal(rotation::<R>());
    black_box((path, unwrapped.state(), unwrapped.offset()));
}

fn characters<R: Real>(spring: &Spring<R>) {
    let (a, step) = (any::<R>, spring.character_step(any()));
    let mut character = Character::at_rest(vector::<R>());
    character.update(vector::<R>(), &step);
    character.update_limited(vector::<R>(), &step, a());
    let mut path = [character; 2];
    character.predict(vector::<R>(), spring, &[a(), a()], &mut path);
    character.predict_goals(&[vector::<R>(), vector::<R>()], &step, &mut path);
    black_box((path, dead_zone(vector::<R>(), a(), a())));
    let orbit = || Orbit { radius: a(), yaw: a(), pitch: a() };
    let springs =
        CameraSprings { focus: *spring, angles: *spring, radius: *spring, lookahead: a() };
    let mut camera = CameraRig::new(vector::<R>(), orbit());
    camera.update(
        CameraGoal { clearance: a(), ..CameraGoal::new(state::<R>(), orbit()) },
        &springs.step(a()),
    );
    let mut fixed = FixedCamera::new(vector::<R>(), vector::<R>());
    fixed.update(state::<R>(), &springs.step(a()));
    black_box((camera.position(), camera.rotation(), fixed.rotation()));
}

fn hand_off<R: Real>(spring: &Spring<R>) {
    let a = any::<R>;
    let mut pointer = PointerTracker::new(a(), vector::<R>()).with_bandwidth(a());
    pointer.push(a(), vector::<R>());
    black_box(pointer.with_rest_after(a()).state_at(a()));
    let turn = || RotationState::new(rotation::<R>(), vector::<R>());
    let frame = || ReferenceFrame { origin: state::<R>(), rotation: turn(), scale: state::<R>() };
    black_box(frame().carry(state::<R>(), &frame()));
    black_box((frame().carry_rotation(turn(), &frame()), frame().carry_scale(state(), &frame())));
    let policy = ReducedMotion { max_travel: a() };
    black_box((policy.spring(spring), policy.start(state::<R>(), vector::<R>(), spring)));
    black_box(nearest_on_grid(a(), a()));
    let step = spring.step_derivatives(a());
    let mut motion = MotionDerivatives::of(state::<R>());
    motion.update(vector::<R>(), &step);
    black_box((motion, step.pull_back(state::<R>(), vector::<R>(), state::<R>())));
}

fn transitions<R: Real>(spring: &Spring<R>) {
    let (a, step) = (any::<R>, spring.step(any()));
    let mut point = Inertialization::default();
    point.transition(state::<R>(), state::<R>());
    point.update(&step);
    let mut scale = ScaleInertialization::default();
    scale.transition(state::<R>(), state::<R>());
    scale.update(&step);
    let mut turn = RotationInertialization::default();
    turn.transition(RotationState::at_rest(rotation()), RotationState::at_rest(rotation()));
    turn.update(&step);
    black_box((point.apply(state::<R>()), scale.apply(state::<R>())));
    black_box((
        turn.apply(RotationState::at_rest(rotation())),
        spring.transition_cost(state::<R>()),
    ));
    for fade in black_box([FadeCurve::Cubic, FadeCurve::SmoothStep]) {
        let _ = black_box(TimedOffset::new(state::<R>(), a(), fade).map(|fade| fade.at(a())));
    }
    let _ = black_box(
        DeadBlend::new(state::<R>(), a(), a()).map(|blend| blend.apply(state::<R>(), a())),
    );
}

fn curves<R: Real>(spring: &Spring<R>) {
    let corners = [vector::<R>(), vector::<R>(), vector::<R>()];
    let corners = &corners[..black_box(3)];
    let mut curve = [state::<R>(); 4];
    piecewise_spring(corners, spring, any(), &mut curve);
    for spline in
        [SpringSpline::approximating(corners, spring), SpringSpline::interpolating(corners, spring)]
    {
        let _ =
            black_box(spline.map(|s| (s.max_parameter(), s.causal(any()), s.zero_phase(any()))));
        if let Ok(closed) = spline.and_then(SpringSpline::closed) {
            for sample in closed.samples(black_box(5)).chain(closed.causal_samples(black_box(5))) {
                black_box(sample);
            }
            black_box((closed.length(), closed.parameter_at_length(any())));
        }
    }
    black_box(curve);
}

fn integrators<R: Real>(spring: &Spring<R>) {
    let a = any::<R>;
    for method in black_box(Method::ALL) {
        black_box(method.step(state::<R>(), vector::<R>(), vector::<R>(), spring, a()));
        black_box(method.stability_limit(a()));
    }
    let advance = |state: State<[R; 3]>, h| spring.step(h).apply(state, vector::<R>());
    black_box(substep_capped(state::<R>(), a(), a(), black_box(8), advance));
    black_box(substep_uniform(state::<R>(), a(), a(), black_box(8), advance));
    let _ = black_box(
        FixedTimestep::new(state::<R>(), a(), black_box(8))
            .map(|mut steps| steps.update(a(), advance)),
    );
}

fn analysis<R: Real>(spring: &Spring<R>) {
    let a = any::<R>;
    let motion = spring.free_response(scalar(), a());
    black_box((motion.at(a()), motion.acceleration(a()), motion.energy(a())));
    black_box((motion.crossing_time(a()), motion.nth_crossing_time(a(), black_box(3))));
    black_box((motion.extremum(black_box(2)), motion.overshoot()));
    black_box((motion.max_offset(), motion.max_speed(), motion.max_acceleration()));
    black_box((
        motion.integral(),
        motion.integral_abs(),
        motion.path_length(),
        motion.settling_time(a()),
    ));
    black_box((
        spring.halflife(),
        spring.rise_time(),
        spring.peak_time(),
        spring.crossing_time(a()),
    ));
    black_box((
        spring.settling_time(a()),
        Spring::<R>::default_settling_tolerance(),
        spring.bandwidth(),
    ));
    black_box(spring.energy(state::<R>(), vector::<R>()));
    for response in [spring.follow_response(), spring.track_response()] {
        black_box((response.gain(a()), response.phase(a()), response.group_delay(a())));
        black_box((response.resonance(), response.bandwidth()));
    }
    let _ = black_box((
        Spring::from_max_acceleration(a(), a(), a()),
        Spring::from_max_speed(a(), a(), a()),
    ));
}

fn conversions<R: Real>(spring: &Spring<R>, damper: &Damper<R>) {
    let a = any::<R>;
    let springs = [
        compose::from_stiffness(a(), a()),
        flutter::from_ratio(a(), a(), a()),
        holden::from_halflife(a(), a()),
        holden::from_frequency_and_halflife(a(), a()),
        framer_motion::from_visual_duration(a(), a()),
        framer_motion::from_duration(a(), a()),
        react_spring::from_tension(a(), a(), a()),
        react_spring::from_frequency(a(), a()),
        svelte::from_stiffness_and_damping(a(), a()),
        swiftui::from_response(a(), a()),
        swiftui::from_stiffness(a(), a(), a()),
        swiftui::from_settling_duration(a(), a()),
        unity::from_smooth_time(a()),
        unreal::from_smoothing_time(a(), a()),
    ];
    let _ = black_box(springs);
    let _ = black_box((cinemachine::from_damping_time(a()), cinemachine::damping_time(damper)));
    black_box((holden::critical_halflife(a()), holden::critical_frequency(a())));
    black_box((holden::double_spring_halflife(a()), holden::halflife(spring)));
    black_box((framer_motion::visual_duration(spring), framer_motion::duration(spring)));
    black_box((svelte::stiffness_and_damping(spring), t3ssel8r::kick(spring, a())));
    black_box((unity::smooth_time(spring), unreal::smoothing_time(spring)));
}
