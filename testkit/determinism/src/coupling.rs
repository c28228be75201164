//! Networks coupled to rigid bodies: attachments, contacts with friction and restitution, free clusters.

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Cuboid, Environment, Settings, Solver,
};

use crate::bits::{Bits, Outcome};

const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let sheet = Cloth::new(20, 18, 0.1, 0.8);
    let mut net = sheet.build()?;
    net.fix(sheet.corners());
    let hung = net.particles.len();
    net.append(&rope([0.0, 2.0, 0.0], [2.0, 2.0, 0.5], 15, 0.3)?);
    let mut solver = Solver::new(&net, Settings::default())?;
    let place = |particle: usize| net.particles[particle].position;
    let mut bodies = [Body::new(3.0, [0.2, 0.3, 0.4]), Body::new(0.1, [0.01; 3])];
    let [x, y, z] = place(sheet.at(10, 9));
    bodies.push_load([[x, y + 0.4, z], place(hung + 15)]);
    let ties = [
        Attachment { particle: hung, body: 0, point: [0.1, 0.2, 0.3] },
        Attachment { particle: hung + 15, body: 1, point: [0.0; 3] },
    ];
    let sides = [0, 1].map(|body| {
        let shape = Cuboid { half_extents: [0.2, 0.1, 0.3] };
        BodyCollider::new(body, shape).with_friction(0.4).with_restitution(0.3)
    });
    run(bits, &mut solver, &mut bodies, &ties, sides.to_vec(), 90)?;

    let mut free = Solver::new(
        &rope([0.0; 3], [1.0, 0.2, 0.1], 12, 0.4)?,
        Settings { environment: Environment::ZERO_G, ..Settings::default() },
    )?;
    let mut pair = [Body::new(50.0, [2.0; 3]), Body::new(0.2, [0.01, 0.02, 0.03])];
    pair[1].position = [1.0, 0.2, 0.1];
    pair[1].velocity = [0.3, 1.0, 2.0];
    pair[1].angular_velocity = [1.0, -2.0, 0.5];
    let ties = [(0, 0), (12, 1)];
    let ties = ties.map(|(particle, body)| Attachment { particle, body, point: [0.0; 3] });
    run(bits, &mut free, &mut pair, &ties, Vec::new(), 90)
}

trait PushLoad {
    fn push_load(&mut self, at: [[f32; 3]; 2]);
}

impl PushLoad for [Body<f32>; 2] {
    /// Puts the bodies at places, and lets them fall.
    fn push_load(&mut self, at: [[f32; 3]; 2]) {
        for (body, at) in self.iter_mut().zip(at) {
            body.position = at;
            body.load.acceleration = Environment::default().gravity;
        }
    }
}

fn run(
    bits: &mut Bits,
    solver: &mut Solver,
    bodies: &mut [Body<f32>; 2],
    ties: &[Attachment],
    sides: Vec<BodyCollider>,
    frames: usize,
) -> Outcome {
    let mut coupling = BodyCoupling::new(solver, bodies.as_slice(), ties, sides)?;
    for _ in 0..frames {
        coupling.step(solver, bodies.as_slice(), DT);
        *bodies = [0, 1].map(|i| coupling.body_at_end(i));
    }
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
    for body in bodies {
        bits.add_all(body.position);
        bits.add_all(body.velocity);
        bits.add_all(body.angular_velocity);
        bits.add_all(body.rotation.xyzw());
    }
    Ok(())
}
