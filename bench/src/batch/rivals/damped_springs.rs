//! `damped-springs`: cached coefficients for collections of a size that is known when compiling, here in pieces of 4096.

use crate::batch::engine::{Engine, Goals, one_by_one};
use crate::batch::springs::Springs;
use damped_springs::{Spring, SpringCollection, SpringConfig, SpringParams, SpringTimeStep};

const PIECE: usize = 4096;

struct Shared {
    pieces: Vec<SpringCollection<f32, PIECE>>,
    step: SpringTimeStep<f32>,
    goals: Goals<f32>,
    len: usize,
}

pub(in crate::batch) fn shared(springs: &Springs) -> Box<dyn Engine> {
    let column = |values: &[f64]| values.iter().map(|&x| x as f32).collect::<Vec<f32>>();
    let (w, z) = (springs.angular_frequency[0] as f32, springs.damping_ratio[0] as f32);
    let config = SpringConfig::new(w, z);
    let (position, velocity) = (column(&springs.position), column(&springs.velocity));
    let goals = Goals::of(springs);
    let pieces = position.chunks(PIECE).zip(velocity.chunks(PIECE)).map(|(position, velocity)| {
        let mut piece = SpringCollection::from(config);
        piece.positions_mut()[..position.len()].copy_from_slice(position);
        piece.velocities_mut()[..velocity.len()].copy_from_slice(velocity);
        piece
    });
    let step = SpringTimeStep::new(SpringParams::from(config), springs.dt[0] as f32);
    let mut shared = Shared { pieces: pieces.collect(), step, goals, len: springs.len() };
    shared.place_goals();
    Box::new(shared)
}

impl Shared {
    fn place_goals(&mut self) {
        let (goals, _) = self.goals.of_step();
        for (piece, goals) in self.pieces.iter_mut().zip(goals.chunks(PIECE)) {
            piece.equilibriums_mut()[..goals.len()].copy_from_slice(goals);
        }
    }
}

impl Engine for Shared {
    fn step(&mut self) {
        if self.goals.of_step().1 {
            self.place_goals();
        }
        for piece in &mut self.pieces {
            piece.update_with(self.step);
        }
    }

    fn states(&self) -> Vec<(f64, f64)> {
        let pairs = |piece: &SpringCollection<f32, PIECE>| {
            let pairs = piece.positions().iter().zip(piece.velocities());
            pairs.map(|(&x, &v)| (f64::from(x), f64::from(v))).collect::<Vec<_>>()
        };
        self.pieces.iter().flat_map(pairs).take(self.len).collect()
    }
}

pub(in crate::batch) fn mixed(springs: &Springs) -> Box<dyn Engine> {
    one_by_one(springs, |[w, z, dt]: [f32; 3], (x, v), goal| {
        let mut spring = Spring::from_equilibrium(goal).with_position(x).with_velocity(v);
        spring.update_single(SpringParams::from(SpringConfig::new(w, z)), dt);
        (spring.position, spring.velocity)
    })
}
