//! The anchors of a spring: the points of both bodies at which it acts.

use sprung::{Real, Vector};

use crate::body::Body;
use crate::external_acceleration::Known;
use crate::matrix::{cross, direction, length};

/// A point of A and a point of B, in the world, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchors<R>(pub(crate) [[R; 3]; 2]);

impl<R: Real> Anchors<R> {
    pub(crate) const NONE: Self = Anchors([[R::ZERO; 3]; 2]);

    /// Returns the velocity of A's point relative to B's, m/s.
    pub(crate) fn velocity(&self, a: &Body<R>, b: &Body<R>) -> [R; 3] {
        a.velocity_at(self.0[0]).minus(b.velocity_at(self.0[1]))
    }

    /// Returns the acceleration of A's point relative to B's by the loads in a step of `dt` seconds.
    pub(crate) fn known(&self, a: &Body<R>, b: &Body<R>, dt: R) -> Known<[R; 3]> {
        a.known_at(self.0[0], dt).minus(&b.known_at(self.0[1], dt))
    }

    /// Returns the relative velocity of the points along a direction per impulse along it, 1/kg.
    pub(crate) fn mobility_along(&self, a: &Body<R>, b: &Body<R>, direction: [R; 3]) -> R {
        a.mobility_along(self.0[0], direction) + b.mobility_along(self.0[1], direction)
    }

    /// Returns the angles by which a step turns both levers, as far as the mobility at their ends depends on the direction,
    /// rad: by the offset that the step removes, by its displacement, and by the current rotation.
    pub(crate) fn turns(&self, a: &Body<R>, b: &Body<R>, motion: [[R; 3]; 2], dt: R) -> [R; 2] {
        [(a, self.0[0]), (b, self.0[1])].map(|(body, point)| {
            let Some((unit, distance)) = direction(point.minus(body.position)) else {
                return R::ZERO;
            };
            let across = |vector: [R; 3]| length(cross(unit, vector));
            let turned = distance * distance * body.inverse_inertia.trace();
            let share = turned / (body.inverse_mass + turned);
            let pushed = (across(motion[0]) + across(motion[1])) / distance;
            let turn = share * (pushed + across(body.angular_velocity) * dt);
            if turn.is_nan() { R::ZERO } else { turn }
        })
    }
}
