//! Loops in the place of others that are right only if pointers lead apart: all their kernels ask for the same pairs, so that they get the same
//! answer. Where memory overlaps, the first of them is one thread that runs the loops as they stand in the text, and the others do nothing.

use crate::analyse::depend::Free;
use crate::analyse::uses;
use crate::plan::{Apart, Extent, Kernel, LoopPlan, Mapping, Overlap, Param, Pass, Step};
use crate::schedule::apart::{self, Reaches};
use crate::schedule::kernel;
use crate::schedule::nest::Node;
use crate::schedule::planner::{Planner, code};
use crate::schedule::split::Split;
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{
    Construct, LoopId, Recast, Recasting, Stmt, StmtKind, Unit, VarId, VisitMut,
};
use indexmap::{IndexMap, IndexSet};

/// Whether each of these loops is in a kernel, if pointers have to be asked about, or is one that asks before the host steps through it.
pub fn can_ask(c: &Construct, split: &Split) -> bool {
    let held = |id: &LoopId| {
        let mut kernels = split.kernels.iter();
        split.asking.contains_key(id) || kernels.any(|body| holds(body, *id))
    };
    asking(c).all(|r| r.loops.iter().all(held))
}

/// Whether loops of the construct ask about pointers.
pub fn asks(c: &Construct) -> bool {
    asking(c).next().is_some()
}

/// The loops that have another order of iterations, which rests on pointers, each with what stands in the text.
pub fn ordered(c: &Construct) -> IndexMap<LoopId, Stmt> {
    let all = asking(c).filter(|r| matches!(r.how, Recasting::Order(_)));
    all.filter_map(|r| match r.loops.as_slice() {
        [id] => Some((*id, r.whole.clone())),
        _ => None,
    })
    .collect()
}

/// A construct's statements with the loops as they stand in the text.
pub fn undone(c: &Construct, stmts: &[Stmt]) -> Vec<Stmt> {
    let mut stmts = stmts.to_vec();
    for recast in asking(c) {
        put_back(&mut stmts, recast);
    }
    stmts
}

/// A construct's statements with the loops as they stand in the text where devices, or the cores, have another order of iterations, or loops in parts: the same memory
/// is touched, and in simpler bounds. `None`: there are no such loops.
pub fn as_written(c: &Construct, stmts: &[Stmt]) -> Option<Vec<Stmt>> {
    let of_devices = c.members.iter().flat_map(|m| &m.recast);
    let of_cores = c.on_cores.iter().flat_map(|o| &o.recast);
    let mut ordered = of_devices
        .chain(of_cores)
        .filter(|r| r.has_other_heads())
        .peekable();
    ordered.peek()?;
    let mut stmts = stmts.to_vec();
    ordered.for_each(|r| put_back(&mut stmts, r));
    Some(stmts)
}

