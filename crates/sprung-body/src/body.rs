//! The rigid body: mass, inertia, pose and velocities.

use sprung::{ParameterError, Real, Rotation, Vector};

use crate::external_acceleration::{ExternalAcceleration, Known};
use crate::matrix::{Matrix3, cross};

/// A rigid body: pose, velocities, inverse mass and inertia. Plain data, copied in and out of an engine.
///
/// Positions are those of the center of mass. A body of the plane is one that turns about z alone and has `z = 0`
/// everywhere: [`Body::planar`]; springs between such bodies never leave the plane.
///
/// ```
/// use sprung_body::Body;
///
/// let mut ball = Body::new(2.0f64, [0.1; 3]);
/// ball.position = [0.0, 1.0, 0.0];
/// assert_eq!(ball.inverse_mass, 0.5);
/// assert_eq!(Body::<f64>::fixed().inverse_mass, 0.0);
/// ```
#[doc(alias = "Rigidbody")]
#[doc(alias = "rigid body")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R> {
    /// The center of mass, m.
    pub position: [R; 3],
    /// The rotation from body to world.
    pub rotation: Rotation<R>,
    /// The velocity of the center of mass, m/s.
    pub velocity: [R; 3],
    /// The angular velocity, rad/s, in the world frame.
    pub angular_velocity: [R; 3],
    /// The inverse mass, 1/kg; 0 is a fixed body.
    pub inverse_mass: R,
    /// The inverse inertia, 1/(kg·m²), in the world frame.
    pub inverse_inertia: Matrix3<R>,
    /// The acceleration that the engine applies in the next step: gravity and other external forces.
    pub load: ExternalAcceleration<R>,
}

/// A change of momentum and of angular momentum.
///
/// ```
/// use sprung_body::{Body, Impulse};
///
/// let mut ball = Body::new(2.0f64, [0.5; 3]);
/// ball.apply(Impulse { linear: [4.0, 0.0, 0.0], angular: [0.0, 1.0, 0.0] });
/// assert_eq!((ball.velocity[0], ball.angular_velocity[1]), (2.0, 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impulse<R> {
    /// The impulse, N·s.
    pub linear: [R; 3],
    /// The angular impulse about the center of mass, N·m·s.
    pub angular: [R; 3],
}

impl<R: Real> Body<R> {
    /// A body at the origin from its mass (kg) and principal moments of inertia (kg·m²); infinite ones do not move.
    ///
    /// Values that are not above 0 count as infinite, so that bad data cannot throw a body around;
    /// [`Body::validate`] refuses them instead.
    pub fn new(mass: R, inertia: [R; 3]) -> Self {
        let inverse = |value: R| if value > R::ZERO { R::ONE / value } else { R::ZERO };
        Body {
            position: [R::ZERO; 3],
            rotation: Rotation::IDENTITY,
            velocity: [R::ZERO; 3],
            angular_velocity: [R::ZERO; 3],
            inverse_mass: inverse(mass),
            inverse_inertia: Matrix3::diagonal(inertia.map(inverse)),
            load: ExternalAcceleration::NONE,
        }
    }

    /// A body of the plane from its mass (kg) and its moment of inertia about z (kg·m²).
    pub fn planar(mass: R, inertia: R) -> Self {
        Body::new(mass, [R::INFINITY, R::INFINITY, inertia])
    }

    /// Returns a fixed body: the world.
    pub fn fixed() -> Self {
        Body::new(R::INFINITY, [R::INFINITY; 3])
    }

