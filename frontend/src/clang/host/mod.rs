//! Host code around constructs, from clang's tree to the facts of [`HostCode`]: macros are expanded there, names are
//! declarations, and what is not evaluated can be told from what is.
//!
//! ```text
//! mod       functions; directives and what they govern
//! tells     what conditions tell of integers
//! stmt      statements: the ways that control may take
//! expr      expressions: what is read, assigned, addressed, in the order of evaluation
//! pointers  where addresses of variables go
//! memory    loops around constructs, and what is done with memory in them
//! ```

mod expr;
mod memory;
mod pointers;
mod stmt;
mod tells;

pub(super) use expr::core;

use super::build::Builder;
use super::cursor::Cursor;
use super::weave::Form;
use crate::directive::{ClauseKind, DirectiveId, DirectiveKind};
use crate::region::host::HostCode;
use crate::region::host::graph::{BlockId, Event, Graph};
use crate::region::{Body, Construct, ConstructId, ExprKind, Storage, Unit, Var, VarId, openmp};
use crate::source::Span;
use clang_sys::*;
use std::collections::{HashMap, HashSet, VecDeque};

/// Deeper trees are not followed, so that the walk can't overflow its stack.
const MAX_DEPTH: u32 = 10_000;

/// Adds what a function does whose `body` has been read, and the `constructs` in it.
pub fn add<'t>(b: &mut Builder<'t>, body: Cursor<'t>, constructs: std::ops::Range<usize>) {
    let compute = |c: &&Construct| matches!(c.body, Body::Compute(_));
    let constructs = b.constructs[constructs].iter().filter(compute);
    let constructs: HashMap<_, _> = constructs.map(|c| (c.directive.id, c.id)).collect();
    if !constructs.is_empty() {
        add_body(b, body, constructs);
    }
}

/// Adds what a function for devices does, where somebody may ask: about lengths of arrays.
pub fn add_device<'t>(b: &mut Builder<'t>, body: Cursor<'t>) {
    if !b.types.vla_lengths.is_empty() {
        add_body(b, body, HashMap::new());
    }
}

fn add_body<'t>(
    b: &mut Builder<'t>,
    body: Cursor<'t>,
    constructs: HashMap<DirectiveId, ConstructId>,
) {
    let mut facts = std::mem::take(&mut b.host);
    let mut walk = Walk::new(b, constructs, body.extent(), &mut facts);
    walk.stmt(body);
    walk.connect_jumps();
    let (changed, keeping) = (walk.changed_in, walk.keeping);
    let (graph, memory) = (walk.graph, walk.memory);
    facts.add(&graph, &changed, &keeping);
    facts.add_loops(memory.into_loops());
    b.host = facts;
}

/// Adds the variables with static storage whose addresses are kept somewhere.
pub fn add_statics(b: &mut Builder<'_>) {
    let fixed = |v: &Var| matches!(v.storage, Storage::Global { .. } | Storage::StaticLocal);
    if b.constructs.is_empty() || !b.vars.iter().any(fixed) {
        return;
    }
    let kept = pointers::kept(&b.source.text);
    for (at, var) in b.vars.iter().enumerate() {
        if fixed(var) && kept.contains(var.name.as_str()) {
            b.host.pointees.keep(VarId(at as u32));
        }
    }
}

/// Adds the variables that data clauses name.
pub fn add_copied(unit: &mut Unit) {
    let clauses = unit.constructs.iter().flat_map(|c| &c.directive.clauses);
    let refs = clauses.flat_map(|clause| match &clause.kind {
        ClauseKind::Data(_, _, refs) => refs.as_slice(),
        _ => &[],
    });
    let named = refs.filter_map(|r| match r.base.kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    });
    let copied = named.collect();
    unit.host.copied(copied);
}

/// A walk over one function.
struct Walk<'b, 't> {
    b: &'b Builder<'t>,
    constructs: HashMap<DirectiveId, ConstructId>,
    facts: &'b mut HostCode,
    graph: Graph,
    /// Constructs over which the host's scalars keep their values, with their texts.
    keeping: Vec<(ConstructId, Span)>,
    /// Where `break` and `continue` lead, in the statements around.
    breaks: Vec<BlockId>,
    continues: Vec<BlockId>,
    switches: Vec<stmt::Switch>,
    labels: HashMap<String, Vec<BlockId>>,
    gotos: Vec<(BlockId, String)>,
    /// `goto *p`
    computed: Vec<BlockId>,
    /// Variables that are others here, by `private` clauses around.
    private: Vec<VarId>,
    /// The user's own OpenMP directives that no statement has been found for yet, in the order of the text.
    openmp: VecDeque<Span>,
    memory: memory::Memory,
    /// All variables that have got other values so far, in the order of the walk, and those of each construct.
    changes: Vec<VarId>,
    changed_in: HashMap<ConstructId, HashSet<VarId>>,
    /// What is looked at is an address that a function is given.
    lent: bool,
    depth: u32,
}

impl<'b, 't> Walk<'b, 't> {
    fn new(
        b: &'b Builder<'t>,
        constructs: HashMap<DirectiveId, ConstructId>,
        extent: (u32, u32),
        facts: &'b mut HostCode,
    ) -> Self {
        let span = b.weave.span(extent);
        let first = b.omp.partition_point(|o| o.start < span.start);
        let last = b.omp.partition_point(|o| o.start < span.end);
        let within = &b.omp[first..last];
        let here = b
            .constructs
            .iter()
            .filter(|c| !within.is_empty() && span.start <= c.span.start && c.span.end <= span.end);
        let inert = openmp::inert(b.source, within, here);
        let mut openmp: VecDeque<Span> = within.iter().copied().collect();
        openmp.retain(|o| !inert.contains(o));
        Walk {
            b,
            constructs,
            facts,
            graph: Graph::default(),
            keeping: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            labels: HashMap::new(),
            gotos: Vec::new(),
            computed: Vec::new(),
            private: Vec::new(),
            memory: memory::Memory::new(!openmp.is_empty()),
            openmp,
            changes: Vec::new(),
            changed_in: HashMap::new(),
            lent: false,
            depth: 0,
        }
    }

