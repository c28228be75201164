//! Which particle goes to which slot, and which spring into which bundle. Done once, when a solver is made.

use crate::network::Network;
use crate::spring::{Action, Spring};

use super::block::Block;
use super::bundle::Bundle;
use super::lanes::LANES;
use super::particles::{Held, PER_VECTOR, Particles};

/// Particles per block: one block's particles and springs stay in the nearest caches.
const BLOCK: usize = 4096;

/// Particles in slots and springs in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    pub(crate) particles: Particles,
    /// Slot of each particle of the network.
    pub(crate) slot: Vec<usize>,
    /// Blocks that cover all slots.
    pub(crate) blocks: Vec<Block>,
    /// Blocks shifted by half, with the springs between two of `blocks`.
    pub(crate) shifted: Vec<Block>,
}

impl Partition {
    /// Slots for all particles, blocks for the springs that `wanted` names.
    pub(crate) fn new(net: &Network, wanted: &[u32]) -> Self {
        let order = narrowest_order(net, wanted);
        let mut place = vec![0; order.len()];
        for (at, &particle) in order.iter().enumerate() {
            place[particle] = at;
        }
        let width = bandwidth(net, wanted, &place);
        let size = BLOCK.max(2 * width);
        let mut partition = Self { slot: vec![0; order.len()], ..Self::default() };
        // A last block of less than half the size joins the one before it.
        let count = ((order.len() + size / 2) / size).max(1);
        for i in 0..count {
            let last = if i + 1 == count { order.len() } else { (i + 1) * size };
            partition.add_block(net, &order[i * size..last]);
        }
        partition.add_shifted();
        partition.distribute(net, wanted);
        partition
    }

    /// Gives a block's particles their slots, and at its end at least one dummy.
    fn add_block(&mut self, net: &Network, particles: &[usize]) {
        let start = self.particles.len();
        let mut held = Vec::new();
        let mut hold = |slot| held.push(Held { slot, velocity: [0.0; 3], from: [0.0; 3] });
        for &i in particles {
            let p = &net.particles[i];
            if p.is_fixed() {
                hold(self.particles.len() - start);
            }
            self.slot[i] = self.particles.len();
            let velocity = if p.is_fixed() { [0.0; 3] } else { p.velocity };
            self.particles.push(p.position, velocity, p.inverse_mass);
        }
        loop {
            hold(self.particles.len() - start);
            self.particles.push([0.0; 3], [0.0; 3], 0.0);
            if self.particles.len().is_multiple_of(PER_VECTOR) {
                break;
            }
        }
        let slots = start..self.particles.len();
        self.blocks.push(Block { slots, held, ..Block::default() });
    }

    fn add_shifted(&mut self) {
        let middle = |block: &Block| block.slots.start + block.slots.len() / 2;
        for pair in self.blocks.windows(2) {
            let slots = middle(&pair[0])..middle(&pair[1]);
            self.shifted.push(Block { slots, ..Block::default() });
        }
    }

    /// Puts every wanted spring into the block that holds both its ends.
    fn distribute(&mut self, net: &Network, wanted: &[u32]) {
        let mut within = vec![Vec::new(); self.blocks.len()];
        let mut across = vec![Vec::new(); self.shifted.len()];
        for &i in wanted {
            let s = &net.springs[i as usize];
            let (low, high) = {
                let ends = [self.slot[s.a], self.slot[s.b]];
                (ends[0].min(ends[1]), ends[0].max(ends[1]))
            };
            let block = self.blocks.partition_point(|block| block.slots.end <= low);
            if high < self.blocks[block].slots.end {
                within[block].push(i);
            } else {
                across[block].push(i);
            }
        }
        // The last slot of a block is a dummy; a shifted block has it in its middle.
        for (block, springs) in self.blocks.iter_mut().zip(&within) {
            let dummy = block.slots.len() - 1;
            fill(block, net, &self.slot, springs, dummy);
        }
        for (k, (block, springs)) in self.shifted.iter_mut().zip(&across).enumerate() {
            let dummy = self.blocks[k].slots.end - 1 - block.slots.start;
            fill(block, net, &self.slot, springs, dummy);
        }
    }
}

