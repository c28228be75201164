//! Gappa, which bounds rounding errors, and Sollya, which bounds what a polynomial misses: both prove what they print.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, ensure};

use crate::install;
use crate::workspace::Workspace;

/// Runs both programs.
pub(super) struct Solver {
    /// The folder of the scripts, to read and to run by hand.
    folder: PathBuf,
    /// What was printed for a script: libraries that share statements share proofs.
    printed: Mutex<HashMap<String, String>>,
}

/// An enclosure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Interval {
    pub(super) fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}

impl Solver {
    pub(super) fn new(workspace: &Workspace) -> Result<Solver> {
        install::all_of(workspace, &[(&["gappa"], "gappa"), (&["sollya"], "sollya")])?;
        let folder = workspace.target.join("bounds");
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Solver { folder, printed: Mutex::default() })
    }

    /// The enclosures that Gappa proves for these expressions, in their order.
    pub(super) fn gappa(&self, name: &str, script: &str, goals: &[&str]) -> Result<Vec<Interval>> {
        let text = self.printed("gappa", &format!("{name}.g"), script)?;
        enclosures(&text, goals).with_context(|| format!("{name}.g: Gappa printed\n{text}"))
    }

    /// The greatest value of each expression of Sollya, which is a constant, or an interval around one; rounded up.
    pub(super) fn sollya(&self, name: &str, expressions: &[String]) -> Result<Vec<f64>> {
        let lines = expressions.iter().map(|expression| format!("sup({expression});\n"));
        let text = self.printed("sollya", &format!("{name}.sollya"), &lines.collect::<String>())?;
        let values = text.lines().map(|line| line.trim().parse::<f64>().map(f64::next_up));
        let values: Vec<f64> = values
            .collect::<Result<_, _>>()
            .with_context(|| format!("{name}.sollya: Sollya printed\n{text}"))?;
        let all = values.len() == expressions.len() && values.iter().all(|value| value.is_finite());
        ensure!(all, "{name}.sollya: Sollya printed\n{text}");
        Ok(values)
    }

    /// What the program prints for a script: Gappa on one stream, Sollya on the other.
    fn printed(&self, program: &str, file: &str, script: &str) -> Result<String> {
        if let Some(known) = self.known().get(script) {
            return Ok(known.clone());
        }
        let file = self.folder.join(file);
        fs::write(&file, script).with_context(|| format!("cannot write {}", file.display()))?;
        let mut command = Command::new(program);
        command.arg(&file).stdin(Stdio::null());
        let output = command.output().with_context(|| format!("cannot start `{program}`"))?;
        let stream = if program == "gappa" { output.stderr } else { output.stdout };
        let text = String::from_utf8_lossy(&stream).into_owned();
        self.known().insert(String::from(script), text.clone());
        Ok(text)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads `  goal in [low, high]`, with `{decimals, powers}` behind each number that is not short.
fn enclosures(printed: &str, goals: &[&str]) -> Result<Vec<Interval>> {
    // A rule of rewriting that Gappa cannot check is a warning: nothing is proven then. A second name for a value, and a split
    // that was not needed, are no doubt.
    let harmless = ["Warning: renaming identifier", "Warning: case split on"];
    let is_doubt = |line: &str| {
        let is_harmless = harmless.iter().any(|start| line.starts_with(start));
        let line = line.to_lowercase();
        !is_harmless && line.contains("warning") || line.contains("error")
    };
    ensure!(!printed.lines().any(is_doubt), "nothing is proven");
    let of = |goal: &&str| {
        let head = format!("  {goal} in [");
        let line = printed.lines().find_map(|line| line.strip_prefix(&head));
        let line = line.with_context(|| format!("no bound of {goal}"))?;
        let (low, high) = bounds(line).with_context(|| format!("no numbers in {line}"))?;
        Ok(Interval { low: low.next_down(), high: high.next_up() })
    };
    goals.iter().map(of).collect()
}

fn bounds(line: &str) -> Option<(f64, f64)> {
    let low = line.split([',', ' ']).next()?;
    let rest = line[low.len()..].trim_start();
    let rest = if rest.starts_with('{') { rest.split_once('}')?.1 } else { rest };
    let high = rest.trim_start_matches([',', ' ']).split([',', ' ', ']']).next()?;
    Some((number(low)?, number(high)?))
}

/// `3b-2` is 3·2⁻².
fn number(text: &str) -> Option<f64> {
    let Some((significand, exponent)) = text.split_once('b') else { return text.parse().ok() };
    let (significand, exponent): (i64, i32) = (significand.parse().ok()?, exponent.parse().ok()?);
    // In two steps: the power alone may be subnormal.
    let half = exponent / 2;
    Some(significand as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// The number for Gappa, exactly.
pub(super) fn dyadic(value: f64) -> String {
    let (significand, exponent) = parts(value);
    format!("{significand}b{exponent}")
}

/// The number for Sollya, exactly.
pub(super) fn power(value: f64) -> String {
    let (significand, exponent) = parts(value);
    format!("({significand}*2^({exponent}))")
}

/// The odd significand and the exponent of a finite number.
fn parts(value: f64) -> (i64, i32) {
    assert!(value.is_finite(), "{value} has no digits");
    if value == 0.0 {
        return (0, 0);
    }
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7FF) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (mut significand, mut exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    let zeros = significand.trailing_zeros() as i32;
    significand >>= zeros;
    exponent += zeros;
    (if value < 0.0 { -significand } else { significand }, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enclosures_are_read_and_rounded_outward() {
        let printed = "Results:\n  k in [-124, 0]\n  s - sx in [-3b-2 {-0.75, -2^(-0.4)}, 5b1 {10, 2^(3.3)}]\n";
        let read = enclosures(printed, &["s - sx", "k"]).unwrap();
        assert!(read[0].low < -0.75 && read[0].low > -0.7501);
        assert!(read[0].high > 10.0 && read[0].high < 10.01);
        assert!(read[1].low < -124.0 && read[1].magnitude() < 124.01);
        assert!(enclosures(printed, &["x"]).is_err());
        assert!(enclosures(&format!("Warning: no proof\n{printed}"), &["k"]).is_err());
    }

    #[test]
    fn numbers_are_written_exactly() {
        assert_eq!(dyadic(-0.75), "-3b-2");
        assert_eq!(power(10.0), "(5*2^(1))");
        assert_eq!(dyadic(0.0), "0b0");
        assert_eq!(dyadic(f64::from_bits(1)), "1b-1074");
        for value in [0.1, -1e-300, 1e300, 86.0] {
            assert_eq!(number(&dyadic(value)), Some(value));
        }
    }
}
