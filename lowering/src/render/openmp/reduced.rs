//! Pointers that stand for members of structs that are reduced (`region::reduced`), in the text of the cores.

use super::spans::statement_end;
use crate::render::text::{Edit, to_generated, to_user};
use crate::render::{RenderError, clause};
use accrs_frontend::Unit;
use accrs_frontend::region::reduced::{Place, Reduced};
use accrs_frontend::region::{ConstructId, Expr, Stmt, StmtKind};
use accrs_frontend::source::Span;
use std::fmt::Write;

/// The pointers of a construct that the host declares.
pub fn declarations(unit: &Unit, construct: ConstructId) -> Result<String, RenderError> {
    let mut out = String::new();
    let own = |r: &&Reduced| r.place == Place::Around(construct);
    for r in unit.reduced.iter().filter(own) {
        let _ = writeln!(out, "    {}", declaration(unit, r, &r.value)?);
    }
    Ok(out)
}

fn declaration(unit: &Unit, r: &Reduced, value: &Expr) -> Result<String, RenderError> {
    let value = clause::expr(unit, value)?;
    let name = &unit.var(r.var).name;
    if unit.types.is_integer(unit.var(r.var).ty) {
        return Ok(format!("__typeof__({value}) {name} = {value};"));
    }
    Ok(format!("__typeof__(&({value})[0]) {name} = {value};"))
}

/// The pointers in the places of members. `visited`: pointers of loops in these bytes are declared there; otherwise it is the user's own text that stays there.
pub fn uses(unit: &Unit, within: Span, visited: bool) -> Vec<Edit> {
    let inside = |s: &Span| within.start <= s.start && s.end <= within.end;
    let mut out = Vec::new();
    for r in &unit.reduced {
        let declared = match &r.place {
            Place::Around(_) => true,
            Place::Ahead(of) => visited || !inside(of),
            Place::Function => false,
        };
        let name = &unit.var(r.var).name;
        let text = match r.pointed {
            true => format!("(*{name})"),
            false => name.clone(),
        };
        let uses = r.uses.iter().filter(|s| declared && inside(s));
        out.extend(uses.map(|s| Edit::replace(*s, text.clone())));
    }
    out
}

/// Declares the pointers of a loop ahead of it, where the statement holds such declarations and the loop. `shifted`: expressions as they are in the copy that is printed.
pub fn ahead(
    unit: &Unit,
    stmt: &Stmt,
    shifted: impl Fn(&Expr) -> Expr,
) -> Result<Vec<Edit>, RenderError> {
    let StmtKind::Block(inner) = &stmt.kind else {
        return Ok(Vec::new());
    };
    let [
        Stmt {
            kind: StmtKind::Decl(declared),
            ..
        },
        _,
    ] = inner.as_slice()
    else {
        return Ok(Vec::new());
    };
    let mut text = format!("{}{{\n", to_generated());
    let mut span = None;
    for d in declared {
        let Some(r) = unit.reduced.iter().find(|r| r.var == d.var) else {
            return Ok(Vec::new());
        };
        if let Place::Ahead(of) = r.place {
            span = Some(of);
        }
        let _ = writeln!(text, "    {}", declaration(unit, r, &shifted(&r.value))?);
    }
    let Some(span) = span else {
        return Ok(Vec::new());
    };
    let source = &unit.source;
    text.push_str(&to_user(source, span.start));
    // What stands before it may end with a line marker.
    let end = statement_end(source, span);
    let close = format!("{}}}{}", to_generated(), to_user(source, end));
    Ok(vec![
        Edit::insert(span.start, text),
        Edit::insert(end, close),
    ])
}
