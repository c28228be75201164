//! Rotations.

use sprung::motion::*;
use sprung::{DoubleStep, Rotation};

use super::super::table::{Args, Arguments, ParameterValue, Table};

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
    table.answers("Rotation::normalized", |a| a.rotation(0.5).then(&a.rotation(0.2)).normalized());
    table.answers("Rotation::rotate", |a| a.rotation(0.5).rotate(a.triple(2.0)));
    table.answers("Rotation::relative_to", |a| a.rotation(0.5).relative_to(&a.rotation(0.2)));
    table.answers("motion::facing", |a| facing(a.triple(1.0), a.triple(0.2), a.triple(0.9)));
    table.moves_whole("motion::rotation_damper", |a| {
        let (rotation, goal) = (a.rotation(0.5), a.rotation(0.2));
        (rotation, rotation_damper(rotation, goal, &a.damper(), a.dt()), goal)
    });
    table.moves_whole("DamperStep::apply_rotation", |a| {
        let (rotation, goal) = (a.rotation(0.5), a.rotation(0.2));
        (rotation, a.damper().step(a.dt()).apply_rotation(rotation, goal), goal)
    });
    springs(table);
    turning_goals(table);
    vector_motions(table);
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
        start.predict(goal, &spring, &[a.dt()], &mut path);
        (start, path[0], rest(goal))
    });
    table.moves_whole("RotationState::predict_goals", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let mut path = [start; 1];
        start.predict_goals(&[goal], &a.spring().step(a.dt()), &mut path);
        (start, path[0], rest(goal))
    });
    table.moves_whole("motion::rotation_spring", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        (start, rotation_spring(start, goal, &a.spring(), a.dt()), rest(goal))
    });
    table.moves_whole("SpringStep::apply_rotation", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        (start, a.spring().step(a.dt()).apply_rotation(start, goal), rest(goal))
    });
    table.moves_whole("motion::rotation_spring_along", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let (spring, path) = (a.spring(), RotationPath::Longest);
        (start, rotation_spring_along(start, goal, &spring, path, a.dt()), rest(goal))
    });
    table.moves_whole("SpringStep::apply_rotation_along", move |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let step = a.spring().step(a.dt());
        (start, step.apply_rotation_along(start, goal, RotationPath::Longest), rest(goal))
    });
    for name in [
        "UnwrappedRotation::new",
        "UnwrappedRotation::state",
        "UnwrappedRotation::goal",
        "UnwrappedRotation::offset",
    ] {
        table.answers(name, |a| {
            let motion = UnwrappedRotation::new(state(a), a.rotation(0.2), RotationPath::Shortest);
            (motion.state(), motion.offset(), motion.goal())
        });
    }
    table.moves_whole("UnwrappedRotation::update", move |a| {
        let goal = a.rotation(0.2);
        let mut motion = UnwrappedRotation::new(state(a), goal, RotationPath::Shortest);
        let before = motion.state();
        motion.update(goal, &a.spring().step(a.dt()));
        (before, motion.state(), rest(goal))
    });
    table.answers("UnwrappedRotation::set_goal", |a| {
        let mut motion = UnwrappedRotation::new(state(a), a.rotation(0.2), RotationPath::Longest);
        motion.set_goal(a.rotation(0.3));
        motion.state()
    });
}

fn turning_goals<R: ParameterValue>(table: &mut Table<R>) {
    table.moves_whole("GoalVelocityStep::apply_rotation", |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let step = a.spring().goal_velocity_step(a.dt());
        (start, step.apply_rotation(start, goal, [R::ZERO; 3]), RotationState::at_rest(goal))
    });
    table.moves_whole("MovingGoalStep::apply_rotation", |a| {
        let (start, goal) = (state(a), a.rotation(0.2));
        let step = a.spring().follow_step(a.dt());
        (start, step.apply_rotation(start, goal, goal), RotationState::at_rest(goal))
    });
    table.moves_whole("SpringStep::apply_rotation_tracking", |a| {
        let start = state(a);
        let animation = RotationState::new(a.rotation(0.2), a.triple(0.1));
        let step = a.spring().step(a.dt());
        (start, step.apply_rotation_tracking(start, animation, a.triple(0.3)), animation)
    });
}

fn vector_motions<R: ParameterValue>(table: &mut Table<R>) {
    for name in [
        "RotationVectorMotion::at_rest",
        "RotationVectorMotion::state",
        "RotationVectorMotion::goal",
        "RotationVectorMotion::set_goal",
    ] {
        table.answers(name, |a| {
            let mut motion = DoubleRotationSpring::at_rest(a.rotation(0.5));
            motion.set_goal(a.rotation(0.2));
            (motion.state(), motion.goal())
        });
    }
    table.moves_whole("RotationVectorMotion::update", |a| {
        let goal = a.rotation(0.2);
        let mut motion = DoubleRotationSpring::at_rest(a.rotation(0.5));
        motion.set_goal(goal);
        let before = motion.state();
        motion.update(goal, &DoubleStep::new(a.number(7.0), a.dt()));
        (before, motion.state(), RotationState::at_rest(goal))
    });
    table.moves_whole("TimedRotationSpring::update_timed", |a| {
        let goal = a.rotation(0.2);
        let mut motion = TimedRotationSpring::at_rest(a.rotation(0.5));
        motion.set_goal(goal);
        let before = motion.state();
        let step = a.spring().timed_step(a.number(0.1), a.dt());
        motion.update_timed(goal, a.number(0.4), &step);
        (before, motion.state(), RotationState::at_rest(goal))
    });
}

fn inertializations<R: ParameterValue>(table: &mut Table<R>) {
    for name in ["RotationInertialization::transition", "RotationInertialization::apply"] {
        table.answers(name, |a| {
            let mut fade = RotationInertialization::default();
            fade.transition(state(a), state(a));
            fade.apply(state(a))
        });
    }
    table.moves_whole("RotationInertialization::update", |a| {
        let mut fade = RotationInertialization::default();
        let animation = RotationState::new(a.rotation(0.2), a.triple(0.1));
        fade.transition(state(a), animation);
        let before = fade.apply(animation);
        fade.update(&a.spring().step(a.dt()));
        (before, fade.apply(animation), animation)
    });
}
