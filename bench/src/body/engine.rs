//! Who drives a body: springs of ours, or the engine's joints.

use rapier3d::prelude::*;
use sprung::{Fraction, Spring};
use sprung_body::{Bridge, LinearServo};
use sprung_rapier::dim3;

use super::motion::ratio_of_step;

/// A way to bring a body to x = 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Engine {
    Ours(Bridge),
    Motor(MotorModel),
    SpringJoint,
}

impl Engine {
    pub(super) const ALL: [Engine; 5] = [
        Engine::Ours(Bridge::Exact),
        Engine::Ours(Bridge::Implicit),
        Engine::Motor(MotorModel::AccelerationBased),
        Engine::Motor(MotorModel::ForceBased),
        Engine::SpringJoint,
    ];

    /// The damping ratio of its step, from the trace and the determinant of the map: `2 − C_s − C_d` and `1 − C_d`.
    pub(super) fn ratio_of_map(self, hertz: f64, ratio: f64, dt: f64) -> Option<f64> {
        let Engine::Ours(bridge) = self else { return None };
        let spring = Spring::from_frequency(hertz, ratio).expect("a literal spring");
        let Fraction { c_s, c_d } = match bridge {
            Bridge::Exact => Fraction::exact(&spring, dt),
            Bridge::Implicit => Fraction::implicit(&spring, dt),
            Bridge::Auto => {
                let exact = Fraction::exact(&spring, dt);
                if exact.c_s <= exact.c_d { exact } else { Fraction::implicit(&spring, dt) }
            }
        };
        Some(ratio_of_step(2.0 - c_s - c_d, 1.0 - c_d))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Engine::Ours(Bridge::Exact) => "sprung exact",
            Engine::Ours(Bridge::Implicit) => "sprung implicit",
            Engine::Ours(Bridge::Auto) => "sprung",
            Engine::Motor(MotorModel::AccelerationBased) => "rapier motor, acceleration",
            Engine::Motor(MotorModel::ForceBased) => "rapier motor, force",
            Engine::SpringJoint => "rapier spring joint",
        }
    }
}

/// Many bodies of 1 kg at x = 2, each on a spring to x = 1 of its own.
pub(super) struct Crowd {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    servos: Vec<(LinearServo<f32>, Bridge)>,
}

impl Crowd {
    /// Bodies on springs of 2 Hz at 60 steps per second; without an engine, on none.
    pub(super) fn new(engine: Option<Engine>, count: usize) -> Self {
        Crowd::on_springs(engine, count, [2.0, 0.5], 1.0 / 60.0, 0.0)
    }

    /// With springs of a frequency in hertz and a damping ratio, and gravity along x.
    pub(super) fn on_springs(
        engine: Option<Engine>,
        count: usize,
        [hertz, ratio]: [f64; 2],
        dt: f64,
        gravity: f32,
    ) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::ZERO;
        world.integration_parameters.dt = dt as f32;
        let spring = Spring::from_frequency(hertz as f32, ratio as f32).expect("a literal spring");
        let (stiffness, damping) = (spring.stiffness(), spring.damping());
        let base = world.insert_body(RigidBodyBuilder::fixed());
        let mass = MassProperties::new(Vector::ZERO, 1.0, Vector::ONE);
        let mut crowd = Crowd { world, bodies: Vec::new(), servos: Vec::new() };
        for _ in 0..count {
            let start = RigidBodyBuilder::dynamic()
                .translation(Vector::new(2.0, 0.0, 0.0))
                .additional_mass_properties(mass)
                .can_sleep(false);
            crowd.bodies.push(crowd.world.insert_body(start));
        }
        // The engine computes masses in its first step.
        crowd.world.step();
        crowd.world.gravity = Vector::X * gravity;
        for &body in &crowd.bodies {
            match engine {
                None => {}
                Some(Engine::Ours(bridge)) => {
                    crowd.servos.push((LinearServo::new(spring, [1.0, 0.0, 0.0], 1.0), bridge));
                }
                Some(Engine::Motor(model)) => {
                    let joint = GenericJointBuilder::new(JointAxesMask::empty())
                        .motor_position(JointAxis::LinX, 1.0, stiffness, damping)
                        .motor_model(JointAxis::LinX, model);
                    crowd.world.insert_impulse_joint(base, body, joint);
                }
                Some(Engine::SpringJoint) => {
                    // Held from afar: a body that passes the anchor would rest on its other side.
                    let joint = SpringJointBuilder::new(10.0, stiffness, damping)
                        .local_anchor1(Vector::X * -9.0);
                    crowd.world.insert_impulse_joint(base, body, joint);
                }
            }
        }
        crowd
    }

    pub(super) fn step(&mut self) {
        let dt = self.world.integration_parameters.dt;
        for (&body, (servo, bridge)) in self.bodies.iter().zip(&mut self.servos) {
            dim3::Engine::of(&mut self.world).with_pair(body, None, |body, frame| {
                servo.prepare(body, frame, *bridge, dt);
                servo.solve(body, frame);
            });
        }
        self.world.step();
    }

    /// Where the first body is along x.
    pub(super) fn place(&self) -> f64 {
        f64::from(self.world.bodies[self.bodies[0]].translation().x)
    }
}
