//! `--emit=openmp`: what changes in the preprocessed text when it becomes an OpenMP program. The driver
//! makes the same changes in the user's own files.

use super::apart;
use super::construct::{Body, Copies, body_edits};
use super::reduced;
use super::routines::edits as function_edits;
use super::spans::with_semicolon;
use crate::plan::{Action, Plan};
use crate::render::text::{Edit, apply, made, of_unchanged, pragma_lines, without_markers};
use crate::render::{RenderError, last, parlevel};
use accrs_frontend::Unit;
use accrs_frontend::diag::{Diagnostic, codes};
use accrs_frontend::region::openmp::ahead;
use accrs_frontend::source::{Position, Span};

const RELEASE: &str = include_str!("../../../../templates/openmp/release.c");

/// An OpenMP program, as changes of the text that was read.
pub struct Product {
    /// In the order of the text; none overlaps another, and none holds a line marker.
    pub edits: Vec<Edit>,
    /// C that must stand ahead of everything else; mostly empty.
    pub helpers: String,
    /// Templates whose instances need different texts: there is one.
    pub errors: Vec<Diagnostic>,
}

impl Product {
    /// The preprocessed text with the changes made, where nothing is left of the user's own file.
    pub fn applied(&self, unit: &Unit) -> String {
        let all = unit.source.whole();
        let text = apply(&unit.source, all, &mut self.edits.clone());
        format!("{}{text}", self.helpers)
    }

    /// The same as changes of the text before loops were raised in it, for [`SourceMap::unchanged`](accrs_frontend::source::SourceMap::unchanged).
    pub fn of_unchanged(&mut self, unit: &Unit) {
        if !unit.source.raised.is_empty() {
            self.edits = of_unchanged(&unit.source, &self.edits);
        }
    }

    /// The same text by lines, each with the place that it comes from. Where an edit has left nothing of a line, there is an empty one that isn't the
    /// user's own.
    pub fn lines(&self, unit: &Unit) -> Vec<ProductLine> {
        let end = unit.source.whole().end as usize;
        let mut out = Lines::default();
        for line in self.helpers.lines() {
            out.take(line, None, false);
            out.end();
        }
        let mut at = 0;
        let mut edits = self.edits.clone();
        for edit in made(Span::new(0, end), &mut edits) {
            out.user(unit, at, edit.start as usize);
            let place = unit.source.place(edit.start);
            out.generated(&edit.text, &place);
            at = edit.end as usize;
        }
        out.user(unit, at, end);
        out.end();
        out.done
    }
}

/// A line of an OpenMP program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductLine {
    pub text: String,
    /// File and line (from 1) of the user's that it comes from.
    pub place: Option<(String, u32)>,
    /// It is the user's own line, preprocessed, and nothing else.
    pub own: bool,
}

/// Lines that are being put together.
#[derive(Default)]
struct Lines {
    done: Vec<ProductLine>,
    now: ProductLine,
    /// Something stands in `now`, if only an empty line of the user's.
    begun: bool,
}

impl Lines {
    /// Adds to the line that is being put together.
    fn take(&mut self, text: &str, place: Option<(String, u32)>, own: bool) {
        let first = !self.begun || self.now.text.trim().is_empty() && !text.trim().is_empty();
        if first {
            self.now.place = place;
        }
        self.now.own = own && (!self.begun || self.now.own);
        self.now.text.push_str(text);
        self.begun = true;
    }

    fn end(&mut self) {
        let line = std::mem::take(&mut self.now);
        if self.begun {
            self.done.push(line);
        }
        self.begun = false;
    }

    /// The user's text from `start` to before `end`, without line markers and what comes from system headers.
    fn user(&mut self, unit: &Unit, start: usize, end: usize) {
        let mut at = start;
        let text = unit.source.text.get(start..end).unwrap_or("");
        for piece in text.split_inclusive('\n') {
            let offset = Span::new(at, at).start;
            at += piece.len();
            let place = unit.source.place(offset);
            if place.line == 0 || unit.source.in_system_header(offset) {
                continue;
            }
            let code = piece.trim_end_matches('\n');
            // What is left of a line behind an edit isn't the user's line.
            let own = self.begun || place.column == 1;
            self.take(code, Some((place.file, place.line)), own);
            if piece.ends_with('\n') {
                self.end();
            }
        }
    }

