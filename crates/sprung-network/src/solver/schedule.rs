//! The schedule of a sweep: all blocks and shifted blocks, on several threads, in an order that does not depend on their
//! number.

use super::layout::block::Block;
use super::layout::particles::Range;

/// Neighboring blocks of the one cut, and those of the other that lie among them, in order of their slots.
pub(crate) struct Cuts<'a> {
    pub(crate) blocks: &'a mut [Block],
    pub(crate) shifted: &'a mut [Block],
    /// The indices of those blocks that are not asleep, ascending, and the index of the first block.
    pub(crate) awake: &'a [u32],
    pub(crate) first: u32,
}

/// What is done with a block and its particles.
pub(crate) type Work<'a> = dyn Fn(&mut Block, Range<'_>) + Sync + 'a;

/// The order of the blocks and the shifted blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// A shifted block follows the two blocks that it lies over.
    Forward,
    /// It goes before them.
    Backward,
}

/// Does `within` with every block and `across` with every shifted one that is not asleep, each with its own particles, which
/// start at slot `first`; on several threads if `parallel`.
///
/// Halves the blocks over and over. Only the shifted block over the middle has to wait for both halves, or they for it,
/// so that the threads meet once per sweep; and whatever the number of threads, every particle sees the same sweep.
pub(crate) fn sweep(
    cuts: Cuts<'_>,
    mut particles: Range<'_>,
    first: usize,
    order: Order,
    parallel: bool,
    within: &Work<'_>,
    across: &Work<'_>,
) {
    let Cuts { blocks, shifted, awake, first: first_block } = cuts;
    match (awake, blocks) {
        ([], _) | (_, []) => {}
        (_, [block]) => within(block, particles.of(&block.slots, first)),
        (_, blocks) => {
            let (left, right) = blocks.split_at_mut(blocks.len() / 2);
            let middle_block = first_block + left.len() as u32;
            let (awake_left, awake_right) =
                awake.split_at(awake.partition_point(|&block| block < middle_block));
            let middle = right[0].slots.start;
            let before = shifted.partition_point(|block| block.slots.end <= middle);
            let (shifted_left, rest) = shifted.split_at_mut(before);
            let over = rest.partition_point(|block| block.slots.start < middle);
            let (over, shifted_right) = rest.split_at_mut(over);
            let mut over_the_middle = |particles: Range<'_>| {
                if let [block] = over
                    && !block.is_asleep
                {
                    across(block, particles.of(&block.slots, first));
                }
            };
            if order == Order::Backward {
                over_the_middle(particles.reborrow());
            }
            let (low, high) = particles.reborrow().split_at(middle - first);
            let left =
                Cuts { blocks: left, shifted: shifted_left, awake: awake_left, first: first_block };
            let right = Cuts {
                blocks: right,
                shifted: shifted_right,
                awake: awake_right,
                first: middle_block,
            };
            join(
                // Nothing is handed to another thread where all of one half sleeps.
                parallel && !awake_left.is_empty() && !awake_right.is_empty(),
                || sweep(left, low, first, order, parallel, within, across),
                || sweep(right, high, middle, order, parallel, within, across),
            );
            if order == Order::Forward {
                over_the_middle(particles);
            }
        }
    }
}

/// Does something with every block that is not asleep and its own particles; on several threads if `parallel`.
pub(crate) fn each_block(
    (blocks, awake): (&mut [Block], &[u32]),
    particles: Range<'_>,
    parallel: bool,
    work: &Work<'_>,
) {
    let cuts = Cuts { blocks, shifted: &mut [], awake, first: 0 };
    sweep(cuts, particles, 0, Order::Forward, parallel, work, work);
}

fn join(parallel: bool, left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if parallel {
        rayon::join(left, right);
        return;
    }
    let _ = parallel;
    left();
    right();
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::Stiffness;
    use crate::shapes::Cloth;
    use crate::solver::layout::build::build;
    use crate::solver::layout::partition::Partition;

    /// The slots of the blocks in the order in which they were gone through.
    fn visited(
        partition: &mut Partition,
        order: Order,
        parallel: bool,
    ) -> Vec<core::ops::Range<usize>> {
        let visited = Mutex::new(Vec::new());
        let visit = |block: &mut Block, own: Range<'_>| {
            assert_eq!(own.reference.len(), block.slots.len());
            visited.lock().expect("no visit panics").push(block.slots.clone());
        };
        let Partition { blocks, shifted, awake, particles, .. } = partition;
        let cuts = Cuts { blocks, shifted, awake, first: 0 };
        sweep(cuts, particles.all(), 0, order, parallel, &visit, &visit);
        visited.into_inner().expect("no visit panics")
    }

    #[test]
    fn every_block_is_visited_once_and_shifted_ones_after_or_before_those_below_them() {
        let mut net =
            Cloth::new(110, 100, 0.1, 1.0).with_shear(Stiffness::RIGID).build().expect("good");
        // Ropes go to blocks of their own, which no shifted block lies over.
        net.append(&crate::shapes::rope([0.0; 3], [9.0, 0.0, 0.0], 9, 1.0).expect("good"));
        let mut partition = build(&net, false);
        let all = partition.blocks.len() + partition.shifted.len();
        assert!(partition.shifted.len() > 3 && all == 2 * partition.shifted.len() + 2);
        for parallel in [false, true] {
            for order in [Order::Forward, Order::Backward] {
                let visits = visited(&mut partition, order, parallel);
                assert_eq!(visits.len(), all);
                let when = |slots: &core::ops::Range<usize>| {
                    visits.iter().position(|visit| visit == slots).expect("visited")
                };
                for over in &partition.shifted {
                    let below = |b: &&Block| {
                        b.slots.start < over.slots.end && over.slots.start < b.slots.end
                    };
                    let below: Vec<&Block> = partition.blocks.iter().filter(below).collect();
                    assert_eq!(below.len(), 2);
                    for block in below {
                        assert_eq!(when(&block.slots) < when(&over.slots), order == Order::Forward);
                    }
                }
            }
        }
    }
}
