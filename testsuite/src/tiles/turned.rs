//! Nests that name some elements along rows and some along columns, as a transposition does: devices reach those through shared memory that whichever
//! loop has the lanes would be apart.

use super::bodies::{Body, drawn};
use super::make::{BATCH, Maker};

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("turned", 8, turned),
    ("both", 3, both),
    ("updated", 3, updated),
    ("layers", 3, layers),
    ("beside", 2, beside),
    ("corner", 1, corner),
    ("read_again", 1, read_again),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    let free = !m.outside && !text.contains("T s;") && !["corner", "read_again"].contains(&name);
    if free && m.r.one_in(4) {
        m.bare = false;
        return (name, format!("#pragma acc parallel loop\n{text}"));
    }
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

fn heads(m: &mut Maker) -> (String, String) {
    let i = m.rows();
    let j = match m.r.one_in(6) {
        true => m.columns(),
        false => m.all_columns(),
    };
    match m.is_rectangle() && m.r.one_in(3) {
        true => (j, i),
        false => (i, j),
    }
}

/// An element of what nobody writes.
fn element(m: &mut Maker) -> String {
    let array = m.r.pick(&["A", "B"]);
    match m.r.below(12) {
        0..4 => m.at(array, "i", "j"),
        4..8 => m.at(array, "j", "i"),
        8 => m.at(array, "j + 1", "i + 2"),
        9 => m.one("x", "i"),
        10 => m.one("y", "j"),
        _ => m.r.pick(&["alpha", "beta", "3"]).to_string(),
    }
}

fn value(m: &mut Maker) -> String {
    let (a, b) = (element(m), element(m));
    let op = m.r.pick(&["*", "+", "-"]);
    match m.r.below(6) {
        0..2 => a,
        2 => format!("({a} > {b} ? {a} : {b})"),
        3 => format!("({a} > 2 ? {b} : alpha)"),
        _ => format!("({a} {op} {b})"),
    }
}

fn store(m: &mut Maker, to: &str) -> String {
    let value = value(m);
    match m.r.below(6) {
        0 => format!("{to} += {value};\n"),
        1 => format!("{to} = {to} * 2 - {value};\n"),
        2 => {
            let (a, other) = (element(m), self::value(m));
            format!("if ({a} > 1) {{\n{to} = {value};\n}} else {{\n{to} = {other};\n}}\n")
        }
        3 => {
            let a = element(m);
            format!("if ({a} > 1) {{\n{to} = {value};\n}}\n")
        }
        _ => format!("{to} = {value};\n"),
    }
}

fn turned(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let to = match m.r.one_in(3) {
        true => m.at("C", "i", "j"),
        false => m.at("D", "j", "i"),
    };
    let store = store(m, &to);
    format!("{i}\n{j} {{\n{store}}}\n")
}

/// One store along rows, and one along columns.
fn both(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let (c, d) = (m.at("C", "i", "j"), m.at("D", "j", "i"));
    let (one, two) = (store(m, &c), store(m, &d));
    match m.r.one_in(2) {
        true => format!("{i}\n{j} {{\n{one}{two}}}\n"),
        false => format!("{i}\n{j} {{\n{two}{one}}}\n"),
    }
}

/// Several statements on one element, with a scalar.
fn updated(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let (d, ty) = (m.at("D", "j", "i"), m.ty);
    let (first, second) = (value(m), store(m, &d));
    let (more, last) = (element(m), element(m));
    let own = match m.r.one_in(2) {
        true => {
            m.before.push_str(&format!("{ty} s;\n"));
            format!("s = {first};\n")
        }
        false => format!("{ty} s = {first};\n"),
    };
    format!("{i}\n{j} {{\n{own}{d} = s * {more};\n{second}{d} -= {last} + s;\n}}\n")
}

/// Three loops, in any order.
fn layers(m: &mut Maker) -> String {
    let b = m.range('b', "0", &BATCH.to_string());
    let (i, j) = (m.rows(), m.all_columns());
    let store = match m.r.below(3) {
        0 => {
            let to = m.cell("b", "j", "i");
            store(m, &to)
        }
        1 => {
            let (to, value) = (m.cell("b", "i", "j"), value(m));
            format!("{to} = {value};\n")
        }
        _ => {
            let (to, a, x) = (m.cell("b", "j", "i"), m.at("A", "i", "j"), m.one("x", "b"));
            format!("{to} = {a} * {x};\n")
        }
    };
    let order = m.r.pick(&[[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 0, 1]]);
    let all = [b, i, j];
    let [one, two, three] = order.map(|k: usize| all[k].clone());
    format!("{one}\n{two}\n{three} {{\n{store}}}\n")
}

/// Two loops over columns in one over rows.
fn beside(m: &mut Maker) -> String {
    let (i, j) = (m.rows(), m.all_columns());
    let (c, d, a) = (
        m.at("C", "i", "j"),
        m.at("D", "j", "i"),
        m.at("A", "i", "j"),
    );
    let value = value(m);
    format!("{i} {{\n{j} {{\n{c} = {a} * 2;\n}}\n{j} {{\n{d} = {c} + {value};\n}}\n}}\n")
}

/// Half of a matrix from its other half.
fn corner(m: &mut Maker) -> String {
    let (to, a) = (m.at("A", "j", "i"), m.at("A", "i", "j"));
    let (i, j) = (m.rows(), m.range('j', "i + 1", &m.n()));
    format!("{i}\n{j} {{\n{to} = {a};\n}}\n")
}

/// What is stored is read elsewhere.
fn read_again(m: &mut Maker) -> String {
    let (i, j) = heads(m);
    let (d, other) = (m.at("D", "j", "i"), m.at("D", "j + 1", "i"));
    let value = value(m);
    format!("{i}\n{j} {{\n{d} = {other} + {value};\n}}\n")
}
