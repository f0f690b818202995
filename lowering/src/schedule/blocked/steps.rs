//! What an iteration of a band does, as steps whose values can be vectors, and what of it stays in registers.

use super::normal::{Normal, is_same};
use super::registers;
use crate::analyse::access::Access;
use crate::analyse::stride;
use crate::plan::{Pack, TileStep};
use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprId, ExprKind, LoopCmp, Stmt, StmtKind, Type, TypeId, UnaryOp,
    VarId,
};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;

/// Loops with fewer iterations aren't worth tiles.
const FEW: i128 = 8;

/// The steps of a band's iterations, and what is known of them.
pub struct Body<'u> {
    pub(super) unit: &'u Unit,
    /// The variable of the lanes, if there are any.
    lane: Option<VarId>,
    pub element: TypeId,
    pub steps: Vec<TileStep>,
    pub varying: IndexSet<VarId>,
    pub packs: Vec<Pack>,
    pub factors: Vec<Pack>,
    /// By how many bytes an element is further in the next lane.
    strides: HashMap<ExprId, Option<i128>>,
}

impl<'u> Body<'u> {
    /// `None` where it isn't made of what vectors can hold: numbers of one type, and elements that follow each other from lane to lane.
    pub fn of(
        unit: &'u Unit,
        n: &Normal,
        (row, lane): (Option<VarId>, Option<VarId>),
        accesses: &[Access<'_>],
    ) -> Option<Self> {
        let steps = steps(n.inside(n.band.len()))?;
        let strides = match lane {
            None => HashMap::new(),
            Some(lane) => {
                let of = |a: &Access<'_>| Some((a.what.id, stride::bytes(unit, a, lane)?));
                accesses.iter().map(of).collect::<Option<_>>()?
            }
        };
        let mut body = Body {
            unit,
            lane,
            element: element(unit, &steps)?,
            varying: IndexSet::new(),
            packs: Vec::new(),
            factors: Vec::new(),
            steps,
            strides,
        };
        body.varying = body.find_varying();
        if let (Some(row), Some(lane)) = (row, lane) {
            let written: IndexSet<VarId> = accesses
                .iter()
                .filter(|a| a.write)
                .map(|a| a.root)
                .collect();
            body.packs = body.find_packs(&[row, lane], &written);
            body.factors = body.find_factors(row, &written);
        }
        let fits = body.steps.iter().all(|s| body.fits(s, false));
        fits.then_some(body)
    }

    /// The scalars whose values differ from lane to lane.
    fn find_varying(&self) -> IndexSet<VarId> {
        let mut found: IndexSet<VarId> = IndexSet::new();
        loop {
            let before = found.len();
            let mut more = Vec::new();
            each(&self.steps, &mut |s| match s {
                TileStep::Declare(v, Some(value)) if self.varies(value, &found) => more.push(*v),
                TileStep::Assign { to, value, .. } if self.varies(value, &found) => {
                    more.extend(to.variable());
                }
                _ => {}
            });
            found.extend(more);
            if found.len() == before {
                return found;
            }
        }
    }

    pub(super) fn varies(&self, e: &Expr, varying: &IndexSet<VarId>) -> bool {
        e.any_expr(
            |e| matches!(&e.kind, ExprKind::Var(v) if self.lane == Some(*v) || varying.contains(v)),
        )
    }

    /// What rows share and can be copied for them. `band`: the rows' and the lanes' variables; `written`: objects that the nest writes.
    fn find_packs(&self, band: &[VarId; 2], written: &IndexSet<VarId>) -> Vec<Pack> {
        let mut changing = self.changing();
        changing.insert(band[0]);
        let mut found: Vec<Pack> = Vec::new();
        each(&self.steps, &mut |s| {
            let TileStep::Loop { head, body, .. } = s else {
                return;
            };
            let steady =
                |e: &Expr| !e.mentions(band[1]) && !changing.iter().any(|v| e.mentions(*v));
            let up = !head.down && matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le);
            let by_one = head.step.int_value() == Some(1);
            if !up || !by_one || !steady(&head.lower) || !steady(&head.upper) {
                return;
            }
            // A copy is found by its element's text, which must mean the same wherever it stands.
            if !self.has_one_range(head) {
                return;
            }
            for s in body {
                let values = match s {
                    TileStep::Declare(_, Some(value)) => memory(value),
                    TileStep::Assign { value, .. } => memory(value),
                    _ => Vec::new(),
                };
                for e in values {
                    let others = changing.iter().filter(|v| **v != head.var);
                    let own = rough_place(self.unit, e).is_some_and(|p| !written.contains(&p.root));
                    let fits = own
                        && self.strides_known(e)
                        && self.is_element(e.ty)
                        && e.mentions(band[1])
                        && e.mentions(head.var)
                        && !others.into_iter().any(|v| e.mentions(*v));
                    if fits && !found.iter().any(|p| p.element.is_like(e)) {
                        found.push(Pack {
                            element: e.clone(),
                            head: head.clone(),
                        });
                    }
                }
            }
        });
        found
    }

