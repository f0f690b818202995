//! What a nest does, in order: every iteration of every loop and every access to memory, for all tuples of parameters that are
//! tried. And, from that, how long the arrays must be.

use super::nest::{
    Access, Accumulation, Assign, Cond, Expr, Form, Home, Length, Loop, Nest, Node, Op,
};
use std::collections::HashMap;

/// An array has no more dimensions.
pub const RANK: usize = 3;

/// How deep loops go at most.
pub const VARS: usize = 6;

/// More events than that are too many.
const LIMIT: usize = 400_000;

#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The nest begins, with the next tuple of parameters.
    Start,
    Enter {
        id: usize,
    },
    /// The next iteration of the innermost loop that was entered.
    Iterate,
    Leave,
    Touch(Touch),
}

#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub object: usize,
    pub at: [i64; RANK],
    /// The number of a statement; behind those, numbers of loops, for what their heads read.
    pub statement: usize,
    pub write: bool,
    /// It is part of an accumulation into this scalar.
    pub accumulates: Option<Accumulation>,
}

/// The trace; `None` if it is too long.
pub fn trace(nest: &Nest) -> Option<Vec<Event>> {
    let mut walk = Walk::new(nest);
    for values in &nest.values {
        walk.params = values;
        walk.scalars.fill(0);
        walk.events.push(Event::Start);
        walk.nodes(&nest.body)?;
    }
    Some(walk.events)
}

/// What a run of the nest leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Of all elements that were written; see `weight`.
    pub sum: i64,
    /// The last value of what is live.
    pub result: i64,
}

/// What the nest computes with these values of the parameters, from arrays that begin as `initial` says.
pub fn outcome(nest: &Nest, values: &[i64]) -> Option<Outcome> {
    let mut walk = Walk::new(nest);
    walk.params = values;
    walk.memory = Some(HashMap::new());
    walk.nodes(&nest.body)?;
    let mut outcome = Outcome { sum: 0, result: 0 };
    for ((o, at), value) in walk.memory.iter().flatten() {
        if !nest.objects[*o].home.is_local() {
            let index = index(nest, *o, at);
            let change = (value - initial(*o, &index)) * weight(*o, &index);
            outcome.sum = outcome.sum.wrapping_add(change);
        }
    }
    let named = nest.objects.iter().zip(nest.named()).enumerate();
    for (o, _) in named.filter(|(_, (object, named))| *named && object.live) {
        outcome.result = match nest.objects[o].rank {
            0 => walk.scalars[o],
            _ => walk.element(o, &[0; RANK]),
        };
    }
    Some(outcome)
}

/// An element's place in the array as declared.
fn index(nest: &Nest, object: usize, at: &[i64; RANK]) -> [i64; RANK] {
    let mut index = *at;
    let shift = &nest.objects[object].shift;
    index
        .iter_mut()
        .zip(shift)
        .for_each(|(i, shift)| *i += shift);
    index
}

/// The factors of an element's subscripts in its first value, and in the sum of what changes; and what an array's number counts.
pub const FIRST: [i64; RANK] = [17, 5, 3];
pub const WEIGHT: [i64; RANK] = [31, 11, 3];
pub const OBJECT: i64 = 13;
pub const MODULUS: i64 = 97;

fn initial(object: usize, index: &[i64; RANK]) -> i64 {
    let sum: i64 = index.iter().zip(FIRST).map(|(i, f)| i * f).sum();
    (object as i64 * OBJECT + sum) % MODULUS
}

fn weight(object: usize, index: &[i64; RANK]) -> i64 {
    let sum: i64 = index.iter().zip(WEIGHT).map(|(i, f)| i * f).sum();
    object as i64 * OBJECT + sum + 1
}

struct Walk<'a> {
    nest: &'a Nest,
    params: &'a [i64],
    vars: Vec<i64>,
    /// The values of scalars, since subscripts may be made of them.
    scalars: Vec<i64>,
    /// Those of elements of arrays, where somebody asks for them.
    memory: Option<HashMap<(usize, [i64; RANK]), i64>>,
    statement: usize,
    /// What the statement names as the old value of its target, and how it accumulates into that.
    own: Option<(Access, Accumulation)>,
    events: Vec<Event>,
}

