//! Limits on the coefficients of simultaneous (Jacobi) edges.
//!
//! In one pass over all springs at once, a spring that shares a particle with others is corrected by them too: the
//! worst combination of springs is corrected `g` times over, where the network gain `g` is the largest eigenvalue of
//! `W Jᵀ m J` and never exceeds `n`, the largest number of springs at one particle. With equal coefficients
//! `C_s = C_d = C` the combination is multiplied each step by the roots of `λ² − (2 − 2gC)λ + (1 − gC)`:
//!
//! | limit | what holds below it |
//! |---|---|
//! | 1/(n+1) | the article's (JacobiSolver, *How to make your damped springs stiffer*): safe, found by trial |
//! | 4/(3n) | stable: both roots within the unit circle, `3gC < 4` |
//! | 1/n | from rest, no step carries anything past its goal: `1 − gC >= 0` |
//! | `(w_A + w_B)/(n_A w_A + n_B w_B)` | `g C <= 1` on every graph at every mass ratio (mass splitting; Tonge, *Mass Splitting for Jitter-Free Parallel Rigid Body Simulation*, 2012) |

/// The limit on the coefficients of [`JacobiSolver`](super::JacobiSolver)'s scheme.
///
/// All of these are limits of linear stability: of small motions, while the springs keep their directions. Springs that
/// turn, or that act one way only, are not linear. Under [`MassSplitting`](Self::MassSplitting), networks without
/// damping (`C_d = 0`) or with one-way springs were measured to reach up to 17 times the energy of their start; it stayed
/// bounded. [`Solver`](crate::Solver) and the passive [`SequentialImpulses`](super::SequentialImpulses) do not do that.
///
/// ```
/// use sprung_network::reference::CoefficientLimit;
///
/// // A particle of a rope has two edges.
/// assert!((CoefficientLimit::article(2) - 1.0 / 3.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoefficientLimit {
    /// None: the coefficients as given, stable or not.
    Off,
    /// At most 1/(n+1), as in the article.
    Article,
    /// At most 1/n: no step from rest overshoots.
    NoOvershoot,
    /// The coefficients are multiplied by the mass-splitting factor, so that all of 0 to 1 may be used.
    #[default]
    MassSplitting,
}

impl CoefficientLimit {
    /// Returns Nissen's limit `C_max` = 1/(n+1) for at most `n` edges at a particle.
    #[doc(alias = "C_max")]
    pub fn article(n: usize) -> f32 {
        1.0 / (n as f32 + 1.0)
    }

    /// Returns the limit of stability, 4/(3n), for at most `n` edges at a particle.
    ///
    /// ```
    /// use sprung_network::reference::CoefficientLimit;
    /// // Ropes and square meshes: 0.33 and 0.2 as published, twice as much is stable.
    /// assert!(CoefficientLimit::stable(2) > 2.0 * CoefficientLimit::article(2) - 1e-6);
    /// assert!(CoefficientLimit::stable(4) > 1.6 * CoefficientLimit::article(4));
    /// ```
    pub fn stable(n: usize) -> f32 {
        4.0 / (3.0 * n.max(1) as f32)
    }

    /// Returns the limit 1/n up to which no step from rest overshoots. Later steps may oscillate: equal coefficients are a
    /// damping ratio of 0.
    pub fn no_overshoot(n: usize) -> f32 {
        1.0 / n.max(1) as f32
    }

    /// Returns the mass-splitting factor of an edge whose ends have inverse masses `w` and `n` edges each; 0 between two
    /// fixed particles.
    pub fn mass_splitting(w: [f32; 2], n: [usize; 2]) -> f32 {
        let whole = n[0] as f32 * w[0] + n[1] as f32 * w[1];
        if whole > 0.0 { (w[0] + w[1]) / whole } else { 0.0 }
    }

    /// Returns the coefficient to use instead of `c` for an edge whose ends have inverse masses `w` and `n` edges each.
    pub fn apply(self, c: f32, w: [f32; 2], n: [usize; 2]) -> f32 {
        let n_max = n[0].max(n[1]);
        match self {
            Self::Off => c,
            Self::Article => c.min(Self::article(n_max)),
            Self::NoOvershoot => c.min(Self::no_overshoot(n_max)),
            Self::MassSplitting => c * Self::mass_splitting(w, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Network, Particle};
    use testkit::random::Random;

    /// Up to 30 particles, mass ratios up to 1 : 10 000, some fixed, joined at random.
    fn graph(seed: u64) -> Network {
        let mut random = Random::new(seed);
        let n = 2 + random.index(28);
        let mut net = Network::default();
        for _ in 0..n {
            let place = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
            net.add_particle(Particle::new(place, random.log_uniform(0.01, 100.0) as f32));
        }
        net.fix((1..n).filter(|_| random.index(8) == 0));
        for a in 0..n {
            for b in a + 1..n {
                if random.index(n) < 4 {
                    net.connect(a, b);
                }
            }
        }
        net
    }

    /// A light hub with heavy arms that all pull nearly the same way: the graph of the largest gain there is.
    fn star(arms: usize) -> Network {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1e-4));
        for i in 0..arms {
            net.add_particle(Particle::new([1.0, 1e-3 * i as f32, 0.0], 1.0));
            net.connect(0, i + 1);
        }
        net
    }

