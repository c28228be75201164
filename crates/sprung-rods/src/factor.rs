//! The direct solve of a Newton step: block-tridiagonal `LDLᵀ` with blocks of 6, sixteen rods at a time.
//!
//! Unknowns of a segment are its inner force `n` and its rotation `δ`. The matrix is quasi-definite, negative in the forces and
//! positive in the rotations, so that `LDLᵀ` exists in every order and needs no pivots (Vanderbei 1995).
//!
//! ```text
//! block i        [ −P   Qᵀ ]        to block i + 1     [ a I    0 ]
//!                [  Q   R  ]                           [ 0     −K ]
//! ```
//!
//! Elimination goes from the start of the rod to its end: what hangs on a clamp is then stiffness that adds up, and not small
//! inertia that is lost in it. The pivots of the forces are negative; the code has them, `P` and the forces' part of `L` without the
//! sign, so that no number is negated.

#![allow(clippy::needless_range_loop, reason = "indices of matrices")]

use fearless_simd::{Simd, prelude::*};

use crate::lanes::{Stored, Symmetric, Vector, Wide, ZERO, load, scale, store};

/// Rows of a 3 × 3 matrix.
type Matrix<S> = [Vector<S>; 3];

/// A diagonal block and its right-hand side; `forces` is `P`, `mixed` is `Q`.
#[derive(Clone, Copy)]
pub(crate) struct Block<S: Simd> {
    pub(crate) forces: Symmetric<S>,
    pub(crate) mixed: Matrix<S>,
    pub(crate) rotations: Symmetric<S>,
    pub(crate) rhs: [Vector<S>; 2],
}

/// The factors of a block, for back substitution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor {
    /// Below the diagonal: 3 of the forces, 9 mixed, 3 of the rotations.
    lower: [Stored; 15],
    /// Of the pivots, of which those of the forces are negative: here without the sign.
    inverse: [Stored; 6],
    /// `L⁻¹` of the right-hand side, by these.
    rhs: [Stored; 6],
}

impl Factor {
    pub(crate) const NONE: Self = Factor { lower: [ZERO; 15], inverse: [ZERO; 6], rhs: [ZERO; 6] };

