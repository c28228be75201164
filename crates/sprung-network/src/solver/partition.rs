//! Which particle goes to which slot, and which spring is solved how. Done once, when a solver is made.

use std::collections::HashSet;

use fearless_simd::{Simd, f32x16};

use crate::network::Network;
use crate::spring::{Action, Spring};

use super::block::{Block, Gains};
use super::bundle::Bundle;
use super::chain::{ChainSpring, Chains, Consecutive, FEW, MANY, Scattered, Scratch};
use super::forest::{Forest, groups};
use super::hubs::hubs;
use super::lanes::{LANES, Slots};
use super::lines::families;
use super::particles::{Held, PER_VECTOR, Particles, Range};
use super::tether::Tethers;
use super::topology::{Parts, Path, Tree, parts};
use super::tree::Trees;

/// Particles per block: one block's particles and springs stay in the nearest caches.
const BLOCK: usize = 2048;
/// Up to so many chains are solved in the narrow vectors, and all trees: their many operations would make long code of the
/// wide ones.
pub(crate) const NARROW: usize = 4;

/// Particles in slots and springs in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    pub(crate) particles: Particles,
    /// Slot of each particle of the network; of a fixed particle the first of its slots.
    pub(crate) slot: Vec<usize>,
    /// Blocks that cover all slots, those of chains and trees first: with the springs within each.
    pub(crate) blocks: Vec<Block>,
    /// Between the middles of the general blocks: with the springs between two of `blocks`.
    pub(crate) shifted: Vec<Block>,
    /// Lines of springs across all general blocks, family by family.
    pub(crate) lines: Vec<Chains<LANES, Scattered>>,
    scratch: Vec<Scratch<LANES>>,
    /// The few lines that carry the others to the pins, and how often they are solved again in a sub-step.
    pinned_lines: Vec<usize>,
    repeats: usize,
    pub(crate) tethers: Vec<Tethers>,
    /// The springs that a sub-step goes through twice: see [`hubs`].
    pub(crate) twice: Vec<bool>,
    pub(crate) has_hubs: bool,
    hubs_on_lines: bool,
    /// There are springs in blocks, not only on lines.
    pub(crate) has_springs: bool,
    /// There are springs on lines that take only a part of their error.
    pub(crate) has_soft_lines: bool,
}

/// A large sheet hangs on few lines, which carry its whole weight: for each so many links of the longest line …
const LONG: usize = 64;
/// … they are solved again so many times in a sub-step.
const REPEATS: usize = 3;
const NOWHERE: usize = usize::MAX;

impl Partition {
    pub(crate) fn new(net: &Network, on_lines: bool) -> Self {
        let mut partition = Self {
            slot: vec![NOWHERE; net.particles.len()],
            twice: vec![false; net.springs.len()],
            ..Self::default()
        };
        let Parts { chains, trees, mut others } = parts(net);
        partition.add_chains(net, chains);
        if on_lines {
            partition.add_trees(net, trees);
        } else {
            let linked = |tree: Tree| tree.springs.into_iter().filter(|&i| i != u32::MAX);
            others.extend(trees.into_iter().flat_map(linked));
            others.sort_unstable();
        }
        partition.add_general(net, &others, on_lines);
        partition.add_tethers(net);
        let mut blocks = partition.blocks.iter().chain(&partition.shifted);
        partition.has_springs = blocks.any(Block::has_springs);
        partition
    }

