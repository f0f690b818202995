//! Bodies of loops with scalars and small arrays that belong to an iteration, or just not.

use super::make::Maker;
use super::nest::{Access, Expr, Form, Home, Node, Op};

impl Maker {
    /// What a loop does with a temporary.
    pub(super) fn temporaries(&mut self) -> Vec<Node> {
        match self.traits.arrays && (!self.traits.scalars || self.random.one_in(2)) {
            true => self.small_array(),
            false => self.scalar(),
        }
    }

    fn temporary(&mut self, name: char, home: Home, rank: usize) -> usize {
        let name = format!("{name}{}", self.objects.len());
        self.object(&name, home, rank)
    }

    /// An assignment to an array, of this and perhaps more.
    fn store(&mut self, value: Expr) -> Node {
        let array = self.random.pick(&self.written.clone());
        let target = self.access(array);
        let value = match self.random.one_in(3) {
            true => value.binary(Op::Add, self.value()),
            false => value,
        };
        self.assign(target, value, Form::Plain)
    }

    fn set(&mut self, scalar: usize, value: Expr, form: Form) -> Node {
        self.assign(place(scalar), value, form)
    }

    fn scalar(&mut self) -> Vec<Node> {
        match self.random.below(13) {
            0..=2 => self.assigned(),
            3 => self.in_a_branch(),
            4..=6 => self.accumulated(),
            7 => self.reset(),
            8 => self.computed_subscript(),
            9 => self.across_a_loop(),
            10 => self.bound(),
            _ => self.carried(),
        }
    }

    /// `t = ...; A[i] = t;`
    fn assigned(&mut self) -> Vec<Node> {
        let block = self.random.one_in(3);
        let (home, form) = match block {
            true => (Home::Block, Form::Declare),
            false => (Home::Local, Form::Plain),
        };
        let t = self.temporary('t', home, 0);
        self.objects[t].live = !block && self.random.one_in(8);
        let value = self.value();
        vec![self.set(t, value, form), self.store(read(t))]
    }

    /// `if (...) t = ...; else t = ...; A[i] = t;`
    fn in_a_branch(&mut self) -> Vec<Node> {
        let t = self.temporary('t', Home::Local, 0);
        let (a, b) = (self.value(), self.value());
        let then = vec![self.set(t, a, Form::Plain)];
        let els = match self.random.one_in(2) {
            true => vec![self.set(t, b, Form::Plain)],
            false => Vec::new(),
        };
        let cond = self.cond();
        vec![Node::If { cond, then, els }, self.store(read(t))]
    }

    /// `s += ...;`, now and then under a condition, or with something else that makes it no mere sum.
    fn accumulated(&mut self) -> Vec<Node> {
        let s = self.temporary('s', Home::Local, 0);
        self.objects[s].live = !self.random.one_in(4);
        let form = self.random.pick(&[
            Form::Update(Op::Add),
            Form::Update(Op::Add),
            Form::Update(Op::Sub),
            Form::Update(Op::Mul),
            Form::Spelled(Op::Add),
            Form::Maximum,
        ]);
        let value = self.value();
        let mut nodes = vec![self.set(s, value, form)];
        if self.random.one_in(3) {
            nodes = vec![Node::If {
                cond: self.cond(),
                then: nodes,
                els: Vec::new(),
            }];
        }
        match self.random.below(6) {
            // A prefix sum.
            0 => nodes.push(self.store(read(s))),
            1 => {
                let value = self.value();
                nodes.push(self.set(s, value, Form::Update(Op::Mul)));
            }
            2 => {
                let value = self.value();
                nodes.push(self.store(value));
            }
            _ => {}
        }
        nodes
    }

    /// `s = 0; for (...) s += ...; A[i] = s;`
    fn reset(&mut self) -> Vec<Node> {
        let s = self.temporary('s', Home::Local, 0);
        let trips = self.random.within(3, 6) as i64;
        let first = self.set(s, Expr::Num(0), Form::Plain);
        let sum = self.count_to(trips, |m| {
            let value = m.value();
            vec![m.set(s, value, Form::Update(Op::Add))]
        });
        vec![first, sum, self.store(read(s))]
    }

    /// `t = i + 1; A[t] = ...;`
    fn computed_subscript(&mut self) -> Vec<Node> {
        let t = self.temporary('t', Home::Local, 0);
        let (v, w) = (self.outer(), self.outer());
        let affine = match self.random.one_in(2) {
            true => v.times(2).binary(Op::Add, w),
            false => v.plus(1),
        };
        let set = self.set(t, affine, Form::Plain);
        let array = self.random.pick(&self.written.clone());
        let mut target = self.access(array);
        let d = self.random.below(target.at.len() as u64) as usize;
        target.at[d] = read(t);
        let value = self.value();
        vec![set, self.assign(target, value, Form::Plain)]
    }

