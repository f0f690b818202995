//! How long an iteration of a loop in order waits for the one before: the cycles from what that has computed to what this one hands on.

use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, VarId};
use std::collections::HashMap;

/// Cycles of an addition or multiplication of floating-point numbers, of a division, and of an integer operation.
const FLOAT: u64 = 3;
const DIVISION: u64 = 13;
const INTEGER: u64 = 1;

/// Of a loop with this body, about: along the longest way from objects that an iteration writes to such objects, in the order of its statements.
pub fn cycles(unit: &Unit, body: &Stmt) -> u64 {
    let mut chain = Chain {
        unit,
        since: HashMap::new(),
    };
    body.each_expr(|e| {
        if let Some(root) = chain.assigned(e) {
            chain.since.insert(root, 0);
        }
    });
    chain.stmt(body);
    chain.since.into_values().max().unwrap_or(0)
}

struct Chain<'u> {
    unit: &'u Unit,
    /// The objects that an iteration writes: when they have their values, in cycles.
    since: HashMap<VarId, u64>,
}

impl Chain<'_> {
    fn assigned(&self, e: &Expr) -> Option<VarId> {
        rough_place(self.unit, e.assigned()?).map(|p| p.root)
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => {
                self.value(e);
            }
            StmtKind::Decl(decls) => {
                for d in decls {
                    if let Some(at) = d.init.as_ref().and_then(|e| self.value(e)) {
                        self.since.insert(d.var, at);
                    }
                }
            }
            _ => s.children(&mut |s| self.stmt(s)),
        }
    }

    /// When a value is there that has to do with such objects.
    fn value(&mut self, e: &Expr) -> Option<u64> {
        match &e.kind {
            ExprKind::Assign(op, to, value) => {
                let mut at = self.value(value);
                if let Some(op) = op {
                    let before = at.max(self.value(to));
                    at = before.map(|at| at + self.cycles_of(*op, e));
                }
                if let (Some(root), Some(at)) = (self.assigned(e), at) {
                    let since = self.since.entry(root).or_default();
                    *since = at.max(*since);
                }
                at
            }
            ExprKind::Binary(op, a, b) => {
                let at = self.value(a).max(self.value(b))?;
                Some(at + self.cycles_of(*op, e))
            }
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Unary(accrs_frontend::region::UnaryOp::Deref, _) => {
                let root = rough_place(self.unit, e)?.root;
                self.since.get(&root).copied()
            }
            _ => {
                let mut at = None;
                let mut all: Vec<&Expr> = Vec::new();
                e.children(&mut |c| all.push(c));
                for c in all {
                    at = at.max(self.value(c));
                }
                at
            }
        }
    }

    fn cycles_of(&self, op: BinaryOp, e: &Expr) -> u64 {
        match (self.unit.types.is_floating(e.ty), op) {
            (true, BinaryOp::Div) => DIVISION,
            (true, _) => FLOAT,
            (false, _) => INTEGER,
        }
    }
}
