//! Distances and directions of dependences beside enumeration: random nests of two loops with constant bounds, of which each pair of
//! iterations is looked at.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::Input;
use accrs_lowering::{Options, analysis, prepare};
use std::collections::{BTreeMap, BTreeSet};

/// Random numbers, the same in each run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((z ^ (z >> 31)) % n).unwrap()
    }
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()]
    }
}

#[derive(Clone, Copy)]
struct Loop {
    from: i64,
    to: i64,
    step: i64,
    down: bool,
}

impl Loop {
    fn random(r: &mut Random) -> Loop {
        let from = r.below(3);
        Loop {
            from,
            to: from + 3 + r.below(6),
            step: r.pick(&[1, 1, 2, 3]),
            down: r.below(4) == 0,
        }
    }
    /// `triangle`: it starts at the other loop's variable.
    fn text(&self, v: &str, triangle: bool) -> String {
        let Loop { from, to, step, .. } = self;
        match (self.down, triangle) {
            (true, _) => format!("for (int {v} = {to}; {v} >= {from}; {v} -= {step})\n"),
            (_, true) => format!("for (int {v} = i; {v} <= {to}; {v} += {step})\n"),
            _ => format!("for (int {v} = {from}; {v} <= {to}; {v} += {step})\n"),
        }
    }
    fn values(&self, first: Option<i64>) -> Vec<i64> {
        let (mut at, mut all) = (
            if self.down {
                self.to
            } else {
                first.unwrap_or(self.from)
            },
            Vec::new(),
        );
        while if self.down {
            at >= self.from
        } else {
            at <= self.to
        } {
            all.push(at);
            at += if self.down { -self.step } else { self.step };
        }
        all
    }
}

/// `a * i + b * j + c`
type Subscript = (i64, i64, i64);

fn subscript(r: &mut Random) -> Subscript {
    (
        r.pick(&[0, 1, 1, 2, -1]),
        r.pick(&[0, 1, 1, -1]),
        r.below(6) + 18,
    )
}

fn element(of: &[Subscript], (i, j): (i64, i64)) -> Vec<i64> {
    of.iter().map(|(a, b, c)| a * i + b * j + c).collect()
}

fn text(of: &[Subscript]) -> String {
    let each = of.iter().map(|(a, b, c)| format!("[{a}*i + {b}*j + {c}]"));
    each.collect()
}

