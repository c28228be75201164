//! Bounds of the polynomials of a step, of hyperbolic functions and of an integral: no reduction, and no sum with a greater term.

use anyhow::{Result, ensure};

use crate::bounds::kernel::Bound;
use crate::bounds::model::{Model, ROUNDING, UNROUNDED};
use crate::bounds::series::{AREA, COSH, ONE, SINH, Series, X};
use crate::bounds::solver::{Interval, Solver};
use crate::bounds::source::{Precision, SINGLE, Source};

/// A polynomial: its library, its name, its function, and the names of the ends of its range; the least is 0 without one.
type Row<'a> = (&'a str, &'a Source, &'a str, &'static Series, [&'a str; 2]);

/// Every polynomial whose value is a factor.
pub(super) fn polynomials(
    solver: &Solver,
    core: &Source,
    batch: &Source,
    precision: Precision,
) -> Result<Vec<Bound>> {
    let rows: [Row; 6] = [
        ("core", core, "COSH_POLYNOMIAL", &COSH, ["−NEAR_SQUARE", "NEAR_SQUARE"]),
        ("core", core, "SINH_POLYNOMIAL", &SINH, ["−NEAR_SQUARE", "NEAR_SQUARE"]),
        ("core", core, "WIDE_SINH_POLYNOMIAL", &SINH, ["", "WIDE_SQUARE"]),
        ("batch", batch, "COSH", &COSH, ["MIN_SHORT_SQUARE", "MAX_SHORT_SQUARE"]),
        ("batch", batch, "SINH", &SINH, ["MIN_SHORT_SQUARE", "MAX_SHORT_SQUARE"]),
        ("batch", batch, "AREA", &AREA, ["", "LONGEST_SERIES"]),
    ];
    rows.iter().map(|row| polynomial(solver, precision, row)).collect()
}

fn polynomial(
    solver: &Solver,
    precision: Precision,
    &(library, source, name, series, range): &Row,
) -> Result<Bound> {
    let end = |name: &str| -> Result<f64> {
        match name.strip_prefix('−') {
            Some(name) => Ok(-source.numbers(precision, name)?[0]),
            None if name.is_empty() => Ok(0.0),
            None => Ok(source.numbers(precision, name)?[0]),
        }
    };
    let (low, high) = (end(range[0])?, end(range[1])?);
    let title = format!("{library}_{}", name.to_lowercase());
    let coefficients = source.numbers(precision, name)?;
    let mut model = Model::new(source, precision, &["x"]);
    model.define("value", &format!("polynomial({name}, x)"))?;
    for exact in ["", "exact_"] {
        model.line(&format!("{exact}{UNROUNDED} = {exact}value;"));
    }
    // In pieces, so that an error is compared with the function at nearly the same place.
    const PIECES: i32 = 16;
    let edge = |at: i32| low + (high - low) * f64::from(at) / f64::from(PIECES);
    let mut worst = 0.0f64;
    let missed = series.missed(
        solver,
        &format!("{}_{title}", precision.name),
        &coefficients,
        (X, ONE),
        (low, high),
    )?;
    for at in 0..PIECES {
        let inside = [("x", edge(at), edge(at + 1))];
        let goals = [ROUNDING, UNROUNDED];
        let hints = format!("{UNROUNDED} $ x in 2;\n");
        let found = model.enclose(solver, &title, &inside, &goals, &hints)?;
        let Interval { low: least, .. } = found[1];
        let error = found[0].magnitude() + missed;
        worst = worst.max(error / (least - error));
    }
    ensure!(worst > 0.0 && worst < 1e-3, "{title}: {worst} is no bound");
    Ok(Bound {
        function: format!("{} {} by {name} of the {library}", precision.name, series.formula),
        // As short as the ends are written in the source.
        domain: if precision == SINGLE {
            format!("{} … {}", low as f32, high as f32)
        } else {
            format!("{low} … {high}")
        },
        units: worst * 2f64.powi(precision.digits - 1) * (1.0 + 1e-9),
        unit: "relative, ε",
        measured: &[],
    })
}
