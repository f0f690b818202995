//! Integers in memory that a piece of code reads and leaves alone: `p->nx`, `dims[0]`, `*n`. They are unknowns like variables that don't change.
//! What the code stores can't be one of them, by C's rule of effective types.

use super::alias;
use super::walk::{Event, value};
use accrs_frontend::Unit;
use accrs_frontend::region::host::loops::Stored;
use accrs_frontend::region::{Expr, ExprKind, Stmt, Type, TypeId, UnaryOp, VarId, Visit};

/// The types of what a piece of code stores in memory; `None`: functions that it calls may store anything.
pub struct Stores(Option<Vec<Stored>>);

impl Stores {
    pub fn of(unit: &Unit, code: &[&Stmt]) -> Self {
        let mut search = Search {
            unit,
            found: Some(Vec::new()),
        };
        code.iter().for_each(|s| search.visit_stmt(s));
        Stores(search.found)
    }

    /// The variable that leads to an integer in memory which stays as it is, by one pointer at most. `stays`: variables that do.
    pub fn root(&self, unit: &Unit, e: &Expr, stays: &dyn Fn(VarId) -> bool) -> Option<VarId> {
        let plain = unit.types.is_integer(e.ty) && !unit.types.qualifiers(e.ty).is_volatile;
        place(unit, e, stays).filter(|_| plain && self.leave(unit, e.ty))
    }

    /// Whether an object of this type stays as it is.
    fn leave(&self, unit: &Unit, ty: TypeId) -> bool {
        let own = alias::stored(unit, ty);
        let apart = |s: &Stored| unit.strict_aliasing && s.differs(own);
        self.0.as_ref().is_some_and(|all| all.iter().all(apart))
    }
}

struct Search<'u> {
    unit: &'u Unit,
    found: Option<Vec<Stored>>,
}

impl<'s> Visit<'s> for Search<'_> {
    fn visit_expr(&mut self, e: &'s Expr) {
        let unit = self.unit;
        value(unit, e, &mut |event| match event {
            Event::Access { mode, lvalue, .. } => {
                if mode.writes() && lvalue.variable().is_none() {
                    let stored = alias::stored(unit, lvalue.ty);
                    self.found.iter_mut().for_each(|all| all.push(stored));
                }
            }
            Event::Call { function, .. } => {
                if !unit.effects.only_computes(unit, function) {
                    self.found = None;
                }
            }
            Event::Stmts(stmts) => stmts.iter().for_each(|s| self.visit_stmt(s)),
            Event::Branch | Event::Else | Event::Join => {}
        });
    }
}

/// The variable that a place lies in, or behind.
fn place(unit: &Unit, e: &Expr, stays: &dyn Fn(VarId) -> bool) -> Option<VarId> {
    let types = &unit.types;
    let pointer = |p: &Expr| {
        let p = p.strip_implicit();
        match types.is_array(p.ty) {
            true => place(unit, p, stays),
            false => p.variable().filter(|v| stays(*v)),
        }
    };
    match &e.kind {
        ExprKind::Var(v) => stays(*v).then_some(*v),
        ExprKind::Member { base, arrow, .. } => {
            let record = match arrow {
                true => types.pointee(base.ty)?,
                false => base.ty,
            };
            let Type::Record(id) = types.canonical(record) else {
                return None;
            };
            match (types.records[id.index()].is_union, arrow) {
                (true, _) => None,
                (false, true) => pointer(base),
                (false, false) => place(unit, base, stays),
            }
        }
        ExprKind::Unary(UnaryOp::Deref, p) => pointer(p),
        ExprKind::Index(p, at) if at.int_value().is_some() => pointer(p),
        _ => None,
    }
}
