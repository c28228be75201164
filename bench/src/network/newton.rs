//! Global Newton: each sub-step solves one linear system over all springs (Müller et al., *MGPBD*, 2025, without its
//! multigrid, which does not win on flat nets).
//!
//! ```text
//! A = J W Jᵀ + ε·diag   of all springs at the predicted positions, never stored
//! A λ = −C              conjugate gradients with symmetric Gauss–Seidel, from the λ of the sub-step before
//! x  ← x + W Jᵀ λ
//! ```
//!
//! `ε` damps the step in the directions in which `A` is nearly singular; with less of it the energy grows.

use anyhow::Result;
use fearless_simd::{Level, Simd, f32x16, prelude::*};
use sprung_network::Environment;

use super::engine::{Engine, SmallSteps};
use super::lanes::{
    Bundle, LANES, Record, Row, Wide, add_scaled, bundles, dot, gather, records, row, scatter, sub,
};
use super::projection::{drift, set_velocities};
use super::scene::{Ball, Scene};

/// Sixteen springs of the system.
struct Lanes {
    bundle: Bundle,
    normal: [Row; 3],
    /// ε times the sum of the inverse masses, and 1 over the diagonal; 0 for no spring.
    damping: Row,
    inverse: Row,
}

/// The vectors of the conjugate gradients: one number per spring.
#[derive(Default)]
struct Work {
    residual: Vec<Row>,
    z: Vec<Row>,
    az: Vec<Row>,
    direction: Vec<Row>,
    image: Vec<Row>,
    /// W Jᵀ of the vector at hand, with the inverse mass.
    y: Vec<Record>,
}

pub(super) struct Newton {
    at: Vec<Record>,
    before: Vec<Record>,
    velocity: Vec<Record>,
    lanes: Vec<Lanes>,
    lambda: Vec<Row>,
    work: Work,
    ball: Option<Ball>,
    environment: Environment,
    substeps: usize,
    iterations: usize,
    level: Level,
}

/// Two iterations and a damping of 0.1.
pub(super) fn two_iterations(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Newton::new(scene, substeps, 2, 0.1)))
}

/// Three iterations and a damping of 0.03.
pub(super) fn three_iterations(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Newton::new(scene, substeps, 3, 0.03)))
}

impl Newton {
    pub(super) fn new(scene: &Scene, substeps: usize, iterations: usize, damping: f32) -> Self {
        let at = records(&scene.net);
        let lanes: Vec<Lanes> = bundles(&scene.net)
            .into_iter()
            .map(|bundle| {
                let sum =
                    |lane: usize| at[bundle.a[lane] as usize][3] + at[bundle.b[lane] as usize][3];
                let diagonal: Row = std::array::from_fn(|lane| sum(lane) * (1.0 + damping));
                let inverse = diagonal.map(|d| if d > 0.0 { 1.0 / d } else { 0.0 });
                let damping = std::array::from_fn(|lane| sum(lane) * damping);
                Lanes { bundle, normal: [[0.0; LANES]; 3], damping, inverse }
            })
            .collect();
        let zero = || vec![[0.0; LANES]; lanes.len()];
        let work = Work {
            residual: zero(),
            z: zero(),
            az: zero(),
            direction: zero(),
            image: zero(),
            y: at.clone(),
        };
        Self {
            before: at.clone(),
            velocity: vec![[0.0; 4]; at.len()],
            at,
            lambda: zero(),
            lanes,
            work,
            ball: scene.ball,
            environment: scene.environment,
            substeps,
            iterations,
            level: Level::new(),
        }
    }

    /// Directions and `−C`, which is the first residual.
    #[inline(always)]
    fn linearize<S: Simd>(&mut self, s: S) {
        for (lanes, residual) in self.lanes.iter_mut().zip(&mut self.work.residual) {
            let bundle = &lanes.bundle;
            let (a, b) = (gather(s, &self.at, &bundle.a), gather(s, &self.at, &bundle.b));
            let d = sub(a.xyz, b.xyz);
            let length = dot(d, d).max(1e-24).sqrt();
            for (normal, d) in lanes.normal.iter_mut().zip(d) {
                (d / length).store_array(normal);
            }
            (row(s, &bundle.rest) - length).store_array(residual);
        }
    }

