//! A nest: its element type, where its arrays are, the types and ranges of its loops.

use super::{asked, bodies, cached, jammed, several, steps, triangles, turned};
use crate::random::Random;

/// Where a nest's arrays are, and how their elements are named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Arrays of their own at file scope.
    Global,
    /// Parameters of variable length.
    Variable,
    /// Plain pointers with linear subscripts.
    Flat,
    /// Pointers to rows.
    Rows,
    /// Members of a structure at file scope.
    Member,
    /// Members of a structure behind a pointer.
    Behind,
}

impl Form {
    /// As often as they are drawn: members share an object with all others, of which less is kept in registers.
    const DRAWN: [Form; 9] = [
        Form::Global,
        Form::Global,
        Form::Variable,
        Form::Variable,
        Form::Flat,
        Form::Rows,
        Form::Rows,
        Form::Member,
        Form::Behind,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Form::Global => "global",
            Form::Variable => "variable",
            Form::Flat => "flat",
            Form::Rows => "rows",
            Form::Member => "member",
            Form::Behind => "behind",
        }
    }
}

/// The arrays of two dimensions.
pub const PLANES: [&str; 4] = ["A", "B", "C", "D"];
/// Those of one.
pub const LINES: [&str; 3] = ["x", "y", "z"];
/// The planes of the one of three.
pub const BATCH: u64 = 3;

/// How far the rows of a triangle go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Columns {
    All,
    AndOneMore,
    UpTo,
    Below,
    From,
    Above,
    Shifted,
    Moving(u64),
    Twice,
}

/// One call of a nest: its numbers of rows, columns, and iterations in order.
pub type Sizes = [u64; 3];

/// Where pointers overlap in a call: the first array begins so many elements into the second.
pub struct Overlap {
    pub array: &'static str,
    pub within: &'static str,
    pub at: u64,
}

/// A nest, and what it takes to call it.
pub struct Nest {
    pub seed: u64,
    pub kind: &'static str,
    pub ty: &'static str,
    pub form: Form,
    /// The type of bounds.
    pub bound: &'static str,
    /// Elements of a row.
    pub length: u64,
    /// The text of the region, directives included.
    pub region: String,
    /// Data clauses say how far pointers reach: a variable that starts from a wider one may do so from anywhere, and no compiler can
    /// then tell what the nest touches.
    pub sized: bool,
    /// What stands before it in the function.
    pub before: String,
    pub after: String,
    pub calls: Vec<Sizes>,
    pub overlaps: Vec<Overlap>,
}

impl Nest {
    pub fn new(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = bodies::any(&mut maker);
        maker.finish(kind, text)
    }

    /// Steps, and what each of them goes through.
    pub fn of_steps(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = steps::any(&mut maker);
        maker.finish(kind, text)
    }

    /// Elements along rows, and others along columns.
    pub fn of_turned(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = turned::any(&mut maker);
        maker.finish(kind, text)
    }

    /// What `cache` names.
    pub fn of_cached(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = cached::any(&mut maker);
        maker.finish(kind, text)
    }

    /// What clauses and `cache` ask for.
    pub fn of_asked(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = asked::any(&mut maker);
        maker.finish(kind, text)
    }

    /// Several statements in a loop, and several loops.
    pub fn of_several(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = several::any(&mut maker);
        maker.finish(kind, text)
    }

    /// Independent rows, with loops in order in them.
    pub fn of_jammed(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = jammed::any(&mut maker);
        maker.finish(kind, text)
    }

    /// Sums of what iterations before have left.
    pub fn of_triangles(seed: u64) -> Nest {
        let mut maker = Maker::new(seed);
        let (kind, text) = triangles::any(&mut maker);
        maker.finish(kind, text)
    }

    pub fn name(&self) -> String {
        let (kind, form, ty) = (self.kind, self.form.name(), self.ty);
        format!("tiles {kind} {form} {ty} --seed {}", self.seed)
    }
}

