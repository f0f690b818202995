//! The user's text with what stands in constructs, and in the functions that these call, printed from the IR as host C, without
//! directives: a test of the printer. The program must compile, and mean what it does where directives are ignored.

use super::RenderError;
use super::openmp::{governed, hints, reduced::declarations};
use super::text::{Edit, apply, pragma_lines, to_user};
use crate::print::stmt::{Plain, Statements};
use crate::print::{Dialect, Lines, Printer};
use accrs_frontend::Unit;
use accrs_frontend::region::{Body, Stmt};

/// The whole text, preprocessed C.
///
/// # Errors
/// Something that the printer has no form for.
pub fn text(unit: &Unit) -> Result<String, RenderError> {
    let source = &unit.source;
    let mut edits = Vec::new();
    for c in &unit.constructs {
        if let Body::Compute(stmts) = &c.body {
            let at = governed(source, c);
            let made = declarations(unit, c.id)?;
            edits.extend(hints(source, c.directive.span.to(at)));
            edits.push(Edit::replace(at, printed(unit, stmts, Some(made), at.end)?));
        }
    }
    for f in &unit.functions {
        if let Some([first, .., last] | [first @ last]) = f.body.as_deref()
            && f.span.start <= first.span.start
            && last.span.end <= f.span.end
        {
            let at = first.span.to(last.span);
            let stmts = f.body.as_deref().unwrap_or_default();
            edits.push(Edit::replace(at, printed(unit, stmts, None, at.end)?));
        }
    }
    let whole = source.whole();
    let pragmas = pragma_lines(source, whole, "acc").into_iter();
    edits.extend(pragmas.map(|l| Edit::replace(l, "")));
    Ok(apply(source, whole, &mut edits))
}

/// Statements, in braces behind such declarations if there are any to be, and the way back to the user's text.
fn printed(
    unit: &Unit,
    stmts: &[Stmt],
    behind: Option<String>,
    end: u32,
) -> Result<String, RenderError> {
    let p = Printer::of(unit, Dialect::HostC);
    let mut plain = Plain {
        p: &p,
        out: Lines::at(1),
    };
    if let Some(declared) = &behind {
        plain.out().open("{");
        declared.lines().for_each(|l| plain.out().line(l.trim()));
    }
    stmts.iter().for_each(|s| plain.stmt(s));
    if behind.is_some() {
        plain.out().close("}");
    }
    let text = plain.out.into_text();
    match p.problems.borrow().first() {
        Some(d) => Err(RenderError::internal(format!(
            "line {}: {}",
            unit.source.line(d.span.map_or(0, |s| s.start)),
            d.message
        ))),
        None => Ok(format!("\n{text}{}", to_user(&unit.source, end))),
    }
}
