//! Places: what an lvalue expression denotes, as a root variable and the steps from it.
//!
//! `a[i][j]` (array) is `a` + `[i] [j]`; `p[i]` (pointer) is `p` + `* [i]`; `s.q[i]` is
//! `s` + `.q * [i]`. Pointer arithmetic is folded: `*(p + i - 1)` is `p` + `* [i - 1]`.

use super::{BinaryOp, Expr, ExprKind, Type, TypeId, UnaryOp, Unit, VarId};

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
    v.storage == super::Storage::Param && unit.types.is_array(v.ty)
}

/// The place of an lvalue; `None` where it has no single root (a call's result, a conditional,
/// a literal), or a cast on the way gives subscripts another meaning.
pub fn place<'a>(unit: &Unit, e: &'a Expr) -> Option<Place<'a>> {
    Find { unit, exact: true }.place(e)
}

/// The place that a pointer (or decayed array) value points to, moved on by `index`.
pub fn target<'a>(unit: &Unit, p: &'a Expr, index: Option<&'a Expr>) -> Option<Place<'a>> {
    Find { unit, exact: true }.target(p, index)
}

/// As [`place`], through all casts: the subscripts are not to be relied on.
pub fn rough_place<'a>(unit: &Unit, e: &'a Expr) -> Option<Place<'a>> {
    Find { unit, exact: false }.place(e)
}

/// As [`target`], likewise.
pub fn rough_target<'a>(unit: &Unit, p: &'a Expr) -> Option<Place<'a>> {
    Find { unit, exact: false }.target(p, None)
}

/// Finds places; with or without a use for their subscripts.
#[derive(Clone, Copy)]
struct Find<'u> {
    unit: &'u Unit,
    exact: bool,
}

impl<'u> Find<'u> {
    fn place<'a>(self, e: &'a Expr) -> Option<Place<'a>> {
        match &e.kind {
            ExprKind::Var(root) => Some(Place {
                root: *root,
                steps: Vec::new(),
            }),
            ExprKind::Index(base, index) => {
                // C allows `i[a]`.
                let (base, index) = if self.unit.types.pointee(base.ty).is_some() {
                    (base, index)
                } else {
                    (index, base)
                };
                self.target(base, Some(index))
            }
            ExprKind::Unary(UnaryOp::Deref, p) => self.target(p, None),
            ExprKind::Member { base, field, arrow } => {
                let mut place = if *arrow {
                    self.target(base, None)?
                } else {
                    self.place(base)?
                };
                let member = member(self.unit, base.ty, e.ty);
                place.steps.push(Step::Field(field, member));
                Some(place)
            }
            ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, a) if !self.exact => self.place(a),
            ExprKind::Cast {
                implicit: true,
                operand,
            } => self.place(operand),
            _ => None,
        }
    }

    fn target<'a>(self, p: &'a Expr, index: Option<&'a Expr>) -> Option<Place<'a>> {
        let types = &self.unit.types;
        let mut terms: Vec<(bool, &'a Expr)> = index.map(|i| (false, i)).into_iter().collect();
        let mut p = p;
        let elem = types.pointee(p.ty)?;
        loop {
            match &p.kind {
                ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                    if types.pointee(a.ty).is_some() {
                        terms.push((*op == BinaryOp::Sub, b));
                        p = a;
                    } else {
                        terms.push((false, a));
                        p = b;
                    }
                }
                ExprKind::Cast { operand, .. } if types.pointee(operand.ty).is_some() => {
                    let to = types.pointee(operand.ty)?;
                    // A cast that changes the element's size would change what an index means.
                    if self.exact && types.size_of(to) != types.size_of(elem) {
                        return None;
                    }
                    p = operand;
                }
                // Where the pointer leads when it is stepped: who wants to know how far must see that it is.
                ExprKind::Unary(op, a) if op.is_step() => p = a,
                ExprKind::Unary(UnaryOp::AddrOf, lvalue) => {
                    let mut place = self.place(lvalue)?;
                    if terms.is_empty() {
                        return Some(place);
                    }
                    // &a[i] + j is a[i + j] where the last step is an index over the same elements.
                    match place.steps.last_mut() {
                        Some(Step::Index { terms: inner, .. }) => inner.extend(terms),
                        _ if self.exact => return None,
                        _ => {}
                    }
                    return self.flat(place);
                }
                _ => break,
            }
        }
        let mut place = self.place(p)?;
        let is_array = types.is_array(p.ty)
            && !matches!(&p.kind, ExprKind::Var(v) if is_array_parameter(self.unit, *v));
        if !is_array {
            place.steps.push(Step::Deref);
        }
        // `a[0][k]` stays in its row; `*(a[0] + k)` and `*(*a + k)` needn't.
        let summed = index.is_none() || matches!(p.kind, ExprKind::Unary(UnaryOp::Deref, _));
        place.steps.push(Step::Index { terms, elem });
        if summed {
            return self.flat(place);
        }
        Some(place)
    }

    /// A pointer to the first element of an array of arrays goes on behind its first row: `(&a[0][0])[i * n + j]`. So it is an index over the elements, as
    /// `((double *)a)[i * n + j]` is.
    fn flat<'a>(&self, mut place: Place<'a>) -> Option<Place<'a>> {
        let zero = |terms: &[(bool, &Expr)]| terms.iter().all(|(_, t)| t.int_value() == Some(0));
        let [rows @ .., Step::Index { terms, .. }] = place.steps.as_slice() else {
            return Some(place);
        };
        if terms.iter().any(|(_, t)| t.int_value().is_none()) {
            let first = |s: &&Step<'a>| matches!(s, Step::Index { terms, .. } if zero(terms));
            let count = rows.iter().rev().take_while(first).count();
            let from = rows.len() - count;
            match rows.get(..from).and_then(|r| r.last()) {
                // What a pointer to rows leads to is counted in rows.
                Some(Step::Deref) if count > 0 && self.exact => return None,
                Some(Step::Deref) => {}
                _ => drop(place.steps.drain(from..from + count)),
            }
        }
        Some(place)
    }
}

/// The variable of which an lvalue is a part: `x`, `x.f`, `x[i]` of an array, or of a parameter declared as one. `None` where
/// the way leads through a pointer.
pub fn owner(unit: &Unit, lvalue: &Expr) -> Option<VarId> {
    match &lvalue.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Member {
            base, arrow: false, ..
        } => owner(unit, base),
        ExprKind::Index(base, _) if unit.types.is_array(base.ty) => owner(unit, base),
        ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, a) => owner(unit, a),
        ExprKind::Cast {
            operand,
            implicit: true,
        } => owner(unit, operand),
        _ => None,
    }
}

/// A member of type `ty` of the record that `base` is, or points to.
pub fn member(unit: &Unit, base: TypeId, ty: TypeId) -> Member {
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
