//! Sixteen edges of one color side by side, for the rivals: particles as records, gathered into lanes and scattered back.

use fearless_simd::{Simd, f32x4, f32x16, prelude::*};
use sprung_network::{Network, Particle};

// Those of our solver, so that no rival is slower for its shuffles.
#[path = "../../../crates/sprung-network/src/lanes/record.rs"]
#[allow(dead_code, reason = "the rivals need a part of it")]
mod record;

pub(super) use record::{LANES, Record, Stored as Row};
use record::{transpose, write};

/// The components of sixteen records.
pub(super) type Wide<S> = record::Wide<f32x16<S>>;

/// Sixteen edges no two of which share a dynamic particle; lanes that are not needed join a dummy to itself.
#[derive(Clone)]
pub(super) struct Bundle {
    pub(super) a: [u32; LANES],
    pub(super) b: [u32; LANES],
    pub(super) rest: Row,
}

/// The particles of a network with a fixed dummy at the end.
pub(super) fn records(net: &Network) -> Vec<Record> {
    let record = |p: &Particle| {
        let [x, y, z] = p.position;
        [x, y, z, p.inverse_mass]
    };
    net.particles.iter().map(record).chain([[0.0; 4]]).collect()
}

/// The particles of records with a dummy at the end.
pub(super) fn particles(at: &[Record], velocity: &[Record]) -> Vec<Particle> {
    let particle = |(&[x, y, z, w], &[u, v, t, _]): (&Record, &Record)| Particle {
        position: [x, y, z],
        velocity: [u, v, t],
        inverse_mass: w,
    };
    at[..at.len() - 1].iter().zip(velocity).map(particle).collect()
}

/// The edges of a network by color, but for those between fixed particles.
pub(super) fn bundles(net: &Network) -> Vec<Bundle> {
    let mut used = vec![0u64; net.particles.len()];
    let mut colors: Vec<Vec<usize>> = Vec::new();
    for (i, edge) in net.edges.iter().enumerate() {
        let dynamic = [edge.a, edge.b].into_iter().filter(|&p| !net.particles[p].is_fixed());
        let taken = dynamic.clone().fold(0, |taken, p| taken | used[p]);
        let color = taken.trailing_ones() as usize;
        if dynamic.clone().count() == 0 {
            continue;
        }
        assert!(color < 64, "a particle has too many edges for the colors of this rival");
        dynamic.for_each(|p| used[p] |= 1 << color);
        if colors.len() <= color {
            colors.resize(color + 1, Vec::new());
        }
        colors[color].push(i);
    }
    let dummy = net.particles.len() as u32;
    let mut bundles = Vec::new();
    for lanes in colors.iter().flat_map(|color| color.chunks(LANES)) {
        let mut bundle = Bundle { a: [dummy; LANES], b: [dummy; LANES], rest: [0.0; LANES] };
        for (lane, &i) in lanes.iter().enumerate() {
            let edge = &net.edges[i];
            (bundle.a[lane], bundle.b[lane]) = (edge.a as u32, edge.b as u32);
            bundle.rest[lane] = edge.rest_length;
        }
        bundles.push(bundle);
    }
    bundles
}

#[inline(always)]
pub(super) fn row<S: Simd>(s: S, row: &Row) -> f32x16<S> {
    f32x16::load_array_ref(s, row)
}

#[inline(always)]
pub(super) fn dot<S: Simd>(a: [f32x16<S>; 3], b: [f32x16<S>; 3]) -> f32x16<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn sub<S: Simd>(a: [f32x16<S>; 3], b: [f32x16<S>; 3]) -> [f32x16<S>; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + b·d`
#[inline(always)]
pub(super) fn add_scaled<S: Simd>(
    a: [f32x16<S>; 3],
    b: f32x16<S>,
    d: [f32x16<S>; 3],
) -> [f32x16<S>; 3] {
    [a[0] + b * d[0], a[1] + b * d[1], a[2] + b * d[2]]
}

#[inline(always)]
pub(super) fn gather<S: Simd>(s: S, from: &[Record], slots: &[u32; LANES]) -> Wide<S> {
    transpose([
        four(s, from, slots, 0),
        four(s, from, slots, 4),
        four(s, from, slots, 8),
        four(s, from, slots, 12),
    ])
}

#[inline(always)]
pub(super) fn scatter<S: Simd>(to: &mut [Record], slots: &[u32; LANES], wide: Wide<S>) {
    let mut buffer = [[0.0; 4]; LANES];
    write(&mut buffer, wide);
    // Else the compiler builds every record by itself, with three times the shuffles.
    std::hint::black_box(&mut buffer);
    for (record, &slot) in buffer.iter().zip(slots) {
        to[slot as usize] = *record;
    }
}

#[inline(always)]
fn four<S: Simd>(s: S, records: &[Record], slots: &[u32; LANES], at: usize) -> f32x16<S> {
    let one = |i: usize| f32x4::load_array(s, records[slots[at + i] as usize]);
    let [a, b, c, d] = [one(0), one(1), one(2), one(3)];
    s.combine_f32x8(s.combine_f32x4(a, b), s.combine_f32x4(c, d))
}
