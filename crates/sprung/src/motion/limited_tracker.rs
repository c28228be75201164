//! The limited tracker: follows a goal as fast as limits of velocity, acceleration and jerk allow.

use crate::coefficients::LimitedStep;
use crate::coefficients::limited_profile::{LimitedProfile, Motion as Kinematics, Reading, within};
use crate::params::MotionLimits;
use crate::real::Real;
use crate::state::State;

/// A number that follows a goal as fast as limits of velocity, acceleration and jerk allow.
///
/// The way to the goal, which goes on at its velocity, is the time-optimal one: it arrives with the velocity of the goal
/// and without acceleration, and then is on the goal exactly. The goal is given where it is at the end of the step, as for
/// [`apply_tracking`](crate::SpringStep::apply_tracking); a goal that is held has velocity 0. The way is computed when the
/// goal turns from its line, and evaluated in closed form until then: two steps equal one of their sum, to rounding.
///
/// After every step velocity and acceleration are at most the limits, exactly; the acceleration changes by at most
/// `jerk·dt`, to rounding. A start outside of the limits returns into them with the greatest jerk, and as fast as the
/// limits allow. A goal that is faster than the limit is followed at the limit. Goals that are not finite are ignored: the
/// last one goes on. A `dt` that is 0, negative or NaN changes nothing, an infinite one ends on the goal. Velocities beyond
/// 1e18 (`f32`) or 1e150 (`f64`) times `acceleration²/jerk` are cut there. For several axes take one tracker each.
///
/// Accuracy: 1e-13 (`f64`) of the way and of the limits.
///
/// ```
/// use sprung::{MotionLimits, State, motion::LimitedTracker};
///
/// let limits = MotionLimits::new(2.0, 5.0, 40.0)?;
/// let mut joint = LimitedTracker::at_rest(0.0f64);
/// for _ in 0..120 {
///     joint.update(State::at_rest(1.5), &limits.step(1.0 / 60.0));
///     assert!(joint.state().velocity <= 2.0 && joint.acceleration().abs() <= 5.0);
/// }
/// assert_eq!((joint.state(), joint.acceleration()), (State::at_rest(1.5), 0.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("Ruckig", "OTG", "trajectory generator", "rate limiter", "slew rate", "jerk limited"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, bound(serialize = "R: Real + serde::Serialize"))
)]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct LimitedTracker<R> {
    state: State<R>,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    acceleration: R,
    /// None before the first step, and where it was read: it is the same way from there.
    #[cfg_attr(feature = "serde", serde(skip))]
    way: Option<Way<R>>,
}

/// The way from a state to a goal on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way<R> {
    limits: MotionLimits<R>,
    profile: LimitedProfile<R>,
    /// The position where it began.
    from: R,
    /// The goal where it was then, with a velocity within the limits: faster ones turn from this line.
    goal: State<R>,
    /// Whether it began within the limits and can stay there.
    within: bool,
    /// The time since then, and what its sum has lost by rounding.
    time: R,
    lost: R,
}

impl<R: Real> LimitedTracker<R> {
    /// A tracker at rest.
    pub const fn at_rest(position: R) -> Self {
        LimitedTracker::new(State::at_rest(position), R::ZERO)
    }

    /// A tracker from its position, velocity and acceleration, within the limits or not.
    pub const fn new(state: State<R>, acceleration: R) -> Self {
        LimitedTracker { state, acceleration, way: None }
    }

    /// The position and the velocity.
    pub const fn state(&self) -> State<R> {
        self.state
    }

    /// The acceleration, in the user's unit per second².
    pub const fn acceleration(&self) -> R {
        self.acceleration
    }

    /// The time until the goal is reached if it goes on as it does, in seconds.
    ///
    /// 0 before the first step and on the goal; infinite where the goal leaves at the greatest velocity or faster.
    pub fn time_left(&self) -> R {
        let Some(way) = &self.way else { return R::ZERO };
        (way.profile.duration() * way.limits.units().time - way.time).max(R::ZERO)
    }

    /// Moves on by one step towards a goal, given by its position at the end of the step and its velocity.
    pub fn update(&mut self, goal: State<R>, step: &LimitedStep<R>) {
        let dt = step.dt();
        if !(dt > R::ZERO) {
            return;
        }
        let finite = goal.position.is_finite() && goal.velocity.is_finite();
        let goal = match &self.way {
            _ if finite => goal,
            Some(way) => way.goal_at(way.time + dt),
            None => State::at_rest(self.state.position),
        };
        let limit = step.limits.velocity();
        let speed = within(goal.velocity, limit);
        if dt == R::INFINITY {
            *self = LimitedTracker::new(State::new(goal.position, speed), R::ZERO);
            return;
        }
        match &self.way {
            Some(way) if way.leads_to(goal, step) => {}
            _ => self.way = Some(self.plan(goal, speed, step)),
        }
        if let Some(way) = &mut self.way {
            (self.state, self.acceleration) = way.advance(goal, speed, step);
        }
    }

