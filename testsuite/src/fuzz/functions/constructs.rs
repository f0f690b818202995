//! The constructs and data regions of such functions.

use super::super::r#gen::Gen;
use super::Function;
use super::loops::Spot;

impl Gen {
    /// Arrays that have memory to themselves.
    fn alone(f: &Function, k: usize) -> bool {
        f.arrays
            .iter()
            .filter(|a| a.group == f.arrays[k].group)
            .count()
            == 1
    }

    /// An array of the function's own that has no values yet.
    pub(super) fn without_values(&mut self, f: &Function) -> Option<usize> {
        let all: Vec<usize> = (0..f.arrays.len())
            .filter(|k| !f.arrays[*k].filled)
            .collect();
        (!all.is_empty() && f.certain).then(|| self.random.pick(&all))
    }

    pub(super) fn has_values(f: &mut Function, k: usize) {
        let group = f.arrays[k].group;
        for a in f.arrays.iter_mut().filter(|a| a.group == group) {
            a.filled = true;
        }
    }

    pub(super) fn construct(&mut self, f: &mut Function) {
        f.used.clear();
        f.wrote.clear();
        let apart = (0..f.arrays.len()).all(|k| Self::alone(f, k));
        (f.hard, f.was_hard) = (apart && self.chance(2), false);
        let fresh = self.without_values(f);
        // Without a value anywhere there is nothing to change yet.
        let none = self.written_whole(f, true).is_none();
        match self.random.below(8) {
            _ if none && fresh.is_none() => self.reducing(f),
            _ if none => self.region(f, fresh),
            0..=2 => self.loop_construct(f, fresh),
            3 => self.reducing(f),
            4 => self.serial_construct(f, fresh),
            _ => self.region(f, fresh),
        }
        f.hard = true;
    }

    /// The directive with its clauses, then what was written aside.
    fn directed(&mut self, f: &mut Function, words: &str, body: &str, filled: Option<usize>) {
        let shared = f.used.iter().any(|k| !Self::alone(f, *k));
        let all_named = !shared && self.chance(3);
        let mut clauses = String::new();
        if f.was_hard {
            clauses += &format!(" copyin({}[0:{}])", f.order, f.n);
        }
        for k in f.used.clone() {
            let a = &f.arrays[k];
            if f.held.contains(&k) {
                if f.arrays[k].base.contains("->") || self.chance(3) {
                    clauses += &format!(" present({})", f.arrays[k].section);
                }
                continue;
            }
            let pointed = f.was_hard && (a.section.contains('[') || a.base.contains("->"));
            if !all_named && !a.must_name && !pointed {
                continue;
            }
            let word = match (f.wrote.contains(&k), filled == Some(k)) {
                (_, true) => self.random.pick(&["copyout", "copy"]),
                (true, _) => "copy",
                (false, _) => self.random.pick(&["copyin", "copy"]),
            };
            // A constant can't be written back in C, but memory can.
            let word = if f.arrays[k].constant { "copyin" } else { word };
            clauses += &format!(" {word}({})", f.arrays[k].section);
        }
        let mut surely = f.certain && f.left.is_none();
        // On the host it would use other data than on the device.
        if f.held.is_empty() && self.chance(8) {
            clauses += &format!(" if({} > 1)", f.flag);
            surely = false;
        }
        let queued = self.chance(6);
        if queued {
            clauses += " async(1)";
        }
        self.line(format!("#pragma acc {words}{clauses}"));
        self.raw(body);
        if queued {
            self.line("#pragma acc wait");
        }
        self.launches += usize::from(surely);
        if let Some(k) = filled {
            Self::has_values(f, k);
        }
    }

    /// Iterations that come in any order.
    fn loop_construct(&mut self, f: &mut Function, fresh: Option<usize>) {
        let words = self.random.pick(&[
            "parallel loop",
            "parallel loop gang vector",
            "parallel loop gang worker num_workers(2)",
            "kernels loop independent",
            "parallel loop vector_length(32)",
        ]);
        let at = Spot::of(true, true);
        let filled = fresh.filter(|_| self.chance(2));
        let body = self.inside(|g| match filled {
            Some(k) => g.fill_all(f, &at, k),
            None => g.nest(f, &at, &["", "", "loop", "loop seq"]),
        });
        self.directed(f, words, &body, filled);
    }

