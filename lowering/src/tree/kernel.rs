//! Takes the tree of one kernel through all passes.

use super::build::{self, Loops};
use super::dimensions::{self, Dimension};
use super::node::*;
use super::predicates;
use super::problems::Problems;
use super::scratch::Scratch;
use super::sets::Threads;
use super::threads::{At, Pass};
use super::value::Value;
use super::{barriers, check, heads, interchange, marks, unread, unroll, wavefronts};
use crate::names::{self, Scope, safe};
use crate::plan::{Axis, ComputePlan, Kernel, LoopPlan, Param, Part, Pass as Passed, Plan, Turns};
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::place;
use accrs_frontend::region::{
    Expr, ExprKind, LoopId, Stmt, StmtKind, TypeId, UnaryOp, VarId, VlaId,
};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// A kernel or a function, ready to be printed.
pub struct Tree {
    pub body: Vec<Node>,
    pub params: Vec<Parameter>,
    /// How variables are spelled where the body begins, for those that aren't spelled by their names.
    pub access: HashMap<VarId, Access>,
    /// Lengths of arrays that the body finds in variables, and the names of these.
    pub lengths: Vec<(VlaId, String)>,
    /// Lengths of the host's arrays that the kernel can take as parameters; the text takes those that it uses.
    pub dimensions: Vec<Dimension>,
    /// Variables that stand for members of structs which may be on the device, and the parameters that say where.
    pub cells: Vec<(VarId, String)>,
    pub scratch: Scratch,
    pub names: Scope,
    /// Variables whose value something reads.
    pub read: HashSet<VarId>,
    /// It has jumps, which C++ forbids past initialisers: these become assignments.
    pub split: bool,
    pub problems: Problems,
    /// Where its text begins.
    pub span: Span,
}

