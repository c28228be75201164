//! One step of many components that share a spring, in place: loops over the core's steps.

use sprung::{Spring, State};

use crate::exchange::{array, numbers};
use crate::parameters::{damper, spring};

/// The arrays of a call, of equal lengths.
struct Columns<'a, T> {
    position: &'a mut [T],
    velocity: &'a mut [T],
    goal: &'a [T],
    /// The second parameter of a kind that has two: the end of a goal's way, the velocity of a goal.
    extra: &'a [T],
}

/// A number as it is stored; all arithmetic is in `f64`.
trait Stored: Copy {
    fn read(self) -> f64;
    fn store(value: f64) -> Self;
}

impl Stored for f64 {
    #[inline(always)]
    fn read(self) -> f64 {
        self
    }
    #[inline(always)]
    fn store(value: f64) -> Self {
        value
    }
}

impl Stored for f32 {
    #[inline(always)]
    fn read(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn store(value: f64) -> Self {
        value as f32
    }
}

impl<T: Stored> Columns<'_, T> {
    #[inline(always)]
    fn each(self, step: impl Fn(State<f64>, f64, f64) -> State<f64>) {
        let state = self.position.iter_mut().zip(self.velocity);
        for ((position, velocity), (goal, extra)) in state.zip(self.goal.iter().zip(self.extra)) {
            let before = State::new(position.read(), velocity.read());
            let after = step(before, goal.read(), extra.read());
            (*position, *velocity) = (T::store(after.position), T::store(after.velocity));
        }
    }
}

fn advance<T: Stored>(kind: u32, spring: &Spring<f64>, dt: f64, columns: Columns<'_, T>) {
    match kind {
        0 => {
            let step = spring.step(dt);
            columns.each(
                #[inline(always)]
                |state, goal, _| step.apply(state, goal),
            );
        }
        1 | 2 => {
            let step = if kind == 1 { spring.follow_step(dt) } else { spring.track_step(dt) };
            columns.each(
                #[inline(always)]
                |state, from, to| step.apply(state, from, to),
            );
        }
        _ => {
            let step = spring.goal_velocity_step(dt);
            columns.each(
                #[inline(always)]
                |state, goal, velocity| step.apply(state, goal, velocity),
            );
        }
    }
}

fn columns<'a, T: 'a>(count: usize) -> Columns<'a, T> {
    let all = numbers();
    // SAFETY: the other side allocated four arrays of `count` numbers.
    let [position, velocity, goal, extra] =
        [0, 1, 2, 3].map(|at| unsafe { array(all[at] as usize, count) });
    Columns { position, velocity, goal, extra }
}

/// Advances `count` components, whose arrays are at the addresses in the first four numbers; `single` is 1 for `f32`.
/// Kinds: 0 a goal that is held; 1 and 2 one that moves to `extra`, damped relative to the world and to the goal; 3 one
/// with the velocity `extra`.
#[unsafe(no_mangle)]
extern "C" fn step_springs(single: u32, kind: u32, w: f64, z: f64, dt: f64, count: usize) {
    let spring = spring(w, z);
    if single == 1 {
        advance(kind, &spring, dt, columns::<f32>(count));
    } else {
        advance(kind, &spring, dt, columns::<f64>(count));
    }
}

fn damp<T: Stored>(rate: f64, dt: f64, columns: Columns<'_, T>) {
    let step = damper(rate).step(dt);
    for (value, goal) in columns.position.iter_mut().zip(columns.goal) {
        *value = T::store(step.apply(value.read(), goal.read()));
    }
}

/// Advances `count` values by a damper, of the arrays in the first and third number.
#[unsafe(no_mangle)]
extern "C" fn step_dampers(single: u32, rate: f64, dt: f64, count: usize) {
    if single == 1 {
        damp(rate, dt, columns::<f32>(count));
    } else {
        damp(rate, dt, columns::<f64>(count));
    }
}
