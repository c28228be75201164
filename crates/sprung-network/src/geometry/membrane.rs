//! The in-plane deformation of a triangle: stretch along warp and weft, and shear, from its material coordinates.

use sprung::Real;

use super::vector::{add, cross, dot, scale, sub};

type V3 = [f64; 3];

/// The smallest ratio of twice the area of a triangle to the square of its longest side: thinner ones have no strain that f32
/// can tell.
const THINNEST: f64 = 1e-5;

/// A triangle at rest: its deformation gradient `F = [f_u, f_v]` is linear in the positions of its corners,
/// `f_u = Σ a_i x_i` and `f_v = Σ b_i x_i`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membrane {
    /// 1/m.
    pub(crate) a: [f64; 3],
    pub(crate) b: [f64; 3],
    /// m².
    pub(crate) area: f64,
    /// Its extent along warp and weft, m.
    pub(crate) extent: [f64; 2],
}

impl Membrane {
    /// Of the coordinates of its corners along warp and weft, m; none of a triangle without an area.
    pub(crate) fn of(coordinates: [[f32; 2]; 3]) -> Option<Self> {
        let [m0, m1, m2] = coordinates.map(|m| m.map(f64::from));
        let [[u1, v1], [u2, v2]] = [m1, m2].map(|m| [m[0] - m0[0], m[1] - m0[1]]);
        let twice = u1 * v2 - u2 * v1;
        let [a1, a2] = [v2 / twice, -v1 / twice];
        let [b1, b2] = [-u2 / twice, u1 / twice];
        let sides = [[u1, v1], [u2, v2], [u2 - u1, v2 - v1]];
        let longest = sides.iter().fold(0.0_f64, |most, [u, v]| most.max(u * u + v * v));
        let extent = |from: usize| {
            let [x, y] = if from == 0 { [u1, u2] } else { [v1, v2] };
            x.max(y).max(0.0) - x.min(y).min(0.0)
        };
        let (a, b) = ([-a1 - a2, a1, a2], [-b1 - b2, b1, b2]);
        let is_finite = a.iter().chain(&b).all(|c| c.is_finite());
        let is_wide = twice.abs() >= THINNEST * longest;
        let extent = [extent(0), extent(1)];
        (is_finite && is_wide).then_some(Self { a, b, area: 0.5 * twice.abs(), extent })
    }

    /// The coordinates of a triangle with the first corner at the origin, where the warp is a direction along its plane as
    /// nearly as it can be; none where that is perpendicular to it, or it has no area.
    pub(crate) fn unrolled(corners: [V3; 3], warp: V3) -> Option<[[f32; 2]; 3]> {
        let [e1, e2] = [sub(corners[1], corners[0]), sub(corners[2], corners[0])];
        let normal = cross(e1, e2);
        // Along the plane, by twice the area squared.
        let along = sub(scale(warp, dot(normal, normal)), scale(normal, dot(normal, warp)));
        let across = cross(normal, along);
        let size = |v: V3| Real::sqrt(dot(v, v));
        let limit = 1e-6 * size(warp) * dot(normal, normal);
        if !(size(along) > limit) {
            return None;
        }
        let [along, across] = [along, across].map(|v| scale(v, 1.0 / size(v)));
        let flat = [[0.0; 3], e1, e2].map(|e| [dot(e, along), dot(e, across)]);
        let flat = flat.map(|m| m.map(|c| c as f32));
        flat.as_flattened().iter().all(|c| c.is_finite()).then_some(flat)
    }

