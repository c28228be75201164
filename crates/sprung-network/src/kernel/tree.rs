//! Direct solve of whole trees: elimination from the leaves to the root, back substitution from the root to the leaves.
//!
//! If more than two links meet, the impulses of all of them are coupled. So particles are eliminated instead, from the
//! leaves to the root: each with its subtree becomes one more [mass](super::articulated) that its parent has to
//! move. Then impulses and moves follow from the root to the leaves. The cost is linear in the particles, for any number that meet in one.
//!
//! A few rounds of Newton's method make the tree exact to rounding; a round that would bend more than it straightens takes
//! only a part of its step. Four particles of the same depth are solved side by side, of one tree or of many.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, f32x4, prelude::*};

use crate::geometry::vector::{dot, sub};
use crate::lanes::record::{NARROW, Record, Wide, keep, of, read, write};
use crate::lanes::slots::gather_four;

use super::articulated::{Eliminated, Row, Subtree, Symmetric, substitute, with_direction};
use super::gains::Gains;
use super::link::{Link, Seen, TOLERANCE};

/// The greatest stiffness that holds a link sideways, as a multiple of the reduced mass of its ends …
const MAX_SIDE_STIFFNESS: f32 = 1e4;
/// … which counts as at most that of this inverse mass, 1/kg: two fixed ends have none.
const MIN_INVERSE_MASS: f32 = f32::EPSILON;
/// The least length that a tension is divided by, m.
const MIN_LENGTH: f32 = f32::EPSILON;

/// A particle of a tree and the link to its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeLink {
    /// Slot of the parent; a root is its own.
    pub(crate) parent: u32,
    /// The edge to the parent; `u32::MAX` for a root.
    pub(crate) edge: u32,
    /// Rest length, m.
    pub(crate) rest: f32,
    /// +1 only pulls, −1 only pushes, 0 both.
    pub(crate) sense: f32,
    /// Longest rest length in the tree, m.
    pub(crate) longest: f32,
}

/// Trees of particles that are consecutive in their block.
#[derive(Clone, Debug)]
pub(crate) struct Trees {
    /// Four particles each, level by level, with the links to their parents.
    rows: Vec<Node>,
    /// The edge in each lane of each row; `u32::MAX` for none.
    edges: Vec<[u32; NARROW]>,
    /// The subtree of each particle: mass as xx, xy, xz, yy, yz, zz, then `b`. All 0 between two passes.
    subtree: [Vec<Record>; 3],
    /// `x` of each particle.
    moves: Vec<Record>,
    /// There are links of rest length 0.
    welds: bool,
}

#[derive(Clone, Debug, Default)]
struct Node {
    link: Link<NARROW>,
    /// Slots of the parents, from the start of the block.
    parents: [u32; NARROW],
    /// 1 / the error that ends the rounds, 1/m.
    per_tolerance: [f32; NARROW],
    /// The state between elimination and back substitution.
    left: Eliminated<[f32; NARROW]>,
    /// λ of this round, and of all rounds of this sub-step.
    impulse: [f32; NARROW],
    total: [f32; NARROW],
    /// Tension times sub-step² that the link will have at the end of the sub-step, as far as is known.
    tension: [f32; NARROW],
}

