//! Loops of `kernels` regions that run in order, with parallel ones in them, and variables declared between these: what one kernel leaves in such
//! a variable, another one reads, or the host computes it, or each kernel has its own.

use super::r#gen::Gen;

/// A variable that is declared in the region.
#[derive(Clone)]
struct Local {
    /// As it is read: a name, or an element.
    text: String,
    writable: bool,
}

/// What the code at some place can name.
#[derive(Clone)]
struct Place {
    /// Arrays of so many unsigned integers.
    arrays: Vec<String>,
    n: u64,
    /// Variables of the loops around.
    turns: Vec<String>,
    locals: Vec<Local>,
}

impl Gen {
    pub fn steps_piece(&mut self) {
        let n = self.random.within(9, 70);
        let mut arrays = Vec::new();
        for _ in 0..3 {
            let name = match self.chance(2) {
                true => {
                    let name = self.global("g");
                    self.before += &format!("static unsigned {name}[{n}];\n");
                    name
                }
                false => {
                    let name = self.name("v");
                    self.line(format!("unsigned {name}[{n}];"));
                    name
                }
            };
            let by = self.random.within(3, 900);
            self.line(format!(
                "for (int p = 0; p < {n}; p++) {name}[p] = p * {by}u + 5u;"
            ));
            arrays.push(name);
        }
        let place = Place {
            arrays,
            n,
            turns: Vec::new(),
            locals: Vec::new(),
        };
        self.launches += 1;
        let queue = if self.chance(6) { " async(2)" } else { "" };
        self.line(format!("#pragma acc kernels{queue}"));
        self.open("");
        let mut inside = place.clone();
        for _ in 0..self.random.within(1, 2) {
            if self.chance(3) {
                self.declared(&mut inside);
            }
            self.in_order(&inside, 0);
        }
        self.close();
        if !queue.is_empty() {
            self.line("#pragma acc wait(2)");
        }
        for name in &place.arrays {
            let sum = self.name("sum");
            self.line(format!("unsigned {sum} = 7;"));
            self.line(format!(
                "for (int p = 0; p < {n}; p++) {sum} = {sum} * 31 + {name}[p];"
            ));
            self.tell(name, &sum);
        }
    }

    fn in_order(&mut self, around: &Place, depth: u64) {
        let turn = self.name("t");
        let turns = self.random.within(1, 4);
        self.open(format!("for (int {turn} = 0; {turn} < {turns}; {turn}++)"));
        let mut place = around.clone();
        place.turns.push(turn);
        for _ in 0..self.random.within(2, 6) {
            self.step(&mut place, depth);
        }
        // So that the loop is in order for certain.
        let (a, n) = (self.random.pick(&place.arrays), place.n);
        let i = self.name("i");
        self.line(format!(
            "for (int {i} = 0; {i} < {n}; {i}++) {a}[{i}] = {a}[{i}] * 5u + 1u;"
        ));
        self.close();
    }

    fn step(&mut self, place: &mut Place, depth: u64) {
        match self.random.below(10) {
            0..=2 => self.declared(place),
            3 | 4 => self.spread(place),
            5 => {
                if let Some(to) = self.writable(place) {
                    let value = self.value_of(place, None);
                    let op = self.random.pick(&["=", "+=", "^="]);
                    self.line(format!("{to} {op} {value};"));
                }
            }
            6 => {
                if let Some(to) = self.writable(place) {
                    let (a, i) = (self.random.pick(&place.arrays), self.name("i"));
                    self.line(format!(
                        "for (int {i} = 0; {i} < {}; {i}++) {to} += {a}[{i}];",
                        place.n
                    ));
                }
            }
            7 => self.branch(place),
            8 if depth == 0 => self.in_order(place, 1),
            _ => {
                let value = self.value_of(place, None);
                let (a, at) = (self.random.pick(&place.arrays), self.random.below(place.n));
                self.line(format!("{a}[{at}] ^= {value};"));
            }
        }
    }

