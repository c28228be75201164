//! `sprung compare`: the exact motion against the integrators that games use, at several frame rates.

mod article;
mod candidate;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use sprung::{Spec, State};
use sprung_figure::{Curve, Figure};

use crate::output::{Output, Report, Table, number};
use crate::spec::Typed;
use crate::step_response;
use crate::typed_number::{finite, positive_hertz, positive_seconds};
use candidate::{Candidate, Outcome};

pub(crate) const EXAMPLES: &str = "\
Examples:
  sprung compare frequency=2,damping_ratio=0.3
  sprung compare stiffness=900,damping=8 --dt 1/20,1/60,1/240 --format csv
  sprung plot -o compare.svg compare halflife=0.02 --dt 1/15
  sprung plot -o order.svg compare halflife=0.02 --figure error
  sprung compare frequency=2,damping_ratio=0.3 --methods articles
  sprung compare damper:halflife=0.02 --dt 1/15,1/30,1/60 --methods all

A method is `unstable` where a longer run would grow without bound. `explicit` on a damper is the blend
x ← x + rate·dt·(goal − x), which is holden:damper_bad; holden:damper blends by one factor at every frame
rate, that of 60 frames per second. The articles' code is computed in double precision.";

/// The maximum number of steps of each method, so that a mistyped time does not run without end.
const MAX_STEPS: f64 = 1e7;

/// The arguments of `sprung compare`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    #[command(flatten)]
    spring: Typed,
    /// Time steps in seconds, joined by commas
    #[arg(
        long,
        value_name = "S,…",
        value_parser = positive_seconds,
        value_delimiter = ',',
        default_value = "1/15,1/30,1/60,1/120"
    )]
    dt: Vec<f64>,
    /// The same as steps per second, joined by commas
    #[arg(long, value_name = "HZ,…", value_parser = positive_hertz, value_delimiter = ',', conflicts_with = "dt")]
    rate: Vec<f64>,
    /// Compared time, in seconds; by default until the spring has settled
    #[arg(long, alias = "time", value_name = "S", value_parser = positive_seconds)]
    duration: Option<f64>,
    /// Initial position
    #[arg(long, value_name = "X", default_value = "0", value_parser = finite::<f64>)]
    from: f64,
    /// Initial velocity, in units per second
    #[arg(long, value_name = "V", default_value = "0", value_parser = finite::<f64>)]
    velocity: f64,
    /// Goal of the spring
    #[arg(long, value_name = "X", default_value = "1", value_parser = finite::<f64>)]
    goal: f64,
    /// The methods to compare
    #[arg(long, value_enum, default_value = "integrators")]
    methods: Methods,
    /// Quantity in the figure
    #[arg(long, value_enum, default_value = "motion")]
    figure: Shown,
}

/// The methods to compare with the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Methods {
    /// Those that games use: explicit and semi-implicit Euler (Bowles), rk4 (Fiedler), stable-pd (Bowles), backward-euler
    Integrators,
    /// The code of the articles, by its names: Holden's, Juckett's and Nissen's
    Articles,
    /// Both
    All,
}

/// The quantity in the figure of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Each method over time, at the longest of the steps
    Motion,
    /// The maximum error of each method over the time step, both logarithmic
    Error,
}

impl Report for Setup {
    fn write(&self, to: &Output) -> Result<()> {
        self.check()?;
        let columns = ["method", "dt", "greatest_error", "end_error", "verdict", "stable_below_dt"];
        let mut table = Table::new(&columns);
        for candidate in self.candidates() {
            for dt in self.steps_in_seconds() {
                let outcome = self.outcome(&candidate, dt);
                table.row(vec![
                    candidate.name.into(),
                    dt.into(),
                    outcome.max_error.into(),
                    outcome.end_error.into(),
                    candidate.verdict(dt).into(),
                    candidate.stable_below.into(),
                ]);
            }
        }
        to.write(&table, &[])
    }

    fn figure(&self) -> Result<Figure> {
        self.check()?;
        Ok(match self.figure {
            Shown::Motion => self.motion_figure(),
            Shown::Error => self.error_figure(),
        })
    }
}

impl Setup {
    /// Rejects an initial velocity for a motion without one, and a comparison that takes too long.
    fn check(&self) -> Result<()> {
        ensure!(
            self.velocity == 0.0 || matches!(self.spring.spec, Spec::Spring(_)),
            "a damper has no velocity state; omit --velocity or use a spring"
        );
        let all = match self.figure {
            Shown::Motion => self.steps_in_seconds(),
            Shown::Error => self.error_steps().collect(),
        };
        let steps: f64 = all.iter().map(|dt| self.seconds() / dt).sum();
        ensure!(
            steps <= MAX_STEPS,
            "{} s in these time steps are {steps:.3e} steps, more than {MAX_STEPS:e}; take a larger --dt or a shorter --duration",
            self.seconds()
        );
        Ok(())
    }

