//! Elements that a nest reaches through pointers of its own, as elements of what these are made from.
//!
//! ```text
//! for (i …) {                              for (i …)
//!     const double *row = a + i * n;           for (j …)
//!     for (j …) s += row[j];                       s += a[i * n + j];
//! }
//! ```
//!
//! A pointer that nothing changes is its value, and that is made of variables that stay as they are as long as it is there, or is the pointer to a row (`a[i]`) of a
//! table in which nothing is stored meanwhile. The loops then stand in each other with nothing between them.

use crate::analyse::uses::{self, Uses};
use crate::make::{binary, cast};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, LocalDecl, Stmt, StmtKind, TypeId, UnaryOp, VarId, VisitMut,
};

/// The nest without such pointers, if it has any. `strict`: what is stored through a pointer to numbers changes no pointer.
pub fn nest(unit: &Unit, s: &Stmt, strict: bool) -> Option<Stmt> {
    let may = |s: &Stmt| match &s.kind {
        StmtKind::Decl(all) => all
            .iter()
            .any(|d| unit.types.is_pointer(unit.var(d.var).ty)),
        _ => false,
    };
    if !s.any_stmt(may) {
        return None;
    }
    let mut named = Named {
        unit,
        strict,
        found: false,
    };
    let mut out = s.clone();
    named.visit_stmt(&mut out);
    named.found.then_some(out)
}

/// Where a pointer leads: elements behind the first one of an array, or of what another pointer leads to.
#[derive(Clone)]
struct Place {
    base: Expr,
    behind: Option<Expr>,
}

struct Named<'u> {
    unit: &'u Unit,
    strict: bool,
    found: bool,
}

impl VisitMut for Named<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        if let StmtKind::Block(all) = &mut s.kind {
            let mut at = 0;
            while at < all.len() {
                let (before, scope) = all.split_at_mut(at + 1);
                if let Some(StmtKind::Decl(decls)) = before.last_mut().map(|s| &mut s.kind) {
                    self.take(decls, scope);
                    if decls.is_empty() {
                        all.remove(at);
                        continue;
                    }
                }
                at += 1;
            }
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, _: &mut Expr) {}
}

impl Named<'_> {
    /// Takes pointers out of a declaration, and puts what they lead to in their place in what is behind it.
    fn take(&mut self, decls: &mut Vec<LocalDecl>, scope: &mut [Stmt]) {
        let mut at = 0;
        while at < decls.len() {
            let Some(place) = self.place_of(&decls[at], scope) else {
                at += 1;
                continue;
            };
            let mut replace = Replace {
                unit: self.unit,
                var: decls.remove(at).var,
                place,
            };
            for d in decls.iter_mut().skip(at) {
                replace.visit_decl(d);
            }
            scope.iter_mut().for_each(|s| replace.visit_stmt(s));
            self.found = true;
        }
    }

    /// What a pointer leads to wherever it is named.
    fn place_of(&self, d: &LocalDecl, scope: &[Stmt]) -> Option<Place> {
        let (types, ty) = (&self.unit.types, self.unit.var(d.var).ty);
        if !types.is_pointer(ty) || types.qualifiers(ty).is_volatile || d.is_static {
            return None;
        }
        let place = place(self.unit, d.init.as_ref()?)?;
        let used = uses::of_stmts(self.unit, scope);
        let parts = || std::iter::once(&place.base).chain(&place.behind);
        let fixed = !changes(&used, d.var)
            && parts().all(|e| !e.any_expr(|e| !is_fixed(self.unit, &used, e)));
        let tables = parts().any(|e| e.any_expr(|e| is_row(self.unit, e)));
        if tables && (!self.strict || stores_pointers(self.unit, scope)) {
            return None;
        }
        // Another variable of the name in the scope may be what the name means there.
        let name = |v: VarId| &self.unit.var(v).name;
        let hidden = |e: &Expr| {
            let v = e.variable();
            v.is_some_and(|v| used.declared.iter().any(|w| *w != v && name(*w) == name(v)))
        };
        let elem = |ty: TypeId| types.pointee(ty).map(|to| types.canonical_id(to));
        let same = elem(place.base.ty)? == elem(ty)?;
        (same && fixed && !parts().any(|e| e.any_expr(hidden))).then_some(place)
    }
}

fn changes(used: &Uses, v: VarId) -> bool {
    let found = used.get(v);
    found.is_some_and(|u| u.written.or(u.address).is_some())
}

/// Whether an expression has one value in what uses these variables, and reads no memory for it.
fn is_fixed(unit: &Unit, used: &Uses, e: &Expr) -> bool {
    let types = &unit.types;
    match &e.kind {
        ExprKind::Var(v) => {
            types.is_array(e.ty) || !types.qualifiers(e.ty).is_volatile && !changes(used, *v)
        }
        ExprKind::Index(..) => types.is_array(e.ty) || is_row(unit, e),
        ExprKind::IntLit { .. } | ExprKind::EnumConst { .. } | ExprKind::Cast { .. } => true,
        ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, _) => true,
        ExprKind::Binary(op, ..) => {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
        }
        _ => false,
    }
}