/// Gives the kernels of these loops their questions, and what is launched where memory overlaps.
pub fn ask(
    p: &mut Planner<'_>,
    c: &Construct,
    reaches: &Reaches,
    (roots, loops): (&[Node<'_>], &IndexMap<LoopId, LoopPlan>),
    (kernels, steps): (&mut Vec<Kernel>, &mut [Step]),
) {
    for recast in asking(c) {
        if let [id] = recast.loops.as_slice()
            && !ask_before(p, recast, reaches, roots, (kernels, &mut *steps, *id))
        {
            return;
        }
        let of = |k: &Kernel| recast.loops.iter().any(|id| holds(&k.body, *id));
        let own: Vec<usize> = (0..kernels.len()).filter(|k| of(&kernels[*k])).collect();
        // Planned as in the text.
        if own.is_empty() {
            continue;
        }
        let mut rests = Free {
            asked: recast.asked.clone(),
            ..Free::default()
        };
        for k in &own {
            rests.extend(apart::rests_on(&kernels[*k], roots));
        }
        let Some(pairs) = pairs(p, &rests.asked, &own, reaches, kernels) else {
            cant_ask(p, recast);
            return;
        };
        let params = params(&own, kernels);
        let copies = copies(&own, loops, kernels);
        for (n, k) in own.iter().enumerate() {
            let mut body = kernels[*k].body.clone();
            match n {
                0 => put_back(&mut body, recast),
                _ => take_away(&mut body, recast),
            }
            let in_order = (!body.is_empty()).then(|| {
                let name = p.unique_kernel(format!("{}_in_order", kernels[*k].name));
                let version = one_thread(p.unit, name, &kernels[*k], body, (&params, &copies));
                kernels.push(version);
                kernels.len() - 1
            });
            // (Those whose blocks wait for each other promise nothing of their pointers.)
            if kernels[*k].together.is_none() {
                kernel::restrict(p, &mut kernels[*k], roots, &rests.asked);
            }
            kernels[*k].overlap = Some(Overlap {
                apart: pairs.clone(),
                in_order,
            });
        }
    }
}

/// Has the steps of a loop that the host steps through ask before it. `false`: they can't.
fn ask_before(
    p: &mut Planner<'_>,
    recast: &Recast,
    reaches: &Reaches,
    roots: &[Node<'_>],
    (kernels, steps, own): (&mut [Kernel], &mut [Step], LoopId),
) -> bool {
    for step in steps {
        let inner = match step {
            Step::Ask {
                id,
                apart,
                whole,
                steps,
            } if *id == own => {
                let mut all = Vec::new();
                launched(steps, &mut all);
                let mut rests = Free {
                    asked: recast.asked.clone(),
                    ..Free::default()
                };
                for k in &all {
                    rests.extend(apart::rests_on(&kernels[*k], roots));
                }
                all.push(*whole);
                let Some(pairs) = pairs(p, &rests.asked, &all, reaches, kernels) else {
                    return cant_ask(p, recast);
                };
                *apart = pairs;
                all.pop();
                for k in all {
                    kernel::restrict(p, &mut kernels[k], roots, &rests.asked);
                    kernels[k].overlap = Some(Overlap {
                        apart: Vec::new(),
                        in_order: None,
                    });
                }
                let text = &mut kernels[*whole];
                text.name = p.unique_kernel(format!("{}_in_order", text.name));
                text.in_order = true;
                return true;
            }
            Step::Ask { steps, .. } | Step::Loop { body: steps, .. } => steps,
            Step::If { then, els, .. } => {
                if !ask_before(p, recast, reaches, roots, (kernels, els, own)) {
                    return false;
                }
                then
            }
            Step::Together { .. } | Step::Launch(_) => continue,
        };
        if !ask_before(p, recast, reaches, roots, (kernels, inner, own)) {
            return false;
        }
    }
    true
}

fn cant_ask(p: &mut Planner<'_>, recast: &Recast) -> bool {
    p.report(Diagnostic::error(
        code::UNSUPPORTED_FORM,
        recast.whole.span,
        "loops in the place of others can't check whether pointers overlap",
    ));
    false
}

/// The kernels that steps launch.
fn launched(steps: &[Step], out: &mut Vec<usize>) {
    for step in steps {
        match step {
            Step::Launch(k) => out.push(*k),
            Step::Together { kernel, otherwise } => {
                out.push(*kernel);
                launched(otherwise, out);
            }
            Step::Ask { steps, .. } | Step::Loop { body: steps, .. } => launched(steps, out),
            Step::If { then, els, .. } => {
                launched(then, out);
                launched(els, out);
            }
        }
    }
}

fn asking(c: &Construct) -> impl Iterator<Item = &Recast> {
    let all = c.members.iter().flat_map(|m| &m.recast);
    all.filter(|r| !r.asked.is_empty())
}

fn holds(body: &[Stmt], id: LoopId) -> bool {
    body.iter()
        .any(|s| s.any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if l.id == id)))
}

/// What the kernels of these loops ask. `None`: how they get a pointer keeps them from asking.
fn pairs(
    p: &Planner<'_>,
    pairs: &IndexSet<(VarId, VarId)>,
    own: &[usize],
    reaches: &Reaches,
    kernels: &[Kernel],
) -> Option<Vec<Apart>> {
    let passes = |v: VarId| {
        own.iter()
            .flat_map(|k| &kernels[*k].params)
            .filter(move |q| q.var == v)
    };
    let mut asked = IndexSet::new();
    for &(a, b) in pairs {
        let mut copied = false;
        for v in [a, b] {
            let array = p.unit.types.is_array(p.unit.var(v).ty) && apart::is_itself(reaches, v);
            let mut found = false;
            for param in passes(v) {
                found = true;
                match param.pass {
                    Pass::Value | Pass::Upload { .. } if array => copied = true,
                    Pass::Value | Pass::Raw | Pass::Address { .. } if param.cell.is_none() => {}
                    _ => return None,
                }
            }
            if !found {
                return None;
            }
        }
        // An array that kernels are given by value overlaps nothing.
        if !copied {
            asked.insert((a, b));
        }
    }
    apart::questions(reaches, asked.iter())
}

/// The parameters of all these kernels.
fn params(own: &[usize], kernels: &[Kernel]) -> Vec<Param> {
    let mut all: Vec<Param> = Vec::new();
    for param in own.iter().flat_map(|k| &kernels[*k].params) {
        match all.iter_mut().find(|q| q.var == param.var) {
            None => all.push(param.clone()),
            Some(known) => {
                if let (
                    Pass::Address { read_only, .. },
                    Pass::Address {
                        read_only: also, ..
                    },
                ) = (&mut known.pass, &param.pass)
                {
                    *read_only &= also;
                }
            }
        }
    }
    // They may overlap.
    for param in &mut all {
        if let Pass::Address { restrict, .. } = &mut param.pass {
            *restrict = false;
        }
    }
    all
}

/// The variables that the loops of all these kernels have for themselves.
fn copies(
    own: &[usize],
    loops: &IndexMap<LoopId, LoopPlan>,
    kernels: &[Kernel],
) -> IndexSet<VarId> {
    let mut all = IndexSet::new();
    for s in own.iter().flat_map(|k| &kernels[*k].body) {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && let Some(plan) = loops.get(&l.id)
            {
                all.extend(&plan.private);
            }
        });
    }
    for k in own {
        all.extend(&kernels[*k].private);
    }
    all
}

