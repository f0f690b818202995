//! What nests do: products, sums along rows and columns, updates in place, recurrences that forbid tiles.

use super::make::{BATCH, Form, Maker};

pub type Body = fn(&mut Maker) -> String;

/// The kinds of nests, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("perfect", 3, perfect),
    ("order", 4, order),
    ("sunk", 3, sunk),
    ("scalar", 3, scalar),
    ("chosen", 4, chosen),
    ("outside", 2, outside),
    ("factor", 3, factor),
    ("column_sum", 2, column_sum),
    ("row_sum", 1, row_sum),
    ("row_and_column", 1, row_and_column),
    ("middle", 2, middle),
    ("trmm", 2, trmm),
    ("trsm", 1, trsm),
    ("symm", 2, symm),
    ("syrk", 3, syrk),
    ("lu", 1, lu),
    ("scattered", 2, scattered),
    ("correlation", 1, correlation),
    ("deep", 2, deep),
    ("batch", 2, batch),
    ("two_sums", 3, two_sums),
    ("one_after_other", 3, one_after_other),
    ("written_and_read", 2, written_and_read),
    ("row_recurrence", 1, row_recurrence),
    ("column_recurrence", 1, column_recurrence),
    ("left_behind", 1, left_behind),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    (name, in_region(m, name, text))
}

