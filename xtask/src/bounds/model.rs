//! A kernel in the language of Gappa: its statements with every operation rounded, and the same in exact arithmetic.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

use crate::bounds::solver::{Interval, Solver, dyadic};
use crate::bounds::source::{Precision, Source};

/// What [`Model::result`] defines: the result before its last rounding, and its exact value.
pub(super) const UNROUNDED: &str = "unrounded";
pub(super) const ROUNDING: &str = "unrounded - exact_unrounded";

/// A script of Gappa that grows by statements of the source.
#[derive(Clone)]
pub(super) struct Model<'a> {
    pub(super) source: &'a Source,
    pub(super) precision: Precision,
    /// The values of the constants of one number.
    known: BTreeMap<String, f64>,
    constants: String,
    defined: BTreeSet<String>,
    statements: String,
}

impl<'a> Model<'a> {
    /// A model with variables of the precision.
    pub(super) fn new(source: &'a Source, precision: Precision, variables: &[&str]) -> Self {
        let mut statements = String::new();
        for name in variables {
            let _ = writeln!(statements, "{name} = rnd({name}_real);");
        }
        let (known, constants, defined) = (BTreeMap::new(), String::new(), BTreeSet::new());
        Model { source, precision, known, constants, defined, statements }
    }

    /// Gives a name of the source a constant value, and returns its name in Gappa.
    pub(super) fn constant(&mut self, name: &str, value: f64) -> String {
        self.known.insert(String::from(name), value);
        self.declared(name, 0, value)
    }

    /// Takes over `let name = expression;` of a function.
    pub(super) fn step(&mut self, function: &str, statement: &str) -> Result<()> {
        self.source.has(function, statement)?;
        let (name, expression) = statement
            .strip_prefix("let ")
            .and_then(|rest| rest.strip_suffix(';')?.split_once(" = "))
            .with_context(|| format!("no statement: {statement}"))?;
        self.define(name, expression)
    }

    /// Defines a name by an expression of Rust, which the caller has found in the source.
    pub(super) fn define(&mut self, name: &str, expression: &str) -> Result<()> {
        let (rounded, exact) =
            (self.translate(expression, false)?, self.translate(expression, true)?);
        let _ = writeln!(self.statements, "{name} rnd= {rounded};\nexact_{name} = {exact};");
        self.defined.insert(String::from(name));
        Ok(())
    }

    /// The result of a function: an expression whose last operation is left without rounding.
    pub(super) fn result(&mut self, function: &str, expression: &str) -> Result<()> {
        self.source.has(function, expression)?;
        let (left, operator, right) =
            last_operation(expression).with_context(|| format!("no operation in {expression}"))?;
        self.define("left_of_last", left)?;
        self.define("right_of_last", right)?;
        for exact in ["", "exact_"] {
            let _ = writeln!(
                self.statements,
                "{exact}{UNROUNDED} = {exact}left_of_last {operator} {exact}right_of_last;"
            );
        }
        Ok(())
    }

    /// Lines of Gappa as they are.
    pub(super) fn line(&mut self, text: &str) {
        self.statements += text;
        self.statements.push('\n');
    }

    /// Tells that the exact value of a name is this expression of Gappa.
    pub(super) fn exactly(&mut self, name: &str, expression: &str) {
        let _ = writeln!(self.statements, "exact_{name} = {expression};");
        self.defined.insert(String::from(name));
    }

    /// The enclosures of the goals where the variables are in their intervals. `hints` are rules of rewriting, which Gappa
    /// checks, or where to split.
    pub(super) fn enclose(
        &self,
        solver: &Solver,
        name: &str,
        inside: &[(&str, f64, f64)],
        goals: &[&str],
        hints: &str,
    ) -> Result<Vec<Interval>> {
        let within = inside.iter().map(|(variable, low, high)| {
            format!("{variable} in [{},{}]", dyadic(*low), dyadic(*high))
        });
        let within: Vec<String> = within.collect();
        let wanted: Vec<String> = goals.iter().map(|goal| format!("{goal} in ?")).collect();
        let script = format!(
            "@rnd = float<{},ne>;\n{}{}{{ {} -> {} }}\n{hints}",
            self.precision.format,
            self.constants,
            self.statements,
            within.join(" /\\ "),
            wanted.join(" /\\ ")
        );
        solver.gappa(&format!("{}_{name}", self.precision.name), &script, goals)
    }

