//! What each of a thread's iterations does outside of its loops in order.

use super::Tiling;
use crate::names::safe;
use crate::plan::TileStep;
use crate::print::{Access, place};
use accrs_frontend::region::{Expr, ExprKind, VarId};
use accrs_frontend::source::Span;

/// How tightly an operand of a comparison binds (`print/expr.rs`).
pub(super) const COMPARED: u8 = 11;

impl<'t> Tiling<'t, '_, '_> {
    pub(super) fn body(&mut self) {
        let t = self.t;
        let held: Vec<String> = t
            .held
            .iter()
            .map(|h| self.registers(&h.element, h.load))
            .collect();
        let loaded = t.held.iter().zip(&held).filter(|(h, _)| h.load);
        let loaded: Vec<(&Expr, &String)> = loaded.map(|(h, name)| (&h.element, name)).collect();
        if !loaded.is_empty() {
            self.exchange(&loaded, &|own, e, of| {
                format!("{of} = {};", own.w.p.expr(e))
            });
        }
        self.scalars();
        let what = t.held.iter().zip(&held);
        let what: Vec<(&Expr, String)> = what
            .map(|(h, name)| (&h.element, self.mine(name)))
            .collect();
        let number = what.len();
        let ids = self.replace(&t.body, what);
        let mut run: Vec<&TileStep> = Vec::new();
        for (step, s) in t.body.iter().enumerate() {
            if let TileStep::Loop { head, kept, body } = s {
                self.elements(&std::mem::take(&mut run));
                self.in_order(step, head, (kept, body));
            } else {
                run.push(s);
            }
        }
        self.elements(&run);
        self.restore(&ids, number);
        let all: Vec<(&Expr, &String)> = t.held.iter().map(|h| &h.element).zip(&held).collect();
        if !all.is_empty() {
            self.exchange(&all, &store);
        }
    }

    /// Declares registers for an element of each of a thread's iterations, and returns their name.
    pub(super) fn registers(&mut self, e: &Expr, zero: bool) -> String {
        let name = self.w.name_for(e, "own");
        self.array(e.ty, &name, zero || self.guards_early());
        name
    }

    fn array(&mut self, ty: accrs_frontend::region::TypeId, name: &str, zero: bool) {
        let array = format!("{name}[{}][{}]", self.t.rows.each, self.t.columns.each);
        let declared = self.w.p.declare_mutable(ty, &array);
        let zero = if zero { " = {}" } else { "" };
        self.w.out.line(format!("{declared}{zero};"));
    }

    /// The element of an array of registers that belongs to the iteration.
    pub(super) fn mine(&self, name: &str) -> String {
        format!("{name}[{}][{}]", self.names.row, self.names.column)
    }

    /// Declares the scalars of a thread's iterations.
    fn scalars(&mut self) {
        let zero = self.guards_early();
        for v in &self.t.scalars {
            let name = self.name_of(*v);
            self.array(self.w.p.unit.var(*v).ty, &name, zero);
            let element = self.mine(&name);
            self.w.p.access.insert(*v, Access::Name(element));
        }
    }

    /// Whether something that threads behind the nest's end leave out comes before loops in order, which they go through as well.
    fn guards_early(&self) -> bool {
        let is_loop = |s: &TileStep| matches!(s, TileStep::Loop { .. });
        let last = self.t.body.iter().rposition(is_loop).unwrap_or(0);
        let early = self.t.body[..last].iter();
        early.into_iter().any(|s| !is_loop(s) && self.touches(s))
    }

    /// A name for a variable of the nest: its own, if no other one has that.
    pub(super) fn name_of(&mut self, v: VarId) -> String {
        let own = safe(&self.w.p.unit.var(v).name);
        let taken = |a: &Access| match a {
            Access::Name(n) | Access::Deref(n) => n.split('[').next() == Some(own.as_str()),
        };
        match self.w.p.access.values().any(taken) {
            true => self.w.names.unique(&own),
            false => own,
        }
    }

