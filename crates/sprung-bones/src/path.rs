//! The path of nodes through the last frames, as numbers at any time between them.

use alloc::vec;
use alloc::vec::Vec;

/// Frames that the path goes through.
const FRAMES: usize = 5;

/// The frame that is last and those before it that took about as long lie on one polynomial: a longer or shorter one by more
/// than this factor says little about the path in the last.
const ALIKE: f64 = 2.5;

/// Many numbers that each go along a polynomial through the last frames, of up to the fourth degree.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The numbers of each frame, the last one first.
    frames: [Vec<f32>; FRAMES],
    /// The seconds between a frame and the one before it.
    durations: [f64; FRAMES - 1],
    /// Nothing has moved before the last frame.
    is_new: bool,
}

impl Path {
    /// At rest at some numbers.
    pub(crate) fn new(numbers: usize) -> Self {
        let frames = core::array::from_fn(|_| vec![0.0; numbers]);
        Path { frames, durations: [0.0; FRAMES - 1], is_new: true }
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
        let mut weights = [0.0; FRAMES - 1];
        if self.is_new || before <= 0.0 {
            return weights;
        }
        let [last, ..] = self.durations;
        let is_alike = |duration: &&f64| **duration < ALIKE * last && last < ALIKE * **duration;
        let older = self.durations[1..].iter().take_while(is_alike).count();
        let mut times = [0.0; FRAMES];
        for at in 1..FRAMES {
            times[at] = times[at - 1] - self.durations[at - 1];
        }
        let times = &times[..older + 2];
        let at = -before.min(last);
        for (place, weight) in weights.iter_mut().enumerate().take(older + 1) {
            let own = times[place + 1];
            let others = times.iter().enumerate().filter(|(other, _)| *other != place + 1);
            *weight = others.map(|(_, other)| (at - other) / (own - other)).product::<f64>() as f32;
        }
        weights
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
}
