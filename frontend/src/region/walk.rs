//! The order in which C evaluates: every access of a statement or expression, as an event.
//!
//! Other analyses listen to the events; none of them walks expressions on its own.

use super::place::{Place, place};
use super::{BinaryOp, Expr, ExprKind, FunctionId, Stmt, UnaryOp, Unit};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Read,
    Write,
    /// Read, then written: `+=`, `++`.
    Update,
    /// `&x`, or an array handed on as a pointer.
    Address,
}

impl Mode {
    pub fn reads(self) -> bool {
        self != Mode::Write
    }
    pub fn writes(self) -> bool {
        matches!(self, Mode::Write | Mode::Update)
    }
}

/// What happens in an expression.
pub enum Event<'a> {
    /// An access to a place; `place` is `None` where the lvalue has no single root.
    Access {
        mode: Mode,
        lvalue: &'a Expr,
        place: Option<Place<'a>>,
        /// The expression that makes it: `x++` of `x`.
        by: &'a Expr,
    },
    /// A call, after its arguments. `function` is `None` through a pointer.
    Call {
        function: Option<FunctionId>,
        args: &'a [Expr],
        call: &'a Expr,
    },
    /// What follows up to `Join` may not be evaluated.
    Branch,
    /// The end of one alternative and the begin of the other.
    Else,
    Join,
    /// Statements of a statement expression: the listener walks them.
    Stmts(&'a [Stmt]),
}

/// Emits the events of evaluating `e` for its value.
pub fn value<'a>(unit: &Unit, e: &'a Expr, f: &mut dyn FnMut(Event<'a>)) {
    match &e.kind {
        ExprKind::IntLit { .. }
        | ExprKind::FloatLit { .. }
        | ExprKind::CharLit { .. }
        | ExprKind::StringLit { .. }
        | ExprKind::Function(_)
        | ExprKind::EnumConst { .. }
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofType(_)
        | ExprKind::Offsetof { .. } => {}
        ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::Member { .. }
        | ExprKind::Unary(UnaryOp::Deref, _) => {
            // An array as a value is its address.
            let mode = if unit.types.is_array(e.ty) {
                Mode::Address
            } else {
                Mode::Read
            };
            access(unit, e, mode, e, f);
        }
        ExprKind::Unary(UnaryOp::AddrOf, a) => access(unit, a, Mode::Address, e, f),
        ExprKind::Unary(
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
            a,
        ) => access(unit, a, Mode::Update, e, f),
        ExprKind::Unary(_, a) | ExprKind::CompoundLiteral(a) => value(unit, a, f),
        ExprKind::Cast { operand, .. } => value(unit, operand, f),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
            value(unit, a, f);
            f(Event::Branch);
            value(unit, b, f);
            f(Event::Else);
            f(Event::Join);
        }
        ExprKind::Binary(_, a, b) => {
            value(unit, a, f);
            value(unit, b, f);
        }
        ExprKind::Assign(op, to, from) => {
            value(unit, from, f);
            let mode = if op.is_some() {
                Mode::Update
            } else {
                Mode::Write
            };
            access(unit, to, mode, e, f);
        }
        ExprKind::Conditional(c, a, b) => {
            value(unit, c, f);
            f(Event::Branch);
            if let Some(a) = a {
                value(unit, a, f);
            }
            f(Event::Else);
            value(unit, b, f);
            f(Event::Join);
        }
        ExprKind::Call { callee, args } => {
            let function = match &callee.strip_implicit().kind {
                ExprKind::Function(id) => Some(*id),
                _ => None,
            };
            if function.is_none() {
                value(unit, callee, f);
            }
            for a in args {
                value(unit, a, f);
            }
            f(Event::Call {
                function,
                args,
                call: e,
            });
        }
        ExprKind::InitList(items) => {
            for i in items {
                value(unit, &i.value, f);
            }
        }
        ExprKind::StmtExpr(stmts) => f(Event::Stmts(stmts)),
    }
}

/// Emits what finding the lvalue `e` reads (indices, pointers on the way), then the access.
fn access<'a>(unit: &Unit, e: &'a Expr, mode: Mode, by: &'a Expr, f: &mut dyn FnMut(Event<'a>)) {
    inner(unit, e, f);
    match &e.kind {
        ExprKind::Cast {
            implicit: true,
            operand,
        } => return access(unit, operand, mode, by, f),
        ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::Member { .. }
        | ExprKind::Unary(UnaryOp::Deref, _) => {}
        // __real__ z = ..., (a, b), literals: the value's events are all there is.
        _ => {
            if mode.writes()
                && let ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, a) = &e.kind
            {
                return access(unit, a, Mode::Update, by, f);
            }
            return value(unit, e, f);
        }
    }
    f(Event::Access {
        mode,
        lvalue: e,
        place: place(unit, e),
        by,
    });
}

/// The reads that lie inside an lvalue.
fn inner<'a>(unit: &Unit, e: &'a Expr, f: &mut dyn FnMut(Event<'a>)) {
    match &e.kind {
        ExprKind::Index(a, b) => {
            base(unit, a, f);
            base(unit, b, f);
        }
        ExprKind::Unary(UnaryOp::Deref, p) => base(unit, p, f),
        ExprKind::Member {
            base: b,
            arrow: true,
            ..
        } => base(unit, b, f),
        ExprKind::Member {
            base: b,
            arrow: false,
            ..
        } => match b.strip_implicit().kind {
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Unary(UnaryOp::Deref, _) => inner(unit, b, f),
            // A struct that is a value, as a call's result.
            _ => value(unit, b, f),
        },
        _ => {}
    }
}

/// The base of an index: an array lvalue is no access of its own, a pointer is read.
fn base<'a>(unit: &Unit, e: &'a Expr, f: &mut dyn FnMut(Event<'a>)) {
    match &e.kind {
        ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::Member { .. }
        | ExprKind::Unary(UnaryOp::Deref, _)
            if unit.types.is_array(e.ty) =>
        {
            inner(unit, e, f);
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b)
            if unit.types.pointee(e.ty).is_some() =>
        {
            base(unit, a, f);
            base(unit, b, f);
        }
        ExprKind::Unary(UnaryOp::AddrOf, a) => inner(unit, a, f),
        ExprKind::Cast { operand, .. } if unit.types.pointee(e.ty).is_some() => {
            base(unit, operand, f)
        }
        _ => value(unit, e, f),
    }
}
