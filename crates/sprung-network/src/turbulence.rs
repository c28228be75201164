//! Turbulence: a field of gusts, the same on every machine.

use sprung::Real;

use crate::error::{Checked, Element, NetworkError};

/// The number of waves.
const WAVES: usize = 8;

/// A velocity field of gusts, as a sum of plane waves (Kraichnan, *Diffusion by a Random Velocity Field*, 1970):
///
/// ```text
/// w(x, t) = Σ a_i cos(k_i·x − ω_i t + φ_i)     a_i ⊥ k_i,  |k_i| from 2π/size to 8·2π/size
/// |a_i|² ~ |k_i|^(−2/3)                        ω_i = speed |k_i|
/// ```
///
/// Air that flows like this is not compressed, `div w = 0`, and its energy falls with the wave number as that of
/// turbulence does (`k^(−5/3)`). The mean of `|w|²` over space is `speed²`, and `|w|` is at most `4 speed`. A wind that
/// carries the gusts along is `field.velocity(x − wind t, t)`.
///
/// ```
/// use sprung_network::{Settings, Solver, Turbulence, shapes::Cloth};
/// let sheet = Cloth::new(9, 9, 0.1, 0.1);
/// let mut net = sheet.build()?;
/// net.fix(sheet.corners());
/// net.add_aero_surface(&sheet.triangles())?;
/// let mut solver = Solver::new(&net, Settings::default())?;
/// let gusts = Turbulence::new(3.0, 1.5, 7)?;
/// for frame in 0..60 {
///     let time = frame as f32 / 60.0;
///     solver.set_wind_field(|place| gusts.velocity(place, time))?;
///     solver.step(1.0 / 60.0);
/// }
/// assert!(solver.position(40)[0] != solver.position(40)[2], "it waves");
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "gust")]
#[doc(alias = "noise")]
pub struct Turbulence {
    /// Of all waves: the components of the wave vector, turns/m; frequency, turns/s; phase, turns.
    waves: [[f32; WAVES]; 3],
    frequencies: [f32; WAVES],
    phases: [f32; WAVES],
    /// The components of the amplitude, m/s.
    amplitudes: [[f32; WAVES]; 3],
}

impl Turbulence {
    /// Gusts of a root mean square speed (m/s, finite and >= 0, at most 1e15) and a size (m, finite and > 0, at least 1e-15)
    /// of the largest; another seed gives other gusts.
    ///
    /// # Errors
    /// A number out of range.
    pub fn new(speed: f32, size: f32, seed: u32) -> Result<Self, NetworkError> {
        check(speed, size)?;
        let mut random = Random(u64::from(seed));
        let zero = [0.0; WAVES];
        let (mut waves, mut frequencies, mut phases) = ([zero; 3], zero, zero);
        let (mut parts, mut squares) = ([[0.0; 3]; WAVES], 0.0);
        for (i, part) in parts.iter_mut().enumerate() {
            // Three octaves in even ratios: 8^(i/7).
            let number = libm::exp2(3.0 * i as f64 / (WAVES - 1) as f64);
            let (along, across) = random.directions();
            let each = libm::cbrt(1.0 / number);
            let turns = number / f64::from(size);
            for (wave, along) in waves.iter_mut().zip(along) {
                wave[i] = (along * turns) as f32;
            }
            frequencies[i] = (turns * f64::from(speed)) as f32;
            phases[i] = random.number() as f32;
            *part = across.map(|c| c * each);
            squares += 0.5 * each * each;
        }
        let scale = f64::from(speed) / Real::sqrt(squares);
        let amplitude = |c: usize| parts.map(|part| (part[c] * scale) as f32);
        let amplitudes = [amplitude(0), amplitude(1), amplitude(2)];
        Ok(Self { waves, frequencies, phases, amplitudes })
    }

    /// Returns the velocity of the gusts at a place (m) and a time (s), m/s. Where the phase of a wave is beyond 4e6 turns or
    /// not a number, that wave is left out.
    pub fn velocity(&self, place: [f32; 3], time: f32) -> [f32; 3] {
        let (mut cosines, [x, y, z]) = ([0.0; WAVES], place);
        // A loop without branches, for vectors.
        for (i, cosine) in cosines.iter_mut().enumerate() {
            let along = self.waves[0][i] * x + self.waves[1][i] * y + self.waves[2][i] * z;
            *cosine = cosine_of_turns(along - self.frequencies[i] * time + self.phases[i]);
        }
        let mut sum = [0.0; 3];
        for (sum, amplitudes) in sum.iter_mut().zip(&self.amplitudes) {
            for (amplitude, cosine) in amplitudes.iter().zip(&cosines) {
                *sum += amplitude * cosine;
            }
        }
        sum
    }
}

