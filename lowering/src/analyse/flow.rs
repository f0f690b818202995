//! Which scalars are assigned before they are read, on all paths: a structured flow
//! analysis. A loop's body may run no time; a branch may not be taken; a label that is jumped to
//! from behind, or from other code, may be reached with nothing assigned.

use super::walk::{Event, Mode, value};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, LoopId, Stmt, StmtKind, VarId};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};
use std::collections::{HashMap, HashSet};

/// What holds at a point: the variables surely assigned so far; `None`: never reached.
type State = Option<IndexSet<VarId>>;

/// The result for a piece of code.
#[derive(Debug, Default)]
pub struct Flow {
    /// Variables read while possibly not yet assigned by this code, with the first such read.
    pub exposed: IndexMap<VarId, Span>,
    /// Variables that are assigned on every way to the end; none where no way leads there.
    pub assigned: IndexSet<VarId>,
}

struct Walker<'u> {
    unit: &'u Unit,
    state: State,
    exposed: IndexMap<VarId, Span>,
    /// States at the `break`s and `continue`s of the constructs around.
    breaks: Vec<State>,
    continues: Vec<State>,
    /// State at the head of the switches around.
    switches: Vec<State>,
    /// Reads count only after this loop has been passed; it forgets its assignments.
    after: Option<LoopId>,
    armed: bool,
    /// Variables of which that loop reads nothing but what the same iteration has assigned; and whether it is in that loop.
    own: Vec<VarId>,
    inside: bool,
    /// What holds where a label is jumped to from before it.
    jumps: HashMap<String, State>,
    /// Labels that were passed, and those among them that are jumped back to.
    passed: HashSet<String>,
    backward: HashSet<String>,
}

/// Reads that may see a value from before `stmts`.
pub fn of_stmts<'a>(unit: &Unit, stmts: impl IntoIterator<Item = &'a Stmt>) -> Flow {
    of(unit, stmts, None, &[])
}

/// Reads in `stmts` that may see a value given in loop `id`, after that loop has ended. `own`: variables of which the loop's
/// iterations read nothing but what they have assigned themselves, whatever the text says.
pub fn after_loop<'a>(
    unit: &Unit,
    stmts: impl IntoIterator<Item = &'a Stmt>,
    id: LoopId,
    own: &[VarId],
) -> Flow {
    of(unit, stmts, Some(id), own)
}

fn of<'a>(
    unit: &Unit,
    stmts: impl IntoIterator<Item = &'a Stmt>,
    after: Option<LoopId>,
    own: &[VarId],
) -> Flow {
    let stmts: Vec<&Stmt> = stmts.into_iter().collect();
    let mut backward = HashSet::new();
    loop {
        let known = backward.len();
        let mut w = Walker::new(unit, after);
        w.own = own.to_vec();
        w.backward = backward;
        stmts.iter().for_each(|s| w.stmt(s));
        backward = w.backward;
        // A label that turned out to be jumped back to was passed with too much assigned.
        if backward.len() == known {
            return Flow {
                exposed: w.exposed,
                assigned: w.state.unwrap_or_default(),
            };
        }
    }
}

fn meet(a: State, b: State) -> State {
    match (a, b) {
        (None, s) | (s, None) => s,
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
    }
}

impl<'u> Walker<'u> {
    fn new(unit: &'u Unit, after: Option<LoopId>) -> Self {
        Self {
            unit,
            state: Some(IndexSet::new()),
            exposed: IndexMap::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            armed: after.is_none(),
            after,
            own: Vec::new(),
            inside: false,
            jumps: HashMap::new(),
            passed: HashSet::new(),
            backward: HashSet::new(),
        }
    }

    fn read(&mut self, var: VarId, span: Span) {
        let own = self.inside && self.own.contains(&var);
        if self.armed && !own && self.state.as_ref().is_some_and(|s| !s.contains(&var)) {
            self.exposed.entry(var).or_insert(span);
        }
    }
    fn assign(&mut self, var: VarId) {
        if let Some(s) = &mut self.state {
            s.insert(var);
        }
    }