    fn generated(&mut self, text: &str, place: &Position) {
        for piece in text.split_inclusive('\n') {
            let place = Some((place.file.clone(), place.line));
            self.take(piece.trim_end_matches('\n'), place, false);
            if piece.ends_with('\n') {
                self.end();
            }
        }
        // An edit without text takes away the user's words all the same.
        self.now.own = false;
        self.begun = true;
    }
}

/// OpenMP in place of OpenACC, and nothing of the runtime. Data directives, and those about devices and queues, go
/// without a trace: there is one memory, and everything happens where it is written.
///
/// # Errors
/// A plan that can't be followed: a defect of accrs.
pub fn render(unit: &Unit, plan: &Plan) -> Result<Product, RenderError> {
    let source = &unit.source;
    let all = source.whole();
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
        let mut copies = Copies::of(unit, compute, true)?;
        copies
            .after
            .push_str(&last::values(unit, &compute.last, &compute.body, "")?);
        if !declared.is_empty() {
            copies.before = format!("{{\n{declared}{}", copies.before);
            copies.after.push_str("}\n");
        }
        let pointers = reduced::declarations(unit, construct.id)?;
        if !pointers.is_empty() {
            copies.before = format!("{{\n{pointers}{}", copies.before);
            copies.after.push_str("}\n");
        }
        let span = with_semicolon(source, construct);
        // Insertions at one place stand in the order in which they were made.
        let around = !copies.before.is_empty() || !copies.after.is_empty();
        edits.extend(around.then(|| Edit::insert(span.start, format!("\n{}", copies.before))));
        edits.extend(inside);
        edits.extend(around.then(|| Edit::insert(span.end, format!("\n{}", copies.after))));
        // It has others in its place now, and two on one loop would be an error.
        let before = ahead(source, &unit.omp_pragmas, construct.directive.span.start);
        edits.extend(before.into_iter().map(|p| Edit::replace(p, "")));
    }
    let errors = one_for_all(unit, &mut edits);
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
    let asked = edits.iter().map(|e| apart::helpers(&e.text));
    helpers.push_str(asked.max().unwrap_or_default());
    helpers.push_str(parlevel::helpers(source, true));
    Ok(Product {
        edits,
        helpers,
        errors,
    })
}

/// Makes the edits of the copies of a template's text those of the text, if they are the same in all of them.
fn one_for_all(unit: &Unit, edits: &mut Vec<Edit>) -> Vec<Diagnostic> {
    let source = &unit.source;
    let mut errors = Vec::new();
    for template in &unit.templates {
        let texts = template.instances.iter().map(|i| {
            let inside = |e: &&Edit| i.body.start <= e.start && e.end <= i.body.end;
            let mut own: Vec<Edit> = edits.iter().filter(inside).cloned().collect();
            for e in &mut own {
                let at = source.written(Span {
                    start: e.start,
                    end: e.end,
                });
                (e.start, e.end) = (at.start, at.end);
                e.text = without_markers(&e.text);
            }
            own
        });
        // An instance may have left a construct out (`if constexpr`).
        let mut texts = texts.filter(|t| !t.is_empty());
        let Some(first) = texts.next() else { continue };
        if texts.any(|t| t != first) {
            let at = Span {
                end: template.body.start + 1,
                ..template.body
            };
            let message = "instances of this template need different OpenMP directives, and the program has one text for all of them";
            let d = Diagnostic::error(codes::CPP_PLACE, at, message);
            errors.push(d.help("make functions of their own of the instances that differ"));
        }
        edits.extend(first);
    }
    edits.retain(|e| e.end <= source.whole().end);
    errors
}