/// A parameter of a kernel.
pub struct Parameter {
    pub var: VarId,
    pub name: String,
    pub form: ParamForm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamForm {
    /// A value, which the kernel may change.
    Value,
    /// A value that the threads' shared copy starts with.
    Given,
    /// An array by value, which is copied as well.
    Array,
    /// The address of a value, or of an array, on the device, which is copied as well.
    Upload,
    UploadArray,
    /// The address of a variable in device memory.
    Reference,
    /// The address that the result of a reduction is stored to.
    Result,
    /// A pointer to elements of this type.
    Pointer {
        elem: TypeId,
        restrict: bool,
        constant: bool,
    },
}

/// Builds and transforms the tree of a kernel.
pub fn kernel(
    unit: &Unit,
    plan: &Plan,
    compute: &ComputePlan,
    kernel: &Kernel,
    trace: Trace<'_>,
) -> Tree {
    let mut pass = Pass::new(unit, plan, Some(kernel));
    let own = own_plans(compute, kernel);
    let loops = own.as_ref().unwrap_or(&compute.loops);
    let mut nodes = match &kernel.tiles {
        Some(tiles) => {
            let span = kernel.body.first().map_or(pass.span, |s| s.span);
            vec![Node::new(Kind::Tiles(tiles.clone()), span)]
        }
        None => {
            let waves = kernel.together.as_ref().map(|t| &t.waves);
            let plans = Some(loops);
            build::nodes(&kernel.body, Loops { plans, waves })
        }
    };
    trace("build", &nodes);
    if interchange::nodes(&mut nodes, loops) {
        trace("interchange", &nodes);
    }
    let nodes = unroll::pass(unit, nodes, trace);
    pass.span = kernel.body.first().map_or(pass.span, |s| s.span);
    pass.read = unread::read(unit, &nodes);
    let reduced = loops.values().flat_map(|l| &l.reductions);
    pass.reduced = reduced.chain(&kernel.reductions).map(|r| r.var).collect();
    let mut all = Threads::of_kernel(kernel);
    // A routine's barriers are for all rows of threads, even where a row is only one thread wide.
    if !all.is_empty() && nodes.iter().any(|n| pass.calls_routine(n)) {
        all = all.or(Threads::of(&[Axis::ThreadX]));
    }
    let gangs = pass.gang_reductions(kernel, &nodes);
    let whole = gangs.iter().filter(|r| matches!(r.part, Part::Whole));
    pass.scratch.results = whole.map(|r| r.var).collect();
    pass.scratch.counter |= kernel.together.is_some();
    let mut params: Vec<Parameter> = Vec::new();
    for param in &kernel.params {
        let result = gangs.iter().any(|r| r.var == param.var);
        let own = own_name(&mut pass, param, &kernel.params);
        params.push(parameter(&mut pass, (param, own), result, &nodes));
    }
    let cells = cells(&mut pass, kernel);
    let dimensions = dimensions::of_kernel(&mut pass, compute, kernel);
    pass.find_crossing(&nodes, all);
    let access = pass.access.clone();
    let at = At {
        remaining: all,
        ..At::default()
    };
    let mut body = Vec::new();
    copies(&mut pass, kernel, &mut params, &at, &mut body);
    // What iterations have for themselves is among the scalars of tiles.
    let private = kernel.private.iter().filter(|_| kernel.tiles.is_none());
    for v in private {
        let given = kernel.params.iter().any(|p| p.var == *v) || gangs.iter().any(|r| r.var == *v);
        if !given && !wavefronts::has_for_itself(&nodes, *v) {
            pass.private(*v, &at, pass.span, &mut body);
        }
    }
    sections(&mut pass, kernel, &nodes, &mut body);
    let mut around: Vec<_> = gangs
        .iter()
        .map(|r| pass.open_gang(r, kernel, &nodes, all))
        .collect();
    let mut inner = Vec::new();
    match kernel.tiles {
        Some(_) => inner = nodes,
        None => pass.seq(nodes, &at, &mut inner),
    }
    around.iter_mut().for_each(|g| pass.close_gang(g));
    if !around.is_empty() {
        inner = vec![Node::new(Kind::Gangs(around, inner), pass.span)];
    }
    body.extend(in_blocks(&mut pass, kernel, all, inner));
    trace("threads", &body);
    let how = Finish {
        line: Some(kernel.site.line),
        block: all,
        together: kernel.together.is_some(),
        ..Finish::default()
    };
    let mut tree = finish(pass, body, how, trace);
    tree.span = kernel.body.first().map_or(tree.span, |s| s.span);
    tree.params = params;
    tree.access = access;
    tree.lengths = dimensions.iter().map(|d| (d.vla, d.name.clone())).collect();
    tree.dimensions = dimensions;
    tree.cells = cells;
    tree.split = has_goto(&kernel.body);
    tree
}

/// The plans of loops that differ from the construct's: a kernel's that has its own, runs them in order, or has copies in its blocks of what they
/// reduce.
fn own_plans(compute: &ComputePlan, kernel: &Kernel) -> Option<IndexMap<LoopId, LoopPlan>> {
    let copied = |v: VarId| kernel.block_copies.iter().any(|b| b.var == v);
    // Loops in those that go wave by wave: each thread runs them by itself.
    let mut in_waves = HashSet::new();
    let waves = kernel.together.as_ref().map(|t| &t.waves);
    for s in &kernel.body {
        s.each_stmt(|s| {
            if waves.is_some_and(|w| w.contains_key(&s.id)) {
                s.each_stmt(|s| {
                    if let StmtKind::For(l) = &s.kind {
                        in_waves.insert(l.id);
                    }
                });
            }
        });
    }
    let own = |l: &LoopPlan| {
        let mut plan = match kernel.in_order {
            true => l.in_order(),
            false => l.clone(),
        };
        plan.reductions.retain(|r| !copied(r.var));
        if in_waves.contains(&l.id) {
            return l.in_order();
        }
        if let Some(axes) = kernel.together.as_ref().and_then(|t| t.axes.get(&l.id)) {
            plan.axes.clone_from(axes);
            plan.turns = Turns::One;
        }
        plan
    };
    let differ = kernel.is_instead()
        || !kernel.block_copies.is_empty()
        || !kernel.own.is_empty()
        || kernel.together.is_some();
    let all = kernel.plans.as_ref().unwrap_or(&compute.loops).iter();
    let all = all.chain(&kernel.own);
    differ.then(|| all.map(|(id, l)| (*id, own(l))).collect())
}

/// The kernel's nodes, inside of the copies that its blocks have.
fn in_blocks(pass: &mut Pass<'_>, kernel: &Kernel, all: Threads, body: Vec<Node>) -> Vec<Node> {
    if kernel.block_copies.is_empty() || kernel.in_order {
        return body;
    }
    let mut named = Vec::new();
    for b in &kernel.block_copies {
        pass.scratch.shared += b.bytes(pass.unit);
        let base = safe(&pass.unit.var(b.var).name);
        named.push((b.clone(), pass.names.unique(&format!("{base}_block"))));
    }
    let axes = all.axes();
    let (lane, lanes) = match axes.is_empty() {
        true => (Value::Number(0), Value::Number(1)),
        false => (
            Value::Position(axes.clone(), false),
            Value::Places(axes, false),
        ),
    };
    let copies = BlockCopies {
        all: named,
        lane,
        lanes,
        body,
        barrier: None,
    };
    vec![Node::new(Kind::Copies(Box::new(copies)), pass.span)]
}

/// What the passes after `threads` must know.
#[derive(Default)]
pub struct Finish<'n> {
    /// The line of the kernel's construct; loops that stand on other lines get a comment. `None`: no comments.
    pub line: Option<u32>,
    /// The predicate that the whole body stands under.
    pub active: Option<&'n str>,
    /// The caller must see all stores at the end.
    pub called: bool,
    /// Axes along which a block has several threads.
    pub block: Threads,
    /// Every `return` stands at the end of its way through the function.
    pub tails: bool,
    /// It is a kernel whose blocks wait for each other.
    pub together: bool,
}

