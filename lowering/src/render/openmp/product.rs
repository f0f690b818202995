//! `--emit=openmp`: what changes in the preprocessed text when it becomes an OpenMP program. The driver
//! makes the same changes in the user's own files.

use super::construct::{Body, Copies, body_edits};
use super::routines::edits as function_edits;
use super::spans::with_semicolon;
use crate::plan::{Action, Plan};
use crate::render::text::{Edit, apply, made, pragma_lines, without_markers};
use crate::render::{RenderError, last, parlevel};
use accrs_frontend::Unit;
use accrs_frontend::source::Span;

const RELEASE: &str = include_str!("../../../../templates/openmp/release.c");

/// An OpenMP program, as changes of the text that was read.
pub struct Product {
    /// In the order of the text; none overlaps another, and none holds a line marker.
    pub edits: Vec<Edit>,
    /// C that must stand ahead of everything else; mostly empty.
    pub helpers: String,
}

impl Product {
    /// The preprocessed text with the changes made, where nothing is left of the user's own file.
    pub fn applied(&self, unit: &Unit) -> String {
        let all = Span::new(0, unit.source.text.len());
        let text = apply(&unit.source, all, &mut self.edits.clone());
        format!("{}{text}", self.helpers)
    }
}

/// OpenMP in place of OpenACC, and nothing of the runtime. Data directives, and those about devices and queues, go
/// without a trace: there is one memory, and everything happens where it is written.
///
/// # Errors
/// A plan that can't be followed: a defect of accrs.
pub fn render(unit: &Unit, plan: &Plan) -> Result<Product, RenderError> {
    let source = &unit.source;
    let all = Span::new(0, source.text.len());
    let mut edits = function_edits(unit, plan, true)?;
    let mut released = false;
    for entry in plan.constructs.values() {
        let entry = entry.here();
        let Action::Compute(compute) = &entry.action else {
            continue;
        };
        let construct = unit.construct(entry.id);
        let Body {
            declared,
            edits: inside,
            released: here,
            ..
        } = body_edits(unit, plan, construct, compute, false)?;
        released |= here;
        let mut copies = Copies::of(unit, compute);
        copies
            .after
            .push_str(&last::values(unit, &compute.last, &compute.body, "")?);
        if !declared.is_empty() {
            copies.before = format!("{{\n{declared}{}", copies.before);
            copies.after.push_str("}\n");
        }
        let span = with_semicolon(source, construct);
        // Insertions at one place stand in the order in which they were made.
        let around = !copies.before.is_empty() || !copies.after.is_empty();
        edits.extend(around.then(|| Edit::insert(span.start, format!("\n{}", copies.before))));
        edits.extend(inside);
        edits.extend(around.then(|| Edit::insert(span.end, format!("\n{}", copies.after))));
        edits.extend(ahead(unit, construct.directive.span.start));
    }
    let lines = pragma_lines(source, all, "acc");
    edits.extend(lines.into_iter().map(|l| Edit::replace(l, "")));
    edits.extend(parlevel::edits(source, all));
    let edits: Vec<Edit> = made(all, &mut edits)
        .map(|e| Edit {
            text: without_markers(&e.text),
            ..e.clone()
        })
        .collect();
    let mut helpers = String::new();
    if released {
        helpers.push_str(RELEASE);
    }
    helpers.push_str(parlevel::helpers(source, true));
    Ok(Product { edits, helpers })
}

/// The user's own OpenMP directives right ahead of a construct: it has others in its place now, and two on one
/// loop would be an error.
fn ahead(unit: &Unit, construct: u32) -> Vec<Edit> {
    let mut found = Vec::new();
    let mut next = construct;
    for pragma in unit.omp_pragmas.iter().rev() {
        if pragma.end > next {
            continue;
        }
        let between = unit.source.slice(Span {
            start: pragma.end,
            end: next,
        });
        let only_lines = |l: &str| l.trim().is_empty() || l.trim_start().starts_with('#');
        if !between.lines().all(only_lines) {
            break;
        }
        found.push(Edit::replace(*pragma, ""));
        next = pragma.start;
    }
    found
}