    /// Whether all loops with this variable, of which there can be several where it is declared outside of them, go through the same values.
    pub(super) fn has_one_range(&self, head: &Canonical) -> bool {
        let mut one = true;
        each(&self.steps, &mut |s| {
            if let TileStep::Loop { head: other, .. } = s {
                one &= other.var != head.var || is_same(other, head);
            }
        });
        one
    }

    fn is_packed(&self, e: &Expr) -> bool {
        self.packs.iter().any(|p| p.element.is_like(e))
    }

    pub(super) fn is_element(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        types.canonical_id(ty) == self.element
    }

    fn fits(&self, s: &TileStep, in_loop: bool) -> bool {
        match s {
            TileStep::Declare(v, value) => {
                let all = value.iter().all(|e| self.fits_value(e, in_loop));
                let ty = self.unit.var(*v).ty;
                all && (self.is_element(ty) || !self.varying.contains(v) && value.is_some())
            }
            TileStep::Assign { to, op, value } => {
                let arithmetic = op.is_none_or(|op| self.is_vector_op(op));
                let to = match to.variable() {
                    Some(v) => !self.varying.contains(&v) || self.is_element(self.unit.var(v).ty),
                    None => {
                        let follows = self.follows(to);
                        let scattered = !in_loop && op.is_none() && self.strides_known(to);
                        self.is_element(to.ty) && (self.lane.is_none() || follows || scattered)
                    }
                };
                let same = self.is_element(value.ty) || !self.varies(value, &self.varying);
                arithmetic && to && same && self.fits_value(value, in_loop)
            }
            TileStep::Loop { head, body, .. } => {
                let bounds = [&head.lower, &head.upper, &head.step];
                let steady = |e: &&Expr| {
                    !self.varies(e, &self.varying)
                        && !e.any_expr(|e| matches!(e.kind, ExprKind::Assign(..)))
                };
                bounds.iter().all(steady) && body.iter().all(|s| self.fits(s, true))
            }
        }
    }

