//! Makes the copies that reductions work on: of scalars and, element by element, of arrays, sections and structs.
//!
//! A thread's copy of an array is an array of its own where the number of elements is a small constant, and otherwise a
//! row of the launch's scratch memory. A copy that is shared by threads which act as one is in shared memory or scratch
//! memory. The copy of a section is reached through a pointer to where the variable's element 0 would be, so
//! that the user's subscripts stay as they are.

use super::access::{Home, Private};
use super::copy::*;
use super::scratch::{Count, RunTimeArea};
use super::sets::Threads;
use super::threads::Pass;
use super::value::{Argument, Type, Value};
use crate::names::safe;
use crate::plan::{Extent, Part, Reduction};
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::{ArrayLen, Expr, Type as CType, TypeId, Types, VarId};

/// The largest array, in bytes, that a thread may have for itself as a copy: every thread that the device holds at once
/// needs the room.
const LOCAL_BYTES: u64 = 1024;

/// So many elements the last block combines one after the other. That takes some microseconds for each; a thread that goes through the parts
/// of all blocks alone takes as long as for a hundred.
const FEW: u64 = 32;

/// The innermost element type of arrays of arrays, and how many such elements there are in all.
fn flat(unit: &Unit, ty: TypeId) -> (TypeId, u64) {
    let (mut at, mut count) = (ty, 1u64);
    while let CType::Array(elem, ArrayLen::Fixed(n)) = unit.types.canonical(at) {
        count = count.saturating_mul(*n);
        at = *elem;
    }
    (at, count)
}

/// The first type of fixed size inside arrays of variable length.
fn flat_elem(types: &Types, ty: TypeId) -> TypeId {
    match types.canonical(ty) {
        CType::Array(elem, _) if types.is_variably_modified(ty) => flat_elem(types, *elem),
        _ => ty,
    }
}

