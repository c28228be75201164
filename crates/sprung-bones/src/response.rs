//! The step of a bone over one tick: a spring whose goal moves steadily, under a constant acceleration.

use sprung::{Real, Spring, State};

/// The offset from the goal and the velocity at the end of a tick, as factors of those at its start, of the way of the goal and
/// of the acceleration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Response {
    /// The offset, then the velocity: from the offset, the velocity, the way of the goal, the acceleration.
    pub(crate) factors: [[f64; 4]; 2],
}

impl Response {
    /// The velocity at the end of a tick for the way in it, of an impulse at its start.
    pub(crate) fn velocity_of_impulse(&self) -> f64 {
        let [[_, way, ..], [_, velocity, ..]] = self.factors;
        if way > 0.0 { velocity / way } else { 0.0 }
    }
}

/// The square of the turn `ωh` of a tick below which a spring takes up an acceleration as drag alone does, to 1e-6.
const SLOW: f64 = 1e-6;

/// Below this `2ζωh` the series of the drag are exact to 1e-12.
const SHORT: f64 = 1e-3;

impl Response {
    /// The exact solution of `x″ = −ω² (x − g) − 2ζω x′ + a` over `tick` seconds.
    pub(crate) fn new(spring: &Spring<f64>, tick: f64) -> Self {
        let step = spring.follow_step(tick);
        let of = |offset: f64, velocity: f64, way: f64| {
            step.apply_relative(State::new(offset, velocity), way)
        };
        let (offset, velocity, way) = (of(1.0, 0.0, 0.0), of(0.0, 1.0, 0.0), of(0.0, 0.0, 1.0));
        let (square, drag) = (spring.stiffness(), spring.damping());
        let pushed = if square == f64::INFINITY || drag == f64::INFINITY {
            State::at_rest(0.0)
        } else if square * tick * tick > SLOW {
            State::new((1.0 - offset.position) / square, -offset.velocity / square)
        } else {
            under_drag(drag, tick)
        };
        let row = |part: fn(&State<f64>) -> f64| [&offset, &velocity, &way, &pushed].map(part);
        Response { factors: [row(|state| state.position), row(|state| state.velocity)] }
    }
}

/// Way and velocity after a time under the acceleration 1 and a drag.
fn under_drag(drag: f64, time: f64) -> State<f64> {
    let decay = drag * time;
    let (way, velocity) = if decay < SHORT {
        (0.5 - decay * (1.0 / 6.0 - decay / 24.0), 1.0 - decay * (0.5 - decay / 6.0))
    } else {
        let velocity = -Real::exp_m1(-decay) / decay;
        ((1.0 - velocity) / decay, velocity)
    };
    State::new(way * time * time, velocity * time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::reference_ode::solve;

    #[test]
    fn it_solves_the_equation() {
        let tick = 1.0 / 240.0;
        for (frequency, ratio) in
            [(5.0, 0.2), (50.0, 1.0), (400.0, 2.0), (1e-3, 300.0), (0.2, 1.0), (0.3, 0.0)]
        {
            check(Spring::new(frequency, ratio).unwrap(), tick);
        }
        for drag in [0.0, 0.01, 0.1, 30.0, 900.0] {
            check(Spring::from_stiffness_and_damping(0.0, drag).unwrap(), tick);
        }
    }

    fn check(spring: Spring<f64>, tick: f64) {
        let (stiffness, drag) = (spring.stiffness(), spring.damping());
        let (offset, velocity, way, push) = (0.3, -2.0, 0.05, 9.0);
        let slope = |time: f64, y: [f64; 2]| {
            let goal = way * time / tick;
            [y[1], -stiffness * (y[0] - goal) - drag * y[1] + push]
        };
        let expected = solve(slope, [offset, velocity], 0.0, tick);
        let response = Response::new(&spring, tick);
        let at = |row: usize| {
            let given = [offset, velocity, way, push];
            response.factors[row].iter().zip(given).map(|(factor, given)| factor * given).sum()
        };
        let (end, end_velocity): (f64, f64) = (at(0), at(1));
        let off = (end + way - expected[0]).abs();
        assert!(off < 1e-9 * 0.3, "{spring:?}: {off:e}");
        let off = (end_velocity - expected[1]).abs();
        assert!(off < 1e-6 * 2.0, "{spring:?}: {off:e}");
    }

    #[test]
    fn a_stiff_bone_is_on_its_goal() {
        for spring in [Spring::critical(f64::INFINITY).unwrap(), Spring::critical(1e12).unwrap()] {
            let [offset, _] = Response::new(&spring, 0.01).factors;
            assert!(offset.iter().all(|factor| factor.abs() < 1e-9), "{offset:?}");
        }
    }
}
