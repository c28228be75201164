//! Errors and panics become status codes, and their text the message of the thread.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use sprung::{ParameterError, SpecError};
use sprung_network::NetworkError;

/// The outcome of a call: 0 is success. The text of the last failure is `sprung_last_error()`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprungStatus {
    /// The call did what it says.
    Ok = 0,
    /// A parameter is outside its range; the message has its name, its value and the rule.
    InvalidParameter = 1,
    /// A text is not a spring, a damper or the name of a convention.
    InvalidText = 2,
    /// A pointer is NULL, not aligned for its type, or points to numbers that another argument points to.
    InvalidPointer = 3,
    /// Arrays of one call have different lengths, or an index is not below the length.
    InvalidLength = 4,
    /// A handle was freed or never made.
    InvalidHandle = 5,
    /// A step or a spring on bodies was not made by this library.
    InvalidValue = 6,
    /// The buffer is too small for the text; the length that it needs was written.
    BufferTooSmall = 7,
    /// The library is not the one of the header.
    AbiMismatch = 8,
    /// A defect of the library; nothing more is known than the message.
    Panic = 9,
}

/// A status and its message.
#[derive(Debug)]
pub(crate) struct Failure {
    status: SprungStatus,
    message: String,
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub(crate) fn new(status: SprungStatus, message: impl Into<String>) -> Self {
        Failure { status, message: message.into() }
    }
}

impl From<ParameterError> for Failure {
    fn from(error: ParameterError) -> Self {
        Failure::new(SprungStatus::InvalidParameter, error.to_string())
    }
}

impl From<NetworkError> for Failure {
    fn from(error: NetworkError) -> Self {
        Failure::new(SprungStatus::InvalidParameter, error.to_string())
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        let refused = error.refused().is_some();
        let status =
            if refused { SprungStatus::InvalidParameter } else { SprungStatus::InvalidText };
        Failure::new(status, error.to_string())
    }
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Keeps the message for the thread.
fn report(failure: Failure) -> SprungStatus {
    let text = failure.message.replace('\0', "?");
    // A thread that is ending has no message any more.
    let _ =
        MESSAGE.try_with(|message| *message.borrow_mut() = CString::new(text).unwrap_or_default());
    failure.status
}

/// Runs the body of a call: the one place where a panic stops.
fn caught<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Failure::new(SprungStatus::Panic, format!("panicked: {text}")))
    })
}

/// Runs a call that returns a status.
pub(crate) fn status(body: impl FnOnce() -> Result<()>) -> SprungStatus {
    caught(body).map_or_else(report, |()| SprungStatus::Ok)
}

/// Runs a call that returns a value; of a failure NaN, 0 or false.
pub(crate) fn value<T: Nothing>(body: impl FnOnce() -> Result<T>) -> T {
    caught(body).unwrap_or_else(|failure| {
        report(failure);
        T::NOTHING
    })
}

/// The value of a call that failed.
pub(crate) trait Nothing {
    const NOTHING: Self;
}

macro_rules! nothing {
    ($($type:ty = $nothing:expr),* $(,)?) => {
        $(impl Nothing for $type { const NOTHING: Self = $nothing; })*
    };
}
nothing!(f64 = f64::NAN, f32 = f32::NAN, bool = false, u32 = 0, usize = 0);

impl<T> Nothing for *const T {
    const NOTHING: Self = std::ptr::null();
}

/// The message of the last failure of this thread, empty if there was none; valid until the next failure in this thread.
///
/// Functions that return a number, a state or a pointer instead of a status return NaN, 0 or NULL when they fail, and leave
/// their message here too.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_last_error() -> *const c_char {
    let message = MESSAGE.try_with(|message| message.borrow().as_ptr());
    message.unwrap_or(c"".as_ptr())
}

/// The name of a status, such as `invalid parameter`; for a number that is none `unknown status`.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_status_name(status: i32) -> *const c_char {
    let names: [&CStr; 10] = [
        c"ok",
        c"invalid parameter",
        c"invalid text",
        c"invalid pointer",
        c"invalid length",
        c"invalid handle",
        c"invalid value",
        c"buffer too small",
        c"ABI mismatch",
        c"panic",
    ];
    let name = usize::try_from(status).ok().and_then(|status| names.get(status).copied());
    name.unwrap_or(c"unknown status").as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> String {
        // SAFETY: the message of this thread, which nothing changes here.
        unsafe { CStr::from_ptr(sprung_last_error()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn a_panic_is_a_status_with_its_text() {
        assert_eq!(status(|| panic!("on purpose {}", 7)), SprungStatus::Panic);
        assert_eq!(message(), "panicked: on purpose 7");
        assert!(value::<f64>(|| panic!("again")).is_nan());
        assert_eq!(message(), "panicked: again");
    }

    #[test]
    fn a_message_has_no_zero_inside() {
        status(|| Err(Failure::new(SprungStatus::InvalidText, "a\0b")));
        assert_eq!(message(), "a?b");
    }

    #[test]
    fn every_status_has_a_name() {
        for status in 0..=SprungStatus::Panic as i32 {
            // SAFETY: a text of the program.
            let name = unsafe { CStr::from_ptr(sprung_status_name(status)) };
            assert_ne!(name, c"unknown status");
        }
    }
}
