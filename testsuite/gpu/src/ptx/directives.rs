//! Declarations of variables and parameters, and the heads of functions.

use super::ParseError;
use super::code::{InitialValue, ParamSlot, Variable};
use super::lex::Token;
use super::statements::{Cursor, Number, number, offset};
use super::types::{Space, Type};

/// One declared name.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub ty: Type,
    pub alignment: u64,
    pub bytes: u64,
    /// Declared with empty brackets.
    pub open: bool,
}

/// `.align 8 .b8 name[16]`, after the state space's word.
fn declared(cursor: &mut Cursor) -> Result<Declared, ParseError> {
    let (mut alignment, mut lanes, mut ty) = (None, 1, None);
    let name = loop {
        let word = cursor.name()?;
        match word {
            ".align" => alignment = Some(size(cursor)?),
            ".v2" => lanes = 2,
            ".v4" => lanes = 4,
            ".ptr" | ".global" | ".const" | ".shared" | ".local" => {}
            _ if word.starts_with('.') => {
                ty = Some(
                    Type::named(&word[1..])
                        .ok_or_else(|| cursor.error(&format!("the type {word} is unknown")))?,
                );
            }
            _ => break word,
        }
    };
    let ty = ty.ok_or_else(|| cursor.error("a type is missing"))?;
    let mut bytes = ty.bytes() * lanes;
    let mut open = false;
    while cursor.take('[') {
        if cursor.take(']') {
            open = true;
        } else {
            bytes = bytes.saturating_mul(size(cursor)?);
            cursor.expect(']')?;
        }
    }
    Ok(Declared {
        name: name.to_string(),
        ty,
        alignment: alignment.unwrap_or(ty.bytes() * lanes),
        bytes: if open { 0 } else { bytes },
        open,
    })
}

fn size(cursor: &mut Cursor) -> Result<u64, ParseError> {
    match number(cursor.name()?) {
        Some(Number::Integer(value)) => Ok(value),
        _ => Err(cursor.error("a size is missing")),
    }
}

/// A register's name, or the prefix of a range and its number of registers.
pub type Registers = (String, Option<u64>);

/// The type and names of a `.reg` directive: each name with the number of its registers if it is
/// a range (`%r<9>`).
pub fn registers(tokens: &[Token]) -> Result<(Type, Vec<Registers>), ParseError> {
    let mut cursor = Cursor::new(tokens);
    cursor.name()?;
    let word = cursor.name()?;
    let ty = Type::named(word.trim_start_matches('.'))
        .ok_or_else(|| cursor.error(&format!("the type {word} is unknown")))?;
    let mut names = vec![];
    loop {
        let name = cursor.name()?.to_string();
        let range = if cursor.take('<') {
            let n = size(&mut cursor)?;
            cursor.expect('>')?;
            Some(n)
        } else {
            None
        };
        names.push((name, range));
        if !cursor.take(',') {
            return Ok((ty, names));
        }
    }
}

/// A declaration inside a function: `.param`, `.local`.
pub fn in_function(tokens: &[Token]) -> Result<Declared, ParseError> {
    let mut cursor = Cursor::new(tokens);
    cursor.name()?;
    declared(&mut cursor)
}

/// A variable with its initial value. None for a declaration of what another module defines.
pub fn variable(tokens: &[Token]) -> Result<Variable, ParseError> {
    let mut cursor = Cursor::new(tokens);
    let (mut space, mut external) = (None, false);
    while let Some(word) = cursor.peek().and_then(Token::name) {
        match word {
            ".extern" => external = true,
            ".visible" | ".weak" | ".common" => {}
            ".global" | ".const" | ".shared" if space.is_none() => space = Space::named(&word[1..]),
            _ => break,
        }
        cursor.next();
    }
    let space = space.ok_or_else(|| cursor.error("a state space is missing"))?;
    let what = declared(&mut cursor)?;
    let dynamic = space == Space::Shared && (external || what.open);
    if external && !dynamic {
        return Err(cursor.error(&format!("{} is defined in no module", what.name)));
    }
    let mut initial = vec![];
    if cursor.take('=') {
        values(&mut cursor, what.ty.bytes(), &mut 0, &mut initial)?;
    }
    Ok(Variable {
        name: what.name,
        space,
        alignment: what.alignment,
        bytes: what.bytes,
        dynamic,
        initial,
    })
}

