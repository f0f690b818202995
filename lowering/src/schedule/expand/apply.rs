//! The statements in which iterations have arrays for themselves.

use super::Target;
use super::find::{Owning, Stored};
use crate::tree::shift::Shift;
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Canonical, Expanded, Expr, ExprKind, For, LocalDecl, LoopId, Stmt,
    StmtKind, Storage, Type, TypeId, UnaryOp, Unit, VarId, VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::IndexMap;

/// Rewrites what constructs have instead of their text.
pub fn apply(target: Target, unit: &mut Unit, all: &[Owning]) {
    for i in 0..unit.constructs.len() {
        let id = unit.constructs[i].id;
        let mine: Vec<&Owning> = all.iter().filter(|o| o.construct == id).collect();
        if mine.is_empty() {
            continue;
        }
        let Some(mut members) = unit.constructs[i].for_devices() else {
            continue;
        };
        for o in mine {
            let own = declare(target, unit, o.var);
            let stores = o.stores.iter().map(|s| nest(unit, s, (o.var, own)));
            let stores = stores.collect();
            let mut own = Own {
                of: o,
                own,
                ty: unit.var(own).ty,
                stores,
                unit,
                heads: Vec::new(),
            };
            members.body.iter_mut().for_each(|s| own.visit_stmt(s));
            members.arrays.extend(o.loops.iter().map(|l| Expanded {
                id: *l,
                var: o.var,
                alone: o.others.is_empty(),
                on_cores: target == Target::Cores,
            }));
        }
        unit.ids.renew(&mut members.body);
        unit.constructs[i].members = Some(members);
    }
}

/// An iteration's array. That of the cores is in no text.
fn declare(target: Target, unit: &mut Unit, var: VarId) -> VarId {
    let v = unit.var(var);
    let (span, mut ty) = (v.span, unit.types.canonical_id(v.ty));
    let stem = match target {
        Target::Device => format!("{}_own", v.name),
        Target::Cores => format!("{}_of_thread", v.name),
    };
    if unit.types.is_pointer(ty)
        && let Some(to) = unit.types.pointee(ty)
    {
        ty = unit.types.intern(Type::Array(to, ArrayLen::Unknown));
    }
    unit.declare(&stem, ty, Storage::Region, span)
}

/// `for (...) sum[p] = sum_own[p];`
fn nest(unit: &mut Unit, stored: &Stored, (var, own): (VarId, VarId)) -> Stmt {
    let at = stored.to.span;
    let mut to = stored.to.clone();
    let mut from = to.clone();
    let ty = unit.var(own).ty;
    Rename {
        from: var,
        to: own,
        ty: Some(ty),
    }
    .visit_expr(&mut from);
    let ty = to.ty;
    let mut heads: Vec<For> = Vec::new();
    let mut renamed: IndexMap<VarId, VarId> = IndexMap::new();
    for l in &stored.loops {
        let mut l = l.clone();
        l.directive = None;
        l.id = LoopId(unit.loops);
        unit.loops += 1;
        l.body = Box::new(Stmt::new(StmtKind::Empty, at));
        if let Some(head) = l.canonical.as_mut() {
            let counts = unit.again(head.var);
            renamed.insert(head.var, counts);
            (head.var, head.declared) = (counts, true);
            let first = head.lower.clone();
            let decl = LocalDecl {
                var: counts,
                init: Some(first),
                is_static: false,
            };
            l.init = Some(Box::new(Stmt::new(StmtKind::Decl(vec![decl]), at)));
        }
        heads.push(l);
    }
    for (of, by) in renamed {
        let mut rename = Rename {
            from: of,
            to: by,
            ty: None,
        };
        rename.visit_expr(&mut to);
        rename.visit_expr(&mut from);
        heads.iter_mut().for_each(|l| rename.visit_for(l));
    }
    let assign = ExprKind::Assign(None, Box::new(to), Box::new(from));
    let store = Stmt::new(StmtKind::Expr(Expr::new(assign, ty, at)), at);
    heads.into_iter().rfold(store, |inner, mut l| {
        l.body = Box::new(inner);
        Stmt::new(StmtKind::For(Box::new(l)), at)
    })
}

/// Puts the array into the innermost loop, and the last iteration's stores.
struct Own<'o> {
    unit: &'o Unit,
    of: &'o Owning,
    own: VarId,
    ty: TypeId,
    stores: Vec<Stmt>,
    /// That these hold says that there is a further iteration.
    heads: Vec<Expr>,
}

impl VisitMut for Own<'_> {
    fn visit_for(&mut self, l: &mut For) {
        if !self.of.loops.contains(&l.id) {
            return self.walk_for(l);
        }
        if let (Some(head), Some(cond)) = (&l.canonical, &l.cond) {
            self.heads.push(further(self.unit, head, cond));
        }
        if self.of.loops.last() == Some(&l.id) {
            self.store(&mut l.body);
        } else {
            self.visit_stmt(&mut l.body);
        }
    }
}

/// That another iteration follows.
pub fn further(unit: &Unit, head: &Canonical, cond: &Expr) -> Expr {
    Shift::of(unit, head, 1).applied(unit, cond)
}

impl Own<'_> {
    fn store(&mut self, body: &mut Stmt) {
        let mut rename = Rename {
            from: self.of.var,
            to: self.own,
            ty: Some(self.ty),
        };
        rename.visit_stmt(body);
        let span = body.span;
        let int = self.unit.types.int();
        let none = |e: Expr| Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(e)), int, span);
        let both = |a: Expr, b: Expr| {
            let and = ExprKind::Binary(BinaryOp::And, Box::new(a), Box::new(b));
            Expr::new(and, int, span)
        };
        let Some(last) = self.heads.drain(..).map(none).reduce(both) else {
            return;
        };
        let at = first_place(&self.stores, span);
        let decl = LocalDecl {
            var: self.own,
            init: None,
            is_static: false,
        };
        let mut stmts = vec![Stmt::new(StmtKind::Decl(vec![decl]), at)];
        match std::mem::replace(&mut body.kind, StmtKind::Empty) {
            StmtKind::Block(inner) => stmts.extend(inner),
            kind => stmts.push(Stmt::new(kind, span)),
        }
        let then = Stmt::new(StmtKind::Block(std::mem::take(&mut self.stores)), at);
        let last = StmtKind::If {
            cond: last,
            then: Box::new(then),
            els: None,
        };
        stmts.push(Stmt::new(last, at));
        body.kind = StmtKind::Block(stmts);
    }
}

fn first_place(stores: &[Stmt], otherwise: Span) -> Span {
    stores.first().map_or(otherwise, |s| s.span)
}

struct Rename {
    from: VarId,
    to: VarId,
    /// The type of the new one, if it is another.
    ty: Option<TypeId>,
}

impl VisitMut for Rename {
    fn visit_expr(&mut self, e: &mut Expr) {
        match e.kind {
            ExprKind::Var(v) if v == self.from => {
                e.kind = ExprKind::Var(self.to);
                e.ty = self.ty.unwrap_or(e.ty);
            }
            _ => self.walk_expr(e),
        }
    }
}
