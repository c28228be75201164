//! The time-optimal motion to a goal within limits of velocity, acceleration and jerk.
//!
//! Units in which acceleration and jerk are limited to 1, a frame that moves with the goal: the goal is at rest at 0, and
//! the velocity is limited to `−below … above`. A motion that brakes at once to rest passes the goal or stops short of
//! it; mirrored so that it stops short, the optimal motion first goes on the fastest way to the velocity `above`, leaves
//! it at some moment, and brakes. The later the moment, the farther it gets: one unknown, and the way is a monotone
//! function of it.
//!
//! *Braking* from `(v, a)` ends in jerk −1, then acceleration −1, then jerk 1. On the first part `p = v + a²/2` is constant,
//! the velocity where `a = 0`; from there the way to rest is
//!
//! ```text
//! B(p) = p·√p          p ≤ 1, lowest acceleration −√p
//!        p·(p + 1)/2   p > 1, lowest acceleration −1
//! ```
//!
//! and from `(v, a)` it is `v·a + a³/3 + B(p)`. Leaving a phase of jerk 1, on which `w = v − a²/2` and
//! `X = x − w·a − a³/6` are constant, at the acceleration `q`: `p = w + q²`, and the motion ends at
//!
//! ```text
//! F(q) = X + 2wq + q³ + B(w + q²)
//! ```
//!
//! which rises and is convex, so Newton's iteration converges from every start. Leaving a phase of acceleration 1 instead,
//! the end is at `(m² + m)²/2 − K` for `p = m² ≤ 1` and `p² + p − K` for `p > 1`: a closed form.
//!
//! Sources: the structure of the optimum is T. Kröger's, *On-Line Trajectory Generation in Robotic Systems*, and
//! L. Berscheid's and T. Kröger's, *Jerk-limited Real-time Trajectory Generation with Arbitrary Target States*; the
//! reduction to one monotone function in the frame of the goal is derived here.

use crate::real::Real;

/// Position, velocity and acceleration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Motion<R> {
    pub(crate) x: R,
    pub(crate) v: R,
    pub(crate) a: R,
}

impl<R: Real> Motion<R> {
    /// The motion after (before, where `t` is negative) a time at a constant jerk.
    #[inline]
    fn after(self, jerk: R, t: R) -> Self {
        let Motion { x, v, a } = self;
        let third = R::from_f64(1.0 / 3.0);
        Motion {
            x: x + t * (v + t * R::HALF * (a + t * third * jerk)),
            v: v + t * (a + t * R::HALF * jerk),
            a: a + t * jerk,
        }
    }

    /// Whether no square of velocity or acceleration overflows; false where one is NaN.
    #[inline]
    pub(crate) fn has_squares(self) -> bool {
        (self.x.abs() < R::HUGE) & (self.v.abs() < R::HUGE) & (self.a * self.a < R::HUGE)
    }

    /// The motion with velocity and acceleration cut so that no square of them overflows.
    pub(crate) fn with_squares(self) -> Self {
        let Motion { x, v, a } = self;
        Motion { x, v: within(v, R::HUGE), a: within(a, R::HUGE.sqrt()) }
    }

    #[inline]
    fn mirrored(self, sign: R) -> Self {
        Motion { x: sign * self.x, v: sign * self.v, a: sign * self.a }
    }
}

/// A number within `−limit … limit`.
#[inline]
pub(crate) fn within<R: Real>(value: R, limit: R) -> R {
    let value = if value < limit { value } else { limit };
    if value > -limit { value } else { -limit }
}

/// A phase of constant jerk and its duration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Phase<R> {
    jerk: R,
    time: R,
}

/// The fastest way to velocity 0 and acceleration 0: three phases, and the distance covered.
struct Braking<R> {
    phases: [Phase<R>; 3],
    distance: R,
}

/// The distance from velocity `p` at acceleration 0 to rest, the lowest acceleration on it, and the time it is held.
#[inline]
fn brake_from<R: Real>(p: R) -> (R, R, R) {
    let p = p.max(R::ZERO);
    let (lowest, held) = (p.sqrt().min(R::ONE), (p - R::ONE).max(R::ZERO));
    (p * (lowest + R::HALF * held), lowest, held)
}

/// The distance covered on the fastest way to velocity 0 and acceleration 0.
#[inline]
fn braking_distance<R: Real>(v: R, a: R) -> R {
    if a.abs() > R::ONE {
        return braking(v, a).distance;
    }
    let turn = R::HALF * a * a.abs();
    let sign = if v + turn > R::ZERO { R::ONE } else { -R::ONE };
    let (way, ..) = brake_from(sign * v + R::HALF * a * a);
    sign * (v * a + a * a * a * (sign * R::from_f64(1.0 / 3.0)) + way)
}

