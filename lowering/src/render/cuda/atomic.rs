//! The atomic construct.
//!
//! Where CUDA has a function for the operation and the type, and C's conversions allow it, that function is
//! called. Everything else is a compare-and-swap loop over a lambda that holds C's own expression
//! (part `atomic` of the helper template), for types of 1, 2, 4 and 8 bytes.

use super::writer::Writer;
use accrs_frontend::directive::{AtomicKind, Directive, DirectiveKind};
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, FloatKind, IntKind, Stmt, StmtKind, Type, TypeId, UnaryOp,
};

/// `x = x op e`, in one of its spellings.
struct Update<'e> {
    x: &'e Expr,
    how: How<'e>,
    /// The expression's value is the new one (`++x`, `x += 1`), not the old one (`x++`).
    gives_new: bool,
}

enum How<'e> {
    /// `x = x op e`; `swapped`: `x = e op x`.
    Op {
        op: BinaryOp,
        e: Option<&'e Expr>,
        swapped: bool,
    },
    /// `x = e`
    Set(&'e Expr),
}

impl Writer<'_> {
    pub(super) fn atomic(&mut self, directive: &Directive<Expr>, body: &Stmt) {
        let kind = match directive.kind {
            DirectiveKind::Atomic(kind) => kind,
            _ => AtomicKind::Update,
        };
        let stmts: Vec<&Expr> = inside(body)
            .iter()
            .filter_map(|s| match &s.kind {
                StmtKind::Expr(e) => Some(e),
                _ => None,
            })
            .collect();
        let done = match (kind, stmts.as_slice()) {
            (AtomicKind::Read, [e]) => self.read(e),
            (AtomicKind::Write, [e]) => self.write(e),
            (AtomicKind::Update, [e]) => self.update_statement(e),
            (AtomicKind::Capture, [e]) => self.capture_one(e),
            (AtomicKind::Capture, [a, b]) => self.capture_two(a, b),
            _ => None,
        };
        match done {
            Some(line) => self.out.line(line),
            None => self.p.refuse(
                body.span,
                "this form of an atomic statement is not supported on a device",
            ),
        }
    }

    fn read(&mut self, e: &Expr) -> Option<String> {
        let ExprKind::Assign(None, v, x) = &strip(e).kind else {
            return None;
        };
        self.p.helper("atomic_access");
        Some(format!(
            "{} = accrs_atomic_read(&{});",
            self.p.operand(v, 15),
            self.p.operand(strip(x), 15)
        ))
    }

    fn write(&mut self, e: &Expr) -> Option<String> {
        let ExprKind::Assign(None, x, value) = &strip(e).kind else {
            return None;
        };
        self.p.helper("atomic_access");
        let ty = self.p.type_name(self.p.unqualified(x.ty));
        Some(format!(
            "accrs_atomic_write<{ty}>(&{}, {});",
            self.p.operand(x, 15),
            self.p.argument(value)
        ))
    }

    fn update_statement(&mut self, e: &Expr) -> Option<String> {
        let update = parse(e)?;
        let call = self.call(&update)?;
        Some(format!("{call};"))
    }

    /// `v = x += e;`, `v = x++;`
    fn capture_one(&mut self, e: &Expr) -> Option<String> {
        let ExprKind::Assign(None, v, value) = &strip(e).kind else {
            return None;
        };
        let update = parse(strip(value))?;
        let call = if update.gives_new {
            self.new_value(&update)?
        } else {
            self.call(&update)?
        };
        Some(format!("{} = {call};", self.p.operand(v, 15)))
    }

    /// `{ v = x; x op= e; }` and `{ x op= e; v = x; }`
    fn capture_two(&mut self, a: &Expr, b: &Expr) -> Option<String> {
        fn read(s: &Expr) -> Option<(&Expr, &Expr)> {
            match &strip(s).kind {
                ExprKind::Assign(None, v, x) => Some((v, strip(x))),
                _ => None,
            }
        }
        if let (Some((v, x)), Some(update)) = (read(a), parse(b))
            && x.is_like(update.x)
        {
            let v = self.p.operand(v, 15);
            let call = self.call(&update)?;
            return Some(format!("{v} = {call};"));
        }
        let update = parse(a)?;
        let (v, x) = read(b)?;
        if !x.is_like(update.x) {
            return None;
        }
        let v = self.p.operand(v, 15);
        let call = self.new_value(&update)?;
        Some(format!("{v} = {call};"))
    }

    /// A call that makes the update and returns the old value.
    fn call(&mut self, u: &Update<'_>) -> Option<String> {
        let x = self.p.operand(u.x, 15);
        if let Some(native) = self.native(u, &x) {
            return Some(native);
        }
        let lambda = self.lambda(u)?;
        Some(format!("accrs_atomic(&{x}, {lambda})"))
    }

    fn new_value(&mut self, u: &Update<'_>) -> Option<String> {
        let lambda = self.lambda(u)?;
        Some(format!(
            "accrs_atomic_new(&{}, {lambda})",
            self.p.operand(u.x, 15)
        ))
    }

    /// A lambda with C's own expression, which computes the new value from the old one.
    fn lambda(&mut self, u: &Update<'_>) -> Option<String> {
        self.p.helper("atomic");
        let size = self.p.unit.types.size_of(u.x.ty)?;
        if !matches!(size, 1 | 2 | 4 | 8)
            || matches!(
                self.p.unit.types.canonical(u.x.ty),
                Type::Complex(_) | Type::Record(_)
            )
        {
            self.p
                .refuse_type("an atomic update of this type is not supported on a device");
        }
        let ty = self.p.type_name(self.p.unqualified(u.x.ty));
        let old = self.names.unique("old");
        let value = match &u.how {
            How::Set(e) => self.p.expr(e),
            How::Op { op, e, swapped } => {
                let e = e.map_or("1".to_string(), |e| self.p.operand(e, 16));
                if *swapped {
                    format!("{e} {} {old}", op.symbol())
                } else {
                    format!("{old} {} {e}", op.symbol())
                }
            }
        };
        Some(format!("[&]({ty} {old}) {{ return ({ty})({value}); }}"))
    }

    /// A call of CUDA's own function, where that computes what C would.
    fn native(&self, u: &Update<'_>, x: &str) -> Option<String> {
        let How::Op { op, e, swapped } = &u.how else {
            return None;
        };
        let class = native_class(&self.p.unit.types, u.x.ty)?;
        let float = class == "float" || class == "double";
        if let Some(e) = e {
            let types = &self.p.unit.types;
            // This is the value before C converts it to the common type.
            let value = e.strip_implicit();
            let exact = if float {
                types.size_of(value.ty) <= types.size_of(u.x.ty)
                    && (types.is_floating(value.ty) || value.int_value().is_some())
            } else {
                types.is_integer(value.ty) && types.is_integer(e.ty)
            };
            if !exact {
                return None;
            }
        }
        let wide = !float && self.p.unit.types.size_of(u.x.ty) == Some(8);
        let name = match (op, swapped) {
            (BinaryOp::Add, _) => "atomicAdd",
            (BinaryOp::Sub, false) if !float && !wide => "atomicSub",
            (BinaryOp::Sub, false) => "atomicAdd",
            (BinaryOp::BitAnd, _) if !float => "atomicAnd",
            (BinaryOp::BitOr, _) if !float => "atomicOr",
            (BinaryOp::BitXor, _) if !float => "atomicXor",
            _ => return None,
        };
        let mut value = e.map_or("1".to_string(), |e| self.p.argument(e.strip_implicit()));
        if *op == BinaryOp::Sub && name == "atomicAdd" {
            value = format!("-({class})({value})");
        } else if wide || float {
            value = format!("({class})({value})");
        }
        let same = self.p.type_name(self.p.unit.types.canonical_id(u.x.ty)) == class;
        let place = if same {
            format!("&{x}")
        } else {
            format!("({class} *)&{x}")
        };
        Some(format!("{name}({place}, {value})"))
    }
}

