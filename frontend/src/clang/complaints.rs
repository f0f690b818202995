//! What clang's own errors mean for the user: those in clauses and regions are theirs to mend;
//! the rest is left to the host compiler.

use super::build::{Builder, Undeclared};
use super::cursor::Tu;
use crate::diag::Diagnostic;
use crate::diag::codes;
use crate::directive::{Raw, shorten_to};
use crate::source::Span;
use std::collections::HashMap;

/// The functions that clang says are called without a declaration.
pub fn undeclared_functions(tu: &Tu) -> HashMap<String, Undeclared> {
    let mut out = HashMap::new();
    for c in tu.complaints() {
        if let Some((kind, name)) = undeclared_call(&c.text) {
            out.insert(name.to_string(), kind);
        }
    }
    out
}

fn undeclared_call(text: &str) -> Option<(Undeclared, &str)> {
    let kinds = [
        ("call to undeclared library function '", Undeclared::Library),
        ("call to undeclared function '", Undeclared::Unknown),
        (
            "implicitly declaring library function '",
            Undeclared::Library,
        ),
        ("implicit declaration of function '", Undeclared::Unknown),
    ];
    kinds.iter().find_map(|(start, kind)| {
        let name = text.strip_prefix(start)?.split('\'').next()?;
        Some((*kind, name))
    })
}

/// Turns clang's errors into diagnostics, and reports directives that have no place in its tree.
pub fn judge(b: &mut Builder<'_>, tu: &Tu) {
    let mut first_after: Vec<(u32, String)> = Vec::new();
    // All expressions of clauses, in the text's order: there may be many, and many complaints.
    let mut clauses: Vec<&Raw> = b.raws.iter().flat_map(|d| d.raws()).collect();
    clauses.sort_by_key(|raw| raw.span.start);
    let mut made: Vec<Diagnostic> = Vec::new();
    for c in tu.complaints() {
        // Old C allows it; whether a body is known is asked where the call is built.
        if undeclared_call(&c.text).is_some() {
            continue;
        }
        let at = b.weave.original(c.offset);
        first_after.push((at, c.text.clone()));
        let behind = clauses.partition_point(|raw| raw.span.start <= at);
        let clause = behind.checked_sub(1).map(|i| clauses[i]);
        let clause = clause.filter(|raw| at < raw.span.end.max(raw.span.start + 1));
        if let Some(raw) = clause {
            made.push(in_clause(&c.text, raw.span, &raw.text));
        } else if let Some(d) = b
            .raws
            .iter()
            .find(|d| d.span.start <= at && at < d.span.end)
        {
            let message = format!(
                "the C after `#pragma acc {}` doesn't parse: {}",
                d.name, c.text
            );
            made.push(Diagnostic::error(codes::NO_STATEMENT, d.span, message));
        } else if inside(b, at) {
            let span = word_at(&b.source.text, at);
            made.push(Diagnostic::error(codes::INVALID_C, span, c.text));
        }
    }
    for site in std::mem::take(&mut b.spoiled) {
        let d = &b.raws[site];
        let reason = first_after.iter().find(|(at, _)| *at >= d.span.end);
        made.push(match reason {
            Some((at, text)) if !text.starts_with("expected") => {
                Diagnostic::error(codes::INVALID_C, word_at(&b.source.text, *at), text.clone())
                    .related(d.span, "in the statement of this directive")
            }
            _ => Diagnostic::error(
                codes::NO_STATEMENT,
                d.span,
                format!("no statement follows `#pragma acc {}`", d.name),
            ),
        });
    }
    // What the builder could not read because clang had already refused it.
    let spoiled: Vec<Span> = made.iter().filter_map(|d| d.span).collect();
    b.diagnostics.retain(|d| {
        let echo = [
            codes::UNSUPPORTED_C,
            codes::UNSUPPORTED_TYPE,
            codes::BAD_EXPRESSION,
        ]
        .contains(&d.code);
        !(echo
            && d.span
                .is_some_and(|s| spoiled.iter().any(|p| p.start <= s.end && s.start <= p.end)))
    });
    let silent = made.is_empty() && b.diagnostics.is_empty();
    b.diagnostics.append(&mut made);
    for (i, d) in b.raws.iter().enumerate() {
        let reported = b.diagnostics.iter().any(|k| {
            k.span
                .is_some_and(|s| s.start <= d.span.end && d.span.start <= s.end)
        });
        if b.placed[i] || reported {
            continue;
        }
        let message = format!("`#pragma acc {}` can't be placed in the program", d.name);
        let mut out = Diagnostic::error(codes::NO_STATEMENT, d.span, message)
            .help("it must stand where a statement can stand, and the C around it must compile");
        if silent && let Some((at, text)) = first_after.iter().find(|(at, _)| *at >= d.span.start) {
            out = out.related(word_at(&b.source.text, *at), text.clone());
        }
        b.diagnostics.push(out);
    }
}

/// Whether a byte belongs to something that was made into IR.
fn inside(b: &Builder<'_>, at: u32) -> bool {
    b.regions
        .iter()
        .chain(&b.used)
        .any(|s| s.start <= at && at < s.end)
}

fn undeclared(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("use of undeclared identifier '")?;
    rest.split('\'').next()
}

fn not_declared(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        codes::UNDECLARED_VARIABLE,
        span,
        format!("`{name}` is not declared"),
    )
    .label("not declared here")
}

fn in_clause(text: &str, span: Span, expression: &str) -> Diagnostic {
    match undeclared(text) {
        Some(name) => {
            let d = not_declared(span, name);
            if name.starts_with("acc_") {
                return d.help("#include <openacc.h>");
            }
            d
        }
        None => Diagnostic::error(
            codes::BAD_EXPRESSION,
            span,
            format!(
                "`{}` is not a valid expression here: {text}",
                shorten_to(expression, 80)
            ),
        ),
    }
}

/// The identifier or character at a byte.
fn word_at(text: &str, at: u32) -> Span {
    let rest = text.get(at as usize..).unwrap_or("");
    let len = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len())
        .max(1);
    Span {
        start: at.min(text.len() as u32),
        end: (at + len as u32).min(text.len() as u32),
    }
}
