//! Springs on the bodies of rapier: [`sprung_body`] with rapier's types at both ends, and no mathematics of its own.
//!
//! Before the engine's step, take bodies out, let springs change their velocities, and the changes go back:
//!
//! ```
//! use rapier3d::prelude::*;
//! use sprung_body::{Attachment, Bridge};
//!
//! let mut world = PhysicsWorld::new();
//! let (cube, _) = world.insert(RigidBodyBuilder::dynamic(), ColliderBuilder::cuboid(0.5, 0.5, 0.5));
//! world.step(); // The engine computes masses in its first step.
//!
//! let spring = sprung::Spring::from_frequency(4.0, 0.7)?;
//! let mut drag = Attachment::new(spring, [0.5, 0.5, 0.5], [0.0, 3.0, 0.0]);
//! let dt = world.integration_parameters.dt;
//! for _ in 0..300 {
//!     sprung_rapier::dim3::with_pair(&mut world.bodies, cube, None, |cube, world| {
//!         drag.prepare(cube, world, Bridge::Exact, dt);
//!         drag.solve(cube, world);
//!     });
//!     world.step();
//! }
//! assert!((world.bodies[cube].translation().y - 3.0).abs() < 1.0);
//! # Ok::<(), sprung::ParameterError>(())
//! ```
//!
//! | feature | what it adds |
//! |---|---|
//! | `dim2` | [`dim2`]: bodies of rapier2d, which turn about z and stay in the plane |
//! | `dim3` | [`dim3`]: bodies of rapier3d |
//!
//! Masses and the centre of mass are those of the engine's last step; before its first one, a body counts as fixed. Bodies
//! that are not dynamic count as fixed too, but keep their velocities. A spring beside the engine's own joints knows
//! nothing of them: it sees the bodies alone, and feels softer by the mass that hangs on.
//!
//! The engine adds gravity in four parts within its step, so a body held at rest reads a velocity of `−3/8·g·dt` between
//! steps; damped, it sags a little more than `g/ω²` (at 60 steps per second, 4 Hz and ζ = 0.7 by an eighth of it).

#[cfg(feature = "dim2")]
pub mod dim2;
#[cfg(feature = "dim3")]
pub mod dim3;
