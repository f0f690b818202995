//! Uses: which variables a piece of a region reads, writes, takes the address of, and
//! reads or writes behind; through calls as well.

use super::place::Place;
use super::walk::{Event, Mode, value};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    ArrayLen, Expr, ExprKind, For, FunctionId, LoopId, Stmt, StmtKind, Type, TypeId, VarId, Visit,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// What happens to one variable.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// The variable's own value (for structs and arrays: a part of it).
    pub read: Option<Span>,
    pub written: Option<Span>,
    pub address: Option<Span>,
    /// What it points to.
    pub behind_read: Option<Span>,
    pub behind_written: Option<Span>,
    /// Where it is first named.
    pub first: Span,
    /// The call of a function that names it itself.
    pub called: Option<Called>,
}

/// What a called function does to a file-scope variable.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    pub span: Span,
    /// By atomic constructs alone, and the code around doesn't name the variable.
    pub atomic: bool,
}

impl Use {
    pub fn any_write(&self) -> bool {
        self.written.is_some() || self.behind_written.is_some()
    }
    /// Named only by the length in a type.
    pub fn is_only_length(&self) -> bool {
        let own = self.read.or(self.written).or(self.address);
        own.is_none() && !self.is_dereferenced()
    }
    pub fn is_dereferenced(&self) -> bool {
        self.behind_read.is_some() || self.behind_written.is_some()
    }
}

/// A pointer and the one that it was given a value from: an address in the same object (`p = a + i`), or one that
/// was read behind it (`p = s->next`).
#[derive(Clone, Copy, Debug)]
struct Derived {
    to: VarId,
    from: VarId,
    same: bool,
}

/// Uses of all variables, in the order of first use, and the functions called.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub vars: IndexMap<VarId, Use>,
    pub calls: IndexMap<FunctionId, Span>,
    /// A call through a pointer.
    pub indirect_call: Option<Span>,
    /// A write to a place without a single root.
    pub wild_write: Option<Span>,
    pub declared: IndexSet<VarId>,
    /// Variables that don't count inside of a loop.
    hidden: IndexMap<LoopId, Vec<VarId>>,
    /// Pointers that are given a value from another.
    derived: Vec<Derived>,
    /// Types that expressions name: of casts and `sizeof`.
    named: Vec<(TypeId, Span)>,
}

/// Uses in a list of statements.
pub fn of_stmts<'a>(unit: &Unit, stmts: impl IntoIterator<Item = &'a Stmt>) -> Uses {
    let mut uses = Uses::default();
    for s in stmts {
        uses.stmt(unit, s);
    }
    uses.effects_of_calls(unit);
    uses
}

/// Uses in statements, but for those of variables where they are private: to the loop
/// (`hidden`), or to all of it.
pub fn exposed(
    unit: &Unit,
    stmts: &[Stmt],
    hidden: &IndexMap<LoopId, Vec<VarId>>,
    everywhere: &IndexSet<VarId>,
) -> Uses {
    let mut uses = Uses {
        hidden: hidden.clone(),
        ..Uses::default()
    };
    for s in stmts {
        uses.stmt(unit, s);
    }
    uses.effects_of_calls(unit);
    let own = hidden.values().flatten().chain(everywhere).copied();
    uses.lengths(unit, &own.collect());
    let declared = std::mem::take(&mut uses.declared);
    uses.vars
        .retain(|v, _| !everywhere.contains(v) && !declared.contains(v));
    uses
}

/// Uses in an expression.
pub fn of_expr(unit: &Unit, e: &Expr) -> Uses {
    let mut uses = Uses::default();
    uses.expr(unit, e);
    uses.effects_of_calls(unit);
    uses
}

impl Uses {
    pub fn get(&self, var: VarId) -> Option<&Use> {
        self.vars.get(&var)
    }
    /// Adds what `other` does.
    pub fn merge(&mut self, other: &Uses) {
        for (var, u) in &other.vars {
            let mine = self.vars.entry(*var).or_insert_with(|| Use {
                first: u.first,
                ..Use::default()
            });
            mine.read = mine.read.or(u.read);
            mine.written = mine.written.or(u.written);
            mine.address = mine.address.or(u.address);
            mine.behind_read = mine.behind_read.or(u.behind_read);
            mine.behind_written = mine.behind_written.or(u.behind_written);
            mine.called = mine.called.or(u.called);
        }
        for (f, s) in &other.calls {
            self.calls.entry(*f).or_insert(*s);
        }
        self.indirect_call = self.indirect_call.or(other.indirect_call);
        self.wild_write = self.wild_write.or(other.wild_write);
        self.declared.extend(&other.declared);
        self.derived.extend(&other.derived);
        self.named.extend(&other.named);
    }
    pub fn writes(&self, var: VarId) -> bool {
        self.get(var).is_some_and(|u| u.written.is_some())
    }

