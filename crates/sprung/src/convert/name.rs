//! Name matching: `dampingRatio`, `damping-ratio` and `Damping_Ratio` are the same.

/// Returns whether the typed text is the name, ignoring case, with or without a separator between its parts.
///
/// Separators are `-`, `_`, `.` and space; a part begins after a separator, between a digit and a letter, and
/// inside the compounds that have both spellings.
pub(crate) fn same_name(typed: &str, name: &str) -> bool {
    is_written(typed, &[name])
}

/// Returns whether the typed text is the name, alone or after the prefix.
pub(crate) fn same_name_or_prefixed(typed: &str, prefix: &str, name: &str) -> bool {
    same_name(typed, name) || is_written(typed, &[prefix, name])
}

const SEPARATORS: [char; 4] = ['-', '_', '.', ' '];

/// Names of one word that are also written as two: `half-life`.
const COMPOUNDS: [(&str, &str); 2] = [("half", "life"), ("swift", "ui")];

/// Returns whether the text is these names in a row.
fn is_written(text: &str, names: &[&str]) -> bool {
    let mut rest = names.iter().enumerate().flat_map(|(index, name)| {
        let letters = name.char_indices().filter(|(_, letter)| !SEPARATORS.contains(letter));
        letters.map(move |(at, letter)| (letter, starts_a_part(name, at, index > 0)))
    });
    let mut separators = 0;
    for typed in text.chars() {
        if SEPARATORS.contains(&typed) {
            separators += 1;
            continue;
        }
        for typed in typed.to_lowercase() {
            let Some((letter, starts)) = rest.next() else { return false };
            if typed != letter || separators > usize::from(starts) {
                return false;
            }
            separators = 0;
        }
    }
    separators == 0 && rest.next().is_none()
}

/// Returns whether a separator is allowed before the letter at this index of a name.
fn starts_a_part(name: &str, at: usize, follows_another: bool) -> bool {
    let (before, from) = name.split_at(at);
    let Some(last) = before.chars().next_back() else { return follows_another };
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    SEPARATORS.contains(&last)
        || digit(Some(last)) != digit(from.chars().next())
        || COMPOUNDS.iter().any(|(a, b)| before.ends_with(a) && from.starts_with(b))
}

/// Returns the Levenshtein distance of two names: the number of inserted, deleted and replaced letters.
pub(crate) fn distance(typed: &str, name: &str) -> usize {
    // One row of the table; a name longer than this is no near miss of any of ours.
    const MAX_LETTERS: usize = 32;
    let length = letters(name).count();
    if length > MAX_LETTERS || letters(typed).count() > MAX_LETTERS {
        return usize::MAX;
    }
    let mut row = [0; MAX_LETTERS + 1];
    for (column, cell) in row.iter_mut().enumerate() {
        *cell = column;
    }
    for (line, a) in letters(typed).enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, b) in letters(name).enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[length]
}

/// Returns the name that is nearest to the typed text, if it is near enough to suggest.
pub(crate) fn nearest_name<'a>(
    typed: &str,
    names: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let (nearest, distance) =
        names.map(|name| (name, distance(typed, name))).min_by_key(|(_, distance)| *distance)?;
    let near_enough = 1 + letters(nearest).count() / 4;
    (distance <= near_enough).then_some(nearest)
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !SEPARATORS.contains(c)).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_separators_do_not_matter() {
        assert!(same_name("dampingRatio", "damping_ratio"));
        assert!(same_name("React Spring", "react-spring"));
        assert!(!same_name("damping", "damping_ratio"));
        for typed in ["halflife", "half-life", "Half_Life", "HALF LIFE", "halfLife"] {
            assert!(same_name(typed, "halflife"), "{typed}");
        }
        assert!(same_name("material 3", "material3") && same_name("DAMPINGRATIO", "damping_ratio"));
        assert!(same_name_or_prefixed("DampingRatioLowBouncy", "damping_ratio", "low_bouncy"));
    }

    #[test]
    fn separators_stand_between_parts_of_a_name_only() {
        for typed in ["fr-eq_uen.cy", "frequenc-y", "-frequency", "frequency.", "", "-"] {
            assert!(!same_name(typed, "frequency"), "{typed}");
        }
        for typed in ["damping--ratio", "damping_-ratio", "dampingr_atio", "damping_ratio_"] {
            assert!(!same_name(typed, "damping_ratio"), "{typed}");
        }
        assert!(same_name_or_prefixed("damping-ratio low_bouncy", "damping_ratio", "low_bouncy"));
        assert!(!same_name_or_prefixed("damping-ratiolow-boun.cy", "damping_ratio", "low_bouncy"));
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("half-life", "halflife"), 0);
        assert_eq!(distance("", "mass"), 4);
        assert_eq!(distance(&"x".repeat(1000), "mass"), usize::MAX);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["halflife", "frequency", "damping_ratio"];
        assert_eq!(nearest_name("halflive", names.into_iter()), Some("halflife"));
        assert_eq!(nearest_name("freqency", names.into_iter()), Some("frequency"));
        assert_eq!(nearest_name("color", names.into_iter()), None);
    }
}