    fn reducing(&mut self, f: &mut Function) {
        let s = self.random.pick(&f.scalars);
        let sum = self.name("sum");
        let ty = self.random.pick(&["int", "long", "unsigned", "double"]);
        f.declarations.push(format!("{ty} {sum} = 0;"));
        self.line(format!("{sum} = {s};"));
        let words = self.random.pick(&[
            "parallel loop",
            "kernels loop",
            "parallel loop gang vector",
            "kernels",
        ]);
        let op = self.random.pick(&["+", "+", "max", "min"]);
        let at = Spot::of(true, false);
        let body = self.inside(|g| {
            let (i, head) = g.counter(f, "i", &["int", "long"]);
            g.open(format!("for ({head}{i} = 0; {i} < {}; {i}++)", f.n));
            let at = at.over(&i);
            let value = g.below_limit(f, &at);
            let extra = g.chance(3);
            if extra {
                let test = g.condition_on(f, &at);
                g.line(format!("if ({test}) continue;"));
            }
            match op {
                "+" => g.line(format!("{sum} += {value};")),
                // Compared as unsigned, the least number that a copy begins with is a large one.
                "max" => g.line(format!("if ({sum} < (int)({value})) {sum} = {value};")),
                _ => g.line(format!(
                    "{sum} = {sum} < (int)({value}) ? {sum} : (int)({value});"
                )),
            }
            g.close();
        });
        let clause = match words {
            "kernels" => String::new(),
            _ => format!(" reduction({op}:{sum})"),
        };
        self.directed(f, &format!("{words}{clause}"), &body, None);
        self.line(format!("{s} = (long){sum} % 997;"));
    }

    /// A serial construct: several loops, and a scalar.
    fn serial_construct(&mut self, f: &mut Function, fresh: Option<usize>) {
        let s = self.random.pick(&f.scalars);
        let at = Spot::of(true, false);
        let filled = fresh.filter(|_| self.chance(2));
        let body = self.inside(|g| {
            g.open("");
            if let Some(k) = filled {
                g.fill_all(f, &at, k);
                Self::has_values(f, k);
            }
            for _ in 0..g.random.within(1, 2) {
                g.nest(f, &at, &[""]);
                let value = g.below_limit(f, &at);
                g.line(format!("{s} = {value};"));
            }
            g.close();
        });
        self.directed(f, &format!("serial copy({s})"), &body, filled);
    }

    /// A region that is for the compiler to understand.
    fn region(&mut self, f: &mut Function, fresh: Option<usize>) {
        let at = Spot::of(true, false);
        let filled = fresh.filter(|_| self.chance(2));
        let body = self.inside(|g| {
            g.open("");
            if let Some(k) = filled {
                g.fill_all(f, &at, k);
                Self::has_values(f, k);
            }
            for _ in 0..g.random.within(1, 3) {
                match g.random.below(8) {
                    0 => g.open(format!("if ({} > 1)", f.flag)),
                    1 => {
                        let s = g.random.pick(&f.scalars);
                        let value = g.below_limit(f, &at);
                        g.line(format!("{s} = {value};"));
                        continue;
                    }
                    2 => {
                        g.last_value(f, &at);
                        continue;
                    }
                    3 => {
                        let whole = g.written_whole(f, true);
                        if let Some(k) = whole {
                            g.fill_all(f, &at, k);
                        }
                        continue;
                    }
                    _ => {
                        g.nest(f, &at, &[""]);
                        continue;
                    }
                }
                // What is surely written without the condition may not be with it.
                match g.written_whole(f, true).filter(|_| g.chance(2)) {
                    Some(k) => g.fill_all(f, &at, k),
                    None => g.nest(f, &at, &[""]),
                }
                g.close();
            }
            g.close();
        });
        self.directed(f, "kernels", &body, filled);
    }

