//! A goal over time: constant, or linear between the rows of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sprung::motion::PiecewiseLinear;

use crate::output::number;

/// The header of a file of goals.
const HEADER: &str = "time,goal";

/// The times and values of a piecewise linear goal.
#[derive(Clone, Debug)]
pub(crate) struct Goals {
    // Times never decrease, and there is at least one.
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Goals {
    /// A constant goal.
    pub(crate) fn still(goal: f64) -> Self {
        Goals { times: vec![0.0], values: vec![goal] }
    }

    /// Reads a CSV file with the header `time,goal`; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            return Goals::parse(io::stdin().lock()).context("standard input");
        }
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Goals::parse(file).with_context(|| name.to_string())
    }

    fn parse(text: impl Read) -> Result<Self> {
        let mut csv =
            csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).from_reader(text);
        let header = csv.headers()?.iter().collect::<Vec<_>>().join(",");
        ensure!(header == HEADER, "line 1: the header must be {HEADER} and is {header}");
        let (mut times, mut values): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        for record in csv.records() {
            let record = record?;
            let line = record.position().map_or(0, csv::Position::line);
            ensure!(
                record.len() == 2,
                "line {line}: a row has two values, time and goal, and this one has {}",
                record.len()
            );
            let value = |at: usize, name: &str| -> Result<f64> {
                match record[at].parse::<f64>() {
                    Ok(value) if value.is_finite() => Ok(value),
                    _ => {
                        bail!("line {line}, column {name}: must be a number, got `{}`", &record[at])
                    }
                }
            };
            let (time, goal) = (value(0, "time")?, value(1, "goal")?);
            if let Some(before) = times.last() {
                ensure!(
                    time >= *before,
                    "line {line}, column time: time runs backwards, from {} to {}",
                    number(before),
                    number(time)
                );
            }
            times.push(time);
            values.push(goal);
        }
        ensure!(!times.is_empty(), "there is no row below the header time,goal");
        Ok(Goals { times, values })
    }

    /// The last time.
    pub(super) fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or_default()
    }

    /// The goal at any time.
    pub(crate) fn curve(&self) -> Result<PiecewiseLinear<'_, f64>> {
        Ok(PiecewiseLinear::new(&self.times, &self.values)?)
    }

    /// The corners of the goal from 0 to `end`, for a figure.
    pub(crate) fn points(&self, end: f64) -> Result<Vec<(f64, f64)>> {
        let curve = self.curve()?;
        let knots = self.times.iter().copied().zip(self.values.iter().copied());
        let inside = knots.filter(|knot| knot.0 > 0.0 && knot.0 < end);
        let first = [(0.0, curve.at(0.0))];
        Ok(first.into_iter().chain(inside).chain([(end, curve.at(end))]).collect())
    }
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
            assert_eq!(goals.curve().unwrap().at(time), goal, "{time}");
        }
    }

    #[test]
    fn a_step_is_split_at_each_knot_inside_it() {
        let goals = goals("0,0\n0.25,1\n0.5,0\n");
        let stretches: Vec<_> = goals.curve().unwrap().segments(0.125, 1.0).collect();
        let stretch = |duration, from, to| GoalSegment { duration, from, to };
        assert_eq!(
            stretches,
            [stretch(0.125, 0.5, 1.0), stretch(0.25, 1.0, 0.0), stretch(0.5, 0.0, 0.0)]
        );
    }

    #[test]
    fn two_knots_at_one_time_are_a_jump() {
        let goals = goals("0,0\n1,0\n1,5\n");
        let goals = goals.curve().unwrap();
        assert_eq!((goals.at(0.999), goals.at(1.0)), (0.0, 5.0));
        let stretches: Vec<_> = goals.segments(0.5, 1.5).collect();
        assert_eq!((stretches[0].to, stretches[1].from), (0.0, 5.0));
        assert_eq!(goals.segments(0.5, 1.0).map(|s| s.to).collect::<Vec<_>>(), [0.0]);
        assert_eq!(goals.segments(1.0, 2.0).map(|s| s.from).collect::<Vec<_>>(), [5.0]);
    }

    #[test]
    fn errors_name_line_and_column() {
        assert_eq!(error("t,x\n0,1\n"), "line 1: the header must be time,goal and is t,x");
        assert_eq!(
            error("time,goal\n0,1\n1,high\n"),
            "line 3, column goal: must be a number, got `high`"
        );
        assert!(error("time,goal\n0,1\n1\n").starts_with("line 3: a row has two values"));
        assert_eq!(
            error("time,goal\n1,1\n0.5,1\n"),
            "line 3, column time: time runs backwards, from 1 to 0.5"
        );
        assert!(error("time,goal\n").contains("no row"));
    }
}