    /// Factors a block, which is coupled to the next one by `a` and `−stiffness`. Returns what is to be added to the next
    /// one, but for its `rotations`, from which it is to be subtracted.
    ///
    /// `CONTACT` is of couplings of forces that are matrices; else they are the first number times the identity.
    #[inline(always)]
    pub(crate) fn eliminate<S: Simd, const CONTACT: bool>(
        &mut self,
        s: S,
        block: Block<S>,
        coupling: Symmetric<S>,
        stiffness: Symmetric<S>,
    ) -> Block<S> {
        let a = coupling[0];
        let one = Wide::splat(s, 1.0);
        let Block { forces: p, mixed, rotations: r, rhs: [f, g] } = block;
        let i0 = one / p[0];
        let (l10, l20) = (p[1] * i0, p[3] * i0);
        let i1 = one / (p[2] - p[1] * l10);
        let u21 = p[4] - p[3] * l10;
        let l21 = u21 * i1;
        let i2 = one / (p[5] - p[3] * l20 - u21 * l21);
        // The mixed part, by rows: before and after division by the pivots. It has the opposite sign in `L`.
        let (mut u, mut l) = (mixed, mixed);
        for row in 0..3 {
            u[row][1] = mixed[row][1] - mixed[row][0] * l10;
            u[row][2] = mixed[row][2] - mixed[row][0] * l20 - u[row][1] * l21;
            l[row] = [u[row][0] * i0, u[row][1] * i1, u[row][2] * i2];
        }
        let r = [
            r[0] + row_product(u, 0, l, 0),
            r[1] + row_product(u, 1, l, 0),
            r[2] + row_product(u, 1, l, 1),
            r[3] + row_product(u, 2, l, 0),
            r[4] + row_product(u, 2, l, 1),
            r[5] + row_product(u, 2, l, 2),
        ];
        let j0 = one / r[0];
        let (m10, m20) = (r[1] * j0, r[3] * j0);
        let j1 = one / (r[2] - r[1] * m10);
        let v21 = r[4] - r[3] * m10;
        let m21 = v21 * j1;
        let j2 = one / (r[5] - r[3] * m20 - v21 * m21);
        // The right-hand side.
        let f0 = f[0];
        let f1 = f[1] - l10 * f0;
        let f2 = f[2] - l20 * f0 - l21 * f1;
        let g0 = g[0] + (l[0][0] * f0 + l[0][1] * f1 + l[0][2] * f2);
        let g1 = g[1] + (l[1][0] * f0 + l[1][1] * f1 + l[1][2] * f2) - m10 * g0;
        let g2 = g[2] + (l[2][0] * f0 + l[2][1] * f1 + l[2][2] * f2) - m20 * g0 - m21 * g1;
        let (f0, f1, f2) = (f0 * i0, f1 * i1, f2 * i2);
        let g = [g0 * j0, g1 * j1, g2 * j2];
        let lower = [
            l10, l20, l21, l[0][0], l[0][1], l[0][2], l[1][0], l[1][1], l[1][2], l[2][0], l[2][1],
            l[2][2], m10, m20, m21,
        ];
        store(lower, &mut self.lower);
        store([i0, i1, i2, j0, j1, j2], &mut self.inverse);
        store([f0, f1, f2, g[0], g[1], g[2]], &mut self.rhs);
        // Columns of L⁻¹ times the coupling: forces to forces `a` and `−y`, forces to rotations `t`, rotations to rotations `−k`.
        let y10 = l10 * a;
        let y21 = l21 * a;
        let y20 = l20 * a - l21 * y10;
        let mut t = [[a; 3]; 3];
        for row in 0..3 {
            t[row][2] = l[row][2] * a;
            t[row][1] = l[row][1] * a - l[row][2] * y21;
            t[row][0] = l[row][0] * a - l[row][1] * y10 - l[row][2] * y20;
        }
        let mut y = [[a; 3]; 3];
        if CONTACT {
            let [xx, yx, yy, zx, zy, zz] = coupling;
            y = [[xx, yx, zx], [yx, yy, zy], [zx, zy, zz]];
            for column in 0..3 {
                y[1][column] -= l10 * y[0][column];
                y[2][column] = y[2][column] - l20 * y[0][column] - l21 * y[1][column];
                for row in 0..3 {
                    t[row][column] = l[row][0] * y[0][column]
                        + l[row][1] * y[1][column]
                        + l[row][2] * y[2][column];
                }
            }
        }
        let [xx, yx, yy, zx, zy, zz] = stiffness;
        let mut k = [[xx, yx, zx], [yx, yy, zy], [zx, zy, zz]];
        for rows in [&mut t, &mut k] {
            for column in 0..3 {
                rows[1][column] -= m10 * rows[0][column];
                rows[2][column] = rows[2][column] - m20 * rows[0][column] - m21 * rows[1][column];
            }
        }
        // Their products, by the pivots.
        let (ti, ki) = (scale_rows(t, [j0, j1, j2]), scale_rows(k, [j0, j1, j2]));
        let (a_i0, a_i1, a_i2) = (a * i0, a * i1, a * i2);
        let (y10_i1, y20_i2, y21_i2) = (y10 * i1, y20 * i2, y21 * i2);
        let mut forces = [
            column_product(t, 0, ti, 0) - (a * a_i0 + y10 * y10_i1 + y20 * y20_i2),
            column_product(t, 1, ti, 0) + (a * y10_i1 - y21 * y20_i2),
            column_product(t, 1, ti, 1) - (a * a_i1 + y21 * y21_i2),
            column_product(t, 2, ti, 0) + a * y20_i2,
            column_product(t, 2, ti, 1) + a * y21_i2,
            column_product(t, 2, ti, 2) - a * a_i2,
        ];
        let mut mixed = t;
        for row in 0..3 {
            for column in 0..3 {
                mixed[row][column] = column_product(k, row, ti, column);
            }
        }
        let rotations = [
            column_product(k, 0, ki, 0),
            column_product(k, 1, ki, 0),
            column_product(k, 1, ki, 1),
            column_product(k, 2, ki, 0),
            column_product(k, 2, ki, 1),
            column_product(k, 2, ki, 2),
        ];
        let mut pull = [a * f0 - y10 * f1 - y20 * f2, a * f1 - y21 * f2, a * f2];
        if CONTACT {
            let yi = scale_rows(y, [i0, i1, i2]);
            forces = [
                column_product(t, 0, ti, 0) - column_product(y, 0, yi, 0),
                column_product(t, 1, ti, 0) - column_product(y, 1, yi, 0),
                column_product(t, 1, ti, 1) - column_product(y, 1, yi, 1),
                column_product(t, 2, ti, 0) - column_product(y, 2, yi, 0),
                column_product(t, 2, ti, 1) - column_product(y, 2, yi, 1),
                column_product(t, 2, ti, 2) - column_product(y, 2, yi, 2),
            ];
            let f = [f0, f1, f2];
            pull = [column(y, 0, f), column(y, 1, f), column(y, 2, f)];
        }
        let rhs = [
            [pull[0] - column(t, 0, g), pull[1] - column(t, 1, g), pull[2] - column(t, 2, g)],
            [column(k, 0, g), column(k, 1, g), column(k, 2, g)],
        ];
        Block { forces, mixed, rotations, rhs }
    }