    /// Springs one at a time in the order of the network, not sixteen of a color.
    #[cfg(test)]
    pub(crate) fn in_given_order(net: &Network) -> Self {
        let mut partition = Self::new(net, false);
        let Self { blocks, slot, .. } = &mut partition;
        let [block] = &mut blocks[..] else { panic!("a network of one block without chains") };
        block.both_ways.clear();
        block.springs.clear();
        block.hubs = [0; 2];
        for i in 0..net.springs.len() as u32 {
            let dummy = block.slots.end - 1;
            add_bundle(block, net, slot, &[i], dummy);
        }
        partition.has_hubs = false;
        partition.twice.fill(false);
        partition
    }

    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        for block in self.blocks.iter_mut().chain(&mut self.shifted) {
            block.set_gains(gains);
        }
        self.lines.iter_mut().for_each(|lines| lines.set_gains(gains));
        self.has_soft_lines = self.lines.iter().any(Chains::is_soft);
    }

    /// Puts fixed particles where they are to be, and forgets the tensions of the step before: a step was not finite.
    pub(crate) fn forget(&mut self) {
        for block in &mut self.blocks {
            for held in &block.held {
                self.particles.displacement[block.slots.start + held.slot] = held.end();
            }
            block.trees.iter_mut().for_each(Trees::forget);
        }
    }

    #[inline(always)]
    pub(crate) fn measure_lines<S: Simd>(&mut self, s: S) {
        for lines in &mut self.lines {
            lines.measure::<S, f32x16<S>>(s, &self.particles.reference);
        }
    }

    #[inline(always)]
    pub(crate) fn project_lines<S: Simd>(&mut self, s: S) {
        let Self { lines, scratch, particles, .. } = self;
        for lines in &*lines {
            lines.project::<S, f32x16<S>>(s, scratch, &mut particles.displacement);
        }
        for _ in 0..self.repeats {
            for &pinned in &self.pinned_lines {
                let displacement = &mut particles.displacement;
                lines[pinned].project::<S, f32x16<S>>(s, scratch, displacement);
            }
        }
    }

    /// The sweep over lines the other way round, if there are hubs on them.
    #[inline(always)]
    pub(crate) fn project_lines_back<S: Simd>(&mut self, s: S) {
        let Self { lines, scratch, particles, hubs_on_lines, .. } = self;
        for lines in lines.iter().rev().filter(|_| *hubs_on_lines) {
            lines.project::<S, f32x16<S>>(s, scratch, &mut particles.displacement);
        }
    }

    #[inline(always)]
    pub(crate) fn relax_lines<S: Simd>(&mut self, s: S) {
        for lines in &self.lines {
            let Range { displacement, velocity, .. } = self.particles.all();
            lines.relax::<S, f32x16<S>>(s, &mut self.scratch, displacement, velocity);
        }
    }

    /// Chains that hang from one nail, then all others.
    fn add_chains(&mut self, net: &Network, paths: Vec<Path>) {
        let hangs = |path: &Path| {
            let nails = path.particles.iter().filter(|&&p| net.particles[p].is_fixed());
            nails.count() == 1
        };
        let (hanging, others) = paths.into_iter().partition(hangs);
        self.add_chains_of(net, hanging, MANY);
        self.add_chains_of(net, others, FEW);
    }

    /// Chains of about the same length side by side, sixteen or four at a time.
    fn add_chains_of(&mut self, net: &Network, mut paths: Vec<Path>, rounds: usize) {
        paths.sort_by_key(|path| core::cmp::Reverse(path.springs.len()));
        let mut rest = &paths[..];
        while !rest.is_empty() {
            let narrow = rest.len() <= NARROW;
            let (group, after) = rest.split_at(rest.len().min(LANES));
            rest = after;
            let mut block = self.open_block();
            let nodes = Consecutive { first: 0 };
            let width = if narrow { NARROW } else { LANES };
            for node in 0..group[0].particles.len() {
                for lane in 0..width {
                    match group.get(lane).and_then(|path| path.particles.get(node)) {
                        Some(&particle) => self.add_particle(net, &mut block, particle),
                        None => self.add_dummy(&mut block),
                    }
                }
            }
            let lanes: Vec<_> = group.iter().map(|path| chain_springs(net, path)).collect();
            if narrow {
                block.add_narrow(Chains::new(nodes, &lanes, rounds));
            } else {
                block.add_wide(Chains::new(nodes, &lanes, rounds));
            }
            self.close_block(block);
        }
    }

    /// Trees side by side, four particles at a time.
    fn add_trees(&mut self, net: &Network, trees: Vec<Tree>) {
        for group in groups(trees) {
            let forest = Forest::new(net, &group, NARROW);
            let mut block = self.open_block();
            for node in &forest.nodes {
                match node {
                    Some(node) => self.add_particle(net, &mut block, node.particle),
                    None => self.add_dummy(&mut block),
                }
            }
            block.trees.push(Trees::new(net, &forest));
            self.close_block(block);
        }
    }

    /// Blocks for all particles that have no slot yet and for the springs of `wanted`.
    fn add_general(&mut self, net: &Network, wanted: &[u32], on_lines: bool) {
        let of_springs: HashSet<usize> = wanted
            .iter()
            .flat_map(|&i| [net.springs[i as usize].a, net.springs[i as usize].b])
            .collect();
        let all: Vec<usize> = (0..net.particles.len())
            .filter(|p| self.slot[*p] == NOWHERE || of_springs.contains(p))
            .collect();
        if all.is_empty() {
            return;
        }
        let order = narrowest_order(net, wanted, all);
        // Half a block, less the dummies at its end, is no shorter than the longest spring.
        let size = BLOCK.max(2 * bandwidth(net, wanted, &order) + 4 * PER_VECTOR);
        let first = self.blocks.len();
        let mut slot = vec![NOWHERE; net.particles.len()];
        // A last block of less than half the size joins the one before it.
        let count = ((order.len() + size / 2) / size).max(1);
        for i in 0..count {
            let last = if i + 1 == count { order.len() } else { (i + 1) * size };
            let mut block = self.open_block();
            for &particle in &order[i * size..last] {
                slot[particle] = self.particles.len();
                self.add_particle(net, &mut block, particle);
            }
            self.add_dummy(&mut block);
            while !self.particles.len().is_multiple_of(PER_VECTOR) {
                self.add_dummy(&mut block);
            }
            self.close_block(block);
        }
        self.add_shifted(first);
        let dummy = self.particles.len() - 1;
        let families = if on_lines { families(net, wanted) } else { Vec::new() };
        let on_lines: HashSet<u32> =
            families.iter().flatten().flat_map(|line| line.springs.iter().copied()).collect();
        for lines in families.iter().flat_map(|family| family.chunks(LANES)) {
            let is_fixed = |&p: &usize| net.particles[p].is_fixed();
            if lines.iter().any(|line| line.particles.iter().any(is_fixed)) {
                self.pinned_lines.push(self.lines.len());
            }
            self.lines.push(bundle_of_lines(net, lines, &slot, dummy));
        }
        if 4 * self.pinned_lines.len() > self.lines.len() {
            self.pinned_lines.clear();
        }
        let longest = self.lines.iter().map(Chains::len).max().unwrap_or(0);
        self.scratch.resize(longest, Scratch::default());
        self.repeats = longest / LONG * REPEATS;
        self.find_hubs(net, wanted, &on_lines);
        let left: Vec<u32> = wanted.iter().copied().filter(|i| !on_lines.contains(i)).collect();
        self.distribute(net, &left, &slot, first);
    }

    /// Which springs are gone through twice: those of hubs, and all lines if one of them meets a hub.
    fn find_hubs(&mut self, net: &Network, wanted: &[u32], on_lines: &HashSet<u32>) {
        let hubs = hubs(net);
        let at_hub = |i: u32| {
            let s = &net.springs[i as usize];
            hubs[s.a] || hubs[s.b]
        };
        self.hubs_on_lines = on_lines.iter().any(|&i| at_hub(i));
        for &i in wanted {
            let on_line = on_lines.contains(&i);
            self.twice[i as usize] = if on_line { self.hubs_on_lines } else { at_hub(i) };
            self.has_hubs |= self.twice[i as usize];
        }
    }

    /// Tethers of one anchor side by side.
    fn add_tethers(&mut self, net: &Network) {
        let mut all: Vec<(usize, usize, f32)> = net
            .tethers
            .iter()
            .map(|t| (self.slot[t.anchor], self.slot[t.particle], t.length))
            .collect();
        all.sort_by_key(|&(anchor, slot, _)| (anchor, slot));
        for of_one in all.chunk_by(|a, b| a.0 == b.0) {
            for lanes in of_one.chunks(LANES) {
                let ties: Vec<_> = lanes.iter().map(|&(_, slot, length)| (slot, length)).collect();
                self.tethers.push(Tethers::new(of_one[0].0, &ties));
            }
        }
    }

    fn open_block(&self) -> Block {
        Block::new(self.particles.len()..self.particles.len())
    }

    fn close_block(&mut self, mut block: Block) {
        block.slots.end = self.particles.len();
        self.blocks.push(block);
    }

    fn add_particle(&mut self, net: &Network, block: &mut Block, particle: usize) {
        let p = &net.particles[particle];
        if p.is_fixed() {
            block.held.push(Held::new(self.particles.len() - block.slots.start, particle));
        }
        if self.slot[particle] == NOWHERE || !p.is_fixed() {
            self.slot[particle] = self.particles.len();
        }
        let velocity = if p.is_fixed() { [0.0; 3] } else { p.velocity };
        self.particles.push(p.position, velocity, p.inverse_mass);
    }

    fn add_dummy(&mut self, block: &mut Block) {
        block.held.push(Held::dummy(self.particles.len() - block.slots.start));
        self.particles.push([0.0; 3], [0.0; 3], 0.0);
    }

    fn add_shifted(&mut self, first: usize) {
        let middle = |block: &Block| block.slots.start + block.slots.len() / 2;
        for pair in self.blocks[first..].windows(2) {
            self.shifted.push(Block::new(middle(&pair[0])..middle(&pair[1])));
        }
    }

    /// Puts every wanted spring into the block that holds both its ends.
    fn distribute(&mut self, net: &Network, wanted: &[u32], slot: &[usize], first: usize) {
        let (blocks, shifted) = (&mut self.blocks[first..], &mut self.shifted);
        let mut within = vec![Vec::new(); blocks.len()];
        let mut across = vec![Vec::new(); shifted.len()];
        for &i in wanted {
            let s = &net.springs[i as usize];
            let ends = [slot[s.a], slot[s.b]];
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let block = blocks.partition_point(|block| block.slots.end <= low);
            if high < blocks[block].slots.end {
                within[block].push(i);
            } else {
                across[block].push(i);
            }
        }
        // The last slot of a block is a dummy; the shifted block over its end has it in its middle.
        let ends: Vec<usize> = blocks.iter().map(|block| block.slots.end).collect();
        let shifted = shifted.iter_mut().zip(across).zip(&ends);
        for ((block, springs), end) in blocks.iter_mut().zip(within).zip(&ends).chain(shifted) {
            fill(block, net, slot, &springs, end - 1, &self.twice);
        }
    }
}

