//! Names as people type them: `dampingRatio`, `damping-ratio` and `Damping_Ratio` are one.

/// Whether two names are equal but for case and the separators `-`, `_`, `.` and space.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}

/// Whether what was typed is the name, alone or with the prefix put before it.
pub(crate) fn same_name_or_prefixed(typed: &str, prefix: &str, name: &str) -> bool {
    same_name(typed, name) || letters(typed).eq(letters(prefix).chain(letters(name)))
}

/// How many letters must be added, taken away or replaced to come from one name to the other (Levenshtein).
pub(crate) fn distance(typed: &str, name: &str) -> usize {
    // One row of the table; a name longer than this is no near miss of any of ours.
    const MOST: usize = 32;
    let length = letters(name).count();
    if length > MOST || letters(typed).count() > MOST {
        return usize::MAX;
    }
    let mut row = [0; MOST + 1];
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

/// The name that is nearest to what was typed, if it is near enough to have been meant.
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
    let separators = ['-', '_', '.', ' '];
    name.chars().filter(move |c| !separators.contains(c)).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_separators_do_not_matter() {
        assert!(same_name("dampingRatio", "damping_ratio"));
        assert!(same_name("React Spring", "react-spring"));
        assert!(!same_name("damping", "damping_ratio"));
        assert!(same_name_or_prefixed("DampingRatioLowBouncy", "damping_ratio", "low_bouncy"));
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
        assert_eq!(nearest_name("colour", names.into_iter()), None);
    }
}
