//! What the body of a function does itself, as far as its own text says.

use super::functions::{Summary, Touch};
use super::{Object, Step};
use crate::region::place::{self, Place, rough_place, rough_target, target};
use crate::region::walk::{Event, Mode, value};
use crate::region::{
    Expr, ExprKind, FunctionId, LocalDecl, Stmt, StmtKind, Storage, UnaryOp, Unit, VarId, Visit,
};

/// What an argument leads to, and how many pointers lead there from the place. `None` where it has no root.
pub(super) fn led_to<'a>(unit: &Unit, a: &'a Expr) -> Option<Place<'a>> {
    if unit.types.pointee(a.ty).is_some() {
        return target(unit, a, None).or_else(|| rough_target(unit, a));
    }
    let mut place = place::place(unit, a.strip_implicit())?;
    place.steps.push(place::Step::Deref);
    Some(place)
}

/// Whether a place behind a pointer is in the element to which that points.
fn is_at_first(place: &Place<'_>) -> bool {
    let zero = |(_, e): &(bool, &Expr)| e.strip_implicit().int_value() == Some(0);
    match place.steps.as_slice() {
        [] => true,
        [place::Step::Deref, place::Step::Index { terms, .. }, ..] => terms.iter().all(zero),
        _ => false,
    }
}

/// Looks at one body.
pub(super) struct Scan<'u> {
    pub(super) unit: &'u Unit,
    params: &'u [VarId],
    pub(super) own: Summary,
    /// The calls, with their arguments; `None`: through a pointer.
    pub(super) calls: Vec<(Option<FunctionId>, &'u [Expr])>,
    /// But for the calls, it only computes.
    pub(super) plain: bool,
    /// What is looked at is part of an atomic construct.
    atomic: bool,
}

impl<'u> Scan<'u> {
    pub(super) fn new(unit: &'u Unit, params: &'u [VarId]) -> Self {
        Self {
            unit,
            params,
            own: Summary {
                params: vec![Touch::default(); params.len()],
                moved: vec![false; params.len()],
                strays: vec![false; params.len()],
                given_back: vec![false; params.len()],
                ..Summary::default()
            },
            calls: Vec::new(),
            plain: true,
            atomic: false,
        }
    }

    fn is_static(&self, v: VarId) -> bool {
        matches!(
            self.unit.var(v).storage,
            Storage::Global { .. } | Storage::StaticLocal
        )
    }

    /// Whether an object is there when the function has returned.
    pub(super) fn outlives(&self, object: &Object) -> bool {
        match object {
            Object::Var(v) => self.is_static(*v),
            Object::Through(v, steps) => {
                self.is_static(*v) || self.params.contains(v) && steps.first() == Some(&Step::Deref)
            }
            Object::Call => false,
        }
    }

    pub(super) fn note(&self, to: &mut Summary, place: &Place<'_>, mode: Mode, atomic: bool) {
        let root = place.root;
        if self.is_static(root) {
            let touch = to.statics.entry(root).or_default();
            touch.note(place.derefs(), mode, atomic);
        }
        if let Some(n) = self.params.iter().position(|p| *p == root) {
            to.params[n].note(place.derefs(), mode, atomic);
            to.moved[n] |= to.params[n].written || to.params[n].address;
            to.strays[n] |= !is_at_first(place);
        }
    }

    pub(super) fn strays(&self, to: &mut Summary, place: &Place<'_>) {
        if let Some(n) = self.params.iter().position(|p| *p == place.root) {
            to.strays[n] = true;
        }
    }

    /// Reads, or writes, through a pointer of which nobody knows where it leads: perhaps behind a parameter.
    pub(super) fn anything(&self, to: &mut Summary, (reads, writes): (bool, bool)) {
        for touch in &mut to.params {
            for (does, mode) in [(reads, Mode::Read), (writes, Mode::Write)] {
                if does {
                    touch.note(2, mode, false);
                }
            }
        }
        to.strays.fill(true);
        to.anywhere |= writes;
    }

