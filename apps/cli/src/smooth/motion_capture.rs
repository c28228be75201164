//! Motion capture: joints smoothed as rotations, positions as numbers, and another frame rate.

use anyhow::{Result, bail, ensure};
use sprung_signal::{
    Filter, Gaps, RotationSmoother, Smoother, smooth_rotations_zero_phase, smooth_zero_phase,
};

use super::angular_jerk::AngularJerk;
use super::frame_rate::{Frame, FrameRate, Resampled};
use super::joints::Joint;
use super::{Options, remark_settled};
use crate::recording::{Clock, GapPolicy, Notes, Plan, Recording, Row, Taken, retimed};

/// The channels that are smoothed, by their places among those that are taken.
struct Channels {
    joints: Vec<Joint>,
    numbers: Vec<usize>,
}

impl Options {
    /// Passes on every line of motion capture: the head, and the frames with smoothed values, at their rate or at another.
    pub(super) fn smooth_motion_capture(
        &self,
        recording: Recording,
        mut each: impl FnMut(&Taken, &[Row], bool) -> Result<()>,
    ) -> Result<Notes> {
        ensure!(
            self.angles.is_empty(),
            "--angles is for tables; this is motion capture, whose angles are in its head"
        );
        let filter = self.spring.as_ref().map(|_| self.filter()).transpose()?;
        let rate = self.table.rate;
        ensure!(
            rate.is_none() || self.gaps != Some(GapPolicy::Skip),
            "--gaps skip leaves no values to write at another --rate; use --gaps hold or line"
        );
        let Clock::Even(interval) = recording.clock else {
            bail!("motion capture without a frame time")
        };
        let mut chosen = Vec::new();
        for wanted in &self.columns {
            chosen.extend(recording.columns_of(wanted)?);
        }
        // At another rate every column is written anew.
        let columns: Vec<String> = if rate.is_some() { Vec::new() } else { self.columns.clone() };
        let is_chosen: Vec<bool> = (0..recording.columns.len())
            .map(|column| self.columns.is_empty() || chosen.contains(&column))
            .filter(|is_chosen| rate.is_some() || *is_chosen)
            .collect();
        let plan = Plan::new(self.choice(&columns), recording)?;
        let joints = Joint::all(plan.taken().names().iter().map(String::as_str));
        let channels = Channels::new(&joints, &is_chosen);
        let jerk = [interval, rate.map_or(interval, f64::recip)].map(AngularJerk::new);
        let taken = plan.taken().clone();
        let each = |row: &Row, is_live: bool| each(&taken, std::slice::from_ref(row), is_live);
        let frames = Frames { joints, rate, resampled: None, jerk, each };
        let (mut plan, jerk) = match filter {
            Some(filter) if self.zero_phase.is_some() => {
                both_ways(&filter, &channels, plan, frames)?
            }
            filter => one_pass(filter, channels, plan, frames)?,
        };
        if let Some([before, after]) = jerk {
            let change = (after / before - 1.0) * 100.0;
            plan.notes.remark(format!(
                "mean angular jerk of the joints {} → {} deg/s³ ({change:+.1} %)",
                four_digits(before),
                four_digits(after)
            ));
        }
        if let Some(filter) = filter {
            remark_settled(&filter, plan.interval(), &mut plan.notes);
        }
        Ok(plan.notes)
    }
}

/// The number rounded to four digits.
fn four_digits(value: f64) -> String {
    crate::output::number(format!("{value:.3e}").parse().unwrap_or(value))
}

impl Channels {
    /// Joints of which all three angles are chosen, and all else that is.
    fn new(joints: &[Joint], is_chosen: &[bool]) -> Self {
        let is_rotation = |joint: &&Joint| {
            joint.is_whole() && joint.places().iter().all(|&place| is_chosen[place])
        };
        let joints: Vec<Joint> = joints.iter().filter(is_rotation).cloned().collect();
        let is_number = |place: &usize| {
            is_chosen[*place] && !joints.iter().any(|joint| joint.places().contains(place))
        };
        let numbers = (0..is_chosen.len()).filter(is_number).collect();
        Channels { joints, numbers }
    }
}

