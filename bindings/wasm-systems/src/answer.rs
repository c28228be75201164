//! Requests in text and numbers, and their answers: the systems, and what the tuner asks about one spring.

use std::fmt::Write;

use sprung::convert::css::LinearEasing;
use sprung::convert::{CONVENTIONS, Convention};
use sprung::{Damper, SoftCoefficients, Spec, Spring, State};

use crate::picture::{Picture, Result, sliders};
use crate::systems::draw;

/// Text and numbers.
#[derive(Debug, Default)]
pub struct Answer {
    /// The words.
    pub text: String,
    /// The numbers.
    pub numbers: Vec<f64>,
}

impl From<Vec<f64>> for Answer {
    fn from(numbers: Vec<f64>) -> Self {
        Answer { text: String::new(), numbers }
    }
}

/// Answers a request.
///
/// # Errors
/// An unknown verb, missing numbers, or what the library refuses.
pub fn answer(request: &str, numbers: &[f64]) -> Result<Answer> {
    let (verb, about) = request.split_once('\t').unwrap_or((request, ""));
    match verb {
        "draw" => Ok(flattened(&draw(about, numbers)?).into()),
        "parse" => parsed(about),
        "show" => shown(numbers),
        "readings" => readings(numbers),
        "motion" => motion(numbers),
        "advance" => advance(numbers),
        "settled" => settled(numbers),
        "response" => response(numbers),
        "linear" => linear(numbers),
        "convert" => converted(numbers),
        "difference" => difference(numbers),
        "conventions" => Ok(Answer { text: conventions(), numbers: Vec::new() }),
        _ => Err(format!("no request {verb}").into()),
    }
}

/// The number of curves; for each the number of its points and their coordinates; the number of marks and the marks.
fn flattened(picture: &Picture) -> Vec<f64> {
    let mut numbers = vec![picture.curves.len() as f64];
    for curve in &picture.curves {
        numbers.push(curve.len() as f64);
        numbers.extend(curve.iter().flat_map(|&(x, y)| [x, y]));
    }
    numbers.push(picture.marks.len() as f64);
    numbers.extend(&picture.marks);
    numbers
}

/// Kind (0 spring, 1 damper) and its parameters: angular frequency and damping ratio, or rate.
fn numbers_of(spec: &Spec<f64>) -> [f64; 3] {
    match spec {
        Spec::Spring(spring) => [0.0, spring.angular_frequency(), spring.damping_ratio()],
        Spec::Damper(damper) => [1.0, damper.rate(), 0.0],
    }
}

fn spec_of(numbers: &[f64]) -> Result<Spec<f64>> {
    let [kind, first, second] = sliders(numbers)?;
    Ok(if kind == 0.0 {
        Spring::new(first, second)?.into()
    } else {
        Damper::from_rate(first)?.into()
    })
}

fn parsed(text: &str) -> Result<Answer> {
    Ok(numbers_of(&text.parse::<Spec<f64>>()?).to_vec().into())
}

/// The spec of a spring in every parameter set of this library's convention, a line each.
fn shown(numbers: &[f64]) -> Result<Answer> {
    let spec = spec_of(numbers)?;
    let convention = &CONVENTIONS[if matches!(spec, Spec::Spring(_)) { 0 } else { 1 }];
    let lines: Vec<String> = convention.convert_all(spec).map(|set| set.to_string()).collect();
    Ok(Answer { text: lines.join("\n"), numbers: Vec::new() })
}

/// Everything that the panel shows of a spring; the tolerance is that of its settling time, `dt` the step of its soft
/// coefficients.
fn readings(numbers: &[f64]) -> Result<Answer> {
    let [omega, ratio, tolerance, dt] = sliders(numbers)?;
    let s = Spring::new(omega, ratio)?;
    let peak = s.follow_response().resonance();
    let [peak_frequency, peak_gain] = peak.map_or([f64::NAN; 2], |p| [p.frequency, p.gain]);
    let exact = SoftCoefficients::exact(&s, dt);
    let implicit = SoftCoefficients::backward_euler(&s, dt);
    Ok(vec![
        s.duration(),
        s.bounce(),
        s.halflife(),
        s.frequency(),
        s.angular_frequency(),
        s.damping_ratio(),
        s.stiffness(),
        s.damping(),
        s.settling_time(tolerance),
        s.overshoot(),
        s.rise_time(),
        s.peak_time(),
        s.lag(),
        s.decay_rate(),
        s.bandwidth(),
        s.damped_angular_frequency(),
        peak_frequency,
        peak_gain,
        exact.c_s,
        exact.c_d,
        implicit.c_s,
        implicit.c_d,
    ]
    .into())
}

/// Times from 0 to `end`, positions, velocities, accelerations: a column each.
fn motion(numbers: &[f64]) -> Result<Answer> {
    let [omega, ratio, start, velocity, goal, end, count] = sliders(numbers)?;
    let response = Spring::new(omega, ratio)?.free_response(State::new(start, velocity), goal);
    let count = count.clamp(2.0, 20_000.0) as usize;
    let mut columns = vec![0.0; 4 * count];
    for i in 0..count {
        let time = end * i as f64 / (count - 1) as f64;
        let state = response.at(time);
        let values = [time, goal + state.position, state.velocity, response.acceleration(time)];
        for (column, value) in values.into_iter().enumerate() {
            columns[column * count + i] = value;
        }
    }
    Ok(columns.into())
}

