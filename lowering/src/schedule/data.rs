//! Data clauses to data items: sections with their dimensions and extents (§2.7).

use super::planner::{Planner, code};
use super::{captured, clauses};
use crate::analyse::uses::{Use, Uses};
use crate::plan::{DataItem, Dim, DimExtent, Origin, Section};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::{
    ClauseKind, DataKind, DataRef, DefaultKind, DirectiveKind, Modifiers, Section as Written,
};
use accrs_frontend::region::{ArrayLen, Construct, Expr, ExprKind, Type, TypeId, Unit, VarId};

/// A data clause's item that is visible at a construct (§2.6.2).
#[derive(Clone, Copy)]
pub struct Visible<'a> {
    pub kind: DataKind,
    pub item: &'a DataRef<Expr>,
    /// Its index among the construct's own data items; `None` from a construct around, or `declare`.
    pub own: Option<usize>,
    /// Of a `declare` for the whole program: the variable itself, pointers too, is on the device.
    pub global: bool,
}

/// What a pointer named without a section covers, and in words why; or nothing, reported.
pub type Bare<'f> = dyn FnMut(&mut Planner<'_>, VarId, &Expr) -> Option<(Section, String)> + 'f;

/// The data items of a construct's own clauses. `bare`: what to do with a pointer that is named
/// without a section and needs a size; `None`: an error.
pub fn of_clauses(p: &mut Planner<'_>, c: &Construct, bare: &mut Bare<'_>) -> Vec<DataItem> {
    let mut out = Vec::new();
    let effective = clauses::effective(&c.directive);
    let has = |f: fn(&ClauseKind<Expr>) -> bool| effective.iter().any(|c| f(&c.kind));
    let if_present = has(|k| matches!(k, ClauseKind::IfPresent));
    let finalize = has(|k| matches!(k, ClauseKind::Finalize));
    for clause in &effective {
        let ClauseKind::Data(kind, modifiers, refs) = &clause.kind else {
            continue;
        };
        let (kind, modifiers) = &meaning(c, *kind, *modifiers);
        // A function's own: memory on the device for as long as the function runs.
        let kind = match kind {
            DataKind::Link => continue,
            DataKind::DeviceResident => &DataKind::Create,
            kind => kind,
        };
        for r in refs {
            if let Some(mut item) = of_ref(p, *kind, *modifiers, c.seen(r), bare) {
                item.line = p.line(clause.span);
                if modifiers.capture {
                    captured::warn(p, c, r);
                }
                item.if_present = if_present;
                item.finalize = finalize;
                item.origin = match item.origin {
                    Origin::Clause(_) => Origin::Clause(r.span),
                    other => other,
                };
                out.push(item);
            }
        }
    }
    out
}

/// Marks the items that a construct with these uses only reads. What a pointer made from one writes is written behind that one too.
pub fn note_reads(used: &Uses, items: &mut [DataItem]) {
    if used.wild_write.is_some() || used.indirect_call.is_some() {
        return;
    }
    for d in items {
        let reads = |u: &Use| !u.any_write() && u.address.is_none();
        d.only_read = used.get(d.var).is_none_or(reads);
    }
}

/// PGI's `updatein` and `updateout` on a region name what is on the device already, and move it
/// at entry or exit.
fn meaning(c: &Construct, kind: DataKind, modifiers: Modifiers) -> (DataKind, Modifiers) {
    let mut m = modifiers;
    match kind {
        _ if c.directive.kind == DirectiveKind::Update => return (kind, m),
        DataKind::UpdateDevice => m.always_in = true,
        DataKind::UpdateHost => m.always_out = true,
        _ => {
            // `always` on a clause that moves one way holds for that way.
            m.always_in &= kind != DataKind::Copyout;
            m.always_out &= kind != DataKind::Copyin;
            return (kind, m);
        }
    }
    (DataKind::Present, m)
}

