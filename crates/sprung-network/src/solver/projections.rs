//! An edge as two projections per sub-step of the [`Solver`](crate::Solver): the fraction `p` of the length error
//! taken from the predicted positions, then the fraction `q` of the length rate taken from the velocities.
//!
//! **Edges in seconds** ([`Spring`](Stiffness::Spring), [`Physical`](Stiffness::Physical),
//! [`Compliance`](Stiffness::Compliance)): edge and damper each make their own implicit step, `p = θ²/(1 + θ²)`,
//! `q = 2ζθ/(1 + 2ζθ)`. Under a load the edge then rests exactly where its stiffness says, `(1 − p)/p = 1/θ²`.
//!
//! **Edges per step** ([`PerStep`](Stiffness::PerStep)): the article's scheme multiplies (length error, step · rate) by a
//! matrix of trace `T = 2 − C_s − C_d` and determinant `D = 1 − C_d` per step of the caller. Its eigenvalues
//! `e^(−α ± iφ)`, or `e^(−slow)`, `e^(−fast)`, are those of an edge in continuous time, of which a sub-step makes the
//! n-th part. A sub-step of the solver has the trace `(1 − p)(2 − q)` and the determinant `(1 − p)(1 − q)`, so that
//!
//! ```text
//! p = C_s′    q = (C_d′ − C_s′)/(1 − C_s′)
//! ```
//!
//! for the pair (C_s′, C_d′) of the n-th part. This is the article's motion exactly, as long as `q >= p²`; that is
//! about `C_d >= C_s/n`. An edge with less damping keeps its frequency and gets `q = p²`, the least damping there is.
//!
//! `q` is never below `p²`: edges without damping that are too stiff for their step would hand energy on from one to
//! the next, and some orders of them gain it without bound. One that the step resolves, `θ ≪ 1`, loses no more by
//! `p² ≈ θ⁴` than a small part of what the implicit step costs it anyhow, `θ²/2`.

use sprung::{Real, SoftCoefficients};

use crate::stiffness::Stiffness;

/// Returns (p, q) at a sub-step of `h` seconds, of which a step of the caller has `substeps`, for a reduced mass in kg.
pub(super) fn projections(
    stiffness: Stiffness,
    h: f32,
    substeps: usize,
    reduced_mass: f32,
) -> (f32, f32) {
    let (p, q) = match stiffness {
        _ if reduced_mass.is_nan() || reduced_mass <= 0.0 => (0.0, 0.0),
        Stiffness::PerStep(SoftCoefficients { c_s, c_d }) => {
            root_of_step(f64::from(c_s), f64::from(c_d), substeps as f64)
        }
        _ => {
            let [stiffness, damping] = stiffness.per_mass(reduced_mass);
            let h = f64::from(h);
            backward_euler(stiffness * h * h, damping * h)
        }
    };
    (p as f32, q as f32)
}

/// The backward Euler steps of a spring of `θ²` and of a damper of `2ζθ`, one after the other.
fn backward_euler(theta_squared: f64, drag: f64) -> (f64, f64) {
    let part = |rate: f64| if rate.is_infinite() { 1.0 } else { rate / (1.0 + rate) };
    let p = part(theta_squared);
    (p, part(drag).max(p * p))
}

/// The n-th part of the motion that the published step with this pair makes.
fn root_of_step(c_s: f64, c_d: f64, n: f64) -> (f64, f64) {
    if c_d >= 1.0 {
        // One eigenvalue is 0, the other 1 − C_s.
        return (-libm::expm1(libm::log1p(-c_s) / n), 1.0);
    }
    let decay = -0.5 * libm::log1p(-c_d);
    let (left, taken) = (libm::exp(-decay), -libm::expm1(-decay));
    // 1 − cos φ; below 0 beyond critical damping.
    let turned = (c_s - taken * taken) / (2.0 * left);
    let c_d = -libm::expm1(-2.0 * decay / n);
    if turned < 0.0 {
        let fast = decay + libm::acosh(1.0 - turned);
        let slow = -libm::log1p(c_s / libm::expm1(-fast));
        let c_s = libm::expm1(-slow / n) * libm::expm1(-fast / n);
        return (c_s, ((c_d - c_s) / (1.0 - c_s)).max(c_s * c_s));
    }
    let half_angle = libm::asin(Real::sqrt(0.5 * turned).min(1.0)) / n;
    let (half_sin, decay) = (libm::sin(half_angle), decay / n);
    let taken = -libm::expm1(-decay);
    let c_s = taken * taken + 4.0 * libm::exp(-decay) * half_sin * half_sin;
    let q = (c_d - c_s) / (1.0 - c_s);
    if c_s < 1.0 && q >= c_s * c_s {
        return (c_s, q);
    }
    let sin = libm::sin(2.0 * half_angle);
    let p = least_damped(sin * sin);
    (p, p * p)
}

