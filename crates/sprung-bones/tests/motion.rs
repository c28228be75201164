//! The motion of bones against the differential equation, the published step of VRM, energy and geometry.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::f64::consts::TAU;

use sprung::{Rotation, Spring};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};
use testkit::random::Random;

const LENGTH: f32 = 0.1;
const TICK: f64 = 1.0 / 240.0;

fn down() -> Bone {
    Bone::new([0.0, -LENGTH, 0.0])
}

fn single(bone: Bone) -> SpringBones {
    SpringBones::new(&[BoneChain::new(0, vec![bone])], &[], &[Pose::IDENTITY]).unwrap()
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

fn apart(a: [f32; 3], b: [f64; 3]) -> f64 {
    length([0, 1, 2].map(|at| f64::from(a[at]) - b[at]))
}

/// The place of a head that begins to move from rest, and the rotation vector of its frame.
fn path(time: f64) -> ([f64; 3], [f64; 3]) {
    let swing = |size: f64, rate: f64| size * (1.0 - (rate * time).cos());
    ([swing(0.05, 4.0), swing(0.02, 7.0), 0.0], [swing(0.3, 3.0), 0.0, swing(0.4, 5.0)])
}

fn shaken(time: f64) -> Pose {
    let (position, turn) = path(time);
    Pose {
        position: position.map(|c| c as f32),
        rotation: Rotation::from_rotation_vector(turn.map(|c| c as f32)),
    }
}

#[test]
fn a_bone_solves_its_equation() {
    for (frequency, ratio, gravity) in
        [(1.0, 0.1, 9.81), (2.0, 0.7, 9.81), (5.0, 0.3, 0.0), (8.0, 1.0, 30.0)]
    {
        let spring = Spring::from_frequency(frequency as f32, ratio as f32).unwrap();
        let bone = down().with_spring(spring).with_acceleration([0.0, -gravity as f32, 0.0]);
        let mut bones = single(bone);
        let (square, drag) = (f64::from(spring.stiffness()), f64::from(spring.damping()));
        let derivative = |time: f64, y: [f64; 6]| {
            let step = 1e-4;
            let [(head, turn), (before, _), (after, _)] =
                [0.0, -step, step].map(|step| path(time + step));
            let rest = Rotation::from_rotation_vector(turn).rotate([0.0, -f64::from(LENGTH), 0.0]);
            let reach = [0, 1, 2].map(|at| y[at] - head[at]);
            let force = [0, 1, 2].map(|at| {
                let pull = square * (rest[at] - reach[at]) - drag * y[3 + at];
                pull - if at == 1 { gravity } else { 0.0 }
            });
            let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let pushed =
                [0, 1, 2].map(|at| (after[at] - 2.0 * head[at] + before[at]) / (step * step));
            let relative = [0, 1, 2].map(|at| y[3 + at] - (after[at] - before[at]) / (2.0 * step));
            let rod = -(dot(reach, [0, 1, 2].map(|at| force[at] - pushed[at]))
                + dot(relative, relative))
                / dot(reach, reach);
            let slope: [f64; 3] = core::array::from_fn(|at| force[at] + rod * reach[at]);
            [y[3], y[4], y[5], slope[0], slope[1], slope[2]]
        };
        // Fourth-order Runge–Kutta.
        let (mut y, steps) = ([0.0, -f64::from(LENGTH), 0.0, 0.0, 0.0, 0.0], 40);
        let mut worst: f64 = 0.0;
        for frame in 0..480 {
            let start = f64::from(frame) * TICK;
            let h = TICK / f64::from(steps);
            // The pose is that of the tick before.
            let expected = [y[0], y[1], y[2]];
            for part in 0..steps {
                let time = start + f64::from(part) * h;
                let by = |slope: [f64; 6], h: f64| -> [f64; 6] {
                    core::array::from_fn(|at| y[at] + h * slope[at])
                };
                let a = derivative(time, y);
                let b = derivative(time + h / 2.0, by(a, h / 2.0));
                let c = derivative(time + h / 2.0, by(b, h / 2.0));
                let d = derivative(time + h, by(c, h));
                y = core::array::from_fn(|at| {
                    y[at] + h / 6.0 * (a[at] + 2.0 * (b[at] + c[at]) + d[at])
                });
            }
            bones.step(TICK as f32, &[shaken(start + TICK)]).unwrap();
            let before = shaken(start);
            let now = shaken(start + TICK);
            // Relative to the head, which is a tick ahead of the pose.
            let turned = now
                .rotation
                .inverse()
                .rotate([0, 1, 2].map(|at| bones.tail(0)[at] - now.position[at]));
            let seen = before.rotation.rotate(turned);
            let seen = [0, 1, 2].map(|at| seen[at] + before.position[at]);
            worst = worst.max(apart(seen, expected));
        }
        let worst = worst / f64::from(LENGTH);
        println!("{frequency} Hz, {ratio}: {worst:.1e} of the length");
        assert!(worst < 0.02, "{frequency} {ratio}: {worst}");
    }
}

#[test]
fn a_bone_with_the_parameters_of_vrm_is_the_published_one_at_60_hz() {
    for (stiffness, drag, gravity) in
        [(1.0, 0.4, 0.0), (0.5, 0.1, 0.3), (4.0, 0.8, 0.0), (0.0, 0.5, 1.0), (2.0, 0.0, 0.0)]
    {
        let wind = [1.0, 0.0, 0.0];
        let small = 0.02f32;
        let bone = down().with_vrm(stiffness, drag, gravity * small, wind).unwrap();
        let mut ours = single(bone);
        // The published step for small angles, across the rest direction: Verlet, then back to the length.
        let k = f64::from(stiffness) / 60.0 / f64::from(LENGTH);
        let (drag, push) = (f64::from(drag), f64::from(gravity * small) / 60.0);
        let head = f64::from(small * LENGTH);
        let mut seen = Vec::new();
        for frame in 0..60 {
            let head = if frame < 1 { 0.0 } else { small * LENGTH };
            let pose = Pose { position: [head, 0.0, 0.0], ..Pose::IDENTITY };
            ours.step(1.0 / 60.0, &[pose]).unwrap();
            seen.push(f64::from(ours.tail(0)[0]));
        }
        // At rest the head is where it has moved to; a pose that turns for long turns far.
        let seen = &seen[8..if stiffness > 0.0 { 60 } else { 20 }];
        let way = seen.iter().fold(0.0, |way: f64, x| way.max((x - head).abs()));
        for three in seen.windows(3) {
            let left = (1.0 + k) * three[2] - (2.0 - drag) * three[1] + (1.0 - drag) * three[0];
            let off = (left - push - k * head).abs();
            assert!(off < 5e-3 * way, "{stiffness} {drag} {gravity}: {off} of {way}");
        }
    }
}

#[test]
fn an_undamped_bone_keeps_its_energy_for_a_minute() {
    for (frequency, gravity) in [(3.0, 0.0), (1.0, 9.81), (5.0, 9.81)] {
        let square = (TAU * frequency).powi(2);
        let spring = Spring::from_stiffness_and_damping(square as f32, 0.0).unwrap();
        let bone = down().with_spring(spring).with_acceleration([0.0, -gravity as f32, 0.0]);
        let mut bones = single(bone);
        // Turned by 80 degrees at once, and left there.
        let turned = Rotation::from_rotation_vector([0.0, 0.0, 1.4]);
        let pose = Pose { rotation: turned, ..Pose::IDENTITY };
        let rest = turned.rotate([0.0, -LENGTH, 0.0]).map(f64::from);
        bones.step(TICK as f32, &[pose]).unwrap();
        let potential = |tail: [f32; 3]| {
            0.5 * square * apart(tail, rest).powi(2) + gravity * f64::from(tail[1])
        };
        let start = potential([0.0, -LENGTH, 0.0]);
        (0..6).for_each(|_| bones.step(TICK as f32, &[pose]).unwrap());
        let (mut greatest, mut last) = (f64::MIN, f64::MIN);
        for frame in 0..60 * 240 {
            bones.step(TICK as f32, &[pose]).unwrap();
            let now = potential(bones.tail(0));
            greatest = greatest.max(now);
            if frame > 59 * 240 {
                last = last.max(now);
            }
        }
        let scale = (square * f64::from(LENGTH) + gravity) * f64::from(LENGTH);
        println!(
            "{frequency} Hz, {gravity}: {:e}, left {:e}",
            (greatest - start) / scale,
            (last - start) / scale
        );
        assert!(greatest - start < 2e-3 * scale, "{frequency}: {}", greatest - start);
        assert!(last - start > -0.05 * scale, "{frequency}: {}", last - start);
    }
}

#[test]
fn no_tail_is_in_a_collider() {
    let mut deepest: f64 = 0.0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size) as f32);
        let ends = [vector(0.15), vector(0.15)];
        let collider = BoneCollider::capsule(1, ends, 0.06);
        let bone = down().with_radius(0.02).with_acceleration(vector(20.0));
        let next = bone.with_head(bone.tail);
        let hanging = Pose { position: [0.0, 0.5, 0.0], ..Pose::IDENTITY };
        let chain = BoneChain::new(0, vec![bone, next, next]).with_colliders(vec![0]);
        let mut bones =
            SpringBones::new(&[chain], &[collider], &[hanging, Pose::IDENTITY]).unwrap();
        let (axis, speed) = (vector(1.0), vector(0.2));
        // Comes from above, and rests on the collider or beside it.
        let nodes_at = |time: f32| {
            let high = 0.05 + 0.45 * (1.0 - time / 3.0).max(0.0).powi(3);
            let moved = speed.map(|c| c * (time - 2.0));
            let rotation = Rotation::from_rotation_vector(axis.map(|c| c * time));
            [
                Pose { position: [0.0, high, 0.0], ..Pose::IDENTITY },
                Pose { position: moved, rotation },
            ]
        };
        for frame in 0..240 {
            let time = frame as f32 / 60.0;
            let (now, nodes) = (nodes_at(time), nodes_at(time - TICK as f32));
            bones.step(1.0 / 60.0, &now).unwrap();
            // Both begin to move at once.
            if frame < 5 {
                continue;
            }
            // The pose is that of the tick before.
            let fall = f64::from(nodes[0].position[1] - now[0].position[1]);
            let [a, b] = ends.map(|end| {
                let turned = nodes[1].rotation.rotate(end);
                [0, 1, 2].map(|at| f64::from(turned[at] + nodes[1].position[at]))
            });
            for index in 0..3 {
                let before = |[x, y, z]: [f32; 3]| [x.into(), f64::from(y) + fall, z.into()];
                let tail = before(bones.tail(index));
                let head = before(bones.pose_of(index).position);
                let nearest = |point: [f64; 3]| {
                    let minus = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|at| a[at] - b[at]);
                    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
                    let line = minus(b, a);
                    let part = (dot(minus(point, a), line) / dot(line, line)).clamp(0.0, 1.0);
                    length([0, 1, 2].map(|at| point[at] - a[at] - part * line[at]))
                };
                // A bone whose head is deep inside cannot get out.
                if nearest(head) > 0.08 {
                    deepest = deepest.max(0.08 - nearest(tail));
                }
            }
        }
    }
    println!("deepest {deepest:.1e} m");
    assert!(deepest < 1e-5, "{deepest}");
}

