//! Coalesced rows: arrays of structures, and others of which each iteration has a row for itself, go through a block's shared memory.
//!
//! ```c
//! for (i = 0; i < n; i++)            for (s = 0; s < n; s += 128) {              // a block's
//!     f(&p[i].x, …);                     double p_rows[128][7];                  // in shared memory
//!                                        … copies in what is read                // lanes along the words
//!                                        for (lane = 0; lane < left; lane++)     // lanes along the rows
//!                                            f(&p_rows[lane][0], …);
//!                                        … copies out what is stored             // lanes along the words
//!                                    }
//! ```
//!
//! Neighbouring threads have neighbouring iterations, and so their accesses to one member lie a row apart: a warp's store of 32 numbers touches 32 sectors of
//! memory instead of eight, and memory is written a part of a sector at a time. Copied along the words, all of a sector goes at once. Loads that are far
//! apart cost less, since a cache keeps the rest of a line for the next member: only long rows, and whole ones of small numbers, are copied in
//! where nothing is stored in them.
//!
//! Only words that each iteration stores are copied out, and none is copied in that an iteration might not touch: no thread writes what the program doesn't.
//! The loop has the rows to itself: its arrays lead apart from all others of the kernel. The variables are declared before anything is planned.

mod collapsed;
mod find;
mod words;
mod write;

use super::calls;
use super::nest::{self, Node};
use super::planner::Planner;
use super::recast::made::numbered;
use crate::analyse::show;
use crate::plan::{Axis, Extent, Kernel, LoopPlan, Note, Order, Pass};
use accrs_frontend::Unit;
use accrs_frontend::directive::ClauseKind;
use accrs_frontend::region::{
    ArrayLen, Body, For, LoopId, StagedArray, Staging, Stmt, StmtKind, Storage, Type, TypeId,
    VarId, Visit, VisitMut,
};
use accrs_frontend::source::Span;
use find::Rows;
use indexmap::IndexMap;

/// Threads along a block's first axis for which arrays are declared.
const THREADS: [u64; 4] = [32, 64, 128, 256];
/// Bytes of a pointer.
const POINTER: u64 = 8;

/// Declares what loops need whose rows may be staged.
pub fn declare_all(unit: &mut Unit) {
    let mut found: Vec<(LoopId, Vec<String>, Vec<Wanted>)> = Vec::new();
    for c in &unit.constructs {
        let Body::Compute(text) = &c.body else {
            continue;
        };
        let stmts = c.members.as_ref().map_or(text, |m| &m.body);
        for s in stmts {
            s.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    let depth = depth(l);
                    let rows = find::of_loop(unit, s, depth);
                    let wanted: Vec<Wanted> = rows.iter().map(|r| Wanted::of(unit, r)).collect();
                    let loops = find::nest(s, depth).map_or(Vec::new(), |(loops, _)| loops);
                    let heads = loops.iter().flat_map(|l| &l.canonical);
                    let counters = heads.map(|h| unit.var(h.var).name.clone()).collect();
                    found.extend((!wanted.is_empty()).then_some((l.id, counters, wanted)));
                }
            });
        }
    }
    let (mut counters, mut names) = (None, IndexMap::new());
    for (id, loops, wanted) in found {
        let counters = *counters.get_or_insert_with(|| Counters::declare(unit));
        let mut staging = declare(unit, counters, &mut names, &wanted);
        if loops.len() > 1 {
            declare_places(unit, &loops, &mut names, &mut staging);
        }
        unit.staging.insert(id, staging);
    }
}

/// How many loops a directive makes one.
fn depth(l: &For) -> usize {
    let clauses = l.directive.iter().flat_map(|d| &d.clauses);
    let collapsed = clauses.filter_map(|c| match &c.kind {
        ClauseKind::Collapse { n, .. } => n.int_value().and_then(|n| usize::try_from(n).ok()),
        _ => None,
    });
    collapsed.max().unwrap_or(1).max(1)
}

