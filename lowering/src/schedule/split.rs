//! A `kernels` region's statements to kernels: each loop nest with parallel loops is one,
//! statements between them are gathered into one that runs on a single thread. Variables declared between them
//! are computed by each kernel that uses them, or live in device memory.
//!
//! A variable that is declared between kernels is repeated in each of them if the host's values give its value. Else its declaration becomes an assignment in a kernel of one
//! thread, and it lives in device memory of the construct alone (`Scope::between`). Pointers, structs and arrays with a list of values can't be had that way: with them the region
//! is one kernel in order, and the report says so.

use super::doubt;
use super::extents::{self, Known};
use super::levels;
use super::moved;
use super::nest::Node;
use super::one_gang;
use super::planner::{Planner, code};
use super::together;
use crate::analyse::{jumps, uses};
use crate::plan::{Guard, InOrder, Step, Stepper};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::place;
use accrs_frontend::region::{
    ArrayLen, Canonical, Expr, ExprKind, For, LocalDecl, LoopId, Stmt, StmtId, StmtKind, Type,
    TypeId, Types, UnaryOp, VarId,
};
use indexmap::{IndexMap, IndexSet};

pub struct Split {
    /// Bodies of the kernels, by index.
    pub kernels: Vec<Vec<Stmt>>,
    /// What the region changes, and the variables of loops that the host steps through.
    pub known: Known,
    /// Variables in data clauses around the construct: the device's copy may be newer than the host's.
    shared: IndexSet<VarId>,
    /// Declarations that each kernel which uses them repeats.
    prologue: Vec<Stmt>,
    /// Other variables that are declared between kernels: they live in device memory.
    pub between: IndexSet<VarId>,
    /// What the region assigns other than by the heads of its loops.
    assigned: IndexSet<VarId>,
    /// Statements for the next kernel of a single thread or gang.
    waiting: Vec<Stmt>,
    /// Whether nests may be one gang's.
    gangs: bool,
    /// The variables of loops that the host steps through around what is looked at.
    turns: Vec<VarId>,
    /// Kernels whose blocks wait for each other, among `kernels`; and whether there may be any.
    pub together: IndexSet<usize>,
    waits: bool,
    /// Loops that such kernels go through wave by wave.
    pub waves: IndexSet<LoopId>,
    /// Loops with another order of iterations that rests on pointers, and what stands in the text in their place.
    pub ordered: IndexMap<LoopId, Stmt>,
    /// Those of them that the host steps through, with the kernels that run the text.
    pub asking: IndexMap<LoopId, usize>,
}

impl Split {
    /// `gangs`: nests may be one gang's; `waits`: or that of blocks that wait for each other, and these loops go wave by wave.
    pub fn new(
        written: IndexSet<VarId>,
        shared: IndexSet<VarId>,
        gangs: bool,
        waits: bool,
        waves: IndexSet<LoopId>,
    ) -> Self {
        Self {
            kernels: Vec::new(),
            known: Known {
                changed: written,
                host_vars: IndexSet::new(),
            },
            shared,
            prologue: Vec::new(),
            between: IndexSet::new(),
            assigned: IndexSet::new(),
            waiting: Vec::new(),
            gangs,
            turns: Vec::new(),
            together: IndexSet::new(),
            waits,
            waves,
            ordered: IndexMap::new(),
            asking: IndexMap::new(),
        }
    }

    /// All in one kernel.
    pub fn one(&mut self, body: Vec<Stmt>) -> usize {
        self.kernels.push(body);
        self.kernels.len() - 1
    }

