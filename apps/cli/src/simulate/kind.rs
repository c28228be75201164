//! The table of the motions of `sprung simulate`: names, help and errors come from it.
//!
//! A motion is added with a [`Kind`], a row of [`MOTIONS`], and its arm where `Setup` makes the motion.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A motion that can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Spring,
    Damper,
    Double,
    Timed,
    Landing,
    Velocity,
    Character,
    Tracking,
    Inertialization,
    Stitching,
    Fade,
    DeadBlend,
    Pointer,
    Spline,
    Limited,
    TimeOptimal,
    AdaptiveSmoothing,
    Clamped,
    Bounded,
    Value,
    Angle,
    Scale,
    Rotation,
    Joint,
    Camera,
    FixedCamera,
    Frame,
    Body,
    Pose,
    Distance,
    LinearMotor,
    AngularMotor,
    Upright,
    Contact,
    Hover,
}

/// The numbers that a goal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goals {
    /// One to four: a number, a vector.
    Any,
    /// One.
    One,
    /// Three: a point in space.
    Point,
    /// Three: a rotation vector, or four: a quaternion.
    Rotation,
    /// It has no goal.
    None,
}

/// A motion: its name, its help, and the options that it has beyond those of all motions.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) goals: Goals,
    /// Its options that must be given.
    pub(super) needs: &'static [&'static str],
    /// Its other options.
    pub(super) takes: &'static [&'static str],
}

/// A motion without options of its own.
const PLAIN: Entry =
    Entry { kind: Kind::Spring, name: "", what: "", goals: Goals::Any, needs: &[], takes: &[] };

