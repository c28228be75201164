//! Rigid networks in more sub-steps than they are relaxed in, with what makes them relax: drags, soft and one-way edges.

use sprung_network::shapes::{Cloth, lattice};
use sprung_network::{
    Drag, Edge, Forces, Network, NetworkError, Settings, Solver, SpringMode, Stiffness,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied::place;

const NETWORKS: u64 = 48;
const FRAMES: usize = 8;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let net = network(draw, seed)?;
        let settings = Settings { substeps: 20, line_solver: seed % 2 == 0, ..Settings::default() };
        let mut solver = Solver::new(&net, settings)?;
        let mut forces = Forces::default();
        for frame in 0..FRAMES {
            if frame == 2 {
                act(draw, &mut solver)?;
            }
            if draw.below(3) == 0 {
                solver.step_with_forces(1.0 / 60.0, &mut forces);
                (0..solver.edges().len()).for_each(|edge| bits.add(forces.edge(edge)));
            } else {
                solver.step(1.0 / 60.0);
            }
            for particle in solver.particles() {
                bits.add_all(particle.position);
                bits.add_all(particle.velocity);
            }
        }
    }
    Ok(())
}

/// A sheet, jelly, or a band that is longer than lines are solved once.
fn network(draw: &mut Draw, seed: u64) -> Result<Network, NetworkError> {
    let sheet = match seed % 8 {
        0 => return held(lattice([4, 3, 3], 0.2, 1.0)?),
        1 => Cloth::new(3, 130, 0.05, 1.0),
        2..5 => Cloth::new(9, 10, 0.1, 1.0),
        _ => Cloth::new(6, 5, 0.1, 1.0).with_shear(Stiffness::RIGID),
    };
    let mut net = held(sheet.build()?)?;
    if seed % 8 == 3 {
        net.edges[7].mode = SpringMode::TensionOnly;
    }
    if seed % 8 == 4 {
        net.edges[9].stiffness = Stiffness::per_step(0.2, 0.3);
    }
    for particle in &mut net.particles {
        particle.velocity = place(draw);
    }
    Ok(net)
}

fn held(mut net: Network) -> Result<Network, NetworkError> {
    net.fix([0]);
    Ok(net)
}

fn act(draw: &mut Draw, solver: &mut Solver) -> Outcome {
    let last = solver.len() - 1;
    match draw.below(7) {
        0 => solver.set_drags(&[Drag::new(last, place(draw), 3.0, 0.7)?])?,
        1 => drop(solver.add_edge(Edge::new(0, last, 0.3).with_mode(SpringMode::CompressionOnly))?),
        2 => drop(solver.add_edge(Edge::new(0, last, 0.3))?),
        3 => solver.set_stiffness(3, Stiffness::per_step(0.3, 0.3))?,
        4 => solver.remove_edge(5),
        5 => {
            let one_way = Edge::new(1, last, 0.3).with_mode(SpringMode::TensionOnly);
            let edge = solver.add_edge(one_way)?;
            solver.set_stiffness(edge, Stiffness::RIGID)?;
        }
        _ => {}
    }
    Ok(())
}
