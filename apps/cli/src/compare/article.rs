//! The code of the articles, in double precision: their formulas under their names.

use sprung::integrate::{Method, euler_damper};
use sprung::{Damper, Spring, State};

use super::candidate::Candidate;

/// Holden adds it to what he divides by.
const HOLDENS_EPS: f64 = 1e-5;
/// The half-width of Juckett's band around a damping ratio of 1, and the angular frequency below which nothing moves.
const JUCKETTS_EPSILON: f64 = 1e-4;
/// The frame for which the factor of a blend is chosen, s.
const FRAME: f64 = 1.0 / 60.0;

/// The methods for springs. Nissen's is semi-implicit Euler with coefficients of at most 1; Fiedler's and Bowles's are
/// integrators.
pub(super) fn of_springs(spring: Spring<f64>) -> Vec<Candidate> {
    let [stiffness, damping] = [spring.stiffness(), spring.damping()];
    let limit = Method::SemiImplicit.stability_limit(spring.damping_ratio());
    let limit = limit / spring.angular_frequency();
    let bad = move |s: State<f64>, goal: f64, dt: f64| {
        let velocity =
            s.velocity + dt * stiffness * (goal - s.position) - dt * damping * s.velocity;
        State::new(s.position + dt * velocity, velocity)
    };
    let exact = move |s, goal, dt| spring_damper_exact(s, goal, [stiffness, damping], dt);
    let juckett = move |s, goal, dt| damped_spring_motion(s, goal, &spring, dt);
    let nissen = move |s: State<f64>, goal: f64, dt: f64| {
        // C_s and C_d are at most 1.
        let (c_s, c_d) = ((stiffness * dt * dt).min(1.0), (damping * dt).min(1.0));
        let velocity = s.velocity - c_s / dt * (s.position - goal) - c_d * s.velocity;
        State::new(s.position + dt * velocity, velocity)
    };
    vec![
        Candidate::new("holden:spring_damper_bad", limit, bad),
        Candidate::new("holden:spring_damper_exact", f64::INFINITY, exact),
        Candidate::new("juckett:UpdateDampedSpringMotion", f64::INFINITY, juckett),
        Candidate::new("nissen:ComputeSpringImpulse", f64::INFINITY, nissen),
    ]
}

/// Holden's methods for dampers.
pub(super) fn of_dampers(damper: Damper<f64>) -> Vec<Candidate> {
    let (rate, halflife) = (damper.rate(), damper.halflife());
    let factor = damper.smoothing_factor(FRAME);
    let blend = move |x: f64, goal: f64, _| x + factor * (goal - x);
    let bad = move |x, goal, dt| euler_damper(x, goal, rate, dt);
    // What a blend by rate·FRAME per frame leaves, at another frame rate.
    let left = 1.0 - rate * FRAME;
    let exponential =
        move |x: f64, goal: f64, dt: f64| x + (goal - x) * (1.0 - (1.0 / left).powf(-dt / FRAME));
    let exact = move |x: f64, goal: f64, dt: f64| {
        let phase = std::f64::consts::LN_2 * dt / (halflife + HOLDENS_EPS);
        x + (goal - x) * (1.0 - fast_negexp(phase))
    };
    let limit = sprung::integrate::euler_damper_limit::<f64>() / rate;
    // A root of a negative number is none.
    let has_root = if left > 0.0 { f64::INFINITY } else { 0.0 };
    vec![
        Candidate::of_damper("holden:damper", f64::INFINITY, blend),
        Candidate::of_damper("holden:damper_bad", limit, bad),
        Candidate::of_damper("holden:damper_exponential", has_root, exponential),
        Candidate::of_damper("holden:damper_exact", f64::INFINITY, exact),
    ]
}

/// Holden's `e^(−x)`.
fn fast_negexp(x: f64) -> f64 {
    1.0 / (1.0 + x * (1.0 + x * (0.48 + x * 0.235)))
}

/// Holden's arc tangent.
fn fast_atan(x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    let z = x.abs();
    let w = if z > 1.0 { 1.0 / z } else { z };
    let y = FRAC_PI_4 * w - w * (w - 1.0) * (0.2447 + 0.0663 * w);
    (if z > 1.0 { FRAC_PI_2 - y } else { y }).copysign(x)
}

/// One step of Holden's spring to a goal that is held: amplitude and phase, or two decays.
fn spring_damper_exact(
    s: State<f64>,
    goal: f64,
    [stiffness, damping]: [f64; 2],
    dt: f64,
) -> State<f64> {
    let (offset, v, decay) = (s.position - goal, s.velocity, 0.5 * damping);
    let square = stiffness - decay * decay;
    let state = |offset: f64, velocity| State::new(goal + offset, velocity);
    if square.abs() < HOLDENS_EPS {
        let (left, push) = (fast_negexp(decay * dt), v + offset * decay);
        let place = (offset + dt * push) * left;
        return state(place, push * left - decay * place);
    }
    if square > 0.0 {
        let (turn, push) = (square.sqrt(), v + decay * offset);
        let amplitude = (push * push / (square + HOLDENS_EPS) + offset * offset).sqrt();
        let phase = fast_atan(push / (HOLDENS_EPS - offset * turn));
        let amplitude = if offset > 0.0 { amplitude } else { -amplitude };
        let (sin, cos) = (turn * dt + phase).sin_cos();
        let reach = amplitude * fast_negexp(decay * dt);
        return state(reach * cos, -reach * (decay * cos + turn * sin));
    }
    let spread = (-square).sqrt();
    let (fast, slow) = (decay + spread, decay - spread);
    let of_slow = (-offset * fast - v) / (slow - fast);
    let [fast_left, slow_left] =
        [(offset - of_slow) * fast_negexp(fast * dt), of_slow * fast_negexp(slow * dt)];
    state(fast_left + slow_left, -fast * fast_left - slow * slow_left)
}

/// One step of Juckett's coefficients.
fn damped_spring_motion(s: State<f64>, goal: f64, spring: &Spring<f64>, dt: f64) -> State<f64> {
    let (omega, ratio) = (spring.angular_frequency(), spring.damping_ratio());
    let (offset, v) = (s.position - goal, s.velocity);
    if omega < JUCKETTS_EPSILON {
        return s;
    }
    let decay = omega * ratio;
    let [[xx, xv], [vx, vv]] = if ratio > 1.0 + JUCKETTS_EPSILON {
        let spread = omega * (ratio * ratio - 1.0).sqrt();
        let (fast, slow) = (-decay - spread, -decay + spread);
        let (e1, e2) = ((fast * dt).exp() / (2.0 * spread), (slow * dt).exp() / (2.0 * spread));
        [[e1 * slow - e2 * fast, e2 - e1], [fast * slow * (e1 - e2), slow * e2 - fast * e1]]
    } else if ratio < 1.0 - JUCKETTS_EPSILON {
        let turn = omega * (1.0 - ratio * ratio).sqrt();
        let left = (-decay * dt).exp();
        let (cos, sin) = (left * (turn * dt).cos(), left * (turn * dt).sin());
        let bent = decay * sin / turn;
        [[cos + bent, sin / turn], [-sin * turn - decay * bent, cos - bent]]
    } else {
        let left = (-omega * dt).exp();
        let reach = dt * left;
        [[omega * reach + left, reach], [-omega * omega * reach, left - omega * reach]]
    };
    State::new(goal + xx * offset + xv * v, vx * offset + vv * v)
}
