//! How large the coefficients of simultaneous springs may be.
//!
//! In one pass over all springs at once, a spring that shares a particle with others is corrected by them too: the
//! worst combination of springs is corrected `g` times over, where the network gain `g` is the largest eigenvalue of
//! `W Jᵀ m J` and never exceeds `n`, the largest number of springs at one particle. With equal coefficients
//! `C_s = C_d = C` the combination is multiplied each step by the roots of `λ² − (2 − 2gC)λ + (1 − gC)`:
//!
//! | limit | what holds below it |
//! |---|---|
//! | 1/(n+1) | the article's (Nissen, *How to make your damped springs stiffer*): safe, found by trial |
//! | 4/(3n) | stable: both roots within the unit circle, `3gC < 4` |
//! | 1/n | from rest, no step carries anything past its goal: `1 − gC >= 0` |
//! | `(w_A + w_B)/(n_A w_A + n_B w_B)` | `g C <= 1` on every graph at every mass ratio (mass splitting; Tonge, *Mass Splitting for Jitter-Free Parallel Rigid Body Simulation*, 2012) |

/// Which limit holds the coefficients of [`Nissen`](crate::Nissen)'s scheme down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
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

/// The article's limit 1/(n+1) for at most `n` springs at a particle.
pub fn article_limit(n: usize) -> f32 {
    1.0 / (n as f32 + 1.0)
}

/// Stable below 4/(3n).
///
/// ```
/// use sprung_network::{article_limit, stable_limit};
/// // Ropes and square meshes: the article asks for 0.33 and 0.2, and may have twice as much.
/// assert!(stable_limit(2) > 2.0 * article_limit(2) - 1e-6);
/// assert!(stable_limit(4) > 1.6 * article_limit(4));
/// ```
pub fn stable_limit(n: usize) -> f32 {
    4.0 / (3.0 * n.max(1) as f32)
}

/// Up to 1/n no step from rest overshoots. (Later steps may swing: equal coefficients are a damping ratio of 0.)
pub fn no_overshoot_limit(n: usize) -> f32 {
    1.0 / n.max(1) as f32
}

/// The mass-splitting factor of a spring whose ends have inverse masses `w` and carry `n` springs each; 0 between two
/// fixed particles.
pub fn mass_splitting(w: [f32; 2], n: [usize; 2]) -> f32 {
    let whole = n[0] as f32 * w[0] + n[1] as f32 * w[1];
    if whole > 0.0 { (w[0] + w[1]) / whole } else { 0.0 }
}

impl Cap {
    /// The coefficient that is used instead of `c` by a spring whose ends have inverse masses `w` and `n` springs.
    pub fn apply(self, c: f32, w: [f32; 2], n: [usize; 2]) -> f32 {
        let most = n[0].max(n[1]);
        match self {
            Self::Off => c,
            Self::Article => c.min(article_limit(most)),
            Self::NoOvershoot => c.min(no_overshoot_limit(most)),
            Self::MassSplitting => c * mass_splitting(w, n),
        }
    }
}
