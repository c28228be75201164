//! The motion of a body that contacts leave least to do: Newton's method in six dimensions.
//!
//! With the factor `L` of the inverse mass matrix, `L Lᵀ = M⁻¹`, and `ξ = L y`, the function is `½ y·y` plus what the contacts
//! add, so that a body that does not move, or only along some axes, needs no case of its own.

use fearless_simd::{Level, dispatch};

use crate::kernel::body_contacts::{Eight, Six, Sums, Triangle, friction_sums, normal_sums};

use super::body_copy::BodyCopy;

/// Steps of Newton's method. Two or three are needed, one more than the set of pushing contacts changes.
const MAX_STEPS: usize = 16;
/// Steps on the way along which the function does not get less.
const MAX_HALVINGS: usize = 8;
/// Steps of friction: each solves for the resistances that the one before has left.
const MAX_FRICTION_STEPS: usize = 4;
/// A decrease of the function that ends the search, as a part of it.
const TOLERANCE: f64 = 1.0 / (1_u64 << 46) as f64;

/// `L`, with a multiple of the identity and a lower triangle as its blocks.
#[derive(Clone, Copy, Debug)]
struct Factor {
    linear: f64,
    angular: [[f64; 3]; 3],
}

impl Factor {
    fn new(copy: &BodyCopy) -> Self {
        let linear = sprung::Real::sqrt(copy.inverse_mass);
        let mut angular = [[0.0; 3]; 3];
        for column in 0..3 {
            for row in column..3 {
                let known: f64 = (0..column).map(|k| angular[row][k] * angular[column][k]).sum();
                let left = copy.inverse_inertia[row][column] - known;
                angular[row][column] = if row == column {
                    sprung::Real::sqrt(left.max(0.0))
                } else if angular[column][column] > 0.0 {
                    left / angular[column][column]
                } else {
                    0.0
                };
            }
        }
        Self { linear, angular }
    }

    /// `L y`
    fn apply(&self, y: Six) -> Six {
        core::array::from_fn(|i| match i {
            0..3 => self.linear * y[i],
            _ => (0..=i - 3).map(|k| self.angular[i - 3][k] * y[3 + k]).sum(),
        })
    }

    /// `Lᵀ g`
    fn apply_transposed(&self, g: Six) -> Six {
        core::array::from_fn(|i| match i {
            0..3 => self.linear * g[i],
            _ => (i - 3..3).map(|k| self.angular[k][i - 3] * g[3 + k]).sum(),
        })
    }

    /// `1 + Lᵀ H L`
    fn congruent(&self, hessian: &Triangle) -> [Six; 6] {
        let rows: [Six; 6] = core::array::from_fn(|i| {
            self.apply_transposed(core::array::from_fn(|j| {
                let (high, low) = (i.max(j), i.min(j));
                hessian[high * (high + 1) / 2 + low]
            }))
        });
        let columns: [Six; 6] = core::array::from_fn(|j| {
            let mut column = self.apply_transposed(core::array::from_fn(|i| rows[i][j]));
            column[j] += 1.0;
            column
        });
        columns
    }
}

/// Solves a positive definite system by Cholesky's method.
fn solve(matrix: &[Six; 6], right: Six) -> Six {
    let mut factor = [[0.0; 6]; 6];
    let mut y = right;
    for i in 0..6 {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let left = matrix[i][j] - known;
            factor[i][j] = if i == j { sprung::Real::sqrt(left) } else { left / factor[j][j] };
        }
        let known: f64 = (0..i).map(|k| factor[i][k] * y[k]).sum();
        y[i] = (y[i] - known) / factor[i][i];
    }
    for i in (0..6).rev() {
        let known: f64 = (i + 1..6).map(|k| factor[k][i] * y[k]).sum();
        y[i] = (y[i] - known) / factor[i][i];
    }
    y
}

fn product(a: Six, b: Six) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The motion by which the body gives way to the pushes along the normals of all its contacts: all depths that are left are
/// 0 with it, and no contact pulls. `None` if a number is not finite.
pub(super) fn give_way(level: Level, copy: &BodyCopy, contacts: &[Eight]) -> Option<Six> {
    let factor = Factor::new(copy);
    let value = |y: Six, sums: &Sums| 0.5 * product(y, y) + sums.energy - sums.work;
    let sums_of = |y| dispatch!(level, s => normal_sums(s, contacts, factor.apply(y)));
    let mut y = [0.0; 6];
    let mut sums = sums_of(y);
    for _ in 0..MAX_STEPS {
        let pull = factor.apply_transposed(sums.gradient);
        let gradient: Six = core::array::from_fn(|i| -(y[i] + pull[i]));
        let step = solve(&factor.congruent(&sums.hessian), gradient);
        let decrease = product(step, gradient);
        if !(decrease > TOLERANCE * (product(y, y) + sums.energy)) {
            break;
        }
        let before = value(y, &sums);
        let mut part = 1.0;
        let found = (0..MAX_HALVINGS).find_map(|_| {
            let next = core::array::from_fn(|i| y[i] + part * step[i]);
            part *= 0.5;
            let sums = sums_of(next);
            (value(next, &sums) <= before).then_some((next, sums))
        });
        let Some(found) = found else { break };
        (y, sums) = found;
    }
    finite(factor.apply(y))
}

/// The motion by which the body follows the friction of all its contacts. `None` if a number is not finite.
pub(super) fn follow_friction(level: Level, copy: &BodyCopy, contacts: &[Eight]) -> Option<Six> {
    let factor = Factor::new(copy);
    let mut y = [0.0; 6];
    for _ in 0..MAX_FRICTION_STEPS {
        let motion = factor.apply(y);
        let sums = dispatch!(level, s => friction_sums(s, contacts, motion));
        let pull = factor.apply_transposed(sums.gradient);
        let next = solve(&factor.congruent(&sums.hessian), pull);
        let change: Six = core::array::from_fn(|i| next[i] - y[i]);
        let is_done = product(change, change) <= TOLERANCE * product(next, next);
        y = next;
        if is_done || sums.sliding == 0.0 {
            break;
        }
    }
    finite(factor.apply(y))
}

fn finite(motion: Six) -> Option<Six> {
    motion.iter().all(|c| c.is_finite()).then_some(motion)
}
