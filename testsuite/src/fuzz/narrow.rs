//! Loops that count in every integer type, up and down, with every comparison, by steps of any size, near the ends of what
//! the type holds; alone, collapsed, tiled, nested. What comes of them tells each iteration that ran.

use super::array::{Array, Extent, Form};
use super::expr::Scope;
use super::r#gen::Gen;
use super::stmt::Locals;
use super::value::{INTEGERS, Type, Value};

/// A loop whose iterations are known.
struct Counted {
    head: String,
    variable: Value,
    /// The iteration's number, 0 .. trips, as an `int`.
    number: String,
    trips: u64,
}

/// Levels of nested loops.
const LEVELS: [&[&str]; 3] = [
    &[
        "gang vector",
        "gang",
        "gang worker vector",
        "vector",
        "worker",
        "",
    ],
    &[
        "gang|vector",
        "gang|worker",
        "gang worker|vector",
        "gang|seq",
        "gang vector|",
        "|",
    ],
    &[
        "gang|worker|vector",
        "gang|seq|vector",
        "gang|vector|",
        "||",
    ],
];

impl Gen {
    pub fn narrow_piece(&mut self) {
        for _ in 0..self.random.within(1, 3) {
            self.narrow_construct();
        }
    }

    fn narrow_construct(&mut self) {
        let count = self.random.within(1, 3) as usize;
        let most = [200, 24, 7][count - 1];
        let loops: Vec<Counted> = (0..count).map(|_| self.counted_in(most)).collect();
        let ty = self.stored_type();
        let extents: Vec<Extent> = loops
            .iter()
            .map(|l| Extent {
                value: l.trips.max(1),
                constant: l.trips.max(1).to_string(),
                variable: l.trips.max(1).to_string(),
            })
            .collect();
        let array = self.array("out", ty, &extents, &[Form::Static, Form::Local]);
        let reduction = self.chance(2).then(|| self.reduced_scalar());
        let mut clauses = format!(" copy({})", array.section());
        if let Some(reduction) = &reduction {
            clauses += &format!(" reduction({}:{})", reduction.op, reduction.clause);
        }
        self.launches += 1;
        let scope = Scope {
            values: loops.iter().map(|l| l.variable.clone()).collect(),
            ..Scope::default()
        };
        let directives = self.directives(count, &clauses);
        for (one, directive) in loops.iter().zip(directives) {
            if let Some(directive) = directive {
                self.line(directive);
            }
            self.open(&one.head);
        }
        self.narrow_body(scope, &array, &loops);
        if let Some(reduction) = &reduction {
            let scope = Scope {
                values: loops.iter().map(|l| l.variable.clone()).collect(),
                ..Scope::default()
            };
            self.update(&scope, reduction);
        }
        for _ in 0..count {
            self.close();
        }
        self.show_array(&array);
        if let Some(reduction) = &reduction {
            self.show(&reduction.target);
        }
    }

    fn narrow_body(&mut self, mut scope: Scope, array: &Array, loops: &[Counted]) {
        let numbers: Vec<String> = loops.iter().map(|l| l.number.clone()).collect();
        let own = array.value(&numbers);
        scope.values.push(own.clone());
        let mut locals = Locals::default();
        let count = self.random.below(2);
        self.statements(&mut scope, &mut locals, count, 1);
        self.assign(&scope, &own);
        // Each iteration leaves its own mark, once.
        if array.ty.floating() {
            self.line(format!(
                "{0} = (int){0} % 50 + 100 + (int)({1}) % 7;",
                own.text, numbers[0]
            ));
        } else {
            let unsigned = array.ty.unsigned().name();
            self.line(format!(
                "{} += ({unsigned})({}) + 1u;",
                own.text, numbers[0]
            ));
        }
    }

