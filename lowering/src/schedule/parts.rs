//! Loops that devices may run in parts, one after the other, where the data of all iterations doesn't fit: their bounds become variables, so that
//! footprints are those of a part (`--acc-parts`).
//!
//! ```c
//! for (i = 0; i < n; i++)             int i_from = 0, i_to = n;      // and other values for a part
//!     b[i] = a[i] + a[i + 1];         for (i = i_from; i < i_to; i++) b[i] = a[i] + a[i + 1];
//! ```
//!
//! That is done where a construct is one kernel of one loop over threads, and where nothing else changes by it: which loops are parallel and why, what
//! is asked when the program runs, which data moves. Which parts there are, and whether they may follow each other at all, is the runtime's
//! decision, which sees addresses.

use super::induction;
use super::nest::Node;
use super::planner::Planner;
use super::region::is_simple;
use super::scope::Scope;
use crate::make::{binary, cast};
use crate::options::{Memory, Options};
use crate::plan::{
    Action, ComputePlan, ConstructPlan, DataItem, Kernel, Pass, Plan, Section, Step,
};
use accrs_frontend::region::{
    Body, Canonical, Construct, ConstructId, Expr, ExprKind, For, LoopCmp, LoopId, Parts, Stmt,
    StmtKind, Storage, Unit, VarId, VisitMut,
};
use indexmap::IndexSet;

/// Gives bounds of their own to the loops of which that is true.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    if !options.parts || !options.device() || options.memory != Memory::Separate {
        return;
    }
    let (before, _) = super::plan(unit, options, &IndexSet::new());
    let mut all: Vec<Whole> = unit
        .constructs
        .iter()
        .filter_map(|c| Whole::of(unit, c, &before))
        .collect();
    while !all.is_empty() {
        let mut changed = unit.clone();
        for w in &all {
            w.apply(&mut changed);
        }
        let (after, _) = super::plan(&changed, options, &IndexSet::new());
        let count = all.len();
        all.retain(|w| w.is_same(&changed, &before, &after));
        if all.len() == count {
            *unit = changed;
            return;
        }
    }
}

/// Where a loop may run in parts, what its construct's own clauses move is as much as it uses: nothing tells that from moving the rest too.
pub fn narrow(p: &Planner<'_>, c: &Construct, scope: &Scope<'_>, items: &mut [DataItem]) {
    if c.members.as_ref().is_none_or(|m| m.parts.is_none()) {
        return;
    }
    for item in items.iter_mut().filter(|d| is_named_pointer(p.unit, d)) {
        let used = scope
            .facts
            .uses()
            .get(item.var)
            .filter(|u| u.is_dereferenced());
        let found = used.map(|u| scope.footprint(p, item.var, u));
        if let Some(Ok((
            Section::Inferred {
                base,
                elem,
                lower,
                upper,
                ..
            },
            _,
        ))) = found
        {
            item.section = Section::Inferred {
                base,
                elem,
                lower,
                upper,
                exact: None,
            };
        }
    }
}

/// A section of what a pointer of the function's own points to, by a clause.
fn is_named_pointer(unit: &Unit, d: &DataItem) -> bool {
    let var = unit.var(d.var);
    let own = matches!(var.storage, Storage::Local | Storage::Param);
    let section = match &d.section {
        Section::Dims { base, .. } => base.is_var(d.var),
        _ => false,
    };
    own && section
        && unit.types.is_pointer(var.ty)
        && !unit.types.is_array(var.ty)
        && d.makes_entry()
}

