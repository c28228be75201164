//! Rotations and the camera.

use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, FixedCamera, Orbit, RotationInertialization,
    RotationPath, RotationState, UnwrappedRotation,
};
use sprung::{Damper, Real, Rotation, Spring, State};
use testkit::precision::Precision;

use super::{Reading, W, hour, r, rests};

/// The identity for the goal 0.
fn goal_of<R: Real>(goal: f64) -> Rotation<R> {
    Rotation::from_rotation_vector([0.2, 0.1, -0.3].map(|x| r(x * goal)))
}

fn spinning<R: Real>(goal: f64) -> RotationState<R> {
    let turned = Rotation::from_rotation_vector([0.5, -1.0, 0.7].map(r));
    RotationState::new(goal_of(goal).then(&turned), [1.0, -2.0, 3.0].map(r))
}

fn off<R: Real>(rotation: &Rotation<R>, goal: f64) -> Reading<R> {
    let offset = rotation.relative_to(&goal_of(goal)).to_rotation_vector();
    let [x, y, z, w] = rotation.xyzw();
    let square = x * x + y * y + z * z + w * w;
    [offset.map(|x| (x, 0.0)).to_vec(), vec![(square, 1.0)]].concat()
}

fn ended<R: Real>(state: &RotationState<R>, goal: f64) -> Reading<R> {
    let spin = state.angular_velocity.map(|x| (x / r(W), 0.0)).to_vec();
    [off(&state.rotation, goal), spin].concat()
}

pub(super) fn rotations<R: Real + Precision>() {
    for ratio in [0.3, 1.0] {
        let by = Spring::new(r::<R>(W), r(ratio)).unwrap();
        let turn = |s: &mut RotationState<R>, goal, dt| {
            *s = by.step(dt).apply_rotation(*s, goal_of(goal));
        };
        let name = format!("rotation spring {ratio}");
        hour(&name, spinning::<R>, turn, ended);
        rests(&name, |goal| RotationState::at_rest(goal_of::<R>(goal)), turn);
        let unwrap = |s: &mut UnwrappedRotation<R>, goal, dt| {
            s.update(goal_of(goal), &by.step(dt));
        };
        for way in [RotationPath::Shortest, RotationPath::Longest] {
            hour(
                &format!("unwrapped rotation {way:?} {ratio}"),
                |goal| UnwrappedRotation::new(spinning::<R>(goal), goal_of(goal + 0.5), way),
                unwrap,
                |s, goal| ended(&s.state(), goal),
            );
            rests(
                "unwrapped rotation",
                |goal| {
                    let goal = goal_of::<R>(goal);
                    UnwrappedRotation::new(RotationState::at_rest(goal), goal, way)
                },
                unwrap,
            );
        }
    }
    let by = Spring::critical(r::<R>(W)).unwrap();
    let long = |s: &mut RotationState<R>, goal, dt| {
        *s = by.step(dt).apply_rotation_along(*s, goal_of(goal), RotationPath::Longest);
    };
    rests("long way", |goal| RotationState::at_rest(goal_of::<R>(goal)), long);
    let slowly = Damper::from_rate(r::<R>(W)).unwrap();
    let damp = |q: &mut Rotation<R>, goal, dt| {
        *q = slowly.step(dt).apply_rotation(*q, goal_of(goal));
    };
    hour("rotation damper", |goal| spinning::<R>(goal).rotation, damp, off);
    rests("rotation damper", goal_of::<R>, damp);
    let animation = |goal| RotationState::new(goal_of::<R>(goal), [r(0.1), R::ZERO, r(-0.2)]);
    hour(
        "rotation inertialization",
        |goal| {
            let mut fade = RotationInertialization::<R>::default();
            fade.transition(spinning(goal), animation(goal));
            fade
        },
        |fade, _, dt| fade.update(&by.step(dt)),
        |fade, goal| {
            let seen = fade.apply(animation(goal));
            let spin = seen.angular_velocity.into_iter().zip([0.1, 0.0, -0.2]);
            [off(&seen.rotation, goal), spin.collect()].concat()
        },
    );
}

pub(super) fn cameras<R: Real + Precision>() {
    let by = Spring::critical(r::<R>(W)).unwrap();
    let springs = CameraSprings { focus: by, angles: by, radius: by, lookahead: by.lag() };
    let view = |goal: f64| Orbit { radius: r::<R>(4.0), yaw: r(goal * 0.3), pitch: r(0.5) };
    let player = |goal: f64| [goal, 1.0, -goal].map(|x| r::<R>(x));
    let film = |camera: &mut CameraRig<R>, goal, dt| {
        let standing = State::at_rest(player(goal));
        camera.update(CameraGoal::new(standing, view(goal)), &springs.step(dt));
    };
    hour(
        "camera",
        |goal| {
            let far = Orbit { radius: r(9.0), yaw: r(goal * 0.3 + 2.0), pitch: R::ZERO };
            CameraRig::new(player(goal + 3.0), far)
        },
        film,
        |camera, goal| {
            let axes = camera.focus.position.into_iter().zip([goal, 1.0, -goal]);
            let angles = [(camera.yaw.position, goal * 0.3), (camera.pitch.position, 0.5)];
            let speeds = [camera.radius.velocity, camera.yaw.velocity, camera.focus.velocity[0]];
            let speeds = speeds.map(|v| (v / r(W), 0.0));
            axes.chain(angles).chain([(camera.radius.position, 4.0)]).chain(speeds).collect()
        },
    );
    rests("camera", |goal| CameraRig::new(player(goal), view(goal)), film);
    let place = [20.0, 9.0, 3.0].map(r::<R>);
    let track = |camera: &mut FixedCamera<R>, goal, dt| {
        camera.update(State::at_rest(player(goal)), &springs.step(dt));
    };
    hour(
        "fixed camera",
        |goal| FixedCamera::new(place, player(goal + 3.0)),
        track,
        |camera, goal| {
            let rest = FixedCamera::new(place, player(goal));
            [(camera.yaw, rest.yaw), (camera.pitch, rest.pitch)]
                .iter()
                .flat_map(|(now, rest)| {
                    [(now.position, Real::to_f64(rest.position)), (now.velocity / r(W), 0.0)]
                })
                .collect()
        },
    );
    rests("fixed camera", |goal| FixedCamera::new(place, player(goal)), track);
}
