//! Motions composed of springs: whole poses, splines, the camera, facing, in both precisions.

use sprung::motion::{
    CameraGoal, CameraRig, CameraSprings, Inertialization, Orbit, Pose, PoseInertialization,
    PoseMut, RotationInertialization, RotationState, ScaleInertialization, SpringSpline, facing,
};
use sprung::{ParameterError, Real, Rotation, Spring, State, Vector};

use crate::bits::{Bits, Outcome};

const STEPS: usize = 240;
const FRAME: f64 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let spring = Spring::from_halflife(R::from_f64(0.15), R::from_f64(0.8))?;
    pose::<R>(bits);
    spline::<R>(bits)?;
    camera(bits, &spring);
    hero(bits, &spring);
    Ok(())
}

/// A signal computed by sums and products alone.
fn wave<R: Real>(at: usize) -> R {
    R::from_f64((at / 60) as f64 * 0.7 - ((at % 60) as f64) * 0.02 - 0.4)
}

/// Two bones of an animation: one that turns and grows, one that rests.
struct Bones<R> {
    translations: [State<[R; 3]>; 2],
    rotations: [RotationState<R>; 2],
    scales: [State<[R; 3]>; 2],
}

impl<R: Real> Bones<R> {
    fn at(time: usize, which: f64) -> Self {
        let (x, one) = (wave::<R>(time), R::from_f64(which));
        let turned = Rotation::from_rotation_vector([x, one, R::HALF]);
        Bones {
            translations: [State::new([x, one, -x], [one, x, R::HALF]), State::at_rest([one; 3])],
            rotations: [
                RotationState::new(turned, [R::HALF, -x, one]),
                RotationState::at_rest(turned.inverse()),
            ],
            scales: [
                State::new([R::ONE + x * x, one, R::TWO], [x, R::HALF, -x]),
                State::at_rest([one; 3]),
            ],
        }
    }

    fn pose(&self) -> Pose<'_, R> {
        Pose { translations: &self.translations, rotations: &self.rotations, scales: &self.scales }
    }
}

fn pose<R: Real + Into<f64>>(bits: &mut Bits) {
    let mut translations = [Inertialization::default(); 2];
    let mut rotations = [RotationInertialization::default(); 2];
    let mut scales = [ScaleInertialization::default(); 2];
    let halflives = [0.05, 0.3].map(R::from_f64);
    for at in 0..STEPS {
        let mut fade = PoseInertialization {
            translations: &mut translations,
            rotations: &mut rotations,
            scales: &mut scales,
        };
        let animation = Bones::at(at, if (at / 40) % 2 == 0 { 1.0 } else { 2.5 });
        if at % 40 == 0 {
            let other = Bones::at(at, if (at / 40) % 2 == 0 { 2.5 } else { 1.0 });
            fade.transition(other.pose(), animation.pose());
        }
        fade.update_each(&halflives, R::from_f64(FRAME));
        let mut seen = Bones::at(0, 1.0);
        fade.apply(
            animation.pose(),
            PoseMut {
                translations: &mut seen.translations,
                rotations: &mut seen.rotations,
                scales: &mut seen.scales,
            },
        );
        for bone in 0..2 {
            for state in [seen.translations[bone], seen.scales[bone]] {
                bits.add_all(state.position);
                bits.add_all(state.velocity);
            }
            turned(bits, &seen.rotations[bone]);
        }
    }
}

fn spline<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let points = [[0.0, 0.0], [1.0, 2.0], [2.5, 2.2], [3.0, 0.4], [4.5, 0.2]]
        .map(|point| point.map(R::from_f64));
    for (phase, damping_ratio) in [(7.0, 0.7), (3.0, 1.0), (12.0, 3.0)] {
        let spring = Spring::new(R::from_f64(phase), R::from_f64(damping_ratio))?;
        for curve in [
            SpringSpline::approximating(&points, &spring)?,
            SpringSpline::interpolating(&points, &spring)?,
        ] {
            for at in 0..=64 {
                let u = R::from_f64(f64::from(at) / 16.0);
                for state in [curve.causal(u), curve.zero_phase(u)] {
                    bits.add_all(state.position);
                    bits.add_all(state.velocity);
                }
            }
        }
    }
    Ok(())
}

fn camera<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let springs = CameraSprings { focus: *by, angles: *by, radius: *by, lookahead: by.lag() };
    let view = |at: usize| Orbit { radius: R::TWO, yaw: wave::<R>(at) * R::TWO, pitch: R::HALF };
    let mut rig = CameraRig::new([R::ZERO; 3], view(0));
    for at in 0..STEPS {
        let place = |at: usize| [wave::<R>(at), R::HALF, wave::<R>(at + 30)];
        let velocity = place(at + 1).minus(place(at)).times(R::from_f64(60.0));
        let player = State::new(place(at), velocity);
        let clearance = if (80..100).contains(&at) { R::ONE } else { R::INFINITY };
        rig.update(
            CameraGoal { clearance, ..CameraGoal::new(player, view(at)) },
            &springs.step(R::from_f64(FRAME)),
        );
        bits.add_all(rig.position());
        bits.add_all(rig.rotation().xyzw());
        bits.add_all([rig.radius.velocity, rig.yaw.velocity, rig.pitch.velocity]);
    }
}

/// A character that turns into its direction of motion, and its predicted turn.
fn hero<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let (forward, up) = ([R::ZERO, R::ZERO, R::ONE], [R::ZERO, R::ONE, R::ZERO]);
    let times = [0.0, 0.2, 0.6].map(R::from_f64);
    let mut hero = RotationState::at_rest(Rotation::IDENTITY);
    let mut ahead = [hero; 3];
    for at in 0..STEPS {
        let goal = facing([wave(at), R::HALF, wave(at + 45)], forward, up);
        hero.predict(goal, by, &times, &mut ahead);
        hero = by.step(R::from_f64(FRAME)).apply_rotation(hero, goal);
        ahead.iter().chain([&hero]).for_each(|state| turned(bits, state));
    }
}

fn turned<R: Real + Into<f64>>(bits: &mut Bits, state: &RotationState<R>) {
    bits.add_all(state.rotation.xyzw());
    bits.add_all(state.angular_velocity);
}
