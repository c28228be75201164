//! One edge as a velocity constraint of sequential impulses.

use sprung::{Real, SpringMode};

use crate::edge::{Edge, is_slack};
use crate::geometry::vector::{Vector, dot, sub};
use crate::particle::Particle;

/// In which form the iterations are made.
///
/// ```
/// use sprung_network::reference::Variant;
///
/// assert_eq!(Variant::default(), Variant::Passive);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// As published: the energy of stiff networks may grow without bound.
    Published,
    /// The form that gains no energy, whatever the network, the masses and the order of the springs: motion never has
    /// more energy than it started with, what springs with `C_d < 1` had stored then, and what gravity and wind give. Twice
    /// the sweeps.
    #[default]
    Passive,
}

/// One spring in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pull {
    /// From a to b, of length 1; 0 if the ends coincide or the spring does not act.
    pub(super) direction: Vector,
    reduced_mass: f32,
    /// Of the velocities.
    pub(super) velocity: Demand,
    /// Of the shifts.
    pub(super) shift: Demand,
    /// The length rate before any impulse of this step.
    rate: f32,
    /// The energy that the spring may give back, J.
    pub(super) stored: f64,
}

/// An impulse that is to be `reduced mass · (ask − take · rate) + (1 − ease) · impulse so far`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demand {
    ask: f32,
    take: f32,
    ease: f32,
    /// The impulse so far.
    pub(super) impulse: f32,
}

impl Demand {
    /// The implicit step of a spring that takes the fraction `take` of its rate.
    fn implicit(ask: f32, take: f32) -> Self {
        Self { ask, take, ease: 1.0 - take, impulse: 0.0 }
    }
}

/// The velocities that an impulse changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Velocities,
    Shifts,
}

impl Pull {
    /// No constraint, of a spring that has stored all that it can hold: the next step finds out how much.
    pub(super) fn of_full() -> Self {
        Self { stored: f64::INFINITY, ..Self::default() }
    }

    /// The constraint of an edge, after the `last` step.
    pub(super) fn new(
        spring: &Edge,
        particles: &[Particle],
        dt: f32,
        variant: Variant,
        last: &Self,
    ) -> Self {
        let (a, b) = (&particles[spring.a], &particles[spring.b]);
        let w = a.inverse_mass + b.inverse_mass;
        let d = sub(b.position, a.position);
        let length = Real::sqrt(dot(d, d));
        let error = length - spring.rest_length;
        let loose = is_slack(spring.mode, error);
        if w == 0.0 || loose {
            return Self::default();
        }
        let pair = spring.stiffness.coefficients(dt, 1.0 / w);
        // ½ m (x/h)², and what it is to the spring: ½ k x².
        let speed = f64::from(error) / f64::from(dt);
        let whole = 0.5 * (speed * speed) / f64::from(w);
        let left = 1.0 - pair.c_d;
        let elastic = if left > 0.0 { whole * pair.c_s / left } else { 0.0 };
        let stored = last.stored.min(elastic);
        // Coincident ends have no direction: such a spring waits until something parts them, and keeps what it has stored.
        if length == 0.0 {
            return Self { stored, ..Self::default() };
        }
        let direction = d.map(|c| c / length);
        let rate = dot(direction, sub(b.velocity, a.velocity));
        let (c_s, c_d) = (pair.c_s as f32, pair.c_d as f32);
        let correction = -c_s * error / dt;
        let mut pull = Self { direction, reduced_mass: 1.0 / w, rate, ..Self::of_full() };
        match variant {
            Variant::Published => {
                let ask = (1.0 - c_d) * rate + correction;
                pull.velocity = Demand { ask, take: 1.0, ease: 0.0, impulse: 0.0 };
            }
            Variant::Passive => {
                // The most that the impulse may take of what is stored.
                pull.stored = stored;
                let wanted = whole * pair.c_s * pair.c_s / (pair.c_d * left);
                let part =
                    if wanted > pull.stored { Real::sqrt(pull.stored / wanted) } else { 1.0 };
                let part = part as f32;
                pull.velocity = Demand::implicit(part * correction, c_d);
                pull.shift = Demand::implicit((1.0 - part) * correction, c_s);
            }
        }
        if pull.velocity.take > 0.0 {
            pull.velocity.impulse = last.velocity.impulse;
        }
        pull
    }

    /// Returns what `s` times the kept impulse adds to `f`, but for the motion that all of them make together: the factors of `s`
    /// and of `½ s²`.
    pub(super) fn slope_and_curvature(&self) -> [f64; 2] {
        let Demand { ask, take, ease, impulse } = self.velocity;
        if impulse == 0.0 {
            return [0.0; 2];
        }
        let [ask, take, ease, impulse] = [ask, take, ease, impulse].map(f64::from);
        let yielding = ease / take / f64::from(self.reduced_mass);
        let slope = impulse * (f64::from(self.rate) - ask / take);
        [slope, yielding * impulse * impulse]
    }

    /// The impulse that is still missing at a length rate; gives it.
    pub(super) fn ask(&mut self, of: Of, mode: SpringMode, rate: f32) -> f32 {
        let demand = match of {
            Of::Velocities => &mut self.velocity,
            Of::Shifts => &mut self.shift,
        };
        let missing = (demand.ask - demand.take * rate) * self.reduced_mass;
        let further = missing - demand.ease * demand.impulse;
        let impulse = allowed(mode, demand.impulse, further);
        demand.impulse += impulse;
        impulse
    }

    /// Returns the stored energy that is left when the step ends at a length rate, J; below 0 if others have paid for it.
    pub(super) fn left(&self, rate: f32) -> f64 {
        let work =
            0.5 * (f64::from(self.rate) + f64::from(rate)) * f64::from(self.velocity.impulse);
        self.stored - work
    }
}

/// Returns the part of a further impulse that keeps the sign of the sum within the mode of the edge. An impulse above 0
/// parts the ends.
fn allowed(mode: SpringMode, so_far: f32, further: f32) -> f32 {
    match mode {
        SpringMode::TwoWay => further,
        SpringMode::TensionOnly => (so_far + further).min(0.0) - so_far,
        SpringMode::CompressionOnly => (so_far + further).max(0.0) - so_far,
    }
}
