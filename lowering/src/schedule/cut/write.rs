//! The parts of loops that are cut, in the place of the loops.

use super::{Candidate, Cut, Made};
use crate::analyse::values;
use crate::make::{binary, cast, int};
use crate::print::show;
use crate::schedule::recast::cores::in_text;
use crate::schedule::recast::made::{counter, loop_of, numbered, stands_for};
use crate::schedule::recast::renew::{Renamed, Renew};
use crate::schedule::recast::trial::in_members;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, For, LoopCmp, LoopId, Recast, Recasting, Stmt, StmtKind, Unit,
    VisitMut,
};
use accrs_frontend::source::Span;
use accrs_isl::Value;
use indexmap::{IndexMap, IndexSet};

/// Puts the parts in the place of a candidate's loop in what devices run. `None`: it isn't there.
pub fn on_devices(unit: &mut Unit, c: &Candidate) -> Option<Made> {
    in_members(unit, c.construct, |unit, stmts| apply(unit, c, stmts))
}

/// Likewise in what the cores run.
pub fn on_cores(unit: &mut Unit, c: &Candidate) -> Option<Made> {
    in_text(unit, c.construct, |unit, stmts| apply(unit, c, stmts))
}

fn apply(unit: &mut Unit, c: &Candidate, stmts: &mut [Stmt]) -> Option<(Recast, Made)> {
    let mut cutter = Cutter {
        unit,
        c,
        copies: IndexMap::new(),
        names: Renamed::new(),
        made: Made::default(),
        whole: None,
        told: IndexSet::new(),
    };
    stmts.iter_mut().for_each(|s| cutter.visit_stmt(s));
    let (whole, loops) = cutter.whole?;
    let told: Vec<String> = cutter.told.into_iter().collect();
    let recast = Recast {
        loops,
        whole,
        asked: IndexSet::new(),
        by_clauses: IndexSet::new(),
        how: Recasting::Cut(told.join(", ")),
    };
    Some((recast, cutter.made))
}

struct Cutter<'w> {
    unit: &'w mut Unit,
    c: &'w Candidate,
    /// The copies of loops, with those that they are copies of.
    copies: IndexMap<LoopId, LoopId>,
    /// The variables that take the places of others here.
    names: Renamed,
    made: Made,
    /// What stood there, and the loops in its place.
    whole: Option<(Stmt, Vec<LoopId>)>,
    /// The iterations, in words.
    told: IndexSet<String>,
}

impl VisitMut for Cutter<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        let mut of = l.id;
        while let Some(first) = self.copies.get(&of) {
            of = *first;
        }
        let Some(cut) = self.c.cuts.get(&of) else {
            return self.walk_stmt(s);
        };
        let Some(parts) = self.parts(l, of, cut) else {
            return;
        };
        if of == self.c.id {
            let ids = parts.iter().filter_map(|s| match &s.kind {
                StmtKind::For(l) => Some(l.id),
                _ => None,
            });
            self.whole = Some((s.clone(), ids.collect()));
        }
        s.kind = StmtKind::Block(parts);
    }
}

