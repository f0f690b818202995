//! Walks over the statements of a kernel or a function, twice: first to find the variables that must be watched, then to make sites.

use super::object::is_made;
use super::serial::is_claimed;
use crate::analyse::accumulation;
use crate::analyse::uses::{self, Uses};
use crate::checks::{Checks, Claimed, Does};
use crate::plan::LoopPlan;
use crate::print::show;
use accrs_frontend::Unit;
use accrs_frontend::directive::{ClauseKind, Directive, ReductionOp};
use accrs_frontend::region::{
    Expr, ExprId, ExprKind, For, LoopId, Stmt, StmtKind, Storage, UnaryOp, VarId,
};
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// What holds of all statements of a kernel or a function.
pub struct Around<'a> {
    pub unit: &'a Unit,
    pub loops: &'a IndexMap<LoopId, LoopPlan>,
    pub directive: Option<&'a Directive<Expr>>,
    /// Variables that lie in the device's memory.
    pub shared: HashSet<VarId>,
    /// Pointers and arrays with a section of their own.
    pub mapped: HashSet<VarId>,
    /// Variables that gangs have copies of, which are combined at the kernel's end.
    pub combined: HashSet<VarId>,
}

/// A loop around.
#[derive(Default)]
pub(super) struct Frame {
    pub claimed: Option<usize>,
    /// Gangs share it.
    pub gang: bool,
    pub vars: Vec<VarId>,
    pub private: Vec<VarId>,
    pub reduced: Vec<VarId>,
}

/// What is known of a variable after the first walk.
#[derive(Default)]
pub(super) struct Known {
    /// Iterations of a claimed loop use it that have no copy of their own, and write it.
    pub met: bool,
    pub written: bool,
    pub addressed: bool,
    /// A clause gives iterations copies of it.
    private: bool,
    /// A data clause of the construct names it.
    data: bool,
}

/// An assignment.
#[derive(Clone)]
pub(super) struct Whole {
    pub text: String,
    pub constant: Option<String>,
    pub kept: bool,
}

pub struct Walk<'a, 'c> {
    pub(super) around: &'a Around<'a>,
    pub(super) checks: &'c mut Checks,
    /// What the statements do, for which pointers are made from which variables.
    pub(super) uses: Uses,
    pub(super) known: HashMap<VarId, Known>,
    /// How many claimed loops stand around a variable's declaration.
    pub(super) declared: HashMap<VarId, usize>,
    pub(super) frames: Vec<Frame>,
    /// Pointers that begin with memory of their own.
    pub(super) allocated: HashSet<VarId>,
    /// Variables of which loops give iterations copies.
    copied: HashSet<VarId>,
    /// The second walk.
    pub(super) making: bool,
    pub(super) atomic: bool,
    /// The accumulation around: its target, and the operator.
    pub(super) sum: Option<(Expr, ReductionOp)>,
    /// The assignment around, for the words of what it writes.
    pub(super) whole: Option<Whole>,
    /// The expression that is a statement.
    top: ExprId,
}

impl<'a, 'c> Walk<'a, 'c> {
    pub fn over(around: &'a Around<'a>, body: &[Stmt], checks: &'c mut Checks) {
        let mut walk = Walk {
            around,
            checks,
            uses: uses::of_stmts(around.unit, body),
            known: HashMap::new(),
            declared: HashMap::new(),
            frames: Vec::new(),
            copied: HashSet::new(),
            allocated: HashSet::new(),
            making: false,
            atomic: false,
            sum: None,
            whole: None,
            top: ExprId::NONE,
        };
        if let Some(d) = around.directive {
            walk.clauses(d);
        }
        walk.stmts(body);
        walk.choose();
        walk.making = true;
        walk.stmts(body);
    }

    /// Chooses the variables that are watched.
    fn choose(&mut self) {
        let types = &self.around.unit.types;
        for (v, k) in &self.known {
            let var = self.around.unit.var(*v);
            let simple = types.is_scalar(var.ty);
            if k.data && simple && !k.private && self.copied.contains(v) {
                self.checks.watched.insert(*v);
                self.checks.lost.insert(*v);
            }
            let memory = self.around.shared.contains(v);
            if is_made(&var.name) {
                // It begins where it is declared; who uses it is the compiler.
                self.checks.watched.insert(*v);
                continue;
            }
            if simple && !memory && !k.private && !k.data && !k.addressed && self.copied.contains(v)
            {
                continue;
            }
            let local = matches!(var.storage, Storage::Region) && !simple;
            if memory || local || k.addressed || k.private || (k.met && k.written) {
                self.checks.watched.insert(*v);
            }
            let begins =
                (k.private && !types.is_pointer(var.ty)) || (local && types.is_array(var.ty));
            if begins && !k.addressed && !self.checks.made.contains(v) {
                self.checks.empty.insert(*v);
            }
        }
    }

