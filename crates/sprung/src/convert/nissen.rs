//! Nissen's dimensionless coefficients: the fractions of offset and velocity that one time step removes.
//!
//! `c_s = c_d = 1` is his stiffest stable spring, at rest after one step. The exact discretization of
//! [`SoftCoefficients`](crate::SoftCoefficients) turns them into a spring in seconds, so a behavior survives a change of time step.
//! What differs: his update has the spring's eigenvalues, but measures velocity as the last move, half a step behind.
//!
//! Source: M. Schmidt Nissen, *How to make your damped springs stiffer, more stable and easier to tune*.
