//! Whether iterations that go through their loops in order together are faster than one after the other.

use super::vectors::fits;
use super::{chain, held};
use crate::analyse::access::Access;
use crate::analyse::depend::{Question, carried};
use crate::analyse::facts::Facts;
use crate::analyse::stride;
use crate::plan::LaneCopies;
use crate::schedule::blocked::nests::Nests;
use crate::schedule::blocked::normal::Normal;
use crate::tree::jam::Same;
use accrs_frontend::Unit;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    Canonical, Expr, ExprId, ExprKind, For, LoopId, Stmt, StmtKind, TypeId, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};

/// An element by itself takes so many cycles of a chain's to be moved in or out of a vector, measured.
const MOVE: u64 = 2;
/// So many lanes at most where elements lie apart: where rows are a power of two long, all of a column are in one set of a cache.
const SCATTERED: u64 = 8;
/// Loops with fewer iterations are short.
const FEW: i128 = 8;
/// Bytes of the lanes' widest numbers: one vector of the widest machines, several of others, which then work on several chains at once.
const BYTES: u64 = 64;
/// So many times as many where a loop has conditions, which processors often guess wrong: they are asked once for all lanes.
const CONDITIONS: u64 = 2;

/// How iterations go together.
pub struct Gain {
    /// So many at a time.
    pub lanes: u64,
    /// Elements that lie apart from lane to lane.
    pub scattered: IndexSet<ExprId>,
    /// What lanes hold of them while loops run.
    pub held: IndexMap<LoopId, Vec<LaneCopies>>,
}

/// `None` where it wouldn't pay.
pub fn gain<'a>(
    nests: &Nests<'_, '_>,
    n: &'a Normal,
    facts: &Facts<'a>,
    same: Same<'_>,
) -> Option<Gain> {
    let unit = nests.p.unit;
    let var = n.band.first()?.var;
    let body = n.inside(1);
    let mut innermost = Innermost {
        nests,
        facts,
        around: heads(n),
        chained: true,
        found: Vec::new(),
    };
    innermost.visit_stmt(body);
    let loops: Vec<&For> = innermost.found.iter().map(|(l, _)| *l).collect();
    if !innermost.chained || loops.iter().all(|l| is_short(l, FEW)) {
        return None;
    }
    let fits = |(l, around): &(&For, Vec<VarId>)| {
        let same = |e: &Expr| same(e, around);
        fits(nests.p, &l.body, &same)
    };
    if !innermost.found.iter().all(fits) {
        return None;
    }
    let mut scattered = IndexSet::new();
    for a in &facts.accesses().found {
        if !is_near(unit, a, var)? {
            scattered.insert(a.what.id);
        }
    }
    let conditions = innermost.found.iter().any(|(l, around)| {
        let asked = |s: &Stmt| matches!(&s.kind, StmtKind::If { cond, .. } if same(cond, around));
        l.body.any_stmt(asked)
    });
    let held: IndexMap<LoopId, Vec<LaneCopies>> = loops
        .iter()
        .map(|l| (l.id, held::of_loop(l, &scattered)))
        .collect();
    let mut apart = scattered.clone();
    for h in held.values().flatten() {
        apart.retain(|id| !h.places.contains(id));
    }
    let waits: u64 = loops.iter().map(|l| chain::cycles(unit, &l.body)).sum();
    let moved: u64 = loops.iter().map(|l| moved(&l.body, &apart)).sum();
    if waits < MOVE * moved {
        return None;
    }
    let mut lanes = BYTES / widest(unit, body)?;
    if conditions {
        lanes *= CONDITIONS;
    }
    if !scattered.is_empty() {
        lanes = lanes.min(SCATTERED);
    }
    Some(Gain {
        lanes,
        scattered,
        held,
    })
}

/// How many elements an iteration of a loop brings into vectors, or takes out of them, one by one.
fn moved(body: &Stmt, scattered: &IndexSet<ExprId>) -> u64 {
    let (mut read, mut written): (Vec<&Expr>, Vec<&Expr>) = Default::default();
    let mut only_written: IndexSet<ExprId> = IndexSet::new();
    // Assignments come before what is in them.
    body.each_expr(|e| {
        if let ExprKind::Assign(None, to, _) = &e.kind {
            only_written.insert(to.id);
        }
        if let Some(to) = e.assigned().filter(|to| scattered.contains(&to.id)) {
            add(&mut written, to);
        }
        if scattered.contains(&e.id) && !only_written.contains(&e.id) {
            add(&mut read, e);
        }
    });
    (read.len() + written.len()) as u64
}

