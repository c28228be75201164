//! The lines that gizmos draw: edges in the color of their stretch, normals at contacts.

use bevy::prelude::*;
use sprung_network::ContactShape;

use super::spring_network::SpringNetwork;

/// Colors in linear RGB.
const AT_REST: Vec3 = Vec3::new(0.1, 0.8, 0.2);
const STRETCHED: Vec3 = Vec3::new(1.0, 0.05, 0.05);
const COMPRESSED: Vec3 = Vec3::new(0.1, 0.2, 1.0);

/// The edges that have not torn, and their colors.
pub(super) fn edges(
    network: &SpringNetwork,
    part: f32,
    full: f32,
) -> impl Iterator<Item = (Vec3, Vec3, Vec3)> + '_ {
    let solver = network.solver();
    let whole = solver.edges().iter().enumerate().filter(|(i, _)| !solver.is_torn(*i));
    whole.filter_map(move |(_, edge)| {
        let after = [edge.a, edge.b].map(|p| network.position(p));
        let [Some(a), Some(b)] = after else { return None };
        let strain = (a.distance(b) / edge.rest_length - 1.0) / full;
        let end = if strain > 0.0 { STRETCHED } else { COMPRESSED };
        // An edge without length has no strain.
        let color = AT_REST.lerp(end, if strain.is_nan() { 0.0 } else { strain.abs().min(1.0) });
        let at = |p| network.position_between(p, part);
        Some((at(edge.a)?, at(edge.b)?, color))
    })
}

/// The points at which a network touches itself, and the normals there.
pub(super) fn self_contacts(network: &SpringNetwork) -> impl Iterator<Item = (Vec3, Vec3)> + '_ {
    let points = network.solver().self_contacts();
    points.map(|point| [point.position, point.normal].map(Vec3::from_array).into())
}

/// The particles that touch a collider, and the normals there.
pub(super) fn contacts(
    network: &SpringNetwork,
    part: f32,
    distance: f32,
) -> impl Iterator<Item = (Vec3, Vec3)> + '_ {
    let solver = network.solver();
    solver.colliders().flat_map(move |collider| {
        (0..solver.len()).filter_map(move |p| {
            let (gap, normal) = collider.shape.project(solver.position(p));
            let at = network.position_between(p, part)?;
            (gap <= distance).then(|| (at, Vec3::from_array(normal)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Affine3A;
    use sprung_network::{Collider, Edge, Network, Particle, Settings, Shape};

    #[test]
    fn colors_tell_stretch_and_normals_tell_contacts() -> Result<(), sprung_network::NetworkError> {
        let mut net = Network::default();
        for x in [0.0, 1.0, 2.0, 3.0] {
            net.add_particle(Particle::fixed([x, 0.0, 0.0]));
        }
        for (a, b, rest_length) in [(0, 1, 1.0), (1, 2, 0.9), (2, 3, 1.025)] {
            net.add_edge(Edge::new(a, b, rest_length));
        }
        let mut network = SpringNetwork::new(&net, Settings::default())?;
        network.follow(Affine3A::from_translation(Vec3::Y), &[], |_| None)?;
        let ball = Collider::new(Shape::Sphere { center: [3.0, 1.0, 0.5], radius: 0.5 });
        network.set_colliders(&[(Entity::PLACEHOLDER, ball)])?;
        let drawn: Vec<_> = edges(&network, 0.5, 0.05).collect();
        assert_eq!(drawn[0], (Vec3::Y, Vec3::new(1.0, 1.0, 0.0), AT_REST));
        assert_eq!(drawn[1].2, STRETCHED);
        let half = drawn[2].2;
        assert!(half.distance(AT_REST.midpoint(COMPRESSED)) < 0.05);
        let touching: Vec<_> = contacts(&network, 1.0, 1e-3).collect();
        assert_eq!(touching, [(Vec3::new(3.0, 1.0, 0.0), Vec3::NEG_Z)]);
        Ok(())
    }
}
