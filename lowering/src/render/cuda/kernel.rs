//! One kernel.

use super::dimensions::{self, Dimension};
use super::effects::{Effects, Watch};
use super::exec::{Body, Place};
use super::loops::innermost;
use super::scratch::{BLOCK_HOLE, Scratch};
use super::sets::Threads;
use super::unread;
use crate::analyse::{place, uses};
use crate::names::safe;
use crate::plan::{Axis, ComputePlan, Extent, Kernel, Param, Pass, Plan, Reduction};
use crate::print::{Access, Printer, Used};
use crate::render::{RenderError, templates};
use accrs_frontend::region::{Expr, ExprKind, Stmt, StmtKind, Type, UnaryOp, VarId};
use accrs_frontend::{Diagnostic, Unit};
use std::collections::HashSet;

/// A rendered kernel or function.
pub struct Piece {
    pub text: String,
    pub used: Used,
    pub problems: Vec<Diagnostic>,
    pub scratch: Scratch,
    /// Parameters behind those of the plan.
    pub dimensions: Vec<Dimension>,
}

/// Renders one kernel.
///
/// # Errors
/// A template that fails.
pub fn kernel(
    unit: &Unit,
    plan: &Plan,
    compute: &ComputePlan,
    kernel: &Kernel,
) -> Result<Piece, RenderError> {
    let mut b = Body::new(Printer::new(unit), plan, Some(&compute.loops), Some(kernel));
    if let Some(stmt) = kernel.body.first() {
        b.span = stmt.span;
        b.p.place.set(stmt.span);
    }
    b.read = unread::read(unit, &kernel.body, b.loops);
    let mut all = Threads::of_kernel(kernel);
    // A routine's barriers are for all rows of threads, also where each is one thread wide.
    if !all.is_empty() && kernel.body.iter().any(|s| b.calls_routine(s)) {
        all = all.or(Threads::of(&[Axis::ThreadX]));
    }
    let gangs = b.gang_reductions(kernel);
    let mut params: Vec<String> = Vec::new();
    let mut copies = Vec::new();
    for param in &kernel.params {
        let result = gangs.iter().any(|r| r.var == param.var);
        params.push(declare_param(&mut b, param, result));
    }
    let cells = cells(&mut b, kernel);
    let dimensions = dimensions::declare(&mut b, compute, kernel);
    for s in &kernel.body {
        crossing(&mut b, s, all);
        escaping(unit, s, &mut b.crossing);
    }
    for param in &kernel.params {
        let ty = unit.var(param.var).ty;
        let by_value = param.pass == Pass::Value;
        let types = &unit.types;
        let shared = !all.is_empty() && b.crossing.contains(&param.var);
        let upload = matches!(param.pass, Pass::Upload { .. });
        if upload || by_value && (types.is_array(ty) || shared) {
            copies.push(param);
        }
    }
    let at = Place {
        remaining: all,
        ..Place::default()
    };
    for param in copies {
        let v = param.var;
        let upload = matches!(param.pass, Pass::Upload { .. });
        if !upload && !unit.types.is_array(unit.var(v).ty) {
            let name = safe(&unit.var(v).name);
            for (p, text) in kernel.params.iter().zip(&mut params) {
                if p.var == v {
                    *text = b.p.declare(unit.var(v).ty, &format!("{name}_value"));
                }
            }
        }
        b.copy_parameter(v, upload, &at);
    }
    for v in &kernel.private {
        if !kernel.params.iter().any(|p| p.var == *v) && !gangs.iter().any(|r| r.var == *v) {
            b.private(*v, &at);
        }
    }
    for r in &reductions_of(&b, kernel) {
        b.declare_lengths(r);
    }
    for r in &gangs {
        b.open_gang(r, kernel, all);
    }
    b.split = has_goto(&kernel.body);
    b.seq(&kernel.body, &at);
    for r in &gangs {
        b.close_gang(r, all);
    }
    params.extend(cells);
    let dimensions = dimensions::used(&b, dimensions);
    params.extend(dimensions.iter().map(|d| format!("const long {}", d.name)));
    let mut scratch = std::mem::take(&mut b.scratch);
    scratch.fixed = scratch.fixed.div_ceil(16) * 16;
    if !scratch.is_empty() {
        params.push("void *accrs_scratch".into());
    }
    let problems = b.p.problems.take();
    let used = b.p.used.take();
    let body = b
        .out
        .into_text()
        .replace("ACCRS_FIXED", &scratch.fixed.to_string())
        .replace(BLOCK_HOLE, &scratch.per_block.to_string());
    let mut context = tera::Context::new();
    context.insert("comment", &comment(unit, compute, kernel));
    context.insert("name", &kernel.name);
    context.insert("bounds", &bounds(kernel));
    context.insert("params", &params.join(", "));
    context.insert("body", &body);
    let text = templates::fill("cuda/kernel.cu.tera", &context)?;
    Ok(Piece {
        text,
        used,
        problems,
        scratch,
        dimensions,
    })
}

