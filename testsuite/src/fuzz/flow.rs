//! `kernels` and `region` with what hides dependences: scalars set under a condition, in inner loops, by one iteration for the
//! next, and read behind the region; counters that subscript; guards; triangles; pointers into one array.

use super::array::{Array, Extent, Form, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::stmt::{Locals, wrapped};
use super::value::{Type, Value};

/// What the loops of a region work on.
struct Flow {
    rows: Extent,
    columns: Extent,
    /// Of one dimension, `rows` long.
    lines: Vec<Array>,
    /// `rows` times `columns`.
    table: Array,
    scalars: Vec<Value>,
    /// Pointers into one array at distances that only the run tells, with how far both reach.
    pointers: Option<(Value, Value, u64)>,
}

impl Gen {
    pub fn flow_piece(&mut self) {
        let flow = self.flow_data();
        let mut data: Vec<String> = flow.lines.iter().map(Array::section).collect();
        data.push(flow.table.section());
        let region = flow.pointers.is_some() || self.chance(3);
        let clauses: String = data.iter().map(|s| format!(" copy({s})")).collect();
        if region {
            self.line(format!("#pragma acc data{clauses}"));
            self.open("");
        }
        for _ in 0..self.random.within(1, 2) {
            let word = self
                .random
                .pick(&["kernels", "kernels", "kernels", "region", "serial"]);
            let mut here = if region {
                String::new()
            } else {
                clauses.clone()
            };
            if word == "serial" {
                let named: Vec<&str> = flow.scalars.iter().map(|s| s.text.as_str()).collect();
                here += &format!(" copy({})", named.join(", "));
            }
            if let Some((x, y, length)) = &flow.pointers {
                here += &format!(" present({}[0:{length}], {}[0:{length}])", x.text, y.text);
            }
            self.launches += 1;
            self.line(format!("#pragma acc {word}{here}"));
            self.open("");
            for _ in 0..self.random.within(1, 3) {
                self.flow_loop(&flow);
                if self.chance(3) {
                    let to = self.random.pick(&flow.scalars);
                    let scope = flow.scope(&[]);
                    self.assign(&scope, &to);
                }
            }
            self.close();
            // What the region left is used by the host before the next.
            if self.chance(2) {
                let to = self.random.pick(&flow.scalars);
                let scope = Scope {
                    values: flow.scalars.clone(),
                    ..Scope::default()
                };
                self.assign(&scope, &to);
            }
        }
        if region {
            self.close();
        }
        for scalar in &flow.scalars {
            self.show(&scalar.text);
        }
        for array in flow.lines.iter().chain([&flow.table]) {
            self.show_array(array);
        }
        for array in flow.lines.iter().chain([&flow.table]) {
            self.release(array);
        }
    }

    fn flow_data(&mut self) -> Flow {
        let rows = self.extent(8, 70);
        let columns = self.extent(3, 30);
        let forms = [Form::Static, Form::Local, Form::Variable, Form::Linear];
        let first = self
            .random
            .pick(&[Type::Int, Type::Double, Type::Unsigned, Type::Float]);
        let mut lines = vec![self.array("a", first, std::slice::from_ref(&rows), &forms)];
        for _ in 0..2 {
            let ty = self.stored_type();
            lines.push(self.array("b", ty, std::slice::from_ref(&rows), &forms));
        }
        let ty = self.stored_type();
        let table = self.array("c", ty, &[rows.clone(), columns.clone()], &forms);
        let mut scalars = Vec::new();
        for _ in 0..self.random.within(2, 4) {
            let ty = self.stored_type();
            let name = self.name("s");
            let from = self.random.below(40);
            self.line(format!("{} {name} = {from};", ty.name()));
            scalars.push(Value::stored(name, ty));
        }
        let pointers = self.chance(3).then(|| {
            let length = rows.value / 2;
            let mut one = |name: &str| {
                let p = self.name(name);
                let from = self.random.below(rows.value - length + 1);
                let at = if self.chance(2) {
                    format!("twice({from}) - {from}")
                } else {
                    from.to_string()
                };
                self.line(format!(
                    "{} *{p} = {} + ({at});",
                    first.name(),
                    lines[0].name
                ));
                Value::stored(p, first)
            };
            let (x, y) = (one("x"), one("y"));
            (x, y, length)
        });
        Flow {
            rows,
            columns,
            lines,
            table,
            scalars,
            pointers,
        }
    }

    /// A loop, perhaps with one inside, of statements that may do anything that C allows.
    fn flow_loop(&mut self, flow: &Flow) {
        let extent = match &flow.pointers {
            Some((.., length)) if self.chance(2) => Extent {
                value: *length,
                constant: length.to_string(),
                variable: length.to_string(),
            },
            _ => flow.rows.clone(),
        };
        let i = self.name("i");
        let bound = &extent.variable;
        let head = match self.random.below(5) {
            0 => format!("for (int {i} = {bound} - 1; {i} >= 0; {i}--)"),
            1 => format!("for (int {i} = 1; {i} < {bound}; {i}++)"),
            2 => format!("for (int {i} = 0; {i} < {bound}; {i} += 2)"),
            _ => format!("for (int {i} = 0; {i} < {bound}; {i}++)"),
        };
        let own = Value::of(i, Type::Int, 0, i128::from(extent.value) - 1);
        self.open(head);
        let mut locals = Locals::default();
        let mut scope = flow.scope(std::slice::from_ref(&own));
        if self.chance(3) {
            self.local(&mut scope, &mut locals);
        }
        for _ in 0..self.random.within(1, 4) {
            self.flow_statement(flow, &scope, &own, 2);
        }
        self.close();
    }

    fn flow_statement(&mut self, flow: &Flow, scope: &Scope, own: &Value, depth: u64) {
        let to = self.random.pick(&flow.scalars);
        match self.random.below(14) {
            0 | 1 => {
                let test = self.condition(scope, 1).text;
                self.open(format!("if {}", wrapped(&test)));
                self.flow_statement(flow, scope, own, depth.saturating_sub(1));
                if self.chance(3) {
                    self.close_with("} else {");
                    self.reopen();
                    self.flow_statement(flow, scope, own, depth.saturating_sub(1));
                }
                self.close();
            }
            2 => self.assign(scope, &to),
            3 => {
                // The largest, and where it stands.
                let at = self.random.pick(&flow.scalars);
                let value = self.expr(scope, 1).for_store(to.ty).cast(to.ty);
                self.open(format!("if ({} > {})", value.text, to.text));
                self.line(format!("{} = {};", to.text, value.text));
                if at.text != to.text {
                    self.line(format!("{} = {};", at.text, own.for_store(at.ty).text));
                }
                self.close();
            }
            4 => {
                let test = self.condition(scope, 1).text;
                self.line(format!("if {}", wrapped(&test)));
                self.line("    continue;");
            }
            5 => self.guarded(flow, scope, own),
            6 | 7 if depth > 0 => self.flow_inner(flow, scope, own),
            8 => {
                // A counter that subscripts.
                let counters: Vec<Value> = flow
                    .scalars
                    .iter()
                    .filter(|s| !s.ty.floating())
                    .cloned()
                    .collect();
                if let Some(count) = counters.first() {
                    let array = self.random.pick(&flow.lines);
                    let index = count.cut(0, i128::from(flow.rows.value) - 1);
                    let value = self.expr(scope, 1).for_store(array.ty).text;
                    self.line(format!("{}[{}] = {value};", array.name, index.text));
                    let wide = count.ty.unsigned().name();
                    self.line(format!(
                        "{0} = ({1})(({wide}){0} + 1u);",
                        count.text,
                        count.ty.name()
                    ));
                }
            }
            9 | 10 => self.pointed_store(flow, scope, own),
            _ => self.flow_store(flow, scope, own),
        }
    }

    /// A store near the iteration's own element, from near it.
    fn flow_store(&mut self, flow: &Flow, scope: &Scope, own: &Value) {
        let array = self.random.pick(&flow.lines);
        let most = i128::from(flow.rows.value) - 1;
        let place = |g: &mut Gen| {
            let i = &own.text;
            match g.random.below(8) {
                0 => format!("({i} > 0 ? {i} - 1 : 0)"),
                1 => format!("({i} < {most} ? {i} + 1 : {i})"),
                2 => format!("{} - 1 - {i}", flow.rows.variable),
                3 => format!("{i} / 2"),
                4 => format!("({i} * 3 + 1) % {}", flow.rows.variable),
                _ => i.clone(),
            }
        };
        let (to, from) = (place(self), place(self));
        let near = scope.with([array.value(&[from])]);
        let target = array.value(&[to]);
        self.assign(&near, &target);
    }

    /// Through one pointer, from the other.
    fn pointed_store(&mut self, flow: &Flow, scope: &Scope, own: &Value) {
        let Some((x, y, length)) = &flow.pointers else {
            return self.flow_store(flow, scope, own);
        };
        let index = if own.high < i128::from(*length) {
            own.text.clone()
        } else {
            format!("{} % {length}", own.text)
        };
        let (to, from) = if self.chance(2) { (x, y) } else { (y, x) };
        let read = Value::stored(format!("{}[{index}]", from.text), from.ty);
        let target = Value::stored(format!("{}[{index}]", to.text), to.ty);
        let near = scope.with([read.clone(), read]);
        self.assign(&near, &target);
    }

    /// What a guard lets through may subscript.
    fn guarded(&mut self, flow: &Flow, scope: &Scope, own: &Value) {
        let (i, n) = (&own.text, &flow.rows.variable);
        let k = self.random.within(1, 3);
        let array = self.random.pick(&flow.lines);
        self.open(format!("if ({i} >= {k} && {i} < {n} - {k})"));
        let sign = self.random.pick(&["-", "+"]);
        let near = scope.with([array.value(&[format!("{i} {sign} {k}")])]);
        let target = array.value(std::slice::from_ref(i));
        self.assign(&near, &target);
        self.close();
    }

    /// An inner loop: triangular, bounded by a scalar, or over a row.
    fn flow_inner(&mut self, flow: &Flow, scope: &Scope, own: &Value) {
        let j = self.name("j");
        let m = &flow.columns.variable;
        let i = &own.text;
        let head = match self.random.below(5) {
            0 => format!("for (int {j} = {i} % {m}; {j} < {m}; {j}++)"),
            1 => format!("for (int {j} = 0; {j} <= {i} && {j} < {m}; {j}++)"),
            2 => format!("for (int {j} = {m} - 1; {j} > 0; {j}--)"),
            _ => format!("for (int {j} = 0; {j} < {m}; {j}++)"),
        };
        self.open(head);
        let column = Value::of(j.clone(), Type::Int, 0, i128::from(flow.columns.value) - 1);
        let mut inside = scope.with([column.clone()]);
        let across = match self.random.below(3) {
            0 => vec![format!("({i} + 1) % {}", flow.rows.variable), j.clone()],
            1 => vec![i.clone(), format!("({j} > 0 ? {j} - 1 : 0)")],
            _ => vec![i.clone(), j.clone()],
        };
        inside.values.push(flow.table.value(&across));
        for _ in 0..self.random.within(1, 2) {
            if self.chance(2) {
                let target = flow.table.value(&[i.clone(), j.clone()]);
                self.assign(&inside, &target);
            } else {
                self.flow_statement(flow, &inside, own, 0);
            }
        }
        self.close();
    }
}

impl Flow {
    fn scope(&self, values: &[Value]) -> Scope {
        let mut scope = Scope::default();
        scope.values.extend(self.scalars.iter().cloned());
        scope.values.extend(values.iter().cloned());
        scope
            .views
            .extend(self.lines.iter().chain([&self.table]).map(|a| View {
                array: a.clone(),
                prefix: vec![],
            }));
        scope
    }
}
