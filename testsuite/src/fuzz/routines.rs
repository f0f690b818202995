//! Routines of every level, with loops and reductions of their own, called where their level may be.

use super::array::{Array, Extent, Form, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::reduction::Reduction;
use super::stmt::Locals;
use super::value::{Type, Value};

impl Gen {
    /// A routine of `level` that works on a row of `length` elements at `row`, and perhaps reduces it.
    fn routine(&mut self, level: &str, ty: Type) -> (String, Option<Type>) {
        let name = self.global("row");
        let returns = if self.chance(3) {
            None
        } else {
            Some(self.stored_type())
        };
        let element = ty.name();
        let result = returns.map_or("void", Type::name);
        let body = self.aside(|g| g.routine_body(level, ty, returns));
        let head = if level == "implicit" {
            String::new()
        } else {
            format!("#pragma acc routine {level}\n")
        };
        self.before += &format!(
            "{head}static {result} {name}({element} *row, int m, unsigned k)\n{{\n{body}}}\n\n"
        );
        (name, returns)
    }

    fn routine_body(&mut self, level: &str, ty: Type, returns: Option<Type>) {
        self.indent();
        let mut scope = Scope::default();
        scope.values.push(Value::stored("k", Type::Unsigned));
        scope.values.push(Value::of("m", Type::Int, 1, 200));
        let kept = std::mem::take(&mut self.declarations);
        let mut reduction = None;
        if let Some(result) = returns {
            self.line(format!(
                "{} sum = {};",
                result.name(),
                if result.floating() { 0 } else { 3 }
            ));
            let op = match result {
                t if t.floating() => "+",
                _ => self.random.pick(&["+", "^", "max", "min"]),
            };
            reduction = Some(Reduction {
                op,
                ty: result,
                clause: "sum".into(),
                target: "sum".into(),
                elements: 1,
            });
        }
        if self.chance(4) {
            let early = if returns.is_some() { " sum" } else { "" };
            self.line("if (m % 5 == 2)");
            self.line(format!("    return{early};"));
        }
        let loops = self.random.within(1, 2);
        let mut lines = Vec::new();
        for at in 0..loops {
            let extent = Extent {
                value: 1,
                constant: "m".into(),
                variable: "m".into(),
            };
            let var = self.name("j");
            let words = match level {
                "vector" => "vector",
                "worker" => self
                    .random
                    .pick(&["worker", "worker vector", "worker", "vector"]),
                "gang" => "gang",
                _ => "seq",
            };
            let reduced = reduction.clone().filter(|_| at == 0);
            let clause = reduced.as_ref().map_or(String::new(), |r| {
                format!(" reduction({}:{})", r.op, r.clause)
            });
            let clause = if words == "seq" {
                String::new()
            } else {
                clause
            };
            if !(words == "seq" && self.chance(2)) {
                self.line(format!("#pragma acc loop {words}{clause}"));
            }
            self.open(format!(
                "for (int {var} = 0; {var} < {}; {var}++)",
                extent.variable
            ));
            let mut inside = scope.with([Value::of(var.clone(), Type::Int, 0, 199)]);
            let own = Value::stored(format!("row[{var}]"), ty);
            inside.values.push(own.clone());
            let mut locals = Locals {
                skip: true,
                ..Locals::default()
            };
            let count = self.random.below(2);
            self.statements(&mut inside, &mut locals, count, 1);
            if reduced.is_none() || self.chance(2) {
                self.assign(&inside, &own);
            }
            if let Some(reduction) = &reduced {
                self.update(&inside, reduction);
            }
            self.close();
            lines.push(var);
        }
        if returns.is_some() {
            self.line("return sum;");
        }
        let declared: Vec<String> = std::mem::replace(&mut self.declarations, kept);
        debug_assert!(declared.is_empty());
    }

    /// A routine of workers whose iterations call one of vectors, each for eight elements.
    fn blocked_routine(&mut self, ty: Type) -> (String, Option<Type>) {
        let (inner, returns) = self.routine("vector", ty);
        let name = self.global("blocks");
        let element = ty.name();
        let whole = returns.filter(|t| !t.floating()).unwrap_or(Type::Unsigned);
        let result = whole.name();
        let op = self.random.pick(&["+", "^", "max"]);
        let call = format!("{inner}(row + b * 8, m - b * 8 < 8 ? m - b * 8 : 8, k + (unsigned)b)");
        let update = match (returns, op) {
            (Some(t), "max") if !t.floating() => {
                format!("        {result} got = {call};\n        if (got > all) all = got;")
            }
            (Some(t), _) if !t.floating() => {
                let op = if op == "max" { "+" } else { op };
                format!(
                    "        {result} got = {call};\n        all {op}= ({})got;",
                    whole.unsigned().name()
                )
            }
            (Some(_), _) => format!("        all += (unsigned)(int)({call} / 64);"),
            (None, _) => format!("        {call};\n        all += 3;"),
        };
        let op = match (returns, op) {
            (Some(t), op) if !t.floating() => op,
            _ => "+",
        };
        // A sum that may overflow is one of unsigned numbers.
        let (result, update, whole) = if op == "+" && whole.signed() {
            (
                "unsigned",
                update.replace("all +=", "all += (unsigned)"),
                Type::Unsigned,
            )
        } else {
            (result, update, whole)
        };
        self.before += &format!(
            "#pragma acc routine worker\nstatic {result} {name}({element} *row, int m, unsigned k)\n{{\n    {result} all = 1;\n    \
             #pragma acc loop worker reduction({op}:all)\n    for (int b = 0; b < (m + 7) / 8; b++) {{\n{update}\n    }}\n    \
             return all;\n}}\n\n"
        );
        (name, Some(whole))
    }

    /// A routine of gangs, called where all gangs come along, on all of the array.
    fn gang_call(&mut self, a: &Array) {
        if !matches!(a.form, Form::Static | Form::Local | Form::Linear) {
            return;
        }
        let name = self.global("all");
        let element = a.ty.name();
        let levels = self
            .random
            .pick(&["gang vector", "gang", "gang worker vector"]);
        let body = self.aside(|g| {
            g.indent();
            let own = Value::stored("all[i]", a.ty);
            let values = vec![
                Value::of("i", Type::Int, 0, 5000),
                Value::stored("k", Type::Unsigned),
                own.clone(),
            ];
            let mut scope = Scope {
                values,
                ..Scope::default()
            };
            g.line(format!("#pragma acc loop {levels}"));
            g.open("for (int i = 0; i < n; i++)");
            let mut locals = Locals {
                skip: true,
                ..Locals::default()
            };
            let count = g.random.below(3);
            g.statements(&mut scope, &mut locals, count, 1);
            g.assign(&scope, &own);
            g.close();
        });
        self.before += &format!(
            "#pragma acc routine gang\nstatic void {name}({element} *all, int n, unsigned k)\n{{\n{body}}}\n\n"
        );
        let zeros = vec!["0".to_string(); a.extents.len()];
        let first = a.element(&zeros);
        let count: Vec<&str> = a.extents.iter().map(|e| e.variable.as_str()).collect();
        let k = self.random.below(90);
        let sizes = self.sizes(false);
        self.launches += 1;
        self.line(format!("#pragma acc parallel copy({}){sizes}", a.section()));
        self.open("");
        self.line(format!("{name}(&{first}, {}, {k}u);", count.join(" * ")));
        self.close();
    }

    pub fn routine_piece(&mut self) {
        let n = self.extent(1, 30);
        let m = self.extent(1, 120);
        let ty = self.stored_type();
        let a = self.array(
            "a",
            ty,
            &[n.clone(), m.clone()],
            &[
                Form::Static,
                Form::Local,
                Form::Variable,
                Form::Linear,
                Form::ToArray,
            ],
        );
        let result_ty = self.stored_type();
        let b = self.array(
            "b",
            result_ty,
            std::slice::from_ref(&n),
            &[Form::Static, Form::Local, Form::Linear],
        );
        for _ in 0..self.random.within(1, 2) {
            // The levels of the loop around, and of what it may call.
            let (around, level) = self.random.pick(&[
                ("gang", "vector"),
                ("gang", "worker"),
                ("gang worker", "vector"),
                ("gang vector", "seq"),
                ("gang worker vector", "seq"),
                ("gang", "seq"),
                ("gang vector", "implicit"),
                ("gang", "vector"),
            ]);
            let (name, returns) = if level == "worker" && self.chance(2) {
                self.blocked_routine(ty)
            } else {
                self.routine(level, ty)
            };
            let sizes = self.sizes(false);
            self.launches += 1;
            self.line(format!(
                "#pragma acc parallel loop {around} copy({}) copy({}){sizes}",
                a.section(),
                b.section()
            ));
            self.routine_loop(&n, &a, &b, &name, returns);
        }
        if self.chance(3) {
            self.gang_call(&a);
        }
        for array in [&a, &b] {
            self.show_array(array);
        }
        for array in [&a, &b] {
            self.release(array);
        }
    }

    fn routine_loop(
        &mut self,
        n: &Extent,
        a: &Array,
        b: &Array,
        name: &str,
        returns: Option<Type>,
    ) {
        let m = &a.extents[1];
        let one = self.looping("i", n);
        self.open(&one.head);
        let row = one.subscript.text.clone();
        let mut scope = Scope {
            values: vec![Gen::atom(&one.subscript)],
            ..Scope::default()
        };
        let mut locals = Locals::default();
        let count = self.random.below(2);
        self.statements(&mut scope, &mut locals, count, 1);
        let address = if a.form == Form::Linear {
            format!("&{}", a.element(&[row.clone(), "0".into()]))
        } else {
            self.random.pick(&[
                format!("{}[{row}]", a.name),
                format!("&{}[{row}][0]", a.name),
            ])
        };
        let k = self.expr(&scope, 1).for_store(Type::Unsigned).text;
        let call = format!("{name}({address}, {}, {k})", m.variable);
        let under = self.chance(4);
        if under {
            let test = self.condition(&scope, 1).text;
            self.open(format!("if {}", super::stmt::wrapped(&test)));
        }
        let own = b.value(std::slice::from_ref(&row));
        match returns {
            None => self.line(format!("{call};")),
            Some(ty) => {
                let got = self.name("got");
                self.line(format!("{} {got} = {call};", ty.name()));
                let (low, high) = if ty.floating() {
                    (-(1 << 22), 1 << 22)
                } else {
                    ty.range()
                };
                let mut seen = scope.with([Value::of(got, ty, low, high), own.clone()]);
                seen.views.push(View {
                    array: a.clone(),
                    prefix: vec![row],
                });
                self.assign(&seen, &own);
            }
        }
        if under {
            self.close();
        }
        self.close();
    }
}
