//! The atomic construct, and the further forms of updates that the analysis makes atomic: `if (e > x) x = e;`, `x = e1 + x + e2`.
//!
//! Where CUDA has a function for the operation and the type, and C's conversions allow it, that function is
//! called. Everything else is a compare-and-swap loop over a lambda that holds C's own expression
//! (part `atomic` of the helper template), for types of 1, 2, 4 and 8 bytes.

use super::writer::Writer;
use accrs_frontend::directive::{AtomicKind, Directive, DirectiveKind, ReductionOp};
use accrs_frontend::region::conditional::is_plain;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprId, ExprKind, FloatKind, IntKind, Stmt, StmtKind, Type, TypeId, Types,
    UnaryOp,
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
    /// `x = e`, where `e` may have `x` in it.
    Set(&'e Expr),
    /// `if (cond) x = e`, with `x` in the condition.
    SetIf(&'e Expr, &'e Expr),
}

impl Writer<'_> {
    pub(super) fn atomic(&mut self, directive: &Directive<Expr>, body: &Stmt) {
        if is_plain(directive) {
            return inside(body).iter().for_each(|s| self.leaf(s));
        }
        let kind = match directive.kind {
            DirectiveKind::Atomic(kind) => kind,
            _ => AtomicKind::Update,
        };
        if let StmtKind::If { cond, then, .. } = &body.kind {
            return self.extremum(body, cond, then);
        }
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
            None => self.refuse_form(body),
        }
    }

    fn refuse_form(&self, body: &Stmt) {
        let message = "this form of an atomic statement is not supported on a device";
        self.p.refuse(body.span, message);
    }

    /// `if (e > x) x = e;`: a plain look first, since what other threads have stored meanwhile can only make the condition false.
    fn extremum(&mut self, body: &Stmt, cond: &Expr, then: &Stmt) {
        let Some(ExprKind::Assign(None, x, value)) = only(then).map(|e| &e.kind) else {
            return self.refuse_form(body);
        };
        let first = self.p.expr(cond);
        let call = self.extreme_value(x, cond, value).or_else(|| {
            let how = How::SetIf(cond, value);
            let gives_new = true;
            self.call(&Update { x, how, gives_new })
        });
        let Some(call) = call else {
            return self.refuse_form(body);
        };
        self.out.open(format!("if ({first}) {{"));
        self.out.line(format!("{call};"));
        self.out.close("}");
    }

    /// A call of CUDA's `atomicMax` or `atomicMin`, where nothing is converted.
    fn extreme_value(&self, x: &Expr, cond: &Expr, value: &Expr) -> Option<String> {
        use BinaryOp::{Ge, Gt, Le, Lt};
        let types = &self.p.unit.types;
        let ExprKind::Binary(op @ (Gt | Ge | Lt | Le), a, b) = &strip(cond).kind else {
            return None;
        };
        let mut all = [strip(a), strip(b), strip(value)].into_iter();
        let own = types.canonical_id(x.ty);
        let other = if x.is_like(a) { b } else { a };
        let one = x.is_like(a) != x.is_like(b) && strip(other).is_like(strip(value));
        if !one || !all.all(|e| types.canonical_id(e.ty) == own) {
            return None;
        }
        let class = ordered_class(types, x.ty)?;
        let name = match x.is_like(a) == matches!(op, Lt | Le) {
            true => "atomicMax",
            false => "atomicMin",
        };
        let (place, value) = (self.place(x, class), self.p.argument(strip(value)));
        Some(format!("{name}({place}, {value})"))
    }

    /// The address of `x`, as one of CUDA's functions for this type takes it.
    fn place(&self, x: &Expr, class: &str) -> String {
        let printed = self.p.operand(x, 15);
        let same = self.p.type_name(self.p.unit.types.canonical_id(x.ty)) == class;
        match same {
            true => format!("&{printed}"),
            false => format!("({class} *)&{printed}"),
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
        if let Some(native) = self.native(u) {
            return Some(native);
        }
        let lambda = self.lambda(u)?;
        Some(format!(
            "accrs_atomic(&{}, {lambda})",
            self.p.operand(u.x, 15)
        ))
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
            How::Set(e) => self.of_old(u.x, &old, e)?,
            How::SetIf(cond, e) => {
                let cond = self.of_old(u.x, &old, cond)?;
                let types = &self.p.unit.types;
                let e = match types.canonical_id(strip(e).ty) == types.canonical_id(u.x.ty) {
                    true => self.p.operand(strip(e), 3),
                    false => format!("({ty}){}", self.p.operand(e, 15)),
                };
                return Some(format!(
                    "[&]({ty} {old}) {{ return {cond} ? {e} : {old}; }}"
                ));
            }
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

    /// An expression in which `x` is the value that a lambda is given under this name.
    fn of_old(&mut self, x: &Expr, old: &str, e: &Expr) -> Option<String> {
        let mut places: Vec<ExprId> = Vec::new();
        e.any_expr(|e| {
            if e.is_like(x) {
                places.push(e.id);
            }
            false
        });
        if places.contains(&ExprId::NONE) {
            return None;
        }
        let named = places.iter().map(|id| (*id, old.to_string()));
        self.p.hoisted.extend(named);
        let printed = self.p.expr(e);
        places.iter().for_each(|id| drop(self.p.hoisted.remove(id)));
        Some(printed)
    }

    /// A call of CUDA's own function, where that computes what C would.
    fn native(&self, u: &Update<'_>) -> Option<String> {
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
        let place = self.place(u.x, class);
        Some(format!("{name}({place}, {value})"))
    }
}

/// CUDA's function that combines a value with one in memory, and the type under which it takes these.
pub(super) fn combining(
    types: &Types,
    op: ReductionOp,
    ty: TypeId,
) -> Option<(&'static str, &'static str)> {
    let name = match op {
        ReductionOp::Add => "atomicAdd",
        ReductionOp::BitAnd => "atomicAnd",
        ReductionOp::BitOr => "atomicOr",
        ReductionOp::BitXor => "atomicXor",
        ReductionOp::Max => return Some(("atomicMax", ordered_class(types, ty)?)),
        ReductionOp::Min => return Some(("atomicMin", ordered_class(types, ty)?)),
        _ => return None,
    };
    Some((name, native_class(types, ty)?))
}

/// The type under which `atomicMax` and `atomicMin` take this one, if they do.
fn ordered_class(types: &Types, ty: TypeId) -> Option<&'static str> {
    match types.canonical(ty) {
        Type::Int(IntKind::Long | IntKind::LongLong) => Some("long long"),
        Type::Float(_) => None,
        _ => native_class(types, ty),
    }
}

/// The type under which CUDA's atomic functions take this one, if they do.
fn native_class(types: &Types, ty: TypeId) -> Option<&'static str> {
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

/// The expression that a statement is, without the blocks around it.
fn only(s: &Stmt) -> Option<&Expr> {
    match &s.kind {
        StmtKind::Expr(e) => Some(strip(e)),
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [one] => only(one),
            _ => None,
        },
        _ => None,
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
