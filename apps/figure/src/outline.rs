//! Outlines for moving figures: a disc, a box, a coil spring.

use std::f64::consts::TAU;

use super::moving::Line;

/// A closed circle.
pub fn disc((x, y): (f64, f64), radius: f64) -> Line {
    (0..=24)
        .map(|part| {
            let (sin, cos) = (TAU * f64::from(part) / 24.0).sin_cos();
            (x + radius * cos, y + radius * sin)
        })
        .collect()
}

/// A closed upright box around its center.
pub fn upright_box((x, y): (f64, f64), half_width: f64, half_height: f64) -> Line {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(right, up)| (x + right * half_width, y + up * half_height))
        .to_vec()
}

/// A coil spring between two points: straight ends, and windings that lie closer the shorter it is.
pub fn coil(from: (f64, f64), to: (f64, f64), half_width: f64) -> Line {
    const WINDINGS: u32 = 8;
    let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
    let length = along_x.hypot(along_y).max(f64::MIN_POSITIVE);
    let (across_x, across_y) = (-along_y / length * half_width, along_x / length * half_width);
    let at = |part: f64, side: f64| {
        (from.0 + part * along_x + side * across_x, from.1 + part * along_y + side * across_y)
    };
    let turns = (0..2 * WINDINGS).map(|turn| {
        let part = 0.1 + 0.8 * (f64::from(turn) + 0.5) / f64::from(2 * WINDINGS);
        at(part, if turn % 2 == 0 { 1.0 } else { -1.0 })
    });
    let (first, last) = ([at(0.0, 0.0), at(0.1, 0.0)], [at(0.9, 0.0), at(1.0, 0.0)]);
    first.into_iter().chain(turns).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coil_joins_its_ends_and_keeps_to_its_width() {
        for to in [(3.0, 4.0), (0.0, -2.0), (1.0, 2.0)] {
            let coil = coil((1.0, 2.0), to, 0.25);
            assert_eq!((coil[0], coil[coil.len() - 1]), ((1.0, 2.0), to));
            let (x, y) = (to.0 - 1.0, to.1 - 2.0);
            let length = f64::hypot(x, y).max(1e-300);
            for point in coil {
                let across = ((point.1 - 2.0) * x - (point.0 - 1.0) * y) / length;
                assert!(across.abs() < 0.25 + 1e-12, "{across}");
            }
        }
    }
}
