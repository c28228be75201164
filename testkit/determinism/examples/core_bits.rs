//! Writes what the libraries compute, bit by bit, for bindings to compare with: `core_bits FILE`.
//!
//! A row is `name|inputs|results`, numbers separated by blanks as the hexadecimal bits of doubles. Without a file it prints
//! the number of rows.

use std::error::Error;
use std::fmt::Write as _;

use sprung::convert::CONVENTIONS;
use sprung::motion::{Timeline, TimelineKey};
use sprung::{Damper, Real, Rotation, Spring, State};
use sprung_batch::{Batch, Float, SpringParams};
use sprung_network::{Settings, Solver, shapes};
use sprung_signal::{Filter, Gaps, ResonanceFinder, RotationSmoother, SpringFitter};

type Outcome = Result<(), Box<dyn Error>>;

/// Rows of text.
#[derive(Default)]
struct Table {
    text: String,
    rows: usize,
}

impl Table {
    fn row(&mut self, name: &str, inputs: &[f64], results: &[f64]) {
        self.text += name;
        for numbers in [inputs, results] {
            self.text.push('|');
            for (at, number) in numbers.iter().enumerate() {
                // All NaN are equal: their bits depend on the processor.
                let bits = if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() };
                let blank = if at == 0 { "" } else { " " };
                let _ = write!(self.text, "{blank}{bits:x}");
            }
        }
        self.text.push('\n');
        self.rows += 1;
    }

    fn words(&mut self, name: &str, input: &str, result: &str) {
        let _ = writeln!(self.text, "{name}|{input}|{result}");
        self.rows += 1;
    }
}

fn main() -> Outcome {
    let mut table = Table::default();
    steps::<f64>(&mut table, "");
    steps::<f32>(&mut table, "_single");
    batches::<f64>(&mut table, "");
    batches::<f32>(&mut table, "_single");
    springs(&mut table)?;
    series(&mut table)?;
    timelines(&mut table)?;
    network(&mut table)?;
    match std::env::args_os().nth(1) {
        Some(file) => std::fs::write(file, table.text)?,
        None => println!("{} rows", table.rows),
    }
    Ok(())
}

