//! How much work statements are on the host's cores, as an estimate: operations, and the trip counts that
//! multiply them where these are known before the statements run only.
//!
//! An operation is what a processor does ten to forty of in a nanosecond: an addition, a load, a store. There is no estimate of statements
//! whose loops or calls may be anything. Loops that work on SIMD lanes with what the caches hold (`dense.rs`) have as many at once as lanes.

use super::dense::is_dense;
pub use super::operations::{Term, Trips, Work};
use super::uses;
use crate::machine::Cores;
use accrs_frontend::Unit;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, FunctionId, LoopCmp, LoopId, Stmt, StmtKind, Storage,
    UnaryOp, VarId, Visit,
};
use indexmap::IndexSet;

/// Calls within calls that are looked into.
const DEPTH: usize = 8;
/// The trips of a loop of which nothing is known, where some number is wanted.
const TYPICAL: f64 = 128.0;

/// The work of a loop. `heads`: its own, and those that are collapsed with it, outermost first. The trips of
/// the first are computed before it runs anyway. `declared`: the construct's own variables, which stand before the loop in the
/// text if they aren't declared in it.
pub fn of_loops(
    unit: &Unit,
    cores: &Cores,
    heads: &[&Canonical],
    body: &Stmt,
    declared: &IndexSet<VarId>,
) -> Option<Work> {
    let first = heads.first()?;
    let bounds = [&first.lower, &first.upper, &first.step];
    if !bounds.iter().all(|e| is_pure(unit, e)) {
        return None;
    }
    let mut estimate = Estimate::new(unit, *cores, [body], heads.iter().map(|h| h.var));
    estimate.declared = declared.clone();
    estimate.follow(first);
    estimate.first = Some(first.var);
    estimate.around = heads.iter().map(|h| (*h).clone()).collect();
    let mut work = estimate.once(body)?;
    for head in heads.iter().rev() {
        estimate.around.pop();
        work = estimate.times(work, head)?;
    }
    Some(work.reduced())
}

/// The work of a construct's statements.
pub fn of_stmts(unit: &Unit, cores: &Cores, stmts: &[Stmt]) -> Option<Work> {
    let mut estimate = Estimate::new(unit, *cores, stmts, std::iter::empty());
    let mut work = Work::default();
    for s in stmts {
        work.add(estimate.stmt(s)?);
    }
    Some(work.reduced())
}

/// The operations of a statement, where loops whose trips aren't constant have a usual number of them. The loops `without`
/// don't count.
pub fn typical(unit: &Unit, cores: &Cores, s: &Stmt, without: &[LoopId]) -> Option<f64> {
    let mut estimate = Estimate::new(unit, *cores, [s], std::iter::empty());
    estimate.typical = Some(without.to_vec());
    estimate.stmt(s)?.constant()
}

struct Estimate<'a> {
    unit: &'a Unit,
    /// What operations cost on them.
    cores: Cores,
    /// Loops that don't count, where any number of trips will do.
    typical: Option<Vec<LoopId>>,
    /// Variables whose values before the statements say nothing about those in them.
    inside: IndexSet<VarId>,
    /// The construct's own variables that stand before the statements.
    declared: IndexSet<VarId>,
    /// Pointers that are followed before the statements whatever happens.
    followed: IndexSet<VarId>,
    /// The variable of the loop whose bounds are computed there whatever happens.
    first: Option<VarId>,
    /// The loops around the statement that is looked at.
    around: Vec<Canonical>,
    /// Functions that are being looked into.
    functions: Vec<FunctionId>,
    /// What has been found so far.
    sum: Option<Work>,
}

