//! Shapes built in the plane stay in it, bit for bit, under every solver.

use sprung_network::reference::{CoefficientLimit, JacobiSolver, SequentialImpulses};
use sprung_network::shapes::{bridge, ring, wheel};
use sprung_network::{Collider, Environment, Network, Particle};
use sprung_network::{Settings, Shape, Solver};

/// Asserts that no particle leaves the plane while the network hangs, blown about above a floor.
#[track_caller]
fn stays_in_the_plane(mut net: Network) {
    net.fix([0]);
    let environment = Environment { wind: [3.0, 0.5, 0.0], drag: 0.2, ..Environment::default() };
    let settings = Settings { environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).expect("good");
    let (point, normal) = ([0.0, -2.0, 0.0], [0.1, 1.0, 0.0]);
    let floor = Collider::new(Shape::Plane { point, normal }).with_friction(0.5);
    solver.set_colliders(&[floor]).expect("good");
    let mut article =
        JacobiSolver::new(&net, environment, CoefficientLimit::MassSplitting).expect("good");
    let mut iterated = SequentialImpulses::new(&net, environment, 10, 0.9).expect("good");
    for _ in 0..300 {
        solver.step(1.0 / 60.0);
        article.step(1.0 / 60.0);
        iterated.step(1.0 / 60.0);
    }
    let solved: Vec<Particle> = solver.particles().collect();
    for particles in [&solved, article.particles(), iterated.particles()] {
        let moved =
            net.particles.iter().zip(particles).map(|(from, to)| from.position[1] - to.position[1]);
        assert!(moved.fold(0.0, f32::max) > 0.1, "it hangs");
        for p in particles {
            assert_eq!((p.position[2].to_bits(), p.velocity[2].to_bits()), (0, 0), "{p:?}");
        }
    }
}

#[test]
fn a_bridge_stays_in_its_plane() {
    stays_in_the_plane(bridge(12, 0.5, 10.0).unwrap());
}

#[test]
fn a_ring_stays_in_its_plane() {
    stays_in_the_plane(ring(1.0, 24, 2.0).unwrap());
}

#[test]
fn a_wheel_stays_in_its_plane() {
    stays_in_the_plane(wheel(1.0, 24, 2.0).unwrap());
}
