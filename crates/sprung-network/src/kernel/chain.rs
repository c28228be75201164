//! Direct solve of whole chains: forward elimination and back substitution of a tridiagonal system (the Thomas
//! algorithm), in rounds of Newton's method.
//!
//! The impulses λ along a chain of links obey a tridiagonal system, because a link shares a particle only with the one
//! before and the one after. With `r` the rest length minus the length, `o` the inverse mass of the shared particle
//! times the cosine between two links, and `p` the fraction of the error to remove:
//!
//! ```text
//! −o_k λ_(k−1) + (w_a + w_b)/p · λ_k − o_(k+1) λ_(k+1) = r_k
//! ```
//!
//! Each row is multiplied by its `p`, so that a link that is off (`p = 0`: torn, slack, or not there) is just `λ = 0`
//! and parts the chain in two. Lengths are not linear in positions; a few rounds of Newton's method make the chain exact
//! to rounding, however heavy its end is. `W` chains are solved side by side, one per lane.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{
    Floats, LANES, Record, TURN, Wide, greater, keep, numbers, of, set_numbers,
};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::lanes::record::{read, write};
use crate::lanes::slots::{Anywhere, Slots};

use super::gains::Gains;
use super::link::{Link, Seen, TOLERANCE};
use super::recorder::Recorder;

/// Factor of the diagonals: 17 units in the last place above 1, so that no pivot of the singular system of a taut line
/// between two fixed particles rounds to 0. Links are softer by this part.
const DIAGONAL: f32 = 1.000_002;
/// Rounds of Newton's method for a chain that hangs from one fixed particle. Most are done after two or three; where an end 10 000 times
/// as heavy as the links swings through, dozens are needed, and with fewer a link would be several times as long as it is.
pub(crate) const MAX_ROUNDS_HANGING: usize = 128;
/// Rounds for all others. Two fixed particles may be too far apart for any number; and a free chain, no link of which bears more than it
/// throws itself, if it is crumpled by a turn of most of a radian per step, finds its lengths far from where it was, with
/// energy that it did not have.
pub(crate) const MAX_ROUNDS: usize = 8;

/// Vectors of the particles of `W` chains side by side, in slots given by `N`.
pub(crate) trait Nodes<S: Simd, N, const W: usize>: Floats<S> {
    /// The particles that are `node` links from the heads of the chains in the lanes from `at` on.
    fn load(s: S, nodes: &N, from: &[Record], node: usize, at: usize) -> Wide<Self>;
    fn store(s: S, nodes: &N, to: &mut [Record], node: usize, at: usize, wide: Wide<Self>);
}

/// Particles of the same node side by side: those of node k start at slot `k·W`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[derive(Clone, Debug)]
pub(crate) struct Consecutive;

/// The places of the particles of chains in blocks. On narrow lanes, whose code has to be short, one copy of the code solves
/// all chains: that for particles anywhere.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) type InBlock = Consecutive;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) type InBlock = Scattered;

/// The places of chains of this many particles each, `width` side by side.
pub(crate) fn in_block(nodes: usize, width: usize) -> InBlock {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let places = {
        let _ = (nodes, width);
        Consecutive
    };
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let places = {
        let of_node = |node| core::array::from_fn(|lane| (node * width + lane) as u32);
        Scattered { slots: (0..nodes).map(|node| Slots::new(of_node(node))).collect() }
    };
    places
}

/// Particles anywhere; no two lanes have the same dynamic particle.
#[derive(Clone, Debug)]
pub(crate) struct Scattered {
    /// Of each node.
    pub(crate) slots: Vec<Slots>,
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<S: Simd, V: Floats<S>, const W: usize> Nodes<S, Consecutive, W> for V {
    #[inline(always)]
    fn load(s: S, _: &Consecutive, from: &[Record], node: usize, at: usize) -> Wide<V> {
        read(s, &from[node * W + at..])
    }

    #[inline(always)]
    fn store(_: S, _: &Consecutive, to: &mut [Record], node: usize, at: usize, wide: Wide<V>) {
        write(&mut to[node * W + at..], wide);
    }
}

impl<S: Simd, V: Anywhere<S>> Nodes<S, Scattered, TURN> for V {
    #[inline(always)]
    fn load(s: S, nodes: &Scattered, from: &[Record], node: usize, at: usize) -> Wide<V> {
        nodes.slots[node].load(s, from, at)
    }

