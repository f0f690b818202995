//! Tables of pointers to rows: parameters, members of a structure, or arrays at file scope. Their rows lie apart, or some are in two tables, twice in one, or a vector
//! that the loops use as well.

use super::r#gen::Gen;

/// Rows and their elements: as many, since the vector may be a row.
const ROWS: u64 = 12;
const LENGTH: u64 = 12;

const ELEMENTS: [&str; 4] = ["unsigned", "int", "short", "long"];

/// Subscripts of rows and of elements, within loops from 1 to one before the last.
const OF_ROWS: [&str; 6] = ["i", "i", "i", "i - 1", "i + 1", "n - 1 - i"];
const OF_ELEMENTS: [&str; 5] = ["j", "j", "j", "j - 1", "j + 1"];

/// Where a function has its tables.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Parameters,
    Structure,
    FileScope,
}

/// A function with its tables.
struct Tables {
    f: String,
    element: &'static str,
    place: Place,
    names: &'static [&'static str],
}

impl Tables {
    /// A table as the function has it.
    fn named(&self, table: &str) -> String {
        match self.place {
            Place::Parameters => table.to_string(),
            Place::Structure => format!("g->{table}"),
            Place::FileScope => format!("{}_{table}", self.f),
        }
    }
}

impl Gen {
    pub fn tables_piece(&mut self) {
        let t = Tables {
            f: self.global("rows"),
            element: self.random.pick(&ELEMENTS),
            place: self
                .random
                .pick(&[Place::Parameters, Place::Structure, Place::FileScope]),
            names: &["a", "c", "e"][..self.random.within(1, 3) as usize],
        };
        let text = self.aside(|g| g.with_tables(&t));
        self.before += &text;
        let (f, element) = (&t.f, t.element);
        let (pool, x) = (self.name("pool"), self.name("x"));
        self.line(format!(
            "static {element} {pool}[{}][{LENGTH}], {x}[{ROWS}];",
            3 * ROWS
        ));
        let tables = ["a", "c", "e"].map(|name| self.name(name));
        for table in &tables {
            self.line(format!("{element} *{table}[{ROWS}];"));
        }
        for _ in 0..self.random.within(3, 5) {
            self.line(format!(
                "for (int p = 0; p < {}; p++) for (int q = 0; q < {LENGTH}; q++) {pool}[p][q] = p * 7 + q * 3;",
                3 * ROWS
            ));
            self.line(format!("for (int p = 0; p < {ROWS}; p++) {x}[p] = p % 5;"));
            for (k, table) in tables.iter().enumerate() {
                self.line(format!(
                    "for (int p = 0; p < {ROWS}; p++) {table}[p] = {pool}[3 * p + {k}];"
                ));
            }
            self.shared_rows(&tables);
            let row = self.random.within(1, ROWS - 2);
            let vector = match self.chance(4) {
                true => format!("{}[{row}]", tables[0]),
                false => x.clone(),
            };
            self.call_with_tables(&t, &tables, &vector);
            let sum = self.name("sum");
            self.line(format!("unsigned {sum} = 7;"));
            self.line(format!(
                "for (int p = 0; p < {}; p++) for (int q = 0; q < {LENGTH}; q++) {sum} = {sum} * 31 + (unsigned){pool}[p][q];",
                3 * ROWS
            ));
            self.line(format!(
                "for (int p = 0; p < {ROWS}; p++) {sum} = {sum} * 31 + (unsigned){x}[p];"
            ));
            self.tell(f, &sum);
        }
    }

    /// Gives tables other rows.
    fn shared_rows(&mut self, tables: &[String; 3]) {
        let (p, q) = (self.random.pick(tables), self.random.pick(tables));
        let (i, j) = (self.random.within(1, 4), self.random.within(5, 8));
        let text = match self.random.below(6) {
            // All of one's are another's, maybe of other numbers.
            0 => format!(
                "for (int p = 0; p < {ROWS}; p++) {p}[p] = {q}[(p + {}) % {ROWS}];",
                i % 3
            ),
            1 => format!("{p}[{i}] = {p}[{j}];"),
            2 => format!("{p}[{i}] = {q}[{j}];"),
            // In another order.
            3 => format!(
                "for (int p = 0; p < {ROWS} / 2; p++) {{ void *row = {p}[p]; {p}[p] = {q}[{ROWS} - 1 - p]; {q}[{ROWS} - 1 - p] = row; }}"
            ),
            _ => return,
        };
        self.line(text);
    }

