//! The edges of a block that are solved one after another, in bundles of sixteen.

use alloc::vec::Vec;

use fearless_simd::Simd;
use sprung::SpringMode;

use crate::edge::sense;
use crate::graph::coloring::color;
use crate::kernel::compensation::{Compensation, Rates};
use crate::kernel::edges::Bundle;
use crate::kernel::gains::Gains;
use crate::kernel::recorder::Recorder;
use crate::lanes::record::{LANES, Record};
use crate::network::Network;

/// Bundles in the order of a sweep: edges that act both ways, then edges that act one way; of both those of hubs first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bundles {
    all: Vec<Bundle>,
    /// The edges in the lanes of each; `u32::MAX` for none.
    edges: Vec<[u32; LANES]>,
    /// Those of which all edges sleep, which sweeps leave out.
    asleep: Vec<bool>,
    /// What makes up for lasting loads, of those that act both ways.
    compensations: Vec<Compensation>,
    /// The number of those that act both ways.
    both_ways: usize,
}

impl Bundles {
    /// Bundles of edges, color by color. `slot` returns the slot of a particle in the block, of none that of a dummy.
    pub(super) fn new(
        net: &Network,
        edges: &[u32],
        symmetric: &[bool],
        slot: impl Fn(Option<usize>) -> u32,
    ) -> Self {
        let kind =
            |&i: &u32| (net.edges[i as usize].mode == SpringMode::TwoWay, symmetric[i as usize]);
        let mut bundles = Self::default();
        for of in [(true, true), (true, false), (false, true), (false, false)] {
            let edges = edges.iter().copied().filter(|i| kind(i) == of);
            let colors = color(net.particles.len(), edges, |&i| net.dynamic(&net.ends(i)));
            for lanes in colors.iter().flat_map(|color| color.chunks(LANES)) {
                bundles.add(net, lanes, &slot, of.1);
            }
        }
        bundles
    }

    /// Up to sixteen edges side by side, after those that there are.
    pub(crate) fn add(
        &mut self,
        net: &Network,
        lanes: &[u32],
        slot: impl Fn(Option<usize>) -> u32,
        symmetric: bool,
    ) {
        let (mut ends, mut edges) = ([[slot(None); LANES]; 2], [u32::MAX; LANES]);
        let (mut rest, mut senses) = ([0.0; LANES], [0.0; LANES]);
        for (lane, &i) in lanes.iter().enumerate() {
            let s = &net.edges[i as usize];
            (ends[0][lane], ends[1][lane], edges[lane]) = (slot(Some(s.a)), slot(Some(s.b)), i);
            (rest[lane], senses[lane]) = (s.rest_length, sense(s.mode));
        }
        self.edges.push(edges);
        self.asleep.push(false);
        self.all.push(Bundle::new(ends, rest, senses, symmetric));
        if senses == [0.0; LANES] {
            self.both_ways = self.all.len();
            self.compensations.push(Compensation::new(rest));
        }
    }

    /// The edges in the lanes, bundle by bundle.
    pub(super) fn edges_mut(&mut self) -> &mut [u32] {
        self.edges.as_flattened_mut()
    }

    /// Gives one lane of [`edges_mut`](Self::edges_mut) its gains.
    pub(super) fn set_gain(&mut self, lane: usize, gain: Gains) {
        self.all[lane / LANES].set_gain(lane % LANES, gain);
        if let Some(compensation) = self.compensations.get_mut(lane / LANES) {
            compensation.set(lane % LANES, gain.compensates && gain.is_rigid());
        }
    }

    /// Returns the edges of the bundles that are not left out.
    pub(super) fn mixed(&self) -> impl Iterator<Item = &[u32; LANES]> {
        awake(&self.edges, &self.asleep)
    }

    /// Visits edge and shortening of every lane that makes up for lasting loads.
    pub(super) fn each_shortening(&mut self, visit: &mut dyn FnMut(u32, &mut f32)) {
        for (edges, compensation) in self.edges.iter().zip(&mut self.compensations) {
            let lanes = edges.iter().zip(compensation.shortening_mut());
            lanes.for_each(|(&edge, shortening)| visit(edge, shortening));
        }
    }

    /// Leaves out of the sweeps the bundles of which all edges sleep.
    pub(super) fn leave_out(&mut self, sleeps: &dyn Fn(u32) -> bool) {
        for (asleep, edges) in self.asleep.iter_mut().zip(&self.edges) {
            *asleep = all_sleep(edges, sleeps);
        }
    }

    /// True if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// True if none acts one way.
    pub(super) fn act_both_ways(&self) -> bool {
        self.both_ways == self.all.len()
    }

