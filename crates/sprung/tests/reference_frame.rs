//! Moving frames of reference beside finite differences, and to and fro.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{ReferenceFrame, RotationState, SpringValue};
use sprung::{Real, Rotation, Spring, State};
use testkit::in_both_precisions;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::worst::Worst;

in_both_precisions! { to_and_fro_is_the_same }

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

fn triple<R: Real>(random: &mut Random, size: f64) -> [R; 3] {
    [(); 3].map(|()| r(random.uniform(-size, size)))
}

fn point<R: Real>(random: &mut Random) -> State<[R; 3]> {
    State::new(triple(random, 5.0), triple(random, 5.0))
}

fn turning<R: Real>(random: &mut Random) -> RotationState<R> {
    RotationState::new(Rotation::from_rotation_vector(triple(random, 2.0)), triple(random, 3.0))
}

fn frame<R: Real>(random: &mut Random) -> ReferenceFrame<R> {
    let scale = [(); 3].map(|()| r(random.uniform(0.3, 3.0)));
    let scale = State::new(scale, triple(random, 1.0));
    ReferenceFrame { origin: point(random), rotation: turning(random), scale }
}

/// The frame a moment later, at constant rates.
fn later(frame: &ReferenceFrame<f64>, h: f64) -> ReferenceFrame<f64> {
    let moved = |state: State<[f64; 3]>| {
        State::at_rest([0, 1, 2].map(|i| state.position[i] + h * state.velocity[i]))
    };
    let turn = frame.rotation.angular_velocity.map(|w| w * h);
    let rotation = frame.rotation.rotation.then(&Rotation::from_rotation_vector(turn));
    ReferenceFrame {
        origin: moved(frame.origin),
        rotation: RotationState::at_rest(rotation),
        scale: moved(frame.scale),
    }
}

#[test]
fn velocities_are_the_derivatives_of_what_the_parent_sees() {
    let mut random = Random::new(1);
    let mut worst = Worst::new("velocities in moving frames beside differences");
    let h = 1e-5;
    for _ in 0..300 {
        let (frame, local, turn) = (frame(&mut random), point(&mut random), turning(&mut random));
        let at = |h: f64| {
            let place =
                State::at_rest([0, 1, 2].map(|i| local.position[i] + h * local.velocity[i]));
            let spun = Rotation::from_rotation_vector(turn.angular_velocity.map(|w| w * h));
            let spun = RotationState::at_rest(turn.rotation.then(&spun));
            let then = later(&frame, h);
            (
                then.to_parent(place).position,
                then.rotation_to_parent(spun).rotation,
                then.scale_to_parent(place).position,
            )
        };
        let (before, after) = (at(-h), at(h));
        let (seen, sized) = (frame.to_parent(local), frame.scale_to_parent(local));
        let spin = after.1.relative_to(&before.1).to_rotation_vector();
        for (i, spin) in spin.into_iter().enumerate() {
            let place = || format!("{frame:?} {local:?}");
            worst.check((after.0[i] - before.0[i]) / (2.0 * h) - seen.velocity[i], 2e-7, place);
            worst.check((after.2[i] - before.2[i]) / (2.0 * h) - sized.velocity[i], 2e-7, place);
            let told = frame.rotation_to_parent(turn).angular_velocity[i];
            worst.check(spin / (2.0 * h) - told, 2e-7, place);
        }
    }
    worst.finish();
}

fn to_and_fro_is_the_same<R: Real + Precision>() {
    let mut random = Random::new(2);
    let mut worst = Worst::new("carried to and fro");
    for _ in 0..500 {
        let (from, to) = (frame::<R>(&mut random), frame::<R>(&mut random));
        let (start, turn) = (point::<R>(&mut random), turning::<R>(&mut random));
        let bar = 2000.0 * <R as Precision>::EPSILON;
        let close = |a: State<[R; 3]>, b: State<[R; 3]>, worst: &mut Worst| {
            let pairs = a.position.into_iter().zip(b.position);
            for (a, b) in pairs.chain(a.velocity.into_iter().zip(b.velocity)) {
                worst.check(Real::to_f64(a - b), bar, || format!("{from:?} {to:?}"));
            }
        };
        close(to.carry(from.carry(start, &to), &from), start, &mut worst);
        close(to.carry_scale(from.carry_scale(start, &to), &from), start, &mut worst);
        close(to.to_parent(from.carry(start, &to)), from.to_parent(start), &mut worst);
        let back = to.carry_rotation(from.carry_rotation(turn, &to), &from);
        let off = back.rotation.relative_to(&turn.rotation).to_rotation_vector();
        let spun = [0, 1, 2].map(|i| back.angular_velocity[i] - turn.angular_velocity[i]);
        close(State::new(off, spun), State::at_rest([R::ZERO; 3]), &mut worst);
        assert_eq!(ReferenceFrame::default().to_local(start), start);
    }
    worst.finish();
}