/// `__launch_bounds__(1024) ` where a block may have more threads than any kernel's registers are enough for: 256, at
/// most 255 registers each, of the 65,536 that all GPUs have for a block.
fn bounds(kernel: &Kernel) -> String {
    const ALWAYS_FIT: u64 = 256;
    const MOST: u64 = 1024;
    let size = |e: &Extent| match e {
        Extent::Fixed(n) => (*n).max(1),
        _ => MOST,
    };
    let threads = kernel.block.iter().map(size).fold(1, u64::saturating_mul);
    if threads <= ALWAYS_FIT {
        return String::new();
    }
    format!("__launch_bounds__({}) ", threads.min(MOST))
}

/// All reductions of a kernel's loops and of itself.
fn reductions_of(b: &Body<'_>, kernel: &Kernel) -> Vec<Reduction> {
    fn walk(b: &Body<'_>, s: &Stmt, all: &mut Vec<Reduction>) {
        if let StmtKind::For(f) = &s.kind
            && let Some(plan) = b.partitioned(f)
        {
            all.extend(plan.reductions.iter().cloned());
        }
        s.children(&mut |c| walk(b, c, all));
    }
    let mut all = kernel.reductions.clone();
    kernel.body.iter().for_each(|s| walk(b, s, &mut all));
    all
}

/// `jacobi.c:41  Map-gv-gv: i → block.y thread.y, j → block.x thread.x`
fn comment(unit: &Unit, compute: &ComputePlan, kernel: &Kernel) -> String {
    let mut spread = Vec::new();
    fn walk(unit: &Unit, compute: &ComputePlan, s: &Stmt, out: &mut Vec<String>) {
        if let StmtKind::For(f) = &s.kind
            && let Some(plan) = compute.loops.get(&f.id)
            && !plan.axes.is_empty()
        {
            let names: Vec<&str> = plan
                .heads
                .iter()
                .map(|h| unit.var(h.var).name.as_str())
                .collect();
            let axes: Vec<&str> = plan.axes.iter().map(|a| a.short()).collect();
            let tile = plan.tile.as_ref().map(crate::plan::show::tile);
            let tile = tile.map_or(String::new(), |t| format!(" {t}"));
            out.push(format!("{}{tile} → {}", names.join(" "), axes.join(" ")));
        }
        s.children(&mut |c| walk(unit, compute, c, out));
    }
    kernel
        .body
        .iter()
        .for_each(|s| walk(unit, compute, s, &mut spread));
    let file = kernel
        .site
        .file
        .rsplit('/')
        .next()
        .unwrap_or("")
        .replace(['\\', '\n'], "_");
    let mapping = kernel.mapping.map_or("", |m| m.name());
    let list = if spread.is_empty() {
        String::new()
    } else {
        format!(": {}", spread.join(", "))
    };
    format!("{file}:{}  {mapping}{list}", kernel.site.line)
}

