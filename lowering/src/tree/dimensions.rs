//! Lengths of arrays of variable length, which kernels take as parameters or note under a name.
//!
//! An array keeps the lengths that it was declared with (C11 §6.7.6.2), whatever becomes of the variables
//! in its declarator. So where those may have changed, a kernel doesn't compute the length of a host array from them, but
//! gets it as the host's `sizeof` knows it.

use super::node::{Kind, Node, Touch};
use super::threads::Pass;
use crate::analyse::{lengths, uses};
use crate::names::safe;
use crate::plan::{ComputePlan, Kernel};
use accrs_frontend::Unit;
use accrs_frontend::region::{ArrayLen, Stmt, Storage, Type, VarId, VlaId};
use accrs_frontend::source::Span;

/// The length of the array that `depth` subscripts of `var` lead to.
#[derive(Clone, Debug)]
pub struct Dimension {
    pub vla: VlaId,
    pub var: VarId,
    pub depth: usize,
    /// The kernel's parameter, a `long`.
    pub name: String,
}

impl Dimension {
    /// The number of elements, as an expression of the host's text.
    pub fn on_host(&self, unit: &Unit) -> String {
        let array = format!("{}{}", unit.var(self.var).name, "[0]".repeat(self.depth));
        // Elements without a size (arrays of length 0) can't be counted, nor reached.
        format!("(sizeof({array}[0]) ? (long)(sizeof({array}) / sizeof({array}[0])) : 0)")
    }
}

/// The lengths of host arrays that the kernel can't compute itself. Its text takes those of them that it uses.
pub fn of_kernel(pass: &mut Pass<'_>, compute: &ComputePlan, kernel: &Kernel) -> Vec<Dimension> {
    let unit = pass.unit;
    let loops = compute.loops.values();
    let reduced = kernel.reductions.iter().map(|r| r.var);
    let named = kernel.params.iter().map(|p| p.var).chain(reduced).chain(
        kernel
            .private
            .iter()
            .copied()
            .chain(loops.flat_map(|l| l.private.iter().copied())),
    );
    let mut out = Vec::new();
    for var in named.filter(|v| unit.var(*v).storage != Storage::Region) {
        for (vla, depth) in lengths(unit, var) {
            if !lengths::may_change(unit, var, &unit.types.vla_lengths[vla.index()]) {
                continue;
            }
            if pass.dimensions.insert(vla) {
                let base = format!("{}_length", safe(&unit.var(var).name));
                let name = pass.names.unique(&base);
                out.push(Dimension {
                    vla,
                    var,
                    depth,
                    name,
                });
            }
        }
    }
    out
}

impl Pass<'_> {
    /// Notes the lengths in a parameter's type at the function's start, if `later` may change the variables in them.
    pub fn note_parameter(&mut self, var: VarId, later: &[Stmt], out: &mut Vec<Node>) {
        let unit = self.unit;
        let changed = uses::of_stmts(unit, later);
        for (vla, _) in lengths(unit, var) {
            let length = &unit.types.vla_lengths[vla.index()];
            let parts = uses::of_expr(unit, length);
            let changes = |v| {
                changed
                    .get(v)
                    .is_some_and(|u| u.written.is_some() || u.address.is_some())
            };
            if parts.vars.keys().any(|v| changes(*v)) && !self.dimensions.contains(&vla) {
                let node = self.length(var, vla, Touch::default(), unit.var(var).span);
                out.push(node);
            }
        }
    }

    /// Notes the lengths in the type of a pointer that is declared in the region.
    pub fn note_declared(&mut self, var: VarId, span: Span, out: &mut Vec<Node>) {
        let unit = self.unit;
        for (vla, _) in lengths(unit, var) {
            let length = &unit.types.vla_lengths[vla.index()];
            if !lengths::may_change(unit, var, length) {
                continue;
            }
            let place = unit.var(var).span;
            let text = unit
                .source
                .text
                .get(length.span.start as usize..place.end as usize);
            if text.is_some_and(|t| t.contains(';')) {
                // C evaluates the length where the typedef stands, but the tree has no statement for that.
                self.problems.refuse(
                    place,
                    format!(
                        "'{}' has a typedef of variable length, which may have changed since; declare it with the array type itself",
                        unit.var(var).name
                    ),
                );
            }
            let read = self.watch().expr(length).touch();
            let node = self.length(var, vla, read, span);
            out.push(node);
        }
    }

    /// Gives a name to what a length is at this point.
    fn length(&mut self, var: VarId, vla: VlaId, read: Touch, span: Span) -> Node {
        let name = safe(&self.unit.var(var).name);
        let name = self.names.unique(&format!("{name}_length"));
        self.dimensions.insert(vla);
        Node::new(Kind::Length { vla, name, read }, span)
    }
}

/// The variable lengths in a variable's type, each with the number of subscripts that lead to its array.
fn lengths(unit: &Unit, var: VarId) -> Vec<(VlaId, usize)> {
    let types = &unit.types;
    let (mut ty, mut depth, mut out) = (unit.var(var).ty, 0, Vec::new());
    while types.is_variably_modified(ty)
        && let Type::Array(to, _) | Type::Pointer(to) = *types.canonical(ty)
    {
        // An array parameter is a pointer, so its outermost length means nothing.
        let is_pointer = depth == 0 && unit.var(var).storage == Storage::Param;
        if let Type::Array(_, ArrayLen::Vla(id)) = *types.canonical(ty)
            && !is_pointer
        {
            out.push((id, depth));
        }
        (ty, depth) = (to, depth + 1);
    }
    out
}