impl Trees {
    /// Trees of particles in the order of their slots, Four of the same depth side by side, parents before children; none
    /// in a slot that is not needed.
    pub(crate) fn new(particles: &[Option<TreeLink>]) -> Self {
        let count = particles.len() / NARROW;
        let mut rows = vec![Node::default(); count];
        let mut edges = vec![[u32::MAX; NARROW]; count];
        for (slot, particle) in particles.iter().enumerate() {
            let (row, lane) = (&mut rows[slot / NARROW], slot % NARROW);
            let Some(link) = particle else {
                row.parents[lane] = slot as u32;
                continue;
            };
            row.parents[lane] = link.parent;
            row.per_tolerance[lane] = 1.0 / (TOLERANCE * link.longest.max(TOLERANCE));
            edges[slot / NARROW][lane] = link.edge;
            row.link.rest[lane] = link.rest;
            row.link.sense[lane] = link.sense;
        }
        let records = vec![[0.0; 4]; count * NARROW];
        let is_weld = |link: &TreeLink| link.edge != u32::MAX && link.rest == 0.0;
        let welds = particles.iter().flatten().any(is_weld);
        let subtree = core::array::from_fn(|_| records.clone());
        Self { rows, edges, subtree, moves: records, welds }
    }

    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        for (row, edges) in self.rows.iter_mut().zip(&self.edges) {
            row.link.set_gains(edges, gains);
        }
    }

    /// Forgets what is kept from one step to the next.
    pub(crate) fn reset(&mut self) {
        self.rows.iter_mut().for_each(|row| row.tension = [0.0; NARROW]);
        self.subtree.iter_mut().for_each(|records| records.fill([0.0; 4]));
    }

    /// Measures where particles are from their parents.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        for (k, row) in self.rows.iter_mut().enumerate() {
            let own = read(s, &reference[k * NARROW..]);
            let parent = gather_four(s, reference, &row.parents);
            keep(&mut row.link.offset, 0, sub(own.xyz, parent.xyz));
        }
    }

    /// Moves the particles until every link has its length, in at most `rounds` rounds.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(crate) fn project<S: Simd>(&mut self, s: S, displacement: &mut [Record], rounds: usize) {
        for round in 0..rounds {
            let first = round == 0;
            let [worst, over] = self.eliminate(s, displacement, None, first);
            if over <= 0.0 && !first {
                break;
            }
            let bends = self.substitute(s);
            // All of the step, or what makes the worst link straighter by more than it bends.
            let part = if bends > worst { worst / bends } else { 1.0 };
            self.advance(s, displacement, part, first);
        }
    }

    /// Takes the length rates out of the velocities.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(crate) fn relax<S: Simd>(&mut self, s: S, at: &[Record], velocity: &mut [Record]) {
        self.eliminate(s, at, Some(velocity), true);
        self.substitute(s);
        for (velocity, change) in velocity.iter_mut().zip(&self.moves) {
            *velocity = core::array::from_fn(|c| velocity[c] + change[c]);
        }
    }

    /// Elimination from the leaves to the root, on lengths or, with velocities, on rates. Returns the greatest length error,
    /// m, and the greatest one less what is tolerated, in units of that.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn eliminate<S: Simd>(
        &mut self,
        s: S,
        displacement: &[Record],
        velocity: Option<&[Record]>,
        first: bool,
    ) -> [f32; 2] {
        let (zero, one) = (f32x4::splat(s, 0.0), f32x4::splat(s, 1.0));
        let (mut worst, mut over) = (zero, zero);
        for (k, row) in self.rows.iter_mut().enumerate().rev() {
            let own = read(s, &displacement[k * NARROW..]);
            let parent = gather_four(s, displacement, &row.parents);
            let Seen { normal, short, acts } = row.link.see(s, sub(own.xyz, parent.xyz));
            let inverse_masses = own.w + parent.w;
            let seen = if let Some(velocity) = velocity {
                let own_moves = read(s, &velocity[k * NARROW..]);
                let parting = sub(own_moves.xyz, gather_four(s, velocity, &row.parents).xyz);
                let (normal, q, closing) = row.link.rate(s, normal, parting, self.welds);
                let (fraction, sideways) = (with_direction(s, normal, q), zero);
                let error = fraction * closing;
                Row { normal, fraction, inverse_masses, error, sideways, per_length: zero }
            } else {
                let p = acts.select(f32x4::from_slice(s, &row.link.position), zero);
                let p = with_direction(s, normal, p);
                let mut error = p * short;
                if !first {
                    // What the rounds before have done for a soft link stays within its fraction.
                    error -= (one - p) * inverse_masses * f32x4::from_slice(s, &row.total);
                }
                error = p.simd_gt(zero).select(error, zero);
                worst = worst.max(error.abs());
                over = over.max(error.abs() * f32x4::from_slice(s, &row.per_tolerance) - p);
                let length = f32x4::from_slice(s, &row.link.rest) - short;
                let per_length = p / length.max(f32x4::splat(s, MIN_LENGTH));
                let stiffest = f32x4::splat(s, MAX_SIDE_STIFFNESS)
                    / inverse_masses.max(f32x4::splat(s, MIN_INVERSE_MASS));
                let sideways = (f32x4::from_slice(s, &row.tension) * per_length).min(stiffest);
                Row { normal, fraction: p, inverse_masses, error, sideways, per_length }
            };
            let subtree = take(s, &mut self.subtree, k * NARROW);
            let eliminated = seen.eliminate(s, own.w, subtree, &mut row.left);
            add_to_parents(&mut self.subtree, &row.parents, eliminated);
        }
        [worst.reduce_max(), over.reduce_max()]
    }

    /// Back substitution: impulses and moves from the root to the leaves. Returns twice the length by which the links would
    /// be too long afterwards at most, because they turn.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn substitute<S: Simd>(&mut self, s: S) -> f32 {
        let mut bends = f32x4::splat(s, 0.0);
        for (k, row) in self.rows.iter_mut().enumerate() {
            let parent = gather_four(s, &self.moves, &row.parents);
            let left = row.left.each_ref().map(|stored| of(s, stored, 0));
            let (xyz, impulse, per_length) = substitute(left, parent.xyz);
            let turned = sub(xyz, parent.xyz);
            bends = bends.max(dot(turned, turned) * per_length);
            impulse.store_slice(&mut row.impulse);
            write(&mut self.moves[k * NARROW..], Wide { xyz, w: f32x4::splat(s, 0.0) });
        }
        bends.reduce_max()
    }

    /// Takes a part of the step.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn advance<S: Simd>(&mut self, s: S, displacement: &mut [Record], part: f32, first: bool) {
        let (zero, share) = (f32x4::splat(s, 0.0), f32x4::splat(s, part));
        for row in &mut self.rows {
            let impulse = f32x4::from_slice(s, &row.impulse);
            let before = if first { zero } else { f32x4::from_slice(s, &row.total) };
            (zero - (before + impulse)).max(zero).store_slice(&mut row.tension);
            (before + impulse * share).store_slice(&mut row.total);
        }
        for (displacement, moves) in displacement.iter_mut().zip(&self.moves) {
            *displacement = core::array::from_fn(|c| displacement[c] + moves[c] * part);
        }
    }
}