/// A kernel's parameter, and how its variable is reached from then on.
fn declare_param(b: &mut Body<'_>, param: &Param, result: bool) -> String {
    let unit = b.p.unit;
    let v = unit.var(param.var);
    let name = safe(&v.name);
    let types = &unit.types;
    b.names.reserve(&name);
    b.p.access.insert(param.var, Access::Name(name.clone()));
    match &param.pass {
        Pass::Value if types.is_array(v.ty) => {
            if types.is_variably_modified(v.ty) {
                b.p.refuse(
                    b.kernel.and_then(|k| k.body.first()).map_or(v.span, |s| s.span),
                    format!(
                        "firstprivate of the array of variable length '{}': not supported on a device yet; copyin it, or name a section of a pointer to it",
                        v.name
                    ),
                );
            }
            b.p.helper("array");
            format!(
                "accrs_array<{}> {name}_value",
                b.p.type_name(b.p.unqualified(v.ty))
            )
        }
        Pass::Value => b.p.declare_mutable(v.ty, &name),
        Pass::Upload { .. } if types.is_array(v.ty) => {
            b.p.helper("array");
            format!(
                "const accrs_array<{}> *{name}_value",
                b.p.type_name(b.p.unqualified(v.ty))
            )
        }
        Pass::Upload { .. } => {
            format!(
                "const {}",
                b.p.declare_mutable(v.ty, &format!("*{name}_value"))
            )
        }
        Pass::Reference { .. } => {
            if result {
                return b.p.declare_mutable(v.ty, &format!("*{name}_result"));
            }
            b.storage.memory.insert(param.var);
            b.p.access.insert(param.var, Access::Deref(name.clone()));
            b.p.declare(v.ty, &format!("*{name}"))
        }
        Pass::Address {
            restrict,
            read_only,
            ..
        } => {
            if *read_only {
                b.storage.read_only.insert(param.var);
            }
            // A pointer whose value is copied keeps the user's type, or the copy would lack `const`.
            let copied = b
                .kernel
                .is_some_and(|k| k.body.iter().any(|s| copied(b, s, param.var)));
            let name = if result {
                format!("{name}_result")
            } else {
                name
            };
            pointer_param(
                b,
                param.var,
                &name,
                *restrict,
                *read_only && !copied && !result,
            )
        }
        Pass::Raw => {
            let name = if result {
                format!("{name}_result")
            } else {
                name
            };
            pointer_param(b, param.var, &name, false, false)
        }
    }
}

/// Whether a pointer's value, or the address of something behind it, goes elsewhere than into a subscript.
fn copied(b: &Body<'_>, s: &Stmt, v: VarId) -> bool {
    let unit = b.p.unit;
    let mut found = false;
    s.exprs(&mut |e| found = found || hands_on(unit, e, v));
    if let StmtKind::For(f) = &s.kind
        && let Some(plan) = b.partitioned(f)
    {
        found |= plan
            .heads
            .iter()
            .any(|h| hands_on(unit, &h.lower, v) || hands_on(unit, &h.upper, v));
    }
    s.children(&mut |c| found = found || copied(b, c, v));
    found
}