impl<'a> Estimate<'a> {
    fn new<'s>(
        unit: &'a Unit,
        cores: Cores,
        stmts: impl IntoIterator<Item = &'s Stmt>,
        own: impl Iterator<Item = VarId>,
    ) -> Self {
        let mut inside: IndexSet<VarId> = own.collect();
        for s in stmts {
            let used = uses::of_stmts(unit, [s]);
            let changed = used.vars.iter();
            let changed = changed.filter(|(_, u)| u.written.is_some() || u.address.is_some());
            inside.extend(changed.map(|(v, _)| *v));
            s.each_stmt(|s| match &s.kind {
                StmtKind::Decl(all) => inside.extend(all.iter().map(|d| d.var)),
                StmtKind::For(l) => inside.extend(l.canonical.iter().map(|h| h.var)),
                _ => {}
            });
        }
        Self {
            unit,
            cores,
            typical: None,
            inside,
            declared: IndexSet::new(),
            followed: IndexSet::new(),
            first: None,
            around: Vec::new(),
            functions: Vec::new(),
            sum: None,
        }
    }

    /// Notes the pointers that computing a head's trips follows.
    fn follow(&mut self, head: &Canonical) {
        for e in [&head.lower, &head.upper] {
            e.each_expr(|e| {
                if let ExprKind::Member {
                    base, arrow: true, ..
                } = &e.kind
                    && let Some(v) = base.variable()
                {
                    self.followed.insert(v);
                }
            });
        }
    }

    /// The work that `visit` finds.
    fn found(&mut self, visit: impl FnOnce(&mut Self)) -> Option<Work> {
        let around = self.sum.replace(Work::default());
        visit(self);
        std::mem::replace(&mut self.sum, around)
    }

    fn stmt(&mut self, s: &Stmt) -> Option<Work> {
        self.found(|this| this.visit_stmt(s))
    }

    /// The work of an iteration of the innermost loop around, with the step to it.
    fn once(&mut self, body: &Stmt) -> Option<Work> {
        let mut work = self.stmt(body)?;
        work.add(Work::of(1.0));
        Some(
            match self.typical.is_none() && is_dense(self.unit, &self.around, body) {
                true => work.scaled(1.0 / self.cores.simd.max(1) as f64),
                false => work,
            },
        )
    }

    fn add(&mut self, operations: f64) {
        if operations > 0.0 {
            self.add_all(Some(Work::of(operations)));
        }
    }

    /// `None`: it may be any number.
    fn add_all(&mut self, work: Option<Work>) {
        match (&mut self.sum, work) {
            (Some(sum), Some(work)) => sum.add(work),
            (sum, _) => *sum = None,
        }
    }

    fn loop_(&mut self, l: &For) -> Option<Work> {
        if self.typical.as_ref().is_some_and(|t| t.contains(&l.id)) {
            return Some(Work::default());
        }
        let head = l.canonical.as_ref()?;
        self.around.push(head.clone());
        let work = self.once(&l.body);
        self.around.pop();
        self.times(work?, head)
    }

    /// The work as often as the loop says; `around` are the loops around it.
    fn times(&self, work: Work, head: &Canonical) -> Option<Work> {
        if let Some(trips) = trips(self.unit, head) {
            return Some(work.scaled(trips));
        }
        if self.typical.is_some() {
            return Some(work.scaled(TYPICAL));
        }
        if !self.functions.is_empty() {
            return None;
        }
        let bounds = [&head.lower, &head.upper, &head.step];
        if self.first == Some(head.var) || bounds.iter().all(|e| self.known(e)) {
            return Some(self.multiplied(work, Trips::Of(head.clone())));
        }
        if let Some(rows) = self.rows(head) {
            return Some(self.multiplied(work, rows));
        }
        // Of a triangle, half of the loop that its bound comes from.
        let of = |h: &&Canonical| bounds.iter().any(|e| e.mentions(h.var));
        let around = self.around.iter().rfind(of)?;
        if !bounds.iter().all(|e| is_plain(e)) {
            return None;
        }
        let outer = Estimate {
            unit: self.unit,
            cores: self.cores,
            typical: None,
            inside: self.inside.clone(),
            declared: self.declared.clone(),
            followed: self.followed.clone(),
            first: self.first,
            around: self
                .around
                .iter()
                .take_while(|h| h.var != around.var)
                .cloned()
                .collect(),
            functions: Vec::new(),
            sum: None,
        };
        outer.times(work.scaled(0.5), around)
    }

    fn multiplied(&self, mut work: Work, by: Trips) -> Work {
        for t in &mut work.terms {
            // Rows are those of all iterations already.
            let counted =
                |t: &Trips| matches!(t, Trips::Rows { over, .. } if over.var == by.head().var);
            if !t.trips.iter().any(counted) {
                t.trips.insert(0, by.clone());
            }
        }
        work
    }

    /// The rows of a sparse matrix, and parts of an array that begin where another one says.
    fn rows(&self, head: &Canonical) -> Option<Trips> {
        let straight =
            |h: &Canonical| !h.down && h.cmp == LoopCmp::Lt && constant(&h.step) == Some(1);
        let ExprKind::Index(starts, i) = &head.lower.strip_implicit().kind else {
            return None;
        };
        let ExprKind::Index(ends, next) = &head.upper.strip_implicit().kind else {
            return None;
        };
        let i = i.variable()?;
        let ExprKind::Binary(BinaryOp::Add, a, one) = &next.strip_implicit().kind else {
            return None;
        };
        let array = |e: &Expr| match e.strip_implicit().kind {
            ExprKind::Var(v) if !self.inside.contains(&v) => Some(v),
            _ => None,
        };
        let over = self.around.iter().find(|h| h.var == i)?;
        let fits = straight(head)
            && straight(over)
            && a.variable() == Some(i)
            && constant(one) == Some(1)
            && array(starts).is_some()
            && array(starts) == array(ends)
            && (self.first == Some(i) || self.known(&over.lower) && self.known(&over.upper));
        fits.then(|| Trips::Rows {
            starts: (**starts).clone(),
            over: over.clone(),
        })
    }

    /// Whether an expression has its value before the statements, and is computed there without harm.
    fn known(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::IntLit { .. }
            | ExprKind::CharLit { .. }
            | ExprKind::EnumConst { .. }
            | ExprKind::SizeofType(_)
            | ExprKind::Offsetof { .. } => true,
            ExprKind::Var(v) => {
                let var = self.unit.var(*v);
                !self.inside.contains(v)
                    && (var.storage != Storage::Region || self.declared.contains(v))
                    && !self.unit.types.qualifiers(var.ty).is_volatile
                    && self.unit.types.is_scalar(var.ty)
            }
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, a) => self.known(a),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
                self.known(a) && self.known(b)
            }
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Shr, a, b) => {
                self.known(a) && constant(b).is_some_and(|n| n > 0)
            }
            ExprKind::Cast { operand, .. } => self.known(operand),
            ExprKind::Member { base, arrow, .. } => match &base.strip_implicit().kind {
                ExprKind::Var(v) if *arrow => self.followed.contains(v) && !self.inside.contains(v),
                ExprKind::Var(v) => !self.inside.contains(v),
                _ => false,
            },
            _ => false,
        }
    }

    /// The loads and calls of a subscript.
    fn subscript(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Index(..)
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::Unary(UnaryOp::Deref, _) => self.visit_expr(e),
            _ => e.children(&mut |c| self.subscript(c)),
        }
    }

    fn call(&mut self, call: &Expr) -> Option<Work> {
        let id = call.called()?;
        let f = self.unit.function(id);
        match &f.body {
            Some(body) if self.functions.len() < DEPTH && !self.functions.contains(&id) => {
                self.functions.push(id);
                let inner = self.found(|this| {
                    this.add(2.0);
                    body.iter().for_each(|s| this.visit_stmt(s));
                });
                self.functions.pop();
                inner
            }
            None => Some(Work::of(of_library(self.unit, &self.cores, id)?)),
            _ => None,
        }
    }
}

