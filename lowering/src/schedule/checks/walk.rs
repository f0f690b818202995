//! Walks over the statements of a kernel or a function, twice: first to find the variables that must be watched, then to make sites.

use super::element::element;
use super::object::{is_made, is_object, near};
use super::serial::is_claimed;
use crate::analyse::accumulation;
use crate::checks::{Checks, Claimed, Does, Site};
use crate::plan::LoopPlan;
use crate::print::show;
use accrs_frontend::Unit;
use accrs_frontend::directive::{ClauseKind, Directive, ReductionOp};
use accrs_frontend::region::place::rough_place;
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
struct Frame {
    claimed: Option<usize>,
    /// Gangs share it.
    gang: bool,
    vars: Vec<VarId>,
    private: Vec<VarId>,
    reduced: Vec<VarId>,
}

/// What is known of a variable after the first walk.
#[derive(Default)]
struct Known {
    /// Iterations of a claimed loop use it that have no copy of their own, and write it.
    met: bool,
    written: bool,
    addressed: bool,
    /// A clause gives iterations copies of it.
    private: bool,
    /// A data clause of the construct names it.
    data: bool,
}

/// An assignment.
#[derive(Clone)]
struct Whole {
    text: String,
    constant: Option<String>,
    kept: bool,
}

pub struct Walk<'a, 'c> {
    around: &'a Around<'a>,
    checks: &'c mut Checks,
    known: HashMap<VarId, Known>,
    /// How many claimed loops stand around a variable's declaration.
    declared: HashMap<VarId, usize>,
    frames: Vec<Frame>,
    /// Variables of which a clause gives iterations sections of their own, which aren't checked.
    sections: HashSet<VarId>,
    /// Variables of which loops give iterations copies.
    copied: HashSet<VarId>,
    /// The second walk.
    making: bool,
    atomic: bool,
    /// The accumulation around: its target, and the operator.
    sum: Option<(Expr, ReductionOp)>,
    /// The assignment around, for the words of what it writes.
    whole: Option<Whole>,
    /// The expression that is a statement.
    top: ExprId,
}

