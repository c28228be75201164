//! The production solver: many small steps, each with one Gauss–Seidel sweep over positions and one over velocities.
//! `substep.rs` opens with the stages and the blocks.
//!
//! Per sub-step `h`, in this order:
//!
//! 1. velocities take gravity and drag, and particles move to predicted positions;
//! 2. every edge moves its ends toward its rest length by its fraction `p`, one after another (Gauss–Seidel on positions;
//!    Macklin et al., *Small Steps in Physics Simulation*, 2019); those of hubs forward and backward;
//! 3. what was moved, divided by `h`, is added to the velocities;
//! 4. every edge removes the fraction `q` of its length rate from the velocities, along the directions of 2.
//!
//! For ropes, hair and trees 2 and 4 are direct solves of linear cost: every link exactly.
//!
//! `p` and `q` follow from the [`Stiffness`](crate::Stiffness) of the edge at `h`: the backward Euler steps of its spring and
//! of its damper. The fourth part keeps the energy from growing in any order of edges.
//!
//! Once per step the free components that touch nothing get back the momentum that 2 and rounding took.
//!
//! Accuracy: stiffness is exact at rest; in motion the method is of first order in `h`. An edge of angular frequency ω
//! loses the part `ω²h/2` of its amplitude per second, and what turns about a fixed particle with Ω the part `Ω²h` of its speed.
//! A free body keeps momentum and angular momentum to 1e-5 over ten seconds at any number of sub-steps.

mod accuracy;
mod aero;
mod air;
#[cfg(feature = "serde")]
mod air_saved;
mod asleep;
mod bending;
mod cell_groups;
mod cells;
mod changes;
mod contacts;
mod coupling;
mod drag;
mod dragging;
mod enclosed;
mod energy;
mod energy_account;
mod energy_limit;
mod fabrics;
mod force_limits;
mod forces;
mod gains;
mod hinges;
mod interaction;
mod islands;
mod layout;
mod measured_step;
mod momentum;
mod pick;
mod projections;
mod quarantine;
#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "serde")]
mod saved_fields;
mod schedule;
#[cfg(feature = "self-contact")]
mod self_contact;
#[cfg(not(feature = "self-contact"))]
#[path = "no_self_contact.rs"]
mod self_contact;
mod settings;
mod skin;
mod skinning;
mod sleep;
mod state;
mod step;
mod substep;
mod tearing;
#[cfg(test)]
pub(crate) mod tests;
mod touch;
mod volumes;
mod weaving;

pub use coupling::{Attachment, BodyCollider, BodyCoupling};
pub use drag::Drag;
pub use forces::Forces;
pub use pick::ClosestPoint;
pub use settings::Settings;
pub use state::Solver;
