//! Cases of textbooks: the closed form beside the number that the libraries compute.
//!
//! `cargo run --release -p validation > docs/VALIDATION.md` writes the page; a test asserts each bound, and that the page is
//! that of the code.

use std::error::Error;
use std::fmt::Write as _;

mod networks;
mod rods;
mod springs;

/// The end of a computation.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// One number of a textbook and the same as computed.
#[derive(Clone, Debug)]
pub struct Case {
    /// The quantity, with its unit.
    pub quantity: String,
    /// The closed form.
    pub formula: &'static str,
    /// Its value.
    pub exact: f64,
    /// The value from the libraries.
    pub computed: f64,
    /// The largest permitted error, relative; 0 for the same bits.
    pub bound: f64,
}

impl Case {
    /// The error relative to the value of the closed form.
    pub fn error(&self) -> f64 {
        ((self.computed - self.exact) / self.exact).abs()
    }
}

/// All cases, those of exact springs first.
///
/// # Errors
/// If a library refuses the parameters of a case.
pub fn cases() -> Outcome<Vec<Case>> {
    let mut cases = springs::cases()?;
    cases.extend(networks::cases()?);
    cases.extend(rods::cases()?);
    Ok(cases)
}

/// The largest number of a range for which a condition holds that holds for every smaller one, by bisection.
fn last_true(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        (low, high) = if holds(middle) { (middle, high) } else { (low, middle) };
    }
    low
}

/// The time between the first and the third zero crossing of the values that `step` returns every `dt`, s, interpolated.
fn oscillation_period(dt: f64, mut step: impl FnMut() -> Outcome<f64>) -> Outcome<f64> {
    let (mut crossings, mut before) = (Vec::new(), step()?);
    for steps in 0..20_000 {
        let now = step()?;
        if (before > 0.0) != (now > 0.0) {
            crossings.push(dt * (f64::from(steps) + before / (before - now)));
        }
        if let [first, _, third] = crossings[..] {
            return Ok(third - first);
        }
        before = now;
    }
    Err("it does not swing".into())
}

/// The page.
pub fn page(cases: &[Case]) -> String {
    let mut text = String::from(
        "# Validation\n\nNumbers of textbooks beside those of the libraries. Written by \
         `cargo run --release -p validation > docs/VALIDATION.md`; the tests of `testkit/validation` assert each bound. \
         Springs are exact and in double precision; networks and rods are solved in small steps of single precision, and \
         their error is that of the step and of the segments.\n\n\
         | quantity | closed form | value | computed | error | bound |\n|---|---|---|---|---|---|\n",
    );
    for case in cases {
        let Case { quantity, formula, exact, computed, bound } = case;
        // The last digits of the closed form are those of the platform's functions.
        let error = case.error();
        let error = if error < 1e-12 { "< 1e-12".into() } else { format!("{error:.1e}") };
        let _ = writeln!(
            text,
            "| {quantity} | {formula} | {exact:.9} | {computed:.9} | {error} | {bound:.0e} |"
        );
    }
    text
}
