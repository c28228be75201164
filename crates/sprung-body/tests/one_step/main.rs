//! One step of each spring against its equation, between random bodies under load.
//!
//! By backward Euler a spring of a frequency leaves `u' = (1 − C_d)·u − C_s·x/h` of the velocity `u` along it, and one in
//! newtons gives the impulse `−h·(k·x + (c + h·k)·u')`. Both velocities are relative to that of the goal, and have what
//! the load adds on average over the step.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod check;
mod scene;
#[path = "../world/mod.rs"]
mod world;

use check::{TestedSpring, Wheel, assert_close, check};
use scene::{Scene, angular_velocity, velocity_at};
use sprung::{Damper, Rotation, SoftCoefficients, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Damping, Discretization, DistanceSpring,
    ExternalAcceleration, LinearMotor, LinearServo, OrientationSpring, PointSpring, PoseSpring,
    SpringMode, Suspension, SwingSpring,
};
use world::{V3, cross};

const DT: f64 = 1.0 / 60.0;
const SCENES: u64 = 50;

#[test]
fn a_point_spring_moves_its_point_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let offset = scene.vector(0.03);
        let [point_a, point_b] = scene.points(offset);
        let goal_velocity = scene.vector(0.3);
        for strength in scene.strengths() {
            let mut spring = PointSpring::new(strength, point_a, point_b);
            spring.goal_velocity = goal_velocity;
            let at = scene.bodies[0].point(point_a);
            // B is pulled where A's point is.
            let velocity = |[a, b]: &[Body<f64>; 2]| {
                velocity_at(a, at).minus(velocity_at(b, at)).minus(goal_velocity).to_vec()
            };
            check(&scene, &spring, strength, velocity, &offset, 1.0);
        }
    }
}

#[test]
fn a_distance_spring_moves_its_points_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (line, error) = (scene.unit(), scene.random.uniform(-0.03, 0.03));
        let [point_a, point_b] = scene.points(line.times(1.5));
        for strength in scene.strengths() {
            let spring = DistanceSpring::new(strength, point_a, point_b, 1.5 - error);
            let [at_a, at_b] = [scene.bodies[0].point(point_a), scene.bodies[1].point(point_b)];
            let velocity = |[a, b]: &[Body<f64>; 2]| {
                vec![velocity_at(a, at_a).minus(velocity_at(b, at_b)).dot(line)]
            };
            check(&scene, &spring, strength, velocity, &[error], 1.0);
        }
    }
}

#[test]
fn a_linear_servo_moves_a_slide_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (axis, error) = (scene.unit(), scene.random.uniform(-0.03, 0.03));
        let target_velocity = scene.random.uniform(-0.3, 0.3);
        let [a, b] = scene.bodies;
        let along = b.rotation.rotate(axis);
        let target = a.position.minus(b.position).dot(along) - error;
        for strength in scene.strengths() {
            let mut spring = LinearServo::new(strength, axis, target);
            spring.target_velocity = target_velocity;
            let velocity = |[a, b]: &[Body<f64>; 2]| {
                let relative = velocity_at(a, a.position).minus(velocity_at(b, a.position));
                vec![relative.dot(along) - target_velocity]
            };
            check(&scene, &spring, strength, velocity, &[error], 1.0);
        }
    }
}

#[test]
fn an_angular_servo_turns_a_hinge_by_its_equation() {
    let mut tested = 0;
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (axis, error) = (scene.unit(), scene.random.uniform(-0.03, 0.03));
        let target_velocity = scene.random.uniform(-0.3, 0.3);
        let [a, b] = scene.bodies;
        let hinge = AngularServo::new(scene.spring(), axis, 0.0);
        let target = hinge.angle(&a, &b) - error;
        // The rate of the angle per angular velocity of A, by differences.
        let rate = [0, 1, 2].map(|i| {
            let turned = |by: f64| {
                let mut turn = [0.0; 3];
                turn[i] = by;
                let mut a = a;
                a.rotation = a.rotation.then(&Rotation::from_rotation_vector(turn));
                hinge.angle(&a, &b)
            };
            let turn = 2.0 * core::f64::consts::PI;
            let change = turned(1e-6) - turned(-1e-6);
            (change - turn * (change / turn).round()) / 2e-6
        });
        // Close to half a turn across the axis the rate changes within the step.
        if rate.length() > 1.3 {
            continue;
        }
        tested += 1;
        // The limit is that of the torque: the impulse times the length of the rate, if that is above 1.
        let size = rate.length().max(1.0);
        for strength in scene.strengths() {
            let mut spring = AngularServo::new(strength, axis, target);
            spring.target_velocity = target_velocity;
            let velocity = |[a, b]: &[Body<f64>; 2]| {
                let relative = angular_velocity(a).minus(angular_velocity(b));
                vec![relative.dot(rate) - target_velocity]
            };
            check(&scene, &spring, strength, velocity, &[error], size);
        }
    }
    assert!(tested > 5, "{tested}");
}

