//! Motions of vectors and rotations: their plain data crosses in rows of four numbers, each call advances it by one step.

use sprung::motion::{
    Character, DeadBlend, DoubleSpring, FadeCurve, ReferenceFrame, RotationPath, RotationState,
    TimedGoal, TimedOffset, TimedSpring, VelocitySpring, bounce_within, clamp_overshoot,
    limit_acceleration, limit_speed, piecewise_interpolation,
};
use sprung::{DoubleStep, Rotation, SoftCoefficients, State};

use crate::exchange::{array, numbers, refuse, status};
use crate::parameters::{damper, spring};

/// A vector; unused components are 0.
type Vector = [f64; 4];

fn row(index: usize) -> Vector {
    let mut row = [0.0; 4];
    row.copy_from_slice(&numbers()[4 * index..4 * index + 4]);
    row
}

fn put(index: usize, row: Vector) {
    numbers()[4 * index..4 * index + 4].copy_from_slice(&row);
}

fn state(index: usize) -> State<Vector> {
    State::new(row(index), row(index + 1))
}

fn put_state(index: usize, state: State<Vector>) {
    put(index, state.position);
    put(index + 1, state.velocity);
}

/// Applies a rule for one axis to all four.
fn each_axis(rule: impl Fn(State<f64>, f64) -> State<f64>) {
    let (before, goal) = (state(0), row(2));
    let after = [0, 1, 2, 3]
        .map(|axis| rule(State::new(before.position[axis], before.velocity[axis]), goal[axis]));
    put_state(0, State::new(after.map(|one| one.position), after.map(|one| one.velocity)));
}

/// Advances the state in rows 0 and 1, towards the goal in row 2; `a` and `b` are the parameters of a kind.
#[unsafe(no_mangle)]
extern "C" fn motion_step(kind: u32, w: f64, z: f64, dt: f64, a: f64, b: f64) -> u32 {
    let (spring, before, goal) = (spring(w, z), state(0), row(2));
    match kind {
        // From row 2 to row 3, damped relative to the world or to the goal.
        0 => put_state(0, spring.follow_step(dt).apply(before, goal, row(3))),
        1 => put_state(0, spring.track_step(dt).apply(before, goal, row(3))),
        // A goal whose velocity is row 3.
        2 => put_state(0, spring.goal_velocity_step(dt).apply(before, goal, row(3))),
        // An animation in rows 2 and 3, its acceleration in row 4.
        3 => put_state(0, spring.step(dt).apply_tracking(before, state(2), row(4))),
        // At rest on the goal in `a` seconds.
        4 => put_state(0, spring.landing_step(a, dt).apply(before, goal)),
        // A double spring of half-life `a`, whose intermediate state is rows 3 and 4.
        5 => {
            let step = match DoubleStep::from_halflife(a, dt) {
                Ok(step) => step,
                Err(error) => return refuse(error),
            };
            let mut double = DoubleSpring { state: before, intermediate: state(3) };
            double.update(goal, &step);
            put_state(0, double.state);
            put_state(3, double.intermediate);
        }
        // A spring that arrives in `a` seconds; `b` is the look-ahead; its intermediate goal is row 3.
        6 => {
            let mut timed = TimedSpring { state: before, intermediate: row(3) };
            let goal = TimedGoal { position: goal, time_left: a };
            timed.update(goal, &spring.timed_step(b, dt));
            put_state(0, timed.state);
            put(3, timed.intermediate);
        }
        // A spring that travels at the speed `a`.
        7 => {
            let mut moving = VelocitySpring { state: before, intermediate: row(3) };
            moving.update(goal, &spring.velocity_step(a, b, dt));
            put_state(0, moving.state);
            put(3, moving.intermediate);
        }
        // A character: row 2 is the wanted velocity, row 3 its acceleration; `a` limits that, 0 does not.
        8 => {
            let State { position, velocity } = before;
            let mut character = Character { position, velocity, acceleration: row(3) };
            let step = spring.character_step(dt);
            if a > 0.0 {
                character.update_limited(goal, &step, a);
            } else {
                character.update(goal, &step);
            }
            put_state(0, State::new(character.position, character.velocity));
            put(3, character.acceleration);
        }
        9 => put_state(0, limit_speed(before, goal, &spring.step(dt), a)),
        10 => put_state(0, limit_acceleration(before, goal, &spring.step(dt), a)),
        11 => each_axis(|state, goal| spring.step(dt).apply_angle(state, goal)),
        12 => each_axis(|state, goal| clamp_overshoot(state, goal, &spring.step(dt))),
        // Within `a` … `b`; `z` is the restitution.
        13 => each_axis(|state, _| bounce_within(state, a, b, z)),
        // A scale, all of whose components are above 0.
        14 => put_state(0, spring.step(dt).apply_scale(before, goal)),
        // The integral of the position over the step, into row 0.
        _ => put(0, spring.integral_step(dt).apply(before, goal)),
    }
    0
}

