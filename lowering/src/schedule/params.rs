//! How each variable reaches a kernel, and the implicit data attributes (§2.6.2).

use super::beside;
use super::data::{self, Visible};
use super::implicit::Implicit;
use super::planner::Planner;
use super::scope::{Scope, var_expr};
use crate::analyse::uses::Uses;
use crate::plan::{DataItem, Origin, Param, Pass, Section, show};
use accrs_frontend::directive::{DataKind, DefaultKind, Modifiers};
use accrs_frontend::region::{Construct, Expr, ExprKind, Storage, Type, TypeId, Types, VarId};
use indexmap::{IndexMap, IndexSet};

/// What the construct as a whole makes of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// By value: firstprivate, or read only.
    Value,
    /// Device memory that data item `.0` stands for.
    Item(usize),
    /// By value too, but through device memory of this construct alone, data item `.0`.
    Upload(usize),
    /// The pointer's value is a device address already.
    Raw,
}

/// Finds the home of each variable in `exposed` (those that are private nowhere), adding
/// implicit data items to `items`.
pub fn homes(
    p: &mut Planner<'_>,
    c: &Construct,
    scope: &Scope<'_>,
    exposed: &Uses,
    items: &mut Vec<DataItem>,
) -> IndexMap<VarId, Home> {
    let unit = p.unit;
    let visible = data::visible(unit, c, items);
    let default = data::visible_default(unit, c);
    let mut homes = IndexMap::new();
    let pairs = beside::Pairs::of(unit, scope, exposed);
    let mut followed: Vec<VarId> = Vec::new();
    for (&var, u) in &exposed.vars {
        // The host steps through loops with a variable of its own.
        if scope.between.contains(&var) && !scope.by_value.contains(&var) {
            homes.insert(var, Home::Item(items.len()));
            items.push(between(p, c, var));
            continue;
        }
        if unit.var(var).storage == Storage::Region || scope.by_value.contains(&var) {
            homes.insert(var, Home::Value);
            continue;
        }
        let mut cx = Implicit {
            c,
            scope,
            default,
            items,
            visible: &visible,
        };
        if pairs.have(var) && cx.is_unbounded(p, var, u) {
            followed.push(var);
            continue;
        }
        if let Some(h) = cx.home(p, var, u) {
            homes.insert(var, h);
        }
    }
    pairs.resolve(p, scope, exposed, &followed, &mut homes, items);
    for var in followed {
        let Some(u) = exposed.get(var).filter(|_| !homes.contains_key(&var)) else {
            continue;
        };
        let known = items.len();
        let mut cx = Implicit {
            c,
            scope,
            default,
            items,
            visible: &visible,
        };
        let Some(home) = cx.home(p, var, u) else {
            continue;
        };
        if let [
            DataItem {
                section: Section::Address { base, .. },
                ..
            },
        ] = &mut items[known..]
        {
            *base = pairs.least(p, &homes, var, base.clone());
        }
        homes.insert(var, home);
    }
    pairs.resolve(p, scope, exposed, &[], &mut homes, items);
    pairs.report(p, c, scope, exposed, &homes, items);
    upload(p, c, exposed, &mut homes, items);
    homes
}

/// Device memory, without an original on the host, for a variable by which kernels of a construct hand on values.
fn between(p: &Planner<'_>, c: &Construct, var: VarId) -> DataItem {
    let (name, line) = (p.unit.var(var).name.clone(), p.line(c.directive.span));
    DataItem {
        modifiers: Modifiers {
            own: true,
            ..Modifiers::default()
        },
        ..DataItem::implicit(DataKind::Create, var, name, Section::Whole, line)
    }
}

