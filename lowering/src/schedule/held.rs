//! Data that stays on the device from one turn of a host's loop to the next, where constructs in the loop use it, no clause says when it
//! moves, and host code in the loop doesn't touch it.
//!
//! The runtime does the work: an item that is *held* isn't copied back and given up at the end of its construct, but at the end of the
//! loop (`__accrs_hold`, `runtime/src/data/held.rs`). So nothing need be known of how often the loop runs, of sections that
//! change, or of pointers that change places. What must be known is that no host code of the loop reads what the device writes, or writes
//! what it reads.

use crate::analyse::alias::stored;
use crate::analyse::place::is_array_parameter;
use crate::options::Options;
use crate::plan::{Action, ConstructPlan, DataItem, HeldLoop, Note, Origin, Plan, Queue, Section};
use accrs_frontend::Unit;
use accrs_frontend::directive::{ClauseKind, DataKind};
use accrs_frontend::region::host::loops::{HostLoop, Stored, Touch};
use accrs_frontend::region::{ConstructId, ExprKind, Storage, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// Marks the items that are held, and notes the loops; of those that hold nothing because of a call, says so.
pub fn decide(unit: &Unit, options: &Options, plan: &mut Plan) {
    if !options.device() || !options.hold {
        return;
    }
    let mut taken: Vec<Span> = Vec::new();
    // Outer loops come first, and one is enough.
    for l in unit.host.loops() {
        let inside = taken.iter().any(|t| holds(*t, l.span));
        if !inside && let Some(found) = of_loop(unit, options, plan, l) {
            taken.push(l.span);
            mark(unit, plan, l, found);
        }
    }
    for l in unit.host.loops().iter().rev() {
        // What may be held in an inner loop is told there, and what can't is told once.
        if !taken.iter().any(|t| holds(*t, l.span) || holds(l.span, *t)) && tell(unit, plan, l) {
            taken.push(l.span);
        }
    }
}

/// Says which call keeps the data of the loop's constructs moving; true if one does.
fn tell(unit: &Unit, plan: &mut Plan, l: &HostLoop) -> bool {
    let Some((at, what)) = l.unknown.as_ref().filter(|_| !l.entered) else {
        return false;
    };
    let inside = |c: &ConstructPlan| holds(l.span, c.span);
    let all = plan.constructs.values();
    let names: IndexSet<&str> = all
        .filter(|c| inside(c) && is_plain(c))
        .flat_map(|c| c.data.iter().map(|d| (c.id, d)))
        .filter(|(id, d)| is_held(unit, *id, d) && Object::of(unit, d).is_some())
        .map(|(_, d)| unit.var(d.var).name.as_str())
        .collect();
    if names.is_empty() {
        return false;
    }
    let line = |s: Span| unit.source.place(s.start).line;
    let names: Vec<&str> = names.into_iter().collect();
    let (moves, they) = match names.as_slice() {
        [_] => ("moves", "it"),
        _ => ("move", "them"),
    };
    let text = format!(
        "{} {moves} in each turn of this loop, since {what} at line {} may use {they}; a data construct around the loop \
         keeps {they} on the device, with updates where the host needs {they}",
        names.join(", "),
        line(*at),
    );
    let note = Note::new(line(l.span), text);
    if let Some(c) = plan.constructs.values_mut().find(|c| inside(c)) {
        c.notes.push(note);
    }
    true
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// An item of a construct: its place among the construct's data.
type At = (ConstructId, usize);

/// The items of the loop's constructs that may be held; none if something in the loop stands in the way of all.
fn of_loop(unit: &Unit, options: &Options, plan: &Plan, l: &HostLoop) -> Option<Vec<At>> {
    if l.entered || l.unknown.is_some() {
        return None;
    }
    let inside = || plan.constructs.values().filter(|c| holds(l.span, c.span));
    if !inside().all(is_plain) {
        return None;
    }
    let all = inside().flat_map(|c| c.data.iter().enumerate().map(|(i, d)| ((c.id, i), d)));
    let all: Vec<(At, &DataItem)> = all.collect();
    let around = Around {
        unit,
        strict: options.rules.strict_aliasing,
        l,
        taken: by_value(unit, inside()),
    };
    let held = |(at, d): &(At, &DataItem)| -> Option<At> {
        let object = Object::of(unit, d)?;
        let same = all.iter().filter(|(_, o)| around.may_be_one(&object, o));
        let same: Vec<&(At, &DataItem)> = same.collect();
        let written = same.iter().any(|(_, other)| other.kind != DataKind::Copyin);
        let known = same
            .iter()
            .all(|(at, other)| may_find_it(unit, at.0, other));
        let free = known && !around.is_touched(&object, written);
        (is_held(unit, at.0, d) && free).then_some(*at)
    };
    let found: Vec<At> = all.iter().filter_map(held).collect();
    (!found.is_empty()).then_some(found)
}

/// Whether a construct runs on the device whenever there is one, and is done when the next statement runs.
fn is_plain(c: &ConstructPlan) -> bool {
    let kind = match &c.action {
        Action::Compute(_) | Action::Data(_) => true,
        Action::Nothing => return true,
        _ => false,
    };
    kind && c.condition.is_none()
        && c.self_condition.is_none()
        && c.on_host.as_deref().is_none_or(is_plain)
        && c.waits.is_empty()
        && matches!(c.queue, Queue::Sync)
}

/// An item that no clause names: an array, or what a pointer leads to.
fn is_held(unit: &Unit, construct: ConstructId, d: &DataItem) -> bool {
    let var = unit.var(d.var);
    // Structs have items for what their members lead to.
    let array = !unit.types.is_record(var.ty) && var.member.is_none();
    let own = d.origin != Origin::Reduction && !is_named(unit, construct, d);
    let plain = is_unmodified(d) && d.attach.is_none() && d.used.is_none();
    let volatile = unit.types.qualifiers(var.ty).is_volatile;
    // Rows may be changed by whoever has a pointer to one.
    let rows = matches!(&d.section, Section::Dims { dims, .. } if dims.iter().any(|d| d.behind));
    d.makes_entry() && array && own && plain && !volatile && !rows
}

/// Whether it makes no difference to the construct that the data is on the device already. For `copyin` and `create` by a clause it does:
/// what the construct writes isn't wanted back. Of what must be there already nobody knows where it is written.
fn may_find_it(unit: &Unit, construct: ConstructId, d: &DataItem) -> bool {
    let back = matches!(d.kind, DataKind::Copy | DataKind::Copyout);
    d.makes_entry() && is_unmodified(d) && (back || !is_named(unit, construct, d))
}

/// Whether a clause of the construct names it, also without a section.
fn is_named(unit: &Unit, construct: ConstructId, d: &DataItem) -> bool {
    let clauses = &unit.construct(construct).directive.clauses;
    matches!(d.origin, Origin::Clause(_))
        || clauses.iter().any(|c| match &c.kind {
            ClauseKind::Data(_, _, refs) => refs.iter().any(|r| r.base.mentions(d.var)),
            _ => false,
        })
}

fn is_unmodified(d: &DataItem) -> bool {
    let m = d.modifiers;
    !(m.zero || m.always_in || m.always_out || m.own)
}

/// Arrays, structs and members that the host gives to constructs by value: it reads them.
fn by_value<'p>(
    unit: &Unit,
    constructs: impl Iterator<Item = &'p ConstructPlan>,
) -> IndexSet<VarId> {
    let mut found = IndexSet::new();
    for c in constructs {
        let Action::Compute(compute) = &c.action else {
            continue;
        };
        let params = compute.kernels.iter().flat_map(|k| &k.params);
        found.extend(params.filter(|p| !p.is_on_device()).map(|p| p.var));
        found.extend(compute.firstprivate.iter().copied());
        found.extend(c.data.iter().filter(|d| d.modifiers.own).map(|d| d.var));
    }
    // Other scalars are nobody's array.
    found.retain(|v| {
        let var = unit.var(*v);
        unit.types.is_array(var.ty) || unit.types.is_record(var.ty) || var.member.is_some()
    });
    found
}

/// What an item is of.
struct Object {
    var: VarId,
    /// The variable is the memory itself, not a pointer to it.
    direct: bool,
    what: Stored,
}

impl Object {
    fn of(unit: &Unit, d: &DataItem) -> Option<Self> {
        let ty = unit.var(d.var).ty;
        let record = unit.types.is_record(ty) && matches!(d.section, Section::Whole);
        let direct = record || unit.types.is_array(ty) && !is_array_parameter(unit, d.var);
        let elem = match &d.section {
            Section::Whole if direct => ty,
            Section::Inferred { base, elem, .. } | Section::Dims { base, elem, .. }
                if matches!(base.kind, ExprKind::Var(_)) =>
            {
                *elem
            }
            Section::Scanned { scan, .. } if matches!(scan.base.kind, ExprKind::Var(_)) => {
                scan.scan.elem
            }
            Section::Address { base, .. } if matches!(base.kind, ExprKind::Var(_)) => {
                unit.types.pointee(base.ty)?
            }
            _ => return None,
        };
        let what = stored(unit, elem);
        let var = d.var;
        Some(Object { var, direct, what })
    }
}

/// The loop around constructs, and C's rules in it.
struct Around<'l> {
    unit: &'l Unit,
    strict: bool,
    l: &'l HostLoop,
    /// What the host hands to constructs by value.
    taken: IndexSet<VarId>,
}

