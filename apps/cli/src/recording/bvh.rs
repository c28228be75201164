//! The head of motion capture in BVH: the skeleton with its channels, the number of frames and their time.
//!
//! M. Meredith and S. Maddock, *Motion Capture File Formats Explained*, University of Sheffield, 2001.

use std::io::BufRead;

use anyhow::{Context, Result, bail, ensure};

use super::delimiter::Delimiter;
use super::head::{Clock, Column, Kind, Recording};
use super::line::Line;
use super::lines::Lines;
use super::number::Decimal;
use super::row::Row;
use super::signature::without_mark;
use super::source::Input;
use crate::output::nine_digits;

/// Digits after the decimal point, as written by programs that export BVH.
const PLACES: usize = 6;

/// Returns true if a file begins as motion capture does.
pub(super) fn is_bvh(beginning: &[u8]) -> bool {
    without_mark(beginning).trim_ascii_start().starts_with(b"HIERARCHY")
}

/// Reads motion capture up to its first frame.
pub(super) fn read_head(name: String, mut reader: Input) -> Result<Recording> {
    let mut head = Vec::new();
    let mut skeleton = Skeleton::default();
    let mut lines = 0;
    let frame_time = loop {
        let start = head.len();
        lines += 1;
        if reader.read_until(b'\n', &mut head).with_context(|| format!("line {lines}"))? == 0 {
            bail!("there is no line `Frame Time:`");
        }
        let line = String::from_utf8_lossy(&head[start..]);
        match skeleton
            .read_line(line.trim_start_matches('\u{feff}'))
            .with_context(|| format!("line {lines}"))?
        {
            Some(frame_time) => break frame_time,
            None => continue,
        }
    };
    let mut rows = Lines::new(reader, Delimiter::Spaces, lines);
    rows.put_back(Line { bytes: head, ..Line::default() });
    Ok(Recording {
        name,
        kind: Kind::MotionCapture,
        assumption: None,
        columns: skeleton.columns,
        clock: Clock::Even(frame_time),
        decimal: Decimal { comma: false, places: Some(PLACES) },
        rows: skeleton.frames,
        lines: rows,
    })
}

/// The greatest number of frames that one of the recording becomes; more are a typing mistake.
const MAX_FRAMES_FROM_ONE: f64 = 1000.0;

/// Frame rates in use; a frame time that is one of them rounded is that.
const RATES: [f64; 18] = [
    24.0,
    25.0,
    30.0,
    48.0,
    50.0,
    60.0,
    72.0,
    75.0,
    90.0,
    100.0,
    120.0,
    144.0,
    200.0,
    240.0,
    24_000.0 / 1001.0,
    30_000.0 / 1001.0,
    60_000.0 / 1001.0,
    120_000.0 / 1001.0,
];

/// The head of motion capture with another frame rate, and the number of its frames that pass in one of the new ones.
pub(crate) fn retimed(head: &Row, rate: f64) -> Result<(Row, f64)> {
    let mut words = head.line.clone();
    words.split_at_blanks();
    let value_after = |word: &str| {
        let place = words.cells().collect::<Vec<_>>().iter().rposition(|cell| cell == word);
        place.map(|place| place + 1).context("there is no motion")
    };
    let (frames, time) = (value_after("Frames:")?, value_after("Time:")?);
    let count: f64 = words.cell(frames).parse()?;
    let step = rate_of(&words.cell(time)) / rate;
    ensure!(
        step * MAX_FRAMES_FROM_ONE >= 1.0,
        "--rate {rate} is more than {MAX_FRAMES_FROM_ONE} times that of the file"
    );
    let count = ((count - 1.0) / step + ROUNDED).floor() + 1.0;
    let mut bytes = Vec::new();
    let numbers = [(frames, count.to_string()), (time, seconds(1.0 / rate))];
    words.write(&mut bytes, numbers, |text, to| to.extend(text.into_bytes()));
    let line = Line { bytes, ..head.line.clone() };
    Ok((Row { line, ..Row::default() }, step))
}

/// Part of a frame by which the last one may be missed: rounding.
const ROUNDED: f64 = 1e-9;

