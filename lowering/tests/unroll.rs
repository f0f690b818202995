//! Which loops `unroll(n)` unrolls, by what conditions their main loops go on, and why others stay as they are.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::{CRules, Input, Unit};
use accrs_lowering::{Options, lower, trees};

/// A loop in order by itself, unrolled by four.
fn unit(declared: &str, looped: &str) -> Unit {
    let output = accrs_frontend::parse(Input {
        text: format!(
            "typedef unsigned long size_t;\nint g, b[99];\n#pragma acc declare copyin(g)\nvoid f(int n, unsigned u, long l, size_t z, unsigned char c, int *a, int *end)\n{{\n\
             #pragma acc serial copy(a[0:n])\n{{ int s = 0; {declared}\n#pragma acc loop seq unroll(4)\n{looped}\na[0] = s; }} }}\n"
        ),
        path: "t.c",
        cflags: &[],
        rules: &CRules::default(),
        strict: false,
    });
    let words: Vec<_> = output.diagnostics.iter().map(|d| &d.message).collect();
    output.unit.unwrap_or_else(|| panic!("{looped}: {words:?}"))
}

/// What the report says of the loop.
fn note(declared: &str, looped: &str) -> String {
    let unit = unit(declared, looped);
    let text = lower(&unit, &Options::default()).plan.dump(&unit);
    let notes = text.lines().filter_map(|l| l.trim().strip_prefix("note "));
    let mut found = notes.filter(|l| l.contains("unrolled"));
    let note = found.next().unwrap_or_else(|| panic!("{looped}: {text}"));
    note.split_once(": ").unwrap().1.to_string()
}

/// The main loop's condition.
fn condition(head: &str) -> String {
    let unit = unit("", &format!("for ({head}) s ^= 1;"));
    let (text, _) = trees(&unit, &Options::default());
    let main = text.lines().find_map(|l| l.split_once(" copies, while "));
    main.unwrap_or_else(|| panic!("{head}: {text}"))
        .1
        .to_string()
}

#[test]
fn main_loops_go_on_where_nothing_overflows() {
    for (head, want) in [
        // Constants.
        ("int i = n; i < 100; i++", "i < 97"),
        ("int i = n; i <= 100; i += 5", "i <= 85"),
        ("int i = n; i > -8; i--", "i > -5"),
        ("int i = n; i >= 0; i -= 2", "i >= 6"),
        ("int i = n; i < -2147483644; i++", "i < -2147483647"),
        ("unsigned i = u; i < 100; i++", "i < 97u"),
        ("unsigned i = u; i > 4294967000u; i--", "i > 4294967003u"),
        ("int i = n; i < 100u; i++", "(unsigned)i < 97u"),
        ("long i = l; i < 100; i++", "i < 97"),
        // 32 bits, in 64.
        ("int i = 0; i < n; i++", "i < n - 3L"),
        ("int i = 0; i <= n; i += 2", "i <= n - 6L"),
        ("int i = n; i > c; i--", "i > c + 3L"),
        ("int i = 0; i < u; i++", "(unsigned)i < u - 3L"),
        ("unsigned i = 0; i < n; i++", "i < (unsigned)n - 3L"),
        ("unsigned char i = 0; i < c; i++", "i < c - 3L"),
        ("int i = 0; i < n; i += c", "i < n - 3L*c"),
        ("int i = 0; i != n; i++", "i < n - 3L"),
        ("unsigned char i = 0; i != c; i++", "i < c - 3L"),
        // 64 bits.
        ("size_t i = 0; i < z; i++", "i < z && z - i > 3"),
        ("size_t i = z; i >= 9 * z; i--", "i >= 9*z && i - 9*z >= 3"),
        ("int i = 0; i < z; i++", "(size_t)i < z && z - i > 3"),
        ("long i = 0; i < l; i++", "i < l && l - i > 3"),
        (
            "long i = n; i < l; i++",
            "i < l && (unsigned long)l - (unsigned long)i > 3",
        ),
        (
            "long i = 0; i < l; i += l",
            "i < l && (unsigned long)((unsigned long)l - (unsigned long)i - 1)/3 >= (unsigned long)l",
        ),
        // Around the type's end.
        ("unsigned i = u; i != n; i++", "n - i > 3"),
        ("size_t i = z; i != -1; i--", "i - -1 > 3"),
        // Pointers.
        ("int *i = a; i < end; i += 2", "i < end && end - i > 6"),
        ("int *i = a; i != end; i++", "end - i > 3"),
    ] {
        assert_eq!(condition(head), want, "{head}");
    }
}

