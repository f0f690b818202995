//! Tiles of sums whose sizes clauses give, and whose copies `cache` names (OpenACC 3.3 §2.10).
//!
//! `gang` alone gives a block one iteration of a loop, `worker` and `vector` with a number (their own or the construct's) as many threads along it, PGI's `unroll(n)` each of these n iterations:
//! one after the other of rows, as far apart as the threads are many of columns. On loops in order `unroll(n)` is the device's compiler's. `tile(r, c)` has tiles of r rows and c columns. What `cache` doesn't name is read where
//! it is. So one source has the steps of PGI's "GPU programming with the PGI Accelerator model", from one warp's strips to square tiles.

use super::cached::rows_of;
use super::device::loops_of;
use super::nests::Nests;
use super::normal;
use crate::schedule::clauses::LoopClauses;
use crate::schedule::data::whole_var;
use crate::schedule::extents::Given;
use crate::schedule::nest::Node;
use accrs_frontend::region::{Expr, For, Stmt, VarId};
use indexmap::IndexSet;

/// Threads along columns where `vector` gives no number: with rows of one thread, and beside each other.
const THREADS: [u64; 2] = [128, 32];

/// The loops that are cut, and what clauses say of that.
pub struct Asked<'a> {
    pub row: &'a For,
    pub lane: &'a For,
    /// Threads along each of them, and iterations of each thread.
    pub rows: [u64; 2],
    pub columns: [u64; 2],
    /// By how many their loops in order are unrolled, if clauses say so.
    pub unroll: Option<u64>,
    /// The variables whose elements are copied.
    pub copied: &'a IndexSet<VarId>,
}

impl Nests<'_, '_> {
    /// What clauses say of a nest's two outermost loops, or why that isn't enough.
    pub(super) fn asked<'a>(
        &self,
        whole: &'a Stmt,
        given: &Given<'_>,
        copied: &'a IndexSet<VarId>,
    ) -> Result<Asked<'a>, &'static str> {
        let tight = "no two loops are directly nested";
        let row = normal::only(whole).ok_or(tight)?;
        let lane = normal::only(&row.body).ok_or(tight)?;
        let inner = |l: &&For| l.id != row.id && l.id != lane.id;
        let unroll = self.unrolled(loops_of(whole).into_iter().filter(inner))?;
        let of_block = "a block can't have tiles of these sizes";
        let node = self.node(row).ok_or(tight)?;
        let most = self.p.options.machine.device.block;
        let (rows, columns) = match (node.tile.as_deref(), self.node(lane)) {
            (Some([rows, columns]), None) => {
                self.is_sized_plainly(node, 2)?;
                let (threads, each) = rows_of(*rows, *columns, most).ok_or(of_block)?;
                ([threads, each], [*columns, 1])
            }
            (None, Some(inner)) => self.by_levels(node, inner, given)?,
            _ => return Err("the tile clause isn't one of two sizes"),
        };
        let threads = rows[0].checked_mul(columns[0]);
        let fits = threads.is_some_and(|n| (1..=most).contains(&n)) && rows[1] * columns[1] > 0;
        let asked = Asked {
            row,
            lane,
            rows,
            columns,
            unroll,
            copied,
        };
        fits.then_some(asked).ok_or(of_block)
    }

    /// The sizes that levels of the two loops give.
    fn by_levels(
        &self,
        row: &Node<'_>,
        lane: &Node<'_>,
        given: &Given<'_>,
    ) -> Result<([u64; 2], [u64; 2]), &'static str> {
        self.is_sized_plainly(row, 1)?;
        self.is_sized_plainly(lane, 1)?;
        let (across, along) = (&row.decision.levels, &lane.decision.levels);
        if !across.gang || !along.vector {
            return Err(
                "the outer of the two outermost loops isn't a gang loop, or the inner no vector loop",
            );
        }
        let size = "a size of a level isn't a number";
        let number = |e: &Expr| {
            e.int_value()
                .and_then(|n| u64::try_from(n).ok())
                .ok_or(size)
        };
        // The number that a level has by its clause or the construct's, if the loop has that level.
        let level = |n: &Node<'_>| {
            let clauses = n.clauses.as_ref()?;
            let worker = clauses.worker.map(|e| e.or(given.num_workers));
            let vector = clauses.vector.map(|e| e.or(given.vector_length));
            worker.or(vector).map(|e| e.map(number))
        };
        let rows = match level(row) {
            None => 1,
            Some(given) => given.ok_or(size)??,
        };
        let columns = match level(lane).flatten() {
            None => THREADS[usize::from(rows > 1)],
            Some(given) => given?,
        };
        let each = |n: &Node<'_>| {
            let unrolled = n.clauses.as_ref().and_then(|c| c.unroll);
            u64::from(unrolled.unwrap_or(1))
        };
        Ok(([rows, each(row)], [columns, each(lane)]))
    }

    /// Whether a loop that is cut has no clauses but those that give sizes. `depth`: the loops that its directive governs.
    fn is_sized_plainly(&self, n: &Node<'_>, depth: usize) -> Result<(), &'static str> {
        let d = &n.decision;
        let clauses = n.clauses.as_ref().is_none_or(|c| {
            let both = c.worker.is_some() && c.vector.is_some();
            let levels = c.gang_num.is_none() && c.gang_static.is_none() && !both;
            levels
                && c.depth() <= depth
                && c.collapse <= 1
                && (depth == 1 || c.unroll.is_none())
                && self.scalars(c)
        });
        let plain = !d.keeps() && d.atomics.is_empty() && !n.passed && n.rows.is_none();
        match clauses && plain && n.calls.is_none() && d.dim.is_none() && self.can_be_cut(n.loop_) {
            true => Ok(()),
            false => Err("the two outermost loops have clauses that tiles can't follow"),
        }
    }

    /// By how many loops in order are unrolled, if clauses say so: all by the same.
    fn unrolled<'l>(
        &self,
        loops: impl Iterator<Item = &'l For>,
    ) -> Result<Option<u64>, &'static str> {
        let mut unroll = None;
        for l in loops {
            if !self.is_without_levels(l) {
                return Err("sequential loops have clauses that tiles can't follow");
            }
            let clauses = self.node(l).and_then(|n| n.clauses.as_ref());
            let own = clauses.and_then(|c| c.unroll).map(u64::from);
            if unroll.is_some() && own.is_some() && unroll != own {
                return Err("sequential loops are unrolled by different numbers");
            }
            unroll = unroll.or(own);
        }
        Ok(unroll)
    }

    /// Whether no clause of a loop says more than that it is in order, and by how many it is unrolled.
    fn is_without_levels(&self, l: &For) -> bool {
        self.node(l).is_none_or(|n| {
            let d = &n.decision;
            let clauses = n
                .clauses
                .as_ref()
                .is_none_or(|c| !c.has_level() && c.depth() <= 1 && self.scalars(c));
            clauses && !n.is_partitioned() && d.atomics.is_empty() && !n.passed && n.calls.is_none()
        })
    }

    /// Whether all that a loop has private copies of are scalars.
    fn scalars(&self, c: &LoopClauses<'_>) -> bool {
        let types = &self.p.unit.types;
        c.private
            .iter()
            .all(|r| whole_var(r).is_some_and(|v| types.is_arithmetic(self.p.unit.var(v).ty)))
    }
}