fn of_ref(
    p: &mut Planner<'_>,
    kind: DataKind,
    modifiers: Modifiers,
    r: &DataRef<Expr>,
    bare: &mut Bare<'_>,
) -> Option<DataItem> {
    let Some(var) = root(p.unit, &r.base) else {
        p.not_supported(r.span, format!("'{}' in a data clause", r.text));
        return None;
    };
    let mut origin = Origin::Clause(r.span);
    let section = if r.sections.is_empty() {
        match whole(p.unit, var, &r.base) {
            Some(s) => s,
            None if address_is_enough(kind) => Section::Address {
                certain: None,
                base: r.base.clone(),
            },
            None => {
                let (section, words) = bare(p, var, &r.base)?;
                origin = Origin::Inferred(words);
                section
            }
        }
    } else {
        sections(p, kind, r)?
    };
    // Where the pointer's own bytes are what the clause names, nothing is attached.
    let attach = attached(p.unit, kind, var, &r.base) && !matches!(section, Section::Whole);
    Some(DataItem {
        kind,
        modifiers,
        origin,
        name: r.text.clone(),
        line: 0,
        var,
        section,
        if_present: false,
        finalize: false,
        used: None,
        attach: attach.then(|| r.base.clone()),
        only_read: false,
        packed: Vec::new(),
        held: false,
    })
}

/// Whether the base is a pointer that may be on the device itself, and is then attached (§2.7.2):
/// part of a struct or of memory, a variable that is declared for the device, or what `attach` names.
fn attached(unit: &Unit, kind: DataKind, var: VarId, base: &Expr) -> bool {
    if let ExprKind::Var(v) = base.kind
        && unit.var(v).member.is_some()
    {
        return unit.pointer_member(v).is_some();
    }
    if !unit.types.is_pointer(base.ty) || matches!(kind, DataKind::Deviceptr | DataKind::UseDevice)
    {
        return false;
    }
    let asked = matches!(kind, DataKind::Attach | DataKind::Detach);
    let part = !matches!(base.kind, ExprKind::Var(_));
    part || asked && !accrs_frontend::region::place::is_array_parameter(unit, var)
        || super::globals::is_resident(unit, var)
}

/// Whether a bare pointer's address says all that the clause needs.
fn address_is_enough(kind: DataKind) -> bool {
    matches!(
        kind,
        DataKind::Present
            | DataKind::NoCreate
            | DataKind::Deviceptr
            | DataKind::UseDevice
            | DataKind::Delete
            | DataKind::Attach
            | DataKind::Detach
    )
}

/// The variable that a clause's base expression is made of.
pub fn root(unit: &Unit, e: &Expr) -> Option<VarId> {
    accrs_frontend::region::place::place(unit, e).map(|p| p.root)
}

/// The section that a variable or member without brackets is; `None` for a pointer.
pub fn whole(unit: &Unit, var: VarId, base: &Expr) -> Option<Section> {
    let is_var = matches!(base.kind, ExprKind::Var(_));
    if is_var && accrs_frontend::region::place::is_array_parameter(unit, var) {
        // sizeof a parameter is that of a pointer: its extents are in its declaration.
        let (elem, extent) = array_dim(unit, base.ty)?;
        extent.as_ref()?;
        return Some(Section::Dims {
            base: base.clone(),
            elem,
            dims: vec![Dim {
                lower: None,
                length: None,
                extent,
                elem,
                behind: false,
            }],
        });
    }
    match unit.types.canonical(base.ty) {
        Type::Pointer(_) => None,
        Type::Array(_, ArrayLen::Unknown) => None,
        _ if is_var => Some(Section::Whole),
        _ => Some(Section::Dims {
            base: base.clone(),
            elem: base.ty,
            dims: Vec::new(),
        }),
    }
}

/// An array type's element, and its number of elements.
pub(super) fn array_dim(unit: &Unit, ty: TypeId) -> Option<(TypeId, Option<DimExtent>)> {
    match unit.types.canonical(ty) {
        Type::Pointer(to) => Some((*to, None)),
        Type::Array(to, len) => Some((
            *to,
            match len {
                ArrayLen::Fixed(n) => Some(DimExtent::Fixed(*n)),
                ArrayLen::Vla(id) => unit
                    .types
                    .vla_lengths
                    .get(id.index())
                    .cloned()
                    .map(DimExtent::Expr),
                ArrayLen::Unknown => None,
            },
        )),
        _ => None,
    }
}