    /// Whether an expression is one for vectors: what differs from lane to lane in it is of the elements' type.
    fn fits_value(&self, e: &Expr, in_loop: bool) -> bool {
        if !self.varies(e, &self.varying) {
            return !acts(e);
        }
        if !self.is_element(e.ty) {
            return false;
        }
        match &e.kind {
            ExprKind::Var(v) => Some(*v) != self.lane,
            ExprKind::Binary(op, a, b) => {
                self.is_vector_op(*op) && self.fits_value(a, in_loop) && self.fits_value(b, in_loop)
            }
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, a) => self.fits_value(a, in_loop),
            ExprKind::Cast { operand, .. } => self.fits_value(operand, in_loop),
            ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _) => {
                !acts(e)
                    && (self.follows(e) || self.is_packed(e) || !in_loop && self.strides_known(e))
            }
            _ => false,
        }
    }

    /// Whether the elements of neighbouring lanes are neighbours.
    fn follows(&self, e: &Expr) -> bool {
        let size = self.unit.types.size_of(e.ty).map(i128::from);
        size.is_some() && self.strides.get(&e.id).copied().flatten() == size
    }

    fn strides_known(&self, e: &Expr) -> bool {
        self.strides.contains_key(&e.id)
    }

    fn is_vector_op(&self, op: BinaryOp) -> bool {
        let float = self.unit.types.is_floating(self.element);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => true,
            BinaryOp::Div => float,
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => !float,
            _ => false,
        }
    }

    /// Whether there are loops in order at all.
    pub fn has_loops(&self) -> bool {
        let is_loop = |s: &TileStep| matches!(s, TileStep::Loop { .. });
        self.steps.iter().any(is_loop)
    }

    /// Whether an element is assigned before a loop in order runs, or in one.
    pub fn writes_before_loops(&self) -> bool {
        writes_before_loops(&self.steps)
    }

    /// Whether a loop in order sums up something, which a tile has in registers: an element that is kept, or a scalar from outside of the loop.
    /// Loops of a few iterations host compilers unroll.
    pub fn is_worth_it(&self) -> bool {
        let mut found = false;
        each(&self.steps, &mut |s| {
            let TileStep::Loop { head, kept, body } = s else {
                return;
            };
            let ends = (constant(&head.lower), constant(&head.upper));
            let few = matches!(ends, (Some(a), Some(b)) if (b - a).abs() < FEW);
            let mut declared: IndexSet<VarId> = IndexSet::new();
            let mut sums = !kept.is_empty();
            each(body, &mut |s| match s {
                TileStep::Declare(v, _) => {
                    declared.insert(*v);
                }
                TileStep::Assign { to, op, value } => {
                    sums |= to.variable().is_some_and(|v| {
                        let goes_on = op.is_some() || value.mentions(v);
                        goes_on && !declared.contains(&v) && self.is_element(to.ty)
                    });
                }
                TileStep::Loop { .. } => {}
            });
            found |= sums && !few;
        });
        found
    }

    /// Keeps in registers, while a loop in order runs, the elements that nothing else in it touches.
    pub fn keep(
        &mut self,
        alone: &IndexMap<VarId, IndexSet<VarId>>,
        root: &impl Fn(&Expr) -> Option<VarId>,
    ) {
        let mut steps = std::mem::take(&mut self.steps);
        registers::keep(&mut steps, &[], alone, root);
        self.steps = steps;
    }

    /// The elements that don't follow each other from lane to lane.
    pub fn scattered(&self) -> IndexSet<ExprId> {
        let mut found = IndexSet::new();
        each(&self.steps, &mut |s| {
            let places = match s {
                TileStep::Declare(_, Some(value)) => memory(value),
                TileStep::Assign { to, value, .. } => [memory(to), memory(value)].concat(),
                _ => Vec::new(),
            };
            let apart = places
                .into_iter()
                .filter(|e| !self.follows(e) && !self.is_packed(e));
            found.extend(apart.map(|e| e.id));
        });
        found
    }

    /// Whether loops in order find what differs from lane to lane in registers and copies.
    pub fn reads_no_columns(&self) -> bool {
        fn go(b: &Body<'_>, steps: &[TileStep], kept: &[&Expr]) -> bool {
            let near = |e: &Expr| {
                let kept = kept.iter().any(|k| k.is_like(e));
                kept || b.is_packed(e) || !b.varies(e, &b.varying)
            };
            steps.iter().all(|s| match s {
                TileStep::Declare(_, None) => true,
                TileStep::Declare(_, Some(value)) => memory(value).into_iter().all(near),
                TileStep::Assign { to, value, .. } => {
                    [memory(to), memory(value)].concat().into_iter().all(near)
                }
                TileStep::Loop {
                    kept: own, body, ..
                } => {
                    let kept: Vec<&Expr> = kept.iter().copied().chain(own).collect();
                    go(b, body, &kept)
                }
            })
        }
        self.steps.iter().all(|s| match s {
            TileStep::Loop { kept, body, .. } => go(self, body, &kept.iter().collect::<Vec<_>>()),
            _ => true,
        })
    }

    /// Whether loops in order have the same iterations in all rows: nothing of a row's own says where they begin and end.
    pub fn is_even(&self, row: VarId) -> bool {
        let mut own = self.changing();
        own.insert(row);
        let mut even = true;
        each(&self.steps, &mut |s| {
            if let TileStep::Loop { head, .. } = s {
                let bounds = [&head.lower, &head.upper, &head.step];
                even &= !bounds.iter().any(|e| own.iter().any(|v| e.mentions(*v)));
            }
        });
        even
    }

    /// The scalars that the steps give values, and the variables of loops in order.
    pub(super) fn changing(&self) -> IndexSet<VarId> {
        let mut changing = IndexSet::new();
        each(&self.steps, &mut |s| match s {
            TileStep::Declare(v, _) => {
                changing.insert(*v);
            }
            TileStep::Assign { to, .. } => changing.extend(to.variable()),
            TileStep::Loop { head, .. } => {
                changing.insert(head.var);
            }
        });
        changing
    }

    /// How many registers a row and a vector of it take in the loop that needs most, and how many elements are read beside them there.
    pub fn registers(&self) -> (u64, u64) {
        fn go(b: &Body<'_>, steps: &[TileStep], kept: usize, most: &mut (u64, u64)) {
            for s in steps {
                let TileStep::Loop {
                    kept: own, body, ..
                } = s
                else {
                    continue;
                };
                let kept = kept + own.len();
                let (mut names, mut read) = (IndexSet::new(), Vec::new());
                for s in body {
                    if let TileStep::Assign { to, value, .. } = s {
                        names.extend(to.variable());
                        value.each_expr(|e| match &e.kind {
                            ExprKind::Var(v) if b.varying.contains(v) => {
                                names.insert(*v);
                            }
                            _ if b.follows(e) || b.is_packed(e) => read.push(e),
                            _ => {}
                        });
                    }
                }
                let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
                most.0 = most.0.max(number(kept + names.len()));
                most.1 = most.1.max(number(read.len()));
                go(b, body, kept, most);
            }
        }
        let mut most = (0, 0);
        go(self, &self.steps, 0, &mut most);
        (most.0.max(1), most.1.max(1))
    }
}