/// Bundles of a block's springs: colour by colour, sixteen at a time.
fn fill(block: &mut Block, net: &Network, slot: &[usize], springs: &[u32], dummy: usize) {
    let (both, one): (Vec<u32>, Vec<u32>) =
        springs.iter().partition(|&&i| net.springs[i as usize].action == Action::Both);
    for (springs, one_way) in [(both, false), (one, true)] {
        for colour in colours(net, &springs) {
            for lanes in colour.chunks(LANES) {
                let mut bundle = Bundle::empty(dummy as u32);
                let mut names = [u32::MAX; LANES];
                for (lane, &i) in lanes.iter().enumerate() {
                    let s = &net.springs[i as usize];
                    bundle.a[lane] = (slot[s.a] - block.slots.start) as u32;
                    bundle.b[lane] = (slot[s.b] - block.slots.start) as u32;
                    bundle.rest[lane] = s.rest_length;
                    bundle.sense[lane] = if s.action == Action::PushOnly { -1.0 } else { 1.0 };
                    names[lane] = i;
                }
                block.springs.push(names);
                if one_way { block.one_way.push(bundle) } else { block.both_ways.push(bundle) }
            }
        }
    }
}

/// Groups of springs that share no free particle: each spring takes the first colour that both its ends have left.
fn colours(net: &Network, springs: &[u32]) -> Vec<Vec<u32>> {
    let mut taken: Vec<Vec<u64>> = vec![Vec::new(); net.particles.len()];
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for &i in springs {
        let s = &net.springs[i as usize];
        let free: Vec<usize> =
            [s.a, s.b].into_iter().filter(|&p| !net.particles[p].is_fixed()).collect();
        let word = |p: usize, w: usize| taken[p].get(w).copied().unwrap_or(0);
        let mut colour = 0;
        for w in 0.. {
            let both = free.iter().fold(0, |all, &p| all | word(p, w));
            if both != u64::MAX {
                colour = w * 64 + both.trailing_ones() as usize;
                break;
            }
        }
        for p in free {
            let words = &mut taken[p];
            words.resize(words.len().max(colour / 64 + 1), 0);
            words[colour / 64] |= 1 << (colour % 64);
        }
        if groups.len() <= colour {
            groups.resize(colour + 1, Vec::new());
        }
        groups[colour].push(i);
    }
    groups
}

/// The order as given or breadth first, whichever keeps the ends of springs closer together.
fn narrowest_order(net: &Network, wanted: &[u32]) -> Vec<usize> {
    let given: Vec<usize> = (0..net.particles.len()).collect();
    if given.len() <= BLOCK {
        return given;
    }
    let found = breadth_first(net, wanted);
    let mut place = vec![0; found.len()];
    for (at, &particle) in found.iter().enumerate() {
        place[particle] = at;
    }
    if bandwidth(net, wanted, &place) < bandwidth(net, wanted, &given) { found } else { given }
}

fn bandwidth(net: &Network, wanted: &[u32], place: &[usize]) -> usize {
    let apart = |s: &Spring| place[s.a].abs_diff(place[s.b]);
    wanted.iter().map(|&i| apart(&net.springs[i as usize])).max().unwrap_or(0)
}

fn breadth_first(net: &Network, wanted: &[u32]) -> Vec<usize> {
    let n = net.particles.len();
    let mut neighbours = vec![Vec::new(); n];
    for &i in wanted {
        let s = &net.springs[i as usize];
        neighbours[s.a].push(s.b);
        neighbours[s.b].push(s.a);
    }
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    for start in 0..n {
        if seen[start] {
            continue;
        }
        // A second search from the far end of a part gives narrower levels than one from anywhere.
        let part = search(&neighbours, start, &mut seen);
        for &particle in &part {
            seen[particle] = false;
        }
        order.extend(search(&neighbours, part[part.len() - 1], &mut seen));
    }
    order
}

fn search(neighbours: &[Vec<usize>], start: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut order = vec![start];
    seen[start] = true;
    let mut at = 0;
    while at < order.len() {
        for &next in &neighbours[order[at]] {
            if !seen[next] {
                seen[next] = true;
                order.push(next);
            }
        }
        at += 1;
    }
    order
}
