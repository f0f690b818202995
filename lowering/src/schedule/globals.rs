//! Variables that `declare` at file scope gives a place on the device for the whole program
//! (OpenACC 3.3 §2.13).

use super::clauses;
use super::planner::Planner;
use crate::plan::{Action, Global, Plan};
use accrs_frontend::Unit;
use accrs_frontend::directive::{ClauseKind, DataKind, DirectiveKind, Modifiers};
use accrs_frontend::region::{Construct, ExprKind, Storage, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;

/// Whether the construct is a `declare` of the whole program: at file scope, or `link`.
fn lasts(c: &Construct, kind: DataKind) -> bool {
    c.function.is_empty() || kind == DataKind::Link
}

/// The program's declared variables, by the order of their clauses.
pub fn declared(unit: &Unit) -> IndexMap<VarId, DataKind> {
    let mut out = IndexMap::new();
    each(unit, &mut |kind, _, var, _| {
        out.entry(var).or_insert(kind);
    });
    out
}

fn each(unit: &Unit, f: &mut dyn FnMut(DataKind, Modifiers, VarId, Span)) {
    for c in &unit.constructs {
        if c.directive.kind != DirectiveKind::Declare {
            continue;
        }
        for clause in clauses::effective(&c.directive) {
            let ClauseKind::Data(kind, modifiers, refs) = &clause.kind else {
                continue;
            };
            for r in refs.iter().filter(|_| lasts(c, *kind)) {
                if let ExprKind::Var(var) = r.base.kind {
                    f(*kind, *modifiers, var, clause.span);
                }
            }
        }
    }
}

/// Whether `var` is a pointer that lives on the device itself: sections behind it are attached.
pub fn is_resident(unit: &Unit, var: VarId) -> bool {
    declared(unit)
        .get(&var)
        .is_some_and(|k| *k != DataKind::Deviceptr)
}

/// What the unit registers: the variables that it defines, and those of other units that its
/// device code or its clauses name. (The unit that defines a variable registers it
/// in any case; naming one that nobody defines would not link.)
pub fn of_unit(p: &Planner<'_>, plan: &Plan) -> Vec<Global> {
    let unit = p.unit;
    let mut out: IndexMap<VarId, Global> = IndexMap::new();
    each(unit, &mut |kind, modifiers, var, span| {
        let v = unit.var(var);
        let place = unit.source.place(span.start);
        // Only functions that run on a device have bodies here.
        let in_functions = unit.functions.iter().any(|f| {
            let body = f.body.as_deref().unwrap_or(&[]);
            crate::analyse::uses::of_stmts(unit, body)
                .get(var)
                .is_some()
        });
        let in_constructs = plan
            .constructs
            .values()
            .any(|c| !matches!(c.action, Action::Nothing) && c.data.iter().any(|d| d.var == var));
        let defined = !matches!(
            v.storage,
            Storage::Global {
                is_extern: true,
                ..
            }
        );
        if defined || in_functions || in_constructs {
            out.entry(var).or_insert(Global {
                var,
                kind,
                zero: modifiers.zero,
                file: place.file,
                line: place.line,
                in_functions,
            });
        }
    });
    out.into_values().collect()
}
