//! Straight lines of edges in a woven network, solved directly one family after another.

use alloc::vec::Vec;

use fearless_simd::Simd;

use crate::edge::sense;
use crate::graph::paths::Path;
use crate::kernel::chain::{ChainLink, Chains, Scattered, Scratch};
use crate::kernel::gains::Gains;
use crate::kernel::recorder::Recorder;
use crate::lanes::record::{LANES, Record, TURN, Turn};
use crate::lanes::slots::Slots;
use crate::network::Network;

/// A large sheet hangs on few lines, which carry its whole weight: once per this number of links of the longest line …
const LINKS_PER_REPEAT: usize = 64;
/// … they are solved this many more times in a sub-step.
const REPEATS: usize = 3;

/// Lines of edges, sixteen side by side, family by family.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    pub(super) bundles: Vec<Chains<TURN, Scattered>>,
    /// The number of those that the solver was built with. The others are of edges that were added or moved: lines of one
    /// link, one edge to a lane.
    pub(super) built: usize,
    /// An edge that was added acts one way.
    pub(super) has_one_way_single: bool,
    pub(super) scratch: Vec<Scratch<TURN>>,
    /// The few lines that carry the others to fixed particles, and the number of times that a sub-step repeats them.
    anchored: Vec<usize>,
    pub(super) repeats: usize,
    /// A line meets a hub, so that a sub-step solves all of them forward and backward.
    pub(super) meets_hubs: bool,
    /// There are edges that take only a part of their error.
    pub(crate) are_soft: bool,
}

impl Lines {
    /// The lines of some families, with the slots of their particles; `dummy` is the slot of a dummy.
    pub(super) fn new(net: &Network, families: &[Vec<Path>], slot: &[usize], dummy: usize) -> Self {
        let mut lines = Self::default();
        let is_fixed = |&p: &usize| net.particles[p].is_fixed();
        let is_anchored = |line: &&Path| line.particles.iter().any(is_fixed);
        for family in families {
            // The anchored ones are side by side, so that few bundles are repeated.
            let (mut ordered, others): (Vec<&Path>, Vec<&Path>) =
                family.iter().partition(is_anchored);
            let anchored = ordered.len().div_ceil(LANES);
            lines.anchored.extend(lines.bundles.len()..lines.bundles.len() + anchored);
            ordered.extend(others);
            let bundles = ordered.chunks(LANES).map(|lanes| bundle(net, lanes, slot, dummy));
            lines.bundles.extend(bundles);
        }
        lines.built = lines.bundles.len();
        if 4 * lines.anchored.len() > lines.bundles.len() {
            lines.anchored.clear();
        }
        let longest = lines.bundles.iter().map(Chains::len).max().unwrap_or(0);
        let scratch = lines.bundles.iter().map(Chains::scratch).max().unwrap_or(0);
        lines.scratch.resize(scratch, Scratch::default());
        lines.repeats = longest / LINKS_PER_REPEAT * REPEATS;
        lines
    }

    /// True if the solver was built without any, and all that were added act both ways.
    pub(super) fn none_built(&self) -> bool {
        self.built == 0 && !self.has_one_way_single
    }

