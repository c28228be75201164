//! Lines of a million points reduced to what a picture can show.
//!
//! Of the points that follow each other in one column of the picture the first, the lowest, the highest and the last are
//! kept: the pixels are those of the whole line. U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl, *M4: A
//! Visualization-Oriented Time Series Data Aggregation*, PVLDB 7 (2014).

/// The columns of a picture: a range of x, linear or logarithmic, in equal parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    from: f64,
    per_unit: f64,
    is_log: bool,
}

impl Columns {
    pub(crate) fn new((low, high): (f64, f64), is_log: bool, count: usize) -> Self {
        let [from, to] = [low, high].map(|x| if is_log { x.log10() } else { x });
        Columns { from, per_unit: count as f64 / (to - from), is_log }
    }

    fn of(&self, (x, _): (f64, f64)) -> f64 {
        let x = if self.is_log { x.log10() } else { x };
        // A range without width is one column.
        ((x - self.from) * self.per_unit).floor().max(0.0)
    }

    /// The line with at most four points of each run of points in one column.
    pub(crate) fn thinned(&self, line: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
        let mut kept = Vec::new();
        for run in line.chunk_by(|a, b| self.of(*a) == self.of(*b)) {
            let place = |better: fn(f64, f64) -> bool| {
                (0..run.len())
                    .fold(0, |best, at| if better(run[at].1, run[best].1) { at } else { best })
            };
            let mut places =
                [0, place(|y, best| y < best), place(|y, best| y > best), run.len() - 1];
            places.sort_unstable();
            let distinct = places.chunk_by(|a, b| a == b);
            kept.extend(distinct.map(|same| run[same[0]]));
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_keeps_its_ends_its_peaks_and_its_order() {
        let line: Vec<(f64, f64)> = (0..100_000)
            .map(|at| (f64::from(at), (f64::from(at) * 0.37).sin() * f64::from(at % 977)))
            .collect();
        let columns = Columns::new((0.0, 1e5), false, 50);
        let thin = columns.thinned(line.clone());
        assert!(thin.len() <= 200 && thin.is_sorted_by(|a, b| a.0 < b.0));
        for column in 0..50 {
            let of = |line: &[(f64, f64)]| -> Vec<(f64, f64)> {
                line.iter().copied().filter(|p| (p.0 / 2000.0) as i32 == column).collect()
            };
            let (all, kept) = (of(&line), of(&thin));
            let extremes = |line: &[(f64, f64)]| {
                let y = || line.iter().map(|point| point.1);
                (y().fold(f64::MAX, f64::min), y().fold(f64::MIN, f64::max))
            };
            assert_eq!(extremes(&all), extremes(&kept));
            assert_eq!((all[0], all[all.len() - 1]), (kept[0], kept[kept.len() - 1]));
        }
    }

    #[test]
    fn a_line_with_few_points_and_one_that_turns_back_are_unchanged() {
        let spiral: Vec<(f64, f64)> = (0..200)
            .map(|at| f64::from(at) * 0.3)
            .map(|t| (1.0 + 0.01 * t * t.cos(), 0.01 * t * t.sin()))
            .collect();
        assert_eq!(Columns::new((0.1, 2.0), true, 5000).thinned(spiral.clone()), spiral);
    }

    #[test]
    fn a_single_column_and_a_single_point_stay() {
        assert_eq!(Columns::new((0.0, 1.0), false, 1).thinned(vec![(0.5, 2.0)]), [(0.5, 2.0)]);
        let flat = vec![(0.5, 2.0); 9];
        assert_eq!(Columns::new((0.5, 0.5), false, 10).thinned(flat).len(), 2);
    }
}
