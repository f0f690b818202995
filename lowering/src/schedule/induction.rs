//! Variables that grow by the same amount in each iteration of a loop (`k += 2`, `a[k++]`): in the code that devices run, each use of
//! such a variable becomes its closed form, `k + 2 * i`, and the update goes. Then nothing is handed from one iteration to the next.
//!
//! On the host's cores the user's own text runs, in which the variable is stepped. There each iteration has a variable of the same name for itself, which
//! begins with the closed form (`render/openmp/loops/privates.rs`).
//!
//! It is done where all of it can be seen: a region of `kernels` names the variable in one loop alone, outside of the loops in that one it is stepped, and nobody asks
//! for its value behind the region. Loops around that one count on, as far as their bounds stay the same. What is added up in C without
//! overflow is so in the closed form: the sum is the variable's value.
//!
//! A variable that an iteration of an outer loop declares (`double *p = a + i * m`) starts anew in each, so only the loops inside of its
//! declaration count. Pointers that are stepped (`*p++`) become the pointer and a subscript.
//!
//! Unsigned and narrow variables go around the end of their types. Their closed forms are computed as `unsigned long` and cut off, which gives
//! C's value whatever they are stepped by. As subscripts they would be no linear ones, so those that are such stay as they are.

mod count;
mod replace;
mod steps;

use super::nest::Node;
use super::planner::Planner;
use crate::analyse::facts::Facts;
use crate::analyse::live;
use crate::make::{cast, literal};
use crate::plan::Stepped;
use crate::print::{Dialect, Printer};
use accrs_frontend::Unit;
use accrs_frontend::directive::{ClauseKind, DirectiveKind};
use accrs_frontend::region::{
    BinaryOp, Construct, Expr, ExprKind, For, LoopId, Stmt, StmtId, StmtKind, Storage, Type,
    TypeId, UnaryOp, VarId, VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use replace::Replace;
use steps::{
    Step, ahead, changes, declares, evaluated, gives, in_scope, jumps, mentions, names, stepped,
    stride, subscripts,
};

/// A region's statements with closed forms.
pub struct Closed {
    pub stmts: Vec<Stmt>,
    /// The loops in which the variables are stepped in the user's text, and these.
    pub loops: IndexMap<LoopId, Vec<VarId>>,
    /// What bodies of the innermost of these have for themselves where the user's text runs.
    own: Vec<Stepped>,
}

impl Closed {
    /// What the cores' text declares; `None`: it steps the variables, in order.
    pub fn on_cores(&self, p: &Planner<'_>, c: &Construct) -> Option<&[Stepped]> {
        let as_written = p.options.as_written || p.options.check || c.members.is_some();
        let printed = self.own.iter().all(|own| is_printed(p.unit, own));
        (!as_written && printed).then_some(&self.own)
    }
}

/// Whether the cores' text can have these values.
fn is_printed(unit: &Unit, own: &Stepped) -> bool {
    let printer = Printer::of(unit, Dialect::HostC);
    own.own.iter().for_each(|(_, value)| {
        printer.expr(value);
    });
    printer.problems.borrow().is_empty()
}

/// So many variables of a region at most.
const MOST: usize = 16;

/// The statements that devices run for a region, where variables get closed forms.
pub fn closed(unit: &Unit, c: &Construct, text: &[Stmt]) -> Option<Closed> {
    let clauses = &c.directive.clauses;
    let queued = |kind: &ClauseKind<Expr>| matches!(kind, ClauseKind::Async(_));
    if clauses.iter().any(|c| queued(&c.kind)) {
        return None;
    }
    let original = c.members.as_ref().map_or(text, |m| m.body.as_slice());
    let mut out: Option<Closed> = None;
    for _ in 0..MOST {
        let stmts = out.as_ref().map_or(original, |o| o.stmts.as_slice());
        let Some(found) = Region::find(unit, c, stmts) else {
            break;
        };
        let mut stmts = stmts.to_vec();
        let mut replace = Replace::of(&found);
        stmts.iter_mut().for_each(|s| replace.visit_stmt(s));
        let Some(value) = found.values.first().cloned() else {
            break;
        };
        let value = (found.var, value);
        let (mut loops, mut own) = out.map_or_else(Default::default, |o| (o.loops, o.own));
        for id in &found.loops {
            let vars: &mut Vec<VarId> = loops.entry(*id).or_default();
            vars.push(found.var);
        }
        match own
            .iter_mut()
            .find(|o: &&mut Stepped| o.body == found.body.0)
        {
            Some(known) => known.own.push(value),
            None => own.push(Stepped {
                body: found.body.0,
                span: found.body.1,
                own: vec![value],
            }),
        }
        out = Some(Closed { stmts, loops, own });
    }
    out
}

/// Tells of the variables, and keeps their loops in order on the host's cores where these step them.
pub fn settle(p: &Planner<'_>, c: &Construct, roots: &mut [Node<'_>], closed: &Closed) {
    let on_cores = closed.on_cores(p, c).is_some();
    for n in roots {
        if let Some(vars) = closed.loops.get(&n.loop_.id) {
            let names: Vec<&str> = vars.iter().map(|v| p.unit.var(*v).name.as_str()).collect();
            let names = names.join(", ");
            n.decision.device_only |= !on_cores;
            if n.decision.parallel {
                n.decision.notes.push(match on_cores {
                    true => format!("{names}: computed from the iteration"),
                    false => format!(
                        "{names}: computed from the iteration on devices; on the host's cores the loop runs sequentially"
                    ),
                });
            }
        }
        settle(p, c, &mut n.children, closed);
    }
}

