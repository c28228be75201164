//! Measures of a network: stretch, energy, momentum and angular momentum.

use crate::edge::Edge;
use crate::geometry::vector::{add, cross, distance, dot};
use crate::particle::Particle;

/// `| length / rest length − 1 |` over the springs of a network; springs of rest length 0 are left out.
///
/// ```
/// use sprung_network::{Edge, Stretch};
///
/// let at = [[0.0; 3], [1.5, 0.0, 0.0]];
/// assert_eq!(Stretch::of(&[Edge::new(0, 1, 1.0)], |i| at[i]).max, 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretch {
    /// The largest.
    pub max: f64,
    /// The mean.
    pub mean: f64,
}

impl Stretch {
    /// Over springs whose ends are where `position` says. A position that is not finite makes both infinite.
    ///
    /// ```
    /// use sprung_network::{Edge, Stretch};
    /// let springs = [Edge::new(0, 1, 1.0), Edge::new(1, 2, 2.0)];
    /// let at = [[0.0; 3], [1.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    /// assert_eq!(Stretch::of(&springs, |i| at[i]), Stretch { max: 0.5, mean: 0.25 });
    /// ```
    pub fn of(springs: &[Edge], position: impl Fn(usize) -> [f32; 3]) -> Self {
        let (mut max, mut sum, mut count) = (0.0_f64, 0.0, 0_u32);
        for s in springs.iter().filter(|s| s.rest_length > 0.0) {
            let length = f64::from(distance(position(s.a), position(s.b)));
            let stretch = (length / f64::from(s.rest_length) - 1.0).abs();
            let stretch = if stretch.is_nan() { f64::INFINITY } else { stretch };
            max = max.max(stretch);
            sum += stretch;
            count += 1;
        }
        Self { max, mean: if count == 0 { 0.0 } else { sum / f64::from(count) } }
    }
}

/// Kinetic energy of the dynamic particles and their energy in gravity, J.
pub fn energy(particles: impl IntoIterator<Item = Particle>, gravity: [f32; 3]) -> f64 {
    let gravity = gravity.map(f64::from);
    dynamic(particles)
        .fold(0.0, |sum, (w, x, v)| sum + 1.0 / w * (0.5 * dot(v, v) - dot(gravity, x)))
}

/// Momentum of the dynamic particles, kg·m/s.
pub fn momentum(particles: impl IntoIterator<Item = Particle>) -> [f64; 3] {
    dynamic(particles).fold([0.0; 3], |sum, (w, _, v)| add(sum, v.map(|c| c / w)))
}

/// Angular momentum of the dynamic particles about the origin, kg·m²/s.
pub fn angular_momentum(particles: impl IntoIterator<Item = Particle>) -> [f64; 3] {
    dynamic(particles).fold([0.0; 3], |sum, (w, x, v)| add(sum, cross(x, v).map(|c| 1.0 / w * c)))
}

/// Inverse mass, position and velocity of the particles that are not fixed.
fn dynamic(
    particles: impl IntoIterator<Item = Particle>,
) -> impl Iterator<Item = (f64, [f64; 3], [f64; 3])> {
    let free = particles.into_iter().filter(|p| !p.is_fixed());
    free.map(|p| (f64::from(p.inverse_mass), p.position.map(f64::from), p.velocity.map(f64::from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_energy_and_momentum_of_a_thrown_ball_are_exact() {
        let ball = || [Particle::new([2.0, 3.0, 0.0], 4.0).with_velocity([0.0, 5.0, 0.0])];
        assert_eq!(energy(ball(), [0.0, -10.0, 0.0]), 0.5 * 4.0 * 25.0 + 4.0 * 10.0 * 3.0);
        assert_eq!(momentum(ball()), [0.0, 20.0, 0.0]);
        assert_eq!(angular_momentum(ball()), [0.0, 0.0, 40.0]);
    }

    #[test]
    fn fixed_particles_count_for_nothing() {
        let fixed = || [Particle::fixed([1.0; 3])];
        assert_eq!((energy(fixed(), [0.0, -9.81, 0.0]), momentum(fixed())), (0.0, [0.0; 3]));
    }

    #[test]
    fn a_lost_particle_is_an_infinite_stretch() {
        let springs = [Edge::new(0, 1, 1.0)];
        let stretch = Stretch::of(&springs, |i| [if i == 0 { 0.0 } else { f32::NAN }; 3]);
        assert!(stretch.max.is_infinite() && stretch.mean.is_infinite());
    }
}
