//! One quantity of many springs: a number that all share, or a slice with one number each.

use crate::float::Float;

/// One quantity of a batch: a number that all springs share, or one number for each (`&[T]`, `&[T; N]`, `&Vec<T>`,
/// `&[[T; N]]`).
///
/// ```
/// let batch = sprung_batch::Batch::new();
/// let (mut position, mut velocity) = ([0.0f32; 2], [0.0; 2]);
/// // Two damping ratios; frequency, time step and goal are shared.
/// batch.springs(8.0, &[0.3, 1.0], 1.0 / 60.0, &mut position, &mut velocity, 1.0);
/// assert!(position[0] > position[1]);
/// ```
///
/// An array of structures `[[T; N]]` is a column of its components, one after the other, as a goal in this form and
/// as a state by [`as_flattened_mut`](slice::as_flattened_mut): a batch that shares its parameters steps vectors so.
///
/// ```
/// let (mut position, mut velocity) = (vec![[0.0f32; 3]; 100], vec![[0.0; 3]; 100]);
/// let goal = vec![[1.0, 2.0, 3.0]; 100];
/// let step = sprung::Spring::from_halflife(0.1f32, 1.0)?.step(0.1);
/// let (x, v) = (position.as_flattened_mut(), velocity.as_flattened_mut());
/// sprung_batch::Batch::new().spring(&step, x, v, &goal[..]);
/// for (x, goal) in position[99].into_iter().zip(goal[99]) {
///     assert!((x - 0.5 * goal).abs() < 1e-6);
/// }
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub trait Param<'a, T: Float>: sealed::Sealed<T> {
    /// Returns the number or the numbers.
    fn values(self) -> ParamData<'a, T>;
}

/// The data of a [`Param`].
///
/// ```
/// use sprung_batch::{Param, ParamData};
///
/// assert_eq!(2.0f32.values(), ParamData::Shared(2.0));
/// assert_eq!((&[1.0f32, 2.0]).values(), ParamData::Each(&[1.0, 2.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamData<'a, T> {
    /// One number for all springs.
    Shared(T),
    /// One number for each spring.
    Each(&'a [T]),
}

#[cfg(feature = "parallel")]
impl<T: Copy> ParamData<'_, T> {
    /// The columns of the first `middle` springs and of the others.
    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        match self {
            ParamData::Shared(_) => (self, self),
            ParamData::Each(values) => {
                let (left, right) = values.split_at(middle);
                (ParamData::Each(left), ParamData::Each(right))
            }
        }
    }
}

impl<T: Float> Param<'_, T> for T {
    fn values(self) -> ParamData<'static, T> {
        ParamData::Shared(self)
    }
}

impl<'a, T: Float> Param<'a, T> for &'a [T] {
    fn values(self) -> ParamData<'a, T> {
        ParamData::Each(self)
    }
}

impl<'a, T: Float, const N: usize> Param<'a, T> for &'a [T; N] {
    fn values(self) -> ParamData<'a, T> {
        ParamData::Each(self)
    }
}

impl<'a, T: Float, const N: usize> Param<'a, T> for &'a [[T; N]] {
    fn values(self) -> ParamData<'a, T> {
        ParamData::Each(self.as_flattened())
    }
}

#[cfg(feature = "std")]
impl<'a, T: Float> Param<'a, T> for &'a std::vec::Vec<T> {
    fn values(self) -> ParamData<'a, T> {
        ParamData::Each(self)
    }
}

impl<'a, T: Float> Param<'a, T> for ParamData<'a, T> {
    fn values(self) -> ParamData<'a, T> {
        self
    }
}

mod sealed {
    use super::{Float, ParamData};

    pub trait Sealed<T> {}
    impl<T: Float> Sealed<T> for T {}
    impl<T: Float> Sealed<T> for &[T] {}
    impl<T: Float, const N: usize> Sealed<T> for &[T; N] {}
    #[cfg(feature = "std")]
    impl<T: Float> Sealed<T> for &std::vec::Vec<T> {}
    impl<T: Float, const N: usize> Sealed<T> for &[[T; N]] {}
    impl<T: Float> Sealed<T> for ParamData<'_, T> {}
}
