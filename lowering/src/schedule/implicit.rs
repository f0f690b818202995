//! The implicit data attributes (§2.6.2): what a variable that no clause of a construct names is to it.

use super::data::{self, Visible};
use super::members;
use super::params::{Home, enclosing_section, names_pointer_only};
use super::planner::{Planner, code};
use super::scans;
use super::scope::{self, Scope, var_expr};
use crate::analyse::behind;
use crate::analyse::certain;
use crate::analyse::filled::{self, Filled};
use crate::analyse::packed::{self, Packed};
use crate::analyse::uses::Use;
use crate::analyse::verdict::Unbounded;
use crate::plan::{ComputeKind, DataItem, Dim, Origin, Section};
use crate::print::show;
use accrs_frontend::directive::{DataKind, DefaultKind};
use accrs_frontend::region::{Construct, Expr, ExprKind, Storage, VarId};
use accrs_frontend::{Diagnostic, Severity};

/// A construct's variables, and what its clauses and those around it say.
pub(super) struct Implicit<'a, 's> {
    pub c: &'a Construct,
    pub scope: &'a Scope<'s>,
    pub default: Option<DefaultKind>,
    pub items: &'a mut Vec<DataItem>,
    pub visible: &'a [Visible<'a>],
}

impl Implicit<'_, '_> {
    /// The home of a variable, with an item of its own where no clause has one. `None`: an error, reported.
    pub fn home(&mut self, p: &mut Planner<'_>, var: VarId, u: &Use) -> Option<Home> {
        if let Some(v) = self.visible_item(var) {
            return self.clause_home(var, v);
        }
        let made = self.c.members.iter().flat_map(|m| &m.made);
        if made.map(|(v, _)| *v).any(|v| v == var) {
            return Some(self.add(p, var, DataKind::Create, Origin::Implicit, Section::Whole));
        }
        let parts = self.c.members.as_ref().and_then(|m| m.parts.as_ref());
        let bound = parts.is_some_and(|p| p.from == var || p.to == var);
        if bound || self.scope.firstprivate.contains(&var) {
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
            let written = written || self.scope.tangled.contains_key(&var);
            if self.scope.kind != ComputeKind::Kernels || !written {
                return Some(Home::Value);
            }
            return Some(self.add(p, var, DataKind::Copy, Origin::Implicit, Section::Whole));
        }
        self.aggregate(p, var, u)
    }

    /// Whether nothing says how much of what `var` points to the construct uses, which goes behind it.
    pub fn is_unbounded(&self, p: &Planner<'_>, var: VarId, u: &Use) -> bool {
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
        let tangled = self.scope.tangled.contains_key(&var);
        if !tangled
            && u.is_dereferenced()
            && self.default != Some(DefaultKind::Present)
            && let Some((section, words)) = self.rows(p, var, &base)
        {
            return Some(self.add(p, var, moved(u), Origin::Inferred(words), section));
        }
        let written = u.any_write() || u.address.is_some() || tangled;
        let kind = match self.default {
            Some(DefaultKind::Present) => DataKind::Present,
            _ if written => self.both_ways(p, var, u, tangled),
            // Never written there: nothing to bring back.
            _ => DataKind::Copyin,
        };
        self.attach_members(p, var);
        let home = self.add(p, var, kind, Origin::Implicit, section);
        let packed = self.packed(p, var, kind);
        if let Some(item) = self.items.last_mut() {
            item.used = members::used(p.unit, self.scope.body, var);
            item.packed = packed;
        }
        Some(home)
    }

