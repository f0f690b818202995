//! CUDA C++ from the plan.
//!
//! ```text
//! kernel    one kernel: parameters, bounds, comment     functions  what kernels call
//! exports   routines that other files call
//! writer    the walk over the tree                       values     values of generated code
//! statements  C as the user wrote it                     lambda     statement expressions
//! copies    reductions, by their operators                                   atomic     the atomic construct
//! variable  arrays of variable length                    records    definitions of types
//! globals   the program's variables in device functions  lines      indented text
//! rolled    loops that some compilers must not unroll    sim_only   kernels that no GPU can run
//! contraction what the compiler of kernels is told of floating-point rules
//! ```
//!
//! What no device can do is found where it would be printed, and is told with the text.

mod atomic;
pub(crate) mod contraction;
mod copies;
pub mod exports;
mod functions;
mod globals;
mod kernel;
mod lambda;
mod lines;
mod operators;
mod records;
mod rolled;
mod sim_only;
mod statements;
mod values;
mod variable;
mod writer;

use super::{RenderError, templates};
use crate::Options;
use crate::plan::{Action, Plan};
use crate::print::{Printer, Used};
use crate::tree::dimensions::Dimension;
use crate::tree::scratch::Scratch;
use crate::tree::{self, Node};
use accrs_frontend::{Diagnostic, Unit};
use functions::Functions;
use indexmap::IndexMap;

/// The device's text.
pub struct CudaText {
    pub text: String,
    /// The kernels' names, in the order of the text.
    pub kernels: Vec<String>,
    /// Scratch memory by kernel.
    pub scratch: IndexMap<String, Scratch>,
    /// Lengths of the host's arrays that a kernel takes behind its variables.
    pub dimensions: IndexMap<String, Vec<Dimension>>,
    /// The kernel that fills in the cells of globals, where there are any.
    pub cells: Option<String>,
    /// Routines for other files, and those of other files that this one calls.
    pub exports: exports::Exports,
    pub imports: Vec<String>,
}

/// Told what a kernel's or a function's tree is after each pass: its name, the pass, the nodes.
pub type Watcher<'w> = &'w mut dyn FnMut(&str, &str, &[Node]);

/// Renders all kernels of a plan, and says what no device can do; without kernels, or a device to run them, there
/// is no text.
///
/// # Errors
/// A template that fails.
pub fn render(
    unit: &Unit,
    plan: &Plan,
    options: &Options,
    watcher: Watcher<'_>,
) -> Result<(Option<CudaText>, Vec<Diagnostic>), RenderError> {
    if !options.device() {
        return Ok((None, Vec::new()));
    }
    let mut used = Used::default();
    let mut problems = Vec::new();
    let mut kernels = String::new();
    let mut names = Vec::new();
    let (mut scratch, mut dimensions) = (IndexMap::new(), IndexMap::new());
    let mut rendered = Vec::new();
    for construct in plan.constructs.values() {
        let Action::Compute(compute) = &construct.action else {
            continue;
        };
        for k in &compute.kernels {
            let trace = &mut |pass: &'static str, nodes: &[Node]| watcher(&k.name, pass, nodes);
            let tree = tree::kernel::kernel(unit, plan, compute, k, trace);
            rendered.push((k, kernel::kernel(unit, plan, compute, k, tree)?));
        }
    }
    let mut functions = Functions::new(unit, plan);
    let trace = &mut |pass: &'static str, nodes: &[Node]| watcher("functions", pass, nodes);
    let called = functions.reached(rendered.iter().map(|(_, piece)| &piece.used), trace);
    let host_only = sim_only::spread(functions.of(&called));
    let (mut prototypes, mut bodies) = (String::new(), String::new());
    for f in functions.of(&called) {
        let guarded = sim_only::of(&f.piece, &host_only).is_some();
        prototypes.push_str(&sim_only::guard(&f.prototype, guarded));
        bodies.push_str(&sim_only::guard(&f.piece.text, guarded));
        bodies.push('\n');
        merge(&mut used, f.piece.used.clone());
        problems.extend(f.piece.problems.iter().cloned());
    }
    for (k, piece) in rendered {
        if !kernels.is_empty() {
            kernels.push('\n');
        }
        let place = sim_only::of(&piece, &host_only);
        kernels.push_str(&sim_only::guard(&piece.text, place.is_some()));
        problems.extend(place.and_then(|p| sim_only::diagnostic(p, options)));
        merge(&mut used, piece.used);
        problems.extend(piece.problems);
        scratch.insert(k.name.clone(), piece.scratch);
        dimensions.insert(k.name.clone(), piece.dimensions);
        names.push(k.name.clone());
    }
    let printer = Printer::new(unit);
    let cells = if names.is_empty() {
        String::new()
    } else {
        globals::cells(&printer, plan, &globals::setter(unit), &used.cells)
    };
    merge(&mut used, printer.used.take());
    drop(printer);
    let (imports, declared) = imported(unit, &used);
    let prototypes = format!("{declared}{prototypes}");
    let text = if names.is_empty() {
        String::new()
    } else {
        assemble(
            unit,
            used,
            &cells,
            &prototypes,
            &bodies,
            &kernels,
            &mut problems,
        )?
    };
    let text = match imports.is_empty() {
        true => text,
        false => format!("{}{text}", templates::ELSEWHERE),
    };
    let text = match text.is_empty() {
        true => text,
        false => contraction::head(unit, options) + &text,
    };
    let exports = exports::render(&mut functions, unit, plan, options, &mut problems)?;
    let any = !names.is_empty() || !exports.names.is_empty();
    Ok((
        any.then_some(CudaText {
            text,
            kernels: names,
            scratch,
            dimensions,
            cells: (!cells.is_empty()).then(|| globals::setter(unit)),
            exports,
            imports,
        }),
        problems,
    ))
}

