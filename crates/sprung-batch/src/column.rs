//! One quantity of many springs: a number that all share, or a slice with one number each.

use crate::lane::Lane;

/// One quantity of a batch: a number that all springs share, or one number for each (`&[T]`, `&[T; N]`, `&Vec<T>`).
///
/// ```
/// let batch = sprung_batch::Batch::new();
/// let (mut position, mut velocity) = ([0.0f32; 2], [0.0; 2]);
/// // Two damping ratios; frequency, time step and goal are shared.
/// batch.springs(8.0, &[0.3, 1.0], 1.0 / 60.0, &mut position, &mut velocity, 1.0);
/// assert!(position[0] > position[1]);
/// ```
pub trait Column<'a, T: Lane>: sealed::Sealed<T> {
    /// The number or the numbers.
    fn values(self) -> Values<'a, T>;
}

/// What a [`Column`] holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values<'a, T> {
    /// One number for all springs.
    Shared(T),
    /// One number for each spring.
    Each(&'a [T]),
}

#[cfg(feature = "parallel")]
impl<T: Copy> Values<'_, T> {
    /// The columns of the first `middle` springs and of the others.
    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        match self {
            Values::Shared(_) => (self, self),
            Values::Each(values) => {
                let (left, right) = values.split_at(middle);
                (Values::Each(left), Values::Each(right))
            }
        }
    }
}

impl<T: Lane> Column<'_, T> for T {
    fn values(self) -> Values<'static, T> {
        Values::Shared(self)
    }
}

impl<'a, T: Lane> Column<'a, T> for &'a [T] {
    fn values(self) -> Values<'a, T> {
        Values::Each(self)
    }
}

impl<'a, T: Lane, const N: usize> Column<'a, T> for &'a [T; N] {
    fn values(self) -> Values<'a, T> {
        Values::Each(self)
    }
}

#[cfg(feature = "std")]
impl<'a, T: Lane> Column<'a, T> for &'a std::vec::Vec<T> {
    fn values(self) -> Values<'a, T> {
        Values::Each(self)
    }
}

impl<'a, T: Lane> Column<'a, T> for Values<'a, T> {
    fn values(self) -> Values<'a, T> {
        self
    }
}

mod sealed {
    use super::{Lane, Values};

    pub trait Sealed<T> {}
    impl<T: Lane> Sealed<T> for T {}
    impl<T: Lane> Sealed<T> for &[T] {}
    impl<T: Lane, const N: usize> Sealed<T> for &[T; N] {}
    #[cfg(feature = "std")]
    impl<T: Lane> Sealed<T> for &std::vec::Vec<T> {}
    impl<T: Lane> Sealed<T> for Values<'_, T> {}
}