    /// True if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bundles.is_empty()
    }

    pub(super) fn set_gains(&mut self, gains: &[Gains]) {
        self.bundles.iter_mut().for_each(|lines| lines.set_gains(gains));
        self.are_soft = self.bundles.iter().any(Chains::is_soft);
    }

    /// Measures the offsets of all links at the start of a step.
    #[inline(always)]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        for lines in self.bundles.iter_mut().filter(|lines| !lines.is_asleep) {
            lines.measure::<S, Turn<S>>(s, reference);
        }
    }

    /// One block Gauss–Seidel sweep over the lines on positions.
    #[inline(always)]
    pub(crate) fn project<S: Simd>(&mut self, s: S, displacement: &mut [Record]) {
        let Self { bundles, scratch, anchored, repeats, .. } = self;
        for lines in bundles.iter().filter(|lines| !lines.is_asleep) {
            lines.project::<S, Turn<S>>(s, scratch, displacement);
        }
        for _ in 0..*repeats {
            for lines in anchored.iter().map(|&i| &bundles[i]).filter(|lines| !lines.is_asleep) {
                lines.project::<S, Turn<S>>(s, scratch, displacement);
            }
        }
    }

    /// The sweep in reverse order, if there are hubs on the lines.
    #[inline(always)]
    pub(crate) fn project_back<S: Simd>(&mut self, s: S, displacement: &mut [Record]) {
        let Self { bundles, scratch, meets_hubs, .. } = self;
        for lines in bundles.iter().rev().filter(|lines| *meets_hubs && !lines.is_asleep) {
            lines.project::<S, Turn<S>>(s, scratch, displacement);
        }
    }

    /// [`project`](Self::project), or [`project_back`](Self::project_back) if `back`, with every pull recorded.
    #[inline(always)]
    pub(crate) fn project_recorded<S: Simd>(
        &mut self,
        s: S,
        displacement: &mut [Record],
        back: bool,
        recorder: &mut Recorder,
    ) {
        let Self { bundles, scratch, anchored, repeats, meets_hubs, .. } = self;
        if back && !*meets_hubs {
            return;
        }
        let count = bundles.len();
        let repeated = if back { 0 } else { *repeats * anchored.len() };
        for i in 0..count + repeated {
            let lines = match i.checked_sub(count) {
                Some(repeat) => &bundles[anchored[repeat % anchored.len()]],
                None => &bundles[if back { count - 1 - i } else { i }],
            };
            if !lines.is_asleep {
                lines.project::<S, Turn<S>>(s, scratch, displacement);
                lines.record(scratch, recorder);
            }
        }
    }

    /// [`relax`](Self::relax) with every pull recorded.
    #[inline(always)]
    pub(crate) fn relax_recorded<S: Simd>(
        &mut self,
        s: S,
        at: &[Record],
        velocity: &mut [Record],
        recorder: &mut Recorder,
    ) {
        for lines in self.bundles.iter().filter(|lines| !lines.is_asleep) {
            lines.relax::<S, Turn<S>>(s, &mut self.scratch, at, velocity);
            lines.record(&self.scratch, recorder);
        }
    }

    /// One block Gauss–Seidel sweep over the lines on velocities.
    #[inline(always)]
    pub(crate) fn relax<S: Simd>(&mut self, s: S, at: &[Record], velocity: &mut [Record]) {
        for lines in self.bundles.iter().filter(|lines| !lines.is_asleep) {
            lines.relax::<S, Turn<S>>(s, &mut self.scratch, at, velocity);
        }
    }
}

/// Up to sixteen lines side by side.
fn bundle(net: &Network, lines: &[&Path], slot: &[usize], dummy: usize) -> Chains<TURN, Scattered> {
    let at = |node: usize, lane: usize| {
        let particle = lines.get(lane).and_then(|line| line.particles.get(node));
        particle.map_or(dummy, |&p| slot[p]) as u32
    };
    let nodes = lines.iter().map(|line| line.particles.len()).max().unwrap_or(1);
    let slots_of = |node| Slots::new(core::array::from_fn(|lane| at(node, lane)));
    let slots = (0..nodes).map(slots_of).collect();
    let lanes: Vec<_> = lines.iter().map(|line| chain_links(net, line)).collect();
    Chains::new(Scattered { slots }, &lanes, 1)
}

/// The links of a path, as its chain needs them.
pub(super) fn chain_links(net: &Network, path: &Path) -> Vec<ChainLink> {
    let link = |&i: &u32| {
        let s = &net.edges[i as usize];
        ChainLink { edge: i, rest: s.rest_length, sense: sense(s.mode) }
    };
    path.edges.iter().map(link).collect()
}
