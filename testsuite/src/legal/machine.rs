//! Runs a construct, as its IR has it, with small numbers in place of what the host would have, and notes each access.
//!
//! Long loops are cut short: of their iterations only the first ones run, and the last ones where no scalar goes from one to the next. What runs is still
//! part of what the program does, so each conflict that is found is one of the program's.

use super::tiled::{Change, Nest};
use super::trace::{Access, Object, Origin, Place, Step, Trace};
use super::value::{NULL, Run, Stop, Value, hash, unknown};
use accrs_frontend::Unit;
use accrs_frontend::region::host::relations::Relation;
use accrs_frontend::region::{
    ArrayLen, Expr, ExprId, ExprKind, For, InitItem, LoopId, StmtId, Storage, Type, TypeId, VarId,
};
use accrs_frontend::source::Span;
use accrs_lowering::plan::Product;
use std::collections::{HashMap, HashSet};

/// What numbers the run begins with.
#[derive(Clone, Debug)]
pub struct Given {
    /// Those of integer variables, which take turns.
    pub numbers: Vec<i64>,
    /// Iterations of a loop that run.
    pub turns: u32,
    /// Only the first ones.
    pub first_only: bool,
    /// Variables of which more is known than that they are numbers.
    pub fixed: HashMap<VarId, i64>,
}

impl Given {
    fn number(&self, v: VarId) -> i64 {
        let own = self.fixed.get(&v).copied();
        own.unwrap_or_else(|| self.numbers[v.index() % self.numbers.len()])
    }

    /// Numbers for which this holds, too: others where it doesn't.
    pub fn where_holds(mut self, known: &[Relation]) -> Given {
        // Each step makes one relation true, which may make another one false.
        for _ in 0..16 {
            for r in known {
                let terms = r.terms.iter();
                let value = terms.fold(r.constant, |sum, (v, n)| sum + n * self.number(*v));
                let most = r.terms.iter().max_by_key(|(_, n)| *n);
                if let Some((v, n)) = most.filter(|_| value < 0) {
                    let (by, up) = (n.abs(), n.signum());
                    let number = self.number(*v) + up * (by - 1 - value) / by;
                    self.fixed.insert(*v, number);
                }
            }
        }
        self
    }
}

/// What may be noted of one run.
const MOST_ACCESSES: usize = 60_000;
const MOST_STEPS: u64 = 600_000;
/// Calls in each other.
const DEEPEST: u32 = 12;

