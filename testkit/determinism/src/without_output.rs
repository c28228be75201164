//! Output on a target that has none, such as `wasm64-unknown-unknown`: each call of `main` returns a byte as its exit code.
//!
//! The host calls `main` again and again, until it returns 0: the end of the text. On other targets the text is printed.

use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Returns the next byte of a text, which is made by the first call.
pub(crate) fn next_byte(text: impl FnOnce() -> String) -> ExitCode {
    static TEXT: OnceLock<String> = OnceLock::new();
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let text = TEXT.get_or_init(text);
    ExitCode::from(text.as_bytes().get(NEXT.fetch_add(1, Relaxed)).copied().unwrap_or(0))
}
