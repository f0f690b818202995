//! Loops that data clauses make parallel on a device, where each name has a copy of its own. In memory that is
//! shared the pointers may overlap: there such a loop asks first, and is in order if they do.

use super::data;
use super::extents;
use super::nest::Node;
use super::planner::Planner;
use super::scope::Scope;
use super::scope::var_expr;
use crate::analyse::depend::Aliases;
use crate::analyse::uses::Uses;
use crate::options::Memory;
use crate::plan::{Apart, DataItem, Origin, Reach, ReasonKind, Section};
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{BinaryOp, Construct, Expr, ExprKind, Type, TypeId, VarId};

/// What the command line and the construct's clauses say of pointers.
pub fn aliases(p: &Planner<'_>, c: &Construct, items: &[DataItem]) -> Aliases {
    let mut aliases = Aliases {
        safe_pointers: p.options.safe_pointers,
        strict_aliasing: p.options.rules.strict_aliasing,
        ..Aliases::default()
    };
    for v in data::visible(p.unit, c, items) {
        // These make a copy of their own where there is none yet; `present` may well name two
        // parts of one. In shared memory nothing has a copy.
        let copies = p.options.memory == Memory::Separate
            && matches!(
                v.kind,
                DataKind::Copy | DataKind::Copyin | DataKind::Copyout | DataKind::Create
            );
        let bare = p.unit.types.is_pointer(v.item.base.ty) && v.item.sections.is_empty();
        // Rows, and what members point to, may be shared.
        if copies
            && !bare
            && !data::goes_behind(p.unit, v.item)
            && let ExprKind::Var(var) = v.item.base.kind
            && p.unit.var(var).member.is_none()
        {
            aliases.distinct.insert(var);
        }
    }
    aliases
}

/// Gives such loops under `roots` their questions, where it can be told from here how far each pointer
/// reaches. `gangs`: the construct is one parallel region, whose loops can't choose.
pub fn ask(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    used: &Uses,
    items: &[DataItem],
    roots: &mut [Node<'_>],
    gangs: bool,
) {
    for n in roots {
        ask(p, scope, used, items, &mut n.children, gangs);
        let d = &mut n.decision;
        let ReasonKind::ProvenByClauses { pairs, asked } = &mut d.reason.kind else {
            continue;
        };
        let found = questions(p, scope, used, items, pairs);
        d.apart = found.filter(|_| !gangs).unwrap_or_default();
        *asked = Some(!d.apart.is_empty());
    }
}

fn questions(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    used: &Uses,
    items: &[DataItem],
    pairs: &[(VarId, VarId)],
) -> Option<Vec<Apart>> {
    let reach = |var: VarId| reach(p, scope, used, items, var);
    pairs
        .iter()
        .map(|(a, b)| {
            Some(Apart {
                a: reach(*a)?,
                b: reach(*b)?,
            })
        })
        .collect()
}

fn reach(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    used: &Uses,
    items: &[DataItem],
    var: VarId,
) -> Option<Reach> {
    let u = used.get(var)?;
    let types = &p.unit.types;
    let ty = p.unit.var(var).ty;
    let base = var_expr(p, var, u);
    if types.is_array(ty) && !is_array_parameter(p.unit, var) {
        return Some(Reach {
            base,
            lower: Vec::new(),
            upper: Vec::new(),
        });
    }
    if scope.known.changed.contains(&var) || !is_plain(p, types.pointee(ty)?) {
        return None;
    }
    if let Ok((Section::Inferred { lower, upper, .. }, _)) = scope.footprint(p, var, u) {
        return Some(Reach { base, lower, upper });
    }
    let own = items
        .iter()
        .find(|i| i.var == var && i.is_of_variable() && matches!(i.origin, Origin::Clause(_)))?;
    let Section::Dims { dims, .. } = &own.section else {
        return None;
    };
    let first = dims.first()?;
    let length = first.length.clone()?;
    let evaluable = |e: &Expr| extents::host_evaluable(p, e, &scope.known);
    if !evaluable(&length) || !first.lower.iter().all(evaluable) {
        return None;
    }
    let upper = match first.lower.as_ref().filter(|e| e.int_value() != Some(0)) {
        Some(lower) => {
            let (ty, span) = (length.ty, length.span);
            let (lower, length) = (Box::new(lower.clone()), Box::new(length));
            Expr::new(ExprKind::Binary(BinaryOp::Add, lower, length), ty, span)
        }
        None => length,
    };
    Some(Reach {
        base,
        lower: first.lower.iter().cloned().collect(),
        upper: vec![upper],
    })
}

/// Numbers, or arrays and structs of them: nothing is reached through them.
fn is_plain(p: &Planner<'_>, ty: TypeId) -> bool {
    let types = &p.unit.types;
    match (types.pointee(ty), types.canonical(ty)) {
        (Some(elem), _) if types.is_array(ty) => is_plain(p, elem),
        (_, Type::Record(r)) => {
            let mut fields = types.records[r.index()].fields.iter().flatten();
            fields.all(|f| is_plain(p, f.ty))
        }
        _ => types.is_arithmetic(ty),
    }
}
