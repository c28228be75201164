//! The mutants of a package, as cargo-mutants lists them, and the functions that they are in.

use std::ops::Range;

use anyhow::{Context, Result, anyhow};
use proc_macro2::{Delimiter, LineColumn, Span, TokenStream, TokenTree};
use serde::Deserialize;

/// A change to the source.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Mutant {
    pub(super) name: String,
    /// Relative to the root of the workspace.
    pub(super) file: String,
    span: Place,
    pub(super) replacement: String,
    function: Option<Inside>,
}

#[derive(Clone, Debug, Deserialize)]
struct Inside {
    span: Place,
}

#[derive(Clone, Debug, Deserialize)]
struct Place {
    start: Position,
    end: Position,
}

/// Both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

/// A function with a body, by its bytes in a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Function {
    pub(super) name: String,
    /// The word `const`, if it has one.
    pub(super) constness: Option<Range<usize>>,
    /// The bytes between its braces.
    pub(super) body: Range<usize>,
    pub(super) output: Output,
    /// The byte before its first word, behind its attributes.
    pub(super) item: usize,
}

/// The return type of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Output {
    /// A type.
    Named,
    /// An `impl Iterator` of a function without `return`, by the bytes of the item type.
    Iterator(Range<usize>),
    /// Another `impl Trait`.
    Opaque,
}

/// The start of each line of a text, in bytes.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl Mutant {
    /// The bytes that it replaces.
    pub(super) fn bytes(&self, lines: &Lines) -> Range<usize> {
        lines.bytes(&self.span)
    }

    /// The index of the function that it is in, of nested ones the inner one.
    pub(super) fn function(&self, lines: &Lines, functions: &[Function]) -> Option<usize> {
        let (bytes, inside) = (self.bytes(lines), lines.bytes(&self.function.as_ref()?.span));
        let has = |at: &usize| {
            let body = &functions[*at].body;
            body.start <= bytes.start
                && bytes.end <= body.end
                && inside.start <= body.start
                && body.end <= inside.end
        };
        (0..functions.len()).filter(has).min_by_key(|at| functions[*at].body.len())
    }
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn bytes(&self, place: &Place) -> Range<usize> {
        let at = |Position { line, column }| self.at(line, column - 1);
        at(place.start)..at(place.end)
    }

    /// The byte of a character; lines are counted from 1, columns from 0.
    fn at(&self, line: usize, column: usize) -> usize {
        let start = self.starts[line - 1];
        let mut characters = self.text[start..].char_indices();
        start + characters.nth(column).map_or(self.text.len() - start, |(at, _)| at)
    }

    fn of(&self, span: Span) -> Range<usize> {
        let at = |LineColumn { line, column }| self.at(line, column);
        at(span.start())..at(span.end())
    }
}

/// The functions of a file that have a body, in the order of their names; those in macros are among them.
pub(super) fn functions(lines: &Lines) -> Result<Vec<Function>> {
    let tokens: TokenStream =
        lines.text.parse().map_err(|error| anyhow!("no Rust: {error}")).context("a source")?;
    let mut functions = Vec::new();
    collect(tokens, lines, &mut functions);
    Ok(functions)
}

fn collect(tokens: TokenStream, lines: &Lines, functions: &mut Vec<Function>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, word: &str| matches!(trees.get(at), Some(TokenTree::Ident(name)) if name == word);
    for at in 0..trees.len() {
        if let TokenTree::Group(group) = &trees[at] {
            collect(group.stream(), lines, functions);
        }
        let Some(TokenTree::Ident(name)) = trees.get(at + 1).filter(|_| is(at, "fn")) else {
            continue;
        };
        let ends = |tree: &TokenTree| match tree {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(mark) => mark.as_char() == ';',
            _ => false,
        };
        let Some(length) = trees[at..].iter().position(ends) else { continue };
        let TokenTree::Group(body) = &trees[at + length] else { continue };
        let before = at.saturating_sub(2)..at;
        let constness =
            before.rev().find(|at| is(*at, "const")).map(|at| lines.of(trees[at].span()));
        let first = first_word(&trees[..=at]);
        let body = lines.of(body.span_open()).end..lines.of(body.span_close()).start;
        let output = (at..at + length).find(|at| is(*at, "impl")).map_or(Output::Named, |word| {
            let item = item(&trees[word + 1..at + length]).map(|item| {
                lines.of(item[0].span()).start..lines.of(item[item.len() - 1].span()).end
            });
            let returns = lines.text[body.clone()].contains("return ");
            item.filter(|_| !returns).map_or(Output::Opaque, Output::Iterator)
        });
        functions.push(Function {
            name: name.to_string(),
            constness,
            body,
            output,
            item: lines.of(trees[first].span()).start,
        });
    }
}

