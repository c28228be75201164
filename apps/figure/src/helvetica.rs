//! Text in the fonts that every PDF reader brings: bytes and widths of Helvetica and Symbol.

/// A font of every reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    /// Western European letters, in the encoding of Windows.
    Helvetica,
    /// Greek letters and signs of mathematics.
    Symbol,
}

impl Font {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Font::Helvetica => "Helvetica",
            Font::Symbol => "Symbol",
        }
    }
}

/// The widths of the characters from the space to the tilde, in thousandths of the size (Adobe, *Core 14 AFM*).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// The width of any other character: that of most lower-case letters, with an accent too.
const OTHER: u16 = 556;

/// The letters of Symbol from `a` and from `A` on; a blank where there is another sign.
const SMALL: &str = "αβχδεφγηι κλμνοπθρστυ ωξψζ";
const LARGE: &str = "ΑΒΧΔΕΦΓΗΙ ΚΛΜΝΟΠΘΡΣΤΥ ΩΞΨΖ";
const SIGNS: [(char, u8); 9] = [
    ('−', 0x2d),
    ('≤', 0xa3),
    ('∞', 0xa5),
    ('→', 0xae),
    ('≥', 0xb3),
    ('∂', 0xb6),
    ('≈', 0xbb),
    ('√', 0xd6),
    ('∫', 0xf2),
];
/// Signs of Windows outside of Latin 1.
const WINDOWS: [(char, u8); 9] = [
    ('€', 0x80),
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
];

/// The width of a text, in sizes of the font.
pub(crate) fn width(text: &str) -> f64 {
    let of =
        |c: char| (c as usize).checked_sub(0x20).and_then(|at| WIDTHS.get(at)).unwrap_or(&OTHER);
    text.chars().map(|c| f64::from(*of(c))).sum::<f64>() / 1000.0
}

/// The bytes of a text, font by font.
pub(crate) fn runs(text: &str) -> Vec<(Font, Vec<u8>)> {
    let mut runs: Vec<(Font, Vec<u8>)> = Vec::new();
    for (font, byte) in text.chars().map(encoded) {
        match runs.last_mut() {
            Some((of, bytes)) if *of == font => bytes.push(byte),
            _ => runs.push((font, vec![byte])),
        }
    }
    runs
}

fn encoded(c: char) -> (Font, u8) {
    let listed =
        |list: &[(char, u8)]| list.iter().find(|(sign, _)| *sign == c).map(|(_, byte)| *byte);
    let letter = |letters: &str, first: u8| {
        letters
            .chars()
            .zip(first..)
            .find(|(letter, _)| *letter == c && c != ' ')
            .map(|(_, byte)| byte)
    };
    let latin = match c {
        ' '..='~' | '\u{a0}'..='ÿ' => Some(c as u8),
        _ => listed(&WINDOWS),
    };
    let symbol = || letter(SMALL, b'a').or_else(|| letter(LARGE, b'A')).or_else(|| listed(&SIGNS));
    match (latin, symbol()) {
        (Some(byte), _) => (Font::Helvetica, byte),
        (None, Some(byte)) => (Font::Symbol, byte),
        (None, None) => (Font::Helvetica, b'?'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_change_their_font_where_they_must() {
        let (helvetica, symbol) = (Font::Helvetica, Font::Symbol);
        let expected = [
            (helvetica, b"2".to_vec()),
            (symbol, b"pw".to_vec()),
            (helvetica, b" \xe4?\x80".to_vec()),
        ];
        assert_eq!(runs("2πω ä语€"), expected);
        assert_eq!(runs("Ω≥Ζ"), [(symbol, b"W\xb3Z".to_vec())]);
        assert_eq!(runs(""), []);
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        assert_eq!((width("~"), width("i M"), width("ü")), (0.584, 0.222 + 0.278 + 0.833, 0.556));
    }
}
