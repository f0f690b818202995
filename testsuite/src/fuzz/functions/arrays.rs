//! The arrays of a function: where they live, how their elements are spelled.

use super::super::r#gen::Gen;
use super::{Call, Function};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `a[i]`.
    Line,
    /// `a[i * m + j]`.
    Flat,
    /// `a[i][j]`.
    Rows,
}

#[derive(Clone)]
pub(super) struct Array {
    pub base: String,
    pub ty: &'static str,
    pub shape: Shape,
    /// Arrays of one group may share memory.
    pub group: usize,
    /// Where its first element is in the group's memory.
    pub shift: u64,
    pub constant: bool,
    /// Whether all of it has values.
    pub filled: bool,
    /// How many elements or rows the function has of it, and how long a row is.
    pub length: String,
    pub width: String,
    /// It is the function's own.
    pub own: bool,
    /// It was asked for.
    pub heap: bool,
    /// A variable that can be given another array's address.
    pub pointer: bool,
    /// What clauses call it. Members of structs behind pointers need one.
    pub section: String,
    pub must_name: bool,
    /// What of it is behind `n` for certain.
    spare: u64,
    columns: String,
}

impl Array {
    pub fn element(&self, i: &str, j: &str) -> String {
        let b = &self.base;
        match self.shape {
            Shape::Line => format!("{b}[{i}]"),
            Shape::Flat => format!("{b}[({i}) * {} + {j}]", self.columns),
            Shape::Rows => format!("{b}[{i}][{j}]"),
        }
    }

    /// All elements, by one subscript.
    fn cells(&self) -> (String, String) {
        match self.shape {
            Shape::Line => (format!("{}[p]", self.base), self.length.clone()),
            Shape::Flat => (
                format!("{}[p]", self.base),
                format!("({}) * {}", self.length, self.width),
            ),
            Shape::Rows => (
                format!("{}[p / {w}][p % {w}]", self.base, w = self.width),
                format!("({}) * {}", self.length, self.width),
            ),
        }
    }
}

const TYPES: [&str; 8] = [
    "int", "int", "long", "unsigned", "size_t", "float", "double", "double",
];

impl Gen {
    /// Makes the function's arrays for the largest `n` and `m` of its calls.
    pub(super) fn function_arrays(
        &mut self,
        f: &mut Function,
        call: &mut Call,
        (n, m): (u64, u64),
    ) {
        for _ in 0..self.random.within(3, 6) {
            let shape = self
                .random
                .pick(&[Shape::Line, Shape::Line, Shape::Flat, Shape::Rows]);
            let array = self.one_array(f, call, shape, (n, m));
            f.arrays.push(array);
        }
        // Members stand in one struct, behind a pointer.
        if self.chance(2) {
            self.members(f, call, n);
        }
        if self.chance(2) {
            self.other_name(f, call);
        }
        if f.arrays.iter().all(|a| a.constant) {
            let array = self.one_array(f, call, Shape::Line, (n, m));
            f.arrays.push(Array {
                constant: false,
                ..array
            });
        }
    }

    fn one_array(
        &mut self,
        f: &mut Function,
        call: &mut Call,
        shape: Shape,
        (n, m): (u64, u64),
    ) -> Array {
        let ty = self.random.pick(&TYPES);
        let spare = self.random.pick(&[0, 0, 1, 3]);
        let (rows, wide) = (n + spare, m + self.random.below(2));
        let (fn_n, fn_m) = (f.n.clone(), f.m.clone());
        let place = self.random.below(7);
        let name = if place == 0 {
            self.global("g")
        } else {
            self.name("a")
        };
        let mut a = Array {
            base: name.clone(),
            ty,
            shape,
            group: f.arrays.len(),
            shift: 0,
            constant: false,
            filled: true,
            length: rows.to_string(),
            width: wide.to_string(),
            own: false,
            heap: false,
            pointer: false,
            section: name.clone(),
            must_name: false,
            spare,
            columns: fn_m.clone(),
        };
        let fixed = match shape {
            Shape::Line => format!("{ty} {name}[{rows}];"),
            Shape::Flat => format!("{ty} {name}[{}];", rows * wide),
            Shape::Rows => format!("{ty} {name}[{rows}][{wide}];"),
        };
        match place {
            0 => {
                self.before += &format!("static {fixed}\n");
                self.caller_shows(&a, call, rows * if shape == Shape::Line { 1 } else { wide });
            }
            1 => {
                f.declarations.push(format!("static {fixed}"));
                a.own = true;
            }
            2 => {
                f.declarations.push(fixed);
                (a.own, a.filled) = (true, false);
            }
            3 | 4 => {
                a.length = if spare == 0 {
                    fn_n
                } else {
                    format!("{fn_n} + {spare}")
                };
                a.width = fn_m;
                (a.own, a.filled) = (true, false);
                self.own_memory(f, &mut a, place == 4);
            }
            _ => self.parameter(f, call, &mut a, (rows, wide)),
        }
        a
    }

