//! Shortens a WebAssembly module whose panics are traps: drops what a panic would have printed.
//!
//! The panic handler of such a module ignores its message, but the compiler still passes it the place in the source: two
//! or three constants at every check of an index, and 16 bytes and a file name in memory for each place. A call of a
//! function that can only trap is a trap itself, so that its arguments and what they point to go.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, DataSection, DataSegment, DataSegmentMode, Function, Instruction, Module,
};
use wasmparser::{Data, DataKind, FunctionBody, Operator, Parser, Payload};

/// Returns the module without the arguments of calls that can only trap, and without custom sections.
pub(crate) fn shorten(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut pass = Pass { traps: traps(wasm)? };
    let mut module = Module::new();
    let parsed = pass.parse_core_module(&mut module, Parser::new(0), wasm);
    parsed.ok().context("the module cannot be encoded")?;
    Ok(module.finish())
}

/// The functions that can only trap: they end in `unreachable`, never return, and call nothing else.
fn traps(wasm: &[u8]) -> Result<HashSet<u32>> {
    let mut callees = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(_) => anyhow::bail!("a module without imports is expected"),
            Payload::CodeSectionEntry(body) => callees.push(callees_of_trap(&body)?),
            _ => {}
        }
    }
    let mut traps = HashSet::new();
    loop {
        let before = traps.len();
        for (function, callees) in (0..).zip(&callees) {
            if callees.as_ref().is_some_and(|all| all.iter().all(|callee| traps.contains(callee))) {
                traps.insert(function);
            }
        }
        if traps.len() == before {
            return Ok(traps);
        }
    }
}

/// The functions that a function calls, if it ends in `unreachable` and never returns.
fn callees_of_trap(body: &FunctionBody<'_>) -> Result<Option<Vec<u32>>> {
    let (mut depth, mut callees, mut last) = (0_u32, Vec::new(), None);
    for operator in body.get_operators_reader()? {
        let operator = operator?;
        match &operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => depth += 1,
            Operator::End if depth == 0 => break,
            Operator::End => depth -= 1,
            Operator::Call { function_index } => callees.push(*function_index),
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth }
                if *relative_depth >= depth =>
            {
                return Ok(None);
            }
            Operator::BrTable { .. }
            | Operator::Return
            | Operator::ReturnCall { .. }
            | Operator::CallIndirect { .. } => return Ok(None),
            _ => {}
        }
        last = Some(operator);
    }
    Ok(matches!(last, Some(Operator::Unreachable)).then_some(callees))
}

struct Pass {
    traps: HashSet<u32>,
}

impl Reencode for Pass {
    type Error = std::convert::Infallible;

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), reencode::Error<Self::Error>> {
        if self.traps.contains(&code.len()) {
            let mut trap = Function::new([]);
            trap.instruction(&Instruction::Unreachable).instruction(&Instruction::End);
            code.function(&trap);
            return Ok(());
        }
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut instructions: Vec<Instruction<'_>> = Vec::new();
        for operator in body.get_operators_reader()? {
            let instruction = self.instruction(operator?)?;
            match instruction {
                Instruction::Call(callee) if self.traps.contains(&callee) => {
                    while let Some(Instruction::I32Const(_) | Instruction::LocalGet(_)) =
                        instructions.last()
                    {
                        instructions.pop();
                    }
                    instructions.push(Instruction::Unreachable);
                }
                Instruction::Unreachable
                    if matches!(instructions.last(), Some(Instruction::Unreachable)) => {}
                _ => instructions.push(instruction),
            }
        }
        instructions.iter().for_each(|instruction| {
            function.instruction(instruction);
        });
        code.function(&function);
        Ok(())
    }

    fn parse_data(
        &mut self,
        section: &mut DataSection,
        datum: Data<'_>,
    ) -> Result<(), reencode::Error<Self::Error>> {
        let DataKind::Active { memory_index, offset_expr } = datum.kind else {
            return reencode::utils::parse_data(self, section, datum);
        };
        let mut bytes = datum.data.to_vec();
        let mut offset = offset_expr.get_operators_reader();
        if let Operator::I32Const { value } = offset.read()? {
            let start = usize::try_from(value).unwrap_or(usize::MAX);
            clear_places(&mut bytes, start);
        }
        let mode = DataSegmentMode::Active { memory_index, offset: &self.const_expr(offset_expr)? };
        section.segment(DataSegment { mode, data: bytes });
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: wasmparser::CustomSectionReader<'_>,
    ) -> Result<(), reencode::Error<Self::Error>> {
        Ok(())
    }
}

