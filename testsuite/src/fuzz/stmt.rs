//! Sequential statements: what stands in loop bodies, between loops, and in routines.

use super::expr::Scope;
use super::r#gen::Gen;
use super::value::{self, Type, Value};

/// What a statement may write: variables of the thread that runs it.
#[derive(Clone, Default)]
pub struct Locals {
    pub scalars: Vec<Value>,
    /// `type name[4]`
    pub arrays: Vec<(String, Type)>,
    pub pairs: Vec<String>,
    /// Inside a loop of the statement's own: `break` and `continue` leave that.
    pub in_loop: bool,
    /// `continue` may end the iteration of the parallel loop around.
    pub skip: bool,
}

impl Gen {
    /// Declares a scalar with a value; readable and writable from here on.
    pub fn local(&mut self, scope: &mut Scope, locals: &mut Locals) {
        match self.random.below(8) {
            0 => {
                let name = self.name("pair");
                let (a, b) = (self.expr(scope, 1), self.expr(scope, 1));
                let (a, b) = (
                    a.for_store(Type::Unsigned).text,
                    b.for_store(Type::Short).text,
                );
                let text = match self.random.below(3) {
                    0 => format!("struct pair {name} = pair_of({a}, {b});"),
                    1 => format!("struct pair {name} = {{ .b = (short){b}, .a = {a} }};"),
                    _ => format!("struct pair {name} = {{ {a}, (short){b} }};"),
                };
                self.line(text);
                scope.pairs.push(name.clone());
                locals.pairs.push(name);
            }
            1 => {
                let name = self.name("t");
                let ty = self.random.pick(&[
                    Type::Int,
                    Type::UnsignedChar,
                    Type::Double,
                    Type::Unsigned,
                ]);
                let a = self.expr(scope, 1).for_store(ty).text;
                self.line(format!(
                    "{} {name}[4] = {{ ({}){a}, 2, 3 }};",
                    ty.name(),
                    ty.name()
                ));
                for k in 0..4 {
                    scope.values.push(Value::stored(format!("{name}[{k}]"), ty));
                }
                locals.arrays.push((name, ty));
            }
            _ => {
                let ty = if self.chance(12) {
                    Type::Bool
                } else {
                    self.stored_type()
                };
                let name = self.name("v");
                let value = self.expr(scope, 2).for_store(ty).text;
                self.line(format!("{} {name} = {value};", ty.name()));
                let value = Value::stored(name, ty);
                scope.values.push(value.clone());
                locals.scalars.push(value);
            }
        }
    }

    /// `count` statements, declarations among them; a block's worth of names is added to `scope` and `locals`.
    pub fn statements(&mut self, scope: &mut Scope, locals: &mut Locals, count: u64, depth: u64) {
        for _ in 0..count {
            if self.chance(3) || locals.scalars.is_empty() {
                self.local(scope, locals);
            } else {
                self.statement(scope, locals, depth);
            }
        }
    }

    fn statement(&mut self, scope: &Scope, locals: &Locals, depth: u64) {
        let kind = if depth == 0 {
            self.random.below(5)
        } else {
            self.random.below(12)
        };
        match kind {
            0..=4 => self.assignment(scope, locals),
            5 => {
                let test = self.condition(scope, 1).text;
                self.open(format!("if {}", wrapped(&test)));
                self.inner(scope, locals, depth);
                if self.chance(2) {
                    self.close_with("} else {");
                    self.reopen();
                    self.inner(scope, locals, depth);
                }
                self.close();
            }
            6 => self.counted(scope, locals, depth),
            7 => self.while_loop(scope, locals, depth),
            8 => self.switch(scope, locals, depth),
            9 => self.forward(scope, locals, depth),
            10 if locals.skip && !locals.in_loop => {
                let test = self.condition(scope, 1).text;
                self.line(format!("if {}", wrapped(&test)));
                self.line("    continue;");
            }
            _ if locals.in_loop => {
                let test = self.condition(scope, 1).text;
                self.line(format!("if {}", wrapped(&test)));
                let leave = self.random.pick(&["break", "continue"]);
                self.line(format!("    {leave};"));
            }
            _ => self.pointed(scope, locals),
        }
    }

    fn inner(&mut self, scope: &Scope, locals: &Locals, depth: u64) {
        let (mut scope, mut locals) = (scope.clone(), locals.clone());
        let count = self.random.within(1, 2);
        self.statements(&mut scope, &mut locals, count, depth - 1);
    }

    fn assignment(&mut self, scope: &Scope, locals: &Locals) {
        if !locals.pairs.is_empty() && self.chance(5) {
            let pair = self.random.pick(&locals.pairs);
            // Bits of floating-point numbers can't be told apart.
            let value = self.expr(scope, 1).cast(Type::Unsigned).text;
            let text = match self.random.below(3) {
                0 => format!("{pair} = pair_of({pair}.a, (short)({value}));"),
                1 => format!("{pair}.a ^= {value};"),
                _ => format!("{pair}.b += (short)({value});"),
            };
            return self.line(text);
        }
        if !locals.arrays.is_empty() && self.chance(4) {
            let (name, ty) = self.random.pick(&locals.arrays);
            let index = self.index(scope, 4);
            let value = self.expr(scope, 2).for_store(ty).text;
            return self.line(format!("{name}[{index}] = {value};"));
        }
        let to = self.random.pick(&locals.scalars);
        self.assign(scope, &to);
    }

