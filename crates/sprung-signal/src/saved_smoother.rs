//! A smoother as bytes, for the keyed state of a stream processor.

use sprung::State;

use crate::channel::Channel;
use crate::filter::Filter;
use crate::gaps::{Gaps, is_known};
use crate::saved_state::{Reader, SMOOTHER, SavedStateError, VERSION, put};
use crate::smoother::Smoother;

impl Smoother {
    /// Returns the state as bytes, 16 and 32 for each channel: 48 for one.
    ///
    /// Little-endian, on every machine the same: `sm`, a version (1), 0, the number of channels (u32), the time of the last
    /// sample; then for each channel the time and value of its last known sample, position and velocity (f64). A time
    /// before the first sample is NaN. The filter is not part of it.
    ///
    /// ```
    /// use sprung::Damper;
    /// use sprung_signal::{Filter, Gaps, Smoother};
    ///
    /// let filter = Filter::Damper(Damper::from_halflife(1.0)?);
    /// let mut smoother = Smoother::new(filter, Gaps::Hold, 1);
    /// smoother.advance(0.0, &mut [8.0])?;
    /// let bytes = smoother.save();
    /// assert_eq!(bytes.len(), 48);
    /// let mut restored = Smoother::restore(filter, Gaps::Hold, &bytes)?;
    /// let (mut row, mut same) = ([0.0], [0.0]);
    /// smoother.advance(1.0, &mut row)?;
    /// restored.advance(1.0, &mut same)?;
    /// assert_eq!(row, same);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there are 2³² channels or more.
    pub fn save(&self) -> Vec<u8> {
        let count = u32::try_from(self.channels.len()).expect("fewer than 2^32 channels");
        let mut bytes = Vec::with_capacity(16 + 32 * self.channels.len());
        bytes.extend(SMOOTHER);
        bytes.extend([VERSION, 0]);
        bytes.extend(count.to_le_bytes());
        put(&mut bytes, [self.time.unwrap_or(f64::NAN)]);
        for channel in &self.channels {
            put_channel(&mut bytes, channel);
        }
        bytes
    }

    /// A smoother from its saved state. It goes on with the bits of the one that was saved, if filter and gaps are the
    /// same; another filter takes the motion over as it is.
    ///
    /// # Errors
    /// Bytes that [`save`](Self::save) cannot have written: another format, version or length, a number that is not finite, times that
    /// run backwards.
    pub fn restore(filter: Filter, gaps: Gaps, bytes: &[u8]) -> Result<Self, SavedStateError> {
        let mut reader = Reader::new(bytes, SMOOTHER)?;
        reader.zero("the fourth byte")?;
        let count = reader.u32()? as usize;
        reader.remaining(count.saturating_mul(32).saturating_add(8))?;
        let time = reader.time("time")?;
        let mut smoother = Smoother::new(filter, gaps, count);
        smoother.time = time;
        for channel in &mut smoother.channels {
            *channel = read_channel(&mut reader, time)?;
        }
        Ok(smoother)
    }
}

/// Appends the 32 bytes of a channel.
pub(crate) fn put_channel(bytes: &mut Vec<u8>, channel: &Channel) {
    let (time, value) = channel.last.unwrap_or((f64::NAN, 0.0));
    put(bytes, [time, value, channel.state.position, channel.state.velocity]);
}

