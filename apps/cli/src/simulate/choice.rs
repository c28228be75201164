//! The words of `sprung simulate`: what moves, how its goal moves, and how a step is computed.

use clap::ValueEnum;
use sprung::integrate::Method;

/// What can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MotionName {
    /// A spring
    Spring,
    /// A first-order damper
    Damper,
    /// Two critical springs in a row: a start as soft as the end. SPEC's half-life is that of the whole;
    /// holden:halflife=S is Holden's double spring, whose halves have S/2 each in his words
    Double,
    /// A spring that is at its goal at a given time (--arrive)
    Timed,
    /// A spring that travels at a given speed (--speed)
    Velocity,
    /// A spring that follows an animation (--goals) without lag and smooths its jumps
    Tracking,
    /// A spring on an angle in radians, the short way round
    Angle,
}

/// What a moving goal does during a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GoalMode {
    /// It stands where it is at the end of the step; the result depends on the frame rate
    Held,
    /// It moves; damping acts on the motion through the world, so the spring lags behind
    Follow,
    /// It moves; damping acts on the motion relative to the goal, so the spring does not lag
    Track,
    /// Holden's goal velocity: it stands, and damping pulls towards its velocity
    Holden,
}

/// How a step is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MethodName {
    /// The closed form: the same at every time step
    Exact,
    /// Explicit Euler: explodes at large steps
    Explicit,
    /// Semi-implicit Euler: explodes at large steps
    SemiImplicit,
    /// Runge-Kutta of fourth order: explodes at large steps
    Rk4,
    /// Stable PD: implicit in the damping, explodes only at very large steps
    StablePd,
    /// Backward Euler: never explodes, damps more than the spring
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