impl Pass<'_> {
    /// The elements that a reduction which begins here combines.
    pub fn elements(&mut self, r: &Reduction) -> Elements {
        let ty = self.unit.var(r.var).ty;
        let Part::Elements {
            elem,
            lower,
            length,
            ..
        } = &r.part
        else {
            let (elem, count) = flat(self.unit, ty);
            return Elements {
                elem,
                lower: "0".into(),
                lower_value: None,
                length: match self.unit.types.is_array(ty) {
                    true => Length::Fixed(count),
                    false => Length::One,
                },
                pieces: Vec::new(),
            };
        };
        let (lower, lower_value) = match lower.int_value() {
            Some(n) => (n.to_string(), None),
            None => {
                let base = safe(&self.unit.var(r.var).name);
                let name = self.names.unique(&format!("{base}_lower"));
                (name, Some(lower.clone()))
            }
        };
        let length = match (length.int_value(), self.lengths.get(&r.var)) {
            (Some(n), _) => Length::Fixed(u64::try_from(n).unwrap_or(0)),
            (None, Some(name)) => Length::Name(name.clone()),
            (None, None) => {
                self.refuse_nest("a reduction whose length isn't known at the kernel's start");
                Length::Fixed(1)
            }
        };
        let pieces = r.pieces.iter().map(|piece| Piece {
            how: piece.how,
            from: self.bound(r.var, "from", &piece.from),
            end: self.bound(r.var, "end", &piece.end),
        });
        let pieces = pieces.collect();
        Elements {
            elem: *elem,
            lower,
            lower_value,
            length,
            pieces,
        }
    }

    fn bound(&mut self, v: VarId, word: &str, e: &Expr) -> Bound {
        if let Some(n) = e.int_value() {
            let text = n.to_string();
            return Bound { text, value: None };
        }
        let base = safe(&self.unit.var(v).name);
        let text = self.names.unique(&format!("{base}_{word}"));
        let value = Some(e.clone());
        Bound { text, value }
    }

    /// How the elements of a variable are spelled here.
    pub fn spelled(&self, v: VarId, e: &Elements) -> Spelling {
        let name = match self.var(v) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("(*{n})"),
        };
        self.spelled_as(v, name, e)
    }

    pub fn spelled_as(&self, v: VarId, name: String, e: &Elements) -> Spelling {
        let types = &self.unit.types;
        let rows = types
            .pointee(self.unit.var(v).ty)
            .is_some_and(|to| types.is_array(to) && !types.is_variably_modified(to));
        Spelling {
            base: name,
            cast: rows.then_some(e.elem),
            lower: e.lower.clone(),
        }
    }

    /// Makes a copy of the elements for each thread, or one for all threads along `same`.
    pub fn declare_copy(
        &mut self,
        r: &Reduction,
        e: Elements,
        target: Spelling,
        name: &str,
        same: Threads,
    ) -> Many {
        let ty = self.unit.var(r.var).ty;
        self.storage.memory.remove(&r.var);
        self.storage.arrays.remove(&r.var);
        self.storage.own.remove(&r.var);
        let whole = matches!(r.part, Part::Whole) && self.local_elements(&e).is_some();
        let (home, copy) = if whole && same.is_empty() {
            self.access.insert(r.var, Access::Name(name.to_string()));
            let copy = self.spelled_as(r.var, name.to_string(), &e);
            (CopyHome::Whole, copy)
        } else if whole && self.constant_block() {
            let rows = self.all_threads().without(same);
            let home = self.shared_home(r.var, ty, rows);
            let private = Private {
                var: r.var,
                home: home.unwrap_or(Home::Register { zeroed: false }),
                unread: !self.read.contains(&r.var),
            };
            self.access.insert(r.var, private.access_as(name));
            let copy = self.spelled(r.var, &e);
            (CopyHome::Shared(private), copy)
        } else {
            self.flat_copy(r, &e, name, same)
        };
        if same.is_empty() {
            if self.unit.types.is_pointer(ty) {
                self.storage.own.insert(r.var);
            }
        } else {
            self.storage.memory.insert(r.var);
        }
        Many {
            elements: e,
            home,
            copy,
            target,
            sum: String::new(),
        }
    }

    /// A copy that holds just the elements that are reduced.
    fn flat_copy(
        &mut self,
        r: &Reduction,
        e: &Elements,
        name: &str,
        same: Threads,
    ) -> (CopyHome, Spelling) {
        let ty = self.unit.var(r.var).ty;
        let local = self.local_elements(e).filter(|_| same.is_empty());
        if let Some(n) = local.filter(|_| e.starts_at_constant() && !self.has_rows(ty)) {
            // The user's subscripts apply to the array itself.
            self.access.insert(r.var, Access::Name(name.to_string()));
            return (CopyHome::Array(n), Spelling::of(name, &e.lower));
        }
        let copy = self.names.unique(&format!("{name}_copy"));
        // The number of the variable's element that the copy begins with.
        let mut first = e.lower.clone();
        let rows = match local {
            Some(n) => {
                if e.starts_at_constant() {
                    first = "0".into();
                }
                Rows::Local(n)
            }
            None => self.copy_rows(r, e, same),
        };
        let spelling = match first == e.lower {
            true => Spelling::of(copy.clone(), "0"),
            false => Spelling::of(copy.clone(), &e.lower),
        };
        let one = matches!(e.length, Length::One);
        let home = CopyHome::Flat {
            copy: copy.clone(),
            rows,
            shift: (first != "0").then_some(first),
            one,
        };
        if one {
            self.access.insert(r.var, Access::Deref(copy.clone()));
            return (home, Spelling::of(format!("(*{copy})"), "0"));
        }
        self.access.insert(r.var, Access::Name(name.to_string()));
        (home, spelling)
    }

    /// Rows of scratch memory for copies, one for all threads along `same`.
    fn copy_rows(&mut self, r: &Reduction, e: &Elements, same: Threads) -> Rows {
        let lanes = Value::Call("accrs_lanes", vec![Argument::Without(same)], vec![]);
        let bytes = Value::product([lanes, e.count(), Value::SizeOf(Type::Of(e.elem))]);
        let rows = self.all_threads().without(same);
        let offset = self.run_time_area(r, e, bytes.clone(), rows);
        Rows::Scratch {
            same,
            offset,
            bytes,
        }
    }

    /// Takes an area of scratch memory whose size only the launch knows, and returns its offset.
    pub fn run_time_area(
        &mut self,
        r: &Reduction,
        e: &Elements,
        bytes: Value,
        rows: Threads,
    ) -> Value {
        let count = match (e.fixed(), r.part.run_time_length()) {
            (None, Some(length)) => Count::Host(length.clone()),
            (n, _) => Count::Fixed(n.unwrap_or(1)),
        };
        if self.kernel.is_none() {
            self.refuse_nest(
                "a reduction of more elements than a thread has room for, in a routine",
            );
        }
        let area = RunTimeArea {
            count,
            bytes: self.unit.types.size_of(e.elem).unwrap_or(8),
            rows,
        };
        self.scratch.run_time_area(bytes, area)
    }

    /// The length of the array that a thread has as its copy, if the copy is small enough for that. Where the part starts at a
    /// constant, the elements before it count too, so that the user's subscripts fit the array.
    fn local_elements(&self, e: &Elements) -> Option<u64> {
        let before = e.lower.parse().unwrap_or(0u64);
        let n = e.fixed()?.saturating_add(before);
        let size = self.unit.types.size_of(e.elem)?;
        (n.saturating_mul(size) <= LOCAL_BYTES).then_some(n.max(1))
    }

    /// Whether the variable points to rows, so that its first subscript gives an array.
    fn has_rows(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        types
            .pointee(ty)
            .is_some_and(|t| types.is_array(flat_elem(types, t)))
    }

    fn constant_block(&self) -> bool {
        self.kernel
            .is_some_and(|k| k.block.iter().all(|e| matches!(e, Extent::Fixed(_))))
    }

    pub fn all_threads(&self) -> Threads {
        self.kernel.map_or(Threads::NONE, Threads::of_kernel)
    }

    /// Takes the scratch memory in which gangs leave their parts at the kernel's end.
    pub fn close_gang(&mut self, g: &mut GangCopy) {
        self.scratch.counter = true;
        let r = g.reduction.clone();
        let Some(many) = g.many.as_mut() else {
            let ty = self.unit.var(r.var).ty;
            let size = self.unit.types.size_of(ty).unwrap_or(8);
            let area = self.scratch.area(size);
            g.area = Some((Value::Number(area), Value::Number(size)));
            return;
        };
        let e = many.elements.clone();
        // Members of structs may be bit-fields, which have no address.
        g.together = e.fixed().is_some_and(|n| n <= FEW) && !self.unit.types.is_record(e.elem);
        let bytes = e.count().binary("*", Value::SizeOf(Type::Of(e.elem)));
        let offset = self.run_time_area(&r, &e, bytes.clone(), Threads::NONE);
        g.area = Some((offset, bytes));
        let name = g.name.clone();
        g.left = self.names.unique(&format!("{name}_left"));
        g.gangs = self.names.unique(&format!("{name}_gangs"));
        if let Some(many) = g.many.as_mut() {
            many.sum = self.names.unique(&format!("{name}_sum"));
        }
        g.gang = self.names.unique("accrs_g");
    }
}
