//! Rows of two, four or eight numbers that iterations read element by element: with stores between, under conditions, behind pointers and
//! members of structs, by subscripts that change, and from addresses that aren't aligned.

use super::r#gen::Gen;

/// Floating-point numbers stay small integers, which are exact.
const TYPES: [&str; 6] = [
    "unsigned",
    "unsigned char",
    "unsigned short",
    "unsigned long",
    "float",
    "double",
];

/// Rows that anything may read.
const ROWS: [&str; 5] = ["i", "k", "list[i]", "(n - 1 - i)", "list[k]"];

/// A row and an element, as a subscript; `W` is the row's length.
const SUBSCRIPTS: [&str; 7] = [
    "W * R + C",
    "C + R * W",
    "W * (R + 1) - W + C",
    "Wu * R + C",
    "W * R + (C)",
    "(W * R + C + 1) - 1",
    "(long)R * W + C",
];

/// What one function is made of.
struct Shape {
    ty: &'static str,
    width: u64,
    /// A pointer to the iteration's own row.
    own: bool,
    /// What is written is one array by two names.
    same: bool,
}

impl Gen {
    pub fn words_piece(&mut self) {
        let f = self.global("words");
        let (own, other, read) = (self.name("own"), self.name("other"), self.name("read"));
        let (list, members) = (self.name("list"), self.name("members"));
        let shape = Shape {
            ty: self.random.pick(&TYPES),
            width: self.random.pick(&[2, 4, 4, 8]),
            own: self.chance(2),
            same: self.chance(3),
        };
        let ty = shape.ty;
        let text = self.aside(|g| g.words(&f, &shape));
        self.before += &text;
        self.line(format!(
            "static {ty} {own}[120], {other}[120], {read}[120]; static struct {f}_row {members}[12]; static int {list}[12];"
        ));
        self.line(format!(
            "for (int p = 0; p < 12; p++) {list}[p] = p * 5 % 12, {members}[p].x = p, {members}[p].y = p * 3 % 7, {members}[p].z = 2, {members}[p].w = p % 5;"
        ));
        for _ in 0..self.random.within(3, 5) {
            self.line(format!(
                "for (int p = 0; p < 120; p++) {own}[p] = p % 11, {other}[p] = p % 7, {read}[p] = p * 3 % 13;"
            ));
            let mut start =
                |array: &str| format!("{array} + {}", self.random.pick(&[0, 0, 0, 1, 2, 3]));
            let (a, r) = (start(&own), start(&read));
            if shape.same {
                // Parts of it would otherwise come to several devices by two names.
                self.line(format!("#pragma acc data copy({own}[0:120])"));
            }
            let b = if shape.same { &a } else { &other };
            let n = self.random.below(13);
            self.line(format!("{f}({n}, {a}, {b}, {r}, {members}, {list});"));
            let sum = self.name("sum");
            self.line(format!("unsigned {sum} = 7;"));
            self.line(format!(
                "for (int p = 0; p < 120; p++) {sum} = ({sum} * 31 + (unsigned)(long){own}[p]) * 31 + (unsigned)(long){other}[p];"
            ));
            self.tell("words", &sum);
        }
    }

    fn words(&mut self, f: &str, shape: &Shape) {
        let (ty, width) = (shape.ty, shape.width);
        let restrict = self.random.pick(&["", "restrict "]);
        self.line(format!("struct {f}_row {{ {ty} x, y, z, w; }};"));
        self.line(format!(
            "static void {f}(int n, {ty} *a, {ty} *b, const {ty} *{restrict}r, const struct {f}_row *{restrict}s, const int *{restrict}list)"
        ));
        self.open("");
        let all = 12 * width;
        let construct = match shape.same || self.chance(2) {
            true => "parallel loop",
            false => "kernels loop independent",
        };
        self.line(format!(
            "#pragma acc {construct} copy(a[0:{all}], b[0:{all}]) copyin(r[0:{all}], s[0:12], list[0:12])"
        ));
        self.open("for (int i = 0; i < n; i++)");
        self.line("int k = n - 1 - i;");
        self.line(format!("{ty} t = 1, u = 2;"));
        if shape.own {
            self.line(format!("{ty} *p = a + {width} * i;"));
        }
        for _ in 0..self.random.within(4, 9) {
            self.words_statement(shape);
        }
        self.line(format!("b[{width} * i + 1] = t - u;"));
        self.close();
        self.close();
    }

