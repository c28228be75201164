//! Contact by springs: pushes bodies apart, from trampoline to quicksand to concrete.

use sprung::{ParameterError, Real, Spring, Vector};

use crate::body::Body;
use crate::softness::{Bridge, Softness};

/// What a body lands on, said by what is seen: how high it comes back, and how deep it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<R> {
    /// The spring of the contact.
    pub spring: Spring<R>,
}

impl<R: Real> Ground<R> {
    /// A ground from its restitution (speed after over speed before, 0 … 1) and the duration of a contact in seconds.
    ///
    /// The duration is half a swing, `π/(ω√(1 − ζ²))`, from touching to leaving. Restitution `e = e^(−πζ/√(1−ζ²))` is what
    /// leaves when the depth is back at 0; as the contact never pulls, a body leaves a little earlier and keeps a little
    /// more, up to 0.14 in between. 0 is critical damping.
    ///
    /// # Errors
    /// A restitution outside 0 … 1, a duration that is not above 0.
    pub fn from_restitution(restitution: R, duration: R) -> Result<Self, ParameterError> {
        let ratio = Spring::damping_ratio_from_overshoot(restitution)?;
        let swing = ((R::ONE - ratio) * (R::ONE + ratio)).sqrt();
        // At restitution 0 there is no swing to time; its pace is that of an undamped one.
        let turn = if swing > R::ZERO { swing } else { R::ONE };
        let angular_frequency = R::PI / (duration * turn);
        Ok(Ground { spring: Spring::new(angular_frequency, ratio)? })
    }

    /// Soft and lively: 85 % of the speed comes back after 0.3 s.
    pub fn trampoline() -> Self {
        Ground::preset(12.0, 0.05)
    }

    /// Soft and dead: sinks in and stays.
    pub fn quicksand() -> Self {
        Ground::preset(6.0, 4.0)
    }

    /// Hard and dead: stops within a hundredth of a second.
    pub fn concrete() -> Self {
        Ground::preset(600.0, 1.0)
    }

    fn preset(angular_frequency: f64, damping_ratio: f64) -> Self {
        let (frequency, ratio) = (R::from_f64(angular_frequency), R::from_f64(damping_ratio));
        // Literal presets are valid; a critical spring stands in for what cannot happen.
        let spring = Spring::new(frequency, ratio).or_else(|_| Spring::critical(R::ONE));
        match spring {
            Ok(spring) => Ground { spring },
            Err(_) => unreachable!("presets are valid springs"),
        }
    }
}

/// A contact of two bodies at a point, along a normal from B to A: it pushes, never sucks.
///
/// The engine says where, how deep and along what; the spring gives the impulse. Frequency and damping ratio hold for the
/// effective mass at the point. Source: G. Fiedler, *Spring Physics* (collision response).
#[derive(Clone, Copy, Debug)]
pub struct Contact<R> {
    /// What is landed on.
    pub ground: Ground<R>,
    /// The impulse along the normal in this step, N·s, ≥ 0.
    pub impulse: R,
    softness: Softness<R>,
    normal: [R; 3],
    point: [R; 3],
    mobility: R,
    depth: R,
}

impl<R: Real> Contact<R> {
    /// A contact with a ground.
    pub fn new(ground: Ground<R>) -> Self {
        Contact {
            ground,
            impulse: R::ZERO,
            softness: Softness::NONE,
            normal: [R::ZERO; 3],
            point: [R::ZERO; 3],
            mobility: R::ZERO,
            depth: R::ZERO,
        }
    }

    /// Reads the bodies for a step of `dt` seconds: a point of the world, the unit normal from B to A, and the depth (m).
    ///
    /// A depth of 0 or below does not touch, and nothing is done.
    #[allow(clippy::too_many_arguments)]
    pub fn prepare(
        &mut self,
        a: &Body<R>,
        b: &Body<R>,
        point: [R; 3],
        normal: [R; 3],
        depth: R,
        bridge: Bridge,
        dt: R,
    ) {
        self.softness = bridge.softness(&self.ground.spring, dt);
        (self.point, self.normal, self.depth, self.impulse) = (point, normal, depth, R::ZERO);
        self.mobility = if depth > R::ZERO {
            a.mobility_along(point, normal) + b.mobility_along(point, normal)
        } else {
            R::ZERO
        };
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let parting = a.velocity_at(self.point).minus(b.velocity_at(self.point)).dot(self.normal);
        let change = self.softness.along(self.mobility, -self.depth, parting, self.impulse);
        let wanted = (self.impulse + change).max(R::ZERO);
        let change = self.normal.times(wanted - self.impulse);
        self.impulse = wanted;
        a.apply_at(self.point, change);
        b.apply_at(self.point, change.times(-R::ONE));
    }
}

/// The classical force of a contact, `n·(k·d − b·(n·v))`, cut where it would pull: for comparison.
///
/// Stiffness in N/m and damping in N·s/m must be tuned anew for every mass and step; beyond a stiffness of `4m/h²` it
/// explodes. Source: G. Fiedler, *Spring Physics*.
pub fn contact_force<R: Real>(
    [normal, velocity]: [[R; 3]; 2],
    depth: R,
    stiffness: R,
    damping: R,
) -> [R; 3] {
    if !(depth > R::ZERO) {
        return [R::ZERO; 3];
    }
    let force = stiffness * depth - damping * normal.dot(velocity);
    normal.times(force.max(R::ZERO))
}
