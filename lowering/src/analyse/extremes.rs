//! What a recognised minimum or maximum of floating-point numbers does with NaN and with equal numbers, that is with zeros of both signs.
//!
//! A comparison with NaN is false. `if (e > m) m = e` never takes one and never lets go of one, so iterations may be combined by the
//! same comparison. `m = m > e ? m : e` takes each NaN, and the next number takes its place: the result is that of the numbers behind
//! the last NaN, which no order but the loop's own gives. `fmax` gives a number wherever there is one. Which of two equal values
//! stays is seen on zeros alone. Between what was there before the loop and what the loop brings it is the comparison's choice;
//! among the loop's own zeros of both signs it is open, as the rounding of sums is.

use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, UnaryOp};

/// An operator by which iterations accumulate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combining {
    pub op: ReductionOp,
    pub extreme: Extreme,
}

/// How two values become one, of which the first was there before. `last`: of equal ones the second stays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Extreme {
    /// Nobody sees it: of integers, of what a clause reduces, or where the host compiler's options say so.
    #[default]
    Open,
    /// By a comparison that holds if the second is taken.
    Compared { last: bool },
    /// A number takes the place of NaN; otherwise as before.
    Number { last: bool },
    /// The second is taken unless a comparison holds, so NaN is.
    Takes,
}

impl From<ReductionOp> for Combining {
    fn from(op: ReductionOp) -> Self {
        let extreme = Extreme::Open;
        Self { op, extreme }
    }
}

impl Combining {
    /// Whether any order of iterations gives what theirs does.
    pub fn is_free(self) -> bool {
        self.extreme != Extreme::Takes
    }
}

impl Extreme {
    /// Of a comparison: `takes`: it is false where `e` is taken; `last`: of equal values `e` is taken.
    pub fn compared(unit: &Unit, takes: bool, last: bool, e: &Expr) -> Self {
        let last = last && unit.signed_zeros;
        match (unit.finite_math, takes) {
            (true, _) if !unit.signed_zeros => Extreme::Open,
            (true, _) | (false, false) => Extreme::Compared { last },
            (false, true) if is_number(unit, e) => Extreme::Number { last },
            (false, true) => Extreme::Takes,
        }
    }

    /// Of `fmax` and `fmin`, which may give either of two zeros.
    pub fn of_library(unit: &Unit) -> Self {
        match unit.finite_math {
            true => Extreme::Open,
            false => Extreme::Number { last: false },
        }
    }

    /// Of two steps in one.
    pub fn and(self, other: Extreme) -> Self {
        match self == other {
            true => self,
            false => Extreme::Takes,
        }
    }
}

/// Whether a value is surely not NaN: integers, constants, and one operation with these that doesn't divide.
fn is_number(unit: &Unit, e: &Expr) -> bool {
    let e = without_casts(e);
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            is_finite(unit, a) && is_finite(unit, b)
        }
        _ => is_finite(unit, e),
    }
}

fn is_finite(unit: &Unit, e: &Expr) -> bool {
    let e = without_casts(e);
    match &e.kind {
        ExprKind::FloatLit { .. } => true,
        ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, of) => is_finite(unit, of),
        _ => unit.types.is_integer(e.ty),
    }
}

fn without_casts(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast { operand, .. } => without_casts(operand),
        _ => e,
    }
}
