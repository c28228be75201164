//! Bounds of `e^(−x)` and `e^(−x) − 1`: the reduction by `ln 2`, then the polynomial for every power of two.

use std::f64::consts::LN_2;

use anyhow::{Result, ensure};

use crate::bounds::kernel::{BY_SQUARE, Bound, Kernel, Part, parts};
use crate::bounds::model::Model;
use crate::bounds::series::EXP;
use crate::bounds::solver::{Solver, power};
use crate::bounds::source::{Precision, SINGLE, Source};

const WITHIN: &str = "decayed_within";

/// What the reduction of the argument leaves: `s` up to `greatest`, off by at most `off`, and the least power of two.
struct Reduction {
    greatest: f64,
    off: f64,
    least_power: i32,
}

/// `e^(−x) − 1 = y`.
fn argument(y: f64) -> f64 {
    -(-y).ln_1p()
}

/// The rounding of an integer in the lowest bits of a sum.
pub(super) fn integer_rounder(model: &mut Model, precision: Precision) -> Result<()> {
    model.source.known(precision, "INTEGER_ROUNDER", "1.5 * (1u64 << $mantissa) as $type")?;
    for of in ["R", "T"] {
        let rounder = 1.5 * 2f64.powi(precision.digits - 1);
        model.constant(&format!("{of}::INTEGER_ROUNDER"), rounder);
    }
    Ok(())
}

fn reduction(
    solver: &Solver,
    source: &Source,
    precision: Precision,
    longest: f64,
) -> Result<Reduction> {
    let mut model = Model::new(source, precision, &["x"]);
    integer_rounder(&mut model, precision)?;
    source.known(precision, "INVERSE_LN_2", "core::$type::consts::LOG2_E")?;
    let single = precision == SINGLE;
    let inverse =
        if single { f64::from(std::f32::consts::LOG2_E) } else { std::f64::consts::LOG2_E };
    model.constant("R::INVERSE_LN_2", inverse);
    model.step(WITHIN, "let rounded = R::INTEGER_ROUNDER - x * R::INVERSE_LN_2;")?;
    source.has(WITHIN, "let k = rounded - R::INTEGER_ROUNDER;")?;
    model.line("k = rounded - integer_rounder_0;");
    model.step(WITHIN, "let s = (x + k * R::LN_2_SPLIT[0]) + k * R::LN_2_SPLIT[1];")?;
    model.line("rounding_of_k = rnd(k) - k;");
    model.line("product rnd= x * inverse_ln_2_0;");
    model.line("second rnd= k * ln_2_split_1;");
    model.line("ln_2 = ln_2_split_0 + ln_2_split_1 + split;");
    model.line("exact_reduced = x + k * ln_2;");

    let split = source.numbers(precision, "LN_2_SPLIT")?;
    let name = format!("{}_ln_2", precision.name);
    let sum = format!("abs(log(2) - ({} + {}))", power(split[0]), power(split[1]));
    let split = solver.sollya(&name, &[format!("evaluate({sum}, [0;0])")])?[0];
    let hints = "
k + product -> rounded - (integer_rounder_0 - product);
exact_reduced -> x*(1 - inverse_ln_2_0*ln_2) - (product - x*inverse_ln_2_0)*ln_2 + (k + product)*ln_2;
x + k*ln_2_split_0 -> exact_reduced - k*ln_2_split_1 - k*split;
s - exact_reduced -> (s - ((x + k*ln_2_split_0) + second)) + (second - k*ln_2_split_1) - k*split;
";
    let goals = ["s", "s - exact_reduced", "k", "rounding_of_k"];
    // Below, nothing is reduced: k is 0.
    let inside = [("x", 0.25, longest), ("split", -split, split)];
    let found = model.enclose(solver, "reduction_of_decay", &inside, &goals, hints)?;
    ensure!(found[3].magnitude() < 1e-300, "the count of halvings is rounded");
    // `least_power` is the outward rounding of an integer.
    let least_power = found[2].low.round() as i32;
    Ok(Reduction { greatest: found[0].magnitude(), off: found[1].magnitude(), least_power })
}

