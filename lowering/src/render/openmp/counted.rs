//! Loops that OpenMP can't take as the user wrote them (`schedule/count.rs` says which), with their iterations
//! counted. Tiled loops too (OpenACC 3.3 §2.9.8): tiles are shared out, and
//! the element loops run inside.
//!
//! ```c
//! {
//!     int i = lo;                                      // the user's own declaration
//!     const __typeof__(i) i_from = i;
//!     const unsigned long i_trips = i_from < n ? ((unsigned long)(n) - (unsigned long)i_from - 1) / 3 + 1 : 0;
//!     unsigned long i_k;
//! #pragma omp parallel for schedule(static)
//!     for (i_k = 0; i_k < i_trips; i_k++) {
//!         __typeof__(i_from) i = i_from + i_k * 3;
//! ```

use crate::plan::{LoopPlan, Tile};
use crate::render::text::one_line;
use crate::render::{RenderError, clause};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, LoopCmp, Stmt, StmtKind, VarId};
use std::fmt::Write;

/// The text before the body, and behind it.
pub struct Counted {
    pub open: String,
    pub close: String,
}

/// Names of one head's numbers, free in the unit's text.
struct Names {
    from: String,
    trips: String,
    k: String,
    first: String,
    end: String,
}

impl Names {
    fn of(unit: &Unit, var: VarId) -> Self {
        let name = &unit.var(var).name;
        let free = |what: &str| {
            let mut word = format!("{name}_{what}");
            while unit.source.text.contains(&word) {
                word.push('_');
            }
            word
        };
        Names {
            from: free("from"),
            trips: free("trips"),
            k: free("k"),
            first: free("first"),
            end: free("end"),
        }
    }
}

/// The loop, or with `tile` its nest, with `line` as its directive.
///
/// # Errors
/// An expression that can't be printed: a defect of accrs.
pub fn counted(unit: &Unit, l: &For, plan: &LoopPlan, line: &str) -> Result<Counted, RenderError> {
    let fors = nest(l, plan.tile.as_ref().map_or(1, |t| t.sizes.len()));
    let heads: Vec<&Canonical> = plan.heads.iter().take(fors.len()).collect();
    let names: Vec<Names> = heads.iter().map(|h| Names::of(unit, h.var)).collect();
    let mut open = String::from("{\n");
    for ((head, l), n) in heads.iter().zip(&fors).zip(&names) {
        open.push_str(&declarations(unit, head, l, n)?);
    }
    let list = |f: fn(&Names) -> &str| names.iter().map(f).collect::<Vec<_>>().join(", ");
    let mut braces = 1;
    match &plan.tile {
        None => {
            let _ = writeln!(open, "    unsigned long {};\n{line}", list(|n| &n.k));
            let (k, trips) = (&names[0].k, &names[0].trips);
            let _ = writeln!(open, "    for ({k} = 0; {k} < {trips}; {k}++) {{");
            braces += 1;
        }
        Some(tile) => {
            let _ = writeln!(open, "    unsigned long {};\n{line}", list(|n| &n.first));
            braces += tiles(&mut open, tile, &names);
        }
    }
    for (head, n) in heads.iter().zip(&names) {
        let _ = writeln!(open, "        {}", variable(unit, head, n)?);
    }
    Ok(Counted {
        open,
        close: "}".repeat(braces),
    })
}

/// Tile loops, which `collapse` may join, and the element loops in them.
fn tiles(open: &mut String, tile: &Tile, names: &[Names]) -> usize {
    for (n, size) in names.iter().zip(&tile.sizes) {
        let (first, trips) = (&n.first, &n.trips);
        let _ = writeln!(
            open,
            "    for ({first} = 0; {first} < {trips}; {first} += {size})"
        );
    }
    let _ = writeln!(open, "    {{");
    for (n, size) in names.iter().zip(&tile.sizes) {
        let (first, trips, end) = (&n.first, &n.trips, &n.end);
        let _ = writeln!(
            open,
            "        const unsigned long {end} = {trips} - {first} < {size} ? {trips} : {first} + {size};"
        );
    }
    for n in names {
        let _ = writeln!(open, "        unsigned long {};", n.k);
    }
    for n in names {
        let (k, first, end) = (&n.k, &n.first, &n.end);
        let _ = writeln!(open, "        for ({k} = {first}; {k} < {end}; {k}++) {{");
    }
    1 + names.len()
}

