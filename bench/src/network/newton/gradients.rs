//! Conjugate gradients, preconditioned by a symmetric sweep of Gauss–Seidel, with coarse levels inside it or without.

use fearless_simd::{Simd, prelude::*};

use super::multigrid::Multigrid;
use super::system::{Lanes, clear, image};
use crate::network::lanes::{LANES, Record, Row, row};

/// The vectors hold one number per spring.
pub(super) struct Gradients {
    iterations: usize,
    z: Vec<Row>,
    az: Vec<Row>,
    direction: Vec<Row>,
    image: Vec<Row>,
    /// W Jᵀ of the vector at hand, with the inverse mass.
    y: Vec<Record>,
    multigrid: Option<Multigrid>,
}

impl Gradients {
    pub(super) fn new(iterations: usize, lanes: &[Lanes], at: &[Record]) -> Self {
        let zero = || vec![[0.0; LANES]; lanes.len()];
        let (z, az, direction, image) = (zero(), zero(), zero(), zero());
        Self { iterations, z, az, direction, image, y: at.to_vec(), multigrid: None }
    }

    /// With coarse levels.
    pub(super) fn with(self, multigrid: Multigrid) -> Self {
        Self { multigrid: Some(multigrid), ..self }
    }

    /// Improves `lambda`, for the right-hand side in `residual`.
    #[inline(always)]
    pub(super) fn solve<S: Simd>(
        &mut self,
        s: S,
        lanes: &[Lanes],
        residual: &mut [Row],
        lambda: &mut [Row],
    ) {
        if let Some(multigrid) = &mut self.multigrid {
            multigrid.update(lanes);
        }
        image(s, lanes, lambda, &mut self.y);
        for ((lanes, residual), lambda) in lanes.iter().zip(&mut *residual).zip(&*lambda) {
            (row(s, residual) - lanes.product(s, lambda, &self.y)).store_array(residual);
        }
        let mut before = 0.0;
        for iteration in 0..self.iterations {
            self.precondition(s, lanes, residual);
            let product = product(s, residual, &self.z);
            let beta = if iteration == 0 { 0.0 } else { (product / before) as f32 };
            before = product;
            combine(s, &mut self.direction, beta, &self.z);
            combine(s, &mut self.image, beta, &self.az);
            let curvature = self::product(s, &self.direction, &self.image);
            if curvature.is_nan() || curvature <= 0.0 {
                return;
            }
            let way = (product / curvature) as f32;
            add(s, lambda, way, &self.direction);
            add(s, residual, -way, &self.image);
        }
    }

    /// Sets `z` to an approximate solution for `residual`, and `az` to `A z`: a sweep forth, the coarse levels, and a sweep back.
    #[inline(always)]
    fn precondition<S: Simd>(&mut self, s: S, lanes: &[Lanes], residual: &[Row]) {
        let Self { z, az, y, multigrid, .. } = self;
        clear(y);
        z.iter_mut().for_each(|z| z.fill(0.0));
        for ((lanes, residual), z) in lanes.iter().zip(residual).zip(&mut *z) {
            lanes.relax(s, residual, z, y);
        }
        if let Some(multigrid) = multigrid {
            for (((lanes, residual), z), left) in lanes.iter().zip(residual).zip(&*z).zip(&mut *az)
            {
                (row(s, residual) - lanes.product(s, z, y)).store_array(left);
            }
            multigrid.correct(az, z);
            image(s, lanes, z, y);
        }
        for ((lanes, residual), z) in lanes.iter().zip(residual).zip(&mut *z).rev() {
            lanes.relax(s, residual, z, y);
        }
        for ((lanes, z), az) in lanes.iter().zip(&*z).zip(az) {
            lanes.product(s, z, y).store_array(az);
        }
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
