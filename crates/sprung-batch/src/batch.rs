//! Settings of a batch: SIMD level, rest threshold, threads.

use crate::float::Float;
use crate::param::ParamData;
use crate::rest::Rest;
use crate::simd_level::SimdLevel;
use crate::sweep::{Columns, FEW, Rule, one_by_one};
use fearless_simd::Level;
use sprung::RestThreshold;

/// Advances many springs at once. Each method is one kind of spring; the struct holds only the settings.
///
/// Cheap to make and to copy; it owns no springs. All settings but [`RestThreshold`] change speed only: every SIMD level, every
/// length and every number of threads gives the same bits.
///
/// Columns that start at multiples of 64 bytes are up to a quarter faster while they stay in cache: no vector then lies
/// across two cache lines.
///
/// ```
/// use sprung_batch::Batch;
///
/// let step = sprung::Spring::from_halflife(0.1f32, 1.0)?.step(1.0 / 60.0);
/// let (mut position, mut velocity, goal) = (vec![0.0; 1000], vec![0.0; 1000], vec![1.0; 1000]);
/// Batch::new().spring(&step, &mut position, &mut velocity, &goal);
/// assert!(position.iter().all(|&x| x > 0.0 && x < 1.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("SIMD", "structure of arrays", "ECS"))]
#[derive(Clone, Copy, Debug)]
pub struct Batch<T: Float> {
    level: Level,
    pub(crate) rest: Rest<T>,
    #[cfg(feature = "parallel")]
    parallel: bool,
}

impl<T: Float> Default for Batch<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Float> Batch<T> {
    /// A batch on the best SIMD level of this processor, with the default [`RestThreshold`], on the calling thread.
    pub fn new() -> Self {
        let level = SimdLevel::best().token().unwrap_or(Level::baseline());
        Batch {
            level,
            rest: Rest::new(RestThreshold::default()),
            #[cfg(feature = "parallel")]
            parallel: false,
        }
    }

    /// Returns the batch on another SIMD level, or `None` if this processor lacks it. Results do not change.
    #[must_use]
    pub fn with_level(self, level: SimdLevel) -> Option<Self> {
        Some(Batch { level: level.token()?, ..self })
    }

    /// Returns the batch with another rest threshold: state one in your units to let springs sleep.
    ///
    /// The default, 2⁻⁸⁰ in `f32` and 2⁻⁹¹⁸ in `f64`, changes no number that matters and keeps the processor fast: settled
    /// springs do not go on in subnormal numbers, which make each step about twice as slow.
    ///
    /// ```
    /// use sprung_batch::{Batch, RestThreshold, SpringParams};
    ///
    /// // Pixels: stop within a tenth of one, slower than one per second.
    /// let batch = Batch::new().with_rest(RestThreshold { distance: 0.1, speed: 1.0 });
    /// let (mut position, mut velocity) = ([20.05f32], [0.5]);
    /// let springs = SpringParams { angular_frequency: 30.0, damping_ratio: 1.0, dt: 1.0 / 60.0 };
    /// batch.springs(springs, &mut position, &mut velocity, 20.0);
    /// assert_eq!((position, velocity), ([20.0], [0.0]));
    /// ```
    #[must_use]
    pub fn with_rest(self, rest: RestThreshold<T>) -> Self {
        Batch { rest: Rest::new(rest), ..self }
    }

    /// Returns the batch on the threads of rayon's current pool, in chunks of 16,384 springs or more: same results.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(self) -> Self {
        Batch { parallel: true, ..self }
    }

    /// Applies a rule to all springs of these columns.
    ///
    /// # Panics
    /// If a column does not have one number for each spring.
    #[inline(always)]
    pub(crate) fn run<'a, const STATE: usize, const INPUT: usize>(
        &self,
        rule: impl Rule<T, STATE, INPUT>,
        (state_names, state): ([&str; STATE], [&'a mut [T]; STATE]),
        (input_names, input): ([&str; INPUT], [ParamData<'a, T>; INPUT]),
    ) {
        let len = state[0].len();
        let others = state.iter().all(|column| column.len() == len);
        if !(others & input.iter().all(|values| values.len().is_none_or(|other| other == len))) {
            let lengths = state.map(|column| Some(column.len())).into_iter();
            let lengths = lengths.chain(input.map(|values| values.len()));
            differ(lengths.zip(state_names.into_iter().chain(input_names)));
        }
        if len < FEW {
            // Apart from the columns that are handed on below, so that these stay in registers.
            return one_by_one(rule, &self.rest, state, input);
        }
        let mut columns = Columns { state, input, rest: self.rest };
        #[cfg(feature = "parallel")]
        if self.parallel {
            return split(self.level, rule, columns);
        }
        columns.sweep(self.level, rule);
    }
}

/// Halves the columns until a chunk is too small for a separate thread.
#[cfg(feature = "parallel")]
fn split<T: Float, const STATE: usize, const INPUT: usize>(
    level: Level,
    rule: impl Rule<T, STATE, INPUT>,
    mut columns: Columns<'_, T, STATE, INPUT>,
) {
    const CHUNK: usize = 16_384;
    // A vector stays in one chunk.
    let chunk = columns.input.iter().fold(CHUNK, |chunk, values| match values {
        ParamData::PerVector { components, .. } if chunk % components != 0 => chunk * components,
        _ => chunk,
    });
    if columns.len() < 2 * chunk {
        return columns.sweep(level, rule);
    }
    let middle = columns.len() / 2 / chunk * chunk;
    let (left, right) = columns.split_at(middle);
    rayon::join(|| split(level, rule, left), || split(level, rule, right));
}

/// Names the first column of another length than the first.
#[cold]
#[inline(never)]
fn differ<'a>(columns: impl Iterator<Item = (Option<usize>, &'a str)>) -> ! {
    let mut columns = columns.filter_map(|(length, name)| Some((length?, name)));
    let (len, first) = columns.next().unwrap_or_default();
    let (other, name) = columns.find(|column| column.0 != len).unwrap_or_default();
    panic!("{name} must be as long as {first}, got {other} and {len}");
}
