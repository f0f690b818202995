//! Nests whose rows (or columns) are independent, with loops in order in them that no vector can hold: recurrences, filters, systems of equations, steps of a
//! particle. The cores run some rows together.

use super::bodies::{Body, drawn};
use super::make::{BATCH, Maker};

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("recurrence", 5, recurrence),
    ("filter", 4, filter),
    ("system", 4, system),
    ("particle", 3, particle),
    ("pairs", 5, pairs),
    ("nested", 3, nested),
    ("condition", 3, condition),
    ("layers", 2, layers),
    ("integers", 2, integers),
    ("declared", 2, declared),
    ("left_behind", 1, left_behind),
    ("triangle", 1, triangle),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    let free = !m.outside && !text.contains("T s;") && name != "left_behind";
    if free && m.r.one_in(4) {
        m.bare = false;
        let clause = m.r.pick(&["", "", " gang", " gang vector", " vector"]);
        return (name, format!("#pragma acc parallel loop{clause}\n{text}"));
    }
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

/// The element of row `i` at `k`, in a row or in a column.
fn own(m: &Maker, array: &str, along: bool, k: &str) -> String {
    match along {
        true => m.at(array, "i", k),
        false => m.at(array, k, "i"),
    }
}

/// A value that nobody writes.
fn given(m: &mut Maker) -> String {
    match m.r.below(10) {
        0..3 => m.at("A", "i", "k"),
        3..6 => m.at("B", "k", "i"),
        6 => m.one("x", "k"),
        7 => m.one("y", "i"),
        8 => m.at("A", "i + 1", "k + 2"),
        _ => m.r.pick(&["alpha", "beta", "2"]).to_string(),
    }
}

/// What comes of a value and of given ones, growing slowly.
fn next(m: &mut Maker, before: &str) -> String {
    let (a, b) = (given(m), given(m));
    let half = match m.is_float() {
        true => m.r.pick(&["/ 3", "/ 4", "* alpha"]),
        false => m.r.pick(&["* 3", "+ alpha", "^ beta"]),
    };
    match m.r.below(5) {
        0 => format!("({before} {half}) + {a}"),
        1 => format!("{a} - ({before} {half}) * {b}"),
        2 if m.is_float() => format!("{a} / (({before}) * ({before}) + 2)"),
        3 => format!("({before} + {a}) * {b}"),
        _ => format!("({before} {half}) + {a} * {b}"),
    }
}

/// An element of the one before or behind.
fn recurrence(m: &mut Maker) -> String {
    let (along, k) = (m.r.one_in(2), m.in_order(false));
    let (here, there) = match m.r.one_in(2) {
        true => ("k + 1", "k"),
        false => ("k", "k + 1"),
    };
    let (to, from) = (own(m, "C", along, here), own(m, "C", along, there));
    let mut value = next(m, &from);
    // An element of the row that one of the iterations changes.
    if m.r.one_in(4) {
        value.push_str(&format!(" - {} / 8", own(m, "C", along, "2")));
    }
    let first = match m.r.one_in(2) {
        true => format!("{} = alpha;\n", own(m, "C", along, "0")),
        false => String::new(),
    };
    let op = m.r.pick(&["=", "=", "=", "+=", "-="]);
    let i = m.rows();
    format!("{i} {{\n{first}{k}\n{to} {op} {value};\n}}\n")
}

/// Scalars that go on from element to element.
fn filter(m: &mut Maker) -> String {
    let (along, k) = (m.r.one_in(2), m.in_order(false));
    let ty = m.ty;
    let (to, value, other) = (own(m, "C", along, "k"), next(m, "s"), given(m));
    let (declared, second) = match m.r.one_in(2) {
        true => (format!("{ty} s = 0, r = beta;\n"), String::new()),
        false => {
            m.before.push_str(&format!("{ty} s, r;\n"));
            (String::new(), "s = 0;\nr = beta;\n".to_string())
        }
    };
    let i = m.rows();
    let last = match m.r.one_in(2) {
        true => format!("{} = s + r;\n", m.one("z", "i")),
        false => String::new(),
    };
    format!(
        "{i} {{\n{declared}{second}{k} {{\nconst {ty} t = {value} + r;\nr = s;\ns = t - {other};\n{to} = s;\n}}\n{last}}}\n"
    )
}

