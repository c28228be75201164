//! `springs`: one object per spring, which recomputes its step at each call in `f64`; here with `f64` values.

use crate::batch::engine::{Engine, Goals};
use crate::batch::springs::Springs;
use springs::{Spring, SpringConfig};

struct Objects {
    springs: Vec<Spring<f64>>,
    dt: Vec<f64>,
    goals: Goals<f64>,
}

pub(in crate::batch) fn mixed(springs: &Springs) -> Box<dyn Engine> {
    let objects = (0..springs.len()).map(|i| {
        let response = std::f64::consts::TAU / springs.angular_frequency[i];
        // It has no springs without damping: those get the minimum that it accepts.
        let damping_ratio = springs.damping_ratio[i].max(f64::MIN_POSITIVE);
        Spring::new(springs.position[i])
            .with_config(SpringConfig::from_response_damping(response, damping_ratio))
            .with_velocity(springs.velocity[i])
            .with_target(springs.goal[i])
            .with_epsilon(f64::MIN_POSITIVE)
    });
    let (objects, dt, goals) = (objects.collect(), springs.dt.clone(), Goals::of(springs));
    Box::new(Objects { springs: objects, dt, goals })
}

impl Engine for Objects {
    fn step(&mut self) {
        let (goals, others) = self.goals.of_step();
        for ((spring, &dt), &goal) in self.springs.iter_mut().zip(&self.dt).zip(goals) {
            if others {
                spring.set_target(goal);
            }
            spring.advance(dt);
        }
    }

    fn states(&self) -> Vec<(f64, f64)> {
        self.springs.iter().map(|spring| (spring.value(), spring.velocity())).collect()
    }
}
