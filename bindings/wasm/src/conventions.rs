//! Specs as text, and the table of conventions.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use sprung::convert::{CONVENTIONS, Convention, Conversion};
use sprung::{Spec, SpecError};

use crate::exchange::{array, numbers, refuse};
use crate::parameters::{spec, spec_pair};
use crate::text::give_text;

/// Reads a spec of `len` bytes of UTF-8. Returns 0 and leaves its two numbers; 1 and an error of a parameter; or the
/// length of a message, its address in the first number and its kind in the second.
#[unsafe(no_mangle)]
extern "C" fn text_read(address: usize, len: usize) -> usize {
    // SAFETY: the other side wrote `len` bytes.
    let bytes = unsafe { array::<u8>(address, len) };
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Spec<f64>>() {
        Ok(spec) => {
            numbers()[..2].copy_from_slice(&spec_pair(&spec));
            0
        }
        Err(error) => fail(&error),
    }
}

fn fail(error: &SpecError) -> usize {
    if let Some(refused) = error.refused() {
        return refuse(refused) as usize;
    }
    let len = give_text(error.to_string());
    numbers()[1] = f64::from(error.kind() as u8);
    len
}

/// Writes a spec as text that reads as the same bits.
#[unsafe(no_mangle)]
extern "C" fn text_write(first: f64, second: f64) -> usize {
    give_text(spec(first, second).to_string())
}

fn convention(index: usize) -> &'static Convention {
    CONVENTIONS.get(index).unwrap_or(&CONVENTIONS[0])
}

/// Describes a convention, a line for each part, fields apart by tabs.
#[unsafe(no_mangle)]
extern "C" fn convention_describe(index: usize) -> usize {
    let Some(convention) = CONVENTIONS.get(index) else { return 0 };
    let mut text =
        format!("{}\t{}\t{}\n", convention.name, convention.title, convention.difference);
    for form in convention.forms {
        let _ = writeln!(text, "form\t{}", form.limit);
        for key in form.keys {
            let (unit, default) = (key.unit().unwrap_or_default(), key.default);
            let _ = writeln!(text, "key\t{}\t{}\t{unit}", key.name, key.meaning);
            if let Some(default) = default {
                let _ = writeln!(text, "default\t{default}");
            }
            for (word, value) in key.words {
                let _ = writeln!(text, "word\t{word}\t{value}");
            }
        }
    }
    for preset in convention.presets {
        let _ = writeln!(text, "preset\t{}", preset.name);
    }
    give_text(text)
}

/// Converts a spec to a convention: a line with the best parameter set, or if `all` is 1 one with each that can describe
/// it. Fields, apart by tabs: the text, the note, the residual, 1 if exact, the two numbers described, keys and values.
#[unsafe(no_mangle)]
extern "C" fn convention_convert(index: usize, all: u32, first: f64, second: f64) -> i32 {
    let (convention, spec) = (convention(index), spec(first, second));
    let mut text = String::new();
    if all == 1 {
        convention.convert_all(spec).for_each(|conversion| write_line(&mut text, &conversion));
        return give_text(text) as i32;
    }
    match convention.convert(spec) {
        Ok(conversion) => {
            write_line(&mut text, &conversion);
            give_text(text) as i32
        }
        Err(error) => -(refuse(error) as i32),
    }
}

fn write_line(text: &mut String, conversion: &Conversion) {
    let [first, second] = spec_pair(&conversion.parameters());
    let note = conversion.note().unwrap_or_default();
    let (residual, exact) = (conversion.residual(), u8::from(conversion.is_exact()));
    let _ = write!(text, "{conversion}\t{note}\t{residual:?}\t{exact}\t{first:?}\t{second:?}");
    for (key, value) in conversion.values() {
        let _ = write!(text, "\t{key}\t{value:?}");
    }
    text.push('\n');
}

/// The maximum difference of two motions from rest to their goal, as a fraction of the distance.
#[unsafe(no_mangle)]
extern "C" fn max_difference(a: f64, b: f64, c: f64, d: f64) -> f64 {
    sprung::convert::max_difference(spec(a, b), spec(c, d))
}
