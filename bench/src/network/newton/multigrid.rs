//! Coarse levels for the conjugate gradients: aggregates of springs, as in *MGPBD* (2025).
//!
//! ```text
//! P    one column per aggregate: B there, of length 1
//! B    the nearly singular vector: sweeps of Gauss–Seidel on A·B = 0, from ones
//! A_c  = Pᵀ A P, down to a dense matrix
//! ```

use faer::linalg::solvers::{Llt, Solve};
use faer::{Mat, Side};

use super::matrix::{Assembly, Matrix};
use super::system::Lanes;
use crate::network::lanes::{Record, Row};

/// Rows of the last level at most.
const DENSE: usize = 80;
/// Neighbors are strong from this part of the diagonals' geometric mean on, at the first level and below it.
const STRONG: [f32; 2] = [0.1, 0.05];
/// Sweeps for `B`.
const SWEEPS: usize = 15;

pub(super) struct Multigrid {
    fine: Assembly,
    /// From the springs down.
    levels: Vec<Level>,
    factors: Option<Llt<f32>>,
    /// Sub-steps so far, and those between two choices of the aggregates.
    age: usize,
    keep: usize,
}

/// A coarse matrix and the way to it from the one above.
struct Level {
    matrix: Matrix,
    /// The aggregate and the weight of each row above.
    aggregates: Vec<u32>,
    weights: Vec<f32>,
    /// The entry of this matrix that each entry above is added to; `INSIDE` for the diagonal.
    to: Vec<u32>,
    right: Vec<f32>,
    x: Vec<f32>,
}

const INSIDE: u32 = u32::MAX;

impl Multigrid {
    /// Chooses the aggregates anew every `keep` sub-steps.
    pub(super) fn new(lanes: &[Lanes], at: &[Record], keep: usize) -> Self {
        let fine = Assembly::new(lanes, at);
        Self { fine, levels: Vec::new(), factors: None, age: 0, keep }
    }

    /// Computes the coarse matrices for the directions at hand.
    pub(super) fn update(&mut self, lanes: &[Lanes]) {
        self.fine.update(lanes);
        if self.age.is_multiple_of(self.keep) {
            self.levels = levels(&self.fine.matrix);
        }
        self.age += 1;
        let mut above = &self.fine.matrix;
        for level in &mut self.levels {
            level.sum(above);
            above = &level.matrix;
        }
        let mut dense = Mat::zeros(above.len(), above.len());
        for i in 0..above.len() {
            dense[(i, i)] = above.diagonal[i];
            above.row(i).for_each(|(j, value)| dense[(i, j)] = value);
        }
        self.factors = dense.llt(Side::Lower).ok();
    }

    /// Adds to `z` what the coarse levels make of a residual.
    pub(super) fn correct(&mut self, residual: &[Row], z: &mut [Row]) {
        let (Some((first, below)), Some(factors)) = (self.levels.split_first_mut(), &self.factors)
        else {
            return;
        };
        let (residual, z) = (residual.as_flattened(), z.as_flattened_mut());
        first.right.fill(0.0);
        for (row, &slot) in self.fine.slots.iter().enumerate() {
            first.right[first.aggregates[row] as usize] += first.weights[row] * residual[slot];
        }
        solve(first, below, factors);
        for (row, &slot) in self.fine.slots.iter().enumerate() {
            let step = first.x[first.aggregates[row] as usize];
            z[slot] += first.weights[row] * step;
        }
    }
}

/// One V-cycle for the right-hand side of a level.
fn solve(level: &mut Level, below: &mut [Level], factors: &Llt<f32>) {
    let Level { matrix, right, x, .. } = level;
    let Some((coarse, below)) = below.split_first_mut() else {
        let solution = factors.solve(Mat::from_fn(right.len(), 1, |i, _| right[i]));
        x.iter_mut().enumerate().for_each(|(i, x)| *x = solution[(i, 0)]);
        return;
    };
    x.fill(0.0);
    right.iter().enumerate().for_each(|(row, &right)| matrix.relax(row, right, x));
    coarse.right.fill(0.0);
    for (row, &right) in right.iter().enumerate() {
        let left = matrix.residual(row, right, x);
        coarse.right[coarse.aggregates[row] as usize] += coarse.weights[row] * left;
    }
    solve(coarse, below, factors);
    for (row, x) in x.iter_mut().enumerate() {
        *x += coarse.weights[row] * coarse.x[coarse.aggregates[row] as usize];
    }
    right.iter().enumerate().rev().for_each(|(row, &right)| matrix.relax(row, right, x));
}

