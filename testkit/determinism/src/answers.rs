//! Analysis of a spring: times, distances, counts, and the spring with a given property, in both precisions.

use sprung::analysis::Extremum;
use sprung::{ParameterError, Real, Spring, State};

use crate::bits::{Bits, Outcome};

const DAMPING_RATIOS: [f64; 8] = [0.0, 0.02, 0.3, 0.99999, 1.0, 1.00001, 3.0, 500.0];

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    for damping_ratio in DAMPING_RATIOS.map(R::from_f64) {
        let spring = Spring::new(R::from_f64(8.0), damping_ratio)?;
        bits.add_all([spring.peak_time(), spring.rise_time(), spring.bandwidth()]);
        motion(bits, &spring);
        frequencies(bits, &spring);
        if damping_ratio > R::ZERO {
            let solved = Spring::from_settling_time(R::HALF, damping_ratio, R::from_f64(0.01))?;
            bits.add_all([solved.angular_frequency(), solved.decay_rate()]);
        }
    }
    for overshoot in [0.0, 0.05, 0.6].map(R::from_f64) {
        let tolerance = Spring::<R>::default_settling_tolerance();
        let solved = Spring::from_settling_time_and_overshoot(R::HALF, overshoot, tolerance)?;
        bits.add_all([solved.angular_frequency(), solved.damping_ratio()]);
    }
    Ok(())
}

fn motion<R: Real + Into<f64>>(bits: &mut Bits, spring: &Spring<R>) {
    for start in [(1.0, 0.0), (0.0, 5.0), (1.0, -60.0), (0.3, 2.0)] {
        let state = State::new(R::from_f64(start.0), R::from_f64(start.1));
        let motion = spring.free_response(state, R::from_f64(0.1));
        bits.add_all([motion.path_length(), motion.energy(R::HALF)]);
        for tolerance in [0.5, 0.02, 1e-5].map(R::from_f64) {
            bits.add_all([motion.settling_time(tolerance), motion.crossing_time(tolerance)]);
        }
        for n in 1..4 {
            bits.add(motion.nth_crossing_time(R::ZERO, n));
            add(bits, motion.extremum(n));
        }
        add(bits, motion.overshoot());
    }
}

fn frequencies<R: Real + Into<f64>>(bits: &mut Bits, spring: &Spring<R>) {
    for response in [spring.follow_response(), spring.track_response()] {
        bits.add(response.bandwidth());
        if let Some(peak) = response.resonance() {
            bits.add_all([peak.frequency, peak.gain]);
        }
        for frequency in [0.0, 0.01, 1.0, 1.3, 40.0].map(R::from_f64) {
            let (gain, phase) = (response.gain(frequency), response.phase(frequency));
            bits.add_all([gain, phase, response.group_delay(frequency)]);
        }
    }
}

fn add<R: Real + Into<f64>>(bits: &mut Bits, extreme: Option<Extremum<R>>) {
    if let Some(extreme) = extreme {
        bits.add_all([extreme.time, extreme.value]);
    }
}
