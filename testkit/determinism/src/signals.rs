//! Springs, tones and spectra found in recorded series; smoothed series, of rotations too.

use std::f64::consts::{FRAC_PI_2, TAU};

use sprung::{Damper, Real, Rotation, Spring, State};
use sprung_signal::{
    Estimate, EulerOrder, Explanation, Filter, Gaps, PhaseUnwrapper, Release, Resonance,
    ResonanceFinder, RotationSmoother, SpringFitter, ZeroPhaseSmoother, resample_uniform,
    resonant_frequency, rotation_between, smooth_evenly, smooth_rotations_zero_phase,
    smooth_zero_phase_evenly, spring_resonant_at, spring_resonant_at_by_halflife,
};

use crate::bits::{Bits, Outcome};

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    fits(bits)?;
    tones(bits)?;
    rotations(bits)?;
    series(bits)
}

/// Numbers within −1 and 1 that look like noise.
fn noise(at: usize) -> f64 {
    ((at * 7919 + at * at * 31) % 2003) as f64 / 1001.0 - 1.0
}

/// Uneven times, in seconds.
fn times(count: usize, step: f64) -> Vec<f64> {
    (0..count).map(|at| step * (at as f64 + 0.3 * noise(at))).collect()
}

fn fits(bits: &mut Bits) -> Outcome {
    for (at, ratio) in [0.0, 0.15, 0.7, 1.0, 2.5].into_iter().enumerate() {
        let spring = Spring::new(6.0 + at as f64, ratio)?;
        for (velocity, delay) in [(0.0, 0.2), (30.0, 0.0), (-8.0, 0.15)] {
            let start = State::new(2.0, velocity);
            let moved = |time: f64| match time - delay {
                after if after > 0.0 => spring.step(after).apply(start, 5.0).position,
                _ => 2.0,
            };
            let times = times(90, 0.02);
            let mut values: Vec<f64> = times.iter().map(|&time| moved(time)).collect();
            for (index, value) in values.iter_mut().enumerate() {
                *value += 0.01 * noise(index + at);
            }
            values[17] = f64::NAN;
            let releases = [Release::Any, Release::FromRest, Release::Moving, Release::Kicked];
            for release in releases {
                let fit = SpringFitter { release }.run(&times, &values)?;
                let rate = [fit.angular_frequency, fit.damping_ratio, fit.delay];
                for Estimate { value, standard_error, .. } in
                    [fit.start, fit.goal, fit.velocity].into_iter().chain(rate)
                {
                    bits.add(value);
                    bits.add(standard_error);
                }
                bits.add_all([fit.residual, fit.correlation, fit.state_at(0.7).position]);
                bits.add_u64(match fit.explanation {
                    Explanation::Spring => 10,
                    Explanation::Polynomial { degree } => degree as u64,
                    _ => 11,
                });
                fit.undetermined().for_each(|name| bits.add_u64(name.len() as u64));
            }
        }
    }
    // A parabola, and a square wave: no springs.
    let times = times(60, 0.05);
    let parabola = times.iter().map(|t| t * (3.0 - t)).collect();
    let square = (0..60).map(|at| f64::from(at / 7 % 2)).collect();
    for values in [parabola, square] as [Vec<f64>; 2] {
        let fit = SpringFitter::default().run(&times, &values)?;
        bits.add_all([fit.residual, fit.correlation, fit.spring().angular_frequency()]);
        bits.add_u64(fit.is_explained().into());
    }
    Ok(())
}

/// Two tones that are close together, a weak one, a line, and noise.
fn tone(time: f64, at: usize) -> f64 {
    let swing = |frequency: f64, size: f64| size * Real::sin_cos(TAU * frequency * time).0;
    swing(3.0, 1.0) + swing(3.4, 0.6) + swing(11.0, 0.05) + 0.3 * time + 0.1 * noise(at)
}

fn add_resonances(bits: &mut Bits, found: &[Resonance]) {
    bits.add_u64(found.len() as u64);
    for tone in found {
        bits.add_all([tone.frequency, tone.strength, tone.signal_to_noise, tone.period()]);
    }
}