/// A system of equations for each row: forwards, then backwards.
fn system(m: &mut Maker) -> String {
    let along = m.r.one_in(2);
    let kk = m.order();
    let forwards = m.head('k', "0", &format!("< {kk}"), "k++");
    let back = match m.may_count_down('k') {
        true => m.head('k', &format!("{kk} - 1"), ">= 0", "k--"),
        false => m.head('k', "0", &format!("< {kk}"), "k++"),
    };
    let (c, before) = (own(m, "C", along, "k + 1"), own(m, "C", along, "k"));
    let turned = m.r.one_in(2);
    let (d, behind) = (own(m, "D", turned, "k"), own(m, "D", turned, "k + 1"));
    let (value, other) = (next(m, &before), next(m, &behind));
    let c_here = own(m, "C", along, "k");
    let i = m.rows();
    let (first, last) = (own(m, "C", along, "0"), own(m, "D", turned, &kk));
    format!(
        "{i} {{\n{first} = 1;\n{forwards}\n{c} = {value};\n{last} = 2;\n{back} {{\n{d} = {other} - {c_here};\n}}\n}}\n"
    )
}

/// Scalars that a loop takes some steps further.
fn particle(m: &mut Maker) -> String {
    let ty = m.ty;
    let k = m.in_order(false);
    let (from, speed) = (m.one("x", "i"), m.one("y", "i"));
    let (p, v) = (next(m, "p"), next(m, "v"));
    let i = m.rows();
    let (z, d) = (m.one("z", "i"), m.at("D", "0", "i"));
    format!(
        "{i} {{\n{ty} p = {from}, v = {speed};\n{k} {{\nv = {v} - p;\np = {p};\n}}\n{z} = p;\n{d} = v;\n}}\n"
    )
}

/// A sum over all others, of what no vector of theirs may take apart: with square roots, conditions that are the same for all, and values that are
/// chosen.
fn pairs(m: &mut Maker) -> String {
    let ty = m.ty;
    let k = m.in_order(false);
    // An element of its own in a row is apart from those of its neighbours.
    let (mine, other) = (
        m.r.pick(&["A", "B"]).to_string(),
        m.r.pick(&["x", "y"]).to_string(),
    );
    let mine = match m.r.one_in(2) {
        true => m.at(&mine, "i", "2"),
        false => m.one("z", "i"),
    };
    let other = m.one(&other, "k");
    let (value, scale) = (next(m, "d"), given(m));
    let term = match (m.is_float(), m.r.below(3)) {
        (true, 0) => format!("{value} / sqrt(d * d + 1)"),
        (true, 1) => format!("fabs(d) * {scale}"),
        _ => value,
    };
    let same = given(m).replace("[i]", "[0]");
    let (before, behind) = match m.r.below(4) {
        0 => (format!("if ({same} > 1)\n"), String::new()),
        1 => (
            String::new(),
            format!("if ({same} > alpha)\nr += d;\nelse\nr -= {other};\n"),
        ),
        2 => (String::new(), "if (d > r)\nr = d;\n".to_string()),
        _ => (String::new(), String::new()),
    };
    let i = m.rows();
    let (z, last) = (m.one("z", "i"), m.at("D", "0", "i"));
    format!(
        "{i} {{\n{ty} s = 0, r = 1;\n{k} {{\nconst {ty} d = {mine} - {other};\n{before}s += {term};\n{behind}}}\n{last} = r;\n{z} += s;\n}}\n"
    )
}

/// Loops in order in loops in order, with the same iterations in all rows.
fn nested(m: &mut Maker) -> String {
    let (along, k) = (m.r.one_in(2), m.in_order(false));
    let until = m.r.pick(&["k", "3", "k + 1"]).to_string();
    let l = m.range('l', "0", &until);
    let (to, from) = (own(m, "C", along, "l + 1"), own(m, "C", along, "l"));
    let (value, other) = (next(m, &from), given(m));
    let d = own(m, "D", along, "k");
    let i = m.rows();
    format!("{i}\n{k} {{\n{d} = {other};\n{l}\n{to} = {value} + {d};\n}}\n")
}

