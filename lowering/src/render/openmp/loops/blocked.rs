//! Nests in tiles (`plan/blocked.rs`) as C: loops over tiles, and in them whole tiles, or what is left at the ends of rows.
//!
//! ```c
//! #pragma omp parallel for collapse(2) schedule(static)
//! for (long j_tile = j_from; j_tile < j_end; j_tile += 32)
//!     for (long i_tile = i_from; i_tile < i_end; i_tile += 4)
//!         if (i_tile + 4 <= i_end && j_tile + 32 <= j_end) {
//!             const int i = i_tile, j = j_tile;
//!             …                                        // 4 rows of 4 vectors (`tile`)
//!         } else …                                     // row for row, by vectors of 8 and by single elements
//! ```
//!
//! All tiles of some columns come one after the other, so that what they read of these columns stays in the cache.

mod packs;
mod rectangles;
mod tile;

use super::super::spans::statement_end;
use super::super::worth;
use super::Loops;
use super::heads::{bounds, checked, constant, fresh, unused};
use super::lines::Lines;
use crate::plan::{Blocked, TileLanes, TileRows, TileStep};
use crate::print::{Dialect, Printer};
use crate::render::RenderError;
use crate::render::text::{Edit, to_generated, to_user};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, Stmt, VarId};
use accrs_frontend::source::{SourceMap, Span};
use indexmap::IndexSet;
use packs::Packs;
use std::collections::HashMap;
use tile::Tile;

impl<'a> Loops<'a> {
    /// Puts a nest in tiles in the place of the user's, or before it, where that still runs if memory overlaps.
    pub(super) fn blocked(&mut self, stmt: &Stmt, l: &For, b: &Blocked) -> Result<(), RenderError> {
        let tiles = self.nest_in_tiles(b)?;
        self.put_instead(stmt, l, &tiles);
        Ok(())
    }

    /// Puts a text in the place of a loop of the user's.
    pub(super) fn put_instead(&mut self, stmt: &Stmt, l: &For, instead: &Instead) {
        let source = &self.unit.source;
        let whole = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: statement_end(source, stmt.span),
        };
        self.edits.push(instead.in_place_of(source, whole));
    }

    /// A nest in tiles.
    pub(super) fn nest_in_tiles(&self, b: &Blocked) -> Result<Instead, RenderError> {
        let threads = match &b.worth {
            Some(own) => Some(worth::clause(self.unit, Some(own), "", self.runtime)?),
            None => None,
        };
        let nest = Nest {
            unit: self.unit,
            b,
            threads,
        };
        Ok(Instead {
            question: self.asked(&b.apart)?,
            text: nest.text()?,
        })
    }
}

/// What stands in the place of a loop of the user's.
pub(super) struct Instead {
    /// Where that isn't so, the user's loop runs; empty: it is always.
    pub question: String,
    pub text: String,
}

impl Instead {
    /// In the place of the user's loop, or before it, where that may still run.
    fn in_place_of(&self, source: &SourceMap, whole: Span) -> Edit {
        let Self { question, text } = self;
        let generated = to_generated();
        if question.is_empty() {
            let out = format!("{generated}{text}{}", to_user(source, whole.end));
            return Edit::replace(whole, out);
        }
        let user = to_user(source, whole.start);
        Edit::insert(
            whole.start,
            format!("{generated}if ({question})\n{text}else{user}"),
        )
    }
}

struct Nest<'b> {
    unit: &'b Unit,
    b: &'b Blocked,
    /// The `if` clause of the threads that share it, if any do.
    threads: Option<String>,
}