    /// A pointer without a clause: what is behind it is treated as an aggregate.
    fn pointer(&mut self, p: &mut Planner<'_>, var: VarId, u: &Use) -> Option<Home> {
        if !u.is_dereferenced() {
            return Some(Home::Value);
        }
        let base = var_expr(p, var, u);
        let of = p.unit.var(var).member.as_ref();
        if of.is_some_and(|m| m.held) {
            let section = Section::Address {
                base,
                certain: None,
            };
            return Some(self.add(p, var, DataKind::NoCreate, Origin::Implicit, section));
        }
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
                let further = matches!(why, Unbounded::Further(_));
                if let Some((section, words)) = further.then(|| self.rows(p, var, &base)).flatten()
                {
                    return Some(self.add(p, var, moved(u), Origin::Inferred(words), section));
                }
                let why_not = match scans::section(self, p, var) {
                    Some(Ok((section, words))) => {
                        let kind = moved(u);
                        return Some(self.add(p, var, kind, Origin::Inferred(words), section));
                    }
                    Some(Err(why_not)) => Some(why_not),
                    None => None,
                };
                let why_not = why_not.as_ref();
                scope::unbounded(p, var, u, &why, why_not, Severity::Warning);
                let section = self.looked_up(p, var, base);
                return Some(self.add(p, var, DataKind::Present, Origin::Implicit, section));
            }
        };
        let kind = match (moved(u), &section) {
            (
                DataKind::Copy,
                Section::Inferred {
                    lower,
                    upper,
                    exact,
                    ..
                },
            ) => {
                let bounds = (lower.as_slice(), upper.as_slice());
                let filled = filled::section(&self.scope.written, var, bounds, exact.is_some());
                let local = p.unit.var(var).storage == Storage::Local && u.address.is_none();
                ways(filled, local && p.unit.host.drops_behind(self.c.id, var))
            }
            (kind, _) => kind,
        };
        let home = self.add(p, var, kind, Origin::Inferred(words), section);
        let packed = self.packed(p, var, kind);
        if let Some(item) = self.items.last_mut() {
            item.packed = packed;
        }
        Some(home)
    }

    /// The rows that move, if that may be less than what lies between the first and the last of them.
    fn packed(&self, p: &Planner<'_>, var: VarId, kind: DataKind) -> Vec<Packed> {
        let moves = matches!(kind, DataKind::Copy | DataKind::Copyin);
        // Parts of a loop have sections of their own, and a reduction combines all elements.
        let whole = self.c.members.as_ref().is_none_or(|m| m.parts.is_none());
        let plain = !self.scope.tangled.contains_key(&var) && !self.scope.reduced.contains(&var);
        if !moves || !whole || !plain || p.options.memory.is_shared() {
            return Vec::new();
        }
        let known = &self.scope.known;
        let evaluable = |e: &Expr| super::extents::host_evaluable(p, e, known);
        packed::of(&self.scope.written, var, &evaluable)
    }

    /// How an array that the construct writes moves. The host's values aren't wanted where it is overwritten wholly, nor are the device's where
    /// the host reads none of it behind.
    fn both_ways(&self, p: &Planner<'_>, var: VarId, u: &Use, tangled: bool) -> DataKind {
        let array = p.unit.types.is_array(p.unit.var(var).ty);
        if tangled || !array {
            return DataKind::Copy;
        }
        let host = &p.unit.host;
        let local = p.unit.var(var).storage == Storage::Local && u.address.is_none();
        let dead = local && !host.takes_address(var) && !host.may_read_behind(self.c.id, var);
        ways(filled::array(&self.scope.written, var), dead)
    }

    /// The rows behind a pointer to pointers, or behind those of an array, and in words why.
    fn rows(&self, p: &Planner<'_>, var: VarId, base: &Expr) -> Option<(Section, String)> {
        if p.options.memory.is_shared() {
            return None;
        }
        let known = &self.scope.known;
        let evaluable = |e: &Expr| super::extents::host_evaluable(p, e, known);
        let found = behind::of_pointer(&self.scope.facts, var, &evaluable).ok()?;
        if !p.unit.types.is_arithmetic(found.elem) {
            return None;
        }
        let dims = found.levels.into_iter().enumerate().map(|(k, l)| Dim {
            length: Some(l.length_entered()),
            lower: Some(l.lower),
            extent: None,
            elem: l.elem,
            behind: k > 0,
        });
        let section = Section::Dims {
            base: base.clone(),
            elem: found.elem,
            dims: dims.collect(),
        };
        Some((section, found.words))
    }

    /// A pointer to look up in the present table, and whether the kernel gets nowhere without what it points to.
    pub fn looked_up(&self, p: &Planner<'_>, var: VarId, base: Expr) -> Section {
        let known = &self.scope.known;
        let evaluable = |e: &Expr| super::extents::host_evaluable(p, e, known);
        Section::Address {
            base,
            certain: certain::dereferenced(&self.scope.facts, var, &evaluable),
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
            let kind = match v.kind {
                DataKind::NoCreate => DataKind::NoCreate,
                _ => DataKind::Present,
            };
            let (name, section) = (v.item.text.clone(), enclosing_section(p.unit, v));
            let line = p.line(self.c.directive.span);
            added.push(DataItem {
                attach: Some(v.item.base.clone()),
                ..DataItem::implicit(kind, var, name, section, line)
            });
        }
        self.items.extend(added);
    }

    /// The clause that speaks of `var`: a data item of the variable itself, its sections, or
    /// what it points to. A clause on a member (`s.p[0:n]`) is beside the struct's own item.
    pub(super) fn visible_item(&self, var: VarId) -> Option<Visible<'_>> {
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

    pub fn add(
        &mut self,
        p: &Planner<'_>,
        var: VarId,
        kind: DataKind,
        origin: Origin,
        section: Section,
    ) -> Home {
        let (name, line) = (
            show::name(p.unit, var).to_string(),
            p.line(self.c.directive.span),
        );
        self.items.push(DataItem {
            origin,
            ..DataItem::implicit(kind, var, name, section, line)
        });
        Home::Item(self.items.len() - 1)
    }
}

/// How what a pointer leads to moves.
/// Which ways values that the construct changes go. `dead`: the host reads none behind it.
fn ways(filled: Filled, dead: bool) -> DataKind {
    // What nobody reads behind need not be overwritten wholly.
    match (filled.reads_own && (filled.whole || dead), dead) {
        (true, true) => DataKind::Create,
        (true, false) => DataKind::Copyout,
        (false, true) => DataKind::Copyin,
        (false, false) => DataKind::Copy,
    }
}

fn moved(u: &Use) -> DataKind {
    match u.behind_written {
        Some(_) => DataKind::Copy,
        None => DataKind::Copyin,
    }
}
