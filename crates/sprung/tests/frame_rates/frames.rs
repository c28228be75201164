//! Frames of four seconds at even and uneven rates.

use testkit::inputs;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{FRAME_RATES, MANY_FRAMES, Tolerance};

/// One frame of the four seconds; times in seconds since the start of its second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) second: usize,
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) dt: f64,
    pub(crate) starts_second: bool,
    pub(crate) ends_second: bool,
    /// Positions at the start and the end of the frame of a walk with a new constant velocity each second.
    pub(crate) walk: (f64, f64),
}

pub(crate) const SECONDS: usize = 4;
pub(crate) const WALK: [f64; SECONDS] = [0.75, -1.5, 0.5, 0.0];

/// The frames of all seconds, from the frame times of each; `dt` are numbers of the precision under test.
pub(crate) fn frames(seconds: [Vec<f64>; SECONDS]) -> Vec<Frame> {
    let (mut frames, mut walk) = (Vec::new(), 0.0);
    for (second, times) in seconds.into_iter().enumerate() {
        let (mut time, start, last) = (0.0, walk, times.len() - 1);
        for (i, dt) in times.into_iter().enumerate() {
            let (from, before) = (time, walk);
            time += dt;
            walk = start + WALK[second] * time;
            let (starts_second, ends_second) = (i == 0, i == last);
            let walk = (before, walk);
            frames.push(Frame { second, from, to: time, dt, starts_second, ends_second, walk });
        }
    }
    frames
}

pub(crate) fn even<R: Precision>(rate: u32) -> Vec<f64> {
    vec![R::nearest(1.0 / f64::from(rate)).to_f64(); rate as usize]
}

pub(crate) fn paces<R: Precision>() -> Vec<(String, [Vec<f64>; SECONDS], Tolerance)> {
    let mut paces = Vec::new();
    for (rate, tolerance) in [15, 24, 30, 60, 144]
        .map(|rate| (rate, FRAME_RATES))
        .into_iter()
        .chain([(1000, MANY_FRAMES)])
    {
        let seconds = core::array::from_fn(|_| even::<R>(rate));
        paces.push((format!("{rate} fps"), seconds, tolerance));
    }
    let mut random = Random::new(1);
    let uneven = |_| {
        let times = inputs::frame_times::<R>(&mut random, 60);
        times.into_iter().map(Precision::to_f64).collect()
    };
    paces.push(("uneven".into(), core::array::from_fn(uneven), FRAME_RATES));
    let hitch = |second| if second == 1 { vec![1.0] } else { even::<R>(60) };
    paces.push(("hitch".into(), core::array::from_fn(hitch), FRAME_RATES));
    paces
}