    fn stmt(&mut self, unit: &Unit, s: &Stmt) {
        Walk { unit, uses: self }.visit_stmt(s);
    }

    /// A loop that has copies of variables.
    fn with_copies(&mut self, unit: &Unit, l: &For, own: &[VarId]) {
        // Its first value is found before there are copies.
        if let Some(head) = &l.canonical {
            self.expr(unit, &head.lower);
        }
        let mut inner = Uses {
            hidden: self.hidden.clone(),
            ..Uses::default()
        };
        inner.hidden.insert(l.id, Vec::new());
        let uses = &mut inner;
        Walk { unit, uses }.visit_for(l);
        // Before the copies are forgotten: what they point to is the others'.
        inner.settle();
        // A copy of variable length is as long as its type says.
        for v in own {
            let used = inner.vars.get(v).map(|u| (unit.var(*v).ty, u.first));
            inner.named.extend(used);
        }
        inner.vars.retain(|v, _| !own.contains(v));
        self.merge(&inner);
    }

    /// What is done behind a pointer is done behind the one that it was made from.
    fn derive(&mut self, unit: &Unit, to: VarId, from: &Expr) {
        if unit.types.is_pointer(unit.var(to).ty)
            && let Some(p) = super::place::rough_target(unit, from)
            && p.root != to
        {
            self.derived.push(Derived {
                to,
                from: p.root,
                same: p.is_near(),
            });
        }
    }

    /// The pointers and arrays whose objects `var` was made to point into, directly or not; itself too.
    pub fn sources(&self, var: VarId) -> IndexSet<VarId> {
        self.origins(var, false)
    }

    /// Likewise, and those behind which the pointer, or one on the way to it, was read.
    pub fn followed(&self, var: VarId) -> IndexSet<VarId> {
        self.origins(var, true)
    }

    fn origins(&self, var: VarId, behind: bool) -> IndexSet<VarId> {
        let mut all = IndexSet::from([var]);
        let mut next = 0;
        while let Some(to) = all.get_index(next).copied() {
            next += 1;
            let from = |d: &&Derived| d.to == to && (d.same || behind);
            let direct = self.derived.iter().filter(from);
            all.extend(direct.map(|d| d.from));
        }
        all
    }

    fn settle(&mut self) {
        // Chains are as long as there are pointers.
        for _ in 0..self.derived.len() {
            for Derived { to, from, .. } in self.derived.clone() {
                let Some(u) = self.vars.get(&to).cloned() else {
                    continue;
                };
                if let Some(mine) = self.vars.get_mut(&from) {
                    mine.behind_read = mine.behind_read.or(u.behind_read);
                    mine.behind_written = mine.behind_written.or(u.behind_written);
                }
            }
        }
    }

    fn expr(&mut self, unit: &Unit, e: &Expr) {
        let mut given: Vec<(VarId, &Expr)> = Vec::new();
        e.each_expr(|e| {
            if let ExprKind::Assign(None, to, from) = &e.kind
                && let ExprKind::Var(v) = &to.kind
            {
                given.push((*v, from));
            }
            match &e.kind {
                ExprKind::Cast { .. } => self.named.push((e.ty, e.span)),
                ExprKind::SizeofType(of) => self.named.push((*of, e.span)),
                _ => {}
            }
        });
        for (v, from) in given {
            self.derive(unit, v, from);
        }
        let shown = unit.effects.shown(unit, e);
        value(unit, e, &mut |event| match event {
            Event::Access {
                mode,
                lvalue,
                place,
                ..
            } => match place {
                // Whoever gets the address only reads what is there.
                Some(p) if shown.iter().any(|s| std::ptr::eq(*s, lvalue)) => {
                    self.access(&p, Mode::Read, lvalue.span);
                }
                Some(p) => self.access(&p, mode, lvalue.span),
                None => {
                    // Through a cast to elements of another size, say: where it begins is known all the same.
                    if let Some(p) = super::place::rough_place(unit, lvalue) {
                        self.access(&p, mode, lvalue.span);
                    }
                    if mode.writes() {
                        self.wild_write = Some(lvalue.span);
                    }
                }
            },
            Event::Call { function, call, .. } => match function {
                Some(id) => {
                    self.calls.entry(id).or_insert(call.span);
                    self.pointer_arguments(unit, id, call);
                }
                None => self.indirect_call = Some(call.span),
            },
            Event::Stmts(stmts) => stmts.iter().for_each(|s| self.stmt(unit, s)),
            Event::Branch | Event::Else | Event::Join => {}
        });
    }

    fn access(&mut self, place: &Place<'_>, mode: Mode, span: Span) {
        let u = self.vars.entry(place.root).or_insert_with(|| Use {
            first: span,
            ..Use::default()
        });
        let set = |slot: &mut Option<Span>| {
            slot.get_or_insert(span);
        };
        if place.is_direct() {
            match mode {
                Mode::Address => set(&mut u.address),
                _ => {
                    if mode.reads() {
                        set(&mut u.read);
                    }
                    if mode.writes() {
                        set(&mut u.written);
                    }
                }
            }
        } else {
            set(&mut u.read);
            if mode.reads() {
                set(&mut u.behind_read);
            }
            if mode.writes() {
                set(&mut u.behind_written);
            }
        }
    }

