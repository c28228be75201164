//! The greatest distance of the program's result from that of pandas.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::file::{HALFLIFE, RATE};

/// Reads both files to their ends and returns the greatest distance, as part of the greatest value.
///
/// Over a step that keeps the part `e`, pandas computes `p₁ = e·p₀ + (1 − e)·x₁`, and the program, whose signal runs
/// straight, `y₁ = e·y₀ + a·x₀ + b·x₁` with `a + b = 1 − e`. Thus `y₁ = (b·p₁ + a·p₀) / (1 − e)`.
pub(super) fn greatest(ours: &Path, pandas: &Path) -> Result<f64> {
    let mut ours = lines(ours)?;
    let decay = std::f64::consts::LN_2 / HALFLIFE / RATE as f64;
    let (moved, kept) = (-(-decay).exp_m1(), (-decay).exp());
    let (b, a) = (1.0 - moved / decay, moved / decay - kept);
    let (mut apart, mut largest) = (0f64, 0f64);
    let mut before: Option<Vec<f64>> = None;
    for line in lines(pandas)? {
        let (line, our_line) = (line?, ours.next().context("the program wrote fewer rows")??);
        let (theirs, ours) = (numbers(&line)?, numbers(&our_line)?);
        ensure!(theirs.len() == ours.len(), "rows of {} and {} cells", theirs.len(), ours.len());
        for (column, (p, y)) in theirs.iter().zip(&ours).enumerate() {
            let expected = match &before {
                Some(before) if column > 0 => (b * p + a * before[column]) / moved,
                _ => *p,
            };
            apart = apart.max((y - expected).abs());
            if column > 0 {
                largest = largest.max(p.abs());
            }
        }
        before = Some(theirs);
    }
    ensure!(ours.next().is_none(), "the program wrote more rows");
    Ok(apart / largest)
}

/// The lines below the header.
fn lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<String>>> {
    Ok(BufReader::with_capacity(1 << 20, File::open(path)?).lines().skip(1))
}

fn numbers(line: &str) -> Result<Vec<f64>> {
    let number = |cell: &str| cell.parse().with_context(|| format!("{cell} is no number"));
    line.split(',').map(number).collect()
}
