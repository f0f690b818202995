//! A region of `kernels` before it is planned: what those who rewrite it ask of its scalars and of its loops.

use crate::analyse::facts::Facts;
use crate::analyse::{flow, live, uses};
use crate::options::Options;
use crate::plan::{Action, Plan};
use accrs_frontend::directive::{Clause, ClauseKind, Directive, DirectiveKind};
use accrs_frontend::region::{
    Body, Construct, ConstructId, Expr, ExprKind, For, LoopId, Stmt, StmtKind, Storage, UnaryOp,
    Unit, VarId, Visit,
};
use indexmap::IndexSet;
use std::rc::Rc;

/// A region's statements as devices see them so far, and what is known of its variables.
pub struct Region<'a> {
    pub unit: &'a Unit,
    pub options: &'a Options,
    pub construct: &'a Construct,
    pub facts: Rc<Facts<'a>>,
    live: IndexSet<VarId>,
    /// Variables that loops count with, that clauses but those on data name, or that are in atomic statements.
    pub taken: IndexSet<VarId>,
}

impl<'a> Region<'a> {
    /// With the statements. `None`: the construct isn't one of `kernels`.
    pub fn of(
        unit: &'a Unit,
        options: &'a Options,
        construct: &'a Construct,
    ) -> Option<(Self, &'a [Stmt])> {
        let stmts = statements(construct)?;
        let facts = Facts::of(unit, stmts);
        let mut taken = Taken(IndexSet::new());
        taken.visit_directive(&construct.directive);
        stmts.iter().for_each(|s| taken.visit_stmt(s));
        let region = Region {
            unit,
            options,
            construct,
            live: live::live_out(&facts, construct),
            facts,
            taken: taken.0,
        };
        Some((region, stmts))
    }

    /// A number of the program's, of which no other thread or handler has to see each value.
    pub fn is_plain(&self, var: VarId) -> bool {
        let (types, v) = (&self.unit.types, self.unit.var(var));
        let ours = match v.storage {
            Storage::Local | Storage::Param | Storage::StaticLocal => true,
            Storage::Global { thread_local, .. } => !thread_local,
            Storage::Region => false,
        };
        let q = types.qualifiers(v.ty);
        let number = types.is_arithmetic(v.ty) && !q.is_volatile && !q.is_const;
        ours && number && v.member.is_none() && !self.unit.host.takes_address(var)
    }

    /// Whether a loop reaches a variable by its name alone. One of static storage is known to functions, and pointers to its type
    /// may lead to it.
    pub fn is_named_alone(&self, var: VarId, l: &For) -> bool {
        if !uses::is_static_storage(self.unit, var) {
            return true;
        }
        let types = &self.unit.types;
        let ty = types.canonical_id(self.unit.var(var).ty);
        let same = |e: &Expr| {
            let other = types.is_arithmetic(e.ty)
                && types.size_of(e.ty) != Some(1)
                && types.canonical_id(e.ty) != ty;
            !(self.options.rules.strict_aliasing && other)
        };
        !l.body.any_expr(|e| match &e.kind {
            ExprKind::Call { .. } => !e.called().is_some_and(|f| self.unit.is_of_numbers(f)),
            ExprKind::Unary(UnaryOp::Deref, _) => same(e),
            ExprKind::Index(base, _) => !types.is_array(base.ty) && same(e),
            ExprKind::Member { arrow: true, .. } => same(e),
            _ => false,
        })
    }

    /// Whether the value that a loop leaves in a variable may be read.
    pub fn is_wanted(&self, var: VarId, l: &For) -> bool {
        let code = self.facts.code.iter().copied();
        self.live.contains(&var)
            || flow::after_loop(self.unit, code, l.id, &[])
                .exposed
                .contains_key(&var)
    }
}

/// The statements of a construct of `kernels` as devices see them so far.
pub fn statements(construct: &Construct) -> Option<&[Stmt]> {
    let kernels = matches!(
        construct.directive.kind,
        DirectiveKind::Kernels | DirectiveKind::KernelsLoop
    );
    match &construct.body {
        Body::Compute(text) if kernels => {
            Some(construct.members.as_ref().map_or(text, |m| &m.body))
        }
        _ => None,
    }
}

/// Whether a plan spreads a loop over threads.
pub fn is_spread(plan: &Plan, construct: ConstructId, id: LoopId) -> bool {
    match plan.constructs.get(&construct).map(|c| &c.action) {
        Some(Action::Compute(c)) => {
            let levels = c.loops.get(&id).map(|l| l.levels);
            levels.is_some_and(|l| l.gang || l.worker || l.vector)
        }
        _ => false,
    }
}

/// Whether a loop's bounds are made of numbers alone, which each iteration may look at.
pub fn is_simple(l: &For) -> bool {
    let simple = |e: &Expr| {
        let plain = |e: &Expr| {
            matches!(
                e.kind,
                ExprKind::Var(_)
                    | ExprKind::IntLit { .. }
                    | ExprKind::CharLit { .. }
                    | ExprKind::EnumConst { .. }
                    | ExprKind::Cast { .. }
                    | ExprKind::Binary(..)
                    | ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus | UnaryOp::BitNot, _)
            )
        };
        !e.any_expr(|e| !plain(e))
    };
    let head = l.canonical.as_ref();
    head.is_some_and(|h| [&h.lower, &h.upper, &h.step].into_iter().all(simple))
        && l.cond.as_ref().is_some_and(simple)
}

/// How often a statement names a variable.
pub fn mentions(s: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    s.each_expr(|e| n += usize::from(e.is_var(var)));
    n
}

/// Variables that have another meaning to a construct than a number that each iteration assigns.
struct Taken(IndexSet<VarId>);

impl Taken {
    fn expr(&mut self, e: &Expr) {
        e.each_expr(|e| self.0.extend(e.variable()));
    }
}

impl<'a> Visit<'a> for Taken {
    fn visit_for(&mut self, l: &'a For) {
        self.0.extend(l.canonical.iter().map(|h| h.var));
        l.directive.iter().for_each(|d| self.visit_directive(d));
        self.walk_for(l);
    }

    fn visit_directive(&mut self, d: &'a Directive<Expr>) {
        d.clauses.iter().for_each(|c| self.visit_clause(c));
    }

    fn visit_clause(&mut self, c: &'a Clause<Expr>) {
        if !matches!(c.kind, ClauseKind::Data(..)) {
            self.walk_clause(c);
        }
    }

    fn visit_stmt(&mut self, s: &'a Stmt) {
        if let StmtKind::Atomic { body, .. } = &s.kind {
            body.each_expr(|e| self.expr(e));
        }
        self.walk_stmt(s);
    }

    /// What a clause names; other expressions don't count.
    fn visit_ref(&mut self, r: &'a accrs_frontend::directive::DataRef<Expr>) {
        self.expr(&r.base);
    }
}