#[test]
fn an_orientation_spring_turns_a_pair_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (offset, goal_velocity) = (scene.vector(0.03), scene.vector(0.3));
        let [a, b] = scene.bodies;
        let wanted = a.rotation.then(&Rotation::from_rotation_vector(offset.times(-1.0)));
        let goal = wanted.then(&b.rotation.inverse());
        for strength in scene.strengths() {
            let mut spring = OrientationSpring::new(strength, goal);
            spring.goal_velocity = goal_velocity;
            let velocity = |[a, b]: &[Body<f64>; 2]| {
                angular_velocity(a).minus(angular_velocity(b)).minus(goal_velocity).to_vec()
            };
            check(&scene, &spring, strength, velocity, &offset, 1.0);
        }
    }
}

#[test]
fn a_swing_spring_turns_an_axis_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (goal, offset) = (scene.unit(), [(); 2].map(|()| scene.random.uniform(-0.03, 0.03)));
        // The directions of its impulses, across the goal.
        let axes = [[1.0, 0.0], [0.0, 1.0]].map(|impulse| {
            let mut body = Body::new(1.0, [1.0; 3]);
            let mut spring = SwingSpring::new(scene.spring(), goal, goal);
            spring.prepare(&body, Discretization::BackwardEuler, DT);
            spring.warm_start(&mut body, impulse);
            body.angular_velocity
        });
        assert!(axes.iter().all(|axis| axis.dot(goal).abs() < 1e-12));
        let turn = axes[0].times(offset[0]).plus(axes[1].times(offset[1]));
        let turned = Rotation::from_rotation_vector(turn).rotate(goal);
        let axis = scene.bodies[0].rotation.inverse().rotate(turned);
        for strength in scene.strengths() {
            let spring = SwingSpring::new(strength, axis, goal);
            let velocity = |[body, _]: &[Body<f64>; 2]| {
                axes.map(|axis| angular_velocity(body).dot(axis)).to_vec()
            };
            check(&scene, &spring, strength, velocity, &offset, 1.0);
        }
    }
}

#[test]
fn a_pose_spring_moves_a_center_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (offset, goal_velocity) = (scene.vector(0.03), scene.vector(0.3));
        let body = scene.bodies[0];
        let goal = body.position.minus(offset);
        for strength in scene.strengths() {
            let mut spring = PoseSpring::new(strength, goal, body.rotation);
            spring.goal_velocity = goal_velocity;
            let velocity = |[body, _]: &[Body<f64>; 2]| {
                velocity_at(body, body.position).minus(goal_velocity).to_vec()
            };
            check(&scene, &spring, strength, velocity, &offset, 1.0);
        }
    }
}

#[test]
fn a_suspension_pushes_by_its_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (ray, length, error) = (scene.unit(), 0.5, scene.random.uniform(-0.05, -0.02));
        let [point, _] = scene.points([0.0; 3]);
        let at = scene.bodies[0].point(point);
        let end = at.plus(ray.times(length));
        let velocity =
            |[a, b]: &[Body<f64>; 2]| vec![velocity_at(b, end).minus(velocity_at(a, at)).dot(ray)];
        for strength in scene.strengths() {
            let spring = Suspension::new(strength, point, length - error);
            // Not so fast away from the ground that it would pull.
            let change = velocity(&scene.bodies)[0] + scene.random.uniform(-0.2, 0.1);
            let body = &mut scene.bodies[0];
            body.velocity = body.velocity.plus(ray.times(change));
            check(&scene, &Wheel { spring, ray, length }, strength, velocity, &[error], 1.0);
        }
    }
}