impl<'a> Walk<'a> {
    fn new(nest: &'a Nest) -> Walk<'a> {
        Walk {
            nest,
            params: &[],
            vars: vec![0; VARS],
            scalars: vec![0; nest.objects.len()],
            memory: None,
            statement: 0,
            own: None,
            events: Vec::new(),
        }
    }

    fn element(&self, object: usize, at: &[i64; RANK]) -> i64 {
        let Some(memory) = &self.memory else { return 0 };
        match memory.get(&(object, *at)) {
            Some(value) => *value,
            None if self.nest.objects[object].home.is_local() => 0,
            None => initial(object, &index(self.nest, object, at)),
        }
    }

    /// Whether the body of the loop goes on behind these.
    fn nodes(&mut self, nodes: &[Node]) -> Option<bool> {
        for node in nodes {
            if !self.node(node)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn node(&mut self, node: &Node) -> Option<bool> {
        match node {
            Node::Loop(l) => self.loop_(l),
            Node::If { cond, then, els } => match self.holds(cond) {
                true => self.nodes(then),
                false => self.nodes(els),
            },
            Node::Assign(a) => {
                self.assign(a);
                (self.events.len() < LIMIT).then_some(true)
            }
            Node::Skip(cond) => Some(!self.holds(cond)),
        }
    }

    fn loop_(&mut self, l: &Loop) -> Option<bool> {
        self.events.push(Event::Enter { id: l.id });
        self.statement = self.nest.statements + l.id;
        self.vars[l.var] = self.value(&l.from);
        loop {
            self.statement = self.nest.statements + l.id;
            let to = self.value(&l.to);
            if !l.relation.holds(self.vars[l.var], to) {
                break;
            }
            self.events.push(Event::Iterate);
            self.nodes(&l.body)?;
            if self.events.len() >= LIMIT {
                return None;
            }
            self.vars[l.var] += l.step;
        }
        self.events.push(Event::Leave);
        Some(true)
    }

    fn assign(&mut self, a: &Assign) {
        self.statement = a.id;
        let accumulates = a.accumulation(self.nest.long);
        let spelled = accumulates.filter(|_| a.form == Form::Plain);
        self.own = spelled.map(|by| (a.target.clone(), by));
        let value = self.value(&a.value);
        self.own = None;
        if !matches!(a.form, Form::Plain | Form::Declare) {
            self.touch(&a.target, false, accumulates);
        }
        let at = self.touch(&a.target, true, accumulates);
        let object = a.target.object;
        let old = match a.target.at.is_empty() {
            true => self.scalars[object],
            false => self.element(object, &at),
        };
        // What an `int` keeps of it.
        let new = i64::from(match a.form {
            Form::Plain | Form::Declare => value,
            Form::Update(op) | Form::Spelled(op) => op.apply(old, value),
            Form::Maximum => Op::Max.apply(old, i64::from(value as i32)),
        } as i32);
        if a.target.at.is_empty() {
            self.scalars[object] = new;
        } else if let Some(memory) = &mut self.memory {
            memory.insert((object, at), new);
        }
    }

    fn value(&mut self, e: &Expr) -> i64 {
        match e {
            Expr::Num(n) => *n,
            Expr::Var(v) => self.vars[*v],
            Expr::Param(p) => self.params[*p],
            Expr::Read(access) => {
                let own = self.own.as_ref().filter(|(own, _)| own == access);
                let at = self.touch(access, false, own.map(|(_, by)| *by));
                match access.at.is_empty() {
                    true => self.scalars[access.object],
                    false => self.element(access.object, &at),
                }
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                op.apply(a, b)
            }
        }
    }

    fn holds(&mut self, cond: &Cond) -> bool {
        match cond {
            Cond::Compare(relation, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                relation.holds(a, b)
            }
            Cond::And(a, b) => self.holds(a) && self.holds(b),
            Cond::Or(a, b) => self.holds(a) || self.holds(b),
        }
    }

    fn touch(
        &mut self,
        access: &Access,
        write: bool,
        accumulates: Option<Accumulation>,
    ) -> [i64; RANK] {
        let mut at = [0; RANK];
        for (place, e) in at.iter_mut().zip(&access.at) {
            *place = self.value(e);
        }
        self.events.push(Event::Touch(Touch {
            object: access.object,
            at,
            statement: self.statement,
            write,
            accumulates,
        }));
        at
    }
}

/// The least and the greatest subscript in each dimension of each object.
pub fn extents(nest: &Nest, events: &[Event]) -> Vec<[(i64, i64); RANK]> {
    let mut all = vec![[(i64::MAX, i64::MIN); RANK]; nest.objects.len()];
    for event in events {
        if let Event::Touch(t) = event {
            for (range, at) in all[t.object].iter_mut().zip(t.at) {
                *range = (range.0.min(at), range.1.max(at));
            }
        }
    }
    for ranges in &mut all {
        for range in ranges.iter_mut().filter(|r| r.0 > r.1) {
            *range = (0, 0);
        }
    }
    all
}

/// Makes the arrays as long as the accesses ask for, and shifts subscripts that would be negative. That adds the same number to
/// a subscript of all accesses to an array, so no dependence comes or goes.
pub fn fit(nest: &mut Nest, events: &[Event]) {
    let extents = extents(nest, events);
    let most = most_by_values(nest, events);
    for (o, object) in nest.objects.iter_mut().enumerate() {
        object.shift.clear();
        object.lengths.clear();
        for (d, (least, greatest)) in extents[o].iter().take(object.rank).enumerate() {
            let shift = (-least).max(0);
            object.shift.push(shift);
            let param = d % nest.params.max(1);
            let variable = object.home == Home::Variable && d > 0 && nest.params > 0;
            object.lengths.push(match variable {
                true => {
                    let beyond = |(values, most): (&Vec<i64>, &Vec<[i64; RANK]>)| {
                        // A row has at least one element, whatever the parameter.
                        (most[o][d] + shift + 1).max(1) - values[param]
                    };
                    let extra = nest.values.iter().zip(&most).map(beyond).max();
                    Length::Param(param, extra.unwrap_or(1))
                }
                false => Length::Known(greatest + shift + 1),
            });
        }
    }
}

/// The greatest subscripts for each tuple of parameters.
fn most_by_values(nest: &Nest, events: &[Event]) -> Vec<Vec<[i64; RANK]>> {
    let mut all: Vec<Vec<[i64; RANK]>> = Vec::with_capacity(nest.values.len());
    for event in events {
        match event {
            Event::Start => all.push(vec![[i64::MIN / 2; RANK]; nest.objects.len()]),
            Event::Touch(t) => {
                if let Some(now) = all.last_mut() {
                    for (most, at) in now[t.object].iter_mut().zip(t.at) {
                        *most = (*most).max(at);
                    }
                }
            }
            _ => {}
        }
    }
    all
}

/// Whether all subscripts lie in the arrays with these values of the parameters, which are not those that the lengths were made for.
pub fn fits(nest: &Nest, events: &[Event], values: &[i64]) -> bool {
    let extents = extents(nest, events);
    nest.objects.iter().zip(extents).all(|(object, ranges)| {
        let mut dims = object
            .lengths
            .iter()
            .zip(&object.shift)
            .zip(ranges)
            .enumerate();
        dims.all(|(d, ((length, shift), (least, most)))| {
            let (least, most) = (least + shift, most + shift);
            // Nothing says how far a pointer leads, nor how far into its target.
            let open = d == 0 && matches!(object.home, Home::Pointer | Home::Variable);
            open || least >= 0
                && match length {
                    Length::Known(n) => most < *n,
                    Length::Param(p, extra) => most.max(0) < values[*p] + extra,
                }
        })
    })
}