/// Passes frames on, at their own rate or at another.
struct Frames<F> {
    joints: Vec<Joint>,
    rate: Option<f64>,
    resampled: Option<FrameRate>,
    /// Of the frames as they are recorded, and as they are passed on.
    jerk: [AngularJerk; 2],
    each: F,
}

impl<F: FnMut(&Row, bool) -> Result<()>> Frames<F> {
    /// Passes on the first line, which is the whole head.
    fn head(&mut self, head: &Row) -> Result<()> {
        let Some(rate) = self.rate else { return (self.each)(head, false) };
        let (head, step) = retimed(head, rate)?;
        let joints = self.joints.iter().filter(|joint| joint.is_whole()).cloned().collect();
        self.resampled = Some(FrameRate::new(step, joints));
        (self.each)(&head, false)
    }

    /// Counts a frame as it was recorded.
    fn recorded(&mut self, values: &[f64]) {
        self.jerk[0].add(&self.joints, values);
    }

    /// Passes on a line that is no frame, or one that is left as it is.
    fn line(&mut self, line: &Row) -> Result<()> {
        match &mut self.resampled {
            Some(_) if line.is_bad() => {
                bail!("line {}: a bad frame cannot be written at another --rate", line.number())
            }
            Some(rate) => {
                rate.push_line(line.clone());
                Ok(())
            }
            None => (self.each)(line, false),
        }
    }

    /// Passes on a frame, and whether the next may be long in coming.
    fn frame(&mut self, row: &mut Row, time: f64, values: Vec<f64>, is_live: bool) -> Result<()> {
        if let Some(rate) = &mut self.resampled {
            rate.push(Frame { row: std::mem::take(row), values, after: Vec::new() });
            return self.resample(is_live, false);
        }
        self.jerk[1].add(&self.joints, &values);
        row.set_values(time, values);
        (self.each)(row, is_live)
    }

    /// Passes on the frames at another rate that are known by now.
    fn resample(&mut self, is_live: bool, is_complete: bool) -> Result<()> {
        let (Some(resampled), Some(rate)) = (&mut self.resampled, self.rate) else { return Ok(()) };
        while let Some(Resampled { number, passed, row, values }) = resampled.next(is_complete) {
            for line in passed {
                (self.each)(&line, false)?;
            }
            self.jerk[1].add(&self.joints, &values);
            let mut row = row.clone();
            row.set_values(number as f64 / rate, values);
            (self.each)(&row, is_live)?;
        }
        Ok(())
    }

    /// Passes on what is left, and returns the mean angular jerk before and after.
    fn finish(mut self) -> Result<Option<[f64; 2]>> {
        self.resample(false, true)?;
        for line in self.resampled.into_iter().flat_map(FrameRate::rest) {
            (self.each)(&line, false)?;
        }
        let [before, after] = self.jerk.map(|jerk| jerk.mean());
        Ok(before.filter(|before| *before > 0.0).zip(after).map(<[f64; 2]>::from))
    }
}

/// Smooths while reading: each frame is passed on before the next is read.
fn one_pass<F: FnMut(&Row, bool) -> Result<()>>(
    filter: Option<Filter>,
    channels: Channels,
    mut plan: Plan,
    mut frames: Frames<F>,
) -> Result<(Plan, Option<[f64; 2]>)> {
    let gaps = plan.gaps.unwrap_or_default();
    let mut filters = filter.map(|filter| InOnePass::new(filter, gaps, channels));
    let (mut row, mut is_head) = (Row::default(), true);
    while plan.read(&mut row)? {
        match row.sample_mut() {
            _ if std::mem::take(&mut is_head) => frames.head(&row)?,
            None => frames.line(&row)?,
            Some(sample) => {
                let (time, mut values) = (sample.time, std::mem::take(&mut sample.values));
                frames.recorded(&values);
                if let Some(filters) = &mut filters {
                    filters.advance(time, &mut values)?;
                }
                frames.frame(&mut row, time, values, !plan.is_ready())?;
            }
        }
    }
    Ok((plan, frames.finish()?))
}