    /// The unknowns of a block from `a` by the next one's force, and the stiffness by its rotation.
    #[inline(always)]
    pub(crate) fn back_substitute<S: Simd>(
        &self,
        s: S,
        [force, torque]: [Vector<S>; 2],
    ) -> [Vector<S>; 2] {
        let [l10, l20, l21, l00, l01, l02, l30, l31, l32, l40, l41, l42, m10, m20, m21] =
            load(s, &self.lower);
        let [i0, i1, i2, j0, j1, j2] = load(s, &self.inverse);
        let [f0, f1, f2, g0, g1, g2] = load(s, &self.rhs);
        // L⁻¹ of the coupling by the next unknowns, of the rotations without the sign.
        let b0 = force[0];
        let b1 = force[1] - l10 * b0;
        let b2 = force[2] - l20 * b0 - l21 * b1;
        let c0 = torque[0] - (l00 * b0 + l01 * b1 + l02 * b2);
        let c1 = torque[1] - (l30 * b0 + l31 * b1 + l32 * b2) - m10 * c0;
        let c2 = torque[2] - (l40 * b0 + l41 * b1 + l42 * b2) - m20 * c0 - m21 * c1;
        let z = g2 + c2 * j2;
        let y = g1 + c1 * j1 - m21 * z;
        let x = g0 + c0 * j0 - m10 * y - m20 * z;
        let n2 = b2 * i2 - f2 + (l02 * x + l32 * y + l42 * z);
        let n1 = b1 * i1 - f1 - l21 * n2 + (l01 * x + l31 * y + l41 * z);
        let n0 = b0 * i0 - f0 - l10 * n1 - l20 * n2 + (l00 * x + l30 * y + l40 * z);
        [[n0, n1, n2], [x, y, z]]
    }
}

#[inline(always)]
fn scale_rows<S: Simd>(rows: Matrix<S>, by: Vector<S>) -> Matrix<S> {
    [scale(rows[0], by[0]), scale(rows[1], by[1]), scale(rows[2], by[2])]
}

#[inline(always)]
fn row_product<S: Simd>(a: Matrix<S>, i: usize, b: Matrix<S>, j: usize) -> Wide<S> {
    a[i][0] * b[j][0] + a[i][1] * b[j][1] + a[i][2] * b[j][2]
}

#[inline(always)]
fn column_product<S: Simd>(a: Matrix<S>, i: usize, b: Matrix<S>, j: usize) -> Wide<S> {
    a[0][i] * b[0][j] + a[1][i] * b[1][j] + a[2][i] * b[2][j]
}

