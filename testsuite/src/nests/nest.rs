//! A nest of loops as the generator keeps it: small enough that every iteration can be enumerated, and printed as C for the compiler.

/// An `int` expression. The variables of loops count from the outermost: 0 is `i`, 1 is `j`, and so on.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Num(i64),
    Var(usize),
    Param(usize),
    Read(Access),
    Binary(Op, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

/// An element of an array; without subscripts a scalar.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    pub object: usize,
    pub at: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Cond {
    Compare(Relation, Expr, Expr),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

#[derive(Clone, Debug)]
pub enum Node {
    Loop(Loop),
    If {
        cond: Cond,
        then: Vec<Node>,
        els: Vec<Node>,
    },
    Assign(Assign),
    /// `if (cond) continue;`
    Skip(Cond),
}

/// `for (var = from; var relation to; var += step)`
#[derive(Clone, Debug)]
pub struct Loop {
    pub id: usize,
    pub var: usize,
    pub from: Expr,
    pub relation: Relation,
    pub to: Expr,
    pub step: i64,
    pub body: Vec<Node>,
}

#[derive(Clone, Debug)]
pub struct Assign {
    pub id: usize,
    pub target: Access,
    pub value: Expr,
    pub form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `t = value`
    Plain,
    /// `int t = value`: the scalar is the block's own.
    Declare,
    /// `t op= value`
    Update(Op),
    /// `t = t op value`
    Spelled(Op),
    /// `if (value > t) t = value`
    Maximum,
}

/// What accumulations can be combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accumulation {
    Sum,
    Product,
    Maximum,
    Minimum,
}

impl Assign {
    /// The operation by which it accumulates into its target, be it that the value says so: `t = 1 + t`. `long`: the loops'
    /// variables are.
    pub fn accumulation(&self, long: bool) -> Option<Accumulation> {
        let kind = match self.form {
            Form::Plain => self.value.accumulates(&self.target),
            form => form.accumulation(),
        };
        // The largest `long` isn't the one that is largest when an `int` keeps it.
        let extremum = [Accumulation::Maximum, Accumulation::Minimum].map(Some);
        kind.filter(|_| !(long && self.value.counts() && extremum.contains(&kind)))
    }
}

impl Expr {
    fn accumulates(&self, target: &Access) -> Option<Accumulation> {
        let Expr::Binary(op, a, b) = self else {
            return None;
        };
        let kind = match op {
            Op::Add | Op::Sub => Accumulation::Sum,
            Op::Mul => Accumulation::Product,
            Op::Max => Accumulation::Maximum,
            Op::Min => Accumulation::Minimum,
            Op::Div | Op::Rem => return None,
        };
        let (of, rest) = match a.reads(target) {
            true => (a, b),
            false => (b, a),
        };
        let negative = *op == Op::Sub && !a.reads(target);
        let own = matches!(&**of, Expr::Read(access) if access == target)
            || of.accumulates(target) == Some(kind);
        (own && !negative && !rest.reads(target)).then_some(kind)
    }

    /// Whether a loop's variable is part of its value, but not only of a subscript.
    fn counts(&self) -> bool {
        match self {
            Expr::Num(_) | Expr::Param(_) | Expr::Read(_) => false,
            Expr::Var(_) => true,
            Expr::Binary(_, a, b) => a.counts() || b.counts(),
        }
    }

    /// Whether it names an element as this access does.
    fn reads(&self, target: &Access) -> bool {
        match self {
            Expr::Num(_) | Expr::Var(_) | Expr::Param(_) => false,
            Expr::Read(access) => access == target || access.at.iter().any(|e| e.reads(target)),
            Expr::Binary(_, a, b) => a.reads(target) || b.reads(target),
        }
    }
}

impl Form {
    /// The operation by which it accumulates into its target.
    pub fn accumulation(self) -> Option<Accumulation> {
        match self {
            Form::Plain | Form::Declare => None,
            Form::Update(Op::Mul) | Form::Spelled(Op::Mul) => Some(Accumulation::Product),
            Form::Update(_) | Form::Spelled(_) => Some(Accumulation::Sum),
            Form::Maximum => Some(Accumulation::Maximum),
        }
    }
}

/// Where an object lives, and how it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// `int a[10][20];` outside of functions.
    Global,
    /// `int (*restrict a)[20]`, a parameter.
    Pointer,
    /// `int (*restrict a)[n + 4]`, a parameter: the rows' lengths are the function's parameters and a bit.
    Variable,
    /// A scalar or a small array of the function, outside of the region.
    Local,
    /// A scalar of a block in the nest.
    Block,
}

