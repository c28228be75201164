//! Proven bounds of the errors of the kernels: exponential, sine, cosine, arctangent, and the polynomials of a step.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::thread;

use anyhow::{Context, Result, ensure};

pub(crate) use crate::bounds::kernel::Bound;
use crate::bounds::model::check_polynomial;
use crate::bounds::solver::Solver;
use crate::bounds::source::{DOUBLE, SINGLE, Source};
use crate::bounds::turn::Library;
use crate::workspace::Workspace;

mod arctangent;
mod decay;
mod kernel;
mod model;
mod series;
mod solver;
mod source;
mod step;
mod turn;

const REPORT: &str = "data/bounds.md";

/// The bound of every kernel in both precisions.
fn proven(workspace: &Workspace) -> Result<Vec<Bound>> {
    let solver = Solver::new(workspace)?;
    let core = Source::read(
        workspace,
        "crates/sprung/src/real",
        &["polynomials.rs", "decayed.rs", "turned.rs"],
    )?;
    let batch = Source::read(
        workspace,
        "crates",
        &[
            "sprung/src/real/polynomials.rs",
            "sprung/src/real/decayed.rs",
            "sprung-batch/src/float.rs",
            "sprung-batch/src/math/sin_cos.rs",
            "sprung-batch/src/math/arctangent.rs",
            "sprung-batch/src/math/response.rs",
        ],
    )?;
    check_polynomial(&core)?;
    let libraries = [
        Library {
            name: "core",
            source: &core,
            reduce: "turned",
            evaluate: "by_quarters",
            numbers: "R",
            // Those of the audit are of all angles, also beyond what is proven.
            sine: &[],
            cosine: &[],
            quarter: &["f32 sine within a quarter turn, ulp"],
            eighth: &["f32 cosine within an eighth of a turn, ulp"],
        },
        Library {
            name: "batch",
            source: &batch,
            reduce: "turned",
            evaluate: "turned",
            numbers: "T",
            sine: &["f32 batch sine up to 8192 rad, 2⁻²³"],
            cosine: &["f32 batch cosine up to 8192 rad, 2⁻²³"],
            quarter: &["f32 batch sine within a quarter turn, ulp"],
            eighth: &[],
        },
    ];
    let of = |precision| -> Result<Vec<Bound>> {
        let core_decay = ("MAX_DECAY", DECAYS[0]);
        let batch_decay = ("LONGEST_DECAY", DECAYS[1]);
        let mut bounds = decay::decay(&solver, "core", &core, precision, core_decay)?;
        bounds.extend(decay::decay(&solver, "batch", &batch, precision, batch_decay)?);
        bounds.extend(decay::short_decay(&solver, &core, &batch, precision)?);
        for library in &libraries {
            bounds.extend(turn::turn(&solver, library, precision)?);
        }
        bounds.extend(arctangent::arctangent(&solver, &batch, precision)?);
        bounds.extend(step::polynomials(&solver, &core, &batch, precision)?);
        Ok(bounds)
    };
    let bounds = thread::scope(|scope| {
        let started = [SINGLE, DOUBLE].map(|precision| scope.spawn(move || of(precision)));
        started.map(|thread| thread.join().expect("a proof does not panic"))
    });
    let mut all = Vec::new();
    for bounds in bounds {
        all.extend(bounds?);
    }
    Ok(all)
}

/// Proves every bound, and writes them.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    write(workspace).map(drop)
}

/// Proves every bound, and writes them unless one is above the bound that the file has.
pub(crate) fn write(workspace: &Workspace) -> Result<Vec<Bound>> {
    let bounds = proven(workspace)?;
    let text = report(&bounds);
    print!("{text}");
    let path = workspace.root.join(REPORT);
    if path.exists() {
        let before = fs::read_to_string(&path).with_context(|| format!("cannot read {REPORT}"))?;
        not_above(&text, &before)?;
    }
    fs::write(&path, text).with_context(|| format!("cannot write {REPORT}"))?;
    Ok(bounds)
}

/// An error if a row of a report has a greater bound than the same row before.
fn not_above(now: &str, before: &str) -> Result<()> {
    let rows = |text: &str| -> BTreeMap<String, f64> {
        let row = |line: &str| {
            let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
            let [function, domain, bound, _] = cells[..] else { return None };
            Some((format!("{function}, {domain}"), bound.parse().ok()?))
        };
        text.lines().filter_map(row).collect()
    };
    let before = rows(before);
    let worse =
        rows(now).into_iter().filter(|(row, bound)| before.get(row).is_some_and(|old| bound > old));
    let worse: Vec<String> =
        worse.map(|(row, bound)| format!("{row}: {bound}, was {}", before[&row])).collect();
    ensure!(
        worse.is_empty(),
        "bounds have grown; if that is meant, remove their rows from {REPORT}:\n{}",
        worse.join("\n")
    );
    Ok(())
}

