//! Motion capture: joints smoothed as rotations, positions as numbers, and another frame rate.

use anyhow::{Result, bail, ensure};
use sprung_signal::{
    Filter, Gaps, RotationSmoother, Smoother, smooth_rotations_zero_phase, smooth_zero_phase,
};

use super::angular_jerk::AngularJerk;
use super::frame_rate::{Frame, FrameRate, Resampled};
use super::joints::{Joint, Pose};
use super::{Options, remark_settled};
use crate::recording::{Clock, GapPolicy, Notes, Plan, Recording, Row, Taken, retimed};

/// The joints that are smoothed as rotations, by their places among all, and the channels that are smoothed as numbers, by
/// their places among those that are taken.
struct Channels {
    joints: Vec<usize>,
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
        let is_written = |&joint: &usize| {
            let is_smoothed = filter.is_some() && channels.joints.contains(&joint);
            joints[joint].is_whole() && (rate.is_some() || is_smoothed)
        };
        let written = (0..joints.len()).filter(is_written).collect();
        let (resampled, copy, last) = (None, Row::default(), None);
        let frames = Frames { joints, written, rate, resampled, copy, last, jerk, each };
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
        let is_rotation = |joint: &Joint| {
            joint.is_whole() && joint.places().iter().all(|&place| is_chosen[place])
        };
        let (mut smoothed, mut is_number) = (Vec::new(), is_chosen.to_vec());
        for (place, joint) in joints.iter().enumerate().filter(|(_, joint)| is_rotation(joint)) {
            smoothed.push(place);
            joint.places().iter().for_each(|&place| is_number[place] = false);
        }
        let numbers = (0..is_number.len()).filter(|&place| is_number[place]).collect();
        Channels { joints: smoothed, numbers }
    }
}

/// Passes frames on, at their own rate or at another.
struct Frames<F> {
    joints: Vec<Joint>,
    /// The places of the joints whose angles are written anew.
    written: Vec<usize>,
    rate: Option<f64>,
    resampled: Option<FrameRate>,
    /// The row of a frame at another rate.
    copy: Row,
    /// The values of the frame before, as it was passed on.
    last: Option<Vec<f64>>,
    /// Of the frames as they are recorded, and as they are passed on.
    jerk: [AngularJerk; 2],
    each: F,
}

impl<F: FnMut(&Row, bool) -> Result<()>> Frames<F> {
    /// Passes on the first line, which is the whole head.
    fn head(&mut self, head: &Row) -> Result<()> {
        let Some(rate) = self.rate else { return (self.each)(head, false) };
        let (head, step) = retimed(head, rate)?;
        self.resampled = Some(FrameRate::new(step, self.joints.clone()));
        (self.each)(&head, false)
    }

