//! Rest lengths that make up for the stretch of a lasting load.
//!
//! One sweep per sub-step leaves an edge under the tension `T` longer by about `T h² (w_a + w_b)`: far from the end of
//! a large sheet that is more than its own length. A load that stays is known, so the stretch that it leaves is taken
//! off the rest length that the sweep aims at, until the edge has its length:
//!
//! ```text
//! once per step:  c = |x_b − x_a| − L                     s ← s (1 − leak) + rate · c,  |s| ≤ L/4
//! every sub-step: the sweep aims at L − s
//! ```
//!
//! This is the integral term of a controller, at the rate of steps. It has to be slower than the damping of the slowest
//! mode of stretch, else large sheets swing. One sweep carries a load over a limited number of edges, so the rate is
//! `0.1 / (h · depth)` per second, at most 2.4, with the number of edges from the nearest fixed particle to the farthest one as
//! `depth`; three times as much was found to be too fast. With the leak, 0.006 per second, edges that contradict each
//! other come to rest. Free components bear no lasting load, and edges in excess of the coordinates of their particles
//! cannot all have their lengths: both are left out. Both ends of an edge move, so that momentum is kept.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::dot;
use crate::lanes::record::{LANES, Stored, Turn, numbers, of, set_numbers, turns};

/// The part of its rest length by which an edge may be shortened or lengthened.
const MOST: f32 = 0.25;
/// The part of the error that is made up for, per second: the most, and that of a network one edge deep with sub-steps of
/// a second.
const MAX_RATE: f32 = 2.4;
const RATE: f32 = 0.1;
/// The part of what has been made up for that is forgotten, per second.
const LEAK: f32 = 0.006;

/// The constants of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    rate: f32,
    keep: f32,
}

impl Rates {
    /// For a step of `dt` seconds in sub-steps of `h`, of a network that is `depth` edges deep.
    pub(crate) fn new(dt: f32, h: f32, depth: usize) -> Self {
        let within = |rate: f32, most: f32| (rate * dt).min(most);
        let rate = (RATE / (h * depth.max(1) as f32)).min(MAX_RATE);
        Self { rate: within(rate, 0.05), keep: 1.0 - within(LEAK, 1.0) }
    }
}

/// What sixteen edges have been shortened by.
#[derive(Clone, Debug)]
pub(crate) struct Compensation {
    rest: Stored,
    shortening: Stored,
    /// The most of it; 0 for edges that are not compensated.
    most: Stored,
}

impl Compensation {
    /// None yet, of edges with these rest lengths.
    pub(crate) fn new(rest: Stored) -> Self {
        let zero = [0.0; LANES];
        Self { rest, shortening: zero, most: zero }
    }

    /// What each lane has been shortened by, m.
    pub(crate) fn shortening_mut(&mut self) -> &mut Stored {
        &mut self.shortening
    }

    /// Lets an edge be compensated or not.
    pub(crate) fn set(&mut self, lane: usize, compensates: bool) {
        self.most[lane] = if compensates { MOST * self.rest[lane] } else { 0.0 };
    }

    /// Takes the offsets of the ends at the start of a step, and sets the lengths that the sweeps aim at.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn update<S: Simd>(
        &mut self,
        s: S,
        offset: &[Stored; 3],
        aim: &mut Stored,
        rates: Rates,
    ) {
        for at in turns::<S, Turn<S>, LANES>() {
            let d: [Turn<S>; 3] = of(s, offset, at);
            let rest: Turn<S> = numbers(s, &self.rest, at);
            let error = dot(d, d).sqrt() - rest;
            let made_up: Turn<S> = numbers(s, &self.shortening, at);
            let shortening = made_up * rates.keep + error * rates.rate;
            // What is not a number becomes the most.
            let most: Turn<S> = numbers(s, &self.most, at);
            let least = Turn::splat(s, 0.0) - most;
            let shortening = shortening.simd_lt(most).select(shortening, most);
            let shortening = shortening.simd_gt(least).select(shortening, least);
            set_numbers(&mut self.shortening, at, shortening);
            set_numbers(aim, at, rest - shortening);
        }
    }
}