/// Up to sixteen lines side by side.
fn bundle_of_lines(
    net: &Network,
    lines: &[Path],
    slot: &[usize],
    dummy: usize,
) -> Chains<LANES, Scattered> {
    let at = |node: usize, lane: usize| {
        let particle = lines.get(lane).and_then(|line| line.particles.get(node));
        particle.map_or(dummy, |&p| slot[p]) as u32
    };
    let nodes = lines.iter().map(|line| line.particles.len()).max().unwrap_or(1);
    let slots_of = |node| Slots::new(core::array::from_fn(|lane| at(node, lane)));
    let slots = (0..nodes).map(slots_of).collect();
    let lanes: Vec<_> = lines.iter().map(|line| chain_springs(net, line)).collect();
    Chains::new(Scattered { slots }, &lanes, 1)
}

/// The springs of a path, as its chain needs them.
fn chain_springs(net: &Network, path: &Path) -> Vec<ChainSpring> {
    let link = |&i: &u32| {
        let s = &net.springs[i as usize];
        ChainSpring { spring: i, rest: s.rest_length, sense: sense(s.action) }
    };
    path.springs.iter().map(link).collect()
}

/// +1 for a spring that only pulls, −1 for one that only pushes, 0 for one that does both.
pub(crate) fn sense(action: Action) -> f32 {
    match action {
        Action::Both => 0.0,
        Action::PullOnly => 1.0,
        Action::PushOnly => -1.0,
    }
}