/// Runs the passes after `threads`.
pub fn finish(mut pass: Pass<'_>, mut body: Vec<Node>, how: Finish<'_>, trace: Trace<'_>) -> Tree {
    if let Some(checks) = &pass.plan.checks {
        marks::place(checks, &mut body);
        trace("marks", &body);
    }
    if how.together && !barriers::place_in_grid(&mut body) {
        let why = "internal error: all blocks would have to meet in the head of a loop";
        pass.problems.refuse(pass.span, why);
    }
    barriers::place(&mut body, how.active.is_some(), how.called);
    trace("barriers", &body);
    let mut predicates = predicates::Pass {
        unit: pass.unit,
        plan: pass.plan,
        names: &mut pass.names,
        problems: &mut pass.problems,
        tails: how.tails,
    };
    let body = predicates.run(body, how.active);
    trace("predicates", &body);
    let mut heads = heads::Pass {
        unit: pass.unit,
        names: &mut pass.names,
        problems: &mut pass.problems,
        line: how.line,
        readable: true,
    };
    let body = heads.run(body);
    trace("heads", &body);
    if let Err(span) = check::meetings(&body, how.block) {
        let why = "internal error: not all threads of a block reach this place, where they meet";
        pass.problems.refuse(span, why);
    }
    Tree {
        body,
        params: Vec::new(),
        access: HashMap::new(),
        lengths: Vec::new(),
        dimensions: Vec::new(),
        cells: Vec::new(),
        scratch: pass.scratch,
        names: pass.names,
        read: pass.read,
        split: false,
        problems: pass.problems,
        span: pass.span,
    }
}

/// Makes copies of parameters that are passed by value and are arrays, or are shared by threads.
fn copies(
    pass: &mut Pass<'_>,
    kernel: &Kernel,
    params: &mut [Parameter],
    at: &At,
    out: &mut Vec<Node>,
) {
    let types = &pass.unit.types;
    let wanted = |param: &&Param| {
        let ty = pass.unit.var(param.var).ty;
        let shared = !at.remaining.is_empty() && pass.crossing.contains(&param.var);
        let upload = matches!(param.pass, Passed::Upload { .. });
        upload || param.pass == Passed::Value && (types.is_array(ty) || shared)
    };
    let all: Vec<&Param> = kernel.params.iter().filter(wanted).collect();
    for param in all {
        let v = param.var;
        let upload = matches!(param.pass, Passed::Upload { .. });
        if !upload && !types.is_array(pass.unit.var(v).ty) {
            for p in params.iter_mut().filter(|p| p.var == v) {
                p.name = names::behind(pass.unit, &safe(&pass.unit.var(v).name), "_value");
                p.form = ParamForm::Given;
            }
        }
        pass.copy_parameter(v, upload, at, out);
    }
}

