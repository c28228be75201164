//! The options of single motions.

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use sprung::integrate::Method;
use sprung::motion::FadeCurve;

use super::choice::{GoalMode, MethodName};
use super::kind::{Entry, with_option};
use crate::typed_number::{Numbers, finite, not_negative, positive, positive_seconds};

/// The options of single motions; the table of motions tells which has which.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of single motions")]
pub(super) struct Options {
    /// Motion of the goal during a step [default: follow]
    #[arg(long, value_enum)]
    pub(super) goal_mode: Option<GoalMode>,
    /// The goal velocity of --goal-mode holden, per second [default: that of --goals]
    #[arg(long, value_name = "V", value_parser = Numbers::read, allow_hyphen_values = true)]
    pub(super) goal_velocity: Option<Numbers>,
    /// Method that computes a step [default: exact]
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// Time of arrival, in seconds after the start
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    pub(super) arrive: Option<f64>,
    /// Speed, in units per second
    #[arg(long, value_name = "V", value_parser = finite::<f64>)]
    pub(super) speed: Option<f64>,
    /// Look-ahead, in seconds [default: 4 ln 2·ζ/ω; of cameras the lag of the spring, 2ζ/ω]
    #[arg(long, alias = "apprehension", value_name = "S", value_parser = finite::<f64>)]
    pub(super) lookahead: Option<f64>,
    /// Greatest speed, in units per second
    #[arg(long, value_name = "V", value_parser = not_negative::<f64>)]
    pub(super) max_speed: Option<f64>,
    /// Greatest acceleration, in units per second squared
    #[arg(long, value_name = "A", value_parser = not_negative::<f64>)]
    pub(super) max_acceleration: Option<f64>,
    /// Lower bound [default: none]
    #[arg(long, value_name = "X", value_parser = finite::<f64>)]
    pub(super) low: Option<f64>,
    /// Upper bound [default: none]
    #[arg(long, value_name = "X", value_parser = finite::<f64>)]
    pub(super) high: Option<f64>,
    /// Part of the speed that is left after a bounce, 0 to 1 [default: 0]
    #[arg(long, value_name = "PART", value_parser = part)]
    pub(super) restitution: Option<f64>,
    /// Distance of the points of the grid to land on
    #[arg(long, value_name = "X", value_parser = positive::<f64>)]
    pub(super) grid: Option<f64>,
    /// Time of a transition, in seconds [default of fade: the duration of SPEC]
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    pub(super) fade: Option<f64>,
    /// Curve of a fade [default: cubic]
    #[arg(long, value_enum)]
    curve: Option<Curve>,
    /// Corners of a spline [default: rounded]
    #[arg(long, value_enum)]
    pub(super) corners: Option<Corners>,
    /// Close a spline: from the last point back to the first
    #[arg(long)]
    pub(super) closed: bool,
    /// Distance, yaw and pitch of a camera, in units and radians [default: 5,0,0.3]
    #[arg(long, value_name = "R,YAW,PITCH", value_parser = Numbers::read, allow_hyphen_values = true)]
    view: Option<Numbers>,
    /// Angular velocity of a frame about z, in rad/s [default: 0]
    #[arg(long, value_name = "W", value_parser = finite::<f64>)]
    pub(super) spin: Option<f64>,
    /// Mass, in kg [default: 1; of a car 1200]
    #[arg(long, value_name = "KG", value_parser = positive::<f64>)]
    pub(super) mass: Option<f64>,
    /// Gravity, in m/s² downwards [default: 9.81]
    #[arg(long, value_name = "G", value_parser = finite::<f64>)]
    gravity: Option<f64>,
    /// The point of the body that is pulled, in meters from its center [default: 0,0,0]
    #[arg(long, value_name = "X,Y,Z", value_parser = Numbers::read, allow_hyphen_values = true)]
    lever: Option<Numbers>,
}

/// The curve of a fade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Curve {
    /// The cubic from offset and velocity to nothing
    Cubic,
    /// A smooth step, which does not overshoot by velocity
    SmoothStep,
}

/// The corners of a spline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Corners {
    /// The curve rounds its points
    Rounded,
    /// The curve goes through its points
    Traced,
}

fn part(text: &str) -> Result<f64, String> {
    let value = not_negative(text)?;
    if value <= 1.0 { Ok(value) } else { Err(format!("must be from 0 to 1, got {text}")) }
}

impl Options {
    pub(super) fn method(&self) -> Method {
        self.method.unwrap_or(MethodName::Exact).into()
    }

    pub(super) fn curve(&self) -> FadeCurve {
        match self.curve {
            Some(Curve::SmoothStep) => FadeCurve::SmoothStep,
            _ => FadeCurve::Cubic,
        }
    }

    pub(super) fn view(&self) -> Result<[f64; 3]> {
        let view = self.view.as_ref();
        view.map_or(Ok([5.0, 0.0, 0.3]), |view| view.fixed("view"))
    }

    pub(super) fn lever(&self) -> Result<[f64; 3]> {
        self.lever.as_ref().map_or(Ok([0.0; 3]), |lever| lever.fixed("lever"))
    }

    pub(super) fn gravity(&self) -> f64 {
        self.gravity.unwrap_or(9.81)
    }

    /// Rejects options that the motion does not have, and a motion without those that it needs.
    pub(super) fn check(&self, motion: &Entry, has_goals: bool) -> Result<()> {
        let given = [
            ("goal-mode", self.goal_mode.is_some()),
            ("goal-velocity", self.goal_velocity.is_some()),
            ("method", self.method.is_some()),
            ("arrive", self.arrive.is_some()),
            ("speed", self.speed.is_some()),
            ("lookahead", self.lookahead.is_some()),
            ("max-speed", self.max_speed.is_some()),
            ("max-acceleration", self.max_acceleration.is_some()),
            ("low", self.low.is_some()),
            ("high", self.high.is_some()),
            ("restitution", self.restitution.is_some()),
            ("grid", self.grid.is_some()),
            ("fade", self.fade.is_some()),
            ("curve", self.curve.is_some()),
            ("corners", self.corners.is_some()),
            ("closed", self.closed),
            ("view", self.view.is_some()),
            ("spin", self.spin.is_some()),
            ("mass", self.mass.is_some()),
            ("gravity", self.gravity.is_some()),
            ("lever", self.lever.is_some()),
        ];
        let given = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name));
        let given: Vec<&str> = given.chain(has_goals.then_some("goals")).collect();
        for option in motion.needs {
            ensure!(given.contains(option), "--motion {} needs --{option}", motion.name);
        }
        let has = |option: &&str| motion.takes.contains(option) || motion.needs.contains(option);
        if let Some(option) = given.iter().find(|option| **option != "goals" && !has(option)) {
            bail!("--{option} is for --motion {}, not for {}", with_option(option), motion.name);
        }
        let holden = self.goal_mode == Some(GoalMode::Holden);
        ensure!(
            self.goal_velocity.is_none() || holden,
            "--goal-velocity is for --motion spring with --goal-mode holden"
        );
        Ok(())
    }
}
