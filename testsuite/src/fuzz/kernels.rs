//! `kernels` regions, `loop auto`, `serial` and plain loops: any C at all, since it is for the compiler to find out what
//! may run in parallel. Loops here carry dependences of every distance, or none; scalars are temporaries, sums, counters;
//! pointers overlap.

use super::array::{Array, Extent, Form, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::stmt::Locals;
use super::value::{self, Type, Value};

impl Gen {
    pub fn kernels_piece(&mut self) {
        let n = self.extent(3, 90);
        let m = self.extent(2, 25);
        let forms = [
            Form::Static,
            Form::Local,
            Form::Variable,
            Form::Linear,
            Form::Member,
        ];
        let rows = [
            Form::Static,
            Form::Local,
            Form::Variable,
            Form::Linear,
            Form::ToArray,
        ];
        let mut arrays = Vec::new();
        for _ in 0..3 {
            let ty = self.stored_type();
            arrays.push(self.array("a", ty, std::slice::from_ref(&n), &forms));
        }
        for _ in 0..2 {
            let ty = self.stored_type();
            arrays.push(self.array("b", ty, &[n.clone(), m.clone()], &rows));
        }
        let ints = self.array("c", Type::Int, std::slice::from_ref(&n), &forms);
        arrays.insert(0, ints);
        let order = self.array(
            "order",
            Type::Int,
            std::slice::from_ref(&n),
            &[Form::Static, Form::Local],
        );
        self.over(&order, &format!("{{}} = (p * 7 + 3) % {};", n.variable));
        let mut scalars = Vec::new();
        for _ in 0..3 {
            let ty = self.stored_type();
            let name = self.name("s");
            let from = self.random.below(90);
            self.line(format!("{} {name} = {from};", ty.name()));
            scalars.push(Value::stored(name, ty));
        }
        for _ in 0..self.random.within(1, 3) {
            self.kernels_construct(&arrays, &order, &scalars);
        }
        for scalar in &scalars {
            self.show(&scalar.text);
        }
        for index in std::mem::take(&mut self.indices) {
            self.show(&index);
        }
        for array in &arrays {
            self.show_array(array);
        }
        for array in &arrays {
            self.release(array);
        }
    }

    fn kernels_construct(&mut self, arrays: &[Array], order: &Array, scalars: &[Value]) {
        let mut clauses = String::new();
        for array in arrays {
            if !array.sized() || self.chance(4) {
                clauses += &format!(" copy({})", array.section());
            }
        }
        let word = self
            .random
            .pick(&["kernels", "kernels", "kernels", "serial"]);
        if word == "serial" {
            let named: Vec<&str> = scalars.iter().map(|s| s.text.as_str()).collect();
            clauses += &format!(" copy({})", named.join(", "));
        }
        self.launches += 1;
        let mut scope = Scope::default();
        scope.values.extend(scalars.iter().cloned());
        self.line(format!("#pragma acc {word}{clauses}"));
        self.open("");
        for _ in 0..self.random.within(1, 4) {
            match self.random.below(9) {
                0 | 1 => self.straight(&scope, arrays, scalars),
                2 => self.walk(arrays, &arrays[0]),
                _ => self.any_loop(&scope, arrays, order, scalars, word),
            }
        }
        self.close();
    }

    /// Code between the nests.
    fn straight(&mut self, scope: &Scope, arrays: &[Array], scalars: &[Value]) {
        let scope = readable(scope, arrays);
        if self.chance(3) {
            let test = self.condition(&scope, 1).text;
            self.line(format!("if {}", super::stmt::wrapped(&test)));
        }
        if self.chance(2) {
            let to = self.random.pick(scalars);
            self.assign(&scope, &to);
        } else {
            let array = self.random.pick(arrays);
            let subscripts: Vec<String> = array
                .extents
                .iter()
                .map(|e| self.random.below(e.value).to_string())
                .collect();
            self.assign(&scope, &array.value(&subscripts));
        }
    }

    /// A loop over one or two dimensions, with whatever dependences come out.
    fn any_loop(
        &mut self,
        scope: &Scope,
        arrays: &[Array],
        order: &Array,
        scalars: &[Value],
        word: &str,
    ) {
        let two = self.chance(2);
        let outer_extent = arrays[0].extents[0].clone();
        let around = i128::from(self.random.within(0, 1));
        // A loop with a directive may not be left.
        self.may_leave = true;
        // A directive makes the loop's variable each thread's own; in `serial` it is the construct's.
        let mut outside = word == "kernels";
        if word == "kernels" && self.chance(4) {
            self.may_leave = false;
            outside = false;
            let words = self.random.pick(&["auto", "auto gang", "", "seq"]);
            self.line(format!("#pragma acc loop {words}"));
        }
        let (head, i) = self.inner_head("i", &outer_extent, around, outside);
        self.open(head);
        let mut scope = scope.with([i.clone()]);
        if two {
            let columns = arrays[arrays.len() - 1].extents[1].clone();
            if self.chance(3) {
                self.any_statement(&scope, arrays, order, scalars, std::slice::from_ref(&i));
            }
            let (head, j) = self.inner_head("j", &columns, around, outside);
            self.open(head);
            let inside = scope.with([j.clone()]);
            for _ in 0..self.random.within(1, 2) {
                self.any_statement(&inside, arrays, order, scalars, &[i.clone(), j.clone()]);
            }
            self.close();
            if self.chance(3) {
                self.any_statement(&scope, arrays, order, scalars, std::slice::from_ref(&i));
            }
        } else {
            if self.chance(3) {
                let mut locals = Locals::default();
                self.local(&mut scope, &mut locals);
            }
            for _ in 0..self.random.within(1, 3) {
                self.any_statement(&scope, arrays, order, scalars, std::slice::from_ref(&i));
            }
        }
        self.close();
    }

    /// A loop whose variable keeps `margin` from both ends of the extent. `outside`: it may be declared before the construct.
    fn inner_head(
        &mut self,
        name: &str,
        extent: &Extent,
        margin: i128,
        outside: bool,
    ) -> (String, Value) {
        let var = self.name(name);
        let last = i128::from(extent.value) - 1 - margin;
        let bound = &extent.variable;
        let step = self.random.within(1, 3);
        let ty = self
            .random
            .pick(&[Type::Int, Type::Int, Type::Long, Type::UnsignedShort]);
        let mut ty_name = format!("{} ", ty.name());
        if outside && self.chance(4) {
            let start = self.random.below(50);
            self.declarations.push(format!("{ty_name}{var} = {start};"));
            self.indices.push(var.clone());
            ty_name.clear();
        }
        let head = match self.random.below(4) {
            0 if ty.signed() => format!(
                "for ({ty_name}{var} = {bound} - 1 - {margin}; {var} >= {margin}; {var} -= {step})"
            ),
            1 => format!(
                "for ({ty_name}{var} = {margin}; {var} < {bound} - {margin}; {var} += {step})"
            ),
            2 => {
                format!("for ({ty_name}{var} = {margin}; {var} <= {bound} - 1 - {margin}; {var}++)")
            }
            _ => format!("for ({ty_name}{var} = {margin}; {var} < {bound} - {margin}; {var}++)"),
        };
        (head, Value::of(var, ty, margin, last.max(margin)))
    }

    fn any_statement(
        &mut self,
        scope: &Scope,
        arrays: &[Array],
        order: &Array,
        scalars: &[Value],
        subs: &[Value],
    ) {
        let seen = readable(scope, arrays);
        let kind = self.random.below(12);
        if kind >= 10 {
            let test = self.condition(&seen, 1).text;
            self.line(format!("if {}", super::stmt::wrapped(&test)));
        }
        if self.chance(6) {
            let ints = arrays[0].clone();
            return self.walking_statement(&seen, &ints, &subs[0]);
        }
        match kind {
            // A temporary, a sum, a counter.
            0 | 1 => {
                let to = self.random.pick(scalars);
                self.assign(&seen, &to);
            }
            2 => {
                let to = self.random.pick(scalars);
                let amount = self.expr(&seen, 1).cut(-9, 9);
                let text = if to.ty.floating() {
                    // Sums of few stay exact; many would leave the interval, so they are cut.
                    format!(
                        "{0} = {1};",
                        to.text,
                        value::arithmetic(&to, "+", &amount).cut(-500, 500).text
                    )
                } else {
                    format!(
                        "{} += ({}){};",
                        to.text,
                        to.ty.unsigned().name(),
                        amount.text
                    )
                };
                self.line(text);
            }
            _ => {
                let array = self.random.pick(arrays);
                let subscripts: Vec<String> = array
                    .extents
                    .clone()
                    .iter()
                    .enumerate()
                    .map(|(k, e)| {
                        let own = if k < subs.len() {
                            subs[k].clone()
                        } else {
                            self.random.pick(subs)
                        };
                        self.affine(&own, e, order, scope)
                    })
                    .collect();
                let to = array.value(&subscripts);
                if self.chance(2) {
                    // Read near by: a[i] from a[i - 1].
                    let near: Vec<String> = array
                        .extents
                        .clone()
                        .iter()
                        .enumerate()
                        .map(|(k, e)| {
                            let own = if k < subs.len() {
                                subs[k].clone()
                            } else {
                                self.random.pick(subs)
                            };
                            self.affine(&own, e, order, scope)
                        })
                        .collect();
                    let near = scope.with([array.value(&near), array.value(&subscripts)]);
                    self.assign(&near, &to);
                } else {
                    self.assign(&seen, &to);
                }
            }
        }
    }

    /// A subscript near the loop's own: shifted, mirrored, halved, permuted, or fixed.
    fn affine(&mut self, own: &Value, extent: &Extent, order: &Array, scope: &Scope) -> String {
        let most = i128::from(extent.value) - 1;
        let bound = &extent.variable;
        let name = &own.text;
        let fits = own.high <= most;
        match self.random.below(12) {
            0..=4 if fits => name.clone(),
            5 if fits && own.low > 0 => format!("{name} - 1"),
            6 if own.high < most => format!("{name} + 1"),
            7 if fits => format!("{bound} - 1 - {name}"),
            8 => format!("({name} * 2) % {bound}"),
            9 if fits => format!("{name} / 2"),
            10 if extent.value == order.extents[0].value && fits => {
                order.element(std::slice::from_ref(name))
            }
            11 => self.random.below(extent.value).to_string(),
            _ => self.index(
                &Scope {
                    values: scope.values.clone(),
                    ..Scope::default()
                },
                extent.value,
            ),
        }
    }

    /// Pointers into one array that overlap, by every distance, in `kernels` and data regions.
    pub fn alias_piece(&mut self) {
        let n = self.extent(20, 90);
        let ty = self
            .random
            .pick(&[Type::Int, Type::Unsigned, Type::Double, Type::UnsignedLong]);
        let array = self.array(
            "a",
            ty,
            std::slice::from_ref(&n),
            &[Form::Static, Form::Local, Form::Linear],
        );
        let half = n.value / 2;
        let (x, y) = (self.name("x"), self.name("y"));
        let (from_x, from_y) = (self.random.below(half / 2), self.random.below(half));
        let name = ty.name();
        self.line(format!(
            "{name} *{x} = {} + {from_x}, *{y} = {} + {from_y};",
            array.name, array.name
        ));
        let length = half - half / 2;
        let form = self.random.below(3);
        if form != 0 {
            self.line(format!("#pragma acc data copy({})", array.section()));
            self.open("");
        }
        let clause = match form {
            0 => format!("copy({})", array.section()),
            1 => format!("present({x}[0:{length}], {y}[0:{length}])"),
            _ => String::new(),
        };
        self.launches += 1;
        self.line(format!("#pragma acc kernels {clause}"));
        self.open("");
        let i = self.name("i");
        let (write, read) = if form == 0 {
            // Through the array itself: subscripts tell the distance.
            (
                format!("{}[{i} + {from_x}]", array.name),
                format!("{}[{i} + {from_y}]", array.name),
            )
        } else {
            (format!("{x}[{i}]"), format!("{y}[{i}]"))
        };
        self.open(format!("for (int {i} = 0; {i} < {length}; {i}++)"));
        let scope = Scope {
            values: vec![
                Value::of(i, Type::Int, 0, i128::from(length) - 1),
                Value::stored(read, ty),
            ],
            ..Scope::default()
        };
        self.assign(&scope, &Value::stored(write, ty));
        self.close();
        self.close();
        if form != 0 {
            self.close();
        }
        self.show_array(&array);
        self.release(&array);
    }
}

fn readable(scope: &Scope, arrays: &[Array]) -> Scope {
    let mut scope = scope.clone();
    scope.views.extend(arrays.iter().map(|a| View {
        array: a.clone(),
        prefix: vec![],
    }));
    scope
}
