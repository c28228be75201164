//! Cameras: no snap at any tick rate, and the fixed camera beside its differential equation.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{CameraGoal, CameraRig, CameraSprings, FixedCamera, Orbit};
use sprung::{Real, Spring, State};
use testkit::inputs::{frame_times_with_hitch, hostile};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::reference_ode::solve;
use testkit::{in_both_precisions, worst::Worst};

in_both_precisions! { hostile_numbers_never_panic }

fn springs(lookahead: f64) -> CameraSprings<f64> {
    let spring = Spring::critical(8.0).unwrap();
    CameraSprings {
        focus: spring,
        angles: Spring::new(7.0, 0.6).unwrap(),
        radius: spring,
        lookahead,
    }
}

const BEHIND: Orbit<f64> = Orbit { radius: 5.0, yaw: 0.0, pitch: 0.0 };

/// The range of the camera's speed behind a player at 10 units per second who is told at one rate and drawn at another.
fn speeds(told: f64, drawn: f64, lookahead: f64) -> (f64, f64) {
    let step = springs(lookahead).step(1.0 / drawn);
    let mut camera = CameraRig::new([0.0; 3], BEHIND);
    let (mut least, mut most) = (f64::INFINITY, 0.0f64);
    for frame in 1..=(8.0 * drawn) as u32 {
        let time = (f64::from(frame) / drawn * told).floor() / told;
        let player = State::new([10.0 * time, 0.0, 0.0], [10.0, 0.0, 0.0]);
        camera.update(CameraGoal::new(player, BEHIND), &step);
        if f64::from(frame) > 5.0 * drawn {
            let speed = camera.focus.velocity[0];
            (least, most) = (least.min(speed), most.max(speed));
        }
    }
    (least, most)
}

#[test]
fn a_player_told_at_another_rate_than_frames_are_drawn_never_shakes_the_camera() {
    for (told, drawn) in [(60.0, 144.0), (60.0, 1000.0), (20.0, 60.0), (30.0, 59.0), (128.0, 60.0)]
    {
        let plain = speeds(told, drawn, 0.0);
        let ahead = speeds(told, drawn, springs(0.0).focus.lag());
        // A ripple of the position by v/rate moves a critical spring by no more than ω²·v/rate² of speed.
        let ripple = 64.0 * 10.0 / f64::min(told, drawn).powi(2);
        for (least, most) in [plain, ahead] {
            assert!(
                least > 10.0 - ripple && most < 10.0 + ripple,
                "{told} {drawn}: {least} {most}"
            );
        }
        assert!((plain.0 - ahead.0).abs() < 1e-9 && (plain.1 - ahead.1).abs() < 1e-9);
    }
}

/// Both angles and their rates by the differential equation of two springs towards the direction to the player.
fn by_ode(player: impl Fn(f64) -> [f64; 3], [start, end]: [f64; 2], state: [f64; 4]) -> [f64; 4] {
    let slope = |time: f64, [yaw, yaw_rate, pitch, pitch_rate]: [f64; 4]| {
        let [x, y, z] = player(time);
        let (goal_yaw, goal_pitch) = ((-x).atan2(-z), (-y).atan2(x.hypot(z)));
        let pull = |angle: f64, rate: f64, goal: f64| 49.0 * (goal - angle) - 8.4 * rate;
        [yaw_rate, pull(yaw, yaw_rate, goal_yaw), pitch_rate, pull(pitch, pitch_rate, goal_pitch)]
    };
    solve(slope, state, start, end)
}

#[test]
fn a_fixed_camera_solves_its_equation_at_every_frame_rate() {
    let (from, velocity, ahead) = ([-9.0, -2.0, -6.0], [6.0, 0.5, 1.0], 0.2);
    let at = |time: f64| [0, 1, 2].map(|i| from[i] + velocity[i] * time);
    let mut random = Random::new(1);
    let even = |rate: u32| vec![1.0 / f64::from(rate); 3 * rate as usize];
    let mut paces: Vec<Vec<f64>> = [15, 24, 30, 60, 144, 1000].map(even).to_vec();
    paces.push(frame_times_with_hitch::<f64>(&mut random, 120));
    let step = |dt| springs(ahead).step(dt);
    for camera in [[0.0; 3], [4.0, -1.0, 2.0]] {
        for frames in &paces {
            let start = at(-ahead);
            let mut tracking = FixedCamera::new(camera, start);
            let first = [tracking.yaw.position, 0.0, tracking.pitch.position, 0.0];
            // It starts looking where the player is told to be in the first step.
            tracking.update(State::new(start, [0.0; 3]), &step(1e-9));
            let (mut time, mut worst) = (-ahead, 0.0f64);
            for &dt in frames {
                time += dt;
                tracking.update(State::new(at(time), velocity), &step(dt));
            }
            let seen = |time: f64| [0, 1, 2].map(|i| at(time + ahead)[i] - camera[i]);
            let want = by_ode(seen, [-ahead, time], first);
            for (got, want) in
                [(tracking.yaw, [want[0], want[1]]), (tracking.pitch, [want[2], want[3]])]
            {
                worst = worst.max((got.position - want[0]).abs());
                worst = worst.max((got.velocity - want[1]).abs() / 7.0);
            }
            println!("{} frames: {worst:.1e} rad", frames.len());
            assert!(worst < 1e-4, "{} frames: {worst:e}", frames.len());
        }
    }
}

