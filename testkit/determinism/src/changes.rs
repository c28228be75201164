//! Networks that are changed while they move: particles and edges, drags, tearing by force, a new layout.

use sprung_network::shapes::{Cloth, lattice, rope, tree};
use sprung_network::{Drag, Edge, Forces, Network, Particle, Settings, Solver, Stiffness};

use crate::bits::{Bits, Outcome};

const DT: f32 = 1.0 / 60.0;

/// A rope and a tree on one fixed particle each, woven cloth with tethers, jelly.
fn network() -> Result<Network, Box<dyn std::error::Error>> {
    let mut net = rope([0.0, 3.0, 0.0], [1.0, 3.0, 0.0], 12, 1.0)?;
    net.fix([0]);
    let points: Vec<_> = (0..30).map(|i| [i as f32 * 0.3, (i % 5) as f32 * 0.2, 5.0]).collect();
    let parents: Vec<_> = (0..30_usize).map(|i| i.saturating_sub(1) / 3).collect();
    let mut shrub = tree(&points, &parents, 0.1)?;
    shrub.fix([0]);
    net.append(&shrub);
    let sheet = Cloth::new(24, 20, 0.05, 1.0).with_bend(Stiffness::per_step(0.1, 0.2));
    let mut cloth = sheet.build()?;
    cloth.fix(sheet.corners());
    cloth.add_long_range_attachments();
    net.append(&cloth);
    net.append(&lattice([3, 4, 3], 0.2, 3.0)?);
    Ok(net)
}

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for line_solver in [true, false] {
        let settings = Settings { line_solver, ..Settings::default() };
        let mut solver = Solver::new(&network()?, settings)?;
        let mut forces = Forces::default();
        let mut torn = 0;
        for frame in 0..60 {
            let count = solver.len();
            match frame {
                5 => solver.pin(300),
                8 => solver.release(43, 0.05)?,
                11 => solver.release(0, 0.02)?,
                14 => {
                    let new = solver.add_particle(Particle::new([0.5, 1.0, 0.5], 0.1))?;
                    solver.add_edge(Edge::new(new, 120, 0.5))?;
                    solver.add_edge(Edge::new(new, 5, 2.0))?;
                }
                17 => solver.remove_edge(60),
                20 => solver.set_stiffness(70, Stiffness::from_frequency(9.0, 0.5)?)?,
                23 => solver.set_mass(200, 0.03)?,
                26 => solver.set_velocity(count - 2, [1.0, 2.0, 3.0])?,
                29 => (100..140).try_for_each(|edge| solver.set_tear_force(edge, 0.5))?,
                32 => solver.pin(38),
                40 => solver.rebuild(),
                _ => {}
            }
            let goal = [0.3, 0.01 * frame as f32, 0.2];
            solver.set_drags(&[Drag::new(180, goal, 4.0, 0.5)?])?;
            if frame % 10 == 9 {
                solver.step_with_forces(DT, &mut forces);
                (0..solver.edges().len()).for_each(|edge| bits.add_all([forces.edge(edge)]));
                bits.add_all(forces.reaction(300));
            } else {
                solver.step(DT);
            }
            torn += solver.take_torn_edges().count();
        }
        if torn == 0 {
            return Err("no edge has torn".into());
        }
        bits.add_u64(torn as u64);
        for particle in solver.particles() {
            bits.add_all(particle.position);
            bits.add_all(particle.velocity);
        }
        let picked = solver.pick([0.5, 5.0, 0.5], [0.1, -1.0, 0.1], 0.2);
        bits.add_all([picked.map_or(-1.0, |(_, distance)| distance)]);
        let closest = solver.closest_point([0.5, 0.3, 0.5]).ok_or("a network is there")?;
        bits.add_all(closest.position);
    }
    Ok(())
}