/// A filter for each channel, on its way through a recording.
struct InOnePass {
    joints: Vec<(Joint, RotationSmoother)>,
    numbers: Vec<usize>,
    smoother: Smoother,
    row: Vec<f64>,
    /// The frame before, as it was passed on.
    last: Option<Vec<f64>>,
}

impl InOnePass {
    fn new(filter: Filter, gaps: Gaps, channels: Channels) -> Self {
        let Channels { joints, numbers } = channels;
        let joints = joints.into_iter().map(|joint| (joint, RotationSmoother::new(filter, gaps)));
        let smoother = Smoother::new(filter, gaps, numbers.len());
        InOnePass { joints: joints.collect(), numbers, smoother, row: Vec::new(), last: None }
    }

    fn advance(&mut self, time: f64, values: &mut [f64]) -> Result<()> {
        self.row.clear();
        self.row.extend(self.numbers.iter().map(|&place| values[place]));
        self.smoother.advance(time, &mut self.row)?;
        self.numbers.iter().zip(&self.row).for_each(|(&place, value)| values[place] = *value);
        let near = self.last.get_or_insert_with(|| values.to_vec());
        for (joint, smoother) in &mut self.joints {
            let rotation = smoother.advance(time, joint.rotation(values))?;
            joint.write(rotation, near, values);
        }
        keep_known(near, values);
        Ok(())
    }
}

/// Smooths forward and backward: all frames are read before the first is passed on.
fn both_ways<F: FnMut(&Row, bool) -> Result<()>>(
    filter: &Filter,
    channels: &Channels,
    mut plan: Plan,
    mut frames: Frames<F>,
) -> Result<(Plan, Option<[f64; 2]>)> {
    // The text of every line and the numbers of every frame, one after the other: about twice the file.
    let (mut lines, mut times, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = Row::default();
    while plan.read(&mut row)? {
        let Some(sample) = row.sample() else {
            lines.push((row.clone(), None));
            continue;
        };
        frames.recorded(&sample.values);
        values.extend_from_slice(&sample.values);
        times.push(sample.time);
        lines.push((row.clone().text(), Some(times.len() - 1)));
    }
    let (width, gaps) = (plan.channels(), plan.gaps.unwrap_or_default());
    for &place in &channels.numbers {
        let mut series: Vec<f64> = values[place..].iter().step_by(width).copied().collect();
        smooth_zero_phase(filter, gaps, &times, &mut series)?;
        let channel = values[place..].iter_mut().step_by(width);
        channel.zip(series).for_each(|(value, smooth)| *value = smooth);
    }
    for joint in &channels.joints {
        let mut series: Vec<_> =
            values.chunks_exact(width).map(|frame| joint.rotation(frame)).collect();
        smooth_rotations_zero_phase(filter, gaps, &times, &mut series)?;
        let mut near: Option<Vec<f64>> = None;
        for (frame, rotation) in values.chunks_exact_mut(width).zip(series) {
            let near = near.get_or_insert_with(|| frame.to_vec());
            joint.write(rotation, near, frame);
            keep_known(near, frame);
        }
    }
    let mut is_head = true;
    for (line, place) in lines {
        match place {
            _ if std::mem::take(&mut is_head) => frames.head(&line)?,
            None => frames.line(&line)?,
            Some(place) => {
                let frame = values[place * width..(place + 1) * width].to_vec();
                frames.frame(&mut line.split(), times[place], frame, false)?;
            }
        }
    }
    Ok((plan, frames.finish()?))
}

/// Takes over the values of a frame that are not missing.
fn keep_known(last: &mut [f64], frame: &[f64]) {
    for (last, value) in last.iter_mut().zip(frame) {
        if value.is_finite() {
            *last = *value;
        }
    }
}
