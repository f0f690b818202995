//! Which kernels go through their nest in tiles, a block of threads for each: the device's counterpart of what the cores have.
//!
//! A thread keeps the sums of several rows and columns in registers, and what a tile's rows and columns read in a loop in order comes to the
//! block's shared memory once, a few of the loop's iterations at a time. So an element is read from the device's memory once for each tile instead
//! of once for each iteration. Each iteration still does what it did in the same order.
//!
//! What is asked is what the cores ask (`legal`). Beyond that, all that a loop in order reads must be copied or be in registers: a thread
//! whose rows or columns lie behind the nest's end takes part in it too, and must touch no memory.

use super::apply;
use super::asked::Asked;
use super::cached;
use super::legal;
use super::nests::{Nests, is_plain};
use super::normal::{self, Normal};
use super::shared::Body;
use super::sizes::Sizes;
use super::slant;
use crate::analyse::facts::Facts;
use crate::analyse::work;
use crate::plan::{ComputeKind, Kernel, LoopPlan, Pass, ReasonKind, Side, Slant, TileCopy, Tiled};
use crate::schedule::apart;
use crate::schedule::data::whole_var;
use crate::schedule::extents::{self, Given};
use crate::schedule::nest::Node;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, Expr, For, LoopId, Stmt, StmtKind, Unit, VarId};
use indexmap::{IndexMap, IndexSet};

/// With fewer blocks most of a device would have nothing to do: a thread for each iteration does better.
const LEAST_BLOCKS: f64 = 32.0;
/// Each pair of a nest's loops is looked at.
const MOST_LOOPS: usize = 8;

const OTHERS: &str = "the mapping isn't the compiler's to choose";

/// A kernel's tiles, and the loops that are cut.
pub struct Found {
    pub tiles: Tiled,
    pub outer: Option<LoopId>,
    pub rows: IndexSet<LoopId>,
    pub columns: IndexSet<LoopId>,
    /// All loops of the nest, outermost first.
    pub all: Vec<LoopId>,
    /// The sizes that an option gives, where they don't fit.
    pub refused: Option<[u64; 2]>,
}

impl Found {
    /// The loop around, rows and columns.
    pub(super) fn sides(&self) -> (Option<&Canonical>, Option<&Side>, &Side) {
        match &self.tiles {
            Tiled::Sums(t) => (t.outer.as_ref(), Some(&t.rows), &t.columns),
            Tiled::Staged(t) => (t.outer.as_ref(), Some(&t.rows), &t.columns),
            Tiled::Cached(t) => (t.outer.as_ref(), t.rows.as_ref(), &t.columns),
        }
    }
}

impl Found {
    /// The head of the columns where these are the most, for the host to count.
    pub(super) fn widest(&self) -> &Canonical {
        let slant = match &self.tiles {
            Tiled::Sums(t) => t.slant.as_ref(),
            Tiled::Staged(_) | Tiled::Cached(_) => None,
        };
        slant.map_or(&self.sides().2.head, |s| &s.widest)
    }
}

/// Pairs of pointers that must not overlap.
pub type Pairs = IndexSet<(VarId, VarId)>;