impl<'a, 'c> Walk<'a, 'c> {
    pub fn over(around: &'a Around<'a>, body: &[Stmt], checks: &'c mut Checks) {
        let mut walk = Walk {
            around,
            checks,
            known: HashMap::new(),
            declared: HashMap::new(),
            frames: Vec::new(),
            copied: HashSet::new(),
            sections: HashSet::new(),
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
                    if !data && !r.sections.is_empty() {
                        self.sections.insert(v);
                        continue;
                    }
                    let k = self.known.entry(v).or_default();
                    (k.private, k.data) = (k.private | !data, k.data | data);
                }
            }
        }
    }

    fn depth(&self) -> usize {
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
                    d.init.iter().for_each(|e| self.read(e));
                }
            }
            StmtKind::Block(all) => self.stmts(all),
            StmtKind::If { cond, then, els } => {
                let sum = els
                    .is_none()
                    .then(|| accumulation::of_if(self.around.unit, cond, then));
                let kept = match sum.flatten() {
                    Some((to, op)) => self.sum.replace((to.clone(), op)),
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
        // The head runs around the iterations.
        self.frames.push(Frame {
            vars: vars.clone(),
            ..Frame::default()
        });
        if let Some(init) = &f.init {
            self.stmt(init);
        }
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
            Call { args, .. } => args.iter().for_each(|a| self.read(a)),
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
        if let Some((to, op)) = found {
            self.sum = Some((to.clone(), op));
        }
        from.iter().for_each(|e| self.read(e));
        let around = self.whole.replace(around);
        self.expr(to, does);
        self.whole = around;
        self.sum = kept;
    }

    fn is_index(&self, v: VarId) -> bool {
        self.frames.iter().any(|f| f.vars.contains(&v))
    }

    /// How many claimed loops stand around the object that a variable's name means here.
    fn home(&self, v: VarId) -> usize {
        let own = self.frames.iter().rposition(|f| f.private.contains(&v));
        match own {
            Some(at) => self.frames[..=at]
                .iter()
                .filter(|f| f.claimed.is_some())
                .count(),
            None => self.declared.get(&v).copied().unwrap_or(0),
        }
    }

    fn access(&mut self, e: &Expr, does: Does) {
        let unit = self.around.unit;
        let root = rough_place(unit, e).map(|p| p.root);
        let direct = accrs_frontend::region::place::owner(unit, e);
        if let Some(v) = root.filter(|_| e.id == ExprId::NONE && does != Does::Reads) {
            self.checks.made.insert(v);
        }
        if let Some(v) = direct {
            if self.is_index(v) && matches!(e.kind, ExprKind::Var(_)) {
                return;
            }
            let met = self.depth() > self.home(v);
            let k = self.known.entry(v).or_default();
            k.met |= met;
            k.written |= met && does != Does::Reads;
            // A parameter that is an array lies elsewhere.
            let elsewhere = accrs_frontend::region::place::is_array_parameter(unit, v);
            if !elsewhere && !self.checks.watched.contains(&v) && !self.around.shared.contains(&v) {
                return;
            }
        }
        let replaced = |v: VarId| is_made(&unit.var(v).name) || self.sections.contains(&v);
        if root.is_some_and(replaced) {
            return;
        }
        let outside = |v| {
            self.around.shared.contains(&v)
                || accrs_frontend::region::place::is_array_parameter(unit, v)
        };
        let own = direct.is_some_and(|v| !outside(v));
        if !self.making || !is_object(unit, e) || e.id == ExprId::NONE {
            return;
        }
        let of_sum = self
            .sum
            .as_ref()
            .filter(|(to, _)| to.is_like(e))
            .map(|(_, op)| *op);
        let Some(apart) = self.apart(root) else {
            return;
        };
        let named = element(unit, e);
        let names = |vars: &[VarId]| {
            let one = |e: &Expr| match e.kind {
                ExprKind::Var(v) => Some(v) != root && vars.contains(&v),
                ExprKind::Call { .. } => true,
                _ => false,
            };
            e.any_expr(one)
        };
        let (fixed, same) = (!names(&self.changing(false)), !names(&self.changing(true)));
        let indexed = e.any_expr(|e| {
            matches!(
                e.kind,
                ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
            )
        });
        let whole = self.whole.clone().filter(|_| does != Does::Reads);
        let site = Site {
            span: e.span,
            constant: whole.as_ref().and_then(|w| w.constant.clone()),
            kept: whole.as_ref().is_some_and(|w| w.kept),
            text: whole.map_or_else(|| show::expr(unit, e), |w| w.text),
            name: root.map_or_else(|| show::expr(unit, e), |v| show::name(unit, v).to_string()),
            subscripts: named
                .iter()
                .flat_map(|(_, s)| s.iter().map(|s| (*s).clone()))
                .collect(),
            element: named.map_or_else(
                || show::expr(unit, e).replace('%', "percent"),
                |(text, _)| text,
            ),
            does,
            atomic: self.atomic,
            op: of_sum,
            scalar: !indexed,
            fixed,
            same,
            own,
            mapped: root.is_some_and(|v| self.around.mapped.contains(&v)) && near(unit, e),
            apart,
        };
        self.checks.by_expr.insert(e.id, self.checks.sites.len());
        self.checks.sites.push(site);
    }

    /// Variables that differ between iterations of the loops around. `claimed`: but for those of loops in order.
    fn changing(&self, claimed: bool) -> Vec<VarId> {
        let index = |f: &&Frame| claimed && f.claimed.is_none();
        let kept: Vec<VarId> = self
            .frames
            .iter()
            .filter(index)
            .flat_map(|f| f.vars.clone())
            .collect();
        let own = self
            .frames
            .iter()
            .flat_map(|f| f.vars.iter().chain(&f.private).copied());
        let inside = self
            .declared
            .iter()
            .filter(|(_, depth)| **depth > 0)
            .map(|(v, _)| *v);
        own.chain(inside).filter(|v| !kept.contains(v)).collect()
    }

    /// How many of the claimed loops around have copies of a variable that are combined; none where all of the kernel has.
    fn apart(&self, root: Option<VarId>) -> Option<usize> {
        let Some(v) = root else { return Some(0) };
        if self.around.combined.contains(&v) {
            return None;
        }
        let first = self.frames.iter().position(|f| f.reduced.contains(&v));
        let inner = first.map_or(&[][..], |at| &self.frames[at..]);
        if inner.iter().any(|f| f.gang) {
            return None;
        }
        Some(inner.iter().filter(|f| f.claimed.is_some()).count())
    }
}