/// One of these kinds, and its text.
pub fn drawn(m: &mut Maker, kinds: &[(&'static str, u64, Body)]) -> (&'static str, String) {
    let all = kinds.iter().map(|(_, often, _)| often).sum();
    let mut left = m.r.below(all);
    for (name, often, body) in kinds {
        if left < *often {
            return (name, body(m));
        }
        left -= often;
    }
    ("empty", String::new())
}

/// The directive: a region in which everything is left to the compiler, or for some nests loops that are said to be parallel.
fn in_region(m: &mut Maker, kind: &str, text: String) -> String {
    let free = ["scalar", "middle", "deep", "batch", "two_sums"].contains(&kind);
    if free && !m.outside && !text.contains("T s;") && m.r.one_in(4) && !reads_targets(m, &text) {
        m.bare = false;
        let collapse = kind == "scalar" && m.is_rectangle() && m.r.one_in(2);
        let clause = if collapse { " collapse(2)" } else { "" };
        return format!("#pragma acc parallel loop{clause}\n{text}");
    }
    format!("#pragma acc kernels\n{{\n{text}}}\n")
}

/// Whether other elements of what a nest writes may be read in it.
fn reads_targets(m: &Maker, text: &str) -> bool {
    let others = [
        m.at("C", "i", "k"),
        m.at("C", "k", "j"),
        m.at("C", "i + 1", "j"),
    ];
    others.iter().any(|e| text.contains(e))
}

/// A random expression of elements. Of an array that the nest writes there is one now and then.
fn expr(m: &mut Maker, depth: u64) -> String {
    if depth == 0 {
        return reference(m);
    }
    let less = m.r.below(depth);
    let (a, b) = (expr(m, depth - 1), expr(m, less));
    let float = m.is_float();
    match m.r.below(14) {
        0..6 => format!("({a} * {b})"),
        6..9 => format!("({a} + {b})"),
        9..12 => format!("({a} - {b})"),
        12 if float => format!("({a} / 3)"),
        12 => {
            let op = m.r.pick(&["&", "|", "^"]);
            format!("({a} {op} {b})")
        }
        _ => format!("-({a} * {b})"),
    }
}

fn reference(m: &mut Maker) -> String {
    match m.r.below(24) {
        0..4 => m.at("A", "i", "k"),
        4..8 => m.at("B", "k", "j"),
        8 | 9 => m.at("A", "k", "i"),
        10 => m.at("B", "j", "k"),
        11 | 12 => m.at("B", "k", "j + 1"),
        13 => m.at("B", "k + 2", "j"),
        14 => m.one("x", "k"),
        15 => m.one("y", "j"),
        16 => m.one("z", "i"),
        17 | 18 => "alpha".to_string(),
        19 => "2".to_string(),
        20 => format!("({})k", m.ty),
        // How far a pointer reaches by a table isn't known.
        21 if matches!(m.form, Form::Global | Form::Member) => m.one("x", &m.one("at", "k")),
        22 if m.r.one_in(3) => {
            let (i, j) = m.r.pick(&[("i", "k"), ("k", "j"), ("i + 1", "j")]);
            m.at("C", i, j)
        }
        _ => "beta".to_string(),
    }
}

fn sum(m: &mut Maker) -> String {
    let depth = m.r.within(1, 2);
    expr(m, depth)
}

/// `to += value;` in one of the ways to write it.
fn add(m: &mut Maker, to: &str, value: &str) -> String {
    match m.r.below(6) {
        0 => format!("{to} = {to} + {value};\n"),
        1 => format!("{to} = {value} + {to};\n"),
        2 => format!("{to} -= {value};\n"),
        _ => format!("{to} += {value};\n"),
    }
}

fn first(m: &mut Maker, to: &str) -> String {
    match m.r.below(5) {
        0 => format!("{to} = 0;\n"),
        1 => format!("{to} *= beta;\n"),
        2 => format!("{to} = alpha;\n"),
        3 => format!("{to} = {to} * alpha + {};\n", m.one("y", "j")),
        _ => String::new(),
    }
}

fn last(m: &mut Maker, to: &str) -> String {
    match m.r.below(4) {
        0 => format!("{to} += 1;\n"),
        1 => format!("{to} = {to} - {};\n", m.one("z", "i")),
        _ => String::new(),
    }
}

fn perfect(m: &mut Maker) -> String {
    let to = m.at("C", "i", "j");
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let (first, step, last) = (first(m, &to), add(m, &to, &value), last(m, &to));
    format!("{i}\n{j} {{\n{first}{k} {{\n{step}}}\n{last}}}\n")
}

/// A product with its loops in any order.
fn order(m: &mut Maker) -> String {
    let (to, a, b) = (
        m.at("C", "i", "j"),
        m.at("A", "i", "k"),
        m.at("B", "k", "j"),
    );
    let n = [m.n(), m.m(), m.order()];
    let [i, j, k] = [('i', &n[0]), ('j', &n[1]), ('k', &n[2])].map(|(v, n)| m.range(v, "0", n));
    let orders = [
        [&i, &k, &j],
        [&k, &i, &j],
        [&k, &j, &i],
        [&j, &i, &k],
        [&j, &k, &i],
    ];
    let [x, y, z] = m.r.pick(&orders);
    let scaled = if m.r.one_in(3) { "alpha * " } else { "" };
    let step = add(m, &to, &format!("{scaled}{a} * {b}"));
    format!("{x}\n{y}\n{z} {{\n{step}}}\n")
}

/// The loop over columns stands in the loop in order.
fn sunk(m: &mut Maker) -> String {
    let to = m.at("C", "i", "j");
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let (first, step) = (first(m, &to), add(m, &to, &value));
    format!("{i} {{\n{j} {{\n{first}}}\n{k}\n{j} {{\n{step}}}\n}}\n")
}

fn scalar(m: &mut Maker) -> String {
    let to = m.at("C", "i", "j");
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let (step, last, ty) = (add(m, "s", &value), last(m, &to), m.ty);
    format!("{i}\n{j} {{\n{ty} s = 0;\n{k} {{\n{step}}}\n{to} = s;\n{last}}}\n")
}

/// What a loop in order makes of its values by conditions and functions: the largest, its place, sums of some of them.
fn chosen(m: &mut Maker) -> String {
    let to = m.at("C", "i", "j");
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let (value, other, ty, last) = (sum(m), reference(m), m.ty, last(m, &to));
    let fabs = if m.is_float() { "fabs" } else { "" };
    let step = match m.r.below(8) {
        0 => format!("s = {value} > s ? {value} : s;\n"),
        1 => format!("if (s < {value})\ns = {value};\n"),
        2 => format!("{ty} d = {value};\nif (d < s) {{\ns = d;\nt = ({ty})k;\n}}\n"),
        3 => {
            format!("{ty} d = {value};\nif (d > alpha && d < 40) {{\ns += d;\nt -= beta * d;\n}}\n")
        }
        4 => format!("s += {fabs}({value});\n"),
        5 => format!("s += {other} > beta ? {other} : alpha;\n"),
        6 => format!("if ({other} > beta)\ns += {value};\n"),
        _ => format!(
            "{ty} d = {fabs}({value} - {other});\nif (t < d)\nt = d;\ns += d > 3 ? 3 : d;\n"
        ),
    };
    format!("{i}\n{j} {{\n{ty} s = 0, t = 0;\n{k} {{\n{step}}}\n{to} = s - 2 * t;\n{last}}}\n")
}

/// Scalars that are declared outside of the region.
fn outside(m: &mut Maker) -> String {
    let to = m.at("C", "i", "j");
    m.before.push_str(&format!("{} s, t;\n", m.ty));
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let step = add(m, "s", "t * alpha");
    let begin = m.r.pick(&["s = 0;\n", "s = alpha;\n", "s = beta * 2;\n"]);
    format!("{i}\n{j} {{\n{begin}{k} {{\nt = {value};\n{step}}}\n{to} = s;\n}}\n")
}

/// A scalar between the loops.
fn factor(m: &mut Maker) -> String {
    let (to, a, b) = (
        m.at("C", "i", "j"),
        m.at("A", "i", "k"),
        m.at("B", "k", "j"),
    );
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let ty = match m.r.one_in(2) {
        true => {
            m.before.push_str(&format!("{} t;\n", m.ty));
            String::new()
        }
        false => format!("{} ", m.ty),
    };
    let step = add(m, &to, &format!("t * {b}"));
    format!("{i} {{\n{k} {{\n{ty}t = alpha * {a};\n{j} {{\n{step}}}\n}}\n}}\n")
}

fn column_sum(m: &mut Maker) -> String {
    let (to, b, x) = (m.one("y", "j"), m.at("B", "k", "j"), m.one("x", "k"));
    let (j, k) = (m.all_columns(), m.in_order(false));
    let step = add(m, &to, &format!("{b} * {x}"));
    let first = m.r.pick(&[format!("{to} = 0;\n"), String::new()]);
    match m.r.below(3) {
        0 => format!("{k}\n{j} {{\n{step}}}\n"),
        1 => format!("{j} {{\n{to} = 0;\n}}\n{k}\n{j} {{\n{step}}}\n"),
        _ => format!("{j} {{\n{first}{k} {{\n{step}}}\n{to} *= alpha;\n}}\n"),
    }
}

fn row_sum(m: &mut Maker) -> String {
    let (to, a, x) = (m.one("z", "i"), m.at("A", "i", "k"), m.one("x", "k"));
    let (i, k) = (m.rows(), m.in_order(true));
    let step = add(m, &to, &format!("{a} * {x}"));
    let first = m.r.pick(&[format!("{to} = 0;\n"), String::new()]);
    format!("{i} {{\n{first}{k} {{\n{step}}}\n}}\n")
}

/// Sums along rows and along columns, in nests of their own or in one.
fn row_and_column(m: &mut Maker) -> String {
    let (y, z, x) = (m.one("y", "j"), m.one("z", "i"), m.one("x", "j"));
    let (a, w) = (m.at("A", "i", "j"), m.one("x", "i"));
    let (i, j) = (m.rows(), m.all_columns());
    let row = add(m, &z, &format!("{a} * {x}"));
    let column = add(m, &y, &format!("{a} * {w}"));
    match m.r.one_in(2) {
        true => format!("{i}\n{j} {{\n{column}{row}}}\n"),
        false => format!("{i}\n{j} {{\n{row}}}\n{i}\n{j} {{\n{column}}}\n"),
    }
}

/// A scalar of a row, computed before its columns.
fn middle(m: &mut Maker) -> String {
    let (to, z, ty) = (m.at("C", "i", "j"), m.one("z", "i"), m.ty);
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let step = add(m, "s", &value);
    format!(
        "{i} {{\n{ty} q = {z} * 2;\n{j} {{\n{ty} s = q;\n{k} {{\n{step}}}\n{to} = s + q;\n}}\n}}\n"
    )
}

/// Rows that are replaced by sums of those below them.
fn trmm(m: &mut Maker) -> String {
    let (to, a, c) = (
        m.at("C", "i", "j"),
        m.at("A", "k", "i"),
        m.at("C", "k", "j"),
    );
    let (i, j, k) = (m.rows(), m.all_columns(), m.range('k', "i + 1", &m.n()));
    let (step, last) = (add(m, &to, &format!("{a} * {c}")), last(m, &to));
    format!("{i}\n{j} {{\n{k} {{\n{step}}}\n{last}}}\n")
}

/// Rows that need all rows above them.
fn trsm(m: &mut Maker) -> String {
    let (to, a, c) = (
        m.at("C", "i", "j"),
        m.at("A", "i", "k"),
        m.at("C", "k", "j"),
    );
    let (i, j, k) = (m.rows(), m.all_columns(), m.range('k', "0", "i"));
    let step = add(m, &to, &format!("{a} * {c}"));
    match m.r.one_in(2) {
        true => format!("{i}\n{j} {{\n{k} {{\n{step}}}\n}}\n"),
        false => format!("{j}\n{i} {{\n{k} {{\n{step}}}\n}}\n"),
    }
}

/// Two targets, one of which belongs to other rows.
fn symm(m: &mut Maker) -> String {
    let (to, other, b) = (
        m.at("C", "i", "j"),
        m.at("C", "k", "j"),
        m.at("B", "i", "j"),
    );
    let (a, below, own) = (
        m.at("A", "i", "k"),
        m.at("B", "k", "j"),
        m.at("A", "i", "i"),
    );
    let (i, j, k) = (m.rows(), m.all_columns(), m.range('k', "0", "i"));
    m.before.push_str(&format!("{} t;\n", m.ty));
    let (one, two) = (
        add(m, &other, &format!("alpha * {b} * {a}")),
        add(m, "t", &format!("{below} * {a}")),
    );
    format!(
        "{i}\n{j} {{\nt = 0;\n{k} {{\n{one}{two}}}\n{to} = beta * {to} + alpha * {b} * {own} + alpha * t;\n}}\n"
    )
}

/// Elements that are far from each other from column to column.
fn syrk(m: &mut Maker) -> String {
    let (to, a, b) = (
        m.at("C", "i", "j"),
        m.at("A", "i", "k"),
        m.at("A", "j", "k"),
    );
    let (c, d) = (m.at("B", "i", "k"), m.at("B", "j", "k"));
    let depends = m.r.one_in(4);
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(depends));
    let value = match m.r.one_in(2) {
        true => format!("alpha * {a} * {b}"),
        false => format!("{b} * alpha * {c} + {d} * alpha * {a}"),
    };
    let (first, step) = (first(m, &to), add(m, &to, &value));
    format!("{i} {{\n{j} {{\n{first}}}\n{k} {{\n{j} {{\n{step}}}\n}}\n}}\n")
}

fn lu(m: &mut Maker) -> String {
    let (to, row, column) = (
        m.at("A", "i", "j"),
        m.at("A", "i", "k"),
        m.at("A", "k", "j"),
    );
    let pivot = m.at("A", "j", "j");
    let divide = match m.is_float() {
        true => format!("{to} /= {pivot} + 40;\n"),
        false => String::new(),
    };
    let i = m.rows();
    let (below, above) = (m.range('j', "0", "i"), m.range('j', "i", &m.n()));
    let (first, second) = (m.range('k', "0", "j"), m.range('k', "0", "i"));
    let step = format!("{to} -= {row} * {column};\n");
    format!(
        "{i} {{\n{below} {{\n{first} {{\n{step}}}\n{divide}}}\n{above} {{\n{second} {{\n{step}}}\n}}\n}}\n"
    )
}

/// A result that is stored across rows as well.
fn scattered(m: &mut Maker) -> String {
    let (to, across, ty) = (m.at("C", "i", "j"), m.at("D", "j", "i"), m.ty);
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let step = add(m, "s", &value);
    let both = m.r.pick(&[format!("{to} = s;\n"), String::new()]);
    format!("{i}\n{j} {{\n{ty} s = 0;\n{k} {{\n{step}}}\n{across} = s;\n{both}}}\n")
}

fn correlation(m: &mut Maker) -> String {
    let (to, across) = (m.at("D", "i", "j"), m.at("D", "j", "i"));
    let (a, b) = (m.at("A", "k", "i"), m.at("A", "k", "j"));
    let (i, j, k) = (m.rows(), m.range('j', "i + 1", &m.n()), m.in_order(false));
    format!("{i}\n{j} {{\n{to} = 0;\n{k} {{\n{to} += {a} * {b};\n}}\n{across} = {to};\n}}\n")
}

/// A short loop in order inside of another one.
fn deep(m: &mut Maker) -> String {
    let (to, a, b) = (
        m.at("C", "i", "j"),
        m.at("A", "i", "k"),
        m.at("B", "k", "j"),
    );
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let few = m.r.pick(&["3", "9"]);
    let l = m.range('l', "0", few);
    let more =
        m.r.pick(&[m.one("x", "l"), m.at("B", "l", "j"), m.at("A", "l", "i")]);
    let step = add(m, &to, &format!("({a} * {b} + {more})"));
    let (first, last) = (first(m, &to), last(m, &to));
    format!("{i}\n{j} {{\n{first}{k}\n{l} {{\n{step}}}\n{last}}}\n")
}

/// Three parallel loops.
fn batch(m: &mut Maker) -> String {
    let (to, x, ty) = (m.cell("b", "i", "j"), m.one("x", "b"), m.ty);
    let b = m.range('b', "0", &BATCH.to_string());
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    if m.r.one_in(2) {
        let (first, step) = (first(m, &to), add(m, &to, &value));
        return format!("{b}\n{i}\n{j} {{\n{first}{k} {{\n{step}}}\n}}\n");
    }
    let step = add(m, "s", &value);
    format!("{b}\n{i}\n{j} {{\n{ty} s = {x};\n{k} {{\n{step}}}\n{to} = s * {x};\n}}\n")
}

fn two_sums(m: &mut Maker) -> String {
    let (c, d, ty) = (m.at("C", "i", "j"), m.at("D", "i", "j"), m.ty);
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let (one, two) = (sum(m), sum(m));
    if m.r.one_in(2) {
        let (one, two) = (add(m, &c, &one), add(m, &d, &two));
        return format!("{i}\n{j} {{\n{d} = 0;\n{k} {{\n{one}{two}}}\n}}\n");
    }
    let (one, two) = (add(m, "s", &one), add(m, "t", &two));
    format!(
        "{i}\n{j} {{\n{ty} s = alpha, t = 0;\n{k} {{\n{one}{two}}}\n{c} = s;\n{d} = t - s;\n}}\n"
    )
}

/// Loops in order after each other, some of which go on with a sum.
fn one_after_other(m: &mut Maker) -> String {
    let (to, ty) = (m.at("C", "i", "j"), m.ty);
    let (i, j) = (m.rows(), m.columns());
    let (k, again) = (m.in_order(true), m.in_order(true));
    let (one, two) = (sum(m), sum(m));
    if m.r.one_in(2) {
        let (first, one, two) = (first(m, &to), add(m, &to, &one), add(m, &to, &two));
        return format!(
            "{i}\n{j} {{\n{first}{k} {{\n{one}}}\n{to} *= 2;\n{again} {{\n{two}}}\n}}\n"
        );
    }
    let (one, two) = (add(m, "s", &one), add(m, "s", &two));
    format!(
        "{i}\n{j} {{\n{ty} s = 0;\n{k} {{\n{one}}}\ns = s * beta;\n{again} {{\n{two}}}\n{to} = s;\n}}\n"
    )
}

/// An element that another statement of the same iteration writes.
fn written_and_read(m: &mut Maker) -> String {
    let (c, d) = (m.at("C", "i", "j"), m.at("D", "i", "j"));
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let step = add(m, &c, &value);
    match m.r.below(3) {
        0 => format!("{i}\n{j} {{\n{k} {{\n{step}{d} += {c} * alpha;\n}}\n}}\n"),
        1 => format!("{i}\n{j} {{\n{d} = {c} + 1;\n{k} {{\n{step}}}\n{d} = {d} * {c};\n}}\n"),
        _ => format!("{i}\n{j} {{\n{k} {{\n{d} = {c} * beta;\n{step}{c} -= {d};\n}}\n}}\n"),
    }
}

/// Each row needs the one before: columns alone may be shared out.
fn row_recurrence(m: &mut Maker) -> String {
    let (to, from, b) = (
        m.at("C", "i + 1", "j"),
        m.at("C", "i", "j"),
        m.at("B", "k", "j"),
    );
    let (i, j, k) = (m.rows(), m.all_columns(), m.in_order(true));
    let step = add(m, &to, &format!("{from} * {b}"));
    format!("{i}\n{j} {{\n{k} {{\n{step}}}\n}}\n")
}

/// Each column needs the one before, and perhaps the row as well.
fn column_recurrence(m: &mut Maker) -> String {
    let row = m.r.pick(&["i", "i + 1"]);
    let (to, from, x) = (
        m.at("C", row, "j + 1"),
        m.at("C", "i", "j"),
        m.one("x", "k"),
    );
    let (i, j, k) = (m.rows(), m.all_columns(), m.in_order(true));
    let step = add(m, &to, &format!("{from} * {x}"));
    format!("{i}\n{j} {{\n{k} {{\n{step}}}\n}}\n")
}

/// A scalar whose last value is read behind the region, or that goes on from iteration to iteration.
fn left_behind(m: &mut Maker) -> String {
    let (to, z) = (m.at("C", "i", "j"), m.one("z", "0"));
    m.before.push_str(&format!("{} s = 1;\n", m.ty));
    m.after.push_str(&format!("{z} = s;\n"));
    let (i, j, k) = (m.rows(), m.columns(), m.in_order(true));
    let value = sum(m);
    let step = add(m, "s", &value);
    let begin = m.r.pick(&["s = 0;\n", ""]);
    format!("{i}\n{j} {{\n{begin}{k} {{\n{step}}}\n{to} = s;\n}}\n")
}
