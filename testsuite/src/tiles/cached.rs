//! Nests whose iterations read elements around their own of arrays that `cache` names: devices have these in shared memory.

use super::bodies::{Body, drawn};
use super::make::{BATCH, Maker};

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("around", 6, around),
    ("filter", 4, filter),
    ("line", 2, line),
    ("layers", 3, layers),
    ("sometimes", 1, sometimes),
    ("in_place", 1, in_place),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    if !m.outside && name != "in_place" && m.r.one_in(4) {
        m.bare = false;
        let clauses = m.r.pick(&["", " gang", " gang vector"]);
        return (name, format!("#pragma acc parallel loop{clauses}\n{text}"));
    }
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

/// Loops from the third row and column on, either one outside.
fn heads(m: &mut Maker) -> (String, String) {
    let i = m.range('i', "2", &m.n());
    let j = m.range('j', "2", &m.m());
    match m.r.one_in(4) {
        true => (j, i),
        false => (i, j),
    }
}

/// `i - 2` to `i + 3`
fn near(m: &mut Maker, v: &str) -> String {
    match m.r.below(6) {
        0 | 1 => v.to_string(),
        n @ 2..4 => format!("{v} - {}", n - 1),
        n => format!("{v} + {}", n - 3),
    }
}

/// An element of an array that nobody writes.
fn element(m: &mut Maker, array: &str) -> String {
    let (i, j) = (near(m, "i"), near(m, "j"));
    match array {
        "x" => m.one("x", &i),
        // Its rows are the nest's columns.
        "B" => m.at("B", &j, &i),
        _ => m.at(array, &i, &j),
    }
}

/// The directive: what it says of subscripts isn't what counts.
fn directive(m: &mut Maker, arrays: &[&str]) -> String {
    let each = arrays.iter().map(|a| match *a {
        "x" => m.one("x", "i:2"),
        _ if m.is_flat() => m.one(a, "i:3"),
        _ => format!("{}[i - 1:3][j:1]", m.name(a)),
    });
    let each: Vec<String> = each.collect();
    let readonly = if m.r.one_in(3) { "readonly: " } else { "" };
    format!("#pragma acc cache({readonly}{})\n", each.join(", "))
}

/// Some elements of these arrays, added up.
fn sum(m: &mut Maker, arrays: &[&str]) -> String {
    let count = m.r.within(2, 5);
    let mut text = String::new();
    for n in 0..count {
        let array = m.r.pick(arrays);
        let op = match n {
            0 => "",
            _ => m.r.pick(&[" + ", " - ", " + 2 * "]),
        };
        text += &format!("{op}{}", element(m, array));
    }
    text
}

fn around(m: &mut Maker) -> String {
    let arrays: &[&str] = m.r.pick(&[&["A"], &["A", "B"], &["A", "x"], &["B"]]);
    let (i, j) = heads(m);
    let (to, cache, ty) = (m.at("C", "i", "j"), directive(m, arrays), m.ty);
    let (first, more) = (sum(m, arrays), sum(m, arrays));
    let body = match m.r.below(4) {
        0 => format!("{to} += {first};\n"),
        1 => format!("{ty} s = {first};\nif (s > 3)\ns -= 2;\n{to} = s;\n"),
        2 => format!("{to} = {first};\n{to} -= {more};\n"),
        _ => format!("{to} = {first};\n"),
    };
    format!("{i}\n{j} {{\n{cache}{body}}}\n")
}

/// Loops in order over what is around, and weights that are the same for all.
fn filter(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let ty = m.ty;
    let cache = directive(m, &["A", "D"]);
    let (p, q) = match m.r.one_in(2) {
        true => (
            "for (int p = -1; p <= 1; p++)",
            "for (int q = 0; q < 3; q++)",
        ),
        false => (
            "for (int p = -2; p < 3; p++)",
            "for (int q = -1; q <= 2; q++)",
        ),
    };
    let (a, d) = (m.at("A", "i + p", "j + q"), m.at("D", "p + 2", "q + 1"));
    let to = m.at("C", "i", "j");
    format!("{i}\n{j} {{\n{cache}{ty} s = 0;\n{p}\n{q}\ns += {a} * {d};\n{to} = s;\n}}\n")
}

/// One loop alone.
fn line(m: &mut Maker) -> String {
    let i = m.range('i', "2", &m.n());
    let (cache, value) = (directive(m, &["x"]), sum(m, &["x"]));
    let to = m.one("z", "i");
    format!("{i} {{\n{cache}{to} = {value};\n}}\n")
}

/// Three loops, of which the outermost one has a layer of blocks for each iteration.
fn layers(m: &mut Maker) -> String {
    let b = m.range('b', "0", &BATCH.to_string());
    let (i, j) = heads(m);
    let cache = directive(m, &["A"]);
    let (to, value, x) = (m.cell("b", "i", "j"), sum(m, &["A"]), m.one("x", "b"));
    format!("{b}\n{i}\n{j} {{\n{cache}{to} = {value} + {x};\n}}\n")
}

/// Reads that don't happen in each iteration: there may be no element.
fn sometimes(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let cache = directive(m, &["A"]);
    let (to, a, value) = (m.at("C", "i", "j"), element(m, "A"), element(m, "A"));
    format!(
        "{i}\n{j} {{\n{cache}if ({} > 2)\n{to} = {a} - {value};\n}}\n",
        m.one("x", "j")
    )
}

/// The nest writes what it reads.
fn in_place(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let cache = "#pragma acc cache(C)\n".replace('C', &m.name("C"));
    let (to, from) = (m.at("C", "i", "j"), m.at("C", "i - 1", "j"));
    format!("{i}\n{j} {{\n{cache}{to} += {from};\n}}\n")
}
