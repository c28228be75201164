//! The common integrators on a spring, for comparison.

use sprung::integrate::{FixedTimestep, Method, euler_damper, substep_capped, substep_uniform};
use sprung::{Spring, State};

use crate::exchange::{array, numbers, refuse};
use crate::parameters::spring;

/// The method of a number, in the order of [`Method::ALL`].
fn method(kind: u32) -> Method {
    Method::ALL.get(kind as usize).copied().unwrap_or(Method::Exact)
}

/// One step of a spring towards a held goal.
fn advance(kind: u32, w: f64, z: f64, goal: [f64; 2]) -> impl Fn(State<f64>, f64) -> State<f64> {
    let (method, spring): (Method, Spring<f64>) = (method(kind), spring(w, z));
    move |state, dt| method.step(state, goal[0], goal[1], &spring, dt)
}

/// Writes the positions and velocities before and after each of `steps` steps, two columns. The first four numbers are
/// position, velocity, goal and goal velocity.
#[unsafe(no_mangle)]
extern "C" fn integrate_run(kind: u32, w: f64, z: f64, dt: f64, steps: usize, out: usize) {
    let [x, v, goal, goal_velocity, ..] = *numbers();
    let step = advance(kind, w, z, [goal, goal_velocity]);
    // SAFETY: the other side allocated both columns.
    let out = unsafe { array::<f64>(out, 2 * (steps + 1)) };
    let (positions, velocities) = out.split_at_mut(steps + 1);
    let mut state = State::new(x, v);
    for (position, velocity) in positions.iter_mut().zip(velocities) {
        (*position, *velocity) = (state.position, state.velocity);
        state = step(state, dt);
    }
}

/// Advances columns by one step: the addresses of positions, velocities, goals and goal velocities are the first four numbers.
#[unsafe(no_mangle)]
extern "C" fn integrate_advance(kind: u32, w: f64, z: f64, dt: f64, count: usize) {
    let (method, spring) = (method(kind), spring(w, z));
    let at = |column: usize| numbers()[column] as usize;
    // SAFETY: the other side allocated all four.
    let [positions, velocities, goals, speeds] =
        [at(0), at(1), at(2), at(3)].map(|at| unsafe { array::<f64>(at, count) });
    for index in 0..count {
        let state = State::new(positions[index], velocities[index]);
        let State { position, velocity } =
            method.step(state, goals[index], speeds[index], &spring, dt);
        (positions[index], velocities[index]) = (position, velocity);
    }
}

/// Advances values towards goals by explicit Euler on a damper: the addresses of both are the first two numbers.
#[unsafe(no_mangle)]
extern "C" fn integrate_damper(rate: f64, dt: f64, count: usize) {
    let at = |column: usize| numbers()[column] as usize;
    // SAFETY: the other side allocated both.
    let [values, goals] = [at(0), at(1)].map(|at| unsafe { array::<f64>(at, count) });
    for (value, goal) in values.iter_mut().zip(goals) {
        *value = euler_damper(*value, *goal, rate, dt);
    }
}

/// Writes the states at the end of `count` frames of uneven length, in sub-steps of at most `max_dt` seconds: two columns
/// over the lengths. Rules: 0 capped, 1 uniform, 2 fixed, 3 fixed with debt.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a boundary of plain numbers")]
extern "C" fn integrate_frames(
    rule: u32,
    kind: u32,
    w: f64,
    z: f64,
    max_dt: f64,
    max_updates: u32,
    count: usize,
    frames: usize,
    out: usize,
) -> u32 {
    let [x, v, goal, goal_velocity, ..] = *numbers();
    let step = advance(kind, w, z, [goal, goal_velocity]);
    // SAFETY: the other side allocated all three columns.
    let (frames, out) = unsafe { (array::<f64>(frames, count), array::<f64>(out, 2 * count)) };
    let (positions, velocities) = out.split_at_mut(count);
    let mut state = State::new(x, v);
    let made = if rule == 2 {
        FixedTimestep::new(state, max_dt, max_updates)
    } else {
        FixedTimestep::keeping_debt(state, max_dt, max_updates)
    };
    let mut fixed = match made {
        Ok(fixed) => fixed,
        Err(error) => return refuse(error),
    };
    for ((dt, position), velocity) in frames.iter().zip(positions).zip(velocities) {
        state = match rule {
            0 => substep_capped(state, *dt, max_dt, max_updates, &step).state,
            1 => substep_uniform(state, *dt, max_dt, max_updates, &step).state,
            _ => {
                fixed.update(*dt, &step);
                fixed.state()
            }
        };
        (*position, *velocity) = (state.position, state.velocity);
    }
    0
}

/// The phase `ω·dt` below which a method is stable.
#[unsafe(no_mangle)]
extern "C" fn integrate_limit(kind: u32, damping_ratio: f64) -> f64 {
    method(kind).stability_limit(damping_ratio)
}
