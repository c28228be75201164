//! One source with all mutants of a file: each function has a copy of its body for each of its mutants, and runs the one
//! whose number is in the environment.

use std::ops::Range;

use super::list::{Function, Output};

/// A mutant of a function, by its bytes in the file.
pub(super) struct Change<'a> {
    /// From 1; given to the program in the variable [`MUTANT`].
    pub(super) number: usize,
    /// An index into the functions of the file.
    pub(super) function: usize,
    pub(super) bytes: Range<usize>,
    pub(super) replacement: &'a str,
}

/// The bytes of mutants in a source, each with its number.
pub(super) type Places = Vec<(Range<usize>, usize)>;

/// The variables that the programs read: the number of the mutant, and the file in which they mark functions that run.
pub(super) const MUTANT: &str = "SPRUNG_MUTANT";
pub(super) const REACHED: &str = "SPRUNG_REACHED";

/// Copies of bodies that are inlined into each other's copies multiply.
const NOT_INLINE: &str = "#[inline(never)] ";

/// A module of the library, which reads the number of the mutant without allocating.
pub(super) const RUNTIME: &str = r#"
#[doc(hidden)]
#[allow(warnings)]
pub mod sprung_mutants {
    use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

    unsafe extern "C" {
        fn getenv(name: *const u8) -> *const u8;
        fn open(path: *const u8, flags: i32) -> i32;
        fn lseek(file: i32, offset: i64, from: i32) -> i64;
        fn mmap(at: *mut u8, size: usize, access: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
    }

    #[derive(Clone)]
    pub enum Either<A, B> {
        One(A),
        Other(B),
    }

    impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Either<A, B> {
        type Item = A::Item;
        fn next(&mut self) -> Option<A::Item> {
            match self {
                Self::One(one) => one.next(),
                Self::Other(other) => other.next(),
            }
        }
    }

    pub fn iterator<T, I: Iterator<Item = T>>(iterator: I) -> I {
        iterator
    }

    static ACTIVE: AtomicU32 = AtomicU32::new(u32::MAX);
    static MARKS: AtomicUsize = AtomicUsize::new(1);

    #[inline]
    pub fn active() -> u32 {
        match ACTIVE.load(Relaxed) {
            u32::MAX => read_active(),
            active => active,
        }
    }

    #[cold]
    #[inline(never)]
    fn read_active() -> u32 {
        let mut active = 0_u32;
        unsafe {
            let mut text = getenv(b"SPRUNG_MUTANT\0".as_ptr());
            while !text.is_null() && *text != 0 {
                active = active.wrapping_mul(10).wrapping_add((*text - b'0') as u32);
                text = text.wrapping_add(1);
            }
        }
        ACTIVE.store(active, Relaxed);
        active
    }

    #[inline]
    pub fn reach(function: usize) {
        let mut marks = MARKS.load(Relaxed);
        if marks == 1 {
            marks = map();
        }
        if marks != 0 {
            unsafe { (*(marks as *const AtomicU8).wrapping_add(function)).store(1, Relaxed) };
        }
    }

    #[cold]
    #[inline(never)]
    fn map() -> usize {
        let mut marks = 0;
        unsafe {
            let path = getenv(b"SPRUNG_REACHED\0".as_ptr());
            if !path.is_null() {
                let file = open(path, 2);
                let size = lseek(file, 0, 2) as usize;
                marks = mmap(core::ptr::null_mut(), size, 3, 1, file, 0) as usize;
            }
        }
        MARKS.store(marks, Relaxed);
        marks
    }
}
"#;

/// The source with all changes, and the bytes of each in it. Functions with changes are not inlined.
pub(super) fn with_all(
    source: &str,
    functions: &[Function],
    changes: &[Change],
    is_const: impl Fn(&Function) -> bool,
) -> (String, Places) {
    let mut schema =
        Schema { source, functions, is_const, text: String::new(), places: Vec::new() };
    let of = |function| changes.iter().filter(move |change| change.function == function);
    let attribute = |function: usize| {
        if of(function).next().is_some() { NOT_INLINE } else { "" }
    };
    schema.write(0..source.len(), &attribute, &|schema, function| {
        let own: Vec<&Change> = of(function).collect();
        if own.is_empty() {
            return String::new();
        }
        let Function { body, output, .. } = &functions[function];
        // Bodies return iterators of different types.
        let iterator = |nth: usize, is_last: bool| match output {
            Output::Iterator(item) => {
                let others = "crate::sprung_mutants::Either::Other(".repeat(nth);
                let one = if is_last { "" } else { "crate::sprung_mutants::Either::One(" };
                let of = &source[item.clone()];
                let open = format!("{others}{one}crate::sprung_mutants::iterator::<{of}, _>({{");
                (open, format!("}}){}", ")".repeat(nth + usize::from(!is_last))))
            }
            Output::Named | Output::Opaque => (String::new(), String::new()),
        };
        let count = own.len();
        schema.text += "match crate::sprung_mutants::active() {\n";
        for (nth, change) in own.into_iter().enumerate() {
            let (open, close) = iterator(nth, false);
            schema.text += &format!("{} => {{", change.number);
            let start = schema.text.len();
            schema.text += &open;
            schema.text += &source[body.start..change.bytes.start];
            schema.text += change.replacement;
            schema.text += &source[change.bytes.end..body.end];
            schema.text += &format!("\n{close}");
            schema.places.push((start..schema.text.len(), change.number));
            schema.text += "}\n";
        }
        let (open, close) = iterator(count, true);
        schema.text += &format!("_ => {{{open}");
        format!("\n{close}}}}}\n")
    });
    (schema.text, schema.places)
}

/// The source in which each function marks that it runs, by its number: `first` and its index in the file.
pub(super) fn with_marks(
    source: &str,
    functions: &[Function],
    first: usize,
    is_const: impl Fn(&Function) -> bool,
) -> String {
    let mut schema =
        Schema { source, functions, is_const, text: String::new(), places: Vec::new() };
    schema.write(0..source.len(), &|_| "", &|schema, function| {
        if !(schema.is_const)(&functions[function]) {
            schema.text += &format!("crate::sprung_mutants::reach({});", first + function);
        }
        String::new()
    });
    schema.text
}

struct Schema<'a, C> {
    source: &'a str,
    functions: &'a [Function],
    /// True if a function has to stay `const`.
    is_const: C,
    text: String,
    places: Places,
}