/// Angular frequency, damping ratio, time step, how a goal that moves is damped (0 held, 1 followed, 2 tracked); then
/// columns of positions, velocities, goals before and after the step. Positions and velocities after it.
fn advance(numbers: &[f64]) -> Result<Answer> {
    let [omega, ratio, dt, mode] = sliders(numbers)?;
    let spring = Spring::new(omega, ratio)?;
    let count = (numbers.len() - 4) / 4;
    let column = |i: usize| &numbers[4 + i * count..][..count];
    let (step, follow, track) = (spring.step(dt), spring.follow_step(dt), spring.track_step(dt));
    let mut columns = vec![0.0; 2 * count];
    for i in 0..count {
        let state = State::new(column(0)[i], column(1)[i]);
        let (from, to) = (column(2)[i], column(3)[i]);
        let after = match mode {
            1.0 => follow.apply(state, from, to),
            2.0 => track.apply(state, from, to),
            _ => step.apply(state, to),
        };
        (columns[i], columns[count + i]) = (after.position, after.velocity);
    }
    Ok(columns.into())
}

/// A motion from a state: when it settles within a distance, its greatest speed and when, the length of its way.
fn settled(numbers: &[f64]) -> Result<Answer> {
    let [omega, ratio, start, velocity, goal, tolerance] = sliders(numbers)?;
    let response = Spring::new(omega, ratio)?.free_response(State::new(start, velocity), goal);
    let (fastest, furthest) = (response.max_speed(), response.overshoot());
    let [when, beyond] = furthest.map_or([f64::NAN; 2], |f| [f.time, f.value]);
    let way = response.path_length();
    let time = response.settling_time(tolerance);
    Ok(vec![time, fastest.value, fastest.time, when, beyond, way].into())
}

/// Frequencies, gains and phases of a goal that is followed, and gains of one that is tracked.
fn response(numbers: &[f64]) -> Result<Answer> {
    let [omega, ratio, from, to, count] = sliders(numbers)?;
    let spring = Spring::new(omega, ratio)?;
    let (follow, track) = (spring.follow_response(), spring.track_response());
    let count = count.clamp(2.0, 5_000.0) as usize;
    let mut columns = vec![0.0; 4 * count];
    for i in 0..count {
        let hertz = from * (to / from).powf(i as f64 / (count - 1) as f64);
        let values = [hertz, follow.gain(hertz), follow.phase(hertz), track.gain(hertz)];
        for (column, value) in values.into_iter().enumerate() {
            columns[column * count + i] = value;
        }
    }
    Ok(columns.into())
}

fn linear(numbers: &[f64]) -> Result<Answer> {
    let [omega, ratio, error] = sliders(numbers)?;
    let easing = LinearEasing::new(&Spring::new(omega, ratio)?, error)?;
    let mut numbers = vec![easing.duration(), easing.max_error()];
    numbers.extend(easing.points().flat_map(|point| [point.percent, point.value]));
    Ok(Answer { text: easing.to_string(), numbers })
}

/// The greatest difference of two step responses, as a share of the distance.
fn difference(numbers: &[f64]) -> Result<Answer> {
    let other = numbers.get(3..).ok_or("two springs are needed")?;
    Ok(vec![sprung::convert::max_difference(spec_of(numbers)?, spec_of(other)?)].into())
}

/// A line for each convention: name, title, the spec, the residual, what differs; or an empty spec and the reason. The
/// numbers are kind and parameters of each.
fn converted(numbers: &[f64]) -> Result<Answer> {
    let spec = spec_of(numbers)?;
    let mut answer = Answer::default();
    for convention in CONVENTIONS {
        let Convention { name, title, difference, .. } = convention;
        let line = match convention.convert(spec) {
            Ok(found) => {
                answer.numbers.extend(numbers_of(&found.parameters()));
                let limit = found.note().unwrap_or_default();
                format!("{name}\t{title}\t{found}\t{:?}\t{difference}\t{limit}", found.residual())
            }
            Err(error) => {
                answer.numbers.extend([f64::NAN; 3]);
                format!("{name}\t{title}\t\tinf\t{difference}\t{error}")
            }
        };
        let _ = writeln!(answer.text, "{line}");
    }
    Ok(answer)
}

/// A line for each convention: name, title, presets and examples of its parameter sets.
fn conventions() -> String {
    let mut text = String::new();
    for convention in CONVENTIONS {
        let presets: Vec<&str> = convention.presets.iter().map(|preset| preset.name).collect();
        let sets: Vec<String> = convention
            .forms
            .iter()
            .map(|set| set.keys.iter().map(|key| key.name).collect::<Vec<_>>().join(","))
            .collect();
        let (name, title) = (convention.name, convention.title);
        let _ = writeln!(text, "{name}\t{title}\t{}\t{}", presets.join(" "), sets.join(" "));
    }
    text
}
