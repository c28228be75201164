//! The double spring simulated: a start as soft as the end.

use anyhow::{Result, ensure};
use sprung::convert::holden;
use sprung::motion::DoubleSpring;
use sprung::{DoubleStep, Real, Regime, Spring, State};

use super::goals::Goals;
use super::motion::Motion;
use crate::spec::SpecArg;

/// A double spring on its way, its goal held during each step.
#[derive(Debug)]
pub(super) struct DoubleMotion<'a, R> {
    spring: DoubleSpring<R>,
    step: DoubleStep<R>,
    goals: &'a Goals,
}

impl<'a, R: Real> DoubleMotion<'a, R> {
    /// The spring's half-life is that of the whole; typed in Holden's words, that of his double spring.
    pub(super) fn new(typed: &SpecArg, start: State<R>, goals: &'a Goals, dt: f64) -> Result<Self> {
        let spring: Spring<R> = typed.spring()?;
        ensure!(
            spring.regime() == Regime::Critical,
            "the double spring is made of two critical ones; type halflife=S without damping_ratio"
        );
        let halflife = match typed.convention() {
            Some("holden") => holden::double_spring_halflife(holden::halflife(&spring)),
            _ => spring.halflife(),
        };
        let step = DoubleStep::from_halflife(halflife, R::from_f64(dt))?;
        let intermediate = State::at_rest(start.position);
        Ok(DoubleMotion { spring: DoubleSpring { state: start, intermediate }, step, goals })
    }
}

impl<R: Real> Motion<R> for DoubleMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.spring.state
    }

    fn intermediate(&self) -> Option<R> {
        Some(self.spring.intermediate.position)
    }

    fn step(&mut self, _from: f64, to: f64) {
        self.spring.update(R::from_f64(self.goals.at(to)), &self.step);
    }
}
