//! The head of a recording: its columns, and the times of its rows.

use anyhow::{Context, Result, bail};

use super::lines::Lines;
use super::number::Decimal;
use super::time::TimeFormat;

/// A recording of which only the head has been read.
pub(crate) struct Recording {
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// An assumption of which the user is told.
    pub(crate) assumption: Option<String>,
    /// The columns of every row.
    pub(crate) columns: Vec<Column>,
    /// The times of the rows.
    pub(crate) clock: Clock,
    /// The notation of its numbers.
    pub(crate) decimal: Decimal,
    /// The number of rows declared in its head.
    pub(crate) rows: Option<usize>,
    /// The rows, and the lines before and between them.
    pub(crate) lines: Lines,
}

/// The kind of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Table,
    MotionCapture,
}

/// A column of a recording.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    /// Its name in the header, `Joint.Channel` in motion capture, or its number if there is no header.
    pub(crate) name: String,
    /// True for an angle in degrees.
    pub(crate) is_angle: bool,
}

/// The times of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Clock {
    /// A column holds the time.
    Column {
        /// The column, from 0.
        index: usize,
        format: TimeFormat,
    },
    /// Rows at equal intervals of this many seconds.
    Even(f64),
}

impl Clock {
    /// The column of the times; none if the intervals are equal.
    pub(crate) fn column(self) -> Option<usize> {
        match self {
            Clock::Column { index, .. } => Some(index),
            Clock::Even(_) => None,
        }
    }
}

impl Column {
    /// A column of no angles.
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Column { name: name.into(), is_angle: false }
    }
}

impl Recording {
    /// The column of this name or number (from 1).
    pub(crate) fn column(&self, wanted: &str) -> Result<usize> {
        column(&self.columns, wanted)
    }

    /// The columns of this name or number, or all of a joint or of a kind of channel: `Hips`, `Xposition`.
    pub(crate) fn columns_of(&self, wanted: &str) -> Result<Vec<usize>> {
        let is_part = |name: &str| {
            name.rsplit_once('.')
                .is_some_and(|(joint, channel)| joint == wanted || channel == wanted)
        };
        match self.column(wanted) {
            Ok(index) => Ok(vec![index]),
            Err(error) => {
                let indices = 0..self.columns.len();
                let parts: Vec<usize> =
                    indices.filter(|&i| is_part(&self.columns[i].name)).collect();
                if parts.is_empty() { Err(error) } else { Ok(parts) }
            }
        }
    }
}

/// The column of this name or number (from 1).
pub(crate) fn column(columns: &[Column], wanted: &str) -> Result<usize> {
    let mut all = (0..columns.len()).filter(|&at| columns[at].name == wanted);
    let named = all.next();
    if let (Some(first), Some(second)) = (named, all.next()) {
        let (first, second) = (first + 1, second + 1);
        bail!("`{wanted}` is the name of columns {first} and {second}; type a number");
    }
    let numbered = || wanted.parse::<usize>().ok()?.checked_sub(1).filter(|&i| i < columns.len());
    named.or_else(numbered).with_context(|| {
        let place = if columns.iter().all(|column| joint_of(column).is_some()) {
            "joint, channel or column"
        } else {
            "column"
        };
        match similar(columns, wanted) {
            Some(name) => format!("there is no {place} `{wanted}`; did you mean `{name}`?"),
            None => format!("there is no {place} `{wanted}`; {}", names(columns)),
        }
    })
}

/// The maximum number of names in a message.
const MAX_NAMES: usize = 24;

/// The names that can be typed, for a message: all columns, or the joints where these are too many, or the first of them.
pub(super) fn names(columns: &[Column]) -> String {
    let list = |what: &str, names: Vec<&str>| {
        let more = names.len().saturating_sub(MAX_NAMES);
        let names = names[..names.len() - more].join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("the {what} are: {names}{more}")
    };
    let mut joints: Vec<&str> = columns.iter().filter_map(joint_of).collect();
    joints.dedup();
    if columns.len() > MAX_NAMES && !joints.is_empty() {
        return list("joints", joints);
    }
    list("columns", columns.iter().map(|column| column.name.as_str()).collect())
}