    /// Calls `f` one level deeper.
    fn deeper(&mut self, f: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            return self.facts.lose();
        }
        self.depth += 1;
        f(self);
        self.depth -= 1;
    }

    /// Code that may not run, or not as it stands: what it assigns may keep its value.
    fn perhaps(&mut self, f: impl FnOnce(&mut Self)) {
        let before = self.graph.current();
        let start = self.graph.block();
        self.graph.flow_into(start);
        f(self);
        let behind = self.graph.block();
        self.graph.edge(before, behind);
        self.graph.flow_into(behind);
    }

    /// The statement behind a woven directive, and the directive's clauses.
    fn directive(&mut self, c: Cursor<'t>, site: usize) {
        let kids = c.children();
        let (carrier, governed) = match self.b.weave.sites[site].form {
            Form::Prefix => (kids.get(1).copied(), kids.get(2).copied()),
            Form::Alone | Form::File => (Some(c), None),
        };
        let slots = carrier.map(|c| c.children()).unwrap_or_default();
        let private = self.clauses(site, &slots);
        let Some(governed) = governed else { return };
        let outer = self.private.len();
        self.private.extend(&private);
        let raw = &self.b.raws[site];
        match self.constructs.get(&raw.id).copied() {
            Some(construct) => {
                self.memory.begin_construct();
                self.graph.event(Event::Begin(construct));
                let before = self.changes.len();
                self.changes.extend(&private);
                let own = matches!(
                    raw.kind,
                    DirectiveKind::Parallel
                        | DirectiveKind::ParallelLoop
                        | DirectiveKind::Serial
                        | DirectiveKind::SerialLoop
                );
                if own {
                    // Scalars without a clause are firstprivate: the host's keep their values.
                    let text = self.b.weave.span(governed.extent());
                    self.keeping.push((construct, text));
                    self.perhaps(|w| w.stmt(governed));
                } else {
                    self.stmt(governed);
                }
                self.graph.event(Event::Done(construct));
                let changed = self.changes[before..].iter().copied();
                self.changed_in.insert(construct, changed.collect());
                self.memory.end_construct();
            }
            None => {
                self.changes.extend(&private);
                self.stmt(governed);
            }
        }
        self.private.truncate(outer);
    }

    /// Reads what a directive's clauses read; the variables that it makes private to what it governs.
    fn clauses(&mut self, site: usize, slots: &[Cursor<'t>]) -> Vec<VarId> {
        let b = self.b;
        let raw = &b.raws[site];
        let mut private = HashSet::new();
        for clause in &raw.clauses {
            match &clause.kind {
                // What follows holds on some devices only.
                ClauseKind::DeviceType(_) => break,
                ClauseKind::Private(refs) => {
                    private.extend(refs.iter().map(|r| std::ptr::from_ref(&r.base)));
                }
                _ => {}
            }
        }
        let mut made = Vec::new();
        let by_place: HashMap<u32, Cursor<'t>> = slots.iter().map(|s| (s.extent().0, *s)).collect();
        for (raw, at) in raw.exprs().into_iter().zip(&b.weave.sites[site].slots) {
            // `(void)(e)`: the cast's operand.
            let slot = by_place.get(at).and_then(|s| s.children().pop());
            let Some(operand) = slot.map(expr::core) else {
                continue;
            };
            let named = operand.kind() == CXCursor_DeclRefExpr;
            match self.variable(operand).filter(|_| named) {
                Some(v) if private.contains(&std::ptr::from_ref(raw)) => made.push(v),
                Some(v) => self.read(v),
                None => self.value(operand),
            }
        }
        made
    }

    /// The automatic variable that a reference names, where constructs or clauses name it too.
    fn variable(&self, c: Cursor<'t>) -> Option<VarId> {
        let declared = c.referenced()?;
        matches!(declared.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
            .then(|| self.declared(declared))
            .flatten()
    }

    fn declared(&self, declaration: Cursor<'t>) -> Option<VarId> {
        let key = declaration.entity();
        let var = *self.b.var_ids.get(&key)?;
        let storage = self.b.vars[var.index()].storage;
        let automatic = matches!(storage, Storage::Local | Storage::Param | Storage::Region);
        automatic.then_some(var)
    }

    fn read(&mut self, var: VarId) {
        if !self.private.contains(&var) {
            self.graph.event(Event::Read(var));
        }
    }

    /// Code reads the variable.
    fn read_at(&mut self, var: VarId, c: Cursor<'t>) {
        self.read(var);
        if !self.private.contains(&var) {
            let at = self.b.weave.span(c.extent());
            self.graph.event(Event::Seen(var, at));
        }
    }

    fn changed(&mut self, var: VarId) {
        if !self.private.contains(&var) {
            self.graph.event(Event::Changed(var));
        }
    }

    fn release(&mut self, var: VarId) {
        if !self.private.contains(&var) {
            self.graph.event(Event::Release(var));
        }
    }

    fn replace(&mut self, var: VarId) {
        self.changes.push(var);
        if !self.private.contains(&var) {
            self.graph.event(Event::Replace(var));
        }
    }

    /// Notes that `c` assigns the variable, or a part of it.
    fn assigned(&mut self, var: VarId, c: Cursor<'t>) {
        let at = self.b.weave.original(c.extent().0);
        self.facts.assign(var, at);
        self.changes.push(var);
    }
}
