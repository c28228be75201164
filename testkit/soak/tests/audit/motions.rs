//! Motions in single precision beside the same in double precision.

use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, Character, Motion, Orbit, RotationState, SpringValue,
    Timeline, TimelineKey,
};
use sprung::{Rotation, Spring, State};
use testkit::random::Random;

use super::day;

/// Changes per second.
const CHANGES: f64 = 300.0;

fn distance<const N: usize>(a: [f32; N], b: [f64; N]) -> f64 {
    a.iter().zip(b).map(|(&a, b)| (f64::from(a) - b).powi(2)).sum::<f64>().sqrt()
}

/// A number that `f32` holds too.
fn exact(random: &mut Random, low: f64, high: f64) -> f64 {
    f64::from(random.uniform(low, high) as f32)
}

/// The time steps of a frame between its changes.
fn changes(dt: f64, random: &mut Random) -> impl Iterator<Item = f64> + use<> {
    // A change in a pause would be made at its end.
    let count = if dt < 1.0 { (CHANGES * dt).ceil() as usize } else { 1 };
    let step = exact(random, 0.5, 1.5) * dt / count as f64;
    core::iter::repeat_n(f64::from(step as f32), count)
}

#[test]
fn a_camera_follows_a_player() {
    let spring = Spring::from_halflife(0.15, 1.0).unwrap();
    let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: 0.1 };
    let narrow = Spring::from_halflife(0.15_f32, 1.0).unwrap();
    let narrow = CameraSprings { focus: narrow, angles: narrow, radius: narrow, lookahead: 0.1 };
    let mut view = Orbit { radius: 6.0, yaw: 0.0, pitch: 0.3 };
    let mut camera = CameraRig::new([0.0; 3], view);
    let mut single = CameraRig::new([0.0_f32; 3], Orbit { radius: 6.0, yaw: 0.0, pitch: 0.3 });
    let mut player = State::at_rest([0.0; 3]);
    day("f32 camera, off the camera in f64, of 100 m", 1e-3, 2.0, |_, dt, random| {
        let mut worst = 0.0_f64;
        for dt in changes(dt, random) {
            let speed = player.position.map(|x| exact(random, -5.0, 5.0) - 0.1 * x);
            player.velocity = speed.map(|v| f64::from(v as f32));
            let moved = core::array::from_fn(|i| player.position[i] + dt * player.velocity[i]);
            player.position = moved.map(|x: f64| f64::from(x as f32));
            // Nearly opposite views could be reached either way.
            view.yaw = exact(random, -1.0, 1.0);
            view.pitch = exact(random, -1.0, 1.0);
            view.radius = exact(random, 3.0, 9.0);
            let clearance = if random.index(100) == 0 { 2.0 } else { f64::INFINITY };
            camera.update(
                CameraGoal { clearance, ..CameraGoal::new(player, view) },
                &springs.step(dt),
            );
            let [position, velocity] =
                [player.position, player.velocity].map(|a| a.map(|x| x as f32));
            let orbit = Orbit {
                radius: view.radius as f32,
                yaw: view.yaw as f32,
                pitch: view.pitch as f32,
            };
            let goal = CameraGoal::new(State::new(position, velocity), orbit);
            let goal = CameraGoal { clearance: clearance as f32, ..goal };
            single.update(goal, &narrow.step(dt as f32));
            worst = worst.max(distance(single.position(), camera.position()));
        }
        worst / 100.0
    });
}

#[test]
fn a_character_runs_about() {
    let spring = Spring::from_halflife(0.1, 1.0).unwrap();
    let narrow = Spring::from_halflife(0.1_f32, 1.0).unwrap();
    let mut hero = Character::at_rest([0.0; 2]);
    let mut single = Character::at_rest([0.0_f32; 2]);
    day("f32 character, velocity off that in f64, of 5 m/s", 1e-5, 2.0, |_, dt, random| {
        let mut worst = 0.0_f64;
        for dt in changes(dt, random) {
            // A stick, and home again.
            let home = |x: f64| -0.05 * x;
            let stick = hero.position.map(|x| exact(random, -5.0, 5.0) + home(x));
            let stick = stick.map(|v| f64::from(v as f32));
            hero.update(stick, &spring.character_step(dt));
            single.update(stick.map(|v| v as f32), &narrow.character_step(dt as f32));
            worst = worst.max(distance(single.velocity, hero.velocity) / 5.0);
        }
        worst
    });
    let off = distance(single.position, hero.position);
    assert!(off < 0.1, "the sum of rounding errors of 10⁷ steps: {off} m");
}

