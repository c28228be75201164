//! A spring: its constructors, its parameters, and answers about its motion.

use pyo3::prelude::*;
use pyo3::types::PyType;
use sprung::{Regime, State};

use crate::analysis::{FreeResponse, FrequencyResponse};
use crate::errors::OrRaise;
use crate::steps::{MovingGoalStep, SpringStep};

/// A damped spring, by its undamped angular frequency (rad/s) and its damping ratio.
///
/// The offset x from the goal obeys x″ + 2ζω x′ + ω² x = 0, solved exactly. Damping ratio 0 swings without end, below 1
/// overshoots, 1 is the fastest without overshoot from rest, above 1 is slower.
///
/// >>> Spring.from_frequency(2.0, 0.5)
/// Spring('frequency=2,damping_ratio=0.5')
#[pyclass(frozen, eq, hash, module = "sprung", from_py_object)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spring(pub(crate) sprung::Spring<f64>);

impl PartialEq for Spring {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Spring {}

impl std::hash::Hash for Spring {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // 0 and −0 are equal.
        let parts = [self.0.angular_frequency(), self.0.damping_ratio(), self.0.decay_rate()];
        parts.map(|part| (part + 0.0).to_bits()).hash(state);
    }
}

impl Spring {
    fn of(
        py: Python<'_>,
        built: Result<sprung::Spring<f64>, sprung::ParameterError>,
    ) -> PyResult<Self> {
        built.or_raise(py).map(Spring)
    }

    /// The spring in single precision, its parameters rounded.
    pub(crate) fn single(&self) -> sprung::Spring<f32> {
        let (omega, ratio) = (self.0.angular_frequency() as f32, self.0.damping_ratio() as f32);
        let rounded = if self.0.angular_frequency() == 0.0 {
            sprung::Spring::from_stiffness_and_damping(0.0, self.0.damping() as f32)
        } else {
            sprung::Spring::new(omega, ratio)
        };
        // What rounds to 0 · ∞ is clamped.
        rounded.unwrap_or_else(|_| sprung::Spring::clamped(omega, ratio))
    }
}

#[pymethods]
impl Spring {
    /// A spring from its undamped angular frequency (rad/s, ≥ 0) and damping ratio (≥ 0). Both may be infinite.
    ///
    /// Raises ParameterError for a negative or NaN value, and for 0 · ∞.
    #[new]
    fn new(py: Python<'_>, angular_frequency: f64, damping_ratio: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::new(angular_frequency, damping_ratio))
    }

    /// A critically damped spring (damping ratio 1) from its angular frequency, rad/s.
    #[staticmethod]
    fn critical(py: Python<'_>, angular_frequency: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::critical(angular_frequency))
    }

    /// A spring from its undamped frequency (Hz) and damping ratio.
    #[staticmethod]
    fn from_frequency(py: Python<'_>, frequency: f64, damping_ratio: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_frequency(frequency, damping_ratio))
    }

    /// A spring from its true half-life (s) and damping ratio: from rest, half of the offset is left after it.
    #[staticmethod]
    fn from_halflife(py: Python<'_>, halflife: f64, damping_ratio: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_halflife(halflife, damping_ratio))
    }

    /// A spring from its lag behind a steady goal (s) and damping ratio; Unity's smooth time.
    #[staticmethod]
    fn from_lag(py: Python<'_>, lag: f64, damping_ratio: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_lag(lag, damping_ratio))
    }

    /// A spring from SwiftUI's duration (s) and bounce (−1 … 1).
    #[staticmethod]
    fn from_duration_and_bounce(py: Python<'_>, duration: f64, bounce: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_duration_and_bounce(duration, bounce))
    }

    /// A spring from stiffness (1/s²) and damping (1/s) per unit of mass.
    #[staticmethod]
    fn from_stiffness_and_damping(py: Python<'_>, stiffness: f64, damping: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_stiffness_and_damping(stiffness, damping))
    }

