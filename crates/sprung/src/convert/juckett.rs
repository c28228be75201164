//! Juckett's pair: undamped angular frequency and damping ratio, the same as this crate's.
//!
//! His motion coefficients treat damping ratios within 1e-4 of 1 as 1 and angular frequencies below 1e-4 as no motion;
//! [`Spring::step`](crate::Spring::step) has neither band.
//!
//! Source: R. Juckett, *Damped Springs*.
