//! The landing step: comes to rest on its goal at a given time.

use crate::coefficients::SpringStep;
use crate::math::transition::Transition;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The exact step of a spring that comes to rest on its goal at a given time: nothing of the way is left then.
///
/// The spring is pulled not to the goal but to a point `g + a + c·t` that moves steadily near it, with `a` and `c` such
/// that offset and velocity are 0 after the time left `T`:
///
/// ```text
/// x(T) = xx·e + xv·v + (1 − xx)·a + p·c = 0      v(T) = vx·e + vv·v − vx·a + (1 − xx)·c = 0
/// ```
///
/// with the matrix of the free spring over `T`, the response `p = T − 2ζ/ω·(1 − xx) − xv` to a goal of speed 1, and offset
/// `e` and velocity `v` now. The same line solves it at each later time, so the motion is the same at every frame rate. For a
/// long time left it is the plain spring with a small correction; for a short one (`ωT ≪ 1`) it is the cubic through both
/// ends, however slow the spring: speeds up to `1.5·e/T`. An under-damped spring begins to land half a
/// swing (`π/(ω√(1 − ζ²))`) before the time, because a longer line could have no solution; before that it is the plain spring.
///
/// Limits: an infinite time left is the plain spring, and one of 0, negative or NaN, too: the time has passed. A step that is
/// at least as long as the time left ends at rest on the goal, bit for bit. A `dt` of 0, negative or NaN changes nothing.
///
/// Accuracy: 1e-12 (`f64`) and 2e-6 (`f32`) of offset and `v·T`, at every frame rate to 144 a second.
///
/// ```
/// use sprung::{Spring, State};
///
/// let (spring, dt) = (Spring::from_halflife(0.2, 1.0)?, 1.0 / 60.0);
/// let mut lift = State::new(0.0f64, 3.0);
/// for frame in 0..60 {
///     lift = spring.landing_step(1.0 - f64::from(frame) * dt, dt).apply(lift, 10.0);
/// }
/// assert!((lift.position - 10.0).abs() < 1e-12 && lift.velocity.abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("arrive", "rendezvous", "minimum jerk"))]
pub struct LandingStep<R> {
    before: SpringStep<R>,
    free: SpringStep<R>,
    position: [R; 2],
    velocity: [R; 2],
    lands: bool,
}

impl<R: Real> Spring<R> {
    /// Returns the exact step over `dt` seconds of a motion that comes to rest on its goal `time_left` seconds after its start.
    pub fn landing_step(&self, time_left: R, dt: R) -> LandingStep<R> {
        let (time_left, dt) = (time_left.max(R::ZERO), dt.max(R::ZERO));
        let half_swing = R::PI / self.damped_angular_frequency();
        let plain = if time_left > R::ZERO { (time_left - half_swing).max(R::ZERO) } else { dt };
        let (before, dt) =
            (self.step(dt.min(plain)), if dt > plain { dt - plain } else { R::ZERO });
        let left = time_left.min(half_swing);
        let lands = dt > R::ZERO && dt >= left;
        let none = [R::ZERO; 2];
        let [position, velocity] =
            if dt > R::ZERO && !lands { self.pulled(left, dt) } else { [none; 2] };
        LandingStep { before, free: self.step(dt), position, velocity, lands }
    }

    /// Returns what the moved goal adds to position and velocity, per offset and per velocity at the start.
    fn pulled(&self, left: R, dt: R) -> [[R; 2]; 2] {
        // All in units of the time left, without its phase: at ωT = 0 it is a cubic.
        let (whole, part) =
            (Response::of(&self.transition(left)), Response::of(&self.transition(dt)));
        let determinant = whole.area * whole.area - whole.reach * whole.ramp;
        let [along, across, steep] =
            [whole.area, whole.ramp, whole.reach].map(|element| element / determinant);
        if !(determinant > R::ZERO && steep.is_finite()) {
            // A spring that is frozen or at its goal at once.
            return [[R::ZERO; 2]; 2];
        }
        let ratio = dt / left;
        let square = ratio * ratio;
        let [[xx, xv], [vx, vv]] = self.step(left).matrix();
        // Of the offset and the velocity that a free spring would end with, to those of the start.
        let of_start = |missed: R, late: R| {
            let late = late * left;
            [missed * xx + late * vx, missed * xv + late * vv]
        };
        let turn = square * ratio * part.ramp;
        let held = square * part.area;
        let position = of_start(turn * steep - held * along, held * across - turn * along);
        let pull = ratio * part.reach;
        let velocity = of_start(held * steep - pull * along, pull * across - held * along);
        [position, velocity.map(|element| element / left)]
    }
}

/// The response of a spring to a goal that jumps by one, `φ²·area`, and its rate, and to one that moves steadily, `t·φ²·ramp`.
struct Response<R> {
    area: R,
    reach: R,
    ramp: R,
}

impl<R: Real> Response<R> {
    fn of(transition: &Transition<R>) -> Self {
        let (area, lag) = transition.area_and_lag();
        Response { area, reach: transition.reach, ramp: transition.ramp_area(lag) }
    }
}

impl<R: Real> LandingStep<R> {
    /// The state one step later, the goal being held.
    #[inline]
    pub fn apply<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> State<V> {
        if self.lands {
            return State::at_rest(goal);
        }
        let start = self.before.apply(state, goal);
        let (offset, free) = (start.position.minus(goal), self.free.apply(start, goal));
        let added = |[from_offset, from_velocity]: [R; 2]| {
            offset.times(from_offset).plus(start.velocity.times(from_velocity))
        };
        State::new(
            free.position.plus(added(self.position)),
            free.velocity.plus(added(self.velocity)),
        )
    }
}