    #[inline(always)]
    fn store(s: S, nodes: &Scattered, to: &mut [Record], node: usize, at: usize, wide: Wide<V>) {
        nodes.slots[node].store(s, to, at, wide);
    }
}

/// Chains of the same number of links, `W` in each turn, of which there is one but on narrow lanes; shorter ones end in links
/// that are off.
#[derive(Clone, Debug)]
pub(crate) struct Chains<const W: usize, N> {
    nodes: N,
    /// Those of each turn after those of the turn before.
    links: Vec<Link<W>>,
    /// The edge in each lane of each link; `u32::MAX` for none.
    edges: Vec<[u32; W]>,
    /// The number of links of a chain.
    len: usize,
    /// The greatest number of rounds of Newton's method in a sub-step, and the error that ends them, m.
    rounds: usize,
    tolerance: f32,
    /// There are links of rest length 0.
    welds: bool,
    /// All of them sleep: lines leave them out.
    pub(crate) is_asleep: bool,
}

/// The state between elimination and substitution. Chains that are solved one after another share it.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Scratch<const W: usize> {
    /// Unit vector from a to b; 0 if the link is off.
    normal: [[f32; W]; 3],
    /// `λ_k = own_k + share_(k+1) · λ_(k+1)`.
    own: [f32; W],
    share: [f32; W],
    /// λ of all rounds of this sub-step.
    total: [f32; W],
}

impl<const W: usize> Default for Scratch<W> {
    fn default() -> Self {
        let zero = [0.0; W];
        Self { normal: [zero; 3], own: zero, share: zero, total: zero }
    }
}

/// One edge of a chain as the chain needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainLink {
    pub(crate) edge: u32,
    pub(crate) rest: f32,
    pub(crate) sense: f32,
}

impl<const W: usize, N> Chains<W, N> {
    /// `lanes[l][k]` is link k of chain l; `rounds` is the greatest number of rounds in a sub-step.
    pub(crate) fn new(nodes: N, lanes: &[Vec<ChainLink>], rounds: usize) -> Self {
        let len = lanes.iter().map(Vec::len).max().unwrap_or(0);
        let count = len * lanes.len().div_ceil(W);
        let mut links = vec![Link::default(); count];
        let mut edges = vec![[u32::MAX; W]; count];
        let mut longest = 0.0_f32;
        for (l, chain) in lanes.iter().enumerate() {
            let (first, lane) = (l / W * len, l % W);
            for (k, link) in chain.iter().enumerate() {
                links[first + k].rest[lane] = link.rest;
                links[first + k].sense[lane] = link.sense;
                edges[first + k][lane] = link.edge;
                longest = longest.max(link.rest);
            }
        }
        let welds = lanes.iter().flatten().any(|link| link.rest == 0.0);
        let tolerance = longest * TOLERANCE;
        Self { nodes, links, edges, len, rounds, tolerance, welds, is_asleep: false }
    }

    /// Returns the number of links of a chain.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The edge in each lane of each link, link by link.
    pub(crate) fn edges_mut(&mut self) -> &mut [u32] {
        self.edges.as_flattened_mut()
    }

    /// Gives one lane of [`edges_mut`](Self::edges_mut) its gains.
    pub(crate) fn set_gain(&mut self, lane: usize, gain: Gains) {
        let link = &mut self.links[lane / W];
        link.position[lane % W] = gain.position;
        link.velocity[lane % W] = gain.velocity;
    }

    /// Puts an edge into one lane.
    pub(crate) fn put(&mut self, lane: usize, link: ChainLink) {
        self.edges.as_flattened_mut()[lane] = link.edge;
        self.links[lane / W].rest[lane % W] = link.rest;
        self.links[lane / W].sense[lane % W] = link.sense;
        self.welds |= link.rest == 0.0;
    }

    /// The edges of [`edges_mut`](Self::edges_mut).
    pub(crate) fn edges(&self) -> &[u32] {
        self.edges.as_flattened()
    }

