//! Loops around several statements, some of which depend on themselves or on each other from one iteration to the next, and loops over the same
//! range beside each other: devices run some of them as several loops, or several of them as one.

use super::bodies::{Body, drawn};
use super::make::Maker;

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("sums", 4, sums),
    ("mixed", 6, mixed),
    ("inner", 4, inner),
    ("steps", 1, steps),
    ("beside", 6, beside),
    ("planes_beside", 4, planes_beside),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

/// The rows, upwards or downwards, with two left at each end.
fn rows(m: &mut Maker) -> String {
    let n = m.n();
    match m.r.below(6) {
        0 if m.may_count_down('i') => m.head('i', &format!("{n} - 1"), ">= 2", "i--"),
        _ => m.range('i', "2", &n),
    }
}

fn columns(m: &mut Maker) -> String {
    let end = m.m();
    match m.r.below(6) {
        0 => m.range('j', "2", "i"),
        1 => m.range('j', "i", &end),
        _ => m.range('j', "2", &end),
    }
}

fn shifted(m: &mut Maker, v: &str) -> String {
    match m.r.below(8) {
        0 => format!("{v} - 1"),
        1 => format!("{v} + 1"),
        2 => format!("{v} - 2"),
        _ => v.to_string(),
    }
}

/// A line's element near the row's own.
fn of_row(m: &mut Maker) -> String {
    let array = m.r.pick(&["x", "y", "z"]);
    let i = shifted(m, "i");
    m.one(array, &i)
}

fn of_plane(m: &mut Maker) -> String {
    let array = m.r.pick(&["A", "B", "C", "D"]);
    let (i, j) = (shifted(m, "i"), shifted(m, "j"));
    m.at(array, &i, &j)
}

/// A mean of two values, so that recurrences don't make them larger.
fn mean(m: &mut Maker, a: &str, b: &str) -> String {
    match m.is_float() {
        true => format!("({a} + {b}) / {}", m.r.pick(&[2, 4])),
        false => format!("({a} ^ {b}) + {}", m.r.below(3)),
    }
}

/// A statement about rows.
fn line(m: &mut Maker) -> String {
    let array = m.r.pick(&["x", "y", "z"]);
    let (a, b) = (of_row(m), of_row(m));
    let (to, value) = (m.one(array, "i"), mean(m, &a, &b));
    match m.r.below(8) {
        0 => format!("if ({a} > alpha)\n{to} = {value};\n"),
        1 => {
            scalar(m);
            format!("t = {value};\n{to} = t + {b};\n")
        }
        _ => format!("{to} = {value};\n"),
    }
}

fn scalar(m: &mut Maker) {
    if !m.before.contains(" t = 0;") {
        m.before.push_str(&format!("{} t = 0;\n", m.ty));
    }
}

/// A statement about elements of a plane.
fn element(m: &mut Maker) -> String {
    let array = m.r.pick(&["A", "B", "C"]);
    let (a, b) = (of_plane(m), of_plane(m));
    let (to, value) = (m.at(array, "i", "j"), mean(m, &a, &b));
    match m.r.below(8) {
        0 => format!("if ({a} > {b})\n{to} = {value};\n"),
        1 => {
            let x = of_row(m);
            format!("{to} = {value} + {x};\n")
        }
        _ => format!("{to} = {value};\n"),
    }
}

/// A sum along rows, or along columns, by elements of a plane.
fn sum(m: &mut Maker) -> String {
    let (plane, line) = (m.r.pick(&["A", "B", "D"]), m.r.pick(&["x", "y"]));
    let scale = if m.is_float() { " * 0.001" } else { "" };
    let (along, of) = match m.r.one_in(2) {
        true => ("i", "j"),
        false => ("j", "i"),
    };
    format!(
        "{} += {} * {}{scale};\n",
        m.one("z", along),
        m.at(plane, "i", "j"),
        m.one(line, of)
    )
}

/// What stands in an inner loop: some statements about elements.
fn inner_loop(m: &mut Maker, most: u64) -> String {
    let head = columns(m);
    let mut text = String::new();
    for _ in 0..m.r.within(1, most) {
        text.push_str(&match m.r.below(3) {
            0 => sum(m),
            _ => element(m),
        });
    }
    format!("{head} {{\n{text}}}\n")
}

/// Sums into different lines in one nest.
fn sums(m: &mut Maker) -> String {
    let (i, j) = (rows(m), columns(m));
    let scale = if m.is_float() { " * 0.001" } else { "" };
    let plane = m.r.pick(&["A", "B", "D"]);
    let (a, b) = (m.at("A", "i", "j"), m.at(plane, "i", "j"));
    let first = format!("{} += {} * {a}{scale};\n", m.one("y", "j"), m.one("x", "i"));
    let second = format!("{} += {b} * {}{scale};\n", m.one("z", "i"), m.one("x", "j"));
    let start = match m.r.one_in(2) {
        true => format!("{} = 0;\n", m.one("z", "i")),
        false => String::new(),
    };
    let (first, second) = match m.r.one_in(2) {
        true => (first, second),
        false => (second, first),
    };
    match m.r.one_in(2) {
        true => format!("{i} {{\n{start}{j} {{\n{first}{second}}}\n}}\n"),
        false => format!("{i} {{\n{start}{j}\n{first}{j}\n{second}}}\n"),
    }
}

/// Statements about rows, and loops over columns between them.
fn mixed(m: &mut Maker) -> String {
    let i = rows(m);
    let mut text = String::new();
    for _ in 0..m.r.within(2, 4) {
        text.push_str(&match m.r.below(3) {
            0 => inner_loop(m, 2),
            _ => line(m),
        });
    }
    format!("{i} {{\n{text}}}\n")
}

/// One nest around several statements.
fn inner(m: &mut Maker) -> String {
    let i = rows(m);
    let inside = inner_loop(m, 4);
    format!("{i}\n{inside}")
}

/// The same in each of a few steps.
fn steps(m: &mut Maker) -> String {
    let k = m.range('k', "0", "3");
    format!("{k} {{\n{}}}\n", mixed(m))
}

/// Loops over the same rows beside each other; sometimes one over others is among them.
fn beside(m: &mut Maker) -> String {
    let same = rows(m);
    let mut text = String::new();
    for _ in 0..m.r.within(2, 4) {
        let head = match m.r.one_in(6) {
            true => rows(m),
            false => same.clone(),
        };
        let body = match m.r.below(4) {
            0 => inner_loop(m, 2),
            1 => line(m) + &line(m),
            _ => line(m),
        };
        text.push_str(&format!("{head} {{\n{body}}}\n"));
    }
    text
}

/// Nests over the same planes.
fn planes_beside(m: &mut Maker) -> String {
    let (i, j) = (rows(m), columns(m));
    let mut text = String::new();
    for _ in 0..m.r.within(2, 3) {
        let body = match m.r.one_in(3) {
            true => element(m) + &element(m),
            false => element(m),
        };
        text.push_str(&format!("{i}\n{j} {{\n{body}}}\n"));
    }
    text
}
