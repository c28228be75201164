//! Direct solve of whole trees: elimination from the leaves to the root, back substitution from the root to the leaves.
//!
//! If more than two links meet, the impulses of all of them are coupled. So particles are eliminated instead, from the
//! leaves to the root: each with its subtree becomes one more [mass](super::articulated) that its parent has to
//! move. Then impulses and moves follow from the root to the leaves. The cost is linear in the particles, for any number that meet in one.
//!
//! Rounds of Newton's method follow until every link is within [`ACCURACY`] of its length; a round that would bend more
//! than it straightens takes only a part of its step. Particles of the same depth are solved side by side, four or
//! sixteen at a time, of one tree or of many.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, f32x4, prelude::*};

use crate::geometry::vector::{dot, sub};
use crate::lanes::record::{
    Floats, LANES, Record, Wide, greater, keep, lesser, numbers, of, read, set_numbers, write,
};
use crate::lanes::slots::Anywhere;

use super::articulated::{Eliminated, Row, Subtree, Symmetric, substitute, with_direction};
use super::gains::Gains;
use super::link::{Link, Seen, TOLERANCE};
use super::recorder::Recorder;

/// The part of its rest length by which a link may be off when the rounds end, if that is more than [`TOLERANCE`] of the
/// longest.
const ACCURACY: f32 = 2e-5;
/// Rounds end too if one leaves more than this part of the greatest error, and no more than rounding may: this many times
/// the accuracy.
const STALLED: f32 = 0.9;
const ROUNDING: f32 = 50.0;
/// The greatest stiffness that holds a link sideways, as a multiple of the reduced mass of its ends …
const MAX_SIDE_STIFFNESS: f32 = 1e4;
/// … which counts as at most that of this inverse mass, 1/kg: two fixed ends have none.
const MIN_INVERSE_MASS: f32 = f32::EPSILON;
/// The least length that a tension is divided by, m.
const MIN_LENGTH: f32 = f32::EPSILON;

/// The limits of a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    /// The greatest number of rounds of Newton's method in a sub-step.
    pub(crate) rounds: usize,
    /// The least compliance of a link, as a part of the inverse masses of its ends.
    pub(crate) min_compliance: f32,
}

impl Limits {
    /// For trees that hang from one fixed particle. Most rounds are done after two or three; a few dozen are needed where
    /// heavy leaves swing through. The compliance keeps masses in range.
    pub(crate) const HANGING: Self = Self { rounds: 64, min_compliance: 1e-7 };
    /// For all others: several fixed particles may be too far apart for any number of rounds, and the compliance of a taut
    /// link between them must not round to 0.
    pub(crate) const OTHERS: Self = Self { rounds: 8, min_compliance: 2e-6 };
}

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

/// Trees of particles that are consecutive in their block, `W` at a time.
#[derive(Clone, Debug)]
pub(crate) struct Trees<const W: usize> {
    /// `W` particles each, level by level, with the links to their parents.
    rows: Vec<Node<W>>,
    /// The end of each level, in rows.
    level_ends: Vec<usize>,
    /// The edge in each lane of each row; `u32::MAX` for none.
    edges: Vec<[u32; W]>,
    /// The subtree of each particle: mass as xx, xy, xz, yy, yz, zz, then `b`. All 0 between two passes.
    subtree: [Vec<Record>; 3],
    /// `x` of each particle.
    moves: Vec<Record>,
    limits: Limits,
    /// There are links of rest length 0.
    welds: bool,
}

#[derive(Clone, Debug)]
struct Node<const W: usize> {
    link: Link<W>,
    /// Slots of the parents, from the start of the block.
    parents: [u32; W],
    /// 1 / the error that ends the rounds, 1/m.
    per_tolerance: [f32; W],
    /// The state between elimination and back substitution.
    left: Eliminated<[f32; W]>,
    /// λ of this round, and of all rounds of this sub-step.
    impulse: [f32; W],
    total: [f32; W],
    /// Tension times sub-step² that the link will have at the end of the sub-step, as far as is known.
    tension: [f32; W],
}

impl<const W: usize> Node<W> {
    /// No links, of particles in the slots from `first` on.
    fn new(first: usize) -> Self {
        let zero = [0.0; W];
        Self {
            link: Link::default(),
            parents: core::array::from_fn(|lane| (first + lane) as u32),
            per_tolerance: zero,
            left: [[zero; 3]; 8],
            impulse: zero,
            total: zero,
            tension: zero,
        }
    }

