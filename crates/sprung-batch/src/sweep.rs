//! The loop of every kernel: applies the rule for one spring to all springs.
//!
//! Springs are taken in blocks whose results go to the stack first. A compiler can then see that no result is read again,
//! for any slices, and turns the block into SIMD; and a block that holds an unusual spring (at rest, a giant step,
//! a parameter that cannot be) can be done again in full. What a spring gets depends on itself alone, never on its block.

use crate::float::Float;
use crate::param::ParamData;
use crate::rest::Rest;
use fearless_simd::{Level, Simd, dispatch};

/// Springs per block: long enough to hide the block's own cost, short enough to stay in the first-level cache.
const BLOCK: usize = 64;

/// Fewer springs than these are faster one by one than in a block.
pub(crate) const FEW: usize = 6;

/// The update rule of one spring: advances `STATE` numbers, given `INPUT` numbers that stay the same.
///
/// Nothing here may branch, and all of it must be `#[inline(always)]`.
pub(crate) trait Rule<T: Float, const STATE: usize, const INPUT: usize>:
    Copy + Send + Sync
{
    /// True if a state within the threshold is put at rest.
    const SETTLES: bool = true;

    /// Returns the state one step later, and whether this spring qualifies for the shortcut; if not, the numbers are
    /// meaningless.
    fn shortcut(&self, state: [T; STATE], input: [T; INPUT]) -> ([T; STATE], bool);

    /// Returns the same bits for more work, for any input. Default: every input qualifies for the shortcut.
    #[inline(always)]
    fn advance(&self, state: [T; STATE], input: [T; INPUT]) -> [T; STATE] {
        self.shortcut(state, input).0
    }

    /// Returns the bits of [`advance`](Self::advance) for a spring by itself, where a branch saves work.
    #[inline(always)]
    fn alone(&self, state: [T; STATE], input: [T; INPUT]) -> [T; STATE] {
        let (after, is_short) = self.shortcut(state, input);
        if is_short { after } else { any_step(*self, state, input) }
    }

    /// Returns the state, or rest on the goal within the threshold. Default: of a position and, if there is one, its
    /// velocity, on the last input.
    #[inline(always)]
    fn settle(&self, rest: &Rest<T>, after: [T; STATE], input: [T; INPUT]) -> [T; STATE] {
        if Self::SETTLES { rest.settle(after, input[INPUT - 1]) } else { after }
    }

    /// Returns whether [`settle`](Self::settle) is certain to change nothing.
    #[inline(always)]
    fn is_moving(&self, rest: &Rest<T>, after: [T; STATE], input: [T; INPUT]) -> bool {
        if !Self::SETTLES {
            true
        } else if STATE == 1 {
            (after[0] - input[INPUT - 1]).has_any(rest.far)
        } else {
            after[STATE - 1].has_any(rest.fast)
        }
    }
}

/// A rule without a shortcut: one formula for every state and input.
#[derive(Clone, Copy)]
pub(crate) struct Uniform<F, const SETTLES: bool>(pub(crate) F);

impl<T: Float, const STATE: usize, const INPUT: usize, F, const SETTLES: bool> Rule<T, STATE, INPUT>
    for Uniform<F, SETTLES>
where
    F: Fn([T; STATE], [T; INPUT]) -> [T; STATE] + Copy + Send + Sync,
{
    const SETTLES: bool = SETTLES;

    #[inline(always)]
    fn shortcut(&self, state: [T; STATE], input: [T; INPUT]) -> ([T; STATE], bool) {
        (self.0(state, input), true)
    }
}

/// The columns that one rule sweeps over, all of one length.
#[derive(Debug)]
pub(crate) struct Columns<'a, T: Float, const STATE: usize, const INPUT: usize> {
    pub(crate) state: [&'a mut [T]; STATE],
    pub(crate) input: [ParamData<'a, T>; INPUT],
    pub(crate) rest: Rest<T>,
}

impl<T: Float, const STATE: usize, const INPUT: usize> Columns<'_, T, STATE, INPUT> {
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
        let rest = self.rest;
        (Columns { state: first, input: left, rest }, Columns { state: second, input: right, rest })
    }

    /// Advances every spring on the given level.
    #[inline(never)]
    pub(crate) fn sweep(&mut self, level: Level, rule: impl Rule<T, STATE, INPUT>) {
        // By reference: columns that were moved on the way would be read before they have arrived.
        let (columns, rule) = (self, &rule);
        dispatch!(level, simd => sweep(simd, rule, columns));
    }
}

#[inline(always)]
fn sweep<S: Simd, T: Float, const STATE: usize, const INPUT: usize>(
    _level: S,
    rule: &impl Rule<T, STATE, INPUT>,
    columns: &mut Columns<'_, T, STATE, INPUT>,
) {
    let rule = *rule;
    match columns.len() {
        BLOCK.. => columns.blocks::<BLOCK>(rule),
        16.. => columns.blocks::<16>(rule),
        8.. => columns.blocks::<8>(rule),
        _ => columns.halves::<4, 8>(rule),
    }
}