    /// Adds variables that only the lengths in variably modified types name (`m` of
    /// `int (*h)[m]`), neither read nor written: subscripts need them. `own`: what has memory of
    /// its own in this code, where the outermost length counts too.
    pub fn lengths(&mut self, unit: &Unit, own: &IndexSet<VarId>) {
        if unit.types.vla_lengths.is_empty() {
            return;
        }
        let inner = |v: VarId, declared: &IndexSet<VarId>| match unit.var(v).ty {
            ty if own.contains(&v) || declared.contains(&v) => Some(ty),
            ty => unit.types.pointee(ty),
        };
        let mut work: Vec<(TypeId, Span)> = std::mem::take(&mut self.named);
        for (v, u) in &self.vars {
            work.extend(inner(*v, &self.declared).map(|ty| (ty, u.first)));
        }
        while let Some((ty, span)) = work.pop() {
            if let Type::Array(_, ArrayLen::Vla(id)) = unit.types.canonical(ty)
                && let Some(length) = unit.types.vla_lengths.get(id.index())
            {
                let mut named = Uses::default();
                named.expr(unit, length);
                for v in named.vars.into_keys() {
                    self.vars.entry(v).or_insert_with(|| Use {
                        first: span,
                        ..Use::default()
                    });
                }
            }
            work.extend(unit.types.pointee(ty).map(|to| (to, span)));
        }
    }

    /// What a call does with the memory that its arguments point to.
    fn pointer_arguments(&mut self, unit: &Unit, id: FunctionId, call: &Expr) {
        let ExprKind::Call { args, .. } = &call.kind else {
            return;
        };
        for (i, a) in args.iter().enumerate() {
            if unit.types.pointee(a.ty).is_none() {
                continue;
            }
            let Some(place) = super::place::target(unit, a, None) else {
                continue;
            };
            let (reads, writes) = unit.effects.on_argument(unit, id, i);
            for (does, mode) in [(reads, Mode::Read), (writes, Mode::Write)] {
                if does {
                    self.access(&place, mode, call.span);
                }
            }
        }
    }

    /// Adds what called functions do to file-scope variables.
    fn effects_of_calls(&mut self, unit: &Unit) {
        self.settle();
        let calls = std::mem::take(&mut self.calls);
        for (&f, &span) in &calls {
            for (var, touch) in unit.effects.on_statics(f) {
                if super::constant::is_constant(unit, var) {
                    continue;
                }
                let at = |does: bool| does.then_some(span);
                let alone = self.vars.get(&var).is_none_or(|u| u.called.is_some());
                let mine = self.vars.entry(var).or_insert_with(|| Use {
                    first: span,
                    ..Use::default()
                });
                let mut called = mine.called.unwrap_or(Called {
                    span,
                    atomic: alone,
                });
                called.atomic &= !touch.plain;
                mine.called = Some(called);
                mine.read = mine.read.or(at(touch.read));
                mine.written = mine.written.or(at(touch.written));
                mine.address = mine.address.or(at(touch.address));
                mine.behind_read = mine.behind_read.or(at(touch.behind_read));
                mine.behind_written = mine.behind_written.or(at(touch.behind_written));
            }
        }
        self.calls = calls;
    }
}

struct Walk<'w> {
    unit: &'w Unit,
    uses: &'w mut Uses,
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let StmtKind::Decl(decls) = &s.kind else {
            return self.walk_stmt(s);
        };
        for d in decls {
            self.uses.declared.insert(d.var);
            if let Some(init) = &d.init {
                self.uses.expr(self.unit, init);
                self.uses.derive(self.unit, d.var, init);
                self.uses.vars.entry(d.var).or_default().written = Some(s.span);
            }
        }
    }

    fn visit_for(&mut self, l: &'a For) {
        match self.uses.hidden.get(&l.id).filter(|own| !own.is_empty()) {
            Some(own) => {
                let own = own.clone();
                self.uses.with_copies(self.unit, l, &own);
            }
            None => self.walk_for(l),
        }
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        self.uses.expr(self.unit, e);
    }
}

/// Global, or `static` in a function.
pub fn is_static_storage(unit: &Unit, var: VarId) -> bool {
    use accrs_frontend::region::Storage;
    matches!(
        unit.var(var).storage,
        Storage::Global { .. } | Storage::StaticLocal
    )
}

/// Every expression under `s`, for the CUDA room.
pub fn visit_exprs<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    s.each_expr(f);
}

/// `e` and every expression under it, for the CUDA room.
pub fn visit_expr<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    e.each_expr(f);
}
