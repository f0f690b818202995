//! Reduction clauses: which elements of their variables are combined, and where these live.
//!
//! A scalar, a struct and an array of constant length are reduced as a whole. An element, a
//! section, an array of variable length become a first element and a number of elements,
//! counted flat: `c[2:3]` of `double c[10][4]` is 12 elements from 8 on.

pub mod joined;

use super::data;
use super::extents::{self, Known};
use super::nest::{self, Node};
use super::planner::{Planner, code};
use super::privates::Privates;
use crate::analyse::lengths;
use crate::analyse::uses::{self, Uses};
use crate::plan::{Combining, DimExtent, Extreme, Part, Reduction, Section};
use accrs_frontend::Diagnostic;
use accrs_frontend::Unit;
use accrs_frontend::directive::{DataKind, DataRef, ReductionOp, Section as Written};
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Expr, ExprKind, Stmt, StmtKind, Storage, Type, TypeId, VarId,
};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// The reduction of a clause's item; `None` where it had an error.
pub fn of_clause(p: &mut Planner<'_>, op: ReductionOp, r: &DataRef<Expr>) -> Option<Reduction> {
    let ExprKind::Var(var) = r.base.kind else {
        // The verifier has refused members.
        return None;
    };
    let part = part(p, r)?;
    let elem = match &part {
        Part::Whole => r.base.ty,
        Part::Elements { elem, .. } => *elem,
    };
    let scalars = scalars_in_record(p.unit, elem).unwrap_or(0);
    if scalars > MOST_SCALARS {
        let what = format!(
            "the reduction of '{}', structs of {scalars} scalars,",
            r.text
        );
        p.not_supported(r.span, what);
        return None;
    }
    Some(Reduction {
        op,
        extreme: Extreme::Open,
        var,
        part,
        pieces: Vec::new(),
        text: r.text.clone(),
        span: r.span,
        inferred: false,
        careful: false,
    })
}

/// Whether anything is done with what a clause reduces; a variable that nobody changes keeps its value.
pub fn is_used(used: &Uses, r: &DataRef<Expr>) -> bool {
    match r.base.kind {
        ExprKind::Var(v) => used.get(v).is_some(),
        _ => true,
    }
}

/// A struct's operator is written out, scalar by scalar: so many at most.
const MOST_SCALARS: u64 = 256;

/// How many scalars a struct, or each of an array's, is made of; `None` without a struct.
fn scalars_in_record(unit: &Unit, ty: TypeId) -> Option<u64> {
    fn count(unit: &Unit, ty: TypeId) -> u64 {
        match unit.types.canonical(ty) {
            Type::Array(elem, ArrayLen::Fixed(n)) => count(unit, *elem).saturating_mul(*n),
            Type::Record(id) => {
                let fields = unit.types.records[id.index()].fields.iter().flatten();
                fields.fold(0, |n, f| n.saturating_add(count(unit, f.ty)))
            }
            _ => 1,
        }
    }
    let mut at = ty;
    while let Type::Array(elem, _) = unit.types.canonical(at) {
        at = *elem;
    }
    unit.types.is_record(at).then(|| count(unit, at))
}

/// A reduction that analysis found: of a scalar.
pub fn inferred(p: &Planner<'_>, how: Combining, var: VarId, span: Span) -> Reduction {
    Reduction {
        op: how.op,
        extreme: how.extreme,
        var,
        part: Part::Whole,
        pieces: Vec::new(),
        text: p.unit.var(var).name.clone(),
        span,
        inferred: true,
        careful: false,
    }
}

