//! Batches over columns in this module's memory, in single and in double precision.

use sprung::{Damper, RestThreshold, Spring};
use sprung_batch::{Batch, Float, ParamData, SpringParams};

use crate::exchange::{array, numbers};
use crate::parameters::{damper, spring};

/// Where the columns of a call are, from the numbers of the exchange.
struct Columns {
    count: usize,
    /// Addresses of up to four columns of state.
    state: [usize; 4],
    /// Addresses of up to five parameters; 0 for one number for all.
    parameters: [usize; 5],
    shared: [f64; 5],
    rest: [f64; 2],
}

impl Columns {
    fn read(count: usize) -> Self {
        let all = numbers();
        let address = |at: usize| all[at] as usize;
        Columns {
            count,
            state: [0, 1, 2, 3].map(address),
            parameters: [4, 5, 6, 7, 8].map(address),
            shared: [all[9], all[10], all[11], all[12], all[13]],
            rest: [all[14], all[15]],
        }
    }

    fn state<T>(&self, index: usize) -> &'static mut [T] {
        // SAFETY: the other side allocated `count` numbers, a column each.
        unsafe { array(self.state[index], self.count) }
    }

    fn parameter<T: Float>(&self, index: usize) -> ParamData<'static, T> {
        match self.parameters[index] {
            0 => ParamData::Shared(T::from_f64(self.shared[index])),
            // SAFETY: the other side allocated `count` numbers, a column each.
            address => ParamData::Each(unsafe { array(address, self.count) }),
        }
    }
}

/// A spring in the precision of the columns.
fn spring_of<T: Float>(w: f64, z: f64) -> Spring<T> {
    let (spring, of) = (spring(w, z), T::from_f64);
    let read = if w < 0.0 {
        Spring::from_stiffness_and_damping(T::ZERO, of(spring.damping()))
    } else {
        Spring::new(of(w), of(z))
    };
    read.unwrap_or_else(|_| Spring::clamped(of(w), of(z)))
}

fn damper_of<T: Float>(rate: f64) -> Damper<T> {
    Damper::from_rate(T::from_f64(damper(rate).rate()))
        .unwrap_or_else(|_| Damper::clamped_halflife(T::ZERO))
}

fn advance<T: Float>(kind: u32, w: f64, z: f64, dt: f64, columns: &Columns) {
    let [distance, speed] = columns.rest;
    let mut batch = Batch::<T>::new();
    if distance > 0.0 || speed > 0.0 {
        batch = batch.with_rest(RestThreshold {
            distance: T::from_f64(distance),
            speed: T::from_f64(speed),
        });
    }
    let (first, second) = (columns.state::<T>(0), columns.state::<T>(1));
    let parameter = |index| columns.parameter::<T>(index);
    let step = T::from_f64(dt);
    match kind {
        0 => batch.spring(&spring_of(w, z).step(step), first, second, parameter(0)),
        1 | 2 => {
            let spring = spring_of(w, z);
            let step = if kind == 1 { spring.follow_step(step) } else { spring.track_step(step) };
            batch.spring_moving_goal(&step, first, second, parameter(0), parameter(1));
        }
        3 => {
            let step = spring_of(w, z).goal_velocity_step(step);
            batch.spring_goal_velocity(&step, first, second, parameter(0), parameter(1));
        }
        4 => {
            let (angular_frequency, damping_ratio) = (parameter(1), parameter(2));
            let springs = SpringParams { angular_frequency, damping_ratio, dt: parameter(3) };
            batch.springs(springs, first, second, parameter(0));
        }
        5 => batch.critical_springs(parameter(1), parameter(3), first, second, parameter(0)),
        6 => batch.damper(&damper_of(w).step(step), first, parameter(0)),
        7 => {
            let step = damper_of(w).follow_step(step);
            batch.damper_moving_goal(&step, first, parameter(0), parameter(1));
        }
        8 => batch.dampers(parameter(1), parameter(3), first, parameter(0)),
        9 => {
            let acceleration = columns.state(2);
            batch.characters(parameter(1), parameter(3), first, second, acceleration, parameter(0));
        }
        _ => {
            let (position, velocity) = (columns.state(2), columns.state(3));
            batch.inertialize(parameter(1), parameter(3), first, second, position, velocity);
        }
    }
}

/// Advances `count` springs in columns of `f32`; see `advance`.
#[unsafe(no_mangle)]
extern "C" fn batch_f32(kind: u32, w: f64, z: f64, dt: f64, count: usize) {
    advance::<f32>(kind, w, z, dt, &Columns::read(count));
}

/// Advances `count` springs in columns of `f64`.
#[unsafe(no_mangle)]
extern "C" fn batch_f64(kind: u32, w: f64, z: f64, dt: f64, count: usize) {
    advance::<f64>(kind, w, z, dt, &Columns::read(count));
}
