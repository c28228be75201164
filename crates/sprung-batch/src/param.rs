//! One quantity of many springs: a number that all share, or a slice with one number each.

use crate::float::Float;

/// One quantity of a batch: a number that all springs share, or one number for each (`&[T]`, `&[T; N]`, `&Vec<T>`,
/// `&[[T; N]]`).
///
/// ```
/// let batch = sprung_batch::Batch::new();
/// let (mut position, mut velocity) = ([0.0f32; 2], [0.0; 2]);
/// // Two damping ratios; frequency, time step and goal are shared.
/// let springs =
///     sprung_batch::SpringParams { angular_frequency: 8.0, damping_ratio: &[0.3, 1.0], dt: 1.0 / 60.0 };
/// batch.springs(springs, &mut position, &mut velocity, 1.0);
/// assert!(position[0] > position[1]);
/// ```
///
/// An array of structures `[[T; N]]` is a column of its components, one after the other: as a goal in this form, as a
/// state by [`as_flattened_mut`](slice::as_flattened_mut). Parameters of whole vectors are [`ParamData::PerVector`].
///
/// ```
/// use sprung_batch::{Batch, ParamData, SpringParams};
///
/// let (mut position, mut velocity) = (vec![[0.0f32; 3]; 100], vec![[0.0; 3]; 100]);
/// let goal = vec![[1.0, 2.0, 3.0]; 100];
/// let damping_ratio: Vec<f32> = (0..100).map(|i| 0.5 + 0.01 * i as f32).collect();
/// let springs = SpringParams {
///     angular_frequency: 10.0,
///     damping_ratio: ParamData::PerVector { values: &damping_ratio, components: 3 },
///     dt: 4.0,
/// };
/// let (x, v) = (position.as_flattened_mut(), velocity.as_flattened_mut());
/// Batch::new().springs(springs, x, v, &goal[..]);
/// assert!((position[99][1] - 2.0).abs() < 1e-3);
/// ```
pub trait Param<'a, T: Float>: Into<ParamData<'a, T>> {
    /// Returns the number or the numbers.
    fn values(self) -> ParamData<'a, T> {
        self.into()
    }
}

impl<'a, T: Float, P: Into<ParamData<'a, T>>> Param<'a, T> for P {}

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
    /// One number for each vector, the state of as many springs in a row as it has components.
    PerVector {
        /// The numbers.
        values: &'a [T],
        /// The number of components of each vector, at least 1.
        components: usize,
    },
}

/// The parameters of springs that differ: each a number for all or a column, see [`Param`].
///
/// ```
/// use sprung_batch::{Batch, SpringParams};
///
/// let springs = SpringParams { angular_frequency: &[8.0f32, 9.0], damping_ratio: 0.5, dt: 0.1 };
/// let (mut position, mut velocity) = ([0.0; 2], [0.0; 2]);
/// Batch::new().springs(springs, &mut position, &mut velocity, 1.0);
/// assert!(position[0] < position[1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringParams<W, Z, D> {
    /// The angular frequency `ω`, rad/s.
    pub angular_frequency: W,
    /// The damping ratio `ζ`.
    pub damping_ratio: Z,
    /// The time step, s.
    pub dt: D,
}

impl<T: Copy> ParamData<'_, T> {
    /// The number of springs that have a number, or `None` if any number of them shares one.
    pub(crate) fn len(&self) -> Option<usize> {
        match *self {
            ParamData::Shared(_) => None,
            ParamData::Each(values) => Some(values.len()),
            ParamData::PerVector { values, components } => {
                Some(values.len().saturating_mul(components))
            }
        }
    }

    /// The number of one spring.
    #[inline(always)]
    pub(crate) fn get(&self, spring: usize) -> T {
        match *self {
            ParamData::Shared(value) => value,
            ParamData::Each(values) => values[spring],
            ParamData::PerVector { values, components } => of_vector(values, components, spring),
        }
    }
}

/// The number of the vector that a spring belongs to; apart, as a division would slow the other kinds of columns.
#[cold]
#[inline(never)]
fn of_vector<T: Copy>(values: &[T], components: usize, spring: usize) -> T {
    values[spring / components]
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
            ParamData::PerVector { values, components } => {
                let (left, right) = values.split_at(middle / components);
                let per_vector = |values| ParamData::PerVector { values, components };
                (per_vector(left), per_vector(right))
            }
        }
    }
}

impl<T: Float> From<T> for ParamData<'_, T> {
    fn from(value: T) -> Self {
        ParamData::Shared(value)
    }
}

impl<'a, T: Float> From<&'a [T]> for ParamData<'a, T> {
    fn from(values: &'a [T]) -> Self {
        ParamData::Each(values)
    }
}

impl<'a, T: Float, const N: usize> From<&'a [T; N]> for ParamData<'a, T> {
    fn from(values: &'a [T; N]) -> Self {
        ParamData::Each(values)
    }
}

impl<'a, T: Float, const N: usize> From<&'a [[T; N]]> for ParamData<'a, T> {
    fn from(values: &'a [[T; N]]) -> Self {
        ParamData::Each(values.as_flattened())
    }
}

#[cfg(feature = "std")]
impl<'a, T: Float> From<&'a std::vec::Vec<T>> for ParamData<'a, T> {
    fn from(values: &'a std::vec::Vec<T>) -> Self {
        ParamData::Each(values)
    }
}
