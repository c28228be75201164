//! `sprung simulate`: one spring or another motion over time, as numbers.

mod animation;
mod bodies;
mod body;
mod camera;
mod choice;
mod goals;
mod in_space;
mod kind;
mod motion;
mod motions;
mod options;
mod rotation;
mod spring;
mod time_optimal;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use sprung::motion::RotationState;
use sprung::{ParameterValue, Real, Spec, Spring, State};
use sprung_figure::{Curve, Figure};

use crate::output::{Cell, Output, Report};
use crate::spec::{SpecArg, Typed};
use crate::step_response;
use crate::typed_number::{Numbers, positive_hertz, positive_seconds};
use body::Load;
use choice::{GoalMode, Precision};
pub(crate) use goals::Goals;
use kind::{Entry, Goals as GoalsOf, Kind};
use motion::{Frames, Motion, rounded};
use motions::Course;
use options::{Corners, Options};
use spring::SpringMotion;

pub(crate) const EXAMPLES: &str = "\
Numbers joined by commas are a vector: --from 0,0 --goal 3,4. A file of goals
is a table with a column time, in seconds, and a column goal, or x, y and z;
two rows at one time are a jump.

Examples:
  sprung simulate halflife=0.1
  sprung simulate halflife=0.1 --from 0,0 --goal 3,4 --format csv
  sprung simulate frequency=5 --goals path.csv --goal-mode track
  sprung simulate halflife=0.1 --motion landing --arrive 1
  sprung simulate halflife=0.1 --motion velocity --speed 0.5 --duration 3
  sprung simulate halflife=0.1 --motion rotation --goal 0,0,1.57
  sprung simulate frequency=3,damping_ratio=0.2 --motion contact --from 1
  sprung simulate frequency=9,damping_ratio=0.1 --dt 1/15 --method explicit";

/// The arguments of `sprung simulate`.
#[derive(Args, Clone, Debug)]
#[command(mut_group("Typed", |group| group.required(false)))]
pub(crate) struct Setup {
    #[command(flatten)]
    spring: Typed,
    /// The motion; by default a spring, or a damper if SPEC is one
    #[arg(long, value_parser = kind::parser())]
    motion: Option<&'static Entry>,
    /// Initial position [default: 0; of contact and hover 1]
    #[arg(long, value_name = "X", value_parser = Numbers::read, allow_hyphen_values = true)]
    from: Option<Numbers>,
    /// Initial velocity, in units per second [default: 0]
    #[arg(long, value_name = "V", value_parser = Numbers::read, allow_hyphen_values = true)]
    velocity: Option<Numbers>,
    /// Goal of the motion [default: 1; of hover 0]
    #[arg(long, value_name = "X", value_parser = Numbers::read, allow_hyphen_values = true)]
    goal: Option<Numbers>,
    /// A goal that moves: a CSV file with the header time,goal, linear between its rows; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "goal")]
    goals: Option<PathBuf>,
    /// The time step in seconds, for example 0.02, 20ms or 1/60
    #[arg(long, value_name = "S", default_value = "1/60", value_parser = positive_seconds)]
    dt: f64,
    /// The same as steps per second, for example 60 or 60fps
    #[arg(long, value_name = "HZ", value_parser = positive_hertz, conflicts_with = "dt")]
    rate: Option<f64>,
    /// Lengths of frames in seconds, repeated, in place of equal steps; with --substep
    #[arg(long, value_name = "S,S", value_parser = Numbers::read, requires = "substep", conflicts_with_all = ["dt", "rate"])]
    frames: Option<Numbers>,
    /// Simulated time, in seconds; by default until a spring has settled, one that arrives has been there for half its
    /// time, a body has moved for 5 s, or the last of --goals
    #[arg(long, alias = "time", value_name = "S", value_parser = positive_seconds)]
    duration: Option<f64>,
    /// The numbers that it is computed in
    #[arg(long, value_enum, default_value = "f64")]
    precision: Precision,
    #[command(flatten)]
    options: Box<Options>,
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
        match self.precision {
            Precision::F64 => self.figure_in::<f64>(),
            Precision::F32 => self.figure_in::<f32>(),
        }
    }
}

