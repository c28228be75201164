//! The crate's types as lists of numbers.

use sprung::motion::RotationState;
use sprung::{Damper, Real, Rotation, SoftCoefficients, Spec, Spring, State};
use testkit::contracts::Numbers;
use testkit::precision::Precision;

pub(crate) use testkit::contracts::{Double, One};

/// The owner of these implementations.
pub(crate) struct Sprung;

impl<R: Real + Precision, const N: usize> Numbers<Sprung, R> for State<[R; N]> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend(self.position);
        list.extend(self.velocity);
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for State<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend([self.position, self.velocity]);
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for Rotation<R> {
    fn put(&self, list: &mut Vec<R>) {
        // The same for q and −q.
        let [x, y, z, w] = self.xyzw();
        list.extend([x * x, y * y, z * z, w * w, x * y, y * z, z * x, x * w, y * w, z * w]);
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for RotationState<R> {
    fn put(&self, list: &mut Vec<R>) {
        self.rotation.put(list);
        list.extend(self.angular_velocity);
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for Spring<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend([self.angular_frequency(), self.damping_ratio(), self.decay_rate()]);
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for Damper<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.push(self.rate());
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for SoftCoefficients<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend([self.c_s, self.c_d]);
    }
}

impl<R: Real + Precision> Numbers<Sprung, R> for Spec<R> {
    fn put(&self, list: &mut Vec<R>) {
        self.spring().put(list);
        self.damper().put(list);
    }
}
