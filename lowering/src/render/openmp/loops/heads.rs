//! Heads of loops over tiles: where the user's loops begin and end, names, and the user's variables in them.

use super::lines::Lines;
use crate::print::{Access, Dialect, Printer};
use crate::render::RenderError;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, LocalDecl, LoopCmp, Stmt, StmtKind, TypeId, VarId};
use indexmap::IndexSet;

/// Declares a loop's variable, with the value of a counter.
pub fn constant(unit: &Unit, out: &mut Lines, head: &Canonical, counter: &str) {
    let p = Printer::of(unit, Dialect::HostC);
    let var = unit.var(head.var);
    out.line(format!(
        "const {} = {counter};",
        p.declare(var.ty, &var.name)
    ));
}

/// The first value of a loop's variable, and the one behind the last, as `long`s; with a variable that has another name there.
pub fn bounds(
    unit: &Unit,
    head: &Canonical,
    named: Option<(VarId, &str)>,
) -> Result<(String, String), RenderError> {
    let mut p = Printer::of(unit, Dialect::HostC);
    p.access
        .extend(named.map(|(v, name)| (v, Access::Name(name.into()))));
    let long = |e: &Expr| match e.int_value() {
        Some(n) => n.to_string(),
        None => format!(
            "(long){}",
            p.operand(e.strip_implicit(), crate::print::PRIMARY)
        ),
    };
    let upper = long(&head.upper);
    let end = match head.cmp {
        LoopCmp::Le => format!("({upper} + 1)"),
        _ => upper,
    };
    let bounds = (long(&head.lower), end);
    checked(&p)?;
    Ok(bounds)
}

/// A declaration in an iteration that goes together with others: the scalars of which each has one are declared before all of them, and assigned here.
pub fn own_declaration(p: &Printer<'_>, d: &LocalDecl) -> Option<String> {
    match (p.access.get(&d.var), &d.init) {
        (Some(Access::Name(name)), Some(init)) => Some(format!("{name} = {};", p.argument(init))),
        (Some(_), _) => None,
        (None, _) => Some(format!("{};", p.declaration(d))),
    }
}

/// Names variables that take no part any more, so that no compiler finds them unused. (Their values aren't read: they may have none.)
pub fn unused(unit: &Unit, all: impl IntoIterator<Item = VarId>) -> Option<String> {
    let name = |v| format!("(void)sizeof {};", unit.var(v).name);
    let names: Vec<String> = all.into_iter().map(name).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

/// Those of the variables that an iteration doesn't declare by itself.
pub fn from_outside(body: &Stmt, all: &[VarId]) -> Vec<VarId> {
    let mut own = IndexSet::new();
    body.each_stmt(|s| {
        if let StmtKind::Decl(decls) = &s.kind {
            own.extend(decls.iter().map(|d| d.var));
        }
    });
    all.iter().filter(|v| !own.contains(*v)).copied().collect()
}

/// A declaration without the type's qualifiers.
pub fn unqualified(p: &Printer<'_>, ty: TypeId, name: &str) -> String {
    p.declare(p.unit.types.canonical_id(ty), name)
}

/// A name that isn't in the user's text.
pub fn fresh(unit: &Unit, mut name: String) -> String {
    while unit.source.text.contains(&name) {
        name.push('_');
    }
    name
}

/// What couldn't be printed is a defect of accrs.
pub fn checked(p: &Printer<'_>) -> Result<(), RenderError> {
    match p.problems.borrow().first() {
        Some(d) => Err(RenderError::internal(format!("in a tile: {}", d.message))),
        None => Ok(()),
    }
}
