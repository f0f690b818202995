//! The text of one compute construct.

use super::loops::Loops;
use super::spans::{governed, leftovers, with_semicolon};
use super::worth::{CHOICES, LEAST, TURN};
use super::{RELEASED, reduce, routines};
use crate::plan::{ComputePlan, ConstructPlan, Cores, Plan, Queue, Taken};
use crate::render::text::{Edit, apply, to_generated, to_user};
use crate::render::{RenderError, clause, from_void};
use accrs_frontend::Unit;
use accrs_frontend::region::{Construct, ExprKind, FunctionId, Stmt, StmtKind};
use indexmap::IndexSet;
use std::fmt::Write;

/// One compute construct for the host file: starts with a marker to the user's text and ends
/// in user text.
pub fn construct(
    unit: &Unit,
    all: &Plan,
    construct: &Construct,
    compute: &ComputePlan,
) -> Result<String, RenderError> {
    let span = with_semicolon(&unit.source, construct);
    let Body {
        declared,
        mut edits,
        asks,
        choices,
        ..
    } = body_edits(unit, all, construct, compute, true)?;
    let text = apply(&unit.source, span, &mut edits);
    // The task of an asynchronous construct has its copies from when it was put on its queue.
    let here = all.constructs.get(&construct.id).map(ConstructPlan::here);
    let waits = here.is_none_or(|plan| matches!(plan.queue, Queue::Sync));
    let copies = Copies::of(unit, compute, waits)?;
    let mut out = String::new();
    if may_be_atomic(unit, &compute.body) {
        let _ = writeln!(out, "        __accrs_atomics();");
    }
    if asks {
        let _ = writeln!(out, "        const double {LEAST} = __accrs_least_work();");
    }
    if choices > 0 {
        let _ = writeln!(out, "        static void *{CHOICES}[{choices}];");
        let _ = writeln!(out, "        __accrs_turn {TURN};");
    }
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

/// Whether statements, or functions that they call, may have atomic operations.
fn may_be_atomic(unit: &Unit, stmts: &[Stmt]) -> bool {
    let mut seen: IndexSet<FunctionId> = IndexSet::new();
    let mut code = vec![stmts];
    while let Some(stmts) = code.pop() {
        for s in stmts {
            if s.any_stmt(|s| matches!(s.kind, StmtKind::Atomic { .. })) {
                return true;
            }
            let mut elsewhere = false;
            s.each_expr(|e| match &e.kind {
                ExprKind::Function(f) if seen.insert(*f) => {
                    let f = unit.function(*f);
                    code.extend(f.body.as_deref());
                    elsewhere |= f.body.is_none() && !f.library && !f.builtin;
                }
                ExprKind::Call { .. } => elsewhere |= e.called().is_none(),
                _ => {}
            });
            if elsewhere {
                return true;
            }
        }
    }
    false
}

/// A construct's text, as changes of the user's.
pub struct Body {
    /// Declarations of other versions of functions that are called.
    pub declared: String,
    pub edits: Vec<Edit>,
    /// Some of its variables' memory is given back by [`RELEASED`](super::RELEASED).
    pub released: bool,
    /// It asks for the least work that is worth threads.
    pub asks: bool,
    /// How many of its loops are measured.
    pub choices: usize,
}

/// The changes of a construct's text. `runtime`: it may ask the runtime.
pub fn body_edits(
    unit: &Unit,
    all: &Plan,
    construct: &Construct,
    compute: &ComputePlan,
    runtime: bool,
) -> Result<Body, RenderError> {
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
    let mut declared = routines::declarations(unit, &loops.called);
    for f in loops.called.iter().filter(|_| runtime && !unit.cpp) {
        // The declaration only asks for the function's type, which clang doesn't count as a use.
        let _ = writeln!(declared, "    (void){};", unit.function(*f).name);
    }
    declared.push_str(&loops.rooms);
    let released = loops.released || !compute.cores.taken.is_empty();
    let (asks, choices) = (loops.asks, loops.choices);
    let mut edits = loops.edits;
    edits.extend(leftovers(unit, span));
    Ok(Body {
        declared,
        edits,
        released,
        asks,
        choices,
    })
}

/// Declarations of the construct's own copies of variables, and of operators for what it reduces.
pub struct Copies {
    pub before: String,
    pub after: String,
}

impl Copies {
    /// `taken`: also of sections that it only reads.
    pub fn of(unit: &Unit, compute: &ComputePlan, taken: bool) -> Result<Self, RenderError> {
        let mut copies = Self::of_privates(unit, &compute.cores);
        for section in compute.cores.taken.iter().filter(|_| taken) {
            copies.take(unit, section)?;
        }
        for v in &compute.cores.led {
            let name = &unit.var(*v).name;
            let lead = format!(
                "{{\n    __typeof__(&{name}[0]) __accrs_at_{name} = {name};\n    {{\n    __typeof__(__accrs_at_{name}) {name} = __accrs_at_{name};\n"
            );
            copies.before.insert_str(0, &lead);
            copies.after.push_str("    }\n}\n");
        }
        let operators = reduce::declarations(unit, &compute.cores);
        if !operators.is_empty() {
            copies.before = format!("{{\n{operators}{}", copies.before);
            copies.after.push_str("}\n");
        }
        Ok(copies)
    }

    /// One copy of a section, by its own name.
    fn take(&mut self, unit: &Unit, section: &Taken) -> Result<(), RenderError> {
        let name = &unit.var(section.var).name;
        let lower = match &section.lower {
            Some(lower) => clause::operand(unit, lower)?,
            None => "0".into(),
        };
        let length = clause::operand(unit, &section.length)?;
        let cast = from_void(unit, &format!("__typeof__(*{name}) *"));
        let own = format!(
            "{{\n    __typeof__(*{name}) *__accrs_of_{name} = {name};\n    \
             {RELEASED} __typeof__(*{name}) *{name} = {cast}__builtin_malloc(({lower} + {length}) * sizeof(*{name}));\n    \
             __builtin_memcpy((void *)({name} + {lower}), __accrs_of_{name} + {lower}, {length} * sizeof(*{name}));\n    {{\n"
        );
        self.before.insert_str(0, &own);
        self.after.push_str("    }\n}\n");
        Ok(())
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
