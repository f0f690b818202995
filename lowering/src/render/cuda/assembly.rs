//! Puts a device's text together: kernels, or wrappers of routines, with the functions, types and helpers that they need.

use super::functions::Function;
use super::kernel::Piece;
use super::{globals, records, sim_only};
use crate::plan::Plan;
use crate::plan::tensor::DOUBLE;
use crate::print::{Printer, Used};
use crate::render::{RenderError, templates};
use accrs_frontend::{Diagnostic, Unit};

/// The parts of a text, and what they use.
#[derive(Default)]
pub struct Assembly {
    used: Used,
    prototypes: String,
    functions: String,
    kernels: String,
    pub problems: Vec<Diagnostic>,
}

/// A finished text.
#[derive(Default)]
pub struct Assembled {
    pub text: String,
    /// The routines of other files that it calls.
    pub imports: Vec<String>,
    /// The kernel that fills in the cells of globals, where there are any.
    pub cells: Option<String>,
    pub problems: Vec<Diagnostic>,
}

impl Assembly {
    /// Adds a function. `guarded`: only sim can run it.
    pub fn function(&mut self, f: &Function, guarded: bool) {
        self.prototypes
            .push_str(&sim_only::guard(&f.prototype, guarded));
        self.functions
            .push_str(&sim_only::guard(&f.piece.text, guarded));
        self.functions.push('\n');
        self.used.merge(f.piece.used.clone());
        self.problems.extend(f.piece.problems.iter().cloned());
    }

    /// Adds a kernel, or a wrapper.
    pub fn kernel(&mut self, piece: Piece, guarded: bool) {
        self.kernels
            .push_str(&sim_only::guard(&piece.text, guarded));
        self.used.merge(piece.used);
        self.problems.extend(piece.problems);
    }

    /// Puts an empty line between kernels.
    pub fn space(&mut self) {
        if !self.kernels.is_empty() {
            self.kernels.push('\n');
        }
    }

    /// Puts the text together. `setter`: the name of the kernel that fills in cells.
    ///
    /// # Errors
    /// A template that fails.
    pub fn finish(
        mut self,
        unit: &Unit,
        plan: &Plan,
        setter: String,
    ) -> Result<Assembled, RenderError> {
        let mut printer = Printer::new(unit);
        let cells = globals::cells(&printer, plan, &setter, &self.used.cells);
        self.used.merge(printer.used.take());
        let (imports, declared) = imported(&printer, &self.used);
        printer.used.take();
        let constants = globals::constants(&mut printer, &self.used.constants);
        self.used.merge(printer.used.take());
        let definitions = records::definitions(&printer, &self.used);
        // The definitions of types may use things that nothing else does.
        self.used.merge(printer.used.take());
        self.problems.extend(printer.problems.take());
        let mut context = tera::Context::new();
        context.insert("char", unit.types.char_name());
        self.helpers(&mut context)?;
        context.insert("definitions", &definitions);
        context.insert("cells", &(constants + &cells));
        context.insert("prototypes", &(declared + &self.prototypes));
        context.insert("functions", &self.functions);
        context.insert("kernels", &self.kernels);
        Ok(Assembled {
            text: templates::fill("cuda/module.cu.tera", &context)?,
            imports,
            cells: (!cells.is_empty()).then_some(setter),
            problems: self.problems,
        })
    }

    /// Inserts the text of the helpers that the parts use as `helpers`.
    fn helpers(&self, context: &mut tera::Context) -> Result<(), RenderError> {
        let used = |helper: &str| self.used.helpers.contains(helper);
        let archs = DOUBLE.map(|arch| format!("__CUDA_ARCH__ == {arch}0"));
        context.insert("tensor_archs", &archs.join(" || "));
        for part in crate::print::complex_parts() {
            context.insert(part, &used(part));
        }
        let mut helpers = String::new();
        for (file, parts) in HELPERS {
            for part in *parts {
                context.insert(*part, &used(part));
            }
            if parts.iter().any(|part| used(part)) {
                helpers.push_str(&templates::fill(file, context)?);
            }
        }
        context.insert("helpers", &fold_blank_lines(&helpers));
        Ok(())
    }
}

/// The routines of other files that are called: their names and their prototypes.
fn imported(printer: &Printer<'_>, used: &Used) -> (Vec<String>, String) {
    let (mut names, mut prototypes) = (Vec::new(), String::new());
    for (id, padded) in &used.elsewhere {
        let Some(name) = crate::print::name_elsewhere(printer.unit, *id) else {
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

/// The helpers' files, in the order of the text, with the parts of each. Those of complex functions need `complex`.
const HELPERS: &[(&str, &[&str])] = &[
    (
        "cuda/helpers.cuh.tera",
        &["rolled", "cell", "infinity", "array", "by_address"],
    ),
    ("cuda/tiles.cuh.tera", &["copy_ahead", "tensor"]),
    (
        "cuda/trips.cuh.tera",
        &["on_device", "trips", "trips_within", "share"],
    ),
    (
        "cuda/reductions.cuh.tera",
        &[
            "reduce",
            "broadcast",
            "lanes",
            "gangs",
            "columns",
            "slots16",
            "slots32",
            "sync_blocks",
            "area",
            "round",
            "gather",
            "gathered",
            "square",
            "accrs_add",
            "accrs_mul",
            "accrs_max",
            "accrs_min",
            "accrs_extreme",
            "accrs_bitand",
            "accrs_bitor",
            "accrs_bitxor",
            "accrs_and",
            "accrs_or",
        ],
    ),
    ("cuda/atomics.cuh.tera", &["atomic_access", "atomic"]),
    ("cuda/library.cuh.tera", crate::print::LIBRARY_PARTS),
    ("cuda/complex.cuh.tera", &["complex"]),
    ("cuda/vector.cuh.tera", &["vector"]),
];

/// Reduces several empty lines to one, where parts were left out.
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