    /// The body itself if it can be simulated.
    ///
    /// Springs on a body that is not leave the bodies at their other ends as they were.
    ///
    /// # Errors
    /// A state that is not finite, an inverse mass or inertia that is negative, infinite or NaN.
    pub fn validate(self) -> Result<Self, ParameterError> {
        let states = [
            ("position", self.position),
            ("velocity", self.velocity),
            ("angular_velocity", self.angular_velocity),
            ("acceleration", self.load.acceleration),
            ("angular_acceleration", self.load.angular_acceleration),
        ];
        for (field, vector) in states {
            for value in vector {
                require(value.is_finite(), field, value, "finite")?;
            }
        }
        for value in self.rotation.xyzw() {
            require(value.is_finite(), "rotation", value, "finite")?;
        }
        let mass = self.inverse_mass;
        require(mass >= R::ZERO && mass.is_finite(), "inverse_mass", mass, "finite and >= 0")?;
        for (i, row) in self.inverse_inertia.rows.into_iter().enumerate() {
            require(
                row[i] >= R::ZERO && row.iter().all(|value| value.is_finite()),
                "inverse_inertia",
                row[i],
                "finite, its diagonal >= 0",
            )?;
        }
        Ok(self)
    }

    /// Sets the world inertia from principal moments (kg·m²) along the body's own axes and its rotation now.
    #[must_use]
    pub fn with_inertia(mut self, principal: [R; 3]) -> Self {
        let local = Body::new(R::ONE, principal).inverse_inertia;
        let units = Matrix3::diagonal([R::ONE; 3]).rows;
        self.inverse_inertia = local.conjugated(units.map(|unit| self.rotation.rotate(unit)));
        self
    }

    /// Returns the world position of a point given in the body's frame, m.
    pub fn point(&self, local: [R; 3]) -> [R; 3] {
        self.position.plus(self.rotation.rotate(local))
    }

    /// The velocity of a point of the world as if it belonged to the body: `v + w × (p − x)`.
    pub fn velocity_at(&self, point: [R; 3]) -> [R; 3] {
        self.velocity.plus(cross(self.angular_velocity, point.minus(self.position)))
    }

    /// Changes the velocities by an impulse at the center of mass and a turning one.
    ///
    /// One that is not finite, or would leave a velocity that is not, is not applied: a broken body must not break those
    /// that it is tied to.
    pub fn apply(&mut self, impulse: Impulse<R>) {
        self.push(impulse);
    }

    /// The same; returns the change of angular velocity, of a body that nothing turns the angular impulse.
    pub(crate) fn push(&mut self, impulse: Impulse<R>) -> [R; 3] {
        let velocity = self.velocity.plus(impulse.linear.times(self.inverse_mass));
        let turned = self.inverse_inertia.apply(impulse.angular);
        let angular_velocity = self.angular_velocity.plus(turned);
        let finite = |vector: [R; 3]| vector.into_iter().all(R::is_finite);
        let [linear, angular] = [impulse.linear, impulse.angular].map(finite);
        if linear && angular && finite(velocity) && finite(angular_velocity) {
            (self.velocity, self.angular_velocity) = (velocity, angular_velocity);
        }
        if self.inverse_inertia.trace() > R::ZERO { turned } else { impulse.angular }
    }

    /// Changes the velocities by an impulse (N·s) at a point of the world.
    #[doc(alias = "F cross (p - x)")]
    #[doc(alias = "AddForceAtPosition")]
    pub fn apply_at(&mut self, point: [R; 3], impulse: [R; 3]) {
        self.push_at(point, impulse);
    }

    /// The same; returns the change of angular velocity, of a body that nothing turns the angular impulse.
    pub(crate) fn push_at(&mut self, point: [R; 3], impulse: [R; 3]) -> [R; 3] {
        let angular = cross(point.minus(self.position), impulse);
        self.push(Impulse { linear: impulse, angular })
    }

    /// Returns the acceleration of a world point by the load in a step of `dt` seconds.
    pub(crate) fn known_at(&self, point: [R; 3], dt: R) -> Known<[R; 3]> {
        self.load.at(point.minus(self.position), dt)
    }

    /// The least velocity per impulse that turns it, of the axes about which it turns.
    pub(crate) fn least_turning(&self) -> R {
        self.inverse_inertia.least_eigenvalue()
    }

