//! Pointers that a construct only compares with others, as the end of a loop over a pointer: `p < end`.
//!
//! Such a pointer is a scalar, and its value would be passed as it is: the host's address, beside pointers that have the
//! device's. It leads into the object that the other leads to, or the comparison has no meaning (C11 6.5.8), so it is moved
//! as far as that one is.

use super::compute::Scope;
use super::params::Home;
use super::{Planner, code};
use crate::analyse::place;
use crate::analyse::uses::{self, Uses};
use crate::plan::{DataItem, Section};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{BinaryOp, Construct, Expr, ExprKind, Storage, VarId};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// Gives such pointers the data item of the one pointer or array that they are compared with. Where there are
/// several, or none that the construct itself has an item for, a warning says so (ACC0209).
pub fn translate(
    p: &mut Planner<'_>,
    c: &Construct,
    scope: &Scope<'_>,
    exposed: &Uses,
    homes: &mut IndexMap<VarId, Home>,
    items: &[DataItem],
) {
    let used = uses::of_stmts(p.unit, scope.body);
    let own = |v: &VarId| {
        let var = p.unit.var(*v);
        p.unit.types.is_pointer(var.ty)
            && var.storage != Storage::Region
            && !scope.by_value.contains(v)
            && !scope.firstprivate.contains(v)
            && exposed.get(*v).is_some_and(|u| !u.is_dereferenced())
    };
    let by_value: Vec<VarId> = homes
        .iter()
        .filter(|(v, home)| **home == Home::Value && own(v))
        .map(|(v, _)| *v)
        .collect();
    for var in by_value {
        let Some(found) = compared(p, &used, scope, var) else {
            continue;
        };
        // `None`: a device address already, and so is what is compared with it.
        let item_of = |other: &VarId| match homes.get(other) {
            Some(Home::Item(i)) if leads_to_data(p, &items[*i], *other) => Some(Some(*i)),
            Some(Home::Raw) => Some(None),
            _ => None,
        };
        let moved: IndexSet<Option<usize>> = found.with.iter().filter_map(item_of).collect();
        let one = moved.first().filter(|_| moved.len() == 1 && !found.other);
        match one {
            Some(Some(item)) => {
                homes.insert(var, Home::Item(*item));
            }
            None if p.options.device() => warn(p, c, var, found.at),
            Some(None) | None => {}
        }
    }
}

/// What a pointer is compared with, or subtracted from, or the other way round.
struct Compared {
    /// The first such place.
    at: Span,
    /// The pointers and arrays that the other sides have their values from.
    with: IndexSet<VarId>,
    /// Some other side leads to data in another way.
    other: bool,
}

fn compared(p: &Planner<'_>, used: &Uses, scope: &Scope<'_>, var: VarId) -> Option<Compared> {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne, Sub};
    let names = |e: &Expr| uses::of_expr(p.unit, e).get(var).is_some();
    let leads_to_data = |e: &Expr| {
        let vars = uses::of_expr(p.unit, e).vars;
        vars.keys().any(|v| {
            let array = p.unit.types.is_array(p.unit.var(*v).ty);
            array || used.get(*v).is_some_and(uses::Use::is_dereferenced)
        })
    };
    let pointer = |e: &Expr| p.unit.types.pointee(e.ty).is_some();
    let mut found: Option<Compared> = None;
    for s in scope.body {
        uses::visit_exprs(s, &mut |e| {
            let ExprKind::Binary(Eq | Ge | Gt | Le | Lt | Ne | Sub, a, b) = &e.kind else {
                return;
            };
            if !pointer(a) || !pointer(b) {
                return;
            }
            for (own, beside) in [(a, b), (b, a)] {
                if !names(own) || !leads_to_data(beside) {
                    continue;
                }
                let all = found.get_or_insert_with(|| Compared {
                    at: e.span,
                    with: IndexSet::new(),
                    other: false,
                });
                match place::target(p.unit, beside, None) {
                    Some(to) if to.is_near() => all.with.extend(used.sources(to.root)),
                    _ => all.other = true,
                }
            }
        });
    }
    found
}

/// Whether a data item stands for what a variable leads to, not for the variable itself.
fn leads_to_data(p: &Planner<'_>, item: &DataItem, var: VarId) -> bool {
    let ty = p.unit.var(var).ty;
    match item.section {
        Section::Whole => p.unit.types.is_array(ty),
        _ => p.unit.types.is_array(ty) || p.unit.types.is_pointer(ty),
    }
}

fn warn(p: &mut Planner<'_>, c: &Construct, var: VarId, at: Span) {
    let name = p.unit.var(var).name.clone();
    p.report(
        Diagnostic::warning(
            code::HOST_ADDRESS,
            at,
            format!(
                "'{name}' keeps the host's address on a device, and the pointer beside it has the device's"
            ),
        )
        .related(c.directive.span, "this construct")
        .help(format!(
            "give '{name}' its value in the construct, or count with an integer"
        )),
    );
}
