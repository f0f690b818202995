//! Which of the values that a construct leaves in variables may be read when it is done.

use super::facts::Facts;
use super::uses::{self, Use};
use accrs_frontend::region::{Construct, VarId};
use indexmap::IndexSet;

/// Variables written in the construct whose value may be read later: by the function around it, behind it
/// or at its next turn in a loop around it; by any code where they are static, or a pointer may lead to them.
pub fn live_out(facts: &Facts<'_>, c: &Construct) -> IndexSet<VarId> {
    let (unit, used) = (facts.unit, facts.uses());
    let live = |v: VarId, u: &Use| {
        u.address.is_some()
            || uses::is_static_storage(unit, v)
            // `longjmp` leads to places that the function doesn't show; C keeps only these over it.
            || unit.types.qualifiers(unit.var(v).ty).is_volatile
            // A member of a struct, which host code reaches by the struct's name.
            || unit.var(v).member.is_some()
            || unit.host.takes_address(v)
            || unit.host.may_read_behind(c.id, v)
    };
    let written = used.vars.iter().filter(|(_, u)| u.written.is_some());
    let written = written.filter(|(v, _)| !used.declared.contains(*v));
    written
        .filter(|(v, u)| live(**v, u))
        .map(|(v, _)| *v)
        .collect()
}
