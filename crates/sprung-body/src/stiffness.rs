//! The stiffness of a spring and the damping of a motor: relative to the mass that it moves, or in newtons.

use sprung::{Damper, ParameterError, Real, Spring};

/// The strength of a spring on bodies.
///
/// | variant | a heavier load | sag under gravity `g` |
/// |---|---|---|
/// | [`Frequency`](Stiffness::Frequency) | moves alike: stiffness follows the effective mass | `g/ω²` |
/// | [`Physical`](Stiffness::Physical) | is slower and sinks deeper, as on a real spring | `m·g/k` |
///
/// A [`Spring`] converts to the first. On a single direction both follow the damped spring of the effective mass; the
/// [`PointSpring`](crate::PointSpring) and the springs that turn differ in direction too: by frequency every direction moves
/// alike, while a physical force is along the offset, regardless of the effective mass.
///
/// ```
/// use sprung_body::{PointSpring, Body, Discretization, ExternalAcceleration, Stiffness};
///
/// // A scale of 100 N/m sinks by 0.098 m for each kilogram.
/// let scale = Stiffness::physical(100.0f64, 80.0)?;
/// for mass in [1.0, 4.0] {
///     let (mut load, mut world, dt) = (Body::new(mass, [1.0; 3]), Body::fixed(), 1.0 / 60.0);
///     load.load = ExternalAcceleration::new([0.0, -9.81, 0.0]);
///     let mut hold = PointSpring::new(scale, [0.0; 3], [0.0; 3]);
///     for _ in 0..3000 {
///         hold.prepare(&load, &world, Discretization::default(), dt);
///         hold.solve(&mut load, &mut world);
///         load.velocity[1] -= 9.81 * dt;
///         load.position[1] += load.velocity[1] * dt;
///     }
///     assert!((load.position[1] + 0.0981 * mass).abs() < 1e-9);
/// }
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stiffness<R> {
    /// Frequency and damping ratio with which the effective mass moves.
    Frequency(Spring<R>),
    /// Stiffness and damping of the force itself; values that are negative, infinite or NaN make no force.
    Physical {
        /// The stiffness, N/m; of a rotational spring N·m/rad.
        stiffness: R,
        /// The damping, N·s/m; of a rotational spring N·m·s/rad.
        damping: R,
    },
}

impl<R> From<Spring<R>> for Stiffness<R> {
    fn from(spring: Spring<R>) -> Self {
        Stiffness::Frequency(spring)
    }
}

impl<R: Real> Stiffness<R> {
    /// A spring of `stiffness` N/m (N·m/rad) and `damping` N·s/m (N·m·s/rad).
    ///
    /// # Errors
    /// A value that is negative, infinite or NaN.
    pub fn physical(stiffness: R, damping: R) -> Result<Self, ParameterError> {
        Spring::from_stiffness_and_damping(stiffness, damping)?;
        Ok(Stiffness::Physical { stiffness, damping })
    }

    /// The spring that one direction of velocity per impulse `mobility` (1/kg or 1/(kg·m²)) moves on.
    ///
    /// None for a physical spring whose values are not finite and ≥ 0, or overflow for so light a body.
    pub fn spring(&self, mobility: R) -> Option<Spring<R>> {
        match *self {
            Stiffness::Frequency(spring) => Some(spring),
            Stiffness::Physical { stiffness, damping } => {
                let [stiffness, damping] = [stiffness, damping].map(|value| {
                    if value >= R::ZERO { (value * mobility).min(R::MAX) } else { value }
                });
                Spring::from_stiffness_and_damping(stiffness, damping).ok()
            }
        }
    }

    /// Returns roughly the part of an offset that a step from rest removes, 0 … 1: `(ωh)²`, at most 1.
    pub(crate) fn reach(&self, mobility: R, dt: R) -> R {
        let phase = self.spring(mobility).map_or(R::ZERO, |spring| spring.angular_frequency() * dt);
        (phase * phase).min(R::ONE)
    }
}

/// The strength of a motor.
///
/// A [`Damper`] converts to the first variant.
///
/// ```
/// use sprung::Damper;
/// use sprung_body::Damping;
///
/// let damper = Damper::from_halflife(0.1f64)?;
/// assert_eq!(Damping::from(damper), Damping::Rate(damper));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Damping<R> {
    /// The rate (1/s) at which the difference of velocity decays, for any mass.
    Rate(Damper<R>),
    /// N·s/m, of a motor that turns N·m·s/rad; a value that is negative, infinite or NaN makes no force.
    Physical(R),
}

impl<R> From<Damper<R>> for Damping<R> {
    fn from(damper: Damper<R>) -> Self {
        Damping::Rate(damper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_reaches_the_square_of_its_phase_and_no_more_than_all() {
        let spring = Stiffness::Frequency(Spring::new(2.0f64, 0.0).unwrap());
        for (dt, reach) in [(0.1, 0.04), (0.25, 0.25), (0.5, 1.0), (9.0, 1.0)] {
            assert!((spring.reach(3.0, dt) - reach).abs() < 1e-15, "{dt}");
        }
        // 12 N/m on 3 kg.
        let newtons = Stiffness::physical(12.0, 0.0).unwrap();
        assert!((newtons.reach(1.0 / 3.0, 0.1) - 0.04).abs() < 1e-15);
    }
}
