//! Items of constructs whose loop may run in parts: what they move is as much as is used. Nothing tells that from moving the rest too.

use crate::plan::{DataItem, Dim, DimExtent, Section};
use crate::schedule::globals;
use crate::schedule::planner::Planner;
use crate::schedule::scope::Scope;
use accrs_frontend::region::{Construct, Storage, Unit};

/// Gives items of pointers and arrays the section that is used.
pub fn narrow(p: &Planner<'_>, c: &Construct, scope: &Scope<'_>, items: &mut [DataItem]) {
    if c.members.as_ref().is_none_or(|m| m.parts.is_none()) {
        return;
    }
    // A reduction combines all elements of its own, those that no iteration touches too.
    let may = |d: &&mut DataItem| is_named(p.unit, d) && !scope.reduced.contains(&d.var);
    for item in items.iter_mut().filter(may) {
        let Some(used) = scope.facts.uses().get(item.var) else {
            continue;
        };
        let by_name = used.address.is_none() && used.called.is_none();
        let found = match p.unit.types.is_array(p.unit.var(item.var).ty) {
            true => scope.elements(p, item.var, used),
            false => scope.footprint(p, item.var, used).ok().map(|f| f.0),
        };
        let Some(Section::Inferred {
            base,
            elem,
            lower,
            upper,
            ..
        }) = found.filter(|_| by_name)
        else {
            continue;
        };
        if !matches!(item.section, Section::Inferred { .. }) {
            item.used = None;
            item.section = Section::Inferred {
                base,
                elem,
                lower,
                upper,
                exact: None,
            };
        }
    }
}

/// A section of what a pointer points to, or of an array, whole ones included. What a `declare` directive names is where that puts it.
pub fn is_named(unit: &Unit, d: &DataItem) -> bool {
    let var = unit.var(d.var);
    let outside = match var.storage {
        Storage::Local | Storage::Param => true,
        Storage::Global { .. } | Storage::StaticLocal => {
            !globals::declared(unit).contains_key(&d.var)
        }
        _ => false,
    };
    let section = match &d.section {
        Section::Dims { base, dims, .. } => {
            base.is_var(d.var) && !dims.is_empty() && dims.iter().skip(1).all(is_all)
        }
        Section::Whole => unit.types.is_array(var.ty),
        Section::Inferred { base, .. } => base.is_var(d.var),
        _ => false,
    };
    let elements = unit.types.is_pointer(var.ty) || unit.types.is_array(var.ty);
    outside && section && elements && d.makes_entry()
}

/// A dimension that is taken whole, as far as its clause shows it: where it isn't, the section has gaps.
fn is_all(d: &Dim) -> bool {
    let from_first = d.lower.as_ref().is_none_or(|e| e.int_value() == Some(0));
    let length = d.length.as_ref().map(|e| e.strip_implicit());
    let to_last = match (length, &d.extent) {
        (None, _) => true,
        (Some(n), Some(DimExtent::Fixed(all))) => n.int_value() == Some(i128::from(*all)),
        (Some(n), Some(DimExtent::Expr(all))) => {
            let all = all.strip_implicit();
            let same = n.variable().is_some() && n.variable() == all.variable();
            same || n.int_value().is_some() && n.int_value() == all.int_value()
        }
        (Some(_), None) => false,
    };
    from_first && to_last
}
