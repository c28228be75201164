//! A ball of 1000 kg on 1 kg of rope swings into a wall of boxes.

use rapier3d::prelude::*;
use sprung_network::shapes::rope;
use sprung_network::{Attachment, NetworkError, Settings, Solver};
use sprung_rapier::dim3::CoupledNetwork;

const GRAVITY: f32 = 9.81;
/// The upper end of the rope, m.
const HOOK: [f32; 3] = [-1.0, 6.2, 0.0];
/// The length of the rope, m.
const LENGTH: f32 = 4.6;
const RADIUS: f32 = 0.4;
const LINKS: usize = 30;

fn main() -> Result<(), NetworkError> {
    let mut world = PhysicsWorld::new();
    let ground = ColliderBuilder::cuboid(50.0, 0.5, 50.0);
    world.insert_collider(ground.translation(Vector::new(0.0, -0.5, 0.0)), None);
    let mut boxes = Vec::new();
    for (column, row) in (0..3).flat_map(|column| (0..4).map(move |row| (column, row))) {
        let at = Vector::new(0.0, 0.25 + 0.5 * row as f32, 0.5 * (column as f32 - 1.0));
        let body = RigidBodyBuilder::dynamic().translation(at);
        boxes.push(world.insert(body, ColliderBuilder::cuboid(0.25, 0.25, 0.25).mass(5.0)).0);
    }
    // From 5 m away, at the height of its hook.
    let end = [HOOK[0] - LENGTH, HOOK[1], HOOK[2]];
    let mut net = rope(HOOK, end, LINKS, 1.0)?;
    net.fix([0]);
    let at = Vector::new(end[0] - RADIUS, end[1], end[2]);
    let ball = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
    let (ball, _) = world.insert(ball, ColliderBuilder::ball(RADIUS).mass(1000.0));
    let tie = Attachment { particle: LINKS, body: 0, point: [RADIUS, 0.0, 0.0] };
    let mut solver = Solver::new(&net, Settings { substeps: 8, ..Settings::default() })?;
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let mut crane = CoupledNetwork::new(&mut solver, bodies, colliders, &[ball], &[tie])?;
    let (mut fastest, mut stretch, mut highest) = (0.0_f32, 0.0_f32, 0.0_f32);
    for _ in 0..600 {
        crane.step(&mut solver, &mut world);
        let body = &world.bodies[ball];
        fastest = fastest.max(body.linvel().length());
        let tied = solver.position(LINKS);
        let length = (0..3).map(|c| (tied[c] - HOOK[c]).powi(2)).sum::<f32>().sqrt();
        stretch = stretch.max(length / LENGTH - 1.0);
        let energy = body.translation().y + body.linvel().length_squared() / (2.0 * GRAVITY);
        highest = highest.max(energy);
    }
    let moved = boxes.iter().filter(|&&body| world.bodies[body].translation().x.abs() > 0.5);
    let moved = moved.count();
    println!(
        "the ball is at most {fastest:.2} m/s fast, the rope {:.3} % too long",
        100.0 * stretch
    );
    println!("its energy is that of {highest:.3} m of height, it started at {} m", end[1]);
    println!("{moved} of {} boxes are more than 0.5 m away", boxes.len());
    assert!(stretch < 0.01, "{stretch}");
    assert!(highest < end[1] + 0.05, "{highest} m");
    assert!(fastest > 8.0, "{fastest}");
    assert!(moved >= 6, "{moved}");
    Ok(())
}

#[test]
fn a_wrecking_ball_knocks_boxes_over_and_its_rope_does_not_stretch() {
    main().unwrap();
}
