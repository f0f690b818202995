//! A unit in which the cores have other loops than those of the text, and what its plan says of statements.

use super::Now;
use super::made::is_made;
use super::trial::Again;
use crate::options::Options;
use crate::plan::{ComputePlan, CoreLoop, MadeLoops, Plan};
use crate::schedule::apart::{self, Reaches};
use crate::schedule::planner::{Planner, code};
use crate::schedule::{as_on_cores, plan_for};
use accrs_frontend::region::{
    Body, Construct, ConstructId, For, LoopId, OnCores, Recast, Recasting, Stmt, StmtKind, Unit,
};
use accrs_frontend::source::Span;
use accrs_frontend::{Diagnostic, Severity};
use indexmap::{IndexMap, IndexSet};

/// A unit whose constructs have nothing but the text.
fn as_written(text: &Unit) -> Unit {
    let mut own = text.clone();
    for c in &mut own.constructs {
        (c.members, c.on_cores) = (None, None);
    }
    own
}

/// The text, from which attempts start, if some construct may have what they are about.
pub fn text_of(
    unit: &Unit,
    text: &Unit,
    options: &Options,
    may_have: impl Fn(&Unit, &Construct) -> bool,
) -> Option<Unit> {
    if !options.transforms_cores() || options.check || unit.c89 {
        return None;
    }
    let text = as_written(text);
    let found = text.constructs.iter().any(|c| may_have(&text, c));
    found.then_some(text)
}

/// Whether loops of a construct have taken the place of others on the cores.
pub fn is_recast(unit: &Unit, id: ConstructId) -> bool {
    let own = unit.construct(id).on_cores.as_ref();
    own.is_some_and(|o| !o.recast.is_empty())
}

/// So many pairs of pointers may be asked about.
pub const MOST_ASKED: usize = 32;

/// What attempts to give the cores other loops start from.
pub struct Attempt<'t> {
    /// As written ([`as_written`]).
    pub text: &'t Unit,
    pub options: &'t Options,
    pub again: &'t Again<'t>,
}

impl Attempt<'_> {
    /// Makes candidates, leaves those out that don't pay, and gives the unit what is left when all do; the constructs that are others then.
    /// `make` puts a candidate in the place of the text in its construct; `pays` looks at the plan, `None`: it doesn't, `false`: it is another candidate now.
    pub fn adopt<C, M>(
        &self,
        unit: &mut Unit,
        mut all: Vec<C>,
        construct: impl Fn(&C) -> ConstructId,
        make: impl Fn(&mut Unit, &C) -> Option<M>,
        mut pays: impl FnMut(&mut C, &M, &Plan) -> Option<bool>,
    ) -> IndexSet<ConstructId> {
        while !all.is_empty() {
            let ids: IndexSet<ConstructId> = all.iter().map(&construct).collect();
            let (changed, after, made) = self.of(unit, &all, &construct, &make);
            let mut made = made.into_iter();
            let mut same = true;
            all.retain_mut(|c| {
                let made = made.next().flatten();
                let found = made.and_then(|made| pays(c, &made, &after));
                same &= found == Some(true);
                found.is_some()
            });
            if same {
                adopt(unit, changed, &ids);
                return ids;
            }
        }
        IndexSet::new()
    }

    /// A unit with all of some candidates, its plan, and what has been made of each.
    pub fn of<C, M>(
        &self,
        unit: &Unit,
        all: &[C],
        construct: impl Fn(&C) -> ConstructId,
        make: impl Fn(&mut Unit, &C) -> Option<M>,
    ) -> (Unit, Plan, Vec<Option<M>>) {
        let own = as_on_cores(unit).map(|(own, _)| own);
        let own = own.unwrap_or_else(|| unit.clone());
        let ids: IndexSet<ConstructId> = all.iter().map(&construct).collect();
        let mut made = Vec::new();
        let changed = self.changed(&own, &ids, &mut |unit| {
            made = all.iter().map(|c| make(unit, c)).collect();
        });
        let none = IndexSet::new();
        let (plan, _, told) = plan_for(&changed, self.options, (&none, Some(ids)), None);
        // What can't be had so (what would have to be asked can't be, for one) isn't made.
        for (c, made) in all.iter().zip(&mut made) {
            let span = self.text.construct(construct(c)).span;
            let refused = |d: &Diagnostic| {
                let inside = |at: Span| span.start <= at.start && at.end <= span.end;
                d.severity == Severity::Error && d.span.is_some_and(inside)
            };
            if told.iter().any(refused) {
                *made = None;
            }
        }
        (changed, plan, made)
    }

    /// The unit as the cores have it (`own`), with these constructs as `make` makes them from the text.
    fn changed(
        &self,
        own: &Unit,
        ids: &IndexSet<ConstructId>,
        make: &mut dyn FnMut(&mut Unit),
    ) -> Unit {
        let mut unit = own.clone();
        for id in ids {
            let c = &mut unit.constructs[id.index()];
            c.body.clone_from(&self.text.construct(*id).body);
            (c.members, c.on_cores) = (None, Some(Box::default()));
        }
        make(&mut unit);
        for id in ids {
            if let Body::Compute(stmts) = &mut unit.constructs[id.index()].body {
                unit.ids.renew(stmts);
            }
        }
        (self.again)(&mut unit, ids);
        unit
    }
}

