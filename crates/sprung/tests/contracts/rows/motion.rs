//! Motions of vectors.

use sprung::motion::*;
use sprung::{DoubleStep, State};

use super::super::numbers::One;
use super::super::table::{Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    springs(table);
    chained(table);
    limits(table);
    characters(table);
    splines(table);
}

fn springs<R: ParameterValue>(table: &mut Table<R>) {
    let rest = State::at_rest;
    table.moves("motion::spring", move |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        (state, spring(state, goal, &a.spring(), a.dt()), rest(goal))
    });
    table.moves("motion::simple_spring", move |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        (state, simple_spring(state, goal, a.number(0.2), a.dt()), rest(goal))
    });
    table.moves("motion::critical_spring", move |a| {
        let (state, goal, velocity) = (a.state(), a.pair(0.5), a.pair(0.7));
        let halflife = a.number(0.2);
        let after = critical_spring(state, goal, velocity, halflife, a.dt());
        // The lag 2/ω of the half-life.
        let lag = halflife * R::from_f64(2.0 / 1.678_346_990_016_660_6);
        (state, after, rest([0, 1].map(|i| goal[i] + lag * velocity[i])))
    });
    table.moves("motion::decay_spring", move |a| {
        let offset = a.state();
        (offset, decay_spring(offset, a.number(0.2), a.dt()), rest([R::ZERO; 2]))
    });
    table.moves("motion::damper", |a| {
        let (value, goal) = (a.pair(1.5), a.pair(0.5));
        (value, damper(value, goal, &a.damper(), a.dt()), goal)
    });
    table.moves("motion::tracking_spring", |a| {
        let (state, animation, acceleration) = (a.state(), a.state(), a.pair(0.3));
        let spring = a.spring();
        (state, tracking_spring(state, animation, acceleration, &spring, a.dt()), animation)
    });
    table.moves("SpringStep::apply_tracking", |a| {
        let (state, animation, acceleration) = (a.state(), a.state(), a.pair(0.3));
        let step = a.spring().step(a.dt());
        (state, step.apply_tracking(state, animation, acceleration), animation)
    });
    table.moves("TrackingGains::apply", |a| {
        let (state, animation, acceleration) = (a.state(), a.state(), a.pair(0.3));
        let gains = TrackingGains {
            position: a.number(0.1),
            velocity: a.number(0.2),
            acceleration: a.number(0.9),
            dt: a.dt(),
        };
        (state, gains.apply(state, animation, acceleration), animation)
    });
    table.builds("TrackingGains::from_halflives", |a| {
        let [x, v, acceleration] = a.triple(0.2);
        let gains = TrackingGains::from_halflives(x, v, acceleration, a.dt());
        gains.map(|gains| [gains.position, gains.velocity, gains.acceleration])
    });
    table.builds("TrackingGains::to_spring", |a| {
        let [position, velocity, acceleration] = a.triple(0.1);
        TrackingGains { position, velocity, acceleration, dt: a.number(0.02) }.to_spring()
    });
}

