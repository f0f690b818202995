//! What the functions of a unit do: to variables of static storage, to what their parameters point to, and whether they only
//! compute.
//!
//! Each body is walked once, for what the function does itself; what its calls add is then carried through the calls among them
//! until nothing changes.

use super::body::{Scan, led_to};
use super::{Object, Step, way};
use crate::region::place::{self, Place, rough_target};
use crate::region::walk::Mode;
use crate::region::{Expr, FunctionId, Type, Unit, VarId, Visit};
use indexmap::{IndexMap, IndexSet};

/// What happens to a variable, and to what it points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Touch {
    /// The variable's own value (of structs and arrays, a part of it).
    pub read: bool,
    pub written: bool,
    /// Its address is taken.
    pub address: bool,
    pub behind_read: bool,
    pub behind_written: bool,
    /// Likewise what pointers lead to that lie there.
    pub deep_read: bool,
    pub deep_written: bool,
    /// Not all of that is done by atomic constructs.
    pub plain: bool,
}

impl Touch {
    /// `derefs`: how many pointers lead from the variable to the place.
    pub(super) fn note(&mut self, derefs: usize, mode: Mode, atomic: bool) {
        self.plain |= !atomic;
        match (derefs, mode) {
            (0, Mode::Address) => self.address = true,
            (0, _) => {
                self.read |= mode.reads();
                self.written |= mode.writes();
            }
            _ => {
                self.read = true;
                self.behind_read |= mode.reads();
                self.behind_written |= mode.writes();
                self.deep_read |= derefs > 1 && mode.reads();
                self.deep_written |= derefs > 1 && mode.writes();
            }
        }
    }

    fn add(&mut self, other: &Touch) {
        self.read |= other.read;
        self.written |= other.written;
        self.address |= other.address;
        self.behind_read |= other.behind_read;
        self.behind_written |= other.behind_written;
        self.deep_read |= other.deep_read;
        self.deep_written |= other.deep_written;
        self.plain |= other.plain;
    }
}

/// What one function with a body does.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// To variables of static storage, in the order of first use, without what functions do that it calls.
    pub statics: IndexMap<VarId, Touch>,
    /// The functions that it calls itself.
    pub calls: IndexSet<FunctionId>,
    /// It calls through a pointer, or writes where no variable leads to.
    pub(super) anywhere: bool,
    /// It makes pointers to const ones through which can be written.
    pub(super) casts_const_away: bool,
    /// What it writes, through calls as well: static variables, and what lies behind parameters.
    pub(super) written: IndexSet<Object>,
    /// To its parameters and what they point to, through calls as well.
    pub(super) params: Vec<Touch>,
    /// Parameters whose value goes elsewhere: who has it there may do anything behind it.
    pub(super) moved: Vec<bool>,
    /// Parameters behind which it may use other elements than the first, through calls as well.
    pub(super) strays: Vec<bool>,
    /// Parameters into whose targets its value may lead: not by pointers that lie there, but into these objects themselves.
    pub(super) given_back: Vec<bool>,
    /// Its value depends on its arguments alone, and it does nothing else.
    pub(super) only_computes: bool,
}

/// What the functions of a unit do.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    functions: Vec<Option<Summary>>,
}

impl Effects {
    /// Looks through all bodies.
    pub fn of(unit: &Unit) -> Self {
        let mut scans: Vec<Option<Scan<'_>>> = Vec::new();
        for f in &unit.functions {
            scans.push(f.body.as_ref().map(|body| {
                let mut scan = Scan::new(unit, &f.params);
                body.iter().for_each(|s| scan.visit_stmt(s));
                scan
            }));
        }
        let mut all = Self {
            functions: scans
                .iter()
                .map(|s| Some(s.as_ref()?.own.clone()))
                .collect(),
        };
        // All that is added is of the unit: this ends.
        loop {
            let mut changed = false;
            for (i, scan) in scans.iter().enumerate() {
                if let (Some(scan), Some(before)) = (scan, &all.functions[i]) {
                    let now = all.with_calls(unit, scan, before);
                    changed |= !same(before, &now);
                    all.functions[i] = Some(now);
                }
            }
            if !changed {
                return all;
            }
        }
    }

    /// What a function does whose body is known.
    pub fn summary(&self, f: FunctionId) -> Option<&Summary> {
        self.functions.get(f.index())?.as_ref()
    }

