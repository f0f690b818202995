//! A loop whose rows go through shared memory: a loop over strips of its iterations, in it the copies and the loop itself.

use super::find::{Form, Place, Rows, nest};
use crate::analyse::bounds;
use crate::analyse::poly::{Poly, Sym};
use crate::make::{binary, cast, int};
use crate::plan::{Axis, LoopPlan, Order, Turns};
use crate::schedule::recast::made::{decl, loop_of};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, For, LocalDecl, LoopCmp, LoopId, StagedArray, Staging, Stmt,
    StmtKind, TypeId, UnaryOp, VarId, VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::IndexSet;
use std::ops::Range;

/// What is to be written: rows, their copy in shared memory, and what was declared for them.
pub struct Strips<'w, 'a> {
    pub unit: &'w Unit,
    pub staging: &'w Staging,
    pub plan: &'w LoopPlan,
    pub threads: u64,
    pub arrays: &'w [(Rows<'a>, VarId, &'w StagedArray)],
}

impl Strips<'_, '_> {
    /// What stands in a loop's place, and the plans of its loops. `None`: it can't be spelled.
    pub fn write(&self, s: &Stmt) -> Option<(StmtKind, Vec<LoopPlan>)> {
        let (_, body) = nest(s, self.plan.heads.len())?;
        let (mut numbers, mut plans) = (self.staging.loops.iter().copied(), Vec::new());
        let outer = numbers.next()?;
        let mut stmts = Vec::new();
        for (_, rows, declared) in self.arrays {
            let places = self.places(declared);
            let all = std::iter::once(*rows).chain(places);
            stmts.extend(all.map(|var| self.array(var, s.span)));
        }
        stmts.push(Stmt::new(decl(self.staging.left, self.left()), s.span));
        if self.is_collapsed() && self.arrays.iter().any(|(r, ..)| !r.loaded.is_empty()) {
            let stored = self.store_places(s.span)?;
            let find = self.over_lanes(numbers.next()?, self.with_variables(stored, None), s.span);
            self.add(find, Turns::Few { apart: None }, (&mut stmts, &mut plans));
        }
        let several = Turns::Few {
            apart: Some(self.threads),
        };
        for inwards in [true, false] {
            for array in self.arrays {
                let words = match inwards {
                    true => &array.0.loaded,
                    false => &array.0.stored,
                };
                for words in words {
                    let copy = self.copy(array, words, inwards, s.span)?;
                    let own = (numbers.next()?, self.staging.word);
                    let bounds = (self.int(0), LoopCmp::Lt, self.count(words), 1);
                    let copying = loop_of(self.unit, own, bounds, copy, s.span);
                    self.add(copying, several, (&mut stmts, &mut plans));
                }
            }
            if inwards {
                let lanes = self.lanes(body)?;
                self.add(lanes, Turns::Few { apart: None }, (&mut stmts, &mut plans));
                let heads: Vec<VarId> = self.plan.heads.iter().map(|h| h.var).collect();
                let own = self.plan.private.iter().filter(|v| !heads.contains(v));
                plans.last_mut()?.private = own.copied().collect();
            }
        }
        let (lower, cmp, upper) = self.iterations();
        let bounds = (lower, cmp, upper, self.threads as i64);
        let body = Stmt::new(StmtKind::Block(stmts), s.span);
        let strips = loop_of(self.unit, (outer, self.staging.strip), bounds, body, s.span);
        plans.push(self.plan(&strips, Turns::One, |a| !is_thread(a)));
        let strips = StmtKind::For(Box::new(strips));
        if !self.is_collapsed() {
            return Some((strips, plans));
        }
        let mut whole = self.trips(s.span);
        whole.push(Stmt::new(strips, s.span));
        Some((StmtKind::Block(whole), plans))
    }

    pub(super) fn is_collapsed(&self) -> bool {
        self.plan.heads.len() > 1
    }

    fn add(&self, l: For, turns: Turns, (stmts, plans): (&mut Vec<Stmt>, &mut Vec<LoopPlan>)) {
        plans.push(self.plan(&l, turns, is_thread));
        let span = l.body.span;
        stmts.push(Stmt::new(StmtKind::For(Box::new(l)), span));
    }

