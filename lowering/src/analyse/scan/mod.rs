//! Scans: what the host runs before a construct to find out which elements of a pointer's target the construct touches, where
//! no expression tells (`x[col[k]]`, with `k` from `row[i]` to `row[i + 1]`).
//!
//! A scan is the construct's own code without all that doesn't matter to the subscripts in question: its loops and conditions, and the
//! assignments to those scalars that they depend on. So it visits the very elements that the construct will, under the very
//! conditions, and reads no memory that the construct doesn't read. That is right if all that it reads is the same before the
//! construct as in it: the construct must not write it by any name, and the host's copy must be the one that the device will use. The first
//! is decided here ([`unchanged`]), the second by the runtime (`__accrs_scans`).
//!
//! ```text
//! slice    statements and expressions: what stays of them
//! values   expressions that the host can evaluate in the construct's place
//! ```

mod slice;
mod values;

use super::access::{Access, Part};
use super::alias::{Alias, Aliases, alias};
use super::facts::Facts;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, StmtKind, Type, TypeId, VarId};
use indexmap::{IndexMap, IndexSet};
use slice::Slice;

/// What the host runs.
#[derive(Clone, Debug)]
pub struct Scan {
    pub steps: Vec<Step>,
    /// Variables that the construct assigns, of which the scan has its own, and which of them start with the host's value.
    pub own: IndexMap<VarId, bool>,
    /// The arrays, and the pointers to memory, that it reads, each with such places.
    pub reads: IndexMap<VarId, Vec<Expr>>,
    /// Of what the pointer leads to.
    pub elem: TypeId,
    /// The subscripts in question, as the user wrote them: "x[col[k]]".
    pub words: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// The construct touches the element whose subscript is the sum of these, each negated where `true`.
    Touch(Vec<(bool, Expr)>),
    Set(VarId, Expr),
    /// An assignment.
    Do(Expr),
    If {
        cond: Expr,
        then: Vec<Step>,
        els: Vec<Step>,
    },
    Switch {
        value: Expr,
        body: Vec<Step>,
    },
    /// `case` of these values; none: `default`.
    Case(Vec<Expr>),
    Loop(Box<Loop>),
    Break,
    Continue,
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub init: Vec<Step>,
    pub cond: Option<Expr>,
    pub inc: Vec<Expr>,
    pub body: Vec<Step>,
    /// The condition comes behind the body.
    pub last: bool,
    /// Each iteration does the same: one is enough.
    pub once: bool,
}

/// Why there is no scan.
#[derive(Clone, Debug)]
pub enum Unscanned {
    /// The host can't evaluate this before the construct.
    Value(Box<Expr>),
    /// The construct may change what this reads, by a write to what the variable leads to.
    Changes(Box<Expr>, VarId),
    /// What the pointer leads to says which of its elements follow.
    Itself(Box<Expr>),
    /// Jumps, calls, or other pointers are on the way to an access.
    Way,
    /// A clause says that what the variable leads to is on the device.
    OnDevice(VarId),
    /// Which part of what the variable leads to is read isn't known either.
    Reads(VarId),
}

