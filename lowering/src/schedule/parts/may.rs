//! Which constructs may run in parts: one after the other, or each on a device of its own.

use super::{Way, Why, narrow, refused};
use crate::analyse::{uses, work};
use crate::options::Options;
use crate::plan::{
    Action, ComputeKind, ComputePlan, ConstructPlan, DataItem, Extent, Kernel, Origin, Part, Pass,
    Plan, Section, SelfCondition, Step,
};
use crate::print::name_elsewhere;
use crate::schedule::induction;
use crate::schedule::region::is_simple;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{
    Body, Canonical, Construct, ConstructId, Expr, For, FunctionId, LoopCmp, LoopId, Stmt,
    StmtKind, Unit, VarId,
};

/// Whether a construct runs on devices at all, more than one thread of them.
pub fn is_asked(c: &Construct, plan: &Plan) -> bool {
    let Some(plan) = plan.constructs.get(&c.id) else {
        return false;
    };
    let spread = compute(plan).is_some_and(|k| {
        k.kind != ComputeKind::Serial && k.loops.values().any(|l| !l.axes.is_empty())
    });
    spread && !matches!(plan.self_condition, Some(SelfCondition::Always))
}

/// A loop that could run in parts.
pub struct Whole {
    pub construct: ConstructId,
    pub id: LoopId,
    pub head: Canonical,
    pub step: u64,
}

impl Whole {
    /// # Errors
    /// Why it can't, in words.
    pub fn of(
        unit: &Unit,
        options: &Options,
        c: &Construct,
        all: &Plan,
        way: Way,
    ) -> Result<Self, Why> {
        let none = || Why::from("it launches no kernel");
        let plan = all.constructs.get(&c.id).ok_or_else(none)?;
        let compute = compute(plan).ok_or_else(none)?;
        // Closed forms of variables that are stepped count the iterations from the loop's first one.
        if let Body::Compute(text) = &c.body
            && induction::closed(unit, c, text).is_some()
        {
            return Err(
                "a variable that is stepped counts its iterations from the first one".into(),
            );
        }
        let mut recast = c.members.iter().flat_map(|m| &m.recast);
        if recast.any(|r| !r.asked.is_empty()) {
            return Err("where its memory overlaps, other loops run".into());
        }
        if !matches!(compute.steps.as_slice(), [Step::Launch(0)]) {
            return Err("it is more than one kernel".into());
        }
        let kernel = compute.kernels.first().ok_or_else(none)?;
        let l = only_loop(&kernel.body).ok_or("it is more than one nest of loops")?;
        if compute.loops.get(&l.id).is_none_or(|l| l.axes.is_empty()) {
            return Err("its outermost loop runs sequentially".into());
        }
        let (head, step) = counted(unit, l, kernel)?;
        match way {
            Way::Devices => {
                refused(options).map_or(Ok(()), |why| Err(Why::from(why)))?;
                may_be_shared(unit, all, kernel, plan)?;
            }
            Way::InTurn => {
                let moves = plan.data.iter().all(can_move);
                if head.down || !moves || !plan.data.iter().any(|d| follows_section(unit, d)) {
                    return Err("its data can't come and go".into());
                }
            }
        }
        Ok(Self {
            construct: c.id,
            id: l.id,
            head,
            step,
        })
    }

