//! Forms of C that C++ lacks: statement expressions, `a ?: b`, `++` of a `_Bool`, objects of compound literals.

use crate::print::expr::{CONDITIONAL, PRIMARY, UNARY, has_effects, text};
use crate::print::{Printer, Text};
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Expr, ExprKind, Stmt, StmtKind, Type, TypeId, Types, UnaryOp,
};

impl Printer<'_> {
    /// `({ ...; value; })`
    pub(super) fn statement_expression(&self, e: &Expr, stmts: &[Stmt]) -> Text {
        // This is what `assert` expands to.
        if let [
            Stmt {
                kind:
                    StmtKind::If {
                        cond,
                        then,
                        els: Some(els),
                    },
                ..
            },
        ] = stmts
            && let (StmtKind::Empty, StmtKind::Expr(call)) = (&then.kind, &els.kind)
            && matches!(self.unit.types.canonical(call.ty), Type::Void)
        {
            let (cond, call) = (self.operand(cond, CONDITIONAL + 1), self.argument(call));
            return text(format!("({cond} ? (void)0 : {call})"), PRIMARY);
        }
        let Some(print) = &self.statements else {
            self.refuse(
                e.span,
                "a statement expression can't be used here on a device",
            );
            return text("0", PRIMARY);
        };
        let has_value = !matches!(self.unit.types.canonical(e.ty), Type::Void);
        let ty = self.type_name(self.unqualified(e.ty));
        let body = print(self, stmts, has_value);
        text(format!("[&]() -> {ty} {{\n{body}}}()"), PRIMARY)
    }

    /// `a ?: b`, which must evaluate `a` only once.
    pub(super) fn without_middle(&self, e: &Expr, cond: &Expr, last: &Expr) -> Text {
        let (first, last) = (
            self.operand(cond, CONDITIONAL + 1),
            self.operand(last, CONDITIONAL),
        );
        if !has_effects(cond) {
            return text(format!("{first} ? {first} : {last}"), CONDITIONAL);
        }
        let ty = self.type_name(self.unqualified(e.ty));
        let first = self.argument(cond);
        text(
            format!(
                "[&]() -> {ty} {{ const auto value_ = {first}; return value_ ? value_ : {last}; }}()"
            ),
            PRIMARY,
        )
    }

    /// `++` and `--` of a `_Bool`, which set it and invert it (C11 §6.5.2.4), and of a complex number.
    pub(super) fn odd_step(&self, op: UnaryOp, a: &Expr) -> Text {
        if has_effects(a) {
            self.refuse(
                a.span,
                "'++' and '--' of a _Bool or a complex number whose operand has side effects are not supported on a device",
            );
        }
        let target = self.operand(a, UNARY);
        let up = matches!(op, UnaryOp::PreInc | UnaryOp::PostInc);
        let change = match (self.complex_kind(a.ty), up) {
            (Some(_), true) => format!("{target} += 1"),
            (Some(_), false) => format!("{target} -= 1"),
            (None, true) => format!("{target} = true"),
            (None, false) => format!("{target} = !{target}"),
        };
        if matches!(op, UnaryOp::PreInc | UnaryOp::PreDec) {
            return text(format!("({change})"), PRIMARY);
        }
        text(
            format!("[&] {{ const auto old_ = {target}; {change}; return old_; }}()"),
            PRIMARY,
        )
    }

    /// Whether `++` and `--` wrap at the end of a signed type, as they do for types narrower than `int`, which compute in `int`
    /// and convert. NVRTC (in all versions up to now) assumes that they don't, but handles `+= 1` rightly.
    pub(super) fn wraps(&self, a: &Expr) -> bool {
        let types = &self.unit.types;
        types.is_integer(a.ty)
            && types.size_of(a.ty).is_some_and(|s| s < 4)
            && (!types.is_unsigned(a.ty) || matches!(types.canonical(a.ty), Type::Char))
    }

    pub(super) fn wrapping_step(&self, op: UnaryOp, a: &Expr) -> Text {
        let change = self.plain_step(op, a);
        let back = match op {
            UnaryOp::PostInc => '-',
            UnaryOp::PostDec => '+',
            _ => return text(format!("({change})"), PRIMARY),
        };
        let ty = self.type_name(a.ty);
        text(format!("({ty})(({change}) {back} 1)"), UNARY)
    }

    fn plain_step(&self, op: UnaryOp, a: &Expr) -> String {
        let up = matches!(op, UnaryOp::PreInc | UnaryOp::PostInc);
        let sign = if up { '+' } else { '-' };
        format!("{} {sign}= 1", self.operand(a, UNARY))
    }

    /// `p->data` of a flexible array member, which C++ lacks: a pointer to the memory at its offset.
    pub(super) fn open_member(&self, base: &Expr, field: &str, arrow: bool) -> Option<Text> {
        let types = &self.unit.types;
        let ty = if arrow {
            types.pointee(base.ty)?
        } else {
            base.ty
        };
        let Type::Record(r) = types.canonical(ty) else {
            return None;
        };
        let fields = types.records[r.index()].fields.as_ref()?;
        let f = fields.iter().find(|f| f.name == field)?;
        if !is_open(types, f.ty) {
            return None;
        }
        let element = types.pointee(f.ty)?;
        let pointer = self.declare(element, "*");
        let base = self.operand(base, UNARY);
        let address = if arrow { "" } else { "&" };
        let offset = f.offset_bits / 8;
        let constant = if types.qualifiers(ty).is_const {
            "const "
        } else {
            ""
        };
        Some(text(
            format!("(({constant}{pointer})(({constant}char *){address}{base} + {offset}))"),
            PRIMARY,
        ))
    }

    /// A struct without a size as a part of something: no memory stands for it.
    pub(super) fn sizeless(&self, e: &Expr) -> Option<Text> {
        let types = &self.unit.types;
        let part = matches!(
            e.kind,
            ExprKind::Member { .. } | ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
        );
        if !part || !has_no_size(types, e.ty) {
            return None;
        }
        let Type::Record(r) = types.canonical(e.ty) else {
            self.refuse(e.span, NO_ADDRESS);
            return Some(text("0", PRIMARY));
        };
        if has_effects(e) {
            self.refuse(e.span, NO_ADDRESS);
        }
        self.record_name(*r);
        Some(text(format!("{}{{}}", self.record_tag(*r).1), PRIMARY))
    }

    /// An expression whose value is not used, so that `flag++` may be printed as `++flag`.
    pub(crate) fn discarded(&self, e: &Expr) -> String {
        if let ExprKind::Unary(op @ (UnaryOp::PostInc | UnaryOp::PostDec), a) = &e.kind
            && let Type::Bool | Type::Complex(_) = self.unit.types.canonical(a.ty)
        {
            let op = match op {
                UnaryOp::PostInc => UnaryOp::PreInc,
                _ => UnaryOp::PreDec,
            };
            return self.odd_step(op, a).s;
        }
        if let ExprKind::Unary(op, a) = &e.kind
            && crate::print::expr::is_step(*op)
            && self.wraps(a)
        {
            return self.plain_step(*op, a);
        }
        self.forget(e);
        self.expr(e)
    }

    /// Notes the calls whose values are not used if that of `e` isn't.
    pub(crate) fn forget(&self, e: &Expr) {
        match &e.kind {
            ExprKind::Call { .. } => {
                self.unread.borrow_mut().insert(e.id);
            }
            ExprKind::Binary(BinaryOp::Comma, a, b) => {
                self.forget(a);
                self.forget(b);
            }
            ExprKind::Conditional(_, then, els) => {
                if let Some(then) = then {
                    self.forget(then);
                }
                self.forget(els);
            }
            ExprKind::Cast { operand, .. } => self.forget(operand),
            _ => {}
        }
    }

    /// The object of a compound literal that is an array, or whose address is taken. C lets it live as long as the block around
    /// it, so it becomes a variable, which is assigned where the literal is.
    pub(super) fn literal_object(&self, e: &Expr, init: &Expr) -> Text {
        if self.before.borrow().is_none() {
            self.refuse(
                e.span,
                "a compound literal that is an array, or whose address is taken, is not supported here on a device: make it a variable",
            );
            return text("0", PRIMARY);
        }
        let number = self.literals.get() + 1;
        self.literals.set(number);
        let name = format!("accrs_literal_{number}");
        let ty = self.unqualified(e.ty);
        let is_array = self.unit.types.is_array(e.ty);
        let (declared, value) = if is_array {
            self.helper("array");
            let array = format!("accrs_array<{}>", self.mutable_array(e.ty));
            let value = format!("{array}{{{}}}", self.argument(init));
            (format!("{array} {name};"), value)
        } else {
            let declared = format!("{};", self.declare(ty, &name));
            (declared, self.literal_value(e, init).s)
        };
        if let Some(lines) = self.before.borrow_mut().as_mut() {
            lines.push(format!("[[maybe_unused]] {declared}")); // NVRTC sees no use in an assignment
            if self.checks.is_some() {
                lines.push(format!("__accrs_check_fresh(&{name}, sizeof({name}), 1);"));
            }
        }
        let made = format!("({name} = {value})");
        text(
            if is_array {
                format!("{made}.elements")
            } else {
                made
            },
            PRIMARY,
        )
    }
}

/// Whether a member's type is an array without elements: `[]`, or GNU's `[0]`.
pub(super) const NO_ADDRESS: &str =
    "the place of a struct without members in a struct or an array is not supported on a device";

/// Whether it is a struct without members, or is made of such: GNU C gives it no size, C++ does.
pub(crate) fn has_no_size(types: &Types, ty: TypeId) -> bool {
    types.is_record(types.innermost(ty)) && types.size_of(ty) == Some(0)
}

pub(crate) fn is_open(types: &Types, ty: TypeId) -> bool {
    matches!(
        types.canonical(ty),
        Type::Array(_, ArrayLen::Unknown | ArrayLen::Fixed(0))
    )
}
