//! A point with mass.

use crate::error::{Checked, Element};

/// Beyond these, sums and reciprocals of two inverse masses leave the range of f32.
pub(crate) const MIN_INVERSE_MASS: f32 = 1e-30;
pub(crate) const MAX_INVERSE_MASS: f32 = 1e30;

/// Position in meters, velocity in meters per second, inverse mass in 1/kg.
///
/// A particle with inverse mass 0 is fixed: nothing moves it but [`Solver::set_kinematic_target`](crate::Solver::set_kinematic_target).
/// A network in the plane is one whose particles have `z = 0`: nothing in this crate then makes `z` anything else.
///
/// ```
/// use sprung_network::Particle;
/// let ball = Particle::new([0.0, 1.0, 0.0], 2.0);
/// assert_eq!(ball.inverse_mass, 0.5);
/// assert_eq!(Particle::fixed([0.0; 3]).inverse_mass, 0.0);
/// ```
#[doc(alias = "point mass")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// The position, m, each component within ±1e15.
    pub position: [f32; 3],
    /// The velocity, m/s, each component within ±1e15.
    pub velocity: [f32; 3],
    /// 1 / mass in 1/kg, within 1e-30 and 1e30, or 0: fixed.
    pub inverse_mass: f32,
}

impl Particle {
    /// A dynamic particle at rest with a mass in kg. An infinite mass is a fixed particle; mass 0 is refused when the
    /// network is checked.
    pub fn new(position: [f32; 3], mass: f32) -> Self {
        Self { position, velocity: [0.0; 3], inverse_mass: 1.0 / mass }
    }

    /// A particle that stays where it is.
    pub fn fixed(position: [f32; 3]) -> Self {
        Self { position, velocity: [0.0; 3], inverse_mass: 0.0 }
    }

    /// The same particle with a velocity in m/s.
    pub fn with_velocity(self, velocity: [f32; 3]) -> Self {
        Self { velocity, ..self }
    }

    /// True if nothing but [`Solver::set_kinematic_target`](crate::Solver::set_kinematic_target) moves it.
    pub fn is_fixed(&self) -> bool {
        self.inverse_mass == 0.0
    }

    pub(crate) fn check(&self, index: usize) -> Checked {
        let element = Element { kind: "particle", index };
        element.bounded("position", self.position)?;
        element.bounded("velocity", self.velocity)?;
        element.not_negative("inverse_mass", self.inverse_mass)?;
        let w = self.inverse_mass;
        let holds = w == 0.0 || (MIN_INVERSE_MASS..=MAX_INVERSE_MASS).contains(&w);
        element.require(holds, "inverse_mass", w, "0 or within 1e-30 and 1e30")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn massless_and_negative_particles_are_refused() {
        assert!(Particle::new([0.0; 3], 0.0).check(3).is_err());
        let error = Particle::new([0.0; 3], -2.0).check(3).map_err(|e| e.to_string());
        assert_eq!(
            error,
            Err("particle 3: inverse_mass must be finite and >= 0, got -0.5".to_owned())
        );
    }

    #[test]
    fn infinite_mass_is_fixed() {
        assert!(Particle::new([0.0; 3], f32::INFINITY).is_fixed());
    }
}
