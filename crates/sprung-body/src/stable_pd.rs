//! The stable PD controller of a rigid body, as published, and its stability limit.

use sprung::{Real, Spring, Vector};

use crate::discretization::is_step;

/// The change of velocity of one step, as published: `h·(ω²(g − x − h·v) + 2ζω(q − v))/(1 + 2ζωh)`.
///
/// To be added to a body's velocity before the engine moves it by the new velocity. Offered for comparison:
/// the engine's order of update makes it unstable above [`stable_pd_frequency`]; [`PoseSpring`](crate::PoseSpring) has no such limit.
/// A `dt` that is not above 0 and finite changes nothing.
/// Source: H. Bowles, *Spring dynamics for production* (appendix on rigid bodies).
#[doc(alias = "PhysicsUpdate")]
#[doc(alias = "PD controller")]
#[doc(alias = "SPD")]
pub fn stable_pd_velocity_change<R: Real>(
    spring: &Spring<R>,
    state: [[R; 3]; 2],
    goal: [[R; 3]; 2],
    dt: R,
) -> [R; 3] {
    stable_pd_impulse([spring.stiffness(), spring.damping()], R::ONE, state, goal, dt)
}

/// The same controller as forces: the impulse (N·s) of one step on a body of mass `m`,
/// `h·(k(g − x − h·v) + c(q − v))/(1 + c·h/m)`.
///
/// `stiffness` in N/m and `damping` in N·s/m: a heavy body is slower and sinks by `m·g/k`. With `k = m·ω²` and `c = 2mζω` it is
/// `m` times [`stable_pd_velocity_change`], stable below the same frequency. A body that nothing moves gets
/// `h·(k(g − x − h·v) + c(q − v))`. [`PoseSpring`](crate::PoseSpring) with [`Stiffness::Physical`](crate::Stiffness::Physical) has no
/// limit of stability. A `dt` that is not above 0 and finite gives none. Source: H. Bowles, *Spring dynamics for production* (appendix on rigid bodies, as forces).
pub fn stable_pd_impulse<R: Real>(
    [stiffness, damping]: [R; 2],
    inverse_mass: R,
    [position, velocity]: [[R; 3]; 2],
    [goal, goal_velocity]: [[R; 3]; 2],
    dt: R,
) -> [R; 3] {
    if !is_step(dt) {
        return [R::ZERO; 3];
    }
    let ahead = position.plus(velocity.times(dt));
    let pull = goal.minus(ahead).times(stiffness);
    let brake = goal_velocity.minus(velocity).times(damping);
    pull.plus(brake).times(dt / (R::ONE + damping * inverse_mass * dt))
}

/// The frequency in hertz below which that update is stable at a damping ratio and a step: `3a² < 4 + 4ζa`, `a = 2πf·h`.
///
/// At 60 steps per second: 11.0 Hz undamped, 19.1 Hz at damping ratio 1, 29.6 Hz at 2. Infinite for a `dt` of 0.
///
/// ```
/// let limit = sprung_body::stable_pd_frequency(1.0, 1.0 / 60.0f64);
/// assert!((limit - 19.1).abs() < 0.05);
/// ```
pub fn stable_pd_frequency<R: Real>(damping_ratio: R, dt: R) -> R {
    let [two, three] = [2.0, 3.0].map(R::from_f64);
    // The positive root of 3a² − 4ζa − 4.
    let phase = two * (damping_ratio + (damping_ratio * damping_ratio + three).sqrt()) / three;
    phase / (two * R::PI * dt + R::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_impulse_is_that_of_the_published_formula() {
        let ([k, c], mass, h) = ([50.0f64, 6.0], 2.0, 0.1);
        let ([x, v], [g, q]) = ([1.0, -3.0], [4.0, 0.5]);
        let [state, goal] = [[x, v], [g, q]].map(|pair| pair.map(|part| [0.0, part, 0.0]));
        let expected = h * (k * (g - x - h * v) + c * (q - v)) / (1.0 + c * h / mass);
        let impulse = stable_pd_impulse([k, c], 1.0 / mass, state, goal, h);
        assert!((impulse[1] - expected).abs() < 1e-13 && impulse[0] == 0.0, "{impulse:?}");
        let spring = Spring::from_stiffness_and_damping(k, c).unwrap();
        let change = stable_pd_velocity_change(&spring, state, goal, h)[1];
        assert!((change * (1.0 + c * h) - expected * (1.0 + c * h / mass)).abs() < 1e-12);
        for dt in [0.0, -0.1, f64::INFINITY, f64::NAN] {
            assert_eq!(stable_pd_impulse([k, c], 1.0 / mass, state, goal, dt), [0.0; 3]);
        }
    }

    #[test]
    fn the_limit_of_stability_solves_its_equation() {
        for ratio in [0.0f64, 0.3, 1.0, 5.0] {
            let phase = core::f64::consts::TAU * stable_pd_frequency(ratio, 0.01) * 0.01;
            let left = 3.0 * phase * phase - 4.0 - 4.0 * ratio * phase;
            assert!(left.abs() < 1e-11, "{ratio}: {left}");
        }
        assert_eq!(stable_pd_frequency(1.0f64, 0.0), f64::INFINITY);
    }
}
