//! Heads of loops that read what the loop changes, or one around or inside of it, or a function that is called there: starts, bounds and
//! steps in scalars that are summed up, in elements of arrays by one name or another, and in members of structs.

use super::r#gen::Gen;

/// The names of a piece's variables.
struct Names {
    n: u64,
    /// Numbers below `n`.
    held: String,
    /// Sums.
    sums: String,
    /// Small numbers that nothing changes.
    input: String,
    out: String,
    /// A pointer into `held`, and how far it is from its beginning.
    inner: String,
    shift: u64,
    /// A struct, and what leads to its members: its own name, or a pointer to it.
    pair: String,
    member: String,
    total: String,
    most: String,
    end: String,
    put: String,
    get: String,
}

impl Gen {
    pub fn heads_piece(&mut self) {
        let v = self.names_of_heads();
        self.line(format!(
            "#pragma acc data copy({0}[0:{n}], {1}[0:{n}], {2}[0:{n}], {3}) copyin({4}[0:{n}])",
            v.held,
            v.sums,
            v.out,
            v.pair,
            v.input,
            n = v.n
        ));
        self.open("");
        for _ in 0..self.random.within(1, 4) {
            self.launches += 1;
            match self.random.below(6) {
                0 => self.start_in_reduction(&v),
                1 => self.starts_beside(&v),
                _ => {
                    let reach = v.n - v.shift;
                    self.line(format!(
                        "#pragma acc kernels present({}[0:{reach}])",
                        v.inner
                    ));
                    self.open("");
                    for _ in 0..self.random.within(1, 3) {
                        self.headed(&v, &[], 0);
                    }
                    self.close();
                }
            }
        }
        self.close();
        for array in [&v.held, &v.sums, &v.out] {
            let sum = self.name("sum");
            self.line(format!("unsigned {sum} = 7;"));
            self.line(format!(
                "for (int p = 0; p < {}; p++) {sum} = {sum} * 31 + (unsigned){array}[p];",
                v.n
            ));
            self.tell(array, &sum);
        }
        for one in [&v.total, &v.most, &v.end] {
            self.tell(one, one);
        }
        for member in ["lo", "hi"] {
            let text = format!("{}.{member}", v.pair);
            self.tell(&text, &text);
        }
    }

    fn names_of_heads(&mut self) -> Names {
        let n = self.random.within(20, 80);
        let mut arrays = Vec::new();
        for (name, value) in [
            ("held", format!("p * 7 % {n}")),
            ("sums", "p % 9".into()),
            ("in", "p * 5 % 7".into()),
            ("out", "p".into()),
        ] {
            let name = match self.chance(2) {
                true => {
                    let name = self.global(name);
                    self.before += &format!("static int {name}[{n}];\n");
                    name
                }
                false => {
                    let name = self.name(name);
                    self.line(format!("int {name}[{n}];"));
                    name
                }
            };
            self.line(format!(
                "for (int p = 0; p < {n}; p++) {name}[p] = {value};"
            ));
            arrays.push(name);
        }
        let [held, sums, input, out] = [0, 1, 2, 3].map(|k: usize| arrays[k].clone());
        let (put, get, bounds) = (self.global("put"), self.global("get"), self.global("ends"));
        self.before += &format!(
            "static void {put}(int *row, int at, int v)\n{{\n    row[at] = v;\n}}\n\
             static int {get}(const int *row, int at)\n{{\n    return row[at];\n}}\n\
             struct {bounds} {{\n    int lo, hi;\n}};\n"
        );
        let [inner, pair, to_pair] = ["p", "ends", "q"].map(|name| self.name(name));
        let shift = self.random.below(n / 2);
        let [total, most, end] = ["k", "m", "e"].map(|name| self.name(name));
        let (lo, hi) = (self.random.below(9), self.random.within(n / 2, n - 1));
        self.line(format!("int *{inner} = {held} + {shift};"));
        self.line(format!(
            "struct {bounds} {pair} = {{ {lo}, {hi} }}, *{to_pair} = &{pair};"
        ));
        let (k, m, e) = (
            self.random.below(12),
            self.random.below(5),
            self.random.within(n / 2, n),
        );
        self.line(format!("int {total} = {k}, {most} = {m}, {end} = {e};"));
        self.line(format!("(void){inner}; (void){to_pair};"));
        let member = match self.chance(2) {
            true => format!("{pair}."),
            false => format!("{to_pair}->"),
        };
        Names {
            n,
            held,
            sums,
            input,
            out,
            inner,
            shift,
            pair,
            member,
            total,
            most,
            end,
            put,
            get,
        }
    }

