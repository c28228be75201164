//! In place of the contacts of a network with itself where these are left out (without the feature `self-contact`).

use fearless_simd::Level;

use crate::geometry::vector::Vector;
use crate::network::Network;

use super::layout::particles::{Particles, Range};

/// There are none.
#[derive(Clone, Debug)]
pub(crate) enum SelfContact {}

impl SelfContact {
    pub(super) fn new(_: &Network) -> Option<Self> {
        None
    }

    pub(super) fn tear(&mut self, _: &[bool]) {
        match *self {}
    }

    pub(super) fn follow(&mut self, _: &[f32], _: &[bool]) {
        match *self {}
    }

    pub(super) fn begin(
        &mut self,
        _: Level,
        _: &Particles,
        _: &[usize],
        _: &[f32],
        _: Vector,
        _: f32,
    ) {
        match *self {}
    }

    pub(super) fn project(&mut self, _: Level, _: Range<'_>, _: f32) {
        match *self {}
    }

    pub(super) fn recover(&self, _: Level, _: &mut Range<'_>) -> bool {
        match *self {}
    }

    pub(super) fn separate(&mut self, _: Level, _: &mut Range<'_>, _: &[usize], _: &[f32]) {
        match *self {}
    }

    pub(super) fn particles(&self) -> &[u32] {
        match *self {}
    }

    pub(super) fn pushed(&self) -> core::iter::Empty<[u32; 4]> {
        match *self {}
    }

    pub(super) fn touching(&self) -> core::iter::Empty<([u32; 4], [f32; 4], Vector)> {
        match *self {}
    }
}
