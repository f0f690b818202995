//! Makes a nest of a family from a seed: loops and statements here, what stands in subscripts in `subscript.rs`, scalars and
//! small arrays in `temporaries.rs`.

use super::family::{Family, Traits};
use super::nest::{Access, Assign, Cond, Expr, Form, Home, Loop, Nest, Node, Object, Op, Relation};
use super::trace::{self, Event};
use crate::random::Random;

/// A nest with more cells would take long to judge.
const CELLS: i64 = 20_000;

pub(super) struct Maker {
    pub random: Random,
    pub traits: Traits,
    pub objects: Vec<Object>,
    /// Arrays that statements write and read, and those that they only read.
    pub written: Vec<usize>,
    pub inputs: Vec<usize>,
    /// The subscripts that an array was first given, by array.
    pub patterns: Vec<(usize, Vec<Expr>)>,
    /// Variables of the loops around, outermost first.
    pub scope: Vec<usize>,
    /// Lengths of rows in arrays that are linearised, by the depth of the loop that runs along them.
    pub rows: Vec<Expr>,
    pub depth: usize,
    loops: usize,
    statements: usize,
}

/// A nest, and what it does. The same seed gives the same nest for ever.
pub fn nest(family: Family, seed: u64) -> (Nest, Vec<Event>) {
    let mut random = Random::new(seed);
    loop {
        let mut maker = Maker::new(family, Random::new(random.next()));
        let mut nest = maker.nest();
        let Some(events) = trace::trace(&nest) else {
            continue;
        };
        let sizes = trace::extents(&nest, &events);
        let cells = sizes
            .iter()
            .map(|ranges| -> i64 { ranges.iter().map(|r| r.1 - r.0 + 1).product() });
        if cells.sum::<i64>() <= CELLS && events.iter().any(|e| matches!(e, Event::Touch(_))) {
            trace::fit(&mut nest, &events);
            return (nest, events);
        }
    }
}

impl Maker {
    fn new(family: Family, mut random: Random) -> Maker {
        let traits = family.traits(&mut random);
        let depth = match random.below(10) {
            0..=2 => 1,
            3..=7 => 2,
            _ => 3,
        };
        let depth = if traits.triangular || traits.linear {
            depth.max(2)
        } else {
            depth
        };
        let mut maker = Maker {
            random,
            traits,
            objects: Vec::new(),
            written: Vec::new(),
            inputs: Vec::new(),
            patterns: Vec::new(),
            scope: Vec::new(),
            rows: Vec::new(),
            depth,
            loops: 0,
            statements: 0,
        };
        maker.arrays();
        maker
    }

    fn nest(&mut self) -> Nest {
        if self.traits.linear {
            self.rows = (0..self.depth).map(|_| self.row()).collect();
        }
        let mut body = vec![self.loop_(self.depth)];
        if self.traits.imperfect && self.random.one_in(4) {
            body.push(self.loop_(1));
        }
        let params = if self.traits.has_params() { 2 } else { 0 };
        Nest {
            params,
            values: if params == 0 { vec![vec![]] } else { tried() },
            objects: std::mem::take(&mut self.objects),
            body,
            loops: self.loops,
            statements: self.statements,
            outside: self.random.one_in(4),
            long: self.random.one_in(8),
        }
    }

    fn row(&mut self) -> Expr {
        match self.traits.parametric || self.random.one_in(2) {
            true => Expr::Param(self.random.below(2) as usize),
            false => Expr::Num(self.random.within(4, 8) as i64),
        }
    }

    /// One to three arrays that are written, and one or two that are only read.
    fn arrays(&mut self) {
        let home = self
            .random
            .pick(&[Home::Global, Home::Global, Home::Pointer, Home::Variable]);
        for k in 0..self.random.within(1, 3) {
            let rank = self.rank();
            let array = self.object(&format!("A{k}"), home, rank);
            self.written.push(array);
        }
        for k in 0..self.random.within(1, 2) {
            let rank = self.rank();
            let array = self.object(&format!("B{k}"), home, rank);
            self.inputs.push(array);
        }
    }

    fn rank(&mut self) -> usize {
        if self.traits.linear {
            return 1;
        }
        match self.random.below(4) {
            0 => self.random.within(1, 3) as usize,
            _ => self.depth,
        }
    }

    pub fn object(&mut self, name: &str, home: Home, rank: usize) -> usize {
        self.objects.push(Object {
            name: name.into(),
            home,
            live: false,
            rank,
            lengths: Vec::new(),
            shift: Vec::new(),
        });
        self.objects.len() - 1
    }

    /// A loop with `depth - 1` loops inside.
    pub fn loop_(&mut self, depth: usize) -> Node {
        let mut l = self.head();
        self.scope.push(l.var);
        l.body = self.body(depth - 1);
        self.scope.pop();
        Node::Loop(l)
    }

