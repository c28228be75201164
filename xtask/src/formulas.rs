//! Formulas stand where they belong, and none of them is patched with an epsilon.
//!
//! Nothing transcendental in `motion/` (rotations and logarithmic scale excepted: there it is the motion),
//! in adapters or in bindings; and `x / (y + eps)` nowhere.

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

fn holds_no_formula(file: &str) -> bool {
    match file.strip_prefix("crates/sprung/src/motion/") {
        Some(motion) => !motion.starts_with("rotation") && !motion.starts_with("scale"),
        None => file.starts_with("adapters/") || file.starts_with("bindings/"),
    }
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
    fn rotations_and_scale_may_hold_logarithms_and_other_motions_may_not() {
        assert!(holds_no_formula("crates/sprung/src/motion/timed_spring.rs"));
        assert!(holds_no_formula("adapters/sprung-rapier/src/lib.rs"));
        assert!(!holds_no_formula("crates/sprung/src/motion/rotation_spring.rs"));
        assert!(!holds_no_formula("crates/sprung/src/motion/scale_spring.rs"));
        assert!(!holds_no_formula("crates/sprung/src/coefficients/spring_step.rs"));
    }
}
