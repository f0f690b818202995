//! Pointers of one construct that are compared with each other, or subtracted, as in `p < end` or `p >= a`.
//!
//! They lead into one object, or that has no meaning (C11 6.5.6, 6.5.8), so they have to be moved to a device all as far.
//! What a clause doesn't say of one of them it says of another: the end of a loop over a pointer is a scalar that nothing is
//! read behind, and would keep the host's address beside pointers that have the device's; the end that a loop starts from may
//! be where the next object of the host's memory begins, which has an entry of its own.

use super::params::Home;
use super::planner::{Planner, code};
use super::scope::Scope;
use crate::analyse::uses::{self, Uses};
use crate::plan::{DataItem, Section, show};
use accrs_frontend::region::place;
use accrs_frontend::region::{BinaryOp, Construct, Expr, ExprKind, Storage, UnaryOp, VarId};
use accrs_frontend::source::Span;
use accrs_frontend::{Diagnostic, Severity, Unit};
use indexmap::{IndexMap, IndexSet};

/// The comparisons and differences of a construct's pointers.
pub struct Pairs {
    all: Vec<Pair>,
}

struct Pair {
    at: Span,
    sides: [Side; 2],
    /// It has no meaning unless both lead into one object. `==` has, unless one of them walks towards the other.
    one_object: bool,
}

struct Side {
    /// The variables whose values it is computed from.
    named: IndexSet<VarId>,
    /// The pointers and arrays from outside of the construct that these values may come from.
    from: IndexSet<VarId>,
    /// A member of this struct, as written: its value is not a pointer variable's own.
    member: Option<(VarId, String)>,
    /// It leads to data that the construct uses.
    data: bool,
}

impl Side {
    /// Whether its value comes from `var` and nowhere else.
    fn is_of(&self, var: VarId) -> bool {
        self.named.contains(&var) || self.from.len() == 1 && self.from.contains(&var)
    }
}

/// What a pointer is compared with: data items, or `None` for a device's address.
#[derive(Default)]
struct Found {
    /// For certain, and where its value or the other may have come from elsewhere.
    certain: IndexSet<Option<usize>>,
    perhaps: IndexSet<Option<usize>>,
    /// The first comparison with what leads to data.
    at: Option<Span>,
}

impl Pairs {
    pub fn of(unit: &Unit, scope: &Scope<'_>, exposed: &Uses) -> Self {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne, Sub};
        let used = scope.facts.uses();
        let walking = walking(scope);
        let mut all = Vec::new();
        for s in scope.body {
            s.each_expr(|e| {
                let ExprKind::Binary(op @ (Eq | Ge | Gt | Le | Lt | Ne | Sub), a, b) = &e.kind
                else {
                    return;
                };
                if unit.types.pointee(a.ty).is_none() || unit.types.pointee(b.ty).is_none() {
                    return;
                }
                let sides = [a, b].map(|e| side(unit, used, exposed, e));
                let walks = |s: &Side| s.named.iter().any(|v| walking.contains(v));
                let one_object = !matches!(op, Eq | Ne) || sides.iter().any(walks);
                all.push(Pair {
                    at: e.span,
                    sides,
                    one_object,
                });
            });
        }
        Self { all }
    }

    /// Each pair in both orders: where the first side's value may come from `var`.
    fn with(&self, var: VarId) -> impl Iterator<Item = (&Pair, &Side, &Side)> {
        let orders = |p| [(p, 0, 1), (p, 1, 0)];
        self.all
            .iter()
            .flat_map(orders)
            .map(|(p, i, j): (&Pair, usize, usize)| (p, &p.sides[i], &p.sides[j]))
            .filter(move |(_, own, _)| own.from.contains(&var))
    }

    /// Whether `var` leads where another pointer does, for certain.
    pub fn have(&self, var: VarId) -> bool {
        self.with(var).any(|(pair, own, other)| {
            pair.one_object && own.is_of(var) && other.from.iter().any(|v| *v != var)
        })
    }

    fn found(&self, p: &Planner<'_>, at: &Homes<'_>, var: VarId) -> Found {
        let mut found = Found::default();
        for (pair, own, other) in self.with(var) {
            if other.data {
                found.at = found.at.or(Some(pair.at));
            }
            let items: IndexSet<Option<usize>> = other
                .from
                .iter()
                .filter(|v| **v != var)
                .filter_map(|v| at.item_of(p, *v))
                .collect();
            let certain = pair.one_object && own.is_of(var) && items.len() == 1;
            let list = if certain {
                &mut found.certain
            } else {
                &mut found.perhaps
            };
            list.extend(items);
        }
        found
    }