/// Tells of it.
pub fn settle(c: &Construct, roots: &mut [Node<'_>]) {
    let Some(parts) = c.members.as_ref().and_then(|m| m.parts.as_ref()) else {
        return;
    };
    for n in roots.iter_mut().filter(|n| n.loop_.id == parts.id) {
        let note = "runs in parts where its data doesn't fit the device";
        n.decision.notes.push(note.into());
    }
}

/// A loop that could run in parts.
struct Whole {
    construct: ConstructId,
    id: LoopId,
    head: Canonical,
    step: u64,
}

impl Whole {
    fn of(unit: &Unit, c: &Construct, plan: &Plan) -> Option<Self> {
        let plan = plan.constructs.get(&c.id)?;
        let compute = compute(plan)?;
        // Closed forms of variables that are stepped count the iterations from the loop's first one.
        if let Body::Compute(text) = &c.body
            && induction::closed(unit, c, text).is_some()
        {
            return None;
        }
        if !matches!(compute.steps.as_slice(), [Step::Launch(0)]) {
            return None;
        }
        let kernel = compute.kernels.first()?;
        let l = only_loop(&kernel.body)?;
        let spread = compute.loops.get(&l.id).is_some_and(|l| !l.axes.is_empty());
        let follows = |d: &DataItem| {
            let found = matches!(d.section, Section::Inferred { .. });
            d.makes_entry() && (found || is_named_pointer(unit, d))
        };
        let moves = plan.data.iter().all(can_move) && plan.data.iter().any(follows);
        let head = l.canonical.clone()?;
        let step = head.step.int_value()?;
        let counts = !head.down
            && matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le)
            && unit.types.is_integer(unit.var(head.var).ty)
            && is_simple(l)
            && [&head.lower, &head.upper]
                .into_iter()
                .all(|e| passed(kernel, e));
        (spread && moves && counts).then_some(Self {
            construct: c.id,
            id: l.id,
            head,
            step: u64::try_from(step)
                .ok()
                .filter(|n| (1..1 << 31).contains(n))?,
        })
    }

    fn apply(&self, unit: &mut Unit) {
        let at = self.construct.index();
        let Body::Compute(text) = &unit.constructs[at].body else {
            return;
        };
        let mut members = unit.constructs[at].members.clone().unwrap_or_default();
        if unit.constructs[at].members.is_none() {
            members.body = text.clone();
        }
        let counted = unit.var(self.head.var);
        let (name, ty, span) = (counted.name.clone(), counted.ty, counted.span);
        let ty = unit.types.canonical_id(ty);
        let bound = unit.types.canonical_id(self.head.upper.ty);
        let from = unit.declare(&format!("{name}_from"), ty, Storage::Local, span);
        let to = unit.declare(&format!("{name}_to"), bound, Storage::Local, span);
        let mut write = Write {
            unit,
            whole: self,
            from,
            to,
        };
        members.body.iter_mut().for_each(|s| write.visit_stmt(s));
        unit.ids.renew(&mut members.body);
        members.parts = Some(Parts {
            id: self.id,
            from,
            to,
            lower: self.head.lower.clone(),
            upper: self.head.upper.clone(),
            step: self.step,
            closed: self.head.cmp == LoopCmp::Le,
        });
        unit.constructs[at].members = Some(members);
    }

    /// Whether the construct's plan is the same but for the bounds, and some of its data follows them.
    fn is_same(&self, unit: &Unit, before: &Plan, after: &Plan) -> bool {
        let both = [before, after].map(|p| p.constructs.get(&self.construct));
        let [Some(before), Some(after)] = both else {
            return false;
        };
        let (Some(one), Some(other)) = (compute(before), compute(after)) else {
            return false;
        };
        let parts = unit.construct(self.construct).members.as_ref();
        let Some(parts) = parts.and_then(|m| m.parts.as_ref()) else {
            return false;
        };
        let bound = |e: &Expr| e.mentions(parts.from) || e.mentions(parts.to);
        let follows = |d: &DataItem| match &d.section {
            Section::Inferred { lower, upper, .. } => lower.iter().chain(upper).any(bound),
            _ => false,
        };
        after.data.iter().all(can_move)
            && shape(one) == shape(other)
            && items(&before.data) == items(&after.data)
            && after.data.iter().any(follows)
    }
}

fn compute(plan: &ConstructPlan) -> Option<&ComputePlan> {
    match &plan.action {
        Action::Compute(c) => Some(c),
        _ => None,
    }
}

