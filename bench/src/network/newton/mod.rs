//! Global Newton: each sub-step solves one linear system over all springs (Müller et al., *MGPBD*, 2025).
//!
//! ```text
//! A = J W Jᵀ + ε·diag   of all springs at the predicted positions
//! A λ = −C              by conjugate gradients from the λ of the sub-step before, or by sparse Cholesky
//! x  ← x + W Jᵀ λ
//! ```
//!
//! The conjugate gradients are preconditioned by a symmetric sweep of Gauss–Seidel, which never stores `A`, or by the
//! multigrid of the paper. `ε` damps the step in the directions in which `A` is nearly singular; with less of it the
//! energy grows.

mod cholesky;
mod gradients;
mod matrix;
mod multigrid;
mod system;

use anyhow::Result;
use fearless_simd::{Level, Simd, prelude::*};
use sprung_network::Environment;

use super::engine::{Engine, SmallSteps};
use super::lanes::{LANES, Record, Row, bundles, records};
use super::projection::{drift, set_velocities};
use super::scene::{Ball, Scene};
use cholesky::Cholesky;
use gradients::Gradients;
use multigrid::Multigrid;
use system::{Lanes, image};

struct Newton {
    at: Vec<Record>,
    before: Vec<Record>,
    velocity: Vec<Record>,
    lanes: Vec<Lanes>,
    residual: Vec<Row>,
    lambda: Vec<Row>,
    /// W Jᵀ λ
    moves: Vec<Record>,
    solution: Solution,
    ball: Option<Ball>,
    environment: Environment,
    substeps: usize,
    level: Level,
}

/// The solver of the linear system.
enum Solution {
    Gradients(Box<Gradients>),
    Cholesky(Box<Cholesky>),
}

/// The number of iterations, and ε.
#[derive(Clone, Copy)]
struct Iterations(usize, f32);

const TWO: Iterations = Iterations(2, 0.1);
const THREE: Iterations = Iterations(3, 0.03);

/// Two iterations and a damping of 0.1.
pub(super) fn two_iterations(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Newton::gauss_seidel(scene, substeps, TWO)))
}

/// Three iterations and a damping of 0.03.
pub(super) fn three_iterations(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Newton::gauss_seidel(scene, substeps, THREE)))
}

/// Three iterations with the multigrid, and a damping of 0.03.
pub(super) fn multigrid(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Newton::multigrid(scene, substeps, THREE)))
}

/// Sparse Cholesky factors, and a damping of 0.001.
pub(super) fn cholesky(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Newton::cholesky(scene, substeps, 1e-3)?))
}

impl Newton {
    fn gauss_seidel(
        scene: &Scene,
        substeps: usize,
        Iterations(count, damping): Iterations,
    ) -> Self {
        Self::new(scene, substeps, damping, |lanes, at| Gradients::new(count, lanes, at))
    }

    fn multigrid(scene: &Scene, substeps: usize, Iterations(count, damping): Iterations) -> Self {
        Self::new(scene, substeps, damping, |lanes, at| {
            Gradients::new(count, lanes, at).with(Multigrid::new(lanes, at, 20 * substeps))
        })
    }

    fn cholesky(scene: &Scene, substeps: usize, damping: f32) -> Result<Self> {
        let mut newton = Self::gauss_seidel(scene, substeps, Iterations(0, damping));
        let factors = Cholesky::new(&newton.lanes, &newton.at)?;
        newton.solution = Solution::Cholesky(Box::new(factors));
        Ok(newton)
    }

    fn new(
        scene: &Scene,
        substeps: usize,
        damping: f32,
        gradients: impl FnOnce(&[Lanes], &[Record]) -> Gradients,
    ) -> Self {
        let at = records(&scene.net);
        let lanes = bundles(&scene.net).into_iter().map(|bundle| Lanes::new(bundle, &at, damping));
        let lanes: Vec<Lanes> = lanes.collect();
        let zero = || vec![[0.0; LANES]; lanes.len()];
        Self {
            before: at.clone(),
            velocity: vec![[0.0; 4]; at.len()],
            moves: at.clone(),
            residual: zero(),
            lambda: zero(),
            solution: Solution::Gradients(Box::new(gradients(&lanes, &at))),
            at,
            lanes,
            ball: scene.ball,
            environment: scene.environment,
            substeps,
            level: Level::new(),
        }
    }

    /// Directions and `−C`, which is the first residual.
    #[inline(always)]
    fn linearize<S: Simd>(&mut self, s: S) {
        for (lanes, residual) in self.lanes.iter_mut().zip(&mut self.residual) {
            lanes.linearize(s, &self.at).store_array(residual);
        }
    }

    #[inline(always)]
    fn solve<S: Simd>(&mut self, s: S) {
        let Self { lanes, residual, lambda, .. } = self;
        match &mut self.solution {
            Solution::Gradients(gradients) => gradients.solve(s, lanes, residual, lambda),
            Solution::Cholesky(factors) => factors.solve(lanes, residual, lambda),
        }
    }
}

