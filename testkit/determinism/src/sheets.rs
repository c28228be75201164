//! Sheets with air on their triangles, hinges between them and fabrics: a flag in gusts, paper with a crease, a leaf, a sail.

use sprung_network::shapes::Cloth;
use sprung_network::{
    AeroCoefficients, Environment, Settings, Solver, Stiffness, Turbulence, Weave,
};

use crate::bits::{Bits, Outcome};

const FRAMES: usize = 60;
const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let flag = Cloth::new(33, 21, 0.05, 0.15);
    let mut net = flag.build()?;
    net.fix((0..21).map(|row| flag.at(0, row)));
    net.add_aero_surface(&flag.triangles())?;
    let environment = Environment { wind: [9.0, 0.0, 1.0], drag: 0.01, ..Environment::default() };
    let settings = Settings { environment, substeps: 7, ..Settings::default() };
    run(bits, Solver::new(&net, settings)?)?;

    // A leaf with lift beyond its drag, and paper with a crease, free in one network.
    let leaf = Cloth::new(7, 11, 0.01, 3e-4).with_shear(Stiffness::RIGID);
    let mut net = leaf.build()?;
    net.add_hinges(&leaf.triangles(), Stiffness::from_frequency(12.0, 0.3)?)?;
    net.hinges.iter_mut().step_by(3).for_each(|hinge| hinge.rest_angle = 0.3);
    net.add_aero_surface(&leaf.triangles())?;
    net.aero_surfaces[0].coefficients =
        AeroCoefficients { lift: 5.0, ..AeroCoefficients::default() };
    let paper = Cloth::new(20, 15, 0.02, 0.01).with_shear(Stiffness::RIGID);
    let mut sheet = paper.build()?;
    let stiffness = Stiffness::Physical { stiffness: 2e-3, damping: 1e-6 };
    sheet.add_hinges(&paper.triangles(), stiffness)?;
    sheet.hinges.iter_mut().step_by(5).for_each(|hinge| hinge.rest_angle = -1.2);
    sheet.add_aero_surface(&paper.triangles())?;
    net.append(&sheet);
    run(bits, Solver::new(&net, Settings::default())?)?;

    // A sail of cloth without edges that is stiff along its threads, soft on the bias, and held at three corners.
    let sail = Cloth::new(23, 17, 0.04, 0.1);
    let mut net = sail.build()?;
    net.edges.clear();
    let weave = Weave::new(
        Weave::membrane(60.0, 1e-3),
        Stiffness::from_frequency(9.0, 0.1)?,
        Weave::membrane(2.0, 1e-3),
    );
    net.add_fabric(&sail.triangles(), [1.0, 0.0, 0.4], weave.with_limits(0.9, 1.04))?;
    net.add_aero_surface(&sail.triangles())?;
    net.fix([0, sail.at(22, 0), sail.at(0, 16)]);
    run(bits, Solver::new(&net, Settings::default())?)
}

/// Adds the particles after all frames, in gusts.
fn run(bits: &mut Bits, mut solver: Solver) -> Outcome {
    let gusts = Turbulence::new(3.0, 0.7, 5)?;
    for frame in 0..FRAMES {
        let time = frame as f32 * DT;
        solver.set_wind_field(|place| gusts.velocity(place, time))?;
        solver.step(DT);
        bits.add_all(solver.aero_impulse(0));
    }
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
    Ok(())
}