fn braking<R: Real>(v: R, a: R) -> Braking<R> {
    let forward = v + R::HALF * a * a.abs() > R::ZERO;
    let sign = if forward { R::ONE } else { -R::ONE };
    let (v, a) = (sign * v, sign * a);
    let third = R::from_f64(1.0 / 3.0);
    let (phases, distance) = if a >= -R::ONE {
        let (way, lowest, held) = brake_from(v + R::HALF * a * a);
        let way = v * a + a * a * a * third + way;
        ([(-sign, (a + lowest).max(R::ZERO)), (R::ZERO, held), (sign, lowest)], way)
    } else {
        // Beyond the limit of acceleration: back to it first.
        let first = -R::ONE - a;
        let at = Motion { x: R::ZERO, v, a }.after(R::ONE, first);
        let held = (at.v - R::HALF).max(R::ZERO);
        let way = at.x + R::HALF * held * (at.v + R::HALF) + R::HALF * third;
        ([(sign, first), (R::ZERO, held), (sign, R::ONE)], way)
    };
    Braking { phases: phases.map(|(jerk, time)| Phase { jerk, time }), distance: sign * distance }
}

/// Whether a motion that brakes at once comes to rest before the goal.
#[inline(never)]
fn stops_short<R: Real>(Motion { x, v, a }: Motion<R>) -> bool {
    x + braking_distance(v, a) <= R::ZERO
}

/// Whether a motion that is surely to be mirrored as it is begins with jerk 1, at least until a time.
///
/// True only where that is so, decided without a root: `B(p) ≤ p·(p + 1)/2`, as `√p ≤ (p + 1)/2`. The end `F` rises,
/// so a motion that can rise until then stops short if it brakes at once; braking from a velocity backwards goes
/// backwards only.
#[inline]
fn surely_rises<R: Real>(start: Motion<R>, top: R, time: R) -> bool {
    let Motion { v, a, .. } = start;
    let q = a + time;
    let Leaving { x, w } = Leaving::new(start);
    let p = w + q * q;
    let end = x + q * (w + p) + R::HALF * (p * p + p.abs());
    // Not braking from a velocity backwards that turns on the way.
    let one_way = (v + R::HALF * a * a.abs() >= R::ZERO) | ((v <= R::ZERO) & (a <= R::ZERO));
    (end < R::ZERO) & (a >= -R::ONE) & (q <= R::ONE) & (p <= top) & one_way
}

/// A phase of jerk 1, left for the braking at some acceleration.
#[derive(Clone, Copy)]
struct Leaving<R> {
    /// `X` and `w`.
    x: R,
    w: R,
}

impl<R: Real> Leaving<R> {
    #[inline]
    fn new(Motion { x, v, a }: Motion<R>) -> Self {
        let w = v - R::HALF * a * a;
        Leaving { x: x - a * (w + a * a * R::from_f64(1.0 / 6.0)), w }
    }

    /// The velocity `p` from which to brake after leaving at the acceleration `q`.
    fn peak(&self, q: R) -> R {
        (self.w + q * q).max(R::ZERO)
    }

    /// `F(q)`, the position at the end after leaving at `q`, and its derivative.
    #[inline]
    fn end(&self, q: R) -> (R, R) {
        let (way, lowest, held) = brake_from(self.peak(q));
        let [three_halves, three] = [1.5, 3.0].map(R::from_f64);
        let twice = R::TWO * self.w;
        let slope = three_halves * lowest + held;
        (self.x + q * (twice + q * q) + way, twice + q * (three * q + R::TWO * slope))
    }

    /// The acceleration at which to leave, from `low` to `high`: the root of `F`.
    fn root(&self, low: R, high: R) -> R {
        let Leaving { x, w } = *self;
        // The braking itself begins with this phase up to here.
        let low = low.max(if w < R::ZERO { (-w).sqrt() } else { low }).min(high);
        // About the cube root of −X/2, the root where w is 0.
        let quarter = (-x * R::HALF).max(R::ZERO).sqrt().sqrt();
        let mut q = (quarter * quarter.sqrt().sqrt()).max(low).min(high);
        for round in 0..60 {
            let (end, rise) = self.end(q);
            let next = (q - end / rise).max(low).min(high);
            let settled = (next - q).abs() <= R::TWO * R::EPSILON * q.abs();
            // From the right of the root every step goes left, until rounding ends it.
            if settled || (round > 0 && next >= q) {
                break;
            }
            q = next;
        }
        q
    }
}

/// The time-optimal motion from a state to rest at 0, within limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LimitedProfile<R> {
    /// 1, or −1 where all is mirrored.
    sign: R,
    start: Motion<R>,
    /// The greatest velocity.
    top: R,
    /// A time until which the first phase lasts at least.
    rises: R,
    /// Not computed before the first phase may be over: most goals have changed by then.
    phases: Option<Phases<R>>,
}

