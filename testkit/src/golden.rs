//! Typed rows of the golden data in `testkit/golden/`, written by `tools/golden.py`.
//!
//! Each number comes from the matrix exponential of the differential equation in 60-digit
//! arithmetic. Inputs are of the type under test, and a row is returned only if that type holds
//! its inputs exactly; outputs are doubles, correctly rounded. The durations of limited motions are Ruckig's, written by
//! `tools/golden_limited.cpp`.
//!
//! Series are columns of any length instead, written by `tools/golden_signal.py`: what SciPy's filters and periodograms
//! make of a series that is in the file, too.

use std::collections::BTreeMap;

use crate::precision::Precision;

/// Columns of doubles by their names.
pub type Columns = BTreeMap<&'static str, Vec<f64>>;

/// Declares a row type and the function that reads its file. The columns are the fields, in order.
macro_rules! golden_table {
    (
        $(#[$doc:meta])*
        $file:literal, $rows:ident() -> $Row:ident
        { $($(#[$input_doc:meta])* $input:ident),* }
        { $($(#[$output_doc:meta])* $output:ident),* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $Row<P> {
            $($(#[$input_doc])* pub $input: P,)*
            $($(#[$output_doc])* pub $output: f64,)*
        }

        #[doc = concat!("The rows of `", $file, "` whose inputs `P` holds exactly.")]
        pub fn $rows<P: Precision>() -> impl Iterator<Item = $Row<P>> {
            const NAMES: &[&str] = &[$(stringify!($input),)* $(stringify!($output),)*];
            records(include_str!(concat!("../golden/", $file)), NAMES).filter_map(|mut record| {
                Some($Row {
                    $($input: P::exact(record.next()?)?,)*
                    $($output: record.next()?,)*
                })
            })
        }
    };
}

golden_table! {
    /// The time-optimal motion from a state within limits to a goal that has a velocity, by Ruckig.
    "limited_motion.csv", limited_motions() -> LimitedMotionRow
    {
        /// where it starts
        position,
        /// per s
        velocity,
        /// per s²
        acceleration,
        /// where it ends
        goal,
        /// at the end, without acceleration; per s
        goal_velocity,
        /// per s
        max_velocity,
        /// per s²
        max_acceleration,
        /// per s³
        max_jerk
    }
    {
        /// s
        duration
    }
}

golden_table! {
    /// The step matrix of a spring: `x' = xx·x + xv·v`, `v' = vx·x + vv·v`, goal at 0.
    "spring_step.csv", spring_steps() -> SpringStepRow
    {
        /// rad/s
        angular_frequency,
        /// 1 is critical
        damping_ratio,
        /// s
        dt
    }
    {
        /// position per position
        xx,
        /// position per velocity, s
        xv,
        /// velocity per position, 1/s
        vx,
        /// velocity per velocity
        vv,
        /// `xx - 1`, without its cancellation
        xx_minus_one,
        /// `vv - 1`, without its cancellation
        vv_minus_one
    }
}

golden_table! {
    /// The derivatives of the step matrix by angular frequency and damping ratio.
    "step_derivatives.csv", step_derivatives() -> StepDerivativesRow
    {
        /// rad/s
        angular_frequency,
        /// 1 is critical
        damping_ratio,
        /// s
        dt
    }
    {
        /// of position per position, s
        xx_by_frequency,
        /// of position per velocity, s²
        xv_by_frequency,
        /// of velocity per position
        vx_by_frequency,
        /// of velocity per velocity, s
        vv_by_frequency,
        /// of position per position
        xx_by_ratio,
        /// of position per velocity, s
        xv_by_ratio,
        /// of velocity per position, 1/s
        vx_by_ratio,
        /// of velocity per velocity
        vv_by_ratio
    }
}

golden_table! {
    /// The integral of a spring's position over a step, goal at 0.
    "spring_integral.csv", spring_integrals() -> SpringIntegralRow
    {
        /// rad/s
        angular_frequency,
        /// 1 is critical
        damping_ratio,
        /// s
        dt
    }
    {
        /// per initial position, s
        integral_xx,
        /// per initial velocity, s²
        integral_xv
    }
}

golden_table! {
    /// The position after the step of a spring at rest at 0 whose goal leaves 0 with speed 1.
    "moving_goal.csv", moving_goals() -> MovingGoalRow
    {
        /// rad/s
        angular_frequency,
        /// 1 is critical
        damping_ratio,
        /// s
        dt
    }
    {
        /// damping relative to the world
        follow_position,
        /// damping relative to the world
        follow_velocity,
        /// damping relative to the goal
        track_position,
        /// damping relative to the goal
        track_velocity,
        /// goal stays at 0, the damper is given the speed 1 (Holden)
        goal_velocity_position,
        /// goal stays at 0, the damper is given the speed 1 (Holden)
        goal_velocity_velocity
    }
}

golden_table! {
    /// The coefficients with which a semi-implicit Euler step has the exact step's eigenvalues:
    /// `v -= C_s·x/dt + C_d·v`, then `x += v·dt` (Nissen's C_s and C_d).
    "fraction.csv", fractions() -> FractionRow
    {
        /// rad/s
        angular_frequency,
        /// 1 is critical
        damping_ratio,
        /// s
        dt
    }
    {
        /// C_s
        stiffness_fraction,
        /// C_d
        damping_fraction
    }
}

golden_table! {
    /// Damping without stiffness, `v' = -damping·v`.
    "drag.csv", drags() -> DragRow
    {
        /// 1/s
        damping,
        /// s
        dt
    }
    {
        /// distance per initial velocity, s
        xv,
        /// remaining fraction of the velocity
        vv,
        /// `vv - 1`, without its cancellation
        vv_minus_one
    }
}

golden_table! {
    /// The first-order damper, `x' = rate·(goal - x)`.
    "damper.csv", dampers() -> DamperRow
    {
        /// 1/s
        rate,
        /// s
        dt
    }
    {
        /// remaining fraction of the distance to a held goal
        remaining,
        /// `1 - remaining`, without its cancellation
        covered,
        /// position after the step when the goal leaves it at 0 with speed 1
        ramp
    }
}

golden_table! {
    /// Answers about a spring with angular frequency 1 that starts at rest at distance 1.
    /// An event that never comes is at infinity.
    "answers.csv", answers() -> AnswersRow
    {
        /// 1 is critical
        damping_ratio
    }
    {
        /// when half of the distance is first left
        half_life,
        /// when the goal is first passed
        crossing,
        /// when it is farthest beyond the goal
        peak_time,
        /// how far beyond the goal it goes
        overshoot,
        /// seconds behind a goal that has moved steadily for long
        lag,
        /// last time at a distance of 0.05
        settle_5_percent,
        /// last time at a distance of 0.02
        settle_2_percent,
        /// last time at a distance of 0.01
        settle_1_percent,
        /// last time at a distance of 1e-3
        settle_1_per_mille,
        /// last time at a distance of 1e-6
        settle_1_ppm
    }
}

/// A series smoothed without lag by SciPy's `filtfilt`, a column for each filter.
pub fn zero_phase() -> Columns {
    columns(include_str!("../golden/zero_phase.csv"))
}

/// The response of filters at rest on 0 to a series that starts at 0, by SciPy's `lsim`, a column for each filter.
pub fn response() -> Columns {
    columns(include_str!("../golden/response.csv"))
}

/// Three tones at even and at uneven times, and the maxima of SciPy's periodograms.
pub fn periodogram() -> Columns {
    columns(include_str!("../golden/periodogram.csv"))
}

/// The columns of a table after the line of its origin. Empty cells are left out.
///
/// # Panics
/// On what is no number, and on a line that is shorter or longer than the header.
fn columns(csv: &'static str) -> Columns {
    let mut lines = csv.lines().skip_while(|line| line.starts_with('#'));
    let names: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    let mut columns = vec![Vec::new(); names.len()];
    for line in lines {
        assert_eq!(line.split(',').count(), names.len(), "columns of {line}");
        for (column, cell) in columns.iter_mut().zip(line.split(',')) {
            if !cell.is_empty() {
                column.push(cell.parse().unwrap_or_else(|_| panic!("no number: {cell} in {line}")));
            }
        }
    }
    names.into_iter().zip(columns).collect()
}

/// The numbers of each line after the header, which must be `names`.
///
/// # Panics
/// On a wrong header, a wrong number of columns, or a cell that is not a number.
fn records(
    csv: &'static str,
    names: &'static [&'static str],
) -> impl Iterator<Item = std::vec::IntoIter<f64>> {
    let mut lines = csv.lines();
    let header: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    assert_eq!(header, names, "columns of the golden data");
    lines.map(|line| {
        let numbers: Vec<f64> = line
            .split(',')
            .map(|cell| cell.parse().unwrap_or_else(|_| panic!("no number: {cell} in {line}")))
            .collect();
        assert_eq!(numbers.len(), names.len(), "columns of {line}");
        numbers.into_iter()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_rows_in_both_precisions() {
        fn counts<P: Precision>() -> [usize; 8] {
            [
                spring_steps::<P>().count(),
                spring_integrals::<P>().count(),
                moving_goals::<P>().count(),
                step_derivatives::<P>().count(),
                fractions::<P>().count(),
                drags::<P>().count(),
                dampers::<P>().count(),
                answers::<P>().count(),
            ]
        }
        let (single, double) = (counts::<f32>(), counts::<f64>());
        println!("rows in f32: {single:?}, in f64: {double:?}");
        assert!(single.iter().zip(double).all(|(&few, all)| 5 < few && few < all));
        assert!(double[0] > 1500);
    }

    /// Φ for ω = 2, ζ = 1, t = 1/2 by hand: e⁻¹ [2, 1/2; −2, 0].
    #[test]
    fn a_row_agrees_with_a_step_worked_by_hand() {
        for row in spring_steps::<f64>().filter(|row| row.damping_ratio == 1.0) {
            let tau = row.angular_frequency * row.dt;
            let decay = (-tau).exp();
            let close = |got: f64, want: f64, scale: f64| {
                assert!((got - want).abs() <= 1e-14 * scale, "{got} {want} {row:?}");
            };
            close(row.xx, decay * (1.0 + tau), 1.0);
            close(row.xv, decay * row.dt, row.dt);
            close(row.vx, -decay * tau * row.angular_frequency, row.angular_frequency);
            close(row.vv, decay * (1.0 - tau), 1.0);
        }
    }

    #[test]
    fn the_springs_reach_from_no_damping_to_ten_thousand() {
        let ratios: Vec<_> = spring_steps::<f32>().map(|row| row.damping_ratio).collect();
        assert!(ratios.contains(&0.0) && ratios.contains(&1e4));
        let near = |row: &SpringStepRow<f64>| (row.damping_ratio - 1.0).abs() < 1.2e-15;
        assert!(spring_steps::<f64>().filter(near).count() > 20);
    }

    #[test]
    fn a_column_ends_where_its_cells_are_empty() {
        let table = columns("# origin\na,b\n1,2\n3,\n");
        assert_eq!((&table["a"][..], &table["b"][..]), (&[1.0, 3.0][..], &[2.0][..]));
    }

    #[test]
    #[should_panic(expected = "columns of the golden data")]
    fn a_renamed_column_is_refused() {
        records("a,b\n1,2\n", &["a", "c"]).count();
    }

    #[test]
    #[should_panic(expected = "no number: x")]
    fn what_is_no_number_is_refused() {
        records("a,b\n1,x\n", &["a", "b"]).count();
    }
}