    /// Gives pointers that no clause names the homes of those that they are compared with. `followed`: pointers that the
    /// construct goes behind, not knowing how far.
    pub fn resolve(
        &self,
        p: &Planner<'_>,
        scope: &Scope<'_>,
        exposed: &Uses,
        followed: &[VarId],
        homes: &mut IndexMap<VarId, Home>,
        items: &[DataItem],
    ) {
        loop {
            let free = compared_only(p, scope, exposed, homes);
            let mut new = None;
            for var in free.iter().chain(followed) {
                let follows = followed.contains(var);
                if follows && homes.contains_key(var) {
                    continue;
                }
                let found = self.found(p, &Homes { homes, items }, *var);
                let one = match (found.certain.len(), found.perhaps.len()) {
                    (1, _) => found.certain.first(),
                    (0, 1) if !follows => found.perhaps.first(),
                    _ => None,
                };
                new = match one {
                    Some(Some(item)) => Some((*var, Home::Item(*item))),
                    Some(None) if follows => Some((*var, Home::Raw)),
                    _ => None,
                };
                if new.is_some() {
                    break;
                }
            }
            let Some((var, home)) = new else {
                return;
            };
            homes.insert(var, home);
        }
    }

    /// Tells of pointers that keep the host's address. Beside pointers that have the device's for certain, that is an error.
    pub fn report(
        &self,
        p: &mut Planner<'_>,
        c: &Construct,
        scope: &Scope<'_>,
        exposed: &Uses,
        homes: &IndexMap<VarId, Home>,
        items: &[DataItem],
    ) {
        if !p.options.device() {
            return;
        }
        let at = Homes { homes, items };
        for var in compared_only(p, scope, exposed, homes) {
            let found = self.found(p, &at, var);
            let device_address = found
                .certain
                .iter()
                .chain(&found.perhaps)
                .any(|i| i.is_none());
            let Some(span) = found.at.filter(|_| !device_address) else {
                continue;
            };
            let severity = match found.certain.iter().next() {
                Some(_) => Severity::Error,
                None => Severity::Warning,
            };
            let name = format!("'{}'", p.unit.var(var).name);
            tell(p, c, severity, &name, span);
        }
        self.report_members(p, c, exposed, &at);
    }

    /// Pointers that are members of structs come with these: as the host has them, where nothing attaches them.
    fn report_members(&self, p: &mut Planner<'_>, c: &Construct, exposed: &Uses, at: &Homes<'_>) {
        let attached = |v: VarId| at.items.iter().any(|i| i.var == v && i.attach.is_some());
        let set_there = |v: VarId| exposed.get(v).is_some_and(|u| u.written.is_some());
        for pair in &self.all {
            for (own, other) in [(0, 1), (1, 0)].map(|(i, j)| (&pair.sides[i], &pair.sides[j])) {
                let Some((var, text)) = &own.member else {
                    continue;
                };
                if attached(*var) || set_there(*var) {
                    continue;
                }
                let moved = |v: &VarId| matches!(at.item_of(p, *v), Some(Some(_)));
                if !other.from.iter().any(moved) {
                    continue;
                }
                let severity = match at.homes.get(var) {
                    Some(Home::Value) => Severity::Error,
                    // It may be there already, with its pointers attached.
                    Some(Home::Item(_)) => Severity::Warning,
                    _ => continue,
                };
                let name = format!("'{text}'");
                tell(p, c, severity, &name, pair.at);
            }
        }
    }

    /// Where to look for what `var` leads to. It may point behind the last element, where something else begins; the least of
    /// the pointers that it is compared with doesn't, unless there is nothing between them.
    pub fn least(
        &self,
        p: &Planner<'_>,
        homes: &IndexMap<VarId, Home>,
        var: VarId,
        base: Expr,
    ) -> Expr {
        let mut others: IndexSet<VarId> = IndexSet::new();
        for (pair, own, other) in self.with(var) {
            if pair.one_object && own.is_of(var) && other.from.len() == 1 {
                others.extend(&other.from);
            }
        }
        let plain = |v: &VarId| {
            *v != var
                && homes.get(v) == Some(&Home::Value)
                && p.unit.types.is_pointer(p.unit.var(*v).ty)
        };
        let (int, span) = (p.unit.types.int(), base.span);
        let e = |kind, ty| Expr::new(kind, ty, span);
        let mut least = base;
        for other in others.into_iter().filter(plain) {
            let ty = p.unit.var(other).ty;
            let other = || Box::new(e(ExprKind::Var(other), ty));
            // Neither need lead anywhere.
            let below = ExprKind::Binary(BinaryOp::Lt, other(), Box::new(least.clone()));
            let there = ExprKind::Binary(BinaryOp::And, other(), Box::new(e(below, int)));
            let ty = least.ty;
            let chosen =
                ExprKind::Conditional(Box::new(e(there, int)), Some(other()), Box::new(least));
            least = e(chosen, ty);
        }
        least
    }
}

/// The homes that have been found so far.
struct Homes<'a> {
    homes: &'a IndexMap<VarId, Home>,
    items: &'a [DataItem],
}

impl Homes<'_> {
    /// The data item that moves what a variable leads to; `Some(None)`: it has a device's address already.
    fn item_of(&self, p: &Planner<'_>, var: VarId) -> Option<Option<usize>> {
        match self.homes.get(&var) {
            Some(Home::Item(i)) if leads_to_data(p, &self.items[*i], var) => Some(Some(*i)),
            Some(Home::Raw) => Some(None),
            _ => None,
        }
    }
}

