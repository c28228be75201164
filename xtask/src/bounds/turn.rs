//! Bounds of sine and cosine: the polynomials within an eighth of a turn, and the reduction by quarter turns.

use std::f64::consts::FRAC_2_PI;

use anyhow::{Result, ensure};

use crate::bounds::decay::integer_rounder;
use crate::bounds::kernel::{Bound, Kernel, Part, parts, unit};
use crate::bounds::model::Model;
use crate::bounds::series::{COS, CUBE, FOURTH, SIN, SQUARE};
use crate::bounds::solver::{Solver, power};
use crate::bounds::source::{Precision, SINGLE, Source};

/// A library's functions: their names, its name for the numbers, and the rows of its measurements.
pub(super) struct Library<'a> {
    pub(super) name: &'a str,
    pub(super) source: &'a Source,
    pub(super) reduce: &'a str,
    pub(super) evaluate: &'a str,
    pub(super) numbers: &'a str,
    pub(super) sine: &'static [&'static str],
    pub(super) cosine: &'static [&'static str],
    pub(super) quarter: &'static [&'static str],
    pub(super) eighth: &'static [&'static str],
}

/// What the reduction leaves: an angle up to `greatest`, off by at most `off`, and `first_off` for angles below 2.
struct Reduction {
    greatest: f64,
    off: f64,
    first_off: f64,
}

const HINTS: &str = "
quarters - product -> rounded - (product + integer_rounder_0);
exact_reduced -> angle*(1 - quarters_per_radian_0*quarter) - (product - angle*quarters_per_radian_0)*quarter - (quarters - product)*quarter;
angle - quarters*half_pi_split_0 -> exact_reduced + quarters*half_pi_split_1 + quarters*half_pi_split_2 + quarters*split;
first - second -> (first - (angle - quarters*half_pi_split_0)) - (second - quarters*half_pi_split_1) + exact_reduced + quarters*half_pi_split_2 + quarters*split;
next - third -> (next - (first - second)) + (first - (angle - quarters*half_pi_split_0)) - (second - quarters*half_pi_split_1) - (third - quarters*half_pi_split_2) + exact_reduced + quarters*split;
last - exact_reduced -> (last - (next - third)) + (next - (first - second)) + (first - (angle - quarters*half_pi_split_0)) - (second - quarters*half_pi_split_1) - (third - quarters*half_pi_split_2) + quarters*split;
";

fn reduction(solver: &Solver, library: &Library, precision: Precision) -> Result<Reduction> {
    let Library { source, reduce, numbers, .. } = *library;
    let mut model = Model::new(source, precision, &["angle"]);
    integer_rounder(&mut model, precision)?;
    source.known(precision, "QUARTERS_PER_RADIAN", "core::$type::consts::FRAC_2_PI")?;
    let single = precision == SINGLE;
    let inverse = if single { f64::from(std::f32::consts::FRAC_2_PI) } else { FRAC_2_PI };
    model.constant(&format!("{numbers}::QUARTERS_PER_RADIAN"), inverse);
    model.step(
        reduce,
        &format!(
            "let rounded = angle * {numbers}::QUARTERS_PER_RADIAN + {numbers}::INTEGER_ROUNDER;"
        ),
    )?;
    source.has(reduce, &format!("let quarters = rounded - {numbers}::INTEGER_ROUNDER;"))?;
    source.has(reduce, &format!("let [a, b, c] = {numbers}::HALF_PI_SPLIT;"))?;
    source.has(reduce, "((angle - quarters * a) - quarters * b) - quarters * c")?;
    let split = source.numbers(precision, "HALF_PI_SPLIT")?;
    for (at, &part) in split.iter().enumerate() {
        model.constant(&format!("half_pi_split_{at}"), part);
        model.number("HALF_PI_SPLIT", at)?;
    }
    for line in [
        "quarters = rounded - integer_rounder_0;",
        "rounding_of_quarters = rnd(quarters) - quarters;",
        "product rnd= angle * quarters_per_radian_0;",
        // The statement of the source, an operation a line.
        "first rnd= angle - quarters * half_pi_split_0;",
        "second rnd= quarters * half_pi_split_1;",
        "next rnd= first - second;",
        "third rnd= quarters * half_pi_split_2;",
        "last rnd= next - third;",
        "quarter = half_pi_split_0 + half_pi_split_1 + half_pi_split_2 + split;",
        "exact_reduced = angle - quarters * quarter;",
    ] {
        model.line(line);
    }
    let sum: Vec<String> = split.iter().map(|&part| power(part)).collect();
    let name = format!("{}_half_pi", precision.name);
    let off = format!("evaluate(abs(pi/2 - ({})), [0;0])", sum.join("+"));
    let split = solver.sollya(&name, &[off])?[0];
    let nearest = source.numbers(precision, "NEAR_ANGLE")?[0];
    let mut found = Reduction { greatest: 0.0, off: 0.0, first_off: 0.0 };
    // Below, no quarter is taken out.
    let mut low = 0.785;
    while low < nearest {
        let high = if low < 1.0 { 1.0 } else { (2.0 * low).min(nearest) };
        let goals = ["last", "last - exact_reduced", "rounding_of_quarters"];
        let name = format!("{}_reduction_of_turn", library.name);
        let inside = [("angle", low, high), ("split", -split, split)];
        let bounds = model.enclose(solver, &name, &inside, &goals, HINTS)?;
        ensure!(bounds[2].magnitude() < 1e-300, "the count of quarters is rounded");
        found.greatest = found.greatest.max(bounds[0].magnitude());
        found.off = found.off.max(bounds[1].magnitude());
        if low < 2.0 {
            found.first_off = found.off;
        }
        low = high;
    }
    Ok(found)
}

