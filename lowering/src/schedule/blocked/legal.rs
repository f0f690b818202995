//! Whether a nest may be cut into tiles: asked of its normal form, whatever has been decided on its loops as they are written.

use super::normal::{Beside, Normal};
use crate::analyse::depend::{self, Aliases, Free, Question, carried};
use crate::analyse::facts::Facts;
use crate::analyse::place::holds_array;
use crate::analyse::{flow, uses};
use crate::schedule::near;
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, LoopCmp, Stmt, StmtKind, UnaryOp, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};

/// That no two iterations of the band touch the same memory, one of them writing; what it rests on.
pub fn independent<'a>(n: &'a Normal, facts: &Facts<'a>, aliases: &Aliases) -> Option<Free> {
    let heads = heads(n);
    if heads.len() != n.band.len() {
        return None;
    }
    let none = IndexSet::new();
    let mut all = Free::default();
    for (depth, head) in heads.iter().enumerate() {
        let question = Question {
            facts: &facts.part(n.inside(depth + 1)),
            whole: facts,
            heads: &[head],
            around: &heads[..depth],
            inside: &[],
            private: &none,
            reduced: &none,
            sums: &none,
            aliases,
        };
        all.extend(carried(&question).ok()?);
    }
    if let Some(beside) = &n.beside {
        all.extend(rows_alone(n, beside, facts, aliases)?);
    }
    Some(all)
}

/// That rows are independent with what they do before and behind their lanes too, and that this names no scalar that the nest assigns: so it can be
/// done for all of them at once.
fn rows_alone(n: &Normal, beside: &Beside, nest: &Facts<'_>, aliases: &Aliases) -> Option<Free> {
    let unit = nest.unit;
    let band: Vec<VarId> = n.band.iter().map(|h| h.var).collect();
    let assigned = nest.uses().vars.iter().filter(|(v, u)| {
        u.written.is_some() && !unit.types.is_array(unit.var(**v).ty) && band.first() != Some(*v)
    });
    let assigned: IndexSet<VarId> = assigned.map(|(v, _)| *v).collect();
    let statements = beside.before.iter().chain(&beside.after);
    let names =
        |s: &Stmt| s.any_expr(|e| matches!(&e.kind, ExprKind::Var(v) if assigned.contains(v)));
    if statements.into_iter().any(names) {
        return None;
    }
    let facts = Facts::of(unit, [&beside.whole]);
    let StmtKind::For(l) = &beside.whole.kind else {
        return None;
    };
    let (head, none) = (l.canonical.as_ref()?, IndexSet::new());
    carried(&Question {
        facts: &facts.part(&l.body),
        whole: &facts,
        heads: &[head],
        around: &[],
        inside: &[],
        private: &none,
        reduced: &none,
        sums: &none,
        aliases,
    })
    .ok()
}

