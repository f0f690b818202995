//! The host file: the user's preprocessed text with each construct replaced.
//!
//! ```text
//! prelude        accrt.h and small helpers, if anything calls the runtime
//! kernels        a table for each                                       launch
//! user's text    byte for byte, except for
//!   compute      OpenMP version and device version behind one test      compute
//!   data …       entry, the user's statement, exit                      data
//!   declare      entry, and the exit on every way out                   data
//!   update …     one call                                               standalone
//! register       kernels, CUDA text, constructor and destructor
//! ```
//!
//! A construct's code consists of constant tables (`items`, `launch`) and of the values that it has when it runs. The
//! runtime does the work, so that the host compiler has little to compile for each construct.
//!
//! The file is compiled with `-fpreprocessed`, so there must be no macro and no `#include` in it.

mod compute;
mod cpp;
mod data;
mod globals;
mod instances;
mod items;
mod launch;
mod parts;
mod register;
mod scans;
mod standalone;

use super::cuda::{exports::Exports, lines};
use super::text::{Edit, apply, c_string, c_string_lines, pragma_lines, to_generated, to_user};
use super::{RenderError, clause, openmp, parlevel, templates};
use crate::options::{Memory, Options};
use crate::plan::{Action, ConstructPlan, Plan, Queue, Site, Wait};
use crate::render::{Embedded, Rendered};
use crate::tree::dimensions::Dimension;
use crate::tree::scratch::Scratch;
use accrs_frontend::Unit;
use accrs_frontend::region::openmp::inert;
use accrs_frontend::region::{Construct, Expr};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use std::cmp::Reverse;
use std::fmt::Write;

/// The kernels' text, and what the host file tells of it.
pub struct Kernels {
    /// With the places of lines, as [`super::cuda::CudaText::text`].
    pub text: String,
    /// The kernel that fills in the cells of globals, where there are any.
    pub cells: Option<String>,
    /// The routines for other files, and the names of those of other files that this one calls.
    pub exports: Exports,
    pub imports: Vec<String>,
    /// What each kernel needs, by its name.
    pub scratch: IndexMap<String, Scratch>,
    pub dimensions: IndexMap<String, Vec<Dimension>>,
}

impl Kernels {
    /// The texts with `#line`. The runtime may put the second one behind another unit's, so it begins with one.
    fn lined(&self, unit: &Unit) -> [String; 2] {
        let name = format!("{}.cu", unit.source.main);
        let behind = 1 + self.text.matches('\n').count();
        let routines = lines::with_places(&self.exports.text, &name, behind);
        [
            lines::with_places(&self.text, &name, 1),
            match self.exports.text.is_empty() {
                true => routines,
                false => lines::directive(behind, &name) + &routines,
            },
        ]
    }
}

/// A variable whose cleanup completes all queues when `main` returns, since they may still use `main`'s variables.
const MAIN_ENDS: &str =
    " __attribute__((cleanup(__accrs_main_ends), unused)) const char __accrs_main = 0;";

/// The start of a block around a loop, over whose turns data stays on the device.
const HOLD: &str =
    "{ __attribute__((cleanup(__accrs_hold_ends), unused)) int __accrs_held = __accrs_hold();";

/// What rendering a unit's host file needs everywhere.
pub(super) struct Host<'a> {
    pub unit: &'a Unit,
    pub plan: &'a Plan,
    pub options: &'a Options,
    pub kernels: Option<&'a Kernels>,
    /// The texts of the kernels and of the routines for other files, as NVRTC gets them.
    lined: [String; 2],
}

/// Renders the host file.
///
/// # Errors
/// A template that fails, or a plan that can't be followed: defects of accrs.
pub fn render(
    unit: &Unit,
    plan: &Plan,
    options: &Options,
    kernels: Option<&Kernels>,
) -> Result<Rendered, RenderError> {
    let host = Host {
        unit,
        plan,
        options,
        kernels,
        lined: kernels.map_or_else(Default::default, |k| k.lined(unit)),
    };
    let all = unit.source.whole();
    let body = host.text(all)?;
    let executable = executable(plan);
    let exported = kernels.is_some_and(|k| !k.exports.names.is_empty());
    if !executable && plan.globals.is_empty() && !exported {
        return Ok(Rendered {
            host: body,
            registration: None,
            cuda: None,
            lined: None,
            sim_table: None,
            imports: false,
            sets_errno: true,
            nvrtc: Vec::new(),
        });
    }
    let names = host.kernel_names();
    let sim_table =
        (options.sim && (exported || !names.is_empty())).then(|| (host.sim_name(), names.clone()));
    // The first marker names the object's source, in symbol tables and debug information.
    let first = body.split_inclusive('\n').next().unwrap_or("");
    let mut text = if first.starts_with("# ") {
        first.to_string()
    } else {
        String::new()
    };
    text.push_str(to_generated().trim_start());
    text.push_str(&cpp::head(unit, options, &body));
    text.push_str(&host.kernels()?);
    text.push_str(&to_user(&unit.source, 0));
    text.push_str(&body);
    text.push_str(&to_generated());
    text.push_str(&instances::numbers(unit));
    let registration = Registration {
        at: text.len(),
        holes: host.registration(&names, sim_table.as_ref().map(|(n, _)| n.as_str())),
    };
    text.push_str(&registration.text()?);
    Ok(Rendered {
        host: text,
        registration: Some(registration),
        cuda: kernels.map(|k| lines::plain(&k.text) + &lines::plain(&k.exports.text)),
        lined: kernels.map(|_| host.lined.concat()),
        sim_table,
        imports: kernels.is_some_and(|k| !k.imports.is_empty()),
        sets_errno: options.rules.sets_errno(&unit.source),
        nvrtc: super::cuda::contraction::words(unit, options),
    })
}

