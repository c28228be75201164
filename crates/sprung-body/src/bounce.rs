//! One step of a single body in contact with a ground: the exact one-sided spring, entered and left within steps.
//!
//! The velocity of a body that an engine moves is the mean velocity of its last step. A body inside the ground at both ends
//! of that step is at two samples of the free damped spring, which give its velocity now; one that was outside entered in
//! the step, and the samples of the spring of its speed are taken from the depth that it has. The spring lets go when its
//! force would pull; a step in which that happens ends with the speed of that moment, less is not given and no more.

use sprung::{Real, Spring};

use crate::contact_material::ContactMaterial;
use crate::external_acceleration::Known;

/// The parting motion of a point at a step's start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach<R> {
    /// The depth, m, above 0.
    pub(crate) depth: R,
    /// The parting velocity, m/s.
    pub(crate) velocity: R,
    /// The parting acceleration that is known.
    pub(crate) known: Known<R>,
}

/// A spring that only pushes, with a rest position `rest` (x is above 0 outside), under an acceleration.
#[derive(Clone, Copy, Debug)]
struct OneSided<R> {
    spring: Spring<R>,
    rest: R,
    acceleration: R,
}

/// Position and velocity.
#[derive(Clone, Copy, Debug)]
struct Motion<R> {
    x: R,
    v: R,
}

impl<R: Real> OneSided<R> {
    fn after(&self, from: Motion<R>, time: R) -> Motion<R> {
        let [[xx, xv], [vx, vv]] = self.spring.step(time).matrix();
        let y = from.x - self.rest;
        Motion { x: xx * y + xv * from.v + self.rest, v: vx * y + vv * from.v }
    }

    /// Returns whether the contact pushes: the body is inside, and the spring's force points out.
    fn pushes(&self, at: Motion<R>) -> bool {
        let total = self.spring.stiffness() * (at.x - self.rest) + self.spring.damping() * at.v;
        at.x < R::ZERO && -total - self.acceleration > R::ZERO
    }

    /// The last time in `0..=most` up to which `holds`, and the motion then, by halving.
    fn until(&self, from: Motion<R>, most: R, holds: impl Fn(Motion<R>) -> bool) -> (R, Motion<R>) {
        let (mut low, mut high) = (R::ZERO, most);
        for _ in 0..40 {
            let middle = (low + high) * R::HALF;
            if holds(self.after(from, middle)) { low = middle } else { high = middle }
        }
        (low, self.after(from, low))
    }
}

/// The spring of a ground as fast as a step of `dt` seconds resolves it; its restitution `e` is the same.
///
/// A body of speed `v` goes at most `√e·v/ω` deep, and `v·h` in the step in which it is first seen: with `ωh ≤ √e` that is a
/// place on its path. Below 0.3 no more is asked: what leaves then leaves with less than `0.3·√e·v`.
fn resolved<R: Real>(spring: &Spring<R>, dt: R) -> Spring<R> {
    let root = (ContactMaterial { spring: *spring }.restitution() * R::from_f64(0.9)).sqrt();
    let frequency = spring.angular_frequency().min(root.max(R::from_f64(0.3)) / dt);
    Spring::new(frequency, spring.damping_ratio()).unwrap_or(*spring)
}

/// The spring of the ground, and the motion of a point on it.
fn sampled<R: Real>(
    ground: &Spring<R>,
    spring: &Spring<R>,
    approach: Approach<R>,
    dt: R,
) -> (OneSided<R>, Motion<R>) {
    let Approach { depth, velocity, known: [load, gain] } = approach;
    // It rests at the equilibrium of the ground's stiffness; without stiffness there is none, and the load is ignored.
    let sag = load / ground.stiffness();
    let (rest, acceleration) = if sag.is_finite() { (sag, load) } else { (R::ZERO, R::ZERO) };
    let one_sided = OneSided { spring: *spring, rest, acceleration };
    let mean = velocity - (load * dt - gain);
    let before = -depth - mean * dt;
    let now = if before >= R::ZERO {
        // The last sample above the depth while moving in.
        let touching = Motion { x: R::ZERO, v: mean };
        let slowest = R::from_f64(4.0) / spring.angular_frequency();
        let inward = |at: Motion<R>| at.v < R::ZERO && at.x > -depth;
        let reached = one_sided.until(touching, slowest, inward).1;
        Motion { x: -depth, ..reached }
    } else {
        let [[xx, xv], [vx, vv]] = spring.step(dt).matrix();
        let (y, last) = (-depth - rest, before - rest);
        Motion { x: -depth, v: vx * last + vv * (y - xx * last) / xv }
    };
    (one_sided, now)
}

/// Returns the energy that the ground holds beyond the motion of a point, J/kg.
///
/// The point's velocity is the mean of its last step, and less than the spring's where that turns it back.
pub(crate) fn held<R: Real>(ground: &Spring<R>, approach: Approach<R>, dt: R) -> R {
    let spring = resolved(ground, dt);
    let (_, now) = sampled(ground, &spring, approach, dt);
    let energy = now.v * now.v + spring.stiffness() * now.x * now.x;
    (R::HALF * (energy - approach.velocity * approach.velocity)).max(R::ZERO)
}