    /// Of variable length, or heap memory.
    fn own_memory(&mut self, f: &mut Function, a: &mut Array, heap: bool) {
        let (ty, name, length, width) = (a.ty, &a.base, &a.length, &a.width);
        let count = match a.shape {
            Shape::Line => length.clone(),
            _ => format!("({length}) * {width}"),
        };
        if !heap {
            f.declarations.push(match a.shape {
                Shape::Rows => format!("{ty} {name}[{length}][{width}];"),
                _ => format!("{ty} {name}[{count}];"),
            });
            return;
        }
        (a.heap, a.pointer) = (true, true);
        let how = self.random.pick(&["malloc", "malloc", "calloc"]);
        let cast = self.random.pick(&["", "c"]);
        let to = match a.shape {
            Shape::Rows => format!("{ty} (*{name})[{width}]"),
            _ => format!("{ty} *{name}"),
        };
        let cast = match (cast, a.shape) {
            ("", _) | (_, Shape::Rows) => String::new(),
            _ => format!("({ty} *)"),
        };
        let amount = match how {
            "malloc" => format!("malloc(sizeof({ty}) * ({count}))"),
            _ => format!("calloc({count}, sizeof({ty}))"),
        };
        a.filled = how == "calloc";
        f.declarations.push(format!("{to} = {cast}{amount};"));
        a.section = format!(
            "{name}[0:{}]",
            if a.shape == Shape::Rows {
                length
            } else {
                &count
            }
        );
    }

    fn parameter(
        &mut self,
        f: &Function,
        call: &mut Call,
        a: &mut Array,
        (rows, wide): (u64, u64),
    ) {
        let (ty, name) = (a.ty, a.base.clone());
        a.constant = self.chance(4);
        let constant = if a.constant { "const " } else { "" };
        let given = self.name("c");
        let cells = if a.shape == Shape::Line {
            rows
        } else {
            rows * wide
        };
        let storage = self.random.pick(&["static ", "", ""]);
        self.line(format!("{storage}{ty} {given}[{cells}];"));
        self.line(format!(
            "for (int p = 0; p < {cells}; p++) {given}[p] = p * 7 % 97;"
        ));
        (a.length, a.width, a.pointer) = (f.n.clone(), f.m.clone(), true);
        let (n, m) = (f.n.clone(), f.m.clone());
        let (declared, section, argument) = match a.shape {
            Shape::Line => (
                self.random.pick(&[
                    format!("{constant}{ty} *{name}"),
                    format!("{constant}{ty} {name}[]"),
                ]),
                format!("{name}[0:{n}]"),
                given.clone(),
            ),
            Shape::Flat => (
                format!("{constant}{ty} *{name}"),
                format!("{name}[0:{n} * {m}]"),
                given.clone(),
            ),
            Shape::Rows => {
                // The rows of the caller's numbers are as long as the callee says.
                (
                    self.random.pick(&[
                        format!("{constant}{ty} (*{name})[{m}]"),
                        format!("{constant}{ty} {name}[{n}][{m}]"),
                    ]),
                    format!("{name}[0:{n}]"),
                    format!("(void *){given}"),
                )
            }
        };
        a.section = section;
        call.parameters.push(declared);
        call.arguments.push(argument);
        call.shown
            .push((format!("argument {name}"), format!("{given}[p]"), cells));
    }

    fn caller_shows(&mut self, a: &Array, call: &mut Call, cells: u64) {
        let element = match a.shape {
            Shape::Rows => format!("{}[p / {w}][p % {w}]", a.base, w = a.width),
            _ => format!("{}[p]", a.base),
        };
        self.line(format!(
            "for (int p = 0; p < {cells}; p++) {element} = p * 5 % 89;"
        ));
        call.shown.push((a.base.clone(), element, cells));
    }

