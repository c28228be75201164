//! The matrix `A = J W Jᵀ + ε·diag` of all springs, applied sixteen springs at a time and never stored.

use fearless_simd::{Simd, f32x16, prelude::*};

use crate::network::lanes::{
    Bundle, LANES, Record, Row, Wide, add_scaled, dot, gather, row, scatter, sub,
};

/// Sixteen springs of the system.
pub(super) struct Lanes {
    pub(super) bundle: Bundle,
    pub(super) normal: [Row; 3],
    /// ε times the sum of the inverse masses, and 1 over the diagonal; 0 for no spring.
    damping: Row,
    pub(super) inverse: Row,
}

impl Lanes {
    pub(super) fn new(bundle: Bundle, at: &[Record], damping: f32) -> Self {
        let sum = |lane: usize| at[bundle.a[lane] as usize][3] + at[bundle.b[lane] as usize][3];
        let diagonal: Row = std::array::from_fn(|lane| sum(lane) * (1.0 + damping));
        let inverse = diagonal.map(|d| if d > 0.0 { 1.0 / d } else { 0.0 });
        let damping = std::array::from_fn(|lane| sum(lane) * damping);
        Self { bundle, normal: [[0.0; LANES]; 3], damping, inverse }
    }

    /// Sets the directions, and returns `−C`: how much shorter the springs are than at rest.
    #[inline(always)]
    pub(super) fn linearize<S: Simd>(&mut self, s: S, at: &[Record]) -> f32x16<S> {
        let (a, b) = (gather(s, at, &self.bundle.a), gather(s, at, &self.bundle.b));
        let d = sub(a.xyz, b.xyz);
        let length = dot(d, d).max(1e-24).sqrt();
        for (normal, d) in self.normal.iter_mut().zip(d) {
            (d / length).store_array(normal);
        }
        row(s, &self.bundle.rest) - length
    }

    /// `A x` of these springs, with `y = W Jᵀ x`
    #[inline(always)]
    pub(super) fn product<S: Simd>(&self, s: S, x: &Row, y: &[Record]) -> f32x16<S> {
        let (a, b) = (gather(s, y, &self.bundle.a), gather(s, y, &self.bundle.b));
        let along = dot(self.direction(s), sub(a.xyz, b.xyz));
        along + row(s, &self.damping) * row(s, x)
    }

    #[inline(always)]
    fn direction<S: Simd>(&self, s: S) -> [f32x16<S>; 3] {
        [row(s, &self.normal[0]), row(s, &self.normal[1]), row(s, &self.normal[2])]
    }

    /// One step of Gauss–Seidel: adds to `z` what solves these sixteen rows.
    #[inline(always)]
    pub(super) fn relax<S: Simd>(&self, s: S, residual: &Row, z: &mut Row, y: &mut [Record]) {
        let (a, b) = (gather(s, y, &self.bundle.a), gather(s, y, &self.bundle.b));
        let n = self.direction(s);
        let here = row(s, z);
        let left = row(s, residual) - dot(n, sub(a.xyz, b.xyz)) - row(s, &self.damping) * here;
        let change = left * row(s, &self.inverse);
        (here + change).store_array(z);
        self.scatter(s, change, n, [a, b], y);
    }

    /// `y ← y + W Jᵀ change`
    #[inline(always)]
    fn scatter<S: Simd>(
        &self,
        s: S,
        change: f32x16<S>,
        n: [f32x16<S>; 3],
        [a, b]: [Wide<S>; 2],
        y: &mut [Record],
    ) {
        let moved = add_scaled(a.xyz, change * a.w, n);
        scatter(y, &self.bundle.a, Wide { xyz: moved, w: a.w });
        let moved = add_scaled(b.xyz, f32x16::splat(s, 0.0) - change * b.w, n);
        scatter(y, &self.bundle.b, Wide { xyz: moved, w: b.w });
    }
}

/// Sets the vectors of `y` to 0.
pub(super) fn clear(y: &mut [Record]) {
    y.iter_mut().for_each(|y| y[..3].fill(0.0));
}

/// `y = W Jᵀ x`
#[inline(always)]
pub(super) fn image<S: Simd>(s: S, lanes: &[Lanes], x: &[Row], y: &mut [Record]) {
    clear(y);
    for (lanes, x) in lanes.iter().zip(x) {
        let ends = [gather(s, y, &lanes.bundle.a), gather(s, y, &lanes.bundle.b)];
        lanes.scatter(s, row(s, x), lanes.direction(s), ends, y);
    }
}
