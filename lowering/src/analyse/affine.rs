//! From C expressions to polynomials: which variables stand for themselves, which for the
//! one value that they are given.

use super::poly::{Facts, Poly, Range, Sym};
use super::spans::Spans;
use super::steady::Stores;
use super::uses::Uses;
use accrs_frontend::Unit;
use accrs_frontend::directive::{ClauseKind, Directive};
use accrs_frontend::region::host::relations::Relation;
use accrs_frontend::region::{
    BinaryOp, Body, Canonical, Construct, Expr, ExprKind, For, LocalDecl, LoopCmp, Stmt, Storage,
    Type, TypeId, UnaryOp, VarId, Visit,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};
use std::cell::OnceCell;

/// So many steps lead from a pointer to what it is made from.
const MOST_STEPS: usize = 16;

/// What a piece of code (a loop's body, or a construct) does with its integer variables.
pub struct Context<'a> {
    pub unit: &'a Unit,
    /// Changed in the code: not parameters there.
    written: IndexSet<VarId>,
    /// Assigned in one place only, before each read: the value.
    defs: IndexMap<VarId, &'a Expr>,
    /// The values of the variables of loops, in the code and around it.
    spans: Spans,
    /// What is known of variables that stay as they are in the whole construct.
    relations: &'a [Relation],
    code: Vec<&'a Stmt>,
    stores: OnceCell<Stores>,
}

impl<'a> Context<'a> {
    /// Of code of which these things are known. `spans`: of the loops in it and around.
    pub fn new(
        unit: &'a Unit,
        code: &[&'a Stmt],
        (used, exposed): (&Uses, &IndexMap<VarId, Span>),
        spans: Spans,
    ) -> Self {
        let written = used
            .vars
            .iter()
            .filter(|(_, u)| u.written.is_some() || u.address.is_some())
            .map(|(v, _)| *v)
            .collect();
        let mut all = Definitions::default();
        code.iter().for_each(|s| all.visit_stmt(s));
        let Definitions {
            values, counters, ..
        } = all;
        let addressed = |v: &VarId| used.get(*v).is_some_and(|u| u.address.is_some());
        let defs = values
            .into_iter()
            .filter(|(v, _)| !exposed.contains_key(v) && !addressed(v))
            .filter_map(|(v, all)| match all.as_slice() {
                [Some((one, inside))] => {
                    // A loop elsewhere gives its variable other values, while the definition stays as it is.
                    let stale = |w: &VarId| counters.contains(w) && !inside.contains(w);
                    let stale = one.any_expr(|e| matches!(&e.kind, ExprKind::Var(w) if stale(w)));
                    (!stale).then_some((v, *one))
                }
                _ => None,
            })
            .collect();
        Self {
            unit,
            written,
            defs,
            spans,
            relations: relations(unit, code),
            code: code.to_vec(),
            stores: OnceCell::new(),
        }
    }

    /// What conditions before the construct tell of these variables alone.
    pub fn relations_of(&self, has: impl Fn(VarId) -> bool) -> impl Iterator<Item = &'a Relation> {
        let all = self.relations.iter();
        all.filter(move |r| r.terms.iter().all(|(v, _)| has(*v)))
    }

