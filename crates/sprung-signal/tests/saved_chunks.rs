//! The bytes of a chunk, written by hand as the documentation describes them: what fits together is read, and the rest
//! refused by name.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung::{Damper, Spring};
use sprung_signal::{ChunkSummary, Filter, Gaps};

const BLOCK: u64 = 4096;
/// The most rows that come before a row.
const MOST: u64 = 1 << 62;
const NAN: f64 = f64::NAN;

/// A node: level, lead, first time and value, last time and value, position and velocity.
#[derive(Clone, Copy)]
struct Node {
    level: u64,
    numbers: [f64; 7],
}

/// One with a first and a last sample.
fn node(level: u64) -> Node {
    Node { level, numbers: [NAN, 1.0, 5.0, 2.0, 6.0, 0.5, 0.25] }
}

/// A chunk as it is saved.
#[derive(Clone)]
struct Chunk {
    first_row: u64,
    span: [f64; 2],
    head: Vec<[f64; 2]>,
    tail: Vec<[f64; 2]>,
    nodes: Vec<Node>,
}

fn filter() -> Filter {
    Filter::Track(Spring::new(9.0, 0.7).unwrap())
}

impl Chunk {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"sc\x01\x00\x02".to_vec();
        let numbers = |bytes: &mut Vec<u8>, numbers: &[f64]| {
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        };
        numbers(&mut bytes, &[9.0, 0.7]);
        bytes.extend(self.first_row.to_le_bytes());
        numbers(&mut bytes, &self.span);
        for length in [self.head.len(), self.nodes.len(), self.tail.len()] {
            bytes.extend((length as u32).to_le_bytes());
        }
        numbers(&mut bytes, self.head.as_flattened());
        numbers(&mut bytes, self.tail.as_flattened());
        for node in &self.nodes {
            bytes.extend(node.level.to_le_bytes());
            numbers(&mut bytes, &node.numbers);
        }
        bytes
    }

    /// It is read, and saved with the same bytes.
    fn is_read(&self) {
        let bytes = self.bytes();
        let summary = ChunkSummary::restore(filter(), Gaps::Hold, &bytes).unwrap();
        assert_eq!(summary.save(), bytes);
    }

    fn is_refused(&self, text: &str) {
        let error = ChunkSummary::restore(filter(), Gaps::Hold, &self.bytes()).unwrap_err();
        assert_eq!(error.to_string(), format!("saved state: {text}"));
    }
}

/// No rows; the first will be row 0.
fn empty() -> Chunk {
    Chunk { first_row: 0, span: [NAN; 2], head: vec![], tail: vec![], nodes: vec![] }
}

/// Three rows, a block and two rows.
fn whole() -> Chunk {
    Chunk {
        first_row: BLOCK - 3,
        span: [0.0, 8.0],
        head: vec![[0.0, 1.0], [0.25, 2.0], [0.5, NAN]],
        nodes: vec![node(0)],
        tail: vec![[7.0, 1.0], [8.0, 3.0]],
    }
}

#[test]
fn what_fits_together_is_read() {
    empty().is_read();
    whole().is_read();
    // Rows that end before the first block.
    Chunk { head: vec![[0.0, 1.0]], nodes: vec![], tail: vec![], span: [0.0; 2], ..whole() }
        .is_read();
    // As many rows as a block may lack.
    let tail: Vec<_> = (1..BLOCK).map(|i| [7.0 + i as f64, 0.0]).collect();
    Chunk { span: [0.0, 7.0 + (BLOCK - 1) as f64], tail, ..whole() }.is_read();
    // Nodes where they may begin: of level 1 at an even block; the highest one at the start.
    Chunk { nodes: vec![node(0), node(1)], ..whole() }.is_read();
    Chunk { first_row: 2 * BLOCK, head: vec![], nodes: vec![node(1), node(0)], ..whole() }
        .is_read();
    Chunk { first_row: 0, head: vec![], nodes: vec![node(50)], ..whole() }.is_read();
    Chunk { first_row: MOST, ..empty() }.is_read();
    // A block of missing values, with and without a time before the first.
    let missing = |lead| Node { level: 0, numbers: [lead, NAN, 0.0, NAN, 0.0, 0.0, 0.0] };
    for lead in [NAN, 0.75] {
        Chunk { nodes: vec![missing(lead)], ..whole() }.is_read();
    }
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let rule = "first row must be at most 2^62, got";
    Chunk { first_row: MOST + 1, ..empty() }.is_refused(&format!("{rule} {}", (MOST + 1) as f64));
    let reach = "number of first rows must reach the first block, got";
    let mut more = whole();
    more.head.push([0.75, 1.0]);
    more.is_refused(&format!("{reach} 4"));
    more.nodes.clear();
    more.tail.clear();
    more.is_refused(&format!("{reach} 4"));
    let mut fewer = whole();
    fewer.head.pop();
    fewer.is_refused(&format!("{reach} 2"));
    Chunk { nodes: vec![], ..fewer.clone() }.is_refused(&format!("{reach} 2"));
    Chunk { tail: vec![], ..fewer }.is_refused(&format!("{reach} 2"));
    let tail: Vec<_> = (0..BLOCK).map(|i| [7.0 + i as f64, 0.0]).collect();
    let span = [0.0, 7.0 + BLOCK as f64];
    Chunk { span, tail, ..whole() }
        .is_refused("number of last rows must be below a block, got 4096");

    let rule = "number of rows must have a first and last time, got";
    Chunk { span: [0.0, NAN], nodes: vec![], ..whole() }.is_refused(&format!("{rule} 5"));
    Chunk { span: [0.0, 1.0], ..empty() }.is_refused(&format!("{rule} 0"));
    let alone = Chunk { head: vec![[0.0, 1.0]], nodes: vec![], tail: vec![], ..whole() };
    Chunk { span: [NAN; 2], ..alone }.is_refused(&format!("{rule} 1"));
    Chunk { span: [NAN, 8.0], nodes: vec![], head: vec![], first_row: 0, ..whole() }
        .is_refused(&format!("{rule} 2"));
}

