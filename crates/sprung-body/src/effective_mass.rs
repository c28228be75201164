//! The effective mass of two bodies: of a row, and of a point in every direction at once.

use sprung::{Real, Vector};

use crate::body::{Body, Impulse};
use crate::matrix::{Matrix3, cross, direction, length, perpendicular};

/// The velocity per impulse of a row: of one direction a number, of several a symmetric matrix that is not negative.
pub(crate) trait Mobility<V: Vector> {
    const NONE: Self;

    /// `true` for one direction.
    const SINGLE: bool = false;

    /// Returns the change of velocity by an impulse.
    fn velocity(&self, impulse: V) -> V;

    /// Returns the impulse that changes the velocity, with a compliance in every direction; none if nothing moves.
    fn impulse(&self, velocity: V, compliance: V::Scalar) -> Option<V>;

    /// Returns an impulse cut to a range, of several directions to a length with its direction kept.
    fn cut(impulse: V, range: [V::Scalar; 2]) -> V;

    /// Returns the parts of a vector along the directions of the row.
    fn local(axes: &[[V::Scalar; 3]; 2], vector: [V::Scalar; 3]) -> V;

    /// Returns the vector of these parts.
    fn world(axes: &[[V::Scalar; 3]; 2], parts: V) -> [V::Scalar; 3];
}

impl<R: Real> Mobility<R> for R {
    const NONE: R = R::ZERO;
    const SINGLE: bool = true;

    fn velocity(&self, impulse: R) -> R {
        *self * impulse
    }

    fn impulse(&self, velocity: R, compliance: R) -> Option<R> {
        (*self > R::ZERO).then(|| velocity / (*self + compliance))
    }

    fn cut(impulse: R, [least, most]: [R; 2]) -> R {
        impulse.max(least).min(most)
    }

    fn local([axis, _]: &[[R; 3]; 2], vector: [R; 3]) -> R {
        vector.dot(*axis)
    }

    fn world([axis, _]: &[[R; 3]; 2], part: R) -> [R; 3] {
        axis.times(part)
    }
}

impl<R: Real> Mobility<[R; 2]> for [[R; 2]; 2] {
    const NONE: Self = [[R::ZERO; 2]; 2];

    fn velocity(&self, impulse: [R; 2]) -> [R; 2] {
        self.map(|row| row.dot(impulse))
    }

    fn impulse(&self, [x, y]: [R; 2], compliance: R) -> Option<[R; 2]> {
        let [[a, b], [_, c]] = *self;
        let [a, c] = [a, c].map(|diagonal| diagonal + compliance);
        let determinant = a * c - b * b;
        let square = (a + c) * (a + c);
        if determinant > square * R::EPSILON {
            Some([c * x - b * y, a * y - b * x].times(R::ONE / determinant))
        } else {
            // A body of the plane turns about one axis alone: the share of the impulse that moves it.
            let moved = [a * x + b * y, b * x + c * y];
            (square > R::ZERO).then(|| moved.times(R::ONE / square))
        }
    }

    fn cut(impulse: [R; 2], [_, most]: [R; 2]) -> [R; 2] {
        cut(impulse, most)
    }

    fn local(axes: &[[R; 3]; 2], vector: [R; 3]) -> [R; 2] {
        axes.map(|axis| vector.dot(axis))
    }

    fn world(axes: &[[R; 3]; 2], parts: [R; 2]) -> [R; 3] {
        axes[0].times(parts[0]).plus(axes[1].times(parts[1]))
    }
}

impl<R: Real> Mobility<[R; 3]> for Matrix3<R> {
    const NONE: Self = Matrix3::ZERO;

    fn velocity(&self, impulse: [R; 3]) -> [R; 3] {
        self.apply(impulse)
    }

    fn impulse(&self, velocity: [R; 3], compliance: R) -> Option<[R; 3]> {
        Some(self.plus(&Matrix3::diagonal([compliance; 3])).solve(velocity))
    }

    fn cut(impulse: [R; 3], [_, most]: [R; 2]) -> [R; 3] {
        cut(impulse, most)
    }

    fn local(_: &[[R; 3]; 2], vector: [R; 3]) -> [R; 3] {
        vector
    }

    fn world(_: &[[R; 3]; 2], vector: [R; 3]) -> [R; 3] {
        vector
    }
}

/// Returns an impulse cut to a length, with its direction kept.
pub(crate) fn cut<R: Real, const N: usize>(impulse: [R; N], most: R) -> [R; N]
where
    [R; N]: Vector<Scalar = R>,
{
    let length = length(impulse);
    if length > most { impulse.times(most / length) } else { impulse }
}