    /// Conjugate gradients from `lambda`, for the right-hand side in the residual.
    #[inline(always)]
    fn solve<S: Simd>(&mut self, s: S) {
        let Self { lanes, lambda, work, .. } = self;
        image(s, lanes, lambda, &mut work.y);
        for ((lanes, residual), lambda) in lanes.iter().zip(&mut work.residual).zip(&*lambda) {
            let image = lanes.along(s, &work.y) + row(s, &lanes.damping) * row(s, lambda);
            (row(s, residual) - image).store_array(residual);
        }
        let mut before = 0.0;
        for iteration in 0..self.iterations {
            precondition(s, lanes, work);
            let product = product(s, &work.residual, &work.z);
            let beta = if iteration == 0 { 0.0 } else { (product / before) as f32 };
            before = product;
            combine(s, &mut work.direction, beta, &work.z);
            combine(s, &mut work.image, beta, &work.az);
            let curvature = self::product(s, &work.direction, &work.image);
            if curvature.is_nan() || curvature <= 0.0 {
                return;
            }
            let way = (product / curvature) as f32;
            add(s, lambda, way, &work.direction);
            add(s, &mut work.residual, -way, &work.image);
        }
    }
}

impl Lanes {
    /// `n·(y_a − y_b)`
    #[inline(always)]
    fn along<S: Simd>(&self, s: S, y: &[Record]) -> f32x16<S> {
        let (a, b) = (gather(s, y, &self.bundle.a), gather(s, y, &self.bundle.b));
        dot(self.direction(s), sub(a.xyz, b.xyz))
    }

    #[inline(always)]
    fn direction<S: Simd>(&self, s: S) -> [f32x16<S>; 3] {
        [row(s, &self.normal[0]), row(s, &self.normal[1]), row(s, &self.normal[2])]
    }

    /// One step of Gauss–Seidel: adds to `z` what solves these sixteen rows.
    #[inline(always)]
    fn relax<S: Simd>(&self, s: S, residual: &Row, z: &mut Row, y: &mut [Record]) {
        let (a, b) = (gather(s, y, &self.bundle.a), gather(s, y, &self.bundle.b));
        let n = self.direction(s);
        let here = row(s, z);
        let left = row(s, residual) - dot(n, sub(a.xyz, b.xyz)) - row(s, &self.damping) * here;
        let change = left * row(s, &self.inverse);
        (here + change).store_array(z);
        self.scatter(s, change, n, [a, b], y);
    }

    /// `y ← y + W Jᵀ change`
    #[inline(always)]
    fn scatter<S: Simd>(
        &self,
        s: S,
        change: f32x16<S>,
        n: [f32x16<S>; 3],
        [a, b]: [Wide<S>; 2],
        y: &mut [Record],
    ) {
        let moved = add_scaled(a.xyz, change * a.w, n);
        scatter(y, &self.bundle.a, Wide { xyz: moved, w: a.w });
        let moved = add_scaled(b.xyz, f32x16::splat(s, 0.0) - change * b.w, n);
        scatter(y, &self.bundle.b, Wide { xyz: moved, w: b.w });
    }
}

fn clear(y: &mut [Record]) {
    y.iter_mut().for_each(|y| y[..3].fill(0.0));
}

/// `y = W Jᵀ x`
#[inline(always)]
fn image<S: Simd>(s: S, lanes: &[Lanes], x: &[Row], y: &mut [Record]) {
    clear(y);
    for (lanes, x) in lanes.iter().zip(x) {
        let ends = [gather(s, y, &lanes.bundle.a), gather(s, y, &lanes.bundle.b)];
        lanes.scatter(s, row(s, x), lanes.direction(s), ends, y);
    }
}

/// One symmetric sweep of Gauss–Seidel from zero for `z`, and `az = A z`.
#[inline(always)]
fn precondition<S: Simd>(s: S, lanes: &[Lanes], work: &mut Work) {
    let Work { residual, z, az, y, .. } = work;
    clear(y);
    z.iter_mut().for_each(|z| z.fill(0.0));
    for ((lanes, residual), z) in lanes.iter().zip(&*residual).zip(&mut *z) {
        lanes.relax(s, residual, z, y);
    }
    for ((lanes, residual), z) in lanes.iter().zip(&*residual).zip(&mut *z).rev() {
        lanes.relax(s, residual, z, y);
    }
    for ((lanes, z), az) in lanes.iter().zip(&*z).zip(az) {
        (lanes.along(s, y) + row(s, &lanes.damping) * row(s, z)).store_array(az);
    }
}

