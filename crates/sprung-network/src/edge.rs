//! Two particles kept at a distance.

use crate::error::{Element, LARGEST, NetworkError};
use crate::stiffness::Law;

/// When a spring acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Action {
    /// Pulls when longer than at rest, pushes when shorter.
    #[default]
    Both,
    /// Only pulls: a rope that may hang slack.
    PullOnly,
    /// Only pushes: a strut that may come loose.
    PushOnly,
}

impl Action {
    /// True if a spring that is too long by `error` leaves its ends alone.
    pub(crate) fn is_loose(self, error: f32) -> bool {
        match self {
            Self::Both => false,
            Self::PullOnly => error < 0.0,
            Self::PushOnly => error > 0.0,
        }
    }
}

/// +1 for a spring that only pulls, −1 for one that only pushes, 0 for one that does both.
pub(crate) fn sense(action: Action) -> f32 {
    match action {
        Action::Both => 0.0,
        Action::PullOnly => 1.0,
        Action::PushOnly => -1.0,
    }
}

/// A spring between the particles `a` and `b`.
///
/// ```
/// use sprung_network::{Action, Law, Spring};
/// let strut = Spring::new(0, 1, 0.5).with_law(Law::Frequency { hz: 8.0, damping_ratio: 1.0 });
/// let rope = Spring::new(1, 2, 0.5).acting(Action::PullOnly).tearing_at(0.3);
/// assert_eq!((strut.law, rope.tear_stretch), (Law::Frequency { hz: 8.0, damping_ratio: 1.0 }, 0.3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// One particle, by its index.
    pub a: usize,
    /// The other one.
    pub b: usize,
    /// Length at rest, m, within 0 and 1e15. Coincident ends have no direction: a spring with a rest length leaves them
    /// together until something else parts them.
    pub rest_length: f32,
    /// How strong it is.
    pub law: Law,
    /// When it acts.
    pub action: Action,
    /// The stretch, as a fraction of the rest length, beyond which it breaks; infinite never.
    ///
    /// [`Solver`](crate::Solver) compares it with the length at the end of every step. A spring of stiffness k and rest
    /// length L breaks under the force `k L tear_stretch`, whatever the number of sub-steps.
    ///
    /// A rigid spring has no stretch under a load: what stretches it is the error of the solver, and goals
    /// that leave it no room. A rope, which is solved whole, then bears any load. A rigid
    /// curtain of 32 × 32, let go flat between two corners with a limit of 5 %, loses about 70 springs at 4 to 16
    /// sub-steps, while it swings down, and none at 32. Give springs that are to tear by their load a stiffness.
    pub tear_stretch: f32,
}

impl Spring {
    /// A rigid spring that acts both ways and never breaks.
    pub fn new(a: usize, b: usize, rest_length: f32) -> Self {
        Self {
            a,
            b,
            rest_length,
            law: Law::RIGID,
            action: Action::Both,
            tear_stretch: f32::INFINITY,
        }
    }

    /// The same spring with another strength.
    pub fn with_law(self, law: Law) -> Self {
        Self { law, ..self }
    }

    /// The same spring acting one way or both.
    pub fn acting(self, action: Action) -> Self {
        Self { action, ..self }
    }

    /// The same spring, breaking at a stretch: 0.2 is one fifth longer than at rest.
    pub fn tearing_at(self, tear_stretch: f32) -> Self {
        Self { tear_stretch, ..self }
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Result<(), NetworkError> {
        let element = Element { kind: "spring", index };
        element.ends([self.a, self.b], particles)?;
        element.not_negative("rest_length", self.rest_length)?;
        let holds = self.rest_length <= LARGEST;
        element.require(holds, "rest_length", self.rest_length, "at most 1e15")?;
        element.require(self.tear_stretch > 0.0, "tear_stretch", self.tear_stretch, "> 0")?;
        self.law.check(element)
    }
}
