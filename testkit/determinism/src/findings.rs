//! Results for many short recordings at uneven times and with gaps: fitted springs, tones, smoothed series.

use sprung::{Rotation, Spring, State};
use sprung_signal::{
    EulerOrder, Gaps, KeyedSmoother, Release, ResonanceFinder, RotationSmoother, Smoother,
    SpringFitter, resample_uniform, resonant_frequency, rotation_between, smooth, smooth_grouped,
    smooth_in_chunks, smooth_zero_phase, spring_resonant_at, spring_resonant_at_by_halflife,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::signals::filters;

/// The debug text of a result, or the text of the error.
fn add<T: std::fmt::Debug, E: std::fmt::Display>(bits: &mut Bits, found: Result<T, E>) {
    bits.add_result(found, |bits, found| bits.add_text(&format!("{found:?}")));
}

/// Fits of springs, lines, polynomials, steps, noise and constants.
pub(crate) fn fitted(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(5);
    for at in 0..150 {
        let count = [7, 8, 9, 12, 20, 40, 12][at % 7];
        let (spring, size) = (Spring::new(draw.scale(4), draw.scale(4))?, draw.scale(20));
        let (delay, velocity) = (draw.unit(), draw.scale(3) - 4.0);
        let mut time = -draw.scale(3);
        let series = (0..count).map(|index| {
            time += draw.scale(1) / 16.0;
            let after = (time - delay).max(0.0);
            let value = match at / 14 {
                0 => 1.0 + 2.0 * time,
                1 => time * (time - 1.0) * (time - 2.0),
                2 => (index % 5 / 2) as f64,
                3 => draw.unit(),
                4 => 1.0,
                _ => spring.step(after).apply(State::new(1.0, velocity), 3.0).position,
            };
            let noise = if at % 3 == 0 { 0.0 } else { 0.02 * (draw.unit() - 0.5) };
            let missing = index % 13 == 4;
            (time, if missing { f64::NAN } else { size * (value + noise) })
        });
        let (times, values): (Vec<f64>, Vec<f64>) = series.unzip();
        let releases = [Release::Any, Release::FromRest, Release::Moving, Release::Kicked];
        let fit = SpringFitter { release: releases[at % 4] }.run(&times, &values);
        if let Ok(fit) = &fit {
            for time in [times[0] - 1.0, times[0], delay, times[count - 1] + 1.0] {
                let state = fit.state_at(time);
                bits.add_all([state.position, state.velocity]);
            }
            fit.undetermined().for_each(|name| bits.add_text(name));
            bits.add_u64(fit.is_explained().into());
        }
        add(bits, fit);
    }
    Ok(())
}

/// Tones of all frequencies and strengths in 7 to 257 samples.
pub(crate) fn found(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(6);
    for at in 0..48 {
        let count = [7, 8, 16, 23, 24, 40, 128, 257][at % 8];
        let (dt, tones) = (draw.scale(10), at / 8);
        let tones: Vec<[f64; 3]> = (0..tones)
            .map(|tone| [draw.unit() * 0.5, draw.unit() * 6.0, draw.scale(2 + 3 * tone as u64)])
            .collect();
        let (noise, slope) = (if at % 2 == 0 { 0.0 } else { draw.unit() }, draw.unit());
        let mut time = 0.0;
        let series = (0..count).map(|index| {
            let swing = |[frequency, phase, size]: &[f64; 3]| {
                let angle = std::f64::consts::TAU * frequency * index as f64 + phase;
                size * sprung::Real::sin_cos(angle).0
            };
            let value: f64 = tones.iter().map(swing).sum();
            time += dt * (0.75 + 0.5 * draw.unit());
            (time, value + slope * index as f64 + noise * (draw.unit() - 0.5))
        });
        let (times, values): (Vec<f64>, Vec<f64>) = series.unzip();
        let (low, high) = (draw.unit() / dt, 0.6 * draw.unit() / dt);
        let finder = match at % 4 {
            0 => ResonanceFinder::default(),
            1 => ResonanceFinder { from: Some(0.1 * low), ..Default::default() },
            2 => ResonanceFinder { to: Some(high), resolution: 0.1, ..Default::default() },
            _ => ResonanceFinder { from: Some(low), to: Some(high), ..Default::default() },
        };
        add(bits, finder.range(&values, dt));
        add(bits, finder.run(&values, dt));
        add(bits, finder.run_at_times(&times, &values));
        let wide = ResonanceFinder { resolution: 0.1, ..finder };
        add(bits, wide.spectrum(&values, dt));
        add(bits, finder.spectrum_at(&values, dt, &[low, high, 0.0]));
        add(bits, finder.spectrogram(&values, dt, &[0.3 * low, high], at));
        add(bits, resample_uniform(&times, &values));
        let spring = Spring::new(draw.scale(9), draw.scale(2))?;
        add(bits, resonant_frequency(&spring).ok_or("none"));
        add(bits, spring_resonant_at(draw.scale(9), draw.unit()));
        add(bits, spring_resonant_at_by_halflife(draw.scale(4), draw.scale(4)));
    }
    Ok(())
}

/// Series by keys, in groups and in chunks, with pauses, gaps and errors.
pub(crate) fn smoothed(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(7);
    let mut time = 0.0;
    let series = (0..700).map(|index| {
        time += if index % 200 == 150 { 1e3 } else { draw.scale(3) / 64.0 };
        let gone = index % 37 < 5 || index % 101 == 0;
        (time, if gone { f64::NAN } else { draw.scale(2) * (draw.unit() - 0.5) })
    });
    let (times, values): (Vec<f64>, Vec<f64>) = series.unzip();
    for filter in filters()? {
        for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
            let mut once = values.clone();
            add(bits, smooth(&filter, gaps, &times, &mut once));
            bits.add_all(once);
            let mut both_ways = values.clone();
            add(bits, smooth_zero_phase(&filter, gaps, &times, &mut both_ways));
            bits.add_all(both_ways);
            let mut grouped = values.clone();
            let offsets = [0, 0, 1, 90, 91, 400, 700];
            add(bits, smooth_grouped(&filter, gaps, &times, &mut grouped, &offsets, None));
            bits.add_all(grouped);
            let mut in_chunks = values.clone();
            add(bits, smooth_in_chunks(&filter, gaps, &times, &mut in_chunks, None));
            bits.add_all(in_chunks);
            let (mut keyed, mut by_keys) = (values.clone(), KeyedSmoother::new(filter, gaps, 5));
            let keys: Vec<u32> = (0..700).map(|index| (index * index % 7) as u32).collect();
            add(bits, by_keys.advance(&keys, &times, &mut keyed));
            by_keys.add_keys(2);
            add(bits, by_keys.advance(&keys, &times, &mut keyed));
            bits.add_all(keyed);
            let mut smoother = Smoother::new(filter, gaps, 2);
            for (&time, &value) in times.iter().zip(&values) {
                let mut row = [value, -2.0 * value];
                smoother.advance(time, &mut row)?;
                bits.add_all(row);
            }
            let saved = smoother.save();
            saved.iter().for_each(|&byte| bits.add_u64(u64::from(byte)));
            add(bits, Smoother::restore(filter, gaps, &saved).map(|smoother| smoother.save()));
            let mut turns = RotationSmoother::new(filter, gaps);
            for (&time, &value) in times.iter().zip(&values).take(80) {
                let turn = Rotation::from_rotation_vector([value, 3.0 * value, 1.0]);
                let turn = turns.advance(time, value.is_finite().then_some(turn))?;
                turn.iter().for_each(|turn| bits.add_all(turn.xyzw()));
            }
        }
    }
    for at in 0..40 {
        let mut turn = || {
            let size = draw.scale(12);
            let part = [(); 3].map(|()| (draw.unit() - 0.5) * size);
            Rotation::from_rotation_vector(if at % 5 == 0 { [0.0, part[1], 0.0] } else { part })
        };
        let four = [turn(), turn(), turn(), turn()];
        bits.add_all(rotation_between(four, at as f64 / 39.0).xyzw());
        let same = [four[0]; 4];
        bits.add_all(rotation_between(same, at as f64 / 39.0).xyzw());
        for order in EulerOrder::ALL {
            for turn in four {
                bits.add_all(order.angles(&turn));
            }
        }
    }
    Ok(())
}