impl Cutter<'_> {
    /// The loop's iterations before one, that one, and those behind it.
    fn parts(&mut self, l: &For, of: LoopId, cut: &Cut) -> Option<Vec<Stmt>> {
        let head = l.canonical.as_ref()?;
        let mut at = cut.at.clone();
        Rename(&self.names).visit_expr(&mut at);
        let name = self.unit.var(head.var).name.clone();
        self.told
            .insert(format!("{name} = {}", show::expr(self.unit, &at)));
        let at = self.long(&at)?;
        let lower = self.long(&head.lower)?;
        let upper = self.long(&head.upper)?;
        let upper = match head.cmp {
            LoopCmp::Lt => upper,
            LoopCmp::Le => self.next(&upper)?,
            _ => return None,
        };
        let behind = self.next(&at)?;
        let less = |x: &Expr, end: &Expr| match cut.is_reached {
            true => x.clone(),
            false => self.chosen(BinaryOp::Lt, x, end),
        };
        let greater = |x: &Expr, first: &Expr| match cut.is_started {
            true => x.clone(),
            false => self.chosen(BinaryOp::Gt, x, first),
        };
        let parts = [
            (lower.clone(), less(&at, &upper), false),
            (greater(&at, &lower), less(&behind, &upper), true),
            (greater(&behind, &lower), upper.clone(), false),
        ];
        // Nothing is before the first iteration.
        let first = usize::from(at.int_value().is_some() && at.int_value() == lower.int_value());
        let mut out = Vec::new();
        for (lower, upper, single) in parts.into_iter().skip(first) {
            let part = self.part(l, (lower, upper), &name)?;
            self.made.parts.insert(part.id, of);
            if single {
                self.made.single.insert(part.id);
            }
            out.push(Stmt::new(StmtKind::For(Box::new(part)), span_of(l)));
        }
        Some(out)
    }

    fn part(&mut self, l: &For, (lower, upper): (Expr, Expr), name: &str) -> Option<For> {
        let head = l.canonical.as_ref()?;
        let span = span_of(l);
        let var = counter(self.unit, &format!("{name}_at"));
        let ty = self.unit.var(var).ty;
        let value = Expr::new(ExprKind::Var(var), ty, span);
        let (own, decl) = stands_for(self.unit, head.var, value, l.body.span);
        let around = self.names.clone();
        let mut body = (*l.body).clone();
        let mut renew = Renew {
            unit: self.unit,
            copies: &mut self.copies,
            again: true,
            renamed: Renamed::from_iter([(head.var, own)]),
        };
        renew.visit_stmt(&mut body);
        self.names.extend(renew.renamed);
        self.visit_stmt(&mut body);
        self.names = around;
        let stmts = match body.mentions(own) {
            true => vec![decl, body],
            false => vec![body],
        };
        let body = Stmt::new(StmtKind::Block(stmts), l.body.span);
        let range = (lower, LoopCmp::Lt, upper, 1);
        let own = (numbered(self.unit), var);
        Some(loop_of(self.unit, own, range, body, span))
    }

    /// A number as a `long`, in which all is computed.
    fn long(&self, e: &Expr) -> Option<Expr> {
        let types = &self.unit.types;
        match e.int_value() {
            Some(n) => self.number(n),
            // The others are written as they are.
            None => Some(cast(!types.is_unsigned(e.ty), types.long(), e.clone())),
        }
    }

    fn number(&self, n: i128) -> Option<Expr> {
        let n = Value::Number(i64::try_from(n).ok()?);
        values::expr(&n, self.unit, self.unit.types.long(), &|_| None)
    }

    fn next(&self, e: &Expr) -> Option<Expr> {
        let ty = self.unit.types.long();
        if let Some(n) = e.int_value() {
            return self.number(n.checked_add(1)?);
        }
        // In `int` the sum might not fit.
        let wide = match e.strip_implicit() {
            plain if plain.ty == ty => plain.clone(),
            plain => cast(false, ty, plain.clone()),
        };
        Some(binary(BinaryOp::Add, wide, int(self.unit, 1), ty))
    }

    /// The less or the greater of two numbers.
    fn chosen(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
        let types = &self.unit.types;
        if let (Some(x), Some(y)) = (a.int_value(), b.int_value()) {
            let first = if op == BinaryOp::Lt { x < y } else { x > y };
            return if first { a.clone() } else { b.clone() };
        }
        let text = |e| show::expr(self.unit, e);
        if text(a) == text(b) {
            return a.clone();
        }
        let when = binary(op, a.clone(), b.clone(), types.int());
        let kind = ExprKind::Conditional(when.into(), Some(a.clone().into()), b.clone().into());
        Expr::new(kind, types.long(), Span::default())
    }
}

fn span_of(l: &For) -> Span {
    l.init.as_ref().map_or(l.body.span, |s| s.span)
}

struct Rename<'r>(&'r Renamed);

impl VisitMut for Rename<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let ExprKind::Var(v) = &mut e.kind {
            *v = self.0.get(v).copied().unwrap_or(*v);
        }
        self.walk_expr(e);
    }
}
