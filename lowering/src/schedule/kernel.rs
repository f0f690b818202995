//! One kernel: the axes of its loops, its extents, its name.

use super::extents::{self, Given};
use super::nest::Node;
use super::{Planner, compute, place, routine};
use crate::analyse::pointers;
use crate::plan::*;
use accrs_frontend::region::{Construct, LoopId, Stmt, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// One kernel: axes of its loops, extents, name.
#[allow(clippy::too_many_arguments)]
pub fn kernel(
    p: &mut Planner<'_>,
    c: &Construct,
    kind: ComputeKind,
    body: Vec<Stmt>,
    roots: &[Node<'_>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
    params: Vec<Param>,
    private: Vec<VarId>,
    reductions: &[Reduction],
    given: &Given<'_>,
) -> Kernel {
    let mut inside: IndexSet<u32> = IndexSet::new();
    for s in &body {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                inside.insert(l.id.0);
            }
        });
    }
    let mut mine: Vec<&Node<'_>> = Vec::new();
    fn pick<'n, 'a>(n: &'n Node<'a>, inside: &IndexSet<u32>, out: &mut Vec<&'n Node<'a>>) {
        if inside.contains(&n.loop_.id.0) {
            out.push(n);
        } else {
            n.children.iter().for_each(|c| pick(c, inside, out));
        }
    }
    roots.iter().for_each(|n| pick(n, &inside, &mut mine));
    let mut params = params;
    unrestrict(
        p,
        &mut params,
        mine.len() > 1 || mine.iter().any(|n| exchanges(n)),
        pointers::vary(p.unit, &body),
    );
    let (mapping, axes) = place::axes(p, &mine, false);
    for (id, placed) in &axes {
        if let Some(l) = loops.get_mut(&LoopId(*id)) {
            l.axes = placed.all();
            if let Some(tile) = &mut l.tile {
                tile.element_axes = placed.elements.len();
            }
        }
    }
    let called = match kind {
        ComputeKind::Serial => Vec::new(),
        ComputeKind::Parallel => routine::axes_of_calls(p, &body),
        // One gang runs what stands beside the calls.
        ComputeKind::Kernels => {
            let mut called = routine::axes_of_calls(p, &body);
            let alone = matches!(body.as_slice(), [one] if routine::is_call(one));
            called.retain(|a| alone || !matches!(a, Axis::BlockX | Axis::BlockY | Axis::BlockZ));
            called
        }
    };
    let partitioned = !called.is_empty() || axes.values().any(|a| !a.all().is_empty());
    let given = if kind == ComputeKind::Serial || (kind == ComputeKind::Kernels && !partitioned) {
        &Given::default()
    } else {
        given
    };
    let (grid, block) = extents::of_kernel(p, &mine, &axes, &called, given);
    let mapping = if kind == ComputeKind::Serial || (!partitioned && kind == ComputeKind::Kernels) {
        Some(Mapping::Serial)
    } else {
        mapping
    };
    let span = match (kind, mine.first()) {
        (ComputeKind::Kernels, Some(n)) => n.span(),
        (ComputeKind::Kernels, None) => body.first().map_or(c.span, |s| s.span),
        _ => c.directive.span,
    };
    let mut site = p.site(c);
    let span = if mine.len() == 1 && compute::is_combined(c) {
        c.directive.span
    } else {
        span
    };
    site.line = p.line(span);
    Kernel {
        name: kernel_name(p, &site),
        site,
        mapping,
        grid,
        block,
        params,
        body,
        private,
        reductions: reductions.to_vec(),
        redundant: kind == ComputeKind::Parallel,
    }
}

/// Takes `__restrict__` from parameters. Where threads hand values to each other through memory between loops
/// (`exchanged`), no thread may keep a copy of what it reads there; nor may one that reaches it by a second
/// pointer (`vary`), which may be written through though the first isn't.
fn unrestrict(p: &Planner<'_>, params: &mut [Param], exchanged: bool, vary: bool) {
    for param in params {
        let copied = p.unit.types.is_pointer(p.unit.var(param.var).ty);
        if let Pass::Address {
            restrict,
            read_only,
            ..
        } = &mut param.pass
            && (exchanged && !*read_only || vary && (copied || !*read_only))
        {
            *restrict = false;
        }
    }
}

/// Whether code stands between the loop and partitioned ones in it.
fn exchanges(n: &Node<'_>) -> bool {
    let mut inner = false;
    for c in &n.children {
        c.each(&mut |c| inner |= c.is_partitioned());
    }
    inner && (!n.tight || n.children.iter().any(exchanges))
}

/// `jacobi_main_41`: file, function, line; a number behind it where that is taken.
fn kernel_name(p: &mut Planner<'_>, site: &Site) -> String {
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
    let mut unique = name.clone();
    let mut n = 2;
    while !p.kernel_names.insert(unique.clone()) {
        unique = format!("{name}_{n}");
        n += 1;
    }
    unique
}
