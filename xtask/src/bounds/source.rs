//! What the kernels compute, read from their source: coefficients, and statements that a model may take over.

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace::Workspace;

/// A precision of the kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Precision {
    /// The type in Rust.
    pub(super) name: &'static str,
    /// The format in Gappa.
    pub(super) format: &'static str,
    /// Binary digits of the significand.
    pub(super) digits: i32,
    /// The exponent of the least positive number.
    pub(super) least: i32,
}

pub(super) const SINGLE: Precision =
    Precision { name: "f32", format: "ieee_32", digits: 24, least: -149 };
pub(super) const DOUBLE: Precision =
    Precision { name: "f64", format: "ieee_64", digits: 53, least: -1074 };

/// Source files without their comments, every run of white space as one blank.
pub(super) struct Source {
    file: &'static str,
    text: String,
}

impl Source {
    /// Reads files of one folder.
    pub(super) fn read(
        workspace: &Workspace,
        folder: &'static str,
        files: &[&str],
    ) -> Result<Source> {
        let mut text = String::new();
        for file in files {
            let path = format!("{folder}/{file}");
            let read = fs::read_to_string(workspace.root.join(&path));
            text += &flat(&read.with_context(|| format!("cannot read {path}"))?);
            text.push(' ');
        }
        Ok(Source { file: folder, text })
    }

    /// An error unless a function of this name has this statement.
    pub(super) fn has(&self, function: &str, statement: &str) -> Result<()> {
        ensure!(
            self.blocks(&format!("fn {function}")).any(|body| body.contains(statement)),
            "{}: `{function}` has no `{statement}`: its bound is of other code",
            self.file
        );
        Ok(())
    }

    /// The numbers of a constant, as the precision rounds them.
    pub(super) fn numbers(&self, precision: Precision, name: &str) -> Result<Vec<f64>> {
        let value = self.value(precision, name)?;
        let inner = value.trim_start_matches('&').trim_start_matches('[').trim_end_matches(']');
        let literals = inner.split(',').map(str::trim).filter(|literal| !literal.is_empty());
        let numbers = literals.map(|literal| {
            let digits = literal.replace('_', "");
            // From its digits, as the compiler does: a detour through `f64` rounds twice.
            let number = match precision.name {
                "f32" => digits.parse::<f32>().map(f64::from).ok(),
                _ => digits.parse::<f64>().ok(),
            };
            number.with_context(|| format!("{}: {name} has `{literal}`", self.file))
        });
        let numbers: Vec<f64> = numbers.collect::<Result<_>>()?;
        ensure!(!numbers.is_empty(), "{}: {name} is empty", self.file);
        Ok(numbers)
    }

    /// The value of a constant as it is written: in the implementation of the precision, else in a macro for both.
    fn value(&self, precision: Precision, name: &str) -> Result<&str> {
        let constant = format!("const {name}: ");
        let of = |of| self.blocks(&format!("impl {of} for {}", precision.name)).next();
        for text in [of("Polynomials"), of("Lane"), Some(self.text.as_str())].into_iter().flatten()
        {
            for (at, _) in text.match_indices(&constant) {
                let rest = &text[at + constant.len()..];
                let kind = ["Self", "[Self; 2]", "[Self; 3]", "&'static [Self]"]
                    .into_iter()
                    .find_map(|kind| rest.strip_prefix(kind)?.strip_prefix(" = "));
                // A declaration has no value.
                if let Some((value, _)) = kind.and_then(|rest| rest.split_once(';')) {
                    return Ok(value);
                }
            }
        }
        bail!("{}: no constant {name} for {}", self.file, precision.name)
    }

    /// The text of a constant must be this, of which the value is known.
    pub(super) fn known(&self, precision: Precision, name: &str, text: &str) -> Result<()> {
        let value = self.value(precision, name)?;
        ensure!(value == text, "{}: {name} is `{value}`, expected `{text}`", self.file);
        Ok(())
    }

    /// What is between the braces that follow each place of this text, as a whole word.
    fn blocks(&self, head: &str) -> impl Iterator<Item = &str> {
        let whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let after = self.text.match_indices(head).map(|(at, found)| &self.text[at + found.len()..]);
        after.filter(move |rest| whole(rest)).filter_map(braced)
    }
}

/// The text from the first opening brace to the one that closes it.
fn braced(text: &str) -> Option<&str> {
    let opens = text.find('{')?;
    let mut depth = 0;
    for (at, character) in text[opens..].char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[opens + 1..opens + at]);
        }
    }
    None
}

/// Without comments, and with one blank for each run of white space.
fn flat(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source {
        let text = "
            trait T { const A: &'static [Self]; const SPLIT: [Self; 2]; const LIMIT: Self; }
            macro_rules! both { () => { const LIMIT: Self = 2.5; } }
            fn short_of(x: f32) -> f32 { x }
            fn short(x: f32) -> f32 {
                // A comment with a }.
                let y = x *
                    x;
                y
            }
            impl Polynomials for f32 {
                const SPLIT: [Self; 2] = [0.1, 1e-9];
                const A: &'static [Self] = &[0.5, -0.166_665_301,];
            }
            impl Polynomials for f64 {
                const A: &'static [Self] = &[0.1];
                const SPLIT: [Self; 2] = [0.2, 0.3];
            }";
        Source { file: "a test", text: flat(text) }
    }

    #[test]
    fn constants_are_those_of_their_precision() {
        let numbers = |precision, name| source().numbers(precision, name).unwrap();
        assert_eq!(numbers(SINGLE, "A"), [0.5, f64::from(-0.166_665_301f32)]);
        assert_eq!(numbers(DOUBLE, "A"), [0.1]);
        assert_eq!(numbers(SINGLE, "SPLIT"), [f64::from(0.1f32), f64::from(1e-9f32)]);
        assert_eq!(numbers(DOUBLE, "SPLIT"), [0.2, 0.3]);
        assert_eq!(numbers(DOUBLE, "LIMIT"), [2.5]);
        assert!(source().numbers(DOUBLE, "B").is_err());
        assert!(source().known(SINGLE, "LIMIT", "2.5").is_ok());
        assert!(source().known(SINGLE, "LIMIT", "2.6").is_err());
    }

    #[test]
    fn a_statement_is_looked_for_in_its_function_alone() {
        assert!(source().has("short", "let y = x * x;").is_ok());
        assert!(source().has("short_of", "let y = x * x;").is_err());
        let error = source().has("short", "let y = x * y;").unwrap_err().to_string();
        assert!(error.contains("`short` has no `let y = x * y;`"), "{error}");
    }
}
