//! Expressions, variables and loops as text for reports, notes and messages.

use super::{Dialect, PRIMARY, Printer};
use accrs_frontend::Unit;
use accrs_frontend::region::private::OWN;
use accrs_frontend::region::{Canonical, Expr, ExprKind, LoopCmp, VarId};
use accrs_frontend::source::Span;

/// Line and column: "61:9".
pub fn place(unit: &Unit, span: Span) -> String {
    let place = unit.source.place(span.start);
    format!("{}:{}", place.line, place.column)
}

pub fn name(unit: &Unit, var: VarId) -> &str {
    let var = unit.var(var);
    let own = var.name.strip_prefix(OWN).unwrap_or(&var.name);
    var.member.as_ref().map_or(own, |m| &m.text)
}

/// "a and b, a and c"; of one with itself, "rows of a".
pub fn pairs<'v>(unit: &Unit, all: impl IntoIterator<Item = &'v (VarId, VarId)>) -> String {
    let one = |(a, b): &(VarId, VarId)| match a == b {
        true => format!("rows of {}", name(unit, *a)),
        false => format!("{} and {}", name(unit, *a), name(unit, *b)),
    };
    let all: Vec<String> = all.into_iter().map(one).collect();
    all.join(", ")
}

/// An expression as C without implicit conversions, and with no blanks around `*` and `/`.
pub fn expr(unit: &Unit, e: &Expr) -> String {
    Printer::of(unit, Dialect::Report).expr(e)
}

/// Likewise, in parentheses where it is more than a name or a number.
pub fn operand(unit: &Unit, e: &Expr) -> String {
    Printer::of(unit, Dialect::Report).operand(e, PRIMARY)
}

/// "i = 1; i < n - 1; i += 2"
pub fn head(unit: &Unit, h: &Canonical) -> String {
    let v = name(unit, h.var);
    let cmp = h.cmp.op().symbol();
    let sign = if h.down { '-' } else { '+' };
    let step = match h.step.int_value() {
        Some(1) => format!("{v}{sign}{sign}"),
        _ => format!("{v} {sign}= {}", expr(unit, &h.step)),
    };
    let (lower, upper) = (expr(unit, &h.lower), expr(unit, &h.upper));
    format!("{v} = {lower}; {v} {cmp} {upper}; {step}")
}

/// Whether a variable is a pointer that stands for a member of a struct which isn't a pointer itself.
pub(crate) fn is_one_member(unit: &Unit, base: &Expr) -> bool {
    let ExprKind::Var(v) = base.kind else {
        return false;
    };
    let of = &unit.var(v).member;
    of.as_ref().is_some_and(|m| m.is_pointed_to())
}

/// "1 <= i < n - 1"
pub fn interval(unit: &Unit, h: &Canonical) -> String {
    let v = name(unit, h.var);
    let (lower, upper) = (expr(unit, &h.lower), expr(unit, &h.upper));
    match (h.down, h.cmp) {
        (false, LoopCmp::Le) => format!("{lower} <= {v} <= {upper}"),
        (false, _) => format!("{lower} <= {v} < {upper}"),
        (true, LoopCmp::Ge) => format!("{upper} <= {v} <= {lower}"),
        (true, _) => format!("{upper} < {v} <= {lower}"),
    }
}
