//! Routines that other files of the program may call (OpenACC 3.3 §2.15.1): external functions with a
//! `routine` directive.
//!
//! Their text is separate from the kernels', in a namespace of its own. Sim's object offers them to the
//! linker; for a GPU the runtime puts their text behind the text of the units that call them. Between files a
//! routine has the level of its directive, whatever its body holds.

use super::assembly::Assembly;
use super::functions::Functions;
use super::globals;
use super::kernel::Piece;
use super::writer::padded_name;
use super::{contraction, sim_only};
use crate::options::Options;
use crate::plan::Plan;
use crate::print::{Printer, RESULT};
use crate::render::{RenderError, templates};
use crate::tree::calls::threads;
use crate::tree::scratch::Scratch;
use crate::tree::sets::Threads;
use accrs_frontend::region::{Function, FunctionId, Level, Type};
use accrs_frontend::{Diagnostic, Severity, Unit};

/// The text for other files, and the names of the routines in it.
#[derive(Default)]
pub struct Exports {
    /// With the places of lines, as [`super::CudaText::text`].
    pub text: String,
    pub names: Vec<String>,
    /// The routines of other files that they call.
    pub imports: Vec<String>,
    /// The kernel that fills in their cells of globals, where there are any.
    pub cells: Option<String>,
}

/// Renders the routines that other files may call. For one that can't be rendered there is a warning, since other files won't
/// find it.
///
/// # Errors
/// A template that fails.
pub fn render(
    functions: &mut Functions<'_>,
    unit: &Unit,
    plan: &Plan,
    options: &Options,
    problems: &mut Vec<Diagnostic>,
) -> Result<Exports, RenderError> {
    let mut names = Vec::new();
    let mut pieces = Vec::new();
    for (i, f) in unit.functions.iter().enumerate() {
        let offered = f.routine.is_some() && !f.is_static && !f.is_inline && f.bind.is_none();
        if !offered || f.body.is_none() || f.library {
            continue;
        }
        let id = FunctionId(i as u32);
        match wrapper(unit, plan, id) {
            Some(piece) if fits(functions, options, f, &piece, problems) => {
                names.push(f.link_name().to_string());
                pieces.push(piece);
            }
            _ => {}
        }
    }
    if names.is_empty() {
        return Ok(Exports::default());
    }
    let called = functions.reached(pieces.iter().map(|p: &Piece| &p.used), &mut |_, _| {});
    let mut assembly = Assembly::default();
    for f in functions.of(&called) {
        assembly.function(f, false);
    }
    for piece in pieces {
        assembly.kernel(piece, false);
    }
    // Problems of the routines are reported where they are offered (`fits`) or called.
    assembly.problems.clear();
    let mut whole = assembly.finish(unit, plan, globals::setter_of_routines(unit))?;
    if let Some(checks) = &plan.checks {
        whole.text.push_str(&crate::checks::table(unit, checks));
    }
    problems.extend(whole.problems);
    let hash = crate::names::unit_hash(unit);
    let mut text = format!(
        "{}{}// Routines for other files.\nnamespace accrs_unit_{hash:016x} {{\n{}}}\n",
        contraction::head(unit, options),
        templates::ELSEWHERE,
        whole.text
    );
    if let Some(setter) = &whole.cells {
        text.push_str(&format!("using accrs_unit_{hash:016x}::{setter};\n"));
    }
    Ok(Exports {
        text,
        names,
        imports: whole.imports,
        cells: whole.cells,
    })
}

/// Whether a routine can be offered to other files; if not, a warning says why.
fn fits(
    functions: &mut Functions<'_>,
    options: &Options,
    f: &Function,
    piece: &Piece,
    problems: &mut Vec<Diagnostic>,
) -> bool {
    let called = functions.reached([&piece.used], &mut |_, _| {});
    let found = functions.of(&called).flat_map(|f| &f.piece.problems);
    let reason = found
        .filter(|d| d.severity == Severity::Error)
        .map(|d| (d.message.clone(), d.span))
        .next();
    let host_only = sim_only::spread(functions.of(&called));
    let reason = reason.or_else(|| {
        let (_, (_, what)) = host_only.first().filter(|_| options.nvidia)?;
        Some((sim_only::absent(what), None))
    });
    let Some((why, span)) = reason else {
        return true;
    };
    let place = f.routine.as_ref().map_or(f.span, |d| d.span);
    let message = format!(
        "'{}' can't be called in device code of other files: {why}",
        f.name
    );
    let mut d = Diagnostic::warning(
        accrs_frontend::diag::codes::UNSUPPORTED_CALL,
        place,
        message,
    );
    if let Some(span) = span {
        d = d.related(span, "because of this");
    }
    let known = |o: &Diagnostic| o.severity == Severity::Error && o.span == span;
    if !problems.iter().any(known) {
        problems.push(d);
    }
    false
}

