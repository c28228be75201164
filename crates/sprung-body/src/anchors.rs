//! The anchors of a spring: a point of each body, or the rotations of both.

use sprung::{Real, Vector};

use crate::body::{Body, Impulse};
use crate::external_acceleration::Known;
use crate::matrix::{cross, direction, length};

/// What of A moves relative to what of B.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchors<R> {
    /// A point of A and a point of B, in the world, m.
    Points([[R; 3]; 2]),
    /// The rotations.
    Turns,
}

impl<R: Real> Anchors<R> {
    /// Returns the velocity of A relative to B, m/s or rad/s.
    pub(crate) fn velocity(&self, a: &Body<R>, b: &Body<R>) -> [R; 3] {
        match *self {
            Anchors::Points([at_a, at_b]) => a.velocity_at(at_a).minus(b.velocity_at(at_b)),
            Anchors::Turns => a.angular_velocity.minus(b.angular_velocity),
        }
    }

    /// Returns the acceleration of A relative to B by the loads in a step of `dt` seconds.
    pub(crate) fn known(&self, a: &Body<R>, b: &Body<R>, dt: R) -> Known<[R; 3]> {
        match *self {
            Anchors::Points([at_a, at_b]) => a.known_at(at_a, dt).minus(b.known_at(at_b, dt)),
            Anchors::Turns => a.load.turning(dt).minus(b.load.turning(dt)),
        }
    }

    /// Returns the maximum mass or moment that a spring moves, kg or kg·m².
    pub(crate) fn mass(&self, a: &Body<R>, b: &Body<R>) -> R {
        match self {
            Anchors::Points(_) => R::ONE / (a.inverse_mass + b.inverse_mass),
            Anchors::Turns => R::ONE / (a.least_turning() + b.least_turning()),
        }
    }

    /// Returns the relative velocity along a direction per impulse along it, 1/kg or 1/(kg·m²).
    pub(crate) fn mobility_along(&self, a: &Body<R>, b: &Body<R>, direction: [R; 3]) -> R {
        match *self {
            Anchors::Points([at_a, at_b]) => {
                a.mobility_along(at_a, direction) + b.mobility_along(at_b, direction)
            }
            Anchors::Turns => {
                direction.dot(a.inverse_inertia.plus(&b.inverse_inertia).apply(direction))
            }
        }
    }

    /// Gives A an impulse and B its opposite. Returns the impulse on the centers, N·s, and the changes of the angular
    /// velocities, of a body that nothing turns the angular impulse.
    pub(crate) fn push(&self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) -> [[R; 3]; 3] {
        let (none, back) = ([R::ZERO; 3], impulse.times(-R::ONE));
        match *self {
            Anchors::Points([at_a, at_b]) => {
                [impulse, a.push_at(at_a, impulse), b.push_at(at_b, back)]
            }
            Anchors::Turns => {
                let turn = |angular: [R; 3]| Impulse { linear: none, angular };
                [none, a.push(turn(impulse)), b.push(turn(back))]
            }
        }
    }

    /// Returns the angles by which a step turns the levers of both points, as far as the mobility at their ends depends on
    /// the direction, rad: by the offset that the step removes, by its displacement, and by the current rotation.
    pub(crate) fn turns(&self, a: &Body<R>, b: &Body<R>, motion: [[R; 3]; 2], dt: R) -> [R; 2] {
        let Anchors::Points([at_a, at_b]) = *self else { return [R::ZERO; 2] };
        [(a, at_a), (b, at_b)].map(|(body, point)| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_free_bodies_have_the_reduced_mass_and_moment() {
        let [a, b] = [[2.0f64, 0.3], [3.0, 0.5]].map(|[mass, moment]| Body::new(mass, [moment; 3]));
        assert!((Anchors::Points([[0.0; 3]; 2]).mass(&a, &b) - 6.0 / 5.0).abs() < 1e-15);
        assert!((Anchors::Turns.mass(&a, &b) - 0.15 / 0.8).abs() < 1e-15);
    }

    #[test]
    fn a_lever_on_a_hinge_turns_by_the_way_of_its_end() {
        let (length, dt, spin) = (0.4, 0.1, 0.3);
        let mut body = Body::new(2.0f64, [0.5; 3]);
        (body.position, body.inverse_mass) = ([1.0, 2.0, 3.0], 0.0);
        body.angular_velocity = [spin, 0.0, 0.0];
        let anchors = Anchors::Points([[1.0, 2.0 + length, 3.0], [0.0; 3]]);
        // What is along the lever or turns about it does not count.
        let motion = [[0.03, 0.7, 0.0], [0.0, -0.2, 0.05]];
        let [turn, none] = anchors.turns(&body, &Body::fixed(), motion, dt);
        assert!((turn - (0.08 / length + spin * dt)).abs() < 1e-15 && none == 0.0, "{turn} {none}");
        body.angular_velocity = [0.0, spin, 0.0];
        // As easy to move as to turn: half of the way turns the lever.
        body.inverse_mass = length * length * body.inverse_inertia.trace();
        let [turn, _] = anchors.turns(&body, &Body::fixed(), motion, dt);
        assert!((turn - 0.5 * 0.08 / length).abs() < 1e-15, "{turn}");
    }
}
