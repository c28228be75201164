//! `sprung inspect`: the parameters and properties of a spring, and its step response.

use anyhow::Result;
use clap::Args;
use sprung::{Damper, Regime, SoftCoefficients, Spec, Spring};
use sprung_figure::{Curve, Figure};

use crate::output::{Cell, Output, Report, Reported, Table};
use crate::page::Page;
use crate::spec::Typed;
use crate::step_response;
use crate::typed_number::{positive_hertz, positive_seconds};

pub(crate) const EXAMPLES: &str = "\
Examples:
  sprung inspect halflife=0.2
  sprung inspect stiffness=170,damping=26 --format json
  sprung inspect damper:halflife=0.1
  sprung plot -o spring.svg inspect settling_time=0.4,overshoot=0.05";

/// `sprung inspect`: its report, and the page.
#[derive(Args, Clone, Debug)]
pub(crate) struct Inspect {
    #[command(flatten)]
    report: Reported<Setup>,
    /// Also open the spring in the web page: that of the folder or address in SPRUNG_PAGE, else of the folder web
    #[arg(long)]
    open: bool,
}

impl Inspect {
    pub(crate) fn run(&self) -> Result<()> {
        let page = self.open.then(|| Page::of(&self.report.setup().spring)).transpose()?;
        self.report.run()?;
        page.map_or(Ok(()), |page| page.open())
    }
}

/// The arguments of the report.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    #[command(flatten)]
    spring: Typed,
    /// The time step of readings that need one, in seconds
    #[arg(long, value_name = "S", default_value = "1/60", value_parser = positive_seconds)]
    dt: f64,
    /// The same as steps per second, for example 60 or 60fps
    #[arg(long, value_name = "HZ", value_parser = positive_hertz, conflicts_with = "dt")]
    rate: Option<f64>,
}

impl Report for Setup {
    fn write(&self, to: &Output) -> Result<()> {
        let mut table = Table::new(&["reading", "value", "unit", "meaning"]);
        let (regime, behavior) = regime(&self.spring.spec);
        table.row(vec!["regime".into(), regime.into(), "".into(), behavior.into()]);
        let dt = self.rate.map_or(self.dt, |rate| 1.0 / rate);
        let readings = match &self.spring.spec {
            Spec::Spring(spring) => spring_readings(spring, dt),
            Spec::Damper(damper) => damper_readings(damper, dt),
        };
        for (reading, value, unit, meaning) in readings {
            table.row(vec![reading.into(), value, unit.into(), meaning.into()]);
        }
        to.write(&table, &[])
    }

    /// Draws the step response from rest at 0 to the goal at 1, until it has settled.
    fn figure(&self) -> Result<Figure> {
        let end = step_response::duration(&self.spring.spec);
        Ok(Figure::new(self.spring.text())
            .axes("time, s", "position")
            .band("within 2 %", 2, &[(0.0, 0.98, 1.02), (end, 0.98, 1.02)])
            .curve(Curve::new("from rest", step_response::curve(&self.spring.spec, end)).color(0)))
    }
}

const WITHIN_2_PERCENT: &str = "from then on within 2 % of the initial offset";
const WITHIN_A_THOUSANDTH: &str = "from then on within 0.1 % of the initial offset";
const PERCEPTUAL: &str = "perceptual duration of SwiftUI; see settling_time for the end";
const HALF: &str = "time to half of the initial offset, from rest";
const TIME_CONSTANT: &str = "time to 36.8 % of the initial offset";
const OVERSHOOT: &str = "maximum beyond the goal as a fraction of the step, from rest";
const BANDWIDTH: &str = "the gain falls to 70.7 % at this frequency of the goal";
const STIFFNESS_FRACTION: &str = "stiffness coefficient C_s of Nissen, exact discretization";
const DAMPING_FRACTION: &str = "damping coefficient C_d of Nissen, exact discretization";
const AMONG_OTHERS: &str = "the same for a spring among others";

