//! What steps do: a loop in order around others that go through planes and lines, each element from elements near it. Some can be cut into tiles
//! with the loops inside, some can't.

use super::bodies::{Body, drawn};
use super::make::Maker;

/// The kinds of steps, with how often they are drawn.
const KINDS: &[(&str, u64, Body)] = &[
    ("sweeps", 8, sweeps),
    ("jacobi", 3, jacobi),
    ("in_place", 4, in_place),
    ("lines", 3, lines),
    ("edges", 4, edges),
    ("table", 3, table),
    ("planes", 2, planes),
    ("elimination", 2, elimination),
    ("cholesky", 2, cholesky),
    ("turned", 1, turned),
    ("diagonals", 3, diagonals),
    ("handed_on", 2, handed_on),
    ("columns", 2, columns),
];

/// A kind, and the text of its region.
pub fn any(m: &mut Maker) -> (&'static str, String) {
    let (name, text) = drawn(m, KINDS);
    (name, format!("#pragma acc kernels\n{{\n{text}}}\n"))
}

/// The loop in order.
fn steps(m: &mut Maker) -> String {
    let from = m.r.pick(&["0", "0", "1"]);
    let until = m.order();
    m.range('k', from, &until)
}

/// A loop over rows or columns, which leaves two at each end.
fn along(m: &mut Maker, v: char) -> String {
    let end = if v == 'i' { m.n() } else { m.m() };
    let from = m.r.pick(&["2", "2", "3"]);
    match m.r.below(8) {
        0 => m.range(v, from, "k + 2"),
        1 => m.range(v, "k + 2", &end),
        _ => m.range(v, from, &end),
    }
}

/// `i` and so much.
fn shifted(v: &str, by: i64) -> String {
    match by {
        0 => v.to_string(),
        by if by < 0 => format!("{v} - {}", -by),
        by => format!("{v} + {by}"),
    }
}

fn near(m: &mut Maker, most: u64) -> i64 {
    m.r.below(2 * most + 1) as i64 - most as i64
}

/// An element near the one of a row and a column.
fn neighbour(m: &mut Maker, array: &str) -> String {
    let far = m.r.pick(&[1, 1, 1, 2]);
    let (di, dj) = (near(m, far), near(m, far));
    m.at(array, &shifted("i", di), &shifted("j", dj))
}

/// A mean of values, so that steps don't make them larger.
fn mean(m: &mut Maker, all: &[String]) -> String {
    let weighted: Vec<String> = all
        .iter()
        .map(|e| match m.r.below(4) {
            0 => format!("2 * {e}"),
            _ => e.clone(),
        })
        .collect();
    let sum = weighted.join(" + ");
    match m.is_float() {
        true => format!("({sum}) / {}", 2 * all.len()),
        false => format!("({sum}) ^ {}", all.len()),
    }
}

fn from_near(m: &mut Maker, arrays: &[&str]) -> String {
    let count = m.r.within(1, 4);
    let mut all = Vec::new();
    for _ in 0..count {
        let array = m.r.pick(arrays);
        all.push(neighbour(m, array));
    }
    mean(m, &all)
}

/// A sweep over a plane.
fn sweep(m: &mut Maker, to: &str, from: &[&str]) -> String {
    let (i, j) = (along(m, 'i'), along(m, 'j'));
    let (to, value) = (m.at(to, "i", "j"), from_near(m, from));
    match m.r.below(5) {
        0 => format!(
            "{i}\n{j} {{\nif (({value}) > alpha)\n{to} = {value};\nelse\n{to} -= beta;\n}}\n"
        ),
        1 => {
            if !m.before.contains(" t;") {
                m.before.push_str(&format!("{} t;\n", m.ty));
            }
            format!(
                "{i}\n{j} {{\nt = {value};\n{to} = t + {};\n}}\n",
                m.one("x", "j")
            )
        }
        _ => format!("{i}\n{j}\n{to} = {value};\n"),
    }
}

/// Sweeps over whatever plane from whatever planes.
fn sweeps(m: &mut Maker) -> String {
    let k = steps(m);
    let parts = m.r.within(1, 3);
    let mut text = String::new();
    for _ in 0..parts {
        let to = m.r.pick(&["A", "B", "C"]);
        let from: Vec<&str> = (0..2).map(|_| m.r.pick(&["A", "B", "C", "D"])).collect();
        text.push_str(&sweep(m, to, &from));
    }
    format!("{k} {{\n{text}}}\n")
}

fn jacobi(m: &mut Maker) -> String {
    let k = steps(m);
    let there = sweep(m, "B", &["A"]);
    let back = match m.r.one_in(3) {
        true => {
            let (i, j) = (along(m, 'i'), along(m, 'j'));
            format!(
                "{i}\n{j}\n{} = {};\n",
                m.at("A", "i", "j"),
                m.at("B", "i", "j")
            )
        }
        false => sweep(m, "A", &["B"]),
    };
    format!("{k} {{\n{there}{back}}}\n")
}

