//! `private` and `firstprivate` of scalars, arrays, sections, structs, arrays of variable length, at every level; variables
//! that iterations set first without a clause.

use super::array::{Form, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::stmt::Locals;
use super::value::{Type, Value};

/// A variable that iterations have copies of.
struct Copied {
    name: String,
    ty: Type,
    /// Elements; 0 for a scalar.
    length: u64,
    /// What a clause names.
    clause: String,
    first: bool,
    is_struct: bool,
    /// Only read: iterations see the value that it came with.
    fixed: bool,
    /// An array of variable length: threads of a gang can't share one.
    variable: bool,
}

impl Gen {
    pub fn private_piece(&mut self) {
        let n = self.extent(1, 40);
        let m = self.extent(1, 100);
        let ty = self.stored_type();
        let forms = [Form::Static, Form::Local, Form::Variable, Form::Linear];
        let a = self.array("a", ty, &[n.clone(), m.clone()], &forms);
        let ty = self.stored_type();
        let b = self.array("b", ty, std::slice::from_ref(&n), &forms);
        for _ in 0..self.random.within(1, 2) {
            let mut copied = Vec::new();
            for _ in 0..self.random.within(1, 3) {
                let one = self.copied();
                copied.push(one);
            }
            let levels = self.random.pick(&[
                "gang",
                "gang worker",
                "gang",
                "gang vector",
                "gang worker vector",
            ]);
            let inner = if levels.contains("vector") {
                "seq"
            } else {
                self.random.pick(&["vector", "vector", "seq"])
            };
            let inner = if levels == "gang" {
                self.random
                    .pick(&["vector", "worker", "worker vector", inner])
            } else {
                inner
            };
            let inner = if copied.iter().any(|c| c.variable) {
                "seq"
            } else {
                inner
            };
            let at_construct = self.chance(2);
            let split = self.chance(3);
            let all: String = copied
                .iter()
                .filter(|c| !c.clause.is_empty())
                .filter(|c| !(c.first && split && !at_construct))
                .map(|c| {
                    format!(
                        " {}({})",
                        if c.first { "firstprivate" } else { "private" },
                        c.clause
                    )
                })
                .collect();
            // firstprivate stands on compute constructs only.
            let firsts: String = copied
                .iter()
                .filter(|c| c.first && split && !at_construct)
                .map(|c| format!(" firstprivate({})", c.clause))
                .collect();
            let data = format!(" copy({}) copy({})", a.section(), b.section());
            let one = self.chance(4);
            let sizes = self.sizes(one);
            self.launches += 1;
            if split {
                let (here, there) = if at_construct {
                    (all.as_str(), "")
                } else {
                    (firsts.as_str(), all.as_str())
                };
                // Copies at the construct are a gang's: worker and vector loops would share them.
                let levels = if at_construct || !firsts.is_empty() {
                    "gang"
                } else {
                    levels
                };
                let inner = if at_construct || !firsts.is_empty() {
                    "seq"
                } else {
                    inner
                };
                self.line(format!("#pragma acc parallel{data}{sizes}{here}"));
                self.open("");
                // The gang's own code may give them their values, for iterations that only read them.
                let set = (at_construct && self.chance(2)).then(|| self.set_by_gang(&copied));
                let shared = set.is_some() && !copied.iter().any(|c| c.variable);
                let (levels, inner) = match shared {
                    true => self.random.pick(&[
                        ("gang", "vector"),
                        ("gang vector", "seq"),
                        ("gang", "seq"),
                    ]),
                    false => (levels, inner),
                };
                self.line(format!("#pragma acc loop {levels}{there}"));
                self.private_loops(&copied, &a, &b, inner, set);
                self.close();
            } else {
                let levels = if copied.iter().any(|c| c.first) {
                    "gang"
                } else {
                    levels
                };
                let inner = if copied.iter().any(|c| c.first) {
                    "seq"
                } else {
                    inner
                };
                self.line(format!(
                    "#pragma acc parallel loop {levels}{data}{sizes}{all}"
                ));
                self.private_loops(&copied, &a, &b, inner, None);
            }
            for one in &copied {
                if one.fixed {
                    let shown = if one.length == 0 {
                        one.name.clone()
                    } else {
                        format!("{}[{}]", one.name, one.length - 1)
                    };
                    self.show(&shown);
                }
            }
        }
        for array in [&a, &b] {
            self.show_array(array);
        }
        for array in [&a, &b] {
            self.release(array);
        }
    }

    fn copied(&mut self) -> Copied {
        let ty = self.stored_type();
        let first = self.chance(3);
        let c = self.random.below(50);
        match self.random.below(7) {
            0 | 1 => {
                let name = self.name("t");
                self.line(format!("{} {name} = {c};", ty.name()));
                // Without a clause: each iteration sets it first.
                let clause = if !first && self.chance(2) {
                    String::new()
                } else {
                    name.clone()
                };
                if clause.is_empty() {
                    self.line(format!("(void){name};"));
                }
                Copied {
                    clause,
                    name,
                    ty,
                    length: 0,
                    first,
                    is_struct: false,
                    fixed: first && ty.signed(),
                    variable: false,
                }
            }
            2 => {
                let name = self.name("rec");
                self.line(format!(
                    "struct mix {name} = {{ .d = {c}, .c = {{ 1, 2, 3 }}, .u = 9 }};"
                ));
                self.line(format!("(void){name};"));
                Copied {
                    clause: name.clone(),
                    name,
                    ty: Type::Double,
                    length: 0,
                    first,
                    is_struct: true,
                    fixed: false,
                    variable: false,
                }
            }
            3 if !first => {
                // Of variable length.
                let length = self.random.within(2, 6);
                let (n, name) = (self.name("len"), self.name("t"));
                self.line(format!("int {n} = {length};"));
                self.line(format!("{} {name}[{n}];", ty.name()));
                self.line(format!("for (int p = 0; p < {n}; p++)"));
                self.line(format!("    {name}[p] = ({})(p + {c});", ty.name()));
                Copied {
                    clause: name.clone(),
                    name,
                    ty,
                    length,
                    first,
                    is_struct: false,
                    fixed: first && ty.signed(),
                    variable: true,
                }
            }
            4 => {
                let length = self.random.within(2, 6);
                let name = self.name("t");
                self.line(format!("{} {name}[{length}] = {{ {c}, 2 }};", ty.name()));
                Copied {
                    clause: format!("{name}[0:{length}]"),
                    name,
                    ty,
                    length,
                    first,
                    is_struct: false,
                    fixed: first && ty.signed(),
                    variable: false,
                }
            }
            _ => {
                let length = self.random.within(2, 6);
                let name = self.name("t");
                self.line(format!("{} {name}[{length}] = {{ {c}, 2 }};", ty.name()));
                Copied {
                    clause: name.clone(),
                    name,
                    ty,
                    length,
                    first,
                    is_struct: false,
                    fixed: first && ty.signed(),
                    variable: false,
                }
            }
        }
    }

    /// Values for the copies of a gang, outside of its loops.
    fn set_by_gang(&mut self, copied: &[Copied]) -> Scope {
        let mut scope = Scope::default();
        scope
            .values
            .push(Value::of("3".to_string(), Type::Int, 3, 3));
        for one in copied {
            self.first_values(one, &mut scope, !one.fixed);
        }
        scope
    }

    /// The loops: each iteration gives its copies values, uses them in an inner loop, and stores what comes of it. `set`:
    /// what the copies have values of already; they stay as they are.
    fn private_loops(
        &mut self,
        copied: &[Copied],
        a: &super::array::Array,
        b: &super::array::Array,
        inner: &str,
        set: Option<Scope>,
    ) {
        let outer = self.looping("i", &b.extents[0]);
        self.open(&outer.head);
        let is_set = set.is_some();
        let mut scope = set.unwrap_or_default();
        scope.values.push(Gen::atom(&outer.subscript));
        let mut locals = Locals::default();
        let row = outer.subscript.text.clone();
        for one in copied.iter().filter(|_| !is_set) {
            self.first_values(one, &mut scope, !one.fixed);
        }
        let count = self.random.below(2);
        self.statements(&mut scope, &mut locals, count, 1);
        let j_loop = self.looping("j", &a.extents[1]);
        if !(inner == "seq" && self.chance(2)) {
            self.line(format!("#pragma acc loop {inner}"));
        }
        self.open(&j_loop.head);
        let mut inside = scope.with([Gen::atom(&j_loop.subscript)]);
        let own = a.value(&[row.clone(), j_loop.subscript.text.clone()]);
        inside.values.push(own.clone());
        let mut inner_locals = Locals::default();
        let count = self.random.below(2);
        self.statements(&mut inside, &mut inner_locals, count, 1);
        self.assign(&inside, &own);
        self.close();
        // The first copies may change between the loops.
        for one in copied
            .iter()
            .filter(|c| c.length == 0 && !c.is_struct && !c.fixed && !is_set)
        {
            if self.chance(2) {
                self.assign(&scope, &Value::stored(one.name.clone(), one.ty));
            }
        }
        let mut seen = scope.clone();
        seen.views.push(View {
            array: a.clone(),
            prefix: vec![row.clone()],
        });
        let own = b.value(&[row]);
        seen.values.push(own.clone());
        self.assign(&seen, &own);
        self.close();
    }

    /// Sets a copy, as far as it has no value yet, and makes it readable.
    fn first_values(&mut self, one: &Copied, scope: &mut Scope, set: bool) {
        if one.is_struct {
            let value = self.expr(scope, 1).for_store(Type::Double).text;
            self.line(format!("{}.d = {value};", one.name));
            if self.chance(2) {
                self.line(format!(
                    "{0}.c[1] = (signed char)((int){0}.d + 1);",
                    one.name
                ));
            } else {
                self.line(format!("{}.c[1] = 7;", one.name));
            }
            let value = self.expr(scope, 1).for_store(Type::UnsignedLong).text;
            self.line(format!("{}.u = {value};", one.name));
            scope.mixes.push(one.name.clone());
            return;
        }
        if one.length == 0 {
            if set {
                let value = self.expr(scope, 1).for_store(one.ty).text;
                self.line(format!("{} = {value};", one.name));
            }
            let value = Value::stored(one.name.clone(), one.ty);
            scope.values.push(value);
            return;
        }
        if set {
            let p = self.name("p");
            let value = self
                .expr(&scope.with([Value::of(p.clone(), Type::Int, 0, 5)]), 1)
                .for_store(one.ty)
                .text;
            self.line(format!("for (int {p} = 0; {p} < {}; {p}++)", one.length));
            self.line(format!("    {}[{p}] = {value};", one.name));
        }
        let extent = super::array::Extent {
            value: one.length,
            constant: one.length.to_string(),
            variable: one.length.to_string(),
        };
        let array = super::array::Array {
            name: one.name.clone(),
            ty: one.ty,
            form: Form::Local,
            extents: vec![extent],
        };
        scope.views.push(View {
            array,
            prefix: vec![],
        });
    }
}