/// Conditions: around loops, beside them, and in them.
fn condition(m: &mut Maker) -> String {
    let (along, k) = (m.r.one_in(2), m.in_order(false));
    let (to, from) = (own(m, "C", along, "k + 1"), own(m, "C", along, "k"));
    let (value, other) = (next(m, &from), next(m, &from));
    let y = m.one("y", "i");
    let ty = m.ty;
    let i = m.rows();
    match m.r.below(4) {
        0 => format!(
            "{i} {{\nif (alpha > 2) {{\n{k}\n{to} = {value};\n}} else {k}\n{to} = {other};\n}}\n"
        ),
        1 => format!(
            "{i} {{\n{ty} f = 1;\nif ({y} > 2) {{\nf = {y};\n}}\n{k}\n{to} = {value} - f;\n}}\n"
        ),
        2 => format!("{i} {{\n{k} {{\nif ({from} > 1)\n{to} = {value};\n}}\n}}\n"),
        _ => format!("{i} {{\nif ({y} > 2)\n{k}\n{to} = {value};\n}}\n"),
    }
}

/// Planes of rows.
fn layers(m: &mut Maker) -> String {
    let b = m.range('b', "0", &BATCH.to_string());
    let (i, k) = (m.rows(), m.in_order(false));
    let (to, from) = match m.r.one_in(2) {
        true => (m.cell("b", "i", "k + 1"), m.cell("b", "i", "k")),
        false => (m.cell("b", "k + 1", "i"), m.cell("b", "k", "i")),
    };
    let value = next(m, &from);
    match m.r.one_in(2) {
        true => format!("{b}\n{i}\n{k}\n{to} = {value};\n"),
        false => format!("{i}\n{b}\n{k}\n{to} = {value};\n"),
    }
}

/// Whole numbers beside the others.
fn integers(m: &mut Maker) -> String {
    let k = m.in_order(false);
    let (c, ty) = (m.at("C", "i", "k"), m.ty);
    let a = given(m);
    let count = m.r.pick(&["int", "unsigned", "long", "short"]);
    let i = m.rows();
    format!("{i} {{\n{count} h = 7;\n{k} {{\nh = h * 5 + 3;\n{c} = ({ty})(h & 15) + {a};\n}}\n}}\n")
}

/// Scalars that several blocks declare under one name.
fn declared(m: &mut Maker) -> String {
    let (along, k) = (m.r.one_in(2), m.in_order(false));
    let ty = m.ty;
    let (to, from) = (own(m, "C", along, "k + 1"), own(m, "C", along, "k"));
    let (value, other) = (next(m, "t"), next(m, "t"));
    let (y, z) = (m.one("y", "i"), m.one("z", "i"));
    let i = m.rows();
    format!(
        "{i} {{\n{{\n{ty} t = {y};\n{k} {{\nt = {value};\n{to} = t + {from};\n}}\n{ty} u = t;\n{z} = u;\n}}\n{{\n{ty} t = {y} + 1, u = 2;\n{z} += t * u;\n{k} {{\nconst {ty} before = t;\nt = {other} + u - before;\n}}\n{z} -= t;\n}}\n}}\n"
    )
}

/// A scalar that is read behind the nest.
fn left_behind(m: &mut Maker) -> String {
    let k = m.in_order(false);
    let (ty, value) = (m.ty, next(m, "s"));
    m.before.push_str(&format!("{ty} s;\n"));
    let z = m.one("z", "i");
    let last = m.one("z", "0");
    m.after.push_str(&format!("{last} += s;\n"));
    let i = m.rows();
    format!(
        "s = 1;\n{i} {{\ns = {};\n{k}\ns = {value};\n{z} = s;\n}}\n",
        m.one("y", "i")
    )
}

/// A loop in order whose end differs from row to row.
fn triangle(m: &mut Maker) -> String {
    let k = m.r.pick(&["< i", "<= i"]);
    let k = m.head('k', "0", k, "k++");
    let (to, from) = (m.at("C", "i", "k + 1"), m.at("C", "i", "k"));
    let value = next(m, &from);
    let i = m.rows();
    format!("{i}\n{k}\n{to} = {value};\n")
}
