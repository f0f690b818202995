//! Extents, sections and loops in words, for dumps and reports; expressions by the printer's dialect for them.

use super::{DataItem, Dim, Extent, Section};
use crate::print::{Dialect, PRIMARY, Printer};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{Canonical, Expr, ExprKind, LoopCmp, VarId};

pub fn name(unit: &Unit, var: VarId) -> &str {
    let var = unit.var(var);
    var.member.as_ref().map_or(&var.name, |m| &m.text)
}

/// As C, without implicit conversions, and `*` and `/` without blanks.
pub fn expr(unit: &Unit, e: &Expr) -> String {
    Printer::of(unit, Dialect::Report).expr(e)
}

/// As [`expr`], in parentheses where it is more than a name or a number.
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

/// The clause with the sizes that hold: "tile(32, 4)", innermost loop first.
pub fn tile(t: &super::Tile) -> String {
    let sizes: Vec<String> = t.sizes.iter().rev().map(u64::to_string).collect();
    format!("tile({})", sizes.join(", "))
}

pub fn extent(unit: &Unit, e: &Extent) -> String {
    match e {
        Extent::Fixed(n) => n.to_string(),
        Extent::User(e) => expr(unit, e),
        Extent::Cover {
            heads, tile, per, ..
        } => {
            let one = |(k, h): (usize, &Canonical)| match tile.get(k) {
                Some(t) => format!("ceil(trips({}) / {t})", name(unit, h.var)),
                None => format!("trips({})", name(unit, h.var)),
            };
            let trips: Vec<String> = heads.iter().enumerate().map(one).collect();
            let trips = trips.join(" * ");
            match &**per {
                Extent::Fixed(1) => trips,
                per => format!("ceil({trips} / {})", extent(unit, per)),
            }
        }
    }
}

pub fn kind(k: DataKind) -> &'static str {
    match k {
        DataKind::Copy => "copy",
        DataKind::Copyin => "copyin",
        DataKind::Copyout => "copyout",
        DataKind::Create => "create",
        DataKind::NoCreate => "no_create",
        DataKind::Present => "present",
        DataKind::Deviceptr => "deviceptr",
        DataKind::Attach => "attach",
        DataKind::Detach => "detach",
        DataKind::Delete => "delete",
        DataKind::UseDevice => "use_device",
        DataKind::DeviceResident => "device_resident",
        DataKind::Link => "link",
        DataKind::UpdateHost => "host",
        DataKind::UpdateDevice => "device",
    }
}

/// The item with its section: "A[0:n*m]".
pub fn item(unit: &Unit, i: &DataItem) -> String {
    match &i.section {
        Section::Inferred {
            base, lower, upper, ..
        } => format!(
            "{}[{}:{}]",
            expr(unit, base),
            candidates(unit, lower, "min"),
            length(unit, lower, upper)
        ),
        Section::Dims { base, dims, .. }
            if i.name == expr(unit, base) && !dims.is_empty() && !is_one_member(unit, base) =>
        {
            let dims: String = dims.iter().map(|d| dim(unit, d)).collect();
            format!("{}{dims}", i.name)
        }
        _ => i.name.clone(),
    }
}

/// A pointer that stands for a member, which is no pointer itself.
pub(crate) fn is_one_member(unit: &Unit, base: &Expr) -> bool {
    let ExprKind::Var(v) = base.kind else {
        return false;
    };
    let of = &unit.var(v).member;
    of.as_ref().is_some_and(|m| m.is_pointed_to())
}

fn dim(unit: &Unit, d: &Dim) -> String {
    use super::DimExtent;
    let lower = d.lower.as_ref().map_or("0".into(), |e| expr(unit, e));
    let length = match (&d.length, &d.extent) {
        (Some(e), _) => expr(unit, e),
        (None, Some(DimExtent::Fixed(n))) => n.to_string(),
        (None, Some(DimExtent::Expr(e))) => expr(unit, e),
        (None, None) => String::new(),
    };
    format!("[{lower}:{length}]")
}

fn candidates(unit: &Unit, list: &[Expr], of: &str) -> String {
    let texts: Vec<String> = list.iter().map(|e| expr(unit, e)).collect();
    match texts.as_slice() {
        [one] => one.clone(),
        _ => format!("{of}({})", texts.join(", ")),
    }
}

fn length(unit: &Unit, lower: &[Expr], upper: &[Expr]) -> String {
    let zero = matches!(lower, [e] if e.int_value() == Some(0));
    let upper = candidates(unit, upper, "max");
    if zero {
        upper
    } else {
        format!("up to {upper}")
    }
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
