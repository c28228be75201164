//! Rotations and the camera.

use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, DoubleRotationSpring, FixedCamera, JointLimits,
    JointSpring, Orbit, RotationInertialization, RotationPath, RotationState, RotationStitcher,
    TimedRotationSpring, UnwrappedRotation, VelocityRotationSpring,
};
use sprung::{Damper, DoubleStep, Real, Rotation, Spring, State};
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

/// Rotations on several springs, and those that follow and track a goal that stands.
pub(super) fn driven<R: Real + Precision>() {
    let by = Spring::new(r::<R>(W), r(0.5)).unwrap();
    for (name, tracks) in [("follow", false), ("track", true)] {
        let turn = |s: &mut RotationState<R>, goal, dt| {
            let goal = goal_of(goal);
            *s = if tracks {
                by.track_step(dt).apply_rotation(*s, goal, goal)
            } else {
                by.follow_step(dt).apply_rotation(*s, goal, goal)
            };
        };
        let name = format!("rotation {name}");
        hour(&name, spinning::<R>, turn, ended);
        rests(&name, |goal| RotationState::at_rest(goal_of::<R>(goal)), turn);
    }
    let away = |goal: f64| goal_of::<R>(goal + 2.0);
    let double = |m: &mut DoubleRotationSpring<R>, goal, dt| {
        m.update(goal_of(goal), &DoubleStep::new(r(W), dt));
    };
    let end = |m: &DoubleRotationSpring<R>, goal| ended(&m.state(), goal);
    hour("double rotation spring", |goal| DoubleRotationSpring::at_rest(away(goal)), double, end);
    rests("double rotation", |goal| DoubleRotationSpring::at_rest(goal_of::<R>(goal)), double);
    let timed = |m: &mut TimedRotationSpring<R>, goal, dt| {
        m.update_timed(goal_of(goal), r(0.5), &by.timed_step(r(0.2), dt));
    };
    let end = |m: &TimedRotationSpring<R>, goal| ended(&m.state(), goal);
    hour("timed rotation spring", |goal| TimedRotationSpring::at_rest(away(goal)), timed, end);
    rests("timed rotation", |goal| TimedRotationSpring::at_rest(goal_of::<R>(goal)), timed);
    let steady = |m: &mut VelocityRotationSpring<R>, goal, dt| {
        m.update(goal_of(goal), &by.velocity_step(r(2.0), r(0.2), dt));
    };
    let end = |m: &VelocityRotationSpring<R>, goal| ended(&m.state(), goal);
    hour(
        "velocity rotation spring",
        |goal| VelocityRotationSpring::at_rest(away(goal)),
        steady,
        end,
    );
    rests("velocity rotation", |goal| VelocityRotationSpring::at_rest(goal_of::<R>(goal)), steady);
}

/// A joint within its limits, and chunks of rotations.
pub(super) fn joints<R: Real + Precision>() {
    let by = Spring::new(r::<R>(W), r(0.5)).unwrap();
    let [up, side] = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]].map(|axis| axis.map(r::<R>));
    let limits = JointLimits::new(up, side, [r(3.0); 2], [-3.0, 3.0].map(r)).unwrap();
    // Swing and twist of the goal, within the limits; its own angles are not those of the other rotations.
    let at = |goal: f64| goal_of::<R>(goal * 0.5);
    let turn = |m: &mut JointSpring<R>, goal, dt| m.update(at(goal), &by.step(dt));
    hour(
        "joint spring",
        |goal| {
            let start = RotationState::new(at(goal + 2.0), [1.0, -2.0, 3.0].map(r));
            JointSpring::new(start, limits)
        },
        turn,
        |m, goal| {
            let state = m.state();
            let offset = state.rotation.relative_to(&at(goal)).to_rotation_vector();
            let spin = state.angular_velocity.map(|x| x / r(W));
            offset.into_iter().chain(spin).map(|x| (x, 0.0)).collect()
        },
    );
    let still = |goal: f64| RotationState::at_rest(goal_of::<R>(goal));
    let stitched = |m: &mut RotationStitcher<R>, goal, dt| {
        let _ = m.update(still(goal), &by.step(dt));
    };
    hour(
        "rotation stitcher",
        |goal| {
            let mut stitcher = RotationStitcher::new(spinning(goal + 0.5));
            let _ = stitcher.update(spinning(goal + 1.0), &by.step(r(0.25)));
            stitcher.switch(still(goal));
            stitcher
        },
        stitched,
        |m, goal| ended(&m.shown(), goal),
    );
    rests("rotation stitcher", |goal| RotationStitcher::new(still(goal)), stitched);
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