/// Pointers that would be passed as they are, and that nothing is read or written behind.
fn compared_only(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    exposed: &Uses,
    homes: &IndexMap<VarId, Home>,
) -> Vec<VarId> {
    let own = |v: &VarId| {
        let var = p.unit.var(*v);
        p.unit.types.is_pointer(var.ty)
            && var.storage != Storage::Region
            && !scope.by_value.contains(v)
            && !scope.firstprivate.contains(v)
            && exposed.get(*v).is_some_and(|u| !u.is_dereferenced())
    };
    homes
        .iter()
        .filter(|(v, home)| **home == Home::Value && own(v))
        .map(|(v, _)| *v)
        .collect()
}

/// Pointer variables that are stepped.
fn walking(scope: &Scope<'_>) -> IndexSet<VarId> {
    use UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    let mut found = IndexSet::new();
    for s in scope.body {
        s.each_expr(|e| {
            let (to, steps) = match &e.kind {
                ExprKind::Unary(PreInc | PreDec | PostInc | PostDec, to) => (to, true),
                ExprKind::Assign(op, to, from) => {
                    let own = matches!(to.kind, ExprKind::Var(v) if from.mentions(v));
                    (to, op.is_some() || own)
                }
                _ => return,
            };
            if let (ExprKind::Var(v), true) = (&to.kind, steps) {
                found.insert(*v);
            }
        });
    }
    found
}

fn side(unit: &Unit, used: &Uses, exposed: &Uses, e: &Expr) -> Side {
    let mut out = Side {
        named: IndexSet::new(),
        from: IndexSet::new(),
        member: None,
        data: false,
    };
    origins(unit, e, &mut out);
    let leads = |v: VarId| {
        let ty = unit.var(v).ty;
        unit.types.is_array(ty) || unit.types.is_pointer(ty)
    };
    for v in &out.named {
        let all = used.sources(*v).into_iter();
        out.from
            .extend(all.filter(|v| leads(*v) && exposed.get(*v).is_some()));
    }
    let vars = uses::of_expr(unit, e).vars;
    out.data = vars.keys().any(|v| {
        let array = unit.types.is_array(unit.var(*v).ty);
        array || used.get(*v).is_some_and(uses::Use::is_dereferenced)
    });
    out
}

/// The variables that a pointer's value is made from, without leaving their objects.
fn origins(unit: &Unit, e: &Expr, out: &mut Side) {
    use UnaryOp::{AddrOf, PostDec, PostInc, PreDec, PreInc};
    let pointer = |e: &Expr| unit.types.pointee(e.ty).is_some();
    match &e.kind {
        ExprKind::Var(v) => {
            out.named.insert(*v);
        }
        ExprKind::Cast { operand, .. } if pointer(operand) => origins(unit, operand, out),
        ExprKind::Binary(BinaryOp::Comma, _, b) => origins(unit, b, out),
        ExprKind::Binary(_, a, b) => {
            for operand in [a, b].into_iter().filter(|e| pointer(e)) {
                origins(unit, operand, out);
            }
        }
        ExprKind::Assign(None, _, from) => origins(unit, from, out),
        ExprKind::Assign(Some(_), to, _) => origins(unit, to, out),
        ExprKind::Unary(PreInc | PreDec | PostInc | PostDec, a) => origins(unit, a, out),
        ExprKind::Unary(AddrOf, lvalue) => {
            let to = place::place(unit, lvalue).filter(place::Place::is_near);
            out.named.extend(to.map(|p| p.root));
        }
        ExprKind::Conditional(c, a, b) => {
            origins(unit, a.as_deref().unwrap_or(c), out);
            origins(unit, b, out);
        }
        // An array that is an element or a member lies in the same object.
        ExprKind::Member { .. } | ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => {
            match place::place(unit, e) {
                Some(p) if unit.types.is_array(e.ty) && p.is_near() => {
                    out.named.insert(p.root);
                }
                Some(p) if p.is_direct() => out.member = Some((p.root, show::expr(unit, e))),
                _ => {}
            }
        }
        _ => {}
    }
}

/// Whether a data item stands for what a variable leads to, not for the variable itself.
fn leads_to_data(p: &Planner<'_>, item: &DataItem, var: VarId) -> bool {
    let ty = p.unit.var(var).ty;
    match item.section {
        Section::Whole => p.unit.types.is_array(ty),
        _ => p.unit.types.is_array(ty) || p.unit.types.is_pointer(ty),
    }
}

fn tell(p: &mut Planner<'_>, c: &Construct, severity: Severity, name: &str, at: Span) {
    let mut d = Diagnostic::warning(
        code::HOST_ADDRESS,
        at,
        format!(
            "{name} keeps the host's address on a device, while the pointer that it is used with has the device's"
        ),
    )
    .related(c.directive.span, "this construct")
    .help(format!(
        "give {name} its value in the construct, name it in a data clause, or count with an integer"
    ));
    // Where host and device share memory, both addresses may be the host's.
    d.severity = match p.options.memory.is_shared() {
        false => severity,
        true => Severity::Warning,
    };
    p.report(d);
}
