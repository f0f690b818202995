//! What statements change: the variables and places that a loop's bounds may depend on.

use super::{Expr, ExprKind, FunctionId, Stmt, StmtKind, Storage, UnaryOp, Unit, VarId, Visit};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// Something that is read or written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The variable itself.
    Var(VarId),
    /// A part of a variable, or what it points to, by the way there; which element is left open.
    Through(VarId, Vec<Step>),
    /// A call whose value can't be foreseen.
    Call,
}

/// A step on the way from a variable to a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Deref,
    Field(String),
}

/// Whether one of two ways from the same variable leads to the other's object, or into it.
fn meet(a: &[Step], b: &[Step]) -> bool {
    let common = a.len().min(b.len());
    let rest = a[common..].iter().chain(&b[common..]);
    // What lies behind a pointer is another object than the pointer.
    a[..common] == b[..common] && !rest.into_iter().any(|s| *s == Step::Deref)
}

/// What each function of the unit writes outside itself.
#[derive(Debug, Default)]
pub struct Effects {
    functions: HashMap<FunctionId, HashSet<Place>>,
}

/// What a statement writes, with where.
#[derive(Debug, Default)]
pub struct Written {
    places: HashMap<Place, Span>,
}

impl Written {
    /// Where the variable itself is assigned or its address is taken.
    pub fn writes_var(&self, var: VarId) -> Option<Span> {
        self.places.get(&Place::Var(var)).copied()
    }

    /// Where the variable, a part of it, or something behind it is written.
    pub fn changes_any(&self, var: VarId) -> Option<Span> {
        let of = |p: &Place| matches!(p, Place::Var(v) | Place::Through(v, _) if *v == var);
        let found = self.places.iter().filter(|(p, _)| of(p));
        found.map(|(_, span)| *span).min()
    }

    /// Where something is written that `place` may be.
    pub fn changes(&self, place: Place) -> Option<Span> {
        if let Some(span) = self.places.get(&place) {
            return Some(*span);
        }
        let (Place::Var(var) | Place::Through(var, _)) = &place else {
            return None;
        };
        self.places
            .iter()
            .filter(|(written, _)| match (written, &place) {
                (Place::Through(v, a), Place::Through(_, b)) => v == var && meet(a, b),
                (Place::Var(v), Place::Through(..)) => v == var,
                _ => false,
            })
            .map(|(_, span)| *span)
            .min()
    }
}

impl Effects {
    /// Looks through all function bodies, and through the calls among them.
    pub fn of(unit: &Unit) -> Effects {
        let mut all = Effects::default();
        loop {
            let mut changed = false;
            for (i, f) in unit.functions.iter().enumerate() {
                let Some(body) = &f.body else { continue };
                let mut found = all.collect(unit);
                body.iter().for_each(|s| found.visit_stmt(s));
                let globals: HashSet<Place> = found
                    .written
                    .places
                    .into_keys()
                    .filter(|p| match p {
                        Place::Var(v) | Place::Through(v, _) => {
                            matches!(unit.var(*v).storage, Storage::Global { .. })
                        }
                        Place::Call => false,
                    })
                    .collect();
                let id = FunctionId(i as u32);
                if all.functions.get(&id) != Some(&globals) {
                    all.functions.insert(id, globals);
                    changed = true;
                }
            }
            if !changed {
                return all;
            }
        }
    }

    pub fn of_stmt(&self, s: &Stmt, unit: &Unit) -> Written {
        let mut found = self.collect(unit);
        found.visit_stmt(s);
        found.written
    }

    fn collect<'u>(&'u self, unit: &'u Unit) -> Collect<'u> {
        Collect {
            unit,
            effects: self,
            written: Written::default(),
        }
    }

    /// What the value of an expression depends on.
    pub fn reads(&self, e: &Expr, unit: &Unit) -> Vec<(Place, Span)> {
        let mut reads = Reads {
            unit,
            out: Vec::new(),
        };
        reads.visit_expr(e);
        reads.out
    }
}

/// Gathers what is written.
struct Collect<'u> {
    unit: &'u Unit,
    effects: &'u Effects,
    written: Written,
}

impl Collect<'_> {
    fn note(&mut self, place: Place, span: Span) {
        self.written.places.entry(place).or_insert(span);
    }
}

impl<'a> Visit<'a> for Collect<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        if let StmtKind::Decl(decls) = &s.kind {
            for d in decls {
                self.note(Place::Var(d.var), s.span);
            }
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        let target = match &e.kind {
            ExprKind::Assign(_, target, _) => Some(target),
            ExprKind::Unary(
                UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                target,
            ) => Some(target),
            // Whoever gets the address may write.
            ExprKind::Unary(UnaryOp::AddrOf, target)
                if matches!(target.strip_implicit().kind, ExprKind::Var(_)) =>
            {
                Some(target)
            }
            _ => None,
        };
        if let Some(place) = target.and_then(|t| place(t, self.unit)) {
            self.note(place, e.span);
        }
        if let ExprKind::Call { callee, .. } = &e.kind
            && let ExprKind::Function(f) = callee.strip_implicit().kind
            && let Some(places) = self.effects.functions.get(&f)
        {
            for p in places {
                self.note(p.clone(), e.span);
            }
        }
        self.walk_expr(e);
    }
}