    /// The part of the error of each link that is to be removed, of which the rounds before have removed some, and the
    /// fraction of it that a round removes.
    #[inline(always)]
    fn error<S: Simd, V: Floats<S>>(
        &self,
        s: S,
        Seen { short, acts, .. }: &Seen<V, V::Mask>,
        inverse_masses: V,
        first: bool,
    ) -> (V, V) {
        let (zero, one) = (V::splat(s, 0.0), V::splat(s, 1.0));
        let p = acts.select(numbers(s, &self.link.position, 0), zero);
        let mut error = p * *short;
        if !first {
            // What the rounds before have done for a soft link stays within its fraction.
            error -= (one - p) * inverse_masses * numbers::<S, V>(s, &self.total, 0);
        }
        (p.simd_gt(zero).select(error, zero), p)
    }
}

impl<const W: usize> Trees<W> {
    /// Trees of particles in the order of their slots, parents before children; none in a slot that is not needed. The
    /// levels end at the slots `level_ends`, multiples of `W`.
    pub(crate) fn new(
        particles: &[Option<TreeLink>],
        level_ends: &[usize],
        limits: Limits,
    ) -> Self {
        let count = particles.len() / W;
        let mut rows: Vec<Node<W>> = (0..count).map(|k| Node::new(k * W)).collect();
        let mut edges = vec![[u32::MAX; W]; count];
        for (slot, particle) in particles.iter().enumerate() {
            let (row, lane) = (&mut rows[slot / W], slot % W);
            let Some(link) = particle else { continue };
            let tolerance = (ACCURACY * link.rest).max(TOLERANCE * link.longest.max(TOLERANCE));
            row.parents[lane] = link.parent;
            row.per_tolerance[lane] = 1.0 / tolerance;
            edges[slot / W][lane] = link.edge;
            row.link.rest[lane] = link.rest;
            row.link.sense[lane] = link.sense;
        }
        let records = vec![[0.0; 4]; count * W];
        let is_weld = |link: &TreeLink| link.edge != u32::MAX && link.rest == 0.0;
        let welds = particles.iter().flatten().any(is_weld);
        let subtree = core::array::from_fn(|_| records.clone());
        let level_ends = level_ends.iter().map(|end| end / W).collect();
        Self { rows, level_ends, edges, subtree, moves: records, limits, welds }
    }

    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        for (row, edges) in self.rows.iter_mut().zip(&self.edges) {
            row.link.set_gains(edges, gains);
        }
    }

    /// The edge in each lane of each row, row by row.
    pub(crate) fn edges_mut(&mut self) -> &mut [u32] {
        self.edges.as_flattened_mut()
    }

    /// Gives one lane of [`edges_mut`](Self::edges_mut) its gains.
    pub(crate) fn set_gain(&mut self, lane: usize, gain: Gains) {
        let link = &mut self.rows[lane / W].link;
        link.position[lane % W] = gain.position;
        link.velocity[lane % W] = gain.velocity;
    }

    /// Visits edge and tension of every lane.
    pub(crate) fn each_tension(&mut self, visit: &mut dyn FnMut(u32, &mut f32)) {
        for (row, edges) in self.rows.iter_mut().zip(&self.edges) {
            edges.iter().zip(&mut row.tension).for_each(|(&edge, tension)| visit(edge, tension));
        }
    }

    /// The limits of a solve.
    #[cfg(feature = "serde")]
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The limits from here on.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Records the impulses of the last [`project`](Self::project).
    pub(crate) fn record_positions(&self, recorder: &mut Recorder) {
        for (row, edges) in self.rows.iter().zip(&self.edges) {
            recorder.add(edges, &row.total.map(|impulse| -impulse), &row.left[0]);
        }
    }

    /// Records the impulses of the last [`relax`](Self::relax).
    pub(crate) fn record_velocities(&self, recorder: &mut Recorder) {
        for (row, edges) in self.rows.iter().zip(&self.edges) {
            recorder.add(edges, &row.impulse.map(|impulse| -impulse), &row.left[0]);
        }
    }

    /// Forgets what is kept from one step to the next.
    pub(crate) fn reset(&mut self) {
        self.rows.iter_mut().for_each(|row| row.tension = [0.0; W]);
        let records = self.subtree.iter_mut().chain([&mut self.moves]);
        records.for_each(|records| records.fill([0.0; 4]));
    }

    /// Measures where particles are from their parents.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd, V: Anywhere<S>>(&mut self, s: S, reference: &[Record]) {
        for (k, row) in self.rows.iter_mut().enumerate() {
            let own: Wide<V> = read(s, &reference[k * W..]);
            let parent = V::gather(s, reference, &row.parents);
            keep(&mut row.link.offset, 0, sub(own.xyz, parent.xyz));
        }
    }

    /// Moves the particles until every link has its length, or for as many rounds as there are.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn project<S: Simd, V: Anywhere<S>>(&mut self, s: S, displacement: &mut [Record]) {
        let mut before = f32::INFINITY;
        for round in 0..self.limits.rounds {
            let first = round == 0;
            let worst = self.eliminate::<S, V>(s, displacement, None, first);
            let bends = self.substitute::<S, V>(s);
            // All of the step, or what makes the worst link straighter by more than it bends.
            let part = if bends > worst { worst / bends } else { 1.0 };
            let over = self.advance::<S, V>(s, displacement, part, first);
            if over <= 0.0 || (over > STALLED * before && over < ROUNDING) {
                break;
            }
            before = over;
        }
    }

    /// Takes the length rates out of the velocities.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn relax<S: Simd, V: Anywhere<S>>(
        &mut self,
        s: S,
        at: &[Record],
        velocity: &mut [Record],
    ) {
        self.eliminate::<S, V>(s, at, Some(velocity), true);
        self.substitute::<S, V>(s);
        for (velocity, change) in velocity.iter_mut().zip(&self.moves) {
            *velocity = core::array::from_fn(|c| velocity[c] + change[c]);
        }
    }

    /// Elimination from the leaves to the root, on lengths or, with velocities, on rates. Returns the greatest length error,
    /// m.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn eliminate<S: Simd, V: Anywhere<S>>(
        &mut self,
        s: S,
        displacement: &[Record],
        velocity: Option<&[Record]>,
        first: bool,
    ) -> f32 {
        let zero = V::splat(s, 0.0);
        let mut worst = zero;
        let mut level_end = self.rows.len();
        // Rows of a level in rising order, so that a parent sums its children in the order of their slots at any width.
        for level in (0..self.level_ends.len()).rev() {
            let start = if level > 0 { self.level_ends[level - 1] } else { 0 };
            for (k, row) in (start..level_end).zip(&mut self.rows[start..level_end]) {
                let own: Wide<V> = read(s, &displacement[k * W..]);
                let parent = V::gather(s, displacement, &row.parents);
                let seen = row.link.see(s, sub(own.xyz, parent.xyz));
                let inverse_masses = own.w + parent.w;
                let seen = if let Some(velocity) = velocity {
                    let own_moves: Wide<V> = read(s, &velocity[k * W..]);
                    let parting = sub(own_moves.xyz, V::gather(s, velocity, &row.parents).xyz);
                    let (normal, q, closing) = row.link.rate(s, seen.normal, parting, self.welds);
                    let fraction = with_direction(s, normal, q);
                    let (error, sideways) = (fraction * closing, zero);
                    Row { normal, fraction, inverse_masses, error, sideways, per_length: zero }
                } else {
                    let (error, p) = row.error(s, &seen, inverse_masses, first);
                    worst = greater(error.abs(), worst);
                    let length = numbers::<S, V>(s, &row.link.rest, 0) - seen.short;
                    let per_length = p / greater(length, V::splat(s, MIN_LENGTH));
                    let stiffest = V::splat(s, MAX_SIDE_STIFFNESS)
                        / greater(inverse_masses, V::splat(s, MIN_INVERSE_MASS));
                    let tension: V = numbers(s, &row.tension, 0);
                    let sideways = lesser(tension * per_length, stiffest);
                    let (normal, fraction) = (seen.normal, p);
                    Row { normal, fraction, inverse_masses, error, sideways, per_length }
                };
                let subtree = take::<S, V, W>(s, &mut self.subtree, k * W);
                let least = self.limits.min_compliance;
                let eliminated = seen.eliminate(s, own.w, least, subtree, &mut row.left);
                add_to_parents::<S, V, W>(s, &mut self.subtree, &row.parents, eliminated);
            }
            level_end = start;
        }
        worst.reduce_max()
    }

    /// Back substitution: impulses and moves from the root to the leaves. Returns twice the length by which the links would
    /// be too long afterwards at most, because they turn.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn substitute<S: Simd, V: Anywhere<S>>(&mut self, s: S) -> f32 {
        let mut bends = V::splat(s, 0.0);
        for (k, row) in self.rows.iter_mut().enumerate() {
            let parent: Wide<V> = V::gather(s, &self.moves, &row.parents);
            let [a, b, c, d, e, f, g, h] = &row.left;
            let left = [
                of(s, a, 0),
                of(s, b, 0),
                of(s, c, 0),
                of(s, d, 0),
                of(s, e, 0),
                of(s, f, 0),
                of(s, g, 0),
                of(s, h, 0),
            ];
            let (xyz, impulse, per_length) = substitute(left, parent.xyz);
            let turned = sub(xyz, parent.xyz);
            bends = greater(dot(turned, turned) * per_length, bends);
            set_numbers(&mut row.impulse, 0, impulse);
            write(&mut self.moves[k * W..], Wide { xyz, w: V::splat(s, 0.0) });
        }
        bends.reduce_max()
    }

    /// Takes a part of the step. Returns the greatest length error that is left less what is tolerated, in units of that.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn advance<S: Simd, V: Anywhere<S>>(
        &mut self,
        s: S,
        displacement: &mut [Record],
        part: f32,
        first: bool,
    ) -> f32 {
        let (zero, share) = (V::splat(s, 0.0), V::splat(s, part));
        let mut over = zero;
        for (k, row) in self.rows.iter_mut().enumerate() {
            let impulse: V = numbers(s, &row.impulse, 0);
            let before = if first { zero } else { numbers(s, &row.total, 0) };
            set_numbers(&mut row.tension, 0, greater(zero - (before + impulse), zero));
            set_numbers(&mut row.total, 0, before + impulse * share);
            let own: Wide<V> = read(s, &displacement[k * W..]);
            let moves: Wide<V> = read(s, &self.moves[k * W..]);
            let xyz = core::array::from_fn(|c| own.xyz[c] + moves.xyz[c] * share);
            write(&mut displacement[k * W..], Wide { xyz, w: own.w });
            let parent = V::gather(s, displacement, &row.parents);
            let seen = row.link.see(s, sub(xyz, parent.xyz));
            let (error, p) = row.error(s, &seen, own.w + parent.w, false);
            over = greater(error.abs() * numbers::<S, V>(s, &row.per_tolerance, 0) - p, over);
        }
        over.reduce_max()
    }
}

