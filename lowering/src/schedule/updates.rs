//! What statements do with a variable of which they do no more than accumulate into elements, by one operator: a histogram's bins.

use super::sums;
use crate::analyse::accumulation;
use accrs_frontend::directive::{AtomicKind, DirectiveKind, ReductionOp};
use accrs_frontend::region::{
    Expr, ExprKind, FunctionId, Stmt, StmtId, StmtKind, Storage, UnaryOp, Unit, VarId, Visit,
};
use indexmap::IndexSet;

/// A statement that accumulates into the variable, or into an element of it.
pub struct Update<'a> {
    pub op: ReductionOp,
    /// What is accumulated into.
    pub target: &'a Expr,
    pub stmt: StmtId,
    /// It is atomic.
    pub atomic: bool,
    /// It is atomic, and the user said so.
    pub written: bool,
}

impl Update<'_> {
    /// The subscript, where the element is one of a flat array.
    pub fn index(&self) -> Option<&Expr> {
        match &self.target.kind {
            ExprKind::Index(base, index) if is_variable(base) => Some(index),
            _ => None,
        }
    }
}

/// All that statements do with a variable.
pub struct Updates<'a> {
    unit: &'a Unit,
    var: VarId,
    /// Statements that aren't atomic accumulate into copies.
    reduced: bool,
    pub all: Vec<Update<'a>>,
    /// They do something else with it.
    pub other: bool,
    functions: IndexSet<FunctionId>,
}

impl<'a> Updates<'a> {
    /// `reduced`: statements that aren't atomic accumulate as well, into the copies of a reduction.
    pub fn of(
        unit: &'a Unit,
        var: VarId,
        reduced: bool,
        code: impl IntoIterator<Item = &'a Stmt>,
    ) -> Self {
        let mut found = Self {
            unit,
            var,
            reduced,
            all: Vec::new(),
            other: false,
            functions: IndexSet::new(),
        };
        code.into_iter().for_each(|s| found.visit_stmt(s));
        found
    }

    /// The operator of all of them.
    pub fn operator(&self) -> Option<ReductionOp> {
        let op = self.all.first()?.op;
        self.all.iter().all(|u| u.op == op).then_some(op)
    }

    /// Notes a statement that does nothing with the variable but accumulate into an element of it.
    fn note(&mut self, s: &'a Stmt, outer: &Stmt, (atomic, written): (bool, bool)) -> bool {
        let found = match &s.kind {
            StmtKind::If {
                cond,
                then,
                els: None,
            } => accumulation::of_if(self.unit, cond, then),
            StmtKind::Expr(e) => accumulation::of_expr(self.unit, e),
            StmtKind::Block(all) => match all.as_slice() {
                [one] => return self.note(one, outer, (atomic, written)),
                _ => None,
            },
            _ => None,
        };
        let Some((target, how)) = found else {
            return false;
        };
        let target = target.strip_implicit();
        let mut subscripts = Vec::new();
        if element_of(self.unit, target, &mut subscripts) != Some(self.var) {
            return false;
        }
        let changes = |e: &Expr| match &e.kind {
            ExprKind::Unary(op, _) => op.is_step(),
            ExprKind::Assign(..) | ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
            _ => false,
        };
        // Each mention is in the element's name, which is evaluated once or names the same element each time.
        let kind = std::mem::discriminant(&target.kind);
        let (mut mentions, mut places, mut made) = (0, 0, false);
        s.each_expr(|e| {
            mentions += usize::from(e.is_var(self.var));
            places += usize::from(std::mem::discriminant(&e.kind) == kind && e.is_like(target));
            made |= matches!(e.kind, ExprKind::StmtExpr(_));
        });
        let own = subscripts.iter().any(|i| i.mentions(self.var));
        let same = mentions == places && !subscripts.iter().any(|i| i.any_expr(changes));
        if own || !(mentions == 1 || same) || made {
            return false;
        }
        self.all.push(Update {
            op: how.op,
            target,
            stmt: outer.id,
            atomic,
            written,
        });
        true
    }

    /// Whether a function that is called may reach the variable by its own name.
    pub fn may_be_called(&self) -> bool {
        let var = self.unit.var(self.var);
        if matches!(var.storage, Storage::Local | Storage::Param) {
            return false;
        }
        let mut seen = IndexSet::new();
        let mut all: Vec<FunctionId> = self.functions.iter().copied().collect();
        while let Some(f) = all.pop() {
            if !seen.insert(f) {
                continue;
            }
            let f = self.unit.function(f);
            let Some(body) = &f.body else {
                if f.library || f.builtin {
                    continue;
                }
                return true;
            };
            if body.iter().any(|s| s.mentions(self.var)) {
                return true;
            }
            for s in body {
                s.each_expr(|e| all.extend(function(e)));
            }
        }
        false
    }
}

/// The variable that an lvalue is, or is an element of: of an array, of arrays in an array, or of the array that a pointer leads to. Elements may be
/// structures, of which it is a member. Collects the subscripts.
pub fn element_of<'e>(unit: &Unit, e: &'e Expr, subscripts: &mut Vec<&'e Expr>) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Index(base, index) => {
            let base = base.strip_implicit();
            if !is_variable(base) && !unit.types.is_array(base.ty) {
                return None;
            }
            subscripts.push(index);
            element_of(unit, base, subscripts)
        }
        ExprKind::Member {
            base, arrow: false, ..
        } => {
            let base = base.strip_implicit();
            element_of(unit, base, subscripts).filter(|_| !is_variable(base))
        }
        ExprKind::Member {
            base, arrow: true, ..
        } => match base.strip_implicit().kind {
            ExprKind::Var(v) => Some(v),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Deref, base) => match base.strip_implicit().kind {
            ExprKind::Var(v) => Some(v),
            _ => None,
        },
        _ => None,
    }
}

fn is_variable(e: &Expr) -> bool {
    matches!(e.strip_implicit().kind, ExprKind::Var(_))
}

fn function(e: &Expr) -> Option<FunctionId> {
    match e.kind {
        ExprKind::Function(f) => Some(f),
        _ => None,
    }
}

impl<'a> Visit<'a> for Updates<'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let known = match &s.kind {
            StmtKind::Atomic { directive, body } => {
                let update = matches!(directive.kind, DirectiveKind::Atomic(AtomicKind::Update));
                let written = !sums::is_made(directive);
                update && self.note(body, s, (true, written))
            }
            _ => self.reduced && self.note(s, s, (false, false)),
        };
        if known {
            // What is added, and the subscript, may call functions.
            let functions = &mut self.functions;
            return s.each_expr(|e| functions.extend(function(e)));
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        self.other |= e.is_var(self.var);
        self.functions.extend(function(e));
        self.walk_expr(e);
    }
}
