//! Series of rotations: Euler angles, smoothing in one pass and without lag, interpolation.

mod between;
mod channel;
mod euler_order;
mod jacobian;
mod smoother;
mod zero_phase;

pub use between::rotation_between;
pub use euler_order::EulerOrder;
pub use smoother::RotationSmoother;
pub use zero_phase::smooth_rotations_zero_phase;
