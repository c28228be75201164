//! Fields of a saved solver: flags by their indices, and errors.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The indices of the flags that are true.
pub(super) fn indices(of: &[bool]) -> Vec<u32> {
    (0..).zip(of).filter(|(_, is)| **is).map(|(index, _)| index).collect()
}

/// Returns `count` flags, of which those at the indices are true.
pub(super) fn flags(field: &str, count: usize, indices: &[u32]) -> Result<Vec<bool>, String> {
    let mut flags = vec![false; count];
    for &index in indices {
        *flags.get_mut(index as usize).ok_or_else(|| out_of_range(field, index, count))? = true;
    }
    Ok(flags)
}

/// The error of an index that is not below `count`.
pub(super) fn out_of_range(field: &str, index: u32, count: usize) -> String {
    format!("{field} must be < {count}, got {index}")
}

/// An error unless something holds.
pub(super) fn require(holds: bool, message: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.into()) }
}