/// Name, value, unit and meaning.
type Reading = (&'static str, Cell, &'static str, &'static str);

/// The regime and its meaning.
fn regime(spec: &Spec<f64>) -> (&'static str, &'static str) {
    let Spec::Spring(spring) = spec else {
        return ("first-order", "no velocity state, never overshoots");
    };
    match spring.regime() {
        Regime::Undamped => ("undamped", "oscillates without decay"),
        Regime::UnderDamped => ("under-damped", "overshoots, then settles"),
        Regime::Critical => ("critical", "the fastest that never overshoots from rest"),
        Regime::OverDamped => ("over-damped", "decays slowly, never overshoots from rest"),
        Regime::NoStiffness => {
            ("drag", "damping without stiffness: slows down, is pulled to no goal")
        }
        _ => ("", ""),
    }
}

fn spring_readings(spring: &Spring<f64>, dt: f64) -> Vec<Reading> {
    let damped_frequency = spring.damped_angular_frequency() / std::f64::consts::TAU;
    let resonance = spring.follow_response().resonance();
    let [resonance, gain] = match resonance {
        Some(found) => [found.frequency.into(), found.gain.into()],
        None => [Cell::Empty, Cell::Empty],
    };
    let fraction = SoftCoefficients::exact(spring, dt);
    let implicit = SoftCoefficients::backward_euler(spring, dt);
    vec![
        ("frequency", spring.frequency().into(), "Hz", "of the spring without damping"),
        ("angular_frequency", spring.angular_frequency().into(), "rad/s", "2π times the frequency"),
        ("damping_ratio", spring.damping_ratio().into(), "", "1 is critical"),
        ("stiffness", spring.stiffness().into(), "1/s²", "per unit of mass"),
        ("damping", spring.damping().into(), "1/s", "per unit of mass"),
        ("duration", spring.duration().into(), "s", PERCEPTUAL),
        ("bounce", spring.bounce().into(), "", "0 critical, 1 undamped, below 0 over-damped"),
        ("halflife", spring.halflife().into(), "s", HALF),
        ("rise_time", spring.rise_time().into(), "s", "from 10 % to 90 % of the step, from rest"),
        ("settling_time_2_percent", spring.settling_time(0.02).into(), "s", WITHIN_2_PERCENT),
        ("settling_time_0.1_percent", spring.settling_time(0.001).into(), "s", WITHIN_A_THOUSANDTH),
        ("overshoot", spring.overshoot().into(), "", OVERSHOOT),
        ("peak_time", spring.peak_time().into(), "s", "time of the maximum overshoot"),
        ("lag", spring.lag().into(), "s", "delay behind a goal of constant velocity"),
        ("decay_rate", spring.decay_rate().into(), "1/s", "of the envelope"),
        ("damped_frequency", damped_frequency.into(), "Hz", "of the damped oscillation"),
        ("bandwidth", spring.bandwidth().into(), "Hz", BANDWIDTH),
        ("resonance", resonance, "Hz", "frequency of the maximum gain"),
        ("resonance_gain", gain, "", "maximum gain"),
        ("dt", dt.into(), "s", "the step of the readings below"),
        ("stiffness_fraction", fraction.c_s.into(), "", STIFFNESS_FRACTION),
        ("damping_fraction", fraction.c_d.into(), "", DAMPING_FRACTION),
        ("implicit_stiffness_fraction", implicit.c_s.into(), "", AMONG_OTHERS),
        ("implicit_damping_fraction", implicit.c_d.into(), "", AMONG_OTHERS),
    ]
}

fn damper_readings(damper: &Damper<f64>, dt: f64) -> Vec<Reading> {
    let settled = |left: f64| damper.time_constant() * -left.ln();
    let factor = damper.smoothing_factor(dt);
    vec![
        ("rate", damper.rate().into(), "1/s", "decay rate of the offset"),
        ("halflife", damper.halflife().into(), "s", "time to half of the initial offset"),
        ("time_constant", damper.time_constant().into(), "s", TIME_CONSTANT),
        ("lag", damper.time_constant().into(), "s", "delay behind a goal of constant velocity"),
        ("settling_time_2_percent", settled(0.02).into(), "s", WITHIN_2_PERCENT),
        ("settling_time_0.1_percent", settled(0.001).into(), "s", WITHIN_A_THOUSANDTH),
        ("dt", dt.into(), "s", "the step of the reading below"),
        ("factor", factor.into(), "", "fraction of the offset covered in one step"),
    ]
}
