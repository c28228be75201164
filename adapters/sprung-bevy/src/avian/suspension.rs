//! Suspension: springs along rays that carry a body.

use core::ops::{Deref, DerefMut};

use avian3d::prelude::{ColliderOf, LayerMask, SleepingDisabled, SpatialQuery, SpatialQueryFilter};
use bevy::prelude::*;
use sprung_body::{Discretization, Stiffness, Suspension};

use super::body::Bodies;
use super::island::{Island, WORLD};
use crate::convert::quat;

/// A wheel or a hover engine: a spring along a ray from a point of a body, which pushes the body and what the ray hits apart.
///
/// It has the fields of [`Suspension`]: `point`, `rest_length`, `max_force`, and the `impulse` of the last step. A car has
/// four of them, each on an entity of its own, [`on`](Self::on) the car. Colliders of the body itself are not hit. It
/// pushes along the ray alone: what holds a car on its course is for a motor to do.
///
/// ```
/// use bevy::prelude::*;
/// use sprung::Spring;
/// use sprung_bevy::SuspensionSpring;
/// # let car = Entity::PLACEHOLDER;
/// let spring = Spring::from_frequency(1.5, 0.4)?;
/// let wheel = SuspensionSpring::new(spring, Vec3::new(0.8, -0.3, 1.2), 0.5).on(car);
/// assert_eq!(wheel.reach, 1.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Component, Clone, Copy, Debug)]
#[require(SleepingDisabled)]
pub struct SuspensionSpring {
    suspension: Suspension<f32>,
    /// The bodies in this step.
    ends: Option<[usize; 2]>,
    /// The body that it carries; that of its own entity if there is none.
    pub body: Option<Entity>,
    /// The direction of the ray in the frame of the body; down its y axis by default.
    pub direction: Dir3,
    /// The length of the ray, m; twice the rest length by default.
    pub reach: f32,
    /// The layers of colliders that it hits.
    pub mask: LayerMask,
    /// The discretization; by default safe with contacts and joints.
    pub discretization: Discretization,
    /// The collider that the ray has hit in the last step, and how far it was, m.
    pub hit: Option<(Entity, f32)>,
}

impl SuspensionSpring {
    /// A suspension from a point of the body (its own frame), which pushes below a rest length, m.
    pub fn new(spring: impl Into<Stiffness<f32>>, point: Vec3, rest_length: f32) -> Self {
        SuspensionSpring {
            suspension: Suspension::new(spring, point.to_array(), rest_length),
            ends: None,
            body: None,
            direction: Dir3::NEG_Y,
            reach: 2.0 * rest_length,
            mask: LayerMask::ALL,
            discretization: Discretization::Auto,
            hit: None,
        }
    }

    /// The same on another body.
    pub fn on(self, body: Entity) -> Self {
        SuspensionSpring { body: Some(body), ..self }
    }
}

impl Deref for SuspensionSpring {
    type Target = Suspension<f32>;
    fn deref(&self) -> &Suspension<f32> {
        &self.suspension
    }
}

impl DerefMut for SuspensionSpring {
    fn deref_mut(&mut self) -> &mut Suspension<f32> {
        &mut self.suspension
    }
}

pub(super) fn prepare(
    time: Res<Time>,
    world: SpatialQuery,
    owners: Query<&ColliderOf>,
    bodies: Bodies,
    mut island: ResMut<Island>,
    mut wheels: Query<(Entity, &mut SuspensionSpring)>,
) {
    for (entity, mut wheel) in &mut wheels {
        let entity = wheel.body.unwrap_or(entity);
        (wheel.ends, wheel.hit) = (None, None);
        let Some(carried) = island.add(&bodies, entity) else { continue };
        let Some([body, _]) = island.pair([carried, WORLD]) else { continue };
        let turned = quat(body.rotation);
        let point = Vec3::from_array(wheel.point);
        let from_center = point - bodies.center(entity);
        let start = Vec3::from_array(body.position) + turned * from_center;
        let Ok(direction) = Dir3::new(turned * *wheel.direction) else { continue };
        if !(start.is_finite() && wheel.reach > 0.0) {
            continue;
        }
        let owner = |collider| owners.get(collider).ok().map(|of| of.body);
        let filter = SpatialQueryFilter::from_mask(wheel.mask);
        let is_other = |collider| owner(collider) != Some(entity);
        let hit = world
            .cast_ray_predicate(start, direction, wheel.reach, true, &filter, &is_other)
            .map(|hit| (hit.entity, hit.distance));
        wheel.hit = hit;
        let ground = hit.and_then(|(collider, _)| island.add(&bodies, owner(collider)?));
        let ends = [carried, ground.unwrap_or(WORLD)];
        let Some([body, ground]) = island.pair(ends) else { continue };
        let (discretization, length) = (wheel.discretization, hit.map(|(_, length)| length));
        let (direction, dt) = (direction.to_array(), time.delta_secs());
        let suspension = &mut wheel.suspension;
        suspension.point = from_center.to_array();
        suspension.prepare(body, ground, direction, length, discretization, dt);
        suspension.point = point.to_array();
        wheel.ends = Some(ends);
    }
}

pub(super) fn solve(mut island: ResMut<Island>, mut wheels: Query<&mut SuspensionSpring>) {
    for mut wheel in &mut wheels {
        if let Some([body, ground]) = wheel.ends.and_then(|ends| island.pair(ends)) {
            wheel.bypass_change_detection().suspension.solve(body, ground);
        }
    }
}
