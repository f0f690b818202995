//! Loops of the host around regions that say nothing about data: some arrays may stay on the device over the turns, others may not,
//! since code between the regions reads or writes them, by one name or another.

use super::r#gen::Gen;

/// An array of the piece.
struct Held {
    name: String,
    /// A pointer, which may change places with another one of its type.
    pointer: bool,
    ty: &'static str,
}

impl Gen {
    pub fn turns_piece(&mut self) {
        let n = self.random.within(9, 80);
        let mut all = Vec::new();
        for _ in 0..self.random.within(3, 5) {
            all.push(self.held_array(n));
        }
        // Another way to one of them.
        let of = self.random.below(all.len() as u64) as usize;
        let way = self.name("way");
        let from = self.random.below(n / 2);
        self.line(format!(
            "{} *{way} = {} + {from};",
            all[of].ty, all[of].name
        ));
        self.line("unsigned seen = 1;");
        let turn = self.name("turn");
        let turns = self.random.within(1, 5);
        let around = self.chance(4);
        if around {
            let name = self.name("round");
            self.open(format!("for (int {name} = 0; {name} < 2; {name}++)"));
        }
        match self.random.below(3) {
            0 => {
                self.line(format!("int {turn} = 0;"));
                self.open(format!("while ({turn}++ < {turns})"));
            }
            _ => self.open(format!("for (int {turn} = 0; {turn} < {turns}; {turn}++)")),
        }
        let steps = self.random.within(1, 4);
        for k in 0..steps {
            // The first one runs for certain.
            self.region_of(&all, n, &turn, k > 0);
            if self.chance(2) {
                self.host_code(&all, n, &turn, &way);
            }
        }
        self.close();
        if around {
            self.close();
        }
        self.tell("seen", "seen");
        for a in &all {
            let sum = self.name("sum");
            self.line(format!("unsigned {sum} = 7;"));
            self.line(format!(
                "for (int p = 0; p < {n}; p++) {sum} = {sum} * 31 + (unsigned){}[p];",
                a.name
            ));
            self.tell(&a.name, &sum);
        }
        for a in all.iter().filter(|a| a.pointer) {
            self.line(format!("free({});", a.name));
        }
    }

    fn held_array(&mut self, n: u64) -> Held {
        let ty = self.random.pick(&[
            "unsigned",
            "unsigned",
            "int",
            "unsigned short",
            "unsigned char",
            "unsigned long",
        ]);
        let pointer = self.chance(2);
        let name = match self.chance(3) && !pointer {
            true => {
                let name = self.global("g");
                self.before += &format!("static {ty} {name}[{n}];\n");
                name
            }
            false => {
                let name = self.name("v");
                self.line(match pointer {
                    true => format!("{ty} *{name} = malloc(sizeof(*{name}) * {n});"),
                    false => format!("{ty} {name}[{n}];"),
                });
                name
            }
        };
        let by = self.random.within(3, 900);
        self.line(format!(
            "for (int p = 0; p < {n}; p++) {name}[p] = (unsigned char)(p * {by} + 5);"
        ));
        Held { name, pointer, ty }
    }

    /// A region of one or two loops, whose sections depend on the turn or not.
    fn region_of(&mut self, all: &[Held], n: u64, turn: &str, perhaps: bool) {
        if perhaps && self.chance(4) {
            let k = self.random.below(3);
            self.line(format!("if ({turn} != {k})"));
        } else {
            self.launches += 1;
        }
        let clause = match self.random.below(6) {
            0 => {
                let a = &all[self.random.below(all.len() as u64) as usize];
                format!(" copy({}[0:{n}])", a.name)
            }
            _ => String::new(),
        };
        self.line(format!("#pragma acc kernels{clause}"));
        self.open("");
        for _ in 0..self.random.within(1, 2) {
            let (to, from) = (
                &all[self.random.below(all.len() as u64) as usize],
                &all[self.random.below(all.len() as u64) as usize],
            );
            let (low, high) = (self.random.below(3), self.random.below(4));
            let start = match self.random.below(4) {
                0 => format!("{low} + {turn}"),
                _ => low.to_string(),
            };
            let (a, b) = (self.random.below(high + 1), self.random.below(high + 1));
            let i = self.name("i");
            let times = self.random.within(2, 9);
            let old = format!("{}[{i} + {a}]", to.name);
            let new = format!(
                "(unsigned){}[{i} + {b}] * {times}u + (unsigned){i}",
                from.name
            );
            // In an unsigned type nothing overflows.
            let new = match self.random.pick(&["", "+", "^"]) {
                "" => new,
                op => format!("(unsigned){old} {op} ({new})"),
            };
            self.line(format!(
                "for (int {i} = {start}; {i} < {n} - {high}; {i}++)"
            ));
            self.line(format!("    {old} = ({})({new});", to.ty));
        }
        self.close();
    }

    /// What the host does between two regions.
    fn host_code(&mut self, all: &[Held], n: u64, turn: &str, way: &str) {
        let a = &all[self.random.below(all.len() as u64) as usize];
        let at = format!("{turn} * {} % {n}", self.random.within(1, 5));
        match self.random.below(9) {
            0 => self.line(format!("seen += (unsigned){turn} * 3u;")),
            1 => self.line(format!("seen = seen * 5u + (unsigned){}[{at}];", a.name)),
            2 => self.line(format!("{}[{at}] ^= ({})seen;", a.name, a.ty)),
            3 => self.line(format!("seen ^= (unsigned)*({way} + {turn} % 4);")),
            4 => self.line(format!("{way}[{turn} % 4] = 3;")),
            5 => {
                let b = &all[self.random.below(all.len() as u64) as usize];
                if a.pointer && b.pointer && a.ty == b.ty && a.name != b.name {
                    let s = self.name("s");
                    self.line(format!(
                        "{{ {ty} *{s} = {x}; {x} = {y}; {y} = {s}; }}",
                        ty = a.ty,
                        x = a.name,
                        y = b.name
                    ));
                }
            }
            6 => {
                let way_out = self.random.pick(&["break", "continue"]);
                self.line(format!("if ({turn} == 2) {way_out};"));
            }
            7 => self.line(format!("seen += (unsigned)twice({turn});")),
            _ => {
                let number = format!("{}[{at}]", a.name);
                self.tell("between", &number);
            }
        }
    }
}
