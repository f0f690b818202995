//! A function's statements to decoded instructions.

use super::code::{Constant, Function, Inst, NONE, Place, SINK};
use super::directives::{self, Head, place};
use super::lex::Token;
use super::opcodes;
use super::parse::Names;
use super::statements::{Kind, Statement, statements};
use super::types::Type;
use super::{Module, ParseError};
use std::collections::HashMap;

/// A branch or a table of branches whose label comes later.
enum Fixup {
    Branch { inst: usize, label: String },
    Table { inst: usize, label: String },
}

/// A name that is no register.
#[derive(Clone, Copy, Debug)]
pub enum Local {
    /// Offset in the frame's local variables.
    Variable(i64),
    /// Offset in the frame's parameters, and size.
    FrameParam(usize, usize),
    /// Offset in the kernel's parameters.
    KernelParam(i64),
}

pub struct Builder<'m> {
    pub module: &'m mut Module,
    pub names: &'m mut Names,
    pub function: Function,
    pub line: u32,
    /// Slot and bytes of single registers; an inner scope hides outer names.
    scopes: Vec<HashMap<String, (u32, u8)>>,
    /// Number and bytes of the registers of a range, by prefix.
    ranges: HashMap<String, (u64, u8)>,
    in_ranges: HashMap<String, u32>,
    constants: HashMap<Constant, u32>,
    locals: HashMap<String, Local>,
    labels: HashMap<String, u32>,
    tables: HashMap<String, Vec<String>>,
    fixups: Vec<(u32, Fixup)>,
    frame_params: usize,
}

pub fn function(
    module: &mut Module,
    names: &mut Names,
    index: usize,
    head: &Head,
    tokens: &[Token],
) -> Result<(), ParseError> {
    let mut function = std::mem::take(&mut module.functions[index]);
    function.widths = vec![0];
    function.slots = 1;
    let mut builder = Builder {
        frame_params: function.frame_param_bytes,
        module,
        names,
        function,
        line: 0,
        scopes: vec![HashMap::new()],
        ranges: HashMap::new(),
        in_ranges: HashMap::new(),
        constants: HashMap::new(),
        locals: HashMap::new(),
        labels: HashMap::new(),
        tables: HashMap::new(),
        fixups: vec![],
    };
    builder.declare_parameters(head);
    for statement in statements(tokens)? {
        builder.line = statement.line;
        builder.statement(statement)?;
    }
    // Falling off the end returns.
    builder.push(Inst::new(super::code::Op::Return), Place::default());
    builder.fix()?;
    builder.function.frame_param_bytes = builder.frame_params;
    let function = builder.function;
    module.functions[index] = function;
    Ok(())
}

