//! Tokenizes Rust source for the checks: tokens with their lines, without comments, attributes, text and tests.

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// A word, a number, `::`, or a single character of punctuation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// A path as written, with the groups of `use` expanded: `["crate", "params", "Spring"]`.
#[derive(Debug, PartialEq)]
pub(crate) struct UsedPath {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

impl UsedPath {
    /// The path from the crate root: `crate` and `super` resolved from the module in which they are written.
    pub(crate) fn into_absolute(mut self, module: &[String]) -> Self {
        let supers = self.segments.iter().take_while(|segment| *segment == "super").count();
        let kept = if supers == 0 { 0 } else { module.len().saturating_sub(supers) };
        self.segments.drain(..supers.max(1));
        self.below(&module[..kept])
    }

    /// The path from the crate root, of one that is written in this module.
    pub(crate) fn below(self, module: &[String]) -> Self {
        UsedPath { segments: [module, &self.segments].concat(), ..self }
    }
}

/// The path of the module in a file, which is named relative to the crate's sources; the root's is empty.
pub(crate) fn module_path(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(String::from).collect();
    path.pop_if(|name| matches!(name.as_str(), "mod" | "lib" | "main"));
    path
}

/// The tokens of a source file without comments, attributes, strings, and `#[cfg(test)]` items.
pub(crate) fn tokens(source: &str) -> Result<Vec<Token>> {
    let stream: TokenStream = source.parse().map_err(|error| anyhow!("no Rust: {error}"))?;
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        let mut push = |text: String| tokens.push(Token { text, line });
        match tree {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                trees.next_if(
                    |next| matches!(next, TokenTree::Punct(mark) if mark.as_char() == '!'),
                );
                if let Some(TokenTree::Group(attribute)) = trees.next()
                    && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
                {
                    let is_end = |tree: &TokenTree| match tree {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(mark) => mark.as_char() == ';',
                        _ => false,
                    };
                    let _item = trees.by_ref().find(is_end);
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' && mark.spacing() == Spacing::Joint => {
                trees.next();
                push("::".into());
            }
            TokenTree::Punct(mark) => push(mark.to_string()),
            TokenTree::Ident(word) => push(word.to_string()),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.starts_with(|c: char| c.is_ascii_digit()) {
                    push(text);
                }
            }
            TokenTree::Group(group) => {
                let (open, close) = delimiters(&group);
                push(open.into());
                flatten(group.stream(), tokens);
                tokens.push(Token { text: close.into(), line: group.span_close().start().line });
            }
        }
    }
}

fn delimiters(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

/// Every path that begins with `crate` or `super`, with the groups of `use` expanded; not `$crate`, which a macro imports
/// where it is used.
pub(crate) fn used_paths(tokens: &[Token]) -> Vec<UsedPath> {
    paths_from(tokens, |at| {
        let in_macro = at > 0 && text(tokens, at - 1) == "$";
        matches!(text(tokens, at), "crate" | "super") && text(tokens, at + 1) == "::" && !in_macro
    })
}

/// The paths that a module offers with `pub use`, without a leading `crate` or `self`.
pub(crate) fn re_exports(tokens: &[Token]) -> Vec<UsedPath> {
    let mut paths = paths_from(tokens, |at| is_offered(tokens, at));
    for path in &mut paths {
        path.segments.retain(|segment| segment != "crate" && segment != "self");
    }
    paths
}

/// The paths into child modules that are not re-exports: the imports of the module itself.
pub(crate) fn paths_into_children(tokens: &[Token]) -> Vec<UsedPath> {
    let children: Vec<&str> = tokens
        .windows(3)
        .filter(|window| window[0].text == "mod" && window[2].text == ";")
        .map(|window| window[1].text.as_str())
        .collect();
    paths_from(tokens, |at| {
        let inside = at > 0 && text(tokens, at - 1) == "::";
        let leads_on = children.contains(&text(tokens, at)) && text(tokens, at + 1) == "::";
        leads_on && !inside && !is_offered(tokens, at)
    })
}

/// Returns whether `pub use` or `pub(…) use` is before this token.
fn is_offered(tokens: &[Token], at: usize) -> bool {
    let word = |before: usize| at.checked_sub(before).map_or("", |at| text(tokens, at));
    word(1) == "use" && (word(2) == "pub" || word(2) == ")" && word(5) == "pub")
}

fn paths_from(tokens: &[Token], starts: impl Fn(usize) -> bool) -> Vec<UsedPath> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = if starts(at) { read_tree(tokens, at, &[], &mut paths) } else { at + 1 };
    }
    paths
}

