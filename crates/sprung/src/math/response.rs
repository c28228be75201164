//! The free response of a damped spring over one time step: the one formula behind every coefficient.
//!
//! With `τ = ωt`, `d = at` and the decaying, turning factor `C = e^(−d) cos θ`, `X = e^(−d) sin θ / θ`
//! (hyperbolic beyond critical damping; both are entire functions of `τ² − d²`, so no regime has a seam):
//!
//! ```text
//! position from position   xx = C + dX         position from velocity   t·X
//! velocity from position   −ωτX                velocity from velocity   vv = C − dX
//! ```
//!
//! Derived quantities follow from the differential equation itself: `J = ∫ xv` gives `1 − xx = ω²J` and
//! `1 − vv = 2a·xv + ω²J`. Kept are the forms without cancellation: `j = J/t²` and the differences from identity.

use crate::math::roots::Roots;
use crate::real::Real;

/// The free response over a step, dimensionless.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<R> {
    /// The time that passes: 0 for a step that changes nothing, never infinite.
    pub(crate) seconds: R,
    /// The phase `τ = ωt`.
    pub(crate) phase: R,
    /// Position left of a unit offset, `xx`.
    pub(crate) xx: R,
    /// `xx − 1`, to full relative precision for small steps.
    pub(crate) xx_change: R,
    /// Velocity left of a unit velocity, `vv`.
    pub(crate) vv: R,
    /// `vv − 1`, to full relative precision for small steps.
    pub(crate) vv_change: R,
    /// Position reached by a unit velocity in unit time: `X = xv/t`.
    pub(crate) reach: R,
    /// Area under that motion: `j = ∫xv / t² = (1 − xx)/τ²`.
    pub(crate) area: R,
    /// `2d·j`: how far the equilibrium is displaced by a unit of goal motion.
    pub(crate) lag: R,
    /// `1 − X − 2dj`: how far a resting spring follows a unit of goal motion.
    pub(crate) follow: R,
}

impl<R: Real> Response<R> {
    /// The response for `ω ≥ 0`, `a ≥ 0` (rates per second, possibly infinite) over `dt` seconds.
    ///
    /// A `dt` that is zero, negative or NaN changes nothing. Without damping an infinite step has no limit and
    /// changes nothing either; with damping it ends at rest.
    pub(crate) fn new(angular_frequency: R, decay_rate: R, dt: R) -> Self {
        let damped = decay_rate > R::ZERO;
        let has_limit = damped || dt < R::INFINITY;
        if !(dt > R::ZERO && has_limit) {
            return Self::from_series(R::ZERO, R::ZERO, R::ZERO);
        }
        let seconds = dt.min(R::MAX);
        let phase = angular_frequency * seconds;
        if phase >= R::HUGE {
            return if damped {
                Self::at_rest(seconds, phase)
            } else {
                Self::from_series(R::ZERO, R::ZERO, R::ZERO)
            };
        }
        let decay = decay_rate * seconds;
        let small = R::HALF * R::HALF;
        if phase < small && decay < small {
            return Self::from_series(seconds, phase, decay);
        }
        match Roots::new(angular_frequency, decay_rate, seconds) {
            Roots::Turning { decay, angle, angle_error } => {
                Self::turning(seconds, phase, decay, angle, angle_error)
            }
            Roots::Decaying { slow, fast, half_gap } => {
                Self::decaying(seconds, phase, slow, fast, half_gap)
            }
        }
    }

    /// Small steps: the power series of the motion. Nothing cancels and nothing transcendental is needed.
    fn from_series(seconds: R, phase: R, decay: R) -> Self {
        let (stiffness, damping) = (phase * phase, R::TWO * decay);
        // Taylor terms b_n/n! of xv obey b_(n+2) = −2d b_(n+1) − τ² b_n; each sum divides by one more factorial.
        let (mut previous, mut term) = (R::ZERO, R::ONE);
        let (mut reach, mut area, mut ramp) = (R::ONE, R::HALF, R::ONE / R::from_f64(6.0));
        let mut n = R::ONE;
        while term.abs() + previous.abs() > R::EPSILON * R::from_f64(0.01) {
            let next = -(damping * term + stiffness * previous / n) / (n + R::ONE);
            (previous, term) = (term, next);
            n += R::ONE;
            reach += term;
            area += term / (n + R::ONE);
            ramp += term / ((n + R::ONE) * (n + R::TWO));
        }
        let xx_change = -stiffness * area;
        let vv_change = xx_change - damping * reach;
        Response {
            seconds,
            phase,
            xx: R::ONE + xx_change,
            xx_change,
            vv: R::ONE + vv_change,
            vv_change,
            reach,
            area,
            lag: damping * area,
            follow: stiffness * ramp,
        }
    }

