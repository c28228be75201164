//! Cloth on a character: a cape on a turning back, a skirt on two legs, a jump.

use sprung_network::shapes::Cloth;
use sprung_network::{Network, Settings, SkinConstraint, SkinTarget, Solver, Stiffness};

use crate::bits::{Bits, Outcome};

const FRAMES: usize = 90;
const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let cape = Cloth::new(13, 19, 0.05, 0.4);
    let mut net = cape.build()?;
    net.fix((0..13).map(|column| cape.at(column, 0)));
    net.add_long_range_attachments();
    let constraint = |p: usize| {
        let constraint = SkinConstraint::new(p, 0.015 * (p / 13) as f32);
        if p % 4 == 3 { constraint } else { constraint.with_backstop(0.01, 0.3 + p as f32) }
    };
    net.skin_constraints = (0..13 * 19).rev().map(constraint).collect();
    run(bits, net)?;
    let skirt = Cloth::new(17, 9, 0.06, 0.3).with_shear(Stiffness::from_frequency(12.0, 0.3)?);
    let mut net = skirt.build()?;
    net.skin_constraints = (0..17 * 9)
        .filter(|p| p % 5 != 2)
        .map(|p| SkinConstraint::new(p, 0.02 * (p / 17) as f32).with_backstop(0.0, 0.1))
        .collect();
    net.skin_constraints[30].max_distance = f32::INFINITY;
    run(bits, net)
}

/// Adds the particles after all frames of a network whose skin turns, sways and jumps.
fn run(bits: &mut Bits, net: Network) -> Outcome {
    let mut solver = Solver::new(&net, Settings::default())?;
    for frame in 0..FRAMES {
        let jump = if frame < 50 { 0.0 } else { 3.0 };
        // A triangle wave: nothing here may differ between platforms.
        let sway = 0.02 * (frame as f32 % 40.0 - 20.0).abs();
        let target = |constraint: &SkinConstraint| {
            let [x, y, z] = net.particles[constraint.particle].position;
            let position = [x + jump + sway * z, y - sway * x, z + 0.5 * sway];
            SkinTarget { position, normal: [sway, 1.0, 0.3 - sway * x] }
        };
        let targets: Vec<SkinTarget> = net.skin_constraints.iter().map(target).collect();
        if frame == 50 {
            solver.reset_skin_targets(&targets)?;
        }
        solver.set_skin_targets(&targets)?;
        solver.step(DT);
    }
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
    Ok(())
}
