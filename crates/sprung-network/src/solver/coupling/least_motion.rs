//! The motion of a body that contacts leave least to do: Newton's method in six dimensions.
//!
//! With the factor `L` of the inverse mass matrix, `L Lᵀ = M⁻¹`, and `ξ = L y`, the function is `½ y·y` plus what the contacts
//! add, so that a body that does not move, or only along some axes, needs no case of its own.

use fearless_simd::{Level, dispatch};

use crate::kernel::body_contacts::{Eight, Six, Sums, Triangle, friction_sums, normal_sums};

use super::body_copy::BodyCopy;

/// Steps of Newton's method. Two or three are needed, one more than the set of pushing or sliding contacts changes.
const MAX_STEPS: usize = 16;
/// Steps on the way along which the function does not get less.
const MAX_HALVINGS: usize = 8;
/// A decrease of the function that ends the search, as a part of it.
const TOLERANCE: f64 = 1e-14;

/// The largest difference between the motion and that by the pushes, as a part of it, squared.
const MISSING: f64 = 1e-6;

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
        core::array::from_fn(|j| {
            let mut column = self.apply_transposed(core::array::from_fn(|i| rows[i][j]));
            column[j] += 1.0;
            column
        })
    }
}

/// Solves a system with a matrix of which no eigenvalue is less than 1, by Cholesky's method.
fn solve(matrix: &[Six; 6], right: Six) -> Six {
    let mut factor = [[0.0; 6]; 6];
    let mut y = right;
    for i in 0..6 {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let left = matrix[i][j] - known;
            factor[i][j] =
                if i == j { sprung::Real::sqrt(left.max(1.0)) } else { left / factor[j][j] };
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
/// 0 with it, and no contact pulls. `None` if it is not found.
pub(super) fn give_way(level: Level, copy: &BodyCopy, contacts: &[Eight]) -> Option<Six> {
    least(copy, |motion| dispatch!(level, s => normal_sums(s, contacts, motion)))
}

/// The motion by which the body follows the friction of all its contacts. `None` if it is not found.
pub(super) fn follow_friction(level: Level, copy: &BodyCopy, contacts: &[Eight]) -> Option<Six> {
    least(copy, |motion| dispatch!(level, s => friction_sums(s, contacts, motion)))
}

/// The motion of least `½ y·y` and what contacts add, a convex function with continuous first derivatives.
fn least(copy: &BodyCopy, sums_of: impl Fn(Six) -> Sums) -> Option<Six> {
    let factor = Factor::new(copy);
    let value = |y: Six, sums: &Sums| 0.5 * product(y, y) + sums.energy + sums.work;
    let mut y = [0.0; 6];
    let mut sums = sums_of(y);
    // The gradient is `y` and this pull.
    let pull_of = |sums: &Sums| factor.apply_transposed(sums.gradient);
    for _ in 0..MAX_STEPS {
        let pull = pull_of(&sums);
        let descent: Six = core::array::from_fn(|i| -(y[i] + pull[i]));
        let step = solve(&factor.congruent(&sums.hessian), descent);
        if !(product(step, descent) > TOLERANCE * (product(y, y) + sums.energy)) {
            break;
        }
        let before = value(y, &sums);
        let mut part = 1.0;
        let found = (0..MAX_HALVINGS).find_map(|_| {
            let next = core::array::from_fn(|i| y[i] + part * step[i]);
            part *= 0.5;
            let sums = sums_of(factor.apply(next));
            (value(next, &sums) <= before).then_some((next, sums))
        });
        let Some(found) = found else { break };
        (y, sums) = found;
    }
    // The pushes move the body as is assumed here, unless masses are beyond the accuracy of f64.
    let pull = pull_of(&sums);
    let missing: Six = core::array::from_fn(|i| y[i] + pull[i]);
    let is_found = product(missing, missing) <= MISSING * (product(y, y) + product(pull, pull));
    let motion = factor.apply(y);
    (is_found && motion.iter().all(|c| c.is_finite())).then_some(motion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::vector::{add, cross, dot, scale, sub};
    use crate::kernel::body_contacts::{LANES, set_friction_pushes, set_normal_pushes};
    use crate::solver::tests::levels::levels;
    use crate::solver::tests::noise::noise;
    use sprung_body::{Body, Matrix3};

    type V3 = [f64; 3];

    /// A body and contacts of particles of 1 kg to 1 g with it, from above and below, some of them parted.
    fn scene(seed: u64, contacts: usize) -> (BodyCopy, Vec<Eight>) {
        let state = &mut (seed + 1);
        let mut random = || f64::from(noise(state));
        let mut body = Body::new((1e3_f64.powf(2.0 * random())) as f32, [1.0; 3]);
        let [x, y, z] = [0, 1, 2].map(|_| 1.0 + random());
        let skew = 0.2 * random();
        let rows = [[x, skew, 0.0], [skew, y, skew], [0.0, skew, z]];
        body.inverse_inertia = Matrix3 { rows: rows.map(|row| row.map(|c| c as f32)) };
        match seed % 4 {
            // One that does not move, and one that only slides and turns in a plane.
            2 => body = Body::fixed(),
            3 => body.inverse_inertia.rows = [[0.0; 3], [0.0; 3], [0.0, 0.0, z as f32]],
            _ => {}
        }
        let copy = BodyCopy::new(&body).expect("a body");
        let mut eights = vec![Eight::EMPTY; contacts.div_ceil(LANES)];
        for i in 0..contacts {
            let normal: V3 = [random(), 2.0 * random(), random()];
            let normal = scale(normal, 1.0 / dot(normal, normal).sqrt());
            let (eight, lane) = (&mut eights[i / LANES], i % LANES);
            let arm: V3 = [0, 1, 2].map(|_| 2.0 * random());
            let path: V3 = [0, 1, 2].map(|_| 0.1 * random());
            for c in 0..3 {
                eight.normal[c][lane] = normal[c];
                eight.arm[c][lane] = arm[c];
                eight.path[c][lane] = path[c];
            }
            eight.mass[lane] = 1e3_f64.powf(random() - 0.5);
            eight.friction[lane] = 0.5 + random();
            eight.depth[lane] = 0.02 * (random() + 0.2);
        }
        (copy, eights)
    }

    fn of(vector: &[[f64; LANES]; 3], lane: usize) -> V3 {
        [0, 1, 2].map(|c| vector[c][lane])
    }

    /// The motion of a body that takes the opposites of all pushes.
    fn pushed_back(copy: &BodyCopy, eights: &[Eight]) -> [V3; 2] {
        let mut copy = *copy;
        for (eight, lane) in eights.iter().flat_map(|eight| (0..LANES).map(move |l| (eight, l))) {
            let push = scale(of(&eight.push, lane), -1.0);
            copy.push_by(push, cross(of(&eight.arm, lane), push), 1.0);
        }
        [copy.moved, copy.turned]
    }

    fn halves([x, y, z, u, v, w]: Six) -> [V3; 2] {
        [[x, y, z], [u, v, w]]
    }

    fn assert_equal(a: [V3; 2], b: [V3; 2], name: &str) {
        let size = a.as_flattened().iter().fold(1e-9_f64, |most, c| most.max(c.abs()));
        for (a, b) in a.as_flattened().iter().zip(b.as_flattened()) {
            assert!((a - b).abs() < 1e-5 * size, "{name}: {a} and {b} of {size}");
        }
    }

    #[test]
    fn after_the_pushes_no_contact_is_deep_none_pulls_and_none_pushes_what_is_apart() {
        for seed in 0..400 {
            for contacts in [1, 3, 8, 100] {
                let (copy, mut eights) = scene(seed, contacts);
                let level = levels()[0];
                let motion = give_way(level, &copy, &eights).expect("finite");
                dispatch!(level, s => set_normal_pushes(s, &mut eights, motion));
                let name = format!("{contacts} contacts, seed {seed}");
                assert_equal(pushed_back(&copy, &eights), halves(motion), &name);
                let [moved, turned] = halves(motion);
                for i in 0..contacts {
                    let (eight, lane) = (&eights[i / LANES], i % LANES);
                    let (normal, arm) = (of(&eight.normal, lane), of(&eight.arm, lane));
                    let pushed = eight.pushed[lane];
                    let left = eight.depth[lane] + dot(normal, add(moved, cross(turned, arm)))
                        - pushed / eight.mass[lane];
                    assert!(pushed >= 0.0, "{name}: pulls by {pushed}");
                    let is_deep = left > 1e-9 || (pushed > 0.0 && left < -1e-9);
                    assert!(!is_deep, "{name}: {left} m are left, pushed by {pushed}");
                }
            }
        }
    }

    #[test]
    fn friction_is_within_coulombs_law_against_the_path_and_holds_what_does_not_reach_it() {
        let (mut held, mut slid) = (0, 0);
        for seed in 0..400 {
            let (copy, mut eights) = scene(seed, 40);
            let level = levels()[0];
            let motion = give_way(level, &copy, &eights).expect("finite");
            dispatch!(level, s => set_normal_pushes(s, &mut eights, motion));
            let motion = follow_friction(level, &copy, &eights).expect("finite");
            dispatch!(level, s => set_friction_pushes(s, &mut eights, motion));
            let [moved, turned] = pushed_back(&copy, &eights);
            for (eight, lane) in eights.iter().flat_map(|eight| (0..LANES).map(move |l| (eight, l)))
            {
                let (normal, push) = (of(&eight.normal, lane), of(&eight.push, lane));
                let size = dot(push, push).sqrt();
                let limit = eight.friction[lane] * eight.pushed[lane];
                assert!(size <= limit * (1.0 + 1e-12), "{size} of {limit}, seed {seed}");
                assert!(dot(normal, push).abs() <= 1e-12 * (1.0 + size), "not along the surface");
                if limit == 0.0 {
                    continue;
                }
                let [before, after] = {
                    let point = add(moved, cross(turned, of(&eight.arm, lane)));
                    let own = scale(push, 1.0 / eight.mass[lane]);
                    let path = of(&eight.path, lane);
                    [path, sub(add(path, own), point)]
                        .map(|path| sub(path, scale(normal, dot(path, normal))))
                };
                if size < 0.999 * limit {
                    held += 1;
                    let left = (dot(after, after) / dot(before, before)).sqrt();
                    assert!(left < 1e-3, "{left} of the path is left, seed {seed}");
                } else {
                    slid += 1;
                    assert!(dot(after, push) < 1e-9 * size, "friction drives, seed {seed}");
                }
            }
        }
        assert!(held > 100 && slid > 100, "{held} held, {slid} slid");
    }

    #[test]
    fn the_body_moves_as_the_pushes_move_it_at_every_ratio_of_masses_or_not_at_all() {
        let mut found = 0;
        for seed in 0..2000 {
            let (mut copy, mut eights) = scene(seed, 20);
            let ratio = 10_f64.powf(60.0 * f64::from(noise(&mut (seed + 7))));
            copy.inverse_mass *= ratio;
            copy.inverse_inertia = copy.inverse_inertia.map(|row| scale(row, ratio));
            let level = levels()[0];
            let Some(motion) = give_way(level, &copy, &eights) else { continue };
            found += 1;
            dispatch!(level, s => set_normal_pushes(s, &mut eights, motion));
            let ([m, t], [m_found, t_found]) = (pushed_back(&copy, &eights), halves(motion));
            let size = |m: V3, t: V3| (dot(m, m) + dot(t, t)).sqrt();
            let missing = size(sub(m, m_found), sub(t, t_found));
            assert!(missing <= 0.01 * size(m, t), "seed {seed}, {ratio:e}: {missing}");
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn every_level_gives_the_same_motion() {
        for seed in 0..50 {
            let (copy, eights) = scene(seed, 50);
            let motions: Vec<_> = levels()
                .into_iter()
                .map(|level| {
                    let mut eights = eights.clone();
                    let motion = give_way(level, &copy, &eights).expect("finite");
                    dispatch!(level, s => set_normal_pushes(s, &mut eights, motion));
                    let slide = follow_friction(level, &copy, &eights).expect("finite");
                    [motion, slide].map(|motion| motion.map(f64::to_bits))
                })
                .collect();
            assert!(motions.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}");
        }
    }
}