/// Takes the subtrees of the particles from `first` on.
#[inline(always)]
fn take<S: Simd, V: Floats<S>, const W: usize>(
    s: S,
    subtree: &mut [Vec<Record>; 3],
    first: usize,
) -> Subtree<V> {
    let [a, b, c] = subtree;
    let a: Wide<V> = taken::<S, V, W>(s, &mut a[first..first + W]);
    let b: Wide<V> = taken::<S, V, W>(s, &mut b[first..first + W]);
    let c: Wide<V> = taken::<S, V, W>(s, &mut c[first..first + W]);
    let ([xx, xy, xz], [yz, zz, x]) = (a.xyz, b.xyz);
    Subtree { mass: Symmetric([xx, xy, xz, a.w, yz, zz]), impulse: [x, b.w, c.xyz[0]] }
}

#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
fn taken<S: Simd, V: Floats<S>, const W: usize>(s: S, records: &mut [Record]) -> Wide<V> {
    let wide = read(s, records);
    records.fill([0.0; 4]);
    wide
}

/// Adds to the subtrees of the parents, one after the other: several may be the same.
#[inline(always)]
fn add_to_parents<S: Simd, V: Floats<S>, const W: usize>(
    s: S,
    subtree: &mut [Vec<Record>; 3],
    parents: &[u32; W],
    onto: Subtree<V>,
) {
    let Subtree { mass: Symmetric([xx, xy, xz, yy, yz, zz]), impulse: [x, y, z] } = onto;
    let [a, b, c] = subtree;
    add_each(s, a, parents, Wide { xyz: [xx, xy, xz], w: yy });
    add_each(s, b, parents, Wide { xyz: [yz, zz, x], w: y });
    add_each(s, c, parents, Wide { xyz: [z, z, z], w: z });
}

#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
fn add_each<S: Simd, V: Floats<S>, const W: usize>(
    s: S,
    to: &mut [Record],
    parents: &[u32; W],
    wide: Wide<V>,
) {
    let mut buffer = [[0.0; 4]; LANES];
    write(&mut buffer, wide);
    // Else the compiler takes every record apart, with many more shuffles.
    core::hint::black_box(&mut buffer);
    for (record, &parent) in buffer.iter().zip(parents) {
        let sum = &mut to[parent as usize];
        let both = f32x4::load_array(s, *sum) + f32x4::load_array(s, *record);
        both.store_array(sum);
    }
}