    /// An array that may be overwritten.
    pub(super) fn written_whole(&mut self, f: &Function, construct: bool) -> Option<usize> {
        let fits = |k: &usize| {
            let a = &f.arrays[*k];
            !a.constant && a.filled && Self::may_use(f, *k, construct)
        };
        let all: Vec<usize> = (0..f.arrays.len()).filter(fits).collect();
        (!all.is_empty()).then(|| self.random.pick(&all))
    }

    /// A loop that leaves a scalar's last value.
    fn last_value(&mut self, f: &mut Function, at: &Spot) {
        let s = self.random.pick(&f.scalars);
        let (i, head) = self.counter(f, "i", &["int", "long"]);
        let from = self.random.pick(&["0".to_string(), f.part.clone()]);
        self.open(format!("for ({head}{i} = {from}; {i} < {}; {i}++)", f.n));
        let at = at.over(&i);
        let value = self.below_limit(f, &at);
        if self.chance(2) {
            let test = self.condition_on(f, &at);
            self.line(format!("if ({test}) {s} = {value};"));
        } else {
            self.line(format!("{s} = {value};"));
        }
        self.close();
    }

    /// A data region with some of the arrays that have memory to themselves, around a few steps.
    pub(super) fn data_region(&mut self, f: &mut Function, depth: u32) {
        let mut clauses = String::new();
        let (mut first, mut dropped): (Option<usize>, Option<usize>) = (None, None);
        let mut constants: Vec<usize> = Vec::new();
        let mut leaving = Vec::new();
        for k in 0..f.arrays.len() {
            if !Self::alone(f, k) || self.chance(3) {
                continue;
            }
            let a = f.arrays[k].clone();
            let word = if !a.filled {
                if first.is_some() || !f.certain {
                    continue;
                }
                first = Some(k);
                self.random.pick(&["create", "copyout"])
            } else if a.constant || self.chance(4) {
                if !a.constant {
                    constants.push(k);
                    f.arrays[k].constant = true;
                }
                "copyin"
            } else {
                "copy"
            };
            if word == "create" {
                dropped = Some(k);
            }
            clauses += &format!(" {word}({})", a.section);
            leaving.push((word, a.section.clone()));
            f.held.insert(k);
        }
        if f.held.is_empty() {
            return;
        }
        f.in_data = true;
        let apart = self.chance(4);
        if apart {
            let words: Vec<String> = leaving
                .iter()
                .map(|(word, section)| match *word {
                    "copy" | "copyin" => format!("copyin({section})"),
                    _ => format!("create({section})"),
                })
                .collect();
            self.line(format!("#pragma acc enter data {}", words.join(" ")));
        } else {
            self.line(format!("#pragma acc data{clauses}"));
            self.open("");
        }
        if let Some(k) = first {
            f.used.clear();
            f.wrote.clear();
            (f.hard, f.was_hard) = (false, false);
            let words = self.random.pick(&["parallel loop", "kernels"]);
            let at = Spot::of(true, words != "kernels");
            let body = self.inside(|g| {
                g.open_if(words == "kernels");
                g.fill_all(f, &at, k);
                g.close_if(words == "kernels");
            });
            self.directed(f, words, &body, Some(k));
            f.hard = true;
        }
        for _ in 0..self.random.within(1, 4) {
            self.host_step(f, depth + 1);
        }
        if apart {
            let words: Vec<String> = leaving
                .iter()
                .map(|(word, section)| match *word {
                    "copy" | "copyout" => format!("copyout({section})"),
                    _ => format!("delete({section})"),
                })
                .collect();
            self.line(format!("#pragma acc exit data {}", words.join(" ")));
        } else {
            self.close();
        }
        for k in constants {
            f.arrays[k].constant = false;
        }
        if let Some(k) = dropped {
            f.arrays[k].filled = false;
        }
        f.in_data = false;
        f.held.clear();
    }

    fn open_if(&mut self, yes: bool) {
        if yes {
            self.open("");
        }
    }

    fn close_if(&mut self, yes: bool) {
        if yes {
            self.close();
        }
    }
}
