//! The restrictions of `declare` (OpenACC 3.3 §2.13).

use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, DataKind, DataRef, DirectiveKind};
use crate::region::{Construct, Expr, ExprKind, Storage, Unit, VarId};
use crate::source::Span;
use std::collections::HashMap;

/// Checks all `declare` directives of a unit together.
pub fn check(unit: &Unit, strict: bool, out: &mut Vec<Diagnostic>) {
    // By function (none: the file) and variable: where it was declared first.
    let mut seen: HashMap<(&str, VarId), (Span, DataKind)> = HashMap::new();
    for c in &unit.constructs {
        if c.directive.kind != DirectiveKind::Declare {
            continue;
        }
        for clause in &c.directive.clauses {
            let ClauseKind::Data(kind, _, refs) = &clause.kind else {
                continue;
            };
            for r in refs {
                let Some(var) = whole(c, r, strict, out) else {
                    continue;
                };
                place(unit, c, clause, *kind, r, var, out);
                let same = seen.insert((&c.function, var), (r.span, *kind));
                // A header may say the same before and behind the definition.
                let again =
                    same.filter(|(at, k)| !c.function.is_empty() || k != kind || within(c, *at));
                if let Some((first, _)) = again {
                    let message = format!("`{}` is in a `declare` clause twice", r.text);
                    let d = Diagnostic::error(codes::DECLARE_TWICE, r.span, message)
                        .related(first, "given here first")
                        .help("one clause says how it lives on the device");
                    out.push(d);
                }
            }
        }
    }
}

fn within(c: &Construct, at: Span) -> bool {
    c.directive.span.start <= at.start && at.end <= c.directive.span.end
}

/// The variable that a list's entry names as a whole. In a function sections of pointers are
/// let pass, as other compilers do: their extents are known where the function starts.
fn whole(
    c: &Construct,
    r: &DataRef<Expr>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) -> Option<VarId> {
    let var = match &r.base.kind {
        ExprKind::Var(var) => Some(*var),
        _ => None,
    };
    let file = c.function.is_empty();
    if var.is_none() || (!r.sections.is_empty() && (file || strict)) {
        let message = format!("`declare` takes whole variables, not `{}`", r.text);
        let d = Diagnostic::error(codes::DECLARE_WHOLE, r.span, message)
            .help("declare the variable itself; use `enter data` for what it points to");
        out.push(d);
        return None;
    }
    var
}

/// What may stand at file scope, and what of `extern` variables.
fn place(
    unit: &Unit,
    c: &Construct,
    clause: &Clause<Expr>,
    kind: DataKind,
    r: &DataRef<Expr>,
    var: VarId,
    out: &mut Vec<Diagnostic>,
) {
    let v = unit.var(var);
    let file = c.function.is_empty();
    let lasting = matches!(
        kind,
        DataKind::Create
            | DataKind::Copyin
            | DataKind::Deviceptr
            | DataKind::DeviceResident
            | DataKind::Link
    );
    let (is_global, is_extern, thread_local) = match v.storage {
        Storage::Global {
            is_extern,
            thread_local,
            ..
        } => (true, is_extern, thread_local),
        _ => (false, false, false),
    };
    let (name, text) = (&clause.name, &r.text);
    const LASTING: &str = "use `create`, `copyin`, `device_resident`, `link` or `deviceptr`";
    let (message, help) = if thread_local {
        (
            format!(
                "`{text}` is thread-local: each host thread has its own, and a device knows one"
            ),
            "copy it to another variable",
        )
    } else if file && !lasting {
        (
            format!(
                "`{name}` can't be declared at file scope: what is declared there lives as long as the program"
            ),
            LASTING,
        )
    } else if is_extern && !lasting {
        (
            format!("`{name}` of the `extern` variable `{text}`"),
            LASTING,
        )
    } else if kind == DataKind::Link && !file && !is_extern {
        (
            format!("`link` of `{text}`, which is neither declared `extern` nor at file scope"),
            "move the directive to after the variable's declaration, at file scope",
        )
    } else if !file && is_global && !is_extern {
        (
            format!("`{text}` is declared at file scope, its `declare` in a function"),
            "put the directive after the variable's declaration",
        )
    } else {
        return;
    };
    let d = Diagnostic::error(codes::DECLARE_CLAUSE, r.span, message);
    out.push(d.related(v.span, "declared here").help(help));
}