impl Builder<'_> {
    fn declare_parameters(&mut self, head: &Head) {
        let slots = self.function.params.iter().chain(&self.function.returns);
        for (declared, slot) in head.params.iter().chain(&head.returns).zip(slots) {
            let local = if head.entry {
                Local::KernelParam(slot.offset as i64)
            } else {
                Local::FrameParam(slot.offset, slot.size)
            };
            self.locals.insert(declared.name.clone(), local);
        }
    }

    fn statement(&mut self, statement: Statement) -> Result<(), ParseError> {
        match statement.kind {
            Kind::Open => self.scopes.push(HashMap::new()),
            Kind::Close => {
                self.scopes.pop();
            }
            Kind::Label(name) => {
                let here = self.function.code.len() as u32;
                self.labels.insert(name, here);
            }
            Kind::Directive(tokens) => self.directive(&tokens)?,
            Kind::Instruction {
                guard,
                opcode,
                operands,
            } => {
                let mut inst = opcodes::instruction(self, &opcode, &operands)?;
                if let Some((name, negated)) = guard {
                    inst.guard = self
                        .register(&name)
                        .ok_or_else(|| self.error(format!("{name} is no register")))?;
                    inst.guard_negated = negated;
                }
                self.push(inst, statement.place);
            }
        }
        Ok(())
    }

    fn push(&mut self, inst: Inst, place: Place) {
        self.function.code.push(inst);
        self.function.origins.push(super::code::Origin {
            line: self.line,
            place,
        });
    }

    pub fn error(&self, words: impl Into<String>) -> ParseError {
        ParseError::new(self.line, words)
    }

    fn directive(&mut self, tokens: &[Token]) -> Result<(), ParseError> {
        match tokens.first().and_then(Token::name) {
            Some(".reg") => {
                let (ty, names) = directives::registers(tokens)?;
                let width = if ty == Type::Pred {
                    1
                } else {
                    ty.bytes() as u8
                };
                for (name, range) in names {
                    if let Some(n) = range {
                        self.ranges.insert(name, (n, width));
                    } else {
                        let slot = self.slot(width);
                        if let Some(scope) = self.scopes.last_mut() {
                            scope.insert(name, (slot, width));
                        }
                    }
                }
            }
            Some(".param") => {
                let declared = directives::in_function(tokens)?;
                let slot = place(&declared, &mut self.frame_params);
                let local = Local::FrameParam(slot.offset, slot.size);
                self.locals.insert(declared.name, local);
            }
            Some(".local") => {
                let declared = directives::in_function(tokens)?;
                let slot = place(&declared, &mut self.function.local_bytes);
                self.locals
                    .insert(declared.name, Local::Variable(slot.offset as i64));
            }
            Some(".shared" | ".global" | ".const") => {
                let variable = directives::variable(tokens)?;
                let index = self.module.variables.len();
                self.names.variables.insert(variable.name.clone(), index);
                self.module.variables.push(variable);
            }
            Some(".branchtargets") => {
                let here = self.function.code.len() as u32;
                let label = self.labels.iter().find(|(_, at)| **at == here);
                let label = label
                    .map(|(name, _)| name.clone())
                    .ok_or_else(|| self.error("`.branchtargets` without its label"))?;
                let names = tokens[1..].iter().filter_map(Token::name);
                self.tables
                    .insert(label, names.map(str::to_string).collect());
            }
            Some(".pragma" | ".callprototype" | ".calltargets") => {}
            _ => return Err(self.error("a directive in a function is unknown")),
        }
        Ok(())
    }

    /// A new slot for a register of `bytes`; 0 for a constant.
    fn slot(&mut self, bytes: u8) -> u32 {
        self.function.widths.push(bytes);
        self.function.slots += 1;
        self.function.slots - 1
    }

    /// The slot of a register's name.
    pub fn register(&mut self, name: &str) -> Option<u32> {
        if let Some((slot, _)) = self.scopes.iter().rev().find_map(|s| s.get(name)) {
            return Some(*slot);
        }
        if let Some(slot) = self.in_ranges.get(name) {
            return Some(*slot);
        }
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (count, width) = *self.ranges.get(prefix)?;
        let index: u64 = name[prefix.len()..].parse().ok()?;
        if index >= count {
            return None;
        }
        let slot = self.slot(width);
        self.in_ranges.insert(name.to_string(), slot);
        Some(slot)
    }

    pub fn constant(&mut self, value: Constant) -> u32 {
        if let Some(slot) = self.constants.get(&value) {
            return *slot;
        }
        let slot = self.slot(0);
        self.function.constants.insert(slot, value.clone());
        self.constants.insert(value, slot);
        slot
    }

    pub fn value(&mut self, value: u64) -> u32 {
        self.constant(Constant::Value(value))
    }

    pub fn local(&self, name: &str) -> Option<Local> {
        self.locals.get(name).copied()
    }

    /// A constant for the address of a variable or function of the module.
    pub fn symbol(&mut self, name: &str, offset: i64) -> Option<u32> {
        if let Some(&index) = self.names.variables.get(name) {
            self.function.uses_variables.insert(index);
            return Some(self.constant(Constant::Variable { index, offset }));
        }
        let index = *self.names.functions.get(name)?;
        self.function.uses_functions.insert(index);
        Some(self.constant(Constant::Function { index }))
    }

    pub fn list(&mut self, slots: Vec<u32>) -> u32 {
        self.function.lists.push(slots);
        self.function.lists.len() as u32 - 1
    }

    /// Notes that the next instruction jumps to `label`.
    pub fn jump(&mut self, label: &str, table: bool) {
        let inst = self.function.code.len();
        let label = label.to_string();
        let fixup = if table {
            Fixup::Table { inst, label }
        } else {
            Fixup::Branch { inst, label }
        };
        self.fixups.push((self.line, fixup));
    }

    fn fix(&mut self) -> Result<(), ParseError> {
        let at = |labels: &HashMap<String, u32>, line, name: &str| {
            labels
                .get(name)
                .copied()
                .ok_or_else(|| ParseError::new(line, format!("no label {name}")))
        };
        for (line, fixup) in std::mem::take(&mut self.fixups) {
            match fixup {
                Fixup::Branch { inst, label } => {
                    self.function.code[inst].extra = at(&self.labels, line, &label)?;
                }
                Fixup::Table { inst, label } => {
                    let names = self
                        .tables
                        .get(&label)
                        .ok_or_else(|| ParseError::new(line, format!("no table {label}")))?;
                    let targets: Result<Vec<u32>, _> = names
                        .iter()
                        .map(|name| at(&self.labels, line, name))
                        .collect();
                    self.function.code[inst].extra = self.function.tables.len() as u32;
                    self.function.tables.push(targets?);
                }
            }
        }
        Ok(())
    }

    /// Whether a slot may be written.
    pub fn is_register(&self, slot: u32) -> bool {
        slot == SINK
            || slot != NONE
                && self
                    .function
                    .widths
                    .get(slot as usize)
                    .is_some_and(|w| *w > 0)
    }
}