/// The `p` at which `q = p²` leaves the angle per sub-step whose squared sine is `s`: `(2 − p²)² = 4 (1 − s)(1 + p)`, by
/// Newton's method; 1 where there is none.
fn least_damped(s: f64) -> f64 {
    let mut p = s;
    for _ in 0..8 {
        let excess = s * (1.0 + p) - p - p * p + 0.25 * (p * p) * (p * p);
        p = (p - excess / (s - 1.0 - 2.0 * p + p * p * p)).clamp(0.0, 1.0);
    }
    p
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trace and determinant of a sub-step.
    fn matrix((p, q): (f64, f64)) -> (f64, f64) {
        ((1.0 - p) * (2.0 - q), (1.0 - p) * (1.0 - q))
    }

    #[test]
    fn springs_in_seconds_are_the_implicit_spring_and_damper() {
        for (theta_squared, drag) in
            [(0.0, 0.0), (1e-4, 0.0), (0.3, 0.1), (2.0, 5.0), (100.0, 20.0)]
        {
            let (p, q) = backward_euler(theta_squared, drag);
            assert!((p - theta_squared / (1.0 + theta_squared)).abs() < 1e-12);
            assert!((q - (drag / (1.0 + drag)).max(p * p)).abs() < 1e-12);
        }
        assert_eq!(backward_euler(f64::INFINITY, f64::INFINITY), (1.0, 1.0));
    }

    #[test]
    fn every_pair_gives_projections_that_gain_no_energy() {
        for i in 0..=50 {
            for j in 0..=50 {
                for scale in [1.0, 1e-2, 1e-6] {
                    let (c_s, c_d) = (scale * 0.02 * f64::from(i), 0.02 * f64::from(j));
                    for n in [1.0, 2.0, 8.0, 1000.0] {
                        let (p, q) = root_of_step(c_s, c_d, n);
                        let within = (0.0..=1.0).contains(&p) && (0.0..=1.0).contains(&q);
                        assert!(within && q >= p * p, "{c_s} {c_d} {n}: {p} {q}");
                    }
                }
            }
        }
        for n in [1.0, 3.0, 64.0] {
            assert_eq!(root_of_step(1.0, 1.0, n), (1.0, 1.0));
            assert_eq!(root_of_step(0.0, 0.0, n), (0.0, 0.0));
        }
    }

    #[test]
    fn one_substep_with_enough_damping_is_the_articles_step() {
        for (c_s, c_d) in [(0.3, 0.45), (0.05, 0.4), (0.2, 0.9), (0.0, 0.3), (1e-6, 1e-3)] {
            let (trace, determinant) = matrix(root_of_step(c_s, c_d, 1.0));
            assert!((trace - (2.0 - c_s - c_d)).abs() < 1e-12, "{c_s} {c_d}");
            assert!((determinant - (1.0 - c_d)).abs() < 1e-12, "{c_s} {c_d}");
        }
    }

    #[test]
    fn all_substeps_with_enough_damping_are_the_articles_step() {
        for (c_s, c_d) in [
            (0.3, 0.45),
            (0.05, 0.4),
            (0.2, 0.95),
            (1e-6, 1e-3),
            (0.6, 1.0),
            (0.01, 1.0),
            (1.0, 1.0),
        ] {
            for n in [2, 3, 8, 32] {
                let (trace, determinant) = matrix(root_of_step(c_s, c_d, f64::from(n)));
                // Traces of the powers of a matrix.
                let (mut before, mut power) = (2.0, trace);
                for _ in 1..n {
                    (before, power) = (power, trace * power - determinant * before);
                }
                assert!((power - (2.0 - c_s - c_d)).abs() < 1e-12, "{c_s} {c_d} {n}: {power}");
                assert!((determinant.powi(n) - (1.0 - c_d)).abs() < 1e-12, "{c_s} {c_d} {n}");
            }
        }
    }

    #[test]
    fn all_substeps_with_too_little_damping_keep_the_angle_of_the_articles_step() {
        for (c_s, c_d) in [(0.1_f64, 0.0_f64), (0.5, 0.01), (0.9, 0.02), (0.9, 0.1), (1e-4, 0.0)] {
            let step = libm::acos((2.0 - c_s - c_d) / (2.0 * (1.0 - c_d).sqrt()));
            for n in [1, 2, 3, 8] {
                let (p, q) = root_of_step(c_s, c_d, f64::from(n));
                let (trace, determinant) = matrix((p, q));
                let angle = f64::from(n) * libm::acos(trace / (2.0 * determinant.sqrt()));
                assert!((angle - step).abs() < 1e-9, "{c_s} {c_d} {n}: {angle} {step}");
                assert_eq!(q, p * p, "{c_s} {c_d} {n}");
            }
        }
    }

    #[test]
    fn least_damping_keeps_the_angle() {
        for angle in [1e-6, 1e-3, 0.1, 0.5, 1.0, 1.2] {
            let p = least_damped(libm::sin(angle).powi(2));
            let (trace, determinant) = matrix((p, p * p));
            let cos = trace / (2.0 * determinant.sqrt());
            assert!((cos - libm::cos(angle)).abs() < 1e-12, "{angle}: {p}");
        }
        assert_eq!(least_damped(0.95), 1.0);
    }
}
