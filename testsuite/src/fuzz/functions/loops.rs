//! Loops of such functions, the same for constructs and for the host: what they write, all of it or a part, and what they read for it.

use super::super::r#gen::Gen;
use super::Function;
use super::arrays::{Array, Shape};

/// Where a statement is.
#[derive(Clone)]
pub(super) struct Spot {
    /// In a construct, not the host's code.
    pub construct: bool,
    /// Iterations come in any order.
    pub independent: bool,
    i: String,
    /// There is a loop over columns.
    j: Option<String>,
    /// Whether the elements before and behind `i` are there.
    low: bool,
    high: bool,
    /// What the nest writes, and where.
    writes: Vec<usize>,
    at: (String, String),
}

impl Spot {
    pub fn of(construct: bool, independent: bool) -> Spot {
        Spot {
            construct,
            independent,
            i: String::new(),
            j: None,
            low: false,
            high: false,
            writes: vec![],
            at: Default::default(),
        }
    }

    /// In a loop over all rows.
    pub fn over(&self, i: &str) -> Spot {
        Spot {
            i: i.to_string(),
            ..self.clone()
        }
    }
}

/// What has values already is whole numbers; what `%` takes is none of floating point.
fn whole(ty: &str, text: String) -> String {
    match ty {
        "double" | "float" => format!("(int){text}"),
        _ => text,
    }
}

impl Gen {
    pub(super) fn may_use(f: &Function, k: usize, construct: bool) -> bool {
        construct || !f.held.contains(&k)
    }

    /// An element, or another number below a thousand.
    fn small_number(&mut self, f: &mut Function, at: &Spot) -> String {
        for _ in 0..5 {
            let k = self.random.below(f.arrays.len() as u64) as usize;
            let a = f.arrays[k].clone();
            if !a.filled || !Self::may_use(f, k, at.construct) {
                continue;
            }
            let shared = at
                .writes
                .iter()
                .map(|w| &f.arrays[*w])
                .find(|w| w.group == a.group);
            let element = match shared {
                Some(w) if at.independent => {
                    let same = w.shape == a.shape && w.shift == a.shift;
                    if !same || at.i.is_empty() {
                        continue;
                    }
                    a.element(&at.at.0, &at.at.1)
                }
                _ => {
                    let (i, j) = self.subscripts(f, at);
                    a.element(&i, &j)
                }
            };
            f.used.insert(k);
            return whole(a.ty, element);
        }
        match self.random.below(4) {
            0 => f.flag.clone(),
            1 if !at.i.is_empty() => format!("(int){}", at.i),
            2 => {
                let s = self.random.below(f.scalars.len() as u64) as usize;
                format!("(int){}", f.scalars[s])
            }
            _ => self.random.below(99).to_string(),
        }
    }

    fn subscripts(&mut self, f: &mut Function, at: &Spot) -> (String, String) {
        let i = &at.i;
        let first = match self.random.below(9) {
            _ if i.is_empty() => "0".to_string(),
            0 => "0".into(),
            1 => format!("{} - 1", f.n),
            2 => format!("{} - 1 - {i}", f.n),
            3 if f.hard => {
                f.was_hard = true;
                format!("{}[{i}]", f.order)
            }
            4 if at.low => format!("{i} - 1"),
            5 if at.high => format!("{i} + 1"),
            _ => i.clone(),
        };
        let second = match (&at.j, self.random.below(4)) {
            (Some(j), 0) => format!("{} - 1 - {j}", f.m),
            (Some(j), _) => j.clone(),
            (None, 0) => format!("{} - 1", f.m),
            (None, _) => "0".into(),
        };
        (first, second)
    }

    pub(super) fn condition_on(&mut self, f: &mut Function, at: &Spot) -> String {
        let x = self.small_number(f, at);
        match self.random.below(4) {
            0 => format!("{x} % 3 == 1"),
            1 => format!("{x} > 40"),
            2 => format!("{} > 1", f.flag),
            _ if at.i.is_empty() || !f.hard => format!("{x} % 2 == 0"),
            _ => {
                f.was_hard = true;
                format!("{} % 2 == 0", at.i)
            }
        }
    }

    /// A whole number below 997, of any type.
    pub(super) fn below_limit(&mut self, f: &mut Function, at: &Spot) -> String {
        let (x, y) = (self.small_number(f, at), self.small_number(f, at));
        let by = self.random.within(2, 9);
        match self.random.below(6) {
            0 => format!("{}((int)({x}), (int)({y}))", f.mix),
            1 => format!("({x} > {y} ? {x} : {y}) % 997"),
            2 => format!("{x} % 997"),
            3 => format!("{}({x} + 2.0 * {y})", f.wrap).replace("(int)", ""),
            _ => format!("({x} * {by} + {y} + {}) % 997", self.random.below(9)),
        }
    }

