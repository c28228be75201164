//! The end of a step: as much of a solve as its energy allows.

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::contact::TOLERANCE;
use crate::group::{Group, UNLIMITED, Work};
use crate::lanes::{Wide, dot, number};
use crate::momentum::Moments;
use crate::touch::{Pressed, Touch};
use crate::trial::Trial;

/// The rounding of the energies at the ends of a step, relative.
const ROUNDING: f32 = 2e-6;

/// The part of the energy that a step may give back of what steps before it have taken: a step that keeps energy on average goes
/// up and down by less.
const MAX_CREDIT: f32 = 0.01;

/// The part of the energy of the rigid motion of a free rod that a trial must leave to it: but for rounding, all.
const NEEDED: f32 = 0.9999;

/// Trials of a configuration, each with a quarter of the motion of the one before, and the last one with none.
const TRIALS: usize = 5;

impl Group {
    /// Takes over a solve, as far as the energy allows.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "the parts of a step")]
    pub(crate) fn settle<S: Simd, const CONTACT: bool>(
        &mut self,
        s: S,
        base: &Base<S>,
        energy: [Wide<S>; 2],
        pressed: Pressed<S>,
        moments: Option<Moments<S>>,
        mut tried: Trial<S>,
        work: &mut [Work],
        touches: &mut [Touch],
    ) {
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let mut has = energy[0] + energy[1] + number(s, &self.credit);
        let mut closed = zero;
        if CONTACT {
            has += pressed.work.simd_lt(1e30).select(pressed.work, zero);
            closed = pressed.closed.simd_lt(1e30).select(pressed.closed, zero);
            let most = number(s, &self.allowance);
            closed = closed.simd_lt(most).select(closed, most);
        }
        let mut part = one;
        let mut left = zero;
        for trial in 0..TRIALS {
            if trial > 0 {
                tried = if CONTACT {
                    self.trial_touching(s, base, part, work, touches)
                } else {
                    self.trial::<S, false>(s, base, part, work, touches)
                };
            }
            let rest = has - tried.potential;
            let tolerance = (energy[1] + tried.size) * ROUNDING;
            let needed = match &moments {
                Some(before) => self.rigid_energy(s, base, before, work) * NEEDED,
                None => zero,
            };
            // False for NaN.
            let is_less = (rest + tolerance + closed).simd_ge(needed);
            left = (is_less & rest.simd_gt(0.0)).select(rest, zero);
            if is_less.all_true() {
                break;
            }
            let less = if trial + 2 < TRIALS { part * 0.25 } else { zero };
            part = is_less.select(part, less);
        }
        if let Some(moments) = moments {
            tried.kinetic = self.keep_momentum(s, base, &moments, tried.kinetic, left, work);
        }
        tried.bent.store_array(&mut self.bent);
        let is_slower = tried.kinetic.simd_le(left);
        let speed = is_slower.select(one, (left / tried.kinetic).sqrt());
        let rest = left - tried.kinetic * speed * speed;
        let most = (energy[0] + energy[1]) * MAX_CREDIT;
        let rest = rest.simd_gt(0.0).select(rest, zero);
        let rest = rest.simd_lt(most).select(rest, most);
        // Energy is measured relative to the ends: where they move, another one in the next step.
        let mut moved = zero;
        for vector in [base.moves[0], base.moves[1], base.turns[0], base.turns[1]] {
            moved += dot(vector, vector);
        }
        if CONTACT {
            let after = tried.potential + tried.kinetic * speed * speed;
            let lost = energy[0] + energy[1] - after;
            let allowance = number(s, &self.allowance) + lost;
            let allowance = allowance.simd_gt(0.0).select(allowance, zero);
            let mut inside = zero;
            for touch in touches.iter().take(self.segments.len() + 1) {
                let closing = number(s, &touch.held[0]).simd_gt(0.0);
                let closing = closing.select(number(s, &touch.closing), zero);
                inside = inside.simd_gt(closing).select(inside, closing);
            }
            let tolerance = number(s, &self.constants(0).length) * TOLERANCE;
            let unlimited = Wide::splat(s, UNLIMITED);
            let is_first = allowance.simd_ge(0.5 * UNLIMITED) & inside.simd_lt(tolerance);
            let allowance = is_first.select(zero, allowance);
            let mut held = pressed.moved;
            for end in 0..2 {
                let (way, turn) = (base.moves[end], base.turns[end]);
                held += number(s, &self.is_fixed[end]) * (dot(way, way) + dot(turn, turn));
            }
            let is_moving = held.simd_gt(zero);
            let allowance =
                (is_moving | !allowance.simd_lt(UNLIMITED)).select(unlimited, allowance);
            allowance.store_array(&mut self.allowance);
        }
        let is_kept = rest.simd_lt(1e30) & moved.simd_le(zero);
        is_kept.select(rest, zero).store_array(&mut self.credit);
        self.commit::<S, CONTACT>(s, base, speed, tried.start, work);
    }
}
