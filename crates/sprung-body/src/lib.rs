//! Springs on rigid bodies, for any physics engine: from mass, inertia and velocity to an impulse.
//!
//! A spring here is a soft constraint. Each is prepared once per time step from the bodies as they are, and then solved:
//! it changes velocities, and the engine moves the bodies by them. Its strength is a frequency and a damping ratio, kept
//! for every mass, inertia, lever and time step, or a [`Stiffness`] in N/m, on which a heavier body sinks deeper.
//!
//! ```
//! use sprung::Spring;
//! use sprung_body::{PointSpring, Body, Discretization};
//!
//! // Drag a corner of a cube towards the mouse.
//! let mut cube = Body::new(2.0f32, [0.5, 0.5, 0.5]);
//! let mut world = Body::fixed();
//! let mut drag = PointSpring::new(Spring::from_frequency(4.0, 0.7)?, [0.5, 0.5, 0.5], [0.0, 0.0, 0.0]);
//! drag.prepare(&cube, &world, Discretization::default(), 1.0 / 60.0);
//! drag.solve(&mut cube, &mut world);
//! assert!(cube.velocity[0] < 0.0);
//! # Ok::<(), sprung::ParameterError>(())
//! ```
//!
//! | spring | what it does |
//! |---|---|
//! | [`PointSpring`] | pulls a point of one body to a point of another, or of the world |
//! | [`DistanceSpring`] | keeps two points at a distance; as a rope, or only pushing |
//! | [`Suspension`] | pushes along a ray: wheels, hovering |
//! | [`OrientationSpring`] | turns a body to a rotation |
//! | [`SwingSpring`] | turns one axis of a body to a direction: stay upright, look at |
//! | [`LinearMotor`], [`AngularMotor`] | drive a velocity, with a limit of force |
//! | [`LinearServo`], [`AngularServo`] | bring a slide or a hinge to a position, with a limit of force |
//! | [`PoseSpring`] | all six degrees of freedom, by velocity change or by force |
//! | [`Contact`] | pushes bodies apart, by its [`ContactMaterial`]: from trampoline to quicksand to concrete |
//!
//! Each step is Prepare, Warm start, Solve: `prepare` reads the bodies, `warm_start` (if several springs share bodies and
//! are solved in a few passes) begins with the impulse of the step before, `solve` corrects the velocities. The impulse of
//! a spring is a public field, so that it can be kept, shown, or broken at.
//!
//! Gravity and other known forces belong into [`Body::load`]: a spring that knows what the engine is about to add holds a
//! weight exactly `a/ω²` from its goal, at any step.
//!
//! [`Discretization::Auto`], the default, follows the damped spring of the core to the last digits where that is safe in any
//! company, and is backward Euler otherwise. [`Discretization::Exact`] does so for a spring that alone holds a body.
//!
//! With `Auto` and `BackwardEuler` every spring keeps an account of its energy, paid at each `prepare` with the work of the step
//! before: motion and height of the bodies gain no more than the springs held at the start, and what the caller moves (goals,
//! points, lengths, motors' targets). For a spring alone on its bodies this is `½·k·x²`, or `½·m·(x/h)²` where that is less, by
//! construction. For several springs it is `Σ½·k·x²`: proven for levers that hardly turn and rows solved to the end, held by
//! the accounts and measured in random scenes otherwise. `k` is `m·ω²` for backward Euler; an exact pair with damping counts
//! more, a tenth at `ζ = 1`, `ωh = 0.1`. A spring without energy left still brakes; one that gave more than
//! it foresaw pays that back. A [`Contact`] that did so is a soft constraint until then. Bodies that are put elsewhere begin a new account.
//!
//! Sources: G. Fiedler, *Spring Physics*; H. Bowles, *Spring dynamics for production*; M. Schmidt Nissen, *How to make
//! your damped springs stiffer, more stable and easier to tune*; E. Catto, *Soft Constraints*.
//!
//! The feature `serde` saves and reads bodies, grounds and what springs are set to; prepare a spring that was read before it
//! is solved.
//!
//! Single springs are in the crate `sprung`, many of them at once in `sprung-batch`, rope and cloth in `sprung-network`,
//! recordings in `sprung-signal`.
#![no_std]

#[cfg(test)]
extern crate std;

mod account;
mod anchors;
mod body;
mod bounce;
mod discretization;
mod effective_mass;
mod external_acceleration;
mod matrix;
mod row;
#[cfg(feature = "serde")]
mod saved;
mod softness;
mod stiffness;

mod contact;
mod contact_material;
mod distance_spring;
mod motor;
mod orientation_spring;
mod point_spring;
mod pose_spring;
mod servo;
mod stable_pd;
mod suspension;
mod swing_spring;

pub use body::{Body, Impulse};
pub use contact::{Contact, contact_force, contact_force_unclipped};
pub use contact_material::ContactMaterial;
pub use discretization::Discretization;
pub use distance_spring::{DampedMotion, DistanceSpring};
pub use external_acceleration::ExternalAcceleration;
pub use matrix::Matrix3;
pub use motor::{AngularMotor, LinearMotor};
pub use orientation_spring::OrientationSpring;
pub use point_spring::PointSpring;
pub use pose_spring::PoseSpring;
pub use servo::{AngularServo, LinearServo};
pub use sprung::SpringMode;
pub use stable_pd::{stable_pd_frequency, stable_pd_impulse, stable_pd_velocity_change};
pub use stiffness::{Damping, Stiffness};
pub use suspension::Suspension;
pub use swing_spring::SwingSpring;
