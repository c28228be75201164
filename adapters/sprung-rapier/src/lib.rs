//! Springs on the bodies of rapier: [`sprung_body`] with rapier's types at both ends, and no additional mathematics.
//!
//! Before the engine's step, take bodies out, let springs change their velocities, and the changes go back:
//!
//! ```
//! use rapier3d::prelude::*;
//! use sprung_body::{PointSpring, Discretization};
//! use sprung_rapier::dim3::SpringContext;
//!
//! let mut world = PhysicsWorld::new();
//! let (cube, _) = world.insert(RigidBodyBuilder::dynamic(), ColliderBuilder::cuboid(0.5, 0.5, 0.5));
//! world.step(); // The engine computes masses in its first step.
//!
//! let spring = sprung::Spring::from_frequency(4.0, 0.7)?;
//! let mut drag = PointSpring::new(spring, [0.5, 0.5, 0.5], [0.0, 3.0, 0.0]);
//! let dt = world.integration_parameters.dt;
//! for _ in 0..300 {
//!     SpringContext::of(&mut world).with_pair(cube, None, |cube, world| {
//!         drag.prepare(cube, world, Discretization::default(), dt);
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
//! Masses and the center of mass are those of the engine's last step; before its first one, a body counts as fixed. Bodies
//! that are not dynamic count as fixed too, but keep their velocities. A spring on a body with joints of the engine
//! ignores them: it sees the bodies alone, and appears softer because it ignores attached mass.
//!
//! Springs act before the engine's step, and the engine's contacts and joints within it: they see the velocities that
//! springs have left, and springs see what contacts have made of them a step later. A body that is dragged against the
//! floor is pushed into it by at most the impulse of one step of the spring, and pushed out by the engine: with
//! `Discretization::default()` or `Discretization::BackwardEuler` its speeds stay below that of the drag; `Discretization::Exact` is for a body that
//! nothing else holds.
//!
//! A network of `sprung-network` is coupled to bodies by [`dim3::CoupledNetwork`], which steps both:
//!
//! ```
//! use rapier3d::prelude::*;
//! use sprung_network::{Attachment, Settings, Solver, shapes::rope};
//! use sprung_rapier::dim3::CoupledNetwork;
//!
//! let mut world = PhysicsWorld::new();
//! let start = RigidBodyBuilder::dynamic().translation(Vector::new(0.0, -2.5, 0.0));
//! let (lamp, _) = world.insert(start, ColliderBuilder::ball(0.5).mass(40.0));
//! let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 0.2)?;
//! net.fix([0]);
//! let mut solver = Solver::new(&net, Settings::default())?;
//! let ties = [Attachment { particle: 20, body: 0, point: [0.0, 0.5, 0.0] }];
//! let (bodies, colliders) = (&mut world.bodies, &world.colliders);
//! let mut cord = CoupledNetwork::new(&mut solver, bodies, colliders, &[lamp], &ties)?;
//! for _ in 0..120 {
//!     cord.step(&mut solver, &mut world);
//! }
//! let pull = cord.tie_force(0, world.integration_parameters.dt).y;
//! assert!((pull - 40.0 * 9.81).abs() < 1.0, "{pull} N");
//! # Ok::<(), sprung_network::NetworkError>(())
//! ```
//!
//! A spring of `Stiffness::physical` acts in N/m: a heavier body sinks deeper on it.
//!
//! [`guide`] has a worked chapter: from an empty game to a flag, a rope bridge, a jelly cube and a ponytail.
//!
//! Gravity, and the forces that you added, reach the springs as the load of a body: the engine adds them in sub-steps, and
//! a body on a spring rests `g/ω²` below its goal nevertheless, to 0.1 % at 30 to 240 steps per second. Damping of the
//! engine's own and its contacts stay unknown to them.

#[cfg(any(feature = "dim2", feature = "dim3"))]
mod coupled_network;
#[cfg(any(feature = "dim2", feature = "dim3"))]
mod spring_context;

/// Worked chapters, one task each; no code is here.
#[cfg(feature = "dim3")]
pub mod guide {
    pub mod soft_bodies {
        #![doc = include_str!("../guide/soft_bodies.md")]
        #![allow(unused_imports, reason = "the links of the text above")]
        use crate::dim3::CoupledNetwork;
    }
}

#[cfg(feature = "dim2")]
pub mod dim2;
#[cfg(feature = "dim3")]
pub mod dim3;
