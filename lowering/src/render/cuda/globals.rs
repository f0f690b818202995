//! The program's own variables in device functions. Each is reached through a cell, a pointer in
//! device memory that the runtime fills in with the address of the device's copy (§2.13).
//!
//! So translation units need not be linked on the device: the cells that they have for one variable all hold
//! the same address, and the cell of a `link` variable follows what the program maps.

use crate::names::safe;
use crate::plan::{Global, Plan};
use crate::print::{Access, Printer};
use crate::tree::function::Named;
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{Expr, ExprKind, Storage, VarId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The globals that have a cell, in the plan's order.
pub fn with_cell(plan: &Plan) -> impl Iterator<Item = &Global> {
    plan.globals.iter().filter(|g| g.in_functions)
}

fn cell(unit: &Unit, g: &Global) -> String {
    format!("accrs_global_{}", safe(&unit.var(g.var).name))
}

/// The name of the kernel that fills in the cells; unique in a program.
pub fn setter(unit: &Unit) -> String {
    format!("accrs_cells_{:016x}", crate::names::unit_hash(unit))
}

/// Likewise for the cells of the routines for other files, whose text is separate.
pub fn setter_of_routines(unit: &Unit) -> String {
    format!("{}_routines", setter(unit))
}

/// Makes the globals and constants that a function's body names known to its printer.
pub fn reach(p: &mut Printer<'_>, plan: &Plan, named: &Named) {
    let unit = p.unit;
    for g in with_cell(plan) {
        let name = cell(unit, g);
        let array = unit.types.is_array(unit.var(g.var).ty);
        let access = match g.kind == DataKind::Deviceptr || array {
            true => Access::Name(name),
            false => Access::Deref(name),
        };
        p.access.insert(g.var, access);
    }
    p.used.borrow_mut().cells.extend(&named.cells);
    named.constants.iter().for_each(|v| constant_access(p, *v));
}

/// Notes that a constant, and those in its initialiser, are reached by the names of their copies for functions.
fn constant_access(p: &mut Printer<'_>, v: VarId) {
    let unit = p.unit;
    if !p.used.borrow_mut().constants.insert(v) {
        return;
    }
    p.access.insert(v, Access::Name(constant_name(unit, v)));
    if let Some(init) = &unit.var(v).init {
        init.each_expr(&mut |e: &Expr| {
            if let ExprKind::Var(inner) = e.kind {
                constant_access(p, inner);
            }
        });
    }
}

/// The name of a constant's copy. Statics of several functions may share a name, so the variable's number tells them apart.
fn constant_name(unit: &Unit, v: VarId) -> String {
    let var = unit.var(v);
    match var.storage {
        Storage::StaticLocal => format!("accrs_const_{}_{}", safe(&var.name), v.0),
        _ => format!("accrs_const_{}", safe(&var.name)),
    }
}

/// The definitions of constants.
pub fn constants(p: &mut Printer<'_>, all: &BTreeSet<VarId>) -> String {
    let unit = p.unit;
    all.iter().for_each(|v| constant_access(p, *v));
    // A constant comes after those that its initialiser names.
    let (mut order, mut out) = (Vec::new(), String::new());
    fn place(unit: &Unit, v: VarId, order: &mut Vec<VarId>) {
        if order.contains(&v) {
            return;
        }
        if let Some(init) = &unit.var(v).init {
            init.each_expr(&mut |e: &Expr| {
                if let ExprKind::Var(inner) = e.kind {
                    place(unit, inner, order);
                }
            });
        }
        order.push(v);
    }
    all.iter().for_each(|v| place(unit, *v, &mut order));
    for v in order {
        let var = unit.var(v);
        let Some(init) = &var.init else { continue };
        p.place.set(var.span);
        let declared = p.declare(var.ty, &constant_name(unit, v));
        let value = p.initialiser(var.ty, init);
        let _ = writeln!(out, "static __device__ {declared} = {value};");
    }
    if !out.is_empty() {
        out.insert_str(0, "// The program's constants, for functions.\n");
        out.push('\n');
    }
    out
}

/// Definitions of the cells in `used`, and the kernel that fills them in, which has a parameter for each cell of the plan.
/// Empty if there are none.
pub fn cells(p: &Printer<'_>, plan: &Plan, setter: &str, used: &BTreeSet<VarId>) -> String {
    let unit = p.unit;
    let (mut cells, mut params, mut body) = (String::new(), Vec::new(), String::new());
    for g in with_cell(plan) {
        let name = cell(unit, g);
        if !used.contains(&g.var) {
            params.push("void *".to_string());
            continue;
        }
        let ty = unit.var(g.var).ty;
        let pointer = match unit.types.pointee(ty) {
            _ if g.kind == DataKind::Deviceptr => p.declare_mutable(ty, &format!("{name}_t")),
            Some(elem) if unit.types.is_array(ty) && unit.types.is_array(elem) => {
                p.declare(elem, &format!("(*{name}_t)"))
            }
            Some(elem) if unit.types.is_array(ty) => p.declare(elem, &format!("*{name}_t")),
            _ => p.declare(ty, &format!("*{name}_t")),
        };
        let parameter = safe(&unit.var(g.var).name);
        let _ = writeln!(cells, "typedef {pointer};\nACCRS_CELL({name}_t, {name});");
        params.push(format!("{name}_t {parameter}"));
        let _ = writeln!(body, "    {name} = {parameter};");
    }
    if cells.is_empty() {
        return cells;
    }
    p.helper("cell");
    if plan.checks.is_some() {
        // So that a run that checks knows it for a kernel of accrs's own.
        body.insert_str(0, "    __accrs_check_gang(0);\n");
    }
    format!(
        "// Where the program's variables are on this device; the runtime says so.\n{cells}\
         extern \"C\" __global__ void {}({})\n{{\n{body}}}\n\n",
        setter,
        params.join(", ")
    )
}