    /// A loop over so many iterations, from 0 by one, around what `f` makes.
    pub fn count_to(&mut self, trips: i64, f: impl FnOnce(&mut Self) -> Vec<Node>) -> Node {
        let mut l = self.empty();
        l.to = Expr::Num(trips);
        self.scope.push(l.var);
        l.body = f(self);
        self.scope.pop();
        Node::Loop(l)
    }

    fn empty(&mut self) -> Loop {
        self.loops += 1;
        Loop {
            id: self.loops - 1,
            var: self.scope.len(),
            from: Expr::Num(0),
            relation: Relation::Less,
            to: Expr::Num(0),
            step: 1,
            body: Vec::new(),
        }
    }

    fn body(&mut self, depth: usize) -> Vec<Node> {
        let temporaries = self.traits.scalars || self.traits.arrays;
        if depth == 0 {
            return match temporaries && self.random.one_in(2) {
                true => self.temporaries(),
                false => self.statements(),
            };
        }
        let mut nodes = Vec::new();
        if self.traits.imperfect && self.random.one_in(2) {
            nodes.extend(self.statements());
        }
        if temporaries && self.random.one_in(3) {
            // What temporaries need is a nest of its own.
            return self.temporaries();
        }
        nodes.push(self.loop_(depth));
        if self.traits.imperfect && self.random.one_in(2) {
            match self.random.one_in(3) {
                true => nodes.push(self.loop_(1)),
                false => nodes.extend(self.statements()),
            }
        }
        nodes
    }

    fn head(&mut self) -> Loop {
        let mut l = self.empty();
        let most = if self.depth == 3 { 7 } else { 12 };
        let from = self.random.pick(&[0, 0, 0, 0, 1, 1, 2, 3]);
        l.from = Expr::Num(from);
        l.to = Expr::Num(from + self.random.within(3, most) as i64);
        if self.traits.parametric && !self.random.one_in(3) {
            self.parametric(&mut l);
        }
        if self.traits.triangular && !self.scope.is_empty() && !self.random.one_in(4) {
            self.triangular(&mut l);
        }
        if self.traits.clipped && !self.random.one_in(3) {
            self.clipped(&mut l);
        }
        if let Some(row) = self.rows.get(self.scope.len()).cloned()
            && !self.scope.is_empty()
            && !self.random.one_in(4)
        {
            l.from = Expr::Num(self.random.pick(&[0, 0, 0, 1]));
            l.to = row;
        }
        if self.random.one_in(6) {
            l.relation = Relation::LessEqual;
            l.to = l.to.plus(-1);
        }
        if self.traits.strided && !self.random.one_in(3) {
            l.step = self.random.pick(&[1, 2, 2, 3, 4]);
            if self.random.one_in(2) {
                turn(&mut l);
            }
        }
        let known = matches!((&l.from, &l.to), (Expr::Num(_), Expr::Num(_)));
        if known && l.step == 1 && l.relation == Relation::Less && self.random.one_in(10) {
            l.relation = Relation::NotEqual;
        }
        l
    }

    fn parametric(&mut self, l: &mut Loop) {
        let n = self.random.below(2) as usize;
        let some = self.random.pick(&[-2, -1, -1, 0, 0, 0, 0, 1, 2]);
        match self.random.below(6) {
            0 => {
                l.from = Expr::Param(n);
                l.to = Expr::Param(1 - n).plus(some);
            }
            1 => {
                l.from = Expr::Param(n);
                l.to = Expr::Param(n).plus(self.random.within(3, 8) as i64);
            }
            _ => l.to = Expr::Param(n).plus(some),
        }
    }

    fn triangular(&mut self, l: &mut Loop) {
        let v = self.outer();
        let some = self.random.pick(&[-1, 0, 0, 0, 1, 1, 2]);
        match self.random.below(7) {
            0 => l.to = v.times(2).plus(some),
            1 => l.to = v.binary(Op::Div, Expr::Num(2)).plus(some + 1),
            4 | 5 => l.to = v.plus(some),
            2 | 3 => {
                let length = self.random.within(2, 6) as i64;
                l.from = v.clone().plus(some);
                if self.random.one_in(3) {
                    // A band beside the diagonal.
                    l.to = v.plus(some + length);
                }
            }
            _ => l.to = Expr::Num(self.random.within(6, 10) as i64).binary(Op::Sub, v),
        }
    }

    fn clipped(&mut self, l: &mut Loop) {
        let some = self.random.within(1, 4) as i64;
        if !self.scope.is_empty() && self.random.one_in(2) {
            let v = self.outer();
            l.from = v.clone().plus(-some).binary(Op::Max, Expr::Num(0));
            if self.random.one_in(2) {
                l.to = v.plus(some).binary(Op::Min, l.to.clone());
            }
            return;
        }
        let other = match self.random.below(3) {
            0 => Expr::Param(0),
            _ => l.to.clone(),
        };
        let op = self.random.pick(&[Op::Min, Op::Min, Op::Max]);
        l.to = other.binary(op, Expr::Param(1));
    }

    /// The variable of a loop around.
    pub fn outer(&mut self) -> Expr {
        Expr::Var(self.random.pick(&self.scope.clone()))
    }