#[test]
fn a_value_gets_new_goals() {
    let bouncy = |halflife: f64| Spring::from_halflife(halflife, 0.4).unwrap();
    let narrow = |halflife: f64| Spring::from_halflife(halflife as f32, 0.4).unwrap();
    let mut value = SpringValue::new([0.0; 3]).with_spring(bouncy(0.1));
    let mut single = SpringValue::new([0.0_f32; 3]).with_spring(narrow(0.1));
    day("f32 animated value, off that in f64, of 100", 1e-4, 2.0, |_, dt, random| {
        let mut worst = 0.0_f64;
        for dt in changes(dt, random) {
            let goal = [(); 3].map(|()| exact(random, -100.0, 100.0));
            value.set_goal(goal);
            single.set_goal(goal.map(|x| x as f32));
            if random.index(50) == 0 {
                let halflife = exact(random, 0.02, 0.5);
                value.set_spring(bouncy(halflife));
                single.set_spring(narrow(halflife));
            }
            value.advance(dt);
            single.advance(dt as f32);
            worst = worst.max(distance(single.value(), value.value()));
        }
        worst / 100.0
    });
}

#[test]
fn a_rotation_gets_new_goals() {
    let spring = Spring::from_halflife(0.1, 0.5).unwrap();
    let mut state = RotationState::at_rest(Rotation::<f32>::IDENTITY);
    day("f32 rotation spring, off a unit quaternion", 1e-5, 2.0, |_, dt, random| {
        let mut worst = 0.0_f64;
        for dt in changes(dt, random) {
            let goal = [(); 3].map(|()| random.uniform(-2.0, 2.0) as f32);
            let goal = Rotation::from_rotation_vector(goal);
            state.update(goal, &spring.step(dt as f32));
            let square: f64 = state.rotation.xyzw().iter().map(|&x| f64::from(x).powi(2)).sum();
            let spin = state.angular_velocity.iter().map(|x| x.abs()).fold(0.0, f32::max);
            assert!(spin < 200.0, "{spin} rad/s");
            worst = worst.max((square - 1.0).abs());
        }
        worst
    });
}

#[test]
fn a_timeline_gets_new_keys() {
    const KEPT: usize = 256;
    let spring = Spring::from_halflife(0.1, 0.6).unwrap();
    let mut keys = Vec::with_capacity(KEPT);
    keys.push(TimelineKey::new(0.0, State::at_rest(0.0), 0.0, spring));
    // The same motion, step by step.
    let (mut stepped, mut goal) = (State::at_rest(0.0), 0.0);
    day(
        "f64 timeline of the last 256 keys, off the same motion in steps",
        1e-9,
        4.0,
        |_, dt, random| {
            let mut worst = 0.0_f64;
            for dt in changes(dt, random) {
                let last: TimelineKey<f64> = keys[keys.len() - 1];
                let time = last.time() + dt;
                // The length of the step as the times tell it.
                stepped.update(goal, &spring.step(time - last.time()));
                goal = random.uniform(-1.0, 1.0);
                if keys.len() == KEPT {
                    let _ = keys.remove(0);
                }
                keys.push(last.key_at(time).with_goal(goal));
                let timeline = Timeline::new(&keys).unwrap();
                let asked = &keys[random.index(keys.len())];
                assert_eq!(timeline.state_at(asked.time()), asked.state(), "asked again");
                worst = worst.max((timeline.state_at(time).position - stepped.position).abs());
            }
            worst
        },
    );
}
