//! A nest whose iterations reach some elements through shared memory.
//!
//! ```text
//! for each tile of the block
//!     neighbouring threads along rows: loads
//!     __syncthreads();
//!     neighbouring threads along columns: what each iteration does, with shared memory in the place of these elements
//!     __syncthreads();
//!     neighbouring threads along rows: stores
//! ```

use super::{Cut, cut, left_line};
use crate::plan::{Across, Side, Staged};
use crate::print::place;
use crate::render::cuda::writer::Writer;
use crate::tree::build;
use accrs_frontend::region::{Expr, VarId};

/// The names of generated variables.
struct Names {
    rows: Cut,
    columns: Cut,
    /// Which of its rows or columns a thread is at.
    turn: String,
    /// For each element.
    tiles: Vec<String>,
}

impl Names {
    /// An element in shared memory.
    fn element(&self, tile: &str) -> String {
        format!("{tile}[{}][{}]", self.columns.at, self.rows.at)
    }
}

impl Writer<'_> {
    pub(super) fn staged(&mut self, t: &Staged) {
        let around = self.p.access.clone();
        self.out.line("// What lies along the rows, for a tile.");
        let mut tiles = Vec::new();
        for e in &t.elements {
            let name = self.name_for(&e.element, "tile");
            let (columns, rows) = (t.columns.number(), t.rows.number());
            let lengths = format!("[{columns}][{rows} + {}]", Staged::PADDING);
            let declared = self
                .p
                .declare_mutable(e.element.ty, &format!("{name}{lengths}"));
            self.out.line(format!("__shared__ {declared};"));
            tiles.push(name);
        }
        let mut depth = 2;
        if let Some(outer) = &t.outer {
            let cut = cut(self, outer, "layer");
            self.over(outer, &cut, (1, "z"));
            let line = self.user_line(&cut, &cut.part);
            self.out.line(line);
            depth += 1;
        }
        let names = Names {
            rows: cut(self, &t.rows.head, "tile"),
            columns: cut(self, &t.columns.head, "tile"),
            turn: self.names.unique("turn"),
            tiles,
        };
        for (side, cut, axis) in [
            (&t.rows, &names.rows, "y"),
            (&t.columns, &names.columns, "x"),
        ] {
            self.over(&side.head, cut, (side.number(), axis));
            let line = left_line(cut, side.number());
            self.out.line(line);
        }
        self.tile(t, &names);
        (0..depth).for_each(|_| self.out.close("}"));
        self.p.access = around;
    }

    /// Opens the loop over a block's tiles along one of the grid's axes.
    pub(super) fn over(
        &mut self,
        head: &accrs_frontend::region::Canonical,
        cut: &Cut,
        (number, axis): (u64, &str),
    ) {
        let (behind, by) = match number {
            1 => (format!("blockIdx.{axis}"), format!("gridDim.{axis}")),
            n => (
                format!("{n} * blockIdx.{axis}"),
                format!("{n} * gridDim.{axis}"),
            ),
        };
        let (ends, from) = (self.end_line(head, cut), self.first_value(head, &behind));
        let (part, end) = (&cut.part, &cut.end);
        let each = format!("for (long {part} = {from}; {part} < {end}; {part} += {by}) {{");
        self.out.line(ends);
        self.out.open(each);
    }

    fn tile(&mut self, t: &Staged, names: &Names) {
        let all = || t.elements.iter().zip(&names.tiles);
        let loads: Vec<(&Across, &String)> = all().filter(|(e, _)| e.load).collect();
        let stores: Vec<(&Across, &String)> = all().filter(|(e, _)| e.store).collect();
        let both = !loads.is_empty() && !stores.is_empty();
        if !loads.is_empty() {
            self.across(t, names, &loads, &|e, tile| format!("{tile} = {e};"));
            self.barrier();
        }
        self.iterations(t, names);
        if !stores.is_empty() {
            self.barrier();
            self.across(t, names, &stores, &|e, tile| format!("{e} = {tile};"));
        }
        // What the next tile puts there would take the place of this one's.
        if !both {
            self.barrier();
        }
    }

    /// Loads or stores elements, with neighbouring threads along rows.
    fn across(
        &mut self,
        t: &Staged,
        names: &Names,
        all: &[(&Across, &String)],
        line: &dyn Fn(&str, &str) -> String,
    ) {
        let at = all.first().map(|(e, _)| place(self.p.unit, e.element.span));
        let around = self.out.come_from(at.unwrap_or_default());
        let named = |v: VarId| all.iter().any(|(e, _)| e.element.mentions(v));
        self.open_turns((&names.rows, &names.columns), &t.columns_across(), names);
        self.variables(names, &named);
        for (e, tile) in all {
            let element = self.p.expr(&e.element);
            self.out.line(line(&element, &names.element(tile)));
        }
        self.close_turns();
        self.out.come_from(around);
    }

    /// What each iteration does, with neighbouring threads along columns.
    fn iterations(&mut self, t: &Staged, names: &Names) {
        let around = self.p.access.clone();
        self.open_turns((&names.columns, &names.rows), &t.rows, names);
        let mut ids = Vec::new();
        let mut own = Vec::new();
        for s in &t.body {
            s.each_expr(|e| {
                let mut known = t.elements.iter().zip(&names.tiles);
                let whole = super::is_element(e);
                if let Some((_, tile)) = known.find(|(k, _)| whole && k.element.is_like(e)) {
                    ids.push(e.id);
                    own.push((e, names.element(tile)));
                }
            });
        }
        let replaced: Vec<&Expr> = own.iter().map(|(e, _)| *e).collect();
        let named = |v: VarId| {
            t.body.iter().any(|s| {
                let mut found = false;
                s.each_stmt(|s| s.exprs(&mut |e| found |= super::names_beside(e, v, &replaced)));
                found
            })
        };
        self.variables(names, &named);
        for (e, tile) in own {
            self.p.hoisted.insert(e.id, tile);
        }
        self.with_scalars(&t.scalars);
        self.nodes(&build::build(&t.body, None));
        ids.iter().for_each(|id| drop(self.p.hoisted.remove(id)));
        self.close_turns();
        self.p.access = around;
    }

    /// Opens a thread's turns: neighbouring threads are along the one loop, and each has some iterations of the other.
    fn open_turns(&mut self, (near, far): (&Cut, &Cut), side: &Side, names: &Names) {
        let turn = &names.turn;
        let lines = [
            format!(
                "const int {} = threadIdx.x, {} = threadIdx.y + {} * {turn};",
                near.at, far.at, side.threads
            ),
            format!(
                "if ({} < {} && {} < {}) {{",
                near.at, near.left, far.at, far.left
            ),
        ];
        self.out.line("#pragma unroll");
        self.out.open(format!(
            "for (int {turn} = 0; {turn} < {}; {turn}++) {{",
            side.each
        ));
        let [places, guard] = lines;
        self.out.line(places);
        self.out.open(guard);
    }

    fn close_turns(&mut self) {
        self.out.close("}");
        self.out.close("}");
    }

    /// Declares the user's variables of the iteration, as far as they are named.
    fn variables(&mut self, names: &Names, named: &dyn Fn(VarId) -> bool) {
        for cut in [&names.rows, &names.columns] {
            if named(cut.var) {
                let line = self.user_line(cut, &format!("{} + {}", cut.part, cut.at));
                self.out.line(line);
            }
        }
    }
}
