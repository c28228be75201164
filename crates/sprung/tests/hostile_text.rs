//! Texts of any bytes as springs: each is an error with its reason, or a spring that is written and read back bit for bit.
//!
//! The module is a fuzz target, which `cargo xtask fuzz` runs under libFuzzer.

use core::fmt::{Debug, Display};
use core::str::FromStr;

use sprung::{Damper, Real, Spec, SpecError, Spring};

/// Reads the bytes as a spec, a spring and a damper of both precisions.
///
/// # Panics
/// If what is read is written as something else, or an error has no text.
pub fn fuzz(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    in_precision::<f64>(&text);
    in_precision::<f32>(&text);
}

fn in_precision<R: Real>(text: &str) {
    reads_back::<Spring<R>>(text);
    reads_back::<Damper<R>>(text);
    match text.parse::<Spec<R>>() {
        Ok(spec) => assert!(spec.spring().is_some() || spec.damper().is_some(), "{spec:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn reads_back<T: FromStr<Err = SpecError> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(read) => {
            let written = read.to_string();
            assert_eq!(
                written.parse::<T>().as_ref(),
                Ok(&read),
                "{text:?} is written as {written}"
            );
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn any_text_is_a_spring_that_reads_back_or_an_error() {
    testkit::fuzz::check("text", 20_000, fuzz);
}
