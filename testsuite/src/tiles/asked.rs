//! Nests that sum up, in which clauses say how large a device's tiles are and `cache` what is in shared memory.

use super::bodies::{Body, drawn};
use super::make::Maker;

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("scalar", 4, scalar),
    ("in_place", 3, in_place),
    ("two", 2, two),
    ("steady", 1, steady),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

/// The two loops over rows and columns with the clauses on them.
fn heads(m: &mut Maker) -> String {
    let (first, left) = (m.r.pick(&["0", "0", "1", "2"]), m.r.pick(&["0", "0", "1"]));
    let (i, j) = (m.range('i', first, &m.n()), m.range('j', left, &m.m()));
    if m.r.one_in(5) {
        let tile = m.r.pick(&["16, 16", "32, 8", "64, 4", "33, 5", "16, 2"]);
        return format!("#pragma acc loop tile({tile})\n{i}\n{j}");
    }
    let rows = m.r.pick(&[
        "gang",
        "gang",
        "gang worker(2)",
        "gang vector(4)",
        "gang worker(3)",
        "gang vector(8)",
    ]);
    let columns = m.r.pick(&[
        "gang vector(32)",
        "vector(64)",
        "gang vector",
        "vector(16)",
        "vector(24)",
        "vector(128)",
    ]);
    let mut unrolled = || {
        m.r.pick(&["", "", " unroll(2)", " unroll(3)", " unroll(4)"])
    };
    let (first, second) = (unrolled(), unrolled());
    format!("#pragma acc loop {rows}{first}\n{i} {{\n#pragma acc loop {columns}{second}\n{j}")
}

/// The ends of what [`heads`] opens.
fn close(heads: &str) -> &'static str {
    match heads.contains("tile(") {
        true => "}\n",
        false => "}\n}\n",
    }
}

fn directive(m: &mut Maker) -> String {
    let arrays: &[&str] = m.r.pick(&[
        &["A"],
        &["B"],
        &["A", "B"],
        &["A", "x"],
        &["B", "A"],
        &["x"],
    ]);
    let each = arrays.iter().map(|a| match *a {
        "x" => m.one("x", "k:1"),
        a if m.is_flat() || m.r.one_in(2) => m.name(a),
        a => format!("{}[k][0:1]", m.name(a)),
    });
    let each: Vec<String> = each.collect();
    format!("#pragma acc cache({})\n", each.join(", "))
}

/// A product, and what else the iteration and the loop in order have.
fn sum(m: &mut Maker) -> String {
    let a = match m.r.below(5) {
        0 => m.at("A", "k", "i"),
        1 => m.at("A", "i", "k + 1"),
        _ => m.at("A", "i", "k"),
    };
    let b = match m.r.below(5) {
        0 => m.at("B", "j", "k"),
        1 => m.at("B", "k + 2", "j + 1"),
        _ => m.at("B", "k", "j"),
    };
    let more = match m.r.below(8) {
        0 => format!(" * {}", m.one("x", "k")),
        1 => format!(" + {}", m.one("y", "j")),
        2 => format!(" - ({})i", m.ty),
        3 => format!(" + ({0})j * ({0})k", m.ty),
        4 => format!(" * {}", m.at("D", "i", "j")),
        _ => String::new(),
    };
    format!("{a} * {b}{more}")
}

/// A loop in order that sums up in an element or a scalar.
fn in_order(m: &mut Maker, to: &str) -> String {
    let k = m.in_order(false);
    let (cache, value) = (directive(m), sum(m));
    let op = m.r.pick(&["+=", "-="]);
    format!("{k} {{\n{cache}{to} {op} {value};\n}}\n")
}

fn scalar(m: &mut Maker) -> String {
    let heads = heads(m);
    let (ty, to) = (m.ty, m.at("C", "i", "j"));
    let step = in_order(m, "s");
    let last = m.r.pick(&["= s", "+= s", "= s - 1"]);
    format!(
        "{heads} {{\n{ty} s = 0;\n{step}{to} {last};\n{}",
        close(&heads)
    )
}

fn in_place(m: &mut Maker) -> String {
    let heads = heads(m);
    let to = m.at("C", "i", "j");
    let first = match m.r.below(3) {
        0 => format!("{to} = 0;\n"),
        1 => format!("{to} *= beta;\n"),
        _ => String::new(),
    };
    let step = in_order(m, &to);
    format!("{heads} {{\n{first}{step}{}", close(&heads))
}

/// Two loops in order, one after the other.
fn two(m: &mut Maker) -> String {
    let heads = heads(m);
    let to = m.at("C", "i", "j");
    let (first, second) = (in_order(m, &to), in_order(m, &to));
    format!("{heads} {{\n{first}{second}{}", close(&heads))
}

/// What the loop in order reads is the same in all of its iterations.
fn steady(m: &mut Maker) -> String {
    let heads = heads(m);
    let (ty, to, x, z) = (m.ty, m.at("C", "i", "j"), m.one("y", "j"), m.one("z", "i"));
    let (k, a, name) = (m.in_order(false), m.at("A", "i", "k"), m.name("A"));
    format!(
        "{heads} {{\n{ty} s = alpha;\n{k} {{\n#pragma acc cache({name})\ns += {a} * {x} - {z};\n}}\n{to} = s;\n{}",
        close(&heads)
    )
}
