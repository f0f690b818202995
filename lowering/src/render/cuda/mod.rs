//! Prints CUDA C++ from the plan and its trees.
//!
//! ```text
//! lines        the lines' places in the user's files, as `#line`
//! letters      names with letters beyond ASCII
//! kernel       one kernel: parameters, bounds, comment
//! functions    functions that kernels call
//! exports      routines that other files call
//! assembly     puts the text together
//! writer       the walk over the tree
//! values       values of generated code
//! statements   C as the user wrote it
//! lambda       statement expressions
//! copies       reductions; operators has their operators
//! atomic       the atomic construct
//! blocks       copies of arrays in shared memory
//! tiles        nests that blocks go through in tiles
//! variable     arrays of variable length
//! records      definitions of types
//! globals      the program's variables in device functions
//! rolled       loops that some compilers must not unroll
//! sim_only     kernels that no GPU can run
//! contraction  the options that kernels must be compiled with
//! ```
//!
//! What a device can't do is found where it would be printed, and is returned beside the text.

mod assembly;
mod atomic;
mod blocks;
pub(crate) mod contraction;
mod copies;
pub mod exports;
mod functions;
mod globals;
mod kernel;
mod lambda;
mod letters;
pub(crate) mod lines;
mod marks;
mod operators;
mod records;
mod rolled;
mod sim_only;
mod statements;
mod tiles;
mod values;
mod variable;
mod writer;

use super::{RenderError, templates};
use crate::options::Options;
use crate::plan::Plan;
use crate::tree::dimensions::Dimension;
use crate::tree::scratch::Scratch;
use crate::tree::{self, Node};
use accrs_frontend::{Diagnostic, Unit};
use assembly::{Assembled, Assembly};
use functions::Functions;
use indexmap::IndexMap;
use kernel::Piece;

/// A unit's text for devices.
pub struct CudaText {
    /// Its lines have their places in the user's files, which [`lines`] takes out.
    pub text: String,
    /// The kernels' names, in the order of the text.
    pub kernels: Vec<String>,
    /// The scratch memory that each kernel needs.
    pub scratch: IndexMap<String, Scratch>,
    /// The lengths of the host's arrays that each kernel takes as parameters, behind those of the plan.
    pub dimensions: IndexMap<String, Vec<Dimension>>,
    /// The kernel that fills in the cells of globals, where there are any.
    pub cells: Option<String>,
    /// The routines for other files, and the names of those of other files that this one calls.
    pub exports: exports::Exports,
    pub imports: Vec<String>,
}

/// Called after each pass over the tree of a kernel or function, with the name of that, the name of the pass, and the nodes.
pub type Watcher<'w> = &'w mut dyn FnMut(&str, &str, &[Node]);

/// Renders all kernels of a plan, and reports what no device can do. Without kernels, or a device to run them on, there
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
    let rendered = kernels(unit, plan, watcher)?;
    let mut functions = Functions::new(unit, plan);
    let trace = &mut |pass: &'static str, nodes: &[Node]| watcher("functions", pass, nodes);
    let called = functions.reached(rendered.iter().map(|(_, piece)| &piece.used), trace);
    let host_only = sim_only::spread(functions.of(&called));
    let mut assembly = Assembly::default();
    for f in functions.of(&called) {
        assembly.function(f, sim_only::of(&f.piece, &host_only).is_some());
    }
    let mut names = Vec::new();
    let (mut scratch, mut dimensions) = (IndexMap::new(), IndexMap::new());
    for (name, mut piece) in rendered {
        let place = sim_only::of(&piece, &host_only);
        let refused = place.and_then(|p| sim_only::diagnostic(p, options));
        assembly.problems.extend(refused);
        scratch.insert(name.to_string(), std::mem::take(&mut piece.scratch));
        dimensions.insert(name.to_string(), std::mem::take(&mut piece.dimensions));
        assembly.space();
        assembly.kernel(piece, place.is_some());
        names.push(name.to_string());
    }
    let mut whole = match names.is_empty() {
        true => Assembled::default(),
        false => assembly.finish(unit, plan, globals::setter(unit))?,
    };
    if !whole.imports.is_empty() {
        whole.text.insert_str(0, templates::ELSEWHERE);
    }
    if let (Some(checks), false) = (&plan.checks, whole.text.is_empty()) {
        whole.text.push_str(&crate::checks::table(unit, checks));
    }
    if !whole.text.is_empty() {
        let head = contraction::head(unit, options);
        whole.text.insert_str(0, &head);
    }
    let mut problems = whole.problems;
    let mut exports = exports::render(&mut functions, unit, plan, options, &mut problems)?;
    exports.text = letters::named_in_ascii(exports.text);
    let any = !names.is_empty() || !exports.names.is_empty();
    let text = CudaText {
        text: letters::named_in_ascii(whole.text),
        kernels: names,
        scratch,
        dimensions,
        cells: whole.cells,
        exports,
        imports: whole.imports,
    };
    Ok((any.then_some(text), problems))
}

/// The kernels of all constructs, with their names.
fn kernels<'p>(
    unit: &Unit,
    plan: &'p Plan,
    watcher: Watcher<'_>,
) -> Result<Vec<(&'p str, Piece)>, RenderError> {
    let mut rendered = Vec::new();
    for compute in plan.constructs.values().flat_map(|c| c.on_devices()) {
        for k in &compute.kernels {
            let trace = &mut |pass: &'static str, nodes: &[Node]| watcher(&k.name, pass, nodes);
            let tree = tree::kernel::kernel(unit, plan, compute, k, trace);
            let piece = kernel::kernel(unit, plan, compute, k, tree)?;
            rendered.push((k.name.as_str(), piece));
        }
    }
    Ok(rendered)
}