fn chained<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("DoubleSpring::at_rest", |a| DoubleSpring::at_rest(a.pair(1.0)).state);
    for name in ["DoubleStep::from_halflife", "DoubleSpring::update"] {
        table.moves(name, |a| {
            let mut motion = DoubleSpring { state: a.state(), intermediate: a.state() };
            let before = (motion.state, motion.intermediate);
            let (goal, halflife) = (a.pair(0.5), a.number(0.2));
            let Ok(step) = DoubleStep::from_halflife(halflife, a.dt()) else {
                return (before, before, before);
            };
            motion.update(goal, &step);
            let end = State::at_rest(goal);
            (before, (motion.state, motion.intermediate), (end, end))
        });
    }
    table.answers("TimedSpring::at_rest", |a| TimedSpring::at_rest(a.pair(1.0)).state);
    table.builds("Spring::default_lookahead", |a| One(a.spring().default_lookahead()));
    for name in ["Spring::timed_step", "TimedSpring::update"] {
        table.moves(name, |a| {
            let mut motion = TimedSpring { state: a.state(), intermediate: a.pair(0.5) };
            let (before, position) = ((motion.state, motion.intermediate), a.pair(3.0));
            let (spring, time_left) = (a.spring(), a.number(0.5));
            let goal = TimedGoal { position, time_left };
            motion.update(goal, &spring.timed_step(a.number(0.1), a.dt()));
            (before, (motion.state, motion.intermediate), (State::at_rest(position), position))
        });
    }
    for name in ["Spring::arrival_step", "TimedStep::landing"] {
        table.moves(name, |a| {
            let mut motion = TimedSpring { state: a.state(), intermediate: a.pair(0.5) };
            let (before, position) = ((motion.state, motion.intermediate), a.pair(3.0));
            let goal = TimedGoal { position, time_left: a.number(0.1) };
            motion.update(goal, &a.spring().arrival_step(a.dt()));
            (before, (motion.state, motion.intermediate), (State::at_rest(position), position))
        });
    }
    for name in ["Spring::landing_step", "LandingStep::apply"] {
        table.moves(name, |a| {
            let (state, goal) = (a.state(), a.pair(0.5));
            let step = a.spring().landing_step(a.number(0.1), a.dt());
            (state, step.apply(state, goal), State::at_rest(goal))
        });
    }
    table.builds("Spring::lookahead_leaving", |a| {
        a.spring().lookahead_leaving(a.number(0.1), a.number(1.0)).map(One)
    });
    table.builds("TimedStep::dt", |a| One(a.spring().timed_step(a.number(0.1), a.dt()).dt()));
    table.answers("VelocitySpring::at_rest", |a| VelocitySpring::at_rest(a.pair(1.0)).state);
    for name in ["Spring::velocity_step", "VelocitySpring::update"] {
        table.moves_whole(name, |a| {
            let mut motion = VelocitySpring { state: a.state(), intermediate: a.pair(0.5) };
            let (before, goal) = ((motion.state, motion.intermediate), a.pair(3.0));
            let (spring, speed) = (a.spring(), a.number(2.0));
            motion.update(goal, &spring.velocity_step(speed, a.number(0.1), a.dt()));
            (before, (motion.state, motion.intermediate), (State::at_rest(goal), goal))
        });
    }
    table.builds("VelocityStep::dt", |a| {
        One(a.spring().velocity_step(a.number(2.0), a.number(0.1), a.dt()).dt())
    });
}

fn limits<R: ParameterValue>(table: &mut Table<R>) {
    table.moves_whole("motion::limit_speed", |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        let after = limit_speed(state, goal, &a.spring().step(a.dt()), a.number(2.0));
        (state, after, State::at_rest(goal))
    });
    table.moves_whole("motion::limit_acceleration", |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        let after = limit_acceleration(state, goal, &a.spring().step(a.dt()), a.number(2.0));
        (state, after, State::at_rest(goal))
    });
    table.answers("motion::bounce_within", |a| {
        bounce_within(a.scalar_state(), a.number(-1.0), a.number(1.0), a.number(0.5))
    });
    table.moves_whole("motion::clamp_overshoot", |a| {
        let (state, goal) = (a.scalar_state(), a.number(0.5));
        (state, clamp_overshoot(state, goal, &a.spring().step(a.dt())), State::at_rest(goal))
    });
    table.answers("motion::teleport", |a| teleport(a.state(), a.pair(2.0)));
    table.answers("motion::is_settled", |a| {
        is_settled(a.state(), a.pair(0.5), &a.spring(), a.number(4.0), a.number(0.1))
    });
}

