//! Statements: tokens to labels, directives and instructions with their operands.

use super::ParseError;
use super::code::Place;
use super::lex::{Token, Word};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Integer(u64),
    Single(u32),
    Double(u64),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A register, symbol or label, and what is added to it.
    Name(String, i64),
    Number(Number),
    Address(Box<Operand>),
    Vector(Vec<Operand>),
    List(Vec<Operand>),
    Pair(Box<Operand>, Box<Operand>),
    Not(Box<Operand>),
}

#[derive(Debug)]
pub enum Kind {
    Open,
    Close,
    Label(String),
    Directive(Vec<Token>),
    Instruction {
        /// The predicate's name, and whether it is negated.
        guard: Option<(String, bool)>,
        opcode: String,
        operands: Vec<Operand>,
    },
}

#[derive(Debug)]
pub struct Statement {
    pub line: u32,
    pub place: Place,
    pub kind: Kind,
}

pub struct Cursor<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(tokens: &'t [Token]) -> Cursor<'t> {
        Cursor { tokens, at: 0 }
    }

    pub fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    pub fn next(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.at);
        self.at += 1;
        token
    }

    pub fn line(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.at.min(last)).map_or(0, |t| t.line)
    }

    pub fn take(&mut self, mark: char) -> bool {
        let is = self.peek().is_some_and(|t| t.is(mark));
        self.at += usize::from(is);
        is
    }

    pub fn expect(&mut self, mark: char) -> Result<(), ParseError> {
        if self.take(mark) {
            Ok(())
        } else {
            Err(self.error(&format!("`{mark}` is missing")))
        }
    }

    pub fn name(&mut self) -> Result<&'t str, ParseError> {
        match self.peek().and_then(Token::name) {
            Some(name) => {
                self.at += 1;
                Ok(name)
            }
            None => Err(self.error("a name is missing")),
        }
    }

    pub fn error(&self, why: &str) -> ParseError {
        let found = match self.peek().map(|t| &t.word) {
            Some(Word::Name(name)) => format!("`{name}`"),
            Some(Word::Text(text)) => format!("\"{text}\""),
            Some(Word::Mark(mark)) => format!("`{mark}`"),
            None => "the end".to_string(),
        };
        ParseError::new(self.line(), format!("{why} before {found}"))
    }

    /// The tokens up to `end`, which is taken too; braces, brackets and parentheses nest.
    pub fn until(&mut self, end: char) -> Result<&'t [Token], ParseError> {
        let from = self.at;
        let mut depth = 0usize;
        while let Some(token) = self.peek() {
            if depth == 0 && token.is(end) {
                self.at += 1;
                return Ok(&self.tokens[from..self.at - 1]);
            }
            match token.word {
                Word::Mark('{' | '[' | '(') => depth += 1,
                Word::Mark('}' | ']' | ')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        Err(self.error(&format!("`{end}` is missing")))
    }

    /// The token `n` behind the next one.
    pub fn ahead(&self, n: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + n)
    }

    /// The tokens up to one of `ends`, which stays.
    pub fn until_any(&mut self, ends: &[char]) -> Result<&'t [Token], ParseError> {
        let from = self.at;
        while let Some(token) = self.peek() {
            if ends.iter().any(|end| token.is(*end)) {
                return Ok(&self.tokens[from..self.at]);
            }
            self.at += 1;
        }
        Err(self.error("the end came too early"))
    }

    /// The other tokens of the line that the last one taken is on.
    pub fn rest_of_line(&mut self) -> &'t [Token] {
        let from = self.at;
        let line = self.tokens[from.saturating_sub(1)].line;
        while self.peek().is_some_and(|t| t.line == line) {
            self.at += 1;
        }
        &self.tokens[from..self.at.max(from)]
    }
}

pub fn number(word: &str) -> Option<Number> {
    let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let lower = word.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0f") {
        return Some(Number::Single(hex(digits)? as u32));
    }
    if let Some(digits) = lower.strip_prefix("0d") {
        return Some(Number::Double(hex(digits)?));
    }
    if lower.contains('.') {
        return Some(Number::Double(lower.parse::<f64>().ok()?.to_bits()));
    }
    let digits = lower.strip_suffix('u').unwrap_or(&lower);
    Some(Number::Integer(
        if let Some(digits) = digits.strip_prefix("0x") {
            hex(digits)?
        } else if let Some(digits) = digits.strip_prefix("0b") {
            u64::from_str_radix(digits, 2).ok()?
        } else if digits.len() > 1 && digits.starts_with('0') {
            u64::from_str_radix(digits, 8).ok()?
        } else {
            digits.parse().ok()?
        },
    ))
}

fn integer(cursor: &mut Cursor) -> Result<u64, ParseError> {
    match number(cursor.name()?) {
        Some(Number::Integer(value)) => Ok(value),
        _ => Err(cursor.error("an integer is missing")),
    }
}

