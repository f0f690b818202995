//! The largest value of a loop and where it is, or the smallest: what devices run finds the value in one pass and its place in a second
//! one; in a third, the iteration there does what the loop does where it finds a better value.
//!
//! ```c
//! for (i = 0; i < n; i++)        m_before = m, m_place = LONG_MAX;
//!     if (a[i] > m) {            for (i = 0; i < n; i++) if (a[i] > m) m = a[i];
//!         m = a[i];              for (i = 0; i < n; i++) if (a[i] == m) if (i < m_place) m_place = i;
//!         k = i;                 for (i = 0; i < n; i++) if (i == m_place && m > m_before) { m = a[i]; k = i; }
//!     }
//! ```
//!
//! Of equal values C takes the first with `>` and `<`, the last with `>=` and `<=`: the second pass finds the least or the largest place.
//! A value that isn't a number is never larger, and equals nothing. If the value from before is none, nothing is larger than it. In a nest
//! the place is the number of the iteration.
//!
//! The body does nothing else, so all passes compute the same values. The host's cores run the user's text, in order.

use super::nest::Node;
use super::region::{Region, is_spread};
use super::{Only, is_among};
use crate::make::{binary, cast, int, literal};
use crate::options::Options;
use accrs_frontend::region::{
    BinaryOp, Construct, ConstructId, Expr, ExprKind, LocalDecl, LoopId, Stmt, StmtKind, Storage,
    UnaryOp, Unit, VarId, Visit, VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};
use parts::{body_of, conditions, equal, innermost, loop_in, sets};

mod find;
mod parts;

/// Rewrites the regions of `kernels` in which that makes loops parallel.
pub fn rewrite(unit: &mut Unit, options: &Options, only: &Only) {
    let mut all: Vec<Sought> = Vec::new();
    let constructs = unit.constructs.iter();
    for c in constructs.filter(|c| is_among(only, c.id)) {
        if let Some((region, stmts)) = Region::of(unit, options, c) {
            all.extend(find::all(&region, stmts));
        }
    }
    while !all.is_empty() {
        let mut changed = unit.clone();
        let passes = apply(&mut changed, &all);
        let ids = all.iter().map(|s| s.construct).collect();
        let (plan, _) = super::plan_of(&changed, options, ids);
        let spread = |c: ConstructId, id: &LoopId| is_spread(&plan, c, *id);
        let mut passes = passes.into_iter();
        let before = all.len();
        all.retain(|s| {
            let mut own = passes.next().into_iter().flatten();
            let around = s.around.iter().any(|id| spread(s.construct, id));
            !around && own.all(|id| spread(s.construct, &id))
        });
        if all.len() == before {
            *unit = changed;
            return;
        }
    }
}

