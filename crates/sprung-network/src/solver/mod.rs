//! The production solver: many small steps, each one sweep over positions and one over velocities.
//!
//! Per sub-step `h`, in this order:
//!
//! 1. velocities take gravity and drag, and carry the particles to predicted positions;
//! 2. every edge moves its ends toward its rest length by its fraction `p`, one after another (position-based
//!    dynamics; Macklin et al., *Small Steps in Physics Simulation*, 2019); those of hubs there and back;
//! 3. what was moved, divided by `h`, is added to the velocities;
//! 4. every edge takes the fraction `q` of its length rate out of the velocities, along the directions of 2.
//!
//! Ropes, hair and branching trees take 2 and 4 whole: every link exactly, by a direct solve of linear cost.
//!
//! `p` and `q` are made from the pair (C_s, C_d) of the edge's [`Stiffness`](crate::Stiffness) at `h`: the implicit steps of its
//! edge and of its damper. The fourth part keeps the energy from growing in any order of edges.
//!
//! Once per step the parts that hang on nothing and touch nothing get back the momentum that 2 and rounding took.
//!
//! Accuracy: stiffness is exact at rest; in motion the method is of first order in `h`. A edge of angular frequency ω
//! loses the part `ω²h/2` of its amplitude per second, and what turns about a pin with Ω the part `Ω²h` of its speed.
//! A free body keeps momentum and angular momentum to 1e-5 over ten seconds at any number of sub-steps.

mod contacts;
mod energy;
mod energy_limit;
mod interaction;
mod layout;
mod momentum;
mod projections;
mod schedule;
mod settings;
mod sleep;
mod state;
mod step;
mod substep;
mod tearing;
#[cfg(test)]
mod tests;

pub use settings::Settings;
pub use state::Solver;
