//! The version of the binary interface.

use std::ffi::c_char;

use crate::failure::{Failure, SprungStatus, status};

/// The version of the binary interface that this header describes; another number is another interface.
pub const SPRUNG_ABI_VERSION: u32 = 1;

/// The version of the binary interface of the library.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_abi_version() -> u32 {
    SPRUNG_ABI_VERSION
}

/// Checks once, at the start of a program, that the library is the one of the header: pass `SPRUNG_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_check_abi(abi_version: u32) -> SprungStatus {
    status(|| {
        if abi_version == SPRUNG_ABI_VERSION {
            return Ok(());
        }
        let message = format!(
            "the header has ABI version {abi_version}, the library has {SPRUNG_ABI_VERSION}"
        );
        Err(Failure::new(SprungStatus::AbiMismatch, message))
    })
}

/// The version of the library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