/// Keeps the loop in order on the host's cores, and tells why.
pub fn settle(c: &Construct, roots: &mut [Node<'_>]) {
    let Some(members) = c.members.as_ref().filter(|m| !m.passes.is_empty()) else {
        return;
    };
    for n in roots {
        if members.passes.contains(&n.loop_.id) {
            n.decision.device_only = true;
            let pass = match n.decision.reductions.first() {
                None => "what the loop does at that place".into(),
                Some(r) if members.made.iter().any(|(v, _)| *v == r.var) => {
                    "where the value is".into()
                }
                Some(r) => format!(
                    "the value of {}; on the host's cores the loop runs sequentially",
                    r.text
                ),
            };
            n.decision.notes.push(format!("a pass of devices: {pass}"));
        }
        settle(c, &mut n.children);
    }
}

/// A loop that looks for a value and its place.
struct Sought {
    construct: ConstructId,
    /// The loops of the nest, outermost first.
    loops: Vec<LoopId>,
    around: Vec<LoopId>,
    /// The value.
    var: VarId,
    /// All that is assigned where it is found.
    sets: Vec<VarId>,
    /// Equal values: the last one counts.
    last: bool,
    /// The place is the number of the iteration; else it is the loop's variable.
    numbered: bool,
    /// The loop counts down.
    down: bool,
    /// What each iteration has for itself: variables that the body declares or assigns.
    own: Vec<VarId>,
    at: Span,
}

/// Gives devices the rewritten statements. The loops of both passes, for each of `all`.
fn apply(unit: &mut Unit, all: &[Sought]) -> Vec<Vec<LoopId>> {
    let mut passes = Vec::new();
    for s in all {
        let at = s.construct.index();
        let Some(mut members) = unit.constructs[at].for_devices() else {
            continue;
        };
        let value = unit.var(s.var);
        let (name, ty, span) = (value.name.clone(), value.ty, value.span);
        let (ty, long) = (unit.types.canonical_id(ty), unit.types.long());
        let mut before = None;
        if !s.last {
            let v = unit.declare(&format!("{name}_before"), ty, Storage::Local, span);
            members.made.push((v, Some(s.var)));
            before = Some(v);
        }
        let place = unit.declare(&format!("{name}_place"), long, Storage::Local, span);
        members.made.push((place, None));
        let mut write = Write {
            unit,
            s,
            before,
            place,
            further: Vec::new(),
        };
        members.body.iter_mut().for_each(|s| write.visit_stmt(s));
        let loops = [s.loops.clone(), write.further].concat();
        members.passes.extend(&loops);
        let third = loops.iter().skip(2 * s.loops.len());
        for l in third {
            members.kept.extend(s.sets.iter().map(|v| (*l, *v)));
        }
        passes.push(loops);
        unit.ids.renew(&mut members.body);
        unit.constructs[at].members = Some(members);
    }
    passes
}

/// Puts the two passes in the loop's place.
struct Write<'w> {
    unit: &'w mut Unit,
    s: &'w Sought,
    /// The value from before; not needed where the last of equal values counts.
    before: Option<VarId>,
    place: VarId,
    /// The loops of the further passes.
    further: Vec<LoopId>,
}

impl VisitMut for Write<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if self.s.loops.first() == Some(&l.id) => {
                let made = self.passes(s);
                s.kind = StmtKind::Block(made);
            }
            _ => self.walk_stmt(s),
        }
    }
}

