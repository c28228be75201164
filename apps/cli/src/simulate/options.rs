//! The options of single motions.

use anyhow::{Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum, value_parser};
use sprung::integrate::Method;
use sprung::motion::{FadeCurve, JointLimits};
use sprung::{AdaptiveDamper, MotionLimits, Real};
use sprung_body::DampedMotion;

use super::choice::{GoalMode, MethodName};
use super::kind::{Entry, with_option};
use super::motion::rounded;
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
    /// Division of each step into sub-steps [default: one step]
    #[arg(long, value_enum, requires = "max_step")]
    pub(super) substep: Option<Substep>,
    /// The longest sub-step, in seconds
    #[arg(long, value_name = "S", value_parser = positive_seconds, requires = "substep")]
    pub(super) max_step: Option<f64>,
    /// The most sub-steps of a step [default: 16]
    #[arg(long, value_name = "COUNT", value_parser = value_parser!(u32).range(1..), requires = "substep")]
    pub(super) max_substeps: Option<u32>,
    /// Time of arrival, in seconds after the start
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    pub(super) arrive: Option<f64>,
    /// Speed, in units per second
    #[arg(long, value_name = "V", value_parser = finite::<f64>)]
    pub(super) speed: Option<f64>,
    /// Look-ahead, in seconds [default: 4 ln 2·ζ/ω; of cameras the lag of the spring, 2ζ/ω]
    #[arg(long, alias = "apprehension", value_name = "S", value_parser = finite::<f64>)]
    pub(super) lookahead: Option<f64>,
    /// Greatest speed, in units per second [default of time-optimal: none]
    #[arg(long, alias = "max-velocity", value_name = "V", value_parser = not_negative::<f64>)]
    pub(super) max_speed: Option<f64>,
    /// Greatest acceleration, in units per second squared
    #[arg(long, value_name = "A", value_parser = not_negative::<f64>)]
    pub(super) max_acceleration: Option<f64>,
    /// Greatest jerk, the rate of the acceleration, in units per second cubed
    #[arg(long, value_name = "J", value_parser = not_negative::<f64>)]
    max_jerk: Option<f64>,
    /// Speed of the samples at which the half-life is halved, in units per second
    #[arg(long, value_name = "V", value_parser = positive::<f64>)]
    halving_speed: Option<f64>,
    /// Half-life of the velocity of the samples, in seconds [default: 0.05]
    #[arg(long, value_name = "S", value_parser = not_negative::<f64>)]
    velocity_halflife: Option<f64>,
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
    /// Greatest swing of a joint about its swing axis and about the one across, in radians; one number for both
    #[arg(long, value_name = "A,B", value_parser = Numbers::read)]
    swing: Option<Numbers>,
    /// Least and greatest twist of a joint, in radians
    #[arg(long, value_name = "LOW,HIGH", value_parser = Numbers::read, allow_hyphen_values = true)]
    twist: Option<Numbers>,
    /// Twist axis of a joint [default: 0,0,1]
    #[arg(long, value_name = "X,Y,Z", value_parser = Numbers::read, allow_hyphen_values = true)]
    twist_axis: Option<Numbers>,
    /// Swing axis of a joint, across its twist axis [default: 1,0,0]
    #[arg(long, value_name = "X,Y,Z", value_parser = Numbers::read, allow_hyphen_values = true)]
    swing_axis: Option<Numbers>,
    /// Part of the limits of a joint that is margin, 0 to 1 [default: 0.1]
    #[arg(long, value_name = "PART", value_parser = part)]
    softness: Option<f64>,
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
    /// Rotation vector of a body at the start, in radians [default: 0,0,0]
    #[arg(long, value_name = "X,Y,Z", value_parser = Numbers::read, allow_hyphen_values = true)]
    turned: Option<Numbers>,
    /// Position of the other body
    #[arg(long, value_name = "X,Y,Z", value_parser = Numbers::read, allow_hyphen_values = true)]
    other: Option<Numbers>,
    /// Velocity of the other body [default: 0,0,0]
    #[arg(long, value_name = "X,Y,Z", value_parser = Numbers::read, allow_hyphen_values = true)]
    other_velocity: Option<Numbers>,
    /// Mass of the other body, in kg [default: 1]
    #[arg(long, value_name = "KG", value_parser = positive::<f64>)]
    pub(super) other_mass: Option<f64>,
    /// Distance at which the spring is at rest, in meters
    #[arg(long, value_name = "M", value_parser = not_negative::<f64>)]
    pub(super) rest_length: Option<f64>,
    /// Relative motion that the spring damps [default: along]
    #[arg(long, value_enum)]
    damped: Option<Damped>,
    /// Greatest force of a motor, in newtons [default: none]
    #[arg(long, value_name = "N", value_parser = not_negative::<f64>)]
    pub(super) max_force: Option<f64>,
    /// Greatest torque of a motor, in newton meters [default: none]
    #[arg(long, value_name = "NM", value_parser = not_negative::<f64>)]
    pub(super) max_torque: Option<f64>,
    /// Moment of inertia, in kg·m² [default: 1]
    #[arg(long, value_name = "I", value_parser = positive::<f64>)]
    pub(super) inertia: Option<f64>,
    /// The longest step of the engine that moves a body, in seconds [default: 1/960]
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    engine_step: Option<f64>,
}