/// Gauss and Seidel's way.
fn in_place(m: &mut Maker) -> String {
    let k = steps(m);
    let arrays = m.r.pick(&[["A", "A"], ["A", "D"]]);
    format!("{k}\n{}", sweep(m, "A", &arrays))
}

/// Steps over lines.
fn lines(m: &mut Maker) -> String {
    let k = steps(m);
    let mut text = String::new();
    for (to, from) in [("x", "y"), ("y", "x")] {
        let i = along(m, 'i');
        let by = [near(m, 2), near(m, 1)];
        let mut all: Vec<String> = by.iter().map(|b| m.one(from, &shifted("i", *b))).collect();
        if m.r.one_in(3) {
            all.push(m.one(to, &shifted("i", by[1])));
        }
        let value = mean(m, &all);
        text.push_str(&format!("{i}\n{} = {value};\n", m.one(to, "i")));
    }
    format!("{k} {{\n{text}}}\n")
}

/// Sweeps, and what happens at the edges of planes between them.
fn edges(m: &mut Maker) -> String {
    let k = steps(m);
    let mut text = String::new();
    let sweep_first = m.r.one_in(2);
    if sweep_first {
        text.push_str(&sweep(m, "B", &["A"]));
    }
    let n = m.n();
    for _ in 0..m.r.within(1, 2) {
        let j = m.range('j', "2", &m.m());
        let i = m.range('i', "2", &m.n());
        let edge = match m.r.below(6) {
            0 => format!("{j}\n{} = {};\n", m.at("A", "1", "j"), m.at("A", "2", "j")),
            1 => format!("{j}\n{} = {};\n", m.at("A", &n, "j"), m.one("z", "k")),
            2 => format!("{i}\n{} = {};\n", m.at("A", "i", "1"), m.at("A", "i", "2")),
            3 => format!("{} = {};\n", m.at("A", "1", "1"), m.one("z", "k")),
            4 => format!(
                "{j} {{\n{} = alpha;\n{} = beta;\n}}\n",
                m.at("A", "0", "j"),
                m.at("A", &n, "j")
            ),
            _ => format!("{} += {};\n", m.one("z", "k"), m.at("A", "2", "2")),
        };
        text.push_str(&edge);
    }
    let back = m.r.pick(&[["B", "B"], ["A", "A"], ["A", "B"]]);
    text.push_str(&sweep(m, "A", &back));
    format!("{k} {{\n{text}}}\n")
}

/// A table whose elements follow from those before.
fn table(m: &mut Maker) -> String {
    let (i, j) = (m.range('i', "1", &m.n()), m.range('j', "1", &m.m()));
    let before = [
        m.at("C", "i - 1", "j"),
        m.at("C", "i", "j - 1"),
        m.at("C", "i - 1", "j - 1"),
    ];
    let (to, x, y) = (m.at("C", "i", "j"), m.one("x", "i"), m.one("y", "j"));
    let body = match m.r.below(3) {
        0 => format!(
            "if ({x} == {y})\n{to} = {} + 1;\nelse\n{to} = {} > {} ? {} : {};\n",
            before[2], before[0], before[1], before[0], before[1]
        ),
        1 => format!("{to} = {};\n", mean(m, &before)),
        _ => format!("{to} = {} - {y};\n", mean(m, &before[..2])),
    };
    format!("{i}\n{j} {{\n{body}}}\n")
}

/// Two planes by turns.
fn planes(m: &mut Maker) -> String {
    let k = steps(m);
    let (i, j) = (along(m, 'i'), along(m, 'j'));
    let mut all = Vec::new();
    for _ in 0..2 {
        let (di, dj) = (near(m, 1), near(m, 1));
        all.push(m.cell("k % 2", &shifted("i", di), &shifted("j", dj)));
    }
    let value = mean(m, &all);
    format!(
        "{k}\n{i}\n{j}\n{} = {value};\n",
        m.cell("(k + 1) % 2", "i", "j")
    )
}

/// Rows are reduced by those above, as long as they stay small.
fn elimination(m: &mut Maker) -> String {
    let k = steps(m);
    let (i, j) = (m.range('i', "k + 1", &m.n()), m.range('j', "k + 1", &m.m()));
    let (to, a, b) = (
        m.at("A", "i", "j"),
        m.at("A", "i", "k"),
        m.at("A", "k", "j"),
    );
    let scale = if m.is_float() { " * 0.0001" } else { "" };
    let column = match m.r.one_in(2) {
        true => format!(
            "{}\n{a} -= {};\n",
            m.range('i', "k + 1", &m.n()),
            m.at("A", "k", "k")
        ),
        false => String::new(),
    };
    format!("{k} {{\n{column}{i}\n{j}\n{to} -= {a} * {b}{scale};\n}}\n")
}