/// Reads a channel whose last sample is not after `time`.
pub(crate) fn read_channel(
    reader: &mut Reader<'_>,
    time: Option<f64>,
) -> Result<Channel, SavedStateError> {
    let at = reader.time("time of the last value")?;
    let value = reader.number("last value", is_known, "must be within 1e300")?;
    let finite =
        |reader: &mut Reader<'_>, name| reader.number(name, f64::is_finite, "must be finite");
    let state = State::new(finite(reader, "position")?, finite(reader, "velocity")?);
    if let Some(at) = at.filter(|at| !time.is_some_and(|time| *at <= time)) {
        let rule = "must not be after the last sample";
        return Err(SavedStateError::Number("time of the last value", at, rule));
    }
    let nothing = [value, state.position, state.velocity].into_iter().find(|number| *number != 0.0);
    match (at, nothing) {
        (None, Some(number)) => {
            Err(SavedStateError::Number("state", number, "must be 0 before the first value"))
        }
        (None, None) => Ok(Channel::NEW),
        (Some(at), _) => Ok(Channel { last: Some((at, value)), state }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Damper, Spring};
    use testkit::random::Random;

    fn smoother(channels: usize, gaps: Gaps, rows: usize) -> (Filter, Smoother) {
        let filter = Filter::Track(Spring::new(9.0, 0.7).unwrap());
        let mut smoother = Smoother::new(filter, gaps, channels);
        let mut random = Random::new(4);
        for row in 0..rows {
            let mut values: Vec<f64> = (0..channels).map(|_| random.uniform(-5.0, 5.0)).collect();
            if row % 3 == 1 {
                values[0] = f64::NAN;
            }
            smoother.advance(row as f64 * 0.01 + random.uniform(0.0, 0.009), &mut values).unwrap();
        }
        (filter, smoother)
    }

    #[test]
    fn a_restored_smoother_goes_on_with_the_same_bits() {
        for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
            for (channels, rows) in [(1, 0), (1, 1), (1, 50), (3, 2), (3, 50), (0, 0)] {
                let (filter, mut one) = smoother(channels, gaps, rows);
                let bytes = one.save();
                assert_eq!(bytes.len(), 16 + 32 * channels);
                let mut other = Smoother::restore(filter, gaps, &bytes).unwrap();
                assert_eq!(other.save(), bytes);
                assert!(rows == 0 || other.advance(0.0, &mut vec![0.0; channels]).is_err());
                for row in 0..20 {
                    let time = 1.0 + 0.3 * f64::from(row);
                    let mut ours = vec![f64::from(row % 5); channels];
                    let mut theirs = ours.clone();
                    one.advance(time, &mut ours).unwrap();
                    other.advance(time, &mut theirs).unwrap();
                    assert_eq!(ours, theirs);
                }
            }
        }
    }

    #[test]
    fn the_bytes_are_as_documented() {
        let filter = Filter::Damper(Damper::from_rate(1.0).unwrap());
        let mut smoother = Smoother::new(filter, Gaps::Skip, 1);
        smoother.advance(2.0, &mut [3.0]).unwrap();
        smoother.advance(4.0, &mut [f64::NAN]).unwrap();
        let numbers = [4.0, 2.0, 3.0, 3.0, 0.0].map(f64::to_le_bytes).concat();
        assert_eq!(smoother.save(), [b"sm\x01\x00\x01\x00\x00\x00", &numbers[..]].concat());
    }

    #[test]
    fn other_bytes_are_refused_by_name() {
        let (filter, smoother) = smoother(1, Gaps::Hold, 4);
        let bytes = smoother.save();
        let message = |at: usize, with: &[u8]| {
            let mut bytes = bytes.clone();
            bytes[at..at + with.len()].copy_from_slice(with);
            Smoother::restore(filter, Gaps::Hold, &bytes).unwrap_err().to_string()
        };
        let format = "saved state: it must begin with the bytes of a smoother, `sm`";
        assert_eq!(message(0, b"xx"), format);
        assert_eq!(message(2, &[9]), "saved state: its version must be 1, got 9");
        assert_eq!(message(3, &[1]), "saved state: the fourth byte must be 0, got 1");
        assert_eq!(message(4, &[2]), "saved state: it must have 80 bytes, got 48");
        assert_eq!(
            message(7, &[255]),
            format!("saved state: it must have {} bytes, got 48", 16 + 32 * 0xff00_0001_u64)
        );
        for (at, field) in [(24, "last value"), (32, "position"), (40, "velocity")] {
            let text = message(at, &f64::INFINITY.to_le_bytes());
            assert!(text.starts_with(&format!("saved state: {field} must be ")), "{text}");
        }
        let late = message(16, &1e9f64.to_le_bytes());
        assert!(late.contains("must not be after the last sample, got 1000000000"), "{late}");
        let none = message(16, &f64::NAN.to_le_bytes());
        assert!(none.contains("must be 0 before the first value"), "{none}");
        let endless = message(8, &f64::INFINITY.to_le_bytes());
        assert_eq!(endless, "saved state: time must be finite, got inf");
        for length in 0..bytes.len() {
            assert!(Smoother::restore(filter, Gaps::Hold, &bytes[..length]).is_err(), "{length}");
        }
        assert!(Smoother::restore(filter, Gaps::Hold, &[&bytes[..], &[0]].concat()).is_err());
    }
}