/// Writes the predicted positions, velocities and accelerations of a character at `count` times, rows of twelve numbers.
#[unsafe(no_mangle)]
extern "C" fn motion_predict(w: f64, z: f64, times: usize, count: usize, out: usize) {
    let spring = spring(w, z);
    let State { position, velocity } = state(0);
    let character = Character { position, velocity, acceleration: row(3) };
    let goal = row(2);
    // SAFETY: the other side allocated both.
    let (times, out) = unsafe { (array::<f64>(times, count), array::<[f64; 12]>(out, count)) };
    for (time, place) in times.iter().zip(out) {
        let mut later = character;
        later.update(goal, &spring.character_step(*time));
        place[..4].copy_from_slice(&later.position);
        place[4..8].copy_from_slice(&later.velocity);
        place[8..].copy_from_slice(&later.acceleration);
    }
}

/// The offset of a transition of a fixed duration: rows 0 and 1 at the time `a` after it; kind 0 a cubic, 1 a smooth step.
#[unsafe(no_mangle)]
extern "C" fn motion_timed_offset(kind: u32, duration: f64, time: f64) -> u32 {
    let curve = if kind == 0 { FadeCurve::Cubic } else { FadeCurve::SmoothStep };
    status(TimedOffset::new(state(0), duration, curve), |offset| put_state(0, offset.at(time)))
}

/// A dead blend: the last state is rows 0 and 1, the animation at `time` rows 2 and 3.
#[unsafe(no_mangle)]
extern "C" fn motion_dead_blend(halflife: f64, duration: f64, time: f64) -> u32 {
    let blend = DeadBlend::new(state(0), halflife, duration);
    status(blend, |blend| put_state(0, blend.apply(state(2), time)))
}

/// A frame of reference in the plane: origin, angle and scale, each with its rate of change.
fn frame(index: usize) -> ReferenceFrame<f64> {
    let ([x, y, vx, vy], [angle, rate, ..]) = (row(index), row(index + 1));
    let [sx, sy, dx, dy] = row(index + 2);
    let (origin, scale) = (State::new([x, y], [vx, vy]), State::new([sx, sy], [dx, dy]));
    ReferenceFrame::planar(origin, State::new(angle, rate), scale)
}

/// Carries the motion in rows 0 and 1 from the frame in rows 2 to 4 over to that in rows 5 to 7.
#[unsafe(no_mangle)]
extern "C" fn motion_carry() {
    let State { position: [x, y, ..], velocity: [vx, vy, ..] } = state(0);
    let State { position: [x, y, _], velocity: [vx, vy, _] } =
        frame(2).carry(State::new([x, y, 0.0], [vx, vy, 0.0]), &frame(5));
    put_state(0, State::new([x, y, 0.0, 0.0], [vx, vy, 0.0, 0.0]));
}