/// Calls `f` on all steps and those in them.
pub fn each<'s>(steps: &'s [TileStep], f: &mut dyn FnMut(&'s TileStep)) {
    steps.iter().for_each(|s| s.each(f));
}

/// Whether an element is assigned before a loop in order runs, or in one.
pub fn writes_before_loops(steps: &[TileStep]) -> bool {
    fn writes(s: &TileStep) -> bool {
        match s {
            TileStep::Assign { to, .. } => to.variable().is_none(),
            TileStep::Declare(..) => false,
            TileStep::Loop { body, .. } => body.iter().any(writes),
        }
    }
    let is_loop = |s: &TileStep| matches!(s, TileStep::Loop { .. });
    let last = steps.iter().rposition(is_loop);
    last.is_some_and(|last| steps[..=last].iter().any(writes))
}

/// Whether an expression does more than to compute a value.
pub fn acts(e: &Expr) -> bool {
    e.any_expr(|e| e.assigned().is_some() || matches!(e.kind, ExprKind::Call { .. }))
}

/// A statement as steps.
pub fn steps(s: &Stmt) -> Option<Vec<TileStep>> {
    Some(match &s.kind {
        StmtKind::Empty => Vec::new(),
        StmtKind::Block(stmts) => {
            let all: Option<Vec<_>> = stmts.iter().map(steps).collect();
            all?.into_iter().flatten().collect()
        }
        StmtKind::Decl(decls) => {
            let one =
                |d: &accrs_frontend::region::LocalDecl| TileStep::Declare(d.var, d.init.clone());
            decls.iter().map(one).collect()
        }
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(op, to, value) => vec![TileStep::Assign {
                to: (**to).clone(),
                op: *op,
                value: (**value).clone(),
            }],
            _ => return None,
        },
        StmtKind::If {
            cond,
            then,
            els: None,
        } => conditional(cond, then)?,
        StmtKind::For(l) => vec![TileStep::Loop {
            head: l.canonical.clone()?,
            kept: Vec::new(),
            body: steps(&l.body)?,
        }],
        _ => return None,
    })
}

