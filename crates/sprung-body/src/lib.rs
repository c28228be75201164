//! Springs on rigid bodies, for any physics engine: mass, inertia and velocity in, impulse out.
//!
//! A spring here is a soft constraint. Each is prepared once per time step from the bodies as they are, and then solved:
//! it changes velocities, and the engine moves the bodies by them. Its strength is a frequency and a damping ratio, kept
//! for every mass, inertia, lever and time step, or a [`Stiffness`] in N/m, on which a heavier body sinks deeper.
//!
//! ```
//! use sprung::Spring;
//! use sprung_body::{Attachment, Body, Bridge};
//!
//! // Drag a corner of a cube towards the mouse.
//! let mut cube = Body::new(2.0f32, [0.5, 0.5, 0.5]);
//! let mut world = Body::fixed();
//! let mut drag = Attachment::new(Spring::from_frequency(4.0, 0.7)?, [0.5, 0.5, 0.5], [0.0, 0.0, 0.0]);
//! drag.prepare(&cube, &world, Bridge::default(), 1.0 / 60.0);
//! drag.solve(&mut cube, &mut world);
//! assert!(cube.velocity[0] < 0.0);
//! # Ok::<(), sprung::ParameterError>(())
//! ```
//!
//! | spring | what it does |
//! |---|---|
//! | [`Attachment`] | pulls a point of one body to a point of another, or of the world |
//! | [`Distance`] | keeps two points at a distance; as a rope, or only pushing |
//! | [`Suspension`] | pushes along a ray: wheels, hovering |
//! | [`Orientation`] | turns a body to a rotation |
//! | [`Swing`] | turns one axis of a body to a direction: stay upright, look at |
//! | [`LinearMotor`], [`AngularMotor`] | drive a velocity, with a limit of force |
//! | [`LinearServo`], [`AngularServo`] | bring a slide or a hinge to a position, with a limit of force |
//! | [`Pose`] | all six degrees of freedom, by velocity change or by force |
//! | [`Contact`] | pushes bodies apart; [`Ground`] says how, from trampoline to quicksand to concrete |
//!
//! Each step is Prepare, Warm start, Solve: `prepare` reads the bodies, `warm_start` (if several springs share bodies and
//! are solved in a few passes) begins with the impulse of the step before, `solve` corrects the velocities. The impulse of
//! a spring is a public field, so that it can be kept, shown, or broken at.
//!
//! Gravity and other known forces belong into [`Body::load`]: a spring that knows what the engine is about to add holds a
//! weight exactly `a/ω²` from its goal, whatever the step.
//!
//! [`Bridge::Auto`], the default, follows the damped spring of the core to the last digits where that is safe in any
//! company, and is backward Euler otherwise. [`Bridge::Exact`] does so for a spring that alone holds a body.
//!
//! Sources: G. Fiedler, *Spring Physics*; H. Bowles, *Spring dynamics for production*; M. Schmidt Nissen, *How to make
//! your damped springs stiffer, more stable and easier to tune*; E. Catto, *Soft Constraints*.
//!
//! The feature `serde` saves and reads bodies, grounds and what springs are set to; prepare a spring that was read before it
//! is solved.
#![no_std]

#[cfg(test)]
extern crate std;

mod body;
mod bounce;
mod bridge;
mod effective_mass;
mod load;
mod matrix;
#[cfg(feature = "serde")]
mod saved;
mod softness;
mod stiffness;

mod attachment;
mod contact;
mod distance;
mod ground;
mod motor;
mod orientation;
mod pose;
mod servo;
mod stable_pd;
mod suspension;
mod swing;

pub use attachment::Attachment;
pub use body::{Body, Impulse};
pub use bridge::Bridge;
pub use contact::{Contact, contact_force, contact_force_unclipped};
pub use distance::{DampedMotion, Distance, Reach};
pub use ground::Ground;
pub use load::Load;
pub use matrix::Matrix3;
pub use motor::{AngularMotor, LinearMotor};
pub use orientation::Orientation;
pub use pose::Pose;
pub use servo::{AngularServo, LinearServo};
pub use stable_pd::{stable_pd_frequency, stable_pd_impulse, stable_pd_velocity_change};
pub use stiffness::{Damping, Stiffness};
pub use suspension::Suspension;
pub use swing::Swing;