    pub(super) fn set_gains(&mut self, gains: &[Gains]) {
        for (bundle, edges) in self.all.iter_mut().zip(&self.edges) {
            bundle.set_gains(edges, gains);
        }
        let both_ways = self.edges.iter().zip(&mut self.compensations);
        for (edges, compensation) in both_ways {
            for (lane, &edge) in edges.iter().enumerate() {
                let gain = gains.get(edge as usize).copied().unwrap_or_default();
                compensation.set(lane, gain.compensates && gain.is_rigid());
            }
        }
    }

    #[inline(always)]
    pub(super) fn measure<S: Simd>(&mut self, s: S, reference: &[Record], rates: Rates) {
        for bundle in awake(&mut self.all, &self.asleep) {
            bundle.measure(s, reference);
        }
        let all = self.all.iter_mut().zip(&mut self.compensations);
        for (bundle, compensation) in awake(all, &self.asleep) {
            bundle.compensate(s, compensation, rates);
        }
    }

    /// The sweep over length errors, in a sub-step that [relaxes](Bundle::project) or not.
    #[inline(always)]
    pub(super) fn project<S: Simd>(&mut self, s: S, displacement: &mut [Record], relaxes: bool) {
        let (both_ways, one_way) = self.all.split_at_mut(self.both_ways);
        let (both_asleep, one_asleep) = self.asleep.split_at(self.both_ways);
        for bundle in awake(both_ways, both_asleep) {
            bundle.project(s, displacement, false, relaxes);
        }
        for bundle in awake(one_way, one_asleep) {
            bundle.project(s, displacement, true, relaxes);
        }
    }

    /// The sweep over the edges of hubs in reverse order.
    #[inline(always)]
    pub(super) fn project_back<S: Simd>(
        &mut self,
        s: S,
        displacement: &mut [Record],
        relaxes: bool,
    ) {
        let (both_ways, one_way) = self.all.split_at_mut(self.both_ways);
        let (both_asleep, one_asleep) = self.asleep.split_at(self.both_ways);
        for bundle in
            awake(one_way.iter_mut().rev(), one_asleep.iter().rev()).filter(|b| b.symmetric)
        {
            bundle.project(s, displacement, true, relaxes);
        }
        for bundle in
            awake(both_ways.iter_mut().rev(), both_asleep.iter().rev()).filter(|b| b.symmetric)
        {
            bundle.project(s, displacement, false, relaxes);
        }
    }

    /// [`project`](Self::project), or [`project_back`](Self::project_back) if `back`, with every pull recorded.
    #[inline(always)]
    pub(super) fn project_recorded<S: Simd>(
        &mut self,
        s: S,
        displacement: &mut [Record],
        relaxes: bool,
        back: bool,
        recorder: &mut Recorder,
    ) {
        let count = self.all.len();
        for i in 0..count {
            let i = if back { count - 1 - i } else { i };
            let bundle = &mut self.all[i];
            if !self.asleep[i] && (!back || bundle.symmetric) {
                let (pulls, directions) = bundle.pulls(displacement);
                recorder.add(&self.edges[i], &pulls, &directions);
                bundle.project(s, displacement, i >= self.both_ways, relaxes);
            }
        }
    }

    /// [`relax`](Self::relax) with every pull recorded.
    #[inline(always)]
    pub(super) fn relax_recorded<S: Simd>(
        &self,
        s: S,
        velocity: &mut [Record],
        recorder: &mut Recorder,
    ) {
        let all = self.all.iter().zip(&self.edges).enumerate();
        for (i, (bundle, edges)) in all.filter(|(i, _)| !self.asleep[*i]) {
            let (pulls, directions) = bundle.pulls_of_rates(velocity);
            recorder.add(edges, &pulls, directions);
            bundle.relax(s, velocity, i >= self.both_ways);
        }
    }

    #[inline(always)]
    pub(super) fn relax<S: Simd>(&self, s: S, velocity: &mut [Record]) {
        let (both_ways, one_way) = self.all.split_at(self.both_ways);
        let (both_asleep, one_asleep) = self.asleep.split_at(self.both_ways);
        for bundle in awake(both_ways, both_asleep) {
            bundle.relax(s, velocity, false);
        }
        for bundle in awake(one_way, one_asleep) {
            bundle.relax(s, velocity, true);
        }
    }
}

/// True if there are edges, `u32::MAX` being none, and all of them sleep.
pub(super) fn all_sleep(edges: &[u32], sleeps: &dyn Fn(u32) -> bool) -> bool {
    let mut edges = edges.iter().filter(|&&edge| edge != u32::MAX).peekable();
    edges.peek().is_some() && edges.all(|&edge| sleeps(edge))
}

/// Those of some bundles, or of what belongs to them, that are not left out.
#[inline(always)]
fn awake<'a, T>(
    all: impl IntoIterator<Item = T>,
    asleep: impl IntoIterator<Item = &'a bool>,
) -> impl Iterator<Item = T> {
    all.into_iter().zip(asleep).filter(|(_, asleep)| !**asleep).map(|(of, _)| of)
}