const HOSTILE: [f64; 9] =
    [0.0, -0.0, 1.0, -3.5, 1e-310, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
const FREQUENCIES: [f64; 7] = [0.0, 1e-3, 0.7, 6.0, 60.0, 1e6, f64::INFINITY];
const RATIOS: [f64; 8] = [0.0, 0.01, 0.5, 1.0 - 1e-9, 1.0, 1.0 + 1e-9, 4.0, 1e4];
const STEPS: [f64; 7] = [0.0, 1e-6, 1.0 / 60.0, 0.25, 3.0, -1.0, f64::NAN];

fn steps<R: Real + Into<f64>>(table: &mut Table, suffix: &str) {
    let r = R::from_f64;
    let name = |name: &str| format!("{name}{suffix}");
    for frequency in FREQUENCIES {
        for ratio in RATIOS {
            let Ok(spring) = Spring::new(r(frequency), r(ratio)) else { continue };
            for (at, dt) in STEPS.into_iter().enumerate() {
                for (x, v, goal) in states(at) {
                    let inputs = [frequency, ratio, dt, x, v, goal];
                    let state = State::new(r(x), r(v));
                    let held = spring.step(r(dt)).apply(state, r(goal));
                    table.row(&name("step"), &inputs, &both(held));
                    let followed = spring.follow_step(r(dt)).apply(state, r(x), r(goal));
                    table.row(&name("follow"), &inputs, &both(followed));
                    let tracked = spring.track_step(r(dt)).apply(state, r(x), r(goal));
                    table.row(&name("track"), &inputs, &both(tracked));
                }
            }
        }
        let Ok(damper) = Damper::from_rate(r(frequency)) else { continue };
        for dt in STEPS {
            for x in HOSTILE {
                let damped: f64 = damper.step(r(dt)).apply(r(x), r(2.0)).into();
                table.row(&name("damper"), &[frequency, dt, x, 2.0], &[damped]);
            }
        }
    }
}

/// Usual states, and a hostile one.
fn states(at: usize) -> [(f64, f64, f64); 2] {
    [(0.5, -2.0, 3.0), (HOSTILE[at], HOSTILE[(at * 2 + 1) % 9], HOSTILE[(at * 4 + 2) % 9])]
}

fn both<R: Into<f64>>(state: State<R>) -> [f64; 2] {
    [state.position.into(), state.velocity.into()]
}

fn batches<T: Float + Into<f64>>(table: &mut Table, suffix: &str) {
    let column = |scale: f64, stride: usize| -> Vec<T> {
        (0..300).map(|at| T::from_f64(((at * stride) % 101) as f64 * scale)).collect()
    };
    let (frequency, ratio) = (column(0.3, 37), column(0.04, 40));
    let (dt, goal, halflife) = (column(0.001, 11), column(-0.5, 13), column(0.02, 7));
    let (start, speed) = (column(0.1, 3), column(-0.3, 17));
    let all = [&frequency, &ratio, &dt, &goal, &halflife, &start, &speed];
    let inputs: Vec<f64> =
        all.iter().flat_map(|column| column.iter().map(|x| (*x).into())).collect();
    let batch = Batch::new();
    let results = |columns: [&Vec<T>; 2]| -> Vec<f64> {
        columns.iter().flat_map(|column| column.iter().map(|x| (*x).into())).collect()
    };
    let (mut x, mut v) = (start.clone(), speed.clone());
    let springs = SpringParams { angular_frequency: &frequency, damping_ratio: &ratio, dt: &dt };
    batch.springs(springs, &mut x, &mut v, &goal);
    table.row(&format!("springs{suffix}"), &inputs, &results([&x, &v]));
    let (mut x, mut v) = (start.clone(), speed.clone());
    batch.critical_springs(&halflife, &dt, &mut x, &mut v, &goal);
    table.row(&format!("critical_springs{suffix}"), &inputs, &results([&x, &v]));
    let mut x = start.clone();
    batch.dampers(&halflife, &dt, &mut x, &goal);
    table.row(&format!("dampers{suffix}"), &inputs, &results([&x, &x]));
}

/// Parameters, properties and responses.
fn springs(table: &mut Table) -> Outcome {
    for halflife in [1e-3, 0.2, 7.0] {
        for ratio in [0.0, 0.2, 1.0, 3.0] {
            let spring = Spring::from_halflife(halflife, ratio)?;
            let parameters = [
                spring.angular_frequency(),
                spring.damping_ratio(),
                spring.frequency(),
                spring.halflife(),
                spring.stiffness(),
                spring.damping(),
                spring.lag(),
                spring.overshoot(),
                spring.peak_time(),
                spring.rise_time(),
                spring.bandwidth(),
                spring.settling_time(0.01),
            ];
            table.row("halflife", &[halflife, ratio], &parameters);
            let motion = spring.free_response(State::new(1.0, -4.0), 0.25);
            for time in [0.0, 0.1, 1.3] {
                let at = motion.at(time);
                let results = [at.position, at.velocity, motion.acceleration(time)];
                table.row("response", &[halflife, ratio, time], &results);
            }
            for (name, response) in
                [("gain", spring.follow_response()), ("track_gain", spring.track_response())]
            {
                for frequency in [0.0, 0.4, 1.0, 30.0] {
                    let (gain, phase) = (response.gain(frequency), response.phase(frequency));
                    let results = [gain, phase, response.group_delay(frequency)];
                    table.row(name, &[halflife, ratio, frequency], &results);
                }
            }
            table.words("text", &spring.to_string(), &spring.to_string());
            for convention in CONVENTIONS {
                let conversion = convention.convert(spring);
                let result = conversion.map_or("error".to_owned(), |found| found.to_string());
                table.words("convert", &format!("{} {spring}", convention.name), &result);
            }
        }
    }
    Ok(())
}

/// Numbers of ±1 without a pattern.
fn noise(count: usize) -> Vec<f64> {
    let mut state = 88_172_645_463_325_252_u64;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..count).map(next).collect()
}

