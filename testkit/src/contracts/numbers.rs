//! Results as lists of numbers.

use crate::precision::Precision;

/// A value made of numbers; components of pairs alternate.
///
/// `Owner` is any type of the crate under test: with it a crate may implement this trait for types of other crates.
pub trait Numbers<Owner, R> {
    /// Appends the numbers.
    fn put(&self, list: &mut Vec<R>);

    /// All numbers.
    fn list(&self) -> Vec<R> {
        let mut list = Vec::new();
        self.put(&mut list);
        list
    }
}

/// A double among numbers of any precision.
#[derive(Clone, Copy, Debug)]
pub struct Double(pub f64);

/// A number of the precision under test.
#[derive(Clone, Copy, Debug)]
pub struct One<R>(pub R);

/// A list of numbers of the precision under test.
#[derive(Clone, Debug)]
pub struct All<R>(pub Vec<R>);

impl<Owner, R> Numbers<Owner, R> for () {
    fn put(&self, _: &mut Vec<R>) {}
}

impl<Owner, R: Precision> Numbers<Owner, R> for bool {
    fn put(&self, list: &mut Vec<R>) {
        list.push(R::nearest(f64::from(u8::from(*self))));
    }
}

impl<Owner, R: Precision> Numbers<Owner, R> for u32 {
    fn put(&self, list: &mut Vec<R>) {
        list.push(R::nearest(f64::from(*self)));
    }
}

impl<Owner, R: Precision> Numbers<Owner, R> for usize {
    fn put(&self, list: &mut Vec<R>) {
        list.push(R::nearest(*self as f64));
    }
}

impl<Owner, R: Precision> Numbers<Owner, R> for Double {
    fn put(&self, list: &mut Vec<R>) {
        list.push(R::nearest(self.0));
    }
}

impl<Owner, R: Precision> Numbers<Owner, R> for One<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.push(self.0);
    }
}

impl<Owner, R: Precision> Numbers<Owner, R> for All<R> {
    fn put(&self, list: &mut Vec<R>) {
        list.extend(&self.0);
    }
}

impl<Owner, R: Precision, const N: usize> Numbers<Owner, R> for [R; N] {
    fn put(&self, list: &mut Vec<R>) {
        list.extend(self);
    }
}

impl<Owner, R, T: Numbers<Owner, R>> Numbers<Owner, R> for Option<T> {
    fn put(&self, list: &mut Vec<R>) {
        if let Some(value) = self {
            value.put(list);
        }
    }
}

impl<Owner, R, T: Numbers<Owner, R>, E> Numbers<Owner, R> for Result<T, E> {
    fn put(&self, list: &mut Vec<R>) {
        if let Ok(value) = self {
            value.put(list);
        }
    }
}

impl<Owner, R, T: Numbers<Owner, R>> Numbers<Owner, R> for Vec<T> {
    fn put(&self, list: &mut Vec<R>) {
        for value in self {
            value.put(list);
        }
    }
}

impl<Owner, R, A, B> Numbers<Owner, R> for (A, B)
where
    A: Numbers<Owner, R>,
    B: Numbers<Owner, R>,
{
    fn put(&self, list: &mut Vec<R>) {
        self.0.put(list);
        self.1.put(list);
    }
}

impl<Owner, R, A, B, C> Numbers<Owner, R> for (A, B, C)
where
    A: Numbers<Owner, R>,
    B: Numbers<Owner, R>,
    C: Numbers<Owner, R>,
{
    fn put(&self, list: &mut Vec<R>) {
        self.0.put(list);
        self.1.put(list);
        self.2.put(list);
    }
}
