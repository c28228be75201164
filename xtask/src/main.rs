//! Every check of the project behind one command.

fn main() {}
