//! Pointers whose values take several ways, and arrays that NVRTC may read in each other's place.

use super::place;
use super::uses;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt, StmtKind, Storage, VarId, Visit};
use indexmap::{IndexMap, IndexSet};

/// Whether statements step, choose between, or pack pointers, or get them from functions. NVRTC (in all versions up to now) takes what
/// comes of a `__restrict__` parameter in such a way for a pointer to something else: `for (p = a; p < end; p++) *p += a[4];`
/// reads `a[4]` once.
pub fn vary(unit: &Unit, stmts: &[Stmt]) -> bool {
    let types = &unit.types;
    let pointer = |e: &Expr| types.is_pointer(e.ty);
    let varies = |e: &Expr| match &e.kind {
        ExprKind::Conditional(..) | ExprKind::Call { .. } => pointer(e),
        ExprKind::InitList(items) => items
            .iter()
            .any(|i| pointer(&i.value) || types.is_array(i.value.ty)),
        _ => e.assigned().is_some_and(pointer),
    };
    stmts.iter().any(|s| s.any_expr(varies))
}

/// Arrays, or pointers, of which values are chosen from: `t = c ? a[i] : b[j]`, or the same by `if`. NVRTC (in all versions up to now) makes one
/// read of these, from the address that is chosen, and takes it for a read of memory that no store reaches: if either parameter is
/// `__restrict__`, what was stored to `a[i]` before is lost. `None`: it can't be told which.
pub fn chosen(unit: &Unit, stmts: &[Stmt]) -> Option<IndexSet<VarId>> {
    let mut choices = Choices {
        unit,
        under: 0,
        given: IndexMap::new(),
        pairs: Vec::new(),
    };
    stmts.iter().for_each(|s| choices.visit_stmt(s));
    choices.join()?;
    let written = uses::of_stmts(unit, stmts);
    let is_written = |v: &VarId| written.get(*v).is_some_and(uses::Use::any_write);
    let mut found = IndexSet::new();
    for (a, b) in choices.pairs {
        let apart = || a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        for (x, y) in apart().filter(|(x, y)| x != y && (is_written(x) || is_written(y))) {
            let inner = |v: &VarId| {
                let v = unit.var(*v);
                v.storage == Storage::Region && unit.types.is_pointer(v.ty)
            };
            if inner(x) || inner(y) {
                return None;
            }
            found.extend([*x, *y]);
        }
    }
    Some(found)
}

/// The variables from which memory is read, in their order.
type Read = Vec<VarId>;

/// So many different reads for one variable are looked at.
const MOST: usize = 64;

/// Finds what values are chosen from.
struct Choices<'u> {
    unit: &'u Unit,
    /// How many conditions are around.
    under: u32,
    /// By the variable: what is read for the values that it, or what it leads to, is given, and how often, at all and under conditions.
    given: IndexMap<VarId, IndexMap<Read, [u32; 2]>>,
    pairs: Vec<(Read, Read)>,
}

impl Choices<'_> {
    fn read(&self, e: &Expr) -> Read {
        let used = uses::of_expr(self.unit, e);
        let memory = used.vars.iter().filter(|(v, u)| {
            let array = self.unit.types.is_array(self.unit.var(**v).ty);
            u.behind_read.is_some() || array && u.read.is_some()
        });
        let mut all: Read = memory.map(|(v, _)| *v).collect();
        all.sort();
        all
    }

    fn give(&mut self, to: VarId, value: &Expr) {
        let read = self.read(value);
        if !read.is_empty() {
            let times = self.given.entry(to).or_default().entry(read).or_default();
            times[0] += 1;
            times[1] += u32::from(self.under > 0);
        }
    }

    /// Pairs the values of each variable, where one of two is given under a condition. `None`: there are too many.
    fn join(&mut self) -> Option<()> {
        for all in self
            .given
            .values()
            .filter(|all| all.values().any(|t| t[1] > 0))
        {
            if all.len() > MOST {
                return None;
            }
            for (k, (a, times)) in all.iter().enumerate() {
                if times[0] > 1 && times[1] > 0 {
                    self.pairs.push((a.clone(), a.clone()));
                }
                let others = all.iter().take(k).filter(|(_, t)| times[1] + t[1] > 0);
                self.pairs
                    .extend(others.map(|(b, _)| (a.clone(), b.clone())));
            }
        }
        Some(())
    }
}

impl<'a> Visit<'a> for Choices<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let condition = matches!(s.kind, StmtKind::If { .. } | StmtKind::Switch { .. });
        if let StmtKind::Decl(all) = &s.kind {
            for d in all {
                if let Some(e) = &d.init {
                    self.give(d.var, e);
                }
            }
        }
        self.under += u32::from(condition);
        self.walk_stmt(s);
        self.under -= u32::from(condition);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Conditional(c, a, b) => {
                let (a, b) = (self.read(a.as_deref().unwrap_or(c)), self.read(b));
                self.pairs.push((a, b));
            }
            ExprKind::Assign(_, to, _) => {
                if let Some(place) = place::place(self.unit, to) {
                    self.give(place.root, e);
                }
            }
            // What a function chooses from is its arguments.
            ExprKind::Call { args, .. } => {
                let pointers = args.iter().filter(|a| self.unit.types.is_pointer(a.ty));
                let all: Vec<Read> = pointers
                    .map(|a| uses::of_expr(self.unit, a).vars.keys().copied().collect())
                    .collect();
                for (k, a) in all.iter().enumerate() {
                    self.pairs
                        .extend(all[..k].iter().map(|b| (a.clone(), b.clone())));
                }
            }
            _ => {}
        }
        self.walk_expr(e);
    }
}