fn characters<R: ParameterValue>(table: &mut Table<R>) {
    let put =
        |hero: &Character<[R; 2]>| (hero.position, State::new(hero.velocity, hero.acceleration));
    table.answers("Character::at_rest", move |a| put(&Character::at_rest(a.pair(1.0))));
    table.drifts("Character::update", move |a| {
        let mut hero =
            Character { position: a.pair(1.0), velocity: a.pair(2.0), acceleration: a.pair(-1.0) };
        let before = put(&hero);
        hero.update(a.pair(3.0), &a.spring().character_step(a.dt()));
        (before, put(&hero))
    });
    table.moves_whole("Character::update_limited", move |a| {
        let mut hero =
            Character { position: a.pair(1.0), velocity: a.pair(2.0), acceleration: a.pair(-1.0) };
        let (before, goal) = (put(&hero), a.pair(0.0));
        hero.update_limited(goal, &a.spring().character_step(a.dt()), a.number(5.0));
        // Where it ends depends on the damping; its velocity is the goal's.
        let after = put(&hero);
        (before, after, (after.0, State::at_rest(goal)))
    });
    table.drifts("Character::predict", move |a| {
        let start =
            Character { position: a.pair(1.0), velocity: a.pair(2.0), acceleration: a.pair(-1.0) };
        let mut path = [start; 2];
        let times = [a.dt(), a.number(0.1)];
        start.predict(a.pair(3.0), &a.spring(), &times, &mut path);
        // Judged by the sample of the first time: the second one is another place of the same.
        (put(&start), put(&path[0]))
    });
    table.drifts("Character::predict_goals", move |a| {
        let start =
            Character { position: a.pair(1.0), velocity: a.pair(2.0), acceleration: a.pair(-1.0) };
        let mut path = [start; 2];
        let step = a.spring().character_step(a.dt());
        start.predict_goals(&[a.pair(3.0), a.pair(1.0)], &step, &mut path);
        (vec![put(&start), put(&start)], vec![put(&path[0]), put(&path[1])])
    });
    table.answers("motion::dead_zone", |a| dead_zone(a.pair(0.5), a.number(0.2), a.number(0.9)));
}

fn splines<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("motion::piecewise_interpolation", |a| {
        let points = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
        piecewise_interpolation(&points, a.number(0.3))
    });
    table.answers("motion::piecewise_spring", |a| {
        let points = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
        let mut curve = [State::default(); 5];
        piecewise_spring(&points, &a.spring(), a.number(1.0), &mut curve);
        curve.to_vec()
    });
    let curve = |a: &mut super::super::table::Args<R>, traces: bool, symmetric: bool| {
        let points = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
        let spring = a.spring();
        let curve = if traces {
            SpringSpline::interpolating(&points, &spring)
        } else {
            SpringSpline::approximating(&points, &spring)
        };
        let u = a.number(1.3);
        curve.map(|curve| if symmetric { curve.zero_phase(u) } else { curve.causal(u) })
    };
    table.answers("SpringSpline::approximating", move |a| curve(a, false, false));
    table.answers("SpringSpline::interpolating", move |a| curve(a, true, false));
    table.answers("SpringSpline::causal", move |a| curve(a, true, false));
    table.answers("SpringSpline::zero_phase", move |a| curve(a, true, true));
    table.answers("SpringSpline::max_parameter", |a| {
        let points = [a.pair(0.0), a.pair(1.0)];
        SpringSpline::interpolating(&points, &a.spring()).map(|curve| One(curve.max_parameter()))
    });
    for name in ["SpringSpline::closed", "SpringSpline::samples", "SpringSpline::causal_samples"] {
        table.answers(name, |a| {
            let points = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
            let curve = SpringSpline::approximating(&points, &a.spring());
            curve.and_then(SpringSpline::closed).map(|curve| {
                let both = curve.samples(4).zip(curve.causal_samples(4));
                both.flat_map(|(mean, forth)| [mean, forth]).collect::<Vec<_>>()
            })
        });
    }
    for name in [
        "SpringSpline::length",
        "SpringSpline::length_between",
        "SpringSpline::parameter_at_length",
    ] {
        table.answers(name, |a| {
            let points = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
            let (from, to, length) = (a.number(0.3), a.number(1.3), a.number(0.7));
            SpringSpline::interpolating(&points, &a.spring()).map(|curve| {
                [curve.length(), curve.length_between(from, to), curve.parameter_at_length(length)]
            })
        });
    }
}