/// Whether a section goes on behind pointers that it holds.
pub fn goes_behind(unit: &Unit, r: &DataRef<Expr>) -> bool {
    let mut ty = r.base.ty;
    for i in 0..r.sections.len() {
        if i > 0 && unit.types.is_pointer(ty) {
            return true;
        }
        let Some(elem) = unit.types.pointee(ty) else {
            return false;
        };
        ty = elem;
    }
    false
}

pub(super) fn sections(p: &mut Planner<'_>, kind: DataKind, r: &DataRef<Expr>) -> Option<Section> {
    let mut ty = r.base.ty;
    let mut dims: Vec<Dim> = Vec::new();
    for (i, s) in r.sections.iter().enumerate() {
        let behind = i > 0 && p.unit.types.is_pointer(ty);
        let Some((elem, extent)) = array_dim(p.unit, ty) else {
            p.report(Diagnostic::error(
                code::UNSUPPORTED_SECTION,
                r.span,
                format!(
                    "'{}' has more brackets than '{}' has dimensions",
                    r.text,
                    p.unit.source.slice(r.base.span)
                ),
            ));
            return None;
        };
        let (lower, length) = match s {
            Written::Element(e) => (Some(e.clone()), Some(literal(1, e))),
            Written::Range { lower, length } => (lower.clone(), length.clone()),
        };
        if length.is_none() && extent.is_none() {
            p.report(
                Diagnostic::error(
                    code::UNKNOWN_EXTENT,
                    r.span,
                    format!("the length of '{}' is not known: it is a pointer", r.text),
                )
                .help(format!(
                    "write {}[lower:length]",
                    p.unit.source.slice(r.base.span)
                )),
            );
            return None;
        }
        dims.push(Dim {
            lower,
            length,
            extent,
            elem,
            behind,
        });
        ty = elem;
    }
    if matches!(kind, DataKind::Attach | DataKind::Detach) {
        // The pointers in the section, whatever is behind them.
        dims.push(Dim {
            lower: None,
            length: Some(literal(0, &r.base)),
            extent: None,
            elem: p.unit.types.pointee(ty)?,
            behind: true,
        });
    }
    check_gaps(p, kind, r, &dims);
    Some(Section::Dims {
        base: r.base.clone(),
        elem: ty,
        dims,
    })
}

/// A number, with the place of `like`.
pub(super) fn literal(value: u128, like: &Expr) -> Expr {
    Expr::new(
        ExprKind::IntLit {
            value,
            text: value.to_string(),
        },
        like.ty,
        like.span,
    )
}

/// Sections are contiguous when behind the first dimension that is more than one index, all are
/// taken whole. `update` may leave gaps (§2.14.4); in data clauses they are an extension, as in nvc: memory
/// for all, copies of what is named.
fn check_gaps(p: &mut Planner<'_>, kind: DataKind, r: &DataRef<Expr>, dims: &[Dim]) {
    let single = |d: &Dim| d.length.as_ref().and_then(Expr::int_value) == Some(1);
    let (mut many, mut gaps) = (false, 0);
    let mut first = None;
    for (i, d) in dims.iter().enumerate() {
        if d.behind {
            many = false;
            gaps = 0;
        }
        // A length that is only known at run time may well be the whole dimension's.
        let cut = d.length.as_ref().is_some_and(|l| l.int_value().is_some()) || d.lower.is_some();
        if many && !is_whole(d) {
            gaps += 1;
            if cut {
                first = first.or(Some(i + 1));
            }
        }
        many |= !single(d);
    }
    let update = matches!(kind, DataKind::UpdateHost | DataKind::UpdateDevice);
    let refused = match first {
        Some(i) if p.options.strict && !update => {
            format!(
                "'{}' is not contiguous: dimension {i} is not taken whole",
                r.text
            )
        }
        _ if gaps > MOST_GAPS => {
            format!("'{}' has gaps in more than {MOST_GAPS} dimensions", r.text)
        }
        _ => return,
    };
    p.report(
        Diagnostic::error(code::UNSUPPORTED_SECTION, r.span, refused).help(
            "name whole rows: only the first dimension with more than one index may be cut (§2.7.1)",
        ),
    );
}