/// The functions that other files see: one, or two for a routine that may have parallel loops.
fn wrapper(unit: &Unit, plan: &Plan, id: FunctionId) -> Option<Piece> {
    let p = Printer::new(unit);
    let f = unit.function(id);
    let mut text = version(&p, plan, id, f, false)?;
    if f.level > Level::Seq {
        text.push_str(&version(&p, plan, id, f, true)?);
    }
    Some(Piece {
        text,
        used: p.used.take(),
        problems: p.problems.take(),
        scratch: Scratch::default(),
        dimensions: Vec::new(),
    })
}

fn version(
    p: &Printer<'_>,
    plan: &Plan,
    id: FunctionId,
    f: &Function,
    padded: bool,
) -> Option<String> {
    let unit = p.unit;
    let types = &unit.types;
    let signature = p.signature_elsewhere(id, f.link_name(), padded)?;
    let mut args = Vec::new();
    for v in &f.params {
        let var = unit.var(*v);
        let name = crate::names::safe(&var.name);
        args.push(match types.pointee(var.ty) {
            Some(elem) if types.is_array(var.ty) && !types.is_variably_modified(var.ty) => {
                format!("({}){name}", p.declare(elem, "(*)"))
            }
            Some(_) => format!("({}){name}", p.type_name(p.unqualified(var.ty))),
            None if p.goes_by_address(var.ty) => {
                format!("*(const {} *){name}", p.type_name(p.unqualified(var.ty)))
            }
            None => name,
        });
    }
    let own = plan.routines.get(&id).map_or(Level::Seq, |r| r.level);
    let inner = threads(own);
    let extra = threads(f.level).without(inner);
    let mut guards: Vec<String> = padded
        .then(|| "accrs_active".to_string())
        .into_iter()
        .collect();
    if !extra.is_empty() {
        guards.push(extra.first());
    }
    let name = p.name_of_function(id);
    let guard = guards.join(" && ");
    let mut used = p.used.borrow_mut();
    let (call, condition) = if own == Level::Seq || guard.is_empty() {
        used.functions.insert(id);
        (format!("{name}({})", args.join(", ")), guard)
    } else {
        used.padded.insert(id);
        args.push(guard);
        (
            format!("{}({})", padded_name(&name), args.join(", ")),
            String::new(),
        )
    };
    drop(used);
    let void = matches!(types.canonical(f.ret), Type::Void) || p.goes_by_address(f.ret);
    let to = if types.is_pointer(f.ret) {
        "(void *)"
    } else {
        ""
    };
    let mut body = String::from("    ACCRS_ENTER(accrs_from);\n");
    let plain = condition.is_empty() && extra.is_empty();
    let guard = if condition.is_empty() {
        String::new()
    } else {
        format!("if ({condition})\n        ")
    };
    if p.goes_by_address(f.ret) {
        let ret = p.type_name(p.unqualified(f.ret));
        body.push_str(&format!("    {guard}*({ret} *){RESULT} = {call};\n"));
    } else if void {
        body.push_str(&format!("    {guard}{call};\n"));
    } else if plain {
        body.push_str(&format!("    return {to}{call};\n"));
    } else {
        let ret = p.plain_type(f.ret)?;
        body.push_str(&format!(
            "    {ret} accrs_result = {{}};\n    {guard}accrs_result = {to}{call};\n"
        ));
    }
    if !plain {
        body.push_str(&finish(p, extra, void));
    }
    let prototype = format!("ACCRS_ELSEWHERE {signature};\n");
    Some(format!(
        "{prototype}ACCRS_ELSEWHERE {signature}\n{{\n{body}}}\n\n"
    ))
}

/// The end of such a function: threads that didn't take part get the result, and all see each other's stores.
fn finish(p: &Printer<'_>, extra: Threads, void: bool) -> String {
    let mut out = String::new();
    if !void && !extra.is_empty() {
        p.helper("broadcast");
        out.push_str(&format!(
            "    accrs_result = accrs_broadcast<{}>(accrs_result);\n",
            extra.argument()
        ));
    }
    out.push_str("    __syncthreads();\n");
    if !void {
        out.push_str("    return accrs_result;\n");
    }
    out
}