impl Level {
    fn new(above: &Matrix, aggregates: Vec<u32>, weights: Vec<f32>, size: usize) -> Self {
        let pair = |&[row, column]: &[u32; 2]| {
            let (a, b) = (aggregates[row as usize], aggregates[column as usize]);
            [a.min(b), a.max(b)]
        };
        let mut pairs: Vec<[u32; 2]> = above.entries.iter().map(pair).collect();
        pairs.retain(|[a, b]| a != b);
        pairs.sort_unstable();
        pairs.dedup();
        let entry = |entry| pairs.binary_search(&pair(entry)).map_or(INSIDE, |found| found as u32);
        let to = above.entries.iter().map(entry).collect();
        let matrix = Matrix::new(size, pairs.iter().map(|&[column, row]| [row, column]).collect());
        let (right, x) = (vec![0.0; size], vec![0.0; size]);
        Self { matrix, aggregates, weights, to, right, x }
    }

    /// `A_c = Pᵀ A P`
    fn sum(&mut self, above: &Matrix) {
        let Self { matrix, aggregates, weights, to, .. } = self;
        matrix.diagonal.fill(0.0);
        matrix.values.fill(0.0);
        for (row, &aggregate) in aggregates.iter().enumerate() {
            matrix.diagonal[aggregate as usize] +=
                weights[row] * weights[row] * above.diagonal[row];
        }
        for ((&[row, column], value), &to) in above.entries.iter().zip(&above.values).zip(&*to) {
            let value = weights[row as usize] * weights[column as usize] * value;
            if to == INSIDE {
                matrix.diagonal[aggregates[row as usize] as usize] += 2.0 * value;
            } else {
                matrix.values[to as usize] += value;
            }
        }
    }
}

/// Chooses the levels below a matrix.
fn levels(fine: &Matrix) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    let mut near = vec![1.0; fine.len()];
    for _ in 0..SWEEPS {
        (0..fine.len()).for_each(|row| fine.relax(row, 0.0, &mut near));
    }
    loop {
        let above = levels.last().map_or(fine, |level| &level.matrix);
        let (aggregates, size) = aggregate(above, STRONG[levels.len().min(1)]);
        if above.len() <= DENSE || size == above.len() {
            return levels;
        }
        let mut norms = vec![0.0f32; size];
        for (near, &aggregate) in near.iter().zip(&aggregates) {
            norms[aggregate as usize] += near * near;
        }
        norms.iter_mut().for_each(|norm| *norm = norm.sqrt().max(1e-20));
        let weight = |(near, &aggregate): (&f32, &u32)| near / norms[aggregate as usize];
        let weights = near.iter().zip(&aggregates).map(weight).collect();
        let mut level = Level::new(above, aggregates, weights, size);
        level.sum(above);
        near = norms;
        levels.push(level);
    }
}

/// The aggregate of each row, and their number: a row whose strong neighbors are all free takes them, the others join
/// the strongest of their neighbors' aggregates, and what is left stays alone.
fn aggregate(matrix: &Matrix, strong: f32) -> (Vec<u32>, usize) {
    const FREE: u32 = u32::MAX;
    let mut aggregates = vec![FREE; matrix.len()];
    let mut size = 0;
    let strength = |row: usize, (to, value): (usize, f32)| {
        let ratio = value.abs() / (matrix.diagonal[row] * matrix.diagonal[to]).sqrt();
        (ratio >= strong).then_some((to, ratio))
    };
    for row in 0..matrix.len() {
        let neighbors = || matrix.row(row).filter_map(|entry| strength(row, entry));
        if aggregates[row] == FREE && neighbors().all(|(to, _)| aggregates[to] == FREE) {
            neighbors().for_each(|(to, _)| aggregates[to] = size);
            aggregates[row] = size;
            size += 1;
        }
    }
    let seeds = aggregates.clone();
    for row in 0..matrix.len() {
        if seeds[row] != FREE {
            continue;
        }
        let joined = matrix.row(row).filter_map(|entry| strength(row, entry));
        let joined = joined.filter(|&(to, _)| seeds[to] != FREE);
        let strongest = joined.max_by(|a, b| a.1.total_cmp(&b.1));
        aggregates[row] = strongest.map_or(size, |(to, _)| seeds[to]);
        size += u32::from(aggregates[row] == size);
    }
    (aggregates, size as usize)
}