/// Arrays and structs that parameters have no room for, the largest first, arrays of variable length, and arrays of constants, which nothing can
/// be assigned to: the construct takes a copy of the host's values into device memory. What isn't written is used
/// there; else each gang has a copy of that.
fn upload(
    p: &Planner<'_>,
    c: &Construct,
    exposed: &Uses,
    homes: &mut IndexMap<VarId, Home>,
    items: &mut Vec<DataItem>,
) {
    let types = &p.unit.types;
    let size = |v: VarId, h: &Home| match h {
        Home::Value => types.size_of(p.unit.var(v).ty).unwrap_or(8).max(8),
        _ => 8,
    };
    let mut total: u64 = homes.iter().map(|(v, h)| size(*v, h)).sum();
    let mut large: Vec<(u64, VarId)> = homes
        .iter()
        .filter(|(v, h)| **h == Home::Value && !types.is_scalar(p.unit.var(**v).ty))
        .map(|(v, h)| (size(*v, h), *v))
        .collect();
    large.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
    for (bytes, var) in large {
        let Some(u) = exposed.get(var) else {
            continue;
        };
        let ty = p.unit.var(var).ty;
        if total <= p.options.machine.device.parameters
            && !is_constant_array(types, ty)
            && !types.is_variably_modified(ty)
        {
            continue;
        }
        let Some(section) = data::whole(p.unit, var, &var_expr(p, var, u)) else {
            continue;
        };
        total = total - bytes + 8;
        let (name, line) = (p.unit.var(var).name.clone(), p.line(c.directive.span));
        items.push(DataItem {
            modifiers: Modifiers {
                own: true,
                ..Modifiers::default()
            },
            origin: Origin::Clause(c.directive.span),
            ..DataItem::implicit(DataKind::Copyin, var, name, section, line)
        });
        let item = items.len() - 1;
        let written = u.any_write() || u.address.is_some();
        let home = if written {
            Home::Upload(item)
        } else {
            Home::Item(item)
        };
        homes.insert(var, home);
    }
}

fn is_constant_array(types: &Types, mut ty: TypeId) -> bool {
    let array = types.is_array(ty);
    while let Type::Array(elem, _) = types.canonical(ty) {
        ty = *elem;
    }
    array && types.qualifiers(ty).is_const
}

/// Items that stand for clauses of constructs around this one: looked up when it starts.
pub fn enclosing_items(
    p: &mut Planner<'_>,
    c: &Construct,
    exposed: &Uses,
    items: &mut Vec<DataItem>,
) {
    let unit = p.unit;
    let mut done: IndexSet<VarId> = items
        .iter()
        .filter(|i| i.is_of_variable())
        .map(|i| i.var)
        .collect();
    let mut found = Vec::new();
    for v in data::visible(unit, c, items) {
        let ExprKind::Var(var) = v.item.base.kind else {
            continue;
        };
        let device = matches!(v.kind, DataKind::Deviceptr | DataKind::UseDevice);
        if v.own.is_some()
            || device
            || names_pointer_only(v.kind)
            || exposed.get(var).is_none()
            || !done.insert(var)
        {
            continue;
        }
        let kind = match v.kind {
            DataKind::NoCreate => DataKind::NoCreate,
            // Its memory comes with the first clause that names it: here, if nobody did so before.
            DataKind::Link => DataKind::Copy,
            _ => DataKind::Present,
        };
        found.push((var, kind, enclosing_section(unit, v)));
    }
    for (var, kind, section) in found {
        let (name, line) = (show::name(unit, var).to_string(), p.line(c.directive.span));
        items.push(DataItem {
            attach: unit.pointer_member(var).cloned(),
            ..DataItem::implicit(kind, var, name, section, line)
        });
    }
}

/// Where kernels are given the values of members of a struct, the struct may be on the device all the same, and its values
/// there count: items that say where the members then are.
pub fn cells(
    p: &Planner<'_>,
    c: &Construct,
    exposed: &Uses,
    homes: &IndexMap<VarId, Home>,
    items: &mut Vec<DataItem>,
) -> IndexMap<VarId, usize> {
    let mut out = IndexMap::new();
    // Of a struct that no clause names.
    let kind = match data::visible_default(p.unit, c) {
        Some(DefaultKind::Present) => DataKind::Present,
        _ => DataKind::NoCreate,
    };
    for &var in exposed.vars.keys() {
        let Some(member) = &p.unit.var(var).member else {
            continue;
        };
        let by_value = match homes.get(&var) {
            Some(Home::Value) => true,
            Some(Home::Item(_)) => p.unit.pointer_member(var).is_some(),
            _ => false,
        };
        if !by_value {
            continue;
        }
        out.insert(var, items.len());
        let section = Section::Dims {
            base: member.value.clone(),
            elem: member.value.ty,
            dims: Vec::new(),
        };
        let (name, line) = (member.text.clone(), p.line(c.directive.span));
        items.push(DataItem::implicit(
            if member.held {
                kind
            } else {
                DataKind::NoCreate
            },
            var,
            name,
            section,
            line,
        ));
    }
    out
}