pub(super) fn turn(solver: &Solver, library: &Library, precision: Precision) -> Result<Vec<Bound>> {
    let Library { source, evaluate, numbers, .. } = *library;
    let Reduction { greatest, off, first_off } = reduction(solver, library, precision)?;
    let mut start = Model::new(source, precision, &["r"]);
    for (name, value) in [("ONE", 1.0), ("HALF", 0.5)] {
        start.constant(&format!("{numbers}::{name}"), value);
    }
    start.step(evaluate, "let square = r * r;")?;
    let sin_name = format!("{}_sine", library.name);
    let mut sin = start.clone();
    let sum = format!("r + r * square * polynomial({numbers}::SIN_POLYNOMIAL, square)");
    sin.result(evaluate, &sum)?;
    let sin = Kernel {
        name: &sin_name,
        model: sin,
        variable: "r",
        polynomial: "SIN_POLYNOMIAL",
        series: &SIN,
        forms: (SQUARE, CUBE),
    };
    let all = parts(precision, -1, greatest, f64::asin);
    let sin_units = sin.units(solver, &all, &[], |_| 0.0)?;

    let cos_name = format!("{}_cosine", library.name);
    let mut cos = start;
    let product = format!(
        "square * (square * polynomial({numbers}::COS_POLYNOMIAL, square) - {numbers}::HALF)"
    );
    if source.has(evaluate, &format!("let cos_change = {product};")).is_ok() {
        cos.define("cos_change", &product)?;
        cos.result(evaluate, &format!("{numbers}::ONE + cos_change"))?;
    } else {
        cos.result(evaluate, &format!("{numbers}::ONE + {product}"))?;
    }
    let cos = Kernel {
        name: &cos_name,
        model: cos,
        variable: "r",
        polynomial: "COS_POLYNOMIAL",
        series: &COS,
        forms: (SQUARE, FOURTH),
    };
    // Where the result is next to 1, what was lost is far below half a unit.
    let middle = 1.0 / 64.0;
    let whole = [(0.0, middle), (middle, greatest)];
    let whole = whole.map(|(low, high)| Part { exponent: -1, low, high });
    let cos_units = cos.units(solver, &whole, &[], |_| 0.0)?;

    // Up to a quarter turn the results are sines of up to an eighth, and cosines that the reduction changes by at most
    // its error times the sine of an eighth. Units of results of one half and more are half those of one.
    let half = unit(precision, -1);
    let quarter = sin_units.max(cos_units + first_off * greatest.sin() / half);
    ensure!(is_unreduced_to_an_eighth(precision), "an eighth of a turn is reduced");
    let eighth = cos_units;
    let of_one = cos_units.max(sin_units) * 0.5 + off / unit(precision, 0);
    let nearest = source.numbers(precision, "NEAR_ANGLE")?[0];
    let bound = |function: &str, domain: &str, units, unit, measured| Bound {
        function: format!("{} {function} of {}", precision.name, library.name),
        domain: String::from(domain),
        units,
        unit,
        measured: if precision == SINGLE { measured } else { &[] },
    };
    let whole = format!("0 … {nearest} rad");
    Ok(vec![
        bound("sine", "0 … π/2", quarter, "ulp", library.quarter),
        bound("cosine", "0 … π/4", eighth, "ulp", library.eighth),
        bound("sine", &whole, of_one, "ulp of 1", library.sine),
        bound("cosine", &whole, of_one, "ulp of 1", library.cosine),
    ])
}

/// Returns whether no quarter is taken out of π/4, and so, as rounding keeps the order, of no smaller angle.
fn is_unreduced_to_an_eighth(precision: Precision) -> bool {
    if precision == SINGLE {
        use std::f32::consts::{FRAC_2_PI, FRAC_PI_4};
        let rounder = 1.5 * (1u64 << 23) as f32;
        FRAC_PI_4 * FRAC_2_PI + rounder == rounder
    } else {
        let rounder = 1.5 * (1u64 << 52) as f64;
        std::f64::consts::FRAC_PI_4 * FRAC_2_PI + rounder == rounder
    }
}
