//! Results as lists of numbers.

use sprung::motion::RotationState;
use sprung::{Damper, ParameterError, Real, Rotation, SoftCoefficients, Spec, Spring, State};

/// Something that is made of numbers; components of pairs alternate.
pub(crate) trait Numbers<R> {
    /// Appends the numbers.
    fn put(&self, list: &mut Vec<R>);

    /// All numbers.
    fn list(&self) -> Vec<R> {
        let mut list = Vec::new();
        self.put(&mut list);
        list
    }
}

impl<R> Numbers<R> for () {
    fn put(&self, _: &mut Vec<R>) {}
}

impl<R: Real> Numbers<R> for bool {
    fn put(&self, list: &mut Vec<R>) {
        list.push(if *self { R::ONE } else { R::ZERO });
    }
}

impl<R: Real> Numbers<R> for u32 {
    fn put(&self, list: &mut Vec<R>) {
        list.push(R::from_f64(f64::from(*self)));
    }
}

/// A double among numbers of any precision.
pub(crate) struct Double(pub(crate) f64);

impl<R: Real> Numbers<R> for Double {
    fn put(&self, list: &mut Vec<R>) {
        list.push(R::from_f64(self.0));
    }
}

/// A number of the precision under test.
#[derive(Clone, Copy)]
pub(crate) struct One<R>(pub(crate) R);

impl<R: Real> Numbers<R> for One<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.push(self.0);
    }
}

impl<R: Real, const N: usize> Numbers<R> for [R; N] {
    fn put(&self, list: &mut Vec<R>) {
        list.extend(self);
    }
}

impl<R: Real, const N: usize> Numbers<R> for State<[R; N]> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend(self.position);
        list.extend(self.velocity);
    }
}

impl<R: Real> Numbers<R> for State<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend([self.position, self.velocity]);
    }
}

impl<R: Real> Numbers<R> for Rotation<R> {
    fn put(&self, list: &mut Vec<R>) {
        // The same for q and −q.
        let [x, y, z, w] = self.xyzw();
        list.extend([x * x, y * y, z * z, w * w, x * y, y * z, z * x, x * w, y * w, z * w]);
    }
}

impl<R: Real> Numbers<R> for RotationState<R> {
    fn put(&self, list: &mut Vec<R>) {
        self.rotation.put(list);
        list.extend(self.angular_velocity);
    }
}

impl<R: Real> Numbers<R> for Spring<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend([self.angular_frequency(), self.damping_ratio(), self.decay_rate()]);
    }
}

impl<R: Real> Numbers<R> for Damper<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.push(self.rate());
    }
}

impl<R: Real> Numbers<R> for SoftCoefficients<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend([self.c_s, self.c_d]);
    }
}

impl<R: Real> Numbers<R> for Spec<R> {
    fn put(&self, list: &mut Vec<R>) {
        self.spring().put(list);
        self.damper().put(list);
    }
}

impl<R, T: Numbers<R>> Numbers<R> for Option<T> {
    fn put(&self, list: &mut Vec<R>) {
        if let Some(value) = self {
            value.put(list);
        }
    }
}

impl<R, T: Numbers<R>> Numbers<R> for Result<T, ParameterError> {
    fn put(&self, list: &mut Vec<R>) {
        if let Ok(value) = self {
            value.put(list);
        }
    }
}

impl<R, T: Numbers<R>> Numbers<R> for Vec<T> {
    fn put(&self, list: &mut Vec<R>) {
        for value in self {
            value.put(list);
        }
    }
}

impl<R, A: Numbers<R>, B: Numbers<R>> Numbers<R> for (A, B) {
    fn put(&self, list: &mut Vec<R>) {
        self.0.put(list);
        self.1.put(list);
    }
}

impl<R, A: Numbers<R>, B: Numbers<R>, C: Numbers<R>> Numbers<R> for (A, B, C) {
    fn put(&self, list: &mut Vec<R>) {
        self.0.put(list);
        self.1.put(list);
        self.2.put(list);
    }
}
