//! `num-complex`: a complex number is a vector of two components, its inner product the real part of the product with
//! the conjugate.

use num_complex::Complex;

use crate::vector::impl_vector;

impl_vector! { <R> Complex<R>: R { re, im } }
