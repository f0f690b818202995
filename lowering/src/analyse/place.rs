//! Places: what an lvalue expression denotes, as a root variable and the steps from it.
//!
//! `a[i][j]` (array) is `a` + `[i] [j]`; `p[i]` (pointer) is `p` + `* [i]`; `s.q[i]` is
//! `s` + `.q * [i]`. Pointer arithmetic is folded: `*(p + i - 1)` is `p` + `* [i - 1]`.

use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Type, TypeId, UnaryOp, VarId};

/// One step from a place to a place inside of it or behind it.
#[derive(Clone, Debug)]
pub enum Step<'a> {
    /// Through the pointer that stands there.
    Deref,
    /// The sum of these terms, each negated where `true`; none: 0. `elem` is what one step
    /// of the index moves over.
    Index {
        terms: Vec<(bool, &'a Expr)>,
        elem: TypeId,
    },
    Field(&'a str, Member),
}

/// What the declaration of a member says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// It may lie over another member (of a union).
    pub overlaps: bool,
    /// A pointer that is `restrict`.
    pub restrict: bool,
}

/// What an lvalue (or a pointer's target) denotes.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    pub root: VarId,
    pub steps: Vec<Step<'a>>,
}

impl Place<'_> {
    /// Whether it is the variable itself, or a part of it, and not what it points to.
    pub fn is_direct(&self) -> bool {
        !self.steps.iter().any(|s| matches!(s, Step::Deref))
    }
    /// Whether it lies in the root variable, or in the object that this points to: behind no pointer in memory.
    pub fn is_near(&self) -> bool {
        match self.derefs() {
            0 => true,
            1 => matches!(self.steps.first(), Some(Step::Deref)),
            _ => false,
        }
    }
    /// How many pointers lie between the root and the place.
    pub fn derefs(&self) -> usize {
        let deref = |s: &&Step<'_>| matches!(s, Step::Deref);
        self.steps.iter().filter(deref).count()
    }
}

/// Whether a variable of array type is really a pointer (a parameter).
pub fn is_array_parameter(unit: &Unit, var: VarId) -> bool {
    let v = unit.var(var);
    v.storage == accrs_frontend::region::Storage::Param && unit.types.is_array(v.ty)
}

/// The place of an lvalue; `None` where it has no single root (a call's result, a conditional,
/// a literal).
pub fn place<'a>(unit: &Unit, e: &'a Expr) -> Option<Place<'a>> {
    match &e.kind {
        ExprKind::Var(root) => Some(Place {
            root: *root,
            steps: Vec::new(),
        }),
        ExprKind::Index(base, index) => {
            // C allows `i[a]`.
            let (base, index) = if unit.types.pointee(base.ty).is_some() {
                (base, index)
            } else {
                (index, base)
            };
            target(unit, base, Some(index))
        }
        ExprKind::Unary(UnaryOp::Deref, p) => target(unit, p, None),
        ExprKind::Member { base, field, arrow } => {
            let mut place = if *arrow {
                target(unit, base, None)?
            } else {
                place(unit, base)?
            };
            place
                .steps
                .push(Step::Field(field, member(unit, base.ty, e.ty)));
            Some(place)
        }
        ExprKind::Cast {
            implicit: true,
            operand,
        } => place(unit, operand),
        _ => None,
    }
}

/// The place that a pointer (or decayed array) value points to, moved on by `index`.
pub fn target<'a>(unit: &Unit, p: &'a Expr, index: Option<&'a Expr>) -> Option<Place<'a>> {
    let mut terms: Vec<(bool, &'a Expr)> = index.map(|i| (false, i)).into_iter().collect();
    let mut p = p;
    let elem = unit.types.pointee(p.ty)?;
    loop {
        match &p.kind {
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                if unit.types.pointee(a.ty).is_some() {
                    terms.push((*op == BinaryOp::Sub, b));
                    p = a;
                } else {
                    terms.push((false, a));
                    p = b;
                }
            }
            ExprKind::Cast { operand, .. } if unit.types.pointee(operand.ty).is_some() => {
                let to = unit.types.pointee(operand.ty)?;
                // A cast that changes the element's size would change what an index means.
                if unit.types.size_of(to) != unit.types.size_of(elem) {
                    return None;
                }
                p = operand;
            }
            ExprKind::Unary(UnaryOp::AddrOf, lvalue) => {
                let mut place = place(unit, lvalue)?;
                if terms.is_empty() {
                    return Some(place);
                }
                // &a[i] + j is a[i + j] where the last step is an index over the same elements.
                match place.steps.last_mut() {
                    Some(Step::Index { terms: inner, .. }) => inner.extend(terms),
                    _ => return None,
                }
                return Some(place);
            }
            _ => break,
        }
    }
    let mut place = place(unit, p)?;
    let is_array = unit.types.is_array(p.ty)
        && !matches!(&p.kind, ExprKind::Var(v) if is_array_parameter(unit, *v));
    if !is_array {
        place.steps.push(Step::Deref);
    }
    place.steps.push(Step::Index { terms, elem });
    Some(place)
}

/// A member of type `ty` of the record that `base` is, or points to.
fn member(unit: &Unit, base: TypeId, ty: TypeId) -> Member {
    let types = &unit.types;
    let record = types.pointee(base).unwrap_or(base);
    let is_union = |ty: TypeId| matches!(types.canonical(ty), Type::Record(r) if types.records[r.index()].is_union);
    let overlaps = match types.canonical(record) {
        Type::Record(id) => {
            let mut fields = types.records[id.index()].fields.iter().flatten();
            is_union(record) || fields.any(|f| is_union(f.ty))
        }
        _ => true,
    };
    Member {
        overlaps,
        restrict: types.qualifiers(ty).is_restrict,
    }
}

/// Whether a struct or union has an array among its members, or theirs.
pub fn holds_array(unit: &Unit, ty: TypeId) -> bool {
    let types = &unit.types;
    let Type::Record(id) = types.canonical(ty) else {
        return false;
    };
    let mut fields = types.records[id.index()].fields.iter().flatten();
    fields.any(|f| types.is_array(f.ty) || holds_array(unit, f.ty))
}
