//! How each variable reaches a kernel, and the implicit data attributes (§2.6.2).

use super::beside;
use super::compute::Scope;
use super::data::{self, Visible};
use super::{Planner, code, members};
use crate::analyse::certain;
use crate::analyse::uses::{Use, Uses};
use crate::plan::{ComputeKind, DataItem, Origin, Param, Pass, Section, show};
use accrs_frontend::directive::{DataKind, DefaultKind, Modifiers};
use accrs_frontend::region::{Construct, Expr, ExprKind, Storage, Type, TypeId, Types, VarId};
use accrs_frontend::{Diagnostic, Severity};
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

/// Bytes that a kernel's parameters may take together: CUDA's limit is 4 KiB, 32,764 bytes since 12.1 for sm_70 and
/// later. The rest is for what rendering adds (scratch memory, lengths).
const PARAMETER_BYTES: u64 = 3584;

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

/// Arrays and structs that parameters have no room for, the largest first, and arrays of constants, which nothing can
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
        if total <= PARAMETER_BYTES && !is_constant_array(types, p.unit.var(var).ty) {
            continue;
        }
        let Some(section) = data::whole(p.unit, var, &var_expr(p, var, u)) else {
            continue;
        };
        total = total - bytes + 8;
        items.push(DataItem {
            kind: DataKind::Copyin,
            modifiers: Modifiers {
                own: true,
                ..Modifiers::default()
            },
            origin: Origin::Clause(c.directive.span),
            name: p.unit.var(var).name.clone(),
            line: p.line(c.directive.span),
            var,
            section,
            if_present: false,
            finalize: false,
            used: None,
            attach: None,
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

struct Implicit<'a, 's> {
    c: &'a Construct,
    scope: &'a Scope<'s>,
    default: Option<DefaultKind>,
    items: &'a mut Vec<DataItem>,
    visible: &'a [Visible<'a>],
}

impl Implicit<'_, '_> {
    fn home(&mut self, p: &mut Planner<'_>, var: VarId, u: &Use) -> Option<Home> {
        if let Some(v) = self.visible_item(var) {
            return self.clause_home(var, v);
        }
        if self.scope.firstprivate.contains(&var) {
            return Some(Home::Value);
        }
        let ty = p.unit.var(var).ty;
        let is_array = p.unit.types.is_array(ty);
        if self.scope.reduced.contains(&var) {
            let known = &self.scope.known;
            let section = super::reductions::section(p, &self.scope.reduction_refs, var, known);
            if let Some(section) = section {
                return Some(self.add(p, var, DataKind::Copy, Origin::Reduction, section));
            }
        }
        // What only the length in a type names isn't named by the construct.
        if self.default == Some(DefaultKind::None) && !u.is_only_length() {
            let name = p.unit.var(var).name.clone();
            p.report(
                Diagnostic::error(
                    code::DEFAULT_NONE,
                    u.first,
                    format!(
                        "'{name}' is used in a construct with default(none), and no clause names it"
                    ),
                )
                .related(self.c.directive.span, "this construct")
                .help("add it to a data, private, firstprivate or reduction clause"),
            );
            return None;
        }
        if p.unit.types.is_pointer(ty) && !is_array {
            return self.pointer(p, var, u);
        }
        if p.unit.types.is_scalar(ty) {
            let written = u.written.is_some() || u.address.is_some();
            if self.scope.kind != ComputeKind::Kernels || !written {
                return Some(Home::Value);
            }
            return Some(self.add(p, var, DataKind::Copy, Origin::Implicit, Section::Whole));
        }
        self.aggregate(p, var, u)
    }

    /// Whether nothing says how much of what `var` points to the construct uses, which goes behind it.
    fn is_unbounded(&self, p: &Planner<'_>, var: VarId, u: &Use) -> bool {
        let ty = p.unit.var(var).ty;
        let named = self.visible_item(var).is_some()
            || self.scope.firstprivate.contains(&var)
            || self.scope.reduced.contains(&var)
            || self.default == Some(DefaultKind::None);
        !named
            && u.is_dereferenced()
            && p.unit.types.is_pointer(ty)
            && !p.unit.types.is_array(ty)
            && (self.default == Some(DefaultKind::Present)
                || self.scope.footprint(p, var, u).is_err())
    }

    fn aggregate(&mut self, p: &mut Planner<'_>, var: VarId, u: &Use) -> Option<Home> {
        let base = var_expr(p, var, u);
        let Some(section) = data::whole(p.unit, var, &base) else {
            return self.pointer(p, var, u);
        };
        let written = u.any_write() || u.address.is_some();
        let kind = match self.default {
            Some(DefaultKind::Present) => DataKind::Present,
            _ if written => DataKind::Copy,
            // Never written there: nothing to bring back.
            _ => DataKind::Copyin,
        };
        self.attach_members(p, var);
        let home = self.add(p, var, kind, Origin::Implicit, section);
        if let Some(item) = self.items.last_mut() {
            item.used = members::used(p.unit, self.scope.body, var);
        }
        Some(home)
    }

    /// A pointer without a clause: what is behind it is treated as an aggregate.
    fn pointer(&mut self, p: &mut Planner<'_>, var: VarId, u: &Use) -> Option<Home> {
        if !u.is_dereferenced() {
            return Some(Home::Value);
        }
        let base = var_expr(p, var, u);
        if self.default == Some(DefaultKind::Present) {
            let section = self.looked_up(p, var, base);
            return Some(self.add(p, var, DataKind::Present, Origin::Implicit, section));
        }
        let (section, words) = match self.scope.footprint(p, var, u) {
            Ok(found) => found,
            Err(why) => {
                if let Some(home) = self.holder(p, var, u) {
                    return Some(home);
                }
                super::compute::unbounded(p, var, u, &why, Severity::Warning);
                let section = self.looked_up(p, var, base);
                return Some(self.add(p, var, DataKind::Present, Origin::Implicit, section));
            }
        };
        let kind = if u.behind_written.is_some() {
            DataKind::Copy
        } else {
            DataKind::Copyin
        };
        Some(self.add(p, var, kind, Origin::Inferred(words), section))
    }

    /// A pointer to look up in the present table, and whether the kernel gets nowhere without what it points to.
    fn looked_up(&self, p: &Planner<'_>, var: VarId, base: Expr) -> Section {
        let known = &self.scope.known;
        let evaluable = |e: &Expr| super::extents::host_evaluable(p, e, known);
        let int = p.unit.types.int();
        Section::Address {
            base,
            certain: certain::dereferenced(p.unit, self.scope.body, var, int, &evaluable),
        }
    }

    /// A pointer to a struct that no clause names, where clauses name what its members point to
    /// (`present(s->a[0:n])`): the struct comes along, and its pointers are attached.
    fn holder(&mut self, p: &mut Planner<'_>, var: VarId, u: &Use) -> Option<Home> {
        self.members(p, var).next()?;
        let (section, words, written) = self.scope.own_footprint(p, var, u).ok()?;
        self.attach_members(p, var);
        let kind = if written {
            DataKind::Copy
        } else {
            DataKind::Copyin
        };
        Some(self.add(p, var, kind, Origin::Inferred(words), section))
    }

    /// Clauses on sections behind pointers that are members of `var`, or of what it points to.
    fn members<'v>(
        &'v self,
        p: &'v Planner<'_>,
        var: VarId,
    ) -> impl Iterator<Item = Visible<'v>> + 'v {
        let device = |k| matches!(k, DataKind::Deviceptr | DataKind::UseDevice);
        self.visible.iter().copied().filter(move |v| {
            !matches!(v.item.base.kind, ExprKind::Var(_))
                && p.unit.types.is_pointer(v.item.base.ty)
                && !names_pointer_only(v.kind)
                && !device(v.kind)
                && data::root(p.unit, &v.item.base) == Some(var)
        })
    }

    /// Those of constructs around are there, but a copy of the struct that comes only now has to
    /// have its pointers attached.
    fn attach_members(&mut self, p: &Planner<'_>, var: VarId) {
        let mut added: Vec<DataItem> = Vec::new();
        for v in self.members(p, var).filter(|v| v.own.is_none()) {
            added.push(DataItem {
                kind: match v.kind {
                    DataKind::NoCreate => DataKind::NoCreate,
                    _ => DataKind::Present,
                },
                modifiers: Modifiers::default(),
                origin: Origin::Implicit,
                name: v.item.text.clone(),
                line: p.line(self.c.directive.span),
                var,
                section: enclosing_section(p.unit, v),
                if_present: false,
                finalize: false,
                used: None,
                attach: Some(v.item.base.clone()),
            });
        }
        self.items.extend(added);
    }

    /// The clause that speaks of `var`: a data item of the variable itself, its sections, or
    /// what it points to. A clause on a member (`s.p[0:n]`) is beside the struct's own item.
    fn visible_item(&self, var: VarId) -> Option<Visible<'_>> {
        self.visible
            .iter()
            .filter(|v| !names_pointer_only(v.kind))
            .find(|v| matches!(&v.item.base.kind, ExprKind::Var(b) if *b == var))
            .copied()
    }

    fn clause_home(&self, var: VarId, v: Visible<'_>) -> Option<Home> {
        match (v.kind, v.own) {
            (DataKind::Deviceptr | DataKind::UseDevice, _) => Some(Home::Raw),
            (_, Some(i)) => Some(Home::Item(i)),
            // Of a construct around: its stand-in here. None: an own item that had an error.
            _ => self
                .items
                .iter()
                .position(|i| i.var == var && i.is_of_variable())
                .map(Home::Item),
        }
    }

    fn add(
        &mut self,
        p: &Planner<'_>,
        var: VarId,
        kind: DataKind,
        origin: Origin,
        section: Section,
    ) -> Home {
        self.items.push(DataItem {
            kind,
            modifiers: Modifiers::default(),
            origin,
            name: p.unit.var(var).name.clone(),
            line: p.line(self.c.directive.span),
            var,
            section,
            if_present: false,
            finalize: false,
            used: None,
            attach: None,
        });
        Home::Item(self.items.len() - 1)
    }
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
        items.push(DataItem {
            kind,
            modifiers: Modifiers::default(),
            origin: Origin::Implicit,
            name: show::name(unit, var).to_string(),
            line: p.line(c.directive.span),
            var,
            section,
            if_present: false,
            finalize: false,
            used: None,
            attach: unit.pointer_member(var).cloned(),
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
        items.push(DataItem {
            kind: DataKind::NoCreate,
            modifiers: Modifiers::default(),
            origin: Origin::Implicit,
            name: member.text.clone(),
            line: p.line(c.directive.span),
            var,
            section: Section::Dims {
                base: member.value.clone(),
                elem: member.value.ty,
                dims: Vec::new(),
            },
            if_present: false,
            finalize: false,
            used: None,
            attach: None,
        });
    }
    out
}