/// The loop that a kernel consists of.
fn only_loop(body: &[Stmt]) -> Option<&For> {
    match body {
        [one] => match &one.kind {
            StmtKind::For(l) => Some(l),
            StmtKind::Block(inside) => only_loop(inside),
            _ => None,
        },
        _ => None,
    }
}

/// What else is decided on a construct, in words.
fn shape(c: &ComputePlan) -> String {
    let kernels = c.kernels.iter().map(|k| {
        let apart = k.overlap.as_ref().map(|o| o.apart.len());
        format!("{:?} {apart:?} {}", k.mapping, k.reductions.len())
    });
    let loops = c.loops.values().map(|l| {
        let (levels, sums) = (&l.levels, (l.reductions.len(), l.atomics.len()));
        let own = (&l.private, &l.kept, l.apart.len());
        format!(
            "{:?} {:?} {levels:?} {sums:?} {own:?} {:?}",
            l.id, l.axes, l.host
        )
    });
    let parts: Vec<String> = kernels.chain(loops).collect();
    format!(
        "{} {:?} {:?} {:?}",
        parts.join("\n"),
        c.host,
        c.private,
        c.firstprivate
    )
}

fn items(data: &[DataItem]) -> Vec<(VarId, String)> {
    let what = |d: &DataItem| (d.var, format!("{:?} {}", d.kind, d.held));
    data.iter().map(what).collect()
}

/// Data that stays in its place over all parts, or that the runtime can tell the parts of.
fn can_move(d: &DataItem) -> bool {
    let m = d.modifiers;
    let plain = !(m.zero || m.always_in || m.always_out || m.own) && d.attach.is_none();
    let section = match &d.section {
        Section::Scanned { .. } => false,
        Section::Dims { dims, .. } => !dims.iter().any(|d| d.behind),
        // What a pointer leads to that is only looked up may be what another one's section has, in another part.
        Section::Address { .. } => false,
        Section::Whole | Section::Inferred { .. } => true,
    };
    plain && section
}

/// Whether an expression is made of numbers that the host gives to the kernel.
fn passed(kernel: &Kernel, e: &Expr) -> bool {
    let by_value = |v: VarId| {
        let param = kernel.params.iter().find(|p| p.var == v);
        param.is_some_and(|p| p.pass == Pass::Value && p.cell.is_none())
    };
    !e.any_expr(|e| e.variable().is_some_and(|v| !by_value(v)))
}

/// Puts the variables into the loop's head.
struct Write<'w> {
    unit: &'w Unit,
    whole: &'w Whole,
    from: VarId,
    to: VarId,
}

impl VisitMut for Write<'_> {
    fn visit_for(&mut self, l: &mut For) {
        if l.id != self.whole.id {
            self.walk_for(l);
            return;
        }
        let Some(head) = &mut l.canonical else {
            return;
        };
        head.lower = self.var(self.from, &head.lower);
        head.upper = self.var(self.to, &head.upper);
        if let Some(init) = &mut l.init {
            self.start(init, &head.lower);
        }
        let counted = self.var(head.var, &head.lower);
        let counted = match counted.ty == head.upper.ty {
            true => counted,
            false => cast(true, head.upper.ty, counted),
        };
        let int = self.unit.types.int();
        l.cond = Some(binary(head.cmp.op(), counted, head.upper.clone(), int));
    }
}

impl Write<'_> {
    /// The variable in the place of an expression.
    fn var(&self, var: VarId, of: &Expr) -> Expr {
        let ty = self.unit.types.canonical_id(self.unit.var(var).ty);
        Expr::new(ExprKind::Var(var), ty, of.span)
    }

    /// `i = i_from`, or its declaration.
    fn start(&self, init: &mut Stmt, lower: &Expr) {
        match &mut init.kind {
            StmtKind::Decl(decls) => {
                let counted = decls.iter_mut().filter(|d| d.var == self.whole.head.var);
                counted.for_each(|d| d.init = Some(lower.clone()));
            }
            StmtKind::Expr(e) => {
                if let ExprKind::Assign(_, _, value) = &mut e.kind {
                    **value = lower.clone();
                }
            }
            _ => {}
        }
    }
}
