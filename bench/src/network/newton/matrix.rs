//! A stored symmetric matrix: its diagonal and the entries below it.

use super::system::Lanes;
use crate::network::lanes::{LANES, Record};

pub(super) struct Matrix {
    pub(super) diagonal: Vec<f32>,
    /// Row and column of each entry below the diagonal, by column and then by row.
    pub(super) entries: Vec<[u32; 2]>,
    pub(super) values: Vec<f32>,
    /// The start of each row in `neighbors`: the other entries of the row, as column and number of the entry.
    starts: Vec<u32>,
    neighbors: Vec<[u32; 2]>,
}

impl Matrix {
    /// A matrix of zeros; the entries are sorted by column and then by row.
    pub(super) fn new(size: usize, entries: Vec<[u32; 2]>) -> Self {
        let mut starts = vec![0; size + 1];
        for &i in entries.iter().flatten() {
            starts[i as usize + 1] += 1;
        }
        for i in 0..size {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut neighbors = vec![[0; 2]; 2 * entries.len()];
        for (number, &[row, column]) in entries.iter().enumerate() {
            for (from, to) in [(row, column), (column, row)] {
                neighbors[next[from as usize] as usize] = [to, number as u32];
                next[from as usize] += 1;
            }
        }
        let values = vec![0.0; entries.len()];
        Self { diagonal: vec![0.0; size], entries, values, starts, neighbors }
    }

    pub(super) fn len(&self) -> usize {
        self.diagonal.len()
    }

    /// The column and the value of the entries of a row, without the diagonal.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let range = self.starts[row] as usize..self.starts[row + 1] as usize;
        self.neighbors[range].iter().map(|&[to, entry]| (to as usize, self.values[entry as usize]))
    }

    /// `b − A x` of one row.
    pub(super) fn residual(&self, row: usize, b: f32, x: &[f32]) -> f32 {
        let others: f32 = self.row(row).map(|(to, value)| value * x[to]).sum();
        b - self.diagonal[row] * x[row] - others
    }

    /// One step of Gauss–Seidel.
    pub(super) fn relax(&self, row: usize, b: f32, x: &mut [f32]) {
        x[row] += self.residual(row, b, x) / self.diagonal[row];
    }
}

/// The matrix of all springs, stored.
pub(super) struct Assembly {
    pub(super) matrix: Matrix,
    /// The place in the lanes of each row of the matrix.
    pub(super) slots: Vec<usize>,
    /// Of each entry: the inverse mass of the particle that the springs share, negative if one begins where the other ends.
    weights: Vec<f32>,
    normals: Vec<[f32; 3]>,
}

impl Assembly {
    pub(super) fn new(lanes: &[Lanes], at: &[Record]) -> Self {
        let slots = 0..LANES * lanes.len();
        let slots = slots.filter(|slot| lanes[slot / LANES].inverse[slot % LANES] > 0.0);
        let slots: Vec<usize> = slots.collect();
        let mut at_particles = vec![Vec::new(); at.len()];
        for (row, slot) in slots.iter().enumerate() {
            let (bundle, lane) = (&lanes[slot / LANES].bundle, slot % LANES);
            at_particles[bundle.a[lane] as usize].push((row as u32, 1.0));
            at_particles[bundle.b[lane] as usize].push((row as u32, -1.0));
        }
        let mut shared = Vec::new();
        for (springs, &[.., inverse_mass]) in at_particles.iter().zip(at) {
            for (i, &(row, sign)) in springs.iter().enumerate().filter(|_| inverse_mass > 0.0) {
                for &(other, side) in &springs[..i] {
                    shared.push(([other, row], sign * side * inverse_mass));
                }
            }
        }
        shared.sort_by_key(|&(columns_first, _)| columns_first);
        let entries = shared.iter().map(|&([column, row], _)| [row, column]).collect();
        let mut matrix = Matrix::new(slots.len(), entries);
        for (diagonal, slot) in matrix.diagonal.iter_mut().zip(&slots) {
            *diagonal = 1.0 / lanes[slot / LANES].inverse[slot % LANES];
        }
        let weights = shared.iter().map(|&(_, weight)| weight).collect();
        let normals = vec![[0.0; 3]; slots.len()];
        Self { matrix, slots, weights, normals }
    }

    /// Computes the entries for the directions at hand.
    pub(super) fn update(&mut self, lanes: &[Lanes]) {
        for (normal, slot) in self.normals.iter_mut().zip(&self.slots) {
            *normal = lanes[slot / LANES].normal.map(|row| row[slot % LANES]);
        }
        let Matrix { entries, values, .. } = &mut self.matrix;
        for ((value, &[row, column]), weight) in values.iter_mut().zip(&*entries).zip(&self.weights)
        {
            let (n, m) = (self.normals[row as usize], self.normals[column as usize]);
            *value = weight * (n[0] * m[0] + n[1] * m[1] + n[2] * m[2]);
        }
    }
}
