//! Systems of Fiedler's Spring Physics that are curves.

use sprung::integrate::Method;
use sprung::{Spring, State};

use crate::picture::{Entry, Picture, Points, Result, sliders};
use crate::sampling::{exact, integrated, sampled};

pub(crate) const SYSTEMS: &[Entry] =
    &[("hooke-spring-and-spring-damper", hooke), ("the-limits-of-stiffness", limits)];

fn hooke(p: &[f64]) -> Result<Picture> {
    let [mass, stiffness, damping] = sliders(p)?;
    let curve = |damping: f64| -> Result<Points> {
        let spring = Spring::from_mass_stiffness_and_damping(mass, stiffness, damping)?;
        Ok(exact(&spring, State::at_rest(1.0), 0.0, 4.0))
    };
    let chosen = Spring::from_mass_stiffness_and_damping(mass, stiffness, damping)?;
    let critical = 2.0 * (stiffness * mass).sqrt();
    Ok(Picture::new([curve(0.0)?, curve(damping)?, curve(critical)?]).marked([
        chosen.frequency(),
        chosen.damping_ratio(),
        critical,
    ]))
}

/// The stability limit of every integrator, and the step response at one place of that map.
fn limits(p: &[f64]) -> Result<Picture> {
    let [frequency, ratio, frames] = sliders(p)?;
    let spring = Spring::from_frequency(frequency, ratio)?;
    let integrators =
        [Method::Explicit, Method::SemiImplicit, Method::RungeKutta4, Method::StablePd];
    let lines = integrators.map(|method| sampled(2.0, 200, |ratio| method.stability_limit(ratio)));
    let runs = integrators.map(|method| -> Points {
        let run = integrated(method, spring, frames, 3.0);
        run.into_iter().take_while(|(_, x)| x.abs() < 1e3).collect()
    });
    let exact = exact(&spring, State::at_rest(0.0), 1.0, 3.0);
    let phase = spring.angular_frequency() / frames;
    Ok(Picture::new(lines.into_iter().chain([exact]).chain(runs)).marked([ratio, phase]))
}
