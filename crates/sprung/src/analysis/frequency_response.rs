//! The frequency response: gain and phase of a spring for a sinusoidal goal (a Bode plot).
//!
//! For a goal that swings with `w` rad/s, `y = (w/ω)²`:
//!
//! ```text
//! followed (damped relative to the world)   H = 1/(1 − y + 2iζ√y)
//! tracked  (damped relative to the goal)    H = (1 + 2iζ√y)/(1 − y + 2iζ√y)
//! ```
//!
//! Source: K. Ogata, *Modern Control Engineering*, second-order systems.

use crate::math::hypot::hypot;
use crate::params::Spring;
use crate::real::Real;

/// The steady-state response of a spring to a sinusoidal goal. Frequencies are in hertz.
///
/// Accuracy of gain (relative) and phase (radians): 1e-14 (`f64`), 2e-6 (`f32`), times `1 + 1/ζ` next to a resonance.
/// Limits: without a pull a followed goal is not felt (gain 0), a tracked one by its velocity alone; an infinite
/// angular frequency passes everything on (gain 1).
///
/// ```
/// // A critical spring halves a swing at its own frequency.
/// let response = sprung::Spring::from_frequency(2.0f64, 1.0)?.follow_response();
/// assert!((response.gain(2.0) - 0.5).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrequencyResponse<R> {
    spring: Spring<R>,
    tracks: bool,
}

/// The peak of a frequency response.
///
/// ```
/// let spring = sprung::Spring::from_frequency(2.0f64, 0.1)?;
/// let peak = spring.follow_response().resonance().expect("lightly damped");
/// assert!(peak.frequency < 2.0 && peak.gain > 5.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResonantPeak<R> {
    /// The frequency in hertz.
    pub frequency: R,
    /// Amplitude of the spring per amplitude of the goal there; infinite without damping.
    pub gain: R,
}

impl<R: Real> Spring<R> {
    /// The response to a goal that is followed, damped relative to the world ([`follow_step`](Spring::follow_step)).
    ///
    /// ```
    /// let response = sprung::Spring::from_frequency(2.0, 1.0)?.follow_response();
    /// assert!((response.gain(2.0) - 0.5f64).abs() < 1e-15);
    /// assert!((response.phase(2.0) + core::f64::consts::FRAC_PI_2).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn follow_response(&self) -> FrequencyResponse<R> {
        FrequencyResponse { spring: *self, tracks: false }
    }

    /// The response to a goal that is tracked, damped relative to the goal ([`track_step`](Spring::track_step)).
    ///
    /// It passes more on than [`follow_response`](Spring::follow_response), and at some frequency more than it gets.
    pub fn track_response(&self) -> FrequencyResponse<R> {
        FrequencyResponse { spring: *self, tracks: true }
    }

    /// The bandwidth in hertz: up to here a followed goal keeps 70.7 % (−3 dB) of its amplitude.
    ///
    /// [`FrequencyResponse::bandwidth`] of [`follow_response`](Spring::follow_response).
    pub fn bandwidth(&self) -> R {
        self.follow_response().bandwidth()
    }
}

impl<R: Real> FrequencyResponse<R> {
    /// Amplitude of the spring per amplitude of the goal, at a frequency in hertz (≥ 0).
    ///
    /// Infinite at the resonance of an undamped spring.
    pub fn gain(&self, frequency: R) -> R {
        let Terms { pull, damping, balance, .. } = self.terms(frequency);
        let drive = if self.tracks { hypot(pull, damping) } else { pull };
        if drive == R::ZERO { R::ZERO } else { drive / hypot(balance, damping) }
    }

    /// Returns the phase of the spring relative to the goal, in radians: 0 … −π, negative because the spring lags.
    pub fn phase(&self, frequency: R) -> R {
        let Terms { pull, damping, inertia, balance } = self.terms(frequency);
        if self.tracks {
            // The angle of the quotient, taken as one: two angles would cancel for small damping.
            -(damping * inertia).atan2(pull * balance + damping * damping)
        } else {
            -damping.atan2(balance)
        }
    }

