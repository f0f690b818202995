//! Whether code shows in which order it ran, although no iteration reads what another one writes: output, volatile memory, and atomic operations
//! that give values away or round them.

use accrs_frontend::Unit;
use accrs_frontend::directive::{AtomicKind, DirectiveKind};
use accrs_frontend::region::{Expr, ExprKind, FunctionId, Stmt, StmtKind, Storage, VarId};

/// Whether a statement, or a function that it calls, may show when it ran.
pub fn shows_order(unit: &Unit, s: &Stmt) -> bool {
    let shown = Shown {
        unit,
        atomics: true,
        quiet: |_, _| false,
    };
    shown.in_stmt(s, &mut Vec::new())
}

/// Likewise, to what is outside of the program: by output, volatile memory and what the C library keeps for itself. Atomic operations are
/// meant for iterations that run at once.
pub fn acts(unit: &Unit, s: &Stmt) -> bool {
    let shown = Shown {
        unit,
        atomics: false,
        quiet: is_quiet,
    };
    shown.in_stmt(s, &mut Vec::new())
}

struct Shown<'u> {
    unit: &'u Unit,
    /// Atomic operations count.
    atomics: bool,
    /// Functions without a body that don't count.
    quiet: fn(&Unit, FunctionId) -> bool,
}

impl Shown<'_> {
    /// `seen`: functions that have been looked into.
    fn in_stmt(&self, s: &Stmt, seen: &mut Vec<FunctionId>) -> bool {
        let unit = self.unit;
        let atomic = |s: &Stmt| match &s.kind {
            StmtKind::Atomic { directive, body } => !is_exact(unit, directive.kind, body),
            _ => false,
        };
        let volatile = |e: &Expr| {
            let own = matches!(e.kind, ExprKind::Var(v) if !self.atomics && is_local(unit, v));
            unit.types.qualifiers(e.ty).is_volatile && !own
        };
        if self.atomics && s.any_stmt(atomic) || s.any_expr(volatile) {
            return true;
        }
        let mut called = Vec::new();
        s.each_expr(|e| {
            if let ExprKind::Call { .. } = e.kind
                && !unit.effects.only_computes(unit, e.called())
            {
                called.push(e.called());
            }
        });
        called.into_iter().any(|f| match f {
            Some(f) if seen.contains(&f) => false,
            Some(f) => {
                seen.push(f);
                match &unit.function(f).body {
                    Some(body) => body.iter().any(|s| self.in_stmt(s, seen)),
                    None => !(self.quiet)(unit, f),
                }
            }
            None => true,
        })
    }
}

/// A variable of the code itself, which nothing outside of it can see.
fn is_local(unit: &Unit, v: VarId) -> bool {
    unit.var(v).storage == Storage::Region
}

/// A function without a body here that neither puts anything out nor keeps anything for its next call.
fn is_quiet(unit: &Unit, f: FunctionId) -> bool {
    const OUTPUT: &[&str] = &["printf", "puts", "putchar"];
    const MEMORY: &[&str] = &[
        "frexp", "modf", "sincos", "remquo", "lgamma_r", "nan", "malloc", "calloc", "realloc",
        "free",
    ];
    const ENDS: &[&str] = &["abort", "exit", "_exit"];
    let f = unit.function(f);
    let name = f.name.strip_prefix("__builtin_").unwrap_or(&f.name);
    if OUTPUT.contains(&name) {
        return false;
    }
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let family = ["str", "mem", "ato", "__assert"];
    f.builtin
        || !f.library
        || MEMORY.contains(&name)
        || MEMORY.contains(&base)
        || ENDS.contains(&name)
        || family.iter().any(|start| name.starts_with(start))
}

/// An update of an integer: in any order the sum is the same.
fn is_exact(unit: &Unit, kind: DirectiveKind, body: &Stmt) -> bool {
    let whole = |e: &Expr| e.assigned().is_none_or(|to| unit.types.is_integer(to.ty));
    let exact = !body.any_expr(|e| !whole(e));
    matches!(kind, DirectiveKind::Atomic(AtomicKind::Update)) && exact
}