#[test]
fn times_that_do_not_fit_are_refused() {
    let rule = "time of a row must be within the span, got";
    Chunk { span: [0.125, 8.0], ..whole() }.is_refused(&format!("{rule} 0"));
    Chunk { span: [0.0, 7.5], ..whole() }.is_refused(&format!("{rule} 8"));
    let without_head = Chunk { first_row: 0, head: vec![], ..whole() };
    Chunk { span: [7.5, 8.0], ..without_head.clone() }.is_refused(&format!("{rule} 7"));
    let without_tail = Chunk { tail: vec![], ..whole() };
    Chunk { span: [0.0, 2.0], ..without_tail.clone() }.is_read();
    let rule = "time of a row must be after the one before, got";
    let mut wrong = whole();
    wrong.head[2][0] = 0.25;
    wrong.is_refused(&format!("{rule} 0.25"));
    let mut wrong = whole();
    wrong.tail[0][0] = 0.5;
    wrong.is_refused(&format!("{rule} 0.5"));
    wrong.tail[0][0] = NAN;
    wrong.is_refused(&format!("{rule} NaN"));
    for (at, name) in [(0, "first time"), (1, "last time")] {
        let mut wrong = whole();
        wrong.span[at] = f64::INFINITY;
        wrong.is_refused(&format!("{name} must be finite, got inf"));
    }
}

#[test]
fn nodes_that_do_not_fit_are_refused() {
    let rule = "level of a node must be that of a node that can begin there, got";
    // Block 1 is odd; no node has 2^64 blocks; none ends beyond the last row.
    for level in [1, 50, 63, 64, u64::MAX] {
        let error = format!("{rule} {}", level as f64);
        Chunk { nodes: vec![node(level)], ..whole() }.is_refused(&error);
    }
    let last = Chunk { first_row: MOST, head: vec![], nodes: vec![node(0)], ..whole() };
    last.is_refused(&format!("{rule} 0"));
    let before_last = Chunk { first_row: MOST - BLOCK, ..last };
    before_last.is_read();
    Chunk { first_row: 0, nodes: vec![node(51)], ..before_last }.is_refused(&format!("{rule} 51"));

    let with = |at: usize, number: f64| {
        let mut wrong = whole();
        wrong.nodes[0].numbers[at] = number;
        wrong
    };
    let rule = "time of the first value must be there if the last one is, got";
    with(1, NAN).is_refused(&format!("{rule} NaN"));
    let nothing = Node { level: 0, numbers: [NAN, 1.5, 0.0, NAN, 0.0, 0.0, 0.0] };
    Chunk { nodes: vec![nothing], ..whole() }.is_refused(&format!("{rule} 1.5"));
    with(2, 1e301).is_refused(&format!("first value must be within 1e300, got {}", 1e301));
    with(4, NAN).is_refused("last value must be within 1e300, got NaN");
    with(5, NAN).is_refused("position must be finite, got NaN");
    with(6, f64::INFINITY).is_refused("velocity must be finite, got inf");
    with(3, 9.0).is_refused("time of the last value must not be after the last sample, got 9");
    let rule = "state must be 0 before the first value, got";
    let mut wrong = whole();
    wrong.nodes[0].numbers = [NAN, NAN, 0.0, NAN, 0.0, 0.5, 0.0];
    wrong.is_refused(&format!("{rule} 0.5"));
}

#[test]
fn the_filter_and_the_gaps_are_in_the_bytes() {
    let spring = Spring::new(9.0, 0.7).unwrap();
    let damper = Damper::from_rate(3.0).unwrap();
    let filters = [
        (Filter::Damper(damper), 0, [3.0, 0.0]),
        (Filter::Follow(spring), 1, [9.0, 0.7]),
        (Filter::Track(spring), 2, [9.0, 0.7]),
    ];
    let gaps = [(Gaps::Hold, 0), (Gaps::Skip, 1), (Gaps::Line, 2)];
    for (filter, kind, numbers) in filters {
        for (gaps, number) in gaps {
            let bytes = ChunkSummary::new(filter, gaps, 7).save();
            let [a, b] = numbers.map(f64::to_le_bytes);
            let expected = [&b"sc\x01"[..], &[number, kind], &a, &b, &7_u64.to_le_bytes()].concat();
            assert_eq!(bytes[..expected.len()], expected);
            assert!(ChunkSummary::restore(filter, gaps, &bytes).is_ok());
        }
    }
}