/// Reductions of arrays, sections and structs that clauses of loops inside of `n` ask for: iterations
/// of `n` that run at once must not combine into one place either. `own`: variables that `n`
/// reduces or has a copy of; `used`: what its body does. Elements that depend on the iteration are its own.
pub fn of_inner(
    p: &mut Planner<'_>,
    n: &Node<'_>,
    used: &Uses,
    own: &IndexSet<VarId>,
) -> Vec<Reduction> {
    let varies = |e: &Expr, p: &Planner<'_>| {
        uses::of_expr(p.unit, e)
            .vars
            .keys()
            .any(|v| used.declared.contains(v) || used.writes(*v) || n.head_vars().any(|h| h == *v))
    };
    fn gather(n: &Node<'_>, hidden: &mut Vec<VarId>, out: &mut Vec<(ReductionOp, DataRef<Expr>)>) {
        let before = hidden.len();
        if let Some(c) = &n.clauses {
            hidden.extend(c.private.iter().filter_map(|r| data::whole_var(r)));
            for (op, r) in &c.reductions {
                if !matches!(r.base.kind, ExprKind::Var(v) if hidden.contains(&v)) {
                    out.push((*op, (*r).clone()));
                }
            }
        }
        n.children.iter().for_each(|c| gather(c, hidden, out));
        hidden.truncate(before);
    }
    let mut all = Vec::new();
    n.children
        .iter()
        .for_each(|c| gather(c, &mut Vec::new(), &mut all));
    let mut out: Vec<Reduction> = Vec::new();
    for (op, r) in &all {
        let Some(found) = of_clause(p, *op, r) else {
            continue;
        };
        let var = found.var;
        let scalar =
            matches!(found.part, Part::Whole) && p.unit.types.is_scalar(p.unit.var(var).ty);
        let fixed = match &found.part {
            Part::Whole => true,
            Part::Elements { lower, length, .. } => !varies(lower, p) && !varies(length, p),
        };
        let taken = own.contains(&var)
            || used.declared.contains(&var)
            || out.iter().any(|o| joined::covers(o, &found));
        if !scalar && fixed && !taken {
            out.push(Reduction {
                inferred: true,
                ..found
            });
        }
    }
    joined::of_loops(p, out)
}

fn part(p: &mut Planner<'_>, r: &DataRef<Expr>) -> Option<Part> {
    let ty = r.base.ty;
    let types = &p.unit.types;
    if r.sections.is_empty() {
        let known = types.size_of(ty).is_some();
        if known && !types.is_pointer(ty) {
            return Some(Part::Whole);
        }
        if types.is_pointer(ty) {
            p.report(
                Diagnostic::error(
                    code::REDUCTION_TYPE,
                    r.span,
                    format!("'{}' is a pointer: it can't be reduced", r.text),
                )
                .help(format!(
                    "to reduce what it points to, name the elements: {}[0:n]",
                    r.text
                )),
            );
            return None;
        }
    }
    let mut counter = Counter { p, at: r };
    // Outermost first: each given dimension's first index and number of indices.
    let mut given: Vec<(Expr, Expr, TypeId)> = Vec::new();
    let mut at = ty;
    for s in &r.sections {
        if !given.is_empty() && counter.p.unit.types.is_pointer(at) {
            let what = format!(
                "the reduction of '{}', a section that a pointer to a pointer points to,",
                r.text
            );
            counter.p.not_supported(r.span, what);
            return None;
        }
        let (elem, extent) = data::array_dim(counter.p.unit, at)?;
        let (lower, length) = match s {
            Written::Element(e) => (e.clone(), counter.literal(1)),
            Written::Range { lower, length } => {
                let lower = lower.clone().unwrap_or_else(|| counter.literal(0));
                let length = match length {
                    Some(n) => n.clone(),
                    None => {
                        let extent = counter.extent(extent)?;
                        counter.combine(BinaryOp::Sub, extent, lower.clone())
                    }
                };
                (lower, length)
            }
        };
        given.push((lower, length, elem));
        at = elem;
    }
    counter.flat(given, at)
}

/// Makes the expressions of a flat range.
struct Counter<'p, 'u, 'a> {
    p: &'p mut Planner<'u>,
    at: &'a DataRef<Expr>,
}

