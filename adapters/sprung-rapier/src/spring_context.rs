//! Code shared by the 2-D and 3-D adapters: reads bodies from the engine and writes velocities back.

/// Adds `read`, `write` and `SpringContext` to a module that defines the vector types of `rapier`, with
/// `spread` and `gathered` for the linear ones, `spread_angular` and `gathered_angular` for the turning ones,
/// `rotation` and `inverse_inertia` of a body.
macro_rules! adapter {
    ($rapier:ident) => {
        use $rapier::dynamics::{IntegrationParameters, RigidBody, RigidBodyHandle, RigidBodySet};
        use $rapier::pipeline::PhysicsWorld;

        /// The bodies of an engine, and the gravity and sub-steps of its next step.
        #[derive(Debug)]
        pub struct SpringContext<'a> {
            /// The bodies.
            pub bodies: &'a mut RigidBodySet,
            /// The gravity of the step to come, m/s².
            pub gravity: Vector,
            /// The number of sub-steps per engine step.
            pub substeps: usize,
        }

        impl<'a> SpringContext<'a> {
            /// Creates a context from a world's bodies, gravity and sub-steps.
            pub fn of(world: &'a mut PhysicsWorld) -> Self {
                SpringContext::new(&mut world.bodies, world.gravity, &world.integration_parameters)
            }

            /// Creates a context from the separate parts of a world.
            pub fn new(
                bodies: &'a mut RigidBodySet,
                gravity: Vector,
                parameters: &IntegrationParameters,
            ) -> Self {
                SpringContext { bodies, gravity, substeps: parameters.num_solver_iterations }
            }

            /// A body as springs see it, with gravity and the forces and torques that its user added as its load.
            pub fn read(&self, body: &RigidBody) -> Body<f32> {
                let mut seen = read(body);
                if !body.is_dynamic() {
                    return seen;
                }
                let mobility = body.mass_properties().effective_inv_mass;
                let free = Vector::select(mobility.cmpgt(Vector::ZERO), Vector::ONE, Vector::ZERO);
                let falling = self.gravity * body.gravity_scale() * free;
                let turning = seen.inverse_inertia.apply(spread_angular(body.user_torque()));
                let load =
                    ExternalAcceleration::new(spread(falling + body.user_force() * mobility));
                seen.load = ExternalAcceleration {
                    angular_acceleration: turning,
                    ..load.in_substeps(self.substeps)
                };
                seen
            }

            /// Lets springs change the velocities of one body; a handle that is not in the set is left alone.
            pub fn with_body(
                &mut self,
                handle: RigidBodyHandle,
                springs: impl FnOnce(&mut Body<f32>),
            ) {
                let Some(body) = self.bodies.get(handle) else { return };
                let mut seen = self.read(body);
                springs(&mut seen);
                if let Some(body) = self.bodies.get_mut(handle) {
                    write(&seen, body);
                }
            }

            /// Lets springs change the velocities of two bodies; without a second one, of a body and the world.
            ///
            /// Handles that are not in the set, or twice the same, are left alone.
            pub fn with_pair(
                &mut self,
                a: RigidBodyHandle,
                b: Option<RigidBodyHandle>,
                springs: impl FnOnce(&mut Body<f32>, &mut Body<f32>),
            ) {
                let Some(b) = b else {
                    return self.with_body(a, |body| springs(body, &mut Body::fixed()));
                };
                let (Some(body), true) = (self.bodies.get(b), a != b) else { return };
                let mut other = self.read(body);
                self.with_body(a, |body| springs(body, &mut other));
                if let Some(body) = self.bodies.get_mut(b) {
                    write(&other, body);
                }
            }
        }

        /// A body as it is: center of mass, rotation, velocities, inverse mass and inertia; without a load.
        ///
        /// The inverse mass of a body with locked translations is that of its free axes.
        pub fn read(body: &RigidBody) -> Body<f32> {
            Body {
                position: spread(body.center_of_mass()),
                rotation: rotation(body),
                velocity: spread(body.linvel()),
                angular_velocity: spread_angular(body.angvel()),
                inverse_mass: body.mass_properties().effective_inv_mass.max_element(),
                inverse_inertia: inverse_inertia(body),
                load: ExternalAcceleration::NONE,
            }
        }

        /// Takes over the velocities, except along locked axes; wakes the body if they differ from its own.
        pub fn write(from: &Body<f32>, to: &mut RigidBody) {
            let free = to.mass_properties().effective_inv_mass.cmpgt(Vector::ZERO);
            let velocity = Vector::select(free, gathered(from.velocity), to.linvel());
            if velocity != to.linvel() {
                to.set_linvel(velocity, true);
            }
            let turning = gathered_angular(from.angular_velocity);
            if turning != to.angvel() {
                to.set_angvel(turning, true);
            }
        }
    };
}
pub(crate) use adapter;
