//! The interface of an engine in a race, and the goals of its springs.

use super::springs::Springs;
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

/// The number of steps for which goals stay the same: half a second of frames.
const GOAL_STEPS: u32 = 32;

/// Two goals for every spring, taken in turn.
pub(super) struct Goals<T> {
    now: Aligned<T>,
    next: Aligned<T>,
    steps: u32,
}

impl<T: Precision> Goals<T> {
    pub(super) fn of(springs: &Springs) -> Self {
        Goals { now: aligned(&springs.goal), next: aligned(&springs.next_goal), steps: 0 }
    }

    /// Returns the goals of this step, and whether they have changed.
    pub(super) fn of_step(&mut self) -> (&[T], bool) {
        let changes = self.steps == GOAL_STEPS;
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
pub(super) type Columns<T> = Springs<Aligned<T>>;

struct Loop<T, F> {
    columns: Columns<T>,
    goals: Goals<T>,
    step: F,
}

/// A column of the bench's numbers in one precision.
fn aligned<T: Precision>(values: &[f64]) -> Aligned<T> {
    Aligned::new(values.iter().map(|&x| T::nearest(x)), T::nearest(0.0))
}

/// An engine that is one function over columns and goals.
pub(super) fn over_columns<T: Precision>(
    springs: &Springs,
    step: impl FnMut(&mut Columns<T>, &[T]) + 'static,
) -> Box<dyn Engine> {
    let goals = Goals::of(springs);
    Box::new(Loop { columns: springs.map(aligned), goals, step })
}

/// An engine that takes the springs one by one: `step` of `[ω, ζ, dt]`, position and velocity, and goal.
pub(super) fn one_by_one<T: Precision>(
    springs: &Springs,
    step: impl Fn([T; 3], (T, T), T) -> (T, T) + 'static,
) -> Box<dyn Engine> {
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        for (i, &g) in goal.iter().enumerate() {
            let parameters = [c.angular_frequency[i], c.damping_ratio[i], c.dt[i]];
            let moved = step(parameters, (c.position[i], c.velocity[i]), g);
            (c.position[i], c.velocity[i]) = moved;
        }
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
