//! Landing on a grid: the nearest pixel, tick or cell.

use crate::motion::spring_value::SpringValue;
use crate::real::Real;

/// Returns the multiple of `grid` that is nearest to a value, the greater of two.
///
/// For pixels of a screen with `r` device pixels per unit, the grid is `1/r`. A grid that is 0, negative, infinite or NaN is
/// none: the value is returned as it is, and so is one that is too large to be divided by the grid.
///
/// Accuracy: one rounding of the multiple. A value halfway between two multiples may go to either, within one rounding.
///
/// ```
/// use sprung::motion::nearest_on_grid;
///
/// assert_eq!(nearest_on_grid(12.3, 0.5), 12.5);
/// assert_eq!([-7.6, 7.5].map(|x| nearest_on_grid(x, 1.0f32)), [-8.0, 8.0]);
/// ```
#[doc(alias("round", "snap to grid", "pixel perfect", "PixelRatio.roundToNearestPixel"))]
#[must_use]
pub fn nearest_on_grid<R: Real>(value: R, grid: R) -> R {
    let nearest = (value / grid + R::HALF).floor() * grid;
    // A whole number below the finest grid of the number type stays.
    let coarse = (value / grid).abs() * R::EPSILON >= R::HALF;
    let applies = grid > R::ZERO && nearest.is_finite() && !coarse;
    if applies { nearest } else { value }
}

impl<R: Real> SpringValue<R> {
    /// Moves the goal to the nearest point of a grid (in the unit of the value), so that it comes to rest on a pixel: see
    /// [`nearest_on_grid`]. In motion the value is not rounded.
    ///
    /// ```
    /// use sprung::motion::SpringValue;
    ///
    /// let mut left = SpringValue::new(0.0f32);
    /// left.set_goal(100.4);
    /// left.land_on(1.0);
    /// while left.advance(1.0 / 60.0) {}
    /// assert_eq!(left.value(), 100.0);
    /// ```
    pub fn land_on(&mut self, grid: R) {
        self.set_goal(nearest_on_grid(self.goal(), grid));
    }
}

impl<R: Real, const N: usize> SpringValue<[R; N]> {
    /// Moves the goal to the nearest point of a grid along each axis (in the unit of the value), as for a number. All
    /// components come to rest in the same step: their distance and their speed count together.
    ///
    /// ```
    /// use sprung::motion::SpringValue;
    ///
    /// let mut place = SpringValue::new([0.0f64, 0.0]);
    /// place.set_goal([33.4, 0.2]);
    /// place.land_on([0.5, 0.5]);
    /// assert_eq!(place.goal(), [33.5, 0.0]);
    /// ```
    pub fn land_on(&mut self, grid: [R; N]) {
        let goal = self.goal();
        self.set_goal(core::array::from_fn(|axis| nearest_on_grid(goal[axis], grid[axis])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RestThreshold, Spring};
    use testkit::inputs::hostile;
    use testkit::random::Random;

    #[test]
    fn the_nearest_multiple_is_never_more_than_half_a_grid_away() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let grid = random.log_uniform(1e-3, 1e3);
            let value = random.uniform(-1e3, 1e3) * grid;
            let nearest = nearest_on_grid(value, grid);
            assert!((nearest - value).abs() <= 0.5 * grid * (1.0 + 1e-12), "{value} {grid}");
            let multiple = nearest / grid;
            assert!((multiple - multiple.round()).abs() < 1e-12, "{value} {grid}");
            assert_eq!(nearest_on_grid(nearest, grid), nearest, "{value} {grid}");
        }
        for whole in [0.0f32, 1.0, -3.0, 8_388_607.0, 16_777_215.0, 3e38] {
            assert_eq!(nearest_on_grid(whole, 1.0), whole);
        }
    }

    #[test]
    fn without_a_grid_nothing_is_rounded_and_nothing_becomes_nan() {
        for value in hostile::<f64>() {
            for grid in hostile::<f64>() {
                let nearest = nearest_on_grid(value, grid);
                assert!(nearest.is_nan() == value.is_nan(), "{value} {grid}");
                if !(grid > 0.0) {
                    assert!(nearest.to_bits() == value.to_bits() || value.is_nan());
                }
            }
        }
    }

    /// One axis arrives long before the other: both stop in the same step, on the grid.
    #[test]
    fn both_axes_come_to_rest_in_one_step_on_a_pixel() {
        for fps in [15.0f32, 60.0, 144.0, 1000.0] {
            let pixels = RestThreshold { distance: 0.1, speed: 1.0 };
            let spring = Spring::clamped_halflife(0.1, 0.5);
            let mut place = SpringValue::new([0.0f32, 3.2]).with_spring(spring);
            place = place.with_rest_threshold(pixels);
            place.set_goal([1000.4, 3.4]);
            place.land_on([1.0, 1.0 / 3.0]);
            let goal = place.goal();
            let mut before = place.value();
            while place.advance(1.0 / fps) {
                assert!(place.value()[0] != goal[0] || place.value()[1] != goal[1]);
                before = place.value();
            }
            assert_eq!((place.value(), place.velocity()), ([1000.0, goal[1]], [0.0; 2]), "{fps}");
            let last = (before[0] - goal[0]).hypot(before[1] - goal[1]);
            assert!(last < 30.0 && (goal[1] - 10.0 / 3.0).abs() < 1e-6, "{fps}: {last}");
        }
    }
}
