//! Formatting of springs and dampers as specs that parse to the same bits.

use core::fmt;

use crate::convert::Shortest;
use crate::math::short_text::ShortText;
use crate::params::{Damper, Spec, Spring};
use crate::real::Real;

/// Writes `frequency=2,damping_ratio=0.5`: parses as the same spring, bit for bit.
///
/// Where no frequency in hertz gives exactly the angular frequency, that is written instead; drag without a pull is
/// `stiffness=0,damping=…`. Numbers are the shortest that do.
///
/// ```
/// use sprung::Spring;
///
/// let spring = Spring::from_frequency(2.3, 0.5)?;
/// assert_eq!(spring.to_string(), "frequency=2.3,damping_ratio=0.5");
/// assert_eq!(spring.to_string().parse::<Spring<f64>>()?, spring);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<R: Real> fmt::Display for Spring<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (omega, ratio) = (self.angular_frequency(), self.damping_ratio());
        if omega == R::ZERO && self.decay_rate() > R::ZERO {
            return write!(f, "stiffness=0,damping={}", Shortest(self.damping()));
        }
        let same = |frequency| {
            let read = Spring::from_frequency(frequency, 1.0);
            read.is_ok_and(|read| R::from_f64(read.angular_frequency()) == omega)
        };
        match shortest(self.frequency(), same) {
            Some(frequency) => write!(f, "frequency={}", frequency.as_str())?,
            None => write!(f, "angular_frequency={}", Shortest(omega))?,
        }
        write!(f, ",damping_ratio={}", Shortest(ratio))
    }
}

/// Writes `damper:halflife=0.2`, or the rate if no half-life gives it exactly: parses as the same bits.
impl<R: Real> fmt::Display for Damper<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.rate();
        let same = |halflife| {
            Damper::from_halflife(halflife).is_ok_and(|read| R::from_f64(read.rate()) == rate)
        };
        match shortest(self.halflife(), same) {
            Some(halflife) => write!(f, "damper:halflife={}", halflife.as_str()),
            None => write!(f, "damper:rate={}", Shortest(rate)),
        }
    }
}

/// Formats as the spring or the damper.
impl<R: Real> fmt::Display for Spec<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Spring(spring) => spring.fmt(f),
            Spec::Damper(damper) => damper.fmt(f),
        }
    }
}

/// The shortest text of a number, or of one next to it, that reads as a number that passes.
fn shortest<R: Real>(number: R, passes: impl Fn(f64) -> bool) -> Option<ShortText> {
    let ulp = number * R::EPSILON;
    let half = ulp * R::HALF;
    let near = [number, number + half, number - half, number + ulp];
    let texts = near.into_iter().filter_map(|number| ShortText::of(Shortest(number)));
    texts
        .filter(|text| text.as_str().parse().is_ok_and(&passes))
        .min_by_key(|text| text.as_str().len())
}