    /// A directive for each loop that has one.
    fn directives(&mut self, count: usize, clauses: &str) -> Vec<Option<String>> {
        let mut directives = vec![None; count];
        let sizes = self.sizes(false);
        match self.random.below(6) {
            0 | 1 => {
                let level =
                    self.random
                        .pick(&["gang vector", "gang", "gang worker vector", "", "vector"]);
                let shape = if count == 1 {
                    String::new()
                } else if self.chance(3) {
                    let sizes: Vec<&str> = (0..count)
                        .map(|_| self.random.pick(&["1", "2", "3", "8"]))
                        .collect();
                    format!(" tile({})", sizes.join(", "))
                } else {
                    format!(" collapse({count})")
                };
                directives[0] = Some(format!(
                    "#pragma acc parallel loop {level}{shape}{sizes}{clauses}"
                ));
            }
            2 => {
                directives[0] = Some(format!("#pragma acc kernels loop independent{clauses}"));
            }
            3 => {
                let word = self.random.pick(&["serial loop", "kernels loop"]);
                directives[0] = Some(format!("#pragma acc {word}{clauses}"));
            }
            _ => {
                let levels = self.random.pick(LEVELS[count - 1]);
                // Without gang on the outer loop it is given one.
                for (at, level) in levels.split('|').enumerate() {
                    directives[at] = Some(if at == 0 {
                        format!("#pragma acc parallel loop {level}{sizes}{clauses}")
                    } else {
                        let reduced = clauses
                            .find(" reduction")
                            .map(|from| &clauses[from..])
                            .filter(|_| level != "seq")
                            .unwrap_or_default();
                        format!("#pragma acc loop {level}{reduced}")
                    });
                }
            }
        }
        directives
    }

    /// A loop of at most `most` trips in a type of its own.
    fn counted_in(&mut self, most: u64) -> Counted {
        let ty = self.random.pick(&INTEGERS[1..]);
        let (mut low, mut high) = ty.sure();
        // NVRTC, up to 13.5 at least, adds up constants near an `int`'s ends in subscripts of unrolled loops without regard to
        // overflow. Loops there are in run/loop_counts.
        if ty == Type::Int {
            (low, high) = (low + 1000, high - 1000);
        }
        let mut step = i128::from(self.random.pick(&[1, 1, 1, 2, 3, 7, 10, 50]));
        let mut trips = if self.chance(12) {
            0
        } else {
            i128::from(self.random.within(1, most))
        };
        if (trips + 2) * step > high - low {
            step = step.min(3);
            trips = trips.min((high - low) / step - 2);
        }
        let up = self.chance(2);
        let small = i128::from(self.random.below(3));
        let reach = trips * step;
        // The first value, so that the one behind the last is still in the type.
        let (first, last) = if up {
            (low, high - reach)
        } else {
            (low + reach, high)
        };
        let start = match (self.random.below(4), up) {
            (0, _) => last - small,
            (1, _) => first + small,
            (2, true) => -reach / 2,
            (2, false) => reach / 2,
            (_, true) => small,
            (_, false) => reach + small,
        };
        let start = start.clamp(first, last);
        let (compare, end) = self.ending(up, start, trips, step, (low, high));
        self.counted_head(
            ty,
            (start, trips, if up { step } else { -step }),
            compare,
            end,
        )
    }

    /// A comparison that holds for `trips` values, and what the variable is compared with.
    fn ending(
        &mut self,
        up: bool,
        start: i128,
        trips: i128,
        step: i128,
        (low, high): (i128, i128),
    ) -> (&'static str, i128) {
        let sign = if up { 1 } else { -1 };
        let last = start + sign * (trips - 1) * step;
        let behind = start + sign * trips * step;
        let slack = i128::from(self.random.below(step as u64));
        if trips == 0 {
            let apart = i128::from(self.random.below(3));
            return match (up, self.random.below(2)) {
                (true, 0) => ("<", (start - apart).max(low)),
                (false, 0) => (">", (start + apart).min(high)),
                // With another step a loop to `!=` that starts near the type's end is refused.
                _ if step == 1 => ("!=", start),
                (true, _) => ("<", start),
                (false, _) => (">", start),
            };
        }
        match (self.random.below(5), up) {
            (0 | 1, true) => ("<", behind - slack),
            (0 | 1, false) => (">", behind + slack),
            (2 | 3, true) => ("<=", last + slack),
            (2 | 3, false) => (">=", last - slack),
            _ if step == 1 => ("!=", behind),
            (_, true) => ("<", behind),
            (_, false) => (">", behind),
        }
    }

