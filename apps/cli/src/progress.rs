//! Progress bars for long operations, on standard error.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` units, drawn only if standard error is a terminal; `told` is the text after it, with the
/// placeholders of indicatif such as `{pos}`, `{len}` and `{eta}`.
pub(crate) fn bar(length: u64, told: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {told}, {{eta}} left"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
