//! Pointers that a construct follows whatever happens in it: where their target is not on the device, the construct can
//! only fail, which is told before it starts.

use super::access::Access;
use super::facts::Facts;
use super::place;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, ExprKind, TypeId, VarId};

/// The conditions under all of which the code dereferences the value that pointer `var` has before it, as expressions of
/// type `int`: that the loops around have iterations. `None`: it can't be told, since each access stands under a condition,
/// behind a jump, in a called function, or in a loop whose bounds the host can't evaluate before (`evaluable`).
pub fn dereferenced(
    facts: &Facts<'_>,
    var: VarId,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Option<Vec<Expr>> {
    let (unit, int) = (facts.unit, facts.unit.types.int());
    let own = facts.uses().get(var)?;
    if own.written.is_some() || own.address.is_some() {
        return None;
    }
    let conditions = |a: &Access<'_>| -> Option<Vec<Expr>> {
        if !a.certain || a.is_direct() || !starts_at(unit, a, var) {
            return None;
        }
        let entered = |l: &&Canonical| {
            (evaluable(&l.lower) && evaluable(&l.upper)).then(|| has_iterations(unit, l, int))
        };
        a.loops.iter().map(entered).collect()
    };
    let all = facts.accesses().found.iter();
    all.filter_map(conditions).min_by_key(Vec::len)
}

/// Whether an access goes through `var`, or through the pointer of a loop that starts there.
fn starts_at(unit: &Unit, a: &Access<'_>, var: VarId) -> bool {
    let from = |l: &&Canonical| {
        l.var == a.root
            && place::target(unit, &l.lower, None).is_some_and(|p| p.root == var && p.is_near())
    };
    a.root == var || a.loops.iter().any(from)
}

/// Whether a loop has any, as the host can ask before it.
pub(super) fn has_iterations(unit: &Unit, l: &Canonical, int: TypeId) -> Expr {
    let op = l.cmp.op();
    // As the loop's variable holds it.
    let lower = Expr::new(
        ExprKind::Cast {
            implicit: false,
            operand: Box::new(l.lower.clone()),
        },
        unit.var(l.var).ty,
        l.lower.span,
    );
    Expr::new(
        ExprKind::Binary(op, Box::new(lower), Box::new(l.upper.clone())),
        int,
        l.lower.span,
    )
}
