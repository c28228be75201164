//! `sprung simulate`: one spring over time, as numbers.

mod choice;
mod goals;
mod motion;
mod motions;
mod spring;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use sprung::motion::PiecewiseLinear;
use sprung::{ParameterValue, Real, Spec, Spring, State};
use sprung_figure::{Curve, Figure};

use crate::output::{Cell, Output, Report};
use crate::spec::Typed;
use crate::step_response;
use crate::typed_number::{finite, positive_seconds};
use choice::{GoalMode, MethodName, MotionName, Precision};
use goals::Goals;
use motion::{Frames, Motion};
use motions::Course;
use spring::SpringMotion;

pub(crate) const EXAMPLES: &str = "\
Examples:
  sprung simulate halflife=0.1 --dt 1/60 --duration 0.5
  sprung simulate frequency=2,damping_ratio=0.5 --dt 0.01 --duration 2 --format csv
  sprung simulate frequency=5 --goals path.csv --goal-mode track --dt 1/30 --duration 3
  sprung simulate holden:halflife=0.2 --motion double --dt 1/60 --duration 1
  sprung simulate halflife=0.1 --motion timed --arrive 1 --dt 1/60 --duration 1.5
  sprung simulate halflife=0.1 --motion velocity --speed 0.5 --dt 1/60 --duration 3
  sprung simulate frequency=9,damping_ratio=0.1 --dt 1/15 --duration 1 --method explicit";

/// The arguments of `sprung simulate`.
#[derive(Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Setup {
    #[command(flatten)]
    spring: Typed,
    /// The motion; by default a spring, or a damper if SPEC is one
    #[arg(long, value_enum)]
    motion: Option<MotionName>,
    /// Arrival time of a timed spring, in seconds after the start
    #[arg(long, value_name = "S", value_parser = finite::<f64>, required_if_eq("motion", "timed"))]
    arrive: Option<f64>,
    /// Speed of a velocity spring, in units per second
    #[arg(long, value_name = "V", value_parser = finite::<f64>, required_if_eq("motion", "velocity"))]
    speed: Option<f64>,
    /// Look-ahead of a timed or velocity spring, in seconds; by default the lag of its spring
    #[arg(long, alias = "apprehension", value_name = "S", value_parser = finite::<f64>)]
    lookahead: Option<f64>,
    /// Initial position
    #[arg(long, value_name = "X", default_value = "0", value_parser = finite::<f64>)]
    from: f64,
    /// Initial velocity, in units per second
    #[arg(long, value_name = "V", default_value = "0", value_parser = finite::<f64>)]
    velocity: f64,
    /// Goal of the spring
    #[arg(long, value_name = "X", default_value = "1", value_parser = finite::<f64>)]
    goal: f64,
    /// A goal that moves: a CSV file with the header time,goal, linear between its rows; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "goal")]
    goals: Option<PathBuf>,
    /// Motion of the goal during a step; by default follow, or held for a motion that holds its goal
    #[arg(long, value_enum)]
    goal_mode: Option<GoalMode>,
    /// The goal velocity of --goal-mode holden, per second; by default that of --goals
    #[arg(long, value_name = "V", value_parser = finite::<f64>)]
    goal_velocity: Option<f64>,
    /// The time step in seconds, for example 0.02, 20ms or 1/60
    #[arg(long, value_name = "S", default_value = "1/60", value_parser = positive_seconds)]
    dt: f64,
    /// Simulated time, in seconds; by default until a spring has settled, a timed one has been there for half its time, or
    /// the last of --goals
    #[arg(long, alias = "time", value_name = "S", value_parser = positive_seconds)]
    duration: Option<f64>,
    /// Method that computes a step
    #[arg(long, value_enum, default_value = "exact")]
    method: MethodName,
    /// The numbers that it is computed in
    #[arg(long, value_enum, default_value = "f64")]
    precision: Precision,
}

impl Report for Setup {
    const IS_DRAWN: bool = false;

    fn write(&self, to: &Output) -> Result<()> {
        match self.precision {
            Precision::F64 => self.write_in::<f64>(to),
            Precision::F32 => self.write_in::<f32>(to),
        }
    }

    /// The position over time, with the goal.
    fn figure(&self) -> Result<Figure> {
        let goals = self.read_goals()?;
        let frames = self.frames(&goals)?;
        let positions: Vec<(f64, f64)> = match self.precision {
            Precision::F64 => points(frames.rows(self.motion::<f64>(goals.curve()?)?)),
            Precision::F32 => points(frames.rows(self.motion::<f32>(goals.curve()?)?)),
        };
        let end = positions.last().map_or(0.0, |point| point.0);
        Ok(Figure::new(self.spring.text())
            .axes("time, s", "position")
            .curve(Curve::new("goal", goals.points(end)?).color(7).dashed())
            .curve(Curve::new("spring", positions).color(0)))
    }
}