    /// The one value of a variable that is assigned in one place.
    pub fn definition(&self, var: VarId) -> Option<&'a Expr> {
        self.defs.get(&var).copied()
    }
    pub fn is_written(&self, var: VarId) -> bool {
        self.written.contains(&var)
    }

    /// Pointers of the construct's own that have one value, and these. Those that clauses of loops name stand for themselves.
    pub fn pointers(&self) -> impl Iterator<Item = (VarId, &'a Expr)> {
        let mut named = Named::default();
        self.code.iter().for_each(|s| named.visit_stmt(s));
        let own = move |v: VarId| {
            let var = self.unit.var(v);
            let pointer = self.unit.types.is_pointer(var.ty);
            pointer && var.storage == Storage::Region && !named.0.contains(&v)
        };
        let all = self.defs.iter().map(|(v, e)| (*v, *e));
        all.filter(move |(v, _)| own(*v))
    }

    /// With these values of pointers, which the code around has given them, where the code changes neither a pointer nor what its value is made from.
    pub fn with(mut self, given: &[(VarId, &'a Expr)]) -> Self {
        for (v, e) in given {
            let changes = |e: &Expr| e.variable().is_some_and(|w| self.written.contains(&w));
            if !self.written.contains(v) && !e.any_expr(changes) {
                self.defs.entry(*v).or_insert(e);
            }
        }
        self
    }

    /// The polynomial of an integer expression where the loops with these variables are
    /// around it; or the part that has none.
    pub fn poly<'e>(&self, e: &'e Expr, loops: &IndexSet<VarId>) -> Result<Poly, &'e Expr>
    where
        'a: 'e,
    {
        self.deep(e, loops, 0)
    }

    fn deep<'e>(&self, e: &'e Expr, loops: &IndexSet<VarId>, depth: u32) -> Result<Poly, &'e Expr>
    where
        'a: 'e,
    {
        if depth > 32 {
            return Err(e);
        }
        if let Some(n) = e.int_value() {
            return Ok(Poly::constant(n));
        }
        let types = &self.unit.types;
        match &e.kind {
            ExprKind::Var(v) => {
                if loops.contains(v) || !self.written.contains(v) {
                    let fits = types.is_integer(e.ty) && !types.qualifiers(e.ty).is_volatile;
                    return if fits {
                        Ok(Poly::sym(Sym::Var(*v, 0)))
                    } else {
                        Err(e)
                    };
                }
                match self.defs.get(v) {
                    Some(def) => self
                        .deep(self.value(*v, def), loops, depth + 1)
                        .map_err(|_| e),
                    None => Err(e),
                }
            }
            ExprKind::Member {
                base, arrow: false, ..
            } if types.is_integer(e.ty) => match root(base) {
                Some(v) if !self.written.contains(&v) => Ok(self.member(v, e)),
                _ => Err(e),
            },
            ExprKind::Member { .. } | ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => {
                self.in_memory(e).map(|v| self.member(v, e)).ok_or(e)
            }
            ExprKind::Cast { operand, .. } => {
                let integers = types.is_integer(e.ty) && types.is_integer(operand.ty);
                if !integers || self.makes_truth(e, operand) {
                    return Err(e);
                }
                let value = self.deep(operand, loops, depth + 1)?;
                // Widening keeps what a subscript can hold; narrowing cuts off what the type can't.
                let wide = types.size_of(e.ty) >= types.size_of(operand.ty);
                let inside = |v: VarId| loops.contains(&v);
                match wide || self.spans.fits(self.unit, &value, e.ty, &inside) {
                    true => Ok(value),
                    false => self.kept(e.ty, &value, &inside).ok_or(e),
                }
            }
            ExprKind::SizeofExpr(of) => self.size(of.ty).ok_or(e),
            ExprKind::SizeofType(ty) => self.size(*ty).ok_or(e),
            ExprKind::Unary(UnaryOp::Plus, a) => self.deep(a, loops, depth + 1),
            ExprKind::Unary(UnaryOp::Minus, a) => {
                let a = self.deep(a, loops, depth + 1)?;
                Poly::default().minus(&a).ok_or(e)
            }
            ExprKind::Binary(BinaryOp::Sub, a, b) if types.pointee(a.ty).is_some() => {
                let pair = (self.pointer(a, loops), self.pointer(b, loops));
                let (Some((a, x)), Some((b, y))) = pair else {
                    return Err(e);
                };
                let apart = match a == b {
                    true => Poly::default(),
                    false => Poly::sym(Sym::Behind(a, b)),
                };
                x.minus(&y).and_then(|p| p.plus(1, &apart)).ok_or(e)
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = match op {
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => (
                        self.deep(a, loops, depth + 1)?,
                        self.deep(b, loops, depth + 1)?,
                    ),
                    // Two literals.
                    BinaryOp::Div | BinaryOp::Shl | BinaryOp::Rem => {
                        let x = self.deep(a, loops, depth + 1)?;
                        let y = self.deep(b, loops, depth + 1)?.as_constant().ok_or(e)?;
                        return folded(*op, &x, y).ok_or(e);
                    }
                    _ => return Err(e),
                };
                let value = match op {
                    BinaryOp::Add => x.plus(1, &y),
                    BinaryOp::Sub => x.minus(&y),
                    _ => x.times(&y),
                }
                .ok_or(e)?;
                // Unsigned arithmetic wraps: `i + 4294967295u` is i - 1.
                match types.size_of(e.ty) {
                    Some(bytes @ 1..=8) if types.is_unsigned(e.ty) => Ok(value.modulo(8 * bytes)),
                    _ => Ok(value),
                }
            }
            _ => Err(e),
        }
    }

    fn member(&self, v: VarId, e: &Expr) -> Poly {
        Poly::sym(Sym::Member(v, crate::print::show::expr(self.unit, e)))
    }

    /// The variable that leads to an integer in memory which the code leaves alone.
    fn in_memory(&self, e: &Expr) -> Option<VarId> {
        let stores = self
            .stores
            .get_or_init(|| Stores::of(self.unit, &self.code));
        stores.root(self.unit, e, &|v| !self.written.contains(&v))
    }

    /// The size of a type, where that is a constant.
    fn size(&self, ty: TypeId) -> Option<Poly> {
        let size = self.unit.types.size_of(ty)?;
        Some(Poly::constant(size.into()))
    }

    /// The array, or the pointer, that a pointer is made from, and how many elements it is behind that one's first: of `x + 2*i`, `x` and `2*i`.
    /// Only where both have elements of one type, and the first stays as it is. The variable of a loop stands for how far it is behind where that loop's
    /// pointer is made from.
    pub fn pointer(&self, e: &Expr, loops: &IndexSet<VarId>) -> Option<(VarId, Poly)> {
        let types = &self.unit.types;
        let elem = |ty| types.pointee(ty).map(|to| types.canonical_id(to));
        let (mut at, mut behind) = (e.strip_implicit(), Poly::default());
        for _ in 0..MOST_STEPS {
            let (of, offset, sign) = match &at.kind {
                ExprKind::Var(v) if loops.contains(v) => {
                    behind = behind.plus(1, &Poly::sym(Sym::Var(*v, 0)))?;
                    return Some((self.walked(*v, loops)?, behind));
                }
                ExprKind::Var(v) if self.defs.contains_key(v) => {
                    at = self.definition(*v)?.strip_implicit();
                    continue;
                }
                ExprKind::Var(v) => {
                    // An array is where it is, whatever is done with addresses of its elements.
                    let array = types.is_array(self.unit.var(*v).ty);
                    let stays = array || !self.written.contains(v);
                    let same = elem(self.unit.var(*v).ty)? == elem(e.ty)?;
                    return (stays && same).then_some((*v, behind));
                }
                ExprKind::Binary(BinaryOp::Add, a, b) if types.is_integer(b.ty) => (a, b, 1),
                ExprKind::Binary(BinaryOp::Add, a, b) if types.is_integer(a.ty) => (b, a, 1),
                ExprKind::Binary(BinaryOp::Sub, a, b) if types.is_integer(b.ty) => (a, b, -1),
                ExprKind::Unary(UnaryOp::AddrOf, of) => match &of.kind {
                    ExprKind::Index(of, i) => (of, i, 1),
                    _ => return None,
                },
                _ => return None,
            };
            if elem(of.ty)? != elem(e.ty)? {
                return None;
            }
            behind = behind.plus(sign, &self.poly(offset, loops).ok()?)?;
            at = of.strip_implicit();
        }
        None
    }

    /// What a loop's pointer goes through. Of one that goes down both ends must tell the same: the start alone doesn't say what memory is meant.
    pub fn walked(&self, pointer: VarId, loops: &IndexSet<VarId>) -> Option<VarId> {
        let mut others = loops.clone();
        others.shift_remove(&pointer);
        let walk = self.spans.walk(pointer)?;
        let from = |e: &Expr| self.pointer(e, &others).map(|(of, _)| of);
        let start = from(&walk.start)?;
        let same = |e: &Expr| from(e) == Some(start);
        walk.down_to.as_ref().is_none_or(same).then_some(start)
    }

    /// The bounds of a loop, of a pointer's in elements behind what it is made from.
    pub fn bounds(&self, h: &Canonical, loops: &IndexSet<VarId>) -> (Option<Poly>, Option<Poly>) {
        if !self.unit.types.is_pointer(self.unit.var(h.var).ty) {
            let poly = |e: &Expr| self.poly(e, loops).ok();
            // A start from the variable's own value isn't one of the values that it has in the loop.
            let own = h.lower.mentions(h.var);
            return (poly(&h.lower).filter(|_| !own), poly(&h.upper));
        }
        let Some(of) = self.walked(h.var, loops) else {
            return (None, None);
        };
        let from_there = |(a, behind): (VarId, Poly)| match a == of {
            true => Some(behind),
            false => behind.plus(1, &Poly::sym(Sym::Behind(a, of))),
        };
        let bound = |e| self.pointer(e, loops).and_then(from_there);
        (bound(&h.lower), bound(&h.upper))
    }

    /// What a narrower type keeps of a value, if that is a variable that doesn't change.
    fn kept(&self, ty: TypeId, value: &Poly, inside: &dyn Fn(VarId) -> bool) -> Option<Poly> {
        let mut terms = value.terms();
        let (Some(([Sym::Var(v, 0)], 1)), None) = (terms.next(), terms.next()) else {
            return None;
        };
        let ty = self.unit.types.canonical_id(ty);
        (!inside(*v)).then(|| Poly::sym(Sym::Cast(*v, ty)))
    }

    /// What a variable is given, but for a conversion that keeps each value that it has.
    fn value<'e>(&self, v: VarId, def: &'e Expr) -> &'e Expr {
        match &def.kind {
            ExprKind::Cast { operand, .. } if self.unit.var(v).fits => operand,
            _ => def,
        }
    }

    /// Whether a conversion asks if a number isn't 0.
    pub fn makes_truth(&self, to: &Expr, from: &Expr) -> bool {
        let is_bool = |e: &Expr| matches!(self.unit.types.canonical(e.ty), Type::Bool);
        is_bool(to) && !is_bool(from)
    }

    /// The values that a loop's variable takes, and that the loop runs at least once.
    pub fn range(&self, h: &Canonical, loops: &IndexSet<VarId>) -> Range {
        let (lower, upper) = self.bounds(h, loops);
        let types = &self.unit.types;
        let ty = self.unit.var(h.var).ty;
        let counts = types.is_integer(ty) || types.is_pointer(ty);
        let (lower, upper) = match self.around(h, &lower, &upper) {
            Way::Straight => (lower, upper),
            Way::To(end) => (lower, Some(end)),
            Way::Around => (None, None),
        };
        let shift = |p: Option<Poly>, n| p.and_then(|p| p.add_constant(n));
        let (least, most) = if h.down {
            let open = matches!(h.cmp, LoopCmp::Gt | LoopCmp::Ne);
            (shift(upper, i128::from(open)), lower)
        } else {
            let open = matches!(h.cmp, LoopCmp::Lt | LoopCmp::Ne);
            (lower, shift(upper, -i128::from(open)))
        };
        Range {
            sym: Sym::Var(h.var, 0),
            least: least.filter(|_| counts),
            most: most.filter(|_| counts),
        }
    }

    /// How an unsigned variable runs to `!=` its bound: the largest value is where one ends that counts down past 0, and
    /// constants, or a type narrower than `int`, may lead around the type's end.
    fn around(&self, h: &Canonical, lower: &Option<Poly>, upper: &Option<Poly>) -> Way {
        let types = &self.unit.types;
        let ty = self.unit.var(h.var).ty;
        let Some(bits) = types.size_of(ty).filter(|n| *n <= 8).map(|n| 8 * n) else {
            return Way::Straight;
        };
        if h.cmp != LoopCmp::Ne || !types.is_unsigned(ty) {
            return Way::Straight;
        }
        let largest = (1_i128 << bits) - 1;
        let value = |p: &Option<Poly>| p.as_ref().and_then(Poly::as_constant).map(|n| n & largest);
        match (value(lower), value(upper)) {
            (_, Some(to)) if h.down && to == largest => Way::To(Poly::constant(-1)),
            (Some(from), Some(to)) if h.down && from < to || !h.down && from > to => Way::Around,
            (Some(_), Some(_)) => Way::Straight,
            (Some(0), None) if !h.down => Way::Straight,
            (None, Some(0)) if h.down => Way::Straight,
            _ if bits < 32 => Way::Around,
            _ => Way::Straight,
        }
    }

    /// Least values that follow from the loops around running at all, and from types.
    pub fn facts<'p>(&self, ranges: &[Range], polys: impl Iterator<Item = &'p Poly>) -> Facts {
        let mut facts = Facts::new();
        let mut learn = |s: &Sym, n: i128| {
            let known = facts.entry(s.clone()).or_insert(n);
            *known = (*known).max(n);
        };
        for r in ranges {
            if let Some(n) = r.least.as_ref().and_then(Poly::as_constant) {
                learn(&r.sym, n);
            }
            // most - least >= 0, solved for a symbol that stands alone.
            let spread = match (&r.most, &r.least) {
                (Some(m), Some(l)) => m.minus(l),
                _ => None,
            };
            if let Some(p) = spread {
                let mut alone: Option<(&Sym, i128)> = None;
                let mut constant = 0;
                let mut simple = true;
                for (m, n) in p.terms() {
                    match m {
                        [] => constant = n,
                        [s] if n > 0 && alone.is_none() => alone = Some((s, n)),
                        _ => simple = false,
                    }
                }
                if let (Some((s, n)), true) = (alone, simple) {
                    // n s + constant >= 0
                    learn(
                        s,
                        (-constant).div_euclid(n) + i128::from((-constant).rem_euclid(n) != 0),
                    );
                }
            }
        }
        for p in polys {
            for s in p.syms() {
                if s.ty(self.unit)
                    .is_some_and(|ty| self.unit.types.is_unsigned(ty))
                {
                    learn(s, 0);
                }
            }
        }
        facts
    }
}