    fn array(&self, var: VarId, span: Span) -> Stmt {
        let array = LocalDecl {
            var,
            init: None,
            is_static: false,
        };
        Stmt::new(StmtKind::Decl(vec![array]), span)
    }

    /// The bounds of the strips.
    fn iterations(&self) -> (Expr, LoopCmp, Expr) {
        let long = self.unit.types.long();
        let wide = |e: &Expr| widened(self.unit, long, e);
        if let [head] = self.plan.heads.as_slice() {
            return (wide(&head.lower), head.cmp, wide(&head.upper));
        }
        (self.int(0), LoopCmp::Lt, self.product(0))
    }

    /// A loop over the lanes of a strip.
    fn over_lanes(&self, id: LoopId, body: Stmt, span: Span) -> For {
        let left = self.var(self.staging.left, self.unit.types.int());
        let bounds = (self.int(0), LoopCmp::Lt, left, 1);
        loop_of(self.unit, (id, self.staging.lane), bounds, body, span)
    }

    /// The plan of one of the loops: it has those of the axes.
    fn plan(&self, l: &For, turns: Turns, axes: fn(&Axis) -> bool) -> LoopPlan {
        LoopPlan {
            updated: Vec::new(),
            id: l.id,
            heads: l.canonical.iter().cloned().collect(),
            axes: self.plan.axes.iter().filter(|a| axes(a)).copied().collect(),
            turns,
            private: Vec::new(),
            counted: vec![None],
            order: Order::default(),
            notes: Vec::new(),
            ..self.plan.clone()
        }
    }

    /// How many iterations a strip has: the last one may be shorter.
    fn left(&self) -> Expr {
        let types = &self.unit.types;
        let (int_ty, long) = (types.int(), types.long());
        let (_, cmp, upper) = self.iterations();
        let strip = self.var(self.staging.strip, long);
        let mut rest = binary(BinaryOp::Sub, upper, strip, long);
        if cmp == LoopCmp::Le {
            rest = binary(BinaryOp::Add, rest, int(self.unit, 1), long);
        }
        let all = self.int(self.threads);
        let fewer = binary(BinaryOp::Lt, rest.clone(), all.clone(), int_ty);
        let kind = ExprKind::Conditional(
            Box::new(fewer),
            Some(Box::new(cast(false, int_ty, rest))),
            Box::new(all),
        );
        Expr::new(kind, int_ty, Span::default())
    }

    /// Words of a strip's rows.
    fn count(&self, words: &Range<u64>) -> Expr {
        let ty = self.unit.types.int();
        let left = self.var(self.staging.left, ty);
        match words.end - words.start {
            1 => left,
            n => binary(BinaryOp::Mul, left, self.int(n), ty),
        }
    }

