//! Two-way coupling of a network with rigid bodies: bodies at the ends of ropes, on cloth, in nets.
//!
//! The bodies belong to a physics engine. For one step of the engine the network moves copies of them in its own
//! sub-steps:
//!
//! ```text
//! sub-step of h seconds                                          what it does to bodies
//!   v += h·a;  pose += h·v                                       free motion of the copies
//!   attached particles ← points of the copies
//!   project positions                                            attached particles are pulled by their edges
//!   impulses of attached particles → copies                      P = d/(h·w)
//!   contacts of particles and copies, body by body               Newton's method, then friction likewise
//!   update velocities, relax velocities               of lines near bodies in every sub-step
//!   impulses of attached particles, restitution → copies
//! ```
//!
//! What the network has given to the copies in a step is the impulse that the engine gives to the bodies.
//!
//! **Mass of an attached particle.** A body with `n` attached particles is split into `n` bodies of `1/n` of its mass and
//! inertia (mass splitting; Tonge et al., *Mass Splitting for Jitter-Free Parallel Rigid Body Simulation*, 2012). The
//! inverse effective mass of the part `i` at its point `r`, a matrix, is
//!
//! ```text
//! M = n (1/m + [r]ᵀ I⁻¹ [r])
//! ```
//!
//! and the particle gets the inverse mass `w`, an upper bound of its largest eigenvalue, which does not change when the
//! body turns. An impulse `J` gives the particle the energy `J·v + w J²/2`, the part of the body no more than that,
//! `J·v + JᵀMJ/2`, and joining the parts, which is taking the mean of their velocities, gains none (Jensen's inequality).
//! So edges that gain no energy with the particles gain none with the bodies, and the impulses, which are exchanged
//! exactly, keep momentum. Chains and trees are solved with the masses of the bodies at their ends: a body a thousand times
//! as heavy as its rope does not stretch it. In one sub-step an attached particle goes the part `M/w` of its way, 1 for a
//! body that hangs from one point above its center, and the rest in the next ones.
//!
//! **Contacts.** All contacts of a body are solved together. With the motion `ξ` of the body in six dimensions, the push of a
//! contact of depth `d`, whose particle has the inverse mass `w`, is `p = max(0, (d + a·ξ)/w)`, and `M ξ = −Σ a p`. That is
//! the minimum of a convex function of `ξ` with continuous first derivatives, which Newton's method finds in two or three
//! steps for any ratio of masses, and in one from where it ended in the sub-step before if the same contacts push; friction
//! is another, with `min(t/w, μ p)` for the path `t` along the surface.
//!
//! **Energy.** The account of a component gets the work that bodies do on it: impulse times path. What it does on bodies is
//! not taken off, since what makes up for lasting loads lifts a body that rests on cloth without having been paid for it.

mod attachment;
mod attachments;
mod body_collider;
mod body_copy;
mod body_coupling;
mod checks;
mod clusters;
mod collisions;
mod contact;
mod least_motion;
mod step;

pub use attachment::Attachment;
pub use body_collider::BodyCollider;
pub use body_coupling::BodyCoupling;