#[test]
fn a_jump_of_the_skeleton_keeps_the_shape() {
    let next = down().with_head([0.0, -LENGTH, 0.0]);
    let chain = BoneChain::new(0, vec![down(), next, next]);
    let mut bones = SpringBones::new(&[chain], &[], &[Pose::IDENTITY]).unwrap();
    for frame in 0..50 {
        bones.step(1.0 / 60.0, &[shaken(f64::from(frame) / 60.0)]).unwrap();
    }
    let last = shaken(49.0 / 60.0);
    let jump = Pose {
        position: [30.0, -5.0, 8.0],
        rotation: Rotation::from_rotation_vector([0.3, 2.0, -0.4]),
    };
    let mut jumped = bones.clone();
    jumped.teleport(&[jump]).unwrap();
    let (mut swept, mut farthest): (_, f64) = (bones.clone(), 0.0);
    bones.teleport(&[last]).unwrap();
    for bone in 0..3 {
        assert_eq!(jumped.rotation(bone), bones.rotation(bone));
    }
    for _ in 0..30 {
        jumped.step(1.0 / 60.0, &[jump]).unwrap();
        bones.step(1.0 / 60.0, &[last]).unwrap();
        swept.step(1.0 / 60.0, &[jump]).unwrap();
        let apart = |a: &SpringBones, bone| {
            let turn = a.rotation(bone).relative_to(&bones.rotation(bone)).to_rotation_vector();
            length(turn.map(f64::from))
        };
        for bone in 0..3 {
            assert!(apart(&jumped, bone) < 1e-4, "{}", apart(&jumped, bone));
        }
        farthest = apart(&swept, 0).max(farthest);
    }
    assert!(farthest > 0.3, "{farthest}");
    jumped.reset(&[jump]).unwrap();
    jumped.step(1.0, &[jump]).unwrap();
    assert!(jumped.rotation(2).to_rotation_vector().iter().all(|part| part.abs() < 1e-5));
}