/// Gives names to the lengths of reduced sections that are not constants.
fn sections(pass: &mut Pass<'_>, kernel: &Kernel, nodes: &[Node], out: &mut Vec<Node>) {
    for r in pass.reductions_of(kernel, nodes) {
        let Some(length) = r.part.run_time_length() else {
            continue;
        };
        if pass.lengths.contains_key(&r.var) {
            continue;
        }
        let base = safe(&pass.unit.var(r.var).name);
        let name = pass.names.unique(&format!("{base}_length"));
        let kind = Kind::Section(name.clone(), length.clone());
        out.push(Node::new(kind, pass.span));
        pass.lengths.insert(r.var, name);
    }
}

/// Names the parameters that say where on the device members of structs are: those that are there have the values from there.
fn cells(pass: &mut Pass<'_>, kernel: &Kernel) -> Vec<(VarId, String)> {
    let mut cells = Vec::new();
    for (i, _) in kernel.cells() {
        let var = kernel.params[i].var;
        let name = safe(&pass.unit.var(var).name);
        cells.push((var, pass.names.unique(&format!("{name}_there"))));
    }
    cells
}

/// The name of a parameter: its variable's, unless another one before it has that, since one of the variables hides the other in the
/// program.
fn own_name(pass: &mut Pass<'_>, param: &Param, all: &[Param]) -> String {
    let name = |v: VarId| safe(&pass.unit.var(v).name);
    let own = name(param.var);
    let before = all.iter().take_while(|p| p.var != param.var);
    let is_taken = before.into_iter().any(|p| name(p.var) == own);
    match is_taken {
        true => pass.names.unique(&own),
        false => {
            pass.names.reserve(&own);
            own
        }
    }
}

/// Whether nothing that a kernel changes by other names may be what it reads by this one.
fn stays(unit: &Unit, kernel: &Kernel, read: &Param) -> bool {
    let is_apart = |p: &Param| matches!(p.pass, Passed::Address { restrict: true, .. });
    let is_pointer = |v: VarId| unit.types.is_pointer(unit.var(v).ty);
    // Variables that aren't pointers are apart from each other.
    let may_meet = |v: VarId| is_pointer(read.var) || is_pointer(v);
    let changed = kernel.params.iter().filter(|p| match p.pass {
        Passed::Address { read_only, .. } => !read_only,
        Passed::Reference { .. } | Passed::Raw => true,
        Passed::Value | Passed::Upload { .. } => false,
    });
    is_apart(read) || { changed }.all(|p| is_apart(p) || p.var == read.var || !may_meet(p.var))
}

/// A kernel's parameter, with its name; notes how its variable is reached from then on.
fn parameter(
    pass: &mut Pass<'_>,
    (param, own): (&Param, String),
    result: bool,
    nodes: &[Node],
) -> Parameter {
    let unit = pass.unit;
    let v = unit.var(param.var);
    let types = &unit.types;
    pass.access.insert(param.var, Access::Name(own.clone()));
    let is_array = types.is_array(v.ty);
    let named = |form, behind: &str| Parameter {
        var: param.var,
        name: names::behind(unit, &own, behind),
        form,
    };
    let behind = if result { "_result" } else { "" };
    match &param.pass {
        Passed::Value if is_array => named(ParamForm::Array, "_value"),
        Passed::Value => named(ParamForm::Value, ""),
        Passed::Upload { .. } if is_array && types.is_variably_modified(v.ty) => {
            let elem = types.pointee(v.ty).unwrap_or(v.ty);
            let (restrict, constant) = (false, true);
            named(
                ParamForm::Pointer {
                    elem,
                    restrict,
                    constant,
                },
                "_value",
            )
        }
        Passed::Upload { .. } if is_array => named(ParamForm::UploadArray, "_value"),
        Passed::Upload { .. } => named(ParamForm::Upload, "_value"),
        Passed::Reference { .. } if result => named(ParamForm::Result, behind),
        Passed::Reference { .. } => {
            pass.storage.memory.insert(param.var);
            pass.access.insert(param.var, Access::Deref(own.clone()));
            named(ParamForm::Reference, "")
        }
        Passed::Address {
            restrict,
            read_only,
            ..
        } => {
            if *read_only && pass.kernel.is_none_or(|k| stays(unit, k, param)) {
                pass.storage.read_only.insert(param.var);
            }
            // A pointer whose value is copied keeps the user's type, or the copy would lack `const`.
            let copied = nodes.iter().any(|n| copied(unit, n, param.var));
            let constant = *read_only && !copied && !result;
            let form = pointer(
                pass,
                (param.var, &named(ParamForm::Value, behind).name),
                *restrict,
                constant,
            );
            named(form, behind)
        }
        Passed::Raw => {
            let form = pointer(
                pass,
                (param.var, &named(ParamForm::Value, behind).name),
                false,
                false,
            );
            named(form, behind)
        }
    }
}

