//! Rust source as the checks read it: tokens with their lines, without comments, strings and tests.

/// A word, `::`, or a single character of punctuation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// A path that begins with `crate` or `super`, as written: `["crate", "params", "Spring"]`.
#[derive(Debug, PartialEq)]
pub(crate) struct UsedPath {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

/// The source with comments, the content of strings, and `#[cfg(test)]` items turned into spaces.
///
/// Lines stay where they are.
pub(crate) fn without_comments_and_tests(source: &str) -> String {
    let mut code = blank_comments_and_strings(source);
    while let Some(start) = code.find("#[cfg(test)]") {
        let end = start + item_length(&code[start..]);
        let blank: String =
            code[start..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(start..end, &blank);
    }
    code
}

/// Splits source that [`without_comments_and_tests`] has prepared.
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = code;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let text = &rest[..length];
        line += usize::from(first == '\n');
        if !first.is_whitespace() {
            tokens.push(Token { text, line });
        }
        rest = &rest[length..];
    }
    tokens
}

/// Every path that begins with `crate` or `super`, with the groups of `use` written out.
pub(crate) fn used_paths(tokens: &[Token]) -> Vec<UsedPath> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let starts = matches!(tokens[at].text, "crate" | "super") && text(tokens, at + 1) == "::";
        at = if starts { read_tree(tokens, at, &[], &mut paths) } else { at + 1 };
    }
    paths
}

/// The paths that a crate root offers with `pub use`, without a leading `crate` or `self`.
pub(crate) fn re_exports(tokens: &[Token]) -> Vec<UsedPath> {
    let mut paths = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].text == "pub" && text(tokens, at + 1) == "use" {
            read_tree(tokens, at + 2, &[], &mut paths);
        }
    }
    for path in &mut paths {
        path.segments.retain(|segment| segment != "crate" && segment != "self");
    }
    paths
}

/// Reads one tree of a `use`, or one path, and returns where it ends.
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

fn text<'a>(tokens: &[Token<'a>], at: usize) -> &'a str {
    tokens.get(at).map_or("", |token| token.text)
}

/// How far the item that begins here reaches: to its closing brace, or to a semicolon before any brace.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

fn blank_comments_and_strings(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped =
            comment_length(rest).or_else(|| literal_length(rest, code.chars().next_back()));
        let length = skipped.unwrap_or(first.len_utf8());
        for c in rest[..length].chars() {
            code.push(if skipped.is_some() && c != '\n' { ' ' } else { c });
        }
        rest = &rest[length..];
    }
    code
}

/// The length of the comment that begins here, if one does; block comments nest.
fn comment_length(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let mut depth = 0;
    let mut at = 0;
    while rest[at..].starts_with("/*") || depth > 0 {
        let inside = &rest[at..];
        if inside.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if inside.starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += inside.chars().next()?.len_utf8();
        }
    }
    (at > 0).then_some(at)
}

/// The length of the string or character that begins here, if one does.
fn literal_length(rest: &str, before: Option<char>) -> Option<usize> {
    if let Some(text) = rest.strip_prefix('"') {
        return Some(1 + quoted_length(text, '"'));
    }
    if let Some(text) = rest.strip_prefix('\'') {
        // A character is closed within one or an escaped one; a lifetime is not closed.
        let mut chars = text.chars();
        let is_character = chars.next() == Some('\\') || chars.next() == Some('\'');
        return is_character.then(|| 1 + quoted_length(text, '\''));
    }
    let begins_a_word = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let raw =
        rest.strip_prefix('r').or_else(|| rest.strip_prefix("br")).filter(|_| begins_a_word)?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    raw[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let open = rest.len() - raw.len() + hashes + 1;
    Some(rest[open..].find(&close).map_or(rest.len(), |at| open + at + close.len()))
}

/// The length up to and with the closing quote.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        let code = without_comments_and_tests(source);
        tokens(&code).iter().map(|token| token.text.to_string()).collect()
    }

    fn paths(source: &str) -> Vec<String> {
        let code = without_comments_and_tests(source);
        used_paths(&tokens(&code)).iter().map(|path| path.segments.join("::")).collect()
    }

    #[test]
    fn comments_and_strings_hold_no_tokens() {
        assert_eq!(words("a // b\n/* c /* d */ e */ f"), ["a", "f"]);
        assert_eq!(words("/// use crate::x;\n//! y\nz"), ["z"]);
        assert_eq!(
            words(r##"p("a \" // b", r#"c " d"#, b"e", 'f', '\'', '"') g"##)[..2],
            ["p", "("]
        );
        assert!(
            !words(r##"p("a \" // b", r#"c " d"#) g"##)
                .iter()
                .any(|word| "abcd".contains(word.as_str()))
        );
        assert_eq!(words("fn f<'a>(x: &'a str) {}").last().unwrap(), "}");
        assert_eq!(words("bar\"x\"y"), ["bar", "y"]);
    }

    #[test]
    fn lines_are_those_of_the_source() {
        let code = without_comments_and_tests("/* one\n two */\n\"three\n\" four");
        assert_eq!(tokens(&code), [Token { text: "four", line: 4 }]);
    }

    #[test]
    fn items_for_tests_are_left_out_and_what_follows_them_is_not() {
        assert_eq!(words("a #[cfg(test)] mod tests { fn f() { g(\"}\") } } b"), ["a", "b"]);
        assert_eq!(words("a #[cfg(test)] use crate::x; b"), ["a", "b"]);
    }

    #[test]
    fn every_way_to_write_a_path_is_found() {
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
        assert_eq!(paths("$crate::error::check!(x)"), ["crate::error::check"]);
        assert_eq!(paths("pub(crate) fn f() {} use core::fmt;"), [""; 0]);
    }

    #[test]
    fn re_exports_are_found_with_or_without_a_leading_crate() {
        let code = "mod a; pub use a::{B, c::D}; pub use crate::e::F; use g::H; pub fn i() {}";
        let found: Vec<String> =
            re_exports(&tokens(code)).iter().map(|path| path.segments.join("::")).collect();
        assert_eq!(found, ["a::B", "a::c::D", "e::F"]);
    }
}