    /// Looks at the plan of the rewritten construct: it must be the same but for the bounds.
    ///
    /// # Errors
    /// Why it can't run in parts.
    pub fn settle(&self, unit: &Unit, before: &Plan, after: &Plan, way: Way) -> Result<(), Why> {
        let both = [before, after].map(|p| p.constructs.get(&self.construct));
        let parts = unit.construct(self.construct).members.as_ref();
        let parts = parts.and_then(|m| m.parts.as_ref());
        let ([Some(before), Some(after)], Some(parts)) = (both, parts) else {
            return Err("it is no loop".into());
        };
        if !is_same(before, after) {
            return Err(
                "with bounds that only the program knows, other things would be decided on it"
                    .into(),
            );
        }
        let bound = |e: &Expr| e.mentions(parts.from) || e.mentions(parts.to);
        let follows = |d: &DataItem| match &d.section {
            Section::Inferred { lower, upper, .. } => lower.iter().chain(upper).any(bound),
            _ => false,
        };
        match way {
            Way::Devices => {
                have_extents(after)?;
                all_its_own(unit, self.id, after, &follows)
            }
            Way::InTurn if after.data.iter().all(can_move) && after.data.iter().any(follows) => {
                Ok(())
            }
            Way::InTurn => Err("its data is the same in all parts".into()),
        }
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

/// The head of a loop whose numbers the host knows, and its step.
fn counted(unit: &Unit, l: &For, kernel: &Kernel) -> Result<(Canonical, u64), Why> {
    let odd = || Why::from("its outermost loop isn't counted by an integer to a bound");
    let head = l.canonical.clone().ok_or_else(odd)?;
    let up = matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le) && !head.down;
    let down = matches!(head.cmp, LoopCmp::Gt | LoopCmp::Ge) && head.down;
    if !(up || down) || !unit.types.is_integer(unit.var(head.var).ty) {
        return Err(odd());
    }
    let step = head.step.int_value().and_then(|n| u64::try_from(n).ok());
    let step = step.filter(|n| (1..1 << 31).contains(n));
    let step = step.ok_or("the step of its outermost loop isn't a constant")?;
    // `i < n` of an int and a size_t: a number below 0 would be a large one.
    let mixed = unit.types.is_unsigned(head.upper.ty)
        && !unit.types.is_unsigned(unit.var(head.var).ty)
        && head.lower.int_value().is_none_or(|n| n < 0);
    if mixed
        || down
            && unit.types.is_unsigned(head.upper.ty)
                != unit.types.is_unsigned(unit.var(head.var).ty)
    {
        return Err("its outermost loop compares a number with a sign with one without".into());
    }
    let in_struct = |e: &Expr| {
        let cell = |v: VarId| kernel.params.iter().any(|p| p.var == v && p.cell.is_some());
        e.any_expr(|e| e.variable().is_some_and(cell))
    };
    if in_struct(&head.lower) || in_struct(&head.upper) {
        return Err("a bound of its outermost loop is a member that the device may have".into());
    }
    if !is_simple(l) || !passed(kernel, &head.lower) || !passed(kernel, &head.upper) {
        return Err("the bounds of its outermost loop aren't numbers that the host has".into());
    }
    Ok((head, step))
}

/// What is decided on a construct besides its loop's bounds, the same before and behind.
fn is_same(before: &ConstructPlan, after: &ConstructPlan) -> bool {
    let (Some(one), Some(other)) = (compute(before), compute(after)) else {
        return false;
    };
    shape(one) == shape(other) && items(&before.data) == items(&after.data)
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

/// Whether an item's section could be that of a part.
fn follows_section(unit: &Unit, d: &DataItem) -> bool {
    let found = matches!(d.section, Section::Inferred { .. }) && d.makes_entry();
    found || narrow::is_named(unit, d)
}

/// Data that stays in its place over all parts on one device, or that the runtime can tell the parts of.
fn can_move(d: &DataItem) -> bool {
    let m = d.modifiers;
    let plain = !(m.zero || m.always_in || m.always_out || m.own) && d.attach.is_none();
    plain && has_extent(d)
}

/// Whether it is known which bytes an item means. What a pointer leads to that is only looked up may be what another one's section has, in another part.
fn has_extent(d: &DataItem) -> bool {
    match &d.section {
        Section::Scanned { .. } | Section::Address { .. } => false,
        Section::Dims { dims, .. } => !dims.iter().any(|d| d.behind),
        Section::Whole | Section::Inferred { .. } => true,
    }
}

/// Whether what clauses say may be evaluated for each part: it does nothing else.
fn is_said_once(unit: &Unit, kernel: &Kernel, plan: &ConstructPlan) -> bool {
    let pure = |e: &Expr| work::is_pure(unit, e);
    let sized = |e: &Extent| match e {
        Extent::User(e) => pure(e),
        _ => true,
    };
    let sizes = kernel.grid.iter().chain(&kernel.block).all(|e| match e {
        Extent::Cover { per, .. } => per.iter().all(sized),
        other => sized(other),
    });
    let sections = plan.data.iter().all(|d| match &d.section {
        Section::Dims { base, dims, .. } => {
            let bounds = dims.iter().flat_map(|d| [&d.lower, &d.length]);
            pure(base) && bounds.flatten().all(pure)
        }
        _ => true,
    });
    sizes && sections
}

fn have_extents(plan: &ConstructPlan) -> Result<(), Why> {
    match plan.data.iter().find(|d| !has_extent(d)) {
        None => Ok(()),
        Some(d) => Err(format!("what it uses of {} is known only when it runs", d.name).into()),
    }
}

/// Whether an expression is made of numbers that the host gives to the kernel.
fn passed(kernel: &Kernel, e: &Expr) -> bool {
    let by_value = |v: VarId| {
        let param = kernel.params.iter().find(|p| p.var == v);
        param.is_some_and(|p| p.pass == Pass::Value && p.cell.is_none())
    };
    !e.any_expr(|e| e.variable().is_some_and(|v| !by_value(v)))
}

/// Whether what a kernel uses could be on several devices, each with a copy of its own.
fn may_be_shared(
    unit: &Unit,
    all: &Plan,
    kernel: &Kernel,
    plan: &ConstructPlan,
) -> Result<(), Why> {
    let called = uses::of_stmts(unit, &kernel.body).calls;
    if !called.is_empty() && all.globals.iter().any(|g| g.in_functions) {
        return Err(
            "routines of the file use variables that a declare directive has put on the device"
                .into(),
        );
    }
    let elsewhere = |f: &FunctionId| name_elsewhere(unit, unit.on_device(*f)).is_some();
    let calls_elsewhere = |f: &FunctionId| {
        let body = unit.function(unit.on_device(*f)).body.as_deref();
        let calls = uses::of_stmts(unit, body.unwrap_or(&[])).calls;
        calls.keys().any(elsewhere)
    };
    let through_others = !called.is_empty() && all.device_functions.iter().any(calls_elsewhere);
    if called.keys().any(elsewhere) || through_others {
        return Err("it calls routines of other files".into());
    }
    if !is_said_once(unit, kernel, plan) {
        return Err("an expression of its clauses has effects".into());
    }
    if let Some(p) = kernel.params.iter().find(|p| p.pass == Pass::Raw) {
        let name = &unit.var(p.var).name;
        return Err(format!("{name} may have an address of the device").into());
    }
    if !plan.data.iter().any(DataItem::makes_entry) {
        return Err("it has no data of its own".into());
    }
    have_extents(plan)?;
    for d in &plan.data {
        let (name, m) = (&d.name, d.modifiers);
        if m.always_in || m.always_out {
            return Err(format!("{name} moves though it is present").into());
        }
        let absent = d.kind == DataKind::NoCreate && !matches!(d.origin, Origin::Clause(_));
        if !d.makes_entry() && !absent {
            return Err(format!("{name} is on the device already").into());
        }
        if d.held {
            let text = "stays on the device over the turns of a loop around (--acc-hold)";
            return Err(format!("{name} {text}").into());
        }
    }
    Ok(())
}

/// Whether what a part writes can be its own: sections that follow the iterations (the runtime looks whether they meet), and results of
/// reductions, which are combined.
fn all_its_own(
    unit: &Unit,
    id: LoopId,
    plan: &ConstructPlan,
    follows: &dyn Fn(&DataItem) -> bool,
) -> Result<(), Why> {
    let Some((compute, kernel)) = compute(plan).and_then(|c| Some((c, c.kernels.first()?))) else {
        return Err("it launches no kernel".into());
    };
    let of_loop = compute.loops.get(&id).map_or(&[][..], |l| &l.reductions);
    let reductions = kernel.reductions.iter().chain(of_loop);
    for r in reductions.clone() {
        let var = unit.var(r.var);
        let whole = matches!(r.part, Part::Whole) && !unit.types.is_array(var.ty);
        if !whole || var.member.is_some() || r.careful {
            return Err(format!("{} is reduced, and is no scalar", r.text).into());
        }
    }
    for (i, d) in plan.data.iter().enumerate() {
        let written = matches!(d.kind, DataKind::Copy | DataKind::Copyout);
        if !written || d.only_read || d.modifiers.own || follows(d) {
            continue;
        }
        let reference = |v: VarId| {
            let param = kernel.params.iter().find(|p| p.var == v);
            param.is_some_and(|p| p.pass == Pass::Reference { item: i })
        };
        let combined = reductions
            .clone()
            .any(|r| r.var == d.var && reference(r.var));
        if !combined {
            return Err(format!("all iterations may write to {}", d.name).into());
        }
    }
    Ok(())
}