    fn words_statement(&mut self, shape: &Shape) {
        let (ty, width) = (shape.ty, shape.width);
        match self.random.below(12) {
            0 => {
                let (to, value) = (self.own_element(shape), self.load(shape));
                self.line(format!("{to} = t + {value};"));
            }
            1 => {
                let row = self.random.pick(&["i / 2", "list[i]", "11 - k"]);
                self.line(format!("k = {row};"));
            }
            2 => {
                let value = self.load(shape);
                self.line(format!("if (t > u) u = {value};"));
            }
            3 => {
                let value = self.load(shape);
                self.line(format!("t = i % 3 ? t + {value} : u;"));
            }
            4 => self.line("if (t > 40 && i % 2) continue;"),
            5 => {
                let sum = self.loads(shape, "q % n");
                self.open("for (int q = i; q < i + 3; q++)");
                self.line(format!("t += {sum};"));
                self.close();
            }
            6 => {
                self.open(format!("for (int q = 0; q < {width} * n; q += {width})"));
                let each: Vec<String> = (0..width).map(|c| format!("r[q + {c}]")).collect();
                self.line(format!("u += {};", each.join(" + ")));
                self.close();
            }
            7 => {
                let v = self.name("v");
                self.line(format!("{ty} {v} = t; t = u; u = {v};"));
            }
            _ => {
                let row = self.random.pick(&ROWS);
                let sum = self.loads(shape, row);
                let to = self.random.pick(&["t", "u"]);
                self.line(format!("{to} = t + {sum};"));
            }
        }
    }

    /// Neighbouring elements of one row, most of the time all.
    fn loads(&mut self, shape: &Shape, row: &str) -> String {
        if self.chance(4) {
            let row = row.replace("q % n", "k");
            let members = ["x", "y", "z", "w"]
                .iter()
                .take(self.random.within(2, 4) as usize);
            let all: Vec<String> = members.map(|m| format!("s[{row}].{m}")).collect();
            return all.join(" + ");
        }
        let array = match self.chance(3) {
            true => "a",
            false => "r",
        };
        // What other iterations write is only their own.
        let row = if array == "a" { "i" } else { row };
        let row = match row.contains(' ') {
            true => format!("({row})"),
            false => row.to_string(),
        };
        let form = self.random.pick(&SUBSCRIPTS);
        let mut all = Vec::new();
        for c in 0..shape.width {
            if !self.chance(9) {
                all.push(format!("{array}[{}]", subscript(form, shape, &row, c)));
            }
        }
        match all.is_empty() {
            true => "1".into(),
            false => all.join(" + "),
        }
    }

    fn load(&mut self, shape: &Shape) -> String {
        let c = self.random.below(shape.width);
        let form = self.random.pick(&SUBSCRIPTS);
        match self.random.below(3) {
            0 if shape.own => format!("p[{c}]"),
            0 | 1 => format!("a[{}]", subscript(form, shape, "i", c)),
            _ => {
                let row = self.random.pick(&ROWS);
                format!("r[{}]", subscript(form, shape, row, c))
            }
        }
    }

    /// An element that only this iteration touches.
    fn own_element(&mut self, shape: &Shape) -> String {
        let c = self.random.below(shape.width);
        let form = self.random.pick(&SUBSCRIPTS);
        match self.random.below(3) {
            0 if shape.own => format!("p[{c}]"),
            1 => format!("b[{}]", subscript(form, shape, "i", c)),
            _ => format!("a[{}]", subscript(form, shape, "i", c)),
        }
    }
}

fn subscript(form: &str, shape: &Shape, row: &str, c: u64) -> String {
    let text = form.replace('C', &c.to_string());
    let text = text.replace('R', row);
    text.replace('W', &shape.width.to_string())
}
