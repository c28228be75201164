//! Whether planes are between pairs of primitives, sixteen at a time.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{Vector, dot, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, numbers, read, set_numbers, turns};
use crate::lanes::slots::Anywhere;

/// Pairs of two segments, or a point and a triangle, each with the normal of a plane and the thickness of the layer around
/// it that is to be free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planes {
    of: [Vec<u32>; 4],
    /// The normals, and the thickness, m.
    layers: Vec<Record>,
    /// 1 for segments, 0 for a point and a triangle.
    of_segments: Vec<f32>,
    len: usize,
}

impl Planes {
    /// Memory for `n` pairs.
    pub(crate) fn with_capacity(n: usize) -> Self {
        let padded = n + LANES;
        Self {
            of: core::array::from_fn(|_| vec![0; padded]),
            layers: vec![[0.0; 4]; padded],
            of_segments: vec![0.0; padded],
            len: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The particles of a pair.
    pub(crate) fn of(&self, pair: usize) -> [u32; 4] {
        [self.of[0][pair], self.of[1][pair], self.of[2][pair], self.of[3][pair]]
    }

    /// Adds a pair. There must be memory for it.
    pub(crate) fn add(&mut self, segments: bool, of: [u32; 4], [x, y, z]: Vector, thickness: f32) {
        for (all, particle) in self.of.iter_mut().zip(of) {
            all[self.len] = particle;
        }
        self.layers[self.len] = [x, y, z, thickness];
        self.of_segments[self.len] = f32::from(u8::from(segments));
        self.len += 1;
    }

    /// A bit for each of the sixteen pairs from `first` on that has something in its layer.
    #[inline(always)]
    pub(crate) fn crossed<S: Simd>(&self, s: S, first: usize, places: &[Record]) -> u32 {
        let mut free: Stored = [1.0; LANES];
        for at in turns::<S, Turn<S>, LANES>().filter(|&at| first + at < self.len) {
            self.find_free(s, [first, at], places, &mut free);
        }
        let count = (self.len - first).min(LANES);
        let bits = free[..count].iter().enumerate();
        bits.fold(0, |bits, (lane, &free)| bits | (u32::from(free == 0.0) << lane))
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn find_free<S: Simd>(
        &self,
        s: S,
        [first, at]: [usize; 2],
        places: &[Record],
        free: &mut Stored,
    ) {
        let (zero, one) = (Turn::splat(s, 0.0), Turn::splat(s, 1.0));
        let [a, b, c, d] = &self.of;
        let from = first + at;
        let a: Wide<Turn<S>> = Turn::gather(s, places, &a[from..]);
        let b: Wide<Turn<S>> = Turn::gather(s, places, &b[from..]);
        let c: Wide<Turn<S>> = Turn::gather(s, places, &c[from..]);
        let d: Wide<Turn<S>> = Turn::gather(s, places, &d[from..]);
        let layer: Wide<Turn<S>> = read(s, &self.layers[from..][..Turn::<S>::LEN]);
        let segments: Turn<S> = numbers(s, &self.of_segments[from..], 0);
        let is_segment = segments.simd_gt(zero);
        let b = dot(layer.xyz, sub(b.xyz, a.xyz));
        let c = dot(layer.xyz, sub(c.xyz, a.xyz));
        let d = dot(layer.xyz, sub(d.xyz, a.xyz));
        let low = is_segment.select(b.simd_lt(zero).select(b, zero), zero);
        let high = c.simd_gt(d).select(c, d);
        let high = is_segment.select(high, b.simd_gt(high).select(b, high));
        let is_finite = ((b + c + d) * zero).simd_eq(zero);
        let is_free = (low - high).simd_ge(layer.w) & is_finite;
        set_numbers(free, at, is_free.select(one, zero));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::levels::levels;
    use crate::solver::tests::noise::noise;
    use fearless_simd::dispatch;

    /// By the projections of all points on the normal, and with a point that is no number.
    #[test]
    fn what_is_in_a_layer_is_found_at_every_level() {
        for level in levels() {
            let mut seed = 11;
            let count = 203;
            let mut planes = Planes::with_capacity(count);
            let mut places: Vec<Record> = Vec::new();
            let mut expected = Vec::new();
            for pair in 0..count {
                let of = [0, 1, 2, 3].map(|k| (4 * pair + k) as u32);
                let first = if pair % 3 == 0 { 1 } else { 2 };
                for k in 0..4 {
                    let up = if k < first { 0.3 } else { -0.3 };
                    places.push([noise(&mut seed), noise(&mut seed) + up, noise(&mut seed), 0.0]);
                }
                if pair % 50 == 7 {
                    places[4 * pair + 2][1] = f32::NAN;
                }
                let normal = [0.0, 1.0, 0.0];
                planes.add(first == 2, of, normal, 0.1);
                let height = |k: usize| places[4 * pair + k][1] - places[4 * pair][1];
                let low = (0..first).map(height).fold(f32::INFINITY, f32::min);
                let is_below = |k: usize| low - height(k) >= 0.1;
                expected.push(!(first..4).all(is_below));
            }
            let mut found = Vec::new();
            for at in (0..count).step_by(LANES) {
                let bits = dispatch!(level, s => planes.crossed(s, at, &places));
                found.extend((0..LANES.min(count - at)).map(|lane| bits >> lane & 1 == 1));
            }
            assert_eq!(found, expected);
            assert!(found.iter().any(|&crossed| crossed) && !found.iter().all(|&crossed| crossed));
        }
    }
}
