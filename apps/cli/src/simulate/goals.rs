//! Goals over time: constant, or linear between the rows of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sprung::motion::PiecewiseLinear;

use crate::output::number;
use crate::typed_number::finite;

/// The names of the column of times, in seconds.
const TIMES: [&str; 4] = ["time", "t", "time_s", "seconds"];
/// The most numbers that a goal has.
const MAX_WIDTH: usize = 4;

/// The times and values of piecewise linear goals.
#[derive(Clone, Debug)]
pub(crate) struct Goals {
    // Times never decrease, and there is at least one.
    times: Vec<f64>,
    /// The values of each time after each other.
    values: Vec<f64>,
    /// The number of values at a time.
    width: usize,
}

impl Goals {
    /// A constant goal.
    pub(crate) fn still(goal: &[f64]) -> Self {
        Goals { times: vec![0.0], values: goal.to_vec(), width: goal.len() }
    }

    /// Reads a CSV file with a header, one column of which is the time; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            return Goals::parse(io::stdin().lock()).context("standard input");
        }
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Goals::parse(file).with_context(|| name.to_string())
    }

    fn parse(mut file: impl Read) -> Result<Self> {
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let text = std::str::from_utf8(&text).ok().context("it is no text in UTF-8")?;
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        let delimiter =
            *[b';', b'\t'].iter().find(|byte| first.as_bytes().contains(byte)).unwrap_or(&b',');
        let mut csv = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .flexible(true)
            .delimiter(delimiter)
            .from_reader(text.as_bytes());
        let names: Vec<String> = csv.headers()?.iter().map(str::to_lowercase).collect();
        let time = names.iter().position(|name| TIMES.contains(&name.as_str()));
        let time = time.with_context(|| {
            format!("line 1: there is no column time; the header is {}", names.join(","))
        })?;
        let columns = value_columns(&names, time)?;
        let mut goals = Goals { times: Vec::new(), values: Vec::new(), width: columns.len() };
        for record in csv.records() {
            let record = record?;
            let line = record.position().map_or(0, csv::Position::line);
            ensure!(
                record.len() == names.len(),
                "line {line}: the header has {} values, and this row has {}",
                names.len(),
                record.len()
            );
            let value = |at: usize| {
                // Beside a semicolon a comma is a decimal point.
                let text = if delimiter == b';' {
                    record[at].replace(',', ".")
                } else {
                    record[at].into()
                };
                match finite::<f64>(&text) {
                    Ok(value) => Ok(value),
                    _ => bail!(
                        "line {line}, column {}: must be a number, got `{}`",
                        names[at],
                        &record[at]
                    ),
                }
            };
            let now = value(time)?;
            if let Some(before) = goals.times.last() {
                ensure!(
                    now >= *before,
                    "line {line}, column {}: time runs backwards, from {} to {}",
                    names[time],
                    number(before),
                    number(now)
                );
            }
            goals.times.push(now);
            for &at in &columns {
                goals.values.push(value(at)?);
            }
        }
        ensure!(!goals.times.is_empty(), "there is no row below the header {}", names.join(","));
        Ok(goals)
    }

    /// The number of values at a time.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The times, in seconds.
    pub(crate) fn times(&self) -> &[f64] {
        &self.times
    }

    /// The values at the times, of which there are `N`.
    pub(super) fn values<const N: usize>(&self) -> &[[f64; N]] {
        self.values.as_chunks().0
    }

    /// The values at each time.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks(self.width)
    }

    /// The last time.
    pub(super) fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or_default()
    }

    /// The goal at any time.
    pub(crate) fn curve<const N: usize>(&self) -> Result<PiecewiseLinear<'_, [f64; N]>> {
        Ok(PiecewiseLinear::new(&self.times, self.values())?)
    }

    /// The corners of each number of the goal from 0 to `end`, for a figure.
    pub(crate) fn points(&self, end: f64) -> Result<Vec<Vec<(f64, f64)>>> {
        let of_number = |number: usize| {
            let values: Vec<f64> =
                self.values.iter().skip(number).step_by(self.width).copied().collect();
            let curve = PiecewiseLinear::new(&self.times, &values)?;
            let knots = self.times.iter().copied().zip(values.iter().copied());
            let inside = knots.filter(|knot| knot.0 > 0.0 && knot.0 < end);
            let first = [(0.0, curve.at(0.0))];
            Ok(first.into_iter().chain(inside).chain([(end, curve.at(end))]).collect())
        };
        (0..self.width).map(of_number).collect()
    }
}

