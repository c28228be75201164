//! The environment: gravity, drag and wind, which act on every particle alike.

use crate::error::{Checked, Element};
use crate::particle::Particle;

/// Gravity, and air that slows particles down to its own velocity.
///
/// Over a step `h` the velocity becomes `(v + h · drag · wind) / (1 + h · drag) + h · gravity`: the implicit step of
/// the air's `v' = −drag (v − wind)`, so that no drag is too strong for any step, then all of the weight, so that what
/// hangs at rest hangs as it would without air. Terminal velocity is `gravity / drag + h · gravity` beyond the wind.
///
/// ```
/// use sprung_network::Environment;
/// let still = Environment::default();
/// assert_eq!(still.gravity, [0.0, -9.81, 0.0]);
/// assert_eq!(still.drag, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Environment {
    /// Acceleration of every dynamic particle, m/s².
    pub gravity: [f32; 3],
    /// Rate at which the velocity relative to the air decays, 1/s, finite and >= 0.
    pub drag: f32,
    /// Velocity of the air, m/s.
    pub wind: [f32; 3],
}

impl Default for Environment {
    fn default() -> Self {
        Self { gravity: [0.0, -9.81, 0.0], drag: 0.0, wind: [0.0; 3] }
    }
}

impl Environment {
    /// Neither gravity nor air.
    pub const ZERO_G: Self = Self { gravity: [0.0; 3], drag: 0.0, wind: [0.0; 3] };

    /// The step of one velocity as `v · keep + add`: (keep, add).
    pub(crate) fn step(&self, h: f32) -> (f32, [f32; 3]) {
        let (keep, add) = self.step_f64(h);
        (keep as f32, add.map(|c| c as f32))
    }

    /// The same, for sums over many steps.
    pub(crate) fn step_f64(&self, h: f32) -> (f64, [f64; 3]) {
        let (h, drag) = (f64::from(h), f64::from(self.drag));
        let keep = 1.0 / (1.0 + h * drag);
        let [gravity, wind] = [self.gravity, self.wind].map(|v| v.map(f64::from));
        let add = |c: usize| h * gravity[c] + h * drag * keep * wind[c];
        (keep, [add(0), add(1), add(2)])
    }

    /// The velocities of dynamic particles after `h` seconds of gravity and air.
    pub(crate) fn accelerate(&self, particles: &mut [Particle], h: f32) {
        let (keep, add) = self.step(h);
        for p in particles.iter_mut().filter(|p| !p.is_fixed()) {
            p.velocity = [0, 1, 2].map(|c| p.velocity[c] * keep + add[c]);
        }
    }

    pub(crate) fn check(&self) -> Checked {
        let element = Element { kind: "environment", index: 0 };
        element.finite("gravity", self.gravity)?;
        element.finite("wind", self.wind)?;
        element.not_negative("drag", self.drag)
    }
}

/// The shortest step, s: lengths divided by shorter ones would overflow.
const MIN_STEP: f32 = 1e-15;

/// The longest step, s: the square of a fall of eleven days is the largest that f32 holds.
const MAX_STEP: f32 = 1e6;

/// True if `h` seconds are a step: from a femtosecond to a million seconds.
pub(crate) fn is_step(h: f32) -> bool {
    (MIN_STEP..=MAX_STEP).contains(&h)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drag_takes_nothing_from_the_weight_of_a_particle_at_rest() {
        let thick = Environment { drag: 50.0, ..Environment::default() };
        let [x, y, z] = thick.step(0.01).1;
        assert!(x == 0.0 && z == 0.0 && (y + 0.0981).abs() < 1e-8, "{y}");
    }

    #[test]
    fn falling_particles_reach_terminal_velocity() {
        let air = Environment { drag: 2.0, wind: [3.0, 0.0, 0.0], ..Environment::default() };
        let mut leaf = [Particle::new([0.0; 3], 1.0)];
        (0..2000).for_each(|_| air.accelerate(&mut leaf, 0.01));
        let [x, y, _] = leaf[0].velocity;
        assert!((x - 3.0).abs() < 1e-5, "{x}");
        assert!((y + 9.81 / 2.0 + 0.01 * 9.81).abs() < 1e-5, "{y}");
    }

    #[test]
    fn steps_are_neither_too_short_to_divide_by_nor_too_long() {
        assert!([1e-15, 1e-3, 1.0, 1e6].into_iter().all(is_step));
        let none = [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE, 1e-45, -0.0, 2e6, 1e18];
        assert!(!none.into_iter().any(is_step));
    }

    #[test]
    fn no_drag_is_too_strong() {
        let gale = Environment { gravity: [0.0; 3], drag: 1e30, wind: [3.0, 0.0, 0.0] };
        let (keep, add) = gale.step(1.0);
        assert!(keep < 1e-29);
        assert!((add[0] - 3.0).abs() < 1e-6);
    }
}