#[test]
fn a_jump_of_the_player_turns_the_camera_no_faster_than_its_spring() {
    for rate in [15.0, 60.0, 144.0, 1000.0] {
        for lookahead in [0.0, 0.5] {
            let step = springs(lookahead).step(1.0 / rate);
            let mut camera = FixedCamera::new([0.0; 3], [0.0, 0.0, -8.0]);
            camera.update(State::at_rest([8.0, 0.0, 0.0]), &step);
            // A quarter turn: the spring gains at most ω²·dt of it, and a jump within one step is a motion during it.
            let most = 49.0 / rate * core::f64::consts::FRAC_PI_2;
            assert!(camera.yaw.velocity.abs() <= most, "{rate}: {camera:?}");
            assert!(camera.yaw.velocity < 0.0);
        }
    }
}

#[test]
fn a_jump_of_the_player_never_snaps_the_rig() {
    for rate in [15.0, 24.0, 60.0, 144.0, 1000.0] {
        for lookahead in [0.0, springs(0.0).focus.lag()] {
            let step = springs(lookahead).step(1.0 / rate);
            let mut camera = CameraRig::new([0.0; 3], BEHIND);
            let player = State::at_rest([10.0, 0.0, 0.0]);
            let mut fastest = 0.0f64;
            for frame in 0..(3.0 * rate) as u32 {
                camera.update(CameraGoal::new(player, BEHIND), &step);
                let speed = camera.focus.velocity[0];
                // A critical spring gains at most ω²·dt of the jump in a step, and ω/e of it at all.
                assert!(frame > 0 || speed <= 640.0 / rate, "{rate} {lookahead}: {speed}");
                fastest = fastest.max(speed);
            }
            assert!(fastest <= 80.0 / core::f64::consts::E * 1.001, "{rate}: {fastest}");
            assert!((camera.focus.position[0] - 10.0).abs() < 1e-6);
        }
    }
}

#[test]
fn yaw_takes_the_short_way_and_is_kept_straight_above() {
    let step = springs(0.0).step(1.0 / 60.0);
    let mut camera = FixedCamera::new([0.0; 3], [0.3, 0.0, 8.0]);
    let yaw: f64 = camera.yaw.position;
    for _ in 0..300 {
        camera.update(State::at_rest([-0.3, 0.0, 8.0]), &step);
        assert!((camera.yaw.position - yaw).abs() < 0.2);
    }
    let yaw = camera.yaw.position;
    for _ in 0..300 {
        camera.update(State::at_rest([0.0, 5.0, 0.0]), &step);
    }
    assert!((camera.pitch.position + core::f64::consts::FRAC_PI_2).abs() < 1e-6);
    assert!((camera.yaw.position - yaw).abs() < 0.2 && camera.yaw.velocity.abs() < 1e-6);
    let sight = camera.rotation().rotate([0.0, 0.0, -1.0]);
    assert!((sight[1] - 1.0).abs() < 1e-9, "{sight:?}");
}

#[test]
fn it_looks_at_the_player_from_where_it_is_and_from_where_it_is_put() {
    let mut random = Random::new(2);
    let mut worst = Worst::new("the sight of a fixed camera");
    for _ in 0..500 {
        let [place, player] = [(); 2].map(|()| [(); 3].map(|()| random.uniform(-5.0, 5.0)));
        let mut camera = FixedCamera::new(place, player);
        camera.teleport([1.0, 2.0, 3.0]);
        let way = [0, 1, 2].map(|i| player[i] - place[i]);
        let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
        let sight = camera.rotation().rotate([0.0, 0.0, -length]);
        for i in 0..3 {
            worst.check(sight[i] - way[i], 1e-14 * length, || format!("{place:?} {player:?}"));
            assert!((camera.position[i] - place[i] - [1.0, 2.0, 3.0][i]).abs() < 1e-12);
        }
    }
    worst.finish();
}

fn hostile_numbers_never_panic<R: Real + Precision>() {
    let by = Spring::critical(<R as Real>::from_f64(8.0)).unwrap();
    let springs = CameraSprings { focus: by, angles: by, radius: by, lookahead: R::ONE };
    for number in hostile::<R>() {
        for dt in hostile::<R>() {
            let mut camera = FixedCamera::new([R::ZERO; 3], [R::ONE, R::ZERO, R::ONE]);
            let before = camera;
            camera.update(State::new([R::ONE, number, R::TWO], [number; 3]), &springs.step(dt));
            assert!(dt > R::ZERO || camera == before, "{number:?} {dt:?}");
        }
    }
}
