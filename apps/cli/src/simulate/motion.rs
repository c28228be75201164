//! A motion that is advanced frame by frame.

use anyhow::{Result, ensure};
use sprung::{Real, State};

/// A motion: its columns, its numbers now, and its step from one time in seconds to a later one.
pub(super) struct Motion<'a, R> {
    /// The names of its numbers.
    pub(super) columns: Vec<String>,
    /// The number of the first columns that a figure shows.
    pub(super) drawn: usize,
    now: Vec<R>,
    step: Box<dyn FnMut(f64, f64) -> Vec<R> + 'a>,
}

/// Numbers in the precision of the simulation.
pub(super) fn rounded<R: Real, const N: usize>(values: [f64; N]) -> [R; N] {
    values.map(R::from_f64)
}

impl<'a, R: Real> Motion<'a, R> {
    /// A motion whose step returns the new state.
    pub(super) fn new<const N: usize>(
        start: State<[R; N]>,
        mut step: impl FnMut(f64, f64) -> State<[R; N]> + 'a,
    ) -> Self {
        let columns = [components("position", N), components("velocity", N)].concat();
        let step = move |from, to| row(step(from, to));
        Motion { columns, drawn: N, now: row(start), step: Box::new(step) }
    }

    /// A motion whose step returns the new state and a third vector, which has a name.
    pub(super) fn with<const N: usize>(
        name: &str,
        (start, third): (State<[R; N]>, [R; N]),
        mut step: impl FnMut(f64, f64) -> (State<[R; N]>, [R; N]) + 'a,
    ) -> Self {
        let whole = |(state, third): (State<[R; N]>, [R; N])| [row(state), third.to_vec()].concat();
        let two = [components("position", N), components("velocity", N)].concat();
        let columns = [two, components(name, N)].concat();
        let (now, step) = (whole((start, third)), move |from, to| whole(step(from, to)));
        Motion { columns, drawn: N, now, step: Box::new(step) }
    }

    /// A motion of named numbers, of which a figure shows the first.
    pub(super) fn of_numbers<const N: usize>(
        columns: [&str; N],
        drawn: usize,
        start: [R; N],
        mut step: impl FnMut(f64, f64) -> [R; N] + 'a,
    ) -> Self {
        let columns = columns.map(String::from).to_vec();
        let step = move |from, to| step(from, to).to_vec();
        Motion { columns, drawn, now: start.to_vec(), step: Box::new(step) }
    }
}

/// The names of the components of a vector: `goal`, or `goal_x`, `goal_y`, …
pub(super) fn components(name: &str, count: usize) -> Vec<String> {
    if count == 1 {
        return vec![name.into()];
    }
    ["x", "y", "z", "w"].iter().take(count).map(|axis| format!("{name}_{axis}")).collect()
}

fn row<R: Real, const N: usize>(state: State<[R; N]>) -> Vec<R> {
    [state.position, state.velocity].concat()
}

/// Equal steps from 0 on, or steps of lengths that repeat.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    dt: f64,
    /// The step as a fraction of two whole numbers, if it is one or a decimal number: times that people expect.
    fraction: Option<[f64; 2]>,
    steps: u64,
    /// The ends of uneven steps, until they repeat; empty if all are equal.
    ends: Vec<f64>,
}

/// The maximum number of rows, so that a mistyped time cannot fill the memory.
const MAX_STEPS: f64 = 1e7;

impl Frames {
    /// Returns the number of whole steps in a time.
    pub(super) fn new(dt: f64, time: f64) -> Result<Self> {
        // A time of three steps of 0.1 is three steps, though 0.3/0.1 falls short of 3 by rounding.
        let steps = (time / dt * (1.0 + 4.0 * f64::EPSILON)).floor();
        ensure!(
            steps <= MAX_STEPS,
            "{time} s in steps of {dt} s are {steps} rows; take a larger --dt or a shorter --duration"
        );
        ensure!(steps >= 1.0, "a time step of {dt} s is longer than the time of {time} s");
        Ok(Frames { dt, fraction: fraction(dt), steps: steps as u64, ends: Vec::new() })
    }