    fn elements(&mut self, run: &[&'t TileStep]) {
        let all = run.iter().copied();
        let all = all.filter(|s| !matches!(s, TileStep::Declare(_, None)));
        let all: Vec<&TileStep> = all.collect();
        if all.is_empty() {
            return;
        }
        let guarded = all.iter().any(|s| self.touches(s));
        self.open_iterations();
        if guarded {
            let named = |own: &Self, v| all.iter().any(|s| own.names(s, v));
            self.open_guard(&[self.names.rows.var, self.names.columns.var].map(|v| named(self, v)));
        }
        for s in all {
            self.step(s);
        }
        if guarded {
            self.close_guard();
        }
        self.close_iterations();
    }

    pub(super) fn open_iterations(&mut self) {
        let each = [
            (&self.names.row, self.t.rows.each),
            (&self.names.column, self.t.columns.each),
        ];
        for (name, number) in each {
            self.w.out.line("#pragma unroll");
            let head = format!("for (int {name} = 0; {name} < {number}; {name}++) {{");
            self.w.out.open(head);
        }
    }

    pub(super) fn close_iterations(&mut self) {
        self.w.out.close("}");
        self.w.out.close("}");
    }

    /// Where in the tile a thread's row and column are: rows follow each other, columns are as far apart as the threads are many, so that neighbouring
    /// threads have neighbouring columns.
    pub(super) fn places(&self) -> [String; 2] {
        let (t, n) = (self.t, &self.names);
        if let Some(warp) = &n.warp {
            return warp.of_sum(&n.row, &n.column);
        }
        [
            format!("{} * threadIdx.y + {}", t.rows.each, n.row),
            format!("threadIdx.x + {} * {}", t.columns.threads, n.column),
        ]
    }

    /// What only iterations of the nest do. `named`: whether its rows' and its columns' variables are.
    fn open_guard(&mut self, named: &[bool; 2]) {
        let [row, column] = self.places();
        let (r, c) = (&self.names.rows, &self.names.columns);
        let places = format!("const int {} = {row}, {} = {column};", r.at, c.at);
        let guard = format!("if ({} < {} && {} < {}) {{", r.at, r.left, c.at, c.left);
        let user = [r, c].map(|cut| self.w.user_line(cut, &format!("{} + {}", cut.part, cut.at)));
        self.w.out.line(places);
        self.w.out.open(guard);
        let conditions = self.conditions();
        for (line, named) in user.iter().zip(named) {
            if *named || !conditions.is_empty() {
                self.w.out.line(line);
            }
        }
        if !conditions.is_empty() {
            self.w
                .out
                .open(format!("if ({}) {{", conditions.join(" && ")));
        }
    }

    fn close_guard(&mut self) {
        let depth = if self.conditions().is_empty() { 1 } else { 2 };
        (0..depth).for_each(|_| self.w.out.close("}"));
    }

    /// What an iteration must have to touch memory, besides a place in the tile.
    fn conditions(&self) -> Vec<String> {
        let slanted = self
            .t
            .slant
            .iter()
            .map(|s| self.has(&self.t.columns.head, s.upper));
        slanted.chain(self.only_if.clone()).collect()
    }

    /// Loads or stores elements of each of a thread's iterations: `line` makes the statement of an element and its register.
    pub(super) fn exchange(
        &mut self,
        all: &[(&Expr, &String)],
        line: &dyn Fn(&Self, &Expr, &str) -> String,
    ) {
        let at = all.first().map(|(e, _)| place(self.w.p.unit, e.span));
        let around = self.w.out.come_from(at.unwrap_or_default());
        self.open_iterations();
        let named = |v: VarId| all.iter().any(|(e, _)| e.mentions(v));
        self.open_guard(&[self.names.rows.var, self.names.columns.var].map(named));
        for (e, name) in all {
            let text = line(self, e, &self.mine(name));
            self.w.out.line(text);
        }
        self.close_guard();
        self.close_iterations();
        self.w.out.come_from(around);
    }

    /// A statement whose scalars are declared already.
    pub(super) fn step(&mut self, s: &'t TileStep) {
        match s {
            TileStep::Declare(v, Some(value)) => {
                let ty = self.w.p.unit.var(*v).ty;
                let (to, text) = (self.w.target(*v), self.w.p.initialiser(ty, value));
                self.placed(value.span, format!("{to} = {text};"));
            }
            TileStep::Assign { to, .. } if self.product(to).is_some() => self.fused(to),
            TileStep::Assign { to, op, value } => {
                let kind = ExprKind::Assign(*op, Box::new(to.clone()), Box::new(value.clone()));
                let e = Expr::new(kind, to.ty, to.span);
                let text = self.w.p.discarded(&e);
                self.placed(to.span, format!("{text};"));
            }
            TileStep::Declare(_, None) | TileStep::Loop { .. } => {}
        }
    }

    pub(super) fn placed(&mut self, span: Span, line: String) {
        let around = self.w.out.come_from(place(self.w.p.unit, span));
        self.w.out.line(line);
        self.w.out.come_from(around);
    }

    /// Whether a statement names a variable, beside what stands for something else.
    pub(super) fn names(&self, s: &TileStep, v: VarId) -> bool {
        self.any_left(s, &|e| e.is_var(v))
    }

    /// Whether only threads with an iteration may do what a statement does: it touches memory, names the iteration, or computes something.
    fn touches(&self, s: &TileStep) -> bool {
        let sides = [self.names.rows.var, self.names.columns.var];
        self.any_left(s, &|e| match &e.kind {
            ExprKind::Var(v) => sides.contains(v),
            ExprKind::IntLit { .. }
            | ExprKind::FloatLit { .. }
            | ExprKind::CharLit { .. }
            | ExprKind::Cast { .. } => false,
            _ => true,
        })
    }

    fn any_left(&self, s: &TileStep, is: &dyn Fn(&Expr) -> bool) -> bool {
        fn any(own: &Tiling<'_, '_, '_>, e: &Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
            if own.replaced.iter().any(|(known, _)| known.is_like(e)) {
                return false;
            }
            let mut found = is(e);
            e.children(&mut |c| found = found || any(own, c, is));
            found
        }
        match s {
            TileStep::Declare(_, value) => value.iter().any(|e| any(self, e, is)),
            TileStep::Assign { to, value, .. } => any(self, to, is) || any(self, value, is),
            TileStep::Loop { .. } => false,
        }
    }
}

/// Stores an element's register.
pub(super) fn store(own: &Tiling<'_, '_, '_>, e: &Expr, of: &str) -> String {
    format!("{} = {of};", own.w.p.operand(e, super::UNARY))
}