/// What all such loops count with: none of them is in another one.
#[derive(Clone, Copy)]
struct Counters {
    strip: VarId,
    left: VarId,
    lane: VarId,
    word: VarId,
    number: VarId,
}

impl Counters {
    fn declare(unit: &mut Unit) -> Self {
        let (int, long) = (unit.types.int(), unit.types.long());
        let mut own = |stem: &str, ty| unit.declare(stem, ty, Storage::Region, Span::default());
        Self {
            strip: own("strip", long),
            left: own("left", int),
            lane: own("lane", int),
            word: own("word", int),
            number: own("number", long),
        }
    }
}

/// What is to be declared for an array.
struct Wanted {
    root: VarId,
    name: String,
    word: TypeId,
    width: u64,
    copies: usize,
}

impl Wanted {
    fn of(unit: &Unit, r: &Rows<'_>) -> Self {
        Self {
            root: r.root,
            name: unit.var(r.root).name.clone(),
            word: r.word,
            width: r.width,
            copies: r.stored.len() + r.loaded.len(),
        }
    }
}

/// Declares a loop's arrays. `names`: the first variable of each name, since those of different loops may have one.
fn declare(
    unit: &mut Unit,
    counters: Counters,
    names: &mut IndexMap<String, VarId>,
    wanted: &[Wanted],
) -> Staging {
    let mut arrays: Vec<StagedArray> = Vec::new();
    for (at, w) in wanted.iter().enumerate() {
        let row = Type::Array(w.word, ArrayLen::Fixed(pitch(w.width)));
        let row = unit.types.intern(row);
        let name = match wanted[..at].iter().any(|other| other.name == w.name) {
            true => format!("{}_{at}", w.name),
            false => w.name.clone(),
        };
        let mut rows: Vec<(u64, VarId)> = Vec::new();
        for threads in THREADS {
            let ty = unit
                .types
                .intern(Type::Array(row, ArrayLen::Fixed(threads)));
            rows.push((threads, named(unit, names, format!("{name}_rows"), ty)));
        }
        arrays.push(StagedArray {
            root: w.root,
            word: w.word,
            pointer: unit.types.intern(Type::Pointer(w.word)),
            width: w.width,
            rows,
            places: Vec::new(),
        });
    }
    let copies: usize = wanted.iter().map(|w| w.copies).sum();
    Staging {
        strip: counters.strip,
        left: counters.left,
        lane: counters.lane,
        word: counters.word,
        trips: Vec::new(),
        number: counters.number,
        arrays,
        // One for the strips, one for the places of rows.
        loops: (0..copies + 2).map(|_| numbered(unit)).collect(),
    }
}

/// A variable of this name; those of different loops may have one.
fn named(unit: &mut Unit, names: &mut IndexMap<String, VarId>, stem: String, ty: TypeId) -> VarId {
    let first = match names.get(&stem) {
        Some(first) => *first,
        None => {
            let first = unit.declare(&stem, ty, Storage::Region, Span::default());
            names.insert(stem, first);
            first
        }
    };
    let var = unit.again(first);
    unit.vars[var.index()].ty = ty;
    var
}

/// Declares what `collapse` needs besides.
fn declare_places(
    unit: &mut Unit,
    loops: &[String],
    names: &mut IndexMap<String, VarId>,
    staging: &mut Staging,
) {
    let long = unit.types.long();
    for name in loops {
        let trips = named(unit, names, format!("{name}_trips"), long);
        staging.trips.push(trips);
    }
    for a in &mut staging.arrays {
        let name = unit.var(a.root).name.clone();
        for threads in THREADS {
            let ty = Type::Array(a.pointer, ArrayLen::Fixed(threads));
            let ty = unit.types.intern(ty);
            a.places
                .push((threads, named(unit, names, format!("{name}_places"), ty)));
        }
    }
}

/// Words of a row in shared memory: an odd number, so that neighbouring threads' rows begin in different banks.
fn pitch(width: u64) -> u64 {
    width | 1
}

