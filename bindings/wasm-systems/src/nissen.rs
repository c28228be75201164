//! Systems of Nissen's article: springs by their dimensionless stiffness and damping coefficients.

use sprung::{SoftCoefficients, Spring, State};

use crate::picture::{Entry, Picture, Points, Result, sliders};
use crate::sampling::{path, sampled, stepped};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("the-stiffest-stable-spring", stiffest),
    ("stiffness-and-damping-as-fractions", fractions),
    ("symplectic-euler-particles-and-springs", symplectic_euler),
];

fn stiffest(p: &[f64]) -> Result<Picture> {
    let [c_s, c_d, velocity] = sliders(p)?;
    let h = 1.0 / 60.0;
    let run = |c_s: f64, c_d: f64| {
        path(State::new(1.0, velocity), h, 0.5, |s, _| {
            let velocity = s.velocity - (c_s * s.position / h + c_d * s.velocity);
            State::new(s.position + h * velocity, velocity)
        })
    };
    let spring = SoftCoefficients { c_s, c_d }.to_spring(h);
    let [frequency, ratio] =
        spring.map_or([f64::NAN; 2], |s: Spring<f64>| [s.frequency(), s.damping_ratio()]);
    Ok(Picture::new([run(1.0, 1.0), run(c_s, c_d)]).marked([frequency, ratio]))
}

fn fractions(p: &[f64]) -> Result<Picture> {
    let [ratio, chosen] = sliders(p)?;
    Spring::new(1.0, ratio)?;
    let of = |soft: fn(&Spring<f64>, f64) -> SoftCoefficients<f64>, stiffness: bool| -> Points {
        sampled(8.0, 200, move |phase| {
            let Ok(spring) = Spring::new(phase, ratio) else { return f64::NAN };
            let soft = soft(&spring, 1.0);
            if stiffness { soft.c_s } else { soft.c_d }
        })
    };
    let exact = SoftCoefficients::exact(&Spring::new(chosen, ratio)?, 1.0);
    Ok(Picture::new([
        of(SoftCoefficients::exact, true),
        of(SoftCoefficients::exact, false),
        of(SoftCoefficients::backward_euler, true),
        of(SoftCoefficients::backward_euler, false),
    ])
    .marked([chosen, exact.c_s, exact.c_d]))
}

fn symplectic_euler(p: &[f64]) -> Result<Picture> {
    // Velocity in units of √C_s/h, so that the exact motion is a circle.
    let [stiffness, steps] = sliders(p)?;
    let rate = stiffness.sqrt();
    let walk = |with_new: bool| -> Points {
        let states = stepped(State::new(1.0, 0.0), 1.0, steps, |s: State<f64>, _| {
            let velocity = s.velocity - stiffness * s.position;
            let carried = if with_new { velocity } else { s.velocity };
            State::new(s.position + carried, velocity)
        });
        let seen = states.iter().map(|(_, s)| (s.position, s.velocity / rate));
        seen.filter(|(x, v)| x.abs() < 4.0 && v.abs() < 4.0).collect()
    };
    let circle = (0..=120).map(|i| (f64::from(i) * 3.0_f64.to_radians()).sin_cos()).collect();
    Ok(Picture::new([walk(false), walk(true), circle]))
}