/// How many calls deep a function is looked through before it counts as unknown.
const CALL_DEPTH: u32 = 8;

/// Whether a call gives the same value whenever its arguments do: it only computes.
fn pure_call(callee: &Expr, args: &[Expr], unit: &Unit, depth: u32) -> bool {
    let ExprKind::Function(f) = callee.strip_implicit().kind else {
        return false;
    };
    let f = unit.function(f);
    // Of the libraries' functions, those from numbers to numbers (`sqrt`, `abs`; not `rand()`).
    let numbers = !args.is_empty() && args.iter().all(|a| unit.types.is_arithmetic(a.ty));
    match &f.body {
        None => (f.library || f.builtin) && numbers,
        Some(body) => {
            let pure = |s: &Stmt| !s.any_expr(|e| impure(e, unit, depth + 1));
            depth < CALL_DEPTH && body.iter().all(pure)
        }
    }
}

/// Whether an expression by itself, whatever is in it, reads or does what arguments don't decide.
fn impure(e: &Expr, unit: &Unit, depth: u32) -> bool {
    match &e.kind {
        ExprKind::Var(v) => !matches!(
            unit.var(*v).storage,
            Storage::Param | Storage::Region | Storage::Local
        ),
        ExprKind::Index(..)
        | ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, _)
        | ExprKind::StmtExpr(_) => true,
        ExprKind::Member { arrow, .. } => *arrow,
        ExprKind::Call { callee, args } => !pure_call(callee, args, unit, depth),
        _ => false,
    }
}

/// Gathers what a value is made from.
struct Reads<'u> {
    unit: &'u Unit,
    out: Vec<(Place, Span)>,
}

impl<'a> Visit<'a> for Reads<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Call { callee, args } if pure_call(callee, args, self.unit, 0) => {}
            ExprKind::Call { .. } | ExprKind::StmtExpr(_) | ExprKind::Assign(..) => {
                self.out.push((Place::Call, e.span));
            }
            ExprKind::SizeofExpr(_) => return,
            _ => {
                if let Some(p) = place(e, self.unit) {
                    self.out.push((p, e.span));
                    return self.on_the_way(e);
                }
            }
        }
        self.walk_expr(e);
    }
}

impl Reads<'_> {
    /// What is read to get to an lvalue: pointers and subscripts, but not the structs and arrays that it lies in.
    fn on_the_way(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(_) => {}
            ExprKind::Cast {
                implicit: true,
                operand,
            } => self.on_the_way(operand),
            ExprKind::Member {
                base, arrow: false, ..
            } => self.on_the_way(base),
            ExprKind::Index(a, b) => {
                for part in [a, b] {
                    if self.unit.types.is_array(part.strip_implicit().ty) {
                        self.on_the_way(part);
                    } else {
                        self.visit_expr(part);
                    }
                }
            }
            _ => self.walk_expr(e),
        }
    }
}

/// The place that an lvalue is; `None` when it isn't rooted in a variable.
fn place(e: &Expr, unit: &Unit) -> Option<Place> {
    let mut steps = Vec::new();
    let var = way(e, unit, &mut steps)?;
    Some(match (&e.strip_implicit().kind, steps.is_empty()) {
        (ExprKind::Var(_) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, _), true) => {
            Place::Var(var)
        }
        _ => Place::Through(var, steps),
    })
}

/// The variable that an lvalue starts from, and the steps to it.
fn way(e: &Expr, unit: &Unit, steps: &mut Vec<Step>) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Index(a, b) => {
            let base = if unit.types.pointee(a.ty).is_some() {
                a
            } else {
                b
            };
            target(base, unit, steps)
        }
        ExprKind::Unary(UnaryOp::Deref, base) => target(base, unit, steps),
        ExprKind::Member { base, field, arrow } => {
            let var = if *arrow {
                target(base, unit, steps)
            } else {
                way(base, unit, steps)
            };
            steps.push(Step::Field(field.clone()));
            var
        }
        ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, base) => way(base, unit, steps),
        ExprKind::Cast {
            implicit: true,
            operand,
        } => way(operand, unit, steps),
        _ => None,
    }
}

/// Likewise of what a pointer's, or an array's, value leads to.
fn target(e: &Expr, unit: &Unit, steps: &mut Vec<Step>) -> Option<VarId> {
    match &e.kind {
        ExprKind::Unary(UnaryOp::AddrOf, lvalue) => way(lvalue, unit, steps),
        ExprKind::Cast { operand, .. } => target(operand, unit, steps),
        // Pointer arithmetic: the pointer is one of the two.
        ExprKind::Binary(super::BinaryOp::Add | super::BinaryOp::Sub, a, b) => {
            let pointer = if unit.types.pointee(a.ty).is_some() {
                a
            } else {
                b
            };
            target(pointer, unit, steps)
        }
        _ => {
            let var = way(e, unit, steps)?;
            let parameter = |v: &VarId| unit.var(*v).storage == Storage::Param;
            let is_array =
                unit.types.is_array(e.ty) && !matches!(&e.kind, ExprKind::Var(v) if parameter(v));
            if !is_array {
                steps.push(Step::Deref);
            }
            Some(var)
        }
    }
}