    /// Returns the inverse effective mass of a point, a matrix: its velocity per impulse at it, 1/kg.
    pub(crate) fn mobility_at(&self, point: [R; 3]) -> Matrix3<R> {
        let arm = point.minus(self.position);
        let columns = Matrix3::diagonal([R::ONE; 3]).rows.map(|unit| {
            let turned = self.inverse_inertia.apply(cross(arm, unit));
            cross(turned, arm).plus(unit.times(self.inverse_mass))
        });
        // The columns of a symmetric matrix are its rows.
        Matrix3 { rows: columns }
    }

    /// Returns the inverse effective mass of a point along a direction: its velocity per impulse, 1/kg.
    pub(crate) fn mobility_along(&self, point: [R; 3], direction: [R; 3]) -> R {
        let turning = cross(point.minus(self.position), direction);
        self.inverse_mass + turning.dot(self.inverse_inertia.apply(turning))
    }
}

pub(crate) fn require<R: Real>(
    holds: bool,
    field: &'static str,
    value: R,
    rule: &'static str,
) -> Result<(), ParameterError> {
    if holds { Ok(()) } else { Err(ParameterError::new(field, value, rule)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn an_impulse_changes_the_velocities_by_the_inverse_mass_and_inertia() {
        let mut body = Body::new(2.0f64, [0.5, 1.0, 4.0]);
        body.apply(Impulse { linear: [4.0, 0.0, 1.0], angular: [1.0, 1.0, 1.0] });
        assert_eq!(body.velocity, [2.0, 0.0, 0.5]);
        assert_eq!(body.angular_velocity, [2.0, 1.0, 0.25]);
    }

    #[test]
    fn an_impulse_at_a_point_moves_the_point_by_its_mobility() {
        let mut body = Body::new(3.0f64, [0.5, 2.0, 7.0]);
        body.rotation = Rotation::from_rotation_vector([0.3, -0.8, 0.4]);
        body = body.with_inertia([0.5, 2.0, 7.0]);
        let (point, impulse) = ([0.7, -0.2, 1.1], [0.4, 1.0, -2.0]);
        let expected = body.mobility_at(point).apply(impulse);
        let before = body.velocity_at(point);
        body.apply_at(point, impulse);
        assert!(body.velocity_at(point).minus(before).minus(expected).length() < 1e-13);
    }

    #[test]
    fn bad_bodies_are_named() {
        let mut body = Body::new(1.0f64, [1.0; 3]);
        body.velocity[1] = f64::NAN;
        assert_eq!(body.validate().unwrap_err().to_string(), "velocity must be finite, got NaN");
        let heavy = Body { inverse_mass: -1.0f64, ..Body::fixed() };
        assert_eq!(heavy.validate().unwrap_err().field, "inverse_mass");
        for (column, value) in [(0, -1.0), (1, f64::NAN), (2, f64::INFINITY)] {
            let mut skewed = Body::new(1.0f64, [1.0; 3]);
            skewed.inverse_inertia.rows[0][column] = value;
            assert_eq!(skewed.validate().unwrap_err().field, "inverse_inertia", "{value}");
        }
        assert!(Body::new(0.0f64, [-1.0, 0.0, f64::NAN]).validate().is_ok());
    }

    #[test]
    fn a_body_that_nothing_turns_returns_the_angular_impulse_and_another_its_change() {
        let impulse = Impulse { linear: [0.0; 3], angular: [1.0, -2.0, 3.0] };
        assert_eq!(Body::<f64>::fixed().push(impulse), [1.0, -2.0, 3.0]);
        assert_eq!(Body::new(1.0, [0.5; 3]).push(impulse), [2.0, -4.0, 6.0]);
        assert_eq!(Body::planar(1.0, 0.5).push(impulse), [0.0, 0.0, 6.0]);
    }
}
