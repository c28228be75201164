//! Transitions between animations, cameras, angles and scales.

use sprung::State;
use sprung::motion::*;

use super::super::numbers::One;
use super::super::table::{Args, Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    faded(table);
    poses(table);
    scales(table);
    table.moves_whole("motion::angle_spring", |a| {
        let (state, goal) = (a.scalar_state(), a.number(0.5));
        (state, angle_spring(state, goal, &a.spring(), a.dt()), State::at_rest(goal))
    });
    table.moves_whole("SpringStep::apply_angle", |a| {
        let (state, goal) = (a.scalar_state(), a.number(0.5));
        (state, a.spring().step(a.dt()).apply_angle(state, goal), State::at_rest(goal))
    });
    table.answers("motion::wrap_angle", |a| One(wrap_angle(a.number(7.0))));
    table.answers("motion::unwrap_angle", |a| One(unwrap_angle(a.number(7.0), a.number(0.3))));
    cameras(table);
}

fn faded<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("Inertialization::transition", |a| {
        let mut fade = Inertialization { offset: a.state() };
        fade.transition(a.state(), a.state());
        fade.offset
    });
    table.moves("Inertialization::update", |a| {
        let offset = a.state();
        let mut fade = Inertialization { offset };
        fade.update(&a.spring().step(a.dt()));
        (offset, fade.offset, State::at_rest([R::ZERO; 2]))
    });
    table.answers("Inertialization::apply", |a| {
        Inertialization { offset: a.state() }.apply(a.state())
    });
    for fade in [FadeCurve::Cubic, FadeCurve::SmoothStep] {
        let names = match fade {
            FadeCurve::Cubic => "TimedOffset::new",
            _ => "TimedOffset::at",
        };
        table.answers(names, move |a| {
            let faded = TimedOffset::new(a.state(), a.number(0.4), fade);
            faded.map(|faded| faded.at(a.number(0.2)))
        });
    }
    table.builds("Spring::transition_cost", |a| {
        let offset = State::new([a.number(1.0); 2], [a.number(2.0); 2]);
        One(a.spring().transition_cost(offset)).0.max(R::ZERO) >= R::ZERO
    });
    table.answers("DeadBlend::new", |a| {
        let blend = DeadBlend::new(a.state(), a.number(0.1), a.number(0.4));
        blend.map(|blend| blend.apply(a.state(), a.number(0.0)))
    });
    table.drifts("DeadBlend::extrapolated", |a| {
        let last = a.state();
        let Ok(blend) = DeadBlend::new(last, a.number(0.1), a.number(0.4)) else {
            return (last, last);
        };
        (last, blend.extrapolated(a.dt()))
    });
    table.answers("DeadBlend::apply", |a| {
        let blend = DeadBlend::new(a.state(), a.number(0.1), a.number(0.4));
        blend.map(|blend| blend.apply(a.state(), a.number(0.2)))
    });
}

fn poses<R: ParameterValue>(table: &mut Table<R>) {
    type Fades<R> = (
        [Inertialization<[R; 3]>; 1],
        [RotationInertialization<R>; 1],
        [ScaleInertialization<R, 3>; 1],
    );
    type Bone<R> = (State<[R; 3]>, RotationState<R>, State<[R; 3]>);
    fn bone<R: ParameterValue>(a: &mut Args<R>, shift: f64) -> Bone<R> {
        let scale = [1.0, 2.0, 0.5].map(|x| a.number(x + shift));
        (
            State::new(a.triple(1.0 + shift), a.triple(0.3)),
            RotationState::new(a.rotation(0.4 + shift), a.triple(0.2)),
            State::new(scale, a.triple(0.1)),
        )
    }
    fn switched<R: ParameterValue>(a: &mut Args<R>) -> Fades<R> {
        let (from, to) = (bone(a, 0.0), bone(a, 0.2));
        let mut fades = Fades::<R>::default();
        let (a, b) = (([from.0], [from.1], [from.2]), ([to.0], [to.1], [to.2]));
        fade(&mut fades).transition(
            Pose { translations: &a.0, rotations: &a.1, scales: &a.2 },
            Pose { translations: &b.0, rotations: &b.1, scales: &b.2 },
        );
        fades
    }
    fn fade<R: ParameterValue>(fades: &mut Fades<R>) -> PoseInertialization<'_, R> {
        PoseInertialization {
            translations: &mut fades.0,
            rotations: &mut fades.1,
            scales: &mut fades.2,
        }
    }
    fn seen<R: ParameterValue>(fades: &mut Fades<R>) -> Bone<R> {
        let still = (
            [State::at_rest([R::ZERO; 3])],
            [RotationState::default()],
            [State::at_rest([R::ONE; 3])],
        );
        let mut shown = still;
        fade(fades).apply(
            Pose { translations: &still.0, rotations: &still.1, scales: &still.2 },
            PoseMut { translations: &mut shown.0, rotations: &mut shown.1, scales: &mut shown.2 },
        );
        (shown.0[0], shown.1[0], shown.2[0])
    }
    fn still<R: ParameterValue>() -> Bone<R> {
        (State::at_rest([R::ZERO; 3]), RotationState::default(), State::at_rest([R::ONE; 3]))
    }
    for name in ["PoseInertialization::transition", "PoseInertialization::apply"] {
        table.answers(name, |a| seen(&mut switched(a)));
    }
    table.moves_whole("PoseInertialization::update", |a| {
        let mut fades = switched(a);
        let before = seen(&mut fades);
        fade(&mut fades).update(&a.spring().step(a.dt()));
        (before, seen(&mut fades), still())
    });
    table.moves_whole("PoseInertialization::update_each", |a| {
        let mut fades = switched(a);
        let before = seen(&mut fades);
        fade(&mut fades).update_each(&[a.number(0.2)], a.dt());
        (before, seen(&mut fades), still())
    });
    table.moves_whole("PoseInertialization::update_by", |a| {
        let mut fades = switched(a);
        let before = seen(&mut fades);
        let step = a.spring().step(a.dt());
        fade(&mut fades).update_by(|_| step);
        (before, seen(&mut fades), still())
    });
}

