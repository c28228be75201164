//! Words set in a width.

/// The text in lines of at most `columns` characters, broken at blanks and, where it has none, after commas. A word that
/// is longer loses its middle.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ').flat_map(|word| word.split_inclusive(',').enumerate()) {
        let (part, word) = word;
        let word = shortened(word, columns);
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        let blank = usize::from(part == 0 && line > 0);
        if line > 0 && line + blank + word.chars().count() > columns {
            lines.push(word);
        } else if let Some(line) = lines.last_mut() {
            *line += &format!("{}{word}", " ".repeat(blank));
        }
    }
    lines
}

/// The text without its middle if it is longer than `columns` characters.
pub(crate) fn shortened(text: &str, columns: usize) -> String {
    let count = text.chars().count();
    if count <= columns {
        return text.to_owned();
    }
    let (front, back) = (columns / 2, columns.saturating_sub(columns / 2 + 1));
    let front: String = text.chars().take(front).collect();
    let back: String = text.chars().skip(count - back).collect();
    format!("{front}…{back}")
}

/// The text with a mark for each control character, which no picture and no terminal takes.
pub(crate) fn visible(text: String) -> String {
    if !text.contains(char::is_control) {
        return text;
    }
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_wider_than_asked_for() {
        let text =
            "a recording.csv: frequency=2.123456,damping_ratio=0.3 over averyveryverylongname";
        for columns in [8, 12, 20, 33, 100] {
            let lines = wrapped(text, columns);
            assert!(lines.iter().all(|line| line.chars().count() <= columns), "{lines:?}");
        }
        assert_eq!(wrapped(text, 100), [text]);
        assert_eq!(wrapped("x of a=1,b=2", 8), ["x of", "a=1,b=2"]);
        assert_eq!(wrapped("a=1234,b=2", 8), ["a=1234,", "b=2"]);
        assert_eq!(wrapped("", 8), [""]);
    }

    #[test]
    fn a_long_word_keeps_its_ends() {
        assert_eq!(
            (shortened("Größenordnung", 7), shortened("kurz", 7)),
            ("Grö…ung".into(), "kurz".into())
        );
    }

    #[test]
    fn control_characters_are_marks() {
        assert_eq!(visible("a\u{1b}[2Jü\n".into()), "a\u{fffd}[2Jü\u{fffd}");
    }
}
