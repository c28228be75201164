//! A closed surface in motion: one correction of the enclosed volume in every sub-step.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::geometry::vector::{cross, dot, sub};
use crate::graph::sorting::ascending;
use crate::volume::Volume;

use super::layout::particles::Range;

/// The largest move of a particle in a sub-step, of the side of a square as large as two triangles in the mean.
const REACH: f64 = 0.5;

/// A closed surface and what it encloses.
#[derive(Clone, Debug)]
pub(crate) struct Enclosed {
    pub(super) volume: Volume,
    /// A side has torn: nothing is enclosed.
    pub(super) is_open: bool,
    /// It sleeps: sub-steps leave it out.
    pub(super) is_asleep: bool,
    /// The particles, each once, and the corners of the triangles in this list.
    particles: Vec<u32>,
    corners: Vec<[u32; 3]>,
    /// Of each particle, from the first: its place, and the gradient of the volume.
    place: Vec<[f32; 3]>,
    gradient: Vec<[f32; 3]>,
}

/// The measurements of a surface that a correction needs.
struct Measured {
    /// The volume, m³, and how far a unit of impulse moves it, `G`, m⁴/kg.
    volume: f64,
    gain: f64,
    /// The largest `w |g|`, and the largest move, m.
    fastest: f64,
    reach: f64,
}

impl Enclosed {
    pub(super) fn new(volume: &Volume, is_open: bool) -> Self {
        let all = volume.triangles.as_flattened();
        let most = all.iter().fold(0, |most, &p| most.max(p as usize));
        let particles = ascending(most + 1, all);
        let place_of = |p: u32| particles.partition_point(|&other| other < p) as u32;
        let corners = volume.triangles.iter().map(|corners| corners.map(place_of)).collect();
        let count = particles.len();
        Self {
            volume: volume.clone(),
            is_open,
            is_asleep: false,
            corners,
            particles,
            place: vec![[0.0; 3]; count],
            gradient: vec![[0.0; 3]; count],
        }
    }

    /// Returns the arguments of [`new`](Self::new) that make it again, for saving.
    #[cfg(feature = "serde")]
    pub(super) fn saved(&self) -> (Volume, bool) {
        (self.volume.clone(), self.is_open)
    }

    /// The first particle that is not fixed; `None` if nothing moves.
    pub(super) fn dynamic(&self, inverse_mass: &[f32]) -> Option<usize> {
        let particles = self.particles.iter().map(|&p| p as usize);
        particles.into_iter().find(|&p| inverse_mass[p] > 0.0)
    }

    /// Pairs of particles that join all of them to one that is not fixed.
    pub(super) fn joints(&self, inverse_mass: &[f32]) -> impl Iterator<Item = [usize; 2]> + '_ {
        let first = self.dynamic(inverse_mass);
        let others = self.particles.iter().map(|&p| p as usize);
        others.filter_map(move |p| first.filter(|&first| first != p).map(|first| [first, p]))
    }

    /// The number of them.
    pub(super) fn joint_count(&self) -> usize {
        self.particles.len().saturating_sub(1)
    }

    /// Finds the volume and its gradient.
    fn measure(&mut self, slot: &[usize], particles: &Range<'_>) -> Measured {
        let Self { particles: all, corners, place, gradient, .. } = self;
        let first = slot[all[0] as usize];
        let xyz = |[x, y, z, _]: [f32; 4]| [x, y, z];
        for (place, &p) in place.iter_mut().zip(&*all) {
            let at = slot[p as usize];
            // Nearly equal coordinates far from the origin lose nothing.
            let from = |records: &[[f32; 4]]| sub(xyz(records[at]), xyz(records[first]));
            let (reference, moved) = (from(particles.reference), from(particles.displacement));
            *place = [0, 1, 2].map(|c| reference[c] + moved[c]);
        }
        gradient.fill([0.0; 3]);
        let (mut volume, mut squares) = (0.0, 0.0);
        for corners in &*corners {
            let corners = corners.map(|p| p as usize);
            let [a, b, c] = corners.map(|p| place[p]);
            let normal = cross(sub(b, a), sub(c, a));
            for p in corners {
                for (sum, n) in gradient[p].iter_mut().zip(normal) {
                    *sum += n;
                }
            }
            let (a, normal) = (a.map(f64::from), normal.map(f64::from));
            volume += dot(a, normal);
            squares += dot(normal, normal);
        }
        let (mut gain, mut fastest) = (0.0, 0.0_f64);
        for (gradient, &p) in gradient.iter_mut().zip(&*all) {
            *gradient = gradient.map(|c| c * (1.0 / 6.0));
            let w = f64::from(particles.displacement[slot[p as usize]][3]);
            let g = gradient.map(f64::from);
            let square = dot(g, g);
            gain += w * square;
            fastest = fastest.max(w * w * square);
        }
        // The normals are twice the areas.
        let side = Real::sqrt(Real::sqrt(squares / corners.len() as f64));
        Measured { volume: volume / 6.0, gain, fastest: Real::sqrt(fastest), reach: REACH * side }
    }

    /// Moves the particles to the volume of the content, at the end of a sub-step of `h` seconds.
    pub(super) fn project(&mut self, slot: &[usize], particles: &mut Range<'_>, h: f32) {
        let Measured { volume, gain, fastest, reach } = self.measure(slot, particles);
        let after = self.volume.content.after(volume, gain, f64::from(h));
        let (factor, most) = ((after - volume) / gain, reach / fastest);
        if !(factor.is_finite() && most.is_finite()) {
            return;
        }
        let factor = factor.clamp(-most, most) as f32;
        for (gradient, &p) in self.gradient.iter().zip(&self.particles) {
            let [x, y, z, w] = &mut particles.displacement[slot[p as usize]];
            for (c, g) in [x, y, z].into_iter().zip(gradient) {
                *c += factor * *w * g;
            }
        }
    }

    /// A bound of the energy that the content can give, J.
    pub(super) fn stored(&mut self, slot: &[usize], particles: &Range<'_>, h: f64) -> f64 {
        let Measured { volume, gain, .. } = self.measure(slot, particles);
        self.volume.content.stored(volume, gain, h)
    }
}