/// The first value, found once, and the trip count.
fn declarations(unit: &Unit, head: &Canonical, l: &For, n: &Names) -> Result<String, RenderError> {
    let name = &unit.var(head.var).name;
    let (from, trips) = (&n.from, &n.trips);
    let mut out = String::new();
    let init = l
        .init
        .as_ref()
        .filter(|_| head.declared)
        .map(|i| one_line(unit.source.slice(i.span)));
    match init {
        // The type as the user wrote it: from the loop's own declaration.
        Some(text) => {
            let _ = writeln!(out, "    {};", text.trim_end_matches(';'));
            let _ = writeln!(out, "    __typeof__({name}) {from} = {name};");
        }
        None => {
            let lower = clause::expr(unit, &head.lower)?;
            let _ = writeln!(out, "    __typeof__({name}) {from} = {lower};");
        }
    }
    let to = clause::operand(unit, &head.upper)?;
    let step = clause::operand(unit, &head.step)?;
    let (cmp, closed) = match head.cmp {
        LoopCmp::Lt => ("<", false),
        LoopCmp::Le => ("<=", true),
        LoopCmp::Gt => (">", false),
        LoopCmp::Ge => (">=", true),
        LoopCmp::Ne if head.down => (">", false),
        LoopCmp::Ne => ("<", false),
    };
    if let Some(ty) = trips::around(unit, head) {
        let (low, high) = if head.down { (&to, from) } else { (from, &to) };
        let _ = writeln!(
            out,
            "    const unsigned long {trips} = ({ty})((unsigned long){high} - (unsigned long){low});"
        );
        return Ok(out);
    }
    let own = trips::own_type(unit, head);
    let to = match own {
        Some(ty) if unit.types.is_unsigned(head.upper.ty) => format!("({ty}){to}"),
        _ => to,
    };
    let to = match trips::last(unit, head) {
        Some(last) => {
            let end = if closed { last } else { last + 1 };
            format!("({from} >= 0 && {to} > {end} ? {end} : {to})")
        }
        None => to,
    };
    let distance = if unit.types.is_pointer(unit.var(head.var).ty) {
        match head.down {
            false => format!("(unsigned long)({to} - {from})"),
            true => format!("(unsigned long)({from} - {to})"),
        }
    } else if own.is_none() && trips::compared(unit, head) == "unsigned" {
        // A negative value of a signed variable is a large one in the comparison.
        match head.down {
            false => format!("(unsigned long)({to} - {from})"),
            true => format!("(unsigned long)({from} - {to})"),
        }
    } else {
        match head.down {
            false => format!("(unsigned long){to} - (unsigned long){from}"),
            true => format!("(unsigned long){from} - (unsigned long){to}"),
        }
    };
    // `distance` is not zero where there is a first iteration.
    let count = match (head.step.int_value(), closed) {
        (Some(1), true) => format!("{distance} + 1"),
        (Some(1), false) => distance,
        (_, true) => format!("({distance}) / (unsigned long){step} + 1"),
        (_, false) => format!("({distance} - 1) / (unsigned long){step} + 1"),
    };
    let _ = writeln!(
        out,
        "    const unsigned long {trips} = {from} {cmp} {to} ? {count} : 0;"
    );
    Ok(out)
}

/// The user's variable, for one iteration.
fn variable(unit: &Unit, head: &Canonical, n: &Names) -> Result<String, RenderError> {
    let name = &unit.var(head.var).name;
    let (from, k) = (&n.from, &n.k);
    let step = clause::operand(unit, &head.step)?;
    let far = match head.step.int_value() {
        Some(1) => format!("(long){k}"),
        _ => format!("(long)({k} * (unsigned long){step})"),
    };
    let sign = if head.down { '-' } else { '+' };
    Ok(format!("__typeof__({from}) {name} = {from} {sign} {far};"))
}

/// The loops of a tight nest, outermost first.
fn nest(l: &For, depth: usize) -> Vec<&For> {
    fn inside(s: &Stmt) -> Option<&For> {
        match &s.kind {
            StmtKind::For(l) => Some(l),
            StmtKind::Block(stmts) => stmts.iter().find_map(inside),
            _ => None,
        }
    }
    let mut all = vec![l];
    while all.len() < depth {
        match all.last().and_then(|l| inside(&l.body)) {
            Some(l) => all.push(l),
            None => break,
        }
    }
    all
}

/// The body of the innermost of the loops that are counted.
pub fn body<'a>(l: &'a For, plan: &LoopPlan) -> &'a Stmt {
    let all = nest(l, plan.tile.as_ref().map_or(1, |t| t.sizes.len()));
    all.last().map_or(&l.body, |l| &l.body)
}