/// The item type in the tokens of `Iterator<Item = …>`; none for another trait.
fn item(bound: &[TokenTree]) -> Option<&[TokenTree]> {
    let starts = bound.iter().map(TokenTree::to_string).zip(["Iterator", "<", "Item", "="]);
    let item = bound.get(4..).filter(|_| starts.filter(|(a, b)| a == b).count() == 4)?;
    let mut depth = 0;
    let end = item.iter().position(|tree| {
        depth += i32::from(is_mark(tree, '<')) - i32::from(is_mark(tree, '>'));
        depth < 0
    });
    end.map(|end| &item[..end])
}

/// The index of the first word of a function, of the trees up to its `fn`.
fn first_word(trees: &[TokenTree]) -> usize {
    const WORDS: [&str; 6] = ["pub", "const", "unsafe", "extern", "async", "default"];
    let mut first = trees.len() - 1;
    while first > 0 {
        first -= match &trees[first - 1] {
            TokenTree::Ident(_) if first > 1 && is_mark(&trees[first - 2], '$') => 2,
            TokenTree::Ident(word) if WORDS.iter().any(|known| word == known) => 1,
            TokenTree::Literal(_) => 1,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => 1,
            _ => break,
        };
    }
    first
}

fn is_mark(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_starts_behind_its_attributes() {
        let text = "/// A.\n#[inline] #[must_use] pub(in a) const fn a() {} #[inline(always)] #[x] fn b() {} \
                    macro_rules! m { () => { #[x] $vis fn c() {} } } impl A { const B: u8 = 1; unsafe fn d() {} }";
        let lines = Lines::new(text);
        let items = functions(&lines).unwrap();
        let starts: Vec<_> = items.iter().map(|f| &text[f.item..f.item + 7]).collect();
        assert_eq!(starts, ["pub(in ", "fn b() ", "$vis fn", "unsafe "]);
    }

    #[test]
    fn a_function_has_its_name_its_body_and_its_constness() {
        let text = "trait T { fn a(); }\nimpl T for é { pub const fn b(x: [u8; 2]) -> u8 where u8: Copy { x[0] }\nfn c() -> impl Fn() { fn d() {} d }\nfn e() -> impl Iterator<Item = A<u8>> + Clone { f }}";
        let at = text.find("A<u8>").unwrap();
        let functions = functions(&Lines::new(text)).unwrap();
        let found: Vec<_> = functions
            .iter()
            .map(|f| {
                (
                    &f.name[..],
                    &text[f.body.clone()],
                    f.constness.clone().map(|c| &text[c]),
                    &f.output,
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("b", " x[0] ", Some("const"), &Output::Named),
                ("c", " fn d() {} d ", None, &Output::Opaque),
                ("d", "", None, &Output::Named),
                ("e", " f ", None, &Output::Iterator(at..at + "A<u8>".len())),
            ]
        );
    }

    #[test]
    fn a_mutant_is_in_the_smallest_function_around_it() {
        let text = "fn a() {\n    let é = 1; fn b() -> i32 { 1 + 2 }\n}\n";
        let lines = Lines::new(text);
        let mutant = |inside: [usize; 4]| Mutant {
            name: String::new(),
            file: String::new(),
            span: Place {
                start: Position { line: 2, column: 34 },
                end: Position { line: 2, column: 35 },
            },
            replacement: "-".into(),
            function: Some(Inside {
                span: Place {
                    start: Position { line: inside[0], column: inside[1] },
                    end: Position { line: inside[2], column: inside[3] },
                },
            }),
        };
        let functions = functions(&lines).unwrap();
        let inner = mutant([2, 16, 2, 39]);
        assert_eq!(&text[inner.bytes(&lines)], "+");
        assert_eq!(functions[inner.function(&lines, &functions).unwrap()].name, "b");
    }
}
