//! Statements with their loads of words.

use super::find::Word;
use crate::schedule::recast::made::decl;
use accrs_frontend::region::{
    Expr, ExprId, ExprKind, Stmt, StmtKind, TypeId, UnaryOp, Unit, VarId, VisitMut, WideWord,
};
use indexmap::IndexMap;
use std::mem::{replace, take};

/// The members of CUDA's vector types.
pub const MEMBERS: [&str; 4] = ["x", "y", "z", "w"];

/// A word that is to be loaded.
struct Wanted {
    first: ExprId,
    declared: Stmt,
}

/// Puts loads of words into statements, in the places of the loads of their elements.
pub fn rewrite(unit: &Unit, body: &mut [Stmt], words: &[(&Word<'_>, WideWord)]) {
    let wanted = words.iter().map(|(w, of)| Wanted {
        first: w.first,
        declared: Stmt::new(decl(of.var, load(unit, w, *of)), w.lowest.span),
    });
    let mut declare = Declare {
        wanted: wanted.collect(),
    };
    body.iter_mut().for_each(|s| declare.inside(s));
    let parts = words.iter().flat_map(|(w, of)| {
        let part = |(id, at): (&ExprId, &usize)| (*id, (of.var, *at, w.elem));
        w.parts.iter().map(part)
    });
    let mut parts = Parts {
        unit,
        parts: parts.collect(),
    };
    body.iter_mut().for_each(|s| parts.visit_stmt(s));
}

/// `*(const float4 *)&atoms[4 * n]`, without anything by which its loads are known.
fn load(unit: &Unit, w: &Word<'_>, of: WideWord) -> Expr {
    let mut lowest = w.lowest.clone();
    Forget.visit_expr(&mut lowest);
    let span = lowest.span;
    let address = match lowest.kind {
        ExprKind::Unary(UnaryOp::Deref, p) => *p,
        _ => {
            // What it points to has no qualifiers that matter: the pointer is converted at once.
            let kind = ExprKind::Unary(UnaryOp::AddrOf, Box::new(lowest));
            Expr::new(kind, of.pointer, span)
        }
    };
    let operand = Box::new(address);
    let cast = ExprKind::Cast {
        implicit: false,
        operand,
    };
    let pointer = Expr::new(cast, of.pointer, span);
    let kind = ExprKind::Unary(UnaryOp::Deref, Box::new(pointer));
    Expr::new(kind, unit.var(of.var).ty, span)
}

struct Forget;

impl VisitMut for Forget {
    fn visit_expr(&mut self, e: &mut Expr) {
        e.id = ExprId::NONE;
        self.walk_expr(e);
    }
}

/// Puts each word's declaration before the statement that its first load stands in.
struct Declare {
    wanted: Vec<Wanted>,
}

impl Declare {
    fn list(&mut self, body: &mut Stmt) {
        let stmts = match &mut body.kind {
            StmtKind::Block(stmts) => take(stmts),
            _ => vec![replace(body, Stmt::new(StmtKind::Empty, body.span))],
        };
        let (before, mut all) = (stmts.len(), Vec::new());
        for mut s in stmts {
            self.inside(&mut s);
            let (mine, others) = take(&mut self.wanted)
                .into_iter()
                .partition(|w| s.any_expr(|e| e.id == w.first));
            self.wanted = others;
            let mine: Vec<Wanted> = mine;
            all.extend(mine.into_iter().map(|w| w.declared));
            all.push(s);
        }
        if let StmtKind::Block(stmts) = &mut body.kind {
            *stmts = all;
            return;
        }
        let span = body.span;
        *body = match (before == all.len(), all.pop()) {
            (true, Some(one)) => one,
            (_, last) => {
                all.extend(last);
                Stmt::new(StmtKind::Block(all), span)
            }
        };
    }

    /// The lists in a statement.
    fn inside(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Block(_) => self.list(s),
            StmtKind::If { then, els, .. } => {
                self.list(then);
                els.iter_mut().for_each(|els| self.list(els));
            }
            StmtKind::For(l) => self.list(&mut l.body),
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => self.list(body),
            _ => {}
        }
    }
}

/// Names the parts of words in the places of their loads.
struct Parts<'u> {
    unit: &'u Unit,
    parts: IndexMap<ExprId, (VarId, usize, TypeId)>,
}

impl VisitMut for Parts<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        let Some((var, at, elem)) = self.parts.get(&e.id).copied() else {
            return self.walk_expr(e);
        };
        let base = Expr::new(ExprKind::Var(var), self.unit.var(var).ty, e.span);
        let kind = ExprKind::Member {
            base: Box::new(base),
            field: MEMBERS[at].into(),
            arrow: false,
        };
        *e = Expr::new(kind, elem, e.span);
    }
}