type Initial = Vec<(u64, u64, InitialValue)>;

fn values(
    cursor: &mut Cursor,
    bytes: u64,
    at: &mut u64,
    to: &mut Initial,
) -> Result<(), ParseError> {
    if cursor.take('{') {
        while !cursor.take('}') {
            values(cursor, bytes, at, to)?;
            if !cursor.take(',') {
                cursor.expect('}')?;
                break;
            }
        }
        return Ok(());
    }
    let negative = cursor.take('-');
    let word = cursor.name()?;
    let value = match number(word) {
        Some(Number::Integer(v)) if negative => InitialValue::Number(v.wrapping_neg()),
        Some(Number::Integer(v) | Number::Double(v)) => InitialValue::Number(v),
        Some(Number::Single(v)) => InitialValue::Number(v.into()),
        None if word == "generic" => {
            cursor.expect('(')?;
            let name = cursor.name()?.to_string();
            let inner = offset(cursor)?;
            cursor.expect(')')?;
            let offset = inner + offset(cursor)?;
            InitialValue::Address { name, offset }
        }
        None if word.starts_with(|c: char| c.is_ascii_digit()) => {
            return Err(cursor.error(&format!("{word} is no number")));
        }
        None => InitialValue::Address {
            name: word.to_string(),
            offset: offset(cursor)?,
        },
    };
    to.push((*at, bytes, value));
    *at += bytes;
    Ok(())
}

/// A function's head.
#[derive(Debug, Default)]
pub struct Head {
    pub name: String,
    pub entry: bool,
    pub returns: Vec<Declared>,
    pub params: Vec<Declared>,
    pub max_threads: Option<u32>,
    pub max_registers: Option<u32>,
}

/// `tokens` are those before the body's brace, or the semicolon.
pub fn head(tokens: &[Token]) -> Result<Head, ParseError> {
    let mut cursor = Cursor::new(tokens);
    let mut head = Head::default();
    loop {
        match cursor.name()? {
            ".entry" => {
                head.entry = true;
                break;
            }
            ".func" => break,
            _ => {}
        }
    }
    if cursor.take('(') {
        head.returns = parameters(&mut cursor)?;
    }
    head.name = cursor.name()?.to_string();
    if cursor.take('(') {
        head.params = parameters(&mut cursor)?;
    }
    while let Some(token) = cursor.next() {
        match token.name() {
            Some(".maxntid" | ".reqntid") => {
                let mut threads = size(&mut cursor)?;
                while cursor.take(',') {
                    threads = threads.saturating_mul(size(&mut cursor)?);
                }
                head.max_threads = Some(threads as u32);
            }
            Some(".maxnreg") => head.max_registers = Some(size(&mut cursor)? as u32),
            Some(".minnctapersm") => {
                size(&mut cursor)?;
            }
            Some(".noreturn") => {}
            _ => {
                return Err(ParseError::new(
                    token.line,
                    format!("a directive of {} is unknown: {:?}", head.name, token.word),
                ));
            }
        }
    }
    Ok(head)
}

fn parameters(cursor: &mut Cursor) -> Result<Vec<Declared>, ParseError> {
    let mut all = vec![];
    while !cursor.take(')') {
        match cursor.name()? {
            ".param" => all.push(declared(cursor)?),
            other => return Err(cursor.error(&format!("`.param` is missing after {other}"))),
        }
        if !cursor.take(',') {
            cursor.expect(')')?;
            break;
        }
    }
    Ok(all)
}

/// Places parameters behind `end`, which becomes the new end.
pub fn place(declared: &Declared, end: &mut usize) -> ParamSlot {
    let size = (declared.bytes as usize).max(1);
    let offset = end.next_multiple_of((declared.alignment as usize).max(1));
    *end = offset + size;
    ParamSlot { offset, size }
}