/// What stands before a loop, the loop, and what the report says of it.
const NOTES: &[(&str, &str, &str)] = &[
    (
        "",
        "for (int i = 0; i < n; i++) s += i;",
        "unrolled by 4, with a remainder",
    ),
    (
        "",
        "for (int i = 0; i < 9; i++) s += i;",
        "unrolled by 4, with a remainder",
    ),
    ("", "for (int i = 0; i < 12; i++) s += i;", "unrolled by 4"),
    (
        "",
        "for (int i = 9; i != 1; i -= 2) s += i;",
        "unrolled by 4",
    ),
    // All iterations there are.
    ("", "for (int i = 7; i < 10; i++) s += i;", "unrolled by 3"),
    (
        "",
        "for (int i = 7; i < 8; i++) s += i;",
        "not unrolled: it has no two iterations",
    ),
    (
        "",
        "for (int i = 7; i < 7; i++) s += i;",
        "not unrolled: it has no two iterations",
    ),
    // As C compares, -2 is a large number.
    (
        "",
        "for (int i = -2; i < 2u; i++) s += i;",
        "not unrolled: its bound leaves no room for so many iterations",
    ),
    (
        "",
        "for (unsigned i = u; i < 3; i++) s += i;",
        "not unrolled: its bound leaves no room for so many iterations",
    ),
    (
        "",
        "for (signed char i = 0; i < u; i++) s += i;",
        "not unrolled: its variable may go around the end of its narrow type",
    ),
    (
        "",
        "for (unsigned char i = 0; i < c; i += 70) s += i;",
        "not unrolled: its type doesn't hold the step of so many iterations",
    ),
    (
        "",
        "for (int i = 0; i < n; i++) { if (i == 3) break; s += i; }",
        "not unrolled: its trip count isn't known before it starts",
    ),
    (
        "",
        "for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; }",
        "not unrolled: `continue` goes on with the next iteration",
    ),
    (
        "",
        "for (int i = 0; i < n; i++) while (s < i) { if (s++ == 3) continue; }",
        "unrolled by 4, with a remainder",
    ),
    (
        "",
        "for (int i = 0; i < n; i++) { if (i == 3) goto on; s += i; on:; }",
        "not unrolled: a label can't be in it several times",
    ),
    (
        "",
        "for (int i = 0; i < n; i++) { static const int t[2] = {1, 2}; s += t[i & 1]; }",
        "not unrolled: it declares a static variable",
    ),
    (
        "",
        "for (int i = 1; i < n; i++) { int (*r)[i] = (int (*)[i])a; s += r[0][0]; }",
        "not unrolled: it declares an array of variable length",
    ),
    (
        "volatile int i;",
        "for (i = 0; i < n; i++) s += i;",
        "not unrolled: its variable is volatile",
    ),
    (
        "int d = n;",
        "for (int i = 0; i < n; i += d) { int d = i; s += d; }",
        "not unrolled: its body has a variable of the name of one in its step",
    ),
    (
        "",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) s += j;",
        "unrolled by 4, with a remainder",
    ),
];

#[test]
fn the_report_says_what_became_of_a_loop() {
    for (declared, looped, want) in NOTES {
        assert_eq!(note(declared, looped), *want, "{looped}");
    }
}
