//! Which expressions are objects that an access reads or writes.

use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::private::OWN;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Type, TypeId, UnaryOp};

/// Whether a variable is the compiler's own. A copy of the user's by a `firstprivate` clause is none.
pub fn is_made(name: &str) -> bool {
    name.starts_with("accrs_") && !name.starts_with(OWN)
}

/// Whether a place lies in its root, or in the object that this points to.
pub fn near(unit: &Unit, e: &Expr) -> bool {
    rough_place(unit, e).is_some_and(|p| p.is_near())
}

/// Whether the lvalue is an object with an address of its own that one access reads or writes.
pub fn is_object(unit: &Unit, e: &Expr) -> bool {
    let types = &unit.types;
    let odd = |ty: TypeId| {
        matches!(
            types.canonical(ty),
            Type::Array(..) | Type::Void | Type::Function { .. }
        )
    };
    if odd(e.ty) || types.size_of(e.ty).is_none_or(|n| n == 0) {
        return false;
    }
    match &e.kind {
        // A private section is an array under the name of a pointer; an array parameter is a pointer that nobody changes.
        ExprKind::Var(v) => !types.is_array(unit.var(*v).ty),
        _ => !in_value(unit, e),
    }
}

/// Whether a place lies in a value that no variable holds: what a function returns, a literal. Nobody else can reach that.
fn in_value(unit: &Unit, e: &Expr) -> bool {
    let of_array = |a: &Expr| {
        let a = a.strip_implicit();
        unit.types.is_array(a.ty) && in_value(unit, a)
    };
    match &e.strip_implicit().kind {
        ExprKind::Member { base, arrow, .. } => !arrow && in_value(unit, base),
        ExprKind::Index(a, i) => of_array(a) || of_array(i),
        ExprKind::Unary(UnaryOp::Deref, a) => of_array(a),
        ExprKind::Call { .. }
        | ExprKind::CompoundLiteral(_)
        | ExprKind::StmtExpr(_)
        | ExprKind::Conditional(..)
        | ExprKind::Binary(BinaryOp::Comma, ..)
        | ExprKind::Assign(..) => true,
        _ => false,
    }
}

/// The bytes of a record that a bit-field shares with its neighbours, which C takes for one object in memory: where they begin, and
/// how many there are. None for what is no bit-field.
pub fn bit_field(unit: &Unit, e: &Expr) -> Option<(u64, u64)> {
    let ExprKind::Member { base, field, .. } = &e.kind else {
        return None;
    };
    let record = unit.types.pointee(base.ty).unwrap_or(base.ty);
    run_of(unit, record, field, 0)
}

fn run_of(unit: &Unit, record: TypeId, name: &str, at: u64) -> Option<(u64, u64)> {
    let Type::Record(id) = unit.types.canonical(record) else {
        return None;
    };
    let record = &unit.types.records[id.index()];
    let fields = record.fields.as_deref()?;
    let mut run: Option<(u64, u64)> = None;
    let mut found = false;
    for f in fields {
        let begins = at + f.offset_bits;
        match f.bit_width {
            // A width of 0 ends a run.
            _ if found && record.is_union => break,
            Some(0) | None if found => break,
            Some(0) | None => run = None,
            Some(_) if record.is_union && f.name != name => {}
            Some(width) => {
                let end = begins + u64::from(width);
                run = Some(run.map_or((begins, end), |(from, to)| (from.min(begins), to.max(end))));
                found |= f.name == name;
            }
        }
        if f.bit_width.is_none() && f.name.is_empty() {
            let inner = run_of(unit, f.ty, name, begins);
            if inner.is_some() {
                return inner;
            }
        }
    }
    let (from, to) = run.filter(|_| found)?;
    Some((from / 8, to.div_ceil(8) - from / 8))
}
