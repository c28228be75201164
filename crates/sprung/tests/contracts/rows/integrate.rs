//! Integrators and sub-stepping. Most integrators take a time step as it is: those rows promise only to end.

use sprung::State;
use sprung::integrate::*;

use super::super::numbers::One;
use super::super::table::{Arguments, ParameterValue, Table};

fn advance<R: ParameterValue>(state: State<[R; 2]>, h: R) -> State<[R; 2]> {
    semi_implicit_euler(state, h, |_| [R::ONE, -R::ONE])
}

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    table.ends("integrate::euler_damper", |a| {
        euler_damper(a.pair(1.0), a.pair(0.5), a.number(3.0), a.dt())
    });
    table.answers("integrate::euler_damper_limit", |_| One(euler_damper_limit::<R>()));
    table.ends("integrate::explicit_euler", |a| explicit_euler(a.state(), a.dt(), |s| s.position));
    table.ends("integrate::semi_implicit_euler", |a| {
        semi_implicit_euler(a.state(), a.dt(), |s| s.position)
    });
    table.ends("integrate::runge_kutta_4", |a| runge_kutta_4(a.state(), a.dt(), |s| s.position));
    table.ends("integrate::stable_pd", |a| {
        stable_pd(a.state(), a.pair(0.5), a.pair(0.1), &a.spring(), a.dt())
    });
    table.moves("integrate::backward_euler", |a| {
        let (state, goal) = (a.state(), a.pair(0.5));
        let velocity = a.pair(0.0).map(|x| x * R::from_f64(0.0));
        let after = backward_euler(state, goal, velocity, &a.spring(), a.dt());
        (state, after, State::at_rest(goal))
    });
    table.answers("Spring::acceleration", |a| {
        a.spring().acceleration(a.state(), a.pair(0.5), a.pair(0.1))
    });
    table.answers("Method::name", |_| Method::ALL.iter().all(|method| !method.name().is_empty()));
    table.ends("Method::step", |a| {
        let (spring, state, goal, velocity) = (a.spring(), a.state(), a.pair(0.5), a.pair(0.1));
        let dt = a.dt();
        Method::ALL.map(|method| method.step(state, goal, velocity, &spring, dt)).to_vec()
    });
    table.ends("Method::stability_limit", |a| {
        let ratio = a.number(0.5);
        Method::ALL.map(|method| method.stability_limit(ratio))
    });
    for (name, uniform) in
        [("integrate::substep_capped", false), ("integrate::substep_uniform", true)]
    {
        table.drifts(name, move |a| {
            let (state, dt, max_dt) = (a.state(), a.dt(), a.number(0.01));
            let took = if uniform {
                substep_uniform(state, dt, max_dt, 100, advance)
            } else {
                substep_capped(state, dt, max_dt, 100, advance)
            };
            assert!(took.dropped >= R::ZERO && took.updates <= 100);
            assert!(took.updates > 0 || took.dropped > R::ZERO || !(dt > R::ZERO));
            (state, took.state)
        });
    }
    for (name, keeps) in [
        ("FixedTimestep::new", false),
        ("FixedTimestep::keeping_debt", true),
        ("FixedTimestep::update", true),
        ("FixedTimestep::state", true),
    ] {
        table.drifts(name, move |a| {
            let (state, step) = (a.state(), a.number(0.01));
            let new = if keeps { FixedTimestep::keeping_debt } else { FixedTimestep::new };
            let Ok(mut fixed) = new(state, step, 100) else { return (state, state) };
            let took = fixed.update(a.dt(), advance);
            assert!(took.dropped >= R::ZERO && took.updates <= 100);
            assert!(fixed.owed() >= -step && fixed.owed() < R::INFINITY);
            (state, fixed.state())
        });
    }
    table.builds("FixedTimestep::owed", |a| {
        let state = State::at_rest([R::ONE; 2]);
        FixedTimestep::keeping_debt(state, a.number(0.01), 100).map(|mut fixed| {
            fixed.update(a.dt(), advance);
            One(fixed.owed())
        })
    });
    table.answers("FixedTimestep::set", |a| {
        let fixed = FixedTimestep::new(State::at_rest([R::ONE; 2]), R::HALF, 100);
        fixed.map(|mut fixed| {
            fixed.set(a.state());
            fixed.state()
        })
    });
}