fn report(bounds: &[Bound]) -> String {
    let mut text = String::from(
        "# Proven bounds\n\nWritten by `cargo xtask bounds`: bounds of the errors of the kernels that hold for every \
         argument, from the coefficients and statements of the source. What rounding adds is proven by Gappa, what a polynomial \
         misses by Sollya; `tools/README.md` says how. A bound adds the worst of each operation, so an error is \
         smaller. The unit is that in the last place (ulp) of the exact result.\n\n\
         | function | arguments | error at most | unit |\n|---|---|---|---|\n",
    );
    for Bound { function, domain, units, unit, .. } in bounds {
        let _ = writeln!(text, "| {function} | {domain} | {} | {unit} |", upward(*units));
    }
    text
}

/// Three decimals, rounded up.
fn upward(value: f64) -> String {
    format!("{:.3}", (value * 1000.0).ceil() / 1000.0)
}

/// The rows of measured errors with their proven bounds: an error if one is above its bound, or none was measured.
pub(crate) fn beside(bounds: &[Bound], rows: &[Vec<&str>]) -> Result<String> {
    let mut text = String::from("| measured | at most | proven bound |\n|---|---|---|\n");
    let mut compared = 0;
    for bound in bounds {
        for name in bound.measured {
            for row in rows.iter().filter(|row| row[0] == *name) {
                let found = row[2].split(' ').next().and_then(|number| number.parse::<f64>().ok());
                let found = found.with_context(|| format!("no number in {}", row[2]))?;
                ensure!(
                    found <= bound.units,
                    "{name}: an error of {found} was measured, above the proven bound {}",
                    bound.units
                );
                let _ = writeln!(text, "| {name} | {found:.3} | {} |", upward(bound.units));
                compared += 1;
            }
        }
    }
    ensure!(compared > 0, "no measurement is beside a proven bound");
    Ok(text)
}

/// The rows of the audit that measure decays: those of the core, and of a batch.
const DECAYS: [[&[&str]; 2]; 2] = [
    [
        &["f32 e^−x of a step at every x in 0 … 86, ulp"],
        &["f32 e^−x − 1 of a step at every x in 0 … 86, ulp"],
    ],
    [
        &["f32 batch e^−x at every x in 0 … 80, ulp"],
        &["f32 batch e^−x − 1 at every x in 0 … 80, ulp"],
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(units: f64) -> Bound {
        let (function, domain) = (String::from("f32 sine"), String::from("0 … π/2"));
        Bound { function, domain, units, unit: "ulp", measured: &["sine, ulp"] }
    }

    #[test]
    fn a_measured_error_above_its_proven_bound_is_a_failure() {
        let measured = [vec!["sine, ulp", "4", "1.250 at 3e-1"]];
        let table = beside(&[bound(1.3)], &measured).unwrap();
        assert!(table.ends_with("| sine, ulp | 1.250 | 1.300 |\n"), "{table}");
        let error = beside(&[bound(1.2)], &measured).unwrap_err().to_string();
        assert!(error.contains("1.25 was measured, above"), "{error}");
        assert!(beside(&[bound(1.3)], &[vec!["cosine, ulp", "4", "1.0 at 0"]]).is_err());
    }

    #[test]
    fn a_bound_that_grows_is_a_failure() {
        let of = |units| report(&[bound(units)]);
        assert!(not_above(&of(1.2), &of(1.2)).is_ok() && not_above(&of(1.1), &of(1.2)).is_ok());
        let error = not_above(&of(1.3), &of(1.2)).unwrap_err().to_string();
        assert!(error.ends_with("f32 sine, 0 … π/2: 1.3, was 1.2"), "{error}");
        assert!(not_above(&of(1.3), "").is_ok());
    }

    #[test]
    fn bounds_are_rounded_up() {
        assert_eq!((upward(1.2001), upward(0.5)), (String::from("1.201"), String::from("0.500")));
        assert!(report(&[bound(0.91)]).ends_with("| f32 sine | 0 … π/2 | 0.910 | ulp |\n"));
    }
}
