//! What the host does between constructs: loops of its own, conditions, time steps, exchanges of pointers, ways out.

use super::super::r#gen::Gen;
use super::Function;
use super::arrays::Shape;
use super::loops::Spot;

impl Gen {
    pub(super) fn host_step(&mut self, f: &mut Function, depth: u32) {
        match self.random.below(22) {
            0 | 1 => self.host_loop(f),
            2 => self.host_sum(f),
            3 | 4 if !f.in_data && depth < 2 => self.data_region(f, depth),
            5 | 6 if depth < 2 => self.time_steps(f, depth),
            7 if depth < 2 => self.either(f, depth),
            8 => self.exchange(f),
            9 if !f.in_data => self.leave(f),
            10 | 11 => self.by_library(f),
            12 if f.in_data => self.updated(f),
            13 => self.one_element(f),
            14 => self.by_helper(f),
            _ => self.construct(f),
        }
    }

    fn host_loop(&mut self, f: &mut Function) {
        let at = Spot::of(false, false);
        match self.without_values(f).filter(|k| !f.held.contains(k)) {
            Some(k) if self.chance(2) => {
                self.fill_all(f, &at, k);
                Self::has_values(f, k);
            }
            _ => self.nest(f, &at, &[""]),
        }
    }

    pub(super) fn host_sum(&mut self, f: &mut Function) {
        let (i, head) = self.counter(f, "i", &["int"]);
        let s = self.random.pick(&f.scalars);
        self.open(format!("for ({head}{i} = 0; {i} < (int){}; {i}++)", f.n));
        let at = Spot::of(false, false).over(&i);
        let value = self.below_limit(f, &at);
        self.line(format!("{s} = ((int){s} + (int)({value})) % 997;"));
        self.close();
    }

    fn time_steps(&mut self, f: &mut Function, depth: u32) {
        let certain = f.certain;
        f.certain = false;
        let (t, head) = self.counter(f, "t", &["int"]);
        let times = match self.random.below(3) {
            0 => format!("(int){}", f.flag),
            _ => self.random.within(1, 3).to_string(),
        };
        match self.chance(4) {
            true => {
                if head.is_empty() {
                    self.line(format!("{t} = 0;"));
                } else {
                    self.line(format!("int {t} = 0;"));
                }
                self.open(format!("while ({t} < {times})"));
                self.line(format!("{t}++;"));
            }
            false => self.open(format!("for ({head}{t} = 0; {t} < {times}; {t}++)")),
        }
        for _ in 0..self.random.within(1, 3) {
            self.host_step(f, depth + 1);
        }
        if self.chance(4) {
            let s = self.random.pick(&f.scalars);
            self.line(format!("if ({s} > 600) break;"));
            self.construct(f);
        }
        self.close();
        f.certain = certain;
    }

    fn either(&mut self, f: &mut Function, depth: u32) {
        let certain = f.certain;
        f.certain = false;
        let s = self.random.pick(&f.scalars);
        let test = self.random.pick(&[
            format!("{} > 1", f.flag),
            format!("(int){s} % 2"),
            format!("{} > 9", f.n),
        ]);
        self.open(format!("if ({test})"));
        self.host_step(f, depth + 1);
        if self.chance(2) {
            self.close_with("} else {");
            self.reopen();
            self.host_step(f, depth + 1);
        }
        self.close();
        f.certain = certain;
    }