/// Decides for a construct's kernels, and tells of each in its outermost loop's plan. `stmts`: the construct's statements as devices run them.
pub fn decide(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    roots: &[Node<'_>],
    given: &Given<'_>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
    kernels: &mut [Kernel],
) {
    let options = nests.p.options;
    let sized = given.num_workers.is_some() || given.vector_length.is_some();
    let serial = nests.s.kind == ComputeKind::Serial;
    if !options.device() {
        return;
    }
    for k in kernels.iter_mut().filter(|k| k.together.is_none()) {
        let mut cache = Ok(());
        let found = match !options.transform || !given.num_gangs.is_empty() || serial {
            true => {
                cache = Err(OTHERS);
                None
            }
            false => nests.of_kernel(stmts, roots, (given, sized), k, &mut cache),
        };
        if let Some(found) = found {
            apply::note(nests, &found, loops);
            apply::apply(found, loops, k);
        } else if let (Some(sizes), [whole]) = (options.sizes, k.body.as_slice())
            && nests.may_sum(whole)
            && nests.is_ours(whole)
        {
            apply::not_in(sizes, whole, loops);
        }
        if let (Err(why), [whole]) = (cache, k.body.as_slice()) {
            apply::without_cache(whole, why, loops);
        }
    }
}

impl Nests<'_, '_> {
    fn of_kernel(
        &self,
        stmts: &[Stmt],
        roots: &[Node<'_>],
        (given, sized): (&Given<'_>, bool),
        k: &Kernel,
        cache: &mut Result<(), &'static str>,
    ) -> Option<Found> {
        let unit = self.p.unit;
        let (whole, named) = match k.body.as_slice() {
            [whole] => cached::without_directives(whole),
            _ => return None,
        };
        let whole = self.without_pointers(&whole).unwrap_or(whole);
        let l = normal::only(&whole)?;
        let plain = k.reductions.is_empty() && k.block_copies.is_empty() && !k.in_order;
        if !plain || !takes_values(unit, k) {
            *cache =
                Err("what the nest reduces, or copies of arrays that threads have, are in the way");
            return None;
        }
        let asked = apart::rests_on(k, roots).asked;
        let fits = |(found, free): &(Found, Pairs)| {
            let scalars = found.tiles.scalars();
            let mut params = k.params.iter();
            let in_memory = params
                .any(|q| matches!(q.pass, Pass::Reference { .. }) && scalars.contains(&q.var));
            !in_memory && free.iter().all(|pair| asked.contains(pair))
        };
        let mut found = None;
        if sized {
            *cache = Err(OTHERS);
        } else if named.is_empty() {
            *cache = Err("it names members of structures, which stay where they are");
        } else {
            let tried = self.cached(stmts, given, &whole, &named);
            let tried = tried.and_then(|f| match fits(&f) {
                true => Ok(f),
                false => Err("pointers may overlap"),
            });
            match tried {
                Ok(f) => found = Some(f),
                Err(why) => *cache = Err(why),
            }
        }
        let ours = || {
            if !self.is_ours(&whole) {
                return None;
            }
            let sums = is_plain(unit, &whole).then(|| self.of_sums(stmts, given, &whole, l));
            sums.flatten().or_else(|| self.staged(stmts, given, &whole))
        };
        if found.is_none() && !sized {
            found = ours().filter(fits);
            if found
                .as_ref()
                .is_some_and(|(f, _)| copies_all(unit, f, &named))
            {
                *cache = Ok(());
            }
        }
        if found.is_none() && !named.is_empty() && self.may_sum(&whole) {
            let asked = self.asked_sums(stmts, given, &whole, &named);
            match asked.and_then(|f| fits(&f).then_some(f).ok_or("pointers may overlap")) {
                Ok(f) => (found, *cache) = (Some(f), Ok(())),
                Err(why) => *cache = Err(why),
            }
        }
        let (mut found, _) = found?;
        found.all = loops_of(&whole).iter().map(|l| l.id).collect();
        Some(found)
    }

    /// The tiles of a nest with loops in order that sum up: of the outermost two loops, or of those inside of the outermost one.
    fn of_sums(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        whole: &Stmt,
        l: &For,
    ) -> Option<(Found, Pairs)> {
        let options = self.p.options;
        let device = &options.machine.device;
        let with = |sizes| {
            let found = self.in_forms(stmts, given, statement(whole), (None, sizes));
            found.or_else(|| {
                let inner = normal::only(&l.body)?;
                let shared = self.node(l).is_some_and(Node::is_partitioned);
                let within = statement(&l.body);
                normal::only(&inner.body)?;
                self.in_forms(stmts, given, within, (Some(l), sizes))
                    .filter(|_| shared)
            })
        };
        let by_option = options.sizes.and_then(|all| Sizes::given(device, all));
        by_option.and_then(with).or_else(|| {
            let mut found = with(Sizes::of(device, None))?;
            found.0.refused = options.sizes;
            Some(found)
        })
    }

    /// Whether a nest's two outermost loops stand around loops in order: what can be seen without an analysis.
    fn may_sum(&self, whole: &Stmt) -> bool {
        let inner = normal::only(whole).and_then(|row| normal::only(&row.body));
        is_plain(self.p.unit, whole) && inner.is_some_and(|l| !loops_of(&l.body).is_empty())
    }

    /// The tiles of a nest in the sizes that clauses give, with what `cache` names in shared memory; or why there are none.
    fn asked_sums(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        whole: &Stmt,
        named: &IndexSet<VarId>,
    ) -> Result<(Found, Pairs), &'static str> {
        let asked = self.asked(whole, given, named)?;
        let (row, lane) = (asked.row, asked.lane);
        let sizes = Sizes::of(&self.p.options.machine.device, Some(&asked));
        let found = self.of_pair(
            stmts,
            given,
            statement(whole),
            (None, row, lane),
            (sizes, Some(&asked)),
        );
        found.ok_or("its sequential loops read or do what tiles can't have, or too much for a block of this size")
    }

    /// Whether what becomes of all loops of a nest is for the compiler to choose: no clause says more than that a loop is independent, or in order.
    fn is_ours(&self, nest: &Stmt) -> bool {
        let types = &self.p.unit.types;
        let loops = loops_of(nest);
        let own = |l: &&For| {
            let Some(n) = self.node(l) else { return false };
            let d = &n.decision;
            let clauses = n.clauses.as_ref().is_none_or(|c| {
                let scalars = c.private.iter().all(|r| {
                    let var = whole_var(r);
                    var.is_some_and(|v| types.is_arithmetic(self.p.unit.var(v).ty))
                });
                let plain = !c.has_level() && c.depth() <= 1 && c.tile.is_empty();
                plain && scalars && c.unroll.is_none() && c.gang_static.is_none()
            });
            let plain = !d.keeps()
                && d.atomics.is_empty()
                && !n.passed
                && !n.rows.as_ref().is_some_and(|r| r.unknown());
            clauses && plain && n.tile.is_none() && n.calls.is_none() && d.dim.is_none()
        };
        let gang = |l: &For| self.node(l).is_some_and(|n| n.decision.levels.gang);
        loops.iter().all(own) && loops.into_iter().any(gang)
    }

    /// A loop that can be one of the band.
    pub(super) fn can_be_cut(&self, l: &For) -> bool {
        self.node(l).is_some_and(|n| {
            let d = &n.decision;
            let seq = n.clauses.as_ref().is_some_and(|c| c.seq);
            !seq && d.reductions.is_empty()
        })
    }

    /// The tiles of a nest in the first of the forms that can have them, and the pairs of pointers that must not overlap.
    fn in_forms(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        nest: &Stmt,
        (outer, sizes): (Option<&For>, Sizes),
    ) -> Option<(Found, Pairs)> {
        let loops = loops_of(nest);
        if loops.len() > MOST_LOOPS {
            return None;
        }
        // Columns are more often inside.
        let pairs = loops
            .iter()
            .rev()
            .flat_map(|lane| loops.iter().map(move |row| (*row, *lane)));
        pairs
            .filter(|(row, lane)| row.id != lane.id)
            .filter(|(row, lane)| self.can_be_cut(row) && self.can_be_cut(lane))
            .find_map(|(row, lane)| {
                self.of_pair(stmts, given, nest, (outer, row, lane), (sizes, None))
            })
    }

    fn of_pair(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        nest: &Stmt,
        (outer, row, lane): (Option<&For>, &For, &For),
        (sizes, asked): (Sizes, Option<&Asked<'_>>),
    ) -> Option<(Found, Pairs)> {
        let unit = self.p.unit;
        let StmtKind::For(l) = &nest.kind else {
            return None;
        };
        let n = normal::both_outside(unit, nest, row, lane)?;
        if !Body::may_be(&n) {
            return None;
        }
        let [rows, columns] = [row, lane].map(|l| normal::beside(nest, l));
        for ids in [&rows, &columns] {
            let (bodies, beside) = normal::parts_of(nest, ids)?;
            if !legal::hands_nothing_on(unit, &bodies, &beside) {
                return None;
            }
        }
        let facts = Facts::of(unit, [&n.nest]);
        let outer_head = match outer {
            Some(l) => Some(l.canonical.clone()?),
            None => None,
        };
        let told = sizes.is_by_option();
        let slant = match asked {
            None => slant::of(unit, &n)?,
            Some(_) => None,
        };
        let counted = (&outer_head, sizes.number(), told);
        if !self.can_be_counted(&n, &facts, given, slant.as_ref(), counted) {
            return None;
        }
        let own = self.own(stmts, &n, &facts, (outer.unwrap_or(l), &outer_head))?;
        let accesses = &facts.accesses().found;
        let mut body = Body::of(unit, &n, accesses, asked.map(|a| a.copied))?;
        let (free, proven) = self.is_free(&n, &facts, outer.as_slice())?;
        if proven {
            let alone = legal::sums_alone(&n, &facts, self.s.aliases);
            body.keep(&alone, &|e: &Expr| rough_place(unit, e).map(|p| p.root));
        }
        if !proven && body.writes_before_loops() || !body.keeps_all() {
            return None;
        }
        let tiles = body.sized(self.p.options, sizes, (outer_head, slant), own)?;
        let found = Found {
            tiles: Tiled::Sums(Box::new(tiles)),
            outer: outer.map(|l| l.id),
            rows,
            columns,
            all: Vec::new(),
            refused: None,
        };
        Some((found, free))
    }

    /// The scalars that each iteration of a nest can have for itself; `None` where something else is in the way of tiles. `whole`: the nest's outermost
    /// loop, and the head of one around the tiles.
    pub(super) fn own(
        &self,
        stmts: &[Stmt],
        n: &Normal,
        facts: &Facts<'_>,
        (whole, outer): (&For, &Option<Canonical>),
    ) -> Option<Vec<VarId>> {
        let unit = self.p.unit;
        let wanted = self.wanted(stmts, whole);
        let around: Vec<Canonical> = outer.iter().cloned().collect();
        let wild = facts.accesses().wild.is_some();
        if wild
            || super::counters(whole).into_iter().any(&wanted)
            || !legal::names_are_clear(unit, n, facts, &around)
        {
            return None;
        }
        let mut accesses = facts.accesses().found.iter();
        let shared = accesses.any(|a| self.s.privates.contains(&a.root));
        legal::own_scalars(unit, n, facts, wanted).filter(|_| !shared)
    }

    /// Whether the host can count a nest's rows and columns, and each is as long for all of the others, and long enough for tiles of these sizes; unless these are
    /// what the user wants (`told`). Columns may depend on the row where tiles can have that (`slant`).
    pub(super) fn can_be_counted(
        &self,
        n: &Normal,
        facts: &Facts<'_>,
        given: &Given<'_>,
        slant: Option<&Slant>,
        (outer, [rows, columns], told): (&Option<Canonical>, [u64; 2], bool),
    ) -> bool {
        let unit = self.p.unit;
        let uses = facts.uses().vars.iter();
        let mut changed: IndexSet<VarId> = uses
            .filter(|(_, u)| u.any_write())
            .map(|(v, _)| *v)
            .chain(outer.iter().map(|h| h.var))
            .collect();
        let mut heads: Vec<&Canonical> = n.band.iter().chain(outer).collect();
        let mut blocks = Some(1.0);
        if let (Some(slant), [row, column]) = (slant, n.band.as_slice()) {
            let is_row_fine = legal::is_countable(unit, row, &changed);
            changed.shift_remove(&row.var);
            if !is_row_fine || !legal::is_countable(unit, column, &changed) {
                return false;
            }
            heads[1] = &slant.widest;
            // About half of the tiles have columns.
            blocks = Some(0.5);
        }
        let evaluable = |h: &&&Canonical| {
            let ends = [&h.lower, &h.upper];
            ends.into_iter()
                .all(|e| extents::host_evaluable(self.p, e, &given.known))
        };
        let fine = heads
            .iter()
            .filter(evaluable)
            .filter(|h| legal::is_countable(unit, h, &changed))
            .count();
        let sizes = [rows, columns, 1];
        for (h, size) in heads.iter().zip(sizes) {
            let trips = work::trips(unit, h);
            let tiles = trips.map(|t| (t / size as f64).ceil());
            blocks = blocks.zip(tiles).map(|(a, b)| a * b);
            // Most threads of each tile would have nothing to do.
            if !told && trips.is_some_and(|t| t < (size / 2) as f64) {
                return false;
            }
        }
        fine == heads.len() && (told || blocks.is_none_or(|n| n >= LEAST_BLOCKS))
    }

    /// The pairs of pointers that must not overlap, which the launch asks about, for iterations to be independent; and whether that is more than
    /// the user's word.
    pub(super) fn is_free<'f>(
        &self,
        n: &'f Normal,
        facts: &Facts<'f>,
        outer: &[&For],
    ) -> Option<(Pairs, bool)> {
        use ReasonKind::{Independent, Proven, ProvenApart};
        let mut asked = IndexSet::new();
        for l in outer {
            match &self.node(l)?.decision.reason.kind {
                ProvenApart { of, .. } => asked.extend(of.asked.clone()),
                Proven | Independent { .. } => {}
                _ => return None,
            }
        }
        if let Some(free) = legal::independent(n, facts, self.s.aliases) {
            asked.extend(free.asked);
            return Some((asked, true));
        }
        let said = n.in_place && n.band.iter().all(|h| self.is_said(h));
        said.then_some((asked, false))
    }
}

/// Whether tiles have copies of elements of all these variables.
fn copies_all(unit: &Unit, found: &Found, named: &IndexSet<VarId>) -> bool {
    let Tiled::Sums(t) = &found.tiles else {
        return false;
    };
    let root = |c: &TileCopy| rough_place(unit, &c.element).map(|p| p.root);
    named
        .iter()
        .all(|v| t.copies.iter().any(|c| root(c) == Some(*v)))
}

/// Whether all that a kernel is given are numbers and addresses.
fn takes_values(unit: &Unit, k: &Kernel) -> bool {
    let array = |v: VarId| unit.types.is_array(unit.var(v).ty);
    k.params.iter().all(|q| match q.pass {
        Pass::Upload { .. } => false,
        Pass::Value => !array(q.var),
        _ => true,
    })
}

/// The loop that a statement is, without the blocks around it.
pub fn statement(s: &Stmt) -> &Stmt {
    match &s.kind {
        StmtKind::Block(all) => match all.as_slice() {
            [one] => statement(one),
            _ => s,
        },
        _ => s,
    }
}

/// The loops of a nest, outermost first.
pub fn loops_of(nest: &Stmt) -> Vec<&For> {
    let mut all = Vec::new();
    nest.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            all.push(&**l);
        }
    });
    all
}