impl Write<'_> {
    fn passes(&mut self, nest: &Stmt) -> Vec<Stmt> {
        let start = self.before.map(|v| self.assign(v, self.var(self.s.var)));
        let none = self.assign(self.place, self.nowhere());
        let mut first = nest.clone();
        if let Some(test) = body_of(&mut first).and_then(innermost) {
            self.first(test);
        }
        let second = self.second(nest);
        let third = self.third(nest);
        let passes = [none, first, second, third];
        start.into_iter().chain(passes).collect()
    }

    /// `if (a[i] > m) m = a[i];`
    fn first(&self, test: &mut Stmt) {
        let StmtKind::If { cond, then, .. } = &mut test.kind else {
            return;
        };
        let only = sets(then).find(|s| find::target(s) == Some(self.s.var));
        let Some(only) = only.cloned() else { return };
        let (guards, compared) = conditions(cond);
        let mut made = self.test(compared.clone(), only);
        for g in guards.into_iter().rev() {
            made = self.test(g.clone(), made);
        }
        *test = made;
    }

    /// `if (a[i] == m) if (i < m_place) m_place = i;`
    fn second(&mut self, nest: &Stmt) -> Stmt {
        let mut made = nest.clone();
        let (renamed, declared) = self.rename(&mut made);
        let key = self.key(nest, &renamed);
        let (s, place) = (self.s, self.var(self.place));
        let int = self.unit.types.int();
        let op = match s.last != s.down {
            true => BinaryOp::Gt,
            false => BinaryOp::Lt,
        };
        let better = binary(op, key.clone(), place, int);
        let store = self.test(better, self.assign(self.place, key));
        if let Some(test) = body_of(&mut made).and_then(innermost)
            && let StmtKind::If { cond, then, .. } = &mut test.kind
        {
            equal(cond);
            **then = store;
        }
        if let Some(body) = body_of(&mut made).filter(|_| !declared.is_empty()) {
            let inner = std::mem::replace(&mut body.kind, StmtKind::Empty);
            let inner = Stmt::new(inner, body.span);
            body.kind = StmtKind::Block([declared, vec![inner]].concat());
        }
        made
    }

    /// Gives a pass loops and variables of its own. With what became of the variables, and the declarations of those that the nest
    /// doesn't declare.
    fn rename(&mut self, nest: &mut Stmt) -> (IndexMap<VarId, VarId>, Vec<Stmt>) {
        let mut renamed = self.fresh(&self.s.own.clone());
        let declared: Vec<Stmt> = self.missing(nest, &renamed);
        let mut at = &mut *nest;
        for _ in 0..self.s.loops.len() {
            let Some(l) = loop_in(at) else { break };
            l.id = LoopId(self.unit.loops);
            self.unit.loops += 1;
            self.further.push(l.id);
            if let Some(head) = &mut l.canonical {
                let counts = self.fresh(&[head.var]);
                let var = counts.get(&head.var).copied().unwrap_or(head.var);
                renamed.extend(counts);
                let init = LocalDecl {
                    var,
                    init: Some(head.lower.clone()),
                    is_static: false,
                };
                (head.var, head.declared) = (var, true);
                // The pass stands where the loop does.
                let span = l.init.as_ref().map_or(self.s.at, |i| i.span);
                l.init = Some(Box::new(Stmt::new(StmtKind::Decl(vec![init]), span)));
            }
            at = &mut l.body;
        }
        Rename(&renamed).visit_stmt(nest);
        (renamed, declared)
    }

    /// `if (!(i ^ m_place) && m > m_before) { m = a[i]; k = i; }`
    fn third(&mut self, nest: &Stmt) -> Stmt {
        let mut made = nest.clone();
        let (renamed, declared) = self.rename(&mut made);
        let key = self.key(nest, &renamed);
        let int = self.unit.types.int();
        // What the loop's own conditions say of memory holds here as well; that only one iteration comes here says nothing of it. A
        // comparison would.
        let long = self.unit.types.long();
        let far = binary(BinaryOp::BitXor, key, self.var(self.place), long);
        let mut here = Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(far)), int, self.s.at);
        if let Some(before) = self.before {
            let (value, before) = (self.var(self.s.var), self.var(before));
            let better = binary(self.better(nest), value, before, int);
            here = binary(BinaryOp::And, here, better, int);
        }
        if let Some(test) = body_of(&mut made).and_then(innermost) {
            self.without_comparison(test);
        }
        if let Some(body) = body_of(&mut made) {
            let inner = std::mem::replace(&mut body.kind, StmtKind::Empty);
            let inner = Stmt::new(inner, body.span);
            let all = Stmt::new(StmtKind::Block([declared, vec![inner]].concat()), self.s.at);
            body.kind = StmtKind::Block(vec![self.test(here, all)]);
        }
        made
    }

    /// Leaves the conditions around, and the assignments.
    fn without_comparison(&self, test: &mut Stmt) {
        let StmtKind::If { cond, then, .. } = &mut test.kind else {
            return;
        };
        let mut made = std::mem::replace(&mut **then, Stmt::new(StmtKind::Empty, self.s.at));
        for g in conditions(cond).0.into_iter().rev() {
            made = self.test(g.clone(), made);
        }
        *test = made;
    }

    /// The comparison that a better value passes, with the value on its left side.
    fn better(&self, nest: &Stmt) -> BinaryOp {
        let mut nest = nest.clone();
        let test = body_of(&mut nest).and_then(innermost);
        let Some(StmtKind::If { cond, .. }) = test.map(|t| &t.kind) else {
            return BinaryOp::Gt;
        };
        let (_, compared) = conditions(cond);
        match &compared.kind {
            ExprKind::Binary(BinaryOp::Gt | BinaryOp::Ge, a, _) if a.mentions(self.s.var) => {
                BinaryOp::Lt
            }
            ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le, a, _) if !a.mentions(self.s.var) => {
                BinaryOp::Lt
            }
            _ => BinaryOp::Gt,
        }
    }

    /// Variable, first value and number of iterations of the nest's loops.
    fn heads(&self, nest: &Stmt) -> Vec<(VarId, Expr, Expr)> {
        let long = self.unit.types.long();
        let mut nest = nest.clone();
        let mut out = Vec::new();
        let mut at = &mut nest;
        for _ in 0..self.s.loops.len() {
            let Some(l) = loop_in(at) else { break };
            if let Some(h) = &l.canonical {
                let (lower, upper) = (self.long(h.lower.clone()), self.long(h.upper.clone()));
                let mut trips = binary(BinaryOp::Sub, upper, lower.clone(), long);
                if h.cmp.op() == BinaryOp::Le {
                    trips = binary(BinaryOp::Add, trips, self.number(1), long);
                }
                out.push((h.var, lower, trips));
            }
            at = &mut l.body;
        }
        out
    }

    /// The place of an iteration of the second pass.
    fn key(&self, nest: &Stmt, renamed: &IndexMap<VarId, VarId>) -> Expr {
        let long = self.unit.types.long();
        let mut key: Option<Expr> = None;
        for (v, lower, trips) in self.heads(nest) {
            let own = self.long(self.var(renamed.get(&v).copied().unwrap_or(v)));
            if !self.s.numbered {
                return own;
            }
            let number = binary(BinaryOp::Sub, own, lower, long);
            key = Some(match key {
                None => number,
                Some(outer) => {
                    let before = binary(BinaryOp::Mul, outer, trips, long);
                    binary(BinaryOp::Add, before, number, long)
                }
            });
        }
        key.unwrap_or_else(|| self.number(0))
    }

    /// Copies of variables.
    fn fresh(&mut self, vars: &[VarId]) -> IndexMap<VarId, VarId> {
        vars.iter().map(|v| (*v, self.unit.again(*v))).collect()
    }

    /// Declarations of the copies of variables that the nest doesn't declare itself.
    fn missing(&self, nest: &Stmt, renamed: &IndexMap<VarId, VarId>) -> Vec<Stmt> {
        let mut declared = Declared(IndexSet::new());
        declared.visit_stmt(nest);
        let missing = renamed.iter().filter(|(v, _)| !declared.0.contains(*v));
        missing.map(|(_, own)| self.declare(*own, None)).collect()
    }

    fn declare(&self, var: VarId, init: Option<Expr>) -> Stmt {
        let decl = LocalDecl {
            var,
            init,
            is_static: false,
        };
        Stmt::new(StmtKind::Decl(vec![decl]), self.s.at)
    }

    fn var(&self, v: VarId) -> Expr {
        Expr::new(ExprKind::Var(v), self.unit.var(v).ty, self.s.at)
    }

    /// As `long`: C on its own would compute with narrower numbers.
    fn long(&self, e: Expr) -> Expr {
        let types = &self.unit.types;
        let long = types.long();
        match types.canonical_id(e.ty) == long {
            true => e,
            false => cast(false, long, e),
        }
    }

    fn number(&self, n: i128) -> Expr {
        cast(true, self.unit.types.long(), int(self.unit, n))
    }

    /// A place that no iteration has.
    fn nowhere(&self) -> Expr {
        let long = self.unit.types.long();
        let most = literal(i128::from(i64::MAX), "L", long);
        match self.s.last != self.s.down {
            true => Expr::new(
                ExprKind::Unary(UnaryOp::Minus, Box::new(most)),
                long,
                self.s.at,
            ),
            false => most,
        }
    }

    fn assign(&self, to: VarId, value: Expr) -> Stmt {
        let (to, at) = (self.var(to), self.s.at);
        let ty = to.ty;
        let assign = ExprKind::Assign(None, Box::new(to), Box::new(value));
        Stmt::new(StmtKind::Expr(Expr::new(assign, ty, at)), at)
    }

    fn test(&self, cond: Expr, then: Stmt) -> Stmt {
        let kind = StmtKind::If {
            cond,
            then: Box::new(then),
            els: None,
        };
        Stmt::new(kind, self.s.at)
    }
}

struct Rename<'r>(&'r IndexMap<VarId, VarId>);

impl VisitMut for Rename<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(v) => *v = self.0.get(v).copied().unwrap_or(*v),
            _ => self.walk_expr(e),
        }
    }

    fn visit_decl(&mut self, d: &mut LocalDecl) {
        d.var = self.0.get(&d.var).copied().unwrap_or(d.var);
        self.walk_decl(d);
    }
}

struct Declared(IndexSet<VarId>);

impl<'a> Visit<'a> for Declared {
    fn visit_decl(&mut self, d: &'a LocalDecl) {
        self.0.insert(d.var);
        self.walk_decl(d);
    }
}