pub(super) static MOTIONS: &[Entry] = &[
    Entry {
        name: "spring",
        what: "A spring",
        takes: &["goal-mode", "goal-velocity", "method", "substep", "max-step", "max-substeps"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Damper,
        name: "damper",
        what: "A first-order damper",
        takes: &["goal-mode", "method"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Double,
        name: "double",
        what: "Two critical springs in series: a start as soft as the end. The half-life of SPEC is that of the pair; \
               holden:halflife=S is Holden's double spring, whose halves have S/2 each in his convention",
        ..PLAIN
    },
    Entry {
        kind: Kind::Timed,
        name: "timed",
        what: "A spring that is about at its goal at a given time, and settles on it",
        needs: &["arrive"],
        takes: &["lookahead"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Landing,
        name: "landing",
        what: "A spring that comes to rest on its goal at a given time exactly",
        needs: &["arrive"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Velocity,
        name: "velocity",
        what: "A spring that travels at a given speed",
        needs: &["speed"],
        takes: &["lookahead"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Character,
        name: "character",
        what: "A character whose goal is a velocity",
        takes: &["max-acceleration"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Tracking,
        name: "tracking",
        what: "A spring that follows an animation without lag and smooths its jumps and corners",
        ..PLAIN
    },
    Entry {
        kind: Kind::Inertialization,
        name: "inertialization",
        what: "An animation with an offset that fades at its start and at each jump",
        ..PLAIN
    },
    Entry {
        kind: Kind::Stitching,
        name: "stitching",
        what: "Chunks of motion, --goals with a jump at each seam, played as one that is never faster than they are",
        needs: &["goals"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Fade,
        name: "fade",
        what: "As inertialization, with an offset that is gone after a given time, by default the duration of SPEC",
        takes: &["fade", "curve"],
        ..PLAIN
    },
    Entry {
        kind: Kind::DeadBlend,
        name: "dead-blend",
        what: "As inertialization, by dead blending: the motion before coasts with the half-life of SPEC and is faded out",
        needs: &["fade"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Pointer,
        name: "pointer",
        what: "Position and velocity of a pointer from its events; its bandwidth is the angular frequency of SPEC",
        needs: &["goals"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Spline,
        name: "spline",
        what: "A smooth curve along points at equal intervals of time",
        needs: &["goals"],
        takes: &["corners", "closed"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Limited,
        name: "limited",
        what: "A spring with a greatest speed or acceleration, cut in each step",
        takes: &["max-speed", "max-acceleration"],
        ..PLAIN
    },
    Entry {
        kind: Kind::TimeOptimal,
        name: "time-optimal",
        what: "As fast to the goal, and along it, as limits of speed, acceleration and jerk allow; without SPEC",
        needs: &["max-acceleration", "max-jerk"],
        takes: &["max-speed"],
        ..PLAIN
    },
    Entry {
        kind: Kind::AdaptiveSmoothing,
        name: "adaptive-smoothing",
        what: "Noisy samples, the rows of --goals, smoothed with the half-life of SPEC at rest and a shorter one in motion",
        needs: &["goals", "halving-speed"],
        takes: &["velocity-halflife"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Clamped,
        name: "clamped",
        what: "A spring that stops where it would pass its goal",
        ..PLAIN
    },
    Entry {
        kind: Kind::Bounded,
        name: "bounded",
        what: "A spring that bounces off bounds",
        takes: &["low", "high", "restitution"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Value,
        name: "value",
        what: "A value that comes to rest on its goal, or on the nearest point of a grid",
        takes: &["grid"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Angle,
        name: "angle",
        what: "A spring on an angle in radians, along the shorter arc",
        goals: Goals::One,
        ..PLAIN
    },
    Entry {
        kind: Kind::Scale,
        name: "scale",
        what: "A spring on the logarithm of a scale, which stays above 0",
        ..PLAIN
    },
    Entry {
        kind: Kind::Rotation,
        name: "rotation",
        what: "A spring on a rotation: a rotation vector in radians (3 numbers) or a quaternion x,y,z,w (4); \
               --velocity is the angular velocity in rad/s (3)",
        goals: Goals::Rotation,
        takes: &["goal-mode"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Joint,
        name: "joint",
        what: "The same within the limits of a joint: a swing across its axis and a twist about it",
        goals: Goals::Rotation,
        needs: &["swing", "twist"],
        takes: &["twist-axis", "swing-axis", "softness"],
    },
    Entry {
        kind: Kind::Camera,
        name: "camera",
        what: "A third-person camera behind a player, whose path is the goal",
        goals: Goals::Point,
        takes: &["lookahead", "view"],
        ..PLAIN
    },
    Entry {
        kind: Kind::FixedCamera,
        name: "fixed-camera",
        what: "A camera at --from that turns to a player, whose path is the goal",
        goals: Goals::Point,
        takes: &["lookahead"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Frame,
        name: "frame",
        what: "A spring inside a frame whose origin is the goal and which turns: it is pulled to the origin",
        goals: Goals::Point,
        takes: &["spin"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Body,
        name: "body",
        what: "A rigid cube of 1 m that a spring at a point of it pulls to its goal, in meters, y up",
        goals: Goals::Point,
        takes: &["mass", "gravity", "lever", "engine-step"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Pose,
        name: "pose",
        what: "A rigid body that a spring brings to its goal and turns upright",
        goals: Goals::Point,
        takes: &["mass", "gravity", "turned", "engine-step"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Distance,
        name: "distance",
        what: "Two rigid bodies, one at --from and one at --other, that a spring keeps at a distance",
        goals: Goals::None,
        needs: &["other", "rest-length"],
        takes: &["mass", "gravity", "other-mass", "other-velocity", "damped", "engine-step"],
    },
    Entry {
        kind: Kind::LinearMotor,
        name: "linear-motor",
        what: "A rigid body that a motor drives to a velocity, its goal; SPEC is a damper",
        goals: Goals::Point,
        takes: &["mass", "gravity", "max-force", "engine-step"],
        ..PLAIN
    },
    Entry {
        kind: Kind::AngularMotor,
        name: "angular-motor",
        what: "A rigid body that a motor drives to an angular velocity in rad/s, its goal; SPEC is a damper",
        goals: Goals::Point,
        takes: &["inertia", "max-torque", "engine-step"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Upright,
        name: "upright",
        what: "A rigid body that a spring turns upright; --from is its rotation vector in radians, \
               --velocity its angular velocity",
        goals: Goals::None,
        takes: &["engine-step"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Contact,
        name: "contact",
        what: "A ball that falls from the height --from (m) onto a ground with the spring of SPEC",
        goals: Goals::None,
        takes: &["mass", "gravity", "engine-step"],
        ..PLAIN
    },
    Entry {
        kind: Kind::Hover,
        name: "hover",
        what: "A car on four springs that hovers over a road, whose height in meters is the goal",
        goals: Goals::One,
        takes: &["mass", "gravity", "engine-step"],
        ..PLAIN
    },
];

/// Reads the name of a motion.
pub(super) fn parser() -> impl TypedValueParser<Value = &'static Entry> {
    let named = |entry: &'static Entry| {
        let with = [entry.needs, entry.takes].concat();
        let with = with.iter().map(|option| format!("--{option}")).collect::<Vec<_>>().join(", ");
        let with = if with.is_empty() { with } else { format!(" ({with})") };
        PossibleValue::new(entry.name).help(format!("{}{with}", entry.what))
    };
    PossibleValuesParser::new(MOTIONS.iter().map(named))
        .try_map(|name| entry(|entry| entry.name == name).ok_or("no such motion"))
}

/// The first motion with a property.
fn entry(is_it: impl Fn(&Entry) -> bool) -> Option<&'static Entry> {
    MOTIONS.iter().find(|entry| is_it(entry))
}

impl Kind {
    /// Returns whether an engine moves it.
    pub(super) fn is_body(self) -> bool {
        self.entry().takes.contains(&"engine-step")
    }

    /// The row of the table.
    pub(super) fn entry(self) -> &'static Entry {
        entry(|entry| entry.kind == self).unwrap_or(&PLAIN)
    }
}

/// The names of the motions with an option: `timed, landing`.
pub(super) fn with_option(option: &str) -> String {
    let has = |entry: &&Entry| entry.needs.contains(&option) || entry.takes.contains(&option);
    let names: Vec<&str> = MOTIONS.iter().filter(has).map(|entry| entry.name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