/// The division of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Substep {
    /// Sub-steps of --max-step and the remainder
    Capped,
    /// Equal sub-steps, as few as --max-step allows
    Uniform,
    /// Sub-steps of --max-step ahead of the time, interpolated; time beyond --max-substeps is owed
    Fixed,
}

/// The relative motion of two bodies that a spring damps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Damped {
    /// The part along the spring: a pair that turns goes on turning
    Along,
    /// All of it, as in Fiedler's formula
    All,
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

/// The three numbers of an axis.
fn three(axis: &Numbers, option: &str) -> Result<[f64; 3]> {
    let numbers = axis.values();
    <[f64; 3]>::try_from(numbers)
        .map_err(|_| anyhow!("--{option} is 3 numbers, x,y,z, and not {}", numbers.len()))
}

impl Options {
    pub(super) fn method(&self) -> Method {
        self.method.unwrap_or(MethodName::Exact).into()
    }

    /// The division of a step, the longest sub-step and the most of them.
    pub(super) fn substeps(&self) -> Option<(Substep, f64, u32)> {
        let rule = self.substep.zip(self.max_step);
        rule.map(|(rule, longest)| (rule, longest, self.max_substeps.unwrap_or(16)))
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

    /// Position and velocity of the other body.
    pub(super) fn other(&self) -> Result<[[f64; 3]; 2]> {
        let three = |typed: &Option<Numbers>, name| {
            typed.as_ref().map_or(Ok([0.0; 3]), |numbers| numbers.fixed(name))
        };
        Ok([three(&self.other, "other")?, three(&self.other_velocity, "other-velocity")?])
    }

    pub(super) fn turned(&self) -> Result<[f64; 3]> {
        self.turned.as_ref().map_or(Ok([0.0; 3]), |turned| turned.fixed("turned"))
    }

    pub(super) fn damped(&self) -> DampedMotion {
        match self.damped {
            Some(Damped::All) => DampedMotion::All,
            _ => DampedMotion::Along,
        }
    }

    pub(super) fn engine_step(&self) -> f64 {
        self.engine_step.unwrap_or(1.0 / 960.0)
    }

    pub(super) fn gravity(&self) -> f64 {
        self.gravity.unwrap_or(9.81)
    }

    /// The limits of a motion.
    pub(super) fn motion_limits<R: Real>(&self) -> Result<MotionLimits<R>> {
        let speed = self.max_speed.unwrap_or(f64::INFINITY);
        let [acceleration, jerk] =
            [self.max_acceleration, self.max_jerk].map(Option::unwrap_or_default);
        let [speed, acceleration, jerk] = [speed, acceleration, jerk].map(R::from_f64);
        MotionLimits::new(speed, acceleration, jerk).map_err(|error| {
            let option = if error.field == "velocity" { "speed" } else { error.field };
            anyhow!("--max-{option} must be {}, got {}", error.rule, error.value)
        })
    }

    /// A damper of samples, from its half-life at rest in seconds.
    pub(super) fn adaptive_damper<R: Real>(&self, halflife: f64) -> Result<AdaptiveDamper<R>> {
        let speed = R::from_f64(self.halving_speed.unwrap_or(f64::INFINITY));
        let damper = AdaptiveDamper::new(R::from_f64(halflife), speed)?;
        Ok(match self.velocity_halflife {
            Some(halflife) => damper.with_velocity_halflife(R::from_f64(halflife))?,
            None => damper,
        })
    }

    /// The limits of a joint.
    pub(super) fn joint_limits<R: Real>(&self) -> Result<JointLimits<R>> {
        let axis = |typed: &Option<Numbers>, name, usual| match typed {
            Some(axis) => three(axis, name).map(rounded),
            None => Ok(rounded(usual)),
        };
        let twist_axis = axis(&self.twist_axis, "twist-axis", [0.0, 0.0, 1.0])?;
        let swing_axis = axis(&self.swing_axis, "swing-axis", [1.0, 0.0, 0.0])?;
        let swing = match self.swing.as_ref().map_or(&[][..], Numbers::values) {
            [both] => [*both; 2],
            [first, second] => [*first, *second],
            _ => bail!("--swing is one number or 2, the greatest swing about both axes"),
        };
        let twist = match self.twist.as_ref().map_or(&[][..], Numbers::values) {
            [low, high] => [*low, *high],
            _ => bail!("--twist is 2 numbers, the least and the greatest twist"),
        };
        let limits = JointLimits::new(twist_axis, swing_axis, rounded(swing), rounded(twist));
        let limits =
            limits.map_err(|error| anyhow!("--{}", error.to_string().replace('_', "-")))?;
        Ok(self.softness.map_or(limits, |part| limits.with_softness(R::from_f64(part))))
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
            ("max-jerk", self.max_jerk.is_some()),
            ("halving-speed", self.halving_speed.is_some()),
            ("velocity-halflife", self.velocity_halflife.is_some()),
            ("low", self.low.is_some()),
            ("high", self.high.is_some()),
            ("restitution", self.restitution.is_some()),
            ("grid", self.grid.is_some()),
            ("fade", self.fade.is_some()),
            ("curve", self.curve.is_some()),
            ("corners", self.corners.is_some()),
            ("closed", self.closed),
            ("swing", self.swing.is_some()),
            ("twist", self.twist.is_some()),
            ("twist-axis", self.twist_axis.is_some()),
            ("swing-axis", self.swing_axis.is_some()),
            ("softness", self.softness.is_some()),
            ("view", self.view.is_some()),
            ("spin", self.spin.is_some()),
            ("mass", self.mass.is_some()),
            ("gravity", self.gravity.is_some()),
            ("lever", self.lever.is_some()),
            ("substep", self.substep.is_some()),
            ("max-step", self.max_step.is_some()),
            ("max-substeps", self.max_substeps.is_some()),
            ("turned", self.turned.is_some()),
            ("other", self.other.is_some()),
            ("other-velocity", self.other_velocity.is_some()),
            ("other-mass", self.other_mass.is_some()),
            ("rest-length", self.rest_length.is_some()),
            ("damped", self.damped.is_some()),
            ("max-force", self.max_force.is_some()),
            ("max-torque", self.max_torque.is_some()),
            ("inertia", self.inertia.is_some()),
            ("engine-step", self.engine_step.is_some()),
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
        ensure!(
            self.substep.is_none()
                || !matches!(self.goal_mode, Some(GoalMode::Follow | GoalMode::Track)),
            "--substep is for goals that are held in a step: --goal-mode held or holden"
        );
        let holden = self.goal_mode == Some(GoalMode::Holden);
        ensure!(
            self.goal_velocity.is_none() || holden,
            "--goal-velocity is for --motion spring with --goal-mode holden"
        );
        Ok(())
    }
}
