//! Arithmetic on three numbers.

pub(crate) type Vector = [f32; 3];

pub(crate) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a + s·b`
pub(crate) fn add_scaled(a: Vector, s: f32, b: Vector) -> Vector {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

pub(crate) fn distance(a: Vector, b: Vector) -> f32 {
    let d = sub(b, a);
    dot(d, d).sqrt()
}
