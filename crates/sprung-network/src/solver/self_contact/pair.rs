//! Two primitives that may touch, and the plane between them.

use crate::geometry::vector::{Vector, dot, sub};

use super::primitives::{Closest, Kind, NONE, Primitives};

/// The distance that two primitives keep in any step, of their thickness, unless they start closer: then they come no closer.
pub(super) const FLOOR: f32 = 0.05;

/// Less than this part of their thickness apart, two primitives cross.
const CROSSED: f32 = 1e-5;

/// Two that do not push may do so when their particles have moved by this part of the smallest radius.
const CHANGE: f32 = 0.5;

/// One pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) of: [u32; 4],
    pub(super) kind: Kind,
    /// The segments of the two, if they are sides of triangles; of a particle and a triangle, [`NONE`].
    pub(super) sides: [u32; 2],
    /// Of surfaces: they push each other only where the closest points are inside of both, because others do at their borders.
    pub(super) of_surfaces: bool,
    /// No more than this thickness, m: half the distance in the rest shape.
    pub(super) max_thickness: f32,
    /// The plane between the two: the distance of their closest points is `normal · Σ weights x`.
    pub(super) weights: [f32; 4],
    pub(super) normal: Vector,
    /// The distance that they keep, m.
    pub(super) thickness: f32,
    /// Their distance when the plane was found, m.
    pub(super) gap: f32,
    /// They push each other, not others next to them.
    pub(super) pushes: bool,
    /// They touch or cross: there is no plane between them.
    pub(super) is_crossed: bool,
    /// What the paths of its particles were at least when the plane was found, m, and the step in which it was.
    pub(super) seen: f64,
    pub(super) found: u32,
}

/// A pair is left alone until the sum of the paths of its particles is longer than this, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub(super) of: [u32; 4],
    pub(super) until: f64,
    pub(super) is_safe_until: f64,
}

impl Pair {
    /// Sets the plane between the two where they are closest, with radii that add up to `thickness`.
    pub(super) fn set_plane(
        &mut self,
        net: &Primitives,
        at: &[Vector],
        closest: &Closest,
        thickness: f32,
        seen: f64,
    ) {
        (self.weights, self.normal, self.gap) = (closest.weights, closest.normal, closest.distance);
        self.thickness = thickness.min(self.max_thickness);
        let room = self.gap > CROSSED * self.thickness;
        self.is_crossed = !room || self.normal == [0.0; 3];
        self.pushes = !self.is_crossed && (!self.of_surfaces || self.stands_out(net, at));
        self.seen = seen;
    }

    /// True if the closest points are inside of both primitives and of nothing next to them that is closer.
    fn stands_out(&self, net: &Primitives, at: &[Vector]) -> bool {
        if self.weights.contains(&0.0) {
            return false;
        }
        let [a, b] = self.sides;
        let recedes = |side: u32, of: u32, away: f32| {
            let opposite = net.opposite[side as usize].into_iter().filter(|&p| p != NONE);
            opposite.into_iter().all(|p| {
                let from = sub(at[p as usize], at[of as usize]);
                away * dot(self.normal, from) >= 0.0
            })
        };
        self.kind == Kind::PointTriangle
            || (recedes(a, self.of[0], 1.0) && recedes(b, self.of[2], -1.0))
    }

    /// How long the two need no new plane and no proof.
    pub(super) fn rest(&self, net: &Primitives) -> Rest {
        let of = self.of;
        if self.is_crossed {
            // There is nothing to prove.
            return Rest { of, until: f64::NEG_INFINITY, is_safe_until: f64::INFINITY };
        }
        let kept = self.gap - self.floor();
        let apart = self.gap - self.thickness;
        let slack = if self.pushes {
            apart
        } else {
            let least = self.of.iter().fold(f32::INFINITY, |r, &p| r.min(net.radius[p as usize]));
            apart.max(CHANGE * least)
        };
        let [until, is_safe_until] = [slack.min(kept), kept].map(|slack| {
            if slack > 0.0 { self.seen + f64::from(slack) } else { f64::NEG_INFINITY }
        });
        Rest { of, until, is_safe_until }
    }

    /// The distance that the two keep in the step, m.
    pub(super) fn floor(&self) -> f32 {
        self.gap.min(FLOOR * self.thickness)
    }

    /// How far the particles are along the normal from the first.
    pub(super) fn heights(&self, at: [Vector; 4]) -> [f32; 4] {
        at.map(|x| dot(self.normal, sub(x, at[0])))
    }

    /// The thickness of the layer across the normal in which neither of the two is, by their heights.
    pub(super) fn apart(&self, [a, b, c, d]: [f32; 4]) -> f32 {
        match self.kind {
            Kind::PointTriangle => a - b.max(c).max(d),
            Kind::Segments => a.min(b) - c.max(d),
        }
    }
}