    /// The largest number of springs at one particle.
    fn degree(net: &Network) -> usize {
        let adjacency = net.adjacency();
        (0..net.particles.len()).map(|p| adjacency.degree(p)).max().unwrap_or(0)
    }

    /// The largest eigenvalue of `W Jᵀ m C J` for coefficients of 1 under a cap, by power iteration.
    fn gain(net: &Network, cap: CoefficientLimit) -> f64 {
        let adjacency = net.adjacency();
        let rows: Vec<(usize, usize, [f64; 3], f64)> = net
            .edges
            .iter()
            .filter(|s| !(net.particles[s.a].is_fixed() && net.particles[s.b].is_fixed()))
            .map(|s| {
                let [a, b] = [s.a, s.b].map(|p| net.particles[p].position.map(f64::from));
                let d = [0, 1, 2].map(|c| b[c] - a[c]);
                let length = d.iter().map(|c| c * c).sum::<f64>().sqrt();
                let w = [s.a, s.b].map(|p| net.particles[p].inverse_mass);
                let c = cap.apply(1.0, w, [s.a, s.b].map(|p| adjacency.degree(p)));
                let weight = (f64::from(c) / (f64::from(w[0]) + f64::from(w[1]))).sqrt();
                (s.a, s.b, d.map(|c| c / length), weight)
            })
            .collect();
        let mut impulses: Vec<f64> = (0..rows.len()).map(|i| 1.0 + 0.1 * (i % 7) as f64).collect();
        let mut gain = 0.0;
        for _ in 0..3000 {
            let mut velocity = vec![[0.0; 3]; net.particles.len()];
            for (&(a, b, n, weight), impulse) in rows.iter().zip(&impulses) {
                for (p, sign) in [(a, -1.0), (b, 1.0)] {
                    let w = f64::from(net.particles[p].inverse_mass);
                    (0..3).for_each(|c| velocity[p][c] += sign * w * weight * impulse * n[c]);
                }
            }
            let rate = |&(a, b, n, weight): &(usize, usize, [f64; 3], f64)| -> f64 {
                weight * (0..3).map(|c| n[c] * (velocity[b][c] - velocity[a][c])).sum::<f64>()
            };
            impulses = rows.iter().map(rate).collect();
            gain = impulses.iter().map(|i| i * i).sum::<f64>().sqrt();
            impulses.iter_mut().for_each(|i| *i /= gain);
        }
        gain
    }

    #[test]
    fn gain_never_exceeds_the_springs_at_a_particle_and_reaches_them() {
        for seed in 0..100 {
            let net = graph(seed);
            assert!(gain(&net, CoefficientLimit::Off) <= degree(&net) as f64 + 1e-6, "seed {seed}");
        }
        for arms in [2, 8, 26] {
            let reached = gain(&star(arms), CoefficientLimit::Off) / arms as f64;
            assert!((0.999..1.000_001).contains(&reached), "{arms} arms: {reached}");
        }
    }

    #[test]
    fn mass_splitting_holds_every_gain_to_one_and_wastes_little() {
        let gains: Vec<f64> =
            (0..100).map(|seed| gain(&graph(seed), CoefficientLimit::MassSplitting)).collect();
        for (seed, gain) in gains.iter().enumerate() {
            assert!((0.3..=1.000_001).contains(gain), "seed {seed}: {gain}");
        }
        for arms in [2, 8, 26] {
            let gain = gain(&star(arms), CoefficientLimit::MassSplitting);
            assert!((0.99..=1.000_001).contains(&gain), "{arms} arms: {gain}");
        }
    }

    #[test]
    fn every_cap_leaves_less_than_was_asked_for_and_no_cap_all_of_it() {
        for (w, n) in [([1.0, 1.0], [2, 2]), ([1e4, 1.0], [26, 1]), ([0.0, 1.0], [4, 3])] {
            assert_eq!(CoefficientLimit::Off.apply(0.7, w, n), 0.7);
            let most = n[0].max(n[1]);
            assert_eq!(CoefficientLimit::Article.apply(1.0, w, n), CoefficientLimit::article(most));
            assert_eq!(
                CoefficientLimit::NoOvershoot.apply(1.0, w, n),
                CoefficientLimit::no_overshoot(most)
            );
            assert!(CoefficientLimit::article(most) < CoefficientLimit::no_overshoot(most));
            assert!(CoefficientLimit::no_overshoot(most) < CoefficientLimit::stable(most));
            let split = CoefficientLimit::MassSplitting.apply(1.0, w, n);
            assert!(CoefficientLimit::no_overshoot(most) <= split && split <= 1.0, "{split}");
        }
        assert_eq!(CoefficientLimit::MassSplitting.apply(1.0, [0.0, 0.0], [3, 3]), 0.0);
    }
}
