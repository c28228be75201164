//! Decoders of other crates: a panic in one is an error.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use anyhow::{Result, anyhow};

thread_local! {
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Runs a decoder on data that may be damaged. After an error it is not used again.
pub(super) fn guarded<T>(decode: impl FnOnce() -> Result<T>) -> Result<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_DECODING.get() {
                report(panic);
            }
        }));
    });
    IS_DECODING.set(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_DECODING.set(false);
    decoded.unwrap_or_else(|_| Err(anyhow!("its parts contradict each other")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_the_next_decoder_runs() {
        let error = guarded::<()>(|| panic!("index out of bounds")).unwrap_err();
        assert_eq!(error.to_string(), "its parts contradict each other");
        assert_eq!(guarded(|| Ok(1)).unwrap(), 1);
        assert_eq!(guarded::<()>(|| Err(anyhow!("cut off"))).unwrap_err().to_string(), "cut off");
    }
}