/// Whether anything in the unit calls the runtime.
fn executable(plan: &Plan) -> bool {
    let mut all = plan.constructs.values();
    all.any(|c| !matches!(c.action, Action::Nothing))
}

/// The end of a host file, which registers the unit with the runtime.
pub(crate) struct Registration {
    /// Where it begins in the host file, in bytes.
    at: usize,
    holes: tera::Context,
}

impl Registration {
    fn text(&self) -> Result<String, RenderError> {
        templates::fill("host/register.c.tera", &self.holes)
    }

    /// Writes it again at the end of its host file, with compiled kernels.
    ///
    /// # Errors
    /// A template that fails.
    pub(crate) fn with_images(
        &mut self,
        host: &mut String,
        images: &[Embedded],
    ) -> Result<(), RenderError> {
        let holes = images.iter().map(|image| {
            let feature = image.feature.map_or("0".to_string(), |c| format!("'{c}'"));
            serde_json::json!({
                "capability": image.capability,
                "feature": feature,
                "is_ptx": u32::from(image.is_ptx),
                "bytes": c_string_lines(&image.bytes),
            })
        });
        self.holes.insert("images", &holes.collect::<Vec<_>>());
        let text = self.text()?;
        host.truncate(self.at);
        host.push_str(&text);
        Ok(())
    }
}

