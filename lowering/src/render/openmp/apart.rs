//! Whether pointers' targets lie apart, as the condition of a parallel loop (OpenMP's `if`: in order where false).

use crate::plan::{Apart, Reach};
use crate::render::{RenderError, clause};
use accrs_frontend::Unit;
use accrs_frontend::region::Expr;

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
pub fn pair(unit: &Unit, Apart { a, b }: &Apart) -> Result<String, RenderError> {
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