    fn motion_figure(&self) -> Figure {
        let dt = self.steps_in_seconds().into_iter().fold(0.0, f64::max);
        let end = self.seconds();
        let exact: Vec<(f64, f64)> = (0..=600)
            .map(|at| end * f64::from(at) / 600.0)
            .map(|time| (time, self.exact(time)))
            .collect();
        let (low, high) = exact.iter().fold((self.goal, self.goal), |(low, high), point| {
            (low.min(point.1), high.max(point.1))
        });
        let margin = 0.25 * (high - low).max(1e-9);
        let rate = number((100.0 / dt).round() / 100.0);
        let title = format!("{} at {rate} steps per second", self.spring.text());
        let figure = Figure::new(title)
            .axes("time, s", "position")
            .y_limits(low - margin, high + margin)
            .x_limits(0.0, end)
            .curve(Curve::new("exact", exact).color(0));
        let candidates = self.candidates().into_iter().enumerate().skip(1);
        figure
            .curves(candidates.map(|(index, candidate)| {
                let unstable = if candidate.is_stable(dt) { "" } else { ", unstable" };
                let mut points = Vec::new();
                for point in candidate.positions(self.start(), self.goal, dt, self.steps(dt)) {
                    points.push(point);
                    // What has left the figure for the first time does not come back to hide the others.
                    if !(low - margin..=high + margin).contains(&point.1) {
                        break;
                    }
                }
                Curve::new(format!("{}{unstable}", candidate.name), points).color(index)
            }))
            .with_equal_curves_named()
    }

    fn error_figure(&self) -> Figure {
        let distance = (self.goal - self.from).abs().max(1e-12);
        // Zero has no place on a logarithmic axis: it is drawn at the lower end.
        let [low, zero] = [3e-18, 1e-17].map(|part| part * distance);
        let candidates = self.candidates().into_iter().enumerate();
        Figure::new(format!("{}: error of each method", self.spring.text()))
            .axes("time step, s", "maximum error")
            .log_x()
            .log_y()
            .y_limits(low, 10.0 * distance)
            .curves(candidates.map(|(at, candidate)| {
                let error = |dt: f64| (dt, self.outcome(&candidate, dt).max_error);
                let mut errors: Vec<(f64, f64)> = self.error_steps().map(error).collect();
                let has_zero = errors.iter().any(|point| point.1 < zero);
                errors.iter_mut().for_each(|point| point.1 = point.1.max(zero));
                let zero = if has_zero { " (0 at the bottom)" } else { "" };
                Curve::new(format!("{}{zero}", candidate.name), errors).color(at)
            }))
            .with_equal_curves_named()
    }

    /// The exact step first, then the methods.
    fn candidates(&self) -> Vec<Candidate> {
        let spec = &self.spring.spec;
        let mut all = Candidate::integrators(spec);
        if self.methods == Methods::Articles {
            all.truncate(1);
        }
        if self.methods != Methods::Integrators {
            all.extend(match *spec {
                Spec::Spring(spring) => article::of_springs(spring),
                Spec::Damper(damper) => article::of_dampers(damper),
            });
        }
        all
    }

    fn outcome(&self, candidate: &Candidate, dt: f64) -> Outcome {
        candidate.run(self.start(), self.goal, dt, self.steps(dt), |time| self.exact(time))
    }

    fn steps(&self, dt: f64) -> u64 {
        (self.seconds() / dt).ceil() as u64
    }

    /// The time steps of the figure of errors.
    fn error_steps(&self) -> impl Iterator<Item = f64> {
        let steps = self.steps_in_seconds();
        let min = steps.iter().copied().fold(f64::INFINITY, f64::min);
        let max = steps.into_iter().fold(0.0, f64::max);
        // One step length alone is a point: show a decade around it.
        let (min, max) = if min < max { (min, max) } else { (min / 3.0, max * 3.0) };
        (0..=60).map(move |at| min * (max / min).powf(f64::from(at) / 60.0))
    }

    /// The time steps, by one of the two options.
    fn steps_in_seconds(&self) -> Vec<f64> {
        match self.rate.as_slice() {
            [] => self.dt.clone(),
            rates => rates.iter().map(|rate| 1.0 / rate).collect(),
        }
    }

    fn start(&self) -> State<f64> {
        State::new(self.from, self.velocity)
    }

    fn exact(&self, time: f64) -> f64 {
        step_response::position(&self.spring.spec, self.start(), self.goal, time)
    }

    /// Returns the requested time, else the settling time to 0.1 % or ten periods of an undamped spring, in seconds.
    fn seconds(&self) -> f64 {
        self.duration.unwrap_or_else(|| {
            let seconds = match &self.spring.spec {
                Spec::Spring(spring) => {
                    let settled = spring.settling_time(1e-3);
                    if settled.is_finite() { settled } else { 10.0 / spring.frequency() }
                }
                Spec::Damper(damper) => damper.halflife() * 1000f64.log2(),
            };
            if seconds.is_finite() && seconds > 0.0 { seconds } else { 1.0 }
        })
    }
}