    /// Statements that give the element of each target a value, or perhaps do. `fresh`: it has none yet.
    fn give(&mut self, f: &mut Function, at: &Spot, k: usize, fresh: bool) {
        let a = f.arrays[k].clone();
        let element = a.element(&at.at.0, &at.at.1);
        let own = whole(a.ty, element.clone());
        let value = self.below_limit(f, at);
        match self.random.below(if fresh { 9 } else { 13 }) {
            5 => {
                let [c, d] = [(); 2].map(|()| self.condition_on(f, at));
                let others = [(); 2].map(|()| self.below_limit(f, at));
                self.open(format!("if ({c})"));
                self.line(format!("if ({d}) {element} = {value};"));
                self.line(format!("else {element} = {};", others[0]));
                self.close_with("} else {");
                self.reopen();
                self.line(format!("{element} = {};", others[1]));
                self.close();
            }
            6 if f.hard || !at.construct => {
                f.was_hard = true;
                let by = self.small_number(f, at);
                self.open(format!("switch ((int){by} % 3)"));
                self.line(format!("case 0: {element} = {value}; break;"));
                let other = self.below_limit(f, at);
                if fresh || self.chance(2) {
                    self.line(format!("default: {element} = {other};"));
                } else {
                    self.line(format!("case 1: {element} = {other};"));
                }
                self.close();
            }
            0 => {
                let (test, other) = (self.condition_on(f, at), self.below_limit(f, at));
                self.line(format!("if ({test}) {element} = {value};"));
                self.line(format!("else {element} = {other};"));
            }
            1 => {
                self.line(format!("{element} = 0;"));
                self.line(format!("{element} += {value};"));
            }
            2 => self.scratch(f, at, &element),
            3 if f.hard && a.shape == Shape::Line => {
                f.was_hard = true;
                let put = self.global("put");
                let ty = a.ty;
                let directive = self.random.pick(&["", "#pragma acc routine seq\n"]);
                self.before += &format!(
                    "{directive}static void {put}({ty} *row, long at, {ty} v)\n{{\n    row[at] = v;\n}}\n"
                );
                self.line(format!("{put}({}, (long)({}), {value});", a.base, at.at.0));
            }
            9 => {
                let test = self.condition_on(f, at);
                self.line(format!("if ({test}) {element} = {value};"));
            }
            10 => {
                let more = self.random.within(1, 300);
                self.line(format!("{element} = ({own} + {more}) % 997;"));
            }
            11 => {
                let x = self.small_number(f, at);
                self.line(format!("{element} = ({own} * 2 + {x}) % 997;"));
            }
            _ => self.line(format!("{element} = {value};")),
        }
    }

    /// What keeps some iterations from what follows. Loops in any order can't be left.
    fn kept_away(&mut self, f: &mut Function, at: &Spot) {
        if (at.construct && !f.hard) || !self.chance(4) {
            return;
        }
        f.was_hard = true;
        let test = self.condition_on(f, at);
        let how = self.random.pick(&["continue", "break"]);
        let how = if at.independent { "continue" } else { how };
        self.line(format!("if ({test}) {how};"));
    }

    /// By a few numbers of the iteration's own.
    fn scratch(&mut self, f: &mut Function, at: &Spot, element: &str) {
        let (w, q) = (self.name("w"), self.name("q"));
        let x = self.small_number(f, at);
        self.open("");
        self.line(format!("int {w}[4];"));
        self.line(format!("int {q};"));
        self.line(format!(
            "for ({q} = 0; {q} < 4; {q}++) {w}[{q}] = ({x} + {q}) % 997;"
        ));
        self.line(format!("{element} = ({w}[0] + {w}[3] * 2) % 997;"));
        self.close();
    }

    /// The head of a loop over rows, or a part of them.
    fn head(&mut self, f: &mut Function, at: &mut Spot) -> String {
        let (n, part) = (f.n.clone(), f.part.clone());
        let low = self
            .random
            .pick(&["0", "0", "0", "1", part.as_str()])
            .to_string();
        let less = format!("{n} - 1");
        let high = match low == part {
            true => self.random.pick(&[&n, &less]).to_string(),
            false => self.random.pick(&[&n, &n, &n, &less, &part]).to_string(),
        };
        (at.low, at.high) = (low == "1", high == less);
        if f.hard && self.chance(5) {
            let (i, ty) = self.counter(f, "i", &["int", "long"]);
            at.i.clone_from(&i);
            // An `int` of a wider type is one that accrs looks no further at.
            f.was_hard = true;
            return format!("for ({ty}{i} = (int)({high}) - 1; {i} >= {low}; {i}--)");
        }
        let (i, ty) = self.counter(f, "i", &["int", "int", "long", "unsigned", "size_t"]);
        at.i.clone_from(&i);
        let by = match self.chance(6) {
            true => format!("{i} += 2"),
            false => format!("{i}++"),
        };
        format!("for ({ty}{i} = {low}; {i} < {high}; {by})")
    }

