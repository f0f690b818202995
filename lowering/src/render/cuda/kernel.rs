//! Prints one kernel.

use super::writer::Writer;
use crate::names::safe;
use crate::plan::{ComputeKind, ComputePlan, Extent, Kernel, Plan, arrange};
use crate::print::{HEAD, Used, written};
use crate::render::{RenderError, templates};
use crate::tree::dimensions::Dimension;
use crate::tree::kernel::{ParamForm, Parameter, Tree};
use crate::tree::scratch::Scratch;
use accrs_frontend::region::{LoopId, Stmt, StmtKind, Storage};
use accrs_frontend::{Diagnostic, Unit};
use indexmap::IndexSet;

/// A rendered kernel or function.
pub struct Piece {
    pub text: String,
    pub used: Used,
    pub problems: Vec<Diagnostic>,
    pub scratch: Scratch,
    /// Lengths of the host's arrays, which are parameters behind those of the plan.
    pub dimensions: Vec<Dimension>,
}

/// Prints one kernel.
///
/// # Errors
/// A template that fails.
pub fn kernel(
    unit: &Unit,
    plan: &Plan,
    compute: &ComputePlan,
    kernel: &Kernel,
    tree: Tree,
) -> Result<Piece, RenderError> {
    let mut w = Writer::of(unit, plan, &tree);
    let mut params: Vec<String> = tree.params.iter().map(|p| parameter(&w, p)).collect();
    for (var, there) in &tree.cells {
        // The variable itself may be a copy that begins behind this.
        let own = tree.params.iter().find(|p| p.var == *var);
        let name = own.map_or_else(|| safe(&unit.var(*var).name), |p| p.name.clone());
        w.out.line(format!(
            "if ({there}) {name} = *(const decltype({name}) *){there};"
        ));
        params.push(format!("const void *{there}"));
    }
    if plan.checks.is_some() {
        let shared = u32::from(compute.kind == ComputeKind::Parallel);
        w.out.line(format!("__accrs_check_gang({shared});"));
        w.written(&kernel.name, &tree.params);
        let loops = compute.loops.values().flat_map(|l| &l.reductions);
        let reduced: Vec<_> = loops.chain(&kernel.reductions).map(|r| r.var).collect();
        w.begin_params(&tree.params, &reduced);
    }
    w.nodes(&tree.body);
    let problems = w.p.problems.take().into_iter();
    let problems = tree
        .problems
        .into_vec()
        .into_iter()
        .chain(problems)
        .collect();
    let used = w.p.used.take();
    let mut dimensions = tree.dimensions;
    dimensions.retain(|d| used.lengths.contains(&d.vla));
    params.extend(dimensions.iter().map(|d| format!("const long {}", d.name)));
    if !tree.scratch.is_empty() {
        params.push("void *accrs_scratch".into());
    }
    if tree.scratch.counter {
        params.push("unsigned *accrs_arrived".into());
    }
    let mut context = tera::Context::new();
    context.insert("comment", &comment(unit, compute, kernel));
    context.insert("name", &kernel.name);
    context.insert("bounds", &bounds(kernel));
    context.insert("params", &params.join(", "));
    let place = written(kernel.site.line, &kernel.site.file);
    context.insert("place", &format!("{HEAD}{place}"));
    context.insert("body", &w.out.into_text());
    let text = templates::fill("cuda/kernel.cu.tera", &context)?;
    Ok(Piece {
        text,
        used,
        problems,
        scratch: tree.scratch,
        dimensions,
    })
}

