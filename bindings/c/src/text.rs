//! Springs as text, in the conventions of other libraries and as CSS.

use std::ffi::c_char;

use sprung::Spec;
use sprung::convert::{self, css::LinearEasing};

use crate::double::spring::SprungSpringF64;
use crate::failure::{Failure, SprungStatus, status, value};
use crate::memory::{text, write, write_text};

/// Converts a spring or damper as text to the convention of another library, such as `unity` or `react-spring`.
///
/// The text of the result and a 0 are written to the buffer, its length without the 0 to `length` unless that is NULL, and the
/// greatest difference of the two motions (a part of the way; 0 where the convention holds the spring exactly) to `residual`
/// unless that is NULL. The length is written also if the buffer is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_convert(
    spec: *const c_char,
    convention: *const c_char,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
    residual: *mut f64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let spec: Spec<f64> = text(spec, "spec")?.parse()?;
        let name = text(convention, "convention")?;
        let Some(convention) = convert::convention(name) else {
            let names: Vec<&str> = convert::CONVENTIONS.iter().map(|known| known.name).collect();
            let message = format!("no convention `{name}`; there are {}", names.join(", "));
            return Err(Failure::new(SprungStatus::InvalidText, message));
        };
        let converted = convention.convert(spec)?;
        write_text(&converted.to_string(), buffer, size, length)?;
        if residual.is_null() {
            return Ok(());
        }
        write(residual, "residual", converted.residual())
    })
}

/// The number of conventions.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_convention_count() -> usize {
    convert::CONVENTIONS.len()
}

/// Writes the name of a convention, by its number, and a 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_convention_name(
    index: usize,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        crate::network::check_index("index", index, convert::CONVENTIONS.len())?;
        write_text(convert::CONVENTIONS[index].name, buffer, size, length)
    })
}

/// Writes a spring as a CSS easing function, `linear(...)`, and a 0.
///
/// It stays within `max_error` (a part of the way, 1e-4 to 0.1) of the spring over a duration of `sprung_css_duration` seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_css_linear(
    spring: SprungSpringF64,
    max_error: f64,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let easing = LinearEasing::new(&spring.spring()?, max_error)?;
        write_text(&easing.to_string(), buffer, size, length)
    })
}

/// The duration (s) of a spring as a CSS easing function.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_css_duration(spring: SprungSpringF64, max_error: f64) -> f64 {
    value(|| Ok(LinearEasing::new(&spring.spring()?, max_error)?.duration()))
}
