//! Clauses of OpenMP's directives: data sharing, and reductions, arrays and sections as OpenMP has them. Structs are reduced by operators
//! declared for them, and so are the largest and smallest values that analysis has found: of OpenMP's own `max` and `min` it is open what they
//! make of NaN and of zeros with signs.

use crate::plan::{Combining, CoreLoop, Cores, Extreme, Part, Reduction, Sharing};
use crate::render::{RenderError, clause};
use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{ArrayLen, FloatKind, IntKind, Storage, Type, TypeId, VarId};
use indexmap::IndexMap;
use std::fmt::Write;

/// OpenMP's data-sharing clauses: ` private(i, j) firstprivate(n) shared(a)`.
pub fn sharing(unit: &Unit, sharing: &Sharing) -> String {
    let mut out = String::new();
    for (word, vars) in [
        ("private", &sharing.private),
        ("firstprivate", &sharing.first),
        ("lastprivate", &sharing.last),
        ("shared", &sharing.shared),
    ] {
        let names: Vec<&str> = vars.iter().map(|v| unit.var(*v).name.as_str()).collect();
        if !names.is_empty() {
            let _ = write!(out, " {word}({})", names.join(", "));
        }
    }
    out
}

/// ` reduction(+:sum) reduction(max:c[0:n])`
pub fn clauses(unit: &Unit, reductions: &[Reduction]) -> Result<String, RenderError> {
    let mut out = String::new();
    for r in reductions {
        let word = match (record_of(unit, r), extreme(unit, r)) {
            (Some(_), _) => declared(unit, r),
            (None, Some(kind)) => compared(r, kind),
            (None, None) => symbol(unit, r).to_string(),
        };
        // C++'s global names begin with what would be taken for a part of the operator.
        let item = item(unit, r)?;
        let gap = if item.starts_with(':') { " " } else { "" };
        let _ = write!(out, " reduction({word}:{gap}{item})");
    }
    Ok(out)
}

/// The variable, or the rows of it that the reduction lies in.
fn item(unit: &Unit, r: &Reduction) -> Result<String, RenderError> {
    let v = unit.var(r.var);
    let name = &v.name;
    if let Part::Elements { rows, .. } = &r.part {
        let (first, count) = (clause::expr(unit, &rows.0)?, clause::expr(unit, &rows.1)?);
        let row = unit.types.pointee(v.ty);
        let whole = "[:]".repeat(row.map_or(0, |row| dimensions(unit, row)));
        return Ok(format!("{name}[{first}:{count}]{whole}"));
    }
    // A parameter of array type is a pointer.
    match unit.types.canonical(v.ty) {
        Type::Array(_, ArrayLen::Fixed(n)) if v.storage == Storage::Param => {
            Ok(format!("{name}[0:{n}]"))
        }
        _ => Ok(name.clone()),
    }
}

/// How many dimensions an array has; of what is no array, 0. (clang's OpenMP takes sections of rows only with all of them.)
fn dimensions(unit: &Unit, mut ty: TypeId) -> usize {
    let mut all = 0;
    while let Type::Array(elem, _) = unit.types.canonical(ty) {
        (all, ty) = (all + 1, *elem);
    }
    all
}

/// The type of the reduction's elements.
fn element(unit: &Unit, r: &Reduction) -> TypeId {
    let mut at = match &r.part {
        Part::Elements { elem, .. } => *elem,
        Part::Whole => unit.var(r.var).ty,
    };
    while let Type::Array(elem, _) = unit.types.canonical(at) {
        at = *elem;
    }
    at
}

/// A truth value stays one: gcc adds the bytes of `_Bool`s.
fn symbol(unit: &Unit, r: &Reduction) -> &'static str {
    let truth = matches!(unit.types.canonical(element(unit, r)), Type::Bool);
    match (truth, r.op) {
        (true, ReductionOp::Add | ReductionOp::Max | ReductionOp::BitOr) => "||",
        (true, ReductionOp::Mul | ReductionOp::Min | ReductionOp::BitAnd) => "&&",
        (_, op) => op.symbol(),
    }
}

fn record_of(unit: &Unit, r: &Reduction) -> Option<TypeId> {
    Some(element(unit, r)).filter(|t| unit.types.is_record(*t))
}

