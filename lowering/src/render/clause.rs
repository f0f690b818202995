//! Host expressions of clauses and loop heads, as C text.

use super::RenderError;
use crate::print::{Dialect, PRIMARY, Printer};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, TypeId, VarId};

/// `e` as a C expression that can stand as any operand.
pub fn operand(unit: &Unit, e: &Expr) -> Result<String, RenderError> {
    printed(unit, e, |p| p.operand(e, PRIMARY))
}

/// `e` as C text.
pub fn expr(unit: &Unit, e: &Expr) -> Result<String, RenderError> {
    printed(unit, e, |p| p.expr(e))
}

/// The declaration of a variable in C, without a value.
pub fn declare(unit: &Unit, ty: TypeId, name: &str) -> String {
    Printer::of(unit, Dialect::HostC).declare(ty, name)
}

fn printed(
    unit: &Unit,
    e: &Expr,
    print: impl FnOnce(&Printer<'_>) -> String,
) -> Result<String, RenderError> {
    let p = Printer::of(unit, Dialect::HostC);
    p.place.set(e.span);
    let text = print(&p);
    match p.problems.borrow().first() {
        Some(d) => Err(RenderError::internal(format!(
            "in an expression: {}",
            d.message
        ))),
        None => Ok(text),
    }
}

/// The host's text of a variable's value, which may stand for a member of a struct.
pub fn variable(unit: &Unit, var: VarId) -> Result<String, RenderError> {
    match &unit.var(var).member {
        Some(of) => match of.behind {
            Some(p) => {
                let value = expr(unit, &of.value)?;
                Ok(format!("({} ? {value} : 0)", unit.var(p).name))
            }
            None => expr(unit, &of.value),
        },
        None => Ok(unit.var(var).name.clone()),
    }
}
