//! Records the impulses of edges while they are solved, for the forces of a step.
//!
//! A sweep over positions moves the ends of an edge by `w λ n`, which the update of the velocities divides by the sub-step
//! `h`: an impulse of `λ/h`. A sweep over velocities gives its impulse at once. The sum over a step, divided by the step,
//! is the mean force, whatever the number of sub-steps. The recorder is only in steps that ask for it; those that do not
//! run the same kernels without it.

use alloc::vec::Vec;

/// The impulses of all edges in a step, N·s, > 0 where an edge pulls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) impulses: Vec<f64>,
    /// The impulse per recorded number.
    scale: f64,
}

impl Recorder {
    /// Starts a step of a network of `edges` edges. Allocates if it had fewer.
    pub(crate) fn begin(&mut self, edges: usize) {
        self.impulses.clear();
        self.impulses.resize(edges, 0.0);
    }

    /// From here on numbers are in kg·m, moved in a sub-step of `h` seconds.
    pub(crate) fn in_positions(&mut self, h: f32) {
        self.scale = 1.0 / f64::from(h);
    }

    /// From here on numbers are in N·s.
    pub(crate) fn in_velocities(&mut self) {
        self.scale = 1.0;
    }

    /// Adds what each of some lanes has pulled; `u32::MAX` is no edge.
    #[inline]
    pub(crate) fn add(&mut self, edges: &[u32], pulls: impl IntoIterator<Item = f32>) {
        for (&edge, pull) in edges.iter().zip(pulls) {
            if let Some(sum) = self.impulses.get_mut(edge as usize) {
                *sum += self.scale * f64::from(pull);
            }
        }
    }
}