/// The type in which a largest or smallest value is compared by an operator declared for it.
fn extreme(unit: &Unit, r: &Reduction) -> Option<FloatKind> {
    match unit.types.canonical(element(unit, r)) {
        Type::Float(kind) if r.extreme != Extreme::Open => Some(*kind),
        _ => None,
    }
}

/// The operator's name: `__accrs_max_of_double`.
fn compared(r: &Reduction, kind: FloatKind) -> String {
    let how = match r.extreme {
        Extreme::Number { last: true } => "_last_number",
        Extreme::Number { last: false } => "_number",
        Extreme::Compared { last: true } => "_last",
        _ => "",
    };
    let of = spelled(kind).replace(' ', "_");
    format!("__accrs_{}{how}_of_{of}", r.op.symbol())
}

fn spelled(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
    }
}

/// The name of the operator declared for a struct: `__accrs_add_of_s`.
fn declared(unit: &Unit, r: &Reduction) -> String {
    let word = match r.op {
        ReductionOp::Add => "add",
        ReductionOp::Mul => "mul",
        ReductionOp::Max => "max",
        ReductionOp::Min => "min",
        ReductionOp::BitAnd => "bitand",
        ReductionOp::BitOr => "bitor",
        ReductionOp::BitXor => "bitxor",
        ReductionOp::And => "and",
        ReductionOp::Or => "or",
    };
    format!("__accrs_{word}_of_{}", unit.var(r.var).name)
}

/// Declarations of the operators that a construct's reductions of structs need.
pub fn declarations(unit: &Unit, cores: &Cores) -> String {
    let mut all: IndexMap<String, String> = IndexMap::new();
    let loops = cores.loops.values().filter_map(|l| match l {
        CoreLoop::Directive { reductions, .. } => Some(reductions),
        CoreLoop::InOrder { .. } => None,
    });
    let team = cores.team.iter().map(|t| &t.reductions);
    for r in team.chain(loops).flatten() {
        if let Some(kind) = extreme(unit, r) {
            let name = compared(r, kind);
            let combine = combine(r.combining(), "");
            let text = format!(
                "#pragma omp declare reduction({name} : {} : {combine}) initializer(omp_priv = {})\n",
                spelled(kind),
                identity(unit, r.combining(), element(unit, r))
            );
            all.entry(name).or_insert(text);
            continue;
        }
        let Some(ty) = record_of(unit, r) else {
            continue;
        };
        let Some(sample) = sample(unit, r.var, ty) else {
            continue;
        };
        let name = declared(unit, r);
        let mut parts = Vec::new();
        scalars(unit, ty, "", &mut parts);
        let parts: Vec<String> = parts.iter().map(|p| combine(r.combining(), p)).collect();
        let text = format!(
            "#pragma omp declare reduction({name} : __typeof__({}) : {}) initializer(omp_priv = {})\n",
            sample,
            parts.join(", "),
            initial(unit, r.combining(), ty)
        );
        all.entry(name).or_insert(text);
    }
    all.into_values().collect()
}

/// An element of the variable, for its type alone; the type by its name where the construct declares the variable, which isn't known before it.
fn sample(unit: &Unit, var: VarId, record: TypeId) -> Option<String> {
    let v = unit.var(var);
    if let (Storage::Region, Type::Record(id)) = (v.storage, unit.types.canonical(record)) {
        let record = &unit.types.records[id.index()];
        let named =
            |tag: &String| format!("{} {tag}", if record.is_union { "union" } else { "struct" });
        return record.written.clone().or(record.tag.as_ref().map(named));
    }
    let mut text = v.name.clone();
    let mut ty = v.ty;
    while let Some(to) = unit.types.pointee(ty) {
        text.push_str("[0]");
        ty = to;
    }
    Some(text)
}

/// The scalars that an object is made of: paths from it. A combiner can't have variables of its own, so
/// arrays in structs are written out.
pub(in crate::render) fn scalars(unit: &Unit, ty: TypeId, path: &str, out: &mut Vec<String>) {
    let types = &unit.types;
    match types.canonical(ty) {
        Type::Record(id) => {
            for f in types.records[id.index()].fields.iter().flatten() {
                let path = match f.name.as_str() {
                    "" if !types.is_record(f.ty) => continue,
                    "" => path.to_string(),
                    name => format!("{path}.{name}"),
                };
                scalars(unit, f.ty, &path, out);
            }
        }
        Type::Array(elem, ArrayLen::Fixed(n)) => {
            for k in 0..*n {
                scalars(unit, *elem, &format!("{path}[{k}]"), out);
            }
        }
        _ => out.push(path.to_string()),
    }
}

