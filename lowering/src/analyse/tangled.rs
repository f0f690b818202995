//! Scalars and structs that a construct names, and reaches through pointers as well: `p = &n; ... b[i] = n; *p = 5;`. Their names
//! and the pointers mean one memory on the host, and must do so on a device.

use super::alias::stored;
use super::uses::Uses;
use accrs_frontend::Unit;
use accrs_frontend::region::{Storage, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;

/// A pointer that may lead to a variable which the construct names, and where one of the two is changed.
#[derive(Clone, Copy, Debug)]
pub struct Tangle {
    pub var: VarId,
    pub pointer: VarId,
    pub at: Span,
}

/// The variables of a construct of which that is so, each with the first such pointer.
pub fn all(unit: &Unit, used: &Uses) -> IndexMap<VarId, Tangle> {
    let pointers = || used.vars.iter().filter(|(_, u)| u.is_dereferenced());
    let mut found = IndexMap::new();
    for (&var, u) in &used.vars {
        let ty = unit.var(var).ty;
        let inner = unit.var(var).storage == Storage::Region;
        if inner || unit.types.is_array(ty) || unit.var(var).member.is_some() {
            continue;
        }
        let first = pointers().find_map(|(&pointer, p)| {
            let at = p.behind_written.or(u.written)?;
            let apart = pointer == var
                || unit.is_restrict(pointer)
                || stored(unit, element(unit, pointer)).differs(stored(unit, ty))
                || !unit.may_lead(pointer, var);
            (!apart).then_some(Tangle { var, pointer, at })
        });
        found.extend(first.map(|t| (var, t)));
    }
    found
}

/// What stands at the end of a pointer's way, as its type says.
fn element(unit: &Unit, pointer: VarId) -> accrs_frontend::region::TypeId {
    let mut ty = unit.var(pointer).ty;
    while let Some(of) = unit.types.pointee(ty) {
        ty = of;
    }
    ty
}
