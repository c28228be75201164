//! The published schemes, for comparison with [`Solver`](crate::Solver).

mod coefficient_limit;
mod jacobi;
mod pull;
mod sequential_impulses;

pub use coefficient_limit::{Cap, article_limit, mass_splitting, no_overshoot_limit, stable_limit};
pub use jacobi::{Form, Nissen};
pub use pull::Scheme;
pub use sequential_impulses::SequentialImpulses;