    /// The delay of a slowly changing amplitude at a frequency in hertz: `−dφ/dw`, in seconds.
    ///
    /// At frequency 0 it is the [lag](Spring::lag) of a followed goal and 0 of a tracked one.
    pub fn group_delay(&self, frequency: R) -> R {
        let natural = self.spring.frequency();
        let scale = natural.max(frequency);
        let Terms { pull, damping, inertia, balance } = self.terms(frequency);
        if !scale.is_finite() || scale == R::ZERO || !self.spring.decay_rate().is_finite() {
            return R::ONE / self.spring.damping();
        }
        let turn = R::TWO * R::PI;
        let rate = self.spring.damping() / (turn * scale) / (turn * scale);
        let loss = balance * balance + damping * damping;
        if self.tracks {
            let drive = pull * pull + damping * damping;
            let three = R::TWO + R::ONE;
            let lead = three * pull * pull + damping * damping - pull * inertia;
            if drive == R::ZERO { R::ZERO } else { rate * inertia * (lead / drive) / loss }
        } else {
            rate * (pull + inertia) / loss
        }
    }

    /// Returns the frequency of the maximum gain and that gain, if the gain exceeds 1 anywhere.
    ///
    /// A followed goal: `√(1 − 2ζ²)` of the natural frequency, for `ζ < 1/√2`, gain `1/(2ζ√(1 − ζ²))`. A tracked one:
    /// always, at `√(2/(1 + √(1 + 8ζ²)))` of it. `None` without a pull and for infinite parameters.
    pub fn resonance(&self) -> Option<ResonantPeak<R>> {
        let (natural, ratio) = (self.spring.frequency(), self.spring.damping_ratio());
        if !(natural > R::ZERO && natural.is_finite() && self.spring.decay_rate().is_finite()) {
            return None;
        }
        let squared = if self.tracks {
            // Divided by √8, so that a large damping ratio is not squared.
            let root = R::HALF * R::HALF.sqrt();
            R::HALF.sqrt() / (root + hypot(root, ratio))
        } else {
            R::ONE - R::TWO * ratio * ratio
        };
        if !(squared > R::ZERO) {
            return None;
        }
        let frequency = natural * squared.sqrt();
        let gain = if self.tracks {
            self.gain(frequency)
        } else {
            R::HALF / (ratio * ((R::ONE - ratio) * (R::ONE + ratio)).sqrt())
        };
        Some(ResonantPeak { frequency, gain })
    }

    /// The highest frequency in hertz at which `1/√2` (−3 dB) of the amplitude is passed on.
    ///
    /// ```
    /// // A spring of damping ratio 1/√2 is the Butterworth filter: half of the power at its natural frequency.
    /// let spring = sprung::Spring::from_frequency(5.0, 0.5f64.sqrt())?;
    /// assert!((spring.bandwidth() - 5.0).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn bandwidth(&self) -> R {
        let (natural, ratio) = (self.spring.frequency(), self.spring.damping_ratio());
        if natural == R::INFINITY {
            return natural;
        }
        if natural == R::ZERO || !ratio.is_finite() {
            let drag = self.spring.damping() / (R::TWO * R::PI);
            return if self.tracks { drag } else { R::ZERO };
        }
        let twice_square = R::TWO * ratio * ratio;
        let squared = if self.tracks {
            let half = R::ONE + twice_square;
            half + hypot(half, R::ONE)
        } else {
            let half = R::ONE - twice_square;
            let root = hypot(half, R::ONE);
            // One root of two that multiply to −1: the sum that does not cancel.
            if half > R::ZERO { half + root } else { R::ONE / (root - half) }
        };
        natural * squared.sqrt()
    }

    /// The terms of the equation of motion at a frequency, scaled by the greater of it and the natural one.
    fn terms(&self, frequency: R) -> Terms<R> {
        let natural = self.spring.frequency();
        let damped = Terms { pull: R::ZERO, damping: R::ONE, inertia: R::ZERO, balance: R::ZERO };
        if natural == R::INFINITY {
            return Terms { pull: R::ONE, damping: R::ZERO, balance: R::ONE, ..damped };
        }
        let scale = natural.max(frequency);
        let decay = self.spring.decay_rate() / (R::TWO * R::PI) / scale;
        // Both frequencies are 0, or the damping is beyond measure.
        if !decay.is_finite() {
            return damped;
        }
        let (stiff, swing) = (natural / scale, frequency / scale);
        Terms {
            pull: stiff * stiff,
            damping: R::TWO * decay * swing,
            inertia: swing * swing,
            balance: (stiff - swing) * (stiff + swing),
        }
    }
}