    /// The way from the current state.
    fn plan(&self, goal: State<R>, speed: R, step: &LimitedStep<R>) -> Way<R> {
        let LimitedStep { limits, units, .. } = step;
        let state = self.state;
        let gap = (state.position - goal.position) + speed * step.dt();
        let mut velocity = state.velocity;
        let mut start = Kinematics {
            x: gap * units.per_length,
            v: (velocity - speed) * units.per_velocity,
            a: self.acceleration * units.per_acceleration,
        };
        if !start.has_squares() {
            (start, velocity) = self.cut(goal.position, speed, step);
        }
        let [below, above] =
            [speed, -speed].map(|speed| (limits.velocity() + speed) * units.per_velocity);
        // The velocity that remains when the acceleration ends.
        let coming = velocity + R::HALF * start.a.abs() * start.a * units.velocity;
        let resolution = R::ONE + R::from_f64(8.0) * R::EPSILON;
        let fastest = velocity.abs().max(coming.abs());
        Way {
            limits: *limits,
            profile: LimitedProfile::new(start, below, above, step.dt() * units.per_time),
            from: if state.position.is_finite() { state.position } else { goal.position },
            goal: State::new(goal.position - speed * step.dt(), speed),
            within: fastest <= limits.velocity() * resolution && start.a.abs() <= resolution,
            time: R::ZERO,
            lost: R::ZERO,
        }
    }

    /// The start of a way, and the velocity, from a state that is not finite or too fast.
    #[cold]
    fn cut(&self, goal: R, speed: R, step: &LimitedStep<R>) -> (Kinematics<R>, R) {
        // What is not finite is nowhere: a position is then the goal's, and nothing else moves.
        let or = |value: R, other: R| if value.is_finite() { value } else { other };
        let units = &step.units;
        let velocity = or(self.state.velocity, R::ZERO);
        let gap = (or(self.state.position, goal) - goal) + speed * step.dt();
        let start = Kinematics {
            x: within(gap, R::MAX) * units.per_length,
            v: (velocity - speed) * units.per_velocity,
            a: or(self.acceleration, R::ZERO) * units.per_acceleration,
        };
        (start.with_squares(), velocity)
    }
}

impl<R: Real> Way<R> {
    /// The goal on its line at a time since the way began.
    fn goal_at(&self, time: R) -> State<R> {
        State::new(self.goal.position + self.goal.velocity * time, self.goal.velocity)
    }

    /// Whether a step has these limits, and a goal is where it is expected after it.
    fn leads_to(&self, goal: State<R>, step: &LimitedStep<R>) -> bool {
        if self.limits != step.limits || goal.velocity != self.goal.velocity {
            return false;
        }
        let expected = self.goal_at(self.time + step.dt()).position;
        let run = expected - self.goal.position;
        let resolution = R::from_f64(4.0) * R::EPSILON * (self.goal.position.abs() + run.abs());
        (goal.position - expected).abs() <= if run == R::ZERO { run } else { resolution }
    }

    /// The state one step later.
    fn advance(&mut self, goal: State<R>, speed: R, step: &LimitedStep<R>) -> (State<R>, R) {
        let lost = self.lost + step.dt();
        let since = self.time + lost;
        (self.lost, self.time) = (lost - (since - self.time), since);
        let time = since * step.units.per_time;
        let (position, Kinematics { x, v, a }) = match self.profile.at(time) {
            Reading::FromStart(motion) => (self.from + speed * since, motion),
            Reading::ToGoal(motion) => (goal.position, motion),
            Reading::Arrived => {
                // From here on the way is that of the goal.
                self.goal = State::new(goal.position, speed);
                (self.time, self.lost) = (R::ZERO, R::ZERO);
                self.profile = LimitedProfile::arrived();
                return (State::new(goal.position, speed), R::ZERO);
            }
        };
        let mut velocity = speed + v * step.units.velocity;
        let mut acceleration = a * self.limits.acceleration();
        if self.within || self.profile.has_risen(time) {
            // Rounding goes beyond them.
            velocity = within(velocity, self.limits.velocity());
            acceleration = within(acceleration, self.limits.acceleration());
        }
        (State::new(position + x * step.units.length, velocity), acceleration)
    }
}
