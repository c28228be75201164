//! Volumes: closed surfaces that keep what they enclose.

use alloc::vec::Vec;

use crate::error::{Checked, Element};
use crate::geometry::vector::{cross, dot, sub};
use crate::mesh::closed_mesh::check_closed;

/// A closed surface of triangles that keeps the volume it encloses (flesh, water), or holds a gas (balloon, tire).
///
/// Each sub-step moves the particles once along the gradient of the volume, every one by its inverse mass `w`:
///
/// ```text
/// V   = Σ x_a·(x_b × x_c) / 6                           over the triangles
/// g_i = Σ (x_b − x_a) × (x_c − x_a) / 6                 over the triangles of particle i
/// x_i ← x_i + w_i g_i (V' − V) / G                      G = Σ w_i |g_i|²
/// ```
///
/// to the volume `V'` of the [content](VolumeContent). Momentum is kept, and what the surface loses in an impact is not
/// given back. If an edge of the network along a side of the surface tears or is removed, the content is gone.
///
/// A surface with many short edges needs sub-steps as a cloth does; a particle moves by at most half of the size of a
/// triangle in each, so that a crumpled surface does not burst.
///
/// ```
/// use sprung_network::{Network, Particle, Settings, Solver, VolumeContent};
/// let mut net = Network::default();
/// for corner in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
///     net.add_particle(Particle::new(corner, 0.1));
/// }
/// let bag = net.add_volume(&[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// assert_eq!(net.volumes[bag].content, VolumeContent::Incompressible { volume: 1.0 / 6.0 });
/// let mut solver = Solver::new(&net, Settings::default())?;
/// solver.apply_impulse(1, [-0.5, 0.0, 0.0]);
/// for _ in 0..10 {
///     solver.step(1.0 / 60.0);
/// }
/// assert!((solver.enclosed_volume(bag) - 1.0 / 6.0).abs() < 1e-3);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "volume constraint")]
#[doc(alias = "pressure")]
#[doc(alias = "balloon")]
pub struct Volume {
    /// Triangles by their three particles, counterclockwise as seen from outside. They close: every side belongs to as many
    /// triangles in one direction as in the other.
    pub triangles: Vec<[u32; 3]>,
    /// The content: incompressible, or a gas.
    pub content: VolumeContent,
}

/// The content of a [`Volume`]: incompressible, or a gas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VolumeContent {
    /// Something that keeps its volume.
    Incompressible {
        /// The volume, m³, finite and > 0.
        volume: f32,
    },
    /// A gas of constant temperature: pressure times volume stays the same (Boyle's law).
    Gas {
        /// Pressure times volume, J, finite and > 0.
        energy: f32,
        /// The pressure outside, Pa, finite and > 0: 101 325 at sea level.
        outside: f32,
    },
}

impl VolumeContent {
    /// A gas that has a pressure (Pa) at a volume (m³), with another pressure outside (Pa). In a surface that does not
    /// hold it, it expands until the pressures are the same.
    pub fn gas(volume: f32, pressure: f32, outside: f32) -> Self {
        Self::Gas { energy: pressure * volume, outside }
    }

    pub(crate) fn check(self, index: usize) -> Checked {
        let element = Element { kind: "volume", index };
        match self {
            Self::Incompressible { volume } => element.positive("volume", volume),
            Self::Gas { energy, outside } => {
                element.all_positive([("energy", energy), ("outside", outside)])
            }
        }
    }

    /// The volume after a sub-step of `h` seconds in which the surface, now of the volume `now`, gives way by `gain·h²` for
    /// each Pa.
    ///
    /// The gas ends at its own pressure: `V' = V + G h² (E/V' − p)`, of which this is the positive solution.
    pub(crate) fn after(self, now: f64, gain: f64, h: f64) -> f64 {
        match self {
            Self::Incompressible { volume } => f64::from(volume),
            Self::Gas { energy, outside } => {
                let yields = gain * h * h;
                let half = 0.5 * (now - yields * f64::from(outside));
                let product = yields * f64::from(energy);
                let root = sprung::Real::sqrt(half * half + product);
                // Without the difference of two numbers that are nearly the same.
                if half > 0.0 { half + root } else { product / (root - half) }
            }
        }
    }

