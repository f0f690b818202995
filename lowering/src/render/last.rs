//! Heads of a region's loops, repeated behind it without their bodies: what C leaves in their variables.
//!
//! ```c
//! for (i = 0; i < n; i++)
//!     ;
//! ```

use super::text::one_line;
use super::{RenderError, clause};
use crate::plan::LastValue;
use accrs_frontend::Unit;
use accrs_frontend::region::{LoopId, Stmt, StmtKind, VarId};
use accrs_frontend::source::Span;
use std::fmt::Write;

/// The statements, each line indented by `indent`. `body`: the construct's statements.
///
/// # Errors
/// An expression that can't be printed: a defect of accrs.
pub fn values(
    unit: &Unit,
    all: &[LastValue],
    body: &[Stmt],
    indent: &str,
) -> Result<String, RenderError> {
    let mut out = String::new();
    for l in all {
        out.push_str(&value(unit, l, body, indent)?);
    }
    Ok(out)
}

fn value(unit: &Unit, l: &LastValue, body: &[Stmt], indent: &str) -> Result<String, RenderError> {
    let mut out = String::new();
    let cond = clause::expr(unit, &l.cond)?;
    let init = match &l.init {
        Some(e) => clause::expr(unit, e)?,
        None => match made(unit, l.var) {
            Some(variable) => format!("{variable} = {}", clause::expr(unit, &l.lower)?),
            None => declaration(unit, l.id, body)?,
        },
    };
    if !l.inside.is_empty() {
        // Those inside have run if this one has; its own variable is a copy meanwhile.
        let own = match l.init {
            Some(_) => {
                let name = &unit.var(l.var).name;
                format!("__typeof__({name}) {name}; {init};")
            }
            None => format!("{init};"),
        };
        let deeper = format!("{indent}    ");
        let inside = values(unit, &l.inside, body, &format!("{deeper}    "))?;
        let _ = write!(
            out,
            "{indent}{{\n{deeper}{own}\n{deeper}if ({cond}) {{\n{inside}{deeper}}}\n{indent}}}\n"
        );
    }
    if l.wanted {
        let inc = clause::expr(unit, &l.inc)?;
        let _ = write!(out, "{indent}for ({init}; {cond}; {inc})\n{indent}    ;\n");
    }
    Ok(out)
}

/// `long i_at`, for a variable that accrs has made: no text declares it.
pub fn made(unit: &Unit, var: VarId) -> Option<String> {
    let v = unit.var(var);
    (v.span == Span::default()).then(|| clause::declare(unit, v.ty, &v.name))
}

/// The declaration in a loop's head, as the user wrote it. `body`: the construct's statements.
///
/// # Errors
/// There is none: a defect of accrs.
pub fn declaration<'s>(
    unit: &Unit,
    id: LoopId,
    body: impl IntoIterator<Item = &'s Stmt>,
) -> Result<String, RenderError> {
    let mut found = None;
    for s in body {
        s.any_stmt(|s| {
            if let StmtKind::For(f) = &s.kind
                && f.id == id
            {
                found = f.init.as_ref();
            }
            found.is_some()
        });
    }
    let init = found.ok_or_else(|| RenderError::internal("a loop without its declaration"))?;
    let text = one_line(unit.source.slice(init.span));
    Ok(text.trim_end_matches(';').to_string())
}
