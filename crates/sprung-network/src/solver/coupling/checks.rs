//! Refuses bodies, attachments and colliders that cannot be simulated.

use alloc::vec;
use alloc::vec::Vec;

use sprung::ParameterValue;
use sprung_body::Body;

use crate::error::{Checked, Element, MAX_COORDINATE, NetworkError};
use crate::geometry::contact_shape::ContactShape;
use crate::solver::state::Solver;

use super::attachment::Attachment;
use super::body_collider::BodyCollider;
use super::body_copy::BodyCopy;

/// Returns copies of the bodies if everything can be simulated.
pub(super) fn check<S: ContactShape>(
    solver: &Solver,
    bodies: &[Body<f32>],
    attachments: &[Attachment],
    colliders: &[BodyCollider<S>],
) -> Result<Vec<BodyCopy>, NetworkError> {
    let mut copies = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        let refused = |error: sprung::ParameterError| NetworkError::Value {
            element: "body",
            index,
            field: error.field,
            value: match error.value {
                ParameterValue::F32(value) => value,
                ParameterValue::F64(value) => value as f32,
            },
            rule: error.rule,
        };
        body.validate().map_err(refused)?;
        copies.extend(BodyCopy::new(body));
    }
    let mut taken = vec![false; solver.len()];
    for (index, attachment) in attachments.iter().enumerate() {
        let element = Element { kind: "attachment", index };
        let Attachment { particle, body, point } = *attachment;
        if particle >= solver.len() {
            let particles = solver.len();
            let element = element.kind;
            return Err(NetworkError::MissingParticle { element, index, particle, particles });
        }
        exists(element, body, bodies.len())?;
        element.bounded("point", point)?;
        let inverse_mass = solver.inverse_mass[particle];
        element.require(
            inverse_mass > 0.0,
            "inverse_mass of its particle",
            inverse_mass,
            "> 0: a fixed particle cannot be attached",
        )?;
        let twice = core::mem::replace(&mut taken[particle], true);
        element.require(!twice, "particle", particle as f32, "attached once")?;
    }
    for (index, collider) in colliders.iter().enumerate() {
        let element = Element { kind: "collider", index };
        exists(element, collider.body, bodies.len())?;
        element.bounded("position", collider.position)?;
        for component in collider.rotation.xyzw() {
            element.require(component.is_finite(), "rotation", component, "finite")?;
        }
        let radius = collider.shape.bounding_radius();
        element.require(radius > 0.0, "bounding_radius", radius, "> 0")?;
        let inner = collider.shape.inner_radius();
        element.require(inner >= 0.0, "inner_radius", inner, ">= 0")?;
        element.not_negative("friction", collider.friction)?;
        element.fraction("restitution", collider.restitution)?;
    }
    Ok(copies)
}

pub(super) fn check_radius(radius: f32) -> Checked {
    let element = Element { kind: "coupling", index: 0 };
    element.not_negative("particle_radius", radius)?;
    element.require(radius <= MAX_COORDINATE, "particle_radius", radius, "at most 1e15")
}

fn exists(element: Element, body: usize, bodies: usize) -> Checked {
    element.require(body < bodies, "body", body as f32, "the index of a body")
}