/// Clears the places in the source, and the names of their files. `start` is the address of the bytes.
fn clear_places(bytes: &mut [u8], start: usize) {
    let places = (0..bytes.len()).step_by(4).filter_map(|at| place(bytes, at, start));
    for range in places.flatten().collect::<Vec<_>>() {
        bytes[range].fill(0);
    }
}

/// The bytes of a place in the source and of the name of its file: the address and length of the name, line, column.
fn place(bytes: &[u8], at: usize, start: usize) -> Option<[Range<usize>; 2]> {
    let place = at..at.checked_add(16)?;
    let (words, _) = bytes.get(place.clone())?.as_chunks();
    let word = |index: usize| usize::try_from(u32::from_le_bytes(words[index])).ok();
    let first = word(0)?.checked_sub(start)?;
    let name = first..first.checked_add(word(1)?)?;
    bytes.get(name.clone())?.ends_with(b".rs").then_some([place, name])
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{BlockType, ConstExpr, FunctionSection, TypeSection, ValType};

    use super::*;

    /// Functions of two numbers: 0 can only trap, 1 can only call it, 2 returns unless the first is 0.
    fn module() -> Vec<u8> {
        use Instruction::{Call, End, I32Const, If, LocalGet, Unreachable};
        let (mut types, mut functions, mut code) =
            (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([ValType::I32, ValType::I32], []);
        let bodies: [&[Instruction<'_>]; 3] = [
            &[LocalGet(1), If(BlockType::Empty), Unreachable, End, Unreachable, End],
            &[LocalGet(0), LocalGet(1), Call(0), Unreachable, End],
            &[
                LocalGet(0),
                If(BlockType::Empty),
                LocalGet(1),
                I32Const(1032),
                Call(1),
                Unreachable,
                End,
                End,
            ],
        ];
        for body in bodies {
            functions.function(0);
            let mut function = Function::new([]);
            body.iter().for_each(|instruction| {
                function.instruction(instruction);
            });
            code.function(&function);
        }
        let mut bytes = b"kepta.rs".to_vec();
        for word in [1028_u32, 4, 70, 9] {
            bytes.extend(word.to_le_bytes());
        }
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(1024), bytes);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code).section(&data);
        module.finish()
    }

    #[test]
    fn calls_that_only_trap_lose_their_arguments_and_what_these_point_to() {
        let wasm = module();
        assert_eq!(traps(&wasm).expect("good"), HashSet::from([0, 1]));
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(&shorten(&wasm).expect("good")) {
            match payload.expect("good") {
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().expect("good").into_iter();
                    bodies.push(operators.map(|o| format!("{:?}", o.expect("good"))).collect());
                }
                Payload::DataSection(reader) => {
                    let datum = reader.into_iter().next().expect("one").expect("good");
                    assert_eq!(datum.data, [&b"kept"[..], &[0; 20]].concat());
                }
                _ => {}
            }
        }
        let [first, second, third]: [Vec<String>; 3] = bodies.try_into().expect("three");
        assert_eq!(first, ["Unreachable", "End"]);
        assert_eq!(second, first);
        let check =
            ["LocalGet { local_index: 0 }", "If { blockty: Empty }", "Unreachable", "End", "End"];
        assert_eq!(third, check);
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(shorten(b"no module").is_err());
        assert!(shorten(&module()[..40]).is_err());
    }
}