/// Combines one scalar of `omp_in` into that of `omp_out`.
fn combine(how: Combining, path: &str) -> String {
    combined(how, &format!("omp_out{path}"), &format!("omp_in{path}"))
}

/// Combines two scalars into the first.
pub(in crate::render) fn combined(how: Combining, a: &str, b: &str) -> String {
    let (equal, number) = match how.extreme {
        Extreme::Open | Extreme::Takes => (false, false),
        Extreme::Compared { last } => (last, false),
        Extreme::Number { last } => (last, true),
    };
    let equal = if equal { "=" } else { "" };
    let number = match number {
        true => format!(" || {a} != {a}"),
        false => String::new(),
    };
    match how.op {
        ReductionOp::Max => format!("{a} = {b} >{equal} {a}{number} ? {b} : {a}"),
        ReductionOp::Min => format!("{a} = {b} <{equal} {a}{number} ? {b} : {a}"),
        op => format!("{a} = {a} {} {b}", op.symbol()),
    }
}

/// The operator's identity for an object, as an initialiser.
pub(in crate::render) fn initial(unit: &Unit, op: Combining, ty: TypeId) -> String {
    let types = &unit.types;
    match types.canonical(ty) {
        Type::Record(id) => {
            let fields = types.records[id.index()].fields.iter().flatten();
            let values: Vec<String> = fields
                .filter(|f| !f.name.is_empty() || types.is_record(f.ty))
                .map(|f| initial(unit, op, f.ty))
                .collect();
            format!("{{ {} }}", values.join(", "))
        }
        // C++ has no ranges in lists, and narrows no numbers there.
        Type::Array(elem, ArrayLen::Fixed(n)) if unit.cpp => {
            let each = vec![initial(unit, op, *elem); usize::try_from(*n).unwrap_or(0)];
            format!("{{ {} }}", each.join(", "))
        }
        Type::Array(elem, ArrayLen::Fixed(n)) if *n > 0 => {
            format!("{{ [0 ... {}] = {} }}", n - 1, initial(unit, op, *elem))
        }
        _ if unit.cpp => {
            let name = clause::declare(unit, types.canonical_id(ty), "");
            format!("({name})({})", identity(unit, op, ty))
        }
        _ => identity(unit, op, ty),
    }
}

fn identity(unit: &Unit, how: Combining, ty: TypeId) -> String {
    let low = match how.op {
        ReductionOp::Add | ReductionOp::BitOr | ReductionOp::BitXor | ReductionOp::Or => {
            return "0".into();
        }
        ReductionOp::Mul | ReductionOp::And => return "1".into(),
        // Converted to the member's type.
        ReductionOp::BitAnd => return "~0ULL".into(),
        ReductionOp::Max => true,
        ReductionOp::Min => false,
    };
    let types = &unit.types;
    let sign = if low { "-" } else { "" };
    if matches!(how.extreme, Extreme::Number { .. })
        && let Type::Float(kind) = types.canonical(ty)
    {
        return match kind {
            FloatKind::Float => "__builtin_nanf(\"\")",
            FloatKind::Double => "__builtin_nan(\"\")",
            FloatKind::LongDouble => "__builtin_nanl(\"\")",
        }
        .into();
    }
    match types.canonical(ty) {
        Type::Float(FloatKind::Float) => format!("{sign}__builtin_inff()"),
        Type::Float(FloatKind::Double) => format!("{sign}__builtin_inf()"),
        Type::Float(FloatKind::LongDouble) => format!("{sign}__builtin_infl()"),
        Type::Bool if low => "0".into(),
        Type::Bool => "1".into(),
        _ if types.is_unsigned(ty) && low => "0".into(),
        _ if types.is_unsigned(ty) => "~0ULL".into(),
        other => {
            let max = match other {
                Type::Char | Type::Int(IntKind::SChar) => "127",
                Type::Int(IntKind::Short) => "32767",
                Type::Int(IntKind::Long | IntKind::LongLong) => "9223372036854775807LL",
                Type::Int(IntKind::Int128) => "(__int128)(~(unsigned __int128)0 >> 1)",
                _ => "2147483647",
            };
            if low {
                format!("-{max} - 1")
            } else {
                max.into()
            }
        }
    }
}
