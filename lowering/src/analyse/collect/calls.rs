//! What functions do that a piece of code calls: to what their arguments lead to, to the pointers' targets that lie there, and to variables of static storage.

use super::super::constant;
use super::Collector;
use super::{Step, Wild};
use crate::analyse::place::{self, Place};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, FunctionId, Type, TypeId};

/// The ways to what the pointers lead to that an object holds, from the way to the object, and the types there. `false`: not all can be named, since
/// pointers lead on from there, or lie over each other.
fn pointers_of<'a>(
    unit: &'a Unit,
    ty: TypeId,
    way: &[Step<'a>],
    found: &mut Vec<(Vec<Step<'a>>, TypeId)>,
) -> bool {
    let types = &unit.types;
    let further = |step: Step<'a>| {
        let mut way = way.to_vec();
        way.push(step);
        way
    };
    // Which element, nobody knows.
    let some = |elem| Step::Index {
        terms: Vec::new(),
        elem,
    };
    match types.canonical(ty) {
        Type::Pointer(to) => {
            let mut way = further(Step::Deref);
            way.push(some(*to));
            found.push((way, *to));
            !types.holds_pointer(*to)
        }
        Type::Array(elem, _) => pointers_of(unit, *elem, &further(some(*elem)), found),
        Type::Record(id) => {
            let record = &types.records[id.index()];
            let mut fields = record.fields.iter().flatten();
            !record.is_union
                && fields.all(|f| {
                    let member = place::member(unit, ty, f.ty);
                    let step = Step::Field(&f.name, member);
                    !types.holds_pointer(f.ty) || pointers_of(unit, f.ty, &further(step), found)
                })
        }
        _ => true,
    }
}

impl<'a> Collector<'_, 'a> {
    pub(super) fn call(&mut self, function: Option<FunctionId>, args: &'a [Expr], call: &'a Expr) {
        let Some(id) = function else {
            self.wild = Some(Wild::Pointer(call.span));
            return;
        };
        if !self.unit.effects.is_known(self.unit, id) {
            self.wild = Some(Wild::Unknown(id, call.span));
            return;
        }
        self.called(id, call);
        let (unit, effects) = (self.unit, &self.unit.effects);
        for (i, a) in args.iter().enumerate() {
            let near = effects.on_argument(unit, id, i);
            let deep = effects.deep_on_argument(unit, id, i);
            let Some(ty) = unit.types.pointee(a.ty) else {
                if unit.types.holds_pointer(a.ty) {
                    let object = place::place(unit, a.strip_implicit());
                    self.behind(object, a.ty, near, (a, id));
                    self.somewhere(deep, id, a);
                }
                continue;
            };
            let target = place::target(unit, a, None);
            self.behind(target.clone(), ty, deep, (a, id));
            let Some(p) = target else {
                self.somewhere(near, id, a);
                continue;
            };
            let one = self.is_one_element(&p, id, i);
            // What it does there may depend on what it is told of the loop.
            let guards = self.guards;
            self.guards += u32::from(one && args.iter().any(|a| self.tells(a)));
            self.add(p, near, (a, ty), Some((id, one)));
            self.guards = guards;
        }
    }

    /// A function reads, and writes, where nobody knows.
    fn somewhere(&mut self, (reads, writes): (bool, bool), f: FunctionId, a: &Expr) {
        let wild = Wild::Call(f, a.span);
        match writes {
            true => self.wild = Some(wild),
            false if reads => self.read_somewhere(wild),
            false => {}
        }
    }

    pub(super) fn read_somewhere(&mut self, what: Wild) {
        self.wild_read.get_or_insert(what);
    }

    /// What a function does to what the pointers lead to that an object of type `ty` holds, which its argument is or leads to.
    fn behind(
        &mut self,
        object: Option<Place<'a>>,
        ty: TypeId,
        does: (bool, bool),
        (a, f): (&'a Expr, FunctionId),
    ) {
        if !(does.0 || does.1) {
            return;
        }
        let mut found = Vec::new();
        match object {
            Some(object) if pointers_of(self.unit, ty, &object.steps, &mut found) => {
                for (steps, to) in found {
                    let root = object.root;
                    self.add(Place { root, steps }, does, (a, to), Some((f, false)));
                }
            }
            _ => self.somewhere(does, f, a),
        }
    }

    /// Whether a function uses no more behind its `n`th argument than the element that this place is.
    fn is_one_element(&self, place: &Place<'a>, f: FunctionId, n: usize) -> bool {
        let types = &self.unit.types;
        let Some(Step::Index { elem, .. }) = place.steps.last() else {
            return false;
        };
        let param = self.unit.function(f).params.get(n);
        let taken = param.and_then(|p| types.pointee(self.unit.var(*p).ty));
        let size = taken.and_then(|t| types.size_of(t));
        size.is_some() && size == types.size_of(*elem) && self.unit.effects.stays_at(f, n)
    }

    /// Whether an argument is a number that depends on a loop's variable.
    fn tells(&self, argument: &Expr) -> bool {
        self.unit.types.pointee(argument.ty).is_none() && self.selects(argument, 0)
    }

    /// What a function does to file-scope variables, which it names itself.
    fn called(&mut self, id: FunctionId, call: &'a Expr) {
        let types = &self.unit.types;
        for (root, touch) in self.unit.effects.on_statics(id) {
            if constant::is_constant(self.unit, root) {
                continue;
            }
            let ty = self.unit.var(root).ty;
            // Which element, nobody knows.
            let some = |elem| place::Step::Index {
                terms: Vec::new(),
                elem,
            };
            let own = types.pointee(ty).filter(|_| types.is_array(ty)).map(some);
            let was = std::mem::replace(&mut self.atomic, !touch.plain);
            let (reads, writes) = (touch.read || touch.address, touch.written || touch.address);
            let steps = own.into_iter().collect();
            self.add(
                Place { root, steps },
                (reads, writes),
                (call, ty),
                Some((id, false)),
            );
            let (reads, writes) = (touch.behind_read, touch.behind_written);
            if (reads || writes) && !types.is_pointer(ty) {
                self.wild = Some(Wild::Call(id, call.span));
            } else if let Some(to) = types.pointee(ty).filter(|_| types.is_pointer(ty)) {
                let steps = vec![place::Step::Deref, some(to)];
                self.add(
                    Place { root, steps },
                    (reads, writes),
                    (call, to),
                    Some((id, false)),
                );
                self.somewhere((touch.deep_read, touch.deep_written), id, call);
            }
            self.atomic = was;
        }
    }
}
