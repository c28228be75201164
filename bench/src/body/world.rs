//! Equal bodies in a world of rapier, and what acts on each before the engine's step.

use rapier3d::prelude::*;
use sprung_body::Body;
use sprung_rapier::dim3::SpringContext;

/// Changes the velocity of a body against the fixed one, for a step in seconds.
type Action = Box<dyn FnMut(&mut Body<f32>, &mut Body<f32>, f32)>;

/// A fixed body, many that move, and what acts on each of them.
pub(super) struct World {
    pub(super) engine: PhysicsWorld,
    fixed: RigidBodyHandle,
    bodies: Vec<RigidBodyHandle>,
    actions: Vec<Action>,
}

impl World {
    /// A world without gravity; `place` inserts the fixed body and those that move.
    pub(super) fn new(
        dt: f64,
        place: impl FnOnce(&mut PhysicsWorld) -> (RigidBodyHandle, Vec<RigidBodyHandle>),
    ) -> Self {
        let mut engine = PhysicsWorld::new();
        engine.gravity = Vector::ZERO;
        engine.integration_parameters.dt = dt as f32;
        let (fixed, bodies) = place(&mut engine);
        // The engine computes masses in its first step.
        engine.step();
        World { engine, fixed, bodies, actions: Vec::new() }
    }

    /// A number of equal bodies that nothing holds.
    pub(super) fn of(count: usize, body: RigidBodyBuilder, dt: f64) -> Self {
        World::new(dt, |engine| {
            let fixed = engine.insert_body(RigidBodyBuilder::fixed());
            (fixed, (0..count).map(|_| engine.insert_body(body.clone())).collect())
        })
    }

    /// Lets an action of its own act on each body.
    pub(super) fn act<A>(&mut self, action: impl Fn() -> A)
    where
        A: FnMut(&mut Body<f32>, &mut Body<f32>, f32) + 'static,
    {
        self.actions = self.bodies.iter().map(|_| Box::new(action()) as Action).collect();
    }

    /// Joins each body to the fixed one by a number of equal joints.
    pub(super) fn join(&mut self, count: usize, joint: impl Into<GenericJoint> + Copy) {
        for &body in &self.bodies {
            for _ in 0..count {
                self.engine.insert_impulse_joint(self.fixed, body, joint);
            }
        }
    }

    pub(super) fn step(&mut self) {
        let dt = self.engine.integration_parameters.dt;
        for (&body, action) in self.bodies.iter().zip(&mut self.actions) {
            SpringContext::of(&mut self.engine)
                .with_pair(body, None, |body, fixed| action(body, fixed, dt));
        }
        self.engine.step();
    }

    /// The first body that moves.
    pub(super) fn first(&self) -> &RigidBody {
        &self.engine.bodies[self.bodies[0]]
    }
}

/// A body of 1 kg with these principal moments of inertia, kg·m².
pub(super) fn one_kilogram(position: Vector, inertia: Vector) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic()
        .translation(position)
        .additional_mass_properties(MassProperties::new(Vector::ZERO, 1.0, inertia))
        .can_sleep(false)
}