/// The joint of a channel of motion capture.
fn joint_of(column: &Column) -> Option<&str> {
    let (joint, channel) = column.name.rsplit_once('.')?;
    let channel = channel.to_ascii_lowercase();
    (channel.ends_with("rotation") || channel.ends_with("position")).then_some(joint)
}

/// The joint, channel or column that a mistyped name is likely to mean.
fn similar<'a>(columns: &'a [Column], wanted: &str) -> Option<&'a str> {
    let joints = columns.iter().filter_map(joint_of);
    let channels = columns.iter().filter(|column| joint_of(column).is_some());
    let channels = channels.filter_map(|column| Some(column.name.rsplit_once('.')?.1));
    let all = columns.iter().map(|column| column.name.as_str());
    let wanted = wanted.to_lowercase();
    let likeness = |name: &&str| {
        let name = name.to_lowercase();
        let is_end = name
            .strip_suffix(&wanted)
            .is_some_and(|rest| wanted.len() >= 2 && !rest.ends_with(char::is_alphanumeric));
        if is_end {
            1.0 + f64::from(u8::from(name == wanted))
        } else {
            strsim::jaro_winkler(&name, &wanted)
        }
    };
    let named = joints.chain(channels).chain(all).map(|name| (likeness(&name), name));
    // The first of the most similar.
    let best = named.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(likeness, _)| *likeness > LIKELY).map(|(_, name)| name)
}

/// The similarity by Jaro and Winkler from which on another name is likely to be meant.
const LIKELY: f64 = 0.85;

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: impl IntoIterator<Item = String>) -> Vec<Column> {
        names.into_iter().map(|name| Column { name, is_angle: false }).collect()
    }

    fn capture(joints: &[&str]) -> Vec<Column> {
        let channels = ["Zrotation", "Xrotation", "Yrotation"];
        columns(joints.iter().flat_map(|joint| channels.map(|name| format!("{joint}.{name}"))))
    }

    #[test]
    fn a_mistyped_joint_is_answered_by_the_one_that_is_meant() {
        let capture = capture(&["mixamorig:Hips", "mixamorig:Spine", "mixamorig:LeftUpLeg"]);
        for (wanted, meant) in [
            ("Hips", "mixamorig:Hips"),
            ("mixamorig:hips", "mixamorig:Hips"),
            ("mixamorig:LeftUpleg", "mixamorig:LeftUpLeg"),
            ("zrotation", "Zrotation"),
            ("mixamorig:Spine.Zrotations", "mixamorig:Spine.Zrotation"),
        ] {
            let error = column(&capture, wanted).unwrap_err().to_string();
            assert!(error.ends_with(&format!("; did you mean `{meant}`?")), "{error}");
        }
        let error = column(&capture, "antenna").unwrap_err().to_string();
        assert!(error.starts_with("there is no joint, channel or column `antenna`"), "{error}");
        assert!(error.contains("mixamorig:Spine.Xrotation"), "{error}");
    }

    #[test]
    fn a_message_names_no_more_than_some() {
        let joints: Vec<String> = (0..56).map(|joint| format!("bone{joint}")).collect();
        let joints: Vec<&str> = joints.iter().map(String::as_str).collect();
        let error = column(&capture(&joints), "tail").unwrap_err().to_string();
        assert!(error.contains("the joints are: bone0, bone1,"), "{error}");
        assert!(error.ends_with("bone23 and 32 more"), "{error}");
        let wide = columns((0..300).map(|column| format!("sensor {column}")));
        let error = column(&wide, "x").unwrap_err().to_string();
        assert!(error.ends_with("sensor 23 and 276 more"), "{error}");
        let table = columns(["time".into(), "speed".into()]);
        let error = column(&table, "sped").unwrap_err().to_string();
        assert_eq!(error, "there is no column `sped`; did you mean `speed`?");
    }
}
