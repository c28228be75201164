//! The view, the springs, the step and the goal of a third-person camera.

use crate::coefficients::MovingGoalStep;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;

/// The position of a camera relative to its focus: y is up, and at yaw and pitch 0 it looks along −z.
///
/// ```
/// use sprung::motion::{CameraRig, Orbit};
///
/// let camera = CameraRig::new([0.0; 3], Orbit { radius: 5.0f64, yaw: 0.0, pitch: 0.0 });
/// assert_eq!(camera.position(), [0.0, 0.0, 5.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct Orbit<R> {
    /// The distance, in the user's unit.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub radius: R,
    /// The angle about the vertical, rad.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub yaw: R,
    /// The angle above the horizontal, rad.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub pitch: R,
}

/// The springs of a [`CameraRig`](crate::motion::CameraRig) and how far it looks ahead.
///
/// ```
/// use sprung::{Spring, motion::CameraSprings};
///
/// let spring = Spring::from_halflife(0.1f64, 1.0)?;
/// // The look-ahead of the lag keeps a steady player in the center.
/// let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: spring.lag() };
/// assert_eq!(springs.step(1.0 / 60.0).dt(), 1.0 / 60.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("SpringArm", "CameraLagSpeed"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct CameraSprings<R> {
    /// The spring of the focus point.
    pub focus: Spring<R>,
    /// The spring of yaw and pitch.
    pub angles: Spring<R>,
    /// The spring of the radius, which also eases it out after an obstacle.
    pub radius: Spring<R>,
    /// The look-ahead, in seconds of the player's velocity. The focus lags behind by `2ζ/ω` seconds:
    /// of the same time keeps a steadily moving player in the center, a longer one leads the player.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub lookahead: R,
}

impl<R: Real> CameraSprings<R> {
    /// Returns the step over `dt` seconds of any number of [`CameraRig`](crate::motion::CameraRig)s with these springs.
    ///
    /// A `dt` that is 0, negative or NaN changes nothing.
    pub fn step(&self, dt: R) -> CameraStep<R> {
        CameraStep {
            focus: self.focus.follow_step(dt),
            angles: self.angles.follow_step(dt),
            radius: self.radius.follow_step(dt),
            angle_spring: self.angles,
            lookahead: self.lookahead,
            dt: dt.max(R::ZERO),
        }
    }
}

/// The exact step of a [`CameraRig`](crate::motion::CameraRig), and the step of a [`FixedCamera`](crate::motion::FixedCamera).
///
/// ```
/// use sprung::{Spring, motion::CameraSprings};
///
/// let spring = Spring::critical(8.0f64)?;
/// let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: 0.0 };
/// assert_eq!(springs.step(-1.0).dt(), 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraStep<R> {
    pub(super) focus: MovingGoalStep<R>,
    pub(super) angles: MovingGoalStep<R>,
    pub(super) radius: MovingGoalStep<R>,
    pub(super) angle_spring: Spring<R>,
    pub(super) lookahead: R,
    pub(super) dt: R,
}

impl<R: Real> CameraStep<R> {
    /// The time of the step in seconds: 0 for one that changes nothing.
    pub const fn dt(&self) -> R {
        self.dt
    }
}

/// The goal of a [`CameraRig`](crate::motion::CameraRig) at the end of a step: the player, the wanted view and the free distance.
///
/// ```
/// use sprung::{State, motion::{CameraGoal, Orbit}};
///
/// let goal = CameraGoal::new(State::at_rest([0.0f64; 3]), Orbit::default());
/// assert_eq!(goal.clearance, f64::INFINITY);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraGoal<R> {
    /// The player's position, and his velocity (units per second) during the step, which only the look-ahead reads.
    pub player: State<[R; 3]>,
    /// The wanted view.
    pub view: Orbit<R>,
    /// The distance from the focus at which the camera meets an obstacle: infinite without one. A negative one counts
    /// as 0, NaN as none.
    pub clearance: R,
}

impl<R: Real> CameraGoal<R> {
    /// A goal without an obstacle.
    pub const fn new(player: State<[R; 3]>, view: Orbit<R>) -> Self {
        CameraGoal { player, view, clearance: R::INFINITY }
    }
}
