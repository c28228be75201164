//! Angles as a continuous signal: a step from 359° to 1° is a step of 2°.

/// Adds whole turns to an angle so that it never jumps by more than half a turn.
///
/// Any unit: a turn is 360, 2π or 1, as given. A jump of exactly half a turn is left as it is.
/// A value that is missing (NaN or infinite) is given back and forgotten, and so is a jump too far to count its turns.
///
/// ```
/// let mut heading = sprung_signal::PhaseUnwrapper::new(360.0);
/// let continuous = [350.0, 359.0, 1.0, 20.0].map(|angle| heading.unwrap(angle));
/// assert_eq!(continuous, [350.0, 359.0, 361.0, 380.0]);
/// ```
#[doc(alias("unwrap", "numpy.unwrap"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseUnwrapper {
    turn: f64,
    previous: Option<f64>,
    added: f64,
}

impl PhaseUnwrapper {
    /// Returns an unwrapper of angles whose full turn is `turn`.
    ///
    /// With a turn that is 0, infinite or NaN there are no turns to add: angles stay as they are. The sign of a turn
    /// does not matter.
    pub const fn new(turn: f64) -> Self {
        PhaseUnwrapper { turn, previous: None, added: 0.0 }
    }

    /// The angle with as many whole turns added as bring it nearest to the one before.
    pub fn unwrap(&mut self, angle: f64) -> f64 {
        if !angle.is_finite() {
            return angle;
        }
        if let Some(previous) = self.previous {
            let turns = (angle - previous) / self.turn;
            // Rounds to the nearest whole, half towards zero. NaN or infinite where there are no turns to count.
            let added = self.added - (turns.abs() - 0.5).ceil().copysign(turns) * self.turn;
            if (angle + added).is_finite() {
                self.added = added;
            }
        }
        self.previous = Some(angle);
        angle + self.added
    }

    /// Returns the whole turns that were added to the last angle. Subtracting them wraps the result like the original.
    pub const fn added(&self) -> f64 {
        self.added
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unwrapped(angles: &[f64]) -> Vec<f64> {
        let mut unwrapper = PhaseUnwrapper::new(360.0);
        angles.iter().map(|&angle| unwrapper.unwrap(angle)).collect()
    }

    #[test]
    fn several_turns_add_up_in_both_directions() {
        let steady: Vec<f64> = (0..100).map(|i| f64::from(i) * 50.0).collect();
        let wrapped: Vec<f64> =
            steady.iter().map(|angle| (angle + 180.0).rem_euclid(360.0) - 180.0).collect();
        assert_eq!(unwrapped(&wrapped), steady);
        let backwards: Vec<f64> = wrapped.iter().map(|angle| -angle).collect();
        assert_eq!(unwrapped(&backwards), steady.iter().map(|angle| -angle).collect::<Vec<_>>());
    }

    #[test]
    fn half_a_turn_and_less_stay_as_they_are() {
        let angles = [0.0, 180.0, 0.0, -180.0, -1.0, 178.0];
        assert_eq!(unwrapped(&angles), angles);
    }

    #[test]
    fn a_jump_of_several_turns_is_removed() {
        assert_eq!(unwrapped(&[0.0, 725.0, -715.0]), [0.0, 5.0, 5.0]);
    }

    #[test]
    fn a_sum_that_would_overflow_is_not_added() {
        let mut unwrapper = PhaseUnwrapper::new(0.8e308);
        let angles = [1.2e308, 0.7e308, 0.25e308].map(|angle| unwrapper.unwrap(angle));
        assert_eq!(angles, [1.2e308, 0.7e308 + 0.8e308, 0.25e308 + 0.8e308]);
        assert_eq!(unwrapper.added(), 0.8e308);
    }

    #[test]
    fn an_invalid_turn_leaves_angles_unchanged() {
        for turn in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut unwrapper = PhaseUnwrapper::new(turn);
            for angle in [0.0, 350.0, -1e308, 1e308, 3.0] {
                assert_eq!(unwrapper.unwrap(angle), angle, "{turn}");
            }
        }
        assert_eq!(
            [350.0, 1.0].map({
                let mut unwrapper = PhaseUnwrapper::new(-360.0);
                move |angle| unwrapper.unwrap(angle)
            }),
            [350.0, 361.0]
        );
    }

    #[test]
    fn an_angle_of_uncountable_turns_stays_finite() {
        let mut unwrapper = PhaseUnwrapper::new(1e-300);
        for angle in [0.0, 1e300, -1e300, 0.0] {
            assert!(unwrapper.unwrap(angle).is_finite());
        }
    }

    #[test]
    fn a_nan_angle_is_skipped() {
        let result = unwrapped(&[359.0, f64::NAN, 1.0]);
        assert!(result[1].is_nan());
        assert_eq!([result[0], result[2]], [359.0, 361.0]);
    }
}
