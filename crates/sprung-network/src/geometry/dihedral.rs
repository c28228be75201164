//! The dihedral angle between two triangles with a common side, and its gradient.

use sprung::Real;

use super::vector::{add, cross, dot, scale, sub};

type V3 = [f64; 3];

/// The angle at a side, rad, and its gradient by the two ends of the side and the two other corners, rad/m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dihedral {
    pub(crate) angle: f64,
    pub(crate) gradients: [V3; 4],
}

impl Dihedral {
    /// Of the side from `a` to `b` between the triangles `a b c` and `b a d`; none where a triangle has no area.
    ///
    /// ```text
    /// m = (b − a) × (c − a)    n = (d − a) × (b − a)    θ = atan2((m × n)·e/|e|, m·n),  e = b − a
    /// ∂θ/∂c = −|e| m/|m|²      ∂θ/∂d = −|e| n/|n|²
    /// ```
    ///
    /// Those of `a` and `b` balance them like a lever.
    pub(crate) fn of([a, b, c, d]: [V3; 4]) -> Option<Self> {
        let [e, to_c, to_d] = [sub(b, a), sub(c, a), sub(d, a)];
        let (m, n) = (cross(e, to_c), cross(to_d, e));
        let [ee, mm, nn] = [dot(e, e), dot(m, m), dot(n, n)];
        let length = Real::sqrt(ee);
        let angle = Real::atan2(dot(cross(m, n), e) / length, dot(m, n));
        let of_c = scale(m, -length / mm);
        let of_d = scale(n, -length / nn);
        let [part_c, part_d] = [dot(to_c, e) / ee, dot(to_d, e) / ee];
        let of_b = scale(add(scale(of_c, part_c), scale(of_d, part_d)), -1.0);
        let of_a = scale(add(add(of_c, of_d), of_b), -1.0);
        let gradients = [of_a, of_b, of_c, of_d];
        let is_finite = gradients.iter().flatten().all(|g| g.is_finite()) && angle.is_finite();
        is_finite.then_some(Self { angle, gradients })
    }

    /// The inverse moment of inertia that the angle has, 1/(kg·m²): `Σ w |∂θ/∂x|²`.
    pub(crate) fn inverse_inertia(&self, inverse_mass: [f32; 4]) -> f64 {
        let terms = self.gradients.iter().zip(inverse_mass);
        terms.map(|(&g, w)| f64::from(w) * dot(g, g)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corners that are spread at random over a cube.
    fn corners(seed: u64) -> [V3; 4] {
        let mut random = testkit::random::Random::new(seed);
        [0; 4].map(|_| [0; 3].map(|_| random.uniform(-1.0, 1.0)))
    }

    #[test]
    fn a_flat_pair_has_no_angle_and_a_fold_has_its_own() {
        for angle in [-3.0, -1.5, -0.2, 0.0, 0.7, 2.0, 3.1_f64] {
            let d = [-angle.cos(), 0.5, angle.sin()];
            let of = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.3, 0.0], d];
            let found = Dihedral::of(of).expect("it has an area").angle;
            assert!((found.abs() - angle.abs()).abs() < 1e-12, "{angle}: {found}");
            let mirrored = Dihedral::of([of[0], of[1], of[2], [d[0], d[1], -d[2]]]);
            assert!((mirrored.expect("it has an area").angle + found).abs() < 1e-12);
        }
        assert!(
            Dihedral::of([[0.0; 3], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0], [1.0, 0.0, 0.0]]).is_none()
        );
    }

    #[test]
    fn the_gradient_is_that_of_differences() {
        for seed in 0..2000 {
            let at = corners(seed);
            let Some(known) = Dihedral::of(at) else { continue };
            let size = known.gradients.iter().map(|&g| dot(g, g).sqrt()).fold(0.0, f64::max);
            if size > 50.0 || known.angle.abs() > 3.0 {
                continue;
            }
            for (corner, gradient) in known.gradients.iter().enumerate() {
                for c in 0..3 {
                    let moved = |by: f64| {
                        let mut at = at;
                        at[corner][c] += by;
                        Dihedral::of(at).expect("it has an area").angle
                    };
                    let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                    assert!((slope - gradient[c]).abs() < 1e-6 * size * size.max(1.0), "{seed}");
                }
            }
        }
    }
}
