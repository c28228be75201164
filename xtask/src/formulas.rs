//! Formulas stand where they belong, and none of them is patched with an epsilon.
//!
//! Nothing transcendental is called in `motion/`, in adapters or in bindings, and of the motions only rotations and
//! scales, whose space is curved, take anything from `math/`. And `x / (y + eps)` stands nowhere.

use anyhow::{Result, ensure};

use crate::rust_source::{Token, tokens, without_comments_and_tests};
use crate::workspace::Workspace;

const TRANSCENDENTAL: &[&str] = &[
    "exp", "exp2", "exp_m1", "expm1", "ln", "ln_1p", "log", "log1p", "log2", "log10", "powf",
    "pow", "sin", "cos", "tan", "sin_cos", "sincos", "asin", "acos", "atan", "atan2", "sinh",
    "cosh", "tanh", "asinh", "acosh", "atanh",
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut broken = Vec::new();
    let mut count = 0;
    for file in workspace.files()? {
        let is_library =
            ["crates/", "adapters/", "bindings/"].iter().any(|folder| file.starts_with(folder));
        if !is_library || !file.contains("/src/") || !file.ends_with(".rs") {
            continue;
        }
        count += 1;
        let code = without_comments_and_tests(&workspace.read_file(&file)?);
        let tokens = tokens(&code);
        let mut found = epsilons_added(&tokens);
        if holds_no_formula(&file) {
            found.extend(transcendental_calls(&tokens));
        }
        if is_in_flat_space(&file) {
            found.extend(uses_of_math(&tokens));
        }
        broken.extend(
            found.into_iter().map(|token| format!("{file}:{}: {}", token.line, token.text)),
        );
    }
    ensure!(count > 0, "there is no library source");
    ensure!(
        broken.is_empty(),
        "these belong in math/ or coefficients/, or nowhere:\n{}",
        broken.join("\n")
    );
    println!("{count} files are clean");
    Ok(())
}

const MOTION: &str = "crates/sprung/src/motion/";

fn holds_no_formula(file: &str) -> bool {
    [MOTION, "adapters/", "bindings/"].iter().any(|folder| file.starts_with(folder))
}

/// A motion in whose space the way from here to the goal is a difference.
fn is_in_flat_space(file: &str) -> bool {
    let curved = |motion: &str| motion.starts_with("rotation") || motion.starts_with("scale");
    file.strip_prefix(MOTION).is_some_and(|motion| !curved(motion))
}

/// The module `math` where a path names it.
fn uses_of_math<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let is_path = |pair: &&[Token]| pair[0].text == "math" && pair[1].text == "::";
    tokens.windows(2).filter(is_path).map(|pair| pair[0]).collect()
}

/// Names of transcendental functions where they are called: `x.exp()`, `libm::exp(x)`, `exp(x)`.
fn transcendental_calls<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let is_call = |pair: &&[Token]| TRANSCENDENTAL.contains(&pair[0].text) && pair[1].text == "(";
    tokens.windows(2).filter(is_call).map(|pair| pair[0]).collect()
}

/// The epsilon of `y + eps`, `y + f32::EPSILON` or `eps + y`.
fn epsilons_added<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let is_epsilon = |token: &Token| token.text.to_lowercase().starts_with("eps");
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_epsilon(token)) {
        let mut start = at;
        while start >= 2 && tokens[start - 1].text == "::" {
            start -= 2;
        }
        let added = start > 0 && tokens[start - 1].text == "+";
        if added || tokens.get(at + 1).is_some_and(|next| next.text == "+") {
            found.push(*token);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'a>(find: fn(&[Token<'a>]) -> Vec<Token<'a>>, code: &'a str) -> Vec<&'a str> {
        find(&tokens(code)).iter().map(|token| token.text).collect()
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
        assert_eq!(texts(epsilons_added, "if a < f32::EPSILON { a + b }"), [""; 0]);
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
    fn motions_adapters_and_bindings_hold_no_formula() {
        assert!(holds_no_formula("crates/sprung/src/motion/rotation_spring.rs"));
        assert!(holds_no_formula("adapters/sprung-rapier/src/lib.rs"));
        assert!(!holds_no_formula("crates/sprung/src/coefficients/spring_step.rs"));
    }
}