impl Home {
    /// Whether iterations could have copies of it.
    pub fn is_local(self) -> bool {
        matches!(self, Home::Local | Home::Block)
    }
}

#[derive(Clone, Debug)]
pub struct Object {
    pub name: String,
    pub home: Home,
    /// Its last value is used behind the region.
    pub live: bool,
    pub rank: usize,
    /// The length of each dimension, and what is added to each subscript so that all lie inside; see `fit`.
    pub lengths: Vec<Length>,
    pub shift: Vec<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Known(i64),
    /// A parameter and this much.
    Param(usize, i64),
}

#[derive(Clone, Debug)]
pub struct Nest {
    /// How many parameters the function has, and all tuples of values that are tried.
    pub params: usize,
    pub values: Vec<Vec<i64>>,
    pub objects: Vec<Object>,
    pub body: Vec<Node>,
    pub loops: usize,
    pub statements: usize,
    /// The loops' variables are declared before the region, not in the loops.
    pub outside: bool,
    /// They are `long`.
    pub long: bool,
}

impl Nest {
    /// For each object, whether the text names it.
    pub fn named(&self) -> Vec<bool> {
        let mut named = vec![false; self.objects.len()];
        name_nodes(&self.body, &mut named);
        named
    }
}

fn name_nodes(nodes: &[Node], named: &mut [bool]) {
    for node in nodes {
        match node {
            Node::Loop(l) => {
                name_expr(&l.from, named);
                name_expr(&l.to, named);
                name_nodes(&l.body, named);
            }
            Node::If { then, els, .. } => {
                name_nodes(then, named);
                name_nodes(els, named);
            }
            Node::Assign(a) => {
                name_access(&a.target, named);
                name_expr(&a.value, named);
            }
            // Conditions name no memory.
            Node::Skip(_) => {}
        }
    }
}

fn name_access(access: &Access, named: &mut [bool]) {
    named[access.object] = true;
    access.at.iter().for_each(|e| name_expr(e, named));
}

fn name_expr(e: &Expr, named: &mut [bool]) {
    match e {
        Expr::Read(access) => name_access(access, named),
        Expr::Binary(_, a, b) => {
            name_expr(a, named);
            name_expr(b, named);
        }
        Expr::Num(_) | Expr::Var(_) | Expr::Param(_) => {}
    }
}

impl Expr {
    pub fn binary(self, op: Op, other: Expr) -> Expr {
        Expr::Binary(op, Box::new(self), Box::new(other))
    }

    /// The sum with a constant, without `+ 0` and `- 3 + 5`.
    pub fn plus(self, n: i64) -> Expr {
        match self {
            e if n == 0 => e,
            Expr::Num(k) => Expr::Num(k + n),
            Expr::Binary(Op::Add, a, b) if matches!(*b, Expr::Num(_)) => a.plus(b.number() + n),
            Expr::Binary(Op::Sub, a, b) if matches!(*b, Expr::Num(_)) => a.plus(n - b.number()),
            e if n < 0 => e.binary(Op::Sub, Expr::Num(-n)),
            e => e.binary(Op::Add, Expr::Num(n)),
        }
    }

    /// The product with a constant.
    pub fn times(self, n: i64) -> Expr {
        match n {
            1 => self,
            n => Expr::Num(n).binary(Op::Mul, self),
        }
    }

    fn number(&self) -> i64 {
        match self {
            Expr::Num(n) => *n,
            _ => 0,
        }
    }
}

impl Op {
    /// What C computes. A division by 0 doesn't occur: divisors are constants.
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div => a.checked_div(b).unwrap_or(0),
            Op::Rem => a.checked_rem(b).unwrap_or(0),
            Op::Min => a.min(b),
            Op::Max => a.max(b),
        }
    }
}

impl Relation {
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Relation::Less => a < b,
            Relation::LessEqual => a <= b,
            Relation::Greater => a > b,
            Relation::GreaterEqual => a >= b,
            Relation::Equal => a == b,
            Relation::NotEqual => a != b,
        }
    }
}
