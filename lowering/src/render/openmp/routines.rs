//! Functions that regions call, on the host's cores.
//!
//! A function's own text serves the host's code and the regions' threads alike; only its atomics
//! become OpenMP's. One with gang loops has a second version, for the threads of a parallel region that
//! are its gangs: there, these loops are shared out (`omp for`). Constructs call that version where
//! all gangs come along together.

use crate::plan::{LoopPlan, Plan};
use crate::render::RenderError;
use crate::render::clause;
use crate::render::text::{Edit, apply, pragma_lines, to_generated, to_user};
use accrs_frontend::Unit;
use accrs_frontend::directive::{AtomicKind, Directive, DirectiveKind};
use accrs_frontend::region::conditional::{is_plain, of_condition};
use accrs_frontend::region::{
    Expr, ExprKind, For, Function, FunctionId, Level, Stmt, StmtKind, Visit, written_name,
};
use accrs_frontend::source::{SourceMap, Span};
use indexmap::{IndexMap, IndexSet};
use std::fmt::Write;

/// Whether a function of this unit, or of another one, shares loops out to gangs.
pub fn has_gangs(unit: &Unit, plan: &Plan, f: FunctionId) -> bool {
    let level = match plan.routines.get(&f) {
        Some(r) => r.level,
        None if unit.function(f).body.is_none() => unit.function(f).level,
        None => Level::Seq,
    };
    matches!(level, Level::Gang(_))
}

/// The name of a function's version for gangs: the same in all units for what other units can call.
pub fn gangs_name(unit: &Unit, f: FunctionId) -> String {
    let f = unit.function(f);
    // C++ tells functions of one name apart, in other files too.
    if !unit.cpp && (f.is_static || f.is_inline) {
        format!(
            "__accrs_gangs_{:016x}_{}",
            crate::names::unit_hash(unit),
            f.name
        )
    } else {
        format!("__accrs_gangs_{}", f.own_name())
    }
}

/// Declarations of the versions for gangs that a construct calls.
pub fn declarations(unit: &Unit, called: &IndexSet<FunctionId>) -> String {
    let mut out = String::new();
    if unit.cpp {
        // It is declared where the function is.
        return out;
    }
    for f in called {
        let (name, version) = (&unit.function(*f).name, gangs_name(unit, *f));
        let _ = writeln!(out, "    extern __typeof__({name}) {version};");
    }
    out
}

/// Names the version for gangs where an expression is the call of a function that has one; notes it in `called`.
pub fn rename_call(
    unit: &Unit,
    plan: &Plan,
    e: &Expr,
    edits: &mut Vec<Edit>,
    called: &mut IndexSet<FunctionId>,
) {
    if let ExprKind::Call { callee, .. } = &e.kind {
        let callee = callee.strip_implicit();
        if let ExprKind::Function(f) = callee.kind
            && has_gangs(unit, plan, f)
        {
            let named = unit.cpp.then(|| written_name(unit, callee, f)).flatten();
            let named = named.unwrap_or(callee.span);
            edits.push(Edit::replace(named, gangs_name(unit, f)));
            called.insert(f);
        }
    }
}

/// OpenMP's line for an atomic construct.
fn atomic_line(directive: &Directive<Expr>) -> String {
    let kind = match directive.kind {
        DirectiveKind::Atomic(AtomicKind::Read) => "read",
        DirectiveKind::Atomic(AtomicKind::Write) => "write",
        DirectiveKind::Atomic(AtomicKind::Capture) => "capture",
        _ => "update",
    };
    format!("#pragma omp atomic {kind}")
}