/// Writes the states of a curve through `count` points, rows of four, at `samples` parameters from 0 to 1: kind 0 Hermite
/// interpolation; 1 and 2 a spring along the points, one way and both ways.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a boundary of plain numbers")]
extern "C" fn motion_curve(
    kind: u32,
    w: f64,
    z: f64,
    traced: u32,
    closed: u32,
    points: usize,
    count: usize,
    out: usize,
    samples: usize,
) -> u32 {
    // SAFETY: the other side allocated both.
    let (points, out) =
        unsafe { (&*array::<Vector>(points, count), array::<[f64; 8]>(out, samples)) };
    let last = samples.saturating_sub(1).max(1) as f64;
    let put = |place: &mut [f64; 8], state: State<Vector>| {
        place[..4].copy_from_slice(&state.position);
        place[4..].copy_from_slice(&state.velocity);
    };
    if kind == 0 {
        for (index, place) in out.iter_mut().enumerate() {
            put(place, piecewise_interpolation(points, index as f64 / last));
        }
        return 0;
    }
    let spring = spring(w, z);
    let curve = if traced == 1 {
        sprung::motion::SpringSpline::interpolating(points, &spring)
    } else {
        sprung::motion::SpringSpline::approximating(points, &spring)
    };
    let curve = curve.and_then(|curve| if closed == 1 { curve.closed() } else { Ok(curve) });
    status(curve, |curve| {
        for (index, place) in out.iter_mut().enumerate() {
            let u = curve.max_parameter() * (index as f64 / last);
            put(place, if kind == 1 { curve.causal(u) } else { curve.zero_phase(u) });
        }
    })
}

fn rotation(index: usize) -> Rotation<f64> {
    Rotation::from_xyzw(row(index))
}

/// Advances the rotation in row 0 (x, y, z, w) with the angular velocity in row 1 towards the one in row 2. Kinds: 0 and 1 the
/// short and the long way; 2 a damper of the rate `w`; 3 and 4 from row 2 to row 3, damped relative to the world and to the
/// goal; 5 a goal with the angular velocity in row 3.
#[unsafe(no_mangle)]
extern "C" fn motion_rotation(kind: u32, w: f64, z: f64, dt: f64) {
    let [x, y, z_part, _] = row(1);
    let before = RotationState::new(rotation(0), [x, y, z_part]);
    let goal = rotation(2);
    if kind == 2 {
        put(0, damper(w).step(dt).apply_rotation(before.rotation, goal).xyzw());
        return;
    }
    let spring = spring(w, z);
    let after = match kind {
        0 => spring.step(dt).apply_rotation_along(before, goal, RotationPath::Shortest),
        1 => spring.step(dt).apply_rotation_along(before, goal, RotationPath::Longest),
        3 => spring.follow_step(dt).apply_rotation(before, goal, rotation(3)),
        4 => spring.track_step(dt).apply_rotation(before, goal, rotation(3)),
        _ => {
            let [x, y, z, _] = row(3);
            spring.goal_velocity_step(dt).apply_rotation(before, goal, [x, y, z])
        }
    };
    put(0, after.rotation.xyzw());
    let [x, y, z] = after.angular_velocity;
    put(1, [x, y, z, 0.0]);
}

/// Converts rotations in place: kind 0 a rotation vector to a quaternion, 1 back, 2 the first and then that of row 1,
/// 3 rotates the vector in row 1.
#[unsafe(no_mangle)]
extern "C" fn motion_rotate(kind: u32) {
    let [x, y, z, _] = row(if kind == 0 { 0 } else { 1 });
    let padded = |[x, y, z]: [f64; 3]| [x, y, z, 0.0];
    put(
        0,
        match kind {
            0 => Rotation::from_rotation_vector([x, y, z]).xyzw(),
            1 => padded(rotation(0).to_rotation_vector()),
            2 => rotation(0).then(&rotation(1)).xyzw(),
            _ => padded(rotation(0).rotate([x, y, z])),
        },
    );
}

/// Nissen's coefficients of a spring at a time step: `c_s` and `c_d`, exact (0) or of backward Euler (1).
#[unsafe(no_mangle)]
extern "C" fn motion_soft(kind: u32, w: f64, z: f64, dt: f64) {
    let spring = spring(w, z);
    let soft = if kind == 0 {
        SoftCoefficients::exact(&spring, dt)
    } else {
        SoftCoefficients::backward_euler(&spring, dt)
    };
    numbers()[..2].copy_from_slice(&[soft.c_s, soft.c_d]);
}