/// Bundles of a block's springs, those of hubs first: color by color, sixteen at a time.
fn fill(
    block: &mut Block,
    net: &Network,
    slot: &[usize],
    springs: &[u32],
    dummy: usize,
    twice: &[bool],
) {
    let (both, one): (Vec<u32>, Vec<u32>) =
        springs.iter().partition(|&&i| net.springs[i as usize].action == Action::Both);
    for (ways, springs) in [both, one].into_iter().enumerate() {
        let (hubs, others): (Vec<u32>, Vec<u32>) =
            springs.iter().partition(|&&i| twice[i as usize]);
        for (springs, twice) in [(hubs, true), (others, false)] {
            for color in colors(net, &springs) {
                for lanes in color.chunks(LANES) {
                    add_bundle(block, net, slot, lanes, dummy);
                }
            }
            if twice {
                block.hubs[ways] = [block.both_ways.len(), block.one_way.len()][ways];
            }
        }
    }
}

/// Up to sixteen springs side by side, after those that the block has.
fn add_bundle(block: &mut Block, net: &Network, slot: &[usize], lanes: &[u32], dummy: usize) {
    let dummy = (dummy - block.slots.start) as u32;
    let at = |lane: usize, end: fn(&Spring) -> usize| {
        let spring = lanes.get(lane).map(|&i| &net.springs[i as usize]);
        spring.map_or(dummy, |s| (slot[end(s)] - block.slots.start) as u32)
    };
    let ends = |end| core::array::from_fn(|lane| at(lane, end));
    let mut bundle = Bundle::new(ends(|s| s.a), ends(|s| s.b));
    let mut names = [u32::MAX; LANES];
    for (lane, &i) in lanes.iter().enumerate() {
        let s = &net.springs[i as usize];
        bundle.rest[lane] = s.rest_length;
        bundle.sense[lane] = sense(s.action);
        names[lane] = i;
    }
    block.springs.push(names);
    let one_way = bundle.sense[0] != 0.0;
    if one_way { block.one_way.push(bundle) } else { block.both_ways.push(bundle) }
}