/// Gives the unit what the cores run of these constructs.
fn adopt(unit: &mut Unit, changed: Unit, ids: &IndexSet<ConstructId>) {
    let constructs = std::mem::take(&mut unit.constructs);
    *unit = changed;
    let here = std::mem::replace(&mut unit.constructs, constructs);
    for mut c in here.into_iter().filter(|c| ids.contains(&c.id)) {
        let own = c.on_cores.take().unwrap_or_default();
        let text = match c.body {
            Body::Compute(stmts) => Some(stmts),
            _ => None,
        };
        unit.constructs[c.id.index()].on_cores = Some(Box::new(OnCores {
            text,
            members: c.members,
            ..*own
        }));
    }
}

/// Has the statements that the cores run of a construct rewritten.
pub fn in_text<M>(
    unit: &mut Unit,
    id: ConstructId,
    apply: impl FnOnce(&mut Unit, &mut Vec<Stmt>) -> Option<(Recast, M)>,
) -> Option<M> {
    let at = id.index();
    let Body::Compute(mut stmts) = std::mem::replace(&mut unit.constructs[at].body, Body::None)
    else {
        return None;
    };
    let done = apply(unit, &mut stmts);
    let construct = &mut unit.constructs[at];
    construct.body = Body::Compute(stmts);
    let (recast, made) = done?;
    construct.on_cores.as_mut()?.recast.push(recast);
    Some(made)
}

/// What a construct's plan is on the cores.
pub fn planned(plan: &Plan, id: ConstructId) -> Option<&ComputePlan> {
    plan.constructs.get(&id)?.on_cores()
}

/// How the cores run a construct; poor statements are those in more loops in order than `in_order` around those that threads share, too.
pub fn now(plan: &ComputePlan, in_order: usize) -> Now {
    let shared = plan.cores.loops.iter();
    let shared = shared.filter(|(_, l)| l.how().is_threads());
    let runs = runs(plan);
    let poor = runs
        .iter()
        .filter(|(_, r)| !r.threads || r.in_order > in_order);
    Now {
        shared: shared.map(|(id, _)| *id).chain(tiled(plan)).collect(),
        poor: poor.map(|(span, _)| *span).collect(),
        stepped: IndexSet::new(),
    }
}

/// Loops that threads share in tiles, wavefront by wavefront.
pub fn in_waves(plan: &ComputePlan) -> IndexSet<LoopId> {
    such(plan, |s| plan.waves.contains_key(&s.id))
}

/// Loops that threads share in tiles which are independent.
pub fn tiled(plan: &ComputePlan) -> IndexSet<LoopId> {
    such(plan, |s| is_tiled(plan, s))
}

fn is_tiled(plan: &ComputePlan, s: &Stmt) -> bool {
    let blocked = plan.blocked.get(&s.id);
    let jammed = plan.jammed.get(&s.id);
    blocked.is_some_and(|b| b.worth.is_some()) || jammed.is_some_and(|j| j.worth.is_some())
}

fn such(plan: &ComputePlan, is: impl Fn(&Stmt) -> bool) -> IndexSet<LoopId> {
    let mut found = IndexSet::new();
    for s in &plan.body {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && is(s)
            {
                found.insert(l.id);
            }
        });
    }
    found
}

/// How the cores run a statement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    /// Loops in order around those that threads share.
    pub in_order: usize,
    pub threads: bool,
    /// Threads share tiles that it is in.
    pub tiled: bool,
    /// SIMD lanes share a loop around it.
    pub lanes: bool,
    /// These combine sums, or largest values.
    pub combined: bool,
}

/// How the cores run the statements of a construct.
pub fn runs(plan: &ComputePlan) -> IndexMap<Span, Run> {
    runs_but(plan, &IndexSet::new())
}