/// The variables that clauses of loops name.
#[derive(Default)]
struct Named(IndexSet<VarId>);

impl<'a> Visit<'a> for Named {
    fn visit_directive(&mut self, d: &'a Directive<Expr>) {
        for clause in &d.clauses {
            if let ClauseKind::Private(refs)
            | ClauseKind::Firstprivate(refs)
            | ClauseKind::Reduction(_, refs) = &clause.kind
            {
                self.0.extend(refs.iter().filter_map(|r| r.base.variable()));
            }
        }
    }
}

/// How a variable runs to `!=` its bound.
enum Way {
    Straight,
    /// Straight, to this bound.
    To(Poly),
    Around,
}

fn folded(op: BinaryOp, x: &Poly, y: i128) -> Option<Poly> {
    match op {
        BinaryOp::Shl if (0..62).contains(&y) => x.times(&Poly::constant(1 << y)),
        BinaryOp::Div => Some(Poly::constant(x.as_constant()?.checked_div(y)?)),
        BinaryOp::Rem => Some(Poly::constant(x.as_constant()?.checked_rem(y)?)),
        _ => None,
    }
}

fn root(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Member {
            base, arrow: false, ..
        } => root(base),
        _ => None,
    }
}

/// The value of an assignment, and the variables of the loops around it.
type Definition<'a> = (&'a Expr, Vec<VarId>);