/// A variable that is stepped.
struct Induction {
    var: VarId,
    /// The loops around the update, outermost first.
    loops: Vec<LoopId>,
    /// The body of the last of them.
    body: (StmtId, Span),
    /// Its values in there: before each update, and behind the last one.
    values: Vec<Expr>,
}

struct Region<'r> {
    unit: &'r Unit,
    construct: &'r Construct,
    stmts: &'r [Stmt],
    facts: std::rc::Rc<Facts<'r>>,
}

impl<'r> Region<'r> {
    fn find(unit: &'r Unit, construct: &'r Construct, stmts: &'r [Stmt]) -> Option<Induction> {
        let region = Region {
            unit,
            construct,
            stmts,
            facts: Facts::of(unit, stmts),
        };
        region.look(stmts, &mut Vec::new())
    }

    /// Looks at loops that run whenever the loops around them do.
    fn look(&self, stmts: &'r [Stmt], chain: &mut Vec<&'r For>) -> Option<Induction> {
        stmts.iter().find_map(|s| match &s.kind {
            StmtKind::Block(inner) => self.look(inner, chain),
            StmtKind::For(l) if l.canonical.is_some() => {
                chain.push(l);
                let body = std::slice::from_ref(&*l.body);
                let steady = !l.body.any_stmt(jumps);
                let own = steady.then(|| self.straight(body, chain)).flatten();
                let found = own.or_else(|| self.look(body, chain));
                chain.pop();
                found
            }
            _ => None,
        })
    }