fn pointer(
    pass: &mut Pass<'_>,
    (var, name): (VarId, &str),
    restrict: bool,
    constant: bool,
) -> ParamForm {
    let unit = pass.unit;
    let v = unit.var(var);
    pass.storage.arrays.insert(var);
    let Some(elem) = unit.types.pointee(v.ty) else {
        // A scalar or struct whose address is passed.
        pass.storage.memory.insert(var);
        pass.storage.arrays.remove(&var);
        pass.access.insert(var, Access::Deref(name.to_string()));
        return ParamForm::Reference;
    };
    ParamForm::Pointer {
        elem,
        restrict,
        constant,
    }
}

/// Whether the value of the pointer `v`, or an address of what it points to, is used for more than a subscript.
fn copied(unit: &Unit, n: &Node, v: VarId) -> bool {
    let mut found = false;
    if let Kind::Loop(l) = &n.kind {
        found = l.bounds().any(|e| hands_on(unit, e, v));
    }
    n.exprs(&mut |e| found = found || hands_on(unit, e, v));
    n.children(&mut |c| found = found || copied(unit, c, v));
    found
}

fn hands_on(unit: &Unit, e: &Expr, v: VarId) -> bool {
    let is_it = |e: &Expr| matches!(e.strip_implicit().kind, ExprKind::Var(x) if x == v);
    let rooted = |e: &Expr| place::place(unit, e).is_some_and(|p| p.root == v);
    match &e.kind {
        ExprKind::Var(x) => *x == v,
        // Its statements aren't followed, so any mention counts.
        ExprKind::StmtExpr(_) => e.mentions(v),
        // A row as a value is its address.
        ExprKind::Index(..) if unit.types.is_array(e.ty) && rooted(e) => true,
        ExprKind::Index(a, i) => hands_on(unit, i, v) || subscripts_hand_on(unit, a, v),
        ExprKind::Unary(UnaryOp::Deref, a) if is_it(a) => false,
        // The element is loaded as part of a word.
        ExprKind::Unary(UnaryOp::Deref, a) if word(unit, a).is_some() => {
            word(unit, a).is_some_and(|of| hands_on(unit, of, v))
        }
        ExprKind::Unary(UnaryOp::AddrOf, a) if rooted(a) => true,
        ExprKind::Cast {
            implicit: true,
            operand,
        } if unit.types.is_array(operand.ty) && rooted(operand) => true,
        _ => {
            let mut found = false;
            e.children(&mut |c| found = found || hands_on(unit, c, v));
            found
        }
    }
}

/// Like [`hands_on`], for an expression that a subscript or member is taken of. A row that decays to a pointer only to be
/// subscripted isn't handed on.
/// What a word that is loaded at once begins with.
fn word<'a>(unit: &Unit, pointer: &'a Expr) -> Option<&'a Expr> {
    let ExprKind::Cast { operand, .. } = &pointer.kind else {
        return None;
    };
    match &operand.kind {
        ExprKind::Unary(UnaryOp::AddrOf, of) if unit.types.is_of_cuda(pointer.ty) => Some(of),
        _ => None,
    }
}

fn subscripts_hand_on(unit: &Unit, e: &Expr, v: VarId) -> bool {
    match &e.strip_implicit().kind {
        ExprKind::Var(_) => false,
        ExprKind::Index(a, i) => hands_on(unit, i, v) || subscripts_hand_on(unit, a, v),
        ExprKind::Member {
            base, arrow: false, ..
        } => subscripts_hand_on(unit, base, v),
        _ => hands_on(unit, e.strip_implicit(), v),
    }
}

pub fn has_goto(stmts: &[Stmt]) -> bool {
    fn walk(s: &Stmt) -> bool {
        let mut found = matches!(s.kind, StmtKind::Goto(_));
        s.children(&mut |c| found = found || walk(c));
        found
    }
    stmts.iter().any(walk)
}
