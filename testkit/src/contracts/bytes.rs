//! Calls a row with arguments that are read from bytes, for the fuzzer.

use super::checks::same;
use super::table::{Args, Kind, Row, Seen, Table};
use crate::inputs::hostile;
use crate::precision::Precision;

/// The most arguments that bytes can give; the rest are ordinary.
const MAX_ARGUMENTS: usize = 64;

/// Calls one row of the table with arguments of the given bytes, and checks the promises that hold for any numbers.
///
/// The first two bytes choose the row. Then follows a byte for each argument: below 128 it is the ordinary number, from there
/// on one of the hostile floats, and above those the bits of a number that follow. Arguments without bytes are ordinary.
///
/// # Panics
/// If the row panics, gives a NaN where it promises none, changes something in a time step that is none, or lets one
/// component reach another.
pub fn check_bytes<Owner, R: Precision>(table: &Table<Owner, R>, bytes: &[u8]) {
    let Some((row, mut rest)) = bytes.split_first_chunk() else { return };
    let row = &table.rows[usize::from(u16::from_le_bytes(*row)) % table.rows.len()];
    let mut put_in = Vec::new();
    while put_in.len() < MAX_ARGUMENTS
        && let Some(argument) = argument(&mut rest)
    {
        put_in.push(argument);
    }
    let (seen, kinds) = call(row, put_in.clone());
    let told = |promise: &str| format!("{}({put_in:?}): {promise}: {seen:?}", row.name);
    if row.promises.never_nan {
        assert!(!seen.after.iter().any(|x| x.to_f64().is_nan()), "{}", told("gives NaN"));
    }
    if row.promises.no_time && is_no_time(&kinds, &put_in) {
        let is_still = seen.after.iter().zip(&seen.before).all(|(a, b)| is_near(*a, *b));
        assert!(is_still, "{}", told("no time changes something"));
    }
    if row.promises.apart {
        check_components(row, &put_in, &kinds, &seen);
    }
}

/// Returns whether a time step is none and the other numbers are in the range in which that changes nothing.
///
/// Parameters have to be usual and positive ones, components far from overflow: an infinite offset times 0 is NaN.
fn is_no_time<R: Precision>(kinds: &[Kind], put_in: &[Option<R>]) -> bool {
    let limit = if is_single::<R>() { 1e15 } else { 1e150 };
    let given = || kinds.iter().zip(put_in).filter_map(|(kind, value)| Some((kind, (*value)?)));
    let is_none = |(kind, value): (&Kind, R)| *kind == Kind::Time && !(value.to_f64() > 0.0);
    let is_usual = |(kind, value): (&Kind, R)| match kind {
        Kind::Time => true,
        Kind::Component(_) => value.to_f64().abs() < limit,
        Kind::Other => (1e-3..1e3).contains(&value.to_f64()),
    };
    given().any(is_none) && given().all(is_usual)
}

/// Returns whether two numbers are the same, but for tiny ones that are rounded to 0.
fn is_near<R: Precision>(a: R, b: R) -> bool {
    same(&[a], &[b]) || (a.to_f64() - b.to_f64()).abs() < 1e-20
}

fn is_single<R: Precision>() -> bool {
    R::EPSILON > f64::EPSILON
}

/// Checks that each of two components is the same whatever the other is.
fn check_components<R: Precision>(
    row: &Row<R>,
    put_in: &[Option<R>],
    kinds: &[Kind],
    seen: &Seen<R>,
) {
    for component in 0..2 {
        let mut calm = put_in.to_vec();
        let others = kinds.iter().zip(&mut calm);
        let others = others.filter(|(kind, _)| **kind == Kind::Component(1 - component));
        let mut is_changed = false;
        others.for_each(|(_, value)| is_changed |= value.take().is_some());
        if !is_changed {
            continue;
        }
        let (calm, _) = call(row, calm);
        let own = |seen: &Seen<R>| -> Vec<R> {
            seen.after.iter().skip(component).step_by(2).copied().collect()
        };
        let is_apart = same(&own(&calm), &own(seen));
        assert!(is_apart, "{}({put_in:?}): a component reaches {component}: {seen:?}", row.name);
    }
}

fn call<R: Precision>(row: &Row<R>, put_in: Vec<Option<R>>) -> (Seen<R>, Vec<Kind>) {
    let mut args = Args { put_in, kinds: Vec::new() };
    let seen = (row.call)(&mut args);
    (seen, args.kinds)
}

/// The next argument; `None` inside is the ordinary one.
fn argument<R: Precision>(bytes: &mut &[u8]) -> Option<Option<R>> {
    let (&selector, rest) = bytes.split_first()?;
    *bytes = rest;
    let Some(place) = selector.checked_sub(128) else { return Some(None) };
    if let Some(&value) = hostile::<R>().get(usize::from(place)) {
        return Some(Some(value));
    }
    let width = if is_single::<R>() { 4 } else { 8 };
    let (bits, rest) = bytes.split_at_checked(width)?;
    *bytes = rest;
    let bits = bits.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    Some(Some(R::from_low_bits(bits)))
}

/// Makes the fuzz target `fuzz` of a crate's tables, one for each precision, and the test that runs it without a fuzzer.
///
/// The first byte of an input chooses the table.
#[macro_export]
macro_rules! fuzz_contracts {
    ($name:literal, $count:literal, $add:path, $table:ty $(, $other:ty)?) => {
        /// Calls a public function with numbers of the given bytes and checks its contract.
        ///
        /// # Panics
        /// If the function panics or breaks its contract.
        pub fn fuzz(bytes: &[u8]) {
            thread_local! {
                static TABLE: $table = <$table>::of($add);
                $(static OTHER: $other = <$other>::of($add);)?
            }
            let Some((precision, rest)) = bytes.split_first() else { return };
            $(if precision % 2 == 1 {
                return OTHER.with(|table: &$other| $crate::contracts::check_bytes(table, rest));
            })?
            let _ = precision;
            TABLE.with(|table| $crate::contracts::check_bytes(table, rest));
        }

        #[test]
        fn numbers_of_any_bits_keep_the_contract() {
            $crate::fuzz::check($name, $count, fuzz);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contracts::One;

    #[test]
    fn arguments_are_ordinary_hostile_or_any_bits() {
        let mut bytes = &[0, 127, 128, 255, 0, 0, 128, 63, 255, 1][..];
        let mut next = || argument::<f32>(&mut bytes);
        assert_eq!([next(), next(), next()], [Some(None), Some(None), Some(Some(0.0))]);
        assert_eq!([next(), next()], [Some(Some(1.0)), None]);
    }

    #[test]
    #[should_panic(expected = "gives NaN")]
    fn a_broken_promise_panics() {
        let table = Table::<(), f32>::of(|table| {
            table.builds("half", |a| One(0.5 * a.number(1.0)));
        });
        check_bytes(&table, &[0, 0, 128]);
        check_bytes(&table, &[0, 0, 255, 0, 0, 192, 127]);
    }
}