/// `attach` and `detach` say nothing of what the pointer's target is to a construct.
pub(super) fn names_pointer_only(kind: DataKind) -> bool {
    matches!(kind, DataKind::Attach | DataKind::Detach)
}

fn address(base: Expr) -> Section {
    Section::Address {
        base,
        certain: None,
    }
}

/// Where to look in the present table: the first element that the clause named.
pub(super) fn enclosing_section(unit: &accrs_frontend::Unit, v: Visible<'_>) -> Section {
    use crate::plan::Dim;
    use accrs_frontend::directive::Section as Written;
    let base = v.item.base.clone();
    let lower = match v.item.sections.first() {
        // The pointer itself lives there, and what it points to is attached.
        None if v.global => return Section::Whole,
        None if unit.types.is_pointer(base.ty) => return address(base),
        None => return Section::Whole,
        Some(Written::Element(e)) => Some(e.clone()),
        Some(Written::Range { lower, .. }) => lower.clone(),
    };
    let zero = |e: &Expr| e.int_value() == Some(0);
    let elem = unit.types.pointee(base.ty).unwrap_or(base.ty);
    match lower.filter(|e| !zero(e)) {
        None => address(base),
        Some(lower) => Section::Dims {
            dims: vec![Dim {
                length: Some(Expr::new(
                    ExprKind::IntLit {
                        value: 1,
                        text: "1".into(),
                    },
                    lower.ty,
                    lower.span,
                )),
                lower: Some(lower),
                extent: None,
                elem,
                behind: false,
            }],
            base,
            elem,
        },
    }
}

/// The parameters of one kernel, in the order of first use.
pub fn of_kernel(
    p: &mut Planner<'_>,
    exposed: &Uses,
    homes: &IndexMap<VarId, Home>,
    cells: &IndexMap<VarId, usize>,
    items: &[DataItem],
) -> Vec<Param> {
    let types = &p.unit.types;
    // A pointer parameter is free of aliases when the user said so, or when all memory that the
    // kernel reaches is in arrays of their own.
    let parameter = |v: VarId| accrs_frontend::region::place::is_array_parameter(p.unit, v);
    let is_array = |v: VarId| types.is_array(p.unit.var(v).ty) && !parameter(v);
    let is_pointer = |v: VarId| types.is_pointer(p.unit.var(v).ty) || parameter(v);
    let memory = |v: &VarId| matches!(homes.get(v), Some(Home::Item(_) | Home::Raw));
    let all_apart = exposed
        .vars
        .keys()
        .filter(|v| memory(v))
        .all(|v| is_array(*v) || p.unit.is_restrict(*v) || !is_pointer(*v));
    let mut out = Vec::new();
    for (&var, u) in &exposed.vars {
        let Some(home) = homes.get(&var) else {
            continue;
        };
        let ty = p.unit.var(var).ty;
        let pass = match home {
            Home::Value => Pass::Value,
            Home::Upload(item) => Pass::Upload { item: *item },
            Home::Raw => Pass::Raw,
            Home::Item(item) => {
                let pointer_like = types.is_array(ty) || types.is_pointer(ty);
                let points = match &items[*item].section {
                    // copy(p): the pointer itself is what lives on the device. Another variable's item is what the pointer leads to.
                    Section::Whole => types.is_array(ty) || pointer_like && items[*item].var != var,
                    _ => pointer_like,
                };
                if points {
                    Pass::Address {
                        item: *item,
                        restrict: p.unit.is_restrict(var) || (is_array(var) && all_apart),
                        read_only: !u.any_write() && u.address.is_none(),
                    }
                } else {
                    Pass::Reference { item: *item }
                }
            }
        };
        let cell = cells.get(&var).copied();
        out.push(Param { var, pass, cell });
    }
    out
}
