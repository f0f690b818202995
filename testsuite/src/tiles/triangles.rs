//! Nests whose iterations follow each other and sum up what those before have left: solutions of triangles, eliminations, and others that look like them.
//! The cores take the sums of some iterations together, as far as that is right.

use super::bodies::{Body, drawn};
use super::make::Maker;

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("solution", 5, solution),
    ("mixture", 6, mixture),
    ("elimination", 4, elimination),
    ("factors", 3, factors),
    ("two_sums", 3, two_sums),
    ("declared", 2, declared),
    ("left_behind", 1, left_behind),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    // Other sums aren't worth it.
    m.ty = m.r.pick(&["double", "double", "double", "float", "int"]);
    let (name, text) = drawn(m, KINDS);
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

/// The loop that sums up in an iteration of `of`.
fn terms(m: &mut Maker, k: char, of: &str) -> String {
    let (first, n) = (m.r.pick(&["0", "0", "0", "0", "1", "2"]), m.order());
    // Below 0 an unsigned bound would be a large one.
    let signed = ['i', 'j', 'k'].iter().all(|v| m.may_count_down(*v));
    let until = match m.r.below(14) {
        0 => format!("<= {of}"),
        1 => format!("< {of} + 1"),
        2 if signed => format!("< {of} - 1"),
        3 => format!("< {n}"),
        4 if signed => format!("< {n} - {of}"),
        _ => format!("< {of}"),
    };
    m.head(k, first, &until, &format!("{k}++"))
}

/// A factor that nobody writes, or that somebody might.
fn factor(m: &mut Maker, i: &str, k: &str) -> String {
    match m.r.below(8) {
        0..3 => m.at("A", i, k),
        3..5 => m.at("A", k, i),
        5 => m.at("B", i, &format!("{k} + 1")),
        6 => m.one("x", k),
        _ => m.one("y", i),
    }
}

/// A term: what it is the product of grows slowly.
fn term(m: &mut Maker, i: &str, k: &str, other: &str) -> String {
    let (a, half) = (factor(m, i, k), scale(m));
    match m.r.below(4) {
        0 => format!("{a} * {other} {half}"),
        1 => format!("({a} + {other}) {half}"),
        2 => format!("({other} - {a}) {half}"),
        _ => format!("{other} {half} * {a}"),
    }
}

fn scale(m: &mut Maker) -> &'static str {
    match m.is_float() {
        true => m.r.pick(&["/ 64", "* (1 / 128.0f)", "/ 100"]),
        false => m.r.pick(&["/ 3", "+ 1", "* 5"]),
    }
}

fn sign(m: &mut Maker) -> &'static str {
    m.r.pick(&["-=", "-=", "+="])
}

/// A triangle's solution, in an element or a scalar.
fn solution(m: &mut Maker) -> String {
    let k = terms(m, 'k', "i");
    let (z, zk, y) = (m.one("z", "i"), m.one("z", "k"), m.one("y", "i"));
    let (value, op) = (term(m, "i", "k", &zk), sign(m));
    let last = m.r.pick(&["", " / 2", " - 1"]);
    let ty = m.ty;
    let i = m.rows();
    match m.r.below(3) {
        0 => format!("{i} {{\n{z} = {y};\n{k}\n{z} {op} {value};\n{z} = {z}{last};\n}}\n"),
        1 => {
            format!("{i} {{\n{ty} s = {y};\n{k} {{\ns {op} {value};\n}}\n{z} = s{last};\n}}\n")
        }
        _ => format!("{i}\n{k}\n{z} {op} {value};\n"),
    }
}

/// Statements around a sum that read and write what is near.
fn mixture(m: &mut Maker) -> String {
    let k = terms(m, 'k', "i");
    let near = |m: &mut Maker, v: &str| {
        let to = m.r.pick(&["", "", "", " + 1", " + 2", " + 9"]);
        let line = m.r.pick(&["z", "z", "z", "y", "x"]);
        m.one(line, &format!("{v}{to}"))
    };
    let statement = |m: &mut Maker| {
        let (to, from, half) = (near(m, "i"), near(m, "i"), scale(m));
        let to = match m.r.below(4) {
            0 => m.at("A", "i", "i + 1"),
            1 => m.at("D", "i", "2"),
            _ => to,
        };
        format!("{to} = {from} {half};\n")
    };
    let count = |m: &mut Maker| m.r.below(3);
    let (mut before, mut behind) = (String::new(), String::new());
    for _ in 0..count(m) {
        before.push_str(&statement(m));
    }
    for _ in 0..count(m) {
        behind.push_str(&statement(m));
    }
    let (z, other, op) = (m.one("z", "i"), near(m, "k"), sign(m));
    let value = term(m, "i", "k", &other);
    let i = m.rows();
    format!("{i} {{\n{before}{k}\n{z} {op} {value};\n{behind}}}\n")
}

