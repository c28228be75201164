//! Cameras, and a spring inside a frame that moves.

use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, FixedCamera, Orbit, PiecewiseLinear, ReferenceFrame,
    RotationState,
};
use sprung::{Real, Rotation, Spring, State, Vector};

use super::motion::{Motion, rounded};

/// The path of a player in space.
type Path<'a> = PiecewiseLinear<'a, [f64; 3]>;

/// The position and velocity at the end of each piece of a step, with its duration.
fn pieces<R: Real>(path: Path<'_>, from: f64, to: f64) -> impl Iterator<Item = (State<[R; 3]>, R)> {
    path.segments(from, to).map(|segment| {
        let change = segment.to.minus(segment.from);
        let velocity = change.map(|change| change / segment.duration);
        (State::new(rounded(segment.to), rounded(velocity)), R::from_f64(segment.duration))
    })
}

fn springs<R: Real>(spring: Spring<R>, lookahead: R) -> CameraSprings<R> {
    CameraSprings { focus: spring, angles: spring, radius: spring, lookahead }
}

/// A third-person camera behind a player, at a distance, a yaw and a pitch.
pub(super) fn third_person<R: Real>(
    spring: Spring<R>,
    lookahead: R,
    path: Path<'_>,
    start: [R; 3],
    [radius, yaw, pitch]: [f64; 3],
) -> Motion<'_, R> {
    let [radius, yaw, pitch] = [radius, yaw, pitch].map(R::from_f64);
    let view = Orbit { radius, yaw, pitch };
    let springs = springs(spring, lookahead);
    let mut rig = CameraRig::new(start, view);
    let numbers = |rig: &CameraRig<R>| {
        let ([x, y, z], [a, b, c]) = (rig.focus.position, rig.position());
        [x, y, z, a, b, c]
    };
    let columns = ["focus_x", "focus_y", "focus_z", "camera_x", "camera_y", "camera_z"];
    Motion::of_numbers(columns, 3, numbers(&rig), move |from, to| {
        for (player, duration) in pieces(path, from, to) {
            rig.update(CameraGoal::new(player, view), &springs.step(duration));
        }
        numbers(&rig)
    })
}

/// A camera that stays where it is and turns to a player.
pub(super) fn fixed<R: Real>(
    spring: Spring<R>,
    lookahead: R,
    path: Path<'_>,
    place: [R; 3],
) -> Motion<'_, R> {
    let springs = springs(spring, lookahead);
    let mut camera = FixedCamera::new(place, rounded(path.at(0.0)));
    let numbers = |camera: &FixedCamera<R>| {
        let (yaw, pitch) = (camera.yaw, camera.pitch);
        [yaw.position, pitch.position, yaw.velocity, pitch.velocity]
    };
    let columns = ["yaw_rad", "pitch_rad", "yaw_velocity_rad_per_s", "pitch_velocity_rad_per_s"];
    Motion::of_numbers(columns, 2, numbers(&camera), move |from, to| {
        for (player, duration) in pieces(path, from, to) {
            camera.update(player, &springs.step(duration));
        }
        numbers(&camera)
    })
}

/// A spring inside a frame whose origin is the path and which turns about z by `spin` rad/s.
pub(super) fn frame<R: Real>(
    spring: Spring<R>,
    spin: f64,
    path: Path<'_>,
    start: State<[R; 3]>,
) -> Motion<'_, R> {
    let frame = move |time: f64, origin: State<[R; 3]>| {
        let about_z = |angle: f64| [R::ZERO, R::ZERO, R::from_f64(angle)];
        let turn = Rotation::from_rotation_vector(about_z(spin * time));
        let rotation = RotationState::new(turn, about_z(spin));
        ReferenceFrame { origin, rotation, ..ReferenceFrame::default() }
    };
    let mut state = start;
    let numbers = |state: State<[R; 3]>| {
        let ([x, y, z], [u, v, w]) = (state.position, state.velocity);
        [x, y, z, u, v, w]
    };
    let columns =
        ["position_x", "position_y", "position_z", "velocity_x", "velocity_y", "velocity_z"];
    Motion::of_numbers(columns, 3, numbers(state), move |from, to| {
        let mut time = from;
        for (end, duration) in pieces::<R>(path, from, to) {
            let origin = State::new(end.position.minus(end.velocity.times(duration)), end.velocity);
            let local = frame(time, origin).to_local(state);
            time += duration.to_f64();
            state = frame(time, end).to_parent(spring.step(duration).apply(local, [R::ZERO; 3]));
        }
        numbers(state)
    })
}