/// Groups of springs that share no free particle: each spring takes the first color that both its ends have left.
fn colors(net: &Network, springs: &[u32]) -> Vec<Vec<u32>> {
    let mut taken: Vec<Vec<u64>> = vec![Vec::new(); net.particles.len()];
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for &i in springs {
        let s = &net.springs[i as usize];
        let free: Vec<usize> =
            [s.a, s.b].into_iter().filter(|&p| !net.particles[p].is_fixed()).collect();
        let word = |p: usize, w: usize| taken[p].get(w).copied().unwrap_or(0);
        let mut color = 0;
        for w in 0.. {
            let both = free.iter().fold(0, |all, &p| all | word(p, w));
            if both != u64::MAX {
                color = w * 64 + both.trailing_ones() as usize;
                break;
            }
        }
        for p in free {
            let words = &mut taken[p];
            words.resize(words.len().max(color / 64 + 1), 0);
            words[color / 64] |= 1 << (color % 64);
        }
        if groups.len() <= color {
            groups.resize(color + 1, Vec::new());
        }
        groups[color].push(i);
    }
    groups
}

/// The order as given or breadth first, whichever keeps the ends of springs closer together.
fn narrowest_order(net: &Network, wanted: &[u32], given: Vec<usize>) -> Vec<usize> {
    if given.len() <= BLOCK {
        return given;
    }
    let found = breadth_first(net, wanted, &given);
    if bandwidth(net, wanted, &found) < bandwidth(net, wanted, &given) { found } else { given }
}

/// How far apart in the order the ends of a spring are at most.
fn bandwidth(net: &Network, wanted: &[u32], order: &[usize]) -> usize {
    let mut place = vec![0; net.particles.len()];
    for (at, &particle) in order.iter().enumerate() {
        place[particle] = at;
    }
    let apart = |s: &Spring| place[s.a].abs_diff(place[s.b]);
    wanted.iter().map(|&i| apart(&net.springs[i as usize])).max().unwrap_or(0)
}

fn breadth_first(net: &Network, wanted: &[u32], given: &[usize]) -> Vec<usize> {
    let mut neighbors = vec![Vec::new(); net.particles.len()];
    for &i in wanted {
        let s = &net.springs[i as usize];
        neighbors[s.a].push(s.b);
        neighbors[s.b].push(s.a);
    }
    let mut order = Vec::with_capacity(given.len());
    let mut seen = vec![false; net.particles.len()];
    for &start in given {
        if seen[start] {
            continue;
        }
        // A second search from the far end of a part gives narrower levels than one from anywhere.
        let part = search(&neighbors, start, &mut seen);
        for &particle in &part {
            seen[particle] = false;
        }
        order.extend(search(&neighbors, part[part.len() - 1], &mut seen));
    }
    order
}

fn search(neighbors: &[Vec<usize>], start: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut order = vec![start];
    seen[start] = true;
    let mut at = 0;
    while at < order.len() {
        for &next in &neighbors[order[at]] {
            if !seen[next] {
                seen[next] = true;
                order.push(next);
            }
        }
        at += 1;
    }
    order
}
