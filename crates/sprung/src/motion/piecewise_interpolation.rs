//! Interpolation along control points as published: a spring that follows a polyline.
//!
//! Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (interpolation).
//! [`SpringSpline`](crate::motion::SpringSpline) is the curve that depends on neither the sampling nor the direction.

use crate::params::Spring;
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// The goal of the article's curve at `t` in 0 … 1: a position and a goal velocity.
///
/// With `n` points and `s = t·(n − 1)` between the points `i = ⌊s⌋` and `i + 1`, the position is their linear interpolation
/// and the velocity `(p_i − p_(i+1))/n`. As published: that velocity leads back, not on, and its divisor is `n`.
/// A `t` that is negative or NaN counts as 0, one above 1 as 1.
///
/// # Panics
/// If there are no points.
///
/// ```
/// use sprung::motion::piecewise_interpolation;
///
/// let goal = piecewise_interpolation(&[0.0f64, 4.0, 5.0, 3.0], 0.5);
/// assert_eq!((goal.position, goal.velocity), (4.5, -0.25));
/// ```
#[doc(alias = "spline")]
pub fn piecewise_interpolation<V: Vector>(points: &[V], t: V::Scalar) -> State<V> {
    let last = points.len() - 1;
    let along = t.max(V::Scalar::ZERO).min(V::Scalar::ONE) * V::Scalar::from_index(last);
    let first = along.to_index().min(last);
    let (from, to) = (points[first], points[(first + 1).min(last)]);
    let part = along - along.floor();
    let per_point = V::Scalar::ONE / V::Scalar::from_index(points.len());
    State::new(from.plus(to.minus(from).times(part)), from.minus(to).times(per_point))
}

/// The article's curve: a spring that chases [`piecewise_interpolation`] in `duration` seconds, a state per sample.
///
/// Starts at rest on the first point; each further sample is one step towards the goal of its time, with its goal velocity.
/// Samples depend on their number, the curve lags behind the points and need not reach the last one. A spring of the
/// article's frequency and half-life is
/// [`from_frequency_and_halflife`](crate::convert::holden::from_frequency_and_halflife).
/// With a `duration` that is 0, negative or NaN it stays on the first point.
///
/// # Panics
/// If there are no points.
pub fn piecewise_spring<V: Vector>(
    points: &[V],
    spring: &Spring<V::Scalar>,
    duration: V::Scalar,
    curve: &mut [State<V>],
) {
    let steps = V::Scalar::from_index(curve.len().saturating_sub(1).max(1));
    let step = spring.goal_velocity_step(duration / steps);
    let mut state = State::at_rest(points[0]);
    for (at, sample) in curve.iter_mut().enumerate() {
        if at > 0 {
            let goal = piecewise_interpolation(points, V::Scalar::from_index(at) / steps);
            state = step.apply(state, goal.position, goal.velocity);
        }
        *sample = state;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [f64; 4] = [0.0, 4.0, 5.0, 3.0];

    #[test]
    fn the_goal_runs_along_the_points_and_ends_with_them() {
        for (t, position, velocity) in [
            (0.0, 0.0, -1.0),
            (1.0 / 6.0, 2.0, -1.0),
            (0.75, 4.5, 0.5),
            (1.0, 3.0, 0.0),
            (2.0, 3.0, 0.0),
            (-1.0, 0.0, -1.0),
            (f64::NAN, 0.0, -1.0),
        ] {
            let goal = piecewise_interpolation(&POINTS, t);
            assert!((goal.position - position).abs() < 1e-15, "{t}: {goal:?}");
            assert_eq!(goal.velocity, velocity, "{t}");
        }
        assert_eq!(piecewise_interpolation(&[7.0], 0.5), State::at_rest(7.0));
    }

    #[test]
    fn the_curve_is_the_articles_spring_step_by_step() {
        // The article's under-damped step in its own terms: c, j, p and the phase shift.
        let (frequency, damping, dt) = (1.5f64, 4.0, 0.05);
        let stiffness = (core::f64::consts::TAU * frequency).powi(2);
        let (w, y) = ((stiffness - damping * damping / 4.0).sqrt(), damping / 2.0);
        let listing = |x: f64, v: f64, g: f64, q: f64| {
            let c = g + damping * q / stiffness;
            let (along, across) = (x - c, (v + y * (x - c)) / w);
            let (e, (sin, cos)) = ((-y * dt).exp(), (w * dt).sin_cos());
            let from = along * cos + across * sin;
            let slope = w * (across * cos - along * sin) - y * from;
            (c + e * from, e * slope)
        };
        let spring = Spring::from_stiffness_and_damping(stiffness, damping).unwrap();
        let mut curve = [State::default(); 21];
        piecewise_spring(&POINTS, &spring, 1.0, &mut curve);
        let (mut x, mut v) = (POINTS[0], 0.0);
        for (at, sample) in curve.iter().enumerate().skip(1) {
            let goal = piecewise_interpolation(&POINTS, at as f64 / 20.0);
            (x, v) = listing(x, v, goal.position, goal.velocity);
            assert!((sample.position - x).abs() < 1e-13 && (sample.velocity - v).abs() < 1e-12);
        }
        assert!((curve[20].position - POINTS[3]).abs() > 0.01, "the last point is not reached");
    }

    #[test]
    fn without_time_it_stays_on_the_first_point() {
        let mut curve = [State::default(); 5];
        for duration in [0.0, -0.0, -1.0, f64::NAN] {
            piecewise_spring(&POINTS, &Spring::critical(9.0).unwrap(), duration, &mut curve);
            assert_eq!(curve, [State::at_rest(0.0); 5]);
        }
    }
}
