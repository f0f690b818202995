//! Finds the accesses to memory in a piece of code, with the loops and conditions around each.

use super::access::{Access, Accesses, Branch, Part};
use super::affine::Context;
use super::jumps;
use super::place::{self, Place, Step};
use super::poly::{Poly, Sym};
use super::quasi::{Cond, Linear, Quasi, Test};
use super::verdict::{NotAffine, Wild};
use super::walk::{Event, Mode, value};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, FunctionId, LocalDecl, Stmt, StmtKind, TypeId,
    UnaryOp, VarId, Visit,
};
use indexmap::IndexSet;

mod calls;

struct Collector<'c, 'a> {
    cx: &'c Context<'a>,
    unit: &'a Unit,
    found: Vec<Access<'a>>,
    wild: Option<Wild>,
    /// What is read where nobody knows: it matters where something is written.
    wild_read: Option<Wild>,
    loops: Vec<&'a Canonical>,
    guards: u32,
    selections: u32,
    conditions: u32,
    /// What is known to hold, and how many conditions around say more than is known.
    tests: Vec<Cond>,
    unsure: u32,
    /// The branches around of conditions that say more than is known.
    branches: Vec<Branch>,
    /// How many conditions and `while` loops are around, in the innermost loop.
    nested: u32,
    jumped: bool,
    /// Jumps lead past conditions: then none is known to hold.
    bypassed: bool,
    atomic: bool,
    declared: IndexSet<VarId>,
    /// A scalar whose accesses are found, instead of those to memory.
    scalar: Option<VarId>,
}

/// All accesses to arrays, and to memory behind pointers, in `code`.
pub fn collect<'a>(cx: &Context<'a>, code: &[&'a Stmt], around: &[&'a Canonical]) -> Accesses<'a> {
    search(cx, code, around, None)
}

/// All accesses to a scalar that isn't declared in `code`, by its name.
pub fn of_scalar<'a>(
    cx: &Context<'a>,
    code: &[&'a Stmt],
    around: &[&'a Canonical],
    var: VarId,
) -> Vec<Access<'a>> {
    search(cx, code, around, Some(var)).found
}

/// Likewise in parts of the heads of loops directly in each other, as of one of the outermost loop's iterations: the bound and the step are read
/// before each of them, the start before all.
pub fn of_heads<'a>(
    cx: &Context<'a>,
    heads: &[&'a Canonical],
    around: &[&'a Canonical],
    parts: fn(&'a Canonical) -> Vec<&'a Expr>,
) -> Accesses<'a> {
    let mut c = Collector::new(cx, &[], around, None);
    for (at, head) in heads.iter().enumerate() {
        c.loops.truncate(around.len());
        c.loops.extend(&heads[..at.max(1)]);
        parts(head).into_iter().for_each(|e| c.expr(e));
    }
    Accesses {
        found: c.found,
        wild: c.wild.or(c.wild_read),
    }
}

fn search<'a>(
    cx: &Context<'a>,
    code: &[&'a Stmt],
    around: &[&'a Canonical],
    scalar: Option<VarId>,
) -> Accesses<'a> {
    let mut c = Collector::new(cx, code, around, scalar);
    code.iter().for_each(|s| c.visit_stmt(s));
    // Arrays declared in the code are fresh in each iteration.
    let declared = std::mem::take(&mut c.declared);
    c.found
        .retain(|a| !(declared.contains(&a.root) && a.is_direct()));
    let writes = c.found.iter().any(|a| a.write);
    Accesses {
        wild: c.wild.or(c.wild_read.filter(|_| writes)),
        found: c.found,
    }
}

impl<'a> Visit<'a> for Collector<'_, 'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        match &s.kind {
            StmtKind::If {
                cond,
                then,
                els: None,
            } if self.nested == 0 && jumps::skipping(then).is_some() => self.skip(cond, then),
            StmtKind::If { cond, then, els } => {
                self.expr(cond);
                let guard = u32::from(self.compares_loop_variable(cond));
                let selection = u32::from(self.selects(cond, 0));
                self.guards += guard;
                self.selections += selection;
                let test = self.test(cond);
                self.conditions += 1;
                self.nested += 1;
                self.unsure += u32::from(!test.exact);
                let branches = self.branches.len();
                for (holds, known) in [(true, test.holds), (false, test.fails)] {
                    let branch = Branch {
                        condition: cond.id,
                        holds,
                        depth: self.loops.len(),
                    };
                    self.branches
                        .extend((!test.exact && !self.bypassed).then_some(branch));
                    self.tests.push(known);
                    match holds {
                        true => self.visit_stmt(then),
                        false => els.iter().for_each(|e| self.visit_stmt(e)),
                    }
                    self.tests.pop();
                    self.branches.truncate(branches);
                }
                self.unsure -= u32::from(!test.exact);
                self.nested -= 1;
                self.conditions -= 1;
                self.selections -= selection;
                self.guards -= guard;
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Switch { .. } => {
                self.guards += 1;
                self.selections += 1;
                self.conditions += 1;
                self.unsure += 1;
                self.nested += 1;
                self.walk_stmt(s);
                self.nested -= 1;
                self.unsure -= 1;
                self.conditions -= 1;
                self.selections -= 1;
                self.guards -= 1;
            }
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Return(_)
            | StmtKind::Label { .. } => {
                self.jumped = true;
                self.walk_stmt(s);
            }
            StmtKind::Atomic { body, .. } => {
                self.atomic = true;
                self.visit_stmt(body);
                self.atomic = false;
            }
            _ => self.walk_stmt(s),
        }
    }

    fn visit_decl(&mut self, d: &'a LocalDecl) {
        if !d.is_static {
            self.declared.insert(d.var);
        }
        self.walk_decl(d);
    }

    fn visit_for(&mut self, l: &'a For) {
        l.init.iter().for_each(|i| self.visit_stmt(i));
        l.cond.iter().for_each(|e| self.expr(e));
        let depth = self.loops.len();
        self.loops.extend(&l.canonical);
        let around = self.around();
        let unknown = u32::from(l.canonical.is_none());
        self.guards += unknown;
        self.conditions += unknown;
        self.unsure += u32::from(unknown > 0 || jumps::ends_early(&l.body));
        self.nested = 0;
        self.visit_stmt(&l.body);
        self.leave(around);
        self.loops.truncate(depth);
        self.conditions += 1;
        self.unsure += 1;
        l.inc.iter().for_each(|e| self.expr(e));
        self.unsure -= 1;
        self.conditions -= 1;
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        self.expr(e);
    }
}

