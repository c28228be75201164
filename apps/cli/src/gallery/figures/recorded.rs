//! The recordings of `data/` that figures are drawn from.

use anyhow::{Context, Result};

use crate::recording::{Choice, Line, Notes, Plan, Recording, TableOptions};

const ECG: &[u8] = include_bytes!("../../../data/ecg.csv");
const SUNSPOTS: &[u8] = include_bytes!("../../../data/sunspots.csv");
const WALK: &[u8] = include_bytes!("../../../data/walk.bvh");

/// An electrocardiogram at 360 Hz: time in seconds and raw value.
pub(super) fn electrocardiogram() -> Result<Vec<(f64, f64)>> {
    series("data/ecg.csv", ECG, "2")
}

/// The sunspot numbers of 1700 to 2008: time in seconds and number, one for each year.
pub(super) fn sunspots() -> Result<Vec<(f64, f64)>> {
    series("data/sunspots.csv", SUNSPOTS, "2")
}

/// A channel of the motion capture of a person: time in seconds and angle in degrees.
pub(super) fn walk(channel: &str) -> Result<Vec<(f64, f64)>> {
    series("data/walk.bvh", WALK, channel)
}

/// Time in seconds and value of a column, by its name or number.
fn series(name: &str, bytes: &[u8], column: &str) -> Result<Vec<(f64, f64)>> {
    let options = TableOptions::default();
    let mut recording = Recording::from_bytes(name.to_owned(), bytes.to_vec(), &options)?;
    let columns = [column.to_owned()];
    let plan = Plan::new(Choice { columns: &columns, ..Choice::default() }, &mut recording)?;
    let (mut reader, mut notes) = (plan.reader(), Notes::new(name.to_owned()));
    let mut series = Vec::new();
    for line in recording.lines {
        let Line::Row(row) = line? else { continue };
        let sample = reader.sample(&row, &mut notes)?.context("a bad row")?;
        series.push((sample.time, sample.values[0]));
    }
    reader.finish()?;
    Ok(series)
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