    /// Declares a variable, with a value or before it gets one.
    fn declared(&mut self, place: &mut Place) {
        let value = self.value_of(place, None);
        let name = self.name("s");
        let ty = self.random.pick(&[
            "unsigned",
            "unsigned",
            "unsigned short",
            "unsigned char",
            "unsigned long",
        ]);
        let shape = self.random.below(5);
        match shape {
            0 => self.line(format!("const {ty} {name} = ({ty})({value});")),
            1 => {
                self.line(format!("{ty} {name};"));
                self.line(format!("{name} = ({ty})({value});"));
            }
            2 => {
                self.line(format!("unsigned {name}[2];"));
                let other = self.value_of(place, None);
                self.line(format!("{name}[0] = {value}; {name}[1] = {other};"));
                for k in 0..2 {
                    let text = format!("{name}[{k}]");
                    let writable = true;
                    place.locals.push(Local { text, writable });
                }
                return;
            }
            _ => self.line(format!("{ty} {name} = ({ty})({value});")),
        }
        place.locals.push(Local {
            text: name,
            writable: shape != 0 && ty == "unsigned",
        });
    }

    /// A loop whose iterations are independent, perhaps with a temporary that is declared before it.
    fn spread(&mut self, place: &Place) {
        let (to, from) = (
            self.random.pick(&place.arrays),
            self.random.pick(&place.arrays),
        );
        let (i, n) = (self.name("i"), place.n);
        let value = self.value_of(place, Some(&i));
        let old = self.random.pick(&["=", "+=", "^="]);
        if self.chance(3) {
            let u = self.name("u");
            self.line(format!("unsigned {u};"));
            self.open(format!("for (int {i} = 0; {i} < {n}; {i}++)"));
            self.line(format!("{u} = {from}[{i}] * 3u + {value};"));
            self.line(format!("{to}[{i}] {old} {u} ^ {u} >> 3;"));
            self.close();
            return;
        }
        let low = self.random.below(4);
        self.line(format!("for (int {i} = {low}; {i} < {n}; {i}++)"));
        self.line(format!("    {to}[{i}] {old} {from}[{i}] + ({value});"));
    }

    fn branch(&mut self, place: &Place) {
        let test = match self.chance(2) {
            true => format!("{} % 2", self.turn(place)),
            false => format!("({}) & 1", self.value_of(place, None)),
        };
        self.open(format!("if ({test})"));
        let mut inside = place.clone();
        for _ in 0..self.random.within(1, 2) {
            if self.chance(2) {
                self.declared(&mut inside);
            }
            self.spread(&inside);
        }
        self.close();
    }

    fn turn(&mut self, place: &Place) -> String {
        match place.turns.is_empty() {
            true => "3".into(),
            false => self.random.pick(&place.turns),
        }
    }

    fn writable(&mut self, place: &Place) -> Option<String> {
        let all: Vec<String> = place
            .locals
            .iter()
            .filter(|l| l.writable)
            .map(|l| l.text.clone())
            .collect();
        (!all.is_empty()).then(|| self.random.pick(&all))
    }

    /// An unsigned value of what can be read there; `i`: the variable of the loop around.
    fn value_of(&mut self, place: &Place, i: Option<&str>) -> String {
        let one = |g: &mut Gen| match g.random.below(6) {
            0 | 1 if !place.locals.is_empty() => {
                let at = g.random.below(place.locals.len() as u64) as usize;
                place.locals[at].text.clone()
            }
            2 if i.is_none() => {
                let (a, at) = (g.random.pick(&place.arrays), g.random.below(place.n));
                format!("{a}[{at}]")
            }
            3 => i.map_or_else(|| g.turn(place), str::to_string),
            4 => g.turn(place),
            _ => g.random.below(50).to_string(),
        };
        let (a, b) = (one(self), one(self));
        let op = self.random.pick(&["+", "*", "^"]);
        format!("(unsigned){a} {op} (unsigned){b}")
    }
}