/// Triangles in place.
fn elimination(m: &mut Maker) -> String {
    let k = terms(m, 'k', "j");
    let (c, left) = (m.at("C", "i", "j"), m.at("C", "i", "k"));
    let other = match m.r.one_in(2) {
        true => m.at("C", "k", "j"),
        false => m.at("C", "j", "k"),
    };
    let (half, op) = (scale(m), sign(m));
    let value = format!("{left} * {other} {half}");
    let (ty, half) = (m.ty, scale(m));
    let until = m.r.pick(&["< i", "< i", "<= i"]);
    let (i, j) = (m.rows(), m.head('j', "0", until, "j++"));
    let row = match m.r.one_in(2) {
        true => format!("{c} {op} {value};\n"),
        false => {
            return format!(
                "{i}\n{j} {{\n{ty} s = {c};\n{k}\ns {op} {value};\n{c} = s {half};\n}}\n"
            );
        }
    };
    match m.r.one_in(2) {
        true => format!("{i}\n{j} {{\n{k}\n{row}{c} = {c} {half};\n}}\n"),
        false => format!("{i}\n{j} {{\n{k} {{\n{row}}}\n}}\n"),
    }
}

/// What an iteration computes before its sum, and uses in it and behind it.
fn factors(m: &mut Maker) -> String {
    let k = terms(m, 'k', "i");
    let (z, zk, y) = (m.one("z", "i"), m.one("z", "k"), m.one("y", "i"));
    let (value, op) = (term(m, "i", "k", &zk), sign(m));
    let (half, ty) = (scale(m), m.ty);
    let i = m.rows();
    let d = m.at("D", "i", "0");
    match m.r.one_in(2) {
        true => format!(
            "{i} {{\nconst {ty} f = {y} {half}, h = f + 1;\n{k}\n{z} {op} f * ({value});\n{d} = h - f;\n}}\n"
        ),
        false => {
            m.before.push_str(&format!("{ty} f, s;\n"));
            format!(
                "{i} {{\nf = {y} {half};\ns = f;\n{k}\ns {op} {value} * f;\n{z} = s;\n{d} = f;\n}}\n"
            )
        }
    }
}

/// Two sums in one loop.
fn two_sums(m: &mut Maker) -> String {
    let k = terms(m, 'k', "i");
    let second = m.r.pick(&["x", "x", "z"]);
    // One element twice, or one that the other sum is made of.
    let to = m.r.pick(&[" + 1", " + 1", " + 1", ""]);
    let (z, x) = (m.one("z", "i"), m.one(second, &format!("i{to}")));
    let (zk, xk) = (m.one("z", "k"), m.one(second, &format!("k{to}")));
    let (a, b) = (term(m, "i", "k", &zk), term(m, "i", "k", &xk));
    let (op, ty) = (sign(m), m.ty);
    let i = m.rows();
    match m.r.one_in(2) {
        true => format!("{i}\n{k} {{\n{z} {op} {a};\n{x} {op} {b};\n}}\n"),
        false => format!(
            "{i} {{\n{ty} s = {z}, t = 1;\n{k} {{\ns {op} {a};\nt {op} {b};\n}}\n{z} = s;\n{x} = t;\n}}\n"
        ),
    }
}

/// Loops and conditions before and behind the sum.
fn declared(m: &mut Maker) -> String {
    let k = terms(m, 'k', "i");
    let l = m.range('l', "0", "3");
    let (z, zk) = (m.one("z", "i"), m.one("z", "k"));
    let (value, op) = (term(m, "i", "k", &zk), sign(m));
    let (d, given) = (m.at("D", "i", "l"), m.at("B", "l", "i"));
    let (y, ty, half) = (m.one("y", "i"), m.ty, scale(m));
    let i = m.rows();
    format!(
        "{i} {{\n{ty} t = {y};\n{l}\nt = t + {given} {half};\nif (t > 2)\n{z} = t;\n{k}\n{z} {op} {value};\n{l}\n{d} = {z} + t;\n}}\n"
    )
}

/// A scalar that is read behind the nest.
fn left_behind(m: &mut Maker) -> String {
    let k = terms(m, 'k', "i");
    let (z, zk, y) = (m.one("z", "i"), m.one("z", "k"), m.one("y", "i"));
    let (value, ty) = (term(m, "i", "k", &zk), m.ty);
    m.before.push_str(&format!("{ty} s;\n"));
    let last = m.one("y", "0");
    m.after.push_str(&format!("{last} += s;\n"));
    let i = m.rows();
    format!("s = 1;\n{i} {{\ns = {y};\n{k}\ns -= {value};\n{z} = s;\n}}\n")
}
