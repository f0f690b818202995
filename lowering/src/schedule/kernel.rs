//! One kernel: the axes of its loops, its extents, its name.

use super::apart::{self, Reaches};
use super::extents::{self, Given};
use super::nest::Node;
use super::planner::Planner;
use super::{block_copies, calls, clauses, place, together};
use crate::analyse::alias::stored;
use crate::analyse::{pointers, uses};
use crate::plan::*;
use accrs_frontend::region::host::loops::Stored;
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{Construct, Expr, LoopId, Stmt, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// The variables of a kernel: how they reach it, which it has for itself, and what it reduces.
pub struct Variables<'a> {
    pub params: Vec<Param>,
    pub private: Vec<VarId>,
    pub reductions: &'a [Reduction],
    /// The construct's data.
    pub items: &'a [DataItem],
}

/// One kernel: axes of its loops, extents, name.
pub fn kernel(
    p: &mut Planner<'_>,
    c: &Construct,
    mut body: Vec<Stmt>,
    roots: &[Node<'_>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
    variables: Variables<'_>,
    given: &Given<'_>,
) -> Kernel {
    let kind = given.kind;
    let mine = loops_in(&body, roots);
    let mut params = variables.params;
    let mut reductions = variables.reductions.to_vec();
    unrestrict(p, &mut params, &mine, &body);
    let (mut mapping, axes) = place::axes(p, &mine, false);
    for (id, placed) in &axes {
        if let Some(l) = loops.get_mut(&LoopId(*id)) {
            l.axes = placed.all();
            if let Some(tile) = &mut l.tile {
                tile.element_axes = placed.elements.len();
            }
        }
    }
    let called = axes_of_calls(p, kind, &body);
    let partitioned = !called.is_empty() || axes.values().any(|a| !a.all().is_empty());
    let serial = match kind {
        ComputeKind::Serial => true,
        ComputeKind::Kernels => !partitioned,
        ComputeKind::Parallel => false,
    };
    let mut block_copies = Vec::new();
    let narrow = given.vector_length.and_then(Expr::int_value);
    let narrow = narrow.is_some_and(|n| n < i128::from(p.options.machine.device.warp));
    if !serial && called.is_empty() && !narrow {
        let data = block_copies::Data {
            c,
            items: variables.items,
            params: &params,
        };
        block_copies = block_copies::of_kernel(p, &data, &mine, &mut reductions, &mut body);
        block_copies::note(p, &block_copies, &mine, loops);
    }
    let one_thread = Given::default();
    let given = Given {
        reduces: reduces_over_gangs(&mine, variables.reductions) || !block_copies.is_empty(),
        least: block_copies::iterations(&block_copies),
        among_others: given.among_others,
        ..if serial { one_thread } else { given.clone() }
    };
    let (grid, block) = extents::of_kernel(p, &mine, &axes, &called, &given);
    if serial {
        mapping = Some(Mapping::Serial);
    }
    let kernels = given.among_others || kind == ComputeKind::Kernels;
    let site = site_of(p, c, kernels, &mine, &body);
    Kernel {
        name: kernel_name(p, &site),
        site,
        mapping,
        grid,
        block,
        params,
        body,
        private: variables.private,
        reductions,
        redundant: kind == ComputeKind::Parallel,
        resident: None,
        block_copies,
        in_order: false,
        overlap: None,
        aligned: None,
        unaligned: false,
        plans: None,
        tiles: None,
        together: None,
        own: IndexMap::new(),
    }
}

/// Adds the version in order of each kernel that asks whether memory lies apart, or what there is instead of it among the `others`; kernels in whose place
/// other steps may come need none.
pub fn in_order_too(
    p: &mut Planner<'_>,
    reaches: &Reaches,
    roots: &[Node<'_>],
    kernels: &mut Vec<Kernel>,
    steps: &mut Vec<Step>,
    mut others: Vec<Option<Kernel>>,
) {
    for i in 0..kernels.len() {
        // Pieces of a loop ask together.
        if kernels[i].overlap.is_some() || kernels[i].is_instead() {
            continue;
        }
        let found = apart::of_kernel(p, reaches, &kernels[i], roots);
        if found.as_ref().is_some_and(Vec::is_empty) {
            continue;
        }
        if kernels[i].replaceable() {
            match found {
                Some(apart) => {
                    let in_order = None;
                    kernels[i].overlap = Some(Overlap { apart, in_order });
                }
                None => together::without(i, steps),
            }
            continue;
        }
        let version = match others.get_mut(i).and_then(Option::take) {
            Some(version) => version,
            None => {
                let name = p.unique_kernel(format!("{}_in_order", kernels[i].name));
                in_order(p, name, &kernels[i], roots)
            }
        };
        match found {
            Some(apart) => {
                let in_order = Some(kernels.len());
                if kernels[i].together.is_none() {
                    let asked = apart::rests_on(&kernels[i], roots).asked;
                    restrict(p, &mut kernels[i], roots, &asked);
                }
                kernels[i].overlap = Some(Overlap { apart, in_order });
                kernels.push(version);
            }
            // How the kernel gets a pointer keeps it from asking.
            None => kernels[i] = version,
        }
    }
}

/// The same kernel for one thread. Loops over threads make their variables, loops in order take the user's.
fn in_order(p: &Planner<'_>, name: String, k: &Kernel, roots: &[Node<'_>]) -> Kernel {
    let one = || [(); 3].map(|()| Extent::Fixed(1));
    let declared = uses::of_stmts(p.unit, &k.body).declared;
    let outside = |v: &VarId| !declared.contains(v);
    let mut private: IndexSet<VarId> = k.private.iter().copied().collect();
    for n in loops_in(&k.body, roots) {
        n.each(&mut |n| {
            let spread = n.heads.iter().filter(|_| n.is_partitioned());
            private.extend(spread.map(|h| h.var).filter(outside));
        });
    }
    Kernel {
        name,
        site: k.site.clone(),
        mapping: Some(Mapping::Serial),
        grid: one(),
        block: one(),
        params: k.params.clone(),
        body: k.body.clone(),
        private: private.into_iter().collect(),
        reductions: k.reductions.clone(),
        redundant: k.redundant,
        resident: None,
        block_copies: k.block_copies.clone(),
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

/// The outermost loops of a kernel.
pub fn loops_in<'n, 'a>(body: &[Stmt], roots: &'n [Node<'a>]) -> Vec<&'n Node<'a>> {
    fn pick<'n, 'a>(n: &'n Node<'a>, inside: &IndexSet<u32>, out: &mut Vec<&'n Node<'a>>) {
        if inside.contains(&n.loop_.id.0) {
            out.push(n);
        } else {
            n.children.iter().for_each(|c| pick(c, inside, out));
        }
    }
    let mut inside: IndexSet<u32> = IndexSet::new();
    for s in body {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                inside.insert(l.id.0);
            }
        });
    }
    let mut mine = Vec::new();
    roots.iter().for_each(|n| pick(n, &inside, &mut mine));
    mine
}

