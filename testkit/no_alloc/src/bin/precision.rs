//! A program that calls the core's functions in one precision: `f32`, or `f64` with the feature `double`.
//!
//! Linked for a target without an operating system, it holds only the code that these functions need. On any
//! other target it is empty.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(not(target_os = "none"))]
fn main() {}

#[cfg(target_os = "none")]
#[allow(unsafe_code, reason = "the linker starts at a name that must not be mangled")]
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    #[cfg(not(feature = "double"))]
    type Precision = f32;
    #[cfg(feature = "double")]
    type Precision = f64;

    loop {
        no_alloc::every_function::<Precision>();
    }
}