impl SmallSteps for Newton {
    fn plan(&self) -> (usize, Level) {
        (self.substeps, self.level)
    }

    #[inline(always)]
    fn substep<S: Simd>(&mut self, s: S, h: f32) {
        drift(&mut self.at, &mut self.before, &mut self.velocity, self.environment, h);
        self.linearize(s);
        self.solve(s);
        image(s, &self.lanes, &self.lambda, &mut self.moves);
        for (at, moves) in self.at.iter_mut().zip(&self.moves) {
            for c in 0..3 {
                at[c] += moves[c];
            }
        }
        if let Some(ball) = self.ball {
            self.at.iter_mut().for_each(|at| ball.push_out(at));
        }
        set_velocities(&self.at, &self.before, &mut self.velocity, h);
    }

    fn records(&self) -> (&[Record], &[Record]) {
        (&self.at, &self.velocity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::Side;
    use faer::prelude::Solve;
    use faer::sparse::{SparseColMat, Triplet};
    use fearless_simd::dispatch;

    const DAMPING: f32 = 0.1;

    /// The system of the second step of a small net by an oracle in f64, and the largest difference of what was found.
    fn error(mut newton: Newton) -> f64 {
        newton.step(1.0 / 60.0);
        drift(&mut newton.at, &mut newton.before, &mut newton.velocity, newton.environment, 0.01);
        let level = newton.level;
        dispatch!(level, s => newton.linearize(s));
        let right: Vec<Row> = newton.residual.clone();
        dispatch!(level, s => newton.solve(s));
        // The springs with their rows of J, and the numbers of both sides.
        let mut rows = Vec::new();
        for (i, lanes) in newton.lanes.iter().enumerate() {
            for lane in (0..LANES).filter(|&lane| lanes.inverse[lane] > 0.0) {
                let n = lanes.normal.map(|row| f64::from(row[lane]));
                let ends = [lanes.bundle.a[lane], lanes.bundle.b[lane]];
                rows.push((ends, n, f64::from(right[i][lane]), f64::from(newton.lambda[i][lane])));
            }
        }
        let mut entries = Vec::new();
        for (i, (ends, n, ..)) in rows.iter().enumerate() {
            for (j, (others, m, ..)) in rows.iter().enumerate() {
                let cosine: f64 = n.iter().zip(m).map(|(n, m)| n * m).sum();
                let mut value = 0.0;
                for (end, sign) in ends.iter().zip([1.0, -1.0]) {
                    for (other, side) in others.iter().zip([1.0, -1.0]) {
                        if end == other {
                            let w = f64::from(newton.at[*end as usize][3]);
                            value += sign * side * w * cosine;
                        }
                    }
                }
                if i == j {
                    value *= 1.0 + f64::from(DAMPING);
                }
                if value != 0.0 {
                    entries.push(Triplet::new(i, j, value));
                }
            }
        }
        let matrix =
            SparseColMat::<usize, f64>::try_new_from_triplets(rows.len(), rows.len(), &entries)
                .unwrap();
        let right = faer::Col::from_fn(rows.len(), |i| rows[i].2);
        let exact = matrix.sp_cholesky(Side::Lower).unwrap().solve(&right);
        let largest = exact.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let errors = rows.iter().enumerate().map(|(i, (.., found))| (exact[i] - found).abs());
        errors.fold(0.0, f64::max) / largest
    }

    #[test]
    fn many_iterations_agree_with_sparse_cholesky() {
        let scene = Scene::irregular(8, 2);
        let by = error(Newton::gauss_seidel(&scene, 4, Iterations(200, DAMPING)));
        assert!(by < 1e-3, "{by}");
    }

    #[test]
    fn the_multigrid_agrees_with_sparse_cholesky() {
        let scene = Scene::irregular(16, 2);
        let by = error(Newton::multigrid(&scene, 4, Iterations(200, DAMPING)));
        assert!(by < 1e-3, "{by}");
    }

    #[test]
    fn factors_in_single_precision_agree_with_double() {
        let by = error(Newton::cholesky(&Scene::irregular(8, 2), 4, DAMPING).unwrap());
        assert!(by < 1e-4, "{by}");
    }

    /// On a rope the nearly singular direction is smooth, and the coarse levels carry it.
    #[test]
    fn coarse_levels_solve_a_long_rope_in_fewer_iterations() {
        let scene = Scene::rope(250, 1.0).unwrap();
        let plain = error(Newton::gauss_seidel(&scene, 4, Iterations(12, DAMPING)));
        let coarse = error(Newton::multigrid(&scene, 4, Iterations(12, DAMPING)));
        assert!(coarse < 0.3 * plain, "{coarse} {plain}");
    }
}
