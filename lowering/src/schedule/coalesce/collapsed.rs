//! Loops that `collapse` has made one: a strip is so many of their iterations, and may reach over the ends of lines. So lanes find out where their rows are, and leave the
//! places to those that copy.
//!
//! ```c
//! for (s = 0; s < j_trips * i_trips; s += 128) {
//!     lanes: number = s + lane, j = number / i_trips, i = number % i_trips, f_places[lane] = &f[9 * (j * nx + i)];
//!     words: f_rows[word / 9][word % 9] = f_places[word / 9][word % 9];
//! ```

use super::find::Rows;
use super::write::{Explicit, Strips, element, index, widened};
use crate::analyse::bounds;
use crate::make::{binary, cast};
use crate::schedule::recast::made::decl;
use crate::schedule::recast::names;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, LoopCmp, StagedArray, Stmt, StmtKind, UnaryOp, VarId,
    VisitMut,
};
use accrs_frontend::source::Span;

impl Strips<'_, '_> {
    /// Where collapsed loops have the places of their rows.
    pub(super) fn places(&self, declared: &StagedArray) -> Option<VarId> {
        let mut places = declared.places.iter().filter(|_| self.is_collapsed());
        places.find(|(n, _)| *n == self.threads).map(|(_, v)| *v)
    }

    /// How many iterations the collapsed loops have from this one on, all together.
    pub(super) fn product(&self, from: usize) -> Expr {
        let long = self.unit.types.long();
        let trips = self.staging.trips.iter().skip(from);
        let trips = trips.map(|v| self.var(*v, long));
        let all = trips.reduce(|a, b| binary(BinaryOp::Mul, a, b, long));
        all.unwrap_or_else(|| self.int(1))
    }

    /// Declares how many iterations each of the collapsed loops has.
    pub(super) fn trips(&self, span: Span) -> Vec<Stmt> {
        let (long, int_ty) = (self.unit.types.long(), self.unit.types.int());
        let trips = |h: &Canonical| {
            let [from, to] = [&h.lower, &h.upper].map(|e| widened(self.unit, long, e));
            let runs = binary(h.cmp.op(), from.clone(), to.clone(), int_ty);
            let mut number = match from.int_value() {
                Some(0) => to,
                Some(_) => binary(BinaryOp::Sub, to, from, long),
                None => binary(BinaryOp::Sub, cast(false, long, to), h.lower.clone(), long),
            };
            if h.cmp == LoopCmp::Le {
                number = binary(BinaryOp::Add, number, self.int(1), long);
            }
            let (number, none) = (Box::new(number), Box::new(self.int(0)));
            let kind = ExprKind::Conditional(Box::new(runs), Some(number), none);
            Expr::new(kind, long, Span::default())
        };
        let all = self.staging.trips.iter().zip(&self.plan.heads);
        all.map(|(v, h)| Stmt::new(decl(*v, trips(h)), span))
            .collect()
    }

    /// Declares those variables of the loops that a lane's statements name, in front of these. `body`: the user's own statements among them.
    pub(super) fn with_variables(&self, stmts: Vec<Stmt>, body: Option<Stmt>) -> Stmt {
        let long = self.unit.types.long();
        let own = |v| self.var(v, long);
        let lane = self.var(self.staging.lane, self.unit.types.int());
        let number = binary(BinaryOp::Add, own(self.staging.strip), lane, long);
        let named = |v: VarId| stmts.iter().chain(&body).any(|s| names(s, v));
        let span = stmts
            .iter()
            .chain(&body)
            .map(|s| s.span)
            .next()
            .unwrap_or_default();
        let mut first = Vec::new();
        for (at, h) in self.plan.heads.iter().enumerate() {
            let mut value = match self.is_collapsed() {
                true => own(self.staging.number),
                false => number.clone(),
            };
            if at + 1 < self.plan.heads.len() {
                let inner = self.product(at + 1);
                value = binary(BinaryOp::Div, value, inner, long);
            }
            if at > 0 {
                value = binary(BinaryOp::Rem, value, own(self.staging.trips[at]), long);
            }
            if self.is_collapsed() && h.lower.int_value() != Some(0) {
                let lower = widened(self.unit, long, &h.lower);
                value = binary(BinaryOp::Add, lower, value, long);
            }
            if named(h.var) {
                let value = cast(true, self.unit.var(h.var).ty, value);
                first.push(Stmt::new(decl(h.var, value), span));
            }
        }
        if self.is_collapsed() && !first.is_empty() {
            first.insert(0, Stmt::new(decl(self.staging.number, number), span));
        }
        first.extend(stmts);
        let vars: Vec<VarId> = self.plan.heads.iter().map(|h| h.var).collect();
        match body {
            Some(body) => self.before(first, &vars, body),
            None => Stmt::new(StmtKind::Block(first), span),
        }
    }

    /// Stores where a lane's rows are.
    pub(super) fn store_places(&self, span: Span) -> Option<Vec<Stmt>> {
        let long = self.unit.types.long();
        let store = |(r, _, declared): &(Rows<'_>, VarId, &StagedArray)| {
            let mut base = bounds::expression(&r.place.subscript, self.unit, long)?;
            Explicit.visit_expr(&mut base);
            let row = element(&r.place, base)?;
            let of = ExprKind::Unary(UnaryOp::AddrOf, Box::new(row));
            let of = Expr::new(of, declared.pointer, span);
            let places = self.places(declared)?;
            let lane = self.var(self.staging.lane, self.unit.types.int());
            let to = index(
                self.var(places, self.unit.var(places).ty),
                lane,
                declared.pointer,
            );
            let from = cast(false, declared.pointer, of);
            let store = ExprKind::Assign(None, Box::new(to), Box::new(from));
            let store = Expr::new(store, declared.pointer, span);
            Some(Stmt::new(StmtKind::Expr(store), span))
        };
        self.arrays.iter().map(store).collect()
    }
}
