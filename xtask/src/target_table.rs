//! The table of targets, `data/targets.md`.

use std::fmt::Write as _;

use crate::determinism::golden_hash;

/// One line of the report.
pub(crate) struct Row {
    pub(crate) target: String,
    pub(crate) run_by: String,
    pub(crate) build: &'static str,
    pub(crate) level: String,
    pub(crate) printed: String,
}

/// The rows below their head.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| target | run by | build | SIMD level of batches | hash |\n|---|---|---|---|---|\n",
    );
    for Row { target, run_by, build, level, printed } in rows {
        let hash = golden_hash(printed);
        let _ = writeln!(text, "| {target} | {run_by} | {build} | {level} | {hash} |");
    }
    text
}

/// The page with the table.
pub(crate) fn report(rows: &[Row]) -> String {
    let table = table(rows);
    format!(
        "# Targets\n\nWritten by `cargo xtask targets`: the program `testkit/determinism`, which hashes the results of all \
         libraries in both precisions, prints the same on each of these.\n\n{table}\n\
         32-bit x86 has SSE2 here, as Rust's i686 targets do. The x87 unit of older processors (i586) rounds to other \
         numbers of bits: there the results differ, and no promise holds. s390x needs QEMU 10: QEMU 7.2 computes other \
         results there, which change with the level of optimization. No target but x86-64 was run on a real processor.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_the_target_and_its_hash() {
        let row = Row {
            target: "powerpc64-unknown-linux-gnu, 64 bits, big-endian".into(),
            run_by: "qemu-ppc64".into(),
            build: "release",
            level: "scalar".into(),
            printed: "core 1\ngolden 2a\n".into(),
        };
        let wanted = "| powerpc64-unknown-linux-gnu, 64 bits, big-endian | qemu-ppc64 | release | scalar | 2a |";
        assert!(report(&[row]).contains(wanted));
    }
}