/// Whether an expression is a pointer in a table.
fn is_row(unit: &Unit, e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Index(..)) && unit.types.is_pointer(e.ty)
}

/// Whether statements may change a pointer in memory: by its type, as bytes, or in a function.
fn stores_pointers(unit: &Unit, stmts: &[Stmt]) -> bool {
    let types = &unit.types;
    let stores = |e: &Expr| match (e.assigned(), &e.kind) {
        (Some(to), _) => {
            let bytes = types.size_of(to.ty).is_none_or(|n| n == 1);
            !matches!(to.kind, ExprKind::Var(_)) && (bytes || types.holds_pointer(to.ty))
        }
        (None, ExprKind::Call { .. }) => !unit.effects.only_computes(unit, e.called()),
        _ => false,
    };
    stmts.iter().any(|s| s.any_expr(stores))
}

/// Where an expression of pointers leads.
fn place(unit: &Unit, e: &Expr) -> Option<Place> {
    let types = &unit.types;
    let points = |e: &Expr| types.pointee(e.ty).is_some();
    match &e.kind {
        ExprKind::Cast {
            implicit: true,
            operand,
        } if points(operand) => place(unit, operand),
        ExprKind::Binary(BinaryOp::Add, a, b) if points(a) => {
            Some(further(unit, place(unit, a)?, b))
        }
        ExprKind::Binary(BinaryOp::Add, a, b) if points(b) => {
            Some(further(unit, place(unit, b)?, a))
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) if points(a) && !points(b) => {
            let by = as_long(unit, b);
            let (ty, span) = (by.ty, by.span);
            let by = Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(by)), ty, span);
            Some(further(unit, place(unit, a)?, &by))
        }
        ExprKind::Unary(UnaryOp::AddrOf, of) => match &of.kind {
            ExprKind::Index(base, at) => Some(further(unit, place(unit, base)?, at)),
            _ => None,
        },
        ExprKind::Var(_) | ExprKind::Index(..) if points(e) => Some(Place {
            base: e.clone(),
            behind: None,
        }),
        _ => None,
    }
}

/// So many elements further. What is added to a pointer is as wide as that, whatever its type is.
fn further(unit: &Unit, place: Place, by: &Expr) -> Place {
    let long = unit.types.long();
    let behind = match place.behind {
        None => by.clone(),
        Some(behind) => {
            let both = (as_long(unit, &behind), as_long(unit, by));
            binary(BinaryOp::Add, both.0, both.1, long)
        }
    };
    Place {
        behind: Some(behind),
        ..place
    }
}

fn as_long(unit: &Unit, e: &Expr) -> Expr {
    let long = unit.types.long();
    match unit.types.canonical_id(e.ty) == long {
        true => e.clone(),
        false => cast(false, long, e.clone()),
    }
}

/// Puts what a pointer leads to in its place.
struct Replace<'u> {
    unit: &'u Unit,
    var: VarId,
    place: Place,
}

impl Replace<'_> {
    /// The element that an expression is, if it is one behind the pointer.
    fn element(&self, e: &Expr) -> Option<Expr> {
        let leads = |e: &Expr| e.strip_implicit().is_var(self.var);
        let by = match &e.kind {
            ExprKind::Index(base, at) if leads(base) => Some((**at).clone()),
            ExprKind::Unary(UnaryOp::Deref, of) => match &of.strip_implicit().kind {
                ExprKind::Var(v) if *v == self.var => None,
                ExprKind::Binary(BinaryOp::Add, a, b) if leads(a) => Some((**b).clone()),
                ExprKind::Binary(BinaryOp::Add, a, b) if leads(b) => Some((**a).clone()),
                _ => return None,
            },
            _ => return None,
        };
        let place = match by {
            Some(by) => further(self.unit, self.place.clone(), &by),
            None => self.place.clone(),
        };
        let zero = || crate::make::int(self.unit, 0);
        let at = place.behind.unwrap_or_else(zero);
        let index = ExprKind::Index(Box::new(place.base), Box::new(at));
        Some(Expr::new(index, e.ty, e.span))
    }

    fn value(&self, e: &Expr) -> Expr {
        let base = self.place.base.clone();
        match &self.place.behind {
            Some(behind) => {
                let sum = ExprKind::Binary(BinaryOp::Add, Box::new(base), Box::new(behind.clone()));
                Expr::new(sum, e.ty, e.span)
            }
            None => base,
        }
    }
}

impl VisitMut for Replace<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        // What is known of the one, as an access, holds of the other.
        let id = e.id;
        if let Some(element) = self.element(e) {
            *e = Expr { id, ..element };
        } else if e.is_var(self.var) {
            *e = Expr {
                id,
                ..self.value(e)
            };
            return;
        }
        self.walk_expr(e);
    }
}