/// Whether each gang has a part of a reduction: of the construct's, or of a loop's that gangs share or that holds such loops.
fn reduces_over_gangs(mine: &[&Node<'_>], construct: &[Reduction]) -> bool {
    fn shared(n: &Node<'_>) -> bool {
        n.decision.levels.gang || n.children.iter().any(shared)
    }
    let mut found = !construct.is_empty();
    for root in mine {
        root.each(&mut |n| found |= !n.decision.reductions.is_empty() && shared(n));
    }
    found
}

/// The axes that functions called in the kernel need.
fn axes_of_calls(p: &Planner<'_>, kind: ComputeKind, body: &[Stmt]) -> Vec<Axis> {
    match kind {
        ComputeKind::Serial => Vec::new(),
        ComputeKind::Parallel => calls::axes_of_calls(p, body),
        // One gang runs what stands beside the calls.
        ComputeKind::Kernels => {
            let mut called = calls::axes_of_calls(p, body);
            let alone = matches!(body, [one] if calls::is_call(one));
            called.retain(|a| alone || !matches!(a, Axis::BlockX | Axis::BlockY | Axis::BlockZ));
            called
        }
    }
}

/// Where the kernel is said to be: at its loop, or at the directive that is the loop's too.
pub fn site_of(
    p: &Planner<'_>,
    c: &Construct,
    kernels: bool,
    mine: &[&Node<'_>],
    body: &[Stmt],
) -> Site {
    let combined = mine.len() == 1 && clauses::is_combined(c);
    let span = match mine.first() {
        Some(n) if kernels && !combined => n.span(),
        None if kernels => body.first().map_or(c.span, |s| s.span),
        _ => c.directive.span,
    };
    let mut site = p.site(c);
    site.line = p.line(span);
    site
}

/// Takes `__restrict__` from parameters. Where threads hand values to each other through memory between loops,
/// no thread may keep a copy of what it reads there; nor may one that reaches it by a second
/// pointer, which may be written through though the first isn't.
pub fn unrestrict(p: &Planner<'_>, params: &mut [Param], mine: &[&Node<'_>], body: &[Stmt]) {
    // The loops of a called routine are shared out as well.
    let calls = !calls::axes_of_calls(p, body).is_empty();
    let beside = mine.iter().any(|n| is_shared_out(n)) && body.iter().any(stands_beside);
    let exchanged = calls || beside || mine.len() > 1 || mine.iter().any(|n| exchanges(n));
    let (vary, chosen) = (pointers::vary(p.unit, body), pointers::chosen(p.unit, body));
    for param in params {
        let copied = p.unit.types.is_pointer(p.unit.var(param.var).ty);
        if let Pass::Address {
            restrict,
            read_only,
            ..
        } = &mut param.pass
            && (exchanged && !*read_only
                || vary && (copied || !*read_only)
                || chosen.as_ref().is_none_or(|c| c.contains(&param.var)))
        {
            *restrict = false;
        }
    }
}

/// Gives `__restrict__` to the parameters of a kernel that is only launched where these pairs reach memory that lies apart.
pub fn restrict(
    p: &Planner<'_>,
    k: &mut Kernel,
    roots: &[Node<'_>],
    apart: &IndexSet<(VarId, VarId)>,
) {
    let types = &p.unit.types;
    let ty = |param: &Param| p.unit.var(param.var).ty;
    let memory: Vec<&Param> = k
        .params
        .iter()
        .filter(|q| types.pointee(ty(q)).is_some())
        .collect();
    let written = |q: &Param| {
        !matches!(
            q.pass,
            Pass::Address {
                read_only: true,
                ..
            } | Pass::Value
                | Pass::Upload { .. }
        )
    };
    let object = |q: &Param| types.is_array(ty(q)) && !is_array_parameter(p.unit, q.var);
    let element = |q: &Param| types.pointee(ty(q)).map(|ty| stored(p.unit, ty));
    let told = |a: &Param, b: &Param| {
        let by_type = match (element(a), element(b)) {
            (Some(a), Some(b)) => p.options.rules.strict_aliasing && a.differs(b),
            _ => false,
        };
        let own = |q: &Param| p.unit.is_restrict(q.var);
        a.var == b.var
            || !(written(a) || written(b))
            || by_type
            || own(a)
            || own(b)
            || object(a) && object(b)
            || apart.contains(&(a.var.min(b.var), a.var.max(b.var)))
    };
    let free = memory.iter().filter(|a| memory.iter().all(|b| told(a, b)));
    let free: IndexSet<VarId> = free.map(|q| q.var).collect();
    let deep = memory.iter().any(|q| element(q) == Some(Stored::Pointer));
    for param in k
        .params
        .iter_mut()
        .filter(|q| !deep && free.contains(&q.var))
    {
        if let Pass::Address { restrict, .. } = &mut param.pass {
            *restrict = true;
        }
    }
    unrestrict(p, &mut k.params, &loops_in(&k.body, roots), &k.body);
}

/// Whether a loop, or one in it, is spread over threads.
fn is_shared_out(n: &Node<'_>) -> bool {
    n.is_partitioned() || n.children.iter().any(is_shared_out)
}

/// Whether a statement of a kernel does something beside its loops.
fn stands_beside(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Block(all) => all.iter().any(stands_beside),
        StmtKind::Label { body, .. } => stands_beside(body),
        StmtKind::For(_) | StmtKind::Empty => false,
        StmtKind::Decl(all) => all.iter().any(|d| d.init.is_some()),
        _ => true,
    }
}

/// Whether threads hand values to each other between the partitioned loops in a loop: code stands between them, or they run again in
/// its next turn.
fn exchanges(n: &Node<'_>) -> bool {
    let mut inner = false;
    for c in &n.children {
        c.each(&mut |c| inner |= c.is_partitioned());
    }
    // A loop in order that has moved into the threads has each of them to itself.
    let again = !n.is_partitioned() && n.decision.order.device.is_empty();
    inner && (!n.tight || again || n.children.iter().any(exchanges))
}

/// `jacobi_main_41`: file, function, line; a number behind it where that is taken.
pub fn kernel_name(p: &mut Planner<'_>, site: &Site) -> String {
    let file = site.file.rsplit('/').next().unwrap_or(&site.file);
    let stem = file.split('.').next().unwrap_or(file);
    let clean = |s: &str| -> String {
        s.chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect()
    };
    let mut name = format!("{}_{}_{}", clean(stem), clean(&site.function), site.line);
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    p.unique_kernel(name)
}
