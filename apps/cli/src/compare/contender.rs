//! One way to compute a step, its limit, and how far it strays from the exact motion.

use sprung::integrate::Method;
use sprung::{Spring, State};

/// A method that takes part in the comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contender {
    pub(super) name: &'static str,
    /// Steps at and beyond this many seconds make it grow without end.
    pub(super) stable_below: f64,
    method: Method,
    spring: Spring<f64>,
}

/// What came of a run.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Time and position at the start and after each step.
    pub(super) points: Vec<(f64, f64)>,
    /// The greatest distance from the exact position after any step; infinite if it left all numbers.
    pub(super) greatest_error: f64,
    /// The distance after the last step.
    pub(super) end_error: f64,
}

impl Contender {
    /// The exact step first, then every integrator.
    pub(super) fn all(spring: &Spring<f64>) -> Vec<Contender> {
        let contender = |method: Method| {
            let stable_below = match method {
                Method::Exact => f64::INFINITY,
                _ => method.stable_phase(spring.damping_ratio()) / spring.angular_frequency(),
            };
            Contender { name: method.name(), stable_below, method, spring: *spring }
        };
        Method::ALL.into_iter().map(contender).collect()
    }

    pub(super) fn is_stable(&self, dt: f64) -> bool {
        dt < self.stable_below
    }

    pub(super) fn verdict(&self, dt: f64) -> &'static str {
        match (self.method, self.is_stable(dt)) {
            (Method::Exact, _) => "exact",
            (_, true) => "stable",
            (_, false) => "unstable",
        }
    }

    pub(super) fn run(
        &self,
        start: State<f64>,
        goal: f64,
        dt: f64,
        steps: u64,
        exact: impl Fn(f64) -> f64,
    ) -> Outcome {
        let mut state = start;
        let mut outcome =
            Outcome { points: vec![(0.0, start.position)], greatest_error: 0.0, end_error: 0.0 };
        for step in 1..=steps {
            state = self.method.step(&self.spring, state, goal, 0.0, dt);
            let time = step as f64 * dt;
            let error = (state.position - exact(time)).abs();
            outcome.end_error = if error.is_nan() { f64::INFINITY } else { error };
            outcome.greatest_error = outcome.greatest_error.max(outcome.end_error);
            outcome.points.push((time, state.position));
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, dt: f64) -> (Contender, Outcome) {
        let spring = Spring::from_frequency(2.0, 0.1).unwrap();
        let found = Contender::all(&spring).into_iter().find(|contender| contender.name == name);
        let contender = found.unwrap();
        let start = State::at_rest(0.0);
        let exact = |time| spring.step(time).apply(start, 1.0).position;
        (contender, contender.run(start, 1.0, dt, (20.0 / dt) as u64, exact))
    }

    #[test]
    fn the_exact_step_strays_by_rounding_only() {
        for dt in [1.0 / 1000.0, 1.0 / 60.0, 1.0] {
            assert!(outcome("exact", dt).1.greatest_error < 1e-12);
        }
    }

    #[test]
    fn what_is_called_unstable_grows_and_what_is_called_stable_ends_at_the_goal() {
        let (explicit, grown) = outcome("explicit", 1.0 / 30.0);
        assert_eq!(explicit.verdict(1.0 / 30.0), "unstable");
        assert!(grown.end_error > 100.0);
        let (semi_implicit, settled) = outcome("semi-implicit", 1.0 / 60.0);
        assert_eq!(semi_implicit.verdict(1.0 / 60.0), "stable");
        assert!(settled.end_error < 1e-9 && settled.greatest_error > 1e-3);
    }

    #[test]
    fn a_run_that_leaves_all_numbers_is_infinitely_wrong() {
        let spring = Spring::from_frequency(1e6, 1.0).unwrap();
        let explicit = Contender::all(&spring)[1];
        let run = explicit.run(State::at_rest(0.0), 1.0, 1.0, 100, |_| 1.0);
        assert_eq!((run.greatest_error, run.end_error), (f64::INFINITY, f64::INFINITY));
    }
}