impl<'s> Visit<'s> for Estimate<'_> {
    fn visit_stmt(&mut self, s: &'s Stmt) {
        match &s.kind {
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Goto(_) => {
                return self.add_all(None);
            }
            StmtKind::Atomic { .. } => self.add(self.cores.atomic as f64),
            _ => {}
        }
        self.walk_stmt(s);
    }

    fn visit_for(&mut self, l: &'s For) {
        let work = self.loop_(l);
        self.add_all(work);
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        let operations = match &e.kind {
            ExprKind::Index(a, i) => {
                // What stands in a subscript is the step of an address as a rule: its loads alone count.
                self.visit_expr(a);
                self.subscript(i);
                return self.add(1.0);
            }
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => self.cores.division as f64,
            ExprKind::Binary(BinaryOp::Comma, ..) => 0.0,
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::AddrOf, _) => 0.0,
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Conditional(..)
            | ExprKind::Member { arrow: true, .. } => 1.0,
            ExprKind::Assign(Some(_), ..) => 2.0,
            ExprKind::SizeofExpr(_) => return,
            ExprKind::Call { .. } => {
                self.walk_expr(e);
                let work = self.call(e);
                return self.add_all(work);
            }
            _ => 0.0,
        };
        self.walk_expr(e);
        self.add(operations);
    }
}

/// Functions of numbers alone: what processors have instructions for, and the rest.
fn of_library(unit: &Unit, cores: &Cores, id: FunctionId) -> Option<f64> {
    if !unit.is_of_numbers(id) {
        return None;
    }
    let f = unit.function(id);
    let name = f.name.strip_prefix("__builtin_").unwrap_or(&f.name);
    Some(match name.trim_end_matches(['f', 'l']) {
        "fabs" | "abs" | "labs" | "llabs" | "fmin" | "fmax" | "copysign" => 2.0,
        "sqrt" | "fma" | "floor" | "ceil" | "rint" => cores.division as f64,
        _ => cores.mathematics as f64,
    })
}

/// The trips of a loop between constants.
pub fn trips(unit: &Unit, head: &Canonical) -> Option<f64> {
    if unit.types.is_pointer(unit.var(head.var).ty) {
        return None;
    }
    let (lower, upper) = (constant(&head.lower)?, constant(&head.upper)?);
    let step = constant(&head.step).filter(|s| *s > 0)?;
    let distance = if head.down {
        lower - upper
    } else {
        upper - lower
    };
    let closed = matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge);
    Some(((distance + i128::from(closed)).max(0) as f64 / step as f64).ceil())
}

/// No loads and no calls.
pub fn is_plain(e: &Expr) -> bool {
    let plain = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Var(_)
                | ExprKind::IntLit { .. }
                | ExprKind::EnumConst { .. }
                | ExprKind::Cast { .. }
                | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..)
        )
    };
    !e.any_expr(|e| !plain(e))
}

/// Computing it twice, or not at all where nobody asks, is as good as once.
pub fn is_pure(unit: &Unit, e: &Expr) -> bool {
    let acts = |e: &Expr| {
        unit.types.qualifiers(e.ty).is_volatile
            || e.assigned().is_some()
            || matches!(e.kind, ExprKind::Call { .. } | ExprKind::StmtExpr(_))
    };
    !e.any_expr(acts)
}
