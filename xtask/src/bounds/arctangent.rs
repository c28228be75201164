//! Bounds of the arctangent of a batch: a quotient, a polynomial, and the middle of a sector.

use std::f64::consts::{FRAC_PI_4, PI};

use anyhow::Result;

use crate::bounds::kernel::{Bound, Kernel, Part, parts, unit};
use crate::bounds::model::Model;
use crate::bounds::series::{ATAN, CUBE, SQUARE};
use crate::bounds::solver::{Solver, power};
use crate::bounds::source::{Precision, SINGLE, Source};

const FUNCTION: &str = "angle_of";
const LAST: &str = "from + (t + t * square * polynomial(T::ATAN, square))";
const MEASURED: [&str; 2] = [
    "f32 batch arctangent of every number ≥ 0, ulp",
    "f32 batch arccotangent of every number ≥ 0, ulp",
];

/// The angle of a point in the first quadrant.
pub(super) fn arctangent(
    solver: &Solver,
    source: &Source,
    precision: Precision,
) -> Result<Vec<Bound>> {
    for statement in [
        "let low = sin <= cos * tangent;",
        "let high = cos < sin * tangent;",
        "if low { sin } else if high { -cos } else { sin - cos }",
        "if low { cos } else if high { sin } else { sin + cos }",
        "if low { T::ZERO } else if high { T::PI * T::HALF } else { T::PI * T::HALF * T::HALF }",
        "let t = numerator / denominator;",
        LAST,
    ] {
        source.has(FUNCTION, statement)?;
    }
    // Half a unit of a number is at most this part of it.
    let half = 2f64.powi(-precision.digits);
    // The tangent of an eighth of a turn, its rounding, that of its product and of the quotient.
    let greatest = (2f64.sqrt() - 1.0) * (1.0 + 8.0 * half);
    let mut start = Model::new(source, precision, &["t"]);
    start.step(FUNCTION, "let square = t * t;")?;
    let kernel = |name, model| Kernel {
        name,
        model,
        variable: "t",
        polynomial: "ATAN",
        series: &ATAN,
        forms: (SQUARE, CUBE),
    };

    // The quotient is off by half a unit; `t` may be in the next power of two above its arctangent.
    let mut low = start.clone();
    low.result(FUNCTION, "t + t * square * polynomial(T::ATAN, square)")?;
    let mut all = Vec::new();
    for part in parts(precision, -1, greatest, f64::tan) {
        let next = 2f64.powi(part.exponent + 1);
        if part.high > next {
            all.extend([Part { high: next, ..part }, Part { low: next, ..part }]);
        } else {
            all.push(part);
        }
    }
    let of_quotient = |part: &Part| {
        let exponent = part.exponent + i32::from(part.low >= 2f64.powi(part.exponent + 1));
        0.5 * unit(precision, exponent) / (1.0 + part.low * part.low) * (1.0 + 1e-6)
    };
    let mut worst = kernel("low_arctangent", low).units(solver, &all, &[], of_quotient)?;

    // Further sectors start from a multiple of π/4, which is rounded too.
    let circle = if precision == SINGLE { f64::from(std::f32::consts::PI) } else { PI };
    let off = format!("evaluate(abs(pi - {}), [0;0])", power(circle));
    let off = solver.sollya(&format!("{}_pi", precision.name), &[off])?[0];
    // From π/8 to 3π/8 sum and difference are rounded too.
    let least = |y: f64| (y - FRAC_PI_4).tan();
    let middle = [
        Part { exponent: -2, low: -greatest, high: -0.31 },
        Part { exponent: -2, low: -0.31, high: least(0.5) + 1e-6 },
        Part { exponent: -1, low: least(0.5) - 1e-6, high: -1.0 / 64.0 },
        Part { exponent: -1, low: -1.0 / 64.0, high: 1.0 / 64.0 },
        Part { exponent: -1, low: 1.0 / 64.0, high: least(1.0) + 1e-6 },
        Part { exponent: 0, low: least(1.0) - 1e-6, high: greatest },
    ];
    let high = [Part { exponent: 0, low: -greatest, high: 0.0 }];
    for (name, parts, from, roundings) in
        [("middle_arctangent", &middle[..], 0.25, 3.0), ("high_arctangent", &high[..], 0.5, 1.0)]
    {
        let mut model = start.clone();
        model.constant("from", from * circle);
        model.result(FUNCTION, LAST)?;
        let of_argument = |part: &Part| {
            let t = part.low.abs().max(part.high.abs());
            let nearest = part.low.max(-part.high).max(0.0);
            roundings * half * t / (1.0 + nearest * nearest) * (1.0 + 1e-6) + from * off
        };
        worst = worst.max(kernel(name, model).units(solver, parts, &[], of_argument)?);
    }
    Ok(vec![Bound {
        function: format!("{} arctangent of a batch", precision.name),
        domain: String::from("every number ≥ 0, and its reciprocal"),
        units: worst,
        unit: "ulp",
        measured: if precision == SINGLE { &MEASURED } else { &[] },
    }])
}