/// Rewrites the kernels in which it pays, and tells of it.
pub fn decide(
    p: &Planner<'_>,
    roots: &[Node<'_>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
    kernels: &mut [Kernel],
) {
    if !p.options.transform || p.options.check || p.unit.staging.is_empty() {
        return;
    }
    let nodes = nest::by_id(roots);
    for k in kernels {
        let other = k.is_instead() || k.tiles.is_some() || k.together.is_some();
        let Extent::Fixed(threads) = k.block[0] else {
            continue;
        };
        if other
            || !k.block_copies.is_empty()
            || !THREADS.contains(&threads)
            || !calls::axes_of_calls(p, &k.body).is_empty()
        {
            continue;
        }
        let mut body = std::mem::take(&mut k.body);
        let mut stage = Stage {
            p,
            nodes: &nodes,
            loops,
            k,
            threads,
            room: p.options.machine.device.shared,
            own: IndexMap::new(),
        };
        body.iter_mut().for_each(|s| stage.visit_stmt(s));
        let own = stage.own;
        k.body = match body.as_mut_slice() {
            // Nothing else is declared beside it.
            [one] if !own.is_empty() => match std::mem::replace(&mut one.kind, StmtKind::Empty) {
                StmtKind::Block(stmts) => stmts,
                kind => vec![Stmt {
                    kind,
                    ..one.clone()
                }],
            },
            _ => body,
        };
        k.own = own;
        forget(k, loops);
    }
}

/// Takes variables of staged loops, which these declare themselves, from the private ones of the kernel and of loops around.
fn forget(k: &mut Kernel, loops: &IndexMap<LoopId, LoopPlan>) {
    let staged = k.own.keys().filter_map(|id| loops.get(id));
    let mut counters: Vec<VarId> = staged.flat_map(|l| &l.heads).map(|h| h.var).collect();
    let named = |v: VarId| {
        k.body.iter().any(|s| {
            let mut outside = Outside {
                v,
                own: &k.own,
                found: false,
            };
            outside.visit_stmt(s);
            outside.found
        })
    };
    counters.retain(|v| !named(*v));
    k.private.retain(|v| !counters.contains(v));
    let around = |l: &&LoopPlan| {
        !k.own.contains_key(&l.id) && l.private.iter().any(|v| counters.contains(v))
    };
    let changed: Vec<LoopPlan> = loops.values().filter(around).cloned().collect();
    for mut plan in changed {
        plan.private.retain(|v| !counters.contains(v));
        k.own.insert(plan.id, plan);
    }
}

/// Whether a variable is named outside of the loops that a kernel alone has.
struct Outside<'o> {
    v: VarId,
    own: &'o IndexMap<LoopId, LoopPlan>,
    found: bool,
}

impl<'a> Visit<'a> for Outside<'_> {
    fn visit_for(&mut self, l: &'a For) {
        let declares = |s: &Stmt| match &s.kind {
            StmtKind::Decl(all) => all.iter().any(|d| d.var == self.v),
            _ => false,
        };
        if !self.own.contains_key(&l.id) || !l.body.any_stmt(declares) {
            self.walk_for(l);
        }
    }

    fn visit_expr(&mut self, e: &'a accrs_frontend::region::Expr) {
        self.found |= e.is_var(self.v);
        self.walk_expr(e);
    }
}

struct Stage<'s, 'a> {
    p: &'s Planner<'s>,
    nodes: &'s IndexMap<u32, &'s Node<'a>>,
    loops: &'s mut IndexMap<LoopId, LoopPlan>,
    k: &'s Kernel,
    threads: u64,
    /// Bytes of shared memory that the block still has.
    room: u64,
    own: IndexMap<LoopId, LoopPlan>,
}

impl VisitMut for Stage<'_, '_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        let id = l.id;
        match self.staged(s, id) {
            Some(kind) => s.kind = kind,
            None => self.walk_stmt(s),
        }
    }
}