impl Setup {
    fn write_in<R: Real>(&self, to: &Output) -> Result<()> {
        let goals = self.read_goals()?;
        let frames = self.frames(&goals)?;
        let curve = goals.curve()?;
        let mut columns = vec!["time", "position", "velocity"];
        columns.extend(self.motion::<R>(curve)?.has_intermediate().then_some("intermediate_goal"));
        // Made once above without an error, so again each time.
        let motion = || self.motion::<R>(curve).into_iter();
        let rows = || motion().flat_map(|motion| frames.rows(motion).map(row));
        to.write_rows(&columns, rows, self.input().as_slice())
    }

    /// The file with the goals.
    pub(crate) fn input(&self) -> Option<&Path> {
        self.goals.as_deref()
    }

    fn read_goals(&self) -> Result<Goals> {
        match &self.goals {
            Some(path) => Goals::read(path),
            None => Ok(Goals::still(self.goal)),
        }
    }

    fn frames(&self, goals: &Goals) -> Result<Frames> {
        let by_default = || match self.arrive {
            _ if self.goals.is_some() => goals.end(),
            Some(time) => 1.5 * time,
            None => step_response::duration(&self.spring.spec),
        };
        let duration = self.duration.unwrap_or_else(by_default);
        ensure!(
            duration > 0.0 && duration.is_finite(),
            "there is no end by itself; type --duration"
        );
        Frames::new(self.dt, duration)
    }

    fn motion<'a, R: Real>(&self, goals: PiecewiseLinear<'a, f64>) -> Result<Motion<'a, R>> {
        let start = State::new(R::from_f64(self.from), R::from_f64(self.velocity));
        let of_spec = match self.spring.spec {
            Spec::Spring(_) => MotionName::Spring,
            Spec::Damper(_) => MotionName::Damper,
        };
        let motion = self.motion.unwrap_or(of_spec);
        self.check(motion)?;
        let goal_mode = self.goal_mode.unwrap_or(GoalMode::Follow);
        let course = Course { start, goals, dt: self.dt };
        if motion == MotionName::Damper {
            return course.damper(self.spring.damper()?, goal_mode);
        }
        let spring: Spring<R> = self.spring.spring()?;
        let lookahead = self.lookahead.map_or_else(|| spring.default_lookahead(), R::from_f64);
        let (arrive, speed) = (self.arrive.unwrap_or(0.0), self.speed.unwrap_or(0.0));
        Ok(match motion {
            MotionName::Double => course.double(&self.spring)?,
            MotionName::Timed => course.timed(spring, arrive, lookahead),
            MotionName::Velocity => course.velocity(spring, speed, lookahead),
            MotionName::Tracking => course.tracking(spring),
            MotionName::Angle => course.angle(spring),
            MotionName::Spring | MotionName::Damper => {
                let (method, goal_velocity) = (self.method.into(), self.goal_velocity);
                SpringMotion { spring, goal_mode, goal_velocity, method }.over(course)
            }
        })
    }

    /// Rejects options that do not apply to the motion.
    fn check(&self, motion: MotionName) -> Result<()> {
        let name = motion.to_possible_value();
        let name = name.as_ref().map_or("", |name| name.get_name());
        ensure!(
            motion == MotionName::Timed || self.arrive.is_none(),
            "--arrive is for --motion timed, not for {name}"
        );
        ensure!(
            motion == MotionName::Velocity || self.speed.is_none(),
            "--speed is for --motion velocity, not for {name}"
        );
        ensure!(
            motion == MotionName::Spring || self.method == MethodName::Exact,
            "--method is for --motion spring; leave it out for {name}"
        );
        ensure!(
            motion != MotionName::Damper || self.velocity == 0.0,
            "a damper has no velocity state; omit --velocity or use a spring"
        );
        let holds =
            [MotionName::Double, MotionName::Timed, MotionName::Velocity, MotionName::Angle];
        ensure!(
            !holds.contains(&motion) || matches!(self.goal_mode, None | Some(GoalMode::Held)),
            "--motion {name} holds its goal during a step; omit --goal-mode or use held"
        );
        ensure!(
            self.lookahead.is_none() || [MotionName::Timed, MotionName::Velocity].contains(&motion),
            "--lookahead is for --motion timed and velocity, not for {name}"
        );
        ensure!(
            self.goal_velocity.is_none()
                || motion == MotionName::Spring && self.goal_mode == Some(GoalMode::Holden),
            "--goal-velocity is for --motion spring with --goal-mode holden"
        );
        Ok(())
    }
}

fn points<R: Real>(rows: impl Iterator<Item = (f64, State<R>, Option<R>)>) -> Vec<(f64, f64)> {
    rows.map(|(time, state, _)| (time, state.position.to_f64())).collect()
}

fn row<R: Real>((time, state, intermediate): (f64, State<R>, Option<R>)) -> Vec<Cell> {
    let row = [R::from_f64(time), state.position, state.velocity];
    row.into_iter().chain(intermediate).map(cell).collect()
}

fn cell<R: Real>(value: R) -> Cell {
    match value.into() {
        ParameterValue::F32(value) => Cell::F32(value),
        ParameterValue::F64(value) => Cell::F64(value),
    }
}
