//! Networks: cloth large enough for threads, rope in wind, and jelly by the article's scheme.

use sprung_network::build::{cloth::Cloth, jelly::block, rope::rope};
use sprung_network::{Cap, Environment, Form, Law, Network, Nissen, Particle, Settings, Solver};

use crate::Outcome;
use crate::bits::Bits;

const FRAMES: usize = 60;
const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let cloth = Cloth::new(48, 40, 0.05, 0.01)
        .with_shear(Law::Frequency { hz: 12.0, damping_ratio: 0.3 })
        .with_bend(Law::Fraction { c_s: 0.05, c_d: 0.4 });
    let mut hung = cloth.build()?;
    hung.pin(cloth.corners());
    solve(bits, &hung, Settings::default())?;

    let mut line = rope([0.0; 3], [4.0, 0.0, 0.0], 30, 0.02)?;
    line.pin([0]);
    let environment = Environment { drag: 0.8, wind: [3.0, 0.0, -1.5], ..Environment::default() };
    solve(bits, &line, Settings { substeps: 3, environment, ..Settings::default() })?;

    let jelly = block([5, 4, 3], 0.2, 0.05)?;
    for form in [Form::Impulse, Form::Force] {
        let mut nissen = Nissen::new(&jelly, Environment::default(), Cap::Article)?.in_form(form);
        for _ in 0..FRAMES {
            nissen.step(DT);
        }
        add(bits, nissen.particles().iter().copied());
    }
    Ok(())
}

fn solve(bits: &mut Bits, network: &Network, settings: Settings) -> Outcome {
    let mut solver = Solver::new(network, settings)?;
    for _ in 0..FRAMES {
        solver.step(DT);
    }
    add(bits, solver.particles());
    Ok(())
}

fn add(bits: &mut Bits, particles: impl Iterator<Item = Particle>) {
    for particle in particles {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
}