    fn expr(&mut self, e: &Expr) {
        let unit = self.unit;
        let mut saved: Vec<State> = Vec::new();
        value(unit, e, &mut |event| match event {
            Event::Access {
                mode,
                lvalue,
                place,
                ..
            } => {
                let Some(place) = place else { return };
                let whole = place.steps.is_empty();
                if mode.reads() || !place.is_direct() {
                    self.read(place.root, lvalue.span);
                }
                // A part assigned leaves the rest as it was.
                if mode.writes() && place.is_direct() && !whole {
                    self.read(place.root, lvalue.span);
                }
                if mode.writes() && whole && mode != Mode::Address {
                    self.assign(place.root);
                }
            }
            Event::Branch => saved.push(self.state.clone()),
            Event::Else => {
                if let Some(before) = saved.pop() {
                    saved.push(std::mem::replace(&mut self.state, before));
                }
            }
            Event::Join => {
                if let Some(other) = saved.pop() {
                    self.state = meet(self.state.take(), other);
                }
            }
            Event::Stmts(stmts) => stmts.iter().for_each(|s| self.stmt(s)),
            Event::Call { .. } => {}
        });
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Empty | StmtKind::Cache(_) => {}
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Decl(decls) => {
                for d in decls {
                    match &d.init {
                        Some(init) => {
                            self.expr(init);
                            self.assign(d.var);
                        }
                        None if d.is_static => {}
                        None => {}
                    }
                }
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|s| self.stmt(s)),
            StmtKind::If { cond, then, els } => {
                self.expr(cond);
                let before = self.state.clone();
                self.stmt(then);
                let after_then = std::mem::replace(&mut self.state, before);
                if let Some(els) = els {
                    self.stmt(els);
                }
                self.state = meet(self.state.take(), after_then);
            }
            StmtKind::For(l) => {
                if let Some(init) = &l.init {
                    self.stmt(init);
                }
                let sought = self.after == Some(l.id);
                self.inside |= sought;
                self.loop_(l.cond.as_ref(), &l.body, l.inc.as_ref());
                if sought {
                    self.inside = false;
                    self.armed = true;
                    if let Some(s) = &mut self.state {
                        s.clear();
                    }
                }
            }
            StmtKind::While { cond, body } => self.loop_(Some(cond), body, None),
            StmtKind::DoWhile { body, cond } => self.do_while(body, cond),
            StmtKind::Switch { value, body } => self.switch(value, body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                let head = self.switches.last().cloned().flatten();
                self.state = meet(self.state.take(), head);
                self.stmt(body);
            }
            StmtKind::Label { name, body } => self.label(name, body),
            StmtKind::Goto(name) => self.goto(name),
            StmtKind::Return(e) => {
                e.iter().for_each(|e| self.expr(e));
                self.state = None;
            }
            StmtKind::Break => {
                let s = self.state.take();
                if let Some(b) = self.breaks.last_mut() {
                    *b = meet(b.take(), s);
                }
            }
            StmtKind::Continue => {
                let s = self.state.take();
                if let Some(c) = self.continues.last_mut() {
                    *c = meet(c.take(), s);
                }
            }
            StmtKind::Atomic { body, .. } => self.stmt(body),
        }
    }

    fn do_while(&mut self, body: &Stmt, cond: &Expr) {
        self.breaks.push(None);
        self.continues.push(None);
        self.stmt(body);
        let c = self.continues.pop().flatten();
        self.state = meet(self.state.take(), c);
        self.expr(cond);
        let b = self.breaks.pop().flatten();
        self.again(body, Some(cond));
        self.state = meet(self.state.take(), b);
    }

    fn switch(&mut self, value: &Expr, body: &Stmt) {
        self.expr(value);
        self.switches.push(self.state.clone());
        self.breaks.push(None);
        self.stmt(body);
        let b = self.breaks.pop().flatten();
        let head = self.switches.pop().flatten();
        self.state = meet(meet(self.state.take(), b), head);
    }

    fn label(&mut self, name: &str, body: &Stmt) {
        self.passed.insert(name.to_string());
        self.state = match self.jumps.get(name) {
            Some(jumped) if !self.backward.contains(name) => {
                meet(self.state.take(), jumped.clone())
            }
            _ => Some(IndexSet::new()),
        };
        self.stmt(body);
    }

    fn goto(&mut self, name: &str) {
        if self.passed.contains(name) {
            self.backward.insert(name.to_string());
        }
        let here = self.state.take();
        let known = self.jumps.entry(name.to_string()).or_default();
        *known = meet(known.take(), here);
    }

    /// `for` and `while`: what holds after it is what held after its first test.
    fn loop_(&mut self, cond: Option<&Expr>, body: &Stmt, inc: Option<&Expr>) {
        cond.iter().for_each(|c| self.expr(c));
        let head = self.state.clone();
        self.breaks.push(None);
        self.continues.push(None);
        self.stmt(body);
        let c = self.continues.pop().flatten();
        self.state = meet(self.state.take(), c);
        inc.iter().for_each(|e| self.expr(e));
        self.breaks.pop();
        self.again(body, cond);
        self.state = head;
        // What was assigned in the sought loop is forgotten inside of `head` as well.
        if self.armed
            && self.after.is_some()
            && contains_loop(body, self.after)
            && let Some(s) = &mut self.state
        {
            s.clear();
        }
    }

    /// The next iteration, where only reads behind the sought loop count and it has just been
    /// passed for the first time.
    fn again(&mut self, body: &Stmt, cond: Option<&Expr>) {
        if self.after.is_none() || !contains_loop(body, self.after) {
            return;
        }
        let saved = self.state.clone();
        let passed = std::mem::take(&mut self.passed);
        cond.iter().for_each(|c| self.expr(c));
        self.breaks.push(None);
        self.continues.push(None);
        self.stmt(body);
        self.continues.pop();
        self.breaks.pop();
        self.state = saved;
        self.passed.extend(passed);
    }
}

fn contains_loop(s: &Stmt, id: Option<LoopId>) -> bool {
    s.any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if Some(l.id) == id))
}
