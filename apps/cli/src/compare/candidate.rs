//! A method that computes a step, its stability limit, and its error against the exact motion.

use sprung::integrate::{Method, euler_damper, euler_damper_limit};
use sprung::{Spec, Spring, State};

/// The name of the exact step.
const EXACT: &str = "exact";

/// A method in the comparison.
pub(super) struct Candidate {
    pub(super) name: &'static str,
    /// The stability limit, in seconds: the motion grows without bound at steps of this length or longer.
    pub(super) stable_below: f64,
    /// One step of a state to a goal, over a time in seconds.
    step: Box<dyn Fn(State<f64>, f64, f64) -> State<f64>>,
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The maximum distance from the exact position after any step; infinite if the motion overflowed.
    pub(super) max_error: f64,
    /// The distance after the last step.
    pub(super) end_error: f64,
}

impl Candidate {
    /// The exact step first, then every integrator.
    pub(super) fn integrators(spec: &Spec<f64>) -> Vec<Candidate> {
        match *spec {
            Spec::Spring(spring) => {
                Method::ALL.map(|method| Self::of_spring(method, spring)).into()
            }
            Spec::Damper(damper) => {
                let exact = move |x, goal, dt| damper.step(dt).apply(x, goal);
                // Blending by `rate·dt`: explicit Euler.
                let explicit = move |x, goal, dt| euler_damper(x, goal, damper.rate(), dt);
                let limit = euler_damper_limit::<f64>() / damper.rate();
                vec![
                    Self::of_damper(EXACT, f64::INFINITY, exact),
                    Self::of_damper("explicit", limit, explicit),
                ]
            }
        }
    }

    fn of_spring(method: Method, spring: Spring<f64>) -> Candidate {
        let stable_below = match method {
            Method::Exact => f64::INFINITY,
            _ => method.stability_limit(spring.damping_ratio()) / spring.angular_frequency(),
        };
        let step = move |state, goal, dt| method.step(state, goal, 0.0, &spring, dt);
        Candidate::new(method.name(), stable_below, step)
    }

    pub(super) fn new(
        name: &'static str,
        stable_below: f64,
        step: impl Fn(State<f64>, f64, f64) -> State<f64> + 'static,
    ) -> Candidate {
        Candidate { name, stable_below, step: Box::new(step) }
    }

    pub(super) fn of_damper(
        name: &'static str,
        stable_below: f64,
        step: impl Fn(f64, f64, f64) -> f64 + 'static,
    ) -> Candidate {
        let step = move |s: State<f64>, goal, dt| State::at_rest(step(s.position, goal, dt));
        Candidate::new(name, stable_below, step)
    }

    pub(super) fn is_stable(&self, dt: f64) -> bool {
        dt < self.stable_below
    }

    pub(super) fn verdict(&self, dt: f64) -> &'static str {
        match self.is_stable(dt) {
            _ if self.name == EXACT => EXACT,
            true => "stable",
            false => "unstable",
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
        let mut outcome = Outcome { max_error: 0.0, end_error: 0.0 };
        for (time, position) in self.positions(start, goal, dt, steps) {
            let error = (position - exact(time)).abs();
            outcome.end_error = if error.is_nan() { f64::INFINITY } else { error };
            outcome.max_error = outcome.max_error.max(outcome.end_error);
        }
        outcome
    }

    /// The times and positions, from the start on.
    pub(super) fn positions(
        &self,
        start: State<f64>,
        goal: f64,
        dt: f64,
        steps: u64,
    ) -> impl Iterator<Item = (f64, f64)> {
        let mut state = start;
        (0..=steps).map(move |step| {
            if step > 0 {
                state = (self.step)(state, goal, dt);
            }
            (step as f64 * dt, state.position)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::Damper;

    fn outcome(name: &str, dt: f64) -> (Candidate, Outcome) {
        let spring = Spring::from_frequency(2.0, 0.1).unwrap();
        let all = Candidate::integrators(&Spec::Spring(spring));
        let found = all.into_iter().find(|candidate| candidate.name == name);
        let candidate = found.unwrap();
        let start = State::at_rest(0.0);
        let exact = |time| spring.step(time).apply(start, 1.0).position;
        let outcome = candidate.run(start, 1.0, dt, (20.0 / dt) as u64, exact);
        (candidate, outcome)
    }

    #[test]
    fn the_exact_step_strays_by_rounding_only() {
        for dt in [1.0 / 1000.0, 1.0 / 60.0, 1.0] {
            assert!(outcome("exact", dt).1.max_error < 1e-12);
        }
    }

    #[test]
    fn what_is_called_unstable_grows_and_what_is_called_stable_ends_at_the_goal() {
        let (explicit, grown) = outcome("explicit", 1.0 / 30.0);
        assert_eq!(explicit.verdict(1.0 / 30.0), "unstable");
        assert!(grown.end_error > 100.0);
        let (semi_implicit, settled) = outcome("semi-implicit", 1.0 / 60.0);
        assert_eq!(semi_implicit.verdict(1.0 / 60.0), "stable");
        assert!(settled.end_error < 1e-9 && settled.max_error > 1e-3);
    }

    #[test]
    fn a_run_that_leaves_all_numbers_is_infinitely_wrong() {
        let spring = Spring::from_frequency(1e6, 1.0).unwrap();
        let explicit = Candidate::integrators(&Spec::Spring(spring)).remove(1);
        let run = explicit.run(State::at_rest(0.0), 1.0, 1.0, 100, |_| 1.0);
        assert_eq!((run.max_error, run.end_error), (f64::INFINITY, f64::INFINITY));
    }

    #[test]
    fn blending_reaches_its_goal_below_two_over_the_rate_and_explodes_beyond() {
        let damper = Damper::from_rate(30.0).unwrap();
        let [exact, explicit] = &Candidate::integrators(&Spec::Damper(damper))[..] else {
            panic!()
        };
        let path = |time| damper.step(time).apply(1.0, 0.0);
        let run =
            |candidate: &Candidate, dt| candidate.run(State::at_rest(1.0), 0.0, dt, 400, path);
        for dt in [1e-3, 0.05, 0.07, 1.0] {
            assert!(run(exact, dt).max_error < 1e-14 && exact.verdict(dt) == "exact");
        }
        assert!(run(explicit, 0.066).end_error < 1e-3 && explicit.verdict(0.066) == "stable");
        assert!(run(explicit, 0.068).end_error > 1e3 && explicit.verdict(0.068) == "unstable");
    }

    #[test]
    fn a_damper_that_is_at_its_goal_at_once_has_no_stable_blending_and_one_that_stands_has_no_limit()
     {
        let explicit = |rate| {
            Candidate::integrators(&Spec::Damper(Damper::from_rate(rate).unwrap())).remove(1)
        };
        assert_eq!(explicit(f64::INFINITY).verdict(1e-9), "unstable");
        let run = explicit(f64::INFINITY).run(State::at_rest(0.0), 1.0, 0.1, 3, |_| 1.0);
        assert_eq!(run.end_error, f64::INFINITY);
        let still = explicit(0.0).run(State::at_rest(0.0), 1.0, 0.1, 3, |_| 0.0);
        assert_eq!((explicit(0.0).stable_below, still.max_error), (f64::INFINITY, 0.0));
    }
}