    /// `t = ...; for (...) A[i][j] = t;`
    fn across_a_loop(&mut self) -> Vec<Node> {
        let t = self.temporary('t', Home::Local, 0);
        let value = self.value();
        let set = self.set(t, value, Form::Plain);
        let trips = self.random.within(3, 6) as i64;
        let inner = self.count_to(trips, |m| vec![m.store(read(t))]);
        match self.random.one_in(4) {
            true => vec![inner, set],
            false => vec![set, inner],
        }
    }

    /// `t = i + 2; for (j = 0; j < t; j++) ...`
    fn bound(&mut self) -> Vec<Node> {
        let t = self.temporary('t', Home::Local, 0);
        let (v, some) = (self.outer(), self.random.within(1, 4) as i64);
        let set = self.set(t, v.plus(some), Form::Plain);
        let mut inner = self.count_to(0, |m| {
            let value = m.value();
            vec![m.store(value)]
        });
        if let Node::Loop(l) = &mut inner {
            l.to = read(t);
        }
        vec![set, inner]
    }

    /// `A[i] = t; t = ...;`
    fn carried(&mut self) -> Vec<Node> {
        let t = self.temporary('t', Home::Local, 0);
        let store = self.store(read(t));
        let value = self.value();
        vec![store, self.set(t, value, Form::Plain)]
    }

    fn small_array(&mut self) -> Vec<Node> {
        let u = self.temporary('u', Home::Local, 1);
        self.objects[u].live = self.random.one_in(10);
        let length = self.random.within(2, 4) as i64;
        match self.random.below(11) {
            0..=3 => {
                let read = self.read_by_loop(u, length);
                let fill = self.fill(u, length, false);
                vec![fill, read]
            }
            4 => {
                // The last element may be another iteration's.
                let fill = self.fill(u, length - 1, false);
                vec![fill, self.read_by_loop(u, length)]
            }
            5 => {
                let fill = self.fill(u, length, true);
                vec![fill, self.read_by_loop(u, length)]
            }
            6 | 7 => self.by_elements(u, length),
            8 => self.rows(length),
            9 => {
                let read = self.read_by_loop(u, length);
                vec![read, self.fill(u, length, false)]
            }
            _ => {
                // Filled by a loop, read at a place that depends on the iteration.
                let fill = self.fill(u, length, false);
                let at = self.outer().binary(Op::Rem, Expr::Num(length));
                vec![fill, self.store(element(u, at))]
            }
        }
    }

    /// `for (k = 0; k < 4; k++) u[k] = ...;`
    fn fill(&mut self, u: usize, length: i64, guarded: bool) -> Node {
        self.count_to(length, |m| {
            let at = Expr::Var(m.scope[m.scope.len() - 1]);
            let (target, value) = (at_element(u, at), m.value());
            let set = m.assign(target, value, Form::Plain);
            match guarded {
                true => vec![Node::If {
                    cond: m.cond(),
                    then: vec![set],
                    els: Vec::new(),
                }],
                false => vec![set],
            }
        })
    }

    fn read_by_loop(&mut self, u: usize, length: i64) -> Node {
        self.count_to(length, |m| {
            let at = Expr::Var(m.scope[m.scope.len() - 1]);
            vec![m.store(element(u, at))]
        })
    }

    /// The same with an array of two dimensions.
    fn rows(&mut self, length: i64) -> Vec<Node> {
        let u = self.temporary('u', Home::Local, 2);
        let place = |m: &Self| Access {
            object: u,
            at: m.scope[m.scope.len() - 2..]
                .iter()
                .map(|v| Expr::Var(*v))
                .collect(),
        };
        let fill = self.count_to(2, |m| {
            vec![m.count_to(length, |m| {
                let (target, value) = (place(m), m.value());
                vec![m.assign(target, value, Form::Plain)]
            })]
        });
        let read = self.count_to(2, |m| {
            vec![m.count_to(length, |m| {
                let value = Expr::Read(place(m));
                vec![m.store(value)]
            })]
        });
        vec![fill, read]
    }

    /// `u[0] = ...; u[1] = ...; A[i] = u[0] + u[1];`
    fn by_elements(&mut self, u: usize, length: i64) -> Vec<Node> {
        let mut nodes = Vec::new();
        for k in 0..length {
            let value = self.value();
            nodes.push(self.assign(at_element(u, Expr::Num(k)), value, Form::Plain));
        }
        let sum = element(u, Expr::Num(0)).binary(Op::Add, element(u, Expr::Num(length - 1)));
        nodes.push(self.store(sum));
        nodes
    }
}

fn place(scalar: usize) -> Access {
    Access {
        object: scalar,
        at: Vec::new(),
    }
}

fn read(scalar: usize) -> Expr {
    Expr::Read(place(scalar))
}

fn at_element(array: usize, at: Expr) -> Access {
    Access {
        object: array,
        at: vec![at],
    }
}

fn element(array: usize, at: Expr) -> Expr {
    Expr::Read(at_element(array, at))
}
