//! Host expressions of clauses and loop heads, as C text.
//!
//! Leaves and calls come from the IR, so that expressions which analysis made or changed are
//! right too; what only text can say (types in casts, compound literals, statement
//! expressions) is taken from the source.

use super::{RenderError, text::one_line};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, FloatKind, IntKind, Type, TypeId, UnaryOp, VarId,
};

/// `e` as a C expression that can stand as any operand: an identifier, a literal, or in
/// parentheses.
pub fn operand(unit: &Unit, e: &Expr) -> Result<String, RenderError> {
    let text = expr(unit, e)?;
    let atom = text
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
    Ok(if atom { text } else { format!("({text})") })
}

/// `e` as C text.
pub fn expr(unit: &Unit, e: &Expr) -> Result<String, RenderError> {
    use ExprKind::*;
    Ok(match &e.kind {
        IntLit { text, value } if text.is_empty() => value.to_string(),
        IntLit { text, .. }
        | FloatLit { text }
        | CharLit { text, .. }
        | StringLit { text }
        | Offsetof { text, .. } => text.clone(),
        Var(v) => variable(unit, *v)?,
        Function(f) => unit.function(*f).name.clone(),
        EnumConst { name, .. } => name.clone(),
        Cast {
            implicit: true,
            operand,
        } => expr(unit, operand)?,
        Unary(op, a) => unary(*op, operand(unit, a)?),
        Binary(op, a, b) => format!(
            "{} {} {}",
            operand(unit, a)?,
            op.symbol(),
            operand(unit, b)?
        ),
        Assign(op, a, b) => format!(
            "{} {}= {}",
            operand(unit, a)?,
            op.map_or("", BinaryOp::symbol),
            operand(unit, b)?
        ),
        Conditional(c, a, b) => {
            let middle = a.as_ref().map(|a| operand(unit, a)).transpose()?;
            format!(
                "{} ? {} : {}",
                operand(unit, c)?,
                middle.unwrap_or_default(),
                operand(unit, b)?
            )
        }
        Call { callee, args } => {
            let args: Result<Vec<_>, _> = args.iter().map(|a| operand(unit, a)).collect();
            format!("{}({})", operand(unit, callee)?, args?.join(", "))
        }
        Index(a, i) => format!("{}[{}]", operand(unit, a)?, expr(unit, i)?),
        Member { base, .. } if unit.types.vector(base.ty).is_some() => operand(unit, base)?,
        Member { base, field, arrow } => {
            let sign = if *arrow { "->" } else { "." };
            format!("{}{sign}{field}", operand(unit, base)?)
        }
        Cast { operand: a, .. } => match type_name(unit, e.ty) {
            Some(ty) => format!("({ty}){}", operand(unit, a)?),
            None => source(unit, e)?,
        },
        SizeofExpr(a) => format!("sizeof {}", operand(unit, a)?),
        SizeofType(ty) if e.span.start == e.span.end => match type_name(unit, *ty) {
            Some(ty) => format!("sizeof({ty})"),
            None => source(unit, e)?,
        },
        SizeofType(_) | AlignofType(_) | CompoundLiteral(_) | InitList(_) | StmtExpr(_) => {
            source(unit, e)?
        }
    })
}

/// The host's text of a variable, which may stand for a member of a struct.
pub fn variable(unit: &Unit, var: VarId) -> Result<String, RenderError> {
    let var = unit.var(var);
    match &var.member {
        Some(of) => expr(unit, &of.value),
        None => Ok(var.name.clone()),
    }
}

fn unary(op: UnaryOp, a: String) -> String {
    use UnaryOp::*;
    match op {
        Plus => format!("+{a}"),
        Minus => format!("-{a}"),
        Not => format!("!{a}"),
        BitNot => format!("~{a}"),
        Deref => format!("*{a}"),
        AddrOf => format!("&{a}"),
        PreInc => format!("++{a}"),
        PreDec => format!("--{a}"),
        PostInc => format!("{a}++"),
        PostDec => format!("{a}--"),
        Real => format!("__real__ {a}"),
        Imag => format!("__imag__ {a}"),
    }
}

/// The user's own text of `e`.
fn source(unit: &Unit, e: &Expr) -> Result<String, RenderError> {
    let text = one_line(unit.source.slice(e.span));
    if text.is_empty() {
        return Err(RenderError::internal("an expression without C text"));
    }
    Ok(text)
}

/// Types that analysis casts to, and named ones.
fn type_name(unit: &Unit, ty: TypeId) -> Option<String> {
    Some(match unit.types.get(ty) {
        Type::Bool => "_Bool".into(),
        Type::Char => "char".into(),
        Type::Int(k) => int_name(*k).into(),
        Type::Float(FloatKind::Float) => "float".into(),
        Type::Float(FloatKind::Double) => "double".into(),
        Type::Float(FloatKind::LongDouble) => "long double".into(),
        Type::Typedef(t) => unit.types.typedefs[t.index()].name.clone(),
        Type::Pointer(to) => match unit.types.get(*to) {
            Type::Void => "void *".into(),
            _ => format!("{} *", type_name(unit, *to)?),
        },
        Type::Qualified(inner, q) if q.is_const && !q.is_volatile && !q.is_restrict => {
            format!("const {}", scalar_name(unit, *inner)?)
        }
        _ => return None,
    })
}

fn scalar_name(unit: &Unit, ty: TypeId) -> Option<String> {
    match unit.types.get(ty) {
        Type::Pointer(_) => None,
        _ => type_name(unit, ty),
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

/// The variable that an lvalue changes when it is assigned: `x`, `x.f`, `x[i]` of an array.
/// `None` where it goes through a pointer.
pub fn changed(unit: &Unit, lvalue: &Expr) -> Option<VarId> {
    match &lvalue.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Member {
            base, arrow: false, ..
        } => changed(unit, base),
        ExprKind::Index(base, _) if unit.types.is_array(base.ty) => changed(unit, base),
        ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, a) => changed(unit, a),
        ExprKind::Cast {
            operand,
            implicit: true,
        } => changed(unit, operand),
        _ => None,
    }
}