impl<C: Fn(&Function) -> bool> Schema<'_, C> {
    /// Writes a part of the source. What `attribute` returns goes before each function, what `start` writes before its body,
    /// and what `start` returns behind the body.
    fn write(
        &mut self,
        part: Range<usize>,
        attribute: &dyn Fn(usize) -> &'static str,
        start: &dyn Fn(&mut Self, usize) -> String,
    ) {
        let mut at = part.start;
        while let Some(function) = self.next(at, part.end) {
            let Function { body, constness, item, .. } = self.functions[function].clone();
            self.text += &self.source[at..item];
            self.text += attribute(function);
            at = item;
            if let Some(word) = constness.filter(|_| !(self.is_const)(&self.functions[function])) {
                self.text += &self.source[at..word.start];
                at = word.end;
            }
            self.text += &self.source[at..body.start];
            let end = start(self, function);
            self.write(body.clone(), attribute, start);
            self.text += &end;
            at = body.end;
        }
        self.text += &self.source[at..part.end];
    }

    /// The first function of which the body is within these bytes, the outermost.
    fn next(&self, from: usize, to: usize) -> Option<usize> {
        let is_within = |at: &usize| {
            let body = &self.functions[*at].body;
            // Its opening brace is within them, too.
            from < body.start && body.end <= to
        };
        (0..self.functions.len()).filter(is_within).min_by_key(|at| self.functions[*at].body.start)
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::{Lines, functions};
    use super::*;

    const SOURCE: &str = "const fn a(x: i32) -> i32 { fn b() {} x + 1 } fn c() {}";

    #[test]
    fn a_function_has_a_body_for_each_of_its_mutants() {
        let functions = functions(&Lines::new(SOURCE)).unwrap();
        let plus = SOURCE.find('+').unwrap();
        let a = functions.iter().position(|function| function.name == "a").unwrap();
        let change = Change { number: 7, function: a, bytes: plus..plus + 1, replacement: "-" };
        let (text, places) = with_all(SOURCE, &functions, &[change], |_| false);
        assert_eq!(
            text,
            "#[inline(never)]  fn a(x: i32) -> i32 {match crate::sprung_mutants::active() {\n7 => { fn b() {} x - 1 \n}\n\
             _ => { fn b() {} x + 1 \n}}\n} fn c() {}"
        );
        assert_eq!((&text[places[0].0.clone()], places[0].1), (" fn b() {} x - 1 \n", 7));
    }

    #[test]
    fn a_function_that_returns_iterators_of_many_types_puts_them_into_one() {
        let source = "fn a() -> impl Iterator<Item = u8> + 'a { b() }";
        let functions = functions(&Lines::new(source)).unwrap();
        let b = source.find("b()").unwrap();
        let change =
            |number, replacement| Change { number, function: 0, bytes: b..b + 3, replacement };
        let changes = [change(7, "c()"), change(8, "d()")];
        let (text, _) = with_all(source, &functions, &changes, |_| false);
        let either = |of: &str| format!("crate::sprung_mutants::Either::{of}(");
        let (one, other) = (either("One"), either("Other"));
        let own = "crate::sprung_mutants::iterator::<u8, _>";
        for body in [
            format!("7 => {{{one}{own}({{ c() \n}}))}}"),
            format!("8 => {{{other}{one}{own}({{ d() \n}})))}}"),
            format!("_ => {{{other}{other}{own}({{ b() \n}})))}}"),
        ] {
            assert!(text.contains(&body), "{body} in {text}");
        }
    }

    #[test]
    fn each_function_that_is_not_constant_marks_that_it_runs() {
        let functions = functions(&Lines::new(SOURCE)).unwrap();
        let text = with_marks(SOURCE, &functions, 10, |function| function.name == "a");
        let mark = |name: &str| {
            let index = functions.iter().position(|function| function.name == name).unwrap();
            format!("crate::sprung_mutants::reach({});", 10 + index)
        };
        assert_eq!(
            text,
            format!(
                "const fn a(x: i32) -> i32 {{ fn b() {{{}}} x + 1 }} fn c() {{{}}}",
                mark("b"),
                mark("c")
            )
        );
    }
}
