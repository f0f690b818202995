//! What functions do, through the calls among them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use accrs_frontend::Unit;
use accrs_frontend::region::FunctionId;

fn unit(functions: &str) -> Unit {
    let text = format!("{functions}\nvoid all(void)\n{{\n#pragma acc serial\n    {{ }}\n}}\n");
    common::unit(text)
}

fn id(unit: &Unit, name: &str) -> FunctionId {
    let at = unit.functions.iter().position(|f| f.name == name);
    FunctionId(at.expect(name) as u32)
}

/// Whether a function reads, and writes, what each of its arguments points to.
fn arguments(unit: &Unit, name: &str) -> Vec<(bool, bool)> {
    let f = id(unit, name);
    let n = unit.function(f).params.len();
    (0..n)
        .map(|n| unit.effects.on_argument(unit, f, n))
        .collect()
}

const READS: (bool, bool) = (true, false);
const WRITES: (bool, bool) = (false, true);
const BOTH: (bool, bool) = (true, true);
const NEITHER: (bool, bool) = (false, false);

#[test]
fn arguments_are_followed_through_calls() {
    let unit = unit(
        "#pragma acc routine seq
void copy(int *to, int *from) { *to = from[1]; }
#pragma acc routine seq
void back(int *a, int *b, int n) { if (n) back(b, a, n - 1); else copy(b, a); }
#pragma acc routine seq
void once(int *a, int *b, int *c) { copy(a + 1, b); }
#pragma acc routine seq
int sum(int p[4]) { return p[0] + p[1]; }
#pragma acc routine seq
int far(int *p, const int *q);
#pragma acc routine seq
int asks(int *p, int *q) { return far(p, q); }",
    );
    assert_eq!(arguments(&unit, "copy"), [WRITES, READS]);
    assert_eq!(arguments(&unit, "once"), [WRITES, READS, NEITHER]);
    assert_eq!(arguments(&unit, "back")[..2], [BOTH, BOTH]);
    assert_eq!(arguments(&unit, "sum"), [READS]);
    // Of another file: const is all that is known.
    assert_eq!(arguments(&unit, "asks"), [BOTH, READS]);
}

#[test]
fn pointers_that_go_elsewhere_may_be_used_there() {
    let unit = unit(
        "int *kept;
#pragma acc declare create(kept)
#pragma acc routine seq
void keep(int *p) { kept = p; }
#pragma acc routine seq
void alias(int *p, const int *q) { int *r = p; const int *s; s = q; r[0] = s[0]; }
#pragma acc routine seq
void step(int *p) { p++; }
#pragma acc routine seq
void hands(int *p) { keep(p); }",
    );
    for name in ["keep", "step", "hands"] {
        assert_eq!(arguments(&unit, name), [BOTH], "{name}");
    }
    assert_eq!(arguments(&unit, "alias"), [BOTH, READS]);
}

#[test]
fn static_variables_are_noted_where_they_are_named() {
    let unit = unit(
        "int count, table[8], *way;
#pragma acc declare create(count, table, way)
#pragma acc routine seq
void add(int n) { count += n; table[n] = 1; }
#pragma acc routine seq
int outer(int n) { add(n); return *way; }",
    );
    let named = |f: &str| -> Vec<String> {
        let summary = unit.effects.summary(id(&unit, f)).unwrap();
        let touched = summary.statics.iter();
        touched
            .map(|(v, t)| {
                let name = &unit.var(*v).name;
                format!(
                    "{name} {} {}",
                    t.read || t.behind_read,
                    t.written || t.behind_written
                )
            })
            .collect()
    };
    assert_eq!(named("add"), ["count true true", "table false true"]);
    assert_eq!(named("outer"), ["way true false"]);
    let summary = unit.effects.summary(id(&unit, "outer")).unwrap();
    assert!(summary.calls.contains(&id(&unit, "add")));
}
