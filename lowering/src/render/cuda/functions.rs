//! Functions that kernels call, as text.

use super::kernel::Piece;
use super::writer::Writer;
use crate::names::safe;
use crate::plan::Plan;
use crate::print::Used;
use crate::tree::function::{self, ACTIVE, FunctionTree};
use crate::tree::kernel::Trace;
use crate::tree::predicates::RESULT;
use crate::tree::scratch::Scratch;
use accrs_frontend::Unit;
use accrs_frontend::region::{FunctionId, Level, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A routine's version that only some rows of the block carry out.
pub fn padded_name(name: &str) -> String {
    format!("accrs_{name}_where")
}

/// The functions that the kernels call, and those that these call, callees first.
pub fn all<'p>(
    unit: &Unit,
    plan: &Plan,
    kernels: impl IntoIterator<Item = &'p Piece>,
    trace: Trace<'_>,
) -> Vec<super::Function> {
    let mut wanted: BTreeSet<(FunctionId, bool)> = BTreeSet::new();
    let note = |wanted: &mut BTreeSet<(FunctionId, bool)>, used: &Used| {
        let plain = used.functions.iter().map(|f| (*f, false));
        wanted.extend(plain.chain(used.padded.iter().map(|f| (*f, true))));
    };
    for piece in kernels {
        note(&mut wanted, &piece.used);
    }
    let mut done: BTreeMap<(FunctionId, bool), super::Function> = BTreeMap::new();
    while let Some((id, padded)) = wanted.pop_first() {
        if done.contains_key(&(id, padded)) || unit.function(id).body.is_none() {
            continue;
        }
        let tree = match plan.routines.get(&id) {
            Some(r) if r.level > Level::Seq => function::routine(unit, plan, id, r, padded, trace),
            r => function::function(unit, plan, id, r, trace),
        };
        let (prototype, piece) = function(unit, plan, id, tree);
        note(&mut wanted, &piece.used);
        let one = super::Function {
            id,
            prototype,
            piece,
        };
        done.insert((id, padded), one);
    }
    let both = |id: &FunctionId| [(*id, false), (*id, true)];
    let order = plan.device_functions.iter().flat_map(both);
    let mut out: Vec<super::Function> = order.filter_map(|key| done.remove(&key)).collect();
    // Those that only other files call.
    out.extend(done.into_values());
    out
}

/// One function, and its prototype.
fn function(unit: &Unit, plan: &Plan, id: FunctionId, f: FunctionTree) -> (String, Piece) {
    let mut w = Writer::of(unit, plan, &f.tree);
    super::globals::reach(
        &mut w.p,
        plan,
        unit.function(id).body.as_deref().unwrap_or(&[]),
    );
    let head = head(&w, id, &f);
    let ret = unit.function(id).ret;
    let result = f.padded && !matches!(unit.types.canonical(ret), Type::Void);
    if result {
        let declared = w.p.declare_mutable(ret, RESULT);
        w.out.line(format!("{declared} = {{}};"));
    }
    w.nodes(&f.tree.body);
    if result {
        w.out.line(format!("return {RESULT};"));
    }
    let problems = w.p.problems.take().into_iter();
    let problems = f
        .tree
        .problems
        .into_vec()
        .into_iter()
        .chain(problems)
        .collect();
    // The runtime looks for these words when it sets the stack's size (device/cuda/limits.rs).
    let depth = match f.recursive {
        true => "// recursion: how deep it goes is known at run time only\n",
        false => "",
    };
    let used = w.p.used.take();
    let text = format!(
        "{depth}static __device__ {head}\n{{\n{}}}\n",
        w.out.into_text()
    );
    let piece = Piece {
        text,
        used,
        problems,
        scratch: Scratch::default(),
        dimensions: Vec::new(),
    };
    (format!("static __device__ {head};\n"), piece)
}

/// `double f(double x, int n)`; parameters that get a copy are called `x_value`, the predicate comes last.
fn head(w: &Writer<'_>, id: FunctionId, tree: &FunctionTree) -> String {
    let p = &w.p;
    let f = p.unit.function(id);
    let mut params = Vec::new();
    for v in &f.params {
        let var = p.unit.var(*v);
        let name = safe(&var.name);
        params.push(match tree.copied.contains(v) {
            true => p.declare(var.ty, &format!("{name}_value")),
            false => p.declare(var.ty, &name),
        });
    }
    let mut name = p.name_of_function(id);
    if tree.padded {
        params.push(format!("const bool {ACTIVE}"));
        name = padded_name(&name);
    }
    p.declare(f.ret, &format!("{name}({})", params.join(", ")))
}
