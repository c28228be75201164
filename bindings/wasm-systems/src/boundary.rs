//! The functions that JavaScript calls.
//!
//! The caller writes the name of a system into the column of text and the values of its sliders into the column of
//! numbers, calls [`run`], and reads the same two columns. Statuses: 0 done, 1 refused, with the words of the error in
//! the column of text.

use std::cell::RefCell;

use crate::picture::Picture;
use crate::systems::draw;

#[derive(Default)]
struct Columns {
    text: Vec<u8>,
    numbers: Vec<f64>,
}

thread_local! {
    static COLUMNS: RefCell<Columns> = RefCell::default();
}

/// Returns the column of text, with room for this many bytes.
// SAFETY: the name is exported by no other function of this module.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn text(length: usize) -> *mut u8 {
    COLUMNS.with_borrow_mut(|columns| {
        columns.text.resize(length, 0);
        columns.text.as_mut_ptr()
    })
}

/// Returns the column of numbers, with room for this many.
// SAFETY: as for `text`.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn numbers(length: usize) -> *mut f64 {
    COLUMNS.with_borrow_mut(|columns| {
        columns.numbers.resize(length, 0.0);
        columns.numbers.as_mut_ptr()
    })
}

/// Returns the length of the column of text (0) or of numbers (1).
// SAFETY: as for `text`.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn length(column: u32) -> usize {
    COLUMNS.with_borrow(|columns| match column {
        0 => columns.text.len(),
        _ => columns.numbers.len(),
    })
}

/// Draws the system in the columns, and puts its picture there.
// SAFETY: as for `text`.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn run() -> u32 {
    COLUMNS.with_borrow_mut(|columns| {
        let name = String::from_utf8_lossy(&columns.text).into_owned();
        match draw(&name, &columns.numbers) {
            Ok(picture) => {
                *columns = Columns { text: Vec::new(), numbers: flattened(&picture) };
                0
            }
            Err(error) => {
                *columns = Columns { text: error.into_bytes(), numbers: Vec::new() };
                1
            }
        }
    })
}

/// The number of curves; for each the number of its points and their coordinates; the number of marks and the marks.
fn flattened(picture: &Picture) -> Vec<f64> {
    let mut numbers = vec![picture.curves.len() as f64];
    for curve in &picture.curves {
        numbers.push(curve.len() as f64);
        numbers.extend(curve.iter().flat_map(|&(x, y)| [x, y]));
    }
    numbers.push(picture.marks.len() as f64);
    numbers.extend(&picture.marks);
    numbers
}