    /// A spring from mass (kg), stiffness (N/m) and damping (N·s/m).
    #[staticmethod]
    fn from_mass_stiffness_and_damping(
        py: Python<'_>,
        mass: f64,
        stiffness: f64,
        damping: f64,
    ) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_mass_stiffness_and_damping(mass, stiffness, damping))
    }

    /// A spring from its settling time (s), damping ratio, and the tolerance of settling as a fraction of the distance.
    #[staticmethod]
    #[pyo3(signature = (settling_time, damping_ratio, tolerance=0.02))]
    fn from_settling_time(
        py: Python<'_>,
        settling_time: f64,
        damping_ratio: f64,
        tolerance: f64,
    ) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_settling_time(settling_time, damping_ratio, tolerance))
    }

    /// A spring from its settling time (s), overshoot and tolerance, both as fractions of the distance.
    #[staticmethod]
    #[pyo3(signature = (settling_time, overshoot, tolerance=0.02))]
    fn from_settling_time_and_overshoot(
        py: Python<'_>,
        settling_time: f64,
        overshoot: f64,
        tolerance: f64,
    ) -> PyResult<Self> {
        let built =
            sprung::Spring::from_settling_time_and_overshoot(settling_time, overshoot, tolerance);
        Spring::of(py, built)
    }

    /// A spring from its peak time (s) and overshoot as a fraction of the distance.
    #[staticmethod]
    fn from_peak_time_and_overshoot(
        py: Python<'_>,
        peak_time: f64,
        overshoot: f64,
    ) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_peak_time_and_overshoot(peak_time, overshoot))
    }

    /// A spring from its rise time (s, 10 % to 90 % of the distance from rest) and damping ratio.
    #[staticmethod]
    fn from_rise_time(py: Python<'_>, rise_time: f64, damping_ratio: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_rise_time(rise_time, damping_ratio))
    }

    /// A spring from its bandwidth (Hz) as a low-pass filter and its damping ratio.
    #[staticmethod]
    fn from_bandwidth(py: Python<'_>, bandwidth: f64, damping_ratio: f64) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_bandwidth(bandwidth, damping_ratio))
    }

    /// The spring that covers a distance from rest without accelerating by more than a limit (units per s²).
    #[staticmethod]
    fn from_max_acceleration(
        py: Python<'_>,
        acceleration: f64,
        distance: f64,
        damping_ratio: f64,
    ) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_max_acceleration(acceleration, distance, damping_ratio))
    }

    /// The spring that covers a distance from rest without being faster than a limit (units per s).
    #[staticmethod]
    fn from_max_speed(
        py: Python<'_>,
        speed: f64,
        distance: f64,
        damping_ratio: f64,
    ) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::from_max_speed(speed, distance, damping_ratio))
    }

    /// The spring through two points (time in s, fraction of the distance covered) of a measured step response.
    #[staticmethod]
    fn fit_step_response(py: Python<'_>, first: (f64, f64), second: (f64, f64)) -> PyResult<Self> {
        Spring::of(py, sprung::Spring::fit_step_response(first, second))
    }

    /// A spring from text: 'halflife=0.2', 'frequency=2,damping_ratio=0.5', or another system's parameters:
    /// 'react-spring:tension=170,friction=26', 'swiftui:bouncy'. conventions() lists them.
    ///
    /// str(spring) is a text that gives the same spring, bit for bit. Raises SpecError.
    #[classmethod]
    fn parse(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().or_raise(py).map(Spring)
    }

    /// The undamped angular frequency ω, rad/s.
    #[getter]
    fn angular_frequency(&self) -> f64 {
        self.0.angular_frequency()
    }

    /// The damping ratio ζ; infinite for drag without stiffness.
    #[getter]
    fn damping_ratio(&self) -> f64 {
        self.0.damping_ratio()
    }

    /// The decay rate ζω of the envelope, 1/s.
    #[getter]
    fn decay_rate(&self) -> f64 {
        self.0.decay_rate()
    }

    /// The undamped frequency, Hz.
    #[getter]
    fn frequency(&self) -> f64 {
        self.0.frequency()
    }

    /// The angular frequency of the swings, ω√(1 − ζ²) in rad/s; 0 from critical damping on.
    #[getter]
    fn damped_angular_frequency(&self) -> f64 {
        self.0.damped_angular_frequency()
    }

    /// The stiffness per unit of mass, ω² in 1/s².
    #[getter]
    fn stiffness(&self) -> f64 {
        self.0.stiffness()
    }

    /// The damping per unit of mass, 2ζω in 1/s.
    #[getter]
    fn damping(&self) -> f64 {
        self.0.damping()
    }

    /// The true half-life from rest, s.
    #[getter]
    fn halflife(&self) -> f64 {
        self.0.halflife()
    }

    /// The lag behind a goal of constant velocity, 2ζ/ω in s.
    #[getter]
    fn lag(&self) -> f64 {
        self.0.lag()
    }

    /// SwiftUI's duration, 2π/ω in s.
    #[getter]
    fn duration(&self) -> f64 {
        self.0.duration()
    }

    /// SwiftUI's bounce, −1 … 1.
    #[getter]
    fn bounce(&self) -> f64 {
        self.0.bounce()
    }

    /// The overshoot from rest, as a fraction of the distance.
    #[getter]
    fn overshoot(&self) -> f64 {
        self.0.overshoot()
    }

    /// The time of the first overshoot from rest, s; infinite if there is none.
    #[getter]
    fn peak_time(&self) -> f64 {
        self.0.peak_time()
    }

    /// The time from 10 % to 90 % of the distance from rest, s.
    #[getter]
    fn rise_time(&self) -> f64 {
        self.0.rise_time()
    }

    /// The bandwidth as a low-pass filter, Hz.
    #[getter]
    fn bandwidth(&self) -> f64 {
        self.0.bandwidth()
    }

    /// The kind of motion: 'undamped', 'under_damped', 'critical', 'over_damped' or 'no_stiffness'.
    #[getter]
    fn regime(&self) -> &'static str {
        match self.0.regime() {
            Regime::Undamped => "undamped",
            Regime::UnderDamped => "under_damped",
            Regime::Critical => "critical",
            Regime::OverDamped => "over_damped",
            Regime::NoStiffness => "no_stiffness",
            _ => "unknown",
        }
    }

    /// The time (s) after which a motion from rest stays within a tolerance, as a fraction of the distance.
    #[pyo3(signature = (tolerance=0.02))]
    fn settling_time(&self, tolerance: f64) -> f64 {
        self.0.settling_time(tolerance)
    }

    /// The first time (s) at which a fraction of the offset is left, from rest.
    fn crossing_time(&self, left: f64) -> f64 {
        self.0.crossing_time(left)
    }

    /// The energy per unit of mass, ½v² + ½ω²(x − goal)².
    fn energy(&self, position: f64, velocity: f64, goal: f64) -> f64 {
        self.0.energy(State::new(position, velocity), goal)
    }

    /// The motion towards a goal that is held, as a function of time.
    fn free_response(&self, position: f64, velocity: f64, goal: f64) -> FreeResponse {
        FreeResponse(self.0.free_response(State::new(position, velocity), goal))
    }

    /// Gain and phase of a motion that is damped relative to the world.
    fn follow_response(&self) -> FrequencyResponse {
        FrequencyResponse(self.0.follow_response())
    }

    /// Gain and phase of a motion that is damped relative to its goal.
    fn track_response(&self) -> FrequencyResponse {
        FrequencyResponse(self.0.track_response())
    }

    /// The exact step over dt seconds towards a goal that is held. A dt that is 0, negative or NaN changes nothing.
    fn step(&self, dt: f64) -> SpringStep {
        SpringStep::new(self, dt)
    }

    /// The exact step while the goal moves linearly, damped relative to the world: lags behind by 2ζ/ω.
    fn follow_step(&self, dt: f64) -> MovingGoalStep {
        MovingGoalStep::new(self, dt, false)
    }

    /// The exact step while the goal moves linearly, damped relative to the goal: no lag behind steady motion.
    fn track_step(&self, dt: f64) -> MovingGoalStep {
        MovingGoalStep::new(self, dt, true)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Spring('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.get().0.to_string(),)))
    }
}

/// A spring, or text that describes one.
#[derive(FromPyObject)]
pub(crate) enum SpringLike {
    Spring(Spring),
    Text(String),
}

impl SpringLike {
    pub(crate) fn get(&self, py: Python<'_>) -> PyResult<sprung::Spring<f64>> {
        match self {
            SpringLike::Spring(spring) => Ok(spring.0),
            SpringLike::Text(text) => text.parse().or_raise(py),
        }
    }
}