impl Setup {
    fn write_in<R: Real>(&self, to: &Output) -> Result<()> {
        let goals = self.read_goals()?;
        let frames = self.frames(&goals)?;
        let columns = self.motion::<R>(&goals)?.columns;
        let names: Vec<&str> =
            ["time"].into_iter().chain(columns.iter().map(String::as_str)).collect();
        // Made once above without an error, so again each time.
        let motion = || self.motion::<R>(&goals).into_iter();
        let rows = || motion().flat_map(|motion| frames.clone().rows(motion).map(row));
        to.write_rows(&names, rows, self.input().as_slice())
    }

    fn figure_in<R: Real>(&self) -> Result<Figure> {
        let goals = self.read_goals()?;
        let motion = self.motion::<R>(&goals)?;
        let (columns, drawn) = (motion.columns.clone(), motion.drawn);
        let mut curves = vec![Vec::new(); drawn];
        let mut end = 0.0;
        for (time, numbers) in self.frames(&goals)?.rows(motion) {
            end = time;
            for (curve, number) in curves.iter_mut().zip(&numbers) {
                curve.push((time, number.to_f64()));
            }
        }
        let figure = Figure::new(self.spring.given().map_or(self.entry().name, SpecArg::text))
            .axes("time, s", "position");
        let has_goal = !matches!(self.kind(), Kind::Character | Kind::Contact | Kind::FixedCamera);
        let figure = match goals.points(end)?.into_iter().next().filter(|_| drawn == 1 && has_goal)
        {
            Some(points) => figure.curve(Curve::new("goal", points).color(7).dashed()),
            None => figure,
        };
        let name = |at: usize| if drawn == 1 { self.entry().name } else { columns[at].as_str() };
        Ok(figure.curves(
            curves.into_iter().enumerate().map(|(at, curve)| Curve::new(name(at), curve).color(at)),
        ))
    }

    /// The file with the goals.
    pub(crate) fn input(&self) -> Option<&Path> {
        self.goals.as_deref()
    }

    fn kind(&self) -> Kind {
        let of_spec = match self.spring.given().map(|typed| typed.spec) {
            Some(Spec::Damper(_)) => Kind::Damper,
            _ => Kind::Spring,
        };
        self.motion.map_or(of_spec, |entry| entry.kind)
    }