    /// A function, and those that it calls, directly or through others.
    fn reached(&self, f: FunctionId) -> IndexSet<FunctionId> {
        let mut seen = IndexSet::from([f]);
        let mut next = 0;
        while let Some(&f) = seen.get_index(next) {
            next += 1;
            seen.extend(self.summary(f).iter().flat_map(|s| s.calls.iter().copied()));
        }
        seen
    }

    /// What a function does to variables of static storage, through calls as well.
    pub fn on_statics(&self, f: FunctionId) -> IndexMap<VarId, Touch> {
        let mut all: IndexMap<VarId, Touch> = IndexMap::new();
        for summary in self.reached(f).iter().filter_map(|f| self.summary(*f)) {
            for (var, touch) in &summary.statics {
                all.entry(*var).or_default().add(touch);
            }
        }
        all
    }

    /// Whether [`Self::on_statics`] and [`Self::on_argument`] are all that a function does. Of one in another file nobody knows, unless
    /// its declaration promises that it changes nothing; the C library's do nothing else.
    pub fn is_known(&self, unit: &Unit, f: FunctionId) -> bool {
        self.reached(f).iter().all(|f| {
            let at = unit.function(*f);
            match self.summary(*f) {
                Some(summary) => !summary.anywhere && at.bind.is_none(),
                None => at.library || at.builtin || at.changes_nothing,
            }
        })
    }

    /// Whether a function, and those that it calls, leave what is behind its `n`th argument unchanged, during the call and by what
    /// the call gives back.
    pub(super) fn only_looks_at(&self, unit: &Unit, f: FunctionId, n: usize) -> bool {
        let ret = unit.function(f).ret;
        let leads = !unit.types.is_arithmetic(ret) && *unit.types.canonical(ret) != Type::Void;
        let kept = match self.summary(f) {
            Some(s) => {
                let given_back = leads && s.given_back.get(n) != Some(&false);
                s.moved.get(n) == Some(&false) && !given_back
            }
            None => !result_leads_to(unit, f, n),
        };
        kept && self.is_known(unit, f) && !self.on_argument(unit, f, n).1
    }

    /// Whether a function reads, and writes, what its `n`th argument points to, or what the pointers lead to that it holds. One without a body here does both,
    /// unless the parameter points to const.
    pub fn on_argument(&self, unit: &Unit, id: FunctionId, n: usize) -> (bool, bool) {
        let Some(&param) = unit.function(id).params.get(n) else {
            return (true, true);
        };
        let types = &unit.types;
        let to = types.pointee(unit.var(param).ty);
        let is_const = |t| types.qualifiers(t).is_const && !types.holds_pointer(t);
        let anything = (true, !to.is_some_and(is_const));
        match self.summary(id) {
            Some(s) if !s.moved[n] => (s.params[n].behind_read, s.params[n].behind_written),
            Some(_) if self.cast_const_away(id) => (true, true),
            _ => anything,
        }
    }

    /// Likewise what pointers lead to that lie behind that.
    pub fn deep_on_argument(&self, unit: &Unit, id: FunctionId, n: usize) -> (bool, bool) {
        let f = unit.function(id);
        match (self.summary(id), f.params.get(n)) {
            (Some(s), Some(_)) if !s.moved[n] => (s.params[n].deep_read, s.params[n].deep_written),
            (None, _) if f.library || f.builtin => (false, false),
            (_, Some(&param)) => {
                let ty = unit.var(param).ty;
                let holds = unit
                    .types
                    .holds_pointer(unit.types.pointee(ty).unwrap_or(ty));
                (holds, holds)
            }
            _ => (true, true),
        }
    }

    /// Whether all that a function uses behind its `n`th argument is the one element to which that points.
    pub fn stays_at(&self, f: FunctionId, n: usize) -> bool {
        self.summary(f)
            .is_some_and(|s| s.moved.get(n) == Some(&false) && s.strays.get(n) == Some(&false))
    }

    fn cast_const_away(&self, f: FunctionId) -> bool {
        let reached = self.reached(f);
        let mut summaries = reached.iter().filter_map(|f| self.summary(*f));
        summaries.any(|s| s.casts_const_away)
    }

