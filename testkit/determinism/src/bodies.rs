//! Rigid bodies on springs: a chain on a hand, a ball on grounds, and a body that is turned, driven and posed.

use sprung::{Damper, Real, Rotation, Spring, Vector};
use sprung_body::{
    AngularServo, Body, Contact, ContactMaterial, Discretization, DistanceSpring,
    ExternalAcceleration, LinearMotor, PointSpring, PoseSpring, SwingSpring,
};

use crate::bits::{Bits, Outcome};

const FRAMES: u32 = 90;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    in_precision::<f32>(bits)?;
    in_precision::<f64>(bits)
}

fn in_precision<R: Real>(bits: &mut Bits) -> Outcome {
    let n = R::from_f64;
    let v = |vector: [f64; 3]| vector.map(R::from_f64);
    let (dt, mut world, principal) = (n(1.0 / 60.0), Body::fixed(), v([0.2, 0.5, 0.9]));
    let spring = Spring::from_frequency(n(3.0), n(0.4))?;
    let mut chain = [1.0, 40.0].map(|mass| Body::new(n(mass), principal));
    chain[1].position = v([0.5, -1.0, 0.2]);
    let mut hand = PointSpring::new(spring, v([0.3, 0.4, 0.1]), v([1.0, 2.0, -0.5]));
    let mut rod = DistanceSpring::new(spring, v([0.0, -0.4, 0.0]), v([0.1, 0.3, 0.0]), n(0.7));
    let mut ball = Body::new(n(0.5), principal);
    ball.position = v([0.0, 0.5, 0.0]);
    ball.load = ExternalAcceleration::new(v([0.0, -9.81, 0.0])).already_applied();
    let mut bounce = Contact::new(ContactMaterial::from_restitution(n(0.6), n(0.1))?);
    let mut driven = Body::new(n(3.0), principal);
    let mut upright = SwingSpring::new(spring, v([0.0, 1.0, 0.0]), v([0.6, 0.0, 0.8]));
    let mut hinge = AngularServo::new(spring, v([0.6, 0.0, 0.8]), n(2.0));
    let mut motor = LinearMotor::new(Damper::from_halflife(n(0.3))?, v([1.0, -2.0, 0.5]));
    let mut posed = Body::new(n(7.0), principal);
    let turning = v([0.5, 0.0, -2.0]);
    posed.load = ExternalAcceleration {
        angular_acceleration: turning,
        ..ExternalAcceleration::new(v([1.0, -9.81, 0.3]))
    };
    posed.load = posed.load.in_substeps(4);
    let goal = Rotation::from_rotation_vector(v([1.0, -2.0, 0.5]));
    let mut pose = PoseSpring::new(spring, v([3.0, 0.0, -1.0]), goal);
    for _ in 0..FRAMES {
        let [first, second] = &mut chain;
        hand.prepare(first, &world, Discretization::BackwardEuler, dt);
        rod.prepare(first, second, Discretization::BackwardEuler, dt);
        for _ in 0..3 {
            hand.solve(first, &mut world);
            rod.solve(first, second);
        }
        ball.velocity[1] -= n(9.81) * dt;
        let (at, depth) = (ball.position, -ball.position[1]);
        bounce.prepare(&ball, &world, at, v([0.0, 1.0, 0.0]), depth, Discretization::Exact, dt);
        bounce.solve(&mut ball, &mut world);
        upright.prepare(&driven, Discretization::Exact, dt);
        upright.solve(&mut driven);
        hinge.prepare(&driven, &world, Discretization::Exact, dt);
        hinge.solve(&mut driven, &mut world);
        motor.prepare(&driven, &world, dt);
        motor.solve(&mut driven, &mut world);
        pose.prepare(&posed, Discretization::Exact, dt);
        pose.solve(&mut posed);
        for body in chain.iter_mut().chain([&mut ball, &mut driven, &mut posed]) {
            body.position = body.position.plus(body.velocity.times(dt));
            let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
            body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
            *body = body.with_inertia(principal);
            for vector in [body.position, body.velocity, body.angular_velocity] {
                bits.add_all(vector.map(R::to_f64));
            }
            bits.add_all(body.rotation.xyzw().map(R::to_f64));
        }
    }
    Ok(())
}