/// An atomic construct as OpenMP's, which has no braces around a single statement.
pub fn atomic_edits(unit: &Unit, directive: &Directive<Expr>, body: &Stmt, edits: &mut Vec<Edit>) {
    if is_plain(directive) {
        return;
    }
    edits.push(Edit::replace(directive.span, atomic_line(directive)));
    let Span { start, end } = body.span;
    let text = unit.source.slice(body.span);
    if matches!(&body.kind, StmtKind::Block(stmts) if stmts.len() == 1)
        && text.starts_with('{')
        && text.ends_with('}')
    {
        for at in [start, end - 1] {
            let brace = Span {
                start: at,
                end: at + 1,
            };
            edits.push(Edit::replace(brace, " "));
        }
    }
}

/// What changes in the text of the functions that regions call.
///
/// # Errors
/// An expression that can't be printed.
pub fn edits(unit: &Unit, plan: &Plan, threads: bool) -> Result<Vec<Edit>, RenderError> {
    let mut edits = Vec::new();
    for (i, f) in unit.functions.iter().enumerate() {
        if threads && has_gangs(unit, plan, FunctionId(i as u32)) {
            edits.extend(declared(unit, f, FunctionId(i as u32)));
        }
        let Some(body) = &f.body else { continue };
        if f.nohost {
            let back = to_user(&unit.source, f.span.end);
            edits.push(Edit::replace(f.span, back));
            continue;
        }
        if !threads {
            continue;
        }
        body.iter().for_each(|s| atomics(unit, s, &mut edits));
        let id = FunctionId(i as u32);
        if has_gangs(unit, plan, id)
            && let Some(r) = plan.routines.get(&id)
        {
            let text = version(unit, plan, f, id, &r.loops)?;
            let back = to_user(&unit.source, f.span.end);
            edits.push(Edit::insert(
                f.span.end,
                format!("{}{text}{back}", to_generated()),
            ));
            if unit.cpp && f.is_static {
                // The version may be all that is called.
                edits.push(Edit::insert(f.span.start, "__attribute__((unused)) "));
            }
        }
    }
    Ok(edits)
}

fn atomics(unit: &Unit, s: &Stmt, edits: &mut Vec<Edit>) {
    s.each_stmt(|s| {
        if let StmtKind::Atomic { directive, body } = &s.kind {
            atomic_edits(unit, directive, body, edits);
        }
    });
}

/// The version of a function for gangs.
fn version(
    unit: &Unit,
    plan: &Plan,
    f: &Function,
    id: FunctionId,
    loops: &IndexMap<accrs_frontend::region::LoopId, LoopPlan>,
) -> Result<String, RenderError> {
    let source = &unit.source;
    let text = source.slice(f.span);
    let name = name_in(text, f)
        .ok_or_else(|| RenderError::internal(format!("the name of '{}' in its text", f.name)))?;
    let span = |at: usize, len: usize| Span {
        start: f.span.start + at as u32,
        end: f.span.start + (at + len) as u32,
    };
    let mut gangs = Gangs {
        unit,
        plan,
        loops,
        edits: vec![Edit::replace(
            span(name, f.own_name().len()),
            gangs_name(unit, id),
        )],
        called: IndexSet::new(),
        shared: false,
        failed: None,
    };
    for (at, w) in words(&text[..name]) {
        // What is declared again has these words from there, in C; in C++ it has the function's own.
        if unit.cpp {
            break;
        }
        if matches!(
            w,
            "static" | "inline" | "__inline" | "__inline__" | "extern"
        ) {
            gangs.edits.push(Edit::replace(span(at, w.len()), ""));
        }
    }
    f.body.iter().flatten().for_each(|s| gangs.visit_stmt(s));
    if let Some(e) = gangs.failed {
        return Err(e);
    }
    let mut edits = gangs.edits;
    edits.extend(crate::render::parlevel::edits(source, f.span));
    let pragmas = pragma_lines(source, f.span, "acc");
    edits.extend(pragmas.into_iter().map(|l| Edit::replace(l, "")));
    gangs.called.insert(id);
    let mut out = declarations(unit, &gangs.called);
    out.push_str(linkage(source, f.span));
    out.push_str(&apply(source, f.span, &mut edits));
    Ok(out)
}

