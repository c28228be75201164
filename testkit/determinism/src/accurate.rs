//! Solvers that choose their sub-steps by the stretch that is left.

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Edge, Network, NetworkError, Settings, Solver, Stiffness, Tether};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied;

const NETWORKS: u64 = 24;
const FRAMES: usize = 66;
const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let mut net = varied::network(draw, seed)?;
        if draw.below(3) == 0 {
            net.add_edge(Edge::new(0, 2, 0.0));
        }
        let settings = Settings { substeps: 16, ..varied::settings(draw) };
        let max_stretch = 0.01 * draw.scale(4) as f32;
        bits.add_result(Solver::within_stretch(&net, max_stretch, settings), |bits, solver| {
            run(bits, solver, FRAMES);
        });
    }
    for net in large()? {
        for line_solver in [false, true] {
            let settings = Settings { line_solver, substeps: 32, ..Settings::default() };
            run(bits, Solver::within_stretch(&net, 0.01, settings)?, 1);
        }
    }
    Ok(())
}

fn run(bits: &mut Bits, mut solver: Solver, frames: usize) {
    for _ in 0..frames {
        bits.add_u64(solver.substeps() as u64);
        solver.step(DT);
    }
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add(particle.inverse_mass);
    }
    for Tether { anchor, particle, length } in solver.network().tethers {
        bits.add_all([anchor as u32, particle as u32]);
        bits.add(length);
    }
}

/// A rope, and sheets of 1000 and 1025 particles: free, at one corner, at two; with a tether, with a soft edge.
fn large() -> Result<Vec<Network>, NetworkError> {
    let mut hanging = rope([0.0; 3], [1.0, 0.0, 0.0], 30, 1.0)?;
    hanging.fix([0]);
    let mut nets = vec![hanging];
    for rows in [40, 41] {
        let sheet = Cloth::new(25, rows, 0.05, 1.0).with_shear(Stiffness::RIGID).build()?;
        for held in 0..3 {
            let mut net = sheet.clone();
            net.fix((0..held).map(|corner| 24 * corner));
            if held == 1 {
                let mut soft = net.clone();
                soft.edges[500].stiffness = Stiffness::Physical { stiffness: 1e3, damping: 1.0 };
                let mut tethered = net.clone();
                tethered.tethers.push(Tether { anchor: 0, particle: 700, length: 2.0 });
                nets.extend([soft, tethered]);
            }
            nets.push(net);
        }
    }
    Ok(nets)
}