/// The phases of a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Phases<R> {
    /// On the way to the greatest velocity.
    first: [Phase<R>; 3],
    /// At the greatest velocity.
    cruise: R,
    /// The end: jerk −1, acceleration −1, jerk 1.
    last: [R; 3],
}

/// The state on a profile: relative to its start, or from its last phases on to the goal; or at the goal.
pub(crate) enum Reading<R> {
    FromStart(Motion<R>),
    ToGoal(Motion<R>),
    Arrived,
}

impl<R: Real> LimitedProfile<R> {
    /// The profile of a goal that has been reached.
    pub(crate) fn arrived() -> Self {
        let still = Phase { jerk: R::ZERO, time: R::ZERO };
        let phases = Phases { first: [still; 3], cruise: R::ZERO, last: [R::ZERO; 3] };
        let start = Motion { x: R::ZERO, v: R::ZERO, a: R::ZERO };
        LimitedProfile { sign: R::ONE, start, top: R::ZERO, rises: R::ZERO, phases: Some(phases) }
    }

    /// The profile from a state relative to the goal whose squares are finite, with velocities from `−below` to `above`,
    /// both 0 or more, which will first be read at a time.
    #[inline]
    pub(crate) fn new(start: Motion<R>, below: R, above: R, time: R) -> Self {
        let forward = start.x < R::ZERO;
        let likely = if forward { R::ONE } else { -R::ONE };
        let top = if forward { above } else { below };
        let surely = surely_rises(start.mirrored(likely), top, time);
        let stops_short = if surely { forward } else { stops_short(start) };
        let sign = if stops_short { R::ONE } else { -R::ONE };
        let top = if stops_short { above } else { below };
        let rises = if surely { time } else { R::ZERO };
        LimitedProfile {
            sign,
            start: start.mirrored(sign),
            top: top.min(R::HUGE),
            rises,
            phases: None,
        }
    }

    /// The time until the goal is reached.
    pub(crate) fn duration(&self) -> R {
        self.phases.unwrap_or_else(|| Phases::new(self.start, self.top)).times().1
    }

    /// Whether at a time the way to the greatest velocity is over.
    pub(crate) fn has_risen(&self, time: R) -> bool {
        self.phases.is_some_and(|phases| time >= phases.rise_time())
    }

    /// The state at a time ≥ 0 since the start.
    #[inline]
    pub(crate) fn at(&mut self, time: R) -> Reading<R> {
        let start = Motion { x: R::ZERO, ..self.start };
        let phases = match self.phases {
            Some(phases) => phases,
            None if time <= self.rises || self.is_in_first_phase(time) => {
                return Reading::FromStart(start.after(R::ONE, time).mirrored(self.sign));
            }
            None => *self.phases.insert(Phases::new(self.start, self.top)),
        };
        let (brakes_at, ends_at) = phases.times();
        if time < brakes_at {
            return Reading::FromStart(phases.rise(start, self.top, time).mirrored(self.sign));
        }
        if time >= ends_at {
            return Reading::Arrived;
        }
        Reading::ToGoal(phases.before_end(ends_at - time).mirrored(self.sign))
    }

    /// Whether the motion still is in a phase of jerk 1, which it begins with.
    #[inline]
    fn is_in_first_phase(&self, time: R) -> bool {
        let q = self.start.a + time;
        let leaving = Leaving::new(self.start);
        q <= R::ONE && leaving.w + q * q <= self.top && leaving.end(q).0 < R::ZERO
    }
}

impl<R: Real> Phases<R> {
    /// The phases from a state that stops short of the goal if it brakes at once.
    fn new(start: Motion<R>, top: R) -> Self {
        let Motion { x, v, a } = start;
        // To the greatest velocity, and from there at rest.
        let rise = braking(v - top, a);
        let mut phases = Phases { first: rise.phases, cruise: R::ZERO, last: [R::ZERO; 3] };
        let at_top = x + rise.distance + top * phases.rise_time();
        let end = at_top + brake_from(top).0;
        if !(end > R::ZERO) {
            // No time is left where no distance is; without a velocity the goal is never reached.
            phases.cruise = if end < R::ZERO { -end / top } else { R::ZERO };
            phases.brake(R::ZERO, top);
        } else if phases.first[2].jerk < R::ZERO {
            phases.leave_rising(start);
        } else {
            // From above the greatest velocity: the last phase of the way there is left early.
            let time = phases.first[2].time;
            let leaving = Leaving { x: at_top, w: top };
            let q = leaving.root(-time, R::ZERO);
            phases.first[2].time = time + q;
            phases.brake(q, leaving.peak(q));
        }
        phases
    }

