//! Cases that are no races of steps: rods and spring bones, which other areas measure, and changes of a running solver, as
//! rows of networks.

use anyhow::Result;

use super::changes;
use super::row::Row;
use crate::{bones, rods};

/// The rows of the cases and engines whose names contain these texts.
pub(super) fn rows([case, engine]: [&str; 2]) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    if rods::CASE.contains(case) {
        rows.extend(rods::rows()?.into_iter().map(|row| Row {
            case: rods::CASE.to_owned(),
            engine: row.engine.to_owned(),
            n: rods::STRANDS * (rods::SEGMENTS + 1),
            ms_per_step: row.mean,
            ms_99: row.p99,
            ms_best: row.best,
            stretch_max: row.stretch,
            ..Row::of_another_area()
        }));
    }
    if bones::CASE.contains(case) {
        let at_60 = bones::rows_at(60.0)?.into_iter().map(|row| Row {
            case: bones::CASE.to_owned(),
            engine: row.engine.to_owned(),
            n: bones::BONES,
            ms_per_step: row.mean,
            ms_99: row.p99,
            ms_best: row.best,
            error: Some(row.apart),
            ..Row::of_another_area()
        });
        rows.extend(at_60);
    }
    if changes::CASE.contains(case) {
        rows.extend(changes::rows()?);
    }
    rows.retain(|row| row.engine.contains(engine));
    Ok(rows)
}
