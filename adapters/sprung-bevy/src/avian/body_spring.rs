//! Springs of `sprung-body` as components.

use core::ops::{Deref, DerefMut};

use avian3d::prelude::SleepingDisabled;
use bevy::prelude::*;
use sprung_body::Discretization;

use super::body::Bodies;
use super::island::{Island, WORLD};
use super::solve_bodies::SolveBodies;

/// A spring of [`sprung_body`] on a rigid body of avian, whose fields it has: `spring.goal`, `motor.target`,
/// `servo.max_force`, as arrays in SI units.
///
/// It acts on the body of its own entity, or on another one: an entity holds one component of a type, so a second motor of a
/// body is on an entity of its own, [`on`](Self::on) the body. The other end is the world or a second body,
/// [`to`](Self::to). Points are in the frame of the body, from its origin. A body with the component is kept awake; a
/// body that is named is not.
///
/// Bodies that are not dynamic are not moved. A spring whose body is gone does nothing.
///
/// ```
/// use bevy::prelude::*;
/// use sprung::{Damper, Spring};
/// use sprung_bevy::{AngularMotor, SwingSpring};
/// // A robot that stays upright and turns at 1 rad/s.
/// let upright = SwingSpring::new(Spring::from_frequency(2.0, 1.0)?, Vec3::Y, Vec3::Y);
/// let mut turn = AngularMotor::new(Damper::from_halflife(0.2)?, Vec3::Y);
/// turn.axis = Some([0.0, 1.0, 0.0]);
/// turn.max_torque = 50.0;
/// # let _ = (upright, turn);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Component, Clone, Copy, Debug)]
#[require(SleepingDisabled)]
pub struct BodySpring<S: SolveBodies> {
    spring: S,
    /// The bodies in this step.
    ends: Option<[usize; 2]>,
    /// The body that it acts on; that of its own entity if there is none.
    pub body: Option<Entity>,
    /// The body at the other end; the world if there is none.
    pub other: Option<Entity>,
    /// The discretization; by default safe with contacts and joints. Motors have none.
    pub discretization: Discretization,
}

impl<S: SolveBodies> BodySpring<S> {
    /// A spring between the body of its entity and the world.
    pub fn from_spring(spring: S) -> Self {
        let discretization = Discretization::Auto;
        BodySpring { spring, ends: None, body: None, other: None, discretization }
    }

    /// The same on another body.
    pub fn on(self, body: Entity) -> Self {
        BodySpring { body: Some(body), ..self }
    }

    /// The same to a second body.
    pub fn to(self, other: Entity) -> Self {
        BodySpring { other: Some(other), ..self }
    }
}

impl<S: SolveBodies> Deref for BodySpring<S> {
    type Target = S;
    fn deref(&self) -> &S {
        &self.spring
    }
}

impl<S: SolveBodies> DerefMut for BodySpring<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.spring
    }
}

pub(super) fn prepare<S: SolveBodies>(
    time: Res<Time>,
    bodies: Bodies,
    mut island: ResMut<Island>,
    mut springs: Query<(Entity, &mut BodySpring<S>)>,
) {
    for (entity, mut spring) in &mut springs {
        let [first, second] = [Some(spring.body.unwrap_or(entity)), spring.other];
        let mut end = |entity: Option<Entity>| match entity {
            Some(entity) => island.add(&bodies, entity),
            None => Some(WORLD),
        };
        spring.ends = end(first).and_then(|a| Some([a, end(second)?]));
        let Some([a, b]) = spring.ends.and_then(|ends| island.pair(ends)) else { continue };
        let center = |entity: Option<Entity>| entity.map_or(Vec3::ZERO, |e| bodies.center(e));
        let (centers, discretization) = ([first, second].map(center), spring.discretization);
        spring.prepare_bodies([a, b], centers, discretization, time.delta_secs());
    }
}

pub(super) fn solve<S: SolveBodies>(
    mut island: ResMut<Island>,
    mut springs: Query<&mut BodySpring<S>>,
) {
    for mut spring in &mut springs {
        if let Some(bodies) = spring.ends.and_then(|ends| island.pair(ends)) {
            spring.bypass_change_detection().spring.solve_bodies(bodies);
        }
    }
}
