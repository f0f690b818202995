//! What is known of a piece of code: each fact is made when it is first asked for, and kept. Analyses that answer a question of
//! somebody's (`footprint`, `certain`, `live`, `depend`) start from these.

use super::access::Accesses;
use super::affine::Context;
use super::collect::collect;
use super::flow;
use super::reduction::Updates;
use super::spans::Spans;
use super::sums::Sums;
use super::uses::{self, Uses};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, Stmt, StmtId, StmtKind, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Facts about the statements of a construct, or of a part of it.
pub struct Facts<'a> {
    pub unit: &'a Unit,
    pub code: Vec<&'a Stmt>,
    spans: Spans,
    /// Pointers that the code around has given their one value.
    given: Vec<(VarId, &'a Expr)>,
    uses: OnceCell<Uses>,
    exposed: OnceCell<IndexMap<VarId, Span>>,
    context: OnceCell<Context<'a>>,
    accesses: OnceCell<Accesses<'a>>,
    by_root: OnceCell<IndexMap<VarId, Vec<usize>>>,
    runs_through: OnceCell<bool>,
    updates: OnceCell<Updates>,
    sums: OnceCell<Sums<'a>>,
    parts: RefCell<HashMap<StmtId, Rc<Facts<'a>>>>,
}

impl<'a> Facts<'a> {
    pub fn of(unit: &'a Unit, code: impl IntoIterator<Item = &'a Stmt>) -> Rc<Self> {
        let code = code.into_iter().collect();
        Self::within(unit, code, Spans::default(), Vec::new())
    }

    /// Where variables of loops around, and pointers, have these values.
    fn within(
        unit: &'a Unit,
        code: Vec<&'a Stmt>,
        around: Spans,
        given: Vec<(VarId, &'a Expr)>,
    ) -> Rc<Self> {
        Rc::new(Facts {
            unit,
            spans: around.with(unit, &code),
            given,
            code,
            uses: OnceCell::new(),
            exposed: OnceCell::new(),
            context: OnceCell::new(),
            accesses: OnceCell::new(),
            by_root: OnceCell::new(),
            runs_through: OnceCell::new(),
            updates: OnceCell::new(),
            sums: OnceCell::new(),
            parts: RefCell::default(),
        })
    }

    /// Facts about one of the statements in the code.
    pub fn part(&self, s: &'a Stmt) -> Rc<Facts<'a>> {
        let facts = || {
            let given = self.context().pointers().collect();
            Facts::within(self.unit, vec![s], self.spans.clone(), given)
        };
        if s.id == StmtId::NONE {
            return facts();
        }
        let mut parts = self.parts.borrow_mut();
        parts.entry(s.id).or_insert_with(facts).clone()
    }

    fn stmts(&self) -> impl Iterator<Item = &'a Stmt> + '_ {
        self.code.iter().copied()
    }

    /// What it does with each variable, through calls as well.
    pub fn uses(&self) -> &Uses {
        self.uses
            .get_or_init(|| uses::of_stmts(self.unit, self.stmts()))
    }

    /// Variables that are read before they are assigned, with the first such read.
    pub fn exposed(&self) -> &IndexMap<VarId, Span> {
        self.exposed
            .get_or_init(|| flow::of_stmts(self.unit, self.stmts()).exposed)
    }

    /// What it accumulates into scalars.
    pub fn updates(&self) -> &Updates {
        self.updates
            .get_or_init(|| Updates::of(self.unit, self.stmts()))
    }

    /// What it accumulates into memory.
    pub fn sums(&self) -> &Sums<'a> {
        self.sums.get_or_init(|| Sums::of(self.unit, self.stmts()))
    }

    /// What its integer variables stand for.
    pub fn context(&self) -> &Context<'a> {
        self.context.get_or_init(|| {
            let known = (self.uses(), self.exposed());
            Context::new(self.unit, &self.code, known, self.spans.clone()).with(&self.given)
        })
    }

    /// What it does to memory.
    pub fn accesses(&self) -> &Accesses<'a> {
        self.accesses
            .get_or_init(|| collect(self.context(), &self.code, &[]))
    }

    /// The places of these accesses, by the variables that they start from, in the order of the first of each.
    pub fn accesses_by_root(&self) -> &IndexMap<VarId, Vec<usize>> {
        self.by_root.get_or_init(|| {
            let mut by_root: IndexMap<VarId, Vec<usize>> = IndexMap::new();
            for (at, a) in self.accesses().found.iter().enumerate() {
                by_root.entry(a.root).or_default().push(at);
            }
            by_root
        })
    }

    /// Whether nothing leaves a loop before its end.
    pub fn runs_through(&self) -> bool {
        let leaves = |s: &Stmt| {
            matches!(
                s.kind,
                StmtKind::Break | StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Label { .. }
            )
        };
        *self
            .runs_through
            .get_or_init(|| !self.code.iter().any(|s| s.any_stmt(leaves)))
    }
}