/// The columns of the goal: `goal`, or `x`, `y`, `z`, `w`, or all but the time.
fn value_columns(names: &[String], time: usize) -> Result<Vec<usize>> {
    let called = |name: &str| names.iter().position(|other| other == name);
    if let Some(goal) = called("goal") {
        return Ok(vec![goal]);
    }
    let axes: Vec<usize> = ["x", "y", "z", "w"].into_iter().map_while(called).collect();
    if !axes.is_empty() {
        return Ok(axes);
    }
    let all: Vec<usize> = (0..names.len()).filter(|at| *at != time).collect();
    ensure!(
        (1..=MAX_WIDTH).contains(&all.len()),
        "line 1: call the column of the goal goal, or its columns x, y and z; the header is {}",
        names.join(",")
    );
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::motion::GoalSegment;

    fn goals(rows: &str) -> Goals {
        Goals::parse(format!("time,goal\n{rows}").as_bytes()).unwrap()
    }

    fn error(text: &str) -> String {
        Goals::parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_goal_is_linear_between_knots_and_still_outside() {
        let goals = goals("1,10\n3,20\n");
        for (time, goal) in [(0.0, 10.0), (1.0, 10.0), (1.5, 12.5), (3.0, 20.0), (9.0, 20.0)] {
            assert_eq!(goals.curve().unwrap().at(time), [goal], "{time}");
        }
    }

    #[test]
    fn a_step_is_split_at_each_knot_inside_it() {
        let goals = goals("0,0\n0.25,1\n0.5,0\n");
        let stretches: Vec<_> = goals.curve().unwrap().segments(0.125, 1.0).collect();
        let stretch = |duration, from, to| GoalSegment { duration, from: [from], to: [to] };
        assert_eq!(
            stretches,
            [stretch(0.125, 0.5, 1.0), stretch(0.25, 1.0, 0.0), stretch(0.5, 0.0, 0.0)]
        );
    }

    #[test]
    fn two_knots_at_one_time_are_a_jump() {
        let goals = goals("0,0\n1,0\n1,5\n");
        let goals = goals.curve().unwrap();
        assert_eq!((goals.at(0.999), goals.at(1.0)), ([0.0], [5.0]));
        let stretches: Vec<_> = goals.segments(0.5, 1.5).collect();
        assert_eq!((stretches[0].to, stretches[1].from), ([0.0], [5.0]));
        assert_eq!(goals.segments(0.5, 1.0).map(|s| s.to).collect::<Vec<_>>(), [[0.0]]);
        assert_eq!(goals.segments(1.0, 2.0).map(|s| s.from).collect::<Vec<_>>(), [[5.0]]);
    }

    #[test]
    fn tables_of_other_programs_are_read() {
        let expected = goals("0,1.5\n1,2\n");
        for text in [
            "Time;Goal\n0;1,5\n1;2,0\n",
            "goal\ttime\n1.5\t0\n2\t1\n",
            "\u{feff}t, height\n0, 1.5\n1, 2\n",
            "time,note,goal\n0,a,3/2\n1,b,2\n",
            "time,x,speed\r\n0,1.5,9\r\n1,2,9\r\n",
        ] {
            let read = Goals::parse(text.as_bytes()).unwrap();
            assert_eq!(
                (&read.times, &read.values, read.width),
                (&expected.times, &expected.values, 1),
                "{text}"
            );
        }
        let point = Goals::parse("time,x,y,z\n0,1,2,3\n".as_bytes()).unwrap();
        assert_eq!(point.values::<3>(), [[1.0, 2.0, 3.0]]);
    }

    #[test]
    fn errors_name_line_and_column() {
        assert_eq!(error("when,x\n0,1\n"), "line 1: there is no column time; the header is when,x");
        assert_eq!(
            error("time,goal\n0,1\n1,high\n"),
            "line 3, column goal: must be a number, got `high`"
        );
        assert!(error("time,goal\n0,1\n1\n").starts_with("line 3: the header has 2 values, and"));
        assert_eq!(
            error("time,goal\n1,1\n0.5,1\n"),
            "line 3, column time: time runs backwards, from 1 to 0.5"
        );
        assert!(error("time,goal\n").contains("no row"));
        assert!(error("time\n1\n").contains("goal"));
        assert!(error("time,a,b,c,d,e\n0,1,2,3,4,5\n").contains("call the column"));
        assert!(
            Goals::parse(&b"time,goal\n0,\xff\n"[..]).unwrap_err().to_string().contains("UTF-8")
        );
    }
}