#[inline(always)]
fn product<S: Simd>(s: S, a: &[Row], b: &[Row]) -> f64 {
    let mut sums = [0.0f64; LANES];
    for (a, b) in a.iter().zip(b) {
        let mut products = [0.0; LANES];
        (row(s, a) * row(s, b)).store_array(&mut products);
        for (sum, product) in sums.iter_mut().zip(products) {
            *sum += f64::from(product);
        }
    }
    sums.iter().sum()
}

/// `a ← beta·a + b`
#[inline(always)]
fn combine<S: Simd>(s: S, a: &mut [Row], beta: f32, b: &[Row]) {
    for (a, b) in a.iter_mut().zip(b) {
        (row(s, a) * beta + row(s, b)).store_array(a);
    }
}

/// `a ← a + part·b`
#[inline(always)]
fn add<S: Simd>(s: S, a: &mut [Row], part: f32, b: &[Row]) {
    for (a, b) in a.iter_mut().zip(b) {
        (row(s, a) + row(s, b) * part).store_array(a);
    }
}

impl SmallSteps for Newton {
    fn plan(&self) -> (usize, Level) {
        (self.substeps, self.level)
    }

    #[inline(always)]
    fn substep<S: Simd>(&mut self, s: S, h: f32) {
        drift(&mut self.at, &mut self.before, &mut self.velocity, self.environment, h);
        self.linearize(s);
        self.solve(s);
        let Self { at, lanes, lambda, work, .. } = self;
        image(s, lanes, lambda, &mut work.y);
        for (at, y) in at.iter_mut().zip(&work.y) {
            for c in 0..3 {
                at[c] += y[c];
            }
        }
        if let Some(ball) = self.ball {
            self.at.iter_mut().for_each(|at| ball.push_out(at));
        }
        set_velocities(&self.at, &self.before, &mut self.velocity, h);
    }

    fn records(&self) -> (&[Record], &[Record]) {
        (&self.at, &self.velocity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::Side;
    use faer::prelude::Solve;
    use faer::sparse::{SparseColMat, Triplet};
    use fearless_simd::dispatch;

    #[test]
    fn many_iterations_agree_with_sparse_cholesky() {
        let damping = 0.1;
        let scene = Scene::irregular(8, 2);
        let mut newton = Newton::new(&scene, 4, 200, damping);
        newton.step(1.0 / 60.0);
        drift(&mut newton.at, &mut newton.before, &mut newton.velocity, scene.environment, 0.01);
        let level = newton.level;
        dispatch!(level, s => newton.linearize(s));
        let right: Vec<Row> = newton.work.residual.clone();
        dispatch!(level, s => newton.solve(s));
        // The springs with their rows of J, and the numbers of both sides.
        let mut rows = Vec::new();
        for (i, lanes) in newton.lanes.iter().enumerate() {
            for lane in (0..LANES).filter(|&lane| lanes.inverse[lane] > 0.0) {
                let n = lanes.normal.map(|row| f64::from(row[lane]));
                let ends = [lanes.bundle.a[lane], lanes.bundle.b[lane]];
                rows.push((ends, n, f64::from(right[i][lane]), f64::from(newton.lambda[i][lane])));
            }
        }
        let mut entries = Vec::new();
        for (i, (ends, n, ..)) in rows.iter().enumerate() {
            for (j, (others, m, ..)) in rows.iter().enumerate() {
                let cosine: f64 = n.iter().zip(m).map(|(n, m)| n * m).sum();
                let mut value = 0.0;
                for (end, sign) in ends.iter().zip([1.0, -1.0]) {
                    for (other, side) in others.iter().zip([1.0, -1.0]) {
                        if end == other {
                            let w = f64::from(newton.at[*end as usize][3]);
                            value += sign * side * w * cosine;
                        }
                    }
                }
                if i == j {
                    value *= 1.0 + f64::from(damping);
                }
                if value != 0.0 {
                    entries.push(Triplet::new(i, j, value));
                }
            }
        }
        let matrix =
            SparseColMat::<usize, f64>::try_new_from_triplets(rows.len(), rows.len(), &entries)
                .unwrap();
        let right = faer::Col::from_fn(rows.len(), |i| rows[i].2);
        let exact = matrix.sp_cholesky(Side::Lower).unwrap().solve(&right);
        let largest = exact.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        for (i, (.., found)) in rows.iter().enumerate() {
            assert!((exact[i] - found).abs() < 1e-3 * largest, "{i}: {found} {}", exact[i]);
        }
    }
}
