//! The engines that drive a body: springs of `sprung-body`, or joints of rapier.

use rapier3d::prelude::*;
use sprung::{SoftCoefficients, Spring};
use sprung_body::{Discretization, LinearServo};
use sprung_rapier::dim3;

use super::damping_ratio::of_step;

/// A method that moves a body to x = 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Engine {
    Ours(Discretization),
    Motor(MotorModel),
    SpringJoint,
}

impl Engine {
    pub(super) const ALL: [Engine; 6] = [
        Engine::Ours(Discretization::Auto),
        Engine::Ours(Discretization::Exact),
        Engine::Ours(Discretization::BackwardEuler),
        Engine::Motor(MotorModel::AccelerationBased),
        Engine::Motor(MotorModel::ForceBased),
        Engine::SpringJoint,
    ];

    /// The damping ratio of its step, from the trace and the determinant of the map: `2 − C_s − C_d` and `1 − C_d`.
    pub(super) fn ratio_of_map(self, hertz: f64, ratio: f64, dt: f64) -> Option<f64> {
        let discretization = self.discretization()?;
        let spring = Spring::from_frequency(hertz, ratio).expect("a literal spring");
        let SoftCoefficients { c_s, c_d } = match discretization {
            Discretization::Exact => SoftCoefficients::exact(&spring, dt),
            Discretization::BackwardEuler => SoftCoefficients::backward_euler(&spring, dt),
            Discretization::Auto => {
                let exact = SoftCoefficients::exact(&spring, dt);
                if exact.c_s <= exact.c_d {
                    exact
                } else {
                    SoftCoefficients::backward_euler(&spring, dt)
                }
            }
        };
        Some(of_step(2.0 - c_s - c_d, 1.0 - c_d))
    }

    /// The discretization of our springs.
    pub(super) fn discretization(self) -> Option<Discretization> {
        if let Engine::Ours(discretization) = self { Some(discretization) } else { None }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Engine::Ours(Discretization::Exact) => "sprung exact",
            Engine::Ours(Discretization::BackwardEuler) => "sprung implicit",
            Engine::Ours(Discretization::Auto) => "sprung",
            Engine::Motor(MotorModel::AccelerationBased) => "rapier motor, acceleration",
            Engine::Motor(MotorModel::ForceBased) => "rapier motor, force",
            Engine::SpringJoint => "rapier spring joint",
        }
    }
}

/// Passes over the springs of a body that has several; rapier takes its four sub-steps instead.
pub(super) const PASSES: usize = 4;

/// The springs and the step of a world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The undamped frequency of one spring alone on the body, Hz.
    pub(super) hertz: f64,
    /// Its damping ratio.
    pub(super) ratio: f64,
    /// The time step, s.
    pub(super) dt: f64,
    /// Gravity along x, m/s².
    pub(super) gravity: f64,
    /// Equal springs side by side on each body.
    pub(super) springs: usize,
}

/// A world without gravity.
pub(super) fn weightless_world(dt: f64) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::ZERO;
    world.integration_parameters.dt = dt as f32;
    world
}

/// A body of 1 kg with these principal moments of inertia, kg·m².
pub(super) fn one_kilogram(position: Vector, inertia: Vector) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic()
        .translation(position)
        .additional_mass_properties(MassProperties::new(Vector::ZERO, 1.0, inertia))
        .can_sleep(false)
}

/// Many bodies of 1 kg at x = 2, each on separate springs to x = 1.
pub(super) struct Bodies {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    servos: Vec<Vec<LinearServo<f32>>>,
    discretization: Discretization,
}

impl Bodies {
    /// Bodies on springs; without an engine, on none.
    pub(super) fn new(engine: Option<Engine>, count: usize, setup: Setup) -> Self {
        let Setup { hertz, ratio, dt, gravity, springs } = setup;
        let mut world = weightless_world(dt);
        let spring = Spring::from_frequency(hertz as f32, ratio as f32).expect("a literal spring");
        let (stiffness, damping) = (spring.stiffness(), spring.damping());
        let base = world.insert_body(RigidBodyBuilder::fixed());
        let start = one_kilogram(Vector::X * 2.0, Vector::ONE);
        let bodies: Vec<_> = (0..count).map(|_| world.insert_body(start.clone())).collect();
        // The engine computes masses in its first step.
        world.step();
        world.gravity = Vector::X * gravity as f32;
        let mut servos = Vec::new();
        for &body in &bodies {
            match engine {
                None => {}
                Some(Engine::Ours(_)) => {
                    servos.push(vec![LinearServo::new(spring, [1.0, 0.0, 0.0], 1.0); springs])
                }
                Some(Engine::Motor(model)) => {
                    let joint = GenericJointBuilder::new(JointAxesMask::empty())
                        .motor_position(JointAxis::LinX, 1.0, stiffness, damping)
                        .motor_model(JointAxis::LinX, model);
                    for _ in 0..springs {
                        world.insert_impulse_joint(base, body, joint);
                    }
                }
                Some(Engine::SpringJoint) => {
                    // Held from afar: a body that passes the anchor would rest on its other side.
                    let joint = SpringJointBuilder::new(10.0, stiffness, damping)
                        .local_anchor1(Vector::X * -9.0);
                    for _ in 0..springs {
                        world.insert_impulse_joint(base, body, joint);
                    }
                }
            }
        }
        let discretization = engine.and_then(Engine::discretization).unwrap_or_default();
        Bodies { world, bodies, servos, discretization }
    }

    pub(super) fn step(&mut self) {
        let dt = self.world.integration_parameters.dt;
        for (&body, servos) in self.bodies.iter().zip(&mut self.servos) {
            dim3::SpringContext::of(&mut self.world).with_pair(body, None, |body, frame| {
                for servo in &mut *servos {
                    servo.prepare(body, frame, self.discretization, dt);
                }
                for _ in 0..if servos.len() > 1 { PASSES } else { 1 } {
                    for servo in &mut *servos {
                        servo.solve(body, frame);
                    }
                }
            });
        }
        self.world.step();
    }

    /// Returns the x coordinate of the first body, in m.
    pub(super) fn position(&self) -> f64 {
        f64::from(self.world.bodies[self.bodies[0]].translation().x)
    }

    /// Returns its velocity along x, in m/s.
    pub(super) fn velocity(&self) -> f64 {
        f64::from(self.world.bodies[self.bodies[0]].linvel().x)
    }
}
