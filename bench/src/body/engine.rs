//! The engines that drive a body: springs of `sprung-body`, or joints of rapier.

use rapier3d::prelude::*;
use sprung::{SoftCoefficients, Spring};
use sprung_body::{Discretization, LinearServo};

use super::damping_ratio::of_step;
use super::world::{World, one_kilogram};

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
        let Engine::Ours(discretization) = self else { return None };
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

impl World {
    /// Many bodies of 1 kg at x = 2, each on separate springs to x = 1; without an engine, on none.
    pub(super) fn on_springs(engine: Option<Engine>, count: usize, setup: Setup) -> Self {
        let Setup { hertz, ratio, dt, gravity, springs } = setup;
        let spring = Spring::from_frequency(hertz as f32, ratio as f32).expect("a literal spring");
        let (stiffness, damping) = (spring.stiffness(), spring.damping());
        let mut world = World::of(count, one_kilogram(Vector::X * 2.0, Vector::ONE), dt);
        world.engine.gravity = Vector::X * gravity as f32;
        match engine {
            None => {}
            Some(Engine::Ours(discretization)) => world.act(|| {
                let mut servos = vec![LinearServo::new(spring, [1.0, 0.0, 0.0], 1.0); springs];
                let passes = if springs > 1 { PASSES } else { 1 };
                move |body, frame, dt| {
                    for servo in &mut servos {
                        servo.prepare(body, frame, discretization, dt);
                    }
                    for _ in 0..passes {
                        servos.iter_mut().for_each(|servo| servo.solve(body, frame));
                    }
                }
            }),
            Some(Engine::Motor(model)) => {
                let joint = GenericJointBuilder::new(JointAxesMask::empty())
                    .motor_position(JointAxis::LinX, 1.0, stiffness, damping)
                    .motor_model(JointAxis::LinX, model);
                world.join(springs, joint);
            }
            Some(Engine::SpringJoint) => {
                // Held from afar: a body that passes the anchor would rest on its other side.
                let joint = SpringJointBuilder::new(10.0, stiffness, damping)
                    .local_anchor1(Vector::X * -9.0);
                world.join(springs, joint);
            }
        }
        world
    }

    /// Returns the offset of the first body from x = 1, in m, and its velocity along x, in m/s.
    pub(super) fn along_x(&self) -> (f64, f64) {
        let body = self.first();
        (f64::from(body.translation().x) - 1.0, f64::from(body.linvel().x))
    }
}
