//! Motions with a memory that this side keeps: pointers, cameras, limited tracking, adaptive smoothing, stitched chunks.

use alloc::boxed::Box;

use sprung::motion::{
    AdaptiveSmoothing, CameraGoal, CameraRig, CameraSprings, FixedCamera, LimitedTracker, Orbit,
    PointerTracker, Stitcher,
};
use sprung::{AdaptiveDamper, MotionLimits, State};

use crate::exchange::{numbers, status};
use crate::parameters::spring;

/// Anything that is kept.
enum Kept {
    Pointer(Box<PointerTracker<[f64; 4]>>),
    Adaptive(AdaptiveSmoothing<[f64; 4]>),
    Limited(LimitedTracker<f64>),
    Camera(CameraRig<f64>),
    Fixed(FixedCamera<f64>),
    Stitcher(Stitcher<[f64; 4]>),
}

/// Three or four numbers of the exchange.
fn read<const N: usize>(from: usize) -> [f64; N] {
    core::array::from_fn(|index| numbers()[from + index])
}

/// Begins a motion and returns its handle. Kinds: 0 a pointer at the time and place in the first five numbers, 1 adaptive
/// smoothing of a first sample, 2 a limited tracker at rest, 3 a camera behind a player at an orbit, 4 a fixed camera, 5 a
/// stitcher at the first state of a chunk.
#[unsafe(no_mangle)]
extern "C" fn kept_new(kind: u32) -> usize {
    let kept = match kind {
        0 => Kept::Pointer(Box::new(PointerTracker::new(numbers()[0], read(1)))),
        1 => Kept::Adaptive(AdaptiveSmoothing::new(read(0))),
        2 => Kept::Limited(LimitedTracker::at_rest(numbers()[0])),
        3 => {
            let [radius, yaw, pitch] = read(3);
            Kept::Camera(CameraRig::new(read(0), Orbit { radius, yaw, pitch }))
        }
        4 => Kept::Fixed(FixedCamera::new(read(0), read(3))),
        _ => Kept::Stitcher(Stitcher::new(State::new(read(0), read(4)))),
    };
    Box::into_raw(Box::new(kept)).addr()
}

/// Frees a motion.
#[unsafe(no_mangle)]
extern "C" fn kept_free(handle: usize) {
    // SAFETY: the other side frees each handle once.
    drop(unsafe { Box::from_raw(handle as *mut Kept) });
}

/// Advances a motion by the input in the first numbers, and leaves its output there.
///
/// - A pointer: an event at a time and a place. A NaN time asks for the state at the time in number 5: position, velocity.
/// - Adaptive smoothing: a sample, then half-life and speed; leaves value and velocity.
/// - A limited tracker: position and velocity of the goal, then the three limits; leaves position, velocity, acceleration,
///   time left.
/// - A camera: position and velocity of the player, orbit, clearance, then ω and ζ of focus, angles and radius, and the
///   look-ahead; leaves position and rotation.
/// - A stitcher: the state of the chunk, 1 to go over to it or 0 for a step, then ω and ζ; leaves position and velocity.
#[unsafe(no_mangle)]
extern "C" fn kept_update(handle: usize, dt: f64) -> u32 {
    // SAFETY: a live handle.
    let kept = unsafe { &mut *(handle as *mut Kept) };
    match kept {
        Kept::Pointer(pointer) => {
            let [time, asked] = [numbers()[0], numbers()[5]];
            if time.is_nan() {
                let State { position, velocity } = pointer.state_at(asked);
                numbers()[..4].copy_from_slice(&position);
                numbers()[4..8].copy_from_slice(&velocity);
            } else {
                pointer.push(time, read(1));
            }
            0
        }
        Kept::Adaptive(adaptive) => {
            let sample = read(0);
            status(AdaptiveDamper::new(numbers()[4], numbers()[5]), |damper| {
                let value = adaptive.update(sample, &damper.step(dt));
                numbers()[..4].copy_from_slice(&value);
                numbers()[4..8].copy_from_slice(&adaptive.velocity());
            })
        }
        Kept::Limited(tracker) => {
            let [position, velocity, speed, acceleration, jerk] = read(0);
            status(MotionLimits::new(speed, acceleration, jerk), |limits| {
                tracker.update(State::new(position, velocity), &limits.step(dt));
                let State { position, velocity } = tracker.state();
                let seen = [position, velocity, tracker.acceleration(), tracker.time_left()];
                numbers()[..4].copy_from_slice(&seen);
            })
        }
        Kept::Camera(rig) => {
            let player = State::new(read(0), read(3));
            let [radius, yaw, pitch] = read(6);
            let goal = CameraGoal {
                clearance: numbers()[9],
                ..CameraGoal::new(player, Orbit { radius, yaw, pitch })
            };
            rig.update(goal, &springs().step(dt));
            numbers()[..3].copy_from_slice(&rig.position());
            numbers()[3..7].copy_from_slice(&rig.rotation().xyzw());
            0
        }
        Kept::Fixed(camera) => {
            camera.update(State::new(read(0), read(3)), &springs().step(dt));
            numbers()[..3].copy_from_slice(&camera.position);
            numbers()[3..7].copy_from_slice(&camera.rotation().xyzw());
            0
        }
        Kept::Stitcher(stitcher) => {
            let chunk = State::new(read(0), read(4));
            let [switches, w, z] = read(8);
            let State { position, velocity } = if switches == 1.0 {
                stitcher.switch(chunk);
                stitcher.shown()
            } else {
                stitcher.update(chunk, &spring(w, z).step(dt))
            };
            numbers()[..4].copy_from_slice(&position);
            numbers()[4..8].copy_from_slice(&velocity);
            0
        }
    }
}

/// The springs of a camera.
fn springs() -> CameraSprings<f64> {
    let [fw, fz, aw, az, rw, rz, lookahead] = read(10);
    CameraSprings {
        focus: spring(fw, fz),
        angles: spring(aw, az),
        radius: spring(rw, rz),
        lookahead,
    }
}