/// A dependence: its kind, the loop that carries it, and distance or direction.
type Found = BTreeSet<(&'static str, usize, String)>;
/// What lies between two iterations of each loop: the difference of its values, and how much of that is a step.
type Apart = [(i64, i64); 2];
type Guard = (&'static str, fn(i64, i64) -> bool);

struct Nest {
    loops: [Loop; 2],
    triangle: bool,
    guard: Guard,
    write: Vec<Subscript>,
    read: Vec<Subscript>,
}

impl Nest {
    fn random(r: &mut Random) -> Nest {
        let loops = [Loop::random(r), Loop::random(r)];
        let guards: [Guard; 4] = [
            ("1", |_, _| true),
            ("i % 2 == 0", |i, _| i % 2 == 0),
            ("i > j", |i, j| i > j),
            ("j != 2", |_, j| j != 2),
        ];
        let dims = 1 + r.below(2);
        let write: Vec<Subscript> = (0..dims).map(|_| subscript(r)).collect();
        let near = r.below(5) < 3;
        let read = write.iter().map(|(a, b, c)| match near {
            true => (*a, *b, c + r.below(5) - 2),
            false => subscript(r),
        });
        Nest {
            read: read.collect(),
            triangle: !loops[1].down && r.below(3) == 0,
            guard: r.pick(&guards),
            loops,
            write,
        }
    }

    fn source(&self) -> String {
        let dims = "[99]".repeat(self.write.len());
        format!(
            "double a{dims};\nvoid f(void) {{\n#pragma acc kernels\n{}{}if ({}) a{} = a{} + 1;\n}}\n",
            self.loops[0].text("i", false),
            self.loops[1].text("j", self.triangle),
            self.guard.0,
            text(&self.write),
            text(&self.read)
        )
    }

    /// Iterations in their order: the variables, and the number of the outer one.
    fn iterations(&self) -> Vec<((i64, i64), i64)> {
        let mut all = Vec::new();
        for (n, i) in (0..).zip(self.loops[0].values(None)) {
            let first = self.triangle.then_some(i);
            let inner = self.loops[1].values(first).into_iter();
            all.extend(inner.filter(|j| (self.guard.1)(i, *j)).map(|j| ((i, j), n)));
        }
        all
    }

    /// What each pair of iterations shows.
    fn enumerated(&self) -> Found {
        let all = self.iterations();
        let mut apart: BTreeMap<(&'static str, usize), BTreeSet<Apart>> = BTreeMap::new();
        for (at, (p, n)) in all.iter().enumerate() {
            for (q, m) in &all[at + 1..] {
                let way = if self.loops[1].down { -1 } else { 1 };
                let step = self.loops[1].step;
                let distance = [(m - n, 1), ((q.1 - p.1) * way, step)];
                let carrier = usize::from(n == m);
                let (w, r) = (element(&self.write, *p), element(&self.read, *p));
                let (then_w, then_r) = (element(&self.write, *q), element(&self.read, *q));
                for (kind, is) in [
                    ("flow", w == then_r),
                    ("anti", r == then_w),
                    ("output", w == then_w),
                ] {
                    if is {
                        apart.entry((kind, carrier)).or_default().insert(distance);
                    }
                }
            }
        }
        let said = apart
            .into_iter()
            .map(|((kind, carrier), all)| (kind, carrier, vector(&all)));
        said.collect()
    }
}

/// In the dump's words.
fn vector(all: &BTreeSet<Apart>) -> String {
    let first = all.first().unwrap();
    if all.len() == 1 && first.iter().all(|(n, by)| n % by == 0) {
        let [a, b] = first.map(|(n, by)| n / by);
        return format!("distance ({a},{b})");
    }
    let words = [0, 1].map(|k| {
        let any = |is: fn(i64) -> bool| all.iter().any(|d| is(d[k].0));
        match (any(|n| n > 0), any(|n| n == 0), any(|n| n < 0)) {
            (true, false, false) => "<",
            (false, true, false) => "=",
            (false, false, true) => ">",
            (true, true, false) => "<=",
            (false, true, true) => ">=",
            (true, false, true) => "<>",
            _ => "*",
        }
    });
    format!("direction ({},{})", words[0], words[1])
}

fn analysed(source: &str) -> Found {
    let out = accrs_frontend::parse(Input {
        text: source.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let mut unit = out.unit.expect(source);
    prepare(&mut unit, &Options::default());
    let mut found = Found::new();
    let mut carrier = None;
    for line in analysis(&unit, &Options::default())
        .0
        .lines()
        .map(str::trim)
    {
        if line.starts_with("loop line") {
            carrier = Some(carrier.map_or(0, |n| n + 1));
        }
        let line = line.strip_prefix("may be ").unwrap_or(line);
        for kind in ["flow", "anti", "output"] {
            let Some(rest) = line.strip_prefix(kind).and_then(|l| l.strip_prefix(": ")) else {
                continue;
            };
            let from = rest.find("distance (").or_else(|| rest.find("direction ("));
            let vector = &rest[from.unwrap()..];
            let end = vector.find(')').unwrap() + 1;
            found.insert((kind, carrier.unwrap(), vector[..end].to_string()));
        }
    }
    found
}

#[test]
fn distances_are_those_of_the_iterations() {
    let mut r = Random(3);
    let (mut distances, mut directions) = (0, 0);
    for _ in 0..60 {
        let nest = Nest::random(&mut r);
        let (source, want) = (nest.source(), nest.enumerated());
        assert_eq!(analysed(&source), want, "{source}");
        distances += want.iter().filter(|f| f.2.starts_with("distance")).count();
        directions += want.iter().filter(|f| f.2.starts_with("direction")).count();
    }
    assert!(
        distances > 20 && directions > 20,
        "{distances}, {directions}"
    );
}
