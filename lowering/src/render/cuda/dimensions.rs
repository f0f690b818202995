//! Lengths of the host's arrays of variable length, as parameters of kernels.
//!
//! An array keeps the lengths that it was declared with (C11 §6.7.6.2), whatever becomes of the variables
//! in its declarator. So where those may have changed, a kernel doesn't compute with them, but gets the length
//! as the host's `sizeof` knows it.

use super::exec::Body;
use crate::analyse::{host_text, uses};
use crate::plan::{ComputePlan, Kernel};
use accrs_frontend::Unit;
use accrs_frontend::region::{ArrayLen, Stmt, Storage, Type, VarId, VlaId};
use std::collections::HashSet;

/// One length: of the array that `depth` subscripts of `var` lead to.
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
        // Elements without a size (of length 0 themselves) can't be counted, nor reached.
        format!("(sizeof({array}[0]) ? (long)(sizeof({array}) / sizeof({array}[0])) : 0)")
    }
}

/// Has the kernel's text use parameters for the lengths of host arrays that it can't compute itself; of these,
/// [`used`] then tells which it does.
pub(super) fn declare(b: &mut Body<'_>, compute: &ComputePlan, kernel: &Kernel) -> Vec<Dimension> {
    let unit = b.p.unit;
    let loops = compute.loops.values();
    let reduced = kernel.reductions.iter().map(|r| r.var);
    let named = kernel.params.iter().map(|p| p.var).chain(reduced).chain(
        kernel
            .private
            .iter()
            .copied()
            .chain(loops.flat_map(|l| l.private.iter().copied())),
    );
    let (mut out, mut seen): (Vec<Dimension>, HashSet<VlaId>) = Default::default();
    for var in named.filter(|v| unit.var(*v).storage != Storage::Region) {
        for (vla, depth) in lengths(unit, var) {
            if !host_text::may_change(unit, var, &unit.types.vla_lengths[vla.index()]) {
                continue;
            }
            if seen.insert(vla) {
                let base = format!("{}_length", crate::names::safe(&unit.var(var).name));
                let name = b.names.unique(&base);
                b.p.lengths.insert(vla, name.clone());
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

/// Those of `all` that the text uses.
pub(super) fn used(b: &Body<'_>, mut all: Vec<Dimension>) -> Vec<Dimension> {
    let used = &b.p.used.borrow().lengths;
    all.retain(|d| used.contains(&d.vla));
    all
}

/// Notes the lengths in a variable's type where its life begins, if `later` assigns what they are made of.
pub(super) fn note(b: &mut Body<'_>, var: VarId, later: &[Stmt]) {
    let unit = b.p.unit;
    let changed = uses::of_stmts(unit, later);
    for (vla, _) in lengths(unit, var) {
        let length = &unit.types.vla_lengths[vla.index()];
        let parts = uses::of_expr(unit, length);
        let changes = |v| {
            changed
                .get(v)
                .is_some_and(|u| u.written.is_some() || u.address.is_some())
        };
        if !parts.vars.keys().any(|v| changes(*v)) || b.p.lengths.contains_key(&vla) {
            continue;
        }
        keep(b, var, vla);
    }
}

/// The same for a pointer that is declared in the region.
pub(super) fn note_declared(b: &mut Body<'_>, var: VarId) {
    let unit = b.p.unit;
    for (vla, _) in lengths(unit, var) {
        let length = &unit.types.vla_lengths[vla.index()];
        if !host_text::may_change(unit, var, length) {
            continue;
        }
        let place = unit.var(var).span;
        let text = unit
            .source
            .text
            .get(length.span.start as usize..place.end as usize);
        if text.is_some_and(|t| t.contains(';')) {
            // C takes the length where the typedef stands, which is no statement here.
            b.p.refuse(
                place,
                format!(
                    "'{}' has a typedef of variable length, which may have changed since; declare it with the array type itself",
                    unit.var(var).name
                ),
            );
        }
        let read = b.watch().expr(length);
        b.before_all(&read);
        keep(b, var, vla);
    }
}

/// Writes down what a length is now.
fn keep(b: &mut Body<'_>, var: VarId, vla: VlaId) {
    let unit = b.p.unit;
    let name = crate::names::safe(&unit.var(var).name);
    let name = b.names.unique(&format!("{name}_length"));
    let value = b.p.expr(&unit.types.vla_lengths[vla.index()]);
    b.out.line(format!("const long {name} = {value};"));
    b.p.lengths.insert(vla, name);
}

/// The variable lengths in a variable's type, each with the number of subscripts that lead to its array.
fn lengths(unit: &Unit, var: VarId) -> Vec<(VlaId, usize)> {
    let types = &unit.types;
    let (mut ty, mut depth, mut out) = (unit.var(var).ty, 0, Vec::new());
    while types.is_variably_modified(ty)
        && let Type::Array(to, _) | Type::Pointer(to) = *types.canonical(ty)
    {
        // A parameter is a pointer: its own length is not kept.
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
