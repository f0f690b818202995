//! Multicore: the user's own loops with OpenMP's directives.
//!
//! The text of a compute construct is the user's, byte for byte; only directive lines are
//! replaced, and a line is put before loops that have none of their own. Used inside the host
//! file, and alone for `--emit=openmp` (`product`).
//!
//! ```text
//! Fork    each loop that the plan gives to threads is an `omp parallel for`
//! Gangs   one `omp parallel` around all; such loops are `omp for` in it
//! ```

mod apart;
mod counted;
mod loops;
mod product;
mod reduce;
mod routines;
mod worth;

use super::RenderError;
use super::text::{Edit, apply, pragma_lines, to_generated, to_user};
use crate::plan::{ComputePlan, Cores, Plan, Sharing};
use accrs_frontend::Unit;
use accrs_frontend::region::Construct;
use accrs_frontend::source::{SourceMap, Span};
use loops::Loops;
pub(super) use loops::RELEASED;
pub use product::{Product, render};
pub(super) use routines::edits as function_edits;
use std::fmt::Write;

/// One compute construct for the host file: starts with a marker to the user's text and ends
/// in user text.
pub(super) fn construct(
    unit: &Unit,
    all: &Plan,
    construct: &Construct,
    compute: &ComputePlan,
) -> Result<String, RenderError> {
    let span = with_semicolon(&unit.source, construct);
    let (declared, mut edits) = body_edits(unit, all, construct, compute, true)?;
    let text = apply(&unit.source, span, &mut edits);
    let copies = Copies::of(unit, compute);
    let mut out = String::new();
    let _ = write!(
        out,
        "{declared}{}{}{text}",
        copies.before,
        to_user(&unit.source, span.start)
    );
    if !copies.after.is_empty() {
        let _ = write!(out, "{}{}", to_generated(), copies.after);
    }
    Ok(out)
}

/// Declarations of other versions of functions that are called, and edits of the construct's text. `runtime`: it may ask
/// the runtime.
fn body_edits(
    unit: &Unit,
    all: &Plan,
    construct: &Construct,
    compute: &ComputePlan,
    runtime: bool,
) -> Result<(String, Vec<Edit>), RenderError> {
    let source = &unit.source;
    let span = with_semicolon(source, construct);
    let mut loops = Loops::new(unit, all, construct, compute, runtime);
    if let Some(team) = &compute.cores.team {
        let line = loops.parallel_line(team)?;
        loops
            .edits
            .push(Edit::replace(construct.directive.span, line));
    }
    loops.made_privates(&compute.body, governed(source, construct))?;
    loops.body(&compute.body)?;
    let declared = routines::declarations(unit, &loops.called);
    let mut edits = loops.edits;
    edits.extend(leftovers(source, span));
    Ok((declared, edits))
}

/// OpenMP's data-sharing clauses: ` private(i, j) firstprivate(n) shared(a)`.
pub(super) fn sharing(unit: &Unit, sharing: &Sharing) -> String {
    let mut out = String::new();
    for (word, vars) in [
        ("private", &sharing.private),
        ("firstprivate", &sharing.first),
        ("shared", &sharing.shared),
    ] {
        let names: Vec<&str> = vars.iter().map(|v| unit.var(*v).name.as_str()).collect();
        if !names.is_empty() {
            let _ = write!(out, " {word}({})", names.join(", "));
        }
    }
    out
}

/// What changes everywhere in a construct's text: no directive stays that nothing took the place of.
fn leftovers(source: &SourceMap, span: Span) -> Vec<Edit> {
    let mut edits = super::parlevel::edits(source, span);
    for family in ["acc", "omp"] {
        let lines = pragma_lines(source, span, family).into_iter();
        edits.extend(lines.map(|l| Edit::replace(l, "")));
    }
    edits
}

/// A construct's bytes with the semicolon of its statement.
pub(super) fn with_semicolon(source: &SourceMap, construct: &Construct) -> Span {
    let span = construct.span;
    if span.end <= construct.directive.span.end {
        return span;
    }
    Span {
        start: span.start,
        end: statement_end(source, span),
    }
}

/// The statement behind a construct's directive.
pub(super) fn governed(source: &SourceMap, construct: &Construct) -> Span {
    let mut span = with_semicolon(source, construct);
    span.start = construct.directive.span.end.min(span.end);
    for line in source.slice(span).split_inclusive('\n') {
        let text = line.trim_start();
        if !text.is_empty() && !text.starts_with('#') {
            span.start += (line.len() - text.len()) as u32;
            break;
        }
        span.start += line.len() as u32;
    }
    span
}

/// The end of a statement whose semicolon may lie behind `span`.
fn statement_end(source: &SourceMap, span: Span) -> u32 {
    let text = source.slice(span).trim_end();
    if text.ends_with(['}', ';']) {
        return span.end;
    }
    // Blanks may lie between, and line markers where a macro ended the statement.
    let mut at = span.end as usize;
    for line in source.text[at..].split_inclusive('\n') {
        let blank = line.len() - line.trim_start().len();
        match line[blank..].chars().next() {
            Some(';') => return (at + blank + 1) as u32,
            None => {}
            Some('#') if at > span.end as usize => {}
            Some(_) => break,
        }
        at += line.len();
    }
    span.end
}

/// Declarations of the construct's own copies of variables, and of operators for what it reduces.
struct Copies {
    before: String,
    after: String,
}

impl Copies {
    fn of(unit: &Unit, compute: &ComputePlan) -> Self {
        let mut copies = Self::of_privates(unit, &compute.cores);
        let operators = reduce::declarations(unit, &compute.cores);
        if !operators.is_empty() {
            copies.before = format!("{{\n{operators}{}", copies.before);
            copies.after.push_str("}\n");
        }
        copies
    }

    fn of_privates(unit: &Unit, cores: &Cores) -> Self {
        let mut copies = Copies {
            before: String::new(),
            after: String::new(),
        };
        let Cores { first, fresh, .. } = cores;
        if first.is_empty() && fresh.is_empty() {
            return copies;
        }
        copies.before.push_str("{\n");
        for v in first {
            let name = &unit.var(*v).name;
            let _ = if unit.types.is_array(unit.var(*v).ty) {
                writeln!(
                    copies.before,
                    "    __typeof__({name}) *__accrs_of_{name} = &{name};"
                )
            } else {
                writeln!(
                    copies.before,
                    "    __typeof__({name}) __accrs_of_{name} = {name};"
                )
            };
        }
        copies.before.push_str("    {\n");
        for v in first.iter().chain(fresh) {
            let name = &unit.var(*v).name;
            let _ = writeln!(copies.before, "    __typeof__({name}) {name};");
        }
        for v in first {
            let name = &unit.var(*v).name;
            let _ = if unit.types.is_array(unit.var(*v).ty) {
                writeln!(
                    copies.before,
                    "    __builtin_memcpy(&{name}, __accrs_of_{name}, sizeof({name}));"
                )
            } else {
                writeln!(copies.before, "    {name} = __accrs_of_{name};")
            };
        }
        copies.after.push_str("    }\n}\n");
        copies
    }
}
