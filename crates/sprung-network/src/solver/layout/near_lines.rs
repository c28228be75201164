//! The lines of a woven network that are near bodies. They relax in every sub-step, the others by their own schedule.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::Simd;

use crate::kernel::chain::{Chains, Scattered};
use crate::lanes::record::{LANES, Record, TURN, Turn};

use super::lines::Lines;

/// The lines near bodies in a step. They are few: those of a family are put side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearLines {
    packed: Vec<Chains<TURN, Scattered>>,
    /// By bundle: a bit for each line that is near.
    chains: Vec<u32>,
    turns: Vec<Near>,
}

/// A bundle of [`NearLines`], or of [`Lines`] as it is.
#[derive(Clone, Copy, Debug)]
enum Near {
    Packed(usize),
    Whole(usize),
}

impl Lines {
    /// Has memory for [`find_near`](Self::find_near).
    pub(crate) fn prepare_near(&mut self) {
        self.near.packed = self.bundles[..self.built].to_vec();
        self.near.chains = vec![0; self.bundles.len()];
        self.near.turns = Vec::with_capacity(self.bundles.len());
    }

    /// Finds the lines that have a particle in some slots, as they are in this step.
    pub(crate) fn find_near(&mut self, is_near: impl Fn(usize) -> bool) {
        let Self { bundles, families, near, built, .. } = self;
        let NearLines { packed, chains: near, turns } = near;
        turns.clear();
        near.clear();
        near.extend(bundles.iter().map(|lines| lines.chains_at(&is_near)));
        for family in &*families {
            let (lines, chains) = (&bundles[family.clone()], &near[family.clone()]);
            let count = chains.iter().map(|chains| chains.count_ones() as usize).sum::<usize>();
            let needed = count.div_ceil(LANES);
            let touched = chains.iter().filter(|chains| **chains != 0).count();
            let are_alike = lines.iter().all(|l| l.len() == lines[0].len() && !l.is_asleep);
            if needed == touched || !are_alike || packed.len() < family.end {
                let whole = family.clone().filter(|&i| near[i] != 0).map(Near::Whole);
                turns.extend(whole);
                continue;
            }
            // Those that are near, and others for the lanes that are left.
            let all = || (0..lines.len()).flat_map(|i| (0..LANES).map(move |lane| (i, lane)));
            let is_one = |&(i, lane): &(usize, usize)| chains[i] >> lane & 1 == 1;
            let mut picked = all().filter(is_one).chain(all().filter(|chain| !is_one(chain)));
            let free = packed.iter_mut().enumerate().skip(family.start);
            for (i, packed) in free.take(needed) {
                let lanes = core::array::from_fn(|_| picked.next().unwrap_or((0, 0)));
                packed.pack(lines, &lanes);
                turns.push(Near::Packed(i));
            }
        }
        turns.extend((*built..bundles.len()).filter(|&i| near[i] != 0).map(Near::Whole));
    }

    /// [`relax`](Self::relax) for the lines that were found near bodies.
    #[inline(always)]
    pub(crate) fn relax_near<S: Simd>(&mut self, s: S, at: &[Record], velocity: &mut [Record]) {
        for turn in &self.near.turns {
            let lines = match *turn {
                Near::Packed(i) => &self.near.packed[i],
                Near::Whole(i) => &self.bundles[i],
            };
            if !lines.is_asleep {
                lines.relax::<S, Turn<S>>(s, &mut self.scratch, at, velocity);
            }
        }
    }
}