/// `attach` and `detach` say nothing of what the pointer's target is to a construct.
fn names_pointer_only(kind: DataKind) -> bool {
    matches!(kind, DataKind::Attach | DataKind::Detach)
}

fn address(base: Expr) -> Section {
    Section::Address {
        base,
        certain: None,
    }
}

/// Where to look in the present table: the first element that the clause named.
fn enclosing_section(unit: &accrs_frontend::Unit, v: Visible<'_>) -> Section {
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
                length: Some(Expr {
                    kind: ExprKind::IntLit {
                        value: 1,
                        text: "1".into(),
                    },
                    ty: lower.ty,
                    span: lower.span,
                }),
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

pub fn var_expr(p: &Planner<'_>, var: VarId, u: &Use) -> Expr {
    Expr {
        kind: ExprKind::Var(var),
        ty: p.unit.var(var).ty,
        span: u.first,
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
    let is_array = |v: VarId| {
        types.is_array(p.unit.var(v).ty) && !crate::analyse::place::is_array_parameter(p.unit, v)
    };
    let is_restrict = |v: VarId| types.qualifiers(p.unit.var(v).ty).is_restrict;
    let memory = |v: &VarId| matches!(homes.get(v), Some(Home::Item(_) | Home::Raw));
    let all_apart = exposed
        .vars
        .keys()
        .filter(|v| memory(v))
        .all(|v| is_array(*v) || is_restrict(*v) || !types.is_pointer(p.unit.var(*v).ty));
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
                    // copy(p): the pointer itself is what lives on the device.
                    Section::Whole => types.is_array(ty),
                    _ => pointer_like,
                };
                if points {
                    Pass::Address {
                        item: *item,
                        restrict: is_restrict(var) || (is_array(var) && all_apart),
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
