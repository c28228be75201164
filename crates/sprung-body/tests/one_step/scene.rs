//! Two random bodies under load, and random springs for them.

use sprung::{Rotation, Spring, Vector};
use sprung_body::{Body, ExternalAcceleration, Stiffness};
use testkit::random::Random;

use crate::DT;
use crate::world::{V3, angular_momentum, cross};

/// Two bodies, and the numbers of a spring between them.
pub(crate) struct Scene {
    pub(crate) random: Random,
    pub(crate) bodies: [Body<f64>; 2],
    principal: [V3; 2],
}

impl Scene {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let principal = [(); 2].map(|()| [(); 3].map(|()| random.uniform(0.5, 2.0)));
        let mut scene = Scene { random, bodies: principal.map(|p| Body::new(1.0, p)), principal };
        for (i, principal) in principal.into_iter().enumerate() {
            let mut body = Body::new(scene.random.uniform(0.5, 4.0), principal);
            body.position = scene.vector(1.0);
            body.rotation = Rotation::from_rotation_vector(scene.vector(2.0));
            body.velocity = scene.vector(0.2);
            body.angular_velocity = scene.vector(0.2);
            body.load = ExternalAcceleration::new(scene.vector(3.0)).in_substeps(i + 1);
            body.load.angular_acceleration = scene.vector(3.0);
            scene.bodies[i] = body.with_inertia(principal);
        }
        scene
    }

    pub(crate) fn vector(&mut self, size: f64) -> V3 {
        [(); 3].map(|()| self.random.uniform(-size, size))
    }

    pub(crate) fn unit(&mut self) -> V3 {
        let vector = self.vector(1.0);
        vector.times(1.0 / vector.length())
    }

    /// A spring that is so strong that levers add no damping.
    pub(crate) fn spring(&mut self) -> Spring<f64> {
        let phase = self.random.uniform(0.5, 1.5);
        Spring::new(phase / DT, self.random.uniform(0.5, 2.0)).unwrap()
    }

    pub(crate) fn strengths(&mut self) -> [Stiffness<f64>; 2] {
        let stiffness = self.random.uniform(0.5, 2.0) / DT / DT;
        let damping = self.random.uniform(0.5, 2.0) / DT;
        let spring = self.spring();
        [Stiffness::Frequency(spring), Stiffness::physical(stiffness, damping).unwrap()]
    }

    /// A point near the bodies, in the frame of each, but for an offset of A's.
    pub(crate) fn points(&mut self, offset: V3) -> [V3; 2] {
        let middle = self.bodies[0].position.plus(self.bodies[1].position).times(0.5);
        let at = middle.plus(self.vector(0.5));
        let [a, b] = &self.bodies;
        let local =
            |body: &Body<f64>, at: V3| body.rotation.inverse().rotate(at.minus(body.position));
        [local(a, at.plus(offset)), local(b, at)]
    }

    /// The momentum, and the angular momentum about the origin.
    pub(crate) fn momenta(&self, bodies: &[Body<f64>; 2]) -> [V3; 2] {
        let mut sums = [[0.0; 3]; 2];
        for (body, principal) in bodies.iter().zip(self.principal) {
            let mass = 1.0 / body.inverse_mass;
            sums[0] = sums[0].plus(body.velocity.times(mass));
            sums[1] = sums[1].plus(angular_momentum(body, mass, principal));
        }
        sums
    }
}

/// The velocity of a point of a body in the next step: its own, and what the load is yet to add.
pub(crate) fn velocity_at(body: &Body<f64>, point: V3) -> V3 {
    let arm = point.minus(body.position);
    let gain = body.load.pending_fraction * DT;
    let linear = body.velocity.plus(body.load.acceleration.times(gain));
    linear.plus(cross(angular_velocity(body), arm))
}

pub(crate) fn angular_velocity(body: &Body<f64>) -> V3 {
    let gain = body.load.pending_fraction * DT;
    body.angular_velocity.plus(body.load.angular_acceleration.times(gain))
}
