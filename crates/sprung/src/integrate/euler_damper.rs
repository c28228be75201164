//! Explicit Euler on the first-order damper.

use crate::real::Real;
use crate::vector::Vector;

/// One step of explicit Euler on a damper: `x ← x + damping·dt·(g − x)`, as blending by a fraction that grows with `dt`.
///
/// It overshoots beyond `damping·dt = 1` and explodes beyond 2; below, what it does depends on the frame rate. `dt` is taken
/// as it is. [`Damper::step`](crate::Damper::step) has none of this. Source: D. Holden, *Spring-It-On: The Game Developer's
/// Spring-Roll-Call* (`damper_bad`), as the form to avoid.
///
/// ```
/// use sprung::integrate::euler_damper;
///
/// let after = |damping| (0..20).fold(1.0f64, |x, _| euler_damper(x, 0.0, damping, 1.0 / 15.0));
/// assert!(after(14.0).abs() < 1e-20 && after(29.0).abs() < 0.51 && after(31.0).abs() > 1.9);
/// ```
#[doc(alias = "damper_bad")]
#[must_use]
pub fn euler_damper<V: Vector>(value: V, goal: V, damping: V::Scalar, dt: V::Scalar) -> V {
    value.plus(goal.minus(value).times(damping * dt))
}

/// The product `damping·dt` beyond which [`euler_damper`] is unstable.
pub const fn euler_damper_limit<R: Real>() -> R {
    R::TWO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_explodes_beyond_its_limit_and_not_before() {
        let after = |product: f64| (0..2000).fold(1.0, |x, _| euler_damper(x, 0.0, product, 1.0));
        assert!(f64::abs(after(euler_damper_limit::<f64>() * 0.99)) < 1e-8);
        assert!(f64::abs(after(euler_damper_limit::<f64>() * 1.01)) > 1e8);
    }

    #[test]
    fn small_steps_come_to_the_exact_damper_by_the_first_order() {
        let exact = crate::Damper::from_rate(3.0f64).unwrap().step(1.0).apply(2.0, 5.0);
        let error = |steps: u32| {
            let dt = 1.0 / f64::from(steps);
            (0..steps).fold(2.0f64, |x, _| euler_damper(x, 5.0, 3.0, dt)) - exact
        };
        assert!(((error(1000) / error(2000)).log2() - 1.0).abs() < 0.01);
    }
}
