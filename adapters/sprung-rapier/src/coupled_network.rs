//! Code shared by the 2-D and 3-D adapters: a network beside the engine's step.

use sprung_network::{ContactShape, Cuboid, Shape};

/// The shape of a collider of the engine, as contacts of particles see it. `Any` is a shape of the engine.
#[derive(Clone, Debug)]
pub(crate) enum ColliderShape<Any> {
    /// A box.
    Cuboid(Cuboid),
    /// A ball or a capsule.
    Round(Shape),
    /// Any other, on which the engine projects points.
    Engine(Any),
}

impl<Any: ContactShape> ContactShape for ColliderShape<Any> {
    fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        match self {
            Self::Cuboid(shape) => shape.project(point),
            Self::Round(shape) => shape.project(point),
            Self::Engine(shape) => shape.project(point),
        }
    }

    fn bounding_radius(&self) -> f32 {
        match self {
            Self::Cuboid(shape) => shape.bounding_radius(),
            Self::Round(shape) => shape.bounding_radius(),
            Self::Engine(shape) => shape.bounding_radius(),
        }
    }

    fn inner_radius(&self) -> f32 {
        match self {
            Self::Cuboid(shape) => shape.inner_radius(),
            Self::Round(shape) => shape.inner_radius(),
            Self::Engine(shape) => shape.inner_radius(),
        }
    }
}

/// Signed distance and outward normal, from a point and its projection onto a surface.
pub(crate) fn signed(point: [f32; 3], surface: [f32; 3], is_inside: bool) -> (f32, [f32; 3]) {
    let away = [0, 1, 2].map(|c| point[c] - surface[c]);
    let length = away.iter().map(|c| c * c).sum::<f32>().sqrt();
    if length == 0.0 {
        // On the surface: outward is taken to be away from the origin of the shape.
        let size = point.iter().map(|c| c * c).sum::<f32>().sqrt();
        let outward = if size > 0.0 { point.map(|c| c / size) } else { [0.0, 1.0, 0.0] };
        return (0.0, outward);
    }
    let sign = if is_inside { -1.0 } else { 1.0 };
    (sign * length, away.map(|c| sign * c / length))
}

