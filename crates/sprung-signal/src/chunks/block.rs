//! The summary of consecutive rows, which continues a motion over them and merges with its neighbor.

use sprung::State;

use crate::channel::Channel;
use crate::filter::Filter;
use crate::gaps::{Gaps, is_known};
use crate::step_cache::StepCache;

/// The rows of a block, and the divisor of the row numbers at which blocks begin.
pub(super) const BLOCK: usize = 4096;

/// The effect of rows on the motion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    /// The time of the last of the rows before the first value, which hold the value from before; none if gaps are not held.
    pub(super) lead: Option<f64>,
    /// None without a value.
    pub(super) run: Option<Run>,
}

/// The motion from rest on the first value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) first: (f64, f64),
    pub(super) end: Channel,
}

impl Block {
    /// The summary of rows.
    pub(super) fn of(steps: &mut StepCache, gaps: Gaps, times: &[f64], values: &[f64]) -> Self {
        let mut block = Block::default();
        for (time, value) in times.iter().zip(values) {
            block.push(steps, gaps, *time, *value);
        }
        block
    }

    /// Takes the next row in.
    pub(super) fn push(&mut self, steps: &mut StepCache, gaps: Gaps, time: f64, value: f64) {
        match &mut self.run {
            Some(run) => _ = run.end.take(steps, gaps, time, value),
            None if is_known(value) => {
                let (first, mut end) = ((time, value), Channel::NEW);
                end.advance(steps, time, value);
                self.run = Some(Run { first, end });
            }
            None if gaps == Gaps::Hold => self.lead = Some(time),
            None => {}
        }
    }

    /// The motion after the rows, which was in the state `before` at the last sample before them.
    pub(super) fn after(&self, filter: &Filter, mut before: Channel) -> Channel {
        if let (Some(time), Some((_, held))) = (self.lead, before.last) {
            advance(filter, &mut before, time, held);
        }
        let Some(Run { first, mut end }) = self.run else { return before };
        advance(filter, &mut before, first.0, first.1);
        let apart = State::new(before.state.position - first.1, before.state.velocity);
        let last = end.last.map_or(first.0, |last| last.0);
        let free = filter.step((last - first.0).abs()).apply(apart, 0.0, 0.0);
        let state =
            State::new(end.state.position + free.position, end.state.velocity + free.velocity);
        // A motion that overflows starts anew, as that of the run does.
        if state.position.is_finite() && state.velocity.is_finite() {
            end.state = state;
        }
        end
    }

    /// The summary of these rows and those that follow them.
    pub(super) fn then(&self, filter: &Filter, next: &Block) -> Block {
        match self.run {
            Some(run) => {
                let run = Run { first: run.first, end: next.after(filter, run.end) };
                Block { lead: self.lead, run: Some(run) }
            }
            None => Block { lead: next.lead.or(self.lead), run: next.run },
        }
    }
}

fn advance(filter: &Filter, channel: &mut Channel, time: f64, goal: f64) {
    channel.advance(&mut StepCache::new(*filter), time, goal);
}