impl<T: Float, const STATE: usize, const INPUT: usize> Columns<'_, T, STATE, INPUT> {
    /// Advances `N` springs or more, in blocks.
    ///
    /// Springs that are left over share a block with those before them. That block is computed first, while all of it
    /// is still as it was, and of its results only those of the springs left over are used.
    #[inline(always)]
    fn blocks<const N: usize>(&mut self, rule: impl Rule<T, STATE, INPUT>) {
        let (len, rest) = (self.len(), self.rest);
        let whole = len / N * N;
        let mut copied = self.input.map(|values| match values {
            ParamData::Shared(value) => [value; N],
            _ => [T::ZERO; N],
        });
        let (mut after, mut last) = ([[T::ZERO; N]; STATE], [[T::ZERO; N]; STATE]);
        let mut start = if whole < len { len - N } else { 0 };
        loop {
            for (copied, values) in copied.iter_mut().zip(&self.input) {
                if let ParamData::PerVector { values, components } = *values {
                    per_component(values, components, start, copied);
                }
            }
            let input: [&[T; N]; INPUT] = core::array::from_fn(|at| match self.input[at] {
                ParamData::Each(values) => block(&values[start..]),
                _ => &copied[at],
            });
            let state: [&[T; N]; STATE] =
                core::array::from_fn(|at| block(&self.state[at][start..]));
            advance(rule, &rest, state, input, &mut after);
            if start + N > whole {
                last = after;
                start = 0;
                continue;
            }
            for (column, after) in self.state.iter_mut().zip(&after) {
                column[start..start + N].copy_from_slice(after);
            }
            start += N;
            if start == whole {
                break;
            }
        }
        for (column, last) in self.state.iter_mut().zip(&last) {
            column[whole..].copy_from_slice(&last[N - (len - whole)..]);
        }
    }

    /// Advances `HALF` to `BOTH = 2·HALF` springs in one block: the first `HALF` springs and the last, which may overlap.
    #[inline(always)]
    fn halves<const HALF: usize, const BOTH: usize>(&mut self, rule: impl Rule<T, STATE, INPUT>) {
        let second = self.len() - HALF;
        let both = |values: &[T]| -> [T; BOTH] {
            let (left, right) = (block::<T, HALF>(values), block::<T, HALF>(&values[second..]));
            core::array::from_fn(|i| if i < HALF { left[i] } else { right[i - HALF] })
        };
        let input = self.input.map(|values| match values {
            ParamData::Shared(value) => [value; BOTH],
            ParamData::Each(values) => both(values),
            ParamData::PerVector { values, components } => {
                let mut both = [T::ZERO; BOTH];
                let (left, right) = both.split_at_mut(HALF);
                per_component(values, components, 0, left);
                per_component(values, components, second, right);
                both
            }
        });
        let state = self.state.each_ref().map(|values| both(values));
        let mut after = [[T::ZERO; BOTH]; STATE];
        advance(rule, &self.rest, state.each_ref(), input.each_ref(), &mut after);
        for (column, after) in self.state.iter_mut().zip(&after) {
            column[..HALF].copy_from_slice(&after[..HALF]);
            column[second..].copy_from_slice(&after[HALF..]);
        }
    }
}

/// Advances a few springs without a block, on the instructions that every processor has.
#[inline(always)]
pub(crate) fn one_by_one<T: Float, const STATE: usize, const INPUT: usize>(
    rule: impl Rule<T, STATE, INPUT>,
    rest: &Rest<T>,
    state: [&mut [T]; STATE],
    input: [ParamData<'_, T>; INPUT],
) {
    for i in 0..state[0].len() {
        // Loops: an array that is mapped would go through memory.
        let (mut own, mut before) = ([T::ZERO; INPUT], [T::ZERO; STATE]);
        for (value, values) in own.iter_mut().zip(&input) {
            *value = values.get(i);
        }
        for (value, column) in before.iter_mut().zip(&state) {
            *value = column[i];
        }
        let mut after = rule.alone(before, own);
        if !rule.is_moving(rest, after, own) {
            after = rule.settle(rest, after, own);
        }
        for at in 0..STATE {
            state[at][i] = after[at];
        }
    }
}

/// One spring after a step that is not short.
#[inline(never)]
fn any_step<T: Float, const STATE: usize, const INPUT: usize>(
    rule: impl Rule<T, STATE, INPUT>,
    state: [T; STATE],
    input: [T; INPUT],
) -> [T; STATE] {
    rule.advance(state, input)
}

/// The springs of one block one step later.
#[inline(always)]
fn advance<T: Float, const STATE: usize, const INPUT: usize, const N: usize>(
    rule: impl Rule<T, STATE, INPUT>,
    rest: &Rest<T>,
    before: [&[T; N]; STATE],
    input: [&[T; N]; INPUT],
    results: &mut [[T; N]; STATE],
) {
    let (mut all_short, mut all_moving) = (true, true);
    for i in 0..N {
        let input = input.map(|column| column[i]);
        let (after, is_short) = rule.shortcut(before.map(|column| column[i]), input);
        all_short &= is_short;
        all_moving &= rule.is_moving(rest, after, input);
        store(results, i, after);
    }
    if !all_short {
        for i in 0..N {
            let input = input.map(|column| column[i]);
            let after = rule.advance(before.map(|column| column[i]), input);
            store(results, i, after);
        }
    }
    if !(all_short & all_moving) {
        for i in 0..N {
            let after = core::array::from_fn(|at| results[at][i]);
            store(results, i, rule.settle(rest, after, input.map(|column| column[i])));
        }
    }
}

#[inline(always)]
fn store<T: Copy, const STATE: usize, const N: usize>(
    results: &mut [[T; N]; STATE],
    i: usize,
    after: [T; STATE],
) {
    for at in 0..STATE {
        results[at][i] = after[at];
    }
}

/// Repeats the numbers of vectors for each of their components, from the spring `start` on.
fn per_component<T: Copy>(values: &[T], components: usize, start: usize, springs: &mut [T]) {
    let (mut vector, mut component) = (start / components, start % components);
    for spring in springs {
        *spring = values[vector];
        component += 1;
        if component == components {
            (vector, component) = (vector + 1, 0);
        }
    }
}

/// The first block of a slice.
#[inline(always)]
fn block<T, const N: usize>(values: &[T]) -> &[T; N] {
    match values.first_chunk() {
        Some(block) => block,
        None => panic!("a block holds {N} springs, {} are left", values.len()),
    }
}
