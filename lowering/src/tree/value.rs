//! Values that passes make up: positions of threads, trip counts, predicates. Parentheses are written out as
//! [`Value::Group`], where precedence needs them or a reader would miss them.

use super::sets::Threads;
use crate::plan::Axis;
use accrs_frontend::region::{Expr, TypeId};

/// A type of generated code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// One of C's own, as printed: `unsigned long`.
    Word(&'static str),
    /// One of the unit's types, without qualifiers.
    Of(TypeId),
}

/// An expression of generated code.
#[derive(Clone, Debug)]
pub enum Value {
    /// A variable of generated code.
    Name(String),
    Number(u64),
    /// `{}`: zero, whatever the type.
    Nothing,
    /// An expression of the user's, printed as an operand that binds at least this tightly (`print/expr.rs`); 0 if any will do.
    User(Expr, u8),
    /// A thread's position along axes, the first varying slowest; the flag asks for 64 bits.
    Position(Vec<Axis>, bool),
    /// The position of the block's first thread, in 64 bits.
    FirstPosition(Vec<Axis>),
    /// How many positions there are along axes; the flag asks for 64 bits.
    Places(Vec<Axis>, bool),
    /// Whether the thread is the first along these axes.
    First(Threads),
    /// Whether the block is the first of all.
    FirstBlock,
    /// `a && b && c`
    All(Vec<Value>),
    Not(Box<Value>),
    Binary(Box<Value>, &'static str, Box<Value>),
    /// `c ? a : b`
    Choice(Box<Value>, Box<Value>, Box<Value>),
    Cast(Type, Box<Value>),
    /// In parentheses.
    Group(Box<Value>),
    /// A call of one of the helpers (`templates/cuda/`), with its template arguments and its arguments.
    Call(&'static str, Vec<Argument>, Vec<Value>),
    /// How many bytes of scratch memory a block's areas of constant size take together.
    AreaBytes,
    /// The size of a type in bytes.
    SizeOf(Type),
}

/// A template argument of a helper.
#[derive(Clone, Debug)]
pub enum Argument {
    Word(&'static str),
    Type(Type),
    /// `accrs_x | accrs_y`
    Axes(Threads),
    /// All axes but these: `7 & ~(accrs_x)`, `7` without any.
    Without(Threads),
}

impl Value {
    pub fn name(name: impl Into<String>) -> Self {
        Value::Name(name.into())
    }

    pub fn binary(self, op: &'static str, other: Value) -> Self {
        Value::Binary(Box::new(self), op, Box::new(other))
    }

    pub fn grouped(self) -> Self {
        Value::Group(Box::new(self))
    }

    /// In parentheses unless it is a name or a number.
    pub fn operand(self) -> Self {
        match self {
            Value::Name(_) | Value::Number(_) | Value::Group(_) => self,
            other => other.grouped(),
        }
    }

    pub fn cast(self, word: &'static str) -> Self {
        Value::Cast(Type::Word(word), Box::new(self))
    }

    /// `condition ? self : 0`
    pub fn or_none(self, condition: Value) -> Self {
        Value::Choice(
            Box::new(condition),
            Box::new(self),
            Box::new(Value::Number(0)),
        )
    }

    /// The factors' product.
    pub fn product(factors: impl IntoIterator<Item = Value>) -> Self {
        let product = factors.into_iter().reduce(|a, b| a.binary("*", b));
        product.unwrap_or(Value::Number(1))
    }

    /// The conjunction of these conditions; `None` if there are none.
    pub fn all(mut conditions: Vec<Value>) -> Option<Value> {
        match conditions.len() {
            0 => None,
            1 => conditions.pop(),
            _ => Some(Value::All(conditions)),
        }
    }
}
