//! C's expressions.

use super::{ExprId, FunctionId, Stmt, TypeId, VarId};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Expr {
    pub id: ExprId,
    pub kind: ExprKind,
    /// The expression's own C type; lvalues keep their qualifiers.
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// As written, suffix included; `value` is what it means.
    IntLit {
        value: u128,
        text: String,
    },
    FloatLit {
        text: String,
    },
    CharLit {
        value: i64,
        text: String,
    },
    /// One or several adjacent literals, as written.
    StringLit {
        text: String,
    },
    Var(VarId),
    Function(FunctionId),
    EnumConst {
        name: String,
        value: i128,
    },
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `=` when the operator is `None`, else compound.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `a ? b : c`; `a ?: c` has no middle.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    Call {
        callee: Box<Expr>,
        args: Vec<Expr>,
    },
    Index(Box<Expr>, Box<Expr>),
    /// `base.field`, or `base->field` with `arrow`.
    Member {
        base: Box<Expr>,
        field: String,
        arrow: bool,
    },
    /// To [`Expr::ty`].
    Cast {
        implicit: bool,
        operand: Box<Expr>,
    },
    SizeofExpr(Box<Expr>),
    SizeofType(TypeId),
    AlignofType(TypeId),
    /// `(T){ ... }`
    CompoundLiteral(Box<Expr>),
    InitList(Vec<InitItem>),
    /// `({ ...; value; })`
    StmtExpr(Vec<Stmt>),
    /// `__builtin_offsetof(T, a.b[2])`, already a number; `text` as written.
    Offsetof {
        value: u64,
        text: String,
    },
}

#[derive(Clone, Debug)]
pub struct InitItem {
    pub designators: Vec<Designator>,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub enum Designator {
    Field(String),
    Index(Expr),
    /// GNU `[a ... b]`
    Range(Expr, Expr),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    AddrOf,
    PreInc,
    PreDec,
    PostInc,
    PostDec,
    /// GNU `__real__`, `__imag__`
    Real,
    Imag,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

impl UnaryOp {
    /// `++` and `--`
    pub fn is_step(self) -> bool {
        matches!(
            self,
            Self::PreInc | Self::PreDec | Self::PostInc | Self::PostDec
        )
    }
}

impl BinaryOp {
    /// C's spelling.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Lt => "<",
            Self::Gt => ">",
            Self::Le => "<=",
            Self::Ge => ">=",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
            Self::And => "&&",
            Self::Or => "||",
            Self::Comma => ",",
        }
    }
}

impl Expr {
    /// An expression that no unit holds yet.
    pub fn new(kind: ExprKind, ty: TypeId, span: Span) -> Self {
        let id = ExprId::NONE;
        Self { id, kind, ty, span }
    }

    /// The variable that this is, looked at through implicit casts.
    pub fn variable(&self) -> Option<VarId> {
        match self.strip_implicit().kind {
            ExprKind::Var(v) => Some(v),
            _ => None,
        }
    }

    /// The function that a call calls by its name.
    pub fn called(&self) -> Option<FunctionId> {
        let ExprKind::Call { callee, .. } = &self.kind else {
            return None;
        };
        match callee.strip_implicit().kind {
            ExprKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The lvalue that this operator gives a value: of assignments, `++` and `--`.
    pub fn assigned(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Assign(_, to, _) => Some(to),
            ExprKind::Unary(op, to) if op.is_step() => Some(to),
            _ => None,
        }
    }

    /// Likewise, or the one whose address it takes.
    pub fn assigned_or_handed_on(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Unary(UnaryOp::AddrOf, of) => Some(of),
            _ => self.assigned(),
        }
    }

    /// Through implicit casts.
    pub fn strip_implicit(&self) -> &Expr {
        match &self.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } => operand.strip_implicit(),
            _ => self,
        }
    }

    /// The integer that this literally is (through casts and unary minus), if it is one.
    pub fn int_value(&self) -> Option<i128> {
        match &self.kind {
            ExprKind::IntLit { value, .. } => i128::try_from(*value).ok(),
            ExprKind::CharLit { value, .. } => Some(i128::from(*value)),
            ExprKind::EnumConst { value, .. } => Some(*value),
            ExprKind::Cast {
                operand,
                implicit: true,
            } => operand.int_value(),
            ExprKind::Unary(UnaryOp::Minus, a) => a.int_value()?.checked_neg(),
            ExprKind::Unary(UnaryOp::Plus, a) => a.int_value(),
            _ => None,
        }
    }

    /// Whether two expressions are written alike, but for what C adds silently, and do nothing but compute: both have one value,
    /// or are one place, where nothing is changed in between.
    pub fn is_like(&self, other: &Expr) -> bool {
        use ExprKind::*;
        let (a, b) = (self.strip_implicit(), other.strip_implicit());
        match (&a.kind, &b.kind) {
            (FloatLit { text: x }, FloatLit { text: y }) => x == y,
            (Var(x), Var(y)) => x == y,
            (Function(x), Function(y)) => x == y,
            (Unary(o, x), Unary(q, y)) => o == q && !o.is_step() && x.is_like(y),
            (Binary(o, x1, x2), Binary(q, y1, y2)) => o == q && x1.is_like(y1) && x2.is_like(y2),
            (Index(x1, x2), Index(y1, y2)) => x1.is_like(y1) && x2.is_like(y2),
            (Conditional(x1, Some(x2), x3), Conditional(y1, Some(y2), y3)) => {
                x1.is_like(y1) && x2.is_like(y2) && x3.is_like(y3)
            }
            (
                Member {
                    base: x,
                    field: f,
                    arrow: p,
                },
                Member {
                    base: y,
                    field: g,
                    arrow: q,
                },
            ) => f == g && p == q && x.is_like(y),
            (Cast { operand: x, .. }, Cast { operand: y, .. }) => a.ty == b.ty && x.is_like(y),
            (SizeofType(x), SizeofType(y)) => x == y,
            // Pure functions called alike: fabs(x).
            (Call { callee: c, args: x }, Call { callee: d, args: y }) => {
                c.is_like(d) && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.is_like(y))
            }
            _ => a.int_value().is_some() && a.int_value() == b.int_value(),
        }
    }
}

/// The value of a constant integer expression.
pub fn constant(e: &Expr) -> Option<i128> {
    match &e.kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                BinaryOp::Mul => a.checked_mul(b),
                BinaryOp::Div => a.checked_div(b),
                BinaryOp::Rem => a.checked_rem(b),
                BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?),
                BinaryOp::Shr => a.checked_shr(u32::try_from(b).ok()?),
                BinaryOp::BitAnd => Some(a & b),
                BinaryOp::BitOr => Some(a | b),
                BinaryOp::BitXor => Some(a ^ b),
                _ => None,
            }
        }
        ExprKind::Unary(UnaryOp::Minus, a) => constant(a)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, a) => constant(a),
        ExprKind::Cast { operand, .. } => constant(operand),
        _ => e.int_value(),
    }
}
