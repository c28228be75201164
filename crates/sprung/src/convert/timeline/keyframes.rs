//! Keyframes of the Web Animations API.

use core::fmt;

use super::polyline::Polyline;
use super::walk::{PARTS, Walk, digits, rounded};
use crate::error::{Result, require};
use crate::motion::Timeline;

/// A timeline as keyframes of the Web Animations API: its text is JSON,
/// `[{"offset":0,"opacity":"0"},…]`, for `element.animate(keyframes, duration)`.
///
/// Accuracy: as [`Polyline`]; numbers are rounded first.
///
/// ```
/// use sprung::{Spring, State, convert::timeline::Keyframes, motion::{Timeline, TimelineKey}};
///
/// let keys = [TimelineKey::new(0.0, State::at_rest(0.0), 100.0, Spring::from_halflife(0.2, 1.0)?)];
/// let keyframes = Keyframes::new(Timeline::new(&keys)?, 2.0, 1.0, "marginLeft", "px")?;
/// assert!(keyframes.to_string().starts_with(r#"[{"offset":0,"marginLeft":"0px"},"#));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("WAAPI", "Web Animations", "animate"))]
pub struct Keyframes<'a> {
    line: Polyline<'a, f64>,
    property: &'a str,
    unit: &'a str,
}

impl<'a> Keyframes<'a> {
    /// The keyframes from the first key of a timeline to `end` (seconds), of a property whose values are numbers with a unit,
    /// which may be empty.
    ///
    /// # Errors
    /// As [`CubicSpline::new`](super::CubicSpline::new); a property or unit with a quotation mark, backslash or control character.
    pub fn new(
        timeline: Timeline<'a, f64>,
        end: f64,
        max_error: f64,
        property: &'a str,
        unit: &'a str,
    ) -> Result<Self> {
        let odd =
            |text: &str| text.chars().filter(|c| matches!(c, '"' | '\\') || c.is_control()).count();
        for (name, text) in [("property", property), ("unit", unit)] {
            require(
                odd(text) == 0,
                name,
                odd(text) as f64,
                "without quotation marks, backslashes and controls",
            )?;
        }
        Ok(Keyframes { line: Polyline::new(timeline, end, max_error)?, property, unit })
    }
}

impl fmt::Display for Keyframes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Keyframes { line, property, unit } = self;
        let Walk { start, end, max_error, .. } = line.walk;
        let mut before = "[";
        for (time, value) in line.clone() {
            let offset = rounded((time - start) / (end - start), PARTS);
            let value = rounded(value, digits(max_error));
            write!(f, "{before}{{\"offset\":{offset},\"{property}\":\"{value}{unit}\"}}")?;
            before = ",";
        }
        f.write_str("]")
    }
}