impl Around<'_> {
    fn is_touched(&self, object: &Object, written: bool) -> bool {
        let taken = self.taken.iter().map(|v| {
            let var = self.unit.var(*v);
            let pointed = var.member.as_ref().is_some_and(|m| m.is_pointed_to());
            Touch {
                root: Some(*v),
                direct: !pointed,
                what: stored(self.unit, var.ty),
                writes: false,
            }
        });
        let mut all = self.l.touches.iter().copied().chain(taken);
        all.any(|t| (t.writes || written) && self.reaches(object, &t))
    }

    /// Whether host code may reach the memory of an item.
    fn reaches(&self, object: &Object, t: &Touch) -> bool {
        if self.strict && object.what.differs(t.what) {
            return false;
        }
        if t.root == Some(object.var) {
            return true;
        }
        if object.direct {
            return !t.direct;
        }
        // What a restrict pointer leads to is reached through it alone, or through pointers made from it. A parameter that
        // nothing is assigned to isn't made from another one.
        let host = &self.unit.host;
        let own = |v: VarId| {
            let parameter = self.unit.var(v).storage == Storage::Param;
            parameter && !host.takes_address(v) && !host.assigns_behind(v, 0)
        };
        let made = !t.direct && !t.root.is_some_and(own);
        !self.is_restrict(object.var) || made
    }

    fn may_be_one(&self, object: &Object, other: &DataItem) -> bool {
        let types = &self.unit.types;
        // A scalar is nobody's array.
        if matches!(other.section, Section::Whole) && types.is_scalar(self.unit.var(other.var).ty) {
            return false;
        }
        let Some(other) = Object::of(self.unit, other) else {
            return true;
        };
        let same = object.var == other.var;
        let apart = object.direct && other.direct
            || self.is_restrict(object.var) && self.is_restrict(other.var)
            || self.strict && object.what.differs(other.what);
        same || !apart
    }

    /// A parameter or a local pointer that keeps its value.
    fn is_restrict(&self, var: VarId) -> bool {
        let v = self.unit.var(var);
        let automatic = matches!(v.storage, Storage::Local | Storage::Param);
        automatic
            && self.unit.is_restrict(var)
            && !self.unit.host.takes_address(var)
            && !self.unit.host.assigns_within(var, self.l.span)
    }
}

fn mark(unit: &Unit, plan: &mut Plan, l: &HostLoop, found: Vec<At>) {
    let mut names: IndexSet<String> = IndexSet::new();
    let first = found.first().map(|(id, _)| *id);
    for (id, i) in found {
        if let Some(item) = plan.constructs.get_mut(&id).and_then(|c| c.data.get_mut(i)) {
            item.hold();
            names.insert(unit.var(item.var).name.clone());
        }
    }
    let names: Vec<String> = names.into_iter().collect();
    let line = unit.source.place(l.span.start).line;
    if let Some(c) = first.and_then(|id| plan.constructs.get_mut(&id)) {
        let text = match names.as_slice() {
            [one] => format!(
                "{one} stays on the device until this loop ends: its host code doesn't use it"
            ),
            all => format!(
                "{} stay on the device until this loop ends: its host code doesn't use them",
                all.join(", ")
            ),
        };
        c.notes.push(Note::new(line, text));
    }
    plan.held.push(HeldLoop {
        span: l.span,
        line,
        names,
    });
}