/// Looks for variables in an expression, but not in such parts.
struct Named<'f> {
    is: &'f dyn Fn(VarId) -> bool,
    passes_over: fn(&ExprKind) -> bool,
    found: bool,
}

impl<'e> Visit<'e> for Named<'_> {
    fn visit_expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Var(v) => self.found |= (self.is)(*v),
            kind if (self.passes_over)(kind) => {}
            _ => self.walk_expr(e),
        }
    }
}

fn names(e: &Expr, is: &dyn Fn(VarId) -> bool, passes_over: fn(&ExprKind) -> bool) -> bool {
    let mut named = Named {
        is,
        passes_over,
        found: false,
    };
    named.visit_expr(e);
    named.found
}

/// What holds around a loop's body.
struct Around {
    guards: u32,
    selections: u32,
    conditions: u32,
    tests: usize,
    unsure: u32,
    nested: u32,
    jumped: bool,
}

impl<'c, 'a> Collector<'c, 'a> {
    fn new(
        cx: &'c Context<'a>,
        code: &[&'a Stmt],
        around: &[&'a Canonical],
        scalar: Option<VarId>,
    ) -> Self {
        Collector {
            cx,
            unit: cx.unit,
            found: Vec::new(),
            wild: None,
            wild_read: None,
            loops: around.to_vec(),
            guards: 0,
            selections: 0,
            conditions: 0,
            tests: Vec::new(),
            // An iteration may not come where a jump has ended the loop before.
            unsure: u32::from(code.iter().any(|s| jumps::ends_early(s))),
            branches: Vec::new(),
            nested: 0,
            jumped: false,
            bypassed: code.iter().any(|s| jumps::bypasses(s)),
            atomic: false,
            declared: IndexSet::new(),
            scalar,
        }
    }

    fn around(&self) -> Around {
        Around {
            guards: self.guards,
            selections: self.selections,
            conditions: self.conditions,
            tests: self.tests.len(),
            unsure: self.unsure,
            nested: self.nested,
            jumped: self.jumped,
        }
    }

    fn leave(&mut self, around: Around) {
        self.guards = around.guards;
        self.selections = around.selections;
        self.conditions = around.conditions;
        self.tests.truncate(around.tests);
        self.unsure = around.unsure;
        self.nested = around.nested;
        self.jumped = around.jumped;
    }

    fn test(&self, cond: &Expr) -> Test {
        match self.bypassed {
            true => Test::unknown(),
            false => self.cx.test(cond, &self.loops),
        }
    }

    /// `if (cond) { ...; continue; }`: what follows in the loop's body happens where the condition doesn't hold.
    fn skip(&mut self, cond: &'a Expr, then: &'a Stmt) {
        self.expr(cond);
        let test = self.test(cond);
        self.guards += u32::from(self.compares_loop_variable(cond));
        self.selections += u32::from(self.selects(cond, 0));
        self.conditions += 1;
        self.nested += 1;
        self.unsure += u32::from(!test.exact);
        self.tests.push(test.holds);
        jumps::skipping(then)
            .into_iter()
            .flatten()
            .for_each(|s| self.visit_stmt(s));
        self.tests.pop();
        self.tests.push(test.fails);
        self.nested -= 1;
    }

    /// Whether a condition's value depends on a loop's variable, directly or by scalars computed from it. What
    /// lies in memory isn't looked at: `if (mask[i])` may hold in any iteration.
    fn selects(&self, cond: &Expr, depth: u32) -> bool {
        let is = |v: VarId| {
            let defined = |e| depth < 8 && self.selects(e, depth + 1);
            self.loops.iter().any(|l| l.var == v) || self.cx.definition(v).is_some_and(defined)
        };
        let memory = |kind: &ExprKind| {
            matches!(
                kind,
                ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
            )
        };
        names(cond, &is, memory)
    }

    /// Whether a condition cuts off a part of a loop's iterations by a comparison.
    fn compares_loop_variable(&self, cond: &Expr) -> bool {
        let is = |v: VarId| self.loops.iter().any(|l| l.var == v);
        let opaque = |kind: &ExprKind| matches!(kind, ExprKind::Index(..) | ExprKind::Call { .. });
        let direct = |e: &Expr| names(e, &is, opaque);
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let cuts = cond.any_expr(|e| match &e.kind {
            ExprKind::Binary(Lt | Le | Gt | Ge | Eq | Ne, a, b) => direct(a) || direct(b),
            _ => false,
        });
        // A bare `if (i)`.
        cuts || matches!(&cond.strip_implicit().kind, ExprKind::Var(_)) && direct(cond)
    }

    fn expr(&mut self, e: &'a Expr) {
        let unit = self.unit;
        let mut depth: Vec<(u32, u32)> = Vec::new();
        value(unit, e, &mut |event| match event {
            Event::Access {
                mode,
                lvalue,
                place,
                ..
            } => self.access(mode, lvalue, place),
            Event::Call {
                function,
                args,
                call,
            } => self.call(function, args, call),
            Event::Stmts(stmts) => stmts.iter().for_each(|s| self.visit_stmt(s)),
            Event::Branch => {
                // a ? b : c, a && b: what is compared is not looked at.
                let guard = u32::from(self.compares_loop_variable(e));
                let selection = u32::from(self.selects(e, 0));
                depth.push((guard, selection));
                self.guards += guard;
                self.selections += selection;
                self.conditions += 1;
                self.unsure += 1;
                self.nested += 1;
            }
            Event::Else => {}
            Event::Join => {
                let (guard, selection) = depth.pop().unwrap_or((0, 0));
                self.guards -= guard;
                self.selections -= selection;
                self.conditions -= 1;
                self.unsure -= 1;
                self.nested -= 1;
            }
        });
    }

    fn access(&mut self, mode: Mode, lvalue: &'a Expr, place: Option<Place<'a>>) {
        if mode == Mode::Address {
            return;
        }
        let Some(place) = place else {
            let wild = Wild::Place(lvalue.clone().into());
            match mode.writes() {
                true => self.wild = Some(wild),
                false => self.read_somewhere(wild),
            }
            return;
        };
        let accesses = (mode.reads(), mode.writes());
        self.add(place, accesses, (lvalue, lvalue.ty), None);
    }

    /// What reads, or writes, an object of type `ty`, as `e` says. `by`: a function, which may touch everything from the place on, and whether that is one element.
    fn add(
        &mut self,
        place: Place<'a>,
        (read, write): (bool, bool),
        (e, ty): (&'a Expr, TypeId),
        by: Option<(FunctionId, bool)>,
    ) {
        let place = resolve(self.cx, place, 0);
        let types = &self.unit.types;
        let root = self.unit.var(place.root).ty;
        let memory =
            !place.is_direct() || types.is_array(root) || place::holds_array(self.unit, root);
        let wanted = match self.scalar {
            Some(var) => place.root == var && place.is_direct(),
            None => memory,
        };
        if !wanted || !(read || write) {
            return;
        }
        let loops: IndexSet<VarId> = self.loops.iter().map(|l| l.var).collect();
        let mut parts: Vec<Part> = place.steps.iter().map(|s| self.part(s, &loops)).collect();
        if place::is_array_parameter(self.unit, place.root)
            && parts.first().is_some_and(|p| matches!(p, Part::Index(..)))
        {
            parts.insert(0, Part::Deref);
        }
        if let Some((_, one)) = by
            && let Some(Part::Index(index, _)) = parts.last_mut()
        {
            *index = Err(match index {
                Ok(at) if one => NotAffine::CallAt(at.clone()),
                _ => NotAffine::Call,
            });
        }
        let head = types.is_pointer(self.unit.var(place.root).ty) && loops.contains(&place.root);
        let moves = types.is_pointer(self.unit.var(place.root).ty)
            && self.cx.is_written(place.root)
            && !head;
        // A loop's pointer is its own subscript.
        if head && let Some(Part::Index(index, _)) = parts.get_mut(1) {
            let own = Poly::sym(Sym::Var(place.root, 0));
            let moved = |p: &Poly| p.plus(1, &own).ok_or(NotAffine::TooLarge);
            *index = match index {
                Ok(p) => moved(p),
                Err(NotAffine::CallAt(p)) => Err(moved(p).map_or_else(|e| e, NotAffine::CallAt)),
                Err(NotAffine::Cases(e, _)) => Err(NotAffine::Expr(e.clone())),
                Err(e) => Err(e.clone()),
            };
        }
        let root = match head {
            true => self.walked(place.root, &loops, &mut parts),
            false => place.root,
        };
        if moves
            && let Some(Part::Index(index, _)) =
                parts.iter_mut().find(|p| matches!(p, Part::Index(..)))
        {
            *index = Err(NotAffine::Moves(place.root));
        }
        let by_branches = self.unsure as usize == self.branches.len();
        self.found.push(Access {
            what: e,
            by: by.map(|(f, _)| f),
            root,
            parts,
            read,
            write,
            atomic: self.atomic,
            sum: None,
            loops: self.loops.clone(),
            guarded: self.guards > 0 || self.jumped,
            selected: self.selections > 0 || self.jumped,
            when: self.tests.iter().cloned().fold(Cond::always(), Cond::and),
            unsure: self.unsure > 0 || self.jumped || by.is_some(),
            branches: match by_branches && !self.jumped && by.is_none() {
                true => self.branches.clone(),
                false => Vec::new(),
            },
            certain: self.conditions == 0 && !self.jumped && by.is_none(),
            ty,
        });
    }

    /// What a loop's pointer goes through, where that is known: its elements are that one's.
    fn walked(&self, pointer: VarId, loops: &IndexSet<VarId>, parts: &mut Vec<Part>) -> VarId {
        let base = self.cx.walked(pointer, loops);
        let (Some(base), [Part::Deref, Part::Index(..), ..]) = (base, parts.as_slice()) else {
            return pointer;
        };
        let array = self.unit.types.is_array(self.unit.var(base).ty);
        if array && !place::is_array_parameter(self.unit, base) {
            parts.remove(0);
        }
        base
    }

    fn part(&self, s: &Step<'a>, loops: &IndexSet<VarId>) -> Part {
        match s {
            Step::Deref => Part::Deref,
            Step::Field(f, member) => Part::Field((*f).to_string(), *member),
            Step::Index { terms, elem } => {
                let mut sum = Ok(Poly::default());
                for (negative, e) in terms {
                    let term = self.cx.poly(e, loops);
                    let term = term.map_err(|e| NotAffine::Expr(e.clone().into()));
                    sum = match (sum, term) {
                        (Ok(s), Ok(t)) => s
                            .plus(if *negative { -1 } else { 1 }, &t)
                            .ok_or(NotAffine::TooLarge),
                        (Err(e), _) | (_, Err(e)) => Err(e),
                    };
                }
                let sum = sum.map_err(|why| match (why, self.by_cases(terms)) {
                    (NotAffine::Expr(e), Some(cases)) => NotAffine::Cases(e, cases),
                    (why, _) => why,
                });
                Part::Index(sum, *elem)
            }
        }
    }

    fn by_cases(&self, terms: &[(bool, &Expr)]) -> Option<Quasi> {
        let mut sum = Quasi::linear(Linear::default());
        for (negative, e) in terms {
            let sign = if *negative { -1 } else { 1 };
            sum = sum.plus(sign, &self.cx.quasi(e, &self.loops)?)?;
        }
        Some(sum)
    }
}

/// A pointer that was given one value stands for that value.
pub(super) fn resolve<'a>(cx: &Context<'a>, place: Place<'a>, depth: u32) -> Place<'a> {
    let unit = cx.unit;
    let is_pointer = unit.types.is_pointer(unit.var(place.root).ty);
    let [Step::Deref, Step::Index { terms, .. }, rest @ ..] = place.steps.as_slice() else {
        return place;
    };
    if !is_pointer || depth > 8 {
        return place;
    }
    let target = cx
        .definition(place.root)
        .and_then(|def| place::target(unit, def, None));
    let Some(mut target) = target else {
        return place;
    };
    let size = |ty| unit.types.size_of(ty);
    let pointee = unit.types.pointee(unit.var(place.root).ty);
    match target.steps.last_mut() {
        Some(Step::Index { terms: inner, elem })
            if pointee.is_some_and(|to| to == *elem || size(to) == size(*elem)) =>
        {
            inner.extend(terms.iter().cloned());
        }
        _ => return place,
    }
    target.steps.extend(rest.iter().cloned());
    resolve(cx, target, depth + 1)
}
