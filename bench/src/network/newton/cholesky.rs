//! Sparse Cholesky factors of the matrix of all springs, by `faer`: the pattern once, the numbers in every sub-step.

use anyhow::{Context, Result};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, SymbolicCholesky, SymmetricOrdering, factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, MatMut, Par, Side};

use super::matrix::{Assembly, Matrix};
use super::system::Lanes;
use crate::network::lanes::{Record, Row};

pub(super) struct Cholesky {
    assembly: Assembly,
    /// The columns of the diagonal and what is below it.
    pattern: SymbolicSparseColMat<usize>,
    values: Vec<f32>,
    symbolic: SymbolicCholesky<usize>,
    factors: Vec<f32>,
    right: Vec<f32>,
    memory: MemBuffer,
}

impl Cholesky {
    pub(super) fn new(lanes: &[Lanes], at: &[Record]) -> Result<Self> {
        let assembly = Assembly::new(lanes, at);
        let Matrix { diagonal, entries, .. } = &assembly.matrix;
        let size = diagonal.len();
        let (mut starts, mut rows) = (vec![0], Vec::new());
        let mut below = entries.iter().peekable();
        for column in 0..size {
            rows.push(column);
            while let Some([row, _]) = below.next_if(|entry| entry[1] as usize == column) {
                rows.push(*row as usize);
            }
            starts.push(rows.len());
        }
        let values = vec![0.0; rows.len()];
        let pattern = SymbolicSparseColMat::new_checked(size, size, starts, None, rows);
        let threshold = SupernodalThreshold::FORCE_SUPERNODAL;
        let params = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: threshold,
            ..CholeskySymbolicParams::default()
        };
        let ordering = SymmetricOrdering::Amd;
        let symbolic = factorize_symbolic_cholesky(pattern.as_ref(), Side::Lower, ordering, params)
            .ok()
            .context("the order of elimination")?;
        let memory = symbolic
            .factorize_numeric_llt_scratch::<f32>(Par::Seq, Default::default())
            .or(symbolic.solve_in_place_scratch::<f32>(1, Par::Seq));
        Ok(Self {
            assembly,
            pattern,
            values,
            factors: vec![0.0; symbolic.len_val()],
            right: vec![0.0; size],
            memory: MemBuffer::new(memory),
            symbolic,
        })
    }

    /// Sets `lambda` to the solution for the right-hand side in `residual`.
    pub(super) fn solve(&mut self, lanes: &[Lanes], residual: &[Row], lambda: &mut [Row]) {
        self.assembly.update(lanes);
        let Matrix { diagonal, values, .. } = &self.assembly.matrix;
        let mut below = values.iter();
        for (column, diagonal) in diagonal.iter().enumerate() {
            let [first, rest @ ..] = &mut self.values[self.pattern.col_range(column)] else {
                continue;
            };
            *first = *diagonal;
            rest.iter_mut().zip(&mut below).for_each(|(value, below)| *value = *below);
        }
        let (residual, lambda) = (residual.as_flattened(), lambda.as_flattened_mut());
        for (right, slot) in self.right.iter_mut().zip(&self.assembly.slots) {
            *right = residual[*slot];
        }
        let matrix = SparseColMatRef::new(self.pattern.as_ref(), &self.values);
        let stack = MemStack::new(&mut self.memory);
        let regularization = LltRegularization {
            dynamic_regularization_delta: 1e-4,
            dynamic_regularization_epsilon: 1e-6,
        };
        let factors = self.symbolic.factorize_numeric_llt(
            &mut self.factors,
            matrix,
            Side::Lower,
            regularization,
            Par::Seq,
            stack,
            Default::default(),
        );
        let Ok(factors) = factors else { return };
        let right = MatMut::from_column_major_slice_mut(&mut self.right, diagonal.len(), 1);
        factors.solve_in_place_with_conj(Conj::No, right, Par::Seq, stack);
        for (right, slot) in self.right.iter().zip(&self.assembly.slots) {
            lambda[*slot] = *right;
        }
    }
}