    /// A value with pointers that is stored somewhere: whoever has it may do anything there.
    fn stored(&mut self, from: &Expr) {
        if let ExprKind::InitList(items) = &from.kind {
            items.iter().for_each(|i| self.stored(&i.value));
        }
        if !self.unit.types.holds_pointer(from.ty) {
            return;
        }
        let roots = match led_to(self.unit, from) {
            Some(place) => vec![place],
            None => {
                let mut all = Vec::new();
                from.each_expr(|e| all.extend(e.variable()));
                let place = |root| Place {
                    root,
                    steps: vec![place::Step::Deref],
                };
                all.into_iter().map(place).collect()
            }
        };
        for place in roots {
            if let Some(n) = self.params.iter().position(|p| *p == place.root) {
                self.own.moved[n] = true;
            }
            if self.is_static(place.root) {
                let mut own = std::mem::take(&mut self.own);
                for mode in [Mode::Read, Mode::Write] {
                    self.note(&mut own, &place, mode, false);
                }
                self.own = own;
            }
        }
    }

    /// A value that the function returns.
    fn returned(&mut self, e: &Expr) {
        match &e.strip_implicit().kind {
            ExprKind::Conditional(asked, then, otherwise) => {
                self.returned(then.as_ref().unwrap_or(asked));
                return self.returned(otherwise);
            }
            _ if self.unit.types.is_arithmetic(e.ty) => return,
            _ => {}
        }
        let pointer = self.unit.types.pointee(e.ty).is_some();
        let calls = e.any_expr(|e| matches!(e.kind, ExprKind::Call { .. }));
        let place = led_to(self.unit, e).filter(|_| pointer && !calls);
        match place {
            Some(place) if self.is_static(place.root) => {}
            Some(place) if self.params.contains(&place.root) => {
                let given = self.params.iter().zip(&mut self.own.given_back);
                given.for_each(|(p, given)| *given |= *p == place.root && place.derefs() <= 1);
            }
            _ => self.own.given_back.fill(true),
        }
    }

    fn loses_const(&self, from: &Expr, to: &Expr) -> bool {
        let types = &self.unit.types;
        let is_const = |e: &Expr| Some(types.qualifiers(types.pointee(e.ty)?).is_const);
        is_const(from) == Some(true) && is_const(to) != Some(true)
    }

    /// Whether an expression by itself, whatever is in it, reads or does what arguments don't decide.
    fn is_plain(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(v) => !self.is_static(*v),
            ExprKind::Index(..)
            | ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, _)
            | ExprKind::StmtExpr(_) => false,
            ExprKind::Member { arrow, .. } => !arrow,
            _ => true,
        }
    }
}

impl<'u> Visit<'u> for Scan<'u> {
    fn visit_stmt(&mut self, s: &'u Stmt) {
        let was = self.atomic;
        self.atomic |= matches!(s.kind, StmtKind::Atomic { .. });
        if let StmtKind::Return(Some(e)) = &s.kind {
            self.returned(e);
        }
        self.walk_stmt(s);
        self.atomic = was;
    }

    fn visit_decl(&mut self, d: &'u LocalDecl) {
        d.init.iter().for_each(|e| self.stored(e));
        self.walk_decl(d);
    }

    fn visit_expr(&mut self, e: &'u Expr) {
        e.each_expr(|e| {
            if let ExprKind::Assign(None, _, from) = &e.kind {
                self.stored(from);
            }
            if let ExprKind::Cast { operand, .. } = &e.kind {
                self.own.casts_const_away |= self.loses_const(operand, e);
            }
            self.plain &= self.is_plain(e);
        });
        value(self.unit, e, &mut |event| match event {
            Event::Access {
                mode,
                lvalue,
                place,
                ..
            } => {
                let mut own = std::mem::take(&mut self.own);
                match place {
                    Some(place) => self.note(&mut own, &place, mode, self.atomic),
                    // Through a cast to elements of another size, say: which ones isn't known.
                    None => match rough_place(self.unit, lvalue) {
                        Some(place) => {
                            self.note(&mut own, &place, mode, self.atomic);
                            own.strays.fill(true);
                            own.anywhere |= mode.writes();
                        }
                        None => self.anything(&mut own, (mode.reads(), mode.writes())),
                    },
                }
                self.own = own;
                let object = Object::of(self.unit, lvalue).filter(|_| mode.writes());
                if let Some(object) = object.filter(|o| self.outlives(o)) {
                    self.own.written.insert(object);
                }
            }
            Event::Call { function, args, .. } => {
                self.own.calls.extend(function);
                self.own.anywhere |= function.is_none();
                self.calls.push((function, args));
            }
            Event::Stmts(stmts) => stmts.iter().for_each(|s| self.visit_stmt(s)),
            Event::Branch | Event::Else | Event::Join => {}
        });
    }
}
