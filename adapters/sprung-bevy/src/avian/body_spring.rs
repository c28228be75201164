//! Springs of `sprung-body` as components.

use core::ops::{Deref, DerefMut};

use avian3d::prelude::SleepingDisabled;
use bevy::prelude::*;
use sprung_body::{Body, Discretization};

use super::body::Bodies;
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
        BodySpring { spring, body: None, other: None, discretization: Discretization::Auto }
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

pub(super) fn solve_all<S: SolveBodies>(
    time: Res<Time>,
    mut bodies: Bodies,
    mut springs: Query<(Entity, &mut BodySpring<S>)>,
) {
    let dt = time.delta_secs();
    for (entity, mut spring) in &mut springs {
        let [first, second] = [spring.body.unwrap_or(entity), spring.other.unwrap_or(entity)];
        let is_pair = spring.other.is_some();
        let Some(mut a) = bodies.read(first) else { continue };
        let b = if is_pair { bodies.read(second) } else { Some(Body::fixed()) };
        let Some(mut b) = b.filter(|_| !is_pair || first != second) else { continue };
        let center = |entity, exists: bool| if exists { bodies.center(entity) } else { Vec3::ZERO };
        let centers = [center(first, true), center(second, is_pair)];
        let discretization = spring.discretization;
        spring.solve_bodies([&mut a, &mut b], centers, discretization, dt);
        bodies.write(first, &a);
        if is_pair {
            bodies.write(second, &b);
        }
    }
}
