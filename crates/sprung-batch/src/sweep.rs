//! The one loop: every kernel is a rule for one spring, and this applies it to all of them.
//!
//! Springs are taken in blocks whose results go to the stack first. A compiler can then see that no result is read again,
//! whatever the slices are, and turns the block into SIMD; and a block that holds an unusual spring (at rest, a giant step,
//! a parameter that cannot be) can be done again in full. What a spring gets depends on itself alone, never on its block.

use crate::column::Values;
use crate::lane::Lane;
use fearless_simd::{Level, Simd, dispatch};

/// Springs per block: long enough to hide the block's own cost, short enough to stay in the first-level cache.
const BLOCK: usize = 128;

/// How one spring advances: `STATE` numbers that change, from `INPUT` numbers that do not.
///
/// Nothing here may branch, and all of it must be `#[inline(always)]`.
pub(crate) trait Rule<T, const STATE: usize, const INPUT: usize>:
    Copy + Send + Sync
{
    /// The state one step later, whatever the input.
    fn advance(&self, state: [T; STATE], input: [T; INPUT]) -> [T; STATE];

    /// The same bits for less work, and whether this is such a spring: if not, the numbers mean nothing.
    fn shortcut(&self, state: [T; STATE], input: [T; INPUT]) -> ([T; STATE], bool);

    /// The state that was reached, or rest.
    fn settle(&self, after: [T; STATE], input: [T; INPUT]) -> [T; STATE];

    /// Whether [`settle`](Self::settle) would surely change nothing.
    fn is_moving(&self, after: [T; STATE], input: [T; INPUT]) -> bool;
}

/// The columns that one rule sweeps over, all of one length.
#[derive(Debug)]
pub(crate) struct Columns<'a, T, const STATE: usize, const INPUT: usize> {
    pub(crate) state: [&'a mut [T]; STATE],
    pub(crate) input: [Values<'a, T>; INPUT],
}

impl<T: Lane, const STATE: usize, const INPUT: usize> Columns<'_, T, STATE, INPUT> {
    pub(crate) fn len(&self) -> usize {
        self.state[0].len()
    }

    /// The first `middle` springs and the others.
    #[cfg(feature = "parallel")]
    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        let (mut left, mut right) = (self.input, self.input);
        for (at, values) in self.input.into_iter().enumerate() {
            (left[at], right[at]) = values.split_at(middle);
        }
        let mut halves = self.state.map(|column| column.split_at_mut(middle));
        let (first, second) = (
            halves.each_mut().map(|half| core::mem::take(&mut half.0)),
            halves.each_mut().map(|half| core::mem::take(&mut half.1)),
        );
        (Columns { state: first, input: left }, Columns { state: second, input: right })
    }

    /// Advances every spring on the given level.
    pub(crate) fn sweep(self, level: Level, rule: impl Rule<T, STATE, INPUT>) {
        dispatch!(level, simd => sweep(simd, rule, self));
    }
}

#[inline(always)]
fn sweep<S: Simd, T: Lane, const STATE: usize, const INPUT: usize>(
    _level: S,
    rule: impl Rule<T, STATE, INPUT>,
    columns: Columns<'_, T, STATE, INPUT>,
) {
    let len = columns.len();
    let state = columns.state;
    let shared = columns.input.map(|values| match values {
        Values::Shared(value) => [value; BLOCK],
        Values::Each(_) => [T::ZERO; BLOCK],
    });
    let mut results = [[T::ZERO; BLOCK]; STATE];
    let mut start = 0;
    while len - start >= BLOCK {
        let input: [&[T; BLOCK]; INPUT] = core::array::from_fn(|at| match columns.input[at] {
            Values::Shared(_) => &shared[at],
            Values::Each(values) => block(&values[start..]),
        });
        let before: [&[T; BLOCK]; STATE] = core::array::from_fn(|at| block(&state[at][start..]));
        let (mut all_short, mut all_moving) = (true, true);
        for i in 0..BLOCK {
            let input = input.map(|column| column[i]);
            let (after, is_short) = rule.shortcut(before.map(|column| column[i]), input);
            all_short &= is_short;
            all_moving &= rule.is_moving(after, input);
            store(&mut results, i, after);
        }
        if !all_short {
            for i in 0..BLOCK {
                let input = input.map(|column| column[i]);
                let after = rule.advance(before.map(|column| column[i]), input);
                store(&mut results, i, after);
            }
        }
        if !(all_short & all_moving) {
            for i in 0..BLOCK {
                let after = core::array::from_fn(|at| results[at][i]);
                store(&mut results, i, rule.settle(after, input.map(|column| column[i])));
            }
        }
        for at in 0..STATE {
            state[at][start..start + BLOCK].copy_from_slice(&results[at]);
        }
        start += BLOCK;
    }
    for i in start..len {
        let input = columns.input.map(|values| match values {
            Values::Shared(value) => value,
            Values::Each(values) => values[i],
        });
        let after = rule.advance(state.each_ref().map(|column| column[i]), input);
        let after = rule.settle(after, input);
        for at in 0..STATE {
            state[at][i] = after[at];
        }
    }
}

#[inline(always)]
fn store<T: Copy, const STATE: usize>(
    results: &mut [[T; BLOCK]; STATE],
    i: usize,
    after: [T; STATE],
) {
    for at in 0..STATE {
        results[at][i] = after[at];
    }
}

/// The first block of a slice.
#[inline(always)]
fn block<T>(values: &[T]) -> &[T; BLOCK] {
    match values.first_chunk() {
        Some(block) => block,
        None => panic!("a block holds {BLOCK} springs, {} are left", values.len()),
    }
}
