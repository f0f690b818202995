//! Expressions, extents and sections in words, for dumps and reports. (The C of rendered
//! files is `print`'s.)

use super::{DataItem, Dim, Extent, Section};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopCmp, UnaryOp, VarId};

pub fn name(unit: &Unit, var: VarId) -> &str {
    let var = unit.var(var);
    var.member.as_ref().map_or(&var.name, |m| &m.text)
}

fn rank(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Comma => 0,
        Or => 2,
        And => 3,
        BitOr => 4,
        BitXor => 5,
        BitAnd => 6,
        Eq | Ne => 7,
        Lt | Gt | Le | Ge => 8,
        Shl | Shr => 9,
        Add | Sub => 10,
        Mul | Div | Rem => 11,
    }
}

/// As C, without implicit conversions, and `*` and `/` without blanks.
pub fn expr(unit: &Unit, e: &Expr) -> String {
    at(unit, e, 0)
}

/// As [`expr`], in parentheses where it is more than a name or a number.
pub fn operand(unit: &Unit, e: &Expr) -> String {
    at(unit, e, 14)
}

fn at(unit: &Unit, e: &Expr, outer: u8) -> String {
    let (text, mine) = match &e.kind {
        ExprKind::IntLit { text, .. }
        | ExprKind::FloatLit { text }
        | ExprKind::CharLit { text, .. }
        | ExprKind::StringLit { text }
        | ExprKind::Offsetof { text, .. } => (text.clone(), 15),
        ExprKind::Var(v) => (name(unit, *v).to_string(), 15),
        ExprKind::Function(f) => (unit.function(*f).name.clone(), 15),
        ExprKind::EnumConst { name, .. } => (name.clone(), 15),
        ExprKind::Unary(op, a) => unary(unit, *op, a),
        ExprKind::Binary(op, a, b) => {
            let r = rank(*op);
            let (a, b) = (at(unit, a, r), at(unit, b, r + 1));
            let text = match op {
                BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => format!("{a}{}{b}", op.symbol()),
                BinaryOp::Comma => format!("{a}, {b}"),
                _ => format!("{a} {} {b}", op.symbol()),
            };
            (text, r)
        }
        ExprKind::Assign(op, a, b) => {
            let (a, b) = (at(unit, a, 2), at(unit, b, 1));
            let sign = op.map_or("", BinaryOp::symbol);
            (format!("{a} {sign}= {b}"), 1)
        }
        ExprKind::Conditional(c, a, b) => {
            let c = at(unit, c, 2);
            let a = a.as_deref().map_or(String::new(), |a| at(unit, a, 1));
            (format!("{c} ? {a} : {}", at(unit, b, 1)), 1)
        }
        ExprKind::Call { callee, args } => {
            let args: Vec<String> = args.iter().map(|a| at(unit, a, 1)).collect();
            (format!("{}({})", at(unit, callee, 14), args.join(", ")), 14)
        }
        ExprKind::Index(a, b) => (format!("{}[{}]", at(unit, a, 14), at(unit, b, 0)), 14),
        ExprKind::Member { base, .. } if unit.types.vector(base.ty).is_some() => {
            return at(unit, base, outer);
        }
        ExprKind::Member { base, field, arrow } => {
            let dot = if *arrow { "->" } else { "." };
            (format!("{}{dot}{field}", at(unit, base, 14)), 14)
        }
        ExprKind::Cast {
            implicit: true,
            operand,
        } => return at(unit, operand, outer),
        ExprKind::Cast { operand, .. } => (format!("(cast){}", at(unit, operand, 13)), 13),
        ExprKind::SizeofExpr(a) => (format!("sizeof({})", at(unit, a, 0)), 15),
        ExprKind::SizeofType(_)
        | ExprKind::AlignofType(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::InitList(_)
        | ExprKind::StmtExpr(_) => (source(unit, e), 15),
    };
    if mine < outer {
        format!("({text})")
    } else {
        text
    }
}

fn source(unit: &Unit, e: &Expr) -> String {
    let words: Vec<&str> = unit.source.slice(e.span).split_whitespace().collect();
    words.join(" ")
}

fn unary(unit: &Unit, op: UnaryOp, a: &Expr) -> (String, u8) {
    // A variable that points to a member goes by the member's name.
    if op == UnaryOp::Deref && is_one_member(unit, a) {
        return (at(unit, a, 15), 15);
    }
    let inner = at(unit, a, 13);
    let text = match op {
        UnaryOp::Plus => format!("+{inner}"),
        UnaryOp::Minus => format!("-{inner}"),
        UnaryOp::Not => format!("!{inner}"),
        UnaryOp::BitNot => format!("~{inner}"),
        UnaryOp::Deref => format!("*{inner}"),
        UnaryOp::AddrOf => format!("&{inner}"),
        UnaryOp::PreInc => format!("++{inner}"),
        UnaryOp::PreDec => format!("--{inner}"),
        UnaryOp::PostInc => format!("{inner}++"),
        UnaryOp::PostDec => format!("{inner}--"),
        UnaryOp::Real => format!("__real__ {inner}"),
        UnaryOp::Imag => format!("__imag__ {inner}"),
    };
    (text, 13)
}

/// "i = 1; i < n - 1; i += 2"
pub fn head(unit: &Unit, h: &Canonical) -> String {
    let v = name(unit, h.var);
    let cmp = match h.cmp {
        LoopCmp::Lt => "<",
        LoopCmp::Le => "<=",
        LoopCmp::Gt => ">",
        LoopCmp::Ge => ">=",
        LoopCmp::Ne => "!=",
    };
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
fn is_one_member(unit: &Unit, base: &Expr) -> bool {
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