    /// One to three assignments, some of them under conditions.
    fn statements(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        let most = if self.traits.imperfect || self.traits.guarded {
            3
        } else {
            2
        };
        for _ in 0..self.random.within(1, most) {
            let mut node = self.statement();
            if self.traits.guarded && !self.random.one_in(3) {
                node = self.guarded(node);
                if self.random.one_in(6) {
                    node = self.guarded(node);
                }
            }
            nodes.push(node);
        }
        if self.traits.guarded && self.random.one_in(8) {
            let cond = self.cond();
            nodes.insert(self.random.below(2) as usize, Node::Skip(cond));
        }
        nodes
    }

    fn guarded(&mut self, node: Node) -> Node {
        let els = match self.random.one_in(3) {
            true => vec![self.statement()],
            false => Vec::new(),
        };
        Node::If {
            cond: self.cond(),
            then: vec![node],
            els,
        }
    }

    pub fn cond(&mut self) -> Cond {
        let first = self.compare();
        match self.random.below(6) {
            0 => Cond::And(Box::new(first), Box::new(self.compare())),
            1 => Cond::Or(Box::new(first), Box::new(self.compare())),
            _ => first,
        }
    }

    fn compare(&mut self) -> Cond {
        use Relation::*;
        let (v, w) = (self.outer(), self.outer());
        let some = self.random.within(0, 5) as i64;
        let order = self.random.pick(&[Less, LessEqual, Greater, GreaterEqual]);
        let any = self.random.pick(&[Less, Greater, Equal, Equal, NotEqual]);
        let limit = match self.traits.has_params() && self.random.one_in(3) {
            true => Expr::Param(self.random.below(2) as usize),
            false => Expr::Num(some),
        };
        match self.random.below(6) {
            0 | 1 => {
                let by = self.random.pick(&[2, 2, 3]);
                let rest = v.binary(Op::Rem, Expr::Num(by));
                Cond::Compare(
                    self.random.pick(&[Equal, Equal, NotEqual]),
                    rest,
                    Expr::Num(some % by),
                )
            }
            2 if v != w => Cond::Compare(any, v, w.plus(some % 3)),
            3 if v != w => Cond::Compare(order, v.binary(Op::Add, w), limit.plus(3)),
            4 => Cond::Compare(any, v, limit),
            _ => Cond::Compare(order, v, limit),
        }
    }

    fn statement(&mut self) -> Node {
        let array = self.random.pick(&self.written.clone());
        let target = self.access(array);
        let value = self.value();
        let form = match self.random.below(6) {
            _ if self.traits.sums => self.sum(),
            0 => Form::Update(Op::Add),
            _ => Form::Plain,
        };
        self.assign(target, value, form)
    }

    /// Mostly additions, since only what has one operator can be combined.
    fn sum(&mut self) -> Form {
        self.random.pick(&[
            Form::Update(Op::Add),
            Form::Update(Op::Add),
            Form::Update(Op::Add),
            Form::Update(Op::Sub),
            Form::Spelled(Op::Add),
            Form::Update(Op::Mul),
            Form::Maximum,
            Form::Plain,
        ])
    }

    pub fn assign(&mut self, target: Access, value: Expr, form: Form) -> Node {
        self.statements += 1;
        Node::Assign(Assign {
            id: self.statements - 1,
            target,
            value,
            form,
        })
    }

    /// A sum of one or two elements, and now and then something else.
    pub fn value(&mut self) -> Expr {
        let first = self.element();
        match self.random.below(4) {
            0 => first.plus(1),
            1 => first.binary(Op::Add, self.outer()),
            2 => first.binary(Op::Add, self.element()),
            _ => first,
        }
    }

    fn element(&mut self) -> Expr {
        let from = match self.random.one_in(2) {
            true => self.inputs.clone(),
            false => self.written.clone(),
        };
        let array = self.random.pick(&from);
        Expr::Read(self.access(array))
    }
}

/// The same iterations, downwards; with a step, other ones.
fn turn(l: &mut Loop) {
    let last = match l.relation {
        Relation::LessEqual => l.to.clone(),
        _ => l.to.clone().plus(-1),
    };
    l.to = std::mem::replace(&mut l.from, last);
    l.relation = Relation::GreaterEqual;
    l.step = -l.step;
}

/// The values of `n` and `m`: all small ones, since most dependences show there, and some where one is much greater.
fn tried() -> Vec<Vec<i64>> {
    let small = [-2, 0, 1, 2, 3, 5, 7];
    let mut all: Vec<Vec<i64>> = small
        .iter()
        .flat_map(|n| small.iter().map(|m| vec![*n, *m]))
        .collect();
    let large: [(i64, i64); 12] = [
        (6, 9),
        (12, 12),
        (11, 3),
        (3, 11),
        (13, 5),
        (5, 13),
        (4, 8),
        (8, 4),
        (9, 15),
        (15, 9),
        (10, 18),
        (18, 10),
    ];
    all.extend(large.iter().map(|(n, m)| vec![*n, *m]));
    all
}
