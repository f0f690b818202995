//! Nests as C: many functions in one file, each loop and each statement on a line of its own.

use super::nest::{
    Access, Assign, Cond, Expr, Form, Home, Length, Loop, Nest, Node, Object, Op, Relation,
};

/// The text of a file, and where in it the nests are.
pub struct File {
    pub text: String,
    pub nests: Vec<Lines>,
}

/// The lines of a nest.
#[derive(Default)]
pub struct Lines {
    /// By the numbers of loops and of statements.
    pub loops: Vec<usize>,
    pub statements: Vec<usize>,
    /// What the objects are called in the file.
    pub names: Vec<String>,
}

impl Lines {
    /// The line of a statement, or of the loop in whose head something is read; numbered as in a trace.
    pub fn of(&self, statement: usize) -> usize {
        let mut all = self.statements.iter().chain(&self.loops);
        all.nth(statement).copied().unwrap_or(0)
    }
}

pub const PARAMS: [&str; 2] = ["n", "m"];
const VARS: [&str; super::trace::VARS] = ["i", "j", "k", "l", "p", "q"];

pub fn file<'n>(nests: impl IntoIterator<Item = &'n Nest>) -> File {
    let mut printer = Printer {
        text: "int result;\n".into(),
        line: 2,
        indent: 0,
        nest: None,
        lines: Lines::default(),
    };
    let mut all = Vec::new();
    for (number, nest) in nests.into_iter().enumerate() {
        printer.function(nest, number);
        all.push(std::mem::take(&mut printer.lines));
    }
    File {
        text: printer.text,
        nests: all,
    }
}

struct Printer<'n> {
    text: String,
    /// The line that comes next.
    line: usize,
    indent: usize,
    nest: Option<&'n Nest>,
    lines: Lines,
}

impl<'n> Printer<'n> {
    fn put(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.indent));
        self.text.push_str(line);
        self.text.push('\n');
        self.line += 1;
    }

    /// Lines that stand further in, with braces around.
    fn block(&mut self, f: impl FnOnce(&mut Self)) {
        self.put("{");
        self.indent += 1;
        f(self);
        self.indent -= 1;
        self.put("}");
    }

    fn object(&self, number: usize) -> Option<(&'n Object, &str)> {
        let object = self.nest?.objects.get(number)?;
        Some((object, self.lines.names.get(number)?))
    }

    fn function(&mut self, nest: &'n Nest, number: usize) {
        self.nest = Some(nest);
        self.lines = Lines {
            loops: vec![0; nest.loops],
            statements: vec![0; nest.statements],
            names: nest.objects.iter().map(|o| name(o, number)).collect(),
        };
        let mut params = params(nest);
        for object in named(nest) {
            let name = name(object, number);
            match object.home {
                Home::Global => self.put(&format!("int {name}{};", lengths(&object.lengths))),
                Home::Pointer | Home::Variable => params.push(match object.lengths.get(1..) {
                    None | Some([]) => format!("int *restrict {name}"),
                    Some(rest) => format!("int (*restrict {name}){}", lengths(rest)),
                }),
                Home::Local | Home::Block => {}
            }
        }
        let params = match params.is_empty() {
            true => "void".into(),
            false => params.join(", "),
        };
        self.put(&format!("void nest_{number}({params})"));
        self.block(|p| p.body(nest));
    }

    fn body(&mut self, nest: &'n Nest) {
        if nest.outside {
            self.put(&format!("{} {};", var_type(nest), VARS.join(", ")));
        }
        for object in named(nest).filter(|o| o.home == Home::Local) {
            // What is read before it is written has a value all the same.
            let initial = if object.rank == 0 { " = 0" } else { " = {0}" };
            let lengths = lengths(&object.lengths);
            self.put(&format!("int {}{lengths}{initial};", object.name));
        }
        self.put("#pragma acc kernels");
        self.block(|p| p.nodes(&nest.body));
        for object in named(nest).filter(|o| o.live) {
            let first = "[0]".repeat(object.rank);
            self.put(&format!("result = {}{first};", object.name));
        }
    }

    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|n| self.node(n));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Loop(l) => self.loop_(l),
            Node::If { cond, then, els } => {
                let cond = self.cond(cond);
                self.put(&format!("if ({cond})"));
                self.block(|p| p.nodes(then));
                if !els.is_empty() {
                    self.put("else");
                    self.block(|p| p.nodes(els));
                }
            }
            Node::Assign(a) => self.assign(a),
            Node::Skip(cond) => {
                let cond = self.cond(cond);
                self.put(&format!("if ({cond}) continue;"));
            }
        }
    }

    fn loop_(&mut self, l: &Loop) {
        self.lines.loops[l.id] = self.line;
        let var = VARS[l.var];
        let declared = match self.nest {
            Some(n) if !n.outside => format!("{} ", var_type(n)),
            _ => String::new(),
        };
        let step = match l.step {
            1 => format!("{var}++"),
            -1 => format!("{var}--"),
            n if n < 0 => format!("{var} -= {}", -n),
            n => format!("{var} += {n}"),
        };
        let (from, to) = (self.expr(&l.from, 0), self.expr(&l.to, 2));
        let relation = relation(l.relation);
        self.put(&format!(
            "for ({declared}{var} = {from}; {var} {relation} {to}; {step})"
        ));
        self.block(|p| p.nodes(&l.body));
    }

    fn assign(&mut self, a: &Assign) {
        self.lines.statements[a.id] = self.line;
        let (target, value) = (self.access(&a.target), self.expr(&a.value, 0));
        let operand = || self.expr(&a.value, 4);
        let text = match a.form {
            Form::Plain => format!("{target} = {value};"),
            Form::Declare => format!("int {target} = {value};"),
            Form::Update(op) => format!("{target} {}= {value};", sign(op)),
            Form::Spelled(op) => format!("{target} = {target} {} {};", sign(op), operand()),
            Form::Maximum => format!("if ({value} > {target}) {target} = {value};"),
        };
        self.put(&text);
    }

    fn access(&self, access: &Access) -> String {
        let Some((object, name)) = self.object(access.object) else {
            return String::new();
        };
        let mut text = name.to_string();
        for (d, e) in access.at.iter().enumerate() {
            let shift = object.shift.get(d).copied().unwrap_or(0);
            text.push_str(&format!("[{}]", self.expr(&e.clone().plus(shift), 0)));
        }
        text
    }

    /// `around`: how tightly the operator around binds, see `tightness`.
    fn expr(&self, e: &Expr, around: u8) -> String {
        let (text, tight) = match e {
            Expr::Num(n) if *n < 0 => (n.to_string(), 3),
            Expr::Num(n) => (n.to_string(), 9),
            Expr::Var(v) => (VARS[*v].to_string(), 9),
            Expr::Param(p) => (PARAMS[*p].to_string(), 9),
            Expr::Read(access) => (self.access(access), 9),
            Expr::Binary(op, a, b) => {
                let tight = tightness(*op);
                let text = match op {
                    Op::Min | Op::Max => {
                        let (x, y) = (self.expr(a, 2), self.expr(b, 2));
                        let sign = if *op == Op::Min { "<" } else { ">" };
                        self.above_zero(*op, a, b)
                            .unwrap_or_else(|| format!("{x} {sign} {y} ? {x} : {y}"))
                    }
                    _ => {
                        let (x, y) = (self.expr(a, tight), self.expr(b, tight + 1));
                        let space = if *op == Op::Mul { "" } else { " " };
                        format!("{x}{space}{}{space}{y}", sign(*op))
                    }
                };
                (text, tight)
            }
        };
        match tight < around {
            true => format!("({text})"),
            false => text,
        }
    }

    /// `i > 3 ? i - 3 : 0`, as people write the greater one of `i - 3` and 0.
    fn above_zero(&self, op: Op, a: &Expr, b: &Expr) -> Option<String> {
        match (op, a, b) {
            (Op::Max, Expr::Binary(Op::Sub, v, c), Expr::Num(0)) => {
                let (v, c) = (self.expr(v, 4), self.expr(c, 4));
                Some(format!("{v} > {c} ? {v} - {c} : 0"))
            }
            _ => None,
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Compare(r, a, b) => {
                format!("{} {} {}", self.expr(a, 2), relation(*r), self.expr(b, 2))
            }
            Cond::And(a, b) => format!("({}) && ({})", self.cond(a), self.cond(b)),
            Cond::Or(a, b) => format!("({}) || ({})", self.cond(a), self.cond(b)),
        }
    }
}