/// The parting velocity that the ground gives in a step of `dt` seconds; none where it does not push.
pub(crate) fn pushed<R: Real>(ground: &Spring<R>, approach: Approach<R>, dt: R) -> Option<R> {
    let [load, gain] = approach.known;
    let spring = resolved(ground, dt);
    let (one_sided, now) = sampled(ground, &spring, approach, dt);
    if !one_sided.pushes(now) {
        return None;
    }
    let end = one_sided.after(now, dt);
    let wanted = if one_sided.pushes(end) {
        (end.x - now.x) / dt - gain
    } else {
        let (time, leaving) = one_sided.until(now, dt, |at| one_sided.pushes(at));
        let pending = if gain == R::ZERO { R::ZERO } else { load * dt };
        leaving.v + load * (dt - time) - pending
    };
    wanted.is_finite().then_some(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_holds_the_energy_of_the_depth_however_the_point_moves() {
        let ground = Spring::from_frequency(2.0f64, 0.1).unwrap();
        let (depth, dt) = (0.3, 1e-5);
        let expected = 0.5 * ground.stiffness() * depth * depth;
        for velocity in [0.0, 0.5, -0.5] {
            let held = held(&ground, Approach { depth, velocity, known: [0.0; 2] }, dt);
            assert!((held / expected - 1.0).abs() < 1e-3, "{held} {expected}");
        }
    }

    #[test]
    fn a_stiff_ground_is_as_fast_as_the_step_resolves_at_its_restitution() {
        let (ratio, dt) = (0.1f64, 1.0 / 60.0);
        let root = (1.0 - ratio * ratio).sqrt();
        let restitution = (-2.0 * ratio * ratio.acos() / root).exp();
        let spring = resolved(&Spring::new(1e4, ratio).unwrap(), dt);
        let phase = spring.angular_frequency() * dt;
        assert!((phase - (0.9 * restitution).sqrt()).abs() < 1e-12, "{phase}");
        let slow = Spring::new(3.0, ratio).unwrap();
        assert_eq!(resolved(&slow, dt), slow);
    }

    #[test]
    fn a_point_that_is_first_seen_in_a_ground_without_damping_has_lost_what_the_ground_holds() {
        let ground = Spring::new(10.0f64, 0.0).unwrap();
        let (depth, speed, dt) = (0.05, 6.0, 1.0 / 60.0);
        let approach = Approach { depth, velocity: -speed, known: [0.0; 2] };
        let (_, now) = sampled(&ground, &ground, approach, dt);
        assert_eq!(now.x, -depth);
        let left = (speed * speed - ground.stiffness() * depth * depth).sqrt();
        assert!((now.v + left).abs() < 1e-9, "{} {left}", now.v);
    }

    #[test]
    fn a_point_deeper_than_its_speed_takes_it_is_at_rest_at_that_depth() {
        // A ground of damping ratio 5 stops it before.
        let spring = Spring::new(18.0f64, 5.0).unwrap();
        let (depth, dt) = (0.1, 1.0 / 60.0);
        let approach = Approach { depth, velocity: -1.001 * depth / dt, known: [0.0; 2] };
        let (_, now) = sampled(&spring, &spring, approach, dt);
        assert_eq!(now.x, -depth);
        assert!(now.v.abs() < 1e-6 * depth / dt, "{}", now.v);
    }

    #[test]
    fn what_the_load_is_yet_to_add_is_not_given_too() {
        let ground = Spring::from_frequency(2.0f64, 0.1).unwrap();
        let (depth, load, dt) = (0.3, -9.81, 1.0 / 60.0);
        for (velocity, gain) in [(-2.0, -0.05), (0.5, -0.1), (-1.0, 0.07)] {
            let parting = |velocity: f64, gain: f64| {
                pushed(&ground, Approach { depth, velocity, known: [load, gain] }, dt).unwrap()
            };
            // The same mean motion, with all of the load added before.
            let whole = parting(velocity + gain, 0.0);
            assert!((parting(velocity, gain) - (whole - gain)).abs() < 1e-12, "{velocity} {gain}");
        }
    }

    #[test]
    fn what_leaves_the_ground_within_a_step_flies_on_under_its_load() {
        let ground = Spring::from_frequency(2.0f64, 0.01).unwrap();
        let (depth, load, dt) = (0.02, -9.81, 1.0 / 60.0);
        // The mean velocity of the step before is the same, however much of the load it has had.
        let approach = |gain: f64| Approach { depth, velocity: 3.0 - gain, known: [load, gain] };
        let (_, now) = sampled(&ground, &resolved(&ground, dt), approach(0.0), dt);
        // Small steps, with a force that never pulls.
        let (mut x, mut v, steps) = (now.x, now.v, 200_000);
        let small = dt / f64::from(steps);
        for _ in 0..steps {
            let push = -ground.stiffness() * x - ground.damping() * v;
            v += small * (load + if x < 0.0 { push.max(0.0) } else { 0.0 });
            x += small * v;
        }
        assert!(x > 0.0);
        let whole = pushed(&ground, approach(0.0), dt).unwrap();
        assert!((whole - v).abs() < 1e-5, "{whole} {v}");
        // All of the load comes later.
        let gain = load * dt;
        let pending = pushed(&ground, approach(gain), dt).unwrap();
        assert!((pending - (v - gain)).abs() < 1e-5, "{pending} {v}");
    }
}