fn tones(bits: &mut Bits) -> Outcome {
    let even: Vec<f64> = (0..700).map(|at| tone(at as f64 * 0.02, at)).collect();
    let uneven = times(500, 0.02);
    let values: Vec<f64> = uneven.iter().enumerate().map(|(at, &time)| tone(time, at)).collect();
    let finders = [
        ResonanceFinder::default(),
        ResonanceFinder { from: Some(2.0), to: Some(8.0), resolution: 0.05, ..Default::default() },
    ];
    for finder in finders {
        add_resonances(bits, &finder.run(&even, 0.02)?);
        add_resonances(bits, &finder.run_at_times(&uneven, &values)?);
        let (from, to) = finder.range(&even, 0.02)?;
        bits.add_all([from, to]);
        let spectrum = finder.spectrum(&even[..200], 0.02)?;
        let some = finder.spectrum_at(&even, 0.02, &[3.0, 0.4, 11.0])?;
        for spring in spectrum.iter().chain(&some) {
            bits.add_all([spring.frequency, spring.strength]);
        }
        let over_time = finder.spectrogram(&even, 0.02, &[3.0, 11.0, 20.0], 9)?;
        bits.add_all(over_time.times);
        over_time.strengths.into_iter().for_each(|row| bits.add_all(row));
    }
    for ratio in [0.0, 0.1, 0.5, 0.7] {
        let spring = spring_resonant_at(5.0, ratio)?;
        bits.add(spring.angular_frequency());
        bits.add_all(resonant_frequency(&spring));
        bits.add(spring_resonant_at_by_halflife(5.0, 0.1 + ratio)?.damping_ratio());
    }
    Ok(())
}

/// One filter of each kind.
pub(crate) fn filters() -> Result<[Filter; 3], sprung::ParameterError> {
    let spring = Spring::from_halflife(0.08, 0.7)?;
    let damper = Damper::from_halflife(0.05)?;
    Ok([Filter::Damper(damper), Filter::Follow(spring), Filter::Track(spring)])
}

fn rotations(bits: &mut Bits) -> Outcome {
    let times = times(200, 0.02);
    let turned = |at: usize| {
        let t = times[at];
        Rotation::from_rotation_vector([3.0 * t, noise(at), 1.5 * noise(at / 3)])
    };
    let turned = |at: usize| (at % 29 != 7 && at % 31 > 2).then(|| turned(at));
    let recorded: Vec<Option<Rotation<f64>>> = (0..times.len()).map(turned).collect();
    for filter in filters()? {
        for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
            let mut smoother = RotationSmoother::new(filter, gaps);
            for (&time, &rotation) in times.iter().zip(&recorded) {
                let smoothed = smoother.advance(time, rotation)?;
                smoothed.iter().for_each(|rotation| bits.add_all(rotation.xyzw()));
            }
            let mut both_ways = recorded.clone();
            smooth_rotations_zero_phase(&filter, gaps, &times, &mut both_ways)?;
            both_ways.iter().flatten().for_each(|rotation| bits.add_all(rotation.xyzw()));
        }
    }
    let four =
        [0, 9, 20, 40].map(|at| Rotation::from_rotation_vector([0.05 * at as f64, noise(at), 0.3]));
    for part in [0.0, 0.3, 1.0] {
        bits.add_all(rotation_between(four, part).xyzw());
    }
    for order in EulerOrder::ALL {
        let mut near = [0.1, 0.2, 0.3];
        for at in 0..60 {
            let angles = [3.0 * noise(at), 3.0 * noise(at + 1), 0.4 * at as f64];
            let locked = [noise(at), FRAC_PI_2, noise(at + 1)];
            for angles in [angles, locked] {
                let rotation = order.rotation(angles);
                near = order.angles_near(&rotation, near);
                bits.add_all(rotation.xyzw());
                bits.add_all(order.angles(&rotation));
                bits.add_all(near);
            }
        }
    }
    Ok(())
}

fn series(bits: &mut Bits) -> Outcome {
    let recorded = (0..900).map(|at| match at % 97 {
        11..15 => f64::NAN,
        _ => noise(at) + (at / 300) as f64,
    });
    let recorded: Vec<f64> = recorded.collect();
    let times = times(recorded.len(), 0.02);
    for filter in filters()? {
        bits.add(filter.slowest_decay_rate());
        for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
            let (mut once, mut both_ways) = (recorded.clone(), recorded.clone());
            smooth_evenly(&filter, gaps, 0.02, &mut once)?;
            smooth_zero_phase_evenly(&filter, gaps, 0.02, &mut both_ways)?;
            bits.add_all(once);
            bits.add_all(both_ways);
            let mut stream = ZeroPhaseSmoother::new(filter, gaps, 1, 64);
            let mut row = [0.0];
            for (&time, &value) in times.iter().zip(&recorded) {
                stream.advance(time, &[value])?;
                while stream.next_row(&mut row) {
                    bits.add(row[0]);
                }
            }
            stream.finish();
            while stream.next_row(&mut row) {
                bits.add(row[0]);
            }
        }
    }
    let (even, step) = resample_uniform(&times, &recorded)?;
    bits.add_all(even);
    bits.add(step);
    let mut unwrapper = PhaseUnwrapper::new(6.0);
    bits.add_all((0..90).map(|at| unwrapper.unwrap((0.7 * at as f64) % 6.0 - 3.0)));
    Ok(())
}