fn check(speed: f32, size: f32) -> Checked {
    let element = Element { kind: "turbulence", index: 0 };
    element.not_negative("speed", speed)?;
    element.require(speed <= 1e15, "speed", speed, "at most 1e15")?;
    element.positive("size", size)?;
    element.require(size >= 1e-15, "size", size, "at least 1e-15")
}

/// cos 2πx to 2e-4; 0 where `x` is too large to have a fraction.
fn cosine_of_turns(x: f32) -> f32 {
    // Adding this rounds to a whole number.
    const WHOLE: f32 = 12_582_912.0;
    let x = if x.abs() < 4e6 { x } else { 0.25 };
    let rest = x - ((x + WHOLE) - WHOLE);
    // From a whole turn: cos 2πr is −sin 2π(|r| − 1/4), a polynomial in the square.
    let angle = core::f32::consts::TAU * (0.25 - rest.abs());
    let square = angle * angle;
    angle * (1.0 + square * (-0.166_666_6 + square * (0.008_333_3 + square * -0.000_198_1)))
}

/// Splitmix64.
struct Random(u64);

impl Random {
    /// Within 0 and 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A direction, evenly spread, and one perpendicular to it.
    fn directions(&mut self) -> ([f64; 3], [f64; 3]) {
        let turn = core::f64::consts::TAU;
        let height = 2.0 * self.number() - 1.0;
        let radius = Real::sqrt((1.0 - height * height).max(0.0));
        let around = turn * self.number();
        let (sin, cos) = (libm::sin(around), libm::cos(around));
        let along = [radius * sin, height, radius * cos];
        let [side, up] = [[cos, 0.0, -sin], [-height * sin, radius, -height * cos]];
        let angle = turn * self.number();
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        (along, [0, 1, 2].map(|c| cos * side[c] + sin * up[c]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cosine_is_that_of_libm() {
        for i in -4000..4000 {
            let x = i as f32 * 1e-3;
            let exact = libm::cos(core::f64::consts::TAU * f64::from(x)) as f32;
            assert!((cosine_of_turns(x) - exact).abs() < 2e-4, "{x}: {}", cosine_of_turns(x));
        }
        assert!(cosine_of_turns(f32::NAN).abs() < 1e-9);
        assert!(cosine_of_turns(f32::INFINITY).abs() < 1e-9);
    }

    #[test]
    fn gusts_have_their_speed_and_do_not_compress() {
        for seed in 0..20 {
            let field = Turbulence::new(3.0, 2.0, seed).expect("good");
            let (mut squares, mut divergence, count) = (0.0, 0.0_f64, 20_000);
            let mut random = Random(99);
            for _ in 0..count {
                let at = [0; 3].map(|_| (200.0 * random.number()) as f32);
                let w = field.velocity(at, 1.0).map(f64::from);
                squares += crate::geometry::vector::dot(w, w);
                let step = 1e-2;
                let mut sum = 0.0;
                for c in 0..3 {
                    let [mut more, mut less] = [at; 2];
                    more[c] += step;
                    less[c] -= step;
                    let of = |x: [f32; 3]| f64::from(field.velocity(x, 1.0)[c]);
                    sum += (of(more) - of(less)) / f64::from(more[c] - less[c]);
                }
                divergence = divergence.max(sum.abs());
            }
            let speed = (squares / f64::from(count)).sqrt();
            assert!((speed - 3.0).abs() < 0.1, "{seed}: {speed}");
            // The rates of change are about speed · 8 · 2π / size = 75 /s.
            assert!(divergence < 1.0, "{seed}: {divergence}");
        }
    }

    #[test]
    fn bad_gusts_are_named() {
        let text = |speed, size| Turbulence::new(speed, size, 0).map_err(|e| e.to_string()).err();
        assert_eq!(
            text(f32::NAN, 1.0).as_deref(),
            Some("turbulence 0: speed must be finite and >= 0, got NaN")
        );
        assert_eq!(
            text(1.0, 0.0).as_deref(),
            Some("turbulence 0: size must be finite and > 0, got 0")
        );
        assert!(Turbulence::new(1e15, 1e-15, 3).is_ok());
        let still = Turbulence::new(0.0, 1.0, 3).expect("good");
        assert_eq!(still.velocity([1.0; 3], 2.0).map(f32::abs), [0.0; 3]);
    }
}
