//! Rotations.

use sprung::Rotation;
use sprung::motion::*;

use crate::table::{Args, Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("Rotation::from_xyzw", |a| {
        let [x, y, z] = a.triple(0.3);
        Rotation::from_xyzw([x, y, z, a.number(0.8)])
    });
    table.answers("Rotation::xyzw", |a| a.rotation(0.5).xyzw().map(|x| x * x));
    table.answers("Rotation::from_rotation_vector", |a| {
        Rotation::from_rotation_vector(a.triple(0.5))
    });
    table.answers("Rotation::to_rotation_vector", |a| a.rotation(0.5).to_rotation_vector());
    table.answers("Rotation::to_long_rotation_vector", |a| {
        a.rotation(0.5).to_long_rotation_vector()
    });
    table.answers("Rotation::then", |a| a.rotation(0.5).then(&a.rotation(0.2)));
    table.answers("Rotation::inverse", |a| a.rotation(0.5).inverse());
    table.answers("Rotation::rotate", |a| a.rotation(0.5).rotate(a.triple(2.0)));
    table.answers("Rotation::relative_to", |a| a.rotation(0.5).relative_to(&a.rotation(0.2)));
    table.answers("motion::facing", |a| facing(a.triple(1.0), a.triple(0.2), a.triple(0.9)));
    table.moves_whole("motion::rotation_damper", |a| {
        let (rotation, goal) = (a.rotation(0.5), a.rotation(0.2));
        (rotation, rotation_damper(rotation, goal, &a.damper().step(a.dt())), goal)
    });
    springs(table);
    inertializations(table);
}

fn state<R: ParameterValue>(a: &mut Args<R>) -> RotationState<R> {
    RotationState::new(a.rotation(0.5), a.triple(0.4))
}

fn springs<R: ParameterValue>(table: &mut Table<R>) {
    let rest = RotationState::at_rest;
    table.answers("RotationState::new", |a| state(a));
    table.answers("RotationState::at_rest", move |a| rest(a.rotation(0.5)));
    table.moves_whole("RotationState::predict", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let mut path = [start; 1];
        let spring = a.spring();
        start.predict(&spring, goal, &[a.dt()], &mut path);
        (start, path[0], rest(goal))
    });
    table.moves_whole("RotationState::predict_goals", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let mut path = [start; 1];
        start.predict_goals(&a.spring().step(a.dt()), &[goal], &mut path);
        (start, path[0], rest(goal))
    });
    table.moves_whole("motion::rotation_spring", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        (start, rotation_spring(start, goal, &a.spring().step(a.dt())), rest(goal))
    });
    table.moves_whole("motion::rotation_spring_by", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let step = a.spring().step(a.dt());
        (start, rotation_spring_by(start, goal, &step, Way::Long), rest(goal))
    });
    for name in ["UnwrappedRotation::new", "UnwrappedRotation::state", "UnwrappedRotation::offset"]
    {
        table.answers(name, |a| {
            let motion = UnwrappedRotation::new(state(a), a.rotation(0.2), Way::Short);
            (motion.state(), motion.offset())
        });
    }
    table.moves_whole("UnwrappedRotation::update", move |a| {
        let goal = a.rotation(0.2);
        let mut motion = UnwrappedRotation::new(state(a), goal, Way::Short);
        let before = motion.state();
        motion.update(&a.spring().step(a.dt()));
        (before, motion.state(), rest(goal))
    });
    table.answers("UnwrappedRotation::set_goal", |a| {
        let mut motion = UnwrappedRotation::new(state(a), a.rotation(0.2), Way::Long);
        motion.set_goal(a.rotation(0.3));
        motion.state()
    });
}

fn inertializations<R: ParameterValue>(table: &mut Table<R>) {
    for name in ["RotationInertialization::switch", "RotationInertialization::over"] {
        table.answers(name, |a| {
            let mut fade = RotationInertialization::default();
            fade.switch(state(a), state(a));
            fade.over(state(a))
        });
    }
    table.moves_whole("RotationInertialization::update", |a| {
        let mut fade = RotationInertialization::default();
        let animation = RotationState::new(a.rotation(0.2), a.triple(0.1));
        fade.switch(state(a), animation);
        let before = fade.over(animation);
        fade.update(&a.spring().step(a.dt()));
        (before, fade.over(animation), animation)
    });
}