/// The values that variables are given.
#[derive(Default)]
struct Definitions<'a> {
    /// `None` for one that is computed from itself.
    values: IndexMap<VarId, Vec<Option<Definition<'a>>>>,
    /// Variables of the loops around.
    inside: Vec<VarId>,
    /// Those of all loops.
    counters: IndexSet<VarId>,
}

impl<'a> Definitions<'a> {
    fn add(&mut self, var: VarId, value: Option<&'a Expr>) {
        let value = value.map(|e| (e, self.inside.clone()));
        self.values.entry(var).or_default().push(value);
    }
}

impl<'a> Visit<'a> for Definitions<'a> {
    fn visit_for(&mut self, l: &'a For) {
        let depth = self.inside.len();
        let counter = l.canonical.as_ref().map(|h| h.var);
        self.inside.extend(counter);
        self.counters.extend(counter);
        self.walk_for(l);
        self.inside.truncate(depth);
    }

    fn visit_decl(&mut self, d: &'a LocalDecl) {
        if let Some(init) = &d.init {
            self.add(d.var, Some(init));
        }
        self.walk_decl(d);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        use UnaryOp::{PostDec, PostInc, PreDec, PreInc};
        match &e.kind {
            ExprKind::Assign(op, to, from) => {
                if let ExprKind::Var(v) = &to.kind {
                    self.add(*v, op.is_none().then_some(&**from));
                }
            }
            ExprKind::Unary(PreInc | PreDec | PostInc | PostDec, a) => {
                if let ExprKind::Var(v) = &a.kind {
                    self.add(*v, None);
                }
            }
            _ => {}
        }
        self.walk_expr(e);
    }
}

/// What is known where the compute construct begins that has this code.
fn relations<'a>(unit: &'a Unit, code: &[&Stmt]) -> &'a [Relation] {
    if !unit.host.has_relations() {
        return &[];
    }
    let mut at = None;
    for s in code {
        // Loops that are made have no place, and what stands in them has.
        s.any_stmt(|s| {
            at = at.or((s.span != Span::default()).then_some(s.span.start));
            at.is_some()
        });
    }
    let is_around = |c: &&Construct| at.is_some_and(|at| c.span.start <= at && at < c.span.end);
    let mut compute = unit
        .constructs
        .iter()
        .filter(|c| matches!(c.body, Body::Compute(_)));
    let found = compute.find(is_around);
    found.map_or(&[], |c| unit.host.relations(c.id))
}