/// `ω²`, `2aw`, `w²` and `ω² − w²`, up to a common factor.
struct Terms<R> {
    pull: R,
    damping: R,
    inertia: R,
    balance: R,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn responses(ratio: f64) -> [FrequencyResponse<f64>; 2] {
        let spring = Spring::from_frequency(2.0, ratio).unwrap();
        [spring.follow_response(), spring.track_response()]
    }

    #[test]
    fn the_gain_is_greatest_at_resonance_and_one_over_root_two_at_the_bandwidth() {
        for ratio in [0.01, 0.2, 0.5, 0.7, 0.75, 1.0, 3.0, 100.0] {
            for response in responses(ratio) {
                let edge = response.gain(response.bandwidth());
                assert!(
                    (edge - 0.5f64.sqrt()).abs() < 1e-14 / ratio.min(1.0),
                    "{response:?} {edge}"
                );
                assert_eq!(response.resonance().is_some(), response.tracks || ratio < 0.71);
                if let Some(ResonantPeak { frequency, gain }) = response.resonance() {
                    assert!((response.gain(frequency) - gain).abs() < 1e-12 * gain);
                    assert!(gain > 1.0 && gain > response.gain(frequency * 1.01));
                    assert!(gain > response.gain(frequency * 0.99));
                }
            }
        }
    }

    #[test]
    fn the_group_delay_is_the_slope_of_the_phase() {
        for ratio in [0.1, 0.6, 1.0, 4.0] {
            for response in responses(ratio) {
                for frequency in [0.3, 1.5, 2.0, 2.7, 20.0] {
                    let h = 1e-4 * frequency;
                    let rise = response.phase(frequency + h) - response.phase(frequency - h);
                    let slope = -rise / (2.0 * h * core::f64::consts::TAU);
                    let delay = response.group_delay(frequency);
                    assert!(
                        (delay - slope).abs() < 1e-6,
                        "{response:?} {frequency}: {delay} {slope}"
                    );
                }
            }
        }
    }

    #[test]
    fn at_frequency_zero_the_delay_is_the_lag() {
        let [follow, track] = responses(0.7);
        assert!((follow.group_delay(0.0) - follow.spring.lag()).abs() < 1e-16);
        assert_eq!(track.group_delay(0.0), 0.0);
    }

    #[test]
    fn the_limits_are_defined() {
        let drag = Spring::from_stiffness_and_damping(0.0, 4.0f64).unwrap();
        assert_eq!(drag.follow_response().gain(1.0), 0.0);
        let track = drag.track_response();
        assert!((track.gain(track.bandwidth()) - 0.5f64.sqrt()).abs() < 1e-15);
        assert_eq!((track.gain(0.0), track.group_delay(0.0)), (1.0, 0.25));
        let snap = Spring::critical(f64::INFINITY).unwrap().follow_response();
        assert_eq!((snap.gain(9.0), snap.phase(9.0), snap.group_delay(9.0)), (1.0, 0.0, 0.0));
        let frozen = Spring::new(3.0, f64::INFINITY).unwrap();
        assert_eq!(
            (frozen.follow_response().gain(1.0), frozen.track_response().gain(1.0)),
            (0.0, 1.0)
        );
        let free = Spring::new(0.0, 0.0f64).unwrap().follow_response();
        assert_eq!((free.gain(1.0), free.bandwidth(), free.resonance()), (0.0, 0.0, None));
        let [undamped, _] = responses(0.0);
        assert_eq!(undamped.gain(2.0), f64::INFINITY);
    }
}
