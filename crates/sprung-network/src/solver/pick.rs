//! Queries of a network in motion: the particle under a ray, the point closest to another.

use sprung::Real;

use crate::geometry::vector::{cross, dot, sub};

use super::state::Solver;

/// The point of a network that is closest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// The point, m.
    pub position: [f32; 3],
    /// Its distance, m.
    pub distance: f32,
    /// The edge that it is on; none for a particle.
    pub edge: Option<usize>,
    /// The particles that it is between; the same twice if it is one.
    pub particles: [usize; 2],
    /// The part of the way from the first to the second, within 0 and 1.
    pub fraction: f32,
}

impl Solver {
    /// Returns the particle that a ray meets first and the distance along the ray, m, at which it enters the ball of
    /// `radius` meters around the particle; none if it meets none.
    ///
    /// Of particles at the same distance the one of the lower index. A direction of any length; none is met by one of
    /// length 0, or with a number that is not finite. Takes time in proportion to the particles.
    ///
    /// ```
    /// use sprung_network::{Settings, Solver, shapes::rope};
    /// let solver = Solver::new(&rope([0.0; 3], [4.0, 0.0, 0.0], 4, 1.0)?, Settings::default())?;
    /// let picked = solver.pick([3.1, 2.0, 0.0], [0.0, -3.0, 0.0], 0.5);
    /// let (particle, distance) = picked.expect("one is under the ray");
    /// assert!(particle == 3 && (distance - 1.51).abs() < 0.01);
    /// assert_eq!(solver.pick([3.1, 2.0, 0.0], [0.0, 1.0, 0.0], 0.5), None);
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    #[doc(alias = "raycast")]
    pub fn pick(&self, origin: [f32; 3], direction: [f32; 3], radius: f32) -> Option<(usize, f32)> {
        let (origin, along) = (origin.map(f64::from), direction.map(f64::from));
        let length = Real::sqrt(dot(along, along));
        let along = along.map(|c| c / length);
        let radius = f64::from(radius);
        let mut first: Option<(usize, f64)> = None;
        for particle in 0..self.len() {
            let from = sub(self.position(particle).map(f64::from), origin);
            let aside = cross(from, along);
            let inside = radius * radius - dot(aside, aside);
            // The entry, or the origin if that is inside already.
            let (middle, half) = (dot(from, along), Real::sqrt(inside.max(0.0)));
            let entry = (middle - half).max(0.0);
            // What is not a number is neither.
            let meets = inside >= 0.0 && middle + half >= 0.0;
            if meets && first.is_none_or(|(_, best)| entry < best) {
                first = Some((particle, entry));
            }
        }
        first.map(|(particle, distance)| (particle, distance as f32))
    }

    /// Returns the point of the particles and edges that is closest to a point; none if there are no particles, or the point
    /// is not finite. Edges that have torn do not count.
    ///
    /// Of points at the same distance the one of the lowest particle, then of the lowest edge. Takes time in proportion to
    /// particles and edges.
    ///
    /// ```
    /// use sprung_network::{Settings, Solver, shapes::rope};
    /// let solver = Solver::new(&rope([0.0; 3], [4.0, 0.0, 0.0], 4, 1.0)?, Settings::default())?;
    /// let closest = solver.closest_point([2.25, 3.0, 0.0]).expect("a rope");
    /// assert_eq!((closest.edge, closest.position, closest.distance), (Some(2), [2.25, 0.0, 0.0], 3.0));
    /// assert_eq!((closest.particles, closest.fraction), ([2, 3], 0.25));
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    pub fn closest_point(&self, point: [f32; 3]) -> Option<ClosestPoint> {
        let point = point.map(f64::from);
        let at = |particle: usize| self.position(particle).map(f64::from);
        let mut best = None;
        let mut least = f64::INFINITY;
        for particle in 0..self.len() {
            let d = sub(at(particle), point);
            let squared = dot(d, d);
            if squared < least {
                (least, best) = (squared, Some((None, [particle; 2], 0.0)));
            }
        }
        for (i, edge) in self.edges.iter().enumerate().filter(|(i, _)| !self.torn[*i]) {
            let [a, b] = [edge.a, edge.b].map(at);
            let (path, from) = (sub(b, a), sub(point, a));
            let fraction = (dot(path, from) / dot(path, path)).clamp(0.0, 1.0);
            let d = sub(from, path.map(|c| fraction * c));
            let squared = dot(d, d);
            // An edge of no length has no fraction: its particles have been considered.
            if squared < least {
                (least, best) = (squared, Some((Some(i), [edge.a, edge.b], fraction)));
            }
        }
        best.map(|(edge, particles, fraction)| {
            let [a, b] = particles.map(at);
            let position = [0, 1, 2].map(|c| (a[c] + fraction * (b[c] - a[c])) as f32);
            let (distance, fraction) = (Real::sqrt(least) as f32, fraction as f32);
            ClosestPoint { position, distance, edge, particles, fraction }
        })
    }
}