    fn columns(&mut self, f: &mut Function, at: &mut Spot) -> String {
        let (j, ty) = self.counter(f, "j", &["int", "int", "size_t"]);
        let head = match self.random.below(6) {
            0 => format!("for ({ty}{j} = 1; {j} < {}; {j}++)", f.m),
            1 if f.hard && !at.independent => {
                f.was_hard = true;
                format!("for ({ty}{j} = 0; {j} < {} && {j} <= {}; {j}++)", f.m, at.i)
            }
            _ => format!("for ({ty}{j} = 0; {j} < {}; {j}++)", f.m),
        };
        at.j = Some(j);
        head
    }

    /// An array that may be written here.
    fn target(&mut self, f: &Function, at: &Spot, shapes: &[Shape]) -> Option<usize> {
        let fits = |k: &usize| {
            let a: &Array = &f.arrays[*k];
            !a.constant
                && a.filled
                && shapes.contains(&a.shape)
                && Self::may_use(f, *k, at.construct)
        };
        let all: Vec<usize> = (0..f.arrays.len()).filter(fits).collect();
        (!all.is_empty()).then(|| self.random.pick(&all))
    }

    /// A nest that changes one or two arrays. `inner`: directives of the loop inside, where there is one.
    pub(super) fn nest(&mut self, f: &mut Function, at: &Spot, inner: &[&str]) {
        use Shape::{Flat, Line, Rows};
        let mut deep = self.chance(2);
        let mut shapes: &[Shape] = &[Flat, Rows];
        if !deep || self.target(f, at, shapes).is_none() {
            (deep, shapes) = (false, &[Line, Flat, Rows]);
        }
        let Some(first) = self.target(f, at, shapes) else {
            return;
        };
        let mut at = at.clone();
        at.writes.push(first);
        if let Some(second) = self.target(f, &at, shapes).filter(|_| self.chance(3)) {
            // In any order two names of one array can't both be written.
            if f.arrays[second].group != f.arrays[first].group {
                at.writes.push(second);
            }
        }
        let head = self.head(f, &mut at);
        let turned = f.hard && self.chance(5);
        f.was_hard |= turned;
        let row = match turned {
            true => format!("{}[{}]", f.order, at.i),
            false => at.i.clone(),
        };
        self.open(head);
        at.at = (row, "0".into());
        if deep {
            let directive = self.random.pick(inner);
            let head = self.columns(f, &mut at);
            if !directive.is_empty() {
                self.line(format!("#pragma acc {directive}"));
            }
            self.open(head);
            at.at.1 = at.j.clone().unwrap_or_default();
        }
        self.kept_away(f, &at);
        for k in at.writes.clone() {
            f.used.insert(k);
            f.wrote.insert(k);
            self.give(f, &at, k, false);
        }
        if deep {
            self.close();
        }
        self.close();
    }

    /// Loops that give each element of an array a value.
    pub(super) fn fill_all(&mut self, f: &mut Function, at: &Spot, k: usize) {
        let a = f.arrays[k].clone();
        f.used.insert(k);
        f.wrote.insert(k);
        let mut at = at.clone();
        at.writes.push(k);
        let nested =
            a.shape == Shape::Rows || (a.shape == Shape::Flat && a.width == f.m && self.chance(2));
        let rows = match a.shape == Shape::Flat && !nested {
            true => format!("({}) * {}", a.length, a.width),
            false => a.length.clone(),
        };
        let parts = match at.independent {
            true => 0,
            false => self.random.below(6),
        };
        // What other arrays hold is read by their own subscripts, which may be fewer.
        let (i, ty) = self.counter(f, "i", &["int", "long", "size_t"]);
        let heads = match parts {
            1 => vec![
                format!("for ({ty}{i} = 0; {i} < {rows}; {i} += 2)"),
                format!("for ({ty}{i} = 1; {i} < {rows}; {i} += 2)"),
            ],
            2 => vec![
                format!("for ({ty}{i} = 0; {i} < {}; {i}++)", f.part),
                format!("for ({ty}{i} = {}; {i} < {rows}; {i}++)", f.part),
            ],
            3 => vec![
                format!("for ({ty}{i} = 0; {i} < 1; {i}++)"),
                format!("for ({ty}{i} = 1; {i} < {rows}; {i}++)"),
            ],
            _ => vec![format!("for ({ty}{i} = 0; {i} < {rows}; {i}++)")],
        };
        let back = self.chance(5);
        for head in heads {
            self.open(head);
            at.at = match (back, nested) {
                (true, _) => (format!("{rows} - 1 - {i}"), String::new()),
                _ => (i.clone(), String::new()),
            };
            if nested {
                let (j, ty) = self.counter(f, "j", &["int", "size_t"]);
                self.open(format!("for ({ty}{j} = 0; {j} < {}; {j}++)", a.width));
                at.at.1 = j;
            }
            if a.filled {
                self.kept_away(f, &at);
            }
            match a.shape == Shape::Flat && !nested {
                true => {
                    let value = self.below_limit(f, &at);
                    self.line(format!("{}[{}] = {value};", a.base, at.at.0));
                }
                false => self.give(f, &at, k, true),
            }
            if nested {
                self.close();
            }
            self.close();
        }
    }
}