/// For each loop in the band's iterations, by its variable: the objects in which it sums up elements that nothing else reaches as long as it runs.
pub fn sums_alone<'a>(
    n: &'a Normal,
    facts: &Facts<'a>,
    aliases: &Aliases,
) -> IndexMap<VarId, IndexSet<VarId>> {
    struct Loops<'a, 'f> {
        facts: &'f Facts<'a>,
        aliases: &'f Aliases,
        around: Vec<&'a Canonical>,
        found: IndexMap<VarId, IndexSet<VarId>>,
    }
    impl<'a> Visit<'a> for Loops<'a, '_> {
        fn visit_for(&mut self, l: &'a For) {
            let Some(head) = &l.canonical else { return };
            let (part, none) = (self.facts.part(&l.body), IndexSet::new());
            let written = part.accesses().found.iter().filter(|a| a.write);
            let roots: IndexSet<VarId> = written.map(|a| a.root).collect();
            let accesses = &part.accesses().found;
            let sums = |root: &VarId| {
                let mut written = accesses.iter().filter(|a| a.write && a.root == *root);
                written.all(|a| part.sums().update(a.what).is_some())
            };
            let alone = depend::standing_alone(&Question {
                facts: &part,
                whole: self.facts,
                heads: &[head],
                around: &self.around,
                inside: &[],
                private: &none,
                reduced: &none,
                sums: &roots.into_iter().filter(sums).collect(),
                aliases: self.aliases,
            });
            // What holds of all loops with the variable.
            let known = self.found.entry(head.var);
            known
                .and_modify(|k| k.retain(|root| alone.contains(root)))
                .or_insert(alone);
            self.around.push(head);
            self.walk_for(l);
            self.around.pop();
        }
        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut loops = Loops {
        facts,
        aliases,
        around: heads(n),
        found: IndexMap::new(),
    };
    loops.visit_stmt(n.inside(n.band.len()));
    loops.found
}

/// The heads of the band where they stand in the nest.
fn heads(n: &Normal) -> Vec<&Canonical> {
    let of = |depth| match &n.inside(depth).kind {
        StmtKind::For(l) => l.canonical.as_ref(),
        _ => None,
    };
    (0..n.band.len()).filter_map(of).collect()
}

/// The scalars that the nest assigns and doesn't declare, if each iteration of the band may have them for itself: it assigns them before it
/// reads them, and `is_wanted` says of none that somebody reads it behind the nest.
pub fn own_scalars(
    unit: &Unit,
    n: &Normal,
    facts: &Facts<'_>,
    is_wanted: impl Fn(VarId) -> bool,
) -> Option<Vec<VarId>> {
    let inside = n.inside(n.band.len());
    let exposed = flow::of_stmts(unit, [inside]).exposed;
    let used = facts.uses();
    let number = |v: VarId| unit.types.is_arithmetic(unit.var(v).ty);
    if used.declared.iter().any(|v| !number(*v)) {
        return None;
    }
    let counters = counters(inside)?;
    let mut own = Vec::new();
    for (&v, u) in &used.vars {
        // An array is memory, which the analysis has looked at.
        let ty = unit.var(v).ty;
        if u.written.is_none() || unit.types.is_array(ty) || holds_array(unit, ty) {
            continue;
        }
        let in_band = n.band.iter().any(|h| h.var == v);
        let declared = used.declared.contains(&v);
        let unread = in_band || !exposed.contains_key(&v);
        if !number(v) || u.address.is_some() || !unread || !declared && is_wanted(v) {
            return None;
        }
        if !in_band && !declared && !counters.contains(&v) {
            own.push(v);
        }
    }
    Some(own)
}

/// Whether a name means one variable in the whole nest, as tiles have it: but for those of loops in order, and those that the nest declares.
pub fn names_are_clear(unit: &Unit, n: &Normal, facts: &Facts<'_>, outer: &[Canonical]) -> bool {
    let band = n.band.iter().chain(outer).map(|h| h.var);
    let band: IndexSet<VarId> = band.collect();
    let used = facts.uses();
    let all: IndexSet<VarId> = used
        .vars
        .keys()
        .chain(&band)
        .chain(&used.declared)
        .copied()
        .collect();
    let counters = counters(n.inside(n.band.len())).unwrap_or_default();
    let kind = |v: VarId| {
        (
            counters.contains(&v),
            used.declared.contains(&v) && !band.contains(&v),
        )
    };
    let mut known: IndexMap<&str, VarId> = IndexMap::new();
    all.iter().all(|v| {
        let name = unit.var(*v).name.as_str();
        let other = *known.entry(name).or_insert(*v);
        other == *v || kind(other) == kind(*v) && kind(*v) != (false, false)
    })
}

/// The variables of loops, if these are named in their loops alone.
fn counters(inside: &Stmt) -> Option<IndexSet<VarId>> {
    struct Beside(VarId, bool);
    impl<'a> Visit<'a> for Beside {
        fn visit_for(&mut self, l: &'a For) {
            if l.canonical.as_ref().is_none_or(|h| h.var != self.0) {
                self.walk_for(l);
            }
        }
        fn visit_expr(&mut self, e: &'a Expr) {
            self.1 |= e.mentions(self.0);
        }
    }
    let mut all = IndexSet::new();
    inside.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            all.extend(l.canonical.iter().map(|h| h.var));
        }
    });
    let alone = |v: &VarId| {
        let mut beside = Beside(*v, false);
        beside.visit_stmt(inside);
        !beside.1
    };
    all.iter().all(alone).then_some(all)
}

