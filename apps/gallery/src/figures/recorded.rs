//! The recordings of `data/` that the figures show.

use anyhow::{Context, Result};

const ECG: &str = include_str!("../../data/ecg.csv");
const SUNSPOTS: &str = include_str!("../../data/sunspots.csv");
const WALK: &str = include_str!("../../data/walk.bvh");

/// An electrocardiogram at 360 Hz: time in seconds and raw value.
pub(super) fn electrocardiogram() -> Result<Vec<(f64, f64)>> {
    columns(ECG)
}

/// The sunspot numbers of 1700 to 2008: year and number.
pub(super) fn sunspots() -> Result<Vec<(f64, f64)>> {
    columns(SUNSPOTS)
}

/// The first two columns of a table.
fn columns(text: &str) -> Result<Vec<(f64, f64)>> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    table.deserialize().map(|row| Ok(row?)).collect()
}

/// A channel of the motion capture of a person, such as `LeftKnee.Xrotation`: time in seconds and angle in degrees.
pub(super) fn walk(channel: &str) -> Result<Vec<(f64, f64)>> {
    let (head, frames) = WALK.split_once("Frame Time:").context("no Frame Time")?;
    let (frame_time, frames) = frames.split_once('\n').context("no frames")?;
    let frame_time: f64 = frame_time.trim().parse()?;
    let (mut joint, mut names) = ("", Vec::new());
    for line in head.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ROOT" | "JOINT") => joint = words.next().context("a joint without a name")?,
            Some("CHANNELS") => names.extend(words.skip(1).map(|name| format!("{joint}.{name}"))),
            _ => {}
        }
    }
    let index = names.iter().position(|name| name == channel).context("no such channel")?;
    let angle = |line: &str| -> Result<f64> {
        Ok(line.split_whitespace().nth(index).context("a short frame")?.parse()?)
    };
    let frames = frames.lines().filter(|line| !line.trim().is_empty()).enumerate();
    frames.map(|(frame, line)| Ok((frame as f64 * frame_time, angle(line)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recordings_are_what_their_page_says() {
        let heart = electrocardiogram().unwrap();
        assert_eq!(heart.len(), 1024);
        assert!((heart[1023].0 - 1023.0 / 360.0).abs() < 1e-3, "{:?}", heart[1023]);
        assert_eq!(sunspots().unwrap().len(), 309);
        let knee = walk("LeftKnee.Xrotation").unwrap();
        assert!(knee.len() == 455 && (knee[30].0 - 1.0).abs() < 1e-3, "{:?}", knee[30]);
    }
}