/// Reads one tree of a `use`, or one path, and returns its end.
fn read_tree(
    tokens: &[Token],
    mut at: usize,
    prefix: &[String],
    paths: &mut Vec<UsedPath>,
) -> usize {
    let line = tokens.get(at).map_or(0, |token| token.line);
    let mut segments = prefix.to_vec();
    loop {
        if text(tokens, at) == "{" {
            at += 1;
            while at < tokens.len() && text(tokens, at) != "}" {
                at = read_tree(tokens, at, &segments, paths).max(at + 1);
                at += usize::from(text(tokens, at) == ",");
            }
            return at + 1;
        }
        // `a::{self}` names `a`.
        if text(tokens, at) != "self" || segments.is_empty() {
            segments.push(text(tokens, at).into());
        }
        let goes_on = text(tokens, at + 1) == "::" && text(tokens, at + 2) != "<";
        if !goes_on {
            break;
        }
        at += 2;
    }
    at += 1;
    if text(tokens, at) == "as" {
        at += 2;
    }
    paths.push(UsedPath { segments, line });
    at
}

/// The text of a token; empty beyond the end.
pub(crate) fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        tokens(source).unwrap().into_iter().map(|token| token.text).collect()
    }

    fn joined(paths: Vec<UsedPath>) -> Vec<String> {
        paths.iter().map(|path| path.segments.join("::")).collect()
    }

    fn paths(source: &str) -> Vec<String> {
        joined(used_paths(&tokens(source).unwrap()))
    }

    #[test]
    fn comments_strings_and_attributes_hold_no_tokens() {
        assert_eq!(words("a // b\n/* c /* d */ e */ f"), ["a", "f"]);
        assert_eq!(words("//! y\n/// use crate::x;\nz"), ["z"]);
        assert_eq!(words(r##"p("a \" // b", r#"c " d"#, b"e", 'f') g"##).concat(), "p(,,,)g");
        assert_eq!(words("#[derive(Debug)] #![allow(x)] struct A;"), ["struct", "A", ";"]);
        assert_eq!(words("a + 2e-6f32"), ["a", "+", "2e-6f32"]);
    }

    #[test]
    fn lines_are_those_of_the_source() {
        let found = tokens("/* one\n two */\n\"three\n\" four").unwrap();
        assert_eq!(found, [Token { text: "four".into(), line: 4 }]);
    }

    #[test]
    fn source_that_is_no_rust_is_an_error() {
        assert!(tokens("fn f( {").unwrap_err().to_string().starts_with("no Rust"));
    }

    #[test]
    fn items_for_tests_are_left_out_and_what_follows_them_is_not() {
        assert_eq!(words("a #[cfg(test)] mod tests { fn f() { g(\"}\") } } b"), ["a", "b"]);
        assert_eq!(words("a #[cfg(test)] use crate::x; b"), ["a", "b"]);
    }

    #[test]
    fn every_form_of_a_path_is_found() {
        assert_eq!(paths("use crate::state::State;"), ["crate::state::State"]);
        assert_eq!(
            paths("use crate::{params::{Spring, damper::Damper as D}, state::{self}, real::*};"),
            [
                "crate::params::Spring",
                "crate::params::damper::Damper",
                "crate::state",
                "crate::real::*"
            ]
        );
        assert_eq!(
            paths("use super::super::math;\nlet x = crate::math::exp(y);"),
            ["super::super::math", "crate::math::exp"]
        );
        assert_eq!(paths("fn f() -> crate::state::State::<f32> {}"), ["crate::state::State"]);
        assert_eq!(
            paths("crate::error::check!(x) $crate::vector::Vector"),
            ["crate::error::check"]
        );
        assert_eq!(paths("pub(crate) fn f() {} use core::fmt;"), [""; 0]);
    }

    #[test]
    fn re_exports_are_found_with_or_without_a_leading_crate() {
        let code = "mod a; pub use a::{B, c::D}; pub(crate) use crate::e::F; use g::H;";
        assert_eq!(joined(re_exports(&tokens(code).unwrap())), ["a::B", "a::c::D", "e::F"]);
    }

    #[test]
    fn imports_from_child_modules_are_found() {
        let code = "mod a; mod b; pub use a::B; use b::C; fn f() { a::g(); x::a::h() }";
        assert_eq!(joined(paths_into_children(&tokens(code).unwrap())), ["b::C", "a::g"]);
    }
}