    fn call_with_tables(&mut self, t: &Tables, tables: &[String; 3], vector: &str) {
        let f = &t.f;
        let least = if self.chance(4) { 2 } else { ROWS - 2 };
        let (n, m) = (
            self.random.within(least, ROWS),
            self.random.within(2, LENGTH - 1),
        );
        let given = tables[..t.names.len()].join(", ");
        match t.place {
            Place::Parameters => self.line(format!("{f}({n}, {m}, {vector}, {given});")),
            Place::Structure => {
                let g = self.name("g");
                self.line(format!("struct {f}_tables {g} = {{ {n}, {m}, {given} }};"));
                self.line(format!("{f}(&{g}, {vector});"));
            }
            Place::FileScope => {
                for (name, table) in t.names.iter().zip(tables) {
                    self.line(format!(
                        "for (int p = 0; p < {ROWS}; p++) {f}_{name}[p] = {table}[p];"
                    ));
                }
                self.line(format!("{f}({n}, {m}, {vector});"));
            }
        }
    }

    /// The function, ahead of it the structure or the arrays.
    fn with_tables(&mut self, t: &Tables) {
        let (f, element) = (&t.f, t.element);
        let stars = |name: &&str| format!("{element} **{name}");
        let all: Vec<String> = t.names.iter().map(stars).collect();
        let head = match t.place {
            Place::Parameters => format!("int n, int m, {element} *x, {}", all.join(", ")),
            Place::Structure => {
                self.line(format!(
                    "struct {f}_tables {{ int n, m; {}; }};",
                    all.join("; ")
                ));
                format!("struct {f}_tables *g, {element} *x")
            }
            Place::FileScope => {
                for name in t.names {
                    self.line(format!("static {element} *{f}_{name}[{ROWS}];"));
                }
                format!("int n, int m, {element} *x")
            }
        };
        self.line(format!("static void {f}({head})"));
        self.open("");
        // A store to an element of their type might change the bounds.
        let other = matches!(t.element, "short" | "long");
        let members = t.place == Place::Structure && other && self.chance(2);
        if t.place == Place::Structure && !members {
            self.line("const int n = g->n, m = g->m;");
        }
        let named = t.place != Place::Structure && self.chance(2);
        let mut clauses = String::new();
        if named {
            let sections = t.names.iter().map(|name| t.named(name) + "[0:n][0:m + 1]");
            let sections: Vec<String> = sections.collect();
            clauses = format!(" copy({})", sections.join(", "));
        }
        self.line(format!("#pragma acc kernels{clauses}"));
        self.open("");
        for _ in 0..self.random.within(1, 2) {
            self.nest_over_rows(t, members);
        }
        self.close();
        self.close();
    }

    fn nest_over_rows(&mut self, t: &Tables, members: bool) {
        let of = if members { "g->" } else { "" };
        let mut heads = [
            format!("for (int i = 1; i < {of}n - 1; i++)"),
            format!("for (int j = 1; j < {of}m - 1; j++)"),
        ];
        if self.chance(4) {
            heads.reverse();
        }
        heads.iter().for_each(|head| self.open(head));
        let to = self.element_of(t, of);
        let value = self.value_in(t, of);
        let text = match self.random.below(5) {
            0 => format!("{to} += {value};"),
            1 => format!("x[i] += {value};"),
            2 => {
                let (other, more) = (self.element_of(t, of), self.value_in(t, of));
                format!("{to} = {value}; {other} -= {more};")
            }
            3 if heads[0].contains("int i") => {
                let row = t.named(self.random.pick(t.names));
                format!(
                    "{} *row = {row}[i]; row[j] = (row[j] * 3 + {value}) % 251;",
                    t.element
                )
            }
            _ => format!("{to} = {value};"),
        };
        self.line(text);
        heads.iter().for_each(|_| self.close());
    }

    fn element_of(&mut self, t: &Tables, of: &str) -> String {
        let table = t.named(self.random.pick(t.names));
        let row = self
            .random
            .pick(&OF_ROWS)
            .replace("n -", &format!("{of}n -"));
        format!("{table}[{row}][{}]", self.random.pick(&OF_ELEMENTS))
    }

    fn value_in(&mut self, t: &Tables, of: &str) -> String {
        let factor = self.random.within(1, 4);
        match self.random.below(4) {
            0 => format!("x[{}] + {factor}", self.random.pick(&["i", "j", "j + 1"])),
            1 => format!("({} * {factor} + i) % 251", self.element_of(t, of)),
            _ => format!(
                "({} + {} * {factor}) % 251",
                self.element_of(t, of),
                self.element_of(t, of)
            ),
        }
    }
}