    fn counted_head(
        &mut self,
        ty: Type,
        (start, trips, step): (i128, i128, i128),
        compare: &str,
        end: i128,
    ) -> Counted {
        let var = self.name("i");
        let behind = start + trips * step;
        let from = self.number(ty, start);
        // What the variable is compared with may be of another type, as long as C compares right.
        let other = self.random.pick(&INTEGERS[1..]);
        let common = ty.common(other);
        let holds = |t: Type, v: i128| (t.sure().0..=t.sure().1).contains(&v);
        let fits = holds(other, end) && [start, behind, end].iter().all(|v| holds(common, *v));
        let to = self.number(if fits { other } else { ty }, end);
        let test = match (compare, self.chance(4)) {
            ("<", true) => format!("{to} > {var}"),
            ("<=", true) => format!("{to} >= {var}"),
            (">", true) => format!("{to} < {var}"),
            (">=", true) => format!("{to} <= {var}"),
            ("!=", true) => format!("{to} != {var}"),
            _ => format!("{var} {compare} {to}"),
        };
        let by = step.abs();
        let forms: &[&str] = match (step > 0, by) {
            (true, 1) => &["{v}++", "++{v}", "{v} += 1", "{v} = {v} + 1"],
            (false, 1) => &["{v}--", "--{v}", "{v} -= 1", "{v} = {v} - 1"],
            (true, _) => &["{v} += {s}", "{v} = {v} + {s}", "{v} = {s} + {v}"],
            (false, _) => &["{v} -= {s}", "{v} = {v} - {s}"],
        };
        let forms = self.random.pick(forms);
        let mut by_text = by.to_string();
        // To `!=` a step must be a constant, which tells the direction.
        if forms.contains("{s}") && compare != "!=" && self.chance(4) {
            by_text = self.number(Type::Int, by);
        }
        let stepping = forms.replace("{v}", &var).replace("{s}", &by_text);
        let spelled = ty.name();
        let head = if self.chance(5) {
            self.line(format!("{spelled} {var};"));
            format!("for ({var} = {from}; {test}; {stepping})")
        } else {
            format!("for ({spelled} {var} = {from}; {test}; {stepping})")
        };
        let literal = literal(ty, start);
        let number = if step > 0 {
            format!("(int)(({var} - {literal}) / {by})")
        } else {
            format!("(int)(({literal} - {var}) / {by})")
        };
        let last = start + (trips - 1).max(0) * step;
        Counted {
            head,
            variable: Value::of(var, ty, start.min(last), start.max(last)),
            number,
            trips: trips as u64,
        }
    }

    /// A constant, or a variable that holds it.
    fn number(&mut self, ty: Type, value: i128) -> String {
        if self.chance(2) {
            return literal(ty, value);
        }
        let name = self.name("end");
        self.line(format!("{} {name} = {};", ty.name(), literal(ty, value)));
        name
    }
}

/// A constant of the type (of `int` for narrower ones), in parentheses where an operator could take it apart.
fn literal(ty: Type, value: i128) -> String {
    let suffix = match ty {
        Type::Unsigned => "u",
        Type::Long => "l",
        Type::UnsignedLong => "ul",
        Type::LongLong => "ll",
        Type::UnsignedLongLong => "ull",
        _ => "",
    };
    if value == ty.range().0 && value < 0 && ty.promoted() == ty {
        format!("({}{suffix} - 1)", value + 1)
    } else if value < 0 {
        format!("({value}{suffix})")
    } else {
        format!("{value}{suffix}")
    }
}
