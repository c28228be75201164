//! Jelly of tetrahedral cells: a block that falls on a floor, one that starts inside out, a cell without a direction.

use sprung_network::shapes::lattice_with_cells;
use sprung_network::{Collider, Network, Particle, Settings, Shape, Solver, Stiffness};

use crate::bits::{Bits, Outcome};

const FRAMES: usize = 60;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let mut net = lattice_with_cells([5, 6, 4], 0.1, 2.0)?;
    let soft = Stiffness::from_frequency(6.0, 0.1)?;
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    net.cells.iter_mut().step_by(3).for_each(|cell| cell.stiffness = soft);
    let mut mirrored = lattice_with_cells([4, 3, 3], 0.1, 1.0)?;
    mirrored.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    for particle in &mut mirrored.particles {
        let [x, y, z] = particle.position;
        particle.position = [3.0 - x, 0.3 * y, z];
    }
    net.append(&mirrored);
    net.append(&point()?);
    let mut solver = Solver::new(&net, Settings::default())?;
    let floor = Shape::Plane { point: [0.0, -0.5, 0.0], normal: [0.1, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.4)])?;
    for frame in 0..FRAMES {
        solver.step(1.0 / 60.0);
        bits.add_all((0..4).map(|cell| solver.cell_volume_ratio(frame + 100 * cell)));
    }
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
    Ok(())
}

/// A cell whose corners are at one place.
fn point() -> Result<Network, Box<dyn std::error::Error>> {
    let mut net = Network::default();
    for at in [[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]] {
        net.add_particle(Particle::new(at, 0.1));
    }
    net.add_cells(&[[0, 1, 2, 3]], Stiffness::from_frequency(20.0, 0.3)?)?;
    net.particles.iter_mut().for_each(|particle| particle.position = [6.0, 0.0, 0.0]);
    Ok(net)
}
