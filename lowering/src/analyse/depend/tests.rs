//! What the groups of accesses leave out changes no answer: in random bodies all pairs lead to the same first dependence, or to none.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use accrs_frontend::region::{Body, For, Stmt, Visit};
use accrs_frontend::{Input, Unit};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A reference of one of the kinds, with numbers and shifts of its own.
    fn reference(&mut self, kind: u64) -> String {
        let (c, d) = (self.below(3), self.below(3));
        let i = ["i", "i", "i", "i - 1", "i + 2", "2 * i", "0"][self.below(7) as usize];
        let j = ["j", "j", "j + 1", "1", "i"][self.below(5) as usize];
        match kind {
            0 => format!("a[{i}][{c}][{d}]"),
            1 => format!("l[6 * {i} + {c}]"),
            2 => format!("l[(i * n + j) * 4 + {c}]"),
            3 => format!("p[{c} * n + {i}]"),
            4 => format!("s[i].{}[{c}]", ["x", "y"][d.min(1) as usize]),
            5 => format!("s[{i}].v.{}", ["d", "f"][c.min(1) as usize]),
            6 => format!("rows[{c}][{i}]"),
            7 => format!("m.{}[{j}]", ["own", "near", "far"][c as usize]),
            8 => format!("a[{i}][idx[{j}]][{c}]"),
            9 => format!("g[{i} + {c}]"),
            10 => format!("*(p + m.u * {c} + j)"),
            11 => format!("near[{j} + 4 * {i}]"),
            _ => format!("wide[(i + {c}u) * m.u + {j}]"),
        }
    }

    fn body(&mut self) -> String {
        let kinds: Vec<u64> = (0..1 + self.below(3)).map(|_| self.below(13)).collect();
        let mut body = String::new();
        for _ in 0..2 + self.below(7) {
            let mut any = || {
                let kind = kinds[self.below(kinds.len() as u64) as usize];
                self.reference(kind)
            };
            let (to, x, y) = (any(), any(), any());
            let to = [to, "t".to_string()][self.below(3).min(1) as usize].clone();
            body += &match self.below(6) {
                0 => format!("if (i > {}) {to} = {x};\n", self.below(9)),
                1 => format!(
                    "#pragma acc atomic update\n{} += 1;\n",
                    to.replace('t', "p[0]")
                ),
                2 => format!("for (int k = 0; k < 3; k++) {to} += k + {x};\n"),
                _ => format!("{to} = {x} + {y};\n"),
            };
        }
        body
    }
}

fn source(body: &str) -> String {
    format!(
        "struct e {{ double x[4], y[4]; union {{ double d; float f; }} v; }};
struct m {{ double own[64]; int *near; double *restrict far; unsigned u; }};
double a[64][4][4];
void f(int n, double *l, double *p, struct e *s, double **rows, struct m m, const int *idx, float *restrict g, int *near, double wide[])
{{
    double t;
#pragma acc kernels
    for (int i = 2; i < n - 2; i++)
        for (int j = 0; j < n; j++) {{
{body}        }}
}}
"
    )
}

fn unit(text: String) -> Unit {
    let input = Input {
        text,
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    };
    let output = accrs_frontend::parse(input);
    let words: Vec<_> = output.diagnostics.iter().map(|d| &d.message).collect();
    let parsed = output.unit;
    parsed.unwrap_or_else(|| panic!("not parsed, or no libclang to do it: {words:?}"))
}

/// The loops of code, each behind those around it.
struct Loops<'a>(Vec<&'a For>);

impl<'a> Visit<'a> for Loops<'a> {
    fn visit_for(&mut self, l: &'a For) {
        self.0.push(l);
        self.walk_for(l);
    }
}

fn answers(unit: &Unit, body: &[Stmt], aliases: &Aliases) -> Vec<(String, String)> {
    let mut loops = Loops(Vec::new());
    body.iter().for_each(|s| loops.visit_stmt(s));
    let heads: Vec<&Canonical> = loops
        .0
        .iter()
        .map(|l| l.canonical.as_ref().unwrap())
        .collect();
    let none = IndexSet::new();
    let mut out = Vec::new();
    for at in 0..2 {
        let q = Question {
            facts: &Facts::of(unit, [&*loops.0[at].body]),
            whole: &Facts::of(unit, body),
            heads: &heads[at..=at],
            around: &heads[..at],
            inside: &[],
            private: &none,
            reduced: &none,
            sums: &none,
            aliases,
        };
        let all = accesses(&q).found;
        let common = common(&q, &all);
        let every = (0..common.len()).flat_map(|i| (i..common.len()).map(move |j| (i, j)));
        let matters = |(i, j): &(usize, usize)| {
            let (a, b) = (common[*i], common[*j]);
            (a.write || b.write) && !(a.atomic && b.atomic)
        };
        let say = |found: Result<Free, Dependence>| match found {
            Ok(mut free) => {
                free.by_clauses.sort();
                free.asked.sort();
                format!("free {free:?}")
            }
            Err(found) => format!("{found:?}"),
        };
        out.push((
            say(first(&q, &all, &common, groups::pairs(&common))),
            say(first(&q, &all, &common, every.filter(matters))),
        ));
    }
    out
}

#[test]
fn groups_change_no_answer() {
    let mut random = Random(7);
    let (mut free, mut found) = (0, 0);
    for _ in 0..400 {
        let text = source(&random.body());
        let unit = unit(text.clone());
        let Body::Compute(body) = &unit.constructs[0].body else {
            panic!("{text}");
        };
        let vars = unit.vars.iter().enumerate();
        let named = vars.filter(|(_, v)| ["l", "p", "near"].contains(&v.name.as_str()));
        let asked = (0..unit.vars.len()).map(|i| (VarId(i as u32), None));
        let aliases = Aliases {
            unasked: asked.filter(|_| random.below(2) == 0).collect(),
            distinct: named.map(|(i, _)| VarId(i as u32)).collect(),
            strict_aliasing: random.below(2) == 0,
            safe_pointers: random.below(4) == 0,
            ..Aliases::default()
        };
        for (grouped, plain) in answers(&unit, body, &aliases) {
            assert_eq!(grouped, plain, "{text}");
            match plain.starts_with("free") {
                true => free += 1,
                false => found += 1,
            }
        }
    }
    assert!(free > 100 && found > 100, "{free} {found}");
}
