//! PTX text to decoded modules.

pub mod code;
mod decode;
mod directives;
mod lex;
mod opcodes;
mod operands;
mod parse;
pub mod pressure;
mod statements;
pub mod types;

use code::{Function, Variable};
use std::collections::BTreeMap;
use std::fmt;

/// Why a text is no module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line of the text, from 1.
    pub line: u32,
    pub words: String,
}

impl ParseError {
    pub(crate) fn new(line: u32, words: impl Into<String>) -> ParseError {
        ParseError {
            line,
            words: words.into(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PTX line {}: {}", self.line, self.words)
    }
}

impl std::error::Error for ParseError {}

/// A decoded text.
#[derive(Debug, Default)]
pub struct Module {
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    /// Names of the source files by the numbers that `.loc` uses.
    pub files: BTreeMap<u32, String>,
    /// The text's lines, for messages.
    pub lines: Vec<String>,
    /// `.target`'s architecture, such as 75.
    pub target: u32,
}

impl Module {
    /// # Errors
    /// The first line that is not understood, as an assembler would refuse it.
    pub fn parse(text: &str) -> Result<Module, ParseError> {
        parse::module(text)
    }
}