    /// Under-damped.
    fn turning(seconds: R, phase: R, decay: R, angle: R, angle_error: R) -> Self {
        let (sin, cos) = corrected_sin_cos(angle, angle_error);
        let one_minus_cos = if cos > R::ZERO { sin * sin / (R::ONE + cos) } else { R::ONE - cos };
        let remaining = (-decay).exp();
        let c = remaining * cos;
        let c_change = (-decay).exp_m1() * cos - one_minus_cos;
        // The corrected angle: near critical damping the correction is as large as the angle.
        let reach = remaining * (sin / (angle + angle_error));
        let xx_change = c_change + decay * reach;
        let area = -xx_change / (phase * phase);
        let lag = R::TWO * decay * area;
        Response {
            seconds,
            phase,
            xx: c + decay * reach,
            xx_change,
            vv: c - decay * reach,
            vv_change: c_change - decay * reach,
            reach,
            area,
            lag,
            follow: R::ONE - reach - lag,
        }
    }

    /// Critical and over-damped.
    fn decaying(seconds: R, phase: R, slow: R, fast: R, half_gap: R) -> Self {
        let slow_left = (-slow).exp();
        let slow_change = (-slow).exp_m1();
        let gap = R::TWO * half_gap;
        let mean = if gap > R::ZERO { -(-gap).exp_m1() / gap } else { R::ONE };
        let reach = slow_left * mean;
        let slow_mean = if slow > R::ZERO { -slow_change / slow } else { R::ONE };
        let area = (slow_mean - reach) / fast;
        // 2d = slow + fast.
        let lag = (R::ONE + slow / fast) * (slow_mean - reach);
        Response {
            seconds,
            phase,
            xx: slow_left + slow * reach,
            xx_change: slow_change + slow * reach,
            vv: (-fast).exp() - slow * reach,
            vv_change: (-fast).exp_m1() - slow * reach,
            reach,
            area,
            lag,
            follow: if slow < fast * R::HALF {
                // The ramp through two decays in a row; nothing is lost where the slow one hardly starts.
                (fast * missed_by_mean(slow) - slow * missed_by_mean(fast)) / gap
            } else {
                R::ONE - reach - lag
            },
        }
    }

    /// The limit of a long step: at the goal, at rest.
    fn at_rest(seconds: R, phase: R) -> Self {
        let (none, all) = (R::ZERO, -R::ONE);
        Response {
            seconds,
            phase,
            xx: none,
            xx_change: all,
            vv: none,
            vv_change: all,
            reach: none,
            area: none,
            lag: none,
            follow: R::ONE,
        }
    }
}

/// `1 − (1 − e^(−x))/x`: how far a first-order decay of `x ≥ 0` follows a unit of goal motion.
fn missed_by_mean<R: Real>(x: R) -> R {
    if x > R::HALF {
        return R::ONE + (-x).exp_m1() / x;
    }
    // x/2! − x²/3! + x³/4! − …
    let (mut sum, mut term, mut n) = (R::ZERO, -R::ONE, R::ONE);
    while term.abs() > R::EPSILON * R::HALF * sum {
        n += R::ONE;
        term = -term * x / n;
        sum += term;
    }
    sum
}

/// Sine and cosine of `angle + error`, where the error is mostly far below one radian.
fn corrected_sin_cos<R: Real>(angle: R, error: R) -> (R, R) {
    let (sin, cos) = angle.sin_cos();
    // 2⁻¹⁴: the square of the error is lost in single precision, and double never comes near it.
    let (error_sin, error_cos) =
        if error.abs() < R::from_f64(6.1e-5) { (error, R::ONE) } else { error.sin_cos() };
    (sin * error_cos + cos * error_sin, cos * error_cos - sin * error_sin)
}