/// Between frames at rest the motion goes on as if nothing had happened, at every frame rate.
#[test]
fn a_motion_that_changes_its_frame_is_the_same_motion() {
    let mut random = Random::new(3);
    for fps in [15.0, 60.0, 144.0, 1000.0] {
        let still = |frame: ReferenceFrame<f64>| {
            // One scale for all axes: a spring knows no other in a rotated frame.
            let scale = State::at_rest([frame.scale.position[0]; 3]);
            ReferenceFrame { scale, ..later(&frame, 0.0) }
        };
        let (from, to) = (still(frame(&mut random)), still(frame(&mut random)));
        let spring = Spring::new(6.0, 0.4).unwrap();
        let mut value = SpringValue::new(triple(&mut random, 3.0)).with_spring(spring);
        value.set_goal(triple(&mut random, 3.0));
        let mut turned = SpringValue::new(turning::<f64>(&mut random).rotation).with_spring(spring);
        turned.set_goal(turning::<f64>(&mut random).rotation);
        let (mut stays, mut stays_turned) = (value, turned);
        for frame in 0..(2.0 * fps) as u32 {
            if frame == fps as u32 / 4 {
                value.change_frame(&from, &to);
                turned.change_frame(&from, &to);
            }
            for value in [&mut value, &mut stays] {
                value.advance(1.0 / fps);
            }
            for value in [&mut turned, &mut stays_turned] {
                value.advance(1.0 / fps);
            }
        }
        let (got, want) = (to.to_parent(value.state()), from.to_parent(stays.state()));
        for i in 0..3 {
            assert!((got.position[i] - want.position[i]).abs() < 1e-11, "{fps}");
            assert!((got.velocity[i] - want.velocity[i]).abs() < 1e-10, "{fps}");
        }
        let (got, want) =
            (to.rotation_to_parent(turned.state()), from.rotation_to_parent(stays_turned.state()));
        let off = got.rotation.relative_to(&want.rotation).to_rotation_vector();
        assert!(off.iter().all(|x| x.abs() < 1e-11), "{fps}: {off:?}");
    }
}

#[test]
fn an_axis_without_a_scale_is_at_zero() {
    let scale = State::at_rest([1.0, 0.0, 2.0]);
    let flat = ReferenceFrame { scale, ..ReferenceFrame::default() };
    let seen = flat.to_local(State::new([3.0, 4.0, 5.0], [1.0; 3]));
    assert_eq!(seen, State::new([3.0, 0.0, 2.5], [1.0, 0.0, 0.5]));
}

/// In the plane the same as by complex numbers: `p = o + e^(iθ)·(s∘x)`.
#[test]
fn frames_in_the_plane_turn_like_complex_numbers() {
    let mut random = Random::new(4);
    for _ in 0..300 {
        let mut pair = |size: f64| [(); 2].map(|()| random.uniform(-size, size));
        let (origin, local) = (State::new(pair(5.0), pair(5.0)), State::new(pair(5.0), pair(5.0)));
        let scale = State::new(pair(2.0), pair(1.0));
        let [angle, rate] = pair(3.0);
        let frame = ReferenceFrame::planar(origin, State::new(angle, rate), scale);
        let at = |h: f64| {
            let [x, y] = [0, 1].map(|i| {
                (scale.position[i] + h * scale.velocity[i])
                    * (local.position[i] + h * local.velocity[i])
            });
            let (sin, cos) = (angle + h * rate).sin_cos();
            let [ox, oy] = [0, 1].map(|i| origin.position[i] + h * origin.velocity[i]);
            [ox + cos * x - sin * y, oy + sin * x + cos * y]
        };
        let mut value = SpringValue::new(local.position);
        value.set_state(local);
        value.set_goal([0.0; 2]);
        value.change_frame(&frame, &ReferenceFrame::default());
        let (now, h) = (at(0.0), 1e-5);
        for (i, now) in now.into_iter().enumerate() {
            let slope = (at(h)[i] - at(-h)[i]) / (2.0 * h);
            assert!((value.value()[i] - now).abs() < 1e-13);
            assert!((value.velocity()[i] - slope).abs() < 1e-7);
            assert!((value.goal()[i] - origin.position[i]).abs() < 1e-15);
        }
    }
}
