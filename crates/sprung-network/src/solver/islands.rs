//! The state of the islands of a network: the connected components, each of which sleeps by itself.

use alloc::vec::Vec;

use crate::geometry::vector::{add_scaled, distance};

use super::settings::Settings;

/// The state of all islands, except how long each has been still. Empty for a network that never sleeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// The network may sleep.
    pub(super) may_sleep: bool,
    /// The parts to skip have to be found before the next step.
    pub(super) is_stale: bool,
    /// Nothing is left out: the step measures forces.
    pub(super) is_measured: bool,
    /// An island sleeps. Then the edges of the others, and those of them that may tear.
    pub(super) some_sleep: bool,
    pub(super) edges: Vec<u32>,
    pub(super) tearable: Vec<u32>,
    /// Shortening or tension of every edge that sleeps; NaN of all others. Kernels with lanes that are awake change theirs.
    pub(super) kept: Vec<f32>,
    /// A ball around each component that sleeps; of no size around others.
    pub(super) balls: Vec<Ball>,
}

/// A center and a radius, m.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ball {
    pub(super) center: [f32; 3],
    pub(super) radius: f32,
}

impl Islands {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { may_sleep: settings.sleep_speed > 0.0, ..Self::default() }
    }

    /// Room for a network that has grown.
    pub(super) fn reserve(&mut self, particles: usize, edges: usize) {
        if self.may_sleep {
            self.kept.resize(edges, f32::NAN);
            self.edges.reserve(edges.saturating_sub(self.edges.len()));
            self.tearable.reserve(edges.saturating_sub(self.tearable.len()));
            self.balls.reserve(particles.saturating_sub(self.balls.len()));
        }
    }

    /// The sleeping edges, each with the shortening or tension kept of it.
    #[cfg(feature = "serde")]
    pub(super) fn kept(&self) -> Vec<(u32, f32)> {
        let all = (0..).zip(&self.kept).filter(|(_, kept)| !kept.is_nan());
        all.map(|(edge, kept)| (edge, *kept)).collect()
    }

    /// Continues from what [`kept`](Self::kept) has returned.
    #[cfg(feature = "serde")]
    pub(super) fn set_kept(&mut self, kept: &[(u32, f32)]) {
        for &(edge, state) in kept {
            if let Some(kept) = self.kept.get_mut(edge as usize) {
                *kept = state;
            }
        }
    }

    /// The edges that are awake, of `count` edges.
    pub(super) fn edges(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let all = if self.some_sleep { 0..0 } else { 0..count };
        all.chain(self.edges.iter().map(|&edge| edge as usize))
    }

    /// The edges that are awake of those that may tear.
    pub(super) fn tearable<'a>(&'a self, all: &'a [u32]) -> &'a [u32] {
        if self.some_sleep { &self.tearable } else { all }
    }
}

impl Ball {
    /// A ball around the members of a component.
    pub(super) fn around(members: &[(u32, u32)], place: impl Fn(u32) -> [f32; 3]) -> Self {
        let part = 1.0 / members.len() as f32;
        let center =
            members.iter().fold([0.0; 3], |sum, member| add_scaled(sum, part, place(member.1)));
        let farthest = members.iter().map(|member| distance(place(member.1), center));
        Self { center, radius: 1.001 * farthest.fold(0.0, f32::max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_about_the_mean_of_its_members() {
        let places = [[0.0, 1.0, 2.0], [4.0, 1.0, 2.0], [2.0, 4.0, 5.0]];
        let members = [(7, 0), (8, 1), (9, 2)];
        let Ball { center, radius } = Ball::around(&members, |slot| places[slot as usize]);
        for (got, want) in center.into_iter().zip([2.0, 2.0, 3.0]) {
            assert!((got - want).abs() < 1e-6, "{center:?}");
        }
        // √8 to the last one, a little more against rounding.
        assert!((radius - 1.001 * 8.0_f32.sqrt()).abs() < 1e-5, "{radius}");
    }
}