impl Counter<'_, '_, '_> {
    fn literal(&self, value: u64) -> Expr {
        Expr::new(
            ExprKind::IntLit {
                value: value.into(),
                text: value.to_string(),
            },
            self.p.unit.types.int(),
            self.at.span,
        )
    }

    fn combine(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let (x, y) = (a.int_value(), b.int_value());
        let folded = match (op, x, y) {
            (BinaryOp::Add, Some(x), Some(y)) => x.checked_add(y),
            (BinaryOp::Sub, Some(x), Some(y)) => x.checked_sub(y),
            (BinaryOp::Mul, Some(x), Some(y)) => x.checked_mul(y),
            _ => None,
        };
        if let Some(n) = folded.and_then(|n| u64::try_from(n).ok()) {
            return self.literal(n);
        }
        match (op, x, y) {
            (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) | (BinaryOp::Mul, _, Some(1)) => a,
            (BinaryOp::Add, Some(0), _) | (BinaryOp::Mul, Some(1), _) => b,
            (BinaryOp::Mul, Some(0), _) | (BinaryOp::Mul, _, Some(0)) => self.literal(0),
            _ => {
                let (ty, span) = (a.ty, self.at.span);
                Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
            }
        }
    }

    fn extent(&mut self, extent: Option<DimExtent>) -> Option<Expr> {
        match extent {
            Some(DimExtent::Fixed(n)) => Some(self.literal(n)),
            Some(DimExtent::Expr(e)) => self.unchanged(e),
            None => {
                let name = self.p.unit.source.slice(self.at.base.span).to_string();
                self.p.report(
                    Diagnostic::error(
                        code::UNKNOWN_EXTENT,
                        self.at.span,
                        format!("the number of elements of '{}' is not known", self.at.text),
                    )
                    .help(format!("write {name}[lower:length]")),
                );
                None
            }
        }
    }

    /// A length that the variable's declaration took, if computing it again gives the same.
    fn unchanged(&mut self, length: Expr) -> Option<Expr> {
        let ExprKind::Var(var) = self.at.base.kind else {
            return Some(length);
        };
        if !lengths::may_change(self.p.unit, var, &length) {
            return Some(length);
        }
        let text = self.p.unit.source.slice(length.span).to_string();
        self.p.report(
            Diagnostic::error(
                code::UNKNOWN_EXTENT,
                self.at.span,
                format!("the number of elements of '{}' is not known here: its declaration took '{text}', which may have changed since", self.at.text),
            )
            .help("declare the array with a `const` variable of its own as length, or reduce a section of a pointer to its first element"),
        );
        None
    }

    /// The elements that one of type `ty` is made of, and their type.
    fn inner(&mut self, ty: TypeId) -> Option<(Expr, TypeId)> {
        let mut count = self.literal(1);
        let mut at = ty;
        while let Type::Array(..) = self.p.unit.types.canonical(at) {
            let (elem, extent) = data::array_dim(self.p.unit, at)?;
            let extent = self.extent(extent)?;
            count = self.combine(BinaryOp::Mul, count, extent);
            at = elem;
        }
        Some((count, at))
    }

    fn flat(&mut self, given: Vec<(Expr, Expr, TypeId)>, rest: TypeId) -> Option<Part> {
        let (whole, elem) = self.inner(rest)?;
        let rows = match given.first() {
            Some((first, count, _)) => (first.clone(), count.clone()),
            None => {
                let (_, extent) = data::array_dim(self.p.unit, rest)?;
                (self.literal(0), self.extent(extent)?)
            }
        };
        let (mut lower, mut last) = (self.literal(0), self.literal(0));
        let single = given.len() <= 1;
        let mut length = whole.clone();
        for (first, count, ty) in given {
            let (stride, _) = self.inner(ty)?;
            let start = self.combine(BinaryOp::Mul, first, stride.clone());
            lower = self.combine(BinaryOp::Add, lower, start);
            if single {
                length = self.combine(BinaryOp::Mul, count, stride);
                continue;
            }
            let one = self.literal(1);
            let steps = self.combine(BinaryOp::Sub, count, one);
            let distance = self.combine(BinaryOp::Mul, steps, stride);
            last = self.combine(BinaryOp::Add, last, distance);
            length = self.combine(BinaryOp::Add, last.clone(), whole.clone());
        }
        Some(Part::Elements {
            elem,
            lower,
            length,
            rows: Box::new(rows),
        })
    }
}

