//! The effective mass of a point of two bodies, in every direction at once.

use sprung::{Real, Vector};

use crate::body::{Body, Impulse};
use crate::matrix::{Matrix3, cross, direction, perpendicular};

/// The velocity per impulse at a point of two bodies, along and across the lever of the body that is easier to turn.
///
/// An impulse along its lever turns a body by nothing. In the axes of the world that is a difference of large terms, and
/// once `m·l²/I` exceeds what a number resolves, nothing would be left of the mass itself; here it is exactly so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointMobility<R> {
    at: [R; 3],
    axes: [[R; 3]; 3],
    /// The turning impulse on each body per impulse along each axis.
    turning: [[[R; 3]; 3]; 2],
    matrix: Matrix3<R>,
}

impl<R: Real> PointMobility<R> {
    pub(crate) const NONE: Self = PointMobility {
        at: [R::ZERO; 3],
        axes: [[R::ZERO; 3]; 3],
        turning: [[[R::ZERO; 3]; 3]; 2],
        matrix: Matrix3::ZERO,
    };

    /// The mobility of the point `at` of the world, on A and on B.
    pub(crate) fn new(a: &Body<R>, b: &Body<R>, at: [R; 3]) -> Self {
        let bodies = [a, b];
        let arms = bodies.map(|body| at.minus(body.position));
        let eased = |i: usize| arms[i].dot(arms[i]) * bodies[i].inverse_inertia.trace();
        let main = usize::from(eased(1) > eased(0));
        let first = [R::ONE, R::ZERO, R::ZERO];
        let (along, length) = direction(arms[main]).unwrap_or((first, R::ZERO));
        let second = perpendicular(along);
        let third = cross(along, second);
        let axes = [along, second, third];
        let mut turning = arms.map(|arm| axes.map(|axis| cross(arm, axis)));
        turning[main] = [[R::ZERO; 3], third.times(length), second.times(-length)];
        let mut matrix = Matrix3::diagonal([a.inverse_mass + b.inverse_mass; 3]);
        for (body, turning) in bodies.iter().zip(&turning) {
            let turned = turning.map(|turning| body.inverse_inertia.apply(turning));
            for (i, row) in matrix.rows.iter_mut().enumerate() {
                for (j, entry) in row.iter_mut().enumerate() {
                    *entry += turning[i].dot(turned[j]);
                }
            }
        }
        PointMobility { at, axes, turning, matrix }
    }

    pub(crate) fn trace(&self) -> R {
        self.matrix.trace()
    }

    /// The vector in the axes of the lever.
    pub(crate) fn local(&self, vector: [R; 3]) -> [R; 3] {
        self.axes.map(|axis| axis.dot(vector))
    }

    /// The vector in the axes of the world.
    pub(crate) fn world(&self, local: [R; 3]) -> [R; 3] {
        let [x, y, z] = self.axes;
        x.times(local[0]).plus(y.times(local[1])).plus(z.times(local[2]))
    }

    pub(crate) fn matrix(&self) -> &Matrix3<R> {
        &self.matrix
    }

    /// The relative velocity of the point, A minus B.
    pub(crate) fn velocity(&self, a: &Body<R>, b: &Body<R>) -> [R; 3] {
        a.velocity_at(self.at).minus(b.velocity_at(self.at))
    }

    /// Pushes A by an impulse at the point and B by its opposite.
    /// Returns the changes of angular velocity.
    pub(crate) fn push(&self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) -> [[R; 3]; 2] {
        let local = self.local(impulse);
        let turning = self
            .turning
            .map(|[x, y, z]| x.times(local[0]).plus(y.times(local[1])).plus(z.times(local[2])));
        let back = -R::ONE;
        [
            a.push(Impulse { linear: impulse, angular: turning[0] }),
            b.push(Impulse { linear: impulse.times(back), angular: turning[1].times(back) }),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::Rotation;

    #[test]
    fn the_mobility_is_that_of_the_world_axes_and_the_push_that_of_a_point() {
        let mut a = Body::new(3.0f64, [0.5, 2.0, 7.0]);
        a.rotation = Rotation::from_rotation_vector([0.3, -0.8, 0.4]);
        a = a.with_inertia([0.5, 2.0, 7.0]);
        let mut b = Body::new(1.5, [0.2, 0.1, 0.3]);
        b.position = [0.4, 0.1, -0.9];
        let (at, impulse) = ([0.7, -0.2, 1.1], [0.4, 1.0, -2.0]);
        let mobility = PointMobility::new(&a, &b, at);
        let local = mobility.matrix().apply(mobility.local(impulse));
        let expected = a.mobility_at(at).plus(&b.mobility_at(at)).apply(impulse);
        assert!(mobility.world(local).minus(expected).length() < 1e-13);
        let before = mobility.velocity(&a, &b);
        mobility.push(&mut a, &mut b, impulse);
        assert!(mobility.velocity(&a, &b).minus(before).minus(expected).length() < 1e-13);
    }
}
