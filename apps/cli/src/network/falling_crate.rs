//! A crate that falls on a shape: a rigid body that the network bears.

use anyhow::Result;
use sprung_network::{Body, BodyCollider, BodyCoupling, Cuboid, Solver};

use super::mesh::Mesh;
use super::scenery::{ROUGH, Scenery};

/// The side of the crate, as a part of the largest extent of the shape.
const SIDE: f32 = 0.2;

/// The height above the shape at which it starts, as a part of the same.
const DROP: f32 = 0.1;

/// A crate and its contacts with a network.
#[derive(Debug)]
pub(super) struct FallingCrate {
    half: f32,
    body: Body<f32>,
    coupling: BodyCoupling,
}

impl FallingCrate {
    /// A crate of a mass (kg) under gravity over the middle of a mesh, whose particles keep clear of it by a radius, m.
    pub(super) fn over(
        mesh: &Mesh,
        solver: &mut Solver,
        (mass, gravity): (f32, [f32; 3]),
        radius: f32,
    ) -> Result<Self> {
        let size = mesh.extent().into_iter().fold(0.0, f32::max);
        let half = 0.5 * SIDE * size;
        let [low, high] = mesh.bounds();
        let middle = |c: usize| 0.5 * (low[c] + high[c]);
        let mut body = Body::new(mass, [mass * half * half * 2.0 / 3.0; 3]);
        body.position = [middle(0), high[1] + radius + DROP * size + half, middle(2)];
        body.load.acceleration = gravity;
        let shape = Cuboid { half_extents: [half; 3] };
        let collider = BodyCollider::new(0, shape).with_friction(ROUGH);
        let coupling = BodyCoupling::new(solver, &[body], &[], vec![collider])?;
        Ok(FallingCrate { half, body, coupling: coupling.with_particle_radius(radius)? })
    }

    /// Advances the crate and the network by `dt` seconds.
    pub(super) fn step(&mut self, solver: &mut Solver, dt: f32) {
        self.coupling.step(solver, &[self.body], dt);
        self.body = self.coupling.body_at_end(0);
    }

    /// Returns the crate as it is now.
    pub(super) fn body(&self) -> Body<f32> {
        self.body
    }

    /// Returns the drawn crate, with its pose in each frame.
    pub(super) fn scenery(&self, poses: &[Body<f32>]) -> Scenery {
        let rotations = poses.iter().map(|body| body.rotation.xyzw()).collect();
        let places = poses.iter().map(|body| body.position).collect();
        Scenery { rotations, ..Scenery::cuboid("crate", [self.half; 3]).with_places(places) }
    }
}