#[test]
fn a_rope_and_a_wheel_act_from_the_moment_at_which_their_gap_is_used_up() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        let (line, gap) = (scene.unit(), 0.005);
        let [point_a, point_b] = scene.points(line);
        let spring = scene.spring();
        let SoftCoefficients { c_d, .. } = SoftCoefficients::backward_euler(&spring, DT);
        let mut rope = DistanceSpring::new(spring, point_a, point_b, 1.0 + gap);
        rope.mode = SpringMode::TensionOnly;
        let suspension = Suspension::new(spring, point_a, 1.0 - gap);
        let wheel = Wheel { spring: suspension, ray: line.times(-1.0), length: 1.0 };
        let [at_a, at_b] = [scene.bodies[0].point(point_a), scene.bodies[1].point(point_b)];
        let velocity =
            |[a, b]: &[Body<f64>; 2]| velocity_at(a, at_a).minus(velocity_at(b, at_b)).dot(line);
        // Either uses up the gap in the step, or falls short of it.
        for speed in [1.0, 0.2, -0.2, -1.0] {
            let change = speed - velocity(&scene.bodies);
            scene.bodies[0].velocity = scene.bodies[0].velocity.plus(line.times(change));
            let beyond = |gap: f64| (speed - gap / DT) * c_d;
            for (ends, wanted) in [
                (after_step(rope, &scene), speed - beyond(gap).max(0.0)),
                (after_step(wheel.clone(), &scene), speed - beyond(-gap).min(0.0)),
            ] {
                assert_close(&[velocity(&ends)], &[wanted]);
            }
        }
    }
}

fn after_step(mut spring: impl TestedSpring, scene: &Scene) -> [Body<f64>; 2] {
    let mut bodies = scene.bodies;
    spring.prepare(&bodies);
    spring.solve(&mut bodies);
    bodies
}

#[test]
fn motors_drive_a_velocity_by_their_equation() {
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        scene.bodies.iter_mut().for_each(|body| body.load = ExternalAcceleration::NONE);
        let (target, rate, along) =
            (scene.vector(1.0), scene.random.uniform(5.0, 60.0), scene.unit());
        let strengths = [Damping::Rate(Damper::from_rate(rate).unwrap()), Damping::Physical(rate)];
        for (damping, axis) in strengths.into_iter().flat_map(|d| [(d, None), (d, Some(along))]) {
            let mut linear = LinearMotor::new(damping, target);
            let mut angular = AngularMotor::new(damping, target);
            (linear.axis, angular.axis) = (axis, axis);
            let ([mut a, mut b], [mut c, mut d]) = (scene.bodies, scene.bodies);
            linear.prepare(&a, &b, DT);
            linear.solve(&mut a, &mut b);
            angular.prepare(&c, &d, DT);
            angular.solve(&mut c, &mut d);
            let (moved, turned) = ([a, b], [c, d]);
            let relative = |[a, b]: &[Body<f64>; 2]| {
                [a.velocity.minus(b.velocity), a.angular_velocity.minus(b.angular_velocity)]
                    .map(|velocity| velocity.minus(target))
            };
            let [before, after] =
                [relative(&scene.bodies), [relative(&moved)[0], relative(&turned)[1]]];
            for ((before, after), impulse) in
                before.into_iter().zip(after).zip([linear.impulse, angular.impulse])
            {
                let parts =
                    |vector: V3| axis.map_or(vector.to_vec(), |axis| vec![vector.dot(axis)]);
                let expected = match damping {
                    Damping::Rate(_) => before.times((-rate * DT).exp()),
                    // Along an axis the force is that of the velocity along it.
                    Damping::Physical(rate) => impulse.times(-1.0 / (rate * DT)),
                };
                assert_close(&parts(after), &parts(expected));
                assert!(impulse.length() > 1e-3);
                assert!(axis.is_none_or(|axis| cross(axis, impulse).length() < 1e-12));
            }
            let start = scene.momenta(&scene.bodies);
            assert!(start[0].minus(scene.momenta(&moved)[0]).length() < 1e-12);
            assert!(start[1].minus(scene.momenta(&turned)[1]).length() < 1e-12);
        }
    }
}
