//! Records the impulses of edges while they are solved, for the forces of a step.
//!
//! A sweep over positions moves the ends of an edge by `w λ n`, which the update of the velocities divides by the sub-step
//! `h`: an impulse of `λ/h`. A sweep over velocities gives its impulse at once. The sum over a step, divided by the step,
//! is the mean force, whatever the number of sub-steps. The recorder is only in steps that ask for it; those that do not
//! run the same kernels without it.

use alloc::vec::Vec;

use crate::geometry::vector::dot;

/// No edge, and no held edge.
const NONE: u32 = u32::MAX;

/// The impulses of all edges in a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    /// Of each edge, N·s, > 0 where it pulls.
    pub(crate) impulses: Vec<f64>,
    /// The impulse per recorded number.
    scale: f64,
    /// Of each edge its place among those that have a fixed end.
    place: Vec<u32>,
    pub(crate) held: Vec<Held>,
}

/// An edge with a fixed end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) fixed: u32,
    /// From the fixed end to the other, as it was when it pulled last.
    direction: [f32; 3],
    /// What it has given to the fixed end, N·s, along the directions in which it did.
    pub(crate) impulse: [f64; 3],
}

impl Recorder {
    /// Room for the edges of a network.
    pub(crate) fn make_room(&mut self, edges: usize) {
        self.impulses.reserve(edges.saturating_sub(self.impulses.len()));
        self.place.reserve(edges.saturating_sub(self.place.len()));
        self.held.reserve(edges.saturating_sub(self.held.len()));
    }

    /// Starts a step of a network of `edges` edges. Allocates if it had fewer.
    pub(crate) fn begin(&mut self, edges: usize) {
        self.impulses.clear();
        self.impulses.resize(edges, 0.0);
        self.place.clear();
        self.place.resize(edges, NONE);
        self.held.clear();
    }

    /// Adds an edge with a fixed end, and the offset of its other end from there.
    pub(crate) fn hold(&mut self, edge: usize, fixed: usize, direction: [f32; 3]) {
        self.place[edge] = self.held.len() as u32;
        self.held.push(Held { fixed: fixed as u32, direction, impulse: [0.0; 3] });
    }

    /// From here on numbers are in kg·m, moved in a sub-step of `h` seconds.
    pub(crate) fn in_positions(&mut self, h: f32) {
        self.scale = 1.0 / f64::from(h);
    }

    /// From here on numbers are in N·s.
    pub(crate) fn in_velocities(&mut self) {
        self.scale = 1.0;
    }

    /// Adds what each of some lanes has pulled, along a direction of either sense; `u32::MAX` is no edge.
    #[inline]
    pub(crate) fn add<const W: usize>(
        &mut self,
        edges: &[u32; W],
        pulls: &[f32; W],
        directions: &[[f32; W]; 3],
    ) {
        for (lane, (&edge, &pull)) in edges.iter().zip(pulls).enumerate() {
            let Some(sum) = self.impulses.get_mut(edge as usize) else { continue };
            let impulse = self.scale * f64::from(pull);
            *sum += impulse;
            if let Some(held) = self.held.get_mut(self.place[edge as usize] as usize) {
                held.add(impulse, [0, 1, 2].map(|c| directions[c][lane]));
            }
        }
    }
}

impl Held {
    fn add(&mut self, impulse: f64, direction: [f32; 3]) {
        let turned = dot(direction, self.direction) < 0.0;
        self.direction = if turned { direction.map(|c| -c) } else { direction };
        let sums = self.impulse.iter_mut().zip(self.direction);
        sums.for_each(|(sum, c)| *sum += impulse * f64::from(c));
    }
}