    /// Returns the whole steps of these lengths in a time.
    pub(super) fn uneven(lengths: &[f64], time: f64) -> Result<Self> {
        ensure!(lengths.iter().all(|length| *length > 0.0), "--frames must be above 0");
        let add = |end: &mut f64, length: &f64| {
            *end += length;
            Some(*end)
        };
        let ends: Vec<f64> = lengths.iter().scan(0.0, add).collect();
        let whole = ends.last().copied().unwrap_or_default();
        let rounds = Frames::new(whole, time)?.steps;
        let left = time * (1.0 + 4.0 * f64::EPSILON) - whole * rounds as f64;
        let rest = ends.iter().filter(|end| **end <= left).count() as u64;
        Ok(Frames { dt: whole, fraction: None, steps: rounds * ends.len() as u64 + rest, ends })
    }

    /// The time and the numbers at the start and after each step.
    pub(super) fn rows<'a, R: Real + 'a>(
        self,
        mut motion: Motion<'a, R>,
    ) -> impl Iterator<Item = (f64, Vec<R>)> + 'a {
        (0..=self.steps).map(move |step| {
            let time = self.time(step);
            if step > 0 {
                motion.now = (motion.step)(self.time(step - 1), time);
            }
            (time, motion.now.clone())
        })
    }

    /// The time of a step, rounded once.
    fn time(&self, step: u64) -> f64 {
        if let Some(count @ 1..) = Some(self.ends.len() as u64) {
            let (rounds, place) = (step / count, step % count);
            let part = place.checked_sub(1).map_or(0.0, |before| self.ends[before as usize]);
            return rounds as f64 * self.dt + part;
        }
        match self.fraction {
            Some([over, under]) => step as f64 * over / under,
            None => step as f64 * self.dt,
        }
    }
}

/// One over a whole number, or a decimal number of up to 8 digits, as a fraction of two whole numbers.
fn fraction(dt: f64) -> Option<[f64; 2]> {
    let rate = (1.0 / dt).round();
    if 1.0 / rate == dt {
        return Some([1.0, rate]);
    }
    let text = dt.to_string();
    let (whole, decimals) = text.split_once('.')?;
    let digits = format!("{whole}{decimals}");
    let is_short = digits.trim_start_matches('0').len() <= 8 && decimals.len() <= 22;
    let over = digits.parse().ok().filter(|_| is_short)?;
    Some([over, 10f64.powi(decimals.len() as i32)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_frames_repeat_until_the_time_is_over() {
        let frames = Frames::uneven(&[0.25, 0.5], 2.0).unwrap();
        let times: Vec<f64> = (0..=frames.steps).map(|step| frames.time(step)).collect();
        assert_eq!(times, [0.0, 0.25, 0.75, 1.0, 1.5, 1.75]);
        assert!(Frames::uneven(&[0.25, 0.0], 2.0).is_err());
        assert!(Frames::uneven(&[3.0], 2.0).is_err());
    }

    #[test]
    fn times_are_the_decimal_numbers_that_were_meant() {
        let times = |dt| {
            let frames = Frames::new(dt, 100.0 * dt).unwrap();
            (0..=100).map(move |step| frames.time(step).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(times(0.3)[3], "0.9");
        assert_eq!(times(0.1)[3], "0.3");
        assert_eq!(times(0.07)[100], "7");
        assert_eq!(times(1.0 / 60.0)[6], "0.1");
        assert!(times(0.0037).iter().all(|time| time.len() <= 6), "{:?}", times(0.0037));
        let odd = std::f64::consts::FRAC_1_PI;
        assert_eq!(times(odd)[2], (2.0 * odd).to_string());
    }
}
