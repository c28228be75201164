//! Progress bars for long operations, on standard error.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

/// True once a bar over many operations is drawn.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Draws no bars from now on but those there are: a line shows one.
pub(crate) fn draw_no_other() {
    IS_TAKEN.store(true, Ordering::Relaxed);
}

/// A bar over `length` units, drawn only if standard error is a terminal; `told` is the text after it, with the
/// placeholders of indicatif such as `{pos}`, `{len}` and `{eta}`.
pub(crate) fn bar(length: u64, told: &str) -> ProgressBar {
    if IS_TAKEN.load(Ordering::Relaxed) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {told}, {{eta}} left"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