fn hands_on(unit: &Unit, e: &Expr, v: VarId) -> bool {
    let is_it = |e: &Expr| matches!(e.strip_implicit().kind, ExprKind::Var(x) if x == v);
    let rooted = |e: &Expr| place::place(unit, e).is_some_and(|p| p.root == v);
    match &e.kind {
        ExprKind::Var(x) => *x == v,
        // What its variables are made of isn't followed.
        ExprKind::StmtExpr(_) => super::reduce::mentions(e, v),
        // A row as a value is its address.
        ExprKind::Index(..) if unit.types.is_array(e.ty) && rooted(e) => true,
        ExprKind::Index(a, i) => hands_on(unit, i, v) || subscripts_hand_on(unit, a, v),
        ExprKind::Unary(UnaryOp::Deref, a) if is_it(a) => false,
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

/// The same of what a further subscript or member is taken of: rows decay to pointers only on the way there.
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

/// Members of structs that are on the device have the values that they have there: parameters that say where that is, and
/// the lines that read them.
fn cells(b: &mut Body<'_>, kernel: &Kernel) -> Vec<String> {
    let mut params = Vec::new();
    for (i, _) in kernel.cells() {
        let name = safe(&b.p.unit.var(kernel.params[i].var).name);
        let cell = b.names.unique(&format!("{name}_there"));
        b.out.line(format!(
            "if ({cell}) {name} = *(const decltype({name}) *){cell};"
        ));
        params.push(format!("const void *{cell}"));
    }
    params
}

fn pointer_param(
    b: &mut Body<'_>,
    var: VarId,
    name: &str,
    restrict: bool,
    read_only: bool,
) -> String {
    let unit = b.p.unit;
    let v = unit.var(var);
    let types = &unit.types;
    b.storage.arrays.insert(var);
    let Some(elem) = types.pointee(v.ty) else {
        // A scalar or struct whose address is passed.
        b.storage.memory.insert(var);
        b.storage.arrays.remove(&var);
        b.p.access.insert(var, Access::Deref(name.to_string()));
        return b.p.declare(v.ty, &format!("*{name}"));
    };
    let elem = b.p.flat_elem(elem);
    let mark = if restrict { "__restrict__ " } else { "" };
    let declarator = if types.is_array(elem) && !types.is_variably_modified(elem) {
        format!("(*{mark}{name})")
    } else {
        format!("*{mark}{name}")
    };
    let text = b.p.declare(elem, &declarator);
    let innermost = innermost_elem(b, elem);
    if read_only && !types.qualifiers(innermost).is_const && !types.is_pointer(innermost) {
        format!("const {text}")
    } else {
        text
    }
}

fn innermost_elem(
    b: &Body<'_>,
    mut ty: accrs_frontend::region::TypeId,
) -> accrs_frontend::region::TypeId {
    while let Type::Array(elem, _) = b.p.unit.types.canonical(ty) {
        ty = *elem;
    }
    ty
}

/// Private variables that an inner loop over threads assigns although an outer level owns them.
pub(super) fn crossing(b: &mut Body<'_>, s: &Stmt, all: Threads) {
    if let StmtKind::For(f) = &s.kind
        && let Some(plan) = b.partitioned(f)
        && !Threads::of(&plan.axes).and(all).is_empty()
    {
        let body = innermost(f, plan.heads.len());
        let e: Effects = Watch {
            unit: b.p.unit,
            storage: &b.storage,
            depth: 0,
        }
        .stmt(body);
        let mut own: HashSet<VarId> = HashSet::new();
        owned(b, s, &mut own);
        b.crossing
            .extend(e.assigned.into_iter().filter(|v| !own.contains(v)));
    }
    s.children(&mut |c| crossing(b, c, all));
}

/// Variables that loops in `s` have copies of.
fn owned(b: &Body<'_>, s: &Stmt, own: &mut HashSet<VarId>) {
    if let StmtKind::For(f) = &s.kind
        && let Some(plan) = b.loops.and_then(|l| l.get(&f.id))
    {
        own.extend(plan.private.iter().copied());
        own.extend(plan.heads.iter().map(|h| h.var));
    }
    // A reduction anywhere in the kernel has copies of its own.
    if let Some(loops) = b.loops {
        own.extend(
            loops
                .values()
                .flat_map(|l| l.reductions.iter().map(|r| r.var)),
        );
    }
    if let Some(k) = b.kernel {
        own.extend(k.reductions.iter().map(|r| r.var));
    }
    s.children(&mut |c| owned(b, c, own));
}

/// Variables whose address is taken: one place for all threads that stand for one.
pub(super) fn escaping(unit: &Unit, s: &Stmt, all: &mut HashSet<VarId>) {
    uses::visit_exprs(s, &mut |e| {
        if let ExprKind::Unary(UnaryOp::AddrOf, a) = &e.kind
            && let Some(v) = super::effects::private_root(unit, a)
        {
            all.insert(v);
        }
    });
}

pub(super) fn has_goto(stmts: &[Stmt]) -> bool {
    fn walk(s: &Stmt) -> bool {
        let mut found = matches!(s.kind, StmtKind::Goto(_));
        s.children(&mut |c| found = found || walk(c));
        found
    }
    stmts.iter().any(walk)
}
