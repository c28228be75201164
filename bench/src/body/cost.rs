//! The time that springs add to a step of a world of many bodies.

use crate::timing::{Times, race};

/// The number of bodies in a timed world.
pub(super) const BODIES: usize = 512;

/// A step of a world.
pub(super) type Turn<'a> = Box<dyn FnMut() + 'a>;

/// Nanoseconds per spring of each world beyond a bare one without springs, which are stepped alternately.
pub(super) fn beyond(bare: Turn<'_>, worlds: Vec<Turn<'_>>, springs: usize) -> Vec<Times> {
    let mut steps = vec![bare];
    steps.extend(worlds);
    let mut turns: Vec<&mut dyn FnMut()> =
        steps.iter_mut().map(|step| step.as_mut() as &mut dyn FnMut()).collect();
    let times = race(100, &mut turns);
    let bare_times = times[0];
    times[1..].iter().map(|times| times.beyond(bare_times).over(springs as f64)).collect()
}