/// Where a reduced variable lives when no data clause says so: all of it, or the clause's section
/// where that can be told before the construct starts.
pub fn section(
    p: &mut Planner<'_>,
    refs: &[&DataRef<Expr>],
    var: VarId,
    known: &Known,
) -> Option<Section> {
    let ty = p.unit.var(var).ty;
    let named = |r: &&&DataRef<Expr>| matches!(r.base.kind, ExprKind::Var(v) if v == var);
    let all: Vec<&DataRef<Expr>> = refs.iter().filter(named).copied().collect();
    let spanning = joined::spanning(p.unit, &all);
    let Some(r) = spanning.as_ref().or(all.first().copied()) else {
        return Some(Section::Whole);
    };
    if p.unit.types.is_array(ty) {
        return data::whole(p.unit, var, &r.base);
    }
    if !p.unit.types.is_pointer(ty) {
        return Some(Section::Whole);
    }
    let evaluable = r.sections.iter().all(|s| match s {
        Written::Element(e) => extents::host_evaluable(p, e, known),
        Written::Range { lower, length } => lower
            .iter()
            .chain(length)
            .all(|e| extents::host_evaluable(p, e, known)),
    });
    if !evaluable {
        return None;
    }
    data::sections(p, DataKind::Copy, r)
}

/// A length that is known only at run time decides how much memory a launch needs, so the host
/// must be able to tell it.
pub fn check_lengths(p: &mut Planner<'_>, all: &[Reduction], known: &Known) {
    for r in all {
        let Some(length) = r.part.run_time_length() else {
            continue;
        };
        if !extents::host_evaluable(p, length, known) {
            let what = format!(
                "the reduction of '{}', whose length is only known inside the construct,",
                r.text
            );
            p.not_supported(r.span, what);
        }
    }
}

/// The reductions of all these loops and of the loops in them.
pub fn of_loops(roots: &[Node<'_>]) -> Vec<Reduction> {
    roots.iter().flat_map(of_nest).collect()
}

/// The reductions of `n` and of the loops in it.
pub fn of_nest(n: &Node<'_>) -> Vec<Reduction> {
    let mut out = Vec::new();
    n.each(&mut |n| out.extend(n.decision.reductions.iter().cloned()));
    out
}

/// What the bounds of reductions and the chunks of `gang(static:)` name reaches kernel `i` as well, also where no statement of its
/// `body` names it.
pub fn expose_clauses(
    p: &Planner<'_>,
    private: &mut Privates,
    i: usize,
    body: &[Stmt],
    roots: &[Node<'_>],
    construct: &[Reduction],
) {
    let by_id = nest::by_id(roots);
    let mut mine: Vec<Reduction> = construct.to_vec();
    let mut own: IndexSet<VarId> = private.of_kernel[i].iter().copied().collect();
    let mut used = Uses::default();
    for s in body {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && let Some(n) = by_id.get(&l.id.0)
            {
                mine.extend(n.decision.reductions.iter().cloned());
                let chunk = n.clauses.as_ref().and_then(|c| c.gang_static.flatten());
                used.merge(&chunk.map_or_else(Uses::default, |e| uses::of_expr(p.unit, e)));
                own.extend(n.head_vars());
                own.extend(private.by_loop.get(&l.id).into_iter().flatten());
            }
        });
    }
    for r in &mine {
        if let Part::Elements { lower, length, .. } = &r.part {
            used.merge(&uses::of_expr(p.unit, lower));
            used.merge(&uses::of_expr(p.unit, length));
        }
    }
    used.vars
        .retain(|v, _| p.unit.var(*v).storage != Storage::Region && !own.contains(v));
    private.exposed[i].merge(&used);
}