    /// Gives `to` a new value, in one of C's ways.
    pub fn assign(&mut self, scope: &Scope, to: &Value) {
        let value = self.expr(scope, 2);
        let whole = !to.ty.floating() && to.ty != Type::Bool;
        let wraps = whole && (!to.ty.signed() || to.ty.promoted() != to.ty);
        let name = &to.text;
        let text = match self.random.below(8) {
            0 if wraps => format!("{name}{};", self.random.pick(&["++", "--"])),
            1 if wraps => format!("{}{name};", self.random.pick(&["++", "--"])),
            2 | 3 if whole => {
                // In an unsigned type nothing overflows.
                let wide = value
                    .for_store(to.ty.unsigned())
                    .cast(to.ty.unsigned())
                    .text;
                format!(
                    "{name} {}= {wide};",
                    self.random.pick(&["+", "-", "*", "^", "|", "&"])
                )
            }
            4 if whole => format!("{name} >>= {};", self.random.within(1, 7)),
            5 if wraps && !to.ty.signed() => {
                let divisor = value::bits(&value, "|", &Value::constant(1))
                    .cast(Type::UnsignedChar)
                    .text;
                format!("{name} {}= {divisor};", self.random.pick(&["/", "%"]))
            }
            6 => {
                let test = self.condition(scope, 1).text;
                format!(
                    "{name} = {test} ? {name} : ({})({});",
                    to.ty.name(),
                    value.for_store(to.ty).text
                )
            }
            _ => format!("{name} = {};", value.for_store(to.ty).text),
        };
        self.line(text);
    }

    fn counted(&mut self, scope: &Scope, locals: &Locals, depth: u64) {
        let q = self.name("q");
        let count = self.expr(scope, 1).cut(0, 5).text;
        let bound = if self.chance(2) {
            format!("(int){count}")
        } else {
            self.random.below(6).to_string()
        };
        self.open(format!("for (int {q} = 0; {q} < {bound}; {q}++)"));
        let scope = scope.with([Value::of(q, Type::Int, 0, 5)]);
        let locals = Locals {
            in_loop: true,
            ..locals.clone()
        };
        self.inner(&scope, &locals, depth);
        self.close();
    }

    fn while_loop(&mut self, scope: &Scope, locals: &Locals, depth: u64) {
        let w = self.name("w");
        let count = self.expr(scope, 1).cut(0, 6).text;
        self.line(format!("int {w} = (int){count};"));
        let scope = scope.with([Value::of(w.clone(), Type::Int, -1, 6)]);
        let locals = Locals {
            in_loop: true,
            ..locals.clone()
        };
        if self.chance(2) {
            self.open(format!("while ({w}-- > 0)"));
            self.inner(&scope, &locals, depth);
            self.close();
        } else {
            self.open("do");
            self.inner(&scope, &locals, depth);
            self.close_with(&format!("}} while (--{w} > 0);"));
        }
    }

    fn switch(&mut self, scope: &Scope, locals: &Locals, depth: u64) {
        let on = self.expr(scope, 1).cut(0, 3).text;
        self.open(format!("switch {}", wrapped(&format!("(int){on}"))));
        // A `break` here leaves the switch, a `continue` the loop around.
        let locals = Locals {
            in_loop: false,
            ..locals.clone()
        };
        for label in ["case 0:", "case 2:", "default:"] {
            self.close_with(label);
            self.reopen();
            let (mut scope, mut locals) = (scope.clone(), locals.clone());
            self.open("");
            self.statements(&mut scope, &mut locals, 1, depth - 1);
            self.close();
            let falls = label != "default:" && self.chance(3);
            self.line(if falls {
                "__attribute__((fallthrough));"
            } else {
                "break;"
            });
        }
        self.close();
    }

    /// A jump forward, past a declaration.
    fn forward(&mut self, scope: &Scope, locals: &Locals, depth: u64) {
        let label = self.name("skip");
        let test = self.condition(scope, 1).text;
        self.line(format!("if {}", wrapped(&test)));
        self.line(format!("    goto {label};"));
        self.inner(scope, locals, depth);
        self.line(format!("{label}:;"));
    }

    /// An assignment through a pointer to a local.
    fn pointed(&mut self, scope: &Scope, locals: &Locals) {
        let to = self.random.pick(&locals.scalars);
        let p = self.name("p");
        self.open("");
        self.line(format!("{} *{p} = &{};", to.ty.name(), to.text));
        let through = Value {
            text: format!("(*{p})"),
            ..to
        };
        let scope = scope.with([through.clone()]);
        self.assign(&scope, &through);
        self.close();
    }
}

/// An operand in parentheses, once.
pub fn wrapped(text: &str) -> String {
    if text.starts_with('(') && closes_at_end(text) {
        text.to_string()
    } else {
        format!("({text})")
    }
}

fn closes_at_end(text: &str) -> bool {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}
