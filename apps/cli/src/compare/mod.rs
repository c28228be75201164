//! `sprung compare`: the exact motion against the integrators that games use, at several frame rates.

mod contender;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use sprung::{Spec, State};
use sprung_figure::{Curve, Figure};

use crate::output::{Output, Table, number};
use crate::spec::SpecArg;
use crate::typed_number::{finite, positive_seconds};
use contender::{Contender, Outcome};

const EXAMPLES: &str = "\
Examples:
  sprung compare frequency=2,damping_ratio=0.3
  sprung compare stiffness=900,damping=8 --dt 1/20,1/60,1/240 --format csv
  sprung plot -o compare.svg compare halflife=0.02 --dt 1/15
  sprung plot -o order.svg compare halflife=0.02 --figure error
  sprung compare damper:halflife=0.02 --dt 1/15,1/30,1/60

A method is `unstable` where a longer run would grow without bound. `explicit` on a damper is the blend x ← x + rate·dt·(goal − x).";

/// Compare the exact motion with the integrators that games use, at several frame rates
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Compare {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    output: Output,
}

/// The arguments of `sprung compare`, without those of the output.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    /// The spring or damper, for example frequency=2,damping_ratio=0.3 (see `sprung --help`)
    #[arg(value_name = "SPEC", value_parser = SpecArg::read)]
    spring: SpecArg,
    /// Time steps in seconds, joined by commas
    #[arg(
        long,
        value_name = "S,…",
        value_parser = positive_seconds,
        value_delimiter = ',',
        default_value = "1/15,1/30,1/60,1/120",
        allow_negative_numbers = true
    )]
    dt: Vec<f64>,
    /// Compared time, in seconds; by default until the spring has settled
    #[arg(long, value_name = "S", value_parser = positive_seconds, allow_negative_numbers = true)]
    time: Option<f64>,
    /// Initial position
    #[arg(long, value_name = "X", default_value = "0", value_parser = finite::<f64>, allow_negative_numbers = true)]
    from: f64,
    /// Initial velocity, in units per second
    #[arg(long, value_name = "V", default_value = "0", value_parser = finite::<f64>, allow_negative_numbers = true)]
    velocity: f64,
    /// Goal of the spring
    #[arg(long, value_name = "X", default_value = "1", value_parser = finite::<f64>, allow_negative_numbers = true)]
    goal: f64,
    /// Quantity in the figure
    #[arg(long, value_enum, default_value = "motion")]
    figure: Shown,
}

/// The quantity in the figure of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Each method over time, at the longest of the steps
    Motion,
    /// The maximum error of each method over the time step, both logarithmic
    Error,
}

impl Compare {
    pub(crate) fn run(&self) -> Result<()> {
        self.setup.check()?;
        self.output.write_and_draw(&self.setup.table(), || self.setup.drawn())
    }
}

impl Setup {
    fn table(&self) -> Table {
        let columns = ["method", "dt", "greatest_error", "end_error", "verdict", "stable_below_dt"];
        let mut table = Table::new(&columns);
        for contender in Contender::all(&self.spring.spec) {
            for &dt in &self.dt {
                let outcome = self.outcome(&contender, dt);
                table.row(vec![
                    contender.name.into(),
                    dt.into(),
                    outcome.greatest_error.into(),
                    outcome.end_error.into(),
                    contender.verdict(dt).into(),
                    contender.stable_below.into(),
                ]);
            }
        }
        table
    }

    /// The quantity that the figure shows.
    pub(crate) fn figure(&self) -> Result<Figure> {
        self.check()?;
        Ok(self.drawn())
    }

    /// Rejects an initial velocity for a motion without one.
    fn check(&self) -> Result<()> {
        ensure!(
            self.velocity == 0.0 || matches!(self.spring.spec, Spec::Spring(_)),
            "a damper has no velocity state; omit --velocity or use a spring"
        );
        Ok(())
    }

    fn drawn(&self) -> Figure {
        match self.figure {
            Shown::Motion => self.motion_figure(),
            Shown::Error => self.error_figure(),
        }
    }

    fn motion_figure(&self) -> Figure {
        let dt = self.dt.iter().copied().fold(0.0, f64::max);
        let end = self.seconds();
        let exact: Vec<(f64, f64)> = (0..=600)
            .map(|at| end * f64::from(at) / 600.0)
            .map(|time| (time, self.exact(time)))
            .collect();
        let (low, high) = exact.iter().fold((self.goal, self.goal), |(low, high), point| {
            (low.min(point.1), high.max(point.1))
        });
        let air = 0.25 * (high - low).max(1e-9);
        let title = format!("{} steps per second", number((100.0 / dt).round() / 100.0));
        let figure = Figure::new(title)
            .axes("time, s", "position")
            .y_limits(low - air, high + air)
            .x_limits(0.0, end)
            .curve(Curve::new("exact", exact).color(0));
        let contenders = Contender::all(&self.spring.spec).into_iter().enumerate().skip(1);
        contenders.fold(figure, |figure, (index, contender)| {
            let unstable = if contender.is_stable(dt) { "" } else { ", unstable" };
            let label = format!("{}{unstable}", contender.name);
            let mut points = self.outcome(&contender, dt).points;
            // What has left the figure for the first time does not come back to hide the others.
            let gone = points.iter().position(|point| !(low - air..=high + air).contains(&point.1));
            points.truncate(gone.map_or(points.len(), |last| last + 1));
            figure.curve(Curve::new(label, points).color(index))
        })
    }

    fn error_figure(&self) -> Figure {
        let (least, greatest) =
            self.dt.iter().fold((f64::INFINITY, 0.0f64), |(least, greatest), dt| {
                (least.min(*dt), greatest.max(*dt))
            });
        // One step length alone is a point: show a decade around it.
        let (least, greatest) =
            if least < greatest { (least, greatest) } else { (least / 3.0, greatest * 3.0) };
        let way = (self.goal - self.from).abs().max(1e-12);
        let steps = || (0..=60).map(|at| least * (greatest / least).powf(f64::from(at) / 60.0));
        let figure = Figure::new("exact and integrated")
            .axes("time step, s", "maximum error")
            .log_x()
            .log_y()
            .y_limits(1e-17 * way, 10.0 * way);
        Contender::all(&self.spring.spec).into_iter().enumerate().fold(
            figure,
            |figure, (at, contender)| {
                let error = |dt: f64| (dt, self.outcome(&contender, dt).greatest_error);
                figure.curve(Curve::new(contender.name, steps().map(error).collect()).color(at))
            },
        )
    }

    fn outcome(&self, contender: &Contender, dt: f64) -> Outcome {
        let steps = (self.seconds() / dt).ceil().min(1e7) as u64;
        contender.run(self.start(), self.goal, dt, steps, |time| self.exact(time))
    }

    fn start(&self) -> State<f64> {
        State::new(self.from, self.velocity)
    }

    fn exact(&self, time: f64) -> f64 {
        match &self.spring.spec {
            Spec::Spring(spring) => spring.step(time).apply(self.start(), self.goal).position,
            Spec::Damper(damper) => damper.step(time).apply(self.from, self.goal),
        }
    }

    /// Returns the requested time, else the settling time to 0.1 % or ten periods of an undamped spring, in seconds.
    fn seconds(&self) -> f64 {
        self.time.unwrap_or_else(|| {
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
