//! Scales, offsets that fade, and what fades in a given time.

use sprung::motion::{
    DeadBlend, FadeCurve, Inertialization, Pose, PoseInertialization, PoseMut,
    RotationInertialization, RotationState, ScaleInertialization, ScaleSpring, TimedOffset,
};
use sprung::{Real, Rotation, Spring, State};
use testkit::audit::cases;
use testkit::precision::Precision;

use super::{Reading, W, hour, r, rests};

fn ended<R: Real, const N: usize>(state: &State<[R; N]>, goal: [f64; N]) -> Reading<R> {
    let positions = state.position.into_iter().zip(goal);
    let velocities = state.velocity.map(|v| (v / r(W), 0.0));
    positions.chain(velocities).collect()
}

/// Grown, flipped, and hidden or shown.
pub(super) fn scales<R: Real + Precision>() {
    for ratio in [0.3, 1.0] {
        let by = Spring::new(r::<R>(W), r(ratio)).unwrap();
        let goals = |goal: f64| [goal, 2.0, -goal].map(|x| r::<R>(x));
        let start = |goal: f64| State::new([3.0, -1.0, goal].map(r::<R>), [1.0, 0.5, -2.0].map(r));
        let end = |s: &State<[R; 3]>, goal: f64| ended(s, [goal, 2.0, -goal]);
        let plain = |s: &mut State<[R; 3]>, goal, dt| *s = by.step(dt).apply_scale(*s, goals(goal));
        hour(&format!("scale spring {ratio}"), start, plain, end);
        rests("scale spring", |goal| State::at_rest(goals(goal)), plain);
        let remembered = |s: &mut ScaleSpring<R, 3>, goal, dt| s.update(goals(goal), &by.step(dt));
        hour(
            &format!("remembered scale spring {ratio}"),
            |goal| ScaleSpring::new(start(goal)),
            remembered,
            |s, goal| end(&s.state, goal),
        );
        rests("remembered scale", |goal| ScaleSpring::new(State::at_rest(goals(goal))), remembered);
    }
}

pub(super) fn offsets<R: Real + Precision>() {
    let by = Spring::critical(r::<R>(W)).unwrap();
    let animation = |goal: f64| State::new([goal, 1.0].map(r::<R>), [0.0, 0.0].map(r));
    let other = |goal: f64| State::new([goal + 2.0, -3.0].map(r::<R>), [1.0, -1.0].map(r));
    hour(
        "inertialization",
        |goal| {
            let mut fade = Inertialization::default();
            fade.transition(other(goal), animation(goal));
            fade
        },
        |fade: &mut Inertialization<[R; 2]>, _, dt| fade.update(&by.step(dt)),
        |fade, goal| ended(&fade.apply(animation(goal)), [goal, 1.0]),
    );
    hour(
        "scale inertialization",
        |goal| {
            let mut fade = ScaleInertialization::<R, 2>::default();
            fade.transition(other(goal), animation(goal));
            fade
        },
        |fade, _, dt| fade.update(&by.step(dt)),
        |fade, goal| ended(&fade.apply(animation(goal)), [goal, 1.0]),
    );
    type Bone<R> =
        (Inertialization<[R; 3]>, RotationInertialization<R>, ScaleInertialization<R, 3>);
    let at = |x: f64| State::at_rest([x, 1.0, 0.0].map(r::<R>));
    let turned = |x: f64| {
        RotationState::at_rest(Rotation::from_rotation_vector([0.1 * x, 0.2, 0.0].map(r::<R>)))
    };
    hour(
        "pose inertialization",
        |goal| {
            let mut bone = Bone::<R>::default();
            bone.0.transition(at(goal + 1.0), at(goal));
            bone.1.transition(turned(goal + 1.0), turned(goal));
            bone.2.transition(at(goal + 1.0), at(goal));
            bone
        },
        |bone, _, dt| {
            PoseInertialization {
                translations: core::slice::from_mut(&mut bone.0),
                rotations: core::slice::from_mut(&mut bone.1),
                scales: core::slice::from_mut(&mut bone.2),
            }
            .update_each(&[r(0.2)], dt);
        },
        |bone, goal| {
            let mut bone = *bone;
            let (place, turn) = ([at(goal)], [turned(goal)]);
            let (mut places, mut turns, mut sizes) = (place, turn, place);
            PoseInertialization {
                translations: core::slice::from_mut(&mut bone.0),
                rotations: core::slice::from_mut(&mut bone.1),
                scales: core::slice::from_mut(&mut bone.2),
            }
            .apply(
                Pose { translations: &place, rotations: &turn, scales: &place },
                PoseMut { translations: &mut places, rotations: &mut turns, scales: &mut sizes },
            );
            let apart = turns[0].rotation.relative_to(&turn[0].rotation).to_rotation_vector();
            let ends = [goal, 1.0, 0.0];
            [ended(&places[0], ends), ended(&sizes[0], ends), apart.map(|x| (x, 0.0)).to_vec()]
                .concat()
        },
    );
}

/// Timed fades: functions of the time since the switch, finite at every time and zero after their duration.
pub(super) fn timed<R: Real + Precision>() {
    let offset = State::new(r::<R>(2.0), r(-7.0));
    let fades = [FadeCurve::Cubic, FadeCurve::SmoothStep]
        .map(|fade| TimedOffset::new(offset, r::<R>(0.4), fade).unwrap());
    let blend = DeadBlend::new(offset, r::<R>(0.1), r(0.4)).unwrap();
    let animation = State::new(r::<R>(5.0), r(1.0));
    for rate in [60.0, 1000.0] {
        let mut time = R::ZERO;
        for step in 0..(cases(30, 3600) as f64 * rate) as u32 {
            let ended = Real::to_f64(time) >= 0.4;
            for fade in &fades {
                let State { position, velocity } = fade.at(time);
                assert!(Real::is_finite(position) && Real::is_finite(velocity), "{step}");
                assert!(!ended || fade.at(time) == State::at_rest(R::ZERO), "{step}");
            }
            let seen = blend.apply(animation, time);
            assert!(Real::is_finite(seen.position) && Real::is_finite(seen.velocity), "{step}");
            assert!(!ended || seen == animation, "{step}");
            let State { position, velocity } = blend.extrapolated(time);
            assert!(Real::to_f64(position).abs() < 3.0 && Real::is_finite(velocity), "{step}");
            time = r(f64::from(step + 1) / rate);
        }
    }
}