    /// Two pointers change places.
    fn exchange(&mut self, f: &mut Function) {
        let pairs: Vec<(usize, usize)> = (0..f.arrays.len())
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|(a, b)| {
                let (x, y) = (&f.arrays[*a], &f.arrays[*b]);
                x.pointer
                    && y.pointer
                    && x.ty == y.ty
                    && x.shape == y.shape
                    && x.shape != Shape::Rows
                    && x.heap == y.heap
                    && x.constant == y.constant
                    && x.filled
                    && y.filled
                    && x.length == y.length
                    && !f.held.contains(a)
                    && !f.held.contains(b)
            })
            .collect();
        if pairs.is_empty() || f.in_data {
            return self.construct(f);
        }
        let (a, b) = self.random.pick(&pairs);
        let (x, y) = (f.arrays[a].clone(), f.arrays[b].clone());
        let t = self.name("t");
        let constant = if x.constant { "const " } else { "" };
        self.open("");
        self.line(format!("{constant}{} *{t} = {};", x.ty, x.base));
        self.line(format!("{} = {};", x.base, y.base));
        self.line(format!("{} = {t};", y.base));
        self.close();
    }

    fn leave(&mut self, f: &mut Function) {
        // What is behind may give values to what is shown at the end.
        if f.arrays.iter().any(|a| a.own && !a.filled) {
            return self.construct(f);
        }
        let label = match &f.left {
            Some(label) => label.clone(),
            None => self.name("done"),
        };
        let s = self.random.pick(&f.scalars);
        let test = self.random.pick(&[
            format!("{s} > 700"),
            format!("{} == 3", f.flag),
            format!("{} < 2", f.n),
        ]);
        self.line(format!("if ({test}) goto {label};"));
        f.left = Some(label);
    }

    /// Memory that functions of the library write.
    fn by_library(&mut self, f: &mut Function) {
        let Some(to) = self.written_whole(f, false) else {
            return self.construct(f);
        };
        let a = f.arrays[to].clone();
        let count = match a.shape {
            Shape::Line => f.n.clone(),
            Shape::Flat => format!("{} * {}", f.n, f.m),
            Shape::Rows => return self.host_loop(f),
        };
        let same: Vec<usize> = (0..f.arrays.len())
            .filter(|k| {
                let b = &f.arrays[*k];
                b.group != a.group
                    && b.ty == a.ty
                    && b.shape == a.shape
                    && b.filled
                    && !f.held.contains(k)
            })
            .collect();
        if same.is_empty() || self.chance(3) {
            self.line(format!(
                "memset({}, 0, sizeof({}) * {count});",
                a.base, a.ty
            ));
            return;
        }
        let from = self.random.pick(&same);
        self.line(format!(
            "memcpy({}, {}, sizeof({}) * {count});",
            a.base, f.arrays[from].base, a.ty
        ));
    }

    /// The host looks at what the device has, and changes it.
    fn updated(&mut self, f: &mut Function) {
        let held: Vec<usize> = f
            .held
            .iter()
            .copied()
            .filter(|k| f.arrays[*k].filled)
            .collect();
        if held.is_empty() {
            return self.construct(f);
        }
        let k = self.random.pick(&held);
        let section = f.arrays[k].section.clone();
        self.line(format!("#pragma acc update self({section})"));
        f.held.remove(&k);
        match self.chance(2) {
            true => self.host_sum(f),
            false => self.one_element(f),
        }
        f.held.insert(k);
        if !f.arrays[k].constant {
            self.line(format!("#pragma acc update device({section})"));
        }
    }

    fn one_element(&mut self, f: &mut Function) {
        let at = Spot::of(false, false);
        let Some(k) = self.written_whole(f, false) else {
            return self.construct(f);
        };
        let value = self.below_limit(f, &at);
        let element = f.arrays[k].element(&format!("{} - 1", f.n), "0");
        self.line(format!("{element} = {value};"));
    }

    /// Functions of the program's own, to which the host hands an array.
    fn by_helper(&mut self, f: &mut Function) {
        let Some(k) = self.written_whole(f, false) else {
            return self.construct(f);
        };
        let a = f.arrays[k].clone();
        if a.shape == Shape::Rows {
            return self.host_loop(f);
        }
        let help = self.global("help");
        let s = self.random.pick(&f.scalars);
        let ty = a.ty;
        match self.chance(2) {
            true => {
                self.before += &format!(
                    "static int {help}(const {ty} *row, long count)\n{{\n    long p;\n    int sum = 0;\n    for (p = 0; p < count; p++)\n        sum = (sum * 3 + (int)row[p]) % 997;\n    return sum;\n}}\n"
                );
                self.line(format!("{s} = {help}({}, (long){});", a.base, f.n));
            }
            false => {
                self.before += &format!(
                    "static void {help}({ty} *row, long count, int v)\n{{\n    long p;\n    for (p = 0; p < count; p += 2)\n        row[p] = (v + (int)p) % 997;\n}}\n"
                );
                self.line(format!("{help}({}, (long){}, (int){s});", a.base, f.n));
            }
        }
    }
}