/// Axes at a point of two bodies, along and across the lever of the body that is easier to turn.
///
/// An impulse along its lever turns a body by nothing. In the axes of the world that is a difference of large terms, and
/// once `m·l²/I` exceeds what a number resolves, nothing would be left of the mass itself; here it is exactly so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointFrame<R> {
    axes: [[R; 3]; 3],
    /// The turning impulse on each body per impulse along each axis.
    turning: [[[R; 3]; 3]; 2],
}

impl<R: Real> PointFrame<R> {
    pub(crate) const NONE: Self =
        PointFrame { axes: [[R::ZERO; 3]; 3], turning: [[[R::ZERO; 3]; 3]; 2] };

    /// The axes of the point `at` of the world, on A and on B, and the mobility in them.
    pub(crate) fn new(a: &Body<R>, b: &Body<R>, at: [R; 3]) -> (Self, Matrix3<R>) {
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
        (PointFrame { axes, turning }, matrix)
    }

    /// The vector in the axes of the lever.
    pub(crate) fn local(&self, vector: [R; 3]) -> [R; 3] {
        self.axes.map(|axis| axis.dot(vector))
    }

    /// The vector in the axes of the world.
    pub(crate) fn world(&self, local: [R; 3]) -> [R; 3] {
        combined(self.axes, local)
    }

    /// Pushes A by an impulse at the point and B by its opposite.
    /// Returns the impulse and the changes of angular velocity.
    pub(crate) fn push(&self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) -> [[R; 3]; 3] {
        let local = self.local(impulse);
        let [first, second] = self.turning.map(|turning| combined(turning, local));
        let back = -R::ONE;
        [
            impulse,
            a.push(Impulse { linear: impulse, angular: first }),
            b.push(Impulse { linear: impulse.times(back), angular: second.times(back) }),
        ]
    }
}

/// Returns the sum of vectors times numbers.
fn combined<R: Real>([x, y, z]: [[R; 3]; 3], [a, b, c]: [R; 3]) -> [R; 3] {
    x.times(a).plus(y.times(b)).plus(z.times(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anchors::Anchors;
    use sprung::Rotation;

    #[test]
    fn the_mobility_is_that_of_the_world_axes_and_the_push_that_of_a_point() {
        let mut a = Body::new(3.0f64, [0.5, 2.0, 7.0]);
        a.rotation = Rotation::from_rotation_vector([0.3, -0.8, 0.4]);
        a = a.with_inertia([0.5, 2.0, 7.0]);
        let mut b = Body::new(1.5, [0.2, 0.1, 0.3]);
        b.position = [0.4, 0.1, -0.9];
        let (at, impulse) = ([0.7, -0.2, 1.1], [0.4, 1.0, -2.0]);
        let (mobility, matrix) = PointFrame::new(&a, &b, at);
        let local = matrix.apply(mobility.local(impulse));
        let expected = a.mobility_at(at).plus(&b.mobility_at(at)).apply(impulse);
        assert!(mobility.world(local).minus(expected).length() < 1e-13);
        let anchors = Anchors::Points([at; 2]);
        let before = anchors.velocity(&a, &b);
        mobility.push(&mut a, &mut b, impulse);
        assert!(anchors.velocity(&a, &b).minus(before).minus(expected).length() < 1e-13);
    }

    #[test]
    fn two_directions_along_which_a_body_moves_as_one_share_the_impulse_by_their_mobilities() {
        // The mobility v·vᵀ, of v = (2, 3): an impulse k·v moves it by 13·k·v.
        let mobility = [[4.0f64, 6.0], [6.0, 9.0]];
        assert_eq!(mobility.impulse([52.0, 78.0], 0.0), Some([4.0, 6.0]));
        // A velocity across v is out of reach.
        assert_eq!(mobility.impulse([-3.0, 2.0], 0.0), Some([0.0, 0.0]));
        assert_eq!([[0.0; 2]; 2].impulse([1.0, 1.0], 0.0), None);
    }

    #[test]
    fn a_mobility_makes_velocities_of_impulses_and_impulses_of_velocities() {
        let two = [[4.0f64, 1.0], [1.0, 2.0]];
        assert_eq!(two.velocity([3.0, -1.0]), [11.0, 1.0]);
        assert_eq!(two.impulse([11.0, 1.0], 0.0), Some([3.0, -1.0]));
        let three = Matrix3 { rows: [[2.0f64, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 4.0]] };
        assert_eq!(Mobility::velocity(&three, [3.0, -1.0, 0.5]), [5.0, 1.0, 2.0]);
        assert_eq!(Mobility::impulse(&0.5f64, 3.0, 1.5), Some(1.5));
        // What does not move gets no impulse, however soft its spring.
        assert_eq!(Mobility::impulse(&0.0f64, 3.0, 1.5), None);
    }
}
