//! Proof that the core allocates nothing: it links for a machine that has no allocator.
//!
//! Built for a target without an operating system, this is a finished artifact with a panic handler and no
//! allocator. If the core or a dependency used `alloc`, even without a call, the compiler would require one.
//! On any other target it is an empty library, so that the whole workspace still builds.
#![cfg_attr(target_os = "none", no_std)]

mod functions;

pub use functions::every_function;

#[cfg(target_os = "none")]
#[panic_handler]
fn halt(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