/// A kernel of one thread, with these parameters and copies of variables.
fn one_thread(
    unit: &Unit,
    name: String,
    of: &Kernel,
    body: Vec<Stmt>,
    (params, copies): (&[Param], &IndexSet<VarId>),
) -> Kernel {
    let one = || [(); 3].map(|()| Extent::Fixed(1));
    let mut private = copies.clone();
    for s in &body {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                let heads = l.canonical.iter().filter(|h| !h.declared);
                private.extend(heads.map(|h| h.var));
            }
        });
    }
    let declared = uses::of_stmts(unit, &body).declared;
    Kernel {
        name,
        site: of.site.clone(),
        mapping: Some(Mapping::Serial),
        grid: one(),
        block: one(),
        params: params.to_vec(),
        body,
        private: private
            .into_iter()
            .filter(|v| !declared.contains(v))
            .filter(|v| params.iter().all(|q| q.var != *v))
            .collect(),
        reductions: of.reductions.clone(),
        redundant: of.redundant,
        resident: None,
        block_copies: of.block_copies.clone(),
        in_order: true,
        overlap: None,
        aligned: None,
        unaligned: false,
        plans: None,
        tiles: None,
        together: None,
        own: IndexMap::new(),
    }
}

/// Puts the text's loops in the place of the first loop that is there, and takes the others away.
fn put_back(stmts: &mut Vec<Stmt>, recast: &Recast) {
    let mut change = Change {
        recast,
        whole: Some(&recast.whole),
    };
    stmts.iter_mut().for_each(|s| change.visit_stmt(s));
    stmts.retain(|s| !matches!(s.kind, StmtKind::Empty));
}

fn take_away(stmts: &mut Vec<Stmt>, recast: &Recast) {
    let mut change = Change {
        recast,
        whole: None,
    };
    stmts.iter_mut().for_each(|s| change.visit_stmt(s));
    stmts.retain(|s| !matches!(s.kind, StmtKind::Empty));
}

struct Change<'c> {
    recast: &'c Recast,
    whole: Option<&'c Stmt>,
}

impl VisitMut for Change<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if self.recast.loops.contains(&l.id) => match self.whole.take() {
                Some(whole) => *s = whole.clone(),
                None => s.kind = StmtKind::Empty,
            },
            _ => self.walk_stmt(s),
        }
    }
}