/// The frame rate of the text of a frame time, which may be rounded: 0.033333 is 30 Hz.
fn rate_of(text: &str) -> f64 {
    let time: f64 = text.parse().unwrap_or(f64::NAN);
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
    let rounding = 0.500_001 * 10f64.powi(exponent.parse().unwrap_or(0) - places);
    let off = |rate: &f64| (time - 1.0 / rate).abs();
    let whole = (1.0 / time).round();
    let rates = RATES.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    let near = rates.into_iter().chain([whole]).find(|rate| *rate > 0.0 && off(rate) <= rounding);
    near.unwrap_or(1.0 / time)
}

/// A frame time as text, to eight digits after the point.
fn seconds(time: f64) -> String {
    if time < 1e-3 {
        return nine_digits(time);
    }
    format!("{time:.8}").trim_end_matches('0').trim_end_matches('.').to_string()
}

/// The part of the head that has been read.
#[derive(Debug, Default)]
struct Skeleton {
    // The joints that enclose the next line; an end site is one without a name.
    open: Vec<String>,
    // Named, before its opening brace.
    next: Option<String>,
    columns: Vec<Column>,
    in_motion: bool,
    frames: Option<usize>,
}

impl Skeleton {
    /// Reads one line; returns the frame time if the line holds it.
    fn read_line(&mut self, line: &str) -> Result<Option<f64>> {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "HIERARCHY" => {}
                "ROOT" | "JOINT" => {
                    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "{").collect();
                    ensure!(!name.is_empty(), "{word} without a name");
                    self.name(name.join(" "))?;
                    if line.trim_end().ends_with('{') {
                        self.open()?;
                    }
                }
                "End" => {
                    let is_site =
                        words.next().is_some_and(|word| word.eq_ignore_ascii_case("Site"));
                    ensure!(is_site, "`End` must be followed by `Site`");
                    self.name(String::new())?;
                }
                "{" => self.open()?,
                "}" => {
                    ensure!(self.open.pop().is_some(), "a `}}` that closes nothing");
                }
                "OFFSET" => {
                    let offset: Vec<&str> = words.by_ref().take(3).collect();
                    let numbers = offset.iter().filter(|text| text.parse::<f64>().is_ok()).count();
                    ensure!(numbers == 3, "OFFSET must be followed by three numbers");
                }
                "CHANNELS" => self.channels(&mut words)?,
                "MOTION" => {
                    ensure!(self.open.is_empty(), "MOTION before the skeleton is closed");
                    ensure!(!self.columns.is_empty(), "the skeleton has no channels");
                    self.in_motion = true;
                }
                "Frames:" if self.in_motion => {
                    let count = words.next().unwrap_or_default();
                    let frames = count.parse();
                    let wrong = || format!("Frames must be a whole number, got `{count}`");
                    self.frames = Some(frames.with_context(wrong)?);
                }
                "Frame" if self.in_motion => {
                    ensure!(words.next() == Some("Time:"), "`Frame` must be followed by `Time:`");
                    let text = words.next().unwrap_or_default();
                    let time: f64 = text.parse().unwrap_or(f64::NAN);
                    ensure!(
                        time > 0.0 && time.is_finite(),
                        "Frame Time must be seconds above 0, got `{text}`"
                    );
                    ensure!(self.frames.is_some(), "Frame Time before Frames");
                    return Ok(Some(time));
                }
                other => bail!("`{other}` is not expected here"),
            }
        }
        Ok(None)
    }

    fn name(&mut self, name: String) -> Result<()> {
        ensure!(self.next.is_none(), "a joint without `{{`");
        self.next = Some(name);
        Ok(())
    }

    fn open(&mut self) -> Result<()> {
        let name = self.next.take().context("a `{` without a joint")?;
        self.open.push(name);
        Ok(())
    }

    fn channels<'a>(&mut self, words: &mut impl Iterator<Item = &'a str>) -> Result<()> {
        let joint = self.open.last().context("CHANNELS outside of a joint")?;
        let text = words.next().unwrap_or_default();
        let count: usize =
            text.parse().with_context(|| format!("CHANNELS must be a number, got `{text}`"))?;
        for number in 0..count {
            let channel = words
                .next()
                .with_context(|| format!("CHANNELS declares {count}, but {number} names follow"))?;
            let is_angle = channel.to_lowercase().ends_with("rotation");
            ensure!(
                is_angle || channel.to_lowercase().ends_with("position"),
                "a channel is called like Xposition or Zrotation, got `{channel}`"
            );
            self.columns.push(Column { name: format!("{joint}.{channel}"), is_angle });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "HIERARCHY\r
ROOT Hips\r
{\r
  OFFSET 0 0 0\r
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\r
  JOINT Left Leg {\r
    OFFSET 1.5 -2 0\r
    CHANNELS 1 Xrotation\r
    End Site\r
    {\r
      OFFSET 0 -1e1 0\r
    }\r
  }\r
}\r
MOTION\r
Frames:\t2\r
Frame Time:\t0.033333\r
";

    fn read(text: String) -> Result<Recording> {
        read_head("test".into(), Input::of(text))
    }

    #[test]
    fn channels_are_named_by_joint_in_file_order() {
        let frames = "0 1 2 3 4 5 6 \r\n1 2 3 4 5 6 7 \r\n";
        let mut recording = read(format!("{HEAD}{frames}")).unwrap();
        assert_eq!(recording.lines.next().unwrap().unwrap().bytes, HEAD.as_bytes());
        let names: Vec<&str> = recording.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names[0], "Hips.Xposition");
        assert_eq!(names[6], "Left Leg.Xrotation");
        let angles: Vec<bool> = recording.columns.iter().map(|c| c.is_angle).collect();
        assert_eq!(angles, [false, false, false, true, true, true, true]);
        assert_eq!((recording.clock, recording.rows), (Clock::Even(0.033333), Some(2)));
        assert_eq!(recording.columns_of("Hips").unwrap(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(recording.columns_of("Xrotation").unwrap(), [4, 6]);
        assert_eq!(recording.columns_of("Left Leg.Xrotation").unwrap(), [6]);
        assert!(recording.columns_of("Tail").unwrap_err().to_string().contains("or column `Tail`"));
        assert_eq!(recording.lines.count(), 2);
    }

    fn row(text: &str) -> Row {
        let line = Line { bytes: text.into(), ..Line::default() };
        Row { line, ..Row::default() }
    }

    #[test]
    fn another_rate_changes_two_numbers_of_the_head_and_nothing_else() {
        for (time, rate, frames, written, step) in [
            ("0.033333", 60.0, "181", "0.01666667", 0.5),
            ("0.0333", 15.0, "46", "0.06666667", 2.0),
            ("3.3333333e-2", 30.0, "91", "0.03333333", 1.0),
            ("0.00833333", 24.0, "19", "0.04166667", 5.0),
            (".04", 100.0, "361", "0.01", 0.25),
            ("0.0333667", 30_000.0 / 1001.0, "91", "0.03336667", 1.0),
            ("0.7", 1000.0, "63001", "0.001", 1.0 / 700.0),
        ] {
            let text = HEAD.replace("Frames:\t2", "Frames:\t91").replace("0.033333", time);
            let (head, found) = retimed(&row(&text), rate).unwrap();
            let expected = text.replace("\t91\r", &format!("\t{frames}\r")).replace(time, written);
            assert_eq!(String::from_utf8(head.line.bytes).unwrap(), expected);
            assert!((found / step - 1.0).abs() < 1e-7, "{time}: {found}");
        }
        assert!(retimed(&row(HEAD), 1e6).unwrap_err().to_string().contains("more than 1000 times"));
    }

    #[test]
    fn errors_in_the_head_are_named_with_their_line() {
        for (from, to, message) in [
            ("CHANNELS 6", "CHANNELS 7", "line 5: CHANNELS declares 7, but 6 names follow"),
            (
                "OFFSET 1.5 -2 0",
                "OFFSET 1.5 high 0",
                "line 7: OFFSET must be followed by three numbers",
            ),
            ("}\r\nMOTION", "MOTION", "line 14: MOTION before the skeleton is closed"),
            ("Frames:\t2", "Frames:\ttwo", "line 16: Frames must be a whole number, got `two`"),
            ("0.033333", "0", "line 17: Frame Time must be seconds above 0, got `0`"),
            ("Frame Time:\t0.033333\r\n", "", "there is no line `Frame Time:`"),
            ("MOTION", "}\r\nMOTION", "line 15: a `}` that closes nothing"),
            ("Xrotation\r\n    End", "Wiggle\r\n    End", "got `Wiggle`"),
        ] {
            let error = read(HEAD.replacen(from, to, 1)).err().map(|error| format!("{error:#}"));
            assert!(error.as_ref().unwrap().contains(message), "{message}: {error:?}");
        }
    }
}