    fn straight(&self, body: &'r [Stmt], chain: &[&'r For]) -> Option<Induction> {
        let mut all = Vec::new();
        evaluated(body, &mut all);
        let mut vars = all.iter().flat_map(|e| stepped(e)).map(|s| s.var);
        vars.find_map(|v| self.induction(v, &all, chain))
    }

    /// `all`: what each iteration evaluates, in this order.
    fn induction(&self, var: VarId, all: &[&'r Expr], chain: &[&'r For]) -> Option<Induction> {
        let all_chain = chain;
        let chain = self.since(var, chain)?;
        let own = |e: &&&'r Expr| stepped(e).iter().any(|s| s.var == var);
        let updates: Vec<&Expr> = all.iter().filter(own).copied().collect();
        let given = all_chain.len() > chain.len() && {
            let around = &all_chain[all_chain.len() - chain.len() - 1];
            chain.first().is_some_and(|l| gives(&around.body, var, l))
        };
        if !self.is_alone(var, &updates, (chain, given)) {
            return None;
        }
        let steps = updates.iter().flat_map(|e| stepped(e));
        let steps: Vec<Step<'_>> = steps.filter(|s| s.var == var).collect();
        let down = steps.first()?.down;
        let (body, span) = (&chain.last()?.body, updates.first()?.span);
        if steps.iter().any(|s| s.down != down) {
            return None;
        }
        // How far it is from the iteration's first value.
        let mut distances: Vec<Option<Expr>> = vec![None];
        for step in &steps {
            let amount = match step.by {
                Some(by) if self.fits(by.ty, var) && self.is_fixed(by, chain, var) => by.clone(),
                Some(_) => return None,
                None => self.number(1, var, span),
            };
            let amount = self.convert(&amount, var);
            let before = distances.last().cloned().flatten();
            distances.push(Some(match before {
                Some(before) => self.sum(before, amount, var),
                None => amount,
            }));
        }
        let all = distances.pop().flatten()?;
        let index = self.index(var, chain, span)?;
        let stride = stride(chain)?;
        let amount = match stride {
            1 => all.clone(),
            // By whole numbers for each of the numbers that the loop counts.
            _ => {
                let whole = all.int_value().filter(|n| n % stride == 0)?;
                self.number(u64::try_from(whole / stride).ok()?, var, span)
            }
        };
        let value = |index: Expr, further: Option<Expr>| {
            let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
            let own = Expr::new(ExprKind::Var(var), self.unit.var(var).ty, span);
            let mut distance = self.combine(BinaryOp::Mul, index, amount.clone(), var);
            if let Some(further) = further {
                distance = self.combine(BinaryOp::Add, distance, further, var);
            }
            if self.is_pointer(var) {
                self.widen(&mut distance);
                let (a, b) = (Box::new(own), Box::new(distance));
                let ty = self.unit.types.canonical_id(a.ty);
                return Expr::new(ExprKind::Binary(op, a, b), ty, span);
            }
            self.cut(
                self.combine(op, self.convert(&own, var), distance, var),
                var,
            )
        };
        let last = match stride {
            1 => {
                let next = self.number(1, var, span);
                value(self.combine(BinaryOp::Add, index.clone(), next, var), None)
            }
            _ => value(index.clone(), Some(all)),
        };
        let here = distances.into_iter().map(|d| value(index.clone(), d));
        let values: Vec<Expr> = here.chain([last]).collect();
        if values.iter().any(|e| self.is_hidden(e, chain)) {
            return None;
        }
        Some(Induction {
            var,
            loops: chain.iter().map(|l| l.id).collect(),
            body: (body.id, body.span),
            values,
        })
    }

    /// The loops over which a variable counts: those of a region of `kernels`, or inside of its declaration, or of what gives it a value, where that is in one of these.
    /// Loops with directives are the user's.
    fn since<'c>(&self, var: VarId, chain: &'c [&'r For]) -> Option<&'c [&'r For]> {
        let kernels = self.construct.directive.kind == DirectiveKind::Kernels;
        let gives = |at: usize| {
            kernels
                && chain
                    .get(at + 1)
                    .is_some_and(|l| gives(&chain[at].body, var, l))
        };
        let inside = (0..chain.len()).rfind(|at| declares(&chain[*at].body, var) || gives(*at));
        let from = match inside {
            Some(at) => 1 + at,
            None if kernels => 0,
            None => return None,
        };
        let loops = &chain[from..];
        let plain = loops.iter().all(|l| l.directive.is_none());
        Some(loops).filter(|loops| plain && !loops.is_empty())
    }

    fn is_pointer(&self, var: VarId) -> bool {
        self.unit.types.is_pointer(self.unit.var(var).ty)
    }

    /// Whether a variable is a number, or a pointer, that the region names in one loop, changes in these expressions, each of which names it once, and leaves to nobody.
    /// `given`: besides, the loop around gives it a value.
    fn is_alone(&self, var: VarId, updates: &[&Expr], (chain, given): (&[&For], bool)) -> bool {
        let (types, v) = (&self.unit.types, self.unit.var(var));
        let number = matches!(types.canonical(v.ty), Type::Char | Type::Int(_))
            && types.size_of(v.ty).is_some_and(|n| n <= 8)
            && !(self.goes_around(var) && self.stmts.iter().any(|s| subscripts(s, var)));
        let number = number
            || types.is_pointer(v.ty)
                && types
                    .pointee(v.ty)
                    .is_some_and(|to| types.size_of(to).is_some_and(|n| n > 0));
        let plain = !types.qualifiers(v.ty).is_volatile
            && matches!(v.storage, Storage::Local | Storage::Param | Storage::Region);
        let used = self.facts.uses().get(var);
        let own = used.is_some_and(|u| u.address.is_none());
        let live = live::live_out(&self.facts, self.construct).contains(&var);
        let Some(l) = chain.last() else { return false };
        let all: usize = self.stmts.iter().map(|s| mentions(s, var)).sum();
        // In the expressions it is named by the update alone.
        let update = |e: &Expr| match &e.kind {
            ExprKind::Assign(None, to, _) if to.is_var(var) => 2,
            _ => 1,
        };
        let once = updates.iter().all(|e| names(e, var) == update(e));
        let changes: usize = self.stmts.iter().map(|s| changes(s, var)).sum();
        let outermost = chain.first().is_some_and(|l| !l.body.any_stmt(jumps));
        let kept = number && plain && own && !live && outermost && !self.in_clauses(var);
        let beside = usize::from(given);
        let before = chain.first().and_then(|l| ahead(self.stmts, l, var));
        let inside = mentions(&l.body, var) + beside + before.unwrap_or(0);
        kept && all == inside && once && changes == updates.len() + beside
    }

    /// Whether the variable is of a type around whose end it may go.
    fn goes_around(&self, var: VarId) -> bool {
        let (types, ty) = (&self.unit.types, self.unit.var(var).ty);
        !types.is_pointer(ty) && (types.is_unsigned(ty) || types.size_of(ty).is_some_and(|n| n < 4))
    }

    /// The type that its closed form is computed in.
    fn computed(&self, var: VarId) -> TypeId {
        match self.goes_around(var) {
            true => self.unit.types.unsigned_long(),
            false if self.is_pointer(var) => self.unit.types.long(),
            false => self.unit.types.canonical_id(self.unit.var(var).ty),
        }
    }

    /// The part of a closed form that the variable holds. No analysis looks through it: it isn't linear.
    fn cut(&self, e: Expr, var: VarId) -> Expr {
        if !self.goes_around(var) {
            return e;
        }
        let ty = self.unit.types.canonical_id(self.unit.var(var).ty);
        let not = |e: Expr| {
            let (ty, span) = (e.ty, e.span);
            Expr::new(ExprKind::Unary(UnaryOp::BitNot, Box::new(e)), ty, span)
        };
        cast(false, ty, not(not(e)))
    }

    /// Whether a name in an expression means another variable where the innermost of these loops has the expression.
    fn is_hidden(&self, e: &Expr, chain: &[&For]) -> bool {
        let (Some(outermost), Some(innermost)) = (chain.first(), chain.last()) else {
            return false;
        };
        let mut declared = Vec::new();
        in_scope(&outermost.body, innermost, &mut declared);
        let name = |v: VarId| &self.unit.var(v).name;
        e.any_expr(|e| match e.kind {
            ExprKind::Var(v) => declared.iter().any(|d| *d != v && name(*d) == name(v)),
            _ => false,
        })
    }

    /// Whether data clauses of the program name it: then the device may hold another value.
    fn in_clauses(&self, var: VarId) -> bool {
        let mut clauses = self
            .unit
            .constructs
            .iter()
            .flat_map(|c| &c.directive.clauses);
        clauses.any(|c| match &c.kind {
            ClauseKind::Data(_, _, refs) => refs.iter().any(|r| r.base.mentions(var)),
            _ => false,
        })
    }

    /// Whether a value is the same in all iterations, and made of numbers alone.
    fn is_fixed(&self, e: &Expr, chain: &[&For], var: VarId) -> bool {
        let heads = || chain.iter().filter_map(|l| l.canonical.as_ref());
        let used = self.facts.uses();
        !e.any_expr(|e| match &e.kind {
            ExprKind::Var(v) => {
                let types = &self.unit.types;
                let ty = self.unit.var(*v).ty;
                let any = self.goes_around(var) || self.is_pointer(var);
                let fits = types.is_integer(ty) && (any || !types.is_unsigned(ty));
                let changes = used
                    .get(*v)
                    .is_some_and(|u| u.written.or(u.address).is_some());
                let region = self.unit.var(*v).storage == Storage::Region;
                let own = changes || region || heads().any(|h| h.var == *v);
                !fits || types.qualifiers(ty).is_volatile || own
            }
            ExprKind::IntLit { .. } | ExprKind::EnumConst { .. } => false,
            ExprKind::Cast { implicit, .. } => !implicit,
            ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Minus | UnaryOp::Plus),
            ExprKind::Binary(op, ..) => {
                !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
            }
            _ => true,
        })
    }

    /// Spells out that products and sums are numbers of elements, which the loops' variables may be too narrow for.
    fn widen(&self, distance: &mut Expr) {
        struct Spell<'u>(&'u Unit);
        impl VisitMut for Spell<'_> {
            fn visit_expr(&mut self, e: &mut Expr) {
                if let ExprKind::Cast { implicit, operand } = &mut e.kind {
                    let narrow = self.0.types.size_of(operand.ty).is_some_and(|n| n < 8);
                    *implicit &= !narrow || operand.int_value().is_some();
                }
                self.walk_expr(e);
            }
        }
        let grows =
            |e: &Expr| matches!(e.kind, ExprKind::Binary(BinaryOp::Mul | BinaryOp::Add, ..));
        if distance.any_expr(grows) {
            Spell(self.unit).visit_expr(distance);
        }
    }

    /// The sum of two steps.
    fn sum(&self, a: Expr, b: Expr, var: VarId) -> Expr {
        let both = a.int_value().zip(b.int_value());
        let both = both.and_then(|(a, b)| u64::try_from(a + b).ok());
        match both {
            Some(n) => self.number(n, var, a.span),
            None => self.combine(BinaryOp::Add, a, b, var),
        }
    }

    /// Whether what is counted in a type can be added to the variable. A pointer stays in its object, so what it is moved by is a `long`, whatever counts it.
    fn fits(&self, ty: TypeId, var: VarId) -> bool {
        let types = &self.unit.types;
        let size = types.size_of(self.unit.var(var).ty);
        let fits = self.is_pointer(var) || !types.is_unsigned(ty);
        let narrower = fits && types.size_of(ty) <= size;
        types.is_integer(ty) && (self.goes_around(var) || narrower)
    }

    fn number(&self, value: u64, var: VarId, span: Span) -> Expr {
        let (ty, text) = (self.computed(var), value.to_string());
        let literal = ExprKind::IntLit {
            value: value.into(),
            text,
        };
        let int = Expr::new(literal, self.unit.types.int(), span);
        match ty == self.unit.types.canonical_id(int.ty) {
            true => int,
            false => self.convert(&int, var),
        }
    }

    /// In the type of the closed form. C would convert on its own but where that type is not the variable's.
    fn convert(&self, e: &Expr, var: VarId) -> Expr {
        let ty = self.computed(var);
        match e.int_value() {
            _ if self.unit.types.canonical_id(e.ty) == ty => e.clone(),
            Some(n) if n >= 0 && self.goes_around(var) => literal(n, "ul", ty),
            _ => cast(!self.goes_around(var), ty, e.clone()),
        }
    }

    fn less(&self, a: Expr, b: Expr, var: VarId) -> Expr {
        match b.int_value() {
            Some(0) => a,
            _ => self.combine(BinaryOp::Sub, a, b, var),
        }
    }

    fn combine(&self, op: BinaryOp, a: Expr, b: Expr, var: VarId) -> Expr {
        if op == BinaryOp::Mul && b.int_value() == Some(1) {
            return a;
        }
        let (ty, span) = (self.computed(var), a.span);
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
    }
}