/// Dimensions with gaps that an entry of the runtime has room for (`__ACCRS_GAPS`, and its blocks).
const MOST_GAPS: usize = 7;

/// Whether a dimension is surely taken whole.
fn is_whole(d: &Dim) -> bool {
    let from_zero = d.lower.as_ref().is_none_or(|l| l.int_value() == Some(0));
    from_zero
        && match (&d.length, &d.extent) {
            (None, _) => true,
            (Some(l), Some(DimExtent::Fixed(n))) => l.int_value() == Some(i128::from(*n)),
            (Some(l), Some(DimExtent::Expr(n))) => {
                l.is_like(n) || l.int_value().is_some() && l.int_value() == n.int_value()
            }
            (Some(_), None) => false,
        }
}

/// All data clauses visible at `c`: its own, those of `data` constructs around it, and `declare`.
pub fn visible<'a>(unit: &'a Unit, c: &'a Construct, own: &[DataItem]) -> Vec<Visible<'a>> {
    let mut out = Vec::new();
    let mut next = 0;
    for (kind, item) in data_refs(c) {
        let item = c.seen(item);
        // Own items are in the order of the clauses; those with errors are missing.
        let found = own[next.min(own.len())..]
            .iter()
            .position(|o| o.name == item.text && o.kind == kind);
        let index = found.map(|f| f + next);
        if let Some(i) = index {
            next = i + 1;
        }
        out.push(Visible {
            kind,
            item,
            own: index,
            global: false,
        });
    }
    let mut parent = c.parent;
    while let Some(id) = parent {
        let around = unit.construct(id);
        for (kind, item) in data_refs(around) {
            out.push(Visible {
                kind,
                item: c.seen(item),
                own: None,
                global: false,
            });
        }
        parent = around.parent;
    }
    for d in &unit.constructs {
        let in_scope = d.function.is_empty() || d.function == c.function;
        let before = d.directive.span.start < c.span.start;
        if d.directive.kind == DirectiveKind::Declare && in_scope && before {
            for (kind, item) in data_refs(d) {
                out.push(Visible {
                    kind,
                    item: c.seen(item),
                    own: None,
                    global: d.function.is_empty() || kind == DataKind::Link,
                });
            }
        }
    }
    out
}

fn data_refs(construct: &Construct) -> impl Iterator<Item = (DataKind, &DataRef<Expr>)> {
    clauses::effective(&construct.directive)
        .into_iter()
        .filter_map(|c| match &c.kind {
            ClauseKind::Data(kind, modifiers, refs) => {
                let (kind, _) = meaning(construct, *kind, *modifiers);
                Some(refs.iter().map(move |r| (kind, r)))
            }
            _ => None,
        })
        .flatten()
}

/// The nearest `default` clause: the construct's, else that of a `data` construct around it.
pub fn visible_default(unit: &Unit, c: &Construct) -> Option<DefaultKind> {
    let mut at = Some(c);
    while let Some(c) = at {
        for clause in clauses::effective(&c.directive) {
            if let ClauseKind::Default(d) = &clause.kind {
                return Some(*d);
            }
        }
        at = c.parent.map(|id| unit.construct(id));
    }
    None
}

/// The variable that a clause's item is, without sections or members.
pub fn whole_var(
    r: &accrs_frontend::directive::DataRef<accrs_frontend::region::Expr>,
) -> Option<VarId> {
    match (&r.base.kind, r.sections.is_empty()) {
        (ExprKind::Var(v), true) => Some(*v),
        _ => None,
    }
}

/// The variable that a reference begins with.
pub fn base_var(
    r: &accrs_frontend::directive::DataRef<accrs_frontend::region::Expr>,
) -> Option<VarId> {
    match r.base.kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    }
}