impl Nest<'_> {
    fn text(&self) -> Result<String, RenderError> {
        let mut out = Lines::default();
        out.open("{");
        self.named(&mut out);
        if let Some(lanes) = &self.b.lanes {
            let element = self.printer().type_name(self.b.element);
            let size = self.unit.types.size_of(self.b.element).unwrap_or(1);
            let bytes = size * lanes.width;
            out.line(format!(
                "typedef {element} __accrs_vector __attribute__((vector_size({bytes})));"
            ));
            out.line(format!(
                "typedef {element} __accrs_memory __attribute__((vector_size({bytes}), aligned({size}), may_alias));"
            ));
        }
        let mut threads = self.threads.as_deref();
        for head in &self.b.outer {
            let (from, end) = self.range(head, &mut out)?;
            self.pragma(&mut out, threads.take(), 1, "static");
            let at = self.name(head.var, "at");
            out.open(format!("for (long {at} = {from}; {at} < {end}; {at}++) {{"));
            self.constant(&mut out, head, &at);
        }
        match (&self.b.rows, &self.b.lanes) {
            (Some(rows), Some(lanes)) => {
                self.each_row(&mut out, rows, &self.b.before)?;
                self.rectangles(&mut out, threads, rows, lanes)?;
                self.each_row(&mut out, rows, &self.b.after)?;
            }
            (None, Some(lanes)) => self.strips(&mut out, threads, lanes)?,
            (Some(rows), None) => self.heaps(&mut out, threads, rows)?,
            (None, None) => return Err(RenderError::internal("tiles of nothing")),
        }
        while out.depth() > 0 {
            out.close("}");
        }
        Ok(out.text())
    }

    /// Names the variables that take no part in it any more, so that no compiler finds them unused.
    fn named(&self, out: &mut Lines) {
        let mut all: IndexSet<VarId> = self.b.own.iter().copied().collect();
        let rows = self.b.rows.iter().map(|r| &r.head);
        let lanes = self.b.lanes.iter().map(|l| &l.head);
        let mut heads: Vec<&Canonical> = self.b.outer.iter().chain(rows).chain(lanes).collect();
        for s in &self.b.body {
            s.each(&mut |s| {
                if let TileStep::Loop { head, .. } = s {
                    heads.push(head);
                }
            });
        }
        all.extend(heads.iter().filter(|h| !h.declared).map(|h| h.var));
        if let Some(line) = unused(self.unit, all) {
            out.line(line);
        }
    }

    /// What each row does for itself.
    fn each_row(
        &self,
        out: &mut Lines,
        rows: &TileRows,
        steps: &[TileStep],
    ) -> Result<(), RenderError> {
        if steps.is_empty() {
            return Ok(());
        }
        let (from, end) = self.bounds(&rows.head, None)?;
        let at = self.name(rows.head.var, "row");
        out.open(format!("for (long {at} = {from}; {at} < {end}; {at}++) {{"));
        self.constant(out, &rows.head, &at);
        Tile::scalars(self.unit, self.b, 1).print_steps(steps, out)?;
        out.close("}");
        Ok(())
    }

    /// Tiles of lanes alone.
    fn strips(
        &self,
        out: &mut Lines,
        threads: Option<&str>,
        lanes: &TileLanes,
    ) -> Result<(), RenderError> {
        let (from, end) = self.range(&lanes.head, out)?;
        self.pragma(out, threads, 1, "static");
        let (at, wide) = (self.name(lanes.head.var, "tile"), lanes.number());
        out.open(format!(
            "for (long {at} = {from}; {at} < {end}; {at} += {wide})"
        ));
        out.open(format!("if ({at} + {wide} <= {end}) {{"));
        self.constant(out, &lanes.head, &at);
        Tile::vectors(self.unit, self.b, 1, lanes.vectors).print(out)?;
        out.close("} else {");
        out.indent();
        self.rest(out, lanes, (&at, &end, &at), &Packs::default())?;
        out.close("}");
        out.dedent();
        Ok(())
    }

    /// Tiles of rows alone.
    fn heaps(
        &self,
        out: &mut Lines,
        threads: Option<&str>,
        rows: &TileRows,
    ) -> Result<(), RenderError> {
        let (from, end) = self.range(&rows.head, out)?;
        self.pragma(out, threads, 1, "static");
        let (at, number) = (self.name(rows.head.var, "tile"), rows.number);
        let row = self.name(rows.head.var, "row");
        out.open(format!(
            "for (long {at} = {from}; {at} < {end}; {at} += {number})"
        ));
        out.open(format!("if ({at} + {number} <= {end}) {{"));
        self.constant(out, &rows.head, &at);
        Tile::scalars(self.unit, self.b, number).print(out)?;
        out.close("} else {");
        out.indent();
        out.open(format!(
            "for (long {row} = {at}; {row} < {end}; {row}++) {{"
        ));
        self.constant(out, &rows.head, &row);
        Tile::scalars(self.unit, self.b, 1).print(out)?;
        for _ in 0..2 {
            out.close("}");
        }
        out.dedent();
        Ok(())
    }

    /// One row's part of a tile, where that isn't whole: by single vectors, then by single elements.
    fn rest(
        &self,
        out: &mut Lines,
        lanes: &TileLanes,
        (from, end, tile): (&str, &str, &str),
        packs: &Packs,
    ) -> Result<(), RenderError> {
        let (at, last) = (
            self.name(lanes.head.var, "at"),
            self.name(lanes.head.var, "last"),
        );
        let (width, wide) = (lanes.width, lanes.number());
        out.line(format!(
            "const long {last} = {tile} + {wide} < {end} ? {tile} + {wide} : {end};"
        ));
        out.line(format!("long {at} = {from};"));
        // Where vectors of a part of a tile are padded, this is for want of memory for copies.
        if !self.b.padded || self.b.rows.is_none() {
            let mut there = packs.are_there();
            there.push(format!("{at} + {width} <= {last}"));
            out.open(format!(
                "for (; {}; {at} += {width}) {{",
                there.join(" && ")
            ));
            self.constant(out, &lanes.head, &at);
            let tile_of_one = Tile::vectors(self.unit, self.b, 1, 1);
            let places = packs.places(lanes, Some(format!("({at} - {tile})")));
            tile_of_one.with(places).print(out)?;
            out.close("}");
        }
        out.open(format!("for (; {at} < {last}; {at}++) {{"));
        self.constant(out, &lanes.head, &at);
        Tile::scalars(self.unit, self.b, 1).print(out)?;
        out.close("}");
        Ok(())
    }

    fn pragma(&self, out: &mut Lines, threads: Option<&str>, collapse: u32, schedule: &str) {
        let Some(condition) = threads else { return };
        let collapse = match collapse {
            1 => String::new(),
            n => format!(" collapse({n})"),
        };
        out.flush_left(format!(
            "#pragma omp parallel for{collapse} schedule({schedule}){condition}"
        ));
    }

    /// The names of variables that hold where a loop begins and ends.
    fn range(&self, head: &Canonical, out: &mut Lines) -> Result<(String, String), RenderError> {
        let (from, end) = self.bounds(head, None)?;
        let names = (self.name(head.var, "from"), self.name(head.var, "end"));
        out.line(format!(
            "const long {} = {from}, {} = {end};",
            names.0, names.1
        ));
        Ok(names)
    }

    fn bounds(
        &self,
        head: &Canonical,
        named: Option<(VarId, &str)>,
    ) -> Result<(String, String), RenderError> {
        bounds(self.unit, head, named)
    }

    fn constant(&self, out: &mut Lines, head: &Canonical, counter: &str) {
        constant(self.unit, out, head, counter);
    }

    fn printer(&self) -> Printer<'_> {
        Printer::of(self.unit, Dialect::HostC)
    }

    fn name(&self, var: VarId, ending: &str) -> String {
        fresh(self.unit, format!("{}_{ending}", self.unit.var(var).name))
    }
}

type Names = HashMap<VarId, String>;
