//! Questions about a spring's motion, answered in closed form or to a stated accuracy.

mod halflife;
