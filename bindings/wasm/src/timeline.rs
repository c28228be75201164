//! Timelines and pointers, kept on the other side as plain numbers.
