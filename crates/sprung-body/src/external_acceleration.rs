//! Accelerations that the engine applies to a body during a step: gravity and other external forces.

use sprung::{Real, Vector};

use crate::matrix::cross;

/// A known acceleration of a body during the next step, in addition to its springs.
///
/// A spring that does not know of it sees a velocity that is not the one with which the body will move, and lets a weight
/// rest too low or too high. One that knows holds a body of acceleration `a` exactly at `a/ω²` from its goal, at any step,
/// with either [`Discretization`](crate::Discretization), and moves about that place with its set frequency and damping ratio.
///
/// Engines differ in when they add it; `pending_fraction` tells. Of acceleration `a` over a step `h`, the displacement of the
/// body in this
/// step gains `pending_fraction · a·h²` beyond its velocity now:
///
/// | the engine | `pending_fraction` |
/// |---|---|
/// | adds `a·h` to the velocity, then moves the body by it | 1: [`ExternalAcceleration::new`] |
/// | does so in `n` equal sub-steps (rapier, avian, Box2D) | `(n + 1)/2n`: [`ExternalAcceleration::in_substeps`] |
/// | added it before the springs are prepared | 0: [`ExternalAcceleration::already_applied`] |
///
/// An acceleration that is not finite counts as none.
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{Body, Discretization, LinearServo, ExternalAcceleration};
///
/// let (mut lift, mut shaft, dt) = (Body::new(300.0f64, [50.0; 3]), Body::fixed(), 1.0 / 30.0);
/// lift.load = ExternalAcceleration::new([0.0, -9.81, 0.0]);
/// let spring = Spring::from_frequency(2.0, 1.0)?;
/// let mut servo = LinearServo::new(spring, [0.0, 1.0, 0.0], 3.0);
/// for _ in 0..300 {
///     servo.prepare(&lift, &shaft, Discretization::Exact, dt);
///     servo.solve(&mut lift, &mut shaft);
///     // The engine: gravity, then the position.
///     lift.velocity[1] -= 9.81 * dt;
///     lift.position[1] += lift.velocity[1] * dt;
/// }
/// assert!((lift.position[1] - (3.0 - 9.81 / spring.stiffness())).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExternalAcceleration<R> {
    /// The acceleration of the center of mass, m/s²: gravity, and forces over the mass.
    pub acceleration: [R; 3],
    /// The angular acceleration, rad/s², in the world frame: torques times the inverse inertia.
    pub angular_acceleration: [R; 3],
    /// The part of it that is still to come, 0 … 1: see the table.
    pub pending_fraction: R,
}

impl<R: Real> ExternalAcceleration<R> {
    /// No external acceleration.
    pub const NONE: Self = ExternalAcceleration {
        acceleration: [R::ZERO; 3],
        angular_acceleration: [R::ZERO; 3],
        pending_fraction: R::ONE,
    };

    /// An acceleration (m/s²) that the engine adds at once, before it moves the body.
    pub fn new(acceleration: [R; 3]) -> Self {
        ExternalAcceleration { acceleration, ..ExternalAcceleration::NONE }
    }

    /// The same in an engine that takes `substeps` equal parts of a step, adding and moving in each.
    #[must_use]
    pub fn in_substeps(self, substeps: usize) -> Self {
        let n = R::from_f64(substeps.max(1) as f64);
        ExternalAcceleration { pending_fraction: (n + R::ONE) / (n + n), ..self }
    }

    /// The same where the velocity has it already when springs are prepared.
    #[must_use]
    pub fn already_applied(self) -> Self {
        ExternalAcceleration { pending_fraction: R::ZERO, ..self }
    }

    /// Returns the acceleration of a point at `arm` (m) from the center of mass in a step of `dt` seconds.
    pub(crate) fn at(&self, arm: [R; 3], dt: R) -> Known<[R; 3]> {
        self.known(self.acceleration.plus(cross(self.angular_acceleration, arm)), dt)
    }

    /// Returns the angular acceleration in a step of `dt` seconds.
    pub(crate) fn turning(&self, dt: R) -> Known<[R; 3]> {
        self.known(self.angular_acceleration, dt)
    }

    fn known(&self, acceleration: [R; 3], dt: R) -> Known<[R; 3]> {
        let known = [acceleration, acceleration.times(self.pending_fraction * dt)];
        let finite = known.as_flattened().iter().all(|value| value.is_finite());
        if finite { known } else { [[R::ZERO; 3]; 2] }
    }
}

/// A known acceleration where a spring acts, and the mean velocity that the step will gain by it.
pub(crate) type Known<V> = [V; 2];

/// Returns the energy per mass, J/kg, by which a body that is not yet held differs from one at rest between sub-steps.
pub(crate) fn unseen<V: Vector>([acceleration, gain]: Known<V>, dt: V::Scalar) -> V::Scalar {
    let whole = acceleration.times(dt);
    V::Scalar::HALF * whole.length() * whole.minus(gain).length()
}