#[inline(always)]
fn column<S: Simd>(a: Matrix<S>, i: usize, [x, y, z]: Vector<S>) -> Wide<S> {
    a[0][i] * x + a[1][i] * y + a[2][i] * z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{LANES, number};
    use fearless_simd::{Level, dispatch};
    use testkit::random::Random;

    const BLOCKS: usize = 5;
    const SIZE: usize = 6 * BLOCKS;

    type Dense = [[f64; 3]; 3];

    /// Solves a dense system by Gauss's elimination with pivots.
    fn dense(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
        for pivot in 0..SIZE {
            let largest = (pivot..SIZE)
                .max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
            rows.swap(pivot, largest.unwrap());
            for row in pivot + 1..SIZE {
                let factor = rows[row][pivot] / rows[pivot][pivot];
                for column in pivot..=SIZE {
                    rows[row][column] -= factor * rows[pivot][column];
                }
            }
        }
        let mut solution = vec![0.0; SIZE];
        for row in (0..SIZE).rev() {
            let rest: f64 = (row + 1..SIZE).map(|c| rows[row][c] * solution[c]).sum();
            solution[row] = (rows[row][SIZE] - rest) / rows[row][row];
        }
        solution
    }

    /// A symmetric positive definite matrix.
    fn definite(random: &mut Random) -> Dense {
        let a = [(); 3].map(|()| [0; 3].map(|_| random.uniform(-1.0, 1.0)));
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let sum: f64 = (0..3).map(|k| a[i][k] * a[j][k]).sum();
                sum + if i == j { 0.3 } else { 0.0 }
            })
        })
    }

    /// A multiple of the identity.
    fn multiple(number: f64) -> Dense {
        core::array::from_fn(|i| core::array::from_fn(|j| if i == j { number } else { 0.0 }))
    }

    #[test]
    fn the_solve_is_that_of_a_dense_matrix() {
        let mut random = Random::new(8);
        for _ in 0..50 {
            let couplings = [(); BLOCKS].map(|()| multiple(random.uniform(0.2, 2.0)));
            compare::<false>(&mut random, couplings);
        }
    }

    #[test]
    fn the_solve_with_contacts_is_that_of_a_dense_matrix() {
        let mut random = Random::new(9);
        for _ in 0..50 {
            // Of a vertex in contact, nearly nothing is left along the normal.
            let couplings = [(); BLOCKS].map(|()| {
                let mut coupling = definite(&mut random);
                if random.uniform(0.0, 1.0) < 0.5 {
                    let normal = [(); 3].map(|()| random.uniform(-1.0, 1.0));
                    let square: f64 = normal.iter().map(|part| part * part).sum();
                    coupling = multiple(random.uniform(0.2, 2.0));
                    let size = 0.999 * coupling[0][0] / square;
                    for i in 0..3 {
                        for j in 0..3 {
                            coupling[i][j] -= size * normal[i] * normal[j];
                        }
                    }
                }
                coupling
            });
            compare::<true>(&mut random, couplings);
        }
    }

    /// Solves a random system with these couplings of forces, and compares the solution with that of the dense matrix.
    fn compare<const CONTACT: bool>(random: &mut Random, couplings: [Dense; BLOCKS]) {
        let spread = |number: f64| [number as f32; LANES];
        let packed = |m: Dense| [m[0][0], m[1][0], m[1][1], m[2][0], m[2][1], m[2][2]].map(spread);
        let stiffness = [(); BLOCKS].map(|()| definite(random));
        let inertia = [(); BLOCKS].map(|()| definite(random));
        let mixed =
            [(); BLOCKS].map(|()| [(); 3].map(|()| [0; 3].map(|_| random.uniform(-1.0, 1.0))));
        let rhs = [(); BLOCKS].map(|()| [0; 6].map(|_| random.uniform(-1.0, 1.0)));
        // Coupling of a block to the next, of forces and by the stiffness, of which there is none at the end.
        let mut rows = vec![vec![0.0; SIZE + 1]; SIZE];
        for block in 0..BLOCKS {
            let (at, last) = (6 * block, block + 1 == BLOCKS);
            for i in 0..3 {
                for j in 0..3 {
                    let (a, k) = match block.checked_sub(1) {
                        Some(before) => (couplings[before], stiffness[before]),
                        None => (multiple(0.5), multiple(0.0)),
                    };
                    rows[at + i][at + j] = -(a[i][j] + couplings[block][i][j]);
                    let sum = k[i][j] + stiffness[block][i][j] + inertia[block][i][j];
                    rows[at + 3 + i][at + 3 + j] = sum;
                    rows[at + 3 + i][at + j] = mixed[block][i][j];
                    rows[at + j][at + 3 + i] = mixed[block][i][j];
                    if !last {
                        rows[at + 3 + i][at + 9 + j] = -stiffness[block][i][j];
                        rows[at + 9 + j][at + 3 + i] = -stiffness[block][i][j];
                        rows[at + i][at + 6 + j] = couplings[block][i][j];
                        rows[at + 6 + j][at + i] = couplings[block][i][j];
                    }
                }
            }
            for (i, rhs) in rhs[block].into_iter().enumerate() {
                rows[at + i][SIZE] = rhs;
            }
        }
        let expected = dense(rows.clone());
        let mut factors = [Factor::NONE; BLOCKS];
        let (all_couplings, all_stiffness) = (couplings.map(packed), stiffness.map(packed));
        let mut found = [[ZERO; 6]; BLOCKS];
        dispatch!(Level::baseline(), s => {
            let zero = Wide::splat(s, 0.0);
            let mut carried = Block {
                forces: [zero; 6],
                mixed: [[zero; 3]; 3],
                rotations: [zero; 6],
                rhs: [[zero; 3]; 2],
            };
            for block in 0..BLOCKS {
                let at = 6 * block;
                let entry = |i: usize, j: usize| spread(rows[at + i][at + j]);
                let part = |offset: usize| -> Dense {
                    core::array::from_fn(|i| {
                        core::array::from_fn(|j| rows[at + offset + i][at + offset + j])
                    })
                };
                for (sum, negative) in carried.forces.iter_mut().zip(load(s, &packed(part(0)))) {
                    *sum -= negative;
                }
                for (sum, more) in carried.rotations.iter_mut().zip(load(s, &packed(part(3)))) {
                    *sum = more - *sum;
                }
                for i in 0..3 {
                    for j in 0..3 {
                        carried.mixed[i][j] += number(s, &entry(3 + i, j));
                    }
                    carried.rhs[0][i] += number(s, &entry(i, SIZE - at));
                    carried.rhs[1][i] += number(s, &entry(3 + i, SIZE - at));
                }
                let last = block + 1 == BLOCKS;
                let of_block = |all: &[[Stored; 6]; BLOCKS]| {
                    if last { [zero; 6] } else { load(s, &all[block]) }
                };
                let (coupling, stiffness) = (of_block(&all_couplings), of_block(&all_stiffness));
                carried = factors[block].eliminate::<_, CONTACT>(s, carried, coupling, stiffness);
            }
            let mut next = [[zero; 3]; 2];
            for block in (0..BLOCKS).rev() {
                let times = |all: &[[Stored; 6]; BLOCKS], vector: Vector<_>| {
                    let [xx, yx, yy, zx, zy, zz] = load(s, &all[block]);
                    [[xx, yx, zx], [yx, yy, zy], [zx, zy, zz]].map(|row| {
                        row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2]
                    })
                };
                let coupled = [times(&all_couplings, next[0]), times(&all_stiffness, next[1])];
                next = factors[block].back_substitute(s, coupled);
                let [[a, b, c], [d, e, f]] = next;
                store([a, b, c, d, e, f], &mut found[block]);
            }
        });
        for (at, expected) in expected.into_iter().enumerate() {
            let found = f64::from(found[at / 6][at % 6][3]);
            assert!((found - expected).abs() < 1e-4 * (1.0 + expected.abs()), "{found} {expected}");
        }
    }
}
