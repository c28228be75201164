//! The published schemes, for comparison with [`Solver`](crate::Solver): M. Schmidt Nissen's simultaneous springs
//! ([`JacobiSolver`]) and his sequential impulses ([`SequentialImpulses`]), as published and in a form that gains no
//! energy.

mod coefficient_limit;
mod coefficients;
mod constraint;
mod jacobi;
mod sequential_impulses;

pub use coefficient_limit::CoefficientLimit;
pub use coefficients::{coefficients, max_damping, max_stiffness, stiffness_and_damping};
pub use constraint::Variant;
pub use jacobi::{Formulation, JacobiSolver};
pub use sequential_impulses::SequentialImpulses;