/// The type under which CUDA's atomic functions take this one, if they do.
fn native_class(types: &accrs_frontend::region::Types, ty: TypeId) -> Option<&'static str> {
    Some(match types.canonical(ty) {
        Type::Int(IntKind::Int) => "int",
        Type::Int(IntKind::UInt) => "unsigned",
        Type::Int(IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong) => {
            "unsigned long long"
        }
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        _ => return None,
    })
}

fn inside(s: &Stmt) -> &[Stmt] {
    match &s.kind {
        StmtKind::Block(stmts) => stmts,
        _ => std::slice::from_ref(s),
    }
}

fn strip(e: &Expr) -> &Expr {
    e.strip_implicit()
}

fn parse(e: &Expr) -> Option<Update<'_>> {
    match &strip(e).kind {
        ExprKind::Unary(op, x) => {
            let (op, gives_new) = match op {
                UnaryOp::PreInc => (BinaryOp::Add, true),
                UnaryOp::PostInc => (BinaryOp::Add, false),
                UnaryOp::PreDec => (BinaryOp::Sub, true),
                UnaryOp::PostDec => (BinaryOp::Sub, false),
                _ => return None,
            };
            Some(Update {
                x: strip(x),
                how: How::Op {
                    op,
                    e: None,
                    swapped: false,
                },
                gives_new,
            })
        }
        ExprKind::Assign(Some(op), x, e) => Some(Update {
            x: strip(x),
            how: How::Op {
                op: *op,
                e: Some(e),
                swapped: false,
            },
            gives_new: true,
        }),
        ExprKind::Assign(None, x, value) => {
            let x = strip(x);
            let how = match &strip(value).kind {
                ExprKind::Binary(op, a, b) if x.is_like(a) => How::Op {
                    op: *op,
                    e: Some(b),
                    swapped: false,
                },
                ExprKind::Binary(op, a, b) if x.is_like(b) => How::Op {
                    op: *op,
                    e: Some(a),
                    swapped: true,
                },
                _ => How::Set(value),
            };
            Some(Update {
                x,
                how,
                gives_new: true,
            })
        }
        _ => None,
    }
}