    /// A bound of the energy that the content can give, J, with [`after`](Self::after)'s arguments.
    pub(crate) fn stored(self, now: f64, gain: f64, h: f64) -> f64 {
        let after = self.after(now, gain, h);
        let kick =
            if gain > 0.0 { 0.5 * (after - now) * (after - now) / (gain * h * h) } else { 0.0 };
        match self {
            Self::Incompressible { .. } => kick,
            Self::Gas { energy, outside } => {
                // E (r − 1 − ln r) of r = V p/E is at most E (r − 1)²/r.
                let energy = f64::from(energy);
                let expands = |volume: f64| {
                    let r = volume * f64::from(outside) / energy;
                    energy * (r - 1.0) * (r - 1.0) / r
                };
                if now > 0.0 { expands(now) } else { kick + expands(after) }
            }
        }
    }
}

impl Volume {
    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "volume", index };
        let count = self.triangles.len() as f32;
        element.require(count > 0.0, "triangles", count, "> 0")?;
        for &corners in &self.triangles {
            element.corners(corners, particles)?;
        }
        check_closed(self.triangles.iter().copied())?;
        self.content.check(index)
    }

    /// True if a side of a triangle joins these particles.
    pub(crate) fn has_side(&self, ends: [usize; 2]) -> bool {
        self.triangles.iter().any(|&corners| has_side(corners, ends))
    }
}

/// True if a side of a triangle joins two particles.
pub(crate) fn has_side(corners: [u32; 3], ends: [usize; 2]) -> bool {
    ends.iter().all(|&p| corners.contains(&(p as u32)))
}

/// The volume that triangles span between particles at their places, m³.
pub(crate) fn spanned(triangles: &[[u32; 3]], place: impl Fn(usize) -> [f32; 3]) -> f64 {
    let Some(origin) = triangles.first().map(|corners| place(corners[0] as usize)) else {
        return 0.0;
    };
    let spans = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|p| sub(place(p as usize), origin).map(f64::from));
        dot(a, cross(b, c)) / 6.0
    };
    triangles.iter().map(spans).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gas_ends_at_its_own_pressure() {
        let gas = VolumeContent::Gas { energy: 3.0, outside: 2.0 };
        for (now, gain, h) in
            [(1.0, 4.0, 0.1), (1e9, 1e-3, 0.1), (-1e9, 1e-3, 0.1), (0.5, 1e6, 1.0)]
        {
            let after = gas.after(now, gain, h);
            let yields = gain * h * h;
            // V' − V = G h² (E/V' − p), as a quadratic in V'.
            let terms = [after * after, (yields * 2.0 - now) * after, -yields * 3.0];
            let sum: f64 = terms.iter().sum();
            let size: f64 = terms.iter().map(|term| term.abs()).sum();
            assert!(after > 0.0 && sum.abs() < 1e-15 * size, "{now}: {after}");
        }
    }

    #[test]
    fn no_content_gives_more_energy_than_is_said() {
        let (energy, outside) = (3.0_f64, 2.0_f64);
        let gas = VolumeContent::Gas { energy: 3.0, outside: 2.0 };
        for ratio in [0.5, 0.9, 0.99, 1.01, 1.1, 1.5, 3.0] {
            // The work until both pressures are the same, E (r − 1 − ln r).
            let work = energy * (ratio - 1.0 - f64::ln(ratio));
            let bound = gas.stored(ratio * energy / outside, 4.0, 0.1);
            assert!(bound >= work && bound < 4.0 * work, "{ratio}: {bound} for {work}");
        }
        // Half of the square of what the volume changes by, by what it gives way.
        let water = VolumeContent::Incompressible { volume: 2.0 };
        assert!((water.stored(1.5, 4.0, 0.1) - 3.125).abs() < 1e-12);
        assert_eq!(water.stored(1.5, 0.0, 0.1), 0.0);
        // Turned inside out, it has the energy of its way back, and what is left then.
        for now in [0.0, -0.5] {
            let after = gas.after(now, 4.0, 0.1);
            let kick = 0.5 * (after - now) * (after - now) / 0.04;
            let rest = gas.stored(after, 4.0, 0.1);
            assert!((gas.stored(now, 4.0, 0.1) - kick - rest).abs() < 1e-9, "{now}");
        }
    }
}
