//! Derivatives of steps and motions.

use sprung::motion::MotionDerivatives;
use sprung::{State, StepGradient};

use super::super::table::{Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    table.moves("StepDerivatives::step", |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        let step = a.spring().step_derivatives(a.dt()).step();
        (state, step.apply(state, goal), State::at_rest(goal))
    });
    for name in [
        "Spring::step_derivatives",
        "StepDerivatives::by_angular_frequency",
        "StepDerivatives::by_damping_ratio",
        "StepDerivatives::by_dt",
        "StepDerivatives::by_state",
        "StepDerivatives::by_goal",
    ] {
        table.answers(name, |a| {
            let step = a.spring().step_derivatives(a.dt());
            let (state, goal) = (a.state(), a.pair(0.5));
            vec![
                step.by_angular_frequency(state, goal),
                step.by_damping_ratio(state, goal),
                step.by_dt(state, goal),
                step.by_state(state),
                step.by_goal(goal),
            ]
        });
    }
    table.answers("StepDerivatives::pull_back", |a| {
        let step = a.spring().step_derivatives(a.dt());
        let StepGradient { state, goal, angular_frequency, damping_ratio, dt } =
            step.pull_back(a.state(), a.pair(0.5), a.state());
        (state, vec![goal, [angular_frequency, damping_ratio], [dt; 2]])
    });
    for name in [
        "MotionDerivatives::of",
        "MotionDerivatives::along",
        "MotionDerivatives::update",
        "MotionDerivatives::update_along",
    ] {
        table.answers(name, |a| {
            let mut motion = MotionDerivatives::along(a.state(), a.state());
            let step = a.spring().step_derivatives(a.dt());
            motion.update(a.pair(0.5), &step);
            motion.update_along(a.pair(0.5), a.pair(1.0), &step);
            let by = [motion.by_angular_frequency, motion.by_damping_ratio, motion.by_dt];
            (motion.state, by.to_vec(), vec![motion.by_start, motion.by_goal])
        });
    }
}