fn series(table: &mut Table) -> Outcome {
    let noise = noise(2400);
    let mut time = -3.0;
    let times: Vec<f64> = noise[..300]
        .iter()
        .map(|step| {
            time += 0.02 + 0.01 * step;
            time
        })
        .collect();
    let mut values: Vec<f64> = noise[300..600].to_vec();
    for at in [0, 17, 18, 90, 299] {
        values[at] = f64::NAN;
    }
    let inputs: Vec<f64> = times.iter().chain(&values).copied().collect();
    for (filter_name, filter) in [
        ("follow", Filter::Follow(Spring::from_halflife(0.1, 0.7)?)),
        ("track", Filter::Track(Spring::from_halflife(0.1, 0.7)?)),
        ("damper", Filter::Damper(Damper::from_halflife(0.1)?)),
    ] {
        for (gaps_name, gaps) in [("hold", Gaps::Hold), ("skip", Gaps::Skip), ("line", Gaps::Line)]
        {
            let mut smooth = values.clone();
            sprung_signal::smooth(&filter, gaps, &times, &mut smooth)?;
            table.row(&format!("smooth {filter_name} {gaps_name}"), &inputs, &smooth);
            let mut smooth = values.clone();
            sprung_signal::smooth_zero_phase(&filter, gaps, &times, &mut smooth)?;
            table.row(&format!("zero_phase {filter_name} {gaps_name}"), &inputs, &smooth);
        }
    }
    let (even, step) = sprung_signal::resample_uniform(&times, &values)?;
    let results: Vec<f64> = even.into_iter().chain([step]).collect();
    table.row("resample", &inputs, &results);

    let recorded = Spring::new(9.0, 0.3)?.free_response(State::new(2.0, 0.0), 0.0);
    let motion: Vec<f64> = times
        .iter()
        .zip(&noise)
        .map(|(t, n)| 5.0 + recorded.at(t + 3.0).position + 0.01 * n)
        .collect();
    let fit = SpringFitter::default().run(&times, &motion)?;
    let estimates =
        [fit.angular_frequency, fit.damping_ratio, fit.start, fit.goal, fit.velocity, fit.delay];
    let results: Vec<f64> = estimates
        .iter()
        .flat_map(|estimate| [estimate.value, estimate.standard_error])
        .chain([fit.residual, fit.correlation])
        .collect();
    let inputs: Vec<f64> = times.iter().chain(&motion).copied().collect();
    table.row("fit", &inputs, &results);

    let tone = |at: usize| {
        let (sin, cos) = Real::sin_cos(at as f64 * 0.05);
        sin + 0.2 * (2.0 * sin * cos) + 0.05 * noise[at]
    };
    let tones: Vec<f64> = (0..1000).map(tone).collect();
    let finder = ResonanceFinder::default();
    let flat = |found: Vec<sprung_signal::Resonance>| -> Vec<f64> {
        found.iter().flat_map(|it| [it.frequency, it.strength, it.signal_to_noise]).collect()
    };
    table.row("resonances", &tones, &flat(finder.run(&tones, 0.01)?));
    let strengths = finder.spectrum_at(&tones, 0.01, &[0.5, 0.8, 1.6, 9.0])?;
    let strengths: Vec<f64> = strengths.iter().map(|spring| spring.strength).collect();
    table.row("spectrum", &tones, &strengths);
    let over_time = finder.spectrogram(&tones, 0.01, &[0.8, 1.6], 5)?;
    table.row("spectrogram", &tones, &over_time.strengths.concat());

    // As they come to a binding: of any length, and one in fifty missing.
    let given = |at: usize| {
        if at % 50 == 7 { [f64::NAN; 4] } else { [0, 1, 2, 3].map(|c| noise[at + c] + 0.5) }
    };
    let given: Vec<[f64; 4]> = (0..300).map(given).collect();
    let read = |components: &[f64; 4]| {
        components.iter().all(|c| c.is_finite()).then(|| Rotation::from_xyzw(*components))
    };
    let rotations: Vec<Option<Rotation<f64>>> = given.iter().map(read).collect();
    let flat = |rotations: &[Option<Rotation<f64>>]| -> Vec<f64> {
        let components = |rotation: &Option<Rotation<f64>>| {
            rotation.map_or([f64::NAN; 4], |rotation| rotation.xyzw())
        };
        rotations.iter().flat_map(components).collect()
    };
    let inputs: Vec<f64> = times.iter().copied().chain(given.concat()).collect();
    let filter = Filter::Follow(Spring::from_halflife(0.1, 0.7)?);
    let mut smoother = RotationSmoother::new(filter, Gaps::Skip);
    let one_pass: Result<Vec<_>, _> =
        times.iter().zip(&rotations).map(|(time, it)| smoother.advance(*time, *it)).collect();
    table.row("smooth_rotations", &inputs, &flat(&one_pass?));
    let mut both_ways = rotations.clone();
    sprung_signal::smooth_rotations_zero_phase(&filter, Gaps::Line, &times, &mut both_ways)?;
    table.row("smooth_rotations_zero_phase", &inputs, &flat(&both_ways));
    Ok(())
}

fn timelines(table: &mut Table) -> Outcome {
    let springs = [Spring::from_halflife(0.2, 0.4)?, Spring::from_halflife(0.1, 1.0)?];
    let first = TimelineKey::new(0.5, State::at_rest([1.0, -2.0]), [4.0, 3.0], springs[0]);
    let second = first.key_at(0.8).with_goal([0.0, 1.0]).with_spring(springs[1]);
    let third = second.key_at(1.0).with_added_velocity([3.0, -1.0]);
    let keys = [first, second, third];
    let timeline = Timeline::new(&keys)?;
    for time in [f64::NAN, -1.0, 0.5, 0.6, 0.8, 0.95, 1.0, 1.2, 40.0, f64::INFINITY] {
        let state = timeline.state_at(time);
        let results: Vec<f64> = state.position.into_iter().chain(state.velocity).collect();
        table.row("timeline", &[time], &results);
    }
    for progress in [0.0, 0.3, 0.99, 2.0] {
        table.row("progress", &[progress], &[first.time_of_progress(progress)]);
    }
    Ok(())
}

fn network(table: &mut Table) -> Outcome {
    let cloth = shapes::Cloth::new(9, 7, 0.1, 0.3).with_shear(Spring::from_frequency(8.0f32, 0.5)?);
    let mut net = cloth.build()?;
    net.fix([0, 8]);
    let mut solver = Solver::new(&net, Settings::default())?;
    for _ in 0..60 {
        solver.step(1.0 / 60.0);
    }
    let positions: Vec<f64> =
        solver.particles().flat_map(|particle| particle.position.map(f64::from)).collect();
    table.row("cloth", &[60.0], &positions);
    Ok(())
}
