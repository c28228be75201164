//! Each formula is in its module, and none is patched with an epsilon.
//!
//! No transcendental function is called in `motion/` or in adapters, and of the motions only rotations and
//! scales, whose space is curved, import from `math/`. And `x / (y + eps)` occurs nowhere.

use anyhow::Result;

use crate::rust_source::{Token, text, tokens};
use crate::workspace::Workspace;

const TRANSCENDENTAL: &[&str] = &[
    "exp", "exp2", "exp_m1", "expm1", "ln", "ln_1p", "log", "log1p", "log2", "log10", "powf",
    "pow", "sin", "cos", "tan", "sin_cos", "sincos", "asin", "acos", "atan", "atan2", "sinh",
    "cosh", "tanh", "asinh", "acosh", "atanh",
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    workspace.check_texts(
        &["rs"],
        "these belong in math/ or coefficients/, or nowhere",
        |file, text| {
            let is_library = file.starts_with("crates/") || file.starts_with("adapters/");
            let is_test = file.contains("/tests/") || file.ends_with("/tests.rs");
            if !is_library || !file.contains("/src/") || is_test {
                return Vec::new();
            }
            match tokens(text) {
                Ok(tokens) => misplaced(file, &tokens),
                Err(error) => vec![format!("{file}: {error}")],
            }
        },
    )
}

/// The tokens that may not be in this file of a library.
fn misplaced(file: &str, tokens: &[Token]) -> Vec<String> {
    let mut found = epsilons_added(tokens);
    if holds_no_formula(file) {
        found.extend(transcendental_calls(tokens));
    }
    if is_in_flat_space(file) {
        found.extend(uses_of_math(tokens));
    }
    found.into_iter().map(|token| format!("{file}:{}: {}", token.line, token.text)).collect()
}

const MOTION: &str = "crates/sprung/src/motion/";

fn holds_no_formula(file: &str) -> bool {
    [MOTION, "adapters/"].iter().any(|folder| file.starts_with(folder))
}

/// A motion in whose space the offset from the goal is a difference.
fn is_in_flat_space(file: &str) -> bool {
    let curved = |motion: &str| motion.starts_with("rotation") || motion.starts_with("scale");
    file.strip_prefix(MOTION).is_some_and(|motion| !curved(motion))
}

/// The module `math` where a path names it.
fn uses_of_math(tokens: &[Token]) -> Vec<&Token> {
    let is_path = |pair: &&[Token]| pair[0].text == "math" && pair[1].text == "::";
    tokens.windows(2).filter(is_path).map(|pair| &pair[0]).collect()
}

/// Names of transcendental functions where they are called: `x.exp()`, `libm::exp(x)`, `exp(x)`.
fn transcendental_calls(tokens: &[Token]) -> Vec<&Token> {
    let is_call =
        |pair: &&[Token]| TRANSCENDENTAL.contains(&pair[0].text.as_str()) && pair[1].text == "(";
    tokens.windows(2).filter(is_call).map(|pair| &pair[0]).collect()
}

/// The guard of `y + eps`, `y + f32::EPSILON`, `y + V::splat(s, 1e-6)` or `MIN_POSITIVE + y`.
fn epsilons_added(tokens: &[Token]) -> Vec<&Token> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_guard(&token.text)) {
        let mut start = path_start(tokens, at);
        // The only argument that is left of a conversion: `splat(simd, eps)`, `from_f64(eps)`.
        let mut open = start;
        while open > 0 && (text(tokens, open - 1) == "," || is_word(text(tokens, open - 1))) {
            open -= 1;
        }
        let converted = open > 1
            && text(tokens, open - 1) == "("
            && matches!(text(tokens, open - 2), "splat" | "from_f64" | "from");
        if converted {
            start = path_start(tokens, open - 2);
        }
        let added = start > 0 && text(tokens, start - 1) == "+";
        if added || text(tokens, at + 1) == "+" {
            found.push(token);
        }
    }
    found
}

/// The first segment of the path that ends with this token.
fn path_start(tokens: &[Token], end: usize) -> usize {
    let mut start = end;
    while start >= 2 && text(tokens, start - 1) == "::" {
        start -= 2;
    }
    start
}

/// An epsilon, the smallest number, or a literal as small as one.
fn is_guard(text: &str) -> bool {
    let literal = text.trim_end_matches("_f32").trim_end_matches("_f64");
    let literal = literal.trim_end_matches("f32").trim_end_matches("f64").replace('_', "");
    text.to_lowercase().starts_with("eps")
        || text == "MIN_POSITIVE"
        || literal.parse::<f64>().is_ok_and(|number| number > 0.0 && number < 1e-4)
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust_source::tokens;

    fn texts(find: fn(&[Token]) -> Vec<&Token>, code: &str) -> Vec<String> {
        find(&tokens(code).unwrap()).iter().map(|token| token.text.clone()).collect()
    }

    #[test]
    fn transcendental_calls_are_found_however_they_are_written() {
        assert_eq!(
            texts(transcendental_calls, "x.exp() + libm::sin(y) * cos(z)"),
            ["exp", "sin", "cos"]
        );
        assert_eq!(
            texts(transcendental_calls, "let exp = a.sqrt(); expand(b); Cosine(c)"),
            [""; 0]
        );
    }

    #[test]
    fn an_added_epsilon_is_found_however_it_is_written() {
        assert_eq!(texts(epsilons_added, "a / (b + eps)"), ["eps"]);
        assert_eq!(texts(epsilons_added, "a / (b + f32::EPSILON)"), ["EPSILON"]);
        assert_eq!(texts(epsilons_added, "a / (epsilon + b)"), ["epsilon"]);
        assert_eq!(texts(epsilons_added, "a + R::EPS * b"), ["EPS"]);
        assert_eq!(texts(epsilons_added, "a / (b + V::splat(simd, f32::EPSILON))"), ["EPSILON"]);
        assert_eq!(
            texts(epsilons_added, "a * (1.0 + 2e-6) + f32::MIN_POSITIVE"),
            ["2e-6", "MIN_POSITIVE"]
        );
        assert_eq!(texts(epsilons_added, "if a < f32::EPSILON { a + b }"), [""; 0]);
        assert_eq!(texts(epsilons_added, "a + V::splat(simd, 0.5)"), [""; 0]);
    }

    #[test]
    fn only_curved_motions_take_anything_from_math() {
        assert_eq!(texts(uses_of_math, "use crate::{math::roots::Roots, real::Real};"), ["math"]);
        assert_eq!(texts(uses_of_math, "let math = 1.0; aftermath::of(math)"), [""; 0]);
        assert!(is_in_flat_space("crates/sprung/src/motion/timed_spring.rs"));
        assert!(!is_in_flat_space("crates/sprung/src/motion/rotation_spring.rs"));
        assert!(!is_in_flat_space("crates/sprung/src/motion/scale_spring.rs"));
        assert!(!is_in_flat_space("crates/sprung/src/coefficients/spring_step.rs"));
    }

    #[test]
    fn motions_and_adapters_hold_no_formula() {
        assert!(holds_no_formula("crates/sprung/src/motion/rotation_spring.rs"));
        assert!(holds_no_formula("adapters/sprung-rapier/src/lib.rs"));
        assert!(!holds_no_formula("crates/sprung/src/coefficients/spring_step.rs"));
    }
}