/// Both results, up to the longest decay of one of the libraries.
pub(super) fn decay(
    solver: &Solver,
    library: &str,
    source: &Source,
    precision: Precision,
    (longest, measured): (&str, [&'static [&'static str]; 2]),
) -> Result<Vec<Bound>> {
    let longest = source.numbers(precision, longest)?[0];
    let Reduction { greatest, off, least_power } = reduction(solver, source, precision, longest)?;
    // A result that is subnormal after its scaling is rounded once more.
    let scaled = 2f64.powi(precision.least - 1 - least_power);
    let tiny = 2f64.powi(precision.least - 1);
    let kernel = |name, model| Kernel {
        name,
        model,
        variable: "s",
        polynomial: "EXP_POLYNOMIAL",
        series: &EXP,
        forms: BY_SQUARE,
    };
    let mut start = Model::new(source, precision, &["s"]);
    for name in ["R::ONE", "T::ONE"] {
        start.constant(name, 1.0);
    }
    start.step(WITHIN, "let b = polynomial(R::EXP_POLYNOMIAL, s);")?;
    let mut power = start.clone();
    power.step(WITHIN, "let p = s * s * b - s;")?;
    source.has(WITHIN, "let scale = R::integer_power_of_two(rounded);")?;
    source.has(WITHIN, "let grown = scale * p;")?;
    let lost = |part: &Part| off * (-part.low).exp() * (1.0 + 1e-9);
    // On both sides of 0, and a little beyond: `s` and its exact value may have different signs.
    let crossing = 2f64.powi(-20);
    // Apart from 0, so that no result there is rounded beyond a power of two.
    let near = 1.0 / 64.0;
    let sides = |below, above| {
        [
            Part { exponent: below, low: -greatest, high: -near },
            Part { exponent: below, low: -near, high: crossing },
            Part { exponent: above, low: -crossing, high: near },
            Part { exponent: above, low: near, high: greatest },
        ]
    };

    // By a power of two, without which the same bits come out, unless they are subnormal.
    let mut left = power.clone();
    left.constant("scale", 1.0);
    left.line("grown = p + subnormal;");
    left.exactly("grown", "exact_p + 0");
    left.result(WITHIN, "scale + grown")?;
    let left = kernel("left", left).units(
        solver,
        &sides(0, -1),
        &[("subnormal", -scaled, scaled)],
        lost,
    )?;

    // Without a halving the sum with `h`, which is 0, is exact.
    let mut short = start;
    short.result(WITHIN, "s * s * b - s")?;
    let all = parts(precision, -1, LN_2 / 2.0 + 1e-6, argument);
    let mut change = kernel("short_change", short).units(solver, &all, &[], |_| 0.0)?;
    // With one halving the results are −0.65 … −0.29, with more −1 … −0.64.
    let mut once = power.clone();
    let scale = once.constant("scale", 0.5);
    once.line(&format!("grown = {scale} * p + subnormal;"));
    once.exactly("grown", &format!("{scale} * exact_p + 0"));
    let mut often = power;
    often.line("grown = scale * p + subnormal;");
    often.exactly("grown", "scale * exact_p + 0");
    let tiny = ("subnormal", -tiny, tiny);
    let halvings = [
        ("change_of_half", once, sides(-2, -1).to_vec(), vec![tiny], 0.5),
        (
            "change_of_less",
            often,
            vec![Part { exponent: -1, low: -greatest, high: greatest }],
            vec![tiny, ("scale", 0.0, 0.25)],
            0.25,
        ),
    ];
    for (name, mut model, parts, others, most) in halvings {
        model.step(WITHIN, "let h = scale - R::ONE;")?;
        model.result(WITHIN, "grown + h")?;
        let units = kernel(name, model).units(solver, &parts, &others, |part| most * lost(part))?;
        change = change.max(units);
    }
    let domain = format!("0 … {longest}");
    let bound = |function: &str, units, measured| Bound {
        function: format!("{} {function} of {library}", precision.name),
        domain: domain.clone(),
        units,
        unit: "ulp",
        measured: if precision == SINGLE { measured } else { &[] },
    };
    Ok(vec![bound("e^−x", left, measured[0]), bound("e^−x − 1", change, measured[1])])
}

/// Both results of a short decay, which needs no reduction.
pub(super) fn short_decay(
    solver: &Solver,
    core: &Source,
    batch: &Source,
    precision: Precision,
) -> Result<Vec<Bound>> {
    let kernel = |name, variable, model| Kernel {
        name,
        model,
        variable,
        polynomial: "SHORT_EXP_POLYNOMIAL",
        series: &EXP,
        forms: BY_SQUARE,
    };
    let mut left = Model::new(core, precision, &["x"]);
    left.constant("R::ONE", 1.0);
    let both = "let (square, b) = (x * x, polynomial(R::SHORT_EXP_POLYNOMIAL, x));";
    core.has("short_decay", both)?;
    left.define("square", "x * x")?;
    left.define("b", "polynomial(R::SHORT_EXP_POLYNOMIAL, x)")?;
    left.result("short_decay", "R::ONE + (square * b - x)")?;
    let longest = core.numbers(precision, "SHORT_DECAY")?[0];
    let half = LN_2 * (1.0 + 1e-9);
    let halves = [
        Part { exponent: -1, low: 0.0, high: 1.0 / 64.0 },
        Part { exponent: -1, low: 1.0 / 64.0, high: half },
        Part { exponent: -2, low: LN_2 * (1.0 - 1e-9), high: 0.75 },
        Part { exponent: -2, low: 0.75, high: longest },
    ];
    let left = kernel("short_left", "x", left).units(solver, &halves, &[], |_| 0.0)?;

    let mut change = Model::new(batch, precision, &["phase"]);
    change.result("new", "phase * phase * polynomial(T::SHORT_EXP_POLYNOMIAL, phase) - phase")?;
    let all = parts(precision, -1, longest, argument);
    let change = kernel("short_decay_change", "phase", change).units(solver, &all, &[], |_| 0.0)?;
    let bound = |function: &str, units| Bound {
        function: format!("{} {function}, without reduction", precision.name),
        domain: format!("0 … {longest}"),
        units,
        unit: "ulp",
        measured: &[],
    };
    Ok(vec![bound("e^−x", left), bound("e^−x − 1", change)])
}
