//! Filters that smooth a signal: a damper, or a spring damped relative to the world or to the signal.

use sprung::{Damper, MovingGoalDamperStep, MovingGoalStep, Real, Spring, State, Vector};

/// A damper or spring through which a signal is passed: the signal is the goal, the motion is the result.
///
/// | filter | frequency response `H(iΩ)` | lag behind a ramp |
/// |---|---|---|
/// | `Damper` | `λ / (λ + iΩ)` | `1/λ` |
/// | `Follow` | `ω² / (ω² − Ω² + 2iζωΩ)` | `2ζ/ω` |
/// | `Track` | `(ω² + 2iζωΩ) / (ω² − Ω² + 2iζωΩ)` | none |
///
/// The response is to the straight lines between the samples, which are a little flatter than a wave through them: at
/// a tenth of the sampling rate by less than 4 %, at a hundredth by less than 0.04 %.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::Filter;
///
/// let filter = Filter::Follow(Spring::critical(8.0)?);
/// assert_eq!(filter.slowest_decay_rate(), 8.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Filter {
    /// A first-order damper.
    Damper(Damper<f64>),
    /// A spring damped relative to the world: the smoothest, falls off with the square of the frequency.
    Follow(Spring<f64>),
    /// A spring damped relative to the signal: no lag behind steady motion, but fast noise passes more easily, and a
    /// turn of the signal is overshot.
    Track(Spring<f64>),
}

/// The exact motion of a [`Filter`] over one time step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FilterStep {
    Damper(MovingGoalDamperStep<f64>),
    Spring(MovingGoalStep<f64>),
}

/// Beyond this damping ratio its square would overflow, and the slow root is `ω/2ζ` to the last digit.
const LARGE_RATIO: f64 = 1e150;

impl Filter {
    /// Returns the slowest decay rate (1/s): a disturbance decays at least as `e^(−rate·t)`.
    ///
    /// `λ` of a damper; `ζω` of a spring up to critical damping, beyond it the slow root `ω(ζ − √(ζ²−1))`.
    /// 0 means that it never settles: no damping, or nothing that pulls.
    pub fn slowest_decay_rate(&self) -> f64 {
        match self {
            Filter::Damper(damper) => damper.rate(),
            Filter::Follow(spring) | Filter::Track(spring) => {
                let (ratio, pull) = (spring.damping_ratio(), spring.angular_frequency());
                if ratio <= 1.0 {
                    spring.decay_rate()
                } else if ratio > LARGE_RATIO {
                    0.5 * (pull / ratio)
                } else if pull > 0.0 {
                    pull / (ratio + ((ratio - 1.0) * (ratio + 1.0)).sqrt())
                } else {
                    0.0
                }
            }
        }
    }

    /// Returns roughly the time in which a disturbance decays to `fraction` (0 … 1) of itself, in seconds.
    pub(crate) fn memory(&self, fraction: f64) -> f64 {
        -Real::ln(fraction) / self.slowest_decay_rate()
    }

    /// Returns the time that it lags behind a ramp, seconds.
    pub(crate) fn lag(&self) -> f64 {
        match self {
            Filter::Damper(damper) => 1.0 / damper.rate(),
            Filter::Follow(spring) => spring.lag(),
            Filter::Track(_) => 0.0,
        }
    }

    pub(crate) fn step(&self, dt: f64) -> FilterStep {
        match self {
            Filter::Damper(damper) => FilterStep::Damper(damper.follow_step(dt)),
            Filter::Follow(spring) => FilterStep::Spring(spring.follow_step(dt)),
            Filter::Track(spring) => FilterStep::Spring(spring.track_step(dt)),
        }
    }
}

impl FilterStep {
    /// The state one step later, while the signal ran straight `from` → `to`. A damper has no velocity.
    pub(crate) fn apply<V: Vector<Scalar = f64>>(
        &self,
        state: State<V>,
        from: V,
        to: V,
    ) -> State<V> {
        match self {
            FilterStep::Damper(step) => State::at_rest(step.apply(state.position, from, to)),
            FilterStep::Spring(step) => step.apply(state, from, to),
        }
    }

    /// The same relative to the signal, which moved by `motion`: offsets from where it was and where it is.
    #[inline]
    pub(crate) fn apply_relative<V: Vector<Scalar = f64>>(
        &self,
        relative: State<V>,
        motion: V,
    ) -> State<V> {
        match self {
            FilterStep::Damper(step) => {
                State::at_rest(step.apply_relative(relative.position, motion))
            }
            FilterStep::Spring(step) => step.apply_relative(relative, motion),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn follow(angular_frequency: f64, damping_ratio: f64) -> Filter {
        Filter::Follow(Spring::new(angular_frequency, damping_ratio).unwrap())
    }

    #[test]
    fn the_settling_rate_is_the_slowest_decay() {
        assert_eq!(Filter::Damper(Damper::from_rate(3.0).unwrap()).slowest_decay_rate(), 3.0);
        assert_eq!(follow(10.0, 0.5).slowest_decay_rate(), 5.0);
        assert_eq!(follow(10.0, 1.0).slowest_decay_rate(), 10.0);
        assert_eq!(follow(8.0, 1e200).slowest_decay_rate(), 4.0 / 1e200);
        // ζ = 1.25, ω = 4: roots 2 and 8.
        assert_eq!(follow(4.0, 1.25).slowest_decay_rate(), 2.0);
        assert_eq!(follow(10.0, 0.0).slowest_decay_rate(), 0.0);
        let drag = Spring::from_stiffness_and_damping(0.0, 3.0).unwrap();
        assert_eq!(Filter::Follow(drag).slowest_decay_rate(), 0.0);
    }

    #[test]
    fn a_wave_comes_out_as_the_frequency_response_says_less_what_straight_lines_lose() {
        let spring = Spring::from_frequency(1.0, 0.5).unwrap();
        let cases = [
            (Filter::Follow(spring), spring.follow_response()),
            (Filter::Track(spring), spring.track_response()),
        ];
        for (filter, response) in cases {
            for (samples_per_wave, loss) in [(10, 0.04), (100, 4e-4)] {
                let dt = 0.5 / f64::from(samples_per_wave);
                let at = |i: i32| (TAU * f64::from(i) / f64::from(samples_per_wave)).sin();
                let (mut state, mut power) = (State::at_rest(0.0), 0.0);
                for i in 0..samples_per_wave * 100 {
                    state = filter.step(dt).apply(state, at(i), at(i + 1));
                    // The last wave, when the start is forgotten.
                    if i >= samples_per_wave * 99 {
                        power += state.position.powi(2);
                    }
                }
                let amplitude = (2.0 * power / f64::from(samples_per_wave)).sqrt();
                let left = amplitude / response.gain(2.0);
                assert!(
                    left < 1.0 + 1e-9 && left > 1.0 - loss,
                    "{filter:?} {samples_per_wave}: {left}"
                );
            }
        }
    }

    #[test]
    fn a_disturbance_decays_below_the_fraction_within_the_memory() {
        for ratio in [0.1, 0.5, 2.0, 20.0] {
            let filter = follow(7.0, ratio);
            let step = filter.step(filter.memory(1e-6));
            let left = step.apply(State::at_rest(1.0), 0.0, 0.0).position.abs();
            assert!(left < 1.5e-6, "{ratio}: {left}");
        }
    }
}