/// Likewise, without what is in these loops.
pub fn runs_but(plan: &ComputePlan, but: &IndexSet<LoopId>) -> IndexMap<Span, Run> {
    struct Walk<'w> {
        plan: &'w ComputePlan,
        but: &'w IndexSet<LoopId>,
    }
    fn add(w: &Walk<'_>, s: &Stmt, mut run: Run, out: &mut IndexMap<Span, Run>) {
        if matches!(&s.kind, StmtKind::For(l) if w.but.contains(&l.id)) {
            return;
        }
        // Copies of a statement have its place.
        let known = out.entry(s.span).or_insert(run);
        known.in_order = known.in_order.max(run.in_order);
        known.threads &= run.threads;
        known.tiled &= run.tiled;
        known.lanes &= run.lanes;
        known.combined &= run.combined;
        match &s.kind {
            StmtKind::For(l) => {
                let found = w.plan.cores.loops.get(&l.id);
                let how = found.map(CoreLoop::how);
                let combines = |l: &CoreLoop| matches!(l, CoreLoop::Directive { reductions, .. } if !reductions.is_empty());
                run.combined |= found.is_some_and(combines);
                run.threads |= how.is_some_and(|h| h.is_threads());
                run.lanes |= how.is_some_and(|h| h.is_simd());
                run.tiled |= is_tiled(w.plan, s);
                run.in_order += usize::from(!run.threads && !run.tiled);
                add(w, &l.body, run, out);
            }
            StmtKind::Block(inner) => inner.iter().for_each(|s| add(w, s, run, out)),
            StmtKind::If { then, els, .. } => {
                add(w, then, run, out);
                els.iter().for_each(|s| add(w, s, run, out));
            }
            _ => {}
        }
    }
    let mut out = IndexMap::new();
    let none = Run::default();
    let walk = Walk { plan, but };
    plan.body.iter().for_each(|s| add(&walk, s, none, &mut out));
    out
}

/// The loops around each statement of a construct that threads share, as they are or in tiles.
pub fn loops_around(plan: &ComputePlan) -> IndexMap<Span, IndexSet<LoopId>> {
    fn add(
        plan: &ComputePlan,
        s: &Stmt,
        around: &IndexSet<LoopId>,
        out: &mut IndexMap<Span, IndexSet<LoopId>>,
    ) {
        out.entry(s.span).or_insert_with(|| around.clone());
        let mut around = around.clone();
        if let StmtKind::For(l) = &s.kind {
            let found = plan.cores.loops.get(&l.id).map(CoreLoop::how);
            let shared = found.is_some_and(|h| h.is_threads()) || is_tiled(plan, s);
            if let Some(b) = plan.blocked.get(&s.id) {
                let all = super::loops(s).into_iter();
                let counts = |l: &&For| {
                    let own = l.canonical.as_ref().map(|h| h.var);
                    own.is_some() && own == b.shared()
                };
                around.extend(all.filter(counts).map(|l| l.id));
            } else if shared {
                around.insert(l.id);
            }
        }
        s.children(&mut |s| add(plan, s, &around, out));
    }
    let mut out = IndexMap::new();
    let none = IndexSet::new();
    plan.body.iter().for_each(|s| add(plan, s, &none, &mut out));
    out
}

/// Whether the iterations of a loop have arrays of their own.
pub fn has_arrays(plan: &ComputePlan, id: LoopId) -> bool {
    plan.loops.get(&id).is_some_and(|l| !l.arrays.is_empty())
}

/// What the plan says of loops in the place of others. Those that can't ask what they have to are an error: nothing else is left of the text's.
pub fn plans(
    p: &mut Planner<'_>,
    c: &Construct,
    text: &[Stmt],
    reaches: &Reaches,
) -> IndexMap<LoopId, MadeLoops> {
    let mut plans = IndexMap::new();
    for recast in c.on_cores.iter().flat_map(|o| &o.recast) {
        let heads = heads(p.unit, recast, text);
        let Some(first) = recast.loops.first().filter(|id| heads.contains(*id)) else {
            continue;
        };
        // Memory is shared here: what only a device's copies keep apart may overlap.
        let asked = recast.asked.iter().chain(&recast.by_clauses);
        let Some(apart) = apart::questions(reaches, asked) else {
            p.report(Diagnostic::error(
                code::UNSUPPORTED_FORM,
                recast.whole.span,
                "loops in the place of others can't check on the cores whether pointers overlap",
            ));
            continue;
        };
        let whole = recast.whole.clone();
        let made = MadeLoops {
            whole,
            heads,
            apart,
            pieces: recast.how == Recasting::Pieces,
        };
        plans.insert(*first, made);
    }
    plans
}

/// Those of the loops that stand in `text` whose heads don't stand in the user's.
fn heads(unit: &Unit, recast: &Recast, text: &[Stmt]) -> IndexSet<LoopId> {
    let mut found = IndexSet::new();
    let pieces = recast.how == Recasting::Pieces;
    for s in text {
        s.each_stmt(|s| {
            let StmtKind::For(l) = &s.kind else { return };
            if recast.loops.contains(&l.id) {
                found.insert(l.id);
                let all = super::loops(&l.body).into_iter();
                let made = all.filter(|l| pieces || is_made(unit, l));
                found.extend(made.map(|l| l.id));
            }
        });
    }
    found
}