    /// What a call of a function with these arguments writes, of what the caller can name. What functions of other files do to
    /// their arguments is not known, and not in here.
    pub(super) fn written(&self, unit: &Unit, f: FunctionId, args: &[Expr]) -> Vec<Object> {
        let Some(summary) = self.summary(f) else {
            return Vec::new();
        };
        let params = &unit.function(f).params;
        let mut out = Vec::new();
        for object in &summary.written {
            let (Object::Var(v) | Object::Through(v, _)) = object else {
                continue;
            };
            let Some(n) = params.iter().position(|p| p == v) else {
                out.push(object.clone());
                continue;
            };
            let (Object::Through(_, steps), Some(arg)) = (object, args.get(n)) else {
                continue;
            };
            if let Some(to) = rough_target(unit, arg) {
                // The first step leads to what the argument points to.
                out.push(behind(&to, steps.get(1..).unwrap_or_default()));
            }
        }
        out
    }

    /// Whether a call gives the same value whenever its arguments do, and does nothing else.
    pub fn only_computes(&self, unit: &Unit, f: Option<FunctionId>) -> bool {
        f.is_some_and(|f| match self.summary(f) {
            Some(s) => s.only_computes,
            None => unit.is_of_numbers(f),
        })
    }

    /// What a function does, with what is known by now of those that it calls.
    fn with_calls(&self, unit: &Unit, scan: &Scan<'_>, before: &Summary) -> Summary {
        let mut now = before.clone();
        now.only_computes = scan.plain;
        for (function, args) in &scan.calls {
            now.only_computes &= self.only_computes(unit, *function);
            let Some(id) = *function else { continue };
            for object in self.written(unit, id, args) {
                if scan.outlives(&object) {
                    now.written.insert(object);
                }
            }
            for (n, a) in args.iter().enumerate() {
                if unit.types.holds_pointer(a.ty) || unit.types.is_array(a.ty) {
                    self.with_argument(scan, &mut now, (id, n), a);
                }
            }
        }
        now
    }

    /// What a function that is called does with its `n`th argument.
    fn with_argument(
        &self,
        scan: &Scan<'_>,
        now: &mut Summary,
        (id, n): (FunctionId, usize),
        a: &Expr,
    ) {
        let unit = scan.unit;
        let near = self.on_argument(unit, id, n);
        let deep = self.deep_on_argument(unit, id, n);
        let Some(place) = led_to(unit, a) else {
            scan.anything(now, near);
            return;
        };
        if !self.stays_at(id, n) && !is_of_array_member(&place) {
            scan.strays(now, &place);
        }
        let mut further = place.clone();
        further.steps.push(place::Step::Deref);
        for (place, (reads, writes)) in [(&place, near), (&further, deep)] {
            for (does, mode) in [(reads, Mode::Read), (writes, Mode::Write)] {
                if does {
                    scan.note(now, place, mode, false);
                }
            }
        }
    }
}

/// Whether what a function of a library gives back may point to what its `n`th argument points to, as `strchr`'s does. `memcpy`'s
/// leads to its first, which can be written through like the result.
fn result_leads_to(unit: &Unit, f: FunctionId, n: usize) -> bool {
    let (types, at) = (&unit.types, unit.function(f));
    let writable = |ty| {
        let to = types.pointee(ty);
        to.is_some_and(|t| !types.qualifiers(t).is_const)
    };
    let others = at.params.iter().enumerate().filter(|(i, _)| *i != n);
    let mut others = others.map(|(_, p)| unit.var(*p).ty);
    types.pointee(at.ret).is_some() && !others.any(writable)
}

/// Whether nothing has been added.
fn same(a: &Summary, b: &Summary) -> bool {
    a.only_computes == b.only_computes
        && a.written.len() == b.written.len()
        && a.params == b.params
        && a.strays == b.strays
        && a.statics == b.statics
}

/// What lies `steps` behind a place.
fn behind(to: &Place<'_>, steps: &[Step]) -> Object {
    let mut all = way(to);
    all.extend(steps.iter().cloned());
    match all.is_empty() && to.steps.is_empty() {
        true => Object::Var(to.root),
        false => Object::Through(to.root, all),
    }
}

/// Whether a place is an element of an array in an object: no subscript leads from there to another object.
fn is_of_array_member(place: &Place<'_>) -> bool {
    let inside = place.steps.iter().skip(2);
    inside
        .into_iter()
        .any(|s| matches!(s, place::Step::Field(..)))
}