    /// Sets the greatest number of rounds after the particles in some slots of the block have been fixed, `width` chains
    /// side by side: many only if each chain hangs from one of them.
    pub(crate) fn limit_rounds(&mut self, width: usize, fixed: impl Iterator<Item = usize>) {
        let (mut count, mut used) = ([0_u32; LANES], [false; LANES]);
        fixed.for_each(|slot| count[slot % width] += 1);
        for (turn, links) in self.edges.chunks(self.len.max(1)).enumerate() {
            for (lane, &edge) in links.iter().flat_map(|edges| edges.iter().enumerate()) {
                used[turn * W + lane] |= edge != u32::MAX;
            }
        }
        let hang = used.iter().zip(count).all(|(used, count)| !used || count == 1);
        self.rounds = if hang { MAX_ROUNDS_HANGING } else { MAX_ROUNDS };
    }

    /// The slots of the particles.
    pub(crate) fn nodes_mut(&mut self) -> &mut N {
        &mut self.nodes
    }

    /// Returns the scratch that is needed.
    pub(crate) fn scratch(&self) -> usize {
        self.links.len()
    }

    /// True if a link is there that takes only a part of its error.
    pub(crate) fn is_soft(&self) -> bool {
        self.links.iter().any(|link| link.position.iter().any(|p| *p > 0.0 && *p < 1.0))
    }

    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        for (link, edges) in self.links.iter_mut().zip(&self.edges) {
            link.set_gains(edges, gains);
        }
    }

    /// Records the impulses of the last [`project`](Self::project) or [`relax`](Self::relax) with this scratch.
    pub(crate) fn record(&self, scratch: &[Scratch<W>], recorder: &mut Recorder) {
        for (scratch, edges) in scratch.iter().zip(&self.edges) {
            recorder.add(edges, &scratch.total.map(|impulse| -impulse), &scratch.normal);
        }
    }

    /// The number of turns.
    #[inline(always)]
    fn turns(&self) -> usize {
        if cfg!(not(any(target_arch = "x86_64", target_arch = "aarch64"))) {
            self.links.len() / self.len.max(1)
        } else {
            1
        }
    }

    /// Measures `X_b − X_a`.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd, V: Nodes<S, N, W>>(&mut self, s: S, reference: &[Record]) {
        for turn in 0..self.turns() {
            let mut a = V::load(s, &self.nodes, reference, 0, turn * W);
            for (k, link) in self.links[turn * self.len..][..self.len].iter_mut().enumerate() {
                let b = V::load(s, &self.nodes, reference, k + 1, turn * W);
                keep(&mut link.offset, 0, sub(b.xyz, a.xyz));
                a = b;
            }
        }
    }

    /// Moves the particles until every link has its length, or for as many rounds as there are.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn project<S: Simd, V: Nodes<S, N, W>>(
        &self,
        s: S,
        scratch: &mut [Scratch<W>],
        displacement: &mut [Record],
    ) {
        self.eliminate::<S, V>(s, scratch, displacement, None, true);
        self.substitute::<S, V>(s, scratch, displacement, true);
        for _ in 1..self.rounds {
            let worst = self.eliminate::<S, V>(s, scratch, displacement, None, false);
            if worst <= self.tolerance {
                break;
            }
            self.substitute::<S, V>(s, scratch, displacement, false);
        }
    }

    /// Takes the length rates out of the velocities.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn relax<S: Simd, V: Nodes<S, N, W>>(
        &self,
        s: S,
        scratch: &mut [Scratch<W>],
        displacement: &[Record],
        velocity: &mut [Record],
    ) {
        self.eliminate::<S, V>(s, scratch, displacement, Some(velocity), true);
        self.substitute::<S, V>(s, scratch, velocity, true);
    }

    /// Forward elimination, on lengths or, with velocities, on rates. Returns the largest length error, m, in all rounds
    /// but the first.
    ///
    /// Only one product, one difference and one division wait for the link before: they are what a chain takes its time
    /// for.
    #[inline(always)]
    fn eliminate<S: Simd, V: Nodes<S, N, W>>(
        &self,
        s: S,
        scratch: &mut [Scratch<W>],
        displacement: &[Record],
        velocity: Option<&[Record]>,
        first: bool,
    ) -> f32 {
        let mut worst = V::splat(s, 0.0);
        for turn in 0..self.turns() {
            let of_turn =
                self.eliminate_turn::<S, V>(s, turn, scratch, displacement, velocity, first);
            worst = greater(of_turn, worst);
        }
        worst.reduce_max()
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn eliminate_turn<S: Simd, V: Nodes<S, N, W>>(
        &self,
        s: S,
        turn: usize,
        scratch: &mut [Scratch<W>],
        displacement: &[Record],
        velocity: Option<&[Record]>,
        first: bool,
    ) -> V {
        let (zero, one) = (V::splat(s, 0.0), V::splat(s, 1.0));
        let (at, links) = (turn * W, &self.links[turn * self.len..][..self.len]);
        let scratch = &mut scratch[turn * self.len..];
        // Of the link before.
        let (mut normal_before, mut fraction_before) = ([zero; 3], zero);
        let (mut inverse_pivot, mut own) = (zero, zero);
        let mut worst = zero;
        let mut a = V::load(s, &self.nodes, displacement, 0, at);
        let mut a_moves = velocity.map_or([zero; 3], |v| V::load(s, &self.nodes, v, 0, at).xyz);
        for (k, (link, scratch)) in links.iter().zip(scratch).enumerate() {
            let b = V::load(s, &self.nodes, displacement, k + 1, at);
            let Seen { mut normal, short, acts } = link.see(s, sub(b.xyz, a.xyz));
            let inverse_masses = a.w + b.w;
            let (fraction, error);
            if let Some(velocity) = velocity {
                let b_moves = V::load(s, &self.nodes, velocity, k + 1, at).xyz;
                let closing;
                (normal, fraction, closing) =
                    link.rate(s, normal, sub(b_moves, a_moves), self.welds);
                error = fraction * closing;
                a_moves = b_moves;
            } else {
                fraction = acts.select(numbers(s, &link.position, 0), zero);
                let mut left = fraction * short;
                if !first {
                    // What the rounds before have done for a soft link stays within its fraction.
                    let before: V = numbers(s, &scratch.total, 0);
                    left -= (one - fraction) * inverse_masses * before;
                    worst = greater(left.abs(), worst);
                }
                error = left;
            }
            let coupling = a.w * dot(normal_before, normal);
            let (up, down) = (coupling * fraction_before, coupling * fraction);
            let diagonal = inverse_masses * V::splat(s, DIAGONAL);
            let share = up * inverse_pivot;
            let pivot =
                greater(diagonal, V::splat(s, f32::MIN_POSITIVE)) - (up * down) * inverse_pivot;
            inverse_pivot = one / pivot;
            own = (error + down * own) * inverse_pivot;
            set_numbers(&mut scratch.own, 0, own);
            set_numbers(&mut scratch.share, 0, share);
            keep(&mut scratch.normal, 0, normal);
            (a, normal_before, fraction_before) = (b, normal, fraction);
        }
        worst
    }

    /// Back substitution: impulses from the last link to the first, and what they move.
    #[inline(always)]
    fn substitute<S: Simd, V: Nodes<S, N, W>>(
        &self,
        s: S,
        scratch: &mut [Scratch<W>],
        moved: &mut [Record],
        first: bool,
    ) {
        for turn in 0..self.turns() {
            self.substitute_turn::<S, V>(s, turn, scratch, moved, first);
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn substitute_turn<S: Simd, V: Nodes<S, N, W>>(
        &self,
        s: S,
        turn: usize,
        scratch: &mut [Scratch<W>],
        moved: &mut [Record],
        first: bool,
    ) {
        let (at, zero) = (turn * W, V::splat(s, 0.0));
        let scratch = &mut scratch[turn * self.len..][..self.len];
        let (mut impulse, mut share, mut after) = (zero, zero, [zero; 3]);
        for (k, scratch) in scratch.iter_mut().enumerate().rev() {
            impulse = numbers::<S, V>(s, &scratch.own, 0) + share * impulse;
            share = numbers(s, &scratch.share, 0);
            let before = if first { zero } else { numbers(s, &scratch.total, 0) };
            set_numbers(&mut scratch.total, 0, before + impulse);
            let own = scale(of(s, &scratch.normal, 0), impulse);
            let b = V::load(s, &self.nodes, moved, k + 1, at);
            let xyz = add(b.xyz, scale(sub(own, after), b.w));
            V::store(s, &self.nodes, moved, k + 1, at, Wide { xyz, w: b.w });
            after = own;
        }
        let head = V::load(s, &self.nodes, moved, 0, at);
        let xyz = sub(head.xyz, scale(after, head.w));
        V::store(s, &self.nodes, moved, 0, at, Wide { xyz, w: head.w });
    }
}