    /// A frame as it was recorded, which is counted.
    fn recorded(&mut self, values: Vec<f64>) -> Pose {
        let pose = Pose::new(&self.joints, values);
        self.jerk[0].add(&pose.rotations);
        pose
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

    /// Passes on a smoothed frame, and whether the next may be long in coming.
    fn frame(&mut self, row: &mut Row, time: f64, mut pose: Pose, is_live: bool) -> Result<()> {
        // The angles of the others are smoothed as numbers.
        for (joint, rotation) in self.joints.iter().zip(&mut pose.rotations) {
            if !joint.is_whole() {
                *rotation = joint.rotation(&pose.values);
            }
        }
        if let Some(rate) = &mut self.resampled {
            rate.push(Frame { row: std::mem::take(row), pose, after: Vec::new() });
            return self.resample(is_live, false);
        }
        self.pass_on(row, time, pose, is_live)
    }

    /// Passes on the frames at another rate that are known by now.
    fn resample(&mut self, is_live: bool, is_complete: bool) -> Result<()> {
        let (Some(mut resampled), Some(rate)) = (self.resampled.take(), self.rate) else {
            return Ok(());
        };
        let mut copy = std::mem::take(&mut self.copy);
        while let Some(Resampled { number, passed, row, pose }) = resampled.next(is_complete) {
            for line in passed {
                (self.each)(&line, false)?;
            }
            copy.copy_text(row);
            self.pass_on(&mut copy, number as f64 / rate, pose, is_live)?;
        }
        (self.resampled, self.copy) = (Some(resampled), copy);
        Ok(())
    }

    /// Passes on a row with the values of a frame.
    fn pass_on(&mut self, row: &mut Row, time: f64, pose: Pose, is_live: bool) -> Result<()> {
        let Pose { mut values, rotations } = pose;
        self.jerk[1].add(&rotations);
        let last = self.last.get_or_insert_with(|| values.clone());
        for &joint in &self.written {
            self.joints[joint].write(rotations[joint], last, &mut values);
        }
        keep_known(last, &values);
        row.split();
        row.set_values(time, values);
        (self.each)(row, is_live)
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
                let (time, values) = (sample.time, std::mem::take(&mut sample.values));
                let mut pose = frames.recorded(values);
                if let Some(filters) = &mut filters {
                    filters.advance(time, &mut pose)?;
                }
                frames.frame(&mut row, time, pose, !plan.is_ready())?;
            }
        }
    }
    Ok((plan, frames.finish()?))
}

/// A filter for each channel, on its way through a recording.
struct InOnePass {
    joints: Vec<(usize, RotationSmoother)>,
    numbers: Vec<usize>,
    smoother: Smoother,
    row: Vec<f64>,
}

impl InOnePass {
    fn new(filter: Filter, gaps: Gaps, channels: Channels) -> Self {
        let Channels { joints, numbers } = channels;
        let joints = joints.into_iter().map(|joint| (joint, RotationSmoother::new(filter, gaps)));
        let smoother = Smoother::new(filter, gaps, numbers.len());
        InOnePass { joints: joints.collect(), numbers, smoother, row: Vec::new() }
    }

    fn advance(&mut self, time: f64, pose: &mut Pose) -> Result<()> {
        self.row.clear();
        self.row.extend(self.numbers.iter().map(|&place| pose.values[place]));
        self.smoother.advance(time, &mut self.row)?;
        let smooth = self.numbers.iter().zip(&self.row);
        smooth.for_each(|(&place, value)| pose.values[place] = *value);
        for (joint, smoother) in &mut self.joints {
            pose.rotations[*joint] = smoother.advance(time, pose.rotations[*joint])?;
        }
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
    // The text of every line, and the numbers and rotations of every frame: about four times the file.
    let (mut lines, mut times, mut poses) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = Row::default();
    while plan.read(&mut row)? {
        let Some(sample) = row.sample_mut() else {
            lines.push((row.clone(), false));
            continue;
        };
        times.push(sample.time);
        poses.push(frames.recorded(std::mem::take(&mut sample.values)));
        lines.push((row.text(), true));
    }
    let gaps = plan.gaps.unwrap_or_default();
    for &place in &channels.numbers {
        let mut series: Vec<f64> = poses.iter().map(|pose| pose.values[place]).collect();
        smooth_zero_phase(filter, gaps, &times, &mut series)?;
        poses.iter_mut().zip(series).for_each(|(pose, smooth)| pose.values[place] = smooth);
    }
    for &joint in &channels.joints {
        let mut series: Vec<_> = poses.iter().map(|pose| pose.rotations[joint]).collect();
        smooth_rotations_zero_phase(filter, gaps, &times, &mut series)?;
        poses.iter_mut().zip(series).for_each(|(pose, smooth)| pose.rotations[joint] = smooth);
    }
    let (mut is_head, mut smooth) = (true, times.into_iter().zip(poses));
    for (mut line, is_frame) in lines {
        match is_frame.then(|| smooth.next()).flatten() {
            _ if std::mem::take(&mut is_head) => frames.head(&line)?,
            None => frames.line(&line)?,
            Some((time, pose)) => frames.frame(&mut line, time, pose, false)?,
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