/// `if (c) s += e;` as `s = c ? s + e : s`, of scalars and of values that have their types. Of several statements each asks for itself, those last that give
/// values to what the condition names.
fn conditional(cond: &Expr, then: &Stmt) -> Option<Vec<TileStep>> {
    let all = steps(then)?;
    let named = |s: &TileStep| match s {
        TileStep::Assign { to, .. } => to.variable().is_some_and(|v| cond.mentions(v)),
        _ => false,
    };
    let (last, first): (Vec<_>, Vec<_>) = all.iter().partition(|s| named(s));
    let one = |s: &&TileStep| match s {
        TileStep::Assign { to, op, value } => {
            let moved = first.iter().chain(&last).filter(|o| !std::ptr::eq(**o, *s));
            // Statements that change places name nothing of each other's.
            let v = to.variable()?;
            let apart = last.is_empty() || moved.into_iter().all(|o| !names(o, v));
            let value = chosen(cond, to, *op, value)?;
            let to = to.clone();
            apart.then_some(TileStep::Assign {
                to,
                op: None,
                value,
            })
        }
        _ => None,
    };
    (last.len() <= 1).then_some(())?;
    first.iter().chain(&last).map(one).collect()
}

/// Whether a step names a variable.
fn names(s: &TileStep, v: VarId) -> bool {
    match s {
        TileStep::Assign { to, value, .. } => to.mentions(v) || value.mentions(v),
        _ => true,
    }
}

/// `c ? to op value : to`
fn chosen(cond: &Expr, to: &Expr, op: Option<BinaryOp>, value: &Expr) -> Option<Expr> {
    let typed = |kind| Expr::new(kind, to.ty, value.span);
    let [to_if, to_else, value_if] = [to, to, value].map(|e| Box::new(e.clone()));
    let new = match op {
        None => value_if,
        Some(op) => Box::new(typed(ExprKind::Binary(op, to_if, value_if))),
    };
    let chosen = ExprKind::Conditional(Box::new(cond.clone()), Some(new), to_else);
    (value.ty == to.ty).then(|| typed(chosen))
}

/// The type of the elements that are assigned, the same for all.
fn element(unit: &Unit, steps: &[TileStep]) -> Option<TypeId> {
    let types = &unit.types;
    let mut found: IndexSet<TypeId> = IndexSet::new();
    each(steps, &mut |s| {
        if let TileStep::Assign { to, .. } = s
            && to.variable().is_none()
        {
            found.insert(types.canonical_id(to.ty));
        }
    });
    let [one] = found.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let fits = match types.canonical(one) {
        Type::Float(_) => types.size_of(one).is_some_and(|n| n == 4 || n == 8),
        Type::Int(_) => types.size_of(one).is_some_and(|n| n == 4 || n == 8),
        _ => false,
    };
    fits.then_some(one)
}

/// The elements that an expression names, each as a whole, and those in their subscripts.
pub fn memory(e: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    fn go<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
        if is_place(e) {
            out.push(e);
            subscripts(e, out);
            return;
        }
        e.children(&mut |c| go(c, out));
    }
    fn subscripts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
        match &e.kind {
            ExprKind::Index(base, at) => {
                subscripts(base, out);
                go(at, out);
            }
            ExprKind::Member { base, .. } | ExprKind::Unary(UnaryOp::Deref, base) => {
                subscripts(base, out);
            }
            ExprKind::Cast {
                implicit: true,
                operand,
            } => subscripts(operand, out),
            ExprKind::Var(_) => {}
            _ => go(e, out),
        }
    }
    go(e, &mut out);
    out
}

/// Whether an expression names an element.
pub fn is_place(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _)
    )
}
