//! The edges of a block that are solved one after another, in bundles of sixteen.

use fearless_simd::Simd;
use sprung::SpringMode;

use crate::edge::sense;
use crate::graph::coloring::color_edges;
use crate::kernel::edges::Bundle;
use crate::kernel::gains::Gains;
use crate::lanes::record::{LANES, Record};
use crate::network::Network;

/// Bundles in the order of a sweep: edges that act both ways, then edges that act one way; of both those of hubs first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bundles {
    all: Vec<Bundle>,
    /// The edges in the lanes of each; `u32::MAX` for none.
    edges: Vec<[u32; LANES]>,
    /// The end of each kind in `all`: at hubs and both ways, both ways, at hubs and one way, one way.
    ends: [usize; 4],
}

impl Bundles {
    /// Bundles of edges, color by color. `slot` returns the slot of a particle in the block.
    pub(super) fn new(
        net: &Network,
        edges: &[u32],
        symmetric: &[bool],
        slot: impl Fn(usize) -> u32,
        dummy: u32,
    ) -> Self {
        let kind =
            |&i: &u32| (net.edges[i as usize].mode == SpringMode::TwoWay, symmetric[i as usize]);
        let is_fixed = |p: usize| net.particles[p].is_fixed();
        let mut bundles = Self::default();
        for (end, of) in
            [(true, true), (true, false), (false, true), (false, false)].into_iter().enumerate()
        {
            let edges: Vec<u32> = edges.iter().copied().filter(|i| kind(i) == of).collect();
            for color in color_edges(net.particles.len(), &edges, |i| net.ends(i), is_fixed) {
                for lanes in color.chunks(LANES) {
                    bundles.add(net, lanes, &slot, dummy);
                }
            }
            bundles.ends[end] = bundles.all.len();
        }
        bundles
    }

    /// Bundles of one edge each, in the order of the network, all of which act both ways.
    #[cfg(test)]
    pub(super) fn uncolored(net: &Network, slot: impl Fn(usize) -> u32, dummy: u32) -> Self {
        let mut bundles = Self::default();
        for i in 0..net.edges.len() as u32 {
            bundles.add(net, &[i], &slot, dummy);
        }
        let count = bundles.all.len();
        Self { ends: [0, count, count, count], ..bundles }
    }

    /// Up to sixteen edges side by side, after those that there are.
    fn add(&mut self, net: &Network, lanes: &[u32], slot: impl Fn(usize) -> u32, dummy: u32) {
        let (mut a, mut b) = ([dummy; LANES], [dummy; LANES]);
        let (mut rest, mut senses) = ([0.0; LANES], [0.0; LANES]);
        let mut edges = [u32::MAX; LANES];
        for (lane, &i) in lanes.iter().enumerate() {
            let s = &net.edges[i as usize];
            (a[lane], b[lane], edges[lane]) = (slot(s.a), slot(s.b), i);
            (rest[lane], senses[lane]) = (s.rest_length, sense(s.mode));
        }
        self.all.push(Bundle::new(a, b, rest, senses));
        self.edges.push(edges);
    }

    /// True if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn set_gains(&mut self, gains: &[Gains]) {
        for (bundle, edges) in self.all.iter_mut().zip(&self.edges) {
            bundle.set_gains(edges, gains);
        }
    }

    #[inline(always)]
    pub(super) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        for bundle in &mut self.all {
            bundle.measure(s, reference);
        }
    }

    #[inline(always)]
    pub(super) fn project<S: Simd>(&mut self, s: S, displacement: &mut [Record]) {
        let (both_ways, one_way) = self.all.split_at_mut(self.ends[1]);
        for bundle in both_ways {
            bundle.project::<S, false>(s, displacement);
        }
        for bundle in one_way {
            bundle.project::<S, true>(s, displacement);
        }
    }

    /// The sweep over the edges of hubs in reverse order.
    #[inline(always)]
    pub(super) fn project_back<S: Simd>(&mut self, s: S, displacement: &mut [Record]) {
        let [both_ways, one_way, one_way_end, _] = self.ends;
        for bundle in self.all[one_way..one_way_end].iter_mut().rev() {
            bundle.project::<S, true>(s, displacement);
        }
        for bundle in self.all[..both_ways].iter_mut().rev() {
            bundle.project::<S, false>(s, displacement);
        }
    }

    #[inline(always)]
    pub(super) fn relax<S: Simd>(&self, s: S, velocity: &mut [Record]) {
        let (both_ways, one_way) = self.all.split_at(self.ends[1]);
        for bundle in both_ways {
            bundle.relax::<S, false>(s, velocity);
        }
        for bundle in one_way {
            bundle.relax::<S, true>(s, velocity);
        }
    }
}