    /// An element of [`Names::held`], by one of its names.
    fn held_in_head(&mut self, v: &Names) -> String {
        let at = self.random.below(4);
        match self.chance(3) {
            true => format!("{}[{at}]", v.inner),
            false => format!("{}[{}]", v.held, at + self.random.below(2) * v.shift),
        }
    }

    /// A number from zero on.
    fn start_in_head(&mut self, v: &Names, turns: &[String]) -> String {
        match self.random.below(14) {
            0 | 1 => v.total.clone(),
            2 => format!("{} % 7", v.total),
            3 => v.most.clone(),
            4..=6 => self.held_in_head(v),
            7 => format!("{}[{}]", v.sums, self.random.below(4)),
            8 => format!("{}lo", v.member),
            9 => format!("{}lo % 5", v.member),
            10 => format!("{}({}, {})", v.get, v.held, self.random.below(4)),
            11 if !turns.is_empty() => format!("{}[{}]", v.held, turns[turns.len() - 1]),
            12 => format!("{}[{}]", v.input, self.random.below(v.n)),
            _ => self.random.below(4).to_string(),
        }
    }

    /// A number of at most `n`.
    fn bound_in_head(&mut self, v: &Names, turns: &[String]) -> String {
        match self.random.below(12) {
            0..=2 => self.held_in_head(v),
            3 => format!("{}hi", v.member),
            4 => format!("{}hi - 1", v.member),
            5 => v.end.clone(),
            6 => v.most.clone(),
            7 => format!("{}[{}] % {}", v.sums, self.random.below(4), v.n),
            8 if !turns.is_empty() => format!("{}[{}]", v.held, turns[turns.len() - 1]),
            _ => v.n.to_string(),
        }
    }

    fn step_in_head(&mut self, v: &Names) -> String {
        match self.random.below(10) {
            0 => {
                let held = self.held_in_head(v);
                format!("1 + ({held} & 3)")
            }
            1 => format!("1 + ({} & 1)", v.total),
            2 => format!("1 + ({}lo & 1)", v.member),
            3 => format!("1 + {}[3]", v.input),
            4 => "2".into(),
            _ => "1".into(),
        }
    }

    /// A loop, perhaps with another one in it.
    fn headed(&mut self, v: &Names, turns: &[String], depth: u64) {
        let i = self.name("i");
        let (start, step) = (self.start_in_head(v, turns), self.step_in_head(v));
        let (below, bound) = (format!("({start}) % {}", v.n), self.bound_in_head(v, turns));
        // What a body ends with where its head doesn't step, and whether a block is around the loop.
        let (mut last, mut block) = (None, false);
        let head = match self.random.below(16) {
            0..=2 => format!("for (int {i} = {below}; {i} >= 0; {i} -= {step})"),
            3 => format!("for (int {i} = {below}; {i}-- > 0;)"),
            4 => format!("for (int {i} = {bound}; --{i} >= 2;)"),
            5 => format!("for (unsigned {i} = {below}; {i}-- > 0;)"),
            6 => format!("for (int {i} = {start}; {i} + 3 <= {bound}; {i} += {step})"),
            7 | 8 => {
                self.open("");
                self.line(format!("int {i} = {start};"));
                (last, block) = (Some(format!("{i} += {step};")), true);
                format!("while ({i} < {bound})")
            }
            9 => {
                self.open("");
                self.line(format!("int {i} = {below};"));
                block = true;
                format!("while ({i}--)")
            }
            _ => format!("for (int {i} = {start}; {i} < {bound}; {i} += {step})"),
        };
        self.open(head);
        let mut inside = turns.to_vec();
        inside.push(i);
        let inner = depth < 2 && self.chance(if depth == 0 { 2 } else { 4 });
        for _ in 0..self.random.within(u64::from(!inner), 2) {
            self.change(v, &inside);
        }
        if inner {
            self.headed(v, &inside, depth + 1);
            if self.chance(3) {
                self.change(v, &inside);
            }
        }
        if let Some(step) = last {
            self.line(step);
        }
        self.close();
        if block {
            self.close();
        }
    }