fn scales<R: ParameterValue>(table: &mut Table<R>) {
    fn size<R: ParameterValue>(a: &mut Args<R>) -> State<[R; 2]> {
        State::new(a.pair(1.2), a.pair(0.3))
    }
    table.moves("motion::scale_spring", |a| {
        let (state, goal) = (size(a), a.pair(0.7));
        (state, scale_spring(state, goal, &a.spring(), a.dt()), State::at_rest(goal))
    });
    table.moves("SpringStep::apply_scale", |a| {
        let (state, goal) = (size(a), a.pair(0.5));
        (state, a.spring().step(a.dt()).apply_scale(state, goal), State::at_rest(goal))
    });
    for name in ["ScaleSpring::new", "ScaleSpring::update"] {
        table.moves(name, |a| {
            let (mut scale, goal) = (ScaleSpring::new(size(a)), a.pair(0.7));
            let before = scale.state;
            scale.update(goal, &a.spring().step(a.dt()));
            (before, scale.state, State::at_rest(goal))
        });
    }
    for name in ["ScaleInertialization::transition", "ScaleInertialization::apply"] {
        table.answers(name, |a| {
            let mut fade = ScaleInertialization::<R, 2>::default();
            fade.transition(size(a), size(a));
            fade.apply(size(a))
        });
    }
    table.moves("ScaleInertialization::update", |a| {
        let mut fade = ScaleInertialization::<R, 2>::default();
        fade.transition(size(a), State::new(a.pair(0.8), a.pair(0.1)));
        let animation = State::new(a.pair(0.8), a.pair(0.1));
        let before = fade.apply(animation);
        fade.update(&a.spring().step(a.dt()));
        (before, fade.apply(animation), animation)
    });
}

fn cameras<R: ParameterValue>(table: &mut Table<R>) {
    type Seen<R> = (State<[R; 3]>, Vec<State<R>>);
    fn orbit<R: ParameterValue>(a: &mut Args<R>) -> Orbit<R> {
        Orbit { radius: a.number(4.0), yaw: a.number(1.0), pitch: a.number(0.3) }
    }
    fn seen<R: ParameterValue>(camera: &CameraRig<R>) -> Seen<R> {
        (camera.focus, vec![camera.radius, camera.yaw, camera.pitch])
    }
    for name in ["CameraRig::new", "CameraRig::position", "CameraRig::rotation"] {
        table.answers(name, |a| {
            let camera = CameraRig::new(a.triple(1.0), orbit(a));
            (seen(&camera), camera.position(), camera.rotation())
        });
    }
    table.answers("CameraRig::teleport", |a| {
        let mut camera = CameraRig::new(a.triple(1.0), orbit(a));
        camera.teleport(a.triple(2.0));
        seen(&camera)
    });
    table.answers("CameraGoal::new", |a| {
        CameraGoal::new(State::at_rest(a.triple(1.0)), orbit(a)).player
    });
    table.builds("CameraStep::dt", |a| {
        let (focus, angles) = (a.spring(), a.spring());
        One(CameraSprings { focus, angles, radius: angles, lookahead: R::ZERO }.step(a.dt()).dt())
    });
    fixed_cameras(table);
    for name in ["CameraSprings::step", "CameraRig::update"] {
        table.moves_whole(name, |a| {
            let mut camera = CameraRig::new(a.triple(1.0), orbit(a));
            let before = seen(&camera);
            let springs = CameraSprings {
                focus: a.spring(),
                angles: a.spring(),
                radius: a.spring(),
                lookahead: a.number(0.1),
            };
            let (player, view) = (State::at_rest(a.triple(1.1)), orbit(a));
            let goal = CameraGoal { player, view, clearance: a.number(9.0) };
            camera.update(goal, &springs.step(a.dt()));
            let end = [view.radius, view.yaw, view.pitch].map(State::at_rest).to_vec();
            (before, seen(&camera), (player, end))
        });
    }
}

fn fixed_cameras<R: ParameterValue>(table: &mut Table<R>) {
    fn seen<R: ParameterValue>(camera: &FixedCamera<R>) -> Vec<State<R>> {
        vec![camera.yaw, camera.pitch]
    }
    for name in ["FixedCamera::new", "FixedCamera::rotation", "FixedCamera::teleport"] {
        table.answers(name, |a| {
            let mut camera = FixedCamera::new(a.triple(1.0), a.triple(3.0));
            camera.teleport(a.triple(2.0));
            (seen(&camera), camera.position, camera.rotation())
        });
    }
    table.moves_whole("FixedCamera::update", |a| {
        let mut camera = FixedCamera::new(a.triple(1.0), a.triple(3.0));
        let (before, angles) = (seen(&camera), a.spring());
        let springs =
            CameraSprings { focus: angles, angles, radius: angles, lookahead: a.number(0.1) };
        let player = a.triple(4.0);
        camera.update(State::at_rest(player), &springs.step(a.dt()));
        (before, seen(&camera), seen(&FixedCamera::new(camera.position, player)))
    });
}