/// Elements from the rows above, and diagonal ones between.
fn cholesky(m: &mut Maker) -> String {
    let (i, j) = (m.range('i', "0", &m.n()), m.range('j', "0", "i"));
    let k = m.range('k', "0", "j");
    let (to, a, b) = (
        m.at("A", "i", "j"),
        m.at("A", "i", "k"),
        m.at("A", "j", "k"),
    );
    let scale = if m.is_float() { " * 0.0001" } else { "" };
    let diagonal = m.at("A", "i", "i");
    let own = m.range('k', "0", "i");
    let sum = match m.r.one_in(2) {
        true => format!("{own}\n{diagonal} -= {a} * {a}{scale};\n"),
        false => String::new(),
    };
    let last = m.r.pick(&[" += 1;\n", " *= alpha;\n"]);
    format!(
        "{i} {{\n{j} {{\n{k}\n{to} -= {a} * {b}{scale};\n{to} += {};\n}}\n{sum}{diagonal}{last}}}\n",
        m.at("A", "j", "j")
    )
}

/// Rows from columns: no tiles.
fn turned(m: &mut Maker) -> String {
    let k = steps(m);
    let there = sweep(m, "B", &["A"]);
    let (i, j) = (along(m, 'i'), along(m, 'j'));
    let back = format!(
        "{i}\n{j}\n{} = {};\n",
        m.at("A", "i", "j"),
        m.at("B", "j", "i")
    );
    format!("{k} {{\n{there}{back}}}\n")
}

/// Elements that follow each other in one direction, or sometimes in two.
fn diagonals(m: &mut Maker) -> String {
    let (i, j) = (along_rows(m), along_columns(m));
    let (di, dj) = (m.r.within(1, 2) as i64, near(m, 2));
    let mut all = vec![
        m.at("A", &shifted("i", -di), &shifted("j", -dj)),
        m.at("A", "i", "j"),
    ];
    match m.r.below(6) {
        0 => all.push(m.at("A", "i - 1", "j")),
        1 => all.push(m.at("A", &shifted("i", di), &shifted("j", dj))),
        2 => all.push(m.at("B", "i + 1", "j - 2")),
        3 => all.push(m.one("y", "j")),
        _ => {}
    }
    let value = mean(m, &all);
    format!("{i}\n{j}\n{} = {value};\n", m.at("A", "i", "j"))
}

/// Two lines that go on from each other, from row to row, and what stands at their ends.
fn handed_on(m: &mut Maker) -> String {
    let i = along_rows(m);
    let (first, second) = (along_columns(m), along_columns(m));
    let (up, here) = (near(m, 2), near(m, 2));
    let from_above = [m.at("B", "i - 1", &shifted("j", up)), m.at("A", "i", "j")];
    let from_here = [m.at("A", "i", &shifted("j", here)), m.at("B", "i", "j")];
    let (there, back) = (mean(m, &from_above), mean(m, &from_here));
    let (a, b) = (m.at("A", "i", "j"), m.at("B", "i", "j"));
    let edge = match m.r.below(3) {
        0 => format!("{} = {};\n", m.at("A", "i", "0"), m.one("x", "i")),
        1 => format!("{} += 1;\n", m.at("B", "i", "i + 1")),
        _ => String::new(),
    };
    format!("{i} {{\n{edge}{first}\n{a} = {there};\n{second}\n{b} = {back};\n}}\n")
}

/// Each element of a line from all rows.
fn columns(m: &mut Maker) -> String {
    let (i, j) = (along_rows(m), along_columns(m));
    let away = near(m, 2);
    let all = [m.one("x", "j"), m.at("A", "i", &shifted("j", away))];
    let (to, value) = (m.one("x", "j"), mean(m, &all));
    match m.r.one_in(2) {
        true => format!("{i}\n{j}\n{to} = {value};\n"),
        false => {
            let side = m.one("y", "j");
            format!("{i}\n{j} {{\n{side} -= {to};\n{to} = {value};\n}}\n")
        }
    }
}

/// Columns, which may depend on the row.
fn along_columns(m: &mut Maker) -> String {
    let from = m.r.pick(&["2", "2", "3"]);
    let until = m.m();
    match m.r.below(8) {
        0 => m.range('j', from, "i + 2"),
        1 => m.range('j', "i", &until),
        _ => m.range('j', from, &until),
    }
}

/// Rows that leave two at each end.
fn along_rows(m: &mut Maker) -> String {
    let until = m.n();
    m.range('i', "2", &until)
}
