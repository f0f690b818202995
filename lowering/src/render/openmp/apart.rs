//! Whether pointers' targets lie apart, as the condition of a parallel loop (OpenMP's `if`: in order where false).

use crate::plan::{Apart, Reach};
use crate::render::{RenderError, clause};
use accrs_frontend::Unit;
use accrs_frontend::region::Expr;

/// Looks at rows that pointers lead to.
const ROWS: &str = include_str!("../../../../templates/openmp/rows.c");

/// What a text with these conditions has ahead of it.
pub fn helpers(text: &str) -> &'static str {
    match is_of_rows(text) {
        true => ROWS,
        false => "",
    }
}

/// Whether rows are looked at in a text, which takes time.
pub fn is_of_rows(text: &str) -> bool {
    text.contains("__accrs_rows_")
}

/// `a + n <= b || b + m <= a`, for each pair.
pub fn condition(unit: &Unit, all: &[Apart]) -> Result<String, RenderError> {
    let mut each = Vec::new();
    for pair in all {
        each.push(self::pair(unit, pair)?);
    }
    Ok(match each.as_slice() {
        [one] => one.clone(),
        all => format!("({})", all.join(") && (")),
    })
}

/// The same for one pair.
pub fn pair(unit: &Unit, pair: &Apart) -> Result<String, RenderError> {
    let Apart { a, b } = pair;
    if pair.is_of_rows() {
        let (first, second) = (rows(unit, a)?, rows(unit, b)?);
        return Ok(match pair.is_of_one() {
            true => format!("__accrs_rows_distinct({first})"),
            false => format!("__accrs_rows_apart({first}, {second})"),
        });
    }
    let target = |r: &Reach| {
        let to = unit.types.pointee(r.base.ty)?;
        (!r.upper.is_empty()).then(|| unit.types.canonical_id(to))
    };
    // Pointers of one type compare as they are.
    let cast = match (target(a), target(b)) {
        (Some(x), Some(y)) if x == y => "",
        _ => "(const volatile void *)",
    };
    let (before, behind) = (
        ends_before(unit, a, b, cast)?,
        ends_before(unit, b, a, cast)?,
    );
    Ok(format!("{before} || {behind}"))
}

/// All ends of `a` at or before all starts of `b`.
fn ends_before(unit: &Unit, a: &Reach, b: &Reach, cast: &str) -> Result<String, RenderError> {
    let mut out = Vec::new();
    for end in ends(unit, a)? {
        for start in starts(unit, b)? {
            out.push(format!(
                "{cast}{} <= {cast}{}",
                part(&end, cast),
                part(&start, cast)
            ));
        }
    }
    let text = out.join(" && ");
    Ok(if out.len() > 1 {
        format!("({text})")
    } else {
        text
    })
}

fn part(text: &str, cast: &str) -> String {
    if cast.is_empty() || !text.contains(' ') {
        text.to_string()
    } else {
        format!("({text})")
    }
}

fn starts(unit: &Unit, r: &Reach) -> Result<Vec<String>, RenderError> {
    if r.lower.is_empty() {
        return Ok(vec![clause::operand(unit, &r.base)?]);
    }
    r.lower.iter().map(|e| at(unit, &r.base, e)).collect()
}

fn ends(unit: &Unit, r: &Reach) -> Result<Vec<String>, RenderError> {
    if r.upper.is_empty() {
        return Ok(vec![format!("&{} + 1", clause::operand(unit, &r.base)?)]);
    }
    r.upper.iter().map(|e| at(unit, &r.base, e)).collect()
}

fn at(unit: &Unit, base: &Expr, index: &Expr) -> Result<String, RenderError> {
    let base = clause::operand(unit, base)?;
    Ok(match index.int_value() {
        Some(0) => base,
        _ => format!(
            "{base} + {}",
            clause::operand(unit, index.strip_implicit())?
        ),
    })
}

/// A pointer with what is reached behind it, level by level: `__accrs_reach2(a, sizeof a[0][0], 0, n, 0, m)`.
fn rows(unit: &Unit, r: &Reach) -> Result<String, RenderError> {
    let base = clause::operand(unit, &r.base)?;
    let levels = 1 + r.behind.len();
    let mut out = format!(
        "__accrs_reach{levels}({base}, sizeof {base}{}",
        "[0]".repeat(levels)
    );
    let of = |e: &Expr| clause::operand(unit, e.strip_implicit());
    let all = |side: &[Expr], order| {
        let side: Result<Vec<String>, RenderError> = side.iter().map(of).collect();
        Ok::<_, RenderError>(extreme(&side?, order))
    };
    if r.upper.is_empty() {
        // An array itself.
        out = format!("__accrs_reach1(&{base}, sizeof {base}, 0, 1");
    } else {
        out += &format!(", {}, {}", all(&r.lower, "<")?, all(&r.upper, ">")?);
    }
    for row in &r.behind {
        out += &format!(", {}, {}", of(&row.lower)?, of(&row.upper)?);
    }
    Ok(out + ")")
}

/// The least or the largest of some numbers.
pub fn extreme(all: &[String], order: &str) -> String {
    let mut all = all.iter();
    let first = all.next().map_or("0".to_string(), Clone::clone);
    all.fold(first, |a, b| {
        format!("(({a}) {order} ({b}) ? ({a}) : ({b}))")
    })
}
