//! Where a network of material springs comes to rest: Newton's method on its forces, each step a sparse direct solve.

use sprung_network::{Network, Stiffness};

type Point = [f64; 3];

/// The lower half of a symmetric matrix: of each row the part from its first number that is not 0 up to the diagonal.
struct Skyline {
    first: Vec<usize>,
    rows: Vec<Vec<f64>>,
}

impl Skyline {
    /// Zeros, with room in each row from `first` on.
    fn new(first: Vec<usize>) -> Self {
        let rows = first.iter().enumerate().map(|(i, &f)| vec![0.0; i - f + 1]).collect();
        Self { first, rows }
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        if column <= row {
            self.rows[row][column - self.first[row]] += value;
        }
    }

    /// Solves `A x = b` by Cholesky's `A = L Lᵀ`, which fills nothing left of the first numbers.
    fn solve(mut self, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
        for i in 0..n {
            for j in self.first[i]..=i {
                let start = self.first[i].max(self.first[j]);
                let known: f64 = (start..j).map(|k| self.at(i, k) * self.at(j, k)).sum();
                let left = self.at(i, j) - known;
                let value = if j < i { left / self.at(j, j) } else { left.sqrt() };
                assert!(value.is_finite(), "positive definite");
                self.rows[i][j - self.first[i]] = value;
            }
            let known: f64 = (self.first[i]..i).map(|k| self.at(i, k) * b[k]).sum();
            b[i] = (b[i] - known) / self.at(i, i);
        }
        for i in (0..n).rev() {
            b[i] /= self.at(i, i);
            for k in self.first[i]..i {
                b[k] -= self.at(i, k) * b[i];
            }
        }
        b
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.rows[row][column - self.first[row]]
    }
}

fn stiffness(law: Stiffness) -> f64 {
    match law {
        Stiffness::Physical { stiffness, .. } => f64::from(stiffness),
        _ => panic!("statics are those of materials, not of {law:?}"),
    }
}

fn offset(x: &[Point], a: usize, b: usize) -> (Point, f64) {
    let d = [0, 1, 2].map(|c| x[b][c] - x[a][c]);
    (d, (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt())
}

/// Energy of springs and weights, J.
fn energy(net: &Network, x: &[Point], gravity: Point) -> f64 {
    let springs = net.edges.iter().map(|s| {
        let stretch = offset(x, s.a, s.b).1 - f64::from(s.rest_length);
        0.5 * stiffness(s.stiffness) * stretch * stretch
    });
    let free = net.particles.iter().zip(x).filter(|(p, _)| !p.is_fixed());
    let weights = free
        .map(|(p, x)| -(0..3).map(|c| gravity[c] * x[c]).sum::<f64>() / f64::from(p.inverse_mass));
    springs.sum::<f64>() + weights.sum::<f64>()
}

/// The force on every free coordinate.
fn forces(net: &Network, x: &[Point], gravity: Point) -> Vec<f64> {
    let mut force = vec![0.0; 3 * x.len()];
    for s in &net.edges {
        let (d, length) = offset(x, s.a, s.b);
        for c in 0..3 {
            let pull = stiffness(s.stiffness) * (1.0 - f64::from(s.rest_length) / length) * d[c];
            force[3 * s.a + c] += pull;
            force[3 * s.b + c] -= pull;
        }
    }
    for (i, p) in net.particles.iter().enumerate() {
        for c in 0..3 {
            let weight = gravity[c] / f64::from(p.inverse_mass);
            force[3 * i + c] = if p.is_fixed() { 0.0 } else { force[3 * i + c] + weight };
        }
    }
    force
}

/// The derivatives of the forces, without what would push a pressed spring aside: never negative, so that each step
/// goes downhill; the point it leads to is the same.
fn slopes(net: &Network, x: &[Point]) -> Skyline {
    let mut first: Vec<usize> = (0..3 * x.len()).map(|i| i / 3 * 3).collect();
    let springs = || net.edges.iter().map(|s| (s, s.a.min(s.b), s.a.max(s.b)));
    let free = |p: usize| !net.particles[p].is_fixed();
    for (_, low, high) in springs().filter(|&(_, low, high)| free(low) && free(high)) {
        for c in 0..3 {
            first[3 * high + c] = first[3 * high + c].min(3 * low);
        }
    }
    let mut matrix = Skyline::new(first);
    let mut stiffest = 0.0_f64;
    for (s, low, high) in springs() {
        let (d, length) = offset(x, low, high);
        let (k, ratio) = (stiffness(s.stiffness), f64::from(s.rest_length) / length);
        stiffest = stiffest.max(k);
        for r in 0..3 {
            for c in 0..3 {
                let aside = if r == c { (1.0 - ratio).max(0.0) } else { 0.0 };
                let along = ratio.min(1.0) * d[r] * d[c] / (length * length);
                let slope = k * (aside + along);
                for p in [low, high].into_iter().filter(|&p| free(p)) {
                    matrix.add(3 * p + r, 3 * p + c, slope);
                }
                if free(low) && free(high) {
                    matrix.add(3 * high + r, 3 * low + c, -slope);
                }
            }
        }
    }
    for i in 0..3 * x.len() {
        matrix.add(i, i, if free(i / 3) { 1e-9 * stiffest } else { 1.0 });
    }
    matrix
}

/// The places where no free particle feels a force of more than a billionth of the largest weight.
pub(crate) fn equilibrium(net: &Network, gravity: [f32; 3]) -> Vec<Point> {
    let gravity = gravity.map(f64::from);
    let mut x: Vec<Point> = net.particles.iter().map(|p| p.position.map(f64::from)).collect();
    let weights = net.particles.iter().filter(|p| !p.is_fixed());
    let heaviest = weights.map(|p| 9.81 / f64::from(p.inverse_mass)).fold(0.0, f64::max);
    for _ in 0..2000 {
        let force = forces(net, &x, gravity);
        if force.iter().all(|f| f.abs() < 1e-9 * heaviest) {
            return x;
        }
        let step = slopes(net, &x).solve(force);
        let before = energy(net, &x, gravity);
        let moved = |part: f64| -> Vec<Point> {
            let there = |(x, d): (&Point, &[f64])| [0, 1, 2].map(|c| x[c] + part * d[c]);
            x.iter().zip(step.chunks(3)).map(there).collect()
        };
        let parts = (0..40).map(|halvings| 0.5_f64.powi(halvings));
        let downhill = |x: &Vec<Point>| energy(net, x, gravity) <= before + 1e-15 * before.abs();
        x = parts.map(moved).find(downhill).expect("a way downhill");
    }
    panic!("no equilibrium found");
}