/// Where a declaration has the function's name.
fn name_in(text: &str, f: &Function) -> Option<usize> {
    let call = |at: usize, w: &str| text[at + w.len()..].trim_start().starts_with('(');
    let mut words = words(text);
    let found = words.find(|(at, w)| *w == f.own_name() && call(*at, w));
    found.map(|(at, _)| at)
}

/// `extern "C"`, where a declaration has that before it.
fn linkage(source: &SourceMap, declaration: Span) -> &'static str {
    let before = &source.text[..declaration.start as usize];
    let named = before.trim_end().strip_suffix("\"C\"");
    match named.is_some_and(|t| t.trim_end().ends_with("extern")) {
        true => "extern \"C\" ",
        false => "",
    }
}

/// C++: the version for gangs of a function that is declared before it is defined, behind that declaration.
fn declared(unit: &Unit, f: &Function, id: FunctionId) -> Option<Edit> {
    let source = &unit.source;
    let first = f
        .declared
        .filter(|d| f.body.is_none() || d.start != f.span.start)?;
    let text = source.slice(first);
    let at = name_in(text, f)?;
    let end = first.end + source.text[first.end as usize..].find(';')? as u32 + 1;
    let (before, behind) = (&text[..at], &text[at + f.own_name().len()..]);
    let version = gangs_name(unit, id);
    let linkage = linkage(source, first);
    let back = to_user(source, end);
    let generated = to_generated();
    Some(Edit::insert(
        end,
        format!("{generated}{linkage}{before}{version}{behind};\n{back}"),
    ))
}

/// The identifiers of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(move |c: char| !part(c))
        .filter(|w| !w.is_empty())
        .map(move |w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
}

struct Gangs<'a> {
    unit: &'a Unit,
    plan: &'a Plan,
    loops: &'a IndexMap<accrs_frontend::region::LoopId, LoopPlan>,
    edits: Vec<Edit>,
    called: IndexSet<FunctionId>,
    /// Inside a loop that is shared out.
    shared: bool,
    failed: Option<RenderError>,
}

impl Gangs<'_> {
    /// A gang loop: its iterations are the threads'. One that OpenMP can't share out is one thread's.
    fn share(&mut self, s: &Stmt, l: &For, plan: &LoopPlan) -> Result<(), RenderError> {
        let fits = plan.counted.first().is_some_and(Option::is_none);
        let mut line = String::from("#pragma omp single");
        if fits {
            line = "#pragma omp for schedule(static".into();
            if let Some(Some(chunk)) = &plan.static_chunk {
                let _ = write!(line, ", {}", clause::expr(self.unit, chunk)?);
            }
            line.push(')');
        }
        let source = &self.unit.source;
        let from = l
            .directive
            .as_ref()
            .map_or(s.span.start, |d| d.span.end.max(s.span.start));
        let rest = source.slice(Span {
            start: from,
            end: s.span.end,
        });
        let at = words(rest)
            .find(|(_, w)| *w == "for")
            .map_or(from, |(at, _)| from + at as u32);
        self.edits
            .push(Edit::insert(at, format!("\n{line}{}", to_user(source, at))));
        Ok(())
    }
}

impl<'a> Visit<'a> for Gangs<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let around = self.shared;
        let s = of_condition(s).unwrap_or(s);
        match &s.kind {
            StmtKind::Atomic { directive, body } => {
                atomic_edits(self.unit, directive, body, &mut self.edits);
            }
            StmtKind::For(l) if !self.shared => {
                if let Some(plan) = self.loops.get(&l.id).filter(|p| p.levels.gang) {
                    let shared = self.share(s, l, plan);
                    self.failed = self.failed.take().or(shared.err());
                    self.shared = true;
                }
            }
            _ => {}
        }
        self.walk_stmt(s);
        self.shared = around;
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        if !self.shared {
            rename_call(self.unit, self.plan, e, &mut self.edits, &mut self.called);
        }
        self.walk_expr(e);
    }
}
