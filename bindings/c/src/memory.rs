//! Pointers from the other side: NULL, alignment, lengths and overlaps are checked before anything is read.

use std::ffi::{CStr, c_char};
use std::ops::Range;
use std::slice;

use crate::failure::{Failure, Result, SprungStatus};

fn refuse<T>(message: String) -> Result<T> {
    Err(Failure::new(SprungStatus::InvalidPointer, message))
}

fn check<T>(pointer: *const T, name: &str) -> Result<()> {
    if pointer.is_null() {
        return refuse(format!("{name} must not be NULL"));
    }
    if !pointer.is_aligned() {
        return refuse(format!("{name} must be aligned to {} bytes", align_of::<T>()));
    }
    Ok(())
}

/// Writes a result.
///
/// # Safety
/// A pointer that is neither NULL nor misaligned can be written.
pub(crate) unsafe fn write<T>(pointer: *mut T, name: &str, value: T) -> Result<()> {
    check(pointer, name)?;
    // SAFETY: not NULL and aligned; the caller promises the rest.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Reads an argument.
///
/// # Safety
/// A pointer that is neither NULL nor misaligned can be read.
pub(crate) unsafe fn read<T: Copy>(pointer: *const T, name: &str) -> Result<T> {
    check(pointer, name)?;
    // SAFETY: not NULL and aligned; the caller promises the rest.
    Ok(unsafe { pointer.read() })
}

fn check_length<T>(pointer: *const T, name: &str, count: usize) -> Result<()> {
    check(pointer, name)?;
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX as usize);
    match bytes.and_then(|bytes| pointer.addr().checked_add(bytes)) {
        Some(_) => Ok(()),
        None => Err(Failure::new(
            SprungStatus::InvalidLength,
            format!("{name} must be shorter than the memory, got {count}"),
        )),
    }
}

/// An array to read; of length 0 the pointer may be NULL.
///
/// # Safety
/// `count` values can be read, and no one writes them while the result lives.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, name: &str, count: usize) -> Result<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check_length(pointer, name, count)?;
    // SAFETY: not NULL, aligned and of a possible length; the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Writes the first `count` of some values.
///
/// # Safety
/// `count` values can be written.
pub(crate) unsafe fn write_all<T>(
    pointer: *mut T,
    name: &str,
    count: usize,
    values: impl Iterator<Item = T>,
) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    check_length(pointer, name, count)?;
    for (at, value) in values.take(count).enumerate() {
        // SAFETY: not NULL, aligned and of a possible length; the caller promises the rest.
        unsafe { pointer.add(at).write(value) };
    }
    Ok(())
}

/// The arrays of one call: what it writes overlaps with nothing.
#[derive(Default)]
pub(crate) struct Columns {
    // The most that a function has are the 14 of rotations; on the stack, for vectors of three are a batch too.
    known: [Column; 16],
    count: usize,
}

#[derive(Clone, Default)]
struct Column {
    bytes: Range<usize>,
    name: &'static str,
    is_written: bool,
}

impl Columns {
    /// Keeps an array that was checked; refuses one that overlaps with another, unless both are only read.
    fn add<T>(
        &mut self,
        pointer: *const T,
        name: &'static str,
        count: usize,
        is_written: bool,
    ) -> Result<()> {
        check_length(pointer, name, count)?;
        let bytes = pointer.addr()..pointer.addr() + count * size_of::<T>();
        let overlaps = |other: &&Column| {
            (is_written || other.is_written)
                && bytes.start < other.bytes.end
                && other.bytes.start < bytes.end
        };
        if let Some(other) = self.known[..self.count].iter().find(overlaps) {
            return refuse(format!("{name} must not overlap with {}", other.name));
        }
        self.known[self.count] = Column { bytes, name, is_written };
        self.count += 1;
        Ok(())
    }

    /// An array that is read.
    ///
    /// # Safety
    /// `count` values can be read; the result is dropped before the call returns.
    pub(crate) unsafe fn read<'a, T>(
        &mut self,
        pointer: *const T,
        name: &'static str,
        count: usize,
    ) -> Result<&'a [T]> {
        if count == 0 {
            return Ok(&[]);
        }
        self.add(pointer, name, count, false)?;
        // SAFETY: not NULL, aligned, of a possible length, apart from every array of the call that is written.
        Ok(unsafe { slice::from_raw_parts(pointer, count) })
    }

    /// An array that is changed.
    ///
    /// # Safety
    /// `count` values can be read and written; the result is dropped before the call returns.
    pub(crate) unsafe fn write<'a, T>(
        &mut self,
        pointer: *mut T,
        name: &'static str,
        count: usize,
    ) -> Result<&'a mut [T]> {
        if count == 0 {
            return Ok(&mut []);
        }
        self.add(pointer, name, count, true)?;
        // SAFETY: not NULL, aligned, of a possible length, apart from every other array of the call.
        Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
    }
}

/// A text that ends with 0.
///
/// # Safety
/// A pointer that is not NULL leads to bytes that end with 0, which no one writes while the result lives.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str> {
    check(pointer, name)?;
    // SAFETY: not NULL; the caller promises the 0 at the end.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes
        .to_str()
        .map_err(|_| Failure::new(SprungStatus::InvalidText, format!("{name} must be UTF-8")))
}

/// Writes a text and a 0 to a buffer of `size` bytes, and its length without the 0 to `length` if that is not NULL.
///
/// # Safety
/// `size` bytes can be written at `buffer`, a length at `length` unless it is NULL.
pub(crate) unsafe fn write_text(
    text: &str,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result<()> {
    if !length.is_null() {
        // SAFETY: not NULL; the caller promises the rest.
        unsafe { write(length, "length", text.len()) }?;
    }
    if text.len() >= size {
        return Err(Failure::new(
            SprungStatus::BufferTooSmall,
            format!("size must be at least {}, got {size}", text.len() + 1),
        ));
    }
    check(buffer, "buffer")?;
    // SAFETY: not NULL; the text and the 0 are at most `size` bytes, which the caller promises to be writable.
    unsafe {
        buffer.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
        buffer.add(text.len()).write(0);
    }
    Ok(())
}