    /// Leaves the way to the greatest velocity in its phase of acceleration 1 or in the one before.
    fn leave_rising(&mut self, start: Motion<R>) {
        let [Phase { jerk, time }, held, _] = self.first;
        self.first[2].time = R::ZERO;
        let leaving = Leaving::new(start);
        let a = start.a;
        let reaches_the_hold =
            || a > R::ONE || leaving.w < -R::ONE || leaving.end(R::ONE).0 < R::ZERO;
        if held.time > R::ZERO && reaches_the_hold() {
            let at = start.after(jerk, time);
            let p = leave_hold(R::HALF * at.v * at.v - at.x + R::from_f64(1.0 / 24.0));
            self.first[1].time = (p - R::HALF - at.v).max(R::ZERO);
            self.brake(R::ONE, p);
        } else {
            let q = leaving.root(a.max(-R::ONE), (a + time).min(R::ONE));
            self.first[0].time = (q - a).max(R::ZERO);
            self.first[1].time = R::ZERO;
            self.brake(q, leaving.peak(q));
        }
    }

    /// Brakes from the acceleration `q`, to which the velocity `p` at acceleration 0 belongs.
    fn brake(&mut self, q: R, p: R) {
        let (_, lowest, held) = brake_from(p);
        self.last = [(q + lowest).max(R::ZERO), held, lowest];
    }

    /// The time on the way to the greatest velocity.
    fn rise_time(&self) -> R {
        self.first[0].time + self.first[1].time + self.first[2].time
    }

    /// The time until the braking begins, and until the goal is reached.
    fn times(&self) -> (R, R) {
        let begins = self.rise_time() + self.cruise;
        (begins, begins + (self.last[0] + self.last[1] + self.last[2]))
    }

    /// The state after a time, before the braking.
    fn rise(&self, mut motion: Motion<R>, top: R, mut time: R) -> Motion<R> {
        for phase in self.first {
            if time <= phase.time {
                return motion.after(phase.jerk, time);
            }
            motion = motion.after(phase.jerk, phase.time);
            time -= phase.time;
        }
        Motion { v: top, a: R::ZERO, ..motion }.after(R::ZERO, time)
    }

    /// The state before the goal is reached, in the braking.
    fn before_end(&self, mut time: R) -> Motion<R> {
        let [first, held, last] = self.last;
        let mut motion = Motion { x: R::ZERO, v: R::ZERO, a: R::ZERO };
        for (jerk, duration) in [(R::ONE, last), (R::ZERO, held), (-R::ONE, first)] {
            let part = time.min(duration);
            motion = motion.after(jerk, -part);
            time -= part;
        }
        motion
    }
}

/// The velocity `p` at which a phase of acceleration 1 leads to rest on the goal.
fn leave_hold<R: Real>(k: R) -> R {
    let four = R::TWO + R::TWO;
    let k = k.max(R::ZERO);
    // (m² + m)²/2 = k for p = m² up to 1, p² + p = k beyond.
    if k <= R::TWO {
        let root = (R::TWO * k).sqrt();
        let m = R::TWO * root / (R::ONE + (R::ONE + four * root).sqrt());
        return m * m;
    }
    R::TWO * k / (R::ONE + (R::ONE + four * k).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braking_ends_at_rest_after_its_distance() {
        let values = [-7.5, -2.0, -1.0, -0.6, -0.1, 0.0, 0.3, 0.9, 1.0, 1.7, 4.0];
        for v in values {
            for a in values {
                let start = Motion { x: 0.0f64, v, a };
                let phases = braking(v, a).phases;
                assert!(phases.iter().all(|phase| phase.time >= 0.0), "{v} {a}");
                let end = phases.iter().fold(start, |at, phase| at.after(phase.jerk, phase.time));
                assert!(end.v.abs() < 1e-13 && end.a.abs() < 1e-13, "{v} {a}: {end:?}");
                assert!((braking(v, a).distance - end.x).abs() < 1e-12, "{v} {a}: {end:?}");
                assert!((braking_distance(v, a) - end.x).abs() < 1e-12, "{v} {a}: {end:?}");
            }
        }
    }

    #[test]
    fn the_velocity_at_which_to_leave_acceleration_one_solves_its_equation() {
        for p in [0.0f64, 1e-6, 0.04, 0.5, 1.0, 1.5, 20.0, 1e6] {
            let m = p.sqrt();
            let k = if p <= 1.0 { (p + m) * (p + m) / 2.0 } else { p * p + p };
            assert!((leave_hold(k) - p).abs() < 1e-14 * (1.0 + p), "{p}: {}", leave_hold(k));
        }
        assert_eq!(leave_hold(-1.0f64), 0.0);
    }
}