    /// An expression of Rust in the language of Gappa; `exact` of it takes the exact values of the names before.
    fn translate(&mut self, expression: &str, exact: bool) -> Result<String> {
        let mut out = String::new();
        let mut rest = expression;
        while let Some(first) = rest.chars().next() {
            let length = rest
                .find(|c: char| !(c.is_alphanumeric() || "_:".contains(c)))
                .unwrap_or(rest.len());
            if length == 0 {
                ensure!("+-*/() ".contains(first), "`{first}` in {expression} is no operation");
                out.push(first);
                rest = &rest[1..];
                continue;
            }
            let (word, after) = rest.split_at(length);
            rest = after;
            if word == "polynomial" {
                let (inside, after) = rest.split_once(')').context("no end of a polynomial")?;
                let inside = inside.trim_start_matches('(');
                let (name, x) =
                    inside.split_once(", ").context("a polynomial has two arguments")?;
                let x = self.word(x, exact);
                out += &self.polynomial(name, &x)?;
                rest = after;
            } else if word.contains("::") && !self.known.contains_key(word) {
                let index = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
                let at = match index {
                    Some((index, after)) => {
                        rest = after;
                        index.parse()?
                    }
                    None => 0,
                };
                out += &self.number(word, at)?;
            } else {
                out += &self.word(word, exact);
            }
        }
        Ok(out)
    }

    fn word(&mut self, word: &str, exact: bool) -> String {
        if let Some(&value) = self.known.get(word) {
            return self.declared(word, 0, value);
        }
        let exact = exact && self.defined.contains(word);
        format!("{}{word}", if exact { "exact_" } else { "" })
    }

    /// The name of one number of a constant of the source.
    pub(super) fn number(&mut self, path: &str, at: usize) -> Result<String> {
        let name = path.rsplit("::").next().unwrap_or(path);
        let numbers = self.source.numbers(self.precision, name)?;
        let value = *numbers.get(at).with_context(|| format!("{name} has no number {at}"))?;
        Ok(self.declared(name, at, value))
    }

    fn declared(&mut self, path: &str, at: usize, value: f64) -> String {
        let name = format!("{}_{at}", path.rsplit("::").next().unwrap_or(path).to_lowercase());
        let line = format!("{name} = {};\n", dyadic(value));
        if !self.constants.contains(&line) {
            self.constants += &line;
        }
        name
    }

    /// As `polynomial` of the core: four terms at a time.
    fn polynomial(&mut self, path: &str, x: &str) -> Result<String> {
        let name = path.rsplit("::").next().unwrap_or(path);
        let numbers = self.source.numbers(self.precision, name)?;
        let names: Vec<String> =
            numbers.iter().enumerate().map(|(at, &value)| self.declared(name, at, value)).collect();
        let square = format!("({x} * {x})");
        let mut groups = names.chunks(4).rev().map(|group| match group {
            [a] => a.clone(),
            [a, b] => format!("({a} + {b} * {x})"),
            [a, b, c] => format!("(({a} + {b} * {x}) + {c} * {square})"),
            [a, b, c, d] => format!("(({a} + {b} * {x}) + ({c} + {d} * {x}) * {square})"),
            _ => String::new(),
        });
        let highest = groups.next().context("a polynomial without terms")?;
        Ok(groups.fold(highest, |sum, group| format!("({sum} * ({square} * {square}) + {group})")))
    }
}

/// An error unless the core evaluates polynomials as [`Model`] does.
pub(super) fn check_polynomial(core: &Source) -> Result<()> {
    for statement in [
        "let square = x * x; let fourth = square * square; \
         let group = |first| group(coefficients.get(first..).unwrap_or_default(), x, square);",
        "0 | 1 => group(0), 2 => group(4) * fourth + group(0), \
         3 => (group(8) * fourth + group(4)) * fourth + group(0), \
         _ => ((group(12) * fourth + group(8)) * fourth + group(4)) * fourth + group(0),",
    ] {
        core.has("polynomial", statement)?;
    }
    core.has(
        "group",
        "[a] => a, [a, b] => a + b * x, [a, b, c] => (a + b * x) + c * square, \
         [a, b, c, d, ..] => (a + b * x) + (c + d * x) * square,",
    )
}

/// The operation that comes last, and its operands: the last sum outside of all parentheses, else the last product.
fn last_operation(expression: &str) -> Option<(&str, char, &str)> {
    let mut found = None;
    for operators in ["+-", "*/"] {
        let mut depth = 0;
        for (at, character) in expression.char_indices() {
            depth += i32::from(character == '(') - i32::from(character == ')');
            // A sign has no blank after it.
            if depth == 0 && operators.contains(character) && expression[at + 1..].starts_with(' ')
            {
                found = Some((expression[..at].trim(), character, expression[at + 1..].trim()));
            }
        }
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_operation_is_the_last_sum_outside_of_parentheses() {
        assert_eq!(last_operation("a + b * (c - d)"), Some(("a", '+', "b * (c - d)")));
        assert_eq!(last_operation("a - b - c"), Some(("a - b", '-', "c")));
        assert_eq!(last_operation("a * (b + c)"), Some(("a", '*', "(b + c)")));
        assert_eq!(last_operation("-a"), None);
    }
}