fn add<'e>(all: &mut Vec<&'e Expr>, e: &'e Expr) {
    if !all.iter().any(|other| other.is_like(e)) {
        all.push(e);
    }
}

/// Whether a loop has a few iterations, as many in each run: host compilers unroll it, and make vectors of the loop around.
pub fn is_short(l: &For, few: i128) -> bool {
    let head = l.canonical.as_ref();
    let ends = head.map(|h| (constant(&h.lower), constant(&h.upper)));
    matches!(ends, Some((Some(a), Some(b))) if (b - a).abs() < few)
}

fn heads(n: &Normal) -> Vec<&Canonical> {
    match &n.nest.kind {
        StmtKind::For(l) => l.canonical.iter().collect(),
        _ => Vec::new(),
    }
}

/// The innermost loops of a loop's iterations, and whether each of them waits for its iteration before.
struct Innermost<'n, 'p, 'a> {
    nests: &'n Nests<'n, 'p>,
    facts: &'n Facts<'a>,
    around: Vec<&'a Canonical>,
    chained: bool,
    /// With the variables of the loops around them, and their own.
    found: Vec<(&'a For, Vec<VarId>)>,
}

impl<'a> Visit<'a> for Innermost<'_, '_, 'a> {
    fn visit_for(&mut self, l: &'a For) {
        let Some(head) = &l.canonical else {
            self.chained = false;
            return;
        };
        let count = self.found.len();
        self.around.push(head);
        self.walk_for(l);
        let inside = self.around.iter().skip(1).map(|h| h.var).collect();
        self.around.pop();
        if self.found.len() == count {
            self.chained = self.chained && self.is_chained(l, head);
            self.found.push((l, inside));
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

impl<'a> Innermost<'_, '_, 'a> {
    /// Whether an iteration of a loop needs what the one before has computed.
    fn is_chained(&self, l: &'a For, head: &'a Canonical) -> bool {
        let node = self.nests.node(l);
        if node.is_some_and(|n| n.is_partitioned()) {
            return false;
        }
        let sums_only = node.is_some_and(|n| n.decision.parallel);
        let part = self.facts.part(&l.body);
        let uses = part.uses();
        let unit = self.nests.p.unit;
        let handed_on = |v: &VarId| {
            let written = uses.vars.get(v).is_some_and(|u| u.written.is_some());
            // Sums of integers host compilers take apart.
            written && !(sums_only && unit.types.is_integer(unit.var(*v).ty))
        };
        if part.exposed().keys().any(handed_on) {
            // Sums that the host compiler may take apart it goes through by vectors.
            return !self.nests.p.options.rules.associative_math;
        }
        if sums_only {
            return false;
        }
        let none = IndexSet::new();
        carried(&Question {
            facts: &part,
            whole: self.facts,
            heads: &[head],
            around: &self.around,
            inside: &[],
            private: &none,
            reduced: &none,
            sums: &none,
            aliases: self.nests.s.aliases,
        })
        .is_err()
    }
}

/// Whether elements of neighbouring lanes are neighbours, or the same. `None`: nobody knows how far apart they are.
fn is_near(unit: &Unit, a: &Access<'_>, var: VarId) -> Option<bool> {
    let size = unit.types.size_of(a.ty).map(i128::from);
    let bytes = stride::bytes(unit, a, var)?;
    Some(bytes == Some(0) || bytes.is_some() && bytes == size)
}

/// The bytes of the widest number that is assigned, if vectors can hold all of them.
fn widest(unit: &Unit, body: &Stmt) -> Option<u64> {
    let types = &unit.types;
    let mut all: Vec<TypeId> = Vec::new();
    body.each_expr(|e| {
        if let Some(to) = e.assigned() {
            all.push(to.ty);
        }
    });
    body.each_stmt(|s| {
        if let StmtKind::Decl(decls) = &s.kind {
            all.extend(decls.iter().map(|d| unit.var(d.var).ty));
        }
    });
    let mut widest = 0;
    for ty in all {
        let size = types.size_of(ty)?;
        let fits = match types.is_floating(ty) {
            true => size == 4 || size == 8,
            false => types.is_integer(ty) && size <= 8,
        };
        if !fits {
            return None;
        }
        widest = widest.max(size);
    }
    Some(widest.max(4))
}