/// The function's parameters, without pointers.
pub fn params(nest: &Nest) -> Vec<String> {
    let names = PARAMS[..nest.params].iter();
    names.map(|p| format!("int {p}")).collect()
}

/// The objects that the nest's text names.
fn named(nest: &Nest) -> impl Iterator<Item = &Object> {
    let all = nest.objects.iter().zip(nest.named());
    all.filter(|(_, named)| *named).map(|(o, _)| o)
}

fn var_type(nest: &Nest) -> &'static str {
    if nest.long { "long" } else { "int" }
}

/// Globals of different nests have different names.
pub fn name(object: &Object, nest: usize) -> String {
    match object.home {
        Home::Global => format!("{}_{nest}", object.name),
        _ => object.name.clone(),
    }
}

pub fn lengths(lengths: &[Length]) -> String {
    let one = |l: &Length| match l {
        Length::Known(n) => format!("[{n}]"),
        Length::Param(p, extra) if *extra < 0 => format!("[{} - {}]", PARAMS[*p], -extra),
        Length::Param(p, 0) => format!("[{}]", PARAMS[*p]),
        Length::Param(p, extra) => format!("[{} + {extra}]", PARAMS[*p]),
    };
    lengths.iter().map(one).collect()
}

/// How tightly an operator binds: choices, then comparisons (2), sums, products.
fn tightness(op: Op) -> u8 {
    match op {
        Op::Min | Op::Max => 1,
        Op::Add | Op::Sub => 3,
        Op::Mul | Op::Div | Op::Rem => 4,
    }
}

fn sign(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Rem => "%",
        Op::Min => "<",
        Op::Max => ">",
    }
}

fn relation(r: Relation) -> &'static str {
    match r {
        Relation::Less => "<",
        Relation::LessEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterEqual => ">=",
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
    }
}
