//! The interface of an engine in a race, and the goals of its springs.

use super::springs::{FEW, SIZES, Springs};
use std::ops::{Deref, DerefMut, Range};
use testkit::precision::Precision;

/// An engine: holds springs in its own layout and advances them.
pub(super) trait Engine {
    /// Advances all springs by one time step. The goals change at intervals, so that no spring comes to rest.
    fn step(&mut self);
    /// Position and velocity of every spring.
    fn states(&self) -> Vec<(f64, f64)>;
}

/// Makes an engine that holds these springs.
pub(super) type Make = fn(&Springs) -> Box<dyn Engine>;

/// One engine of a case.
pub(super) struct Contestant {
    pub(super) name: &'static str,
    pub(super) make: Make,
    /// The maximum error of one step, over the natural scale.
    pub(super) error: fn(Make) -> f64,
    /// Bytes per spring that a step has to read and write, where memory is the limit.
    pub(super) bytes: Option<f64>,
    /// The sizes that it races at.
    pub(super) sizes: &'static [usize],
}

impl Contestant {
    pub(super) const fn new(name: &'static str, make: Make, error: fn(Make) -> f64) -> Self {
        Contestant { name, make, error, bytes: None, sizes: &SIZES }
    }

    pub(super) const fn moving(self, bytes: f64) -> Self {
        Contestant { bytes: Some(bytes), ..self }
    }

    pub(super) const fn out_of_cache_only(self) -> Self {
        Contestant { sizes: &[SIZES[1]], ..self }
    }

    pub(super) const fn few(self) -> Self {
        Contestant { sizes: &FEW, ..self }
    }
}

/// The number of steps for which goals are held: half a second of frames.
const HELD: u32 = 32;

/// Two goals for every spring, taken in turn.
pub(super) struct Goals<T> {
    now: Aligned<T>,
    next: Aligned<T>,
    steps: u32,
}

impl<T> Goals<T> {
    pub(super) fn new(now: Aligned<T>, next: Aligned<T>) -> Self {
        Goals { now, next, steps: 0 }
    }

    /// Returns the goals of this step, and whether they have changed.
    pub(super) fn of_step(&mut self) -> (&[T], bool) {
        let changes = self.steps == HELD;
        if changes {
            std::mem::swap(&mut self.now, &mut self.next);
            self.steps = 0;
        }
        self.steps += 1;
        (&self.now, changes)
    }
}

/// A column that starts at a multiple of 64 bytes, so that no vector of any engine lies across two cache lines.
pub(super) struct Aligned<T> {
    buffer: Vec<T>,
    range: Range<usize>,
}

impl<T: Copy> Aligned<T> {
    pub(super) fn new(values: impl ExactSizeIterator<Item = T>, filler: T) -> Self {
        let len = values.len();
        let mut buffer = vec![filler; len + 64];
        let start = buffer.as_ptr().align_offset(64);
        for (place, value) in buffer[start..].iter_mut().zip(values) {
            *place = value;
        }
        Aligned { buffer, range: start..start + len }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.buffer[self.range.clone()]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.range.clone()]
    }
}

/// Springs as columns, the layout of everything that is a loop.
pub(super) struct Columns<T> {
    pub(super) angular_frequency: Aligned<T>,
    pub(super) damping_ratio: Aligned<T>,
    pub(super) halflife: Aligned<T>,
    pub(super) dt: Aligned<T>,
    pub(super) position: Aligned<T>,
    pub(super) velocity: Aligned<T>,
}

struct Loop<T, F> {
    columns: Columns<T>,
    goals: Goals<T>,
    step: F,
}

/// A column of the bench's numbers in one precision.
pub(super) fn aligned<T: Precision>(values: &[f64]) -> Aligned<T> {
    Aligned::new(values.iter().map(|&x| T::nearest(x)), T::nearest(0.0))
}

/// An engine that is one function over columns and goals.
pub(super) fn over_columns<T: Precision>(
    springs: &Springs,
    step: impl FnMut(&mut Columns<T>, &[T]) + 'static,
) -> Box<dyn Engine> {
    Box::new(Loop {
        columns: Columns {
            angular_frequency: aligned(&springs.angular_frequency),
            damping_ratio: aligned(&springs.damping_ratio),
            halflife: aligned(&springs.halflife),
            dt: aligned(&springs.dt),
            position: aligned(&springs.position),
            velocity: aligned(&springs.velocity),
        },
        goals: Goals::new(aligned(&springs.goal), aligned(&springs.next_goal)),
        step,
    })
}

impl<T: Precision, F: FnMut(&mut Columns<T>, &[T])> Engine for Loop<T, F> {
    fn step(&mut self) {
        let (goals, _) = self.goals.of_step();
        (self.step)(&mut self.columns, goals);
    }

    fn states(&self) -> Vec<(f64, f64)> {
        let Columns { position, velocity, .. } = &self.columns;
        position.iter().zip(velocity.iter()).map(|(x, v)| (x.to_f64(), v.to_f64())).collect()
    }
}
