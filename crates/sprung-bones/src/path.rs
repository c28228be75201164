//! The path of nodes through the last frames, as numbers at any time between them.

use alloc::vec;
use alloc::vec::Vec;

/// Frames that the path goes through.
const FRAMES: usize = 6;

/// A last frame that took longer than [`SHORT`] and longer than another by more than this factor is a hitch, of which the other
/// says nothing.
const ALIKE: f64 = 2.5;

/// Seconds of a hitch in which numbers are expected to go on as before.
const SHORT: f64 = 0.25;

/// The factor by which a jitter of the numbers may grow in the middle of a hitch.
const MAX_JITTER: f64 = 16.0;

/// Many numbers that each go along a polynomial through the last frames, of up to the fifth degree.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(crate) struct Path {
    /// The numbers of each frame, the last one first.
    frames: [Vec<f32>; FRAMES],
    /// The seconds between a frame and the one before it.
    durations: [f64; FRAMES - 1],
    /// One bit for each frame before the last two, the last first: whether it lies on the polynomial, too.
    older: u8,
    /// Nothing has moved before the last frame.
    is_new: bool,
}

impl Path {
    /// At rest at some numbers.
    pub(crate) fn new(numbers: usize) -> Self {
        let frames = core::array::from_fn(|_| vec![0.0; numbers]);
        Path { frames, durations: [0.0; FRAMES - 1], older: 0, is_new: true }
    }

    /// The numbers of the last frame.
    pub(crate) fn last(&self) -> &[f32] {
        &self.frames[0]
    }

    /// Forgets all frames, as if nothing had moved before; the numbers of the last are written anew.
    pub(crate) fn restart(&mut self) -> &mut [f32] {
        self.is_new = true;
        &mut self.frames[0]
    }

    /// Begins a frame after some seconds, whose numbers are to be written; the second slice has those of the frame before.
    pub(crate) fn next_frame(&mut self, seconds: f64) -> (&mut [f32], &[f32]) {
        if core::mem::take(&mut self.is_new) {
            let [now, before @ ..] = &mut self.frames;
            before.iter_mut().for_each(|frame| frame.copy_from_slice(now));
            self.durations = [seconds; FRAMES - 1];
        }
        self.frames.rotate_right(1);
        self.durations.rotate_right(1);
        self.durations[0] = seconds;
        self.older = self.older();
        let [now, before, ..] = &mut self.frames;
        (now, before)
    }

    /// Writes the numbers at some seconds before the last frame, in the interval that it ends.
    pub(crate) fn write(&self, before: f64, to: &mut [f32]) {
        let weights = self.weights(before);
        let [now, before @ ..] = &self.frames;
        for (at, (to, now)) in to.iter_mut().zip(now).enumerate() {
            // Relative to the last, so that numbers far from 0 lose nothing.
            let changes =
                before.iter().zip(weights).map(|(frame, weight)| weight * (frame[at] - now));
            *to = now + changes.sum::<f32>();
        }
    }

    /// Lagrange's weights of the frames before the last.
    fn weights(&self, before: f64) -> [f32; FRAMES - 1] {
        if self.is_new || before <= 0.0 {
            return [0.0; FRAMES - 1];
        }
        let at = before.min(self.durations[0]);
        let weights = self.lagrange(at, self.older);
        weights.map(|weight| weight as f32)
    }

    /// Returns the older frames for the highest degree whose weights are not too large, and of these the last ones.
    fn older(&self) -> u8 {
        let [last, before @ ..] = &self.durations;
        let goes_on = |duration: &&f64| *last <= SHORT || *last < ALIKE * **duration;
        let there_are = before.iter().take_while(goes_on).count();
        let jitter = |older| self.lagrange(0.5 * last, older).map(f64::abs).iter().sum::<f64>();
        let of_degree =
            |degree| (0..1 << there_are).filter(move |older: &u8| older.count_ones() == degree);
        let mut all = (1..=there_are as u32).rev().flat_map(of_degree);
        all.find(|&older| jitter(older) <= MAX_JITTER).unwrap_or(0)
    }

    /// Lagrange's weights of the frames before the last, at some seconds before it, for some older frames.
    fn lagrange(&self, before: f64, older: u8) -> [f64; FRAMES - 1] {
        let mut times = [0.0; FRAMES];
        for at in 1..FRAMES {
            times[at] = times[at - 1] - self.durations[at - 1];
        }
        let lies_on_it = |at: &usize| *at < 2 || older >> (*at - 2) & 1 == 1;
        let mut weights = [0.0; FRAMES - 1];
        for own in (1..FRAMES).filter(lies_on_it) {
            let others = (0..FRAMES).filter(lies_on_it).filter(|&other| other != own);
            weights[own - 1] = others
                .map(|other| (-before - times[other]) / (times[own] - times[other]))
                .product();
        }
        weights
    }
}

