//! The choices of `sprung simulate`: the mode of the goal, the method of a step, and the precision.

use clap::ValueEnum;
use sprung::integrate::Method;

/// The motion of the goal during a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GoalMode {
    /// Constant at its value at the end of the step; the result depends on the frame rate
    Held,
    /// Moving; damping acts on the absolute velocity, so the spring lags behind
    Follow,
    /// Moving; damping acts on the velocity relative to the goal, so the spring does not lag
    Track,
    /// Holden's goal velocity: the goal is constant, and damping pulls towards its velocity
    Holden,
}

/// The method that computes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MethodName {
    /// The closed form: the same at every time step
    Exact,
    /// Explicit Euler: unstable at large steps
    Explicit,
    /// Semi-implicit Euler: unstable at large steps
    SemiImplicit,
    /// Runge-Kutta of fourth order: unstable at large steps
    Rk4,
    /// Stable PD: implicit in the damping, unstable only at very large steps
    StablePd,
    /// Backward Euler: unconditionally stable, damps more than the spring
    BackwardEuler,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Exact => Method::Exact,
            MethodName::Explicit => Method::Explicit,
            MethodName::SemiImplicit => Method::SemiImplicit,
            MethodName::Rk4 => Method::RungeKutta4,
            MethodName::StablePd => Method::StablePd,
            MethodName::BackwardEuler => Method::BackwardEuler,
        }
    }
}

/// The numbers that a simulation is computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Precision {
    /// Double precision
    F64,
    /// Single precision
    F32,
}