    fn clauses(&mut self, d: &Directive<Expr>) {
        for clause in &d.clauses {
            let (refs, data) = match &clause.kind {
                ClauseKind::Private(refs) => (refs, false),
                ClauseKind::Data(_, _, refs) => (refs, true),
                _ => continue,
            };
            for r in refs {
                if let ExprKind::Var(v) = r.base.strip_implicit().kind {
                    let k = self.known.entry(v).or_default();
                    (k.private, k.data) = (k.private | !data, k.data | data);
                }
            }
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.frames.iter().filter(|f| f.claimed.is_some()).count()
    }

    fn stmts(&mut self, all: &[Stmt]) {
        all.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => {
                self.top = e.id;
                self.read(e);
            }
            StmtKind::Return(Some(e)) => self.read(e),
            StmtKind::Decl(decls) => {
                for d in decls {
                    self.declared.insert(d.var, self.depth());
                    let ty = self.around.unit.var(d.var).ty;
                    if !self.around.unit.types.is_scalar(ty) && !d.is_static {
                        self.known.entry(d.var).or_default();
                    }
                    if d.init.as_ref().is_some_and(|e| self.is_allocation(e)) {
                        self.allocated.insert(d.var);
                    }
                    d.init.iter().for_each(|e| self.read(e));
                }
            }
            StmtKind::Block(all) => self.stmts(all),
            StmtKind::If { cond, then, els } => {
                let sum = els
                    .is_none()
                    .then(|| accumulation::of_if(self.around.unit, cond, then));
                let kept = match sum.flatten() {
                    Some((to, how)) => self.sum.replace((to.clone(), how.op)),
                    None => self.sum.take(),
                };
                self.read(cond);
                self.stmt(then);
                self.sum = kept;
                els.iter().for_each(|s| self.stmt(s));
            }
            StmtKind::For(f) => self.loop_(f),
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.read(cond);
                self.stmt(body);
            }
            StmtKind::Switch { value, body } => {
                self.read(value);
                self.stmt(body);
            }
            StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Label { body, .. } => {
                self.stmt(body);
            }
            StmtKind::Atomic { body, .. } => {
                let before = std::mem::replace(&mut self.atomic, true);
                self.stmt(body);
                self.atomic = before;
            }
            _ => {}
        }
    }

    fn loop_(&mut self, f: &For) {
        let plan = self.around.loops.get(&f.id);
        if let Some(d) = &f.directive {
            self.clauses(d);
        }
        let heads = plan.map_or(&[][..], |p| &p.heads);
        let mut vars: Vec<VarId> = match heads {
            [] => f.canonical.iter().map(|c| c.var).collect(),
            heads => heads.iter().map(|h| h.var).collect(),
        };
        // An inner loop of a collapsed nest is the outer one's.
        vars.retain(|v| !self.is_index(*v));
        if let Some(init) = &f.init {
            // What a clause makes private, and a loop in order begins, has a value behind the loop.
            let own = |v: &VarId| self.known.get(v).is_some_and(|k| k.private);
            let private = plan.is_none_or(|p| !is_claimed(p)) && vars.iter().any(own);
            let vars = if private { Vec::new() } else { vars.clone() };
            self.frames.push(Frame {
                vars,
                ..Frame::default()
            });
            self.stmt(init);
            self.frames.pop();
        }
        // The head runs around the iterations.
        self.frames.push(Frame {
            vars: vars.clone(),
            ..Frame::default()
        });
        for e in f.cond.iter().chain(&f.inc) {
            self.top = e.id;
            self.read(e);
        }
        self.frames.pop();
        let claimed = plan.filter(|p| is_claimed(p)).map(|p| self.claim(f, p));
        let own = plan.iter().flat_map(|p| &p.private);
        self.copied
            .extend(own.filter(|v| !heads.iter().any(|h| h.var == **v)));
        self.frames.push(Frame {
            claimed,
            gang: plan.is_some_and(|p| p.levels.gang),
            vars,
            private: plan.map_or(Vec::new(), |p| p.private.clone()),
            reduced: plan.map_or(Vec::new(), |p| p.reductions.iter().map(|r| r.var).collect()),
        });
        self.stmt(&f.body);
        self.frames.pop();
    }

    fn claim(&mut self, f: &For, plan: &LoopPlan) -> usize {
        if let Some(n) = self.checks.by_loop.get(&f.id) {
            return *n;
        }
        let n = self.checks.loops.len();
        let directive = f.directive.as_ref().map(|d| d.span);
        self.checks.loops.push(Claimed {
            span: self.span_of(f),
            vars: plan.heads.iter().map(|h| h.var).collect(),
            gang: plan.levels.gang,
            lanes: plan.levels.worker || plan.levels.vector,
            directive: directive.or(self.around.directive.map(|d| d.span)),
        });
        self.checks.by_loop.insert(f.id, n);
        n
    }

    fn span_of(&self, f: &For) -> accrs_frontend::source::Span {
        let first = f.cond.as_ref().or(f.inc.as_ref()).map(|e| e.span);
        first.unwrap_or(f.body.span)
    }

    fn read(&mut self, e: &Expr) {
        self.expr(e, Does::Reads);
    }

    fn expr(&mut self, e: &Expr, does: Does) {
        use ExprKind::*;
        match &e.kind {
            Var(_) | Index(..) | Member { .. } | Unary(UnaryOp::Deref, _) => {
                self.access(e, does);
                self.inside(e);
            }
            Unary(UnaryOp::AddrOf, a) => self.address(a),
            Unary(op, a) if op.is_step() => self.assign(e, a, None, Does::Updates),
            Assign(op, to, from) => {
                let does = if op.is_some() {
                    Does::Updates
                } else {
                    Does::Writes
                };
                self.assign(e, to, Some(from), does);
            }
            // An array that is handed on.
            Cast { operand, .. } if self.around.unit.types.is_array(operand.ty) => {
                self.address(operand)
            }
            Cast { operand, .. } => self.expr(operand, does),
            SizeofExpr(_) | SizeofType(_) | AlignofType(_) | Offsetof { .. } => {}
            StmtExpr(stmts) => self.stmts(stmts),
            Call { args, .. } => {
                self.range(e, args);
                args.iter().for_each(|a| self.read(a));
            }
            _ => e.children(&mut |c| self.read(c)),
        }
    }

    /// What is evaluated on the way to an lvalue.
    fn inside(&mut self, e: &Expr) {
        use ExprKind::*;
        match &e.kind {
            Index(a, i) => {
                self.base(a);
                self.base(i);
            }
            Member {
                base, arrow: true, ..
            } => self.base(base),
            Member { base, .. } => match base.kind {
                Var(_) => {}
                Index(..) | Member { .. } | Unary(UnaryOp::Deref, _) => self.inside(base),
                _ => self.read(base),
            },
            Unary(UnaryOp::Deref, p) => self.base(p),
            Cast {
                implicit: true,
                operand,
            } => self.inside(operand),
            _ => {}
        }
    }

    /// A pointer or a subscript is a value; an array is the place that it has.
    fn base(&mut self, e: &Expr) {
        match self.around.unit.types.is_array(e.strip_implicit().ty) {
            true => self.inside(e.strip_implicit()),
            false => self.read(e),
        }
    }

    fn address(&mut self, a: &Expr) {
        let unit = self.around.unit;
        let parameter = |v| accrs_frontend::region::place::is_array_parameter(unit, v);
        if let Some(v) = accrs_frontend::region::place::owner(unit, a)
            && !self.is_index(v)
            && !parameter(v)
        {
            self.known.entry(v).or_default().addressed = true;
        }
        self.inside(a);
    }

    fn assign(&mut self, whole: &Expr, to: &Expr, from: Option<&Expr>, does: Does) {
        let value = from
            .filter(|_| does == Does::Writes)
            .map(|e| e.strip_implicit());
        let literal =
            |e: &&Expr| e.int_value().is_some() || matches!(e.kind, ExprKind::FloatLit { .. });
        let around = Whole {
            text: show::expr(self.around.unit, whole),
            constant: value
                .filter(literal)
                .map(|e| show::expr(self.around.unit, e)),
            kept: whole.id != self.top,
        };
        let found = accumulation::of_expr(self.around.unit, whole);
        let kept = self.sum.clone();
        if let Some((to, how)) = found {
            self.sum = Some((to.clone(), how.op));
        }
        from.iter().for_each(|e| self.read(e));
        let around = self.whole.replace(around);
        self.expr(to, does);
        self.whole = around;
        self.sum = kept;
    }
}
