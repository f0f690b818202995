//! Which of a kernel's arguments lead to memory that it writes. What lies in none of these sections nobody writes while it runs, so that reads of it are no race.

use crate::analyse::uses;
use crate::plan::Kernel;
use accrs_frontend::Unit;
use accrs_frontend::region::{Type, TypeId, VarId};

/// The parameters through which a kernel writes; `None` where it may write by other ways.
pub fn of_kernel(unit: &Unit, kernel: &Kernel) -> Option<Vec<VarId>> {
    let used = uses::of_stmts(unit, &kernel.body);
    if used.wild_write.is_some() || used.indirect_call.is_some() || !used.calls.is_empty() {
        return None;
    }
    let is_param = |v: VarId| kernel.params.iter().any(|p| p.var == v && p.is_on_device());
    let mut written = Vec::new();
    for (v, u) in &used.vars {
        let ty = unit.var(*v).ty;
        if u.written.is_some() && is_param(*v) && !unit.types.is_pointer(ty) {
            written.push(*v);
        }
        if u.behind_written.is_none() {
            continue;
        }
        let numbers = unit
            .types
            .pointee(ty)
            .is_some_and(|to| is_of_numbers(unit, to));
        let sources = used.sources(*v);
        if !numbers || !sources.iter().any(|from| is_param(*from)) {
            return None;
        }
        // Those that it is made from are written behind as well.
        if is_param(*v) {
            written.push(*v);
        }
    }
    Some(written)
}

/// Whether an object holds numbers, and nothing that leads elsewhere.
fn is_of_numbers(unit: &Unit, ty: TypeId) -> bool {
    match unit.types.canonical(ty) {
        Type::Array(elem, _) => is_of_numbers(unit, *elem),
        _ => unit.types.is_arithmetic(ty),
    }
}