/// Takes the subtrees of the particles from `first` on.
#[inline(always)]
fn take<S: Simd>(s: S, subtree: &mut [Vec<Record>; 3], first: usize) -> Subtree<f32x4<S>> {
    let [a, b, c] = subtree.each_mut().map(|records| {
        let records = &mut records[first..first + NARROW];
        let wide: Wide<f32x4<S>> = read(s, records);
        records.fill([0.0; 4]);
        wide
    });
    let ([xx, xy, xz], [yz, zz, x]) = (a.xyz, b.xyz);
    Subtree { mass: Symmetric([xx, xy, xz, a.w, yz, zz]), impulse: [x, b.w, c.xyz[0]] }
}

/// Adds to the subtrees of the parents, one after the other: several may be the same.
#[inline(always)]
fn add_to_parents<S: Simd>(
    subtree: &mut [Vec<Record>; 3],
    parents: &[u32; NARROW],
    onto: Subtree<f32x4<S>>,
) {
    let Subtree { mass: Symmetric([xx, xy, xz, yy, yz, zz]), impulse: [x, y, z] } = onto;
    let parts = [
        Wide { xyz: [xx, xy, xz], w: yy },
        Wide { xyz: [yz, zz, x], w: y },
        Wide { xyz: [z, z, z], w: z },
    ];
    for (subtree, part) in subtree.iter_mut().zip(parts) {
        let mut records = [[0.0; 4]; NARROW];
        write(&mut records, part);
        for (record, &parent) in records.iter().zip(parents) {
            let sum = &mut subtree[parent as usize];
            *sum = core::array::from_fn(|c| sum[c] + record[c]);
        }
    }
}
