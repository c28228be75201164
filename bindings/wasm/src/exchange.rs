//! The memory that both sides share: numbers, texts, arrays, the last error.

use core::alloc::Layout;
use core::cell::UnsafeCell;

use sprung::{ParameterError, ParameterValue};

/// The length of the exchange.
pub(crate) const LEN: usize = 1024;

/// A static of a module without threads.
pub(crate) struct Shared<T>(pub(crate) UnsafeCell<T>);

// SAFETY: a module without threads.
unsafe impl<T> Sync for Shared<T> {}

static NUMBERS: Shared<[f64; LEN]> = Shared(UnsafeCell::new([0.0; LEN]));

/// The numbers of a call and of its result. At most one is held at a time: an entry point takes it and passes it on.
pub(crate) fn numbers() -> &'static mut [f64; LEN] {
    // SAFETY: one thread; entry points do not call each other.
    unsafe { &mut *NUMBERS.0.get() }
}

/// The address of [`numbers`].
#[unsafe(no_mangle)]
extern "C" fn exchange() -> *mut f64 {
    NUMBERS.0.get().cast()
}

/// Bytes for the other side, aligned for numbers and SIMD; 0 where memory ends.
#[unsafe(no_mangle)]
extern "C" fn allocate(bytes: usize) -> *mut u8 {
    match Layout::from_size_align(bytes.max(16), 16) {
        // SAFETY: the size is not 0.
        Ok(layout) => unsafe { alloc::alloc::alloc_zeroed(layout) },
        Err(_) => core::ptr::null_mut(),
    }
}

/// Takes back what [`allocate`] gave for the same number of bytes.
#[unsafe(no_mangle)]
extern "C" fn release(block: *mut u8, bytes: usize) {
    if let Ok(layout) = Layout::from_size_align(bytes.max(16), 16) {
        // SAFETY: the other side releases each block once, with its length.
        unsafe { alloc::alloc::dealloc(block, layout) }
    }
}

/// An array that the other side wrote.
///
/// # Safety
/// `address` is that of `len` values, aligned, and nothing else refers to them during the call.
pub(crate) unsafe fn array<'a, T>(address: usize, len: usize) -> &'a mut [T] {
    if len == 0 {
        return &mut [];
    }
    // SAFETY: by the caller.
    unsafe { core::slice::from_raw_parts_mut(address as *mut T, len) }
}

/// Leaves an error to be read: its value in the first number, the addresses and lengths of its field and rule after it.
/// Returns 1, the status of a call that was refused.
pub(crate) fn refuse(error: ParameterError) -> u32 {
    let value = match error.value {
        ParameterValue::F32(value) => f64::from(value),
        ParameterValue::F64(value) => value,
    };
    let places = [error.field, error.rule].map(|text| [text.as_ptr().addr(), text.len()]);
    numbers()[0] = value;
    for (number, place) in numbers()[1..5].iter_mut().zip(places.as_flattened()) {
        *number = *place as f64;
    }
    1
}

/// The status of a call: 0, or 1 with an error to be read.
pub(crate) fn status<T>(result: Result<T, ParameterError>, put: impl FnOnce(T)) -> u32 {
    match result {
        Ok(value) => {
            put(value);
            0
        }
        Err(error) => refuse(error),
    }
}