impl Host<'_> {
    /// The user's text of `range` with the constructs inside it replaced.
    pub fn text(&self, range: Span) -> Result<String, RenderError> {
        let source = &self.unit.source;
        let mut edits = Vec::new();
        if range == source.whole() {
            edits = openmp::function_edits(self.unit, self.plan, self.options.multicore)?;
            let main = self.unit.main.filter(|_| executable(self.plan));
            edits.extend(main.map(|at| Edit::insert(at, MAIN_ENDS)));
            edits.extend(self.dispatches()?);
        }
        edits.extend(self.wrapped());
        let mut end = range.start;
        // Templates and functions that are met out of order have constructs that are; those inside others come with these.
        let all = self.plan.constructs.values();
        let mut all: Vec<_> = all.map(|p| (self.unit.construct(p.id), p)).collect();
        all.retain(|(c, _)| range.start <= c.span.start && c.span.end <= range.end);
        all.sort_by_key(|(c, _)| (c.span.start, Reverse(c.span.end)));
        for (construct, plan) in all {
            if construct.span.start < end {
                continue;
            }
            let span = self.whole(construct);
            end = span.end;
            let Some(code) = self.construct(construct, plan)? else {
                end = construct.directive.span.end;
                continue;
            };
            let text = format!(
                "{}{}{}",
                to_generated(),
                code.trim(),
                to_user(source, span.end)
            );
            edits.push(Edit::replace(span, text));
        }
        edits.extend(
            pragma_lines(source, range, "acc")
                .into_iter()
                .map(|l| Edit::replace(l, "")),
        );
        edits.extend(self.held(range).into_iter().flatten());
        edits.extend(parlevel::edits(source, range));
        edits.extend(
            register::words(self.unit, range)
                .into_iter()
                .map(|w| Edit::replace(w, "")),
        );
        let pragmas = &self.unit.omp_pragmas;
        let without = match self.options.keep_user_openmp {
            true => inert(source, pragmas, self.unit.constructs.iter()),
            false => pragmas.clone(),
        };
        let inside = |s: &Span| range.start <= s.start && s.end <= range.end;
        let without = without.into_iter().filter(inside);
        edits.extend(without.map(|s| Edit::replace(s, "")));
        Ok(apply(source, range, &mut edits))
    }

    /// Around loops over whose turns data stays on the device: a block with a variable whose cleanup ends that, on every way out.
    fn held(&self, range: Span) -> Vec<[Edit; 2]> {
        let source = &self.unit.source;
        let inside = |s: Span| range.start <= s.start && s.end <= range.end;
        let held = self.plan.held.iter().filter(|l| inside(l.span));
        held.map(|l| {
            let begin = format!("{}{HOLD}{}", to_generated(), to_user(source, l.span.start));
            // Where the loop ends with a construct, the line is that of a line marker.
            let end = format!("{}}}{}", to_generated(), to_user(source, l.span.end));
            [
                Edit::insert(l.span.start, begin),
                Edit::insert(l.span.end, end),
            ]
        })
        .collect()
    }

    /// A construct's bytes, with the semicolon of its statement.
    fn whole(&self, construct: &Construct) -> Span {
        openmp::with_semicolon(&self.unit.source, construct)
    }

    /// The C that replaces a construct; `None` if only the directive's line is removed.
    fn construct(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
    ) -> Result<Option<String>, RenderError> {
        match &plan.action {
            Action::Nothing => Ok(None),
            Action::Compute(compute) => {
                let text = self.compute(construct, plan, compute)?;
                let Some(fitting) = &plan.fitting else {
                    return Ok(Some(text));
                };
                let better = self
                    .construct(construct, &fitting.plan)?
                    .unwrap_or_default();
                let holds = self.expr(&fitting.holds)?;
                let (better, text) = (better.trim_end(), text.trim_end());
                Ok(Some(format!("if ({holds})\n{better}\nelse\n{text}\n")))
            }
            Action::Declare => self.declare(construct, plan).map(Some),
            Action::Data(body) => self.data(construct, plan, *body).map(Some),
            Action::HostData(body) => self.host_data(construct, plan, *body).map(Some),
            _ => self.standalone(plan).map(Some),
        }
    }

    /// The user's statement under a directive, to be put between generated lines.
    fn nested(&self, construct: &Construct, body: Span) -> Result<String, RenderError> {
        let body = Span {
            start: construct.directive.span.end.min(body.start),
            end: self.whole(construct).end.max(body.end),
        };
        let source = &self.unit.source;
        Ok(format!(
            "{}{}{}",
            to_user(source, body.start),
            self.text(body)?,
            to_generated()
        ))
    }

    pub fn expr(&self, e: &Expr) -> Result<String, RenderError> {
        clause::expr(self.unit, e)
    }

    /// An expression as a number for a table of values. A value that is too large for `long long` becomes the largest one.
    fn number(&self, e: &Expr) -> Result<String, RenderError> {
        let types = &self.unit.types;
        let large = |e: &Expr| match types.size_of(e.ty) {
            Some(8) => types.is_unsigned(e.ty),
            size => size == Some(16),
        };
        let known = e.int_value().is_some_and(|n| i64::try_from(n).is_ok());
        if !known && (large(e) || large(e.strip_implicit())) {
            return Ok(format!("__accrs_number({})", self.expr(e)?));
        }
        clause::operand(self.unit, e.strip_implicit())
    }

    /// The condition of a construct's `if` clause; empty if there is none.
    fn condition(&self, plan: &ConstructPlan) -> Result<String, RenderError> {
        match &plan.condition {
            None => Ok(String::new()),
            Some(e) => self.expr(e),
        }
    }

    fn queue(&self, queue: &Queue) -> Result<String, RenderError> {
        Ok(match queue {
            Queue::Sync => "__ACCRS_SYNC".into(),
            Queue::NoValue => "__ACCRS_NOVAL".into(),
            Queue::Value(e) => format!("(int)({})", self.expr(e)?),
        })
    }

    /// The construct's queue, which may be another one on the host's cores (§2.4).
    fn queue_of(&self, plan: &ConstructPlan) -> Result<String, RenderError> {
        let (device, host) = (self.queue(&plan.queue)?, self.queue(&plan.here().queue)?);
        Ok(if device == host {
            device
        } else {
            format!("__accrs_on_host(&__accrs_unit, &__accrs_here) ? {host} : {device}")
        })
    }

    /// The construct's waits, likewise.
    fn waits_of(&self, plan: &ConstructPlan) -> Result<String, RenderError> {
        let device = self.waits(&plan.waits, "__accrs_queue")?;
        let host = self.waits(&plan.here().waits, "__accrs_queue")?;
        Ok(if device == host {
            device
        } else {
            format!(
                "    if (__accrs_on_host(&__accrs_unit, &__accrs_here)) {{\n{host}\n    }} else {{\n{device}\n    }}"
            )
        })
    }

    /// The calls for `wait` clauses. `queue` is the construct's own, which waits in place of the host.
    fn waits(&self, waits: &[Wait], queue: &str) -> Result<String, RenderError> {
        let calls: Result<Vec<_>, _> = waits.iter().map(|w| self.wait(w, queue)).collect();
        Ok(calls?.join("\n"))
    }

    fn wait(&self, wait: &Wait, queue: &str) -> Result<String, RenderError> {
        let devnum = match &wait.devnum {
            Some(e) => format!("(int)({})", self.expr(e)?),
            None => "__ACCRS_NONE".into(),
        };
        if wait.queues.is_empty() {
            return Ok(format!(
                "    __accrs_wait(&__accrs_here, 0, 0, {devnum}, {queue});"
            ));
        }
        let queues: Result<Vec<_>, _> = wait
            .queues
            .iter()
            .map(|q| Ok(format!("(int)({})", self.expr(q)?)))
            .collect();
        Ok(format!(
            "    {{ const int __accrs_queues[] = {{ {} }}; \
             __accrs_wait(&__accrs_here, __accrs_queues, {}, {devnum}, {queue}); }}",
            queues?.join(", "),
            wait.queues.len()
        ))
    }

    fn registration(&self, names: &[String], sim: Option<&str>) -> tera::Context {
        let o = self.options;
        let memory = match o.memory {
            Memory::Separate => 0,
            Memory::Managed => 1 << 4,
            Memory::Unified => 1 << 5,
            Memory::Pinned => 1 << 6,
        };
        let targets =
            u32::from(o.nvidia) | u32::from(o.multicore) << 1 | u32::from(o.sim) << 2 | memory;
        let cuda = match self.kernels {
            Some(_) if o.nvidia && !names.is_empty() => c_string_lines(self.lined[0].as_bytes()),
            _ => String::new(),
        };
        let (mut routines, mut exports, mut imports) = (String::new(), Vec::new(), Vec::new());
        if let Some(k) = self.kernels {
            let e = &k.exports;
            if o.nvidia && !e.names.is_empty() {
                routines = c_string_lines(self.lined[1].as_bytes());
            }
            exports = e.names.clone();
            imports = k.imports.iter().chain(&e.imports).cloned().collect();
            imports.sort();
            imports.dedup();
        }
        let mut context = tera::Context::new();
        context.insert("cuda", &cuda);
        context.insert("images", &[(); 0]);
        context.insert("routines", &routines);
        context.insert("exports", &exports);
        context.insert("imports", &imports);
        context.insert("kernels", names);
        context.insert("sim", sim.unwrap_or(""));
        context.insert("targets", &targets);
        context.insert("cpp", &self.unit.cpp);
        context.insert("called", &self.called_on_device_only());
        context.insert("globals", &self.globals());
        let cells = self.kernels.and_then(|k| k.cells.as_deref());
        context.insert("cells", cells.unwrap_or(""));
        let routines = self.kernels.and_then(|k| k.exports.cells.as_deref());
        context.insert("routine_cells", routines.unwrap_or(""));
        context.insert("source", &c_string(self.unit.source.main.as_bytes()));
        context
    }

    /// Static functions that only kernels call. The text must mention them, or the host compiler would warn that they
    /// are unused. With a version for the cores, the constructs' own text calls them.
    fn called_on_device_only(&self) -> Vec<&str> {
        // Which one of C++'s functions of a name it is, that list can't say.
        if self.options.multicore || self.unit.cpp {
            return Vec::new();
        }
        let functions = self.plan.device_functions.iter();
        functions
            .map(|f| self.unit.function(*f))
            .filter(|f| f.is_static && !f.is_inline)
            .map(|f| f.name.as_str())
            .collect()
    }

    /// The name of sim's part of the unit, unique in a program.
    fn sim_name(&self) -> String {
        format!("__accrs_sim_{:016x}", crate::names::unit_hash(self.unit))
    }
}

/// The initialiser of a site. `items`: its members for the items.
fn site(site: &Site, items: &str) -> String {
    format!(
        "{{ {}, {}, {}, {}, {items} }}",
        c_string(site.file.as_bytes()),
        c_string(site.function.as_bytes()),
        c_string(site.construct.as_bytes()),
        site.line
    )
}

/// The definition of the array of a call's values, one of `lines` to a line behind `margin`; empty if there are no values.
fn list(margin: &str, name: &str, lines: &[String]) -> String {
    let mut out = String::new();
    if lines.iter().all(String::is_empty) {
        return out;
    }
    let _ = writeln!(out, "{margin}const __accrs_value {name}[] = {{");
    for line in lines.iter().filter(|l| !l.is_empty()) {
        let _ = writeln!(out, "{margin}    {line},");
    }
    let _ = write!(out, "{margin}}};");
    out
}