/// The scan for what `var` points to. `evaluable`: can the host evaluate it before the construct?
pub fn of_pointer(
    facts: &Facts<'_>,
    var: VarId,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Result<Scan, Unscanned> {
    let elem = examined(facts, var)?;
    let mut slice = Slice::new(facts, var, evaluable);
    let steps = slice.settled()?;
    Ok(Scan {
        steps,
        own: slice.own()?,
        words: slice.words(),
        reads: slice.reads,
        elem,
    })
}

/// The type of the elements, where all accesses to what `var` points to are plain subscripts of it.
fn examined(facts: &Facts<'_>, var: VarId) -> Result<TypeId, Unscanned> {
    let jumps = |s: &accrs_frontend::region::Stmt| {
        matches!(
            s.kind,
            StmtKind::Goto(_) | StmtKind::Label { .. } | StmtKind::Return(_)
        )
    };
    if facts.code.iter().any(|s| s.any_stmt(jumps)) {
        return Err(Unscanned::Way);
    }
    let used = facts.uses();
    if used
        .get(var)
        .is_none_or(|u| u.written.is_some() || u.address.is_some())
    {
        return Err(Unscanned::Way);
    }
    let by_root = facts.accesses_by_root();
    if by_root
        .keys()
        .any(|root| *root != var && used.sources(*root).contains(&var))
    {
        return Err(Unscanned::Way);
    }
    let mut found = None;
    for a in accesses(facts, var) {
        let [Part::Deref, Part::Index(_, elem), rest @ ..] = a.parts.as_slice() else {
            return Err(Unscanned::Way);
        };
        let further = rest.iter().any(|p| matches!(p, Part::Deref));
        let sized = facts.unit.types.size_of(*elem).is_some();
        if a.by.is_some() || further || !sized || found.is_some_and(|known| known != *elem) {
            return Err(Unscanned::Way);
        }
        found = Some(*elem);
    }
    found.ok_or(Unscanned::Way)
}

fn accesses<'f, 'a>(facts: &'f Facts<'a>, var: VarId) -> impl Iterator<Item = &'f Access<'a>> {
    let at = facts.accesses_by_root().get(&var).into_iter().flatten();
    at.map(|at| &facts.accesses().found[*at])
}

/// Whether nothing in the construct writes what is read of `array`; `read`: one such place for each type that is read there.
pub fn unchanged(
    facts: &Facts<'_>,
    array: VarId,
    read: &[Expr],
    known: &Aliases,
) -> Result<(), Unscanned> {
    let [first, ..] = read else { return Ok(()) };
    let changes = |by| Err(Unscanned::Changes(Box::new(first.clone()), by));
    let same = |a: &&Access<'_>| read.iter().any(|e| e.ty == a.ty);
    let all = facts.accesses();
    let used = facts.uses().get(array);
    if all.wild.is_some() || used.is_some_and(|u| u.behind_written.is_some()) {
        return changes(array);
    }
    for write in all.found.iter().filter(|a| a.write) {
        if write.root == array {
            return changes(array);
        }
        let meets = |read: &Access<'_>| alias(facts.unit, read, write, known) != Alias::No;
        let mut reads = accesses(facts, array).filter(same);
        if reads.any(meets) {
            return changes(write.root);
        }
    }
    Ok(())
}

impl Scan {
    /// Whether the steps come to the same however often they are carried out.
    pub(super) fn is_fixed(steps: &[Step], changed: &IndexSet<VarId>) -> bool {
        let fixed = |e: &Expr| !changed.iter().any(|v| e.mentions(*v));
        steps.iter().all(|s| match s {
            Step::Touch(terms) => terms.iter().all(|(_, e)| fixed(e) && !assigns(e)),
            Step::If { cond, then, els } => {
                let parts = Self::is_fixed(then, changed) && Self::is_fixed(els, changed);
                fixed(cond) && !assigns(cond) && parts
            }
            Step::Loop(l) => {
                let head = l.inc.iter().chain(&l.cond);
                let own = assigned(&l.init, &l.inc);
                // A loop that sets its own variable first and counts it alone is the same each time.
                let counts = own.iter().all(|v| !changed.contains(v)) && !l.last;
                let mut head = head.filter(|e| !assigns(e));
                let values = |s: &Step| matches!(s, Step::Set(_, e) | Step::Do(e) if fixed(e));
                counts
                    && head.all(fixed)
                    && l.init.iter().all(values)
                    && Self::is_fixed(&l.body, changed)
            }
            Step::Switch { value, body } => {
                let inside = body
                    .iter()
                    .filter(|s| !matches!(s, Step::Break | Step::Case(_)));
                let mut inside = inside.map(std::slice::from_ref);
                fixed(value) && !assigns(value) && inside.all(|s| Self::is_fixed(s, changed))
            }
            Step::Set(..) | Step::Do(_) | Step::Case(_) | Step::Break | Step::Continue => false,
        })
    }
}

/// The variables that a loop's head sets and counts.
pub(super) fn assigned(init: &[Step], inc: &[Expr]) -> IndexSet<VarId> {
    let mut found = IndexSet::new();
    for s in init {
        match s {
            Step::Set(v, _) => {
                found.insert(*v);
            }
            Step::Do(e) => found.extend(targets(e)),
            _ => {}
        }
    }
    inc.iter().for_each(|e| found.extend(targets(e)));
    found
}

/// Whether evaluating it assigns a variable.
pub(super) fn assigns(e: &Expr) -> bool {
    !targets(e).is_empty()
}

/// The variables that evaluating it assigns.
pub(super) fn targets(e: &Expr) -> IndexSet<VarId> {
    use accrs_frontend::region::ExprKind;
    let mut found = IndexSet::new();
    e.any_expr(|e| {
        let to = match &e.kind {
            ExprKind::Assign(_, to, _) => Some(to),
            ExprKind::Unary(op, to) if op.is_step() => Some(to),
            _ => None,
        };
        if let Some(ExprKind::Var(v)) = to.map(|to| &to.kind) {
            found.insert(*v);
        }
        false
    });
    found
}

/// Whether the scan can have a variable of its own of this type, in which C computes on the host what it does on a device.
fn is_counted(unit: &Unit, var: VarId) -> bool {
    let ty = unit.var(var).ty;
    let types = &unit.types;
    let plain = matches!(types.canonical(ty), Type::Int(_) | Type::Char | Type::Bool);
    plain && !types.qualifiers(ty).is_volatile && types.size_of(ty).is_some_and(|n| n <= 8)
}