/// Whether no scalar that one of the loops over a range assigns is seen outside of that loop.
pub fn hands_nothing_on(unit: &Unit, bodies: &[&Stmt], beside: &IndexSet<VarId>) -> bool {
    let all: Vec<_> = bodies.iter().map(|b| uses::of_stmts(unit, [*b])).collect();
    bodies.iter().enumerate().all(|(at, body)| {
        let exposed = flow::of_stmts(unit, [*body]).exposed;
        let used = &all[at];
        let written = used.vars.iter().filter(|(v, u)| {
            u.written.is_some()
                && unit.types.is_scalar(unit.var(**v).ty)
                && !used.declared.contains(*v)
        });
        let elsewhere = |v: &VarId| {
            let others = all.iter().enumerate().filter(|(other, _)| *other != at);
            others.into_iter().any(|(_, u)| u.vars.contains_key(v))
        };
        written
            .into_iter()
            .all(|(v, _)| !exposed.contains_key(v) && !beside.contains(v) && !elsewhere(v))
    })
}

/// Nothing but assignments in loops that count near 0, in the text as it was: no calls, no jumps, nothing volatile.
pub fn is_plain(unit: &Unit, nest: &Stmt) -> bool {
    let statement = |s: &Stmt| match &s.kind {
        StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Block(_) => true,
        StmtKind::Decl(decls) => decls.iter().all(|d| !d.is_static),
        StmtKind::For(l) => l.canonical.is_some(),
        _ => false,
    };
    let expression = |e: &Expr| match &e.kind {
        ExprKind::Call { .. }
        | ExprKind::StmtExpr(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::InitList(_)
        | ExprKind::StringLit { .. } => false,
        ExprKind::Unary(op, _) => *op != UnaryOp::AddrOf,
        _ => !unit.types.qualifiers(e.ty).is_volatile,
    };
    !unit.declares_types(nest)
        && !nest.any_stmt(|s| !statement(s))
        && !nest.any_expr(|e| !expression(e))
        && near::all_near(unit, nest)
}

/// Whether a loop can be one of the band: it counts up by one, between bounds that are known before the nest.
pub fn is_countable(unit: &Unit, head: &Canonical, changed: &IndexSet<VarId>) -> bool {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let wide = types.is_integer(ty) && types.size_of(ty).is_some_and(|n| n >= 4);
    let up = !head.down && matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le);
    let by_one = head.step.int_value() == Some(1);
    // As `long`s the bounds compare as C compares them.
    let signs = !types.is_unsigned(head.upper.ty)
        || types.is_unsigned(ty)
        || head.lower.int_value().is_some_and(|n| n >= 0);
    let simple = |e: &Expr| {
        !e.any_expr(|e| match &e.kind {
            ExprKind::Var(v) => changed.contains(v),
            ExprKind::IntLit { .. } | ExprKind::CharLit { .. } | ExprKind::EnumConst { .. } => {
                false
            }
            ExprKind::Binary(op, _, by) => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => false,
                BinaryOp::Div => by.int_value().is_none_or(|n| n <= 0),
                _ => true,
            },
            ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Plus | UnaryOp::Minus),
            ExprKind::Cast { .. } => !types.is_integer(e.ty),
            ExprKind::SizeofExpr(_) | ExprKind::SizeofType(_) => false,
            _ => true,
        })
    };
    wide && up && by_one && signs && simple(&head.lower) && simple(&head.upper)
}
