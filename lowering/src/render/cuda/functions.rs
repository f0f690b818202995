//! Prints the functions that kernels call.

use super::kernel::Piece;
use super::writer::{Writer, padded_name};
use crate::names::safe;
use crate::plan::Plan;
use crate::print::{HEAD, Used, place};
use crate::tree::Trace;
use crate::tree::function::{self, ACTIVE, FunctionTree};
use crate::tree::predicates::RESULT;
use crate::tree::scratch::Scratch;
use accrs_frontend::Unit;
use accrs_frontend::region::{FunctionId, Level, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A function, and whether it is the version with a predicate.
pub type Key = (FunctionId, bool);

/// A function that kernels call.
pub struct Function {
    pub id: FunctionId,
    pub prototype: String,
    pub piece: Piece,
}

/// The functions of a unit that are called on devices, each printed once.
pub struct Functions<'a> {
    unit: &'a Unit,
    plan: &'a Plan,
    done: BTreeMap<Key, Function>,
}

impl<'a> Functions<'a> {
    pub fn new(unit: &'a Unit, plan: &'a Plan) -> Self {
        Self {
            unit,
            plan,
            done: BTreeMap::new(),
        }
    }

    /// The functions that the printed text uses and those that these call, callees first.
    pub fn reached<'u>(
        &mut self,
        used: impl IntoIterator<Item = &'u Used>,
        trace: Trace<'_>,
    ) -> Vec<Key> {
        let mut wanted: BTreeSet<Key> = used.into_iter().flat_map(keys).collect();
        let mut found: BTreeSet<Key> = BTreeSet::new();
        while let Some(key) = wanted.pop_first() {
            if self.unit.function(key.0).body.is_none() || !found.insert(key) {
                continue;
            }
            if !self.done.contains_key(&key) {
                let function = self.print(key, trace);
                self.done.insert(key, function);
            }
            if let Some(f) = self.done.get(&key) {
                wanted.extend(keys(&f.piece.used));
            }
        }
        let both = |id: &FunctionId| [(*id, false), (*id, true)];
        let order = self.plan.device_functions.iter().flat_map(both);
        let mut out: Vec<Key> = order.filter(|key| found.remove(key)).collect();
        // The rest are those that only other files call.
        out.extend(found);
        out
    }

    /// The printed functions of `keys`, in that order.
    pub fn of<'s>(&'s self, keys: &'s [Key]) -> impl Iterator<Item = &'s Function> + Clone {
        keys.iter().filter_map(|key| self.done.get(key))
    }

    fn print(&self, (id, padded): Key, trace: Trace<'_>) -> Function {
        let (unit, plan) = (self.unit, self.plan);
        let tree = match plan.routines.get(&id) {
            // A gang of one thread runs a routine by itself.
            Some(r) if r.level > Level::Seq && (padded || plan.checks.is_none()) => {
                function::routine(unit, plan, id, r, padded, trace)
            }
            r => function::function(unit, plan, id, r, trace),
        };
        let (prototype, piece) = function(unit, plan, id, tree);
        Function {
            id,
            prototype,
            piece,
        }
    }
}

fn keys(used: &Used) -> impl Iterator<Item = Key> + '_ {
    let plain = used.functions.iter().map(|f| (*f, false));
    plain.chain(used.padded.iter().map(|f| (*f, true)))
}

/// The prototype and the text of one function.
fn function(unit: &Unit, plan: &Plan, id: FunctionId, f: FunctionTree) -> (String, Piece) {
    let mut w = Writer::of(unit, plan, &f.tree);
    // Its loops' threads stop for each other.
    w.p.exchanges = (plan.routines.get(&id)).is_some_and(|r| !r.axes.is_empty());
    super::globals::reach(&mut w.p, plan, &f.named);
    let head = head(&w, id, &f);
    let ret = unit.function(id).ret;
    let result = f.padded && !matches!(unit.types.canonical(ret), Type::Void);
    if result {
        let declared = w.p.declare_mutable(ret, RESULT);
        w.out.line(format!("{declared} = {{}};"));
    }
    for v in &unit.function(id).params {
        if !unit.types.is_array(unit.var(*v).ty) {
            w.fresh(*v, true);
        }
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
        "{depth}static __device__ {head}{HEAD}{}\n{{\n{}}}\n",
        place(unit, unit.function(id).span),
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

/// `double f(double x, int n)`. Parameters that get a copy are called `x_value`, and the predicate comes last.
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