#[cfg(feature = "serde")]
impl Path {
    /// Checks a path that was read: its count of numbers, their sizes, and that those at the places of quaternions are some.
    pub(crate) fn check(
        &self,
        numbers: usize,
        quaternions: impl Iterator<Item = core::ops::Range<usize>>,
    ) -> Result<(), alloc::string::String> {
        use alloc::format;
        for frame in &self.frames {
            let count = frame.len();
            if count != numbers {
                return Err(format!("path: frames must have the length {numbers}, got {count}"));
            }
            if let Some(number) = frame.iter().find(|number| !(number.abs() <= 1e17)) {
                return Err(format!("path: frames must be finite and at most 1e17, got {number}"));
            }
        }
        for place in quaternions {
            let product = |a: usize, b: usize| -> f32 {
                let pairs =
                    self.frames[a][place.clone()].iter().zip(&self.frames[b][place.clone()]);
                pairs.map(|(a, b)| a * b).sum()
            };
            // Of the frames before a start nothing is kept.
            let kept = if self.is_new { 1 } else { FRAMES };
            for frame in 0..kept {
                let square = product(frame, frame);
                if !((square - 1.0).abs() <= 1e-3) {
                    return Err(format!(
                        "path: rotations must have the length 1, got the square {square}"
                    ));
                }
                let turned = product(frame, (frame + 1).min(kept - 1));
                if !(turned >= -1e-6) {
                    return Err(format!("path: rotations must be near each other, got {turned}"));
                }
            }
        }
        let is_duration =
            |seconds: f64| seconds.is_finite() && (seconds > 0.0 || self.is_new && seconds == 0.0);
        if let Some(seconds) = self.durations.iter().find(|seconds| !is_duration(**seconds)) {
            return Err(format!("path: durations must be finite and > 0, got {seconds}"));
        }
        let older = if self.is_new { self.older % (1 << (FRAMES - 2)) } else { self.older() };
        if self.older != older {
            return Err(format!("path: older must be {older}, got {}", self.older));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_is_kept_and_a_hitch_is_a_line() {
        let cubic = |t: f64| 1e3 + t * (3.0 - t * (20.0 - 300.0 * t));
        let mut path = Path::new(1);
        path.restart()[0] = cubic(0.0) as f32;
        let mut time = 0.0;
        for (frame, seconds) in [0.016, 0.017, 0.015, 0.02, 0.03, 0.033].into_iter().enumerate() {
            time += seconds;
            path.next_frame(seconds).0[0] = cubic(time) as f32;
            let mut middle = [0.0];
            path.write(0.4 * seconds, &mut middle);
            let exact = cubic(time - 0.4 * seconds);
            // What was before the first is taken as rest.
            let allowed = if frame < 4 { 0.02 } else { 3e-4 };
            assert!((f64::from(middle[0]) - exact).abs() < allowed, "{frame}: {middle:?} {exact}");
        }
        let before = path.last()[0];
        path.next_frame(1.0).0[0] = before + 5.0;
        let mut part = [0.0];
        path.write(0.2, &mut part);
        assert!((part[0] - before - 4.0).abs() < 1e-3);
        path.write(0.0, &mut part);
        assert_eq!(part, [before + 5.0]);
    }

    #[test]
    fn a_short_hitch_keeps_a_parabola_whatever_was_before() {
        let parabola = |t: f64| 5.0 + t * (2.0 - 9.0 * t);
        for before in [0.016, 0.004, 1e-4, 0.3] {
            let mut path = Path::new(1);
            path.restart()[0] = parabola(0.0) as f32;
            let mut time = 0.0;
            for seconds in [0.016, 0.016, 0.016, 0.016, 0.016, before, 0.1, 0.002, 0.05] {
                time += seconds;
                path.next_frame(seconds).0[0] = parabola(time) as f32;
                let mut part = [0.0];
                path.write(0.3 * seconds, &mut part);
                let off = (f64::from(part[0]) - parabola(time - 0.3 * seconds)).abs();
                assert!(time < 0.08 || seconds > 0.25 || off < 1e-5, "{before} {seconds}: {off}");
            }
        }
    }

    #[test]
    fn a_jitter_of_the_numbers_stays_small_between_frames_of_any_duration() {
        let mut random = testkit::random::Random::new(7);
        let mut path = Path::new(0);
        for _ in 0..100_000 {
            path.next_frame(10.0_f64.powf(random.uniform(-6.0, 1.0)));
            let before = random.uniform(0.0, path.durations[0]);
            let sum: f32 = path.weights(before).iter().map(|weight| weight.abs()).sum();
            assert!(sum < 1.3 * MAX_JITTER as f32, "{:?}: {sum}", path.durations);
        }
    }
}
