//! Sections that the host finds by a scan before a construct (`analyse/scan`): what such a scan reads, and where that is.
//!
//! What it reads must be the host's own: tables that clauses put on the device are refused here, and those that are found there when the program runs by the runtime
//! (`runtime/src/data/scan.rs`). Then the target is looked up by its address, as without a scan.

use super::extents;
use super::implicit::Implicit;
use super::planner::Planner;
use super::scope::{self, var_expr};
use crate::analyse::alias::Aliases;
use crate::analyse::scan::{self, Unscanned};
use crate::plan::{ComputeKind, Read, Scanned, Section, Within};
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, VarId};
use std::rc::Rc;

/// The section of a pointer that no clause names, and in words why. `None`: the host needs none, since it shares its memory.
pub(super) fn section(
    cx: &Implicit<'_, '_>,
    p: &Planner<'_>,
    var: VarId,
) -> Option<Result<(Section, String), Unscanned>> {
    if p.options.memory.is_shared() {
        return None;
    }
    Some(scanned(cx, p, var, &mut Vec::new()).map(|scan| {
        let words = format!("the host finds it by a scan: {}", told(&scan));
        let known = &cx.scope.known;
        let evaluable = |e: &Expr| extents::host_evaluable(p, e, known);
        let section = Section::Scanned {
            exact: !scope::is_row_of_structs(p, scan.scan.elem),
            certain: crate::analyse::certain::dereferenced(&cx.scope.facts, var, &evaluable),
            scan,
        };
        (section, words)
    }))
}

/// What is scanned: "x[col[k]], ...".
fn told(scan: &Scanned) -> String {
    const MOST: usize = 2;
    let words = &scan.scan.words;
    let mut told: Vec<&str> = words.iter().take(MOST).map(String::as_str).collect();
    if words.len() > MOST {
        told.push("...");
    }
    told.join(", ")
}

/// `around`: the pointers whose scans need this one.
fn scanned(
    cx: &Implicit<'_, '_>,
    p: &Planner<'_>,
    var: VarId,
    around: &mut Vec<VarId>,
) -> Result<Rc<Scanned>, Unscanned> {
    let scope = cx.scope;
    let evaluable = |e: &Expr| extents::host_evaluable(p, e, &scope.known);
    let known = Aliases {
        safe_pointers: p.options.safe_pointers,
        strict_aliasing: p.options.rules.strict_aliasing,
        ..Aliases::default()
    };
    let scan = scan::of_pointer(&scope.facts, var, &evaluable)?;
    let mut reads = Vec::new();
    around.push(var);
    for array in scan.reads.keys() {
        reads.push(read(cx, p, *array, around)?);
    }
    around.pop();
    for (array, at) in &scan.reads {
        scan::unchanged(&scope.facts, *array, at, &known)?;
    }
    for (scalar, _) in scan.own.iter().filter(|(_, starts)| **starts) {
        // In `parallel` each gang has one.
        if scope.kind != ComputeKind::Kernels || cx.visible_item(*scalar).is_some() {
            return Err(Unscanned::Value(Box::new(expr(cx, p, *scalar))));
        }
        let base = expr(cx, p, *scalar);
        let within = Within::Whole;
        reads.push(Read { base, within });
    }
    let base = expr(cx, p, var);
    Ok(Rc::new(Scanned {
        var,
        base,
        scan,
        reads,
    }))
}

fn expr(cx: &Implicit<'_, '_>, p: &Planner<'_>, var: VarId) -> Expr {
    match cx.scope.facts.uses().get(var) {
        Some(u) => var_expr(p, var, u),
        None => Expr::new(ExprKind::Var(var), p.unit.var(var).ty, p.unit.var(var).span),
    }
}

/// Where an array is read, of which the host's copy is the one that the device will have.
fn read(
    cx: &Implicit<'_, '_>,
    p: &Planner<'_>,
    array: VarId,
    around: &mut Vec<VarId>,
) -> Result<Read, Unscanned> {
    let scope = cx.scope;
    let base = expr(cx, p, array);
    let own = |v: &VarId| scope.private.contains(v) || scope.reduced.contains(v);
    if own(&array) || scope.by_value.contains(&array) {
        return Err(Unscanned::OnDevice(array));
    }
    let direct = p.unit.types.is_array(base.ty) && !is_array_parameter(p.unit, array);
    let within = match cx.visible_item(array) {
        Some(v) => {
            let item = v.own.and_then(|i| cx.items.get(i));
            let copied = matches!(v.kind, DataKind::Copy | DataKind::Copyin);
            let Some(item) = item.filter(|_| copied) else {
                return Err(Unscanned::OnDevice(array));
            };
            of_clause(&item.section).ok_or(Unscanned::Reads(array))?
        }
        None if direct => Within::Whole,
        None => {
            let u = scope.facts.uses().get(array);
            let u = u.ok_or(Unscanned::Reads(array))?;
            match scope.footprint(p, array, u) {
                Ok((section, _)) => of_clause(&section).ok_or(Unscanned::Reads(array))?,
                Err(_) if around.contains(&array) => return Err(Unscanned::Reads(array)),
                Err(_) => Within::Scanned(scanned(cx, p, array, around)?),
            }
        }
    };
    Ok(Read { base, within })
}

fn of_clause(section: &Section) -> Option<Within> {
    match section {
        Section::Whole => Some(Within::Whole),
        Section::Inferred { lower, upper, .. } => Some(Within::Bounds {
            lower: lower.clone(),
            upper: upper.clone(),
        }),
        Section::Dims { dims, .. } => {
            let [dim] = dims.as_slice() else { return None };
            let length = dim.length.clone()?;
            let upper = match dim.lower.as_ref().filter(|e| e.int_value() != Some(0)) {
                Some(lower) => {
                    let (ty, span) = (length.ty, length.span);
                    let (lower, length) = (Box::new(lower.clone()), Box::new(length));
                    Expr::new(ExprKind::Binary(BinaryOp::Add, lower, length), ty, span)
                }
                None => length,
            };
            Some(Within::Bounds {
                lower: dim.lower.iter().cloned().collect(),
                upper: vec![upper],
            })
        }
        _ => None,
    }
}