pub struct Machine<'u> {
    pub unit: &'u Unit,
    pub given: Given,
    pub trace: Trace,
    pub memory: HashMap<Place, Value>,
    /// The objects that variables are at present.
    pub places: HashMap<VarId, u32>,
    behind: HashMap<Place, u32>,
    made: HashMap<VarId, u32>,
    pub way: Vec<Step>,
    /// The way's place in the trace, if it is there already.
    noted: Option<u32>,
    pub stmt: StmtId,
    pub span: Span,
    pub atomic: bool,
    /// Nothing is noted.
    pub quiet: bool,
    /// Variables that loops count with, which are no memory as long as these run.
    pub counting: Vec<VarId>,
    /// Elements that are in registers, or read from copies.
    pub registers: Vec<(&'u Expr, Place)>,
    pub copied: Vec<&'u Expr>,
    /// The places of elements whose values a lane holds.
    pub held: HashMap<ExprId, Value>,
    /// What tensor cores add in the tile that runs.
    pub products: Vec<&'u Product>,
    /// Statements whose ways are marked, and those that run in tiles.
    pub marked: HashSet<StmtId>,
    pub in_tiles: HashMap<StmtId, (Nest<'u>, Change)>,
    pub steps: u64,
    pub depth: u32,
    hands_on: HashMap<LoopId, bool>,
}

impl<'u> Machine<'u> {
    pub fn new(unit: &'u Unit, given: &Given) -> Self {
        let mut machine = Machine {
            unit,
            given: given.clone(),
            trace: Trace::default(),
            memory: HashMap::new(),
            places: HashMap::new(),
            behind: HashMap::new(),
            made: HashMap::new(),
            way: Vec::new(),
            noted: None,
            stmt: StmtId(0),
            span: Span::default(),
            atomic: false,
            quiet: false,
            counting: Vec::new(),
            registers: Vec::new(),
            copied: Vec::new(),
            held: HashMap::new(),
            products: Vec::new(),
            marked: HashSet::new(),
            in_tiles: HashMap::new(),
            steps: 0,
            depth: 0,
            hands_on: HashMap::new(),
        };
        machine.object(Origin::Null, None);
        machine
    }

    fn object(&mut self, origin: Origin, var: Option<VarId>) -> u32 {
        let id = match origin {
            Origin::Behind(p) => hash((self.trace.objects[p.object as usize].id, p.offset)),
            origin => hash(origin),
        };
        self.trace.objects.push(Object { origin, var, id });
        let types = &self.unit.types;
        let array = var.filter(|v| types.is_array(self.unit.var(*v).ty));
        self.trace.arrays.extend(array);
        self.trace.objects.len() as u32 - 1
    }

    /// One more step on the way, as long as `f` runs.
    pub fn at<T>(&mut self, step: Step, f: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        self.way.push(step);
        self.noted = None;
        let result = f(self);
        self.way.pop();
        self.noted = None;
        result
    }

    pub fn silently<T>(&mut self, f: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        let before = std::mem::replace(&mut self.quiet, true);
        let result = f(self);
        self.quiet = before;
        result
    }

    pub fn step(&mut self) -> Run<()> {
        self.steps += 1;
        match self.steps > MOST_STEPS || self.trace.accesses.len() > MOST_ACCESSES {
            true => Err(Stop::Long),
            false => Ok(()),
        }
    }

    /// Leaves a call's variables to the one around it.
    pub fn called<T>(&mut self, f: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        if self.depth >= DEEPEST {
            return Err(Stop::Long);
        }
        self.depth += 1;
        let places = self.places.clone();
        let result = f(self);
        self.places = places;
        self.depth -= 1;
        result
    }

    pub fn note(&mut self, place: Place, write: bool, copied: bool) {
        if self.quiet {
            return;
        }
        let way = *self.noted.get_or_insert_with(|| {
            self.trace.ways.push(self.way.clone());
            self.trace.ways.len() as u32 - 1
        });
        self.trace.add(Access {
            place,
            way,
            write,
            stmt: self.stmt,
            span: self.span,
            atomic: self.atomic,
            copied,
        });
    }

    /// The place of a variable.
    pub fn place_of(&mut self, v: VarId) -> Run<Place> {
        if let Some(object) = self.places.get(&v) {
            let (object, offset) = (*object, 0);
            return Ok(Place { object, offset });
        }
        let var = self.unit.var(v);
        if matches!(var.storage, Storage::Region) {
            return Ok(self.declare(v));
        }
        let object = self.object(Origin::Var(v), Some(v));
        self.places.insert(v, object);
        let place = Place { object, offset: 0 };
        if let Some(init) = &var.init {
            self.silently(|m| m.initialise(place, var.ty, init))?;
        }
        Ok(place)
    }

    /// The variable is a new object from here on.
    pub fn declare(&mut self, v: VarId) -> Place {
        let number = self.made.entry(v).or_default();
        *number += 1;
        let origin = Origin::Own(v, *number);
        let object = self.object(origin, Some(v));
        self.places.insert(v, object);
        Place { object, offset: 0 }
    }

    /// An object without a name.
    pub fn make(&mut self) -> Place {
        let number = self.trace.objects.len() as u32;
        let object = self.object(Origin::Made(number), None);
        Place { object, offset: 0 }
    }

    pub fn initialise(&mut self, place: Place, ty: TypeId, init: &'u Expr) -> Run<()> {
        let items = match &init.kind {
            ExprKind::InitList(items) => items,
            ExprKind::StringLit { .. } => return unknown("a string"),
            _ => {
                let value = self.value(init)?;
                return self.store(place, ty, value);
            }
        };
        let types = &self.unit.types;
        match types.canonical(ty) {
            Type::Array(elem, _) => {
                let (elem, size) = (*elem, self.size_of(*elem)?);
                for (n, InitItem { designators, value }) in items.iter().enumerate() {
                    if !designators.is_empty() {
                        return unknown("a list of values with places");
                    }
                    let offset = place.offset + n as i64 * size;
                    self.initialise(Place { offset, ..place }, elem, value)?;
                }
                Ok(())
            }
            Type::Record(r) => {
                let fields = types.records[r.index()].fields.as_deref();
                let fields: Vec<(TypeId, u64)> = fields
                    .unwrap_or(&[])
                    .iter()
                    .map(|f| (f.ty, f.offset_bits))
                    .collect();
                for ((ty, bits), InitItem { designators, value }) in fields.into_iter().zip(items) {
                    if !designators.is_empty() {
                        return unknown("a list of values with places");
                    }
                    let offset = place.offset + bits as i64 / 8;
                    self.initialise(Place { offset, ..place }, ty, value)?;
                }
                Ok(())
            }
            _ => match items.as_slice() {
                [one] => self.initialise(place, ty, &one.value),
                _ => unknown("a list of values"),
            },
        }
    }

    /// Bytes of a type; the lengths of arrays may be those of variables.
    pub fn size_of(&mut self, ty: TypeId) -> Run<i64> {
        let types = &self.unit.types;
        if let Some(size) = types.size_of(ty) {
            return Ok(size as i64);
        }
        match types.canonical(ty) {
            Type::Array(elem, _) => {
                let elem = *elem;
                let length = self
                    .length(ty)?
                    .ok_or(Stop::Unknown("an array without a length".into()))?;
                Ok(length.saturating_mul(self.size_of(elem)?))
            }
            Type::Void | Type::Function { .. } => Ok(1),
            _ => unknown("a type without a size"),
        }
    }

    /// The elements of an array, where its type says how many there are.
    pub fn length(&mut self, ty: TypeId) -> Run<Option<i64>> {
        Ok(match self.unit.types.canonical(ty) {
            Type::Array(_, ArrayLen::Fixed(n)) => Some(*n as i64),
            Type::Array(_, ArrayLen::Vla(id)) => {
                let length = &self.unit.types.vla_lengths[id.index()];
                Some(self.silently(|m| m.value(length))?.int()? as i64)
            }
            _ => None,
        })
    }

    /// Reads a value of the type.
    pub fn load(&mut self, place: Place, ty: TypeId, copied: bool) -> Run<Value> {
        let types = &self.unit.types;
        if types.is_array(ty) {
            return Ok(Value::Pointer(place));
        }
        if types.is_record(ty) {
            return Ok(Value::Record(place));
        }
        if place.object == NULL.object {
            return Err(Stop::Undefined("a null pointer that is followed"));
        }
        let direct = self.trace.direct(place);
        if !direct.is_some_and(|v| self.counting.contains(&v)) {
            self.note(place, false, copied);
        }
        if let Some(value) = self.memory.get(&place) {
            return Ok(*value);
        }
        let value = self.first(place, ty)?;
        self.memory.insert(place, value);
        Ok(value)
    }

    /// What stood there before the construct.
    fn first(&mut self, place: Place, ty: TypeId) -> Run<Value> {
        let types = &self.unit.types;
        let object = self.trace.objects[place.object as usize];
        if types.is_pointer(ty) {
            let known = self.behind.get(&place).copied();
            let object = match known {
                Some(object) => object,
                None => self.object(Origin::Behind(place), object.var),
            };
            self.behind.insert(place, object);
            return Ok(Value::Pointer(Place { object, offset: 0 }));
        }
        if !types.is_integer(ty) {
            let of = (object.id, place.offset);
            return Ok(Value::Float(hash(of)));
        }
        if let (Origin::Var(v), 0) = (object.origin, place.offset)
            && types.is_integer(self.unit.var(v).ty)
        {
            let number = self.given.number(v);
            return super::value::cast(types, ty, Value::Int(number.into()));
        }
        let small = hash((object.id, place.offset, &self.given.numbers)) % 5;
        super::value::cast(types, ty, Value::Int(small.into()))
    }

    pub fn store(&mut self, place: Place, ty: TypeId, value: Value) -> Run<()> {
        if let Value::Record(from) = value {
            return self.copy(place, from, ty);
        }
        if place.object == NULL.object {
            return Err(Stop::Undefined("a null pointer that is followed"));
        }
        self.note(place, true, false);
        let value = super::value::cast(&self.unit.types, ty, value)?;
        self.memory.insert(place, value);
        Ok(())
    }

    /// Copies all that is in a value of the type.
    fn copy(&mut self, to: Place, from: Place, ty: TypeId) -> Run<()> {
        let types = &self.unit.types;
        let parts: Vec<(i64, TypeId)> = match types.canonical(ty) {
            Type::Record(r) => {
                let record = &types.records[r.index()];
                let fields = record.fields.as_deref().unwrap_or(&[]);
                if record.is_union || fields.iter().any(|f| f.bit_width.is_some()) {
                    return unknown("a union or bit-fields");
                }
                fields
                    .iter()
                    .map(|f| (f.offset_bits as i64 / 8, f.ty))
                    .collect()
            }
            Type::Array(elem, ArrayLen::Fixed(n)) => {
                let size = types.size_of(*elem).unwrap_or(1) as i64;
                (0..*n as i64).map(|i| (i * size, *elem)).collect()
            }
            _ => {
                let value = self.load(from, ty, false)?;
                return self.store(to, ty, value);
            }
        };
        for (by, ty) in parts {
            let of = |p: Place| Place {
                offset: p.offset + by,
                ..p
            };
            self.copy(of(to), of(from), ty)?;
        }
        Ok(())
    }

    /// Whether a scalar may go from one of the loop's iterations to the next: its body assigns one that it doesn't declare.
    pub fn hands_on(&mut self, l: &For) -> bool {
        if let Some(known) = self.hands_on.get(&l.id) {
            return *known;
        }
        let mut declared: HashSet<VarId> = HashSet::new();
        l.body.each_stmt(|s| match &s.kind {
            accrs_frontend::region::StmtKind::Decl(all) => {
                declared.extend(all.iter().map(|d| d.var))
            }
            accrs_frontend::region::StmtKind::For(l) => {
                declared.extend(l.canonical.iter().map(|c| c.var))
            }
            _ => {}
        });
        let mut found = false;
        l.body.each_expr(|e| {
            let assigned = e.assigned_or_handed_on().and_then(|to| to.variable());
            found |= assigned.is_some_and(|v| !declared.contains(&v));
        });
        self.hands_on.insert(l.id, found);
        found
    }
}