impl Stage<'_, '_> {
    fn staged(&mut self, s: &Stmt, id: LoopId) -> Option<StmtKind> {
        let staging = self.p.unit.staging.get(&id)?;
        let plan = self.loops.get(&id).filter(|l| self.takes(l))?;
        let depth = plan.heads.len();
        let mut rows = find::of_loop(self.p.unit, s, depth);
        rows.retain(|r| self.is_alone(r.root));
        let mut arrays = Vec::new();
        for r in rows {
            let size = self.p.unit.types.size_of(r.word)?;
            let place = if depth > 1 { POINTER } else { 0 };
            let bytes = self.bytes_of_block(pitch(r.width) * size + place);
            let declared = staging
                .arrays
                .iter()
                .find(|a| a.root == r.root && a.word == r.word && a.width == r.width);
            let var = declared.and_then(|a| a.rows.iter().find(|(n, _)| *n == self.threads));
            if let Some(((_, var), of)) = var.zip(declared).filter(|_| bytes <= self.room) {
                self.room -= bytes;
                arrays.push((r, *var, of));
            }
        }
        if arrays.is_empty() {
            return None;
        }
        let told: Vec<String> = arrays.iter().map(|(r, ..)| self.told(r)).collect();
        let written = write::Strips {
            unit: self.p.unit,
            staging,
            plan,
            threads: self.threads,
            arrays: &arrays,
        };
        let (kind, own) = written.write(s)?;
        self.own.extend(own.into_iter().map(|l| (l.id, l)));
        let plan = self.loops.get_mut(&id)?;
        let line = plan.line;
        plan.notes
            .extend(told.into_iter().map(|text| Note::new(line, text)));
        Some(kind)
    }

    /// Whether it is a loop over the threads of a block's rows that has nothing of its own but private variables.
    fn takes(&self, l: &LoopPlan) -> bool {
        let rows = |a: &Axis| matches!(a, Axis::ThreadX);
        let others = |a: &Axis| matches!(a, Axis::ThreadY | Axis::ThreadZ);
        let node = self.nodes.get(&l.id.0);
        let plain = node.is_some_and(|n| n.heads.len() == l.heads.len() && !n.decision.keeps());
        let blocks = l.axes.iter().any(|a| !rows(a) && !others(a));
        plain
            && l.axes.iter().any(rows)
            && !l.axes.iter().any(others)
            && (l.heads.len() == 1 || blocks)
            && l.tile.is_none()
            && l.static_chunk.is_none()
            && l.unroll.is_none()
            && l.reductions.is_empty()
            && l.atomics.is_empty()
            && l.order == Order::default()
    }

    /// Whether nothing else of the kernel leads where an array of its does.
    fn is_alone(&self, root: VarId) -> bool {
        let types = &self.p.unit.types;
        let leads = |v: VarId| types.pointee(self.p.unit.var(v).ty).is_some();
        let others = self.k.params.iter().filter(|q| q.var != root);
        let alone = !others.clone().any(|q| leads(q.var) || q.cell.is_some());
        let mut own = self.k.params.iter().filter(|q| q.var == root);
        own.any(|q| match q.pass {
            Pass::Address { restrict, .. } => (restrict || alone) && q.cell.is_none(),
            _ => false,
        })
    }

    /// Bytes that a block has of what each of its rows of threads has so much of for each thread.
    fn bytes_of_block(&self, each: u64) -> u64 {
        let rows = self.k.block[1..].iter().map(|e| match e {
            Extent::Fixed(n) => *n,
            _ => u64::MAX,
        });
        rows.fold(self.threads * each, u64::saturating_mul)
    }

    fn told(&self, r: &Rows<'_>) -> String {
        let name = show::name(self.p.unit, r.root);
        let bytes = r.pitch * self.p.unit.types.size_of(r.word).unwrap_or(0);
        format!(
            "on a GPU each gang copies its rows of {name} ({bytes} bytes each) through shared memory, so that its accesses to {name} are coalesced"
        )
    }
}