    /// Something that changes what heads read, or what none does.
    fn change(&mut self, v: &Names, turns: &[String]) {
        let (n, i) = (v.n, turns[turns.len() - 1].clone());
        let x = format!("{}[{i}]", v.input);
        let (by, at) = (self.random.within(2, 9), self.random.below(4));
        let value = format!("({i} * {by} + {x}) % {n}");
        let text = match self.random.below(16) {
            0 | 1 => format!("{} += {x};", v.total),
            2 => format!("if ({x} > {0}) {0} = {x};", v.most),
            3 => format!("{}[{at}] = {value};", v.held),
            4 => format!("{0}[{i}] = ({0}[{i}] + {x}) % {n};", v.held),
            5 => format!("{}[{i}] = {value};", v.held),
            6 => format!("{}[({i} + {at}) % {n}] = {value};", v.held),
            7 => format!("{}[{i} % {}] = {value};", v.inner, n - v.shift),
            8 => format!("{}({}, {at}, {value});", v.put, v.held),
            9 => format!("{}({}, {i}, {value});", v.put, v.held),
            10 => format!("{}[{at}] += {x};", v.sums),
            11 => format!("{}[{i} & 3] += {x};", v.sums),
            12 => format!("{}lo += {x} & 1;", v.member),
            13 => format!("{}hi = {value};", v.member),
            14 => format!("{0} -= {0} > 0 ? {x} & 1 : 0;", v.end),
            _ => format!("{0}[{i}] = {0}[{i}] * 3 % 1000 + {x};", v.out),
        };
        self.line(text);
    }

    /// A loop that starts at what a clause says it reduces.
    fn start_in_reduction(&mut self, v: &Names) {
        let (op, sum) = self.reduced_start(v);
        let name = if op == "+" { &v.total } else { &v.most };
        let words = self.random.pick(&[
            "parallel loop",
            "parallel loop gang vector",
            "parallel loop gang",
            "parallel loop num_gangs(3) vector_length(32)",
            "parallel loop gang worker vector",
            "kernels loop independent",
            "kernels loop",
            "serial loop",
        ]);
        let i = self.name("i");
        if self.chance(4) {
            let j = self.name("j");
            self.line(format!(
                "#pragma acc {words} collapse(2) reduction({op}:{name})"
            ));
            // C finds the inner start anew for each row: the loops are one only where it stays.
            self.line(format!("for (int {i} = {name}; {i} < {}; {i}++)", v.n));
            self.open(format!("for (int {j} = 2; {j} < 9; {j}++)"));
            self.line(sum.replace("{}", &format!("{}[({i} + {j}) % {}]", v.input, v.n)));
            self.close();
            return;
        }
        self.line(format!("#pragma acc {words} reduction({op}:{name})"));
        self.open(format!("for (int {i} = {name}; {i} < {}; {i}++)", v.n));
        self.line(sum.replace("{}", &format!("{}[{i}]", v.input)));
        if self.chance(2) {
            self.line(format!("{}[{i}] ^= {i};", v.out));
        }
        self.close();
    }

    /// Several such loops in one construct.
    fn starts_beside(&mut self, v: &Names) {
        let gangs = self.random.pick(&["", " num_gangs(2)", " num_gangs(4)"]);
        self.line(format!(
            "#pragma acc parallel{gangs} copy({}, {})",
            v.total, v.most
        ));
        self.open("");
        let (op, sum) = self.reduced_start(v);
        let name = if op == "+" { &v.total } else { &v.most };
        let i = self.name("i");
        let level = self.random.pick(&["gang", "gang vector", "gang worker"]);
        self.line(format!("#pragma acc loop {level} reduction({op}:{name})"));
        self.open(format!("for (int {i} = {name}; {i} < {}; {i}++)", v.n));
        self.line(sum.replace("{}", &format!("{}[{i}]", v.input)));
        self.close();
        let j = self.name("j");
        self.line("#pragma acc loop gang");
        self.line(format!(
            "for (int {j} = 0; {j} < {}; {j}++) {}[{j}] += {j};",
            v.n, v.out
        ));
        self.close();
    }

    fn reduced_start(&mut self, v: &Names) -> (&'static str, String) {
        match self.chance(3) {
            true => ("max", format!("if ({{}} > {0}) {0} = {{}};", v.most)),
            false => ("+", format!("{} += {{}};", v.total)),
        }
    }
}