    /// The inverse masses of `f_u` and `f_v`, 1/(kg·m²): `Σ w a²`, `Σ w a b`, `Σ w b²`.
    pub(crate) fn inverse_masses(&self, inverse_mass: [f32; 3]) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for ((&a, &b), w) in self.a.iter().zip(&self.b).zip(inverse_mass.map(f64::from)) {
            sums = add(sums, [w * a * a, w * a * b, w * b * b]);
        }
        sums
    }

    /// `|f_u|`, `|f_v|` and the shear at the places of the corners.
    pub(crate) fn stretch(&self, corners: [V3; 3]) -> [f64; 3] {
        let [e1, e2] = [sub(corners[1], corners[0]), sub(corners[2], corners[0])];
        let of = |c: &[f64; 3]| add(scale(e1, c[1]), scale(e2, c[2]));
        let (u, v) = (of(&self.a), of(&self.b));
        let size = |v: V3| Real::sqrt(dot(v, v));
        let shear = (size(add(u, v)) - size(sub(u, v))) * core::f64::consts::FRAC_1_SQRT_2;
        [size(u), size(v), shear]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_is_along_warp_and_weft() {
        let membrane = Membrane::of([[1.0, 5.0], [3.0, 5.5], [0.5, 6.0]]).expect("an area");
        assert_eq!(membrane.extent, [2.5, 1.0]);
    }

    #[test]
    fn stretch_and_shear_of_a_known_deformation_are_found() {
        let mut random = testkit::random::Random::new(5);
        for _ in 0..1000 {
            let flat = [[0; 2]; 3].map(|m| m.map(|_| random.uniform(-1.0, 1.0) as f32));
            let Some(membrane) = Membrane::of(flat) else { continue };
            let thin = membrane.extent[0].max(membrane.extent[1]).powi(2) / membrane.area;
            if thin > 100.0 {
                continue;
            }
            let [warp, weft] = [0; 2].map(|_| random.uniform(0.3, 2.0));
            let angle = random.uniform(-1.4, 1.4);
            let (sin, cos) = angle.sin_cos();
            // The warp along x, the weft turned toward it.
            let corners = flat
                .map(|m| m.map(f64::from))
                .map(|[u, v]| [3.0 + warp * u + weft * sin * v, weft * cos * v, -2.0]);
            let [u, v, shear] = membrane.stretch(corners);
            assert!((u - warp).abs() < 1e-9 && (v - weft).abs() < 1e-9, "{u} {v}");
            let square = warp * warp + weft * weft;
            let product = 2.0 * warp * weft * sin;
            let exact = ((square + product).sqrt() - (square - product).sqrt()) / 2.0_f64.sqrt();
            assert!((shear - exact).abs() < 1e-9, "{shear} {exact}");
            let equal = flat.map(|m| m.map(f64::from)).map(|[u, v]| [u + sin * v, cos * v, 0.0]);
            let [.., shear] = membrane.stretch(equal);
            assert!((shear - 2.0 * (0.5 * angle).sin()).abs() < 1e-9, "it is 2 sin(φ/2)");
        }
    }

    #[test]
    fn an_unrolled_triangle_has_its_sides_and_the_warp() {
        let mut random = testkit::random::Random::new(6);
        for _ in 0..1000 {
            let corners = [[0; 3]; 3].map(|x| x.map(|_| random.uniform(-1.0, 1.0)));
            let warp = [0; 3].map(|_| random.uniform(-1.0, 1.0));
            let Some(flat) = Membrane::unrolled(corners, warp) else { continue };
            let flat = flat.map(|m| m.map(f64::from));
            for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                let side = sub(corners[i], corners[j]);
                let [u, v] = [0, 1].map(|c| flat[i][c] - flat[j][c]);
                assert!((u.hypot(v) - dot(side, side).sqrt()).abs() < 1e-6);
                // Of a vector in the plane: the part along the warp, by the length of the warp in the plane.
                let normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
                let out = dot(normal, warp) / dot(normal, normal).sqrt();
                let within = (dot(warp, warp) - out * out).sqrt();
                assert!((u - dot(side, warp) / within).abs() < 1e-5, "{u}");
            }
        }
        let flat = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert!(Membrane::unrolled(flat, [0.0, 0.0, 1.0]).is_none(), "perpendicular");
        assert!(Membrane::unrolled(flat, [0.0; 3]).is_none(), "no direction");
        assert!(Membrane::unrolled([[1.0; 3]; 3], [1.0, 0.0, 0.0]).is_none(), "no area");
    }

    #[test]
    fn a_triangle_has_its_extents_gradients_and_inverse_masses() {
        let membrane = Membrane::of([[1.0, 1.0], [4.0, 2.0], [0.0, 5.0]]).expect("wide");
        assert_eq!((membrane.area, membrane.extent), (6.5, [4.0, 4.0]));
        let [w0, w1, w2] = [0.5, 2.0, 3.0];
        let [[a0, a1, a2], [b0, b1, b2]] = [membrane.a, membrane.b];
        let sums = membrane.inverse_masses([w0, w1, w2].map(|w: f64| w as f32));
        let expected = [
            w0 * a0 * a0 + w1 * a1 * a1 + w2 * a2 * a2,
            w0 * a0 * b0 + w1 * a1 * b1 + w2 * a2 * b2,
            w0 * b0 * b0 + w1 * b1 * b1 + w2 * b2 * b2,
        ];
        assert!((0..3).all(|i| (sums[i] - expected[i]).abs() < 1e-15), "{sums:?} {expected:?}");
    }

    #[test]
    fn a_triangle_is_too_thin_from_whichever_corner_it_is_seen() {
        // Its longest side is 5 m long, so that its width is a fifth of the ratio.
        for (ratio, is_wide) in [(0.9 * THINNEST, false), (1.1 * THINNEST, true)] {
            let width = (5.0 * ratio) as f32;
            let corners = [[0.0, 0.0], [3.0, 4.0], [1.5 - 0.8 * width, 2.0 + 0.6 * width]];
            for turn in 0..3 {
                let seen = [0, 1, 2].map(|i| corners[(i + turn) % 3]);
                assert_eq!(Membrane::of(seen).is_some(), is_wide, "{ratio} {turn}");
            }
        }
        assert!(Membrane::of([[1.0, 2.0]; 3]).is_none());
    }

    #[test]
    fn the_length_of_the_warp_does_not_matter() {
        let flat = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        for length in [1e-3, 1.0, 1e3] {
            let across = |part: f64| Membrane::unrolled(flat, [part * length, 0.0, length]);
            assert!(across(1e-7).is_none() && across(1e-5).is_some(), "{length}");
        }
    }
}