fn operand(cursor: &mut Cursor) -> Result<Operand, ParseError> {
    let one = if cursor.take('!') {
        Operand::Not(Box::new(operand(cursor)?))
    } else if cursor.take('-') {
        match number(cursor.name()?) {
            Some(Number::Integer(value)) => Operand::Number(Number::Integer(value.wrapping_neg())),
            Some(Number::Double(bits)) => Operand::Number(Number::Double(bits ^ 1 << 63)),
            _ => return Err(cursor.error("a number is missing")),
        }
    } else if cursor.take('[') {
        let inner = operand(cursor)?;
        cursor.expect(']')?;
        Operand::Address(Box::new(inner))
    } else if cursor.take('{') {
        Operand::Vector(list(cursor, '}')?)
    } else if cursor.take('(') {
        Operand::List(list(cursor, ')')?)
    } else {
        let word = cursor.name()?;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let value = number(word).ok_or_else(|| cursor.error("a number is malformed"))?;
            match value {
                Number::Integer(value) if cursor.take('+') => {
                    Operand::Number(Number::Integer(value.wrapping_add(integer(cursor)?)))
                }
                value => Operand::Number(value),
            }
        } else {
            Operand::Name(word.to_string(), offset(cursor)?)
        }
    };
    if cursor.take('|') {
        return Ok(Operand::Pair(Box::new(one), Box::new(operand(cursor)?)));
    }
    Ok(one)
}

/// What follows a name: `+4`, `+-4`, `-4` or nothing.
pub fn offset(cursor: &mut Cursor) -> Result<i64, ParseError> {
    let plus = cursor.take('+');
    if cursor.take('-') {
        Ok((integer(cursor)? as i64).wrapping_neg())
    } else if plus {
        Ok(integer(cursor)? as i64)
    } else {
        Ok(0)
    }
}

fn list(cursor: &mut Cursor, end: char) -> Result<Vec<Operand>, ParseError> {
    let mut all = vec![];
    while !cursor.take(end) {
        all.push(operand(cursor)?);
        if !cursor.take(',') {
            cursor.expect(end)?;
            break;
        }
    }
    Ok(all)
}

/// The statements of a function's body, without its outer braces.
pub fn statements(tokens: &[Token]) -> Result<Vec<Statement>, ParseError> {
    let mut cursor = Cursor::new(tokens);
    let mut all = vec![];
    let mut place = Place::default();
    let mut inlined = Inlined::default();
    while let Some(token) = cursor.peek() {
        let line = token.line;
        if token.name() == Some(".loc") {
            cursor.next();
            place = inlined.place(cursor.rest_of_line());
            continue;
        }
        let kind = if cursor.take('{') {
            Kind::Open
        } else if cursor.take('}') {
            Kind::Close
        } else if token.name().is_some_and(|n| n.starts_with('.')) {
            Kind::Directive(cursor.until(';')?.to_vec())
        } else if tokens.get(cursor.at + 1).is_some_and(|t| t.is(':')) {
            let name = cursor.name()?.to_string();
            cursor.next();
            Kind::Label(name)
        } else {
            instruction(&mut cursor)?
        };
        all.push(Statement { line, place, kind });
    }
    Ok(all)
}

/// Calls inside each other that are inlined: no more than this are looked through.
const DEEPEST: usize = 64;

/// The places of functions' bodies that stand in others, each with the place of the call.
#[derive(Default)]
struct Inlined(HashMap<[u32; 3], [u32; 3]>);

impl Inlined {
    /// `.loc 1 7 5`, or `.loc 2 13 5, function_name $L__info_string0, inlined_at 1 44 3`
    fn place(&mut self, words: &[Token]) -> Place {
        let three = |from: usize| {
            let at = |k: usize| words.get(from + k)?.name()?.parse::<u32>().ok();
            Some([at(0)?, at(1)?, at(2)?])
        };
        let Some(here) = three(0) else {
            return Place::default();
        };
        let called = words.iter().position(|t| t.name() == Some("inlined_at"));
        match called.and_then(|k| three(k + 1)) {
            Some(call) => self.0.insert(here, call),
            None => self.0.remove(&here),
        };
        let mut outermost = here;
        for _ in 0..DEEPEST {
            match self.0.get(&outermost) {
                Some(call) => outermost = *call,
                None => break,
            }
        }
        let line = |[file, line, _]: [u32; 3]| Some((file, line));
        Place {
            source: line(here),
            outermost: line(outermost),
        }
    }
}

fn instruction(cursor: &mut Cursor) -> Result<Kind, ParseError> {
    let guard = if cursor.take('@') {
        let negated = cursor.take('!');
        Some((cursor.name()?.to_string(), negated))
    } else {
        None
    };
    let opcode = cursor.name()?.to_string();
    let mut operands = vec![];
    if !cursor.take(';') {
        loop {
            operands.push(operand(cursor)?);
            if cursor.take(';') {
                break;
            }
            cursor.expect(',')?;
        }
    }
    Ok(Kind::Instruction {
        guard,
        opcode,
        operands,
    })
}
