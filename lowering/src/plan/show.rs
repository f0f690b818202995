//! Extents, sections and tiles in words, for dumps and reports.

use super::{Apart, DataItem, Dim, Extent, Reach, RowsOf, Section};
use crate::print::show::is_one_member;
pub use crate::print::show::{expr, head, name, operand};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{Canonical, Expr, ExprKind};
use accrs_frontend::source::Span;

/// The clause with the sizes that are used, innermost loop first: "tile(32, 4)".
pub fn tile(t: &super::Tile) -> String {
    let sizes: Vec<String> = t.sizes.iter().rev().map(u64::to_string).collect();
    format!("tile({})", sizes.join(", "))
}

pub fn extent(unit: &Unit, e: &Extent) -> String {
    match e {
        Extent::Fixed(n) => n.to_string(),
        Extent::User(e) => expr(unit, e),
        Extent::RowLanes(r) => match &r.of {
            RowsOf::Memory { .. } => "by row length".into(),
            RowsOf::Loop { .. } => "by the loop's length".into(),
        },
        Extent::RowsBeside(e) => format!("{} / vector", e.threads),
        Extent::Cover {
            heads,
            tile,
            per,
            most,
            least,
        } => {
            let one = |(k, h): (usize, &Canonical)| match tile.get(k) {
                Some(t) => format!("ceil(trips({}) / {t})", name(unit, h.var)),
                None => format!("trips({})", name(unit, h.var)),
            };
            let trips: Vec<String> = heads.iter().enumerate().map(one).collect();
            let trips = match least {
                true if trips.len() > 1 => format!("min({})", trips.join(", ")),
                _ => trips.join(" * "),
            };
            let per: Vec<String> = per.iter().map(|e| extent(unit, e)).collect();
            let needed = match per.as_slice() {
                [] => trips,
                [one] if one.contains(' ') => format!("ceil({trips} / ({one}))"),
                [one] => format!("ceil({trips} / {one})"),
                all => format!("ceil({trips} / ({}))", all.join(" * ")),
            };
            match most {
                Some(_) => needed,
                None => format!("{needed} at once"),
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
        Section::Scanned { scan, .. } => format!("{}[:]", expr(unit, &scan.base)),
        Section::Dims { base, dims, .. }
            if i.name == expr(unit, base) && !dims.is_empty() && !is_one_member(unit, base) =>
        {
            let dims: String = dims.iter().map(|d| dim(unit, d)).collect();
            format!("{}{dims}", i.name)
        }
        _ => i.name.clone(),
    }
}

/// Pairs of sections: "a[0:n] and b[0:n]"; of one with itself "rows of a[0:n][0:m]".
pub fn apart(unit: &Unit, all: &[Apart]) -> String {
    let reach = |r: &Reach| {
        let base = expr(unit, &r.base);
        if r.upper.is_empty() {
            return base;
        }
        let lower = match r.lower.as_slice() {
            [] => "0".into(),
            lower => candidates(unit, lower, "min"),
        };
        let one = std::slice::from_ref;
        let behind = r.behind.iter().map(|row| {
            let lower = expr(unit, &row.lower);
            format!(
                "[{lower}:{}]",
                length(unit, one(&row.lower), one(&row.upper))
            )
        });
        let behind: String = behind.collect();
        format!(
            "{base}[{lower}:{}]{behind}",
            length(unit, &r.lower, &r.upper)
        )
    };
    let pairs = all.iter().map(|p| match p.is_of_one() {
        true => format!("rows of {}", reach(&p.a)),
        false => format!("{} and {}", reach(&p.a), reach(&p.b)),
    });
    pairs.collect::<Vec<_>>().join("; ")
}

fn dim(unit: &Unit, d: &Dim) -> String {
    use super::DimExtent;
    let lower = d.lower.as_ref().map_or("0".into(), |e| expr(unit, e));
    // What the compiler asks first, whether there is anything at all, says nothing to people.
    let some = |e: &Expr| match &e.kind {
        ExprKind::Conditional(_, Some(n), none) if none.int_value() == Some(0) => {
            (e.span == Span::default()).then(|| expr(unit, n))
        }
        _ => None,
    };
    let length = match (&d.length, &d.extent) {
        (Some(e), _) => some(e).unwrap_or_else(|| expr(unit, e)),
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
    let zero = lower.iter().all(|e| e.int_value() == Some(0));
    let upper = candidates(unit, upper, "max");
    if zero {
        upper
    } else {
        format!("up to {upper}")
    }
}