    pub fn kernels(
        &mut self,
        p: &mut Planner<'_>,
        stmts: &[Stmt],
        roots: &mut [Node<'_>],
    ) -> Vec<Step> {
        if let Some(why) = self.obstacle(p, stmts) {
            for n in roots.iter_mut() {
                levels::clear(n, why);
            }
            let launch = self.one(stmts.to_vec());
            return vec![Step::Launch(launch)];
        }
        self.assigned = assigned_outside_heads(p, stmts);
        let mut steps = Vec::new();
        self.list(p, stmts, roots, &mut steps);
        self.flush(p, &mut steps);
        let parallel = roots.iter().any(|n| self.spreads(n));
        if !roots.is_empty() && !parallel && !doubt::is_told(p, &roots[0]) {
            let message = match roots[0].decision.reason.cause(p.unit) {
                Some(why) => format!("no loop of this region runs in parallel: {why}"),
                None => "no loop of this region runs in parallel".to_string(),
            };
            let who = match p.options.device() {
                true => "one thread of the device does all of it",
                false => "one thread does all of it",
            };
            let told = Diagnostic::warning(code::SEQUENTIAL_REGION, roots[0].span(), message);
            p.report(told.label(who));
        }
        steps
    }

    /// What forbids to split: a declaration between the nests whose value can't be repeated, a pointer
    /// that goes on, or a jump between them.
    fn obstacle(&self, p: &Planner<'_>, stmts: &[Stmt]) -> Option<InOrder> {
        let mut why = moved::goes_on(p.unit, stmts).then_some(InOrder::MovedPointer);
        for s in flat(stmts) {
            match &s.kind {
                StmtKind::Decl(_)
                    if !self.repeatable(p, s, stmts)
                        && !is_movable(p, s)
                        && used_elsewhere(p, s, stmts) =>
                {
                    why = Some(InOrder::SharedVariable);
                }
                StmtKind::Label { .. } | StmtKind::Goto(_) | StmtKind::Return(_) => {
                    why = Some(InOrder::Jumps);
                }
                _ => {}
            }
        }
        why
    }

    /// A declaration of scalars whose initial values every kernel can compute for itself.
    fn repeatable(&self, p: &Planner<'_>, s: &Stmt, all: &[Stmt]) -> bool {
        let StmtKind::Decl(decls) = &s.kind else {
            return false;
        };
        decls.iter().all(|d| {
            let scalar = p.unit.types.is_scalar(p.unit.var(d.var).ty);
            let pure = d.init.as_ref().is_some_and(|e| self.is_pure(e, decls));
            scalar && pure && !d.is_static && !is_assigned(p, d.var, all)
        })
    }

    /// Reads nothing that the region writes, but for variables declared beside it.
    fn is_pure(&self, e: &Expr, beside: &[LocalDecl]) -> bool {
        use UnaryOp::{BitNot, Minus, Not, Plus};
        let pure = |e: &Expr| match &e.kind {
            // A variable declared here is repeated as well.
            ExprKind::Var(v) => {
                self.known.host_vars.contains(v)
                    || self.is_prologue_var(*v)
                    || beside.iter().any(|d| d.var == *v)
                    || !(self.known.changed.contains(v) || self.between.contains(v))
            }
            ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::Assign(..)
            | ExprKind::Index(..) => false,
            ExprKind::Unary(op, _) => matches!(op, Plus | Minus | Not | BitNot),
            ExprKind::Member { arrow, .. } => !arrow,
            _ => true,
        };
        !e.any_expr(|e| !pure(e))
    }

    fn is_prologue_var(&self, v: VarId) -> bool {
        declared(&self.prologue).any(|d| d == v)
    }

    fn list(
        &mut self,
        p: &mut Planner<'_>,
        stmts: &[Stmt],
        roots: &mut [Node<'_>],
        steps: &mut Vec<Step>,
    ) {
        for s in flat(stmts) {
            match &s.kind {
                StmtKind::Empty | StmtKind::Cache(_) => {}
                StmtKind::Decl(_) if self.repeatable(p, s, stmts) => self.prologue.push(s.clone()),
                StmtKind::Decl(decls) if is_movable(p, s) && used_elsewhere(p, s, stmts) => {
                    for d in decls {
                        self.between.insert(d.var);
                        let ty = p.unit.var(d.var).ty;
                        let value = d.init.as_ref().map(|e| assignment(d.var, ty, e));
                        self.waiting.extend(value);
                    }
                }
                StmtKind::For(l) => self.loop_(p, s, l, roots, steps),
                StmtKind::If { cond, then, els } if self.holds_spread(s, roots) => {
                    match self.host_condition(p, s, cond) {
                        Ok(()) => {
                            self.flush(p, steps);
                            let then = self.branch(p, then, roots);
                            let els = els.as_ref().map(|e| self.branch(p, e, roots));
                            steps.push(Step::If {
                                condition: cond.clone(),
                                then,
                                els: els.unwrap_or_default(),
                            });
                        }
                        Err(why) => self.in_one_thread(s, roots, InOrder::Condition(why)),
                    }
                }
                StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                    self.in_one_thread(s, roots, InOrder::While)
                }
                _ => self.in_one_thread(s, roots, InOrder::Switch),
            }
        }
    }

    fn loop_(
        &mut self,
        p: &mut Planner<'_>,
        s: &Stmt,
        l: &For,
        roots: &mut [Node<'_>],
        steps: &mut Vec<Step>,
    ) {
        let Some(n) = find(roots, l.id) else {
            self.waiting.push(s.clone());
            return;
        };
        // Behind an order of its own is a nest whose loops in order have moved into its threads.
        if n.is_partitioned() || !n.decision.order.device.is_empty() {
            self.flush(p, steps);
            let k = self.kernel(p, vec![s.clone()]);
            steps.push(Step::Launch(k));
        } else if self.waves.contains(&l.id) {
            self.flush(p, steps);
            steps.push(self.waiting_blocks(p, s));
        } else if self.spreads(n) {
            let waves = self.holds_waves(n);
            let short = !waves && one_gang::are_short(p, n, &self.known);
            let head = self.host_head(p, n);
            let gang = (!waves)
                .then(|| self.one_gang(p, n, head.is_ok()))
                .flatten();
            if let Some(gang) = gang {
                one_gang::take(p, n, gang, head.is_ok() && !short);
                return self.waiting.push(s.clone());
            }
            if short {
                levels::clear(n, InOrder::Short);
                return self.waiting.push(s.clone());
            }
            match head {
                Ok(head) => {
                    self.flush(p, steps);
                    self.known.host_vars.insert(head.var);
                    // Loops around this one are in the same kernel, if there is one.
                    let waits = self.waits && together::is_stepped(n);
                    let mut whole = waits && together::fits(self, p, &l.body, &n.children);
                    if whole && !any_partitioned(n) {
                        // The host would launch what goes wave by wave in each turn: this needs no other way.
                        let launch = self.waiting_blocks(p, s);
                        return steps.push(launch);
                    }
                    self.waits &= !whole;
                    self.turns.push(head.var);
                    n.decision.reason.by = Some(Stepper::Host);
                    let mut inner = Vec::new();
                    self.list(
                        p,
                        std::slice::from_ref(&l.body),
                        &mut n.children,
                        &mut inner,
                    );
                    self.flush(p, &mut inner);
                    self.turns.pop();
                    let stepped = Step::Loop {
                        head,
                        id: l.id,
                        body: inner,
                    };
                    self.waits |= whole;
                    // What has been decided of the loops inside in between counts.
                    whole = whole
                        && n.children.iter().any(|n| self.spreads(n))
                        && together::fits(self, p, &l.body, &n.children);
                    if !whole {
                        let step = self.asking(p, l.id, stepped);
                        return steps.push(step);
                    }
                    let turns = together::turns(p);
                    n.decision.reason.by = Some(Stepper::Blocks { turns });
                    let kernel = self.kernel(p, vec![s.clone()]);
                    self.together.insert(kernel);
                    steps.push(Step::Together {
                        kernel,
                        otherwise: vec![stepped],
                    });
                }
                Err(why) => {
                    levels::clear(n, why);
                    self.waiting.push(s.clone());
                }
            }
        } else {
            self.waiting.push(s.clone());
        }
    }

    /// A loop that the host steps through, behind a question where it has another order of iterations than in the text.
    fn asking(&mut self, p: &Planner<'_>, id: LoopId, stepped: Step) -> Step {
        let Some(text) = self.ordered.get(&id).cloned() else {
            return stepped;
        };
        let whole = self.kernel(p, vec![text]);
        self.asking.insert(id, whole);
        Step::Ask {
            id,
            apart: Vec::new(),
            whole,
            steps: vec![stepped],
        }
    }

    /// A launch whose blocks wait for each other, in any case.
    fn waiting_blocks(&mut self, p: &Planner<'_>, s: &Stmt) -> Step {
        let kernel = self.kernel(p, vec![s.clone()]);
        self.together.insert(kernel);
        Step::Launch(kernel)
    }

    /// Whether a loop, or one inside of it, is spread over the device, or goes wave by wave.
    pub(super) fn spreads(&self, n: &Node<'_>) -> bool {
        any_partitioned(n) || self.holds_waves(n)
    }

    fn holds_waves(&self, n: &Node<'_>) -> bool {
        self.waves.contains(&n.loop_.id) || n.children.iter().any(|c| self.holds_waves(c))
    }

    /// Whether such loops stand in a statement.
    pub(super) fn holds_spread(&self, s: &Stmt, nodes: &[Node<'_>]) -> bool {
        s.any_stmt(|s| match &s.kind {
            StmtKind::For(l) => {
                let mut here = nodes.iter().filter(|n| n.loop_.id == l.id);
                here.any(|n| self.spreads(n))
            }
            _ => false,
        })
    }

    fn one_gang(&self, p: &Planner<'_>, n: &Node<'_>, host: bool) -> Option<one_gang::OneGang> {
        let around = one_gang::Around {
            known: &self.known,
            turns: &self.turns,
            host,
        };
        self.gangs.then(|| one_gang::of_nest(p, n, &around))?
    }

    fn is_shared(&self, p: &Planner<'_>, e: &Expr) -> bool {
        let used = uses::of_expr(p.unit, e);
        let newer = |v: &VarId| self.shared.contains(v) || lies_in_memory(p, *v);
        used.vars.keys().any(newer)
    }

    fn in_one_thread(&mut self, s: &Stmt, roots: &mut [Node<'_>], why: InOrder) {
        clear_inside(s, roots, why);
        self.waiting.push(s.clone());
    }

    /// A branch of a condition that the host decides.
    fn branch(&mut self, p: &mut Planner<'_>, s: &Stmt, roots: &mut [Node<'_>]) -> Vec<Step> {
        let mut steps = Vec::new();
        self.list(p, std::slice::from_ref(s), roots, &mut steps);
        self.flush(p, &mut steps);
        steps
    }

    /// Whether the host can decide the condition around parallel loops, or why not.
    pub(super) fn host_condition(
        &self,
        p: &Planner<'_>,
        s: &Stmt,
        cond: &Expr,
    ) -> Result<(), Guard> {
        if !self.host_knows(p, cond) {
            return Err(Guard::DeviceValue);
        }
        let StmtKind::If { then, els, .. } = &s.kind else {
            return Err(Guard::Body);
        };
        for branch in [Some(&**then), els.as_deref()].into_iter().flatten() {
            let stmts = std::slice::from_ref(branch);
            if jumps::leaves(branch) || self.obstacle(p, stmts).is_some() {
                return Err(Guard::Body);
            }
        }
        Ok(())
    }

    /// Whether the host's own values decide: nothing that a data clause names.
    fn host_knows(&self, p: &Planner<'_>, e: &Expr) -> bool {
        let used = uses::of_expr(p.unit, e);
        let own = |v: &VarId| {
            self.known.host_vars.contains(v)
                || !self.shared.contains(v)
                    && !uses::is_static_storage(p.unit, *v)
                    && !lies_in_memory(p, *v)
        };
        extents::host_evaluable(p, e, &self.known) && used.vars.keys().all(own)
    }

    /// The head of a sequential loop, if the host can step through it in the device's place, or why it can't.
    pub(super) fn host_head(&self, p: &Planner<'_>, n: &Node<'_>) -> Result<Canonical, InOrder> {
        let l = n.loop_;
        // One whose variable is asked for behind it gives it its last value itself.
        if matches!(n.decision.reason.last_value(), Some(v) if n.head_vars().any(|h| h == v)) {
            return Err(InOrder::Bounds);
        }
        let head = l.canonical.as_ref().ok_or(InOrder::Bounds)?;
        // Kernels would see the host's value also where the device has assigned another one.
        if self.assigned.contains(&head.var) {
            return Err(InOrder::Assigned);
        }
        let known = [&head.lower, &head.upper, &head.step]
            .into_iter()
            .all(|e| extents::host_evaluable(p, e, &self.known) && !self.is_shared(p, e));
        let simple = self.obstacle(p, std::slice::from_ref(&l.body)).is_none()
            && !moved::hands_on(p.unit, &l.body)
            && !jumps::leaves(&l.body);
        match known && simple {
            true => Ok(head.clone()),
            false => Err(InOrder::Bounds),
        }
    }

    fn flush(&mut self, p: &Planner<'_>, steps: &mut Vec<Step>) {
        if !self.waiting.is_empty() {
            let body = std::mem::take(&mut self.waiting);
            let k = self.kernel(p, body);
            steps.push(Step::Launch(k));
        }
    }

    /// A kernel of these statements, behind the declarations that they use.
    fn kernel(&mut self, p: &Planner<'_>, body: Vec<Stmt>) -> usize {
        let mut needed = Vec::new();
        let mut used = uses::of_stmts(p.unit, &body);
        for d in self.prologue.iter().rev() {
            // A loop that is a kernel as a whole has what it declares.
            let missing = |v: VarId| used.get(v).is_some() && !used.declared.contains(&v);
            let wanted = declared(std::slice::from_ref(d)).any(missing);
            if wanted {
                used.merge(&uses::of_stmts(p.unit, [d]));
                needed.push(d.clone());
            }
        }
        needed.reverse();
        needed.extend(body);
        self.one(needed)
    }
}

/// Statements with the blocks around them opened.
pub(super) fn flat(stmts: &[Stmt]) -> Vec<&Stmt> {
    let mut out = Vec::new();
    for s in stmts {
        match &s.kind {
            StmtKind::Block(inner) => out.extend(flat(inner)),
            _ => out.push(s),
        }
    }
    out
}

fn declared(stmts: &[Stmt]) -> impl Iterator<Item = VarId> + '_ {
    stmts.iter().flat_map(|s| match &s.kind {
        StmtKind::Decl(d) => d.iter().map(|d| d.var).collect::<Vec<_>>(),
        _ => Vec::new(),
    })
}

/// Whether the variables of a declaration can live in device memory, and their first values be assigned to them: numbers, and
/// arrays of numbers that get no values from a list. A pointer would have an address of the device.
fn is_movable(p: &Planner<'_>, s: &Stmt) -> bool {
    let StmtKind::Decl(decls) = &s.kind else {
        return false;
    };
    let types = &p.unit.types;
    decls.iter().all(|d| {
        let ty = p.unit.var(d.var).ty;
        let value = match &d.init {
            Some(_) => types.is_arithmetic(ty),
            None => types.is_arithmetic(ty) || is_plain_array(types, ty),
        };
        value && !d.is_static && !types.qualifiers(ty).is_volatile
    })
}

fn is_plain_array(types: &Types, ty: TypeId) -> bool {
    match types.canonical(ty) {
        Type::Array(elem, ArrayLen::Fixed(_)) => {
            types.is_arithmetic(*elem) || is_plain_array(types, *elem)
        }
        _ => false,
    }
}

/// `var = value;`
fn assignment(var: VarId, ty: TypeId, value: &Expr) -> Stmt {
    let to = Expr::new(ExprKind::Var(var), ty, value.span);
    let kind = ExprKind::Assign(None, Box::new(to), Box::new(value.clone()));
    Stmt {
        id: StmtId::NONE,
        kind: StmtKind::Expr(Expr::new(kind, ty, value.span)),
        span: value.span,
    }
}

fn used_elsewhere(p: &Planner<'_>, decl: &Stmt, all: &[Stmt]) -> bool {
    let others = flat(all).into_iter().filter(|s| s.id != decl.id);
    let used = uses::of_stmts(p.unit, others);
    declared(std::slice::from_ref(decl)).any(|v| used.get(v).is_some())
}

/// Whether `var` is changed, or its address taken, other than by its declaration.
fn is_assigned(p: &Planner<'_>, var: VarId, all: &[Stmt]) -> bool {
    let is = |to: &Expr| {
        place::place(p.unit, to).is_some_and(|place| place.root == var && place.is_direct())
    };
    let assigns = |e: &Expr| e.assigned_or_handed_on().is_some_and(is);
    all.iter().any(|s| s.any_expr(assigns))
}

/// Variables that are changed, or whose address is taken, other than by the heads of canonical loops.
fn assigned_outside_heads(p: &Planner<'_>, stmts: &[Stmt]) -> IndexSet<VarId> {
    let to = |e: &Expr| {
        let place = place::place(p.unit, e.assigned_or_handed_on()?)?;
        place.is_direct().then_some(place.root)
    };
    let mut times: IndexMap<VarId, usize> = IndexMap::new();
    for s in stmts {
        s.each_expr(|e| {
            if let Some(v) = to(e) {
                *times.entry(v).or_default() += 1;
            }
        });
    }
    let mut in_head = |e: &Expr| {
        if let Some(n) = to(e).and_then(|v| times.get_mut(&v)) {
            *n -= 1;
        }
    };
    for s in stmts {
        s.each_stmt(|s| match &s.kind {
            StmtKind::For(l) if l.canonical.is_some() => {
                l.init.iter().for_each(|s| s.each_expr(&mut in_head));
                l.inc.iter().for_each(|e| e.each_expr(&mut in_head));
            }
            _ => {}
        });
    }
    times.retain(|_, n| *n > 0);
    times.into_keys().collect()
}

pub fn any_partitioned(n: &Node<'_>) -> bool {
    n.is_partitioned() || n.children.iter().any(any_partitioned)
}

fn find<'n, 'a>(nodes: &'n mut [Node<'a>], id: LoopId) -> Option<&'n mut Node<'a>> {
    nodes.iter_mut().find(|n| n.loop_.id == id)
}

fn clear_inside(s: &Stmt, roots: &mut [Node<'_>], why: InOrder) {
    s.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind
            && let Some(n) = find(roots, l.id)
        {
            levels::clear(n, why);
        }
    });
}

/// Whether a variable stands for what lies behind a pointer, or in an array: where that is on the device, its value may be newer there than the host's.
fn lies_in_memory(p: &Planner<'_>, v: VarId) -> bool {
    let behind = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Member { arrow: true, .. }
                | ExprKind::Unary(UnaryOp::Deref, _)
                | ExprKind::Index(..)
        )
    };
    let of = p.unit.var(v).member.as_ref();
    of.is_some_and(|m| m.value.any_expr(behind))
}