    /// A struct with an array, and a pointer to one.
    fn members(&mut self, f: &mut Function, call: &mut Call, n: u64) {
        let (of, s, given) = (self.global("room"), self.name("r"), self.name("room"));
        let (ty, other) = (self.random.pick(&TYPES), self.random.pick(&TYPES));
        let memory = self.name("c");
        let length = n + self.random.below(3);
        self.before += &format!("struct {of} {{ int size; {ty} in[{length}]; {other} *to; }};\n");
        self.line(format!("{other} {memory}[{length}];"));
        self.line(format!(
            "struct {of} {given} = {{ .size = {length}, .to = {memory} }};"
        ));
        self.line(format!(
            "for (int p = 0; p < {length}; p++) {given}.in[p] = p * 3 % 71, {memory}[p] = p % 31;"
        ));
        call.parameters.push(format!("struct {of} *{s}"));
        call.arguments.push(format!("&{given}"));
        call.shown
            .push(("in".into(), format!("{given}.in[p]"), length));
        call.shown
            .push(("to".into(), format!("{memory}[p]"), length));
        let hoisted = self.chance(2);
        let to = match hoisted {
            true => self.name("t"),
            false => format!("{s}->to"),
        };
        if hoisted {
            f.declarations.push(format!("{other} *{to} = {s}->to;"));
        }
        let first = f.arrays.len();
        let member = Array {
            base: format!("{s}->in"),
            ty,
            shape: Shape::Line,
            group: first,
            shift: 0,
            constant: false,
            filled: true,
            length: length.to_string(),
            width: String::new(),
            own: false,
            heap: false,
            pointer: false,
            section: format!("{s}->in"),
            must_name: !hoisted,
            spare: length - n,
            columns: String::new(),
        };
        let behind = Array {
            base: to.clone(),
            ty: other,
            group: first + 1,
            length: f.n.clone(),
            section: format!("{to}[0:{}]", f.n),
            must_name: !hoisted,
            ..member.clone()
        };
        f.arrays.extend([member, behind]);
    }

    /// Another name for one of the arrays.
    fn other_name(&mut self, f: &mut Function, call: &mut Call) {
        let at = self.random.below(f.arrays.len() as u64) as usize;
        let of = f.arrays[at].clone();
        if of.shape == Shape::Rows || of.must_name {
            return;
        }
        let q = self.name("q");
        let constant = if of.constant { "const " } else { "" };
        let argument = call
            .parameters
            .iter()
            .position(|p| p.ends_with(&format!("*{}", of.base)));
        let mut a = of.clone();
        a.base.clone_from(&q);
        (a.own, a.heap, a.pointer) = (false, false, false);
        match argument {
            // The caller hands the same array over twice.
            Some(k) if self.chance(2) => {
                call.parameters.push(format!("{constant}{} *{q}", of.ty));
                call.arguments.push(call.arguments[k].clone());
            }
            _ => {
                if of.shape == Shape::Line {
                    a.shift = self.random.below(of.spare + 1);
                    if of.length == f.n {
                        a.shift = 0;
                    }
                }
                f.declarations.push(format!(
                    "{constant}{} *{q} = {} + {};",
                    of.ty, of.base, a.shift
                ));
            }
        }
        a.length.clone_from(&f.n);
        a.width.clone_from(&f.m);
        a.section = match a.shape {
            Shape::Line => format!("{q}[0:{}]", f.n),
            _ => format!("{q}[0:{} * {}]", f.n, f.m),
        };
        // Neither can become another one.
        f.arrays[at].pointer = false;
        f.arrays.push(a);
    }

    /// Gives some of the function's own arrays values; the others wait for a construct that does.
    pub(super) fn give_values(&mut self, f: &mut Function) {
        for k in 0..f.arrays.len() {
            let a = f.arrays[k].clone();
            let later = self.chance(2);
            if !a.own
                || (later
                    && !f
                        .arrays
                        .iter()
                        .any(|b| b.group == a.group && b.base != a.base))
            {
                continue;
            }
            let (cell, count) = a.cells();
            let p = self.name("p");
            self.line(format!(
                "for (long {p} = 0; {p} < (long)({count}); {p}++) {} = {p} % 61;",
                cell.replace("[p", &format!("[{p}"))
            ));
            for b in f.arrays.iter_mut().filter(|b| b.group == a.group) {
                b.filled = true;
            }
        }
    }

    /// Adds what some of the function's own arrays hold to the result, and lets memory go.
    pub(super) fn show_values(&mut self, f: &mut Function) {
        for a in f.arrays.clone() {
            let shown = a.own && a.filled && self.chance(2);
            let other = !a.own && self.chance(3) && a.filled;
            if shown || other {
                let (cell, count) = a.cells();
                let p = self.name("p");
                self.line(format!(
                    "for (long {p} = 0; {p} < (long)({count}); {p}++) {h} = {h} * 31 + (unsigned long){};",
                    cell.replace("[p", &format!("[{p}")),
                    h = f.hash
                ));
            }
        }
        for a in f.arrays.clone() {
            if a.heap {
                self.line(format!("free({});", a.base));
            }
        }
    }
}
