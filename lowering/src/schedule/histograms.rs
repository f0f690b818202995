//! Loops that threads of the host's cores share, whose iterations do nothing with some objects but update them atomically: a histogram's bins, a counter,
//! the forces of all pairs.
//!
//! An atomic update takes some twenty times as long as a plain one, even where one thread alone does it, and threads that update one element wait for each other. So parts of
//! the iterations have copies, as for sums of floating-point numbers ([`InParts`](crate::plan::InParts)), which they update like any variable of theirs. The copies
//! are combined with the objects by atomic updates, since other constructs may update these at the same time. Whether there are
//! enough iterations for the copies' elements is asked when the loop begins; where there are not, it runs as it is written.
//!
//! Elements get their values in an order that the number of parts gives, and this follows from the loop: unlike atomic updates, sums of floating-point
//! numbers are the same each time.

use super::block_copies::private_to_loops;
use super::data;
use super::nest::{self, Node};
use super::planner::Planner;
use super::reductions;
use super::scope::Surroundings;
use super::updates::{self, Updates};
use crate::analyse::alias::{Alias, alias};
use crate::analyse::uses::{self, Uses};
use crate::plan::{Combining, DataItem, Extreme, LoopPlan, Part, Reduction, Updated};
use accrs_frontend::directive::{DataRef, ReductionOp, Section as Written};
use accrs_frontend::region::{
    ArrayLen, Construct, Expr, ExprKind, FloatKind, LoopId, Stmt, StmtKind, Storage, Type, TypeId,
    Unit, VarId,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// Notes the objects in the plans of the loops.
pub fn on_cores<'a>(
    p: &Planner<'_>,
    c: &Construct,
    items: &[DataItem],
    (s, roots): (&Surroundings<'_, 'a>, &[Node<'a>]),
    loops: &mut IndexMap<LoopId, LoopPlan>,
) {
    if !p.options.transforms_cores() {
        return;
    }
    for n in nest::by_id(roots).values() {
        if let Some(plan) = loops.get_mut(&n.loop_.id)
            && plan.host.is_threads()
        {
            let find = Find { p, c, items, s, n };
            plan.updated = find.all().unwrap_or_default();
        }
    }
}

struct Find<'f, 'a> {
    p: &'f Planner<'f>,
    c: &'f Construct,
    items: &'f [DataItem],
    s: &'f Surroundings<'f, 'a>,
    n: &'f Node<'a>,
}

impl<'a> Find<'_, 'a> {
    /// All objects that the loop updates atomically; nothing if that isn't all that it does with them.
    fn all(&self) -> Option<Vec<Updated>> {
        let unit = self.p.unit;
        let mut vars: IndexSet<Option<VarId>> = IndexSet::new();
        self.n.body.each_stmt(|s| {
            if let StmtKind::Atomic { body, .. } = &s.kind {
                vars.insert(updated(unit, body));
            }
        });
        let used = uses::of_stmts(unit, [self.n.body]);
        vars.into_iter().map(|v| self.of(v?, &used)).collect()
    }

    fn of(&self, var: VarId, used: &Uses) -> Option<Updated> {
        let unit = self.p.unit;
        let found = Updates::of(unit, var, false, [self.n.body]);
        let op = found.operator()?;
        let elem = found.all.first()?.target.ty;
        let in_heads = |h: &&accrs_frontend::region::Canonical| {
            [&h.lower, &h.upper, &h.step]
                .iter()
                .any(|e| e.mentions(var))
        };
        let own = used.declared.contains(&var)
            || self.s.privates.contains(&var)
            || self.s.reduced.contains(&var)
            || private_to_loops(var, std::slice::from_ref(&self.n))
            || (self.n.decision.reductions.iter()).any(|r| r.var == var);
        if found.other
            || own
            || !takes(unit, elem, op)
            || !is_made_of(unit, unit.var(var).ty, elem)
            || self.n.heads.iter().any(in_heads)
            || found.may_be_called()
            || self.is_reached_otherwise(var)
        {
            return None;
        }
        let stmts = found.all.iter().map(|u| u.stmt).collect();
        let sum = self.elements(var, op)?;
        Some(Updated { sum, elem, stmts })
    }

    /// Whether the iterations may do something with the object by another name.
    fn is_reached_otherwise(&self, var: VarId) -> bool {
        let unit = self.p.unit;
        let facts = self.s.facts.part(self.n.body);
        let accesses = facts.accesses();
        let scalar =
            unit.types.is_scalar(unit.var(var).ty) && !unit.types.is_pointer(unit.var(var).ty);
        let pointed = scalar && (unit.host.takes_address(var) || self.s.tangled.is_some());
        let own = || accesses.found.iter().filter(|a| a.root == var);
        let meets = |a, b| {
            !matches!(
                alias(unit, a, b, self.s.unasked),
                Alias::No | Alias::ByClauses
            )
        };
        let mut others = accesses.found.iter().filter(|a| a.root != var);
        accesses.wild.is_some() || pointed || others.any(|b| own().any(|a| meets(a, b)))
    }

    /// The elements of the variable that the construct may touch, as a reduction of them would name them.
    fn elements(&self, var: VarId, op: ReductionOp) -> Option<Reduction> {
        let (p, unit) = (self.p, self.p.unit);
        let how = Combining {
            op,
            extreme: Extreme::Open,
        };
        let ty = unit.var(var).ty;
        let fixed = unit.types.is_arithmetic(ty)
            || unit.types.size_of(ty).is_some() && unit.types.is_array(ty);
        let visible = data::visible(unit, self.c, self.items);
        let named = visible.iter().filter(|v| v.item.base.is_var(var));
        let whole = || reductions::inferred(p, how, var, Span::default());
        if fixed
            && named
                .clone()
                .next()
                .is_none_or(|v| v.item.sections.is_empty())
        {
            return Some(whole());
        }
        // A bare pointer that is present is told by the clause around that says how far it leads.
        let mut named = named.filter(|v| !v.item.sections.is_empty());
        let first = named.next()?;
        let stays = match first.own {
            Some(_) => self.stay_inside(first.item),
            None => !first.global && self.stay_around(first.item, var),
        };
        if !stays || first.own.is_some() && named.any(|v| v.own.is_some()) {
            return None;
        }
        // Whoever can't be said to have so many elements is left as it is.
        let none = IndexSet::new();
        let found =
            reductions::of_clause(&mut Planner::new(unit, p.options, &none), op, first.item)?;
        let fits = match &found.part {
            Part::Whole => fixed,
            Part::Elements { .. } => found.pieces.is_empty(),
        };
        fits.then_some(found)
    }

    /// Whether the bounds of a clause of the construct are the same in it.
    fn stay_inside(&self, item: &DataRef<Expr>) -> bool {
        let unit = self.p.unit;
        let declared = &self.s.facts.uses().declared;
        bounds(item).all(|e| {
            is_plain(unit, e)
                && variables(unit, e).iter().all(|v| {
                    let hides = |d: &VarId| d != v && unit.var(*d).name == unit.var(*v).name;
                    !self.s.facts.uses().writes(*v) && !declared.iter().any(hides)
                })
        })
    }

    /// Whether a pointer and the bounds of its elements are the same in a `data` construct around and here.
    fn stay_around(&self, item: &DataRef<Expr>, var: VarId) -> bool {
        let unit = self.p.unit;
        let mut outermost = self.c;
        while let Some(id) = outermost.parent {
            outermost = unit.construct(id);
        }
        let stays = |v: &VarId| {
            let own = unit.var(*v);
            let hides = |other: &accrs_frontend::region::Var| {
                let inside = outermost.span.start <= other.span.start
                    && other.span.start < outermost.span.end;
                inside && other.name == own.name && other.span != own.span
            };
            matches!(own.storage, Storage::Local | Storage::Param)
                && !unit.host.takes_address(*v)
                && !unit.host.assigns_within(*v, outermost.span)
                && !self.s.facts.uses().writes(*v)
                && !unit.vars.iter().any(hides)
        };
        stays(&var)
            && bounds(item).all(|e| is_plain(unit, e) && variables(unit, e).iter().all(stays))
    }
}

/// The variable in which a statement, that of an atomic construct, updates an element.
fn updated(unit: &Unit, body: &Stmt) -> Option<VarId> {
    let target = match &body.kind {
        StmtKind::Block(all) => match all.as_slice() {
            [one] => return updated(unit, one),
            _ => return None,
        },
        StmtKind::Expr(e) => crate::analyse::accumulation::of_expr(unit, e)?.0,
        _ => return None,
    };
    updates::element_of(unit, target.strip_implicit(), &mut Vec::new())
}

/// Whether copies of such numbers can be combined by this operator.
pub fn takes(unit: &Unit, elem: TypeId, op: ReductionOp) -> bool {
    let qualifiers = unit.types.qualifiers(elem);
    let bits = matches!(
        op,
        ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor
    );
    let arithmetic = matches!(op, ReductionOp::Add | ReductionOp::Mul);
    !qualifiers.is_volatile
        && match unit.types.canonical(elem) {
            Type::Char | Type::Int(_) => bits || arithmetic,
            Type::Float(FloatKind::Float | FloatKind::Double) => arithmetic,
            _ => false,
        }
}

/// Whether an array, or what a pointer leads to, has elements of this type alone: numbers, or structures of them and of nothing else.
fn is_made_of(unit: &Unit, ty: TypeId, number: TypeId) -> bool {
    let types = &unit.types;
    let mut element = ty;
    while let Some(of) = types.pointee(element) {
        element = of;
    }
    !types.is_record(element)
        || numbers(unit, element, number).is_some_and(|n| {
            let size = types.size_of(number).unwrap_or(0);
            types.size_of(element) == Some(n * size)
        })
}

/// How many numbers of this type are in a type that has nothing else.
fn numbers(unit: &Unit, ty: TypeId, number: TypeId) -> Option<u64> {
    let types = &unit.types;
    match types.canonical(ty) {
        Type::Array(of, ArrayLen::Fixed(n)) => Some(n * numbers(unit, *of, number)?),
        Type::Record(r) => {
            let record = types.records.get(r.index())?;
            let fields = record.fields.as_ref().filter(|_| !record.is_union)?;
            let each = fields.iter().map(|f| match f.bit_width {
                None => numbers(unit, f.ty, number),
                Some(_) => None,
            });
            each.sum()
        }
        _ => (types.canonical_id(ty) == types.canonical_id(number)).then_some(1),
    }
}

fn bounds(item: &DataRef<Expr>) -> impl Iterator<Item = &Expr> {
    item.sections.iter().flat_map(|s| match s {
        Written::Element(e) => vec![e],
        Written::Range { lower, length } => lower.iter().chain(length).collect(),
    })
}

/// Whether an expression is arithmetic with variables, which gives the same each time if these stay.
fn is_plain(unit: &Unit, e: &Expr) -> bool {
    !e.any_expr(|e| {
        let value = matches!(
            e.kind,
            ExprKind::Var(_) | ExprKind::Binary(..) | ExprKind::Cast { .. }
        );
        !value && e.int_value().is_none() || unit.types.qualifiers(e.ty).is_volatile
    })
}

fn variables(unit: &Unit, e: &Expr) -> Vec<VarId> {
    uses::of_expr(unit, e).vars.keys().copied().collect()
}