    fn entry(&self) -> &'static Entry {
        self.kind().entry()
    }

    fn read_goals(&self) -> Result<Goals> {
        let entry = self.entry();
        let (has_spring, has_limits) =
            (self.spring.given().is_some(), entry.kind == Kind::TimeOptimal);
        ensure!(
            has_spring || has_limits,
            "there is no spring; type it as SPEC or --spring <SPEC>, for example halflife=0.2"
        );
        ensure!(
            !(has_spring && has_limits),
            "--motion {} has limits and no spring; omit SPEC",
            entry.name
        );
        let is_read = [Kind::Pointer, Kind::Spline, Kind::AdaptiveSmoothing].contains(&entry.kind);
        ensure!(
            !is_read || self.from.is_none() && self.velocity.is_none(),
            "--motion {} begins as its --goals do; omit --from and --velocity",
            entry.name
        );
        let has_goals = self.goals.is_some();
        self.options.check(entry, has_goals)?;
        ensure!(
            entry.goals != GoalsOf::None || !has_goals && self.goal.is_none(),
            "--motion {} has no goal; omit --goal and --goals",
            entry.name
        );
        let goals = match (&self.goals, &self.goal) {
            (Some(path), _) => Goals::read(path)?,
            (None, Some(goal)) => Goals::still(goal.values()),
            (None, None) => Goals::still(&self.usual_goal()?),
        };
        let (width, name) = (goals.width(), entry.name);
        let (fits, wanted) = match entry.goals {
            GoalsOf::Any => (true, ""),
            GoalsOf::One | GoalsOf::None => (width == 1, "one number"),
            GoalsOf::Point => (width == 3, "3 numbers, x,y,z"),
            GoalsOf::Rotation => (
                width == 3 || width == 4,
                "3 numbers, a rotation vector in radians, or 4, a quaternion x,y,z,w",
            ),
        };
        ensure!(fits, "the goal of --motion {name} is {wanted}, and not {width}");
        Ok(goals)
    }

    /// The goal if none is typed: as many numbers as the start has.
    fn usual_goal(&self) -> Result<Vec<f64>> {
        let width = self.from.as_ref().map_or(1, |from| from.values().len());
        ensure!(
            width == 1 || !matches!(self.entry().goals, GoalsOf::Any | GoalsOf::One),
            "--from has {width} numbers; type --goal with as many (a decimal point is written as a point)"
        );
        Ok(match self.entry().goals {
            GoalsOf::Any | GoalsOf::One if self.kind() != Kind::Hover => vec![1.0],
            GoalsOf::Any | GoalsOf::One | GoalsOf::None => vec![0.0],
            GoalsOf::Point => vec![1.0, 0.0, 0.0],
            GoalsOf::Rotation => vec![0.0, 0.0, 1.0],
        })
    }

    fn frames(&self, goals: &Goals) -> Result<Frames> {
        let by_default = || {
            Ok(match self.options.arrive {
                _ if self.goals.is_some() => goals.end(),
                Some(time) => 1.5 * time,
                None if self.kind() == Kind::TimeOptimal => 1.25 * self.time_of_arrival(goals)?,
                None if self.kind().is_body() => 5.0,
                None => step_response::duration(&self.spring.spec),
            })
        };
        let duration = self.duration.map_or_else(by_default, Ok::<f64, anyhow::Error>)?;
        ensure!(
            duration > 0.0 && duration.is_finite(),
            "there is no end by itself; type --duration"
        );
        match &self.frames {
            Some(lengths) => Frames::uneven(lengths.values(), duration),
            None => Frames::new(self.dt(), duration),
        }
    }

    /// The time in which all numbers come to rest on a goal within the limits.
    fn time_of_arrival(&self, goals: &Goals) -> Result<f64> {
        let limits = self.options.motion_limits()?;
        let number = |typed: &Option<Numbers>, axis: usize| {
            let number = typed.as_ref().and_then(|numbers| numbers.values().get(axis).copied());
            number.unwrap_or_default()
        };
        let arrival = |(axis, goal): (usize, &f64)| {
            let start = State::new(number(&self.from, axis), number(&self.velocity, axis));
            time_optimal::time_of_arrival(start, *goal, &limits, self.dt())
        };
        let goal = goals.rows().next().unwrap_or_default();
        Ok(goal.iter().enumerate().map(arrival).fold(0.0, f64::max))
    }

    /// The time step, in seconds.
    fn dt(&self) -> f64 {
        self.rate.map_or(self.dt, |rate| 1.0 / rate)
    }

    /// The initial position and velocity.
    fn start<const N: usize>(&self) -> Result<State<[f64; N]>> {
        let of = |typed: &Option<Numbers>, name, usual| {
            typed.as_ref().map_or(Ok([usual; N]), |numbers| numbers.fixed(name))
        };
        let in_the_air = [Kind::Contact, Kind::Hover].contains(&self.kind());
        let from = of(&self.from, "from", if in_the_air { 1.0 } else { 0.0 })?;
        Ok(State::new(from, of(&self.velocity, "velocity", 0.0)?))
    }

    fn motion<'a, R: Real>(&self, goals: &'a Goals) -> Result<Motion<'a, R>> {
        match (self.kind(), goals.width()) {
            (Kind::Rotation, _) => {
                let start = self.start_of_rotation()?;
                let mode = self.options.goal_mode.unwrap_or(GoalMode::Follow);
                rotation::motion(self.spring.spring()?, goals, start, mode)
            }
            (Kind::Joint, _) => {
                let (start, limits) = (self.start_of_rotation()?, self.options.joint_limits()?);
                rotation::joint(self.spring.spring()?, goals, start, limits)
            }
            (
                Kind::Camera
                | Kind::FixedCamera
                | Kind::Frame
                | Kind::Body
                | Kind::Pose
                | Kind::LinearMotor
                | Kind::AngularMotor,
                _,
            ) => self.in_space(goals),
            (Kind::Distance, _) => self.joined(),
            (Kind::Upright, _) => {
                let start = self.start_of_rotation()?;
                Ok(bodies::upright(self.spring.spring()?, self.load(1.0), start))
            }
            (_, 1) => self.of_numbers::<R, 1>(goals),
            (_, 2) => self.of_numbers::<R, 2>(goals),
            (_, 3) => self.of_numbers::<R, 3>(goals),
            _ => self.of_numbers::<R, 4>(goals),
        }
    }

    fn of_numbers<'a, R: Real, const N: usize>(&self, goals: &'a Goals) -> Result<Motion<'a, R>> {
        let State { position, velocity } = self.start::<N>()?;
        let start = State::new(rounded(position), rounded(velocity));
        let course = Course { start, goals: goals.curve::<N>()?, dt: self.dt() };
        let (options, kind) = (&self.options, self.kind());
        let goal_mode = options.goal_mode.unwrap_or(GoalMode::Follow);
        match kind {
            Kind::Damper => {
                let is_still = velocity == [0.0; N];
                ensure!(
                    is_still,
                    "a damper has no velocity state; omit --velocity or use a spring"
                );
                return course.damper(self.spring.damper()?, goal_mode, options.method());
            }
            Kind::DeadBlend => {
                let fade = options.fade.unwrap_or_default();
                return course.dead_blend(R::from_f64(self.halflife()), fade);
            }
            Kind::AdaptiveSmoothing => {
                let damper = options.adaptive_damper(self.halflife())?;
                return Ok(animation::adaptive_smoothing::<R, N>(goals, damper));
            }
            Kind::TimeOptimal => return Ok(course.time_optimal(options.motion_limits()?)),
            _ => {}
        }
        let spring: Spring<R> = self.spring.spring()?;
        let lookahead = options.lookahead.map_or_else(|| spring.default_lookahead(), R::from_f64);
        let arrive = options.arrive.unwrap_or_default();
        Ok(match kind {
            Kind::Double => course.double(&self.spring)?,
            Kind::Timed => course.timed(spring, arrive, lookahead),
            Kind::Landing => course.landing(spring, arrive),
            Kind::Velocity => course.velocity(spring, options.speed.unwrap_or_default(), lookahead),
            Kind::Character => course.character(spring, options.max_acceleration),
            Kind::Tracking => course.tracking(spring),
            Kind::Inertialization => course.inertialization(spring),
            Kind::Stitching => course.stitching(spring),
            Kind::Fade => {
                let seconds = options.fade.unwrap_or(spring.duration().to_f64());
                course.fade(seconds, options.curve())?
            }
            Kind::Pointer => animation::pointer::<R, N>(goals, spring.angular_frequency()),
            Kind::Spline => {
                let corners = options.corners.unwrap_or(Corners::Rounded);
                animation::spline::<R, N>(goals, spring, corners, options.closed)?
            }
            Kind::Limited => course.limited(spring, options)?,
            Kind::Clamped => course.clamped(spring),
            Kind::Bounded => course.bounded(spring, options)?,
            Kind::Value => course.value(spring, options.grid),
            Kind::Scale => course.scale(spring),
            Kind::Angle => course.angle(spring),
            Kind::Contact => {
                body::dropped(spring, self.load(1.0), [start.position[0], start.velocity[0]])
            }
            Kind::Hover => {
                let start = [start.position[0], start.velocity[0]];
                body::hovering(spring, self.load(1200.0), goals.curve()?, start)
            }
            _ => {
                let method = options.method();
                let goal_velocity = options.goal_velocity.as_ref();
                let goal_velocity = goal_velocity.map(|v| v.fixed("goal-velocity")).transpose()?;
                let substeps = options.substeps();
                SpringMotion { spring, goal_mode, goal_velocity, method, substeps }.over(course)
            }
        })
    }

    /// The half-life of the spring or damper, in seconds.
    fn halflife(&self) -> f64 {
        match self.spring.spec {
            Spec::Spring(spring) => spring.halflife(),
            Spec::Damper(damper) => damper.halflife(),
        }
    }

    /// Mass and gravity of a body.
    fn load(&self, usual_mass: f64) -> Load {
        Load {
            mass: self.options.mass.unwrap_or(usual_mass),
            gravity: self.options.gravity(),
            engine_step: self.options.engine_step(),
        }
    }

    fn start_of_rotation<R: Real>(&self) -> Result<RotationState<R>> {
        let from = self.from.as_ref().map_or(&[0.0; 3][..], Numbers::values);
        ensure!(
            (3..=4).contains(&from.len()),
            "--from is 3 or 4 numbers for --motion {}, and not {}",
            self.entry().name,
            from.len()
        );
        let spin = self.velocity.as_ref().map_or(Ok([0.0; 3]), |spin| spin.fixed("velocity"))?;
        Ok(RotationState::new(rotation::rotation(from)?, rounded(spin)))
    }
}

fn row<R: Real>((time, numbers): (f64, Vec<R>)) -> Vec<Cell> {
    [R::from_f64(time)].into_iter().chain(numbers).map(cell).collect()
}

fn cell<R: Real>(value: R) -> Cell {
    // No negative zero.
    match (value + R::ZERO).into() {
        ParameterValue::F32(value) => Cell::F32(value),
        ParameterValue::F64(value) => Cell::F64(value),
    }
}