/// Adds `CoupledNetwork` to a module that has what `adapter` needs, and `frame` of a pose of the engine.
macro_rules! network {
    ($rapier:ident) => {
        use sprung_network::{
            Attachment, BodyCollider, BodyCoupling, ContactShape, NetworkError, Solver,
        };
        use $rapier::geometry::{ColliderSet, SharedShape};

        use crate::coupled_network::{ColliderShape, signed};

        /// A shape that the engine projects points on.
        #[derive(Clone, Debug)]
        struct EngineShape(SharedShape);

        impl ContactShape for EngineShape {
            fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
                let on = self.0.project_local_point(gathered(point), false);
                signed(point, spread_onto(on.point, point), on.is_inside)
            }

            fn bounding_radius(&self) -> f32 {
                let ball = self.0.compute_local_bounding_sphere();
                ball.center().length() + ball.radius()
            }
        }

        /// A network of springs beside the engine's step: ropes between bodies, bodies on cloth.
        ///
        /// [`step`](Self::step) moves the network in its own sub-steps, next to copies of the bodies, and gives the bodies
        /// what it has done to the copies as a force and a torque, constant over the engine's step; then it makes that
        /// step. A body on a rope then hangs still, since gravity is spread over the step alike. Networks and bodies
        /// exchange momentum exactly; attached bodies may have 1000 times the mass of the network, and a thousandth of it.
        ///
        /// A body that the engine's contacts hold is not held in the network's sub-steps: a taut rope to a crate on the
        /// ground may carry a part of its weight. Joints are not seen by the network.
        #[derive(Clone, Debug)]
        pub struct CoupledNetwork {
            coupling: BodyCoupling<ColliderShape<EngineShape>>,
            handles: Vec<RigidBodyHandle>,
            /// As read for this step.
            bodies: Vec<Body<f32>>,
            /// The user's force and torque of each body, and those with the network's added, during a step of the engine.
            forces: Vec<[(Vector, Angular); 2]>,
        }

        impl CoupledNetwork {
            /// Ties a network to bodies of the engine. `ties` and contacts name the bodies by their index in `handles`.
            ///
            /// [`Attachment::point`] is in the frame of the rapier body, not from its center of mass. All colliders of the
            /// bodies that are not sensors touch particles, with their friction and restitution; particles touch no
            /// other bodies. Colliders that are added or changed later are not seen.
            ///
            /// # Errors
            /// A handle that is not in the set, and what [`BodyCoupling::new`] refuses.
            pub fn new(
                solver: &mut Solver,
                bodies: &mut RigidBodySet,
                colliders: &ColliderSet,
                handles: &[RigidBodyHandle],
                ties: &[Attachment],
            ) -> Result<Self, NetworkError> {
                let mut read_bodies = Vec::new();
                let mut sides = Vec::new();
                for (index, handle) in handles.iter().enumerate() {
                    let Some(body) = bodies.get_mut(*handle) else {
                        return Err(NetworkError::Value {
                            element: "handle",
                            index,
                            field: "body",
                            value: index as f32,
                            rule: "in the set of bodies",
                        });
                    };
                    // The engine would do so in its first step.
                    body.recompute_mass_properties_from_colliders(colliders);
                    let center = body.local_center_of_mass();
                    for collider in body.colliders().iter().filter_map(|c| colliders.get(*c)) {
                        if collider.is_sensor() {
                            continue;
                        }
                        let Some(place) = collider.position_wrt_parent() else { continue };
                        let (position, rotation) = frame(place, center);
                        let shape = shape(collider.shared_shape());
                        let side = BodyCollider::new(index, shape)
                            .with_pose(position, rotation)
                            .with_friction(collider.friction())
                            .with_restitution(collider.restitution());
                        sides.push(side);
                    }
                    read_bodies.push(read(body));
                }
                let from_center = |tie: &Attachment| {
                    let body = handles.get(tie.body).and_then(|handle| bodies.get(*handle));
                    let center = body.map_or([0.0; 3], |b| spread(b.local_center_of_mass()));
                    Attachment { point: [0, 1, 2].map(|c| tie.point[c] - center[c]), ..*tie }
                };
                let ties: Vec<_> = ties.iter().map(from_center).collect();
                let coupling = BodyCoupling::new(solver, &read_bodies, &ties, sides)?;
                let forces = vec![[(Vector::ZERO, NO_TURN); 2]; handles.len()];
                Ok(Self { coupling, handles: handles.to_vec(), bodies: read_bodies, forces })
            }

            /// The same for particles with a radius, m, at which they keep clear of the bodies.
            ///
            /// # Errors
            /// A radius that is negative or not finite.
            pub fn with_particle_radius(mut self, radius: f32) -> Result<Self, NetworkError> {
                self.coupling = self.coupling.with_particle_radius(radius)?;
                Ok(self)
            }

            /// Advances the network and the world by one step of the world.
            pub fn step(&mut self, solver: &mut Solver, world: &mut PhysicsWorld) {
                let dt = world.integration_parameters.dt;
                self.apply(solver, &mut SpringContext::of(world), dt);
                world.step();
                self.release(&mut world.bodies);
            }

            /// Advances the network by `dt` seconds, the length of the engine's next step, and adds its forces to the
            /// bodies. For programs that step the engine themselves; [`release`](Self::release) follows the engine's step.
            pub fn apply(&mut self, solver: &mut Solver, context: &mut SpringContext<'_>, dt: f32) {
                for (handle, read) in self.handles.iter().zip(&mut self.bodies) {
                    if let Some(body) = context.bodies.get(*handle) {
                        *read = context.read(body);
                    } else {
                        // A body that was removed holds its particles where they are.
                        read.inverse_mass = f32::NAN;
                    }
                }
                self.coupling.step(solver, &self.bodies, dt);
                for (i, handle) in self.handles.iter().enumerate() {
                    let Some(body) = context.bodies.get_mut(*handle) else { continue };
                    let impulse = self.coupling.impulse(i);
                    let before = (body.user_force(), body.user_torque());
                    let rate = |v: [f32; 3]| v.map(|c| c / dt);
                    body.add_force(gathered(rate(impulse.linear)), true);
                    body.add_torque(gathered_angular(rate(impulse.angular)), true);
                    self.forces[i] = [before, (body.user_force(), body.user_torque())];
                }
            }

            /// Takes the forces of the network from the bodies, after the step of the engine. Forces that the user has
            /// set anew in between stay.
            pub fn release(&mut self, bodies: &mut RigidBodySet) {
                for (handle, forces) in self.handles.iter().zip(&self.forces) {
                    let Some(body) = bodies.get_mut(*handle) else { continue };
                    let [before, with] = *forces;
                    if body.user_force() == with.0 {
                        body.reset_forces(false);
                        body.add_force(before.0, false);
                    }
                    if body.user_torque() == with.1 {
                        body.reset_torques(false);
                        body.add_torque(before.1, false);
                    }
                }
            }

            /// Returns the contacts of particles with colliders of the bodies in the last step: the body, the place of the
            /// particle, m, and the normal of the collider there.
            pub fn contacts(&self) -> impl Iterator<Item = (RigidBodyHandle, Vector, Vector)> + '_ {
                self.coupling.contacts().map(|(body, point)| {
                    (self.handles[body], gathered(point.position), gathered(point.normal))
                })
            }

            /// Returns the force of the network on the body of a tie in the last step of `dt` seconds, N.
            ///
            /// # Panics
            /// If there is no such tie.
            pub fn tie_force(&self, tie: usize, dt: f32) -> Vector {
                gathered(self.coupling.attachment_impulse(tie)) / dt
            }
        }

        fn shape(shape: &SharedShape) -> ColliderShape<EngineShape> {
            if let Some(ball) = shape.as_ball() {
                let (center, radius) = ([0.0; 3], ball.radius);
                return ColliderShape::Round(sprung_network::Shape::Sphere { center, radius });
            }
            if let Some(capsule) = shape.as_capsule() {
                let [a, b] = [capsule.segment.a, capsule.segment.b].map(spread);
                let radius = capsule.radius;
                return ColliderShape::Round(sprung_network::Shape::Capsule { a, b, radius });
            }
            cuboid(shape).map_or_else(
                || ColliderShape::Engine(EngineShape(shape.clone())),
                ColliderShape::Cuboid,
            )
        }
    };
}
pub(crate) use network;