/// The routines of other files that are called: names, and prototypes.
fn imported(unit: &Unit, used: &Used) -> (Vec<String>, String) {
    let printer = Printer::new(unit);
    let (mut names, mut prototypes) = (Vec::new(), String::new());
    for (id, padded) in &used.elsewhere {
        let Some(name) = crate::print::name_elsewhere(unit, *id) else {
            continue;
        };
        if !names.iter().any(|n| n == name) {
            names.push(name.to_string());
        }
        if let Some(signature) = printer.signature_elsewhere(*id, name, *padded) {
            prototypes.push_str(&format!("ACCRS_ELSEWHERE {signature};\n"));
        }
    }
    (names, prototypes)
}

/// The text from its parts, with the helpers and types that these rely on.
fn assemble(
    unit: &Unit,
    mut used: Used,
    cells: &str,
    prototypes: &str,
    functions: &str,
    kernels: &str,
    problems: &mut Vec<Diagnostic>,
) -> Result<String, RenderError> {
    let mut printer = Printer::new(unit);
    let constants = globals::constants(&mut printer, &used.constants);
    merge(&mut used, printer.used.take());
    let definitions = records::definitions(&printer, &used);
    // What only the types' members need.
    merge(&mut used, printer.used.take());
    problems.extend(printer.problems.take());
    let mut context = tera::Context::new();
    for helper in ALL_HELPERS {
        context.insert(*helper, &used.helpers.contains(helper));
    }
    let library = crate::print::LIBRARY_PARTS.iter().copied();
    for part in crate::print::complex_parts().chain(library) {
        context.insert(part, &used.helpers.contains(part));
    }
    context.insert("char", unit.types.char_name());
    context.insert("definitions", &definitions);
    context.insert("cells", &(constants + cells));
    context.insert("prototypes", prototypes);
    context.insert("functions", functions);
    context.insert("kernels", kernels);
    let mut helpers = templates::fill("cuda/helpers.cuh.tera", &context)?;
    for file in [
        "cuda/library.cuh.tera",
        "cuda/complex.cuh.tera",
        "cuda/vector.cuh.tera",
    ] {
        helpers.push_str(&templates::fill(file, &context)?);
    }
    context.insert("helpers", &fold_blank_lines(&helpers));
    templates::fill("cuda/module.cu.tera", &context)
}

/// Parts of the helper template.
const ALL_HELPERS: &[&str] = &[
    "trips",
    "trips_within",
    "share",
    "reduce",
    "gangs",
    "broadcast",
    "area",
    "lanes",
    "round",
    "slots16",
    "slots32",
    "gangs_each",
    "array",
    "infinity",
    "on_device",
    "rolled",
    "cell",
    "atomic",
    "atomic_access",
    "vector",
    "accrs_add",
    "accrs_mul",
    "accrs_max",
    "accrs_min",
    "accrs_bitand",
    "accrs_bitor",
    "accrs_bitxor",
    "accrs_and",
    "accrs_or",
];

fn merge(all: &mut Used, one: Used) {
    all.records.extend(one.records);
    all.enums.extend(one.enums);
    all.typedefs.extend(one.typedefs);
    all.functions.extend(one.functions);
    all.constants.extend(one.constants);
    all.cells.extend(one.cells);
    all.padded.extend(one.padded);
    all.elsewhere.extend(one.elsewhere);
    all.helpers.extend(one.helpers);
    all.lengths.extend(one.lengths);
    all.sim_only = all.sim_only.or(one.sim_only);
}

/// The parts that were left out leave no empty lines.
fn fold_blank_lines(text: &str) -> String {
    let mut out = String::new();
    let mut blank = true;
    for line in text.lines() {
        if line.is_empty() && blank {
            continue;
        }
        blank = line.is_empty();
        out.push_str(line);
        out.push('\n');
    }
    if !out.is_empty() && !blank {
        out.push('\n');
    }
    out
}