fn parameter(w: &Writer<'_>, param: &Parameter) -> String {
    let p = &w.p;
    let ty = p.unit.var(param.var).ty;
    let name = &param.name;
    let array = || {
        p.helper("array");
        format!("accrs_array<{}>", p.type_name(p.unqualified(ty)))
    };
    match param.form {
        ParamForm::Value => p.declare_mutable(ty, name),
        ParamForm::Given => p.declare(ty, name),
        ParamForm::Array => format!("{} {name}", array()),
        ParamForm::UploadArray => format!("const {} *{name}", array()),
        ParamForm::Upload => format!("const {}", p.declare_mutable(ty, &format!("*{name}"))),
        // What is declared in the construct gets its first value by an assignment.
        ParamForm::Reference if p.unit.var(param.var).storage == Storage::Region => {
            p.declare_mutable(ty, &format!("*{name}"))
        }
        ParamForm::Reference => p.declare(ty, &format!("*{name}")),
        ParamForm::Result => p.declare_mutable(ty, &format!("*{name}")),
        ParamForm::Pointer {
            elem,
            restrict,
            constant,
        } => {
            let types = &p.unit.types;
            let elem = p.flat_elem(elem);
            let mark = if restrict { "__restrict__ " } else { "" };
            let declarator = match types.is_array(elem) && !types.is_variably_modified(elem) {
                true => format!("(*{mark}{name})"),
                false => format!("*{mark}{name}"),
            };
            let text = p.declare(elem, &declarator);
            let innermost = types.innermost(elem);
            match constant && !types.qualifiers(innermost).is_const && !types.is_pointer(innermost)
            {
                true => format!("const {text}"),
                false => text,
            }
        }
    }
}

/// `__launch_bounds__(128) `: how many threads a block has; 1024 where only the launch knows. `(128, 8)`: and how many blocks fit at once.
fn bounds(kernel: &Kernel) -> String {
    const MOST: u64 = 1024;
    let size = |e: &Extent| match e {
        Extent::Fixed(n) => (*n).max(1),
        Extent::RowLanes(ends) => ends.threads,
        Extent::RowsBeside(_) => 1,
        _ => MOST,
    };
    let threads = kernel.block.iter().map(size).fold(1, u64::saturating_mul);
    match kernel.resident {
        Some(blocks) => format!("__launch_bounds__({}, {blocks}) ", threads.min(MOST)),
        None => format!("__launch_bounds__({}) ", threads.min(MOST)),
    }
}

/// `jacobi.c:41  Map-gv-gv: i → block.y thread.y, j → block.x thread.x`
fn comment(unit: &Unit, compute: &ComputePlan, kernel: &Kernel) -> String {
    let mut spread = Vec::new();
    fn walk(
        unit: &Unit,
        (compute, kernel): (&ComputePlan, &Kernel),
        s: &Stmt,
        out: &mut Vec<(LoopId, String)>,
    ) {
        if let StmtKind::For(f) = &s.kind
            && let Some(plan) = compute.loops.get(&f.id)
            && !plan.axes.is_empty()
        {
            let names: Vec<&str> = plan
                .heads
                .iter()
                .map(|h| unit.var(h.var).name.as_str())
                .collect();
            let own = kernel.together.as_ref().and_then(|t| t.axes.get(&f.id));
            let axes = own.unwrap_or(&plan.axes).iter();
            let axes: Vec<&str> = axes.map(|a| a.short()).collect();
            let tile = plan.tile.as_ref().map(crate::plan::show::tile);
            let tile = tile.map_or(String::new(), |t| format!(" {t}"));
            let text = format!("{}{tile} → {}", names.join(" "), axes.join(" "));
            out.push((f.id, text));
        }
        s.children(&mut |c| walk(unit, (compute, kernel), c, out));
    }
    if !kernel.in_order {
        let body = kernel.body.iter();
        body.for_each(|s| walk(unit, (compute, kernel), s, &mut spread));
    }
    for l in compute.loops.values() {
        arrange(&mut spread, &l.order.device, |(id, _)| *id);
    }
    if let Some(t) = &kernel.together {
        // The same loops have other axes in kernels of their own.
        spread.retain(|(id, _)| t.axes.contains_key(id));
        for w in t.waves.values() {
            spread.push((w.id, format!("waves along {}", w.along(unit))));
        }
    }
    let mut spread: Vec<String> = spread.into_iter().map(|(_, text)| text).collect();
    if let Some(t) = &kernel.tiles {
        // Several loops over one range are one there.
        let all: IndexSet<String> = spread.into_iter().collect();
        let [rows, columns] = t.sizes();
        spread = all.into_iter().collect();
        spread.push(format!("in tiles of {rows} by {columns}"));
    }
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
    let heading = format!("{file}:{}  {mapping}{list}", kernel.site.line);
    heading.trim_end().to_string()
}
