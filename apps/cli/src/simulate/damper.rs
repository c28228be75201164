//! A first-order damper simulated towards any goal.

use anyhow::{Result, ensure};
use sprung::{Damper, Real, State};

use super::choice::GoalMode;
use super::goals::Goals;
use super::motion::Motion;

/// A damper on its way. Its velocity is not a state of its own: it is the rate times the distance to the goal.
#[derive(Debug)]
pub(super) struct DamperMotion<'a, R> {
    damper: Damper<R>,
    position: R,
    goal: R,
    goals: &'a Goals,
    goal_mode: GoalMode,
}

impl<'a, R: Real> DamperMotion<'a, R> {
    pub(super) fn new(
        damper: Damper<R>,
        position: R,
        goals: &'a Goals,
        goal_mode: GoalMode,
    ) -> Result<Self> {
        ensure!(
            matches!(goal_mode, GoalMode::Held | GoalMode::Follow),
            "a damper can hold or follow a goal; type --goal-mode follow, or a spring"
        );
        let goal = R::from_f64(goals.at(0.0));
        Ok(DamperMotion { damper, position, goal, goals, goal_mode })
    }
}

impl<R: Real> Motion<R> for DamperMotion<'_, R> {
    fn state(&self) -> State<R> {
        let way = self.goal - self.position;
        // An infinite rate is at its goal.
        let velocity = if way == R::ZERO { R::ZERO } else { self.damper.rate() * way };
        State::new(self.position, velocity)
    }

    fn step(&mut self, from: f64, to: f64) {
        self.goal = R::from_f64(self.goals.at(to));
        self.position = if self.goal_mode == GoalMode::Held {
            self.damper.step(R::from_f64(to - from)).apply(self.position, self.goal)
        } else {
            self.goals.stretches(from, to).fold(self.position, |position, stretch| {
                let step = self.damper.follow_step(R::from_f64(stretch.seconds));
                step.apply(position, R::from_f64(stretch.from), R::from_f64(stretch.to))
            })
        };
    }
}