    /// Copies a word in or out.
    fn copy(
        &self,
        (r, rows, declared): &(Rows<'_>, VarId, &StagedArray),
        words: &Range<u64>,
        inwards: bool,
        span: Span,
    ) -> Option<Stmt> {
        let ty = self.unit.types.int();
        let word = || self.var(self.staging.word, ty);
        let each = words.end - words.start;
        let part = |op| match (each, op) {
            (1, BinaryOp::Div) => word(),
            (1, _) => self.int(0),
            _ => binary(op, word(), self.int(each), ty),
        };
        let (row, at) = (part(BinaryOp::Div), part(BinaryOp::Rem));
        let here = self.shared(*rows, row.clone(), self.plus(at.clone(), words.start));
        let there = self.device(r, declared, words, (row, at))?;
        let (to, from) = match inwards {
            true => (here, there),
            false => (there, here),
        };
        let store = ExprKind::Assign(None, Box::new(to), Box::new(from));
        let store = Expr::new(store, r.word, span);
        Some(Stmt::new(StmtKind::Expr(store), span))
    }

    /// A word in the device's memory, of this row and at this place of the range.
    fn device(
        &self,
        r: &Rows<'_>,
        declared: &StagedArray,
        words: &Range<u64>,
        (row, at): (Expr, Expr),
    ) -> Option<Expr> {
        let types = &self.unit.types;
        let (int_ty, long) = (types.int(), types.long());
        let place = &r.place;
        let first = place.first + words.start;
        let whole = words.end - words.start == r.pitch;
        // Counted in words from the beginning of the strip's first row.
        let along = |from: u64| match whole {
            true => self.plus(self.var(self.staging.word, int_ty), from),
            false => {
                let row = binary(BinaryOp::Mul, row.clone(), self.int(r.pitch), int_ty);
                let at = self.plus(at.clone(), from);
                binary(BinaryOp::Add, row, at, int_ty)
            }
        };
        if let Some(places) = self.places(declared) {
            let of_words = match place.form {
                Form::Words => words.start,
                _ => first,
            };
            let places = self.var(places, self.unit.var(places).ty);
            let row = index(places, row, declared.pointer);
            return Some(index(row, self.plus(at, of_words), r.word));
        }
        let base = self.base(place, 0)?;
        match place.form {
            Form::Words => {
                let base = self.base(place, words.start)?;
                let index = binary(BinaryOp::Add, base, along(0), long);
                element(place, index)
            }
            Form::Arrays => {
                let index = binary(BinaryOp::Add, base, row, long);
                let of = element(place, index)?;
                let inner = place.steps.get(place.at + 1)?;
                let mut inner = (*inner).clone();
                let ExprKind::Index(array, at_word) = &mut inner.kind else {
                    return None;
                };
                **at_word = self.plus(at, first);
                replace_place(array, of);
                Some(inner)
            }
            Form::Structs => {
                let of = element(place, base)?;
                let of = Expr::new(
                    ExprKind::Unary(UnaryOp::AddrOf, Box::new(of.clone())),
                    declared.pointer,
                    of.span,
                );
                let words = cast(false, declared.pointer, of);
                Some(index(words, along(first), r.word))
            }
        }
    }

    /// The subscript of the strip's first row, in `long`, `more` words on.
    fn base(&self, place: &Place<'_>, more: u64) -> Option<Expr> {
        let own = Sym::Var(self.plan.heads.first()?.var, 0);
        let strip = Poly::sym(Sym::Var(self.staging.strip, 0));
        let long = self.unit.types.long();
        let base = place.subscript.substitute(&own, &strip)?;
        let mut base = bounds::expression(&base.add_constant(more.into())?, self.unit, long)?;
        Explicit.visit_expr(&mut base);
        Some(base)
    }

    /// The loop itself, over a strip's iterations, with the rows' copies.
    fn lanes(&self, body: &Stmt) -> Option<For> {
        let int_ty = self.unit.types.int();
        let (mut own, span) = (body.clone(), body.span);
        for (r, rows, _) in self.arrays {
            let mut put = Put {
                of: &|e: &Expr| r.words.get(&e.id),
                by: &|word: &Poly| {
                    let word = bounds::expression(word, self.unit, int_ty)?;
                    let lane = self.var(self.staging.lane, int_ty);
                    Some(self.shared(*rows, lane, word))
                },
                right: true,
            };
            put.visit_stmt(&mut own);
            if !put.right {
                return None;
            }
            Undeclared(&r.pointers).visit_stmt(&mut own);
        }
        let found = self.arrays.iter().any(|(r, ..)| !r.loaded.is_empty());
        let places = match self.is_collapsed() && !found {
            true => self.store_places(span)?,
            false => Vec::new(),
        };
        Some(self.over_lanes(self.plan.id, self.with_variables(places, Some(own)), span))
    }

    /// Statements in front of a body, in the same braces where that declares nothing by the names of these variables.
    pub(super) fn before(&self, mut first: Vec<Stmt>, vars: &[VarId], body: Stmt) -> Stmt {
        let name = |v: VarId| self.unit.var(v).name.as_str();
        let hides = |s: &Stmt| match &s.kind {
            StmtKind::Decl(all) => {
                let mut all = all.iter();
                all.any(|d| vars.iter().any(|v| name(d.var) == name(*v)))
            }
            _ => false,
        };
        let span = body.span;
        match body.kind {
            StmtKind::Block(stmts) if !stmts.iter().any(hides) => first.extend(stmts),
            _ if first.is_empty() => return body,
            _ => first.push(body),
        }
        Stmt::new(StmtKind::Block(first), span)
    }

    fn shared(&self, rows: VarId, row: Expr, word: Expr) -> Expr {
        let types = &self.unit.types;
        let ty = self.unit.var(rows).ty;
        let one = types.pointee(ty).unwrap_or(ty);
        let of = types.pointee(one).unwrap_or(one);
        index(index(self.var(rows, ty), row, one), word, of)
    }

    pub(super) fn var(&self, v: VarId, ty: TypeId) -> Expr {
        Expr::new(ExprKind::Var(v), ty, Span::default())
    }

    pub(super) fn int(&self, n: u64) -> Expr {
        int(self.unit, n.into())
    }

    fn plus(&self, e: Expr, n: u64) -> Expr {
        match (n, e.int_value()) {
            (0, _) => e,
            (_, Some(0)) => self.int(n),
            _ => binary(BinaryOp::Add, e, self.int(n), self.unit.types.int()),
        }
    }
}

fn is_thread(a: &Axis) -> bool {
    matches!(a, Axis::ThreadX | Axis::ThreadY | Axis::ThreadZ)
}

pub(super) fn index(of: Expr, at: Expr, ty: TypeId) -> Expr {
    let span = of.span;
    Expr::new(ExprKind::Index(Box::new(of), Box::new(at)), ty, span)
}

/// A bound as the `long` that it is compared as.
pub(super) fn widened(unit: &Unit, long: TypeId, e: &Expr) -> Expr {
    match e.int_value().is_some() || unit.types.canonical_id(e.ty) == long {
        true => e.clone(),
        false => cast(true, long, e.clone()),
    }
}

/// The element that a place's subscript leads to, where it has this value.
pub(super) fn element(place: &Place<'_>, subscript: Expr) -> Option<Expr> {
    let mut element = (*place.steps.get(place.at)?).clone();
    let ExprKind::Index(array, at) = &mut element.kind else {
        return None;
    };
    **at = subscript;
    if place.at == 0 {
        replace_place(array, place.base.clone());
    }
    Some(element)
}

/// Puts an element in an array's place, below what C adds silently.
fn replace_place(array: &mut Expr, by: Expr) {
    match &mut array.kind {
        ExprKind::Cast {
            implicit: true,
            operand,
        } => replace_place(operand, by),
        _ => *array = by,
    }
}

/// Spells the conversions that C would not make before it computes.
pub(super) struct Explicit;

impl VisitMut for Explicit {
    fn visit_expr(&mut self, e: &mut Expr) {
        self.walk_expr(e);
        if let ExprKind::Cast { implicit, .. } = &mut e.kind {
            *implicit = false;
        }
    }
}

/// Puts the rows' copies in the place of accesses.
struct Put<'p> {
    /// The word of an access.
    of: &'p dyn Fn(&Expr) -> Option<&'p Poly>,
    by: &'p dyn Fn(&Poly) -> Option<Expr>,
    right: bool,
}

impl VisitMut for Put<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        let Some(word) = (self.of)(e) else {
            return self.walk_expr(e);
        };
        match (self.by)(word) {
            Some(by) => {
                *e = Expr {
                    id: e.id,
                    span: e.span,
                    ..by
                }
            }
            None => self.right = false,
        }
    }
}

/// Takes the declarations of pointers away whose accesses go to the rows' copies.
struct Undeclared<'u>(&'u IndexSet<VarId>);

impl VisitMut for Undeclared<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        if let StmtKind::Block(all) = &mut s.kind {
            for s in all.iter_mut() {
                if let StmtKind::Decl(all) = &mut s.kind {
                    all.retain(|d| !self.0.contains(&d.var));
                }
            }
            all.retain(|s| !matches!(&s.kind, StmtKind::Decl(all) if all.is_empty()));
        }
        self.walk_stmt(s);
    }
}
