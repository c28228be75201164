//! Coefficients of a time step.

use sprung::{DoubleStep, RestThreshold, SoftCoefficients, SpringStep, State};

use super::super::numbers::One;
use super::super::table::{Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    let rest = State::at_rest;
    table.moves("Spring::step", move |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        (state, a.spring().step(a.dt()).apply(state, goal), rest(goal))
    });
    table.moves("SpringStep::apply", move |a| {
        let (state, goal) = (a.state(), a.pair(-3.0));
        (state, a.spring().step(a.dt()).apply(state, goal), rest(goal))
    });
    table.builds("SpringStep::dt", |a| One(a.spring().step(a.dt()).dt()));
    table.answers("SpringStep::rest_threshold", |a| {
        let RestThreshold { distance, speed } =
            a.spring().step(a.dt()).rest_threshold(a.number(2.0));
        [distance, speed]
    });
    table.answers("RestThreshold::is_at_rest", |a| {
        let threshold = RestThreshold { distance: a.number(0.1), speed: a.number(1.0) };
        threshold.is_at_rest(a.state(), a.pair(0.5))
    });
    table.answers("RestThreshold::settle", |a| {
        let threshold = RestThreshold { distance: a.number(0.1), speed: a.number(1.0) };
        threshold.settle(a.state(), a.pair(0.5))
    });
    table.builds("SpringStep::matrix", |a| a.spring().step(a.dt()).matrix().to_vec());
    table.moves("SpringStep::critical", move |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        (state, SpringStep::critical(a.number(7.0), a.dt()).apply(state, goal), rest(goal))
    });
    for (name, tracks) in [("Spring::follow_step", false), ("Spring::track_step", true)] {
        table.moves(name, move |a| {
            let (state, from, to) = (a.state(), a.pair(0.5), a.pair(0.7));
            let (spring, dt) = (a.spring(), a.dt());
            let step = if tracks { spring.track_step(dt) } else { spring.follow_step(dt) };
            (state, step.apply(state, from, to), rest(to))
        });
    }
    table.moves("MovingGoalStep::apply", move |a| {
        let (state, from, to) = (a.state(), a.pair(0.5), a.pair(0.7));
        (state, a.spring().follow_step(a.dt()).apply(state, from, to), rest(to))
    });
    table.answers("MovingGoalStep::apply_relative", |a| {
        a.spring().follow_step(a.dt()).apply_relative(a.state(), a.pair(0.2))
    });
    for name in ["Spring::goal_velocity_step", "GoalVelocityStep::apply"] {
        table.moves(name, move |a| {
            let (state, goal, velocity) = (a.state(), a.pair(0.5), a.pair(0.7));
            let (spring, dt) = (a.spring(), a.dt());
            let after = spring.goal_velocity_step(dt).apply(state, goal, velocity);
            let lag = spring.lag();
            (state, after, rest([0, 1].map(|i| goal[i] + lag * velocity[i])))
        });
    }
    for name in ["Spring::integral_step", "IntegralStep::apply"] {
        table.drifts(name, |a| {
            let (state, goal) = (a.state(), a.pair(0.5));
            ([R::ZERO; 2], a.spring().integral_step(a.dt()).apply(state, goal))
        });
    }
    for name in ["Spring::character_step", "CharacterStep::apply"] {
        table.drifts(name, |a| {
            let (motion, goal) = (a.state(), a.pair(0.5));
            let (distance, after) = a.spring().character_step(a.dt()).apply(motion, goal);
            (([R::ZERO; 2], motion), (distance, after))
        });
    }
    table.builds("CharacterStep::dt", |a| One(a.spring().character_step(a.dt()).dt()));
    for name in ["Damper::step", "DamperStep::apply"] {
        table.moves(name, |a| {
            let (value, goal) = (a.pair(1.5), a.pair(0.5));
            (value, a.damper().step(a.dt()).apply(value, goal), goal)
        });
    }
    table.builds("DamperStep::remaining", |a| One(a.damper().step(a.dt()).remaining()));
    for name in ["Damper::follow_step", "MovingGoalDamperStep::apply"] {
        table.moves(name, |a| {
            let (value, from, to) = (a.pair(1.5), a.pair(0.5), a.pair(0.7));
            (value, a.damper().follow_step(a.dt()).apply(value, from, to), to)
        });
    }
    table.answers("MovingGoalDamperStep::apply_relative", |a| {
        a.damper().follow_step(a.dt()).apply_relative(a.pair(1.5), a.pair(0.2))
    });
    for name in ["DoubleStep::new", "DoubleStep::apply"] {
        table.moves(name, move |a| {
            let (first, second, goal) = (a.state(), a.state(), a.pair(0.5));
            let after = DoubleStep::new(a.number(7.0), a.dt()).apply(first, second, goal);
            ((first, second), after, (rest(goal), rest(goal)))
        });
    }
    table.builds("SoftCoefficients::exact", |a| SoftCoefficients::exact(&a.spring(), a.dt()));
    table.builds("SoftCoefficients::backward_euler", |a| {
        SoftCoefficients::backward_euler(&a.spring(), a.dt())
    });
    table.builds("SoftCoefficients::to_spring", |a| {
        SoftCoefficients { c_s: a.number(0.2), c_d: a.number(0.3) }.to_spring(a.number(0.02))
    });
    table.builds("SoftCoefficients::to_implicit_spring", |a| {
        SoftCoefficients { c_s: a.number(0.2), c_d: a.number(0.3) }
            .to_implicit_spring(a.number(0.02))
    });
}
