//! Pointers of the host's that a region of `kernels` assigns. Each kernel is given the value from before the region, so what one kernel assigns no other one sees:
//! statements between which such a value goes on are one kernel.

use super::split::flat;
use crate::analyse::{flow, uses};
use accrs_frontend::Unit;
use accrs_frontend::region::{Stmt, StmtKind, VarId};
use indexmap::IndexSet;

/// Those that statements assign.
fn assigned(unit: &Unit, s: &Stmt) -> IndexSet<VarId> {
    let used = uses::of_stmts(unit, [s]);
    let all = used.vars.iter().filter(|(v, u)| {
        let pointer = unit.types.is_pointer(unit.var(**v).ty);
        pointer && u.written.or(u.address).is_some() && !used.declared.contains(*v)
    });
    all.map(|(v, _)| *v).collect()
}

/// Whether the iterations of a loop hand a pointer on to each other.
pub fn hands_on(unit: &Unit, body: &Stmt) -> bool {
    let exposed = flow::of_stmts(unit, [body]).exposed;
    assigned(unit, body).iter().any(|v| exposed.contains_key(v))
}

/// Whether a statement reads a pointer that one before it has assigned, and may be in another kernel.
pub fn goes_on(unit: &Unit, stmts: &[Stmt]) -> bool {
    let (mut earlier, mut here) = (IndexSet::new(), IndexSet::new());
    flat(stmts).into_iter().any(|s| {
        let loops = s.any_stmt(|s| matches!(s.kind, StmtKind::For(_)));
        if loops {
            earlier.append(&mut here);
        }
        let goes_on = !earlier.is_empty() && {
            let exposed = flow::of_stmts(unit, [s]).exposed;
            earlier.iter().any(|v| exposed.contains_key(v))
        };
        let into = if loops { &mut earlier } else { &mut here };
        into.extend(assigned(unit, s));
        goes_on
    })
}