/// What has been drawn of a nest.
pub struct Maker {
    pub r: Random,
    pub ty: &'static str,
    pub form: Form,
    /// Loops' variables are declared outside of the loops, as C89 has it.
    pub outside: bool,
    /// The nest's loops are in a region alone: the compiler has to find out what is parallel.
    pub bare: bool,
    /// What else the function declares.
    pub before: String,
    pub after: String,
    seed: u64,
    /// Loops' variables have types of their own.
    mixed: bool,
    vars: [(char, &'static str); 5],
    bound: &'static str,
    bounds: [String; 3],
    most: Sizes,
    columns: Columns,
}

fn is_signed(ty: &str) -> bool {
    matches!(ty, "int" | "long")
}

impl Maker {
    fn new(seed: u64) -> Maker {
        // Seeds that follow each other give numbers that do: the first draw parts them.
        let mut r = Random::new(Random::new(seed).next());
        let square = seed % 4 == 1;
        let mut most = [
            r.pick(&[3, 17, 33, 40, 67, 70]),
            r.pick(&[5, 16, 35, 66, 70, 100, 131, 140]),
            r.pick(&[7, 20, 33, 33, 40, 40]),
        ];
        if square {
            most = [most[0]; 3];
        }
        let mixed = r.one_in(3);
        let ints = ["int", "int", "long", "unsigned", "size_t"];
        let same = if mixed { "int" } else { r.pick(&ints) };
        let mut var = |name| match mixed {
            true => (name, r.pick(&ints)),
            false => (name, same),
        };
        let vars = [var('i'), var('j'), var('k'), var('l'), var('b')];
        let names = if square { ["n"; 3] } else { ["n", "m", "kk"] };
        let form = r.pick(&Form::DRAWN);
        // Linear subscripts tell rows apart where the number of columns is known.
        let known = form == Form::Flat && !r.one_in(5);
        let bounds = [0, 1, 2].map(|at: usize| match known || r.one_in(5) {
            true => most[at].to_string(),
            false => names[at].to_string(),
        });
        // All loops go over the same range: nothing but the loops themselves tells rows, columns and sums apart.
        let bounds = if square {
            [0; 3].map(|at| bounds[at].clone())
        } else {
            bounds
        };

        let width = r.pick(&[5, 40]);
        let columns = match r.below(16) {
            0..6 => Columns::All,
            6 => Columns::AndOneMore,
            7 | 8 => Columns::UpTo,
            9 => Columns::Below,
            10 | 11 => Columns::From,
            12 => Columns::Above,
            13 => Columns::Shifted,
            14 => Columns::Moving(width),
            _ => Columns::Twice,
        };
        Maker {
            ty: r.pick(&[
                "double", "double", "float", "float", "int", "long", "unsigned",
            ]),
            form,
            outside: r.one_in(3),
            bare: true,
            before: String::new(),
            after: String::new(),
            seed,
            mixed,
            vars,
            bound: r.pick(&["int", "int", "long", "unsigned"]),
            bounds,
            most,
            columns,
            r,
        }
    }

    /// Elements of a row: what all subscripts stay below.
    fn length(&self) -> u64 {
        let most = self.most.iter().max().copied().unwrap_or(0);
        match self.columns {
            Columns::Moving(width) => most + width + 12,
            Columns::Twice => most.max(2 * self.most[0]) + 12,
            _ => most + 12,
        }
    }

    pub fn is_float(&self) -> bool {
        matches!(self.ty, "double" | "float")
    }

    /// An element of an array of two dimensions.
    pub fn at(&self, array: &str, i: &str, j: &str) -> String {
        match self.form {
            Form::Flat => format!("{array}[({i})*{} + {j}]", self.pitch()),
            _ => format!("{}[{i}][{j}]", self.base(array)),
        }
    }

    /// An element of a vector.
    pub fn one(&self, array: &str, i: &str) -> String {
        format!("{}[{i}]", self.base(array))
    }

    /// An element of the array of three dimensions.
    pub fn cell(&self, b: &str, i: &str, j: &str) -> String {
        match self.form {
            Form::Flat => {
                let pitch = self.pitch();
                format!("E[(({b})*{pitch} + {i})*{pitch} + {j}]")
            }
            _ => format!("{}[{b}][{i}][{j}]", self.base("E")),
        }
    }

    /// The length of rows, as plain pointers see it: of some nests a constant, of others an argument.
    fn pitch(&self) -> String {
        match self.seed % 8 {
            0 => "len".to_string(),
            _ => self.length().to_string(),
        }
    }

    /// Subscripts are linear: an array of two dimensions has one.
    pub fn is_flat(&self) -> bool {
        self.form == Form::Flat
    }

    /// An array as the nest names it.
    pub fn name(&self, array: &str) -> String {
        self.base(array)
    }

    fn base(&self, array: &str) -> String {
        match self.form {
            Form::Global => format!("{array}_{}", self.seed),
            Form::Member => format!("g_{}.{array}", self.seed),
            Form::Behind => format!("g->{array}"),
            Form::Variable | Form::Flat | Form::Rows => array.to_string(),
        }
    }

    pub fn may_count_down(&self, name: char) -> bool {
        self.may_subtract(name)
    }

    fn var(&self, name: char) -> &'static str {
        let own = self.vars.iter().find(|(v, _)| *v == name);
        own.map_or("int", |(_, ty)| ty)
    }

    /// A bound below 0 would be a large one in an unsigned comparison.
    fn may_subtract(&self, name: char) -> bool {
        is_signed(self.var(name)) && is_signed(self.bound)
    }

    /// `for (i = …; i < …; i++)`
    pub fn head(&self, v: char, from: &str, until: &str, step: &str) -> String {
        let ty = match self.outside {
            true => String::new(),
            false => format!("{} ", self.var(v)),
        };
        format!("for ({ty}{v} = {from}; {v} {until}; {step})")
    }

    fn up(&self, v: char, from: &str, until: &str) -> String {
        self.head(v, from, until, &format!("{v}++"))
    }

    pub fn n(&self) -> String {
        self.bounds[0].clone()
    }

    pub fn m(&self) -> String {
        self.bounds[1].clone()
    }

    /// The end of loops in order.
    pub fn order(&self) -> String {
        self.bounds[2].clone()
    }

    /// Over all rows.
    pub fn rows(&self) -> String {
        self.up('i', "0", &format!("< {}", self.n()))
    }

    /// Over all columns.
    pub fn all_columns(&self) -> String {
        self.up('j', "0", &format!("< {}", self.m()))
    }

    pub fn range(&self, v: char, from: &str, until: &str) -> String {
        self.up(v, from, &format!("< {until}"))
    }

    /// Over the columns of a row, which may depend on the row.
    pub fn columns(&mut self) -> String {
        let m = self.m();
        let short = self.r.one_in(2);
        let (from, until) = match self.columns {
            Columns::All if short && self.may_subtract('j') => ("0", format!("<= {m} - 1")),
            Columns::All => ("0", format!("< {m}")),
            Columns::AndOneMore => ("0", format!("<= {m}")),
            Columns::UpTo if short => ("0", "< i + 1".to_string()),
            Columns::UpTo => ("0", "<= i".to_string()),
            Columns::Below => ("0", "< i".to_string()),
            Columns::From => ("i", format!("< {m}")),
            Columns::Above => ("i + 1", format!("< {m}")),
            Columns::Shifted if self.may_subtract('j') => ("2", format!("< {m} - 1")),
            Columns::Shifted => ("2", format!("< {m} + 1")),
            Columns::Moving(width) => ("i", format!("< i + {width}")),
            Columns::Twice => ("0", "< 2*i + 1".to_string()),
        };
        self.up('j', from, &until)
    }

    pub fn is_rectangle(&self) -> bool {
        matches!(
            self.columns,
            Columns::All | Columns::AndOneMore | Columns::Shifted
        )
    }

    /// A loop in order: up, down, by twos; `row`: it stands in the loop over rows, on which it may depend.
    pub fn in_order(&mut self, row: bool) -> String {
        let kk = self.bounds[2].clone();
        let down = self.may_subtract('k');
        match self.r.below(18) {
            0 if down => self.head('k', &format!("{kk} - 1"), ">= 0", "k--"),
            1 if down => self.head('k', &kk, "> 0", "k -= 1"),
            2 => self.head('k', "0", &format!("< {kk}"), "k += 2"),
            3 => self.head('k', "1", &format!("<= {kk}"), "k++"),
            4 if row => self.up('k', "0", "< i"),
            5 if row => self.up('k', "i + 1", &format!("< {kk}")),
            6 if row => self.up('k', "0", "<= i"),
            _ => self.up('k', "0", &format!("< {kk}")),
        }
    }

    fn finish(mut self, kind: &'static str, text: String) -> Nest {
        let mut before = String::new();
        if self.outside {
            for (v, ty) in self.vars {
                before.push_str(&format!("{ty} {v};\n"));
            }
        }
        before.push_str(&self.before);
        let mut calls: Vec<Sizes> = vec![self.most];
        for _ in 0..3 {
            calls.push(self.most.map(|n| match self.r.below(4) {
                0 => self.r.below(3).min(n),
                _ => self.r.below(n + 1),
            }));
        }
        let length = self.length();
        let pairs = [
            ("C", "B"),
            ("C", "A"),
            ("D", "C"),
            ("C", "D"),
            ("z", "A"),
            ("y", "x"),
        ];
        let mut overlap = || {
            let (array, within) = self.r.pick(&pairs);
            let line = LINES.contains(&within);
            let at = match self.r.below(4) {
                0 => 0,
                1 => 1,
                2 if !line => length * self.r.within(1, 3),
                _ => self.r.below(if line { length } else { 5 * length }),
            };
            Overlap { array, within, at }
        };
        let sized = self.mixed && matches!(self.form, Form::Variable | Form::Flat | Form::Rows);
        // Where the user has said that iterations are independent, or how far each array reaches, pointers that overlap are the user's
        // mistake.
        let overlaps = match self.form == Form::Flat && self.bare && !sized {
            true => (0..3).map(|_| overlap()).collect(),
            false => Vec::new(),
        };
        Nest {
            seed: self.seed,
            kind,
            ty: self.ty,
            form: self.form,
            bound: self.bound,
            length,
            region: text,
            sized,
            before,
            after: self.after,
            calls,
            overlaps,
        }
    }
}
