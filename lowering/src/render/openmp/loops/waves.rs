//! Loops in order in tiles, wavefront by wavefront (`plan/waves.rs`), as C:
//!
//! ```c
//! if (__accrs_tiles(t_end - t_from, i_behind - i_first, (double)n, (double)n * 16, 2, 2, 1, &t_size, &i_size, &j_size)) {
//!     const long t_tiles = …, i_tiles = …;
//! #pragma omp parallel
//!     for (long wave = 0; wave < t_tiles + i_tiles - 1; wave++) {
//! #pragma omp for schedule(dynamic)
//!         for (long t_tile = …; t_tile < …; t_tile++) {
//!             const long i_tile = i_first + (wave - t_tile) * i_size;
//!             for (long j_tile = …; j_tile < …; j_tile += j_size) {      // where columns have fronts
//!                 for (long t_at = …; t_at < …; t_at++) {
//!                     const int t = t_at;
//!                     …                        // the user's loops, from i_tile and j_tile on as far as the sizes say
//!                 }
//!             }
//!         }
//!     }
//! } else …                                     // the user's loop
//! ```
//!
//! The bodies are the user's text.

use super::super::spans::{leftovers, statement_end};
use super::super::{apart, worth};
use super::Loops;
use super::heads::{bounds, constant, fresh};
use super::lines::Lines;
use crate::plan::{CoreLoop, Front, Fronts, FusedLoops, HostLoop, Waves};
use crate::print::{Dialect, Printer};
use crate::render::RenderError;
use crate::render::text::{Edit, apply, quiet, to_generated, to_user};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, Stmt, StmtKind, Visit};
use accrs_frontend::source::Span;
use indexmap::IndexSet;
use std::fmt::Write;
use std::iter;

/// The names of what the loops over tiles count with.
pub(super) struct Names {
    /// The outer loop's first iteration, its end, and its last iteration.
    pub from: String,
    pub end: String,
    last: String,
    /// A tile's first iteration, its end, and the one that it is in.
    begin: String,
    stop: String,
    at: String,
    /// Iterations of a tile, its number, and how many there are.
    steps: String,
    tile: String,
    tiles: String,
    wave: String,
    pub rows: Along,
    columns: Option<Along>,
}

/// The names of one direction of the fronts.
pub(super) struct Along {
    /// The first front, and the one behind the last.
    pub first: String,
    pub behind: String,
    /// A tile's first front, its size, and how many there are.
    pub front: String,
    pub size: String,
    tiles: String,
}

impl Names {
    fn of(unit: &Unit, w: &Waves) -> Self {
        let outer = &unit.var(w.head.var).name;
        let name = |of: &str, ending: &str| fresh(unit, format!("{of}_{ending}"));
        // Loops that stand next to each other may share a variable's name.
        let stem = |fronts: &Fronts, taken: &[&str], other: &'static str| {
            let head = fronts.parts.values().find_map(|p| match &p.front {
                Front::Loop(head) => Some(head),
                _ => None,
            });
            let own = head.map(|h| unit.var(h.var).name.as_str());
            own.into_iter()
                .chain([other, "along", "across"])
                .find(|stem| !taken.contains(stem))
                .unwrap_or(other)
                .to_string()
        };
        let along = |stem: &str| Along {
            first: name(stem, "first"),
            behind: name(stem, "behind"),
            front: name(stem, "tile"),
            size: name(stem, "size"),
            tiles: name(stem, "tiles"),
        };
        let inner = stem(&w.rows, &[outer], "front");
        let columns = w.columns.as_ref();
        let columns = columns.map(|c| along(&stem(c, &[outer, &inner], "column")));
        let rows = along(&inner);
        Names {
            from: name(outer, "from"),
            end: name(outer, "end"),
            last: name(outer, "last"),
            begin: name(outer, "begin"),
            stop: name(outer, "stop"),
            at: name(outer, "at"),
            steps: name(outer, "size"),
            tile: name(outer, "tile"),
            tiles: name(outer, "tiles"),
            wave: fresh(unit, "wave".into()),
            rows,
            columns,
        }
    }
}

impl<'a> Loops<'a> {
    /// Puts the tiles before the user's loop, which runs where they don't pay.
    pub(super) fn waves(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        w: &'a Waves,
    ) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: statement_end(source, stmt.span),
        };
        // Not counted among the questions after which loops run in order: without tiles they ask for themselves, or are in order anyway.
        let mut asked = match w.apart.is_empty() {
            true => String::new(),
            false => format!("({}) && ", apart::condition(self.unit, &w.apart)?),
        };
        let mut out = Lines::default();
        out.open("{");
        let n = Names::of(self.unit, w);
        let (from, end) = bounds(self.unit, &w.head, None)?;
        out.line(format!(
            "const long {} = {from}, {} = {end}, {} = {} - 1;",
            n.from, n.end, n.last, n.end
        ));
        self.ranges(&mut out, w, &w.rows, (&n.rows, [&n.from, &n.last]))?;
        let (columns, across, size) = match (&w.columns, &n.columns) {
            (Some(columns), Some(along)) => {
                out.line(format!(
                    "long {}, {}, {};",
                    n.steps, n.rows.size, along.size
                ));
                let trips = w.line.first().map(|h| worth::iterations(self.unit, h));
                let trips = trips.unwrap_or_else(|| Ok("1".into()))?;
                (trips, columns.by, format!("&{}", along.size))
            }
            _ if w.slices => {
                out.line(format!("long {};", n.rows.size));
                ("0".into(), 0, "0".into())
            }
            _ => {
                out.line(format!("long {}, {};", n.steps, n.rows.size));
                ("0".into(), 0, "0".into())
            }
        };
        let bytes = bytes(self.unit, w)?;
        let _ = match w.slices {
            true => write!(
                asked,
                "__accrs_slices({} - {}, {} - {}, {bytes}, &{})",
                n.end, n.from, n.rows.behind, n.rows.first, n.rows.size
            ),
            false => write!(
                asked,
                "__accrs_tiles({} - {}, {} - {}, {columns}, {}, {}, {across}, {}, &{}, &{}, {size})",
                n.end,
                n.from,
                n.rows.behind,
                n.rows.first,
                bytes,
                w.rows.by,
                u8::from(w.shared),
                n.steps,
                n.rows.size
            ),
        };
        out.open(format!("if ({asked}) {{"));
        let clause = worth::clause(self.unit, Some(&w.worth), "", self.runtime)?;
        let known = self.known.len();
        self.know(&w.apart)?;
        match w.slices {
            true => self.slices(&mut out, l, w, (&n, &clause))?,
            false => self.tiles(&mut out, l, w, (&n, &clause))?,
        }
        self.known.truncate(known);
        let (generated, user) = (to_generated(), to_user(source, whole.start));
        let own = self.text_without(stmt, l, whole)?;
        // The compiler has warned of what it finds once.
        let plain = quiet(&format!("{user}{own}"));
        let text = out.text();
        let last = to_user(source, whole.end);
        let text = format!("{generated}{text}}} else {{\n{plain}{generated}}} }}{last}");
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// The user's loop with the edits that it has without tiles.
    fn text_without(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        whole: Span,
    ) -> Result<String, RenderError> {
        let outside = std::mem::take(&mut self.edits);
        self.plain = Some(stmt.id);
        self.for_loop(stmt, l)?;
        self.plain = None;
        let mut edits = std::mem::replace(&mut self.edits, outside);
        edits.extend(leftovers(self.unit, whole));
        Ok(apply(&self.unit.source, whole, &mut edits))
    }

    /// Declares where the fronts of some iterations of the outer loop begin and end: they are linear in its variable, so the first and the last
    /// of these iterations have the ends.
    fn ranges(
        &self,
        out: &mut Lines,
        w: &Waves,
        fronts: &Fronts,
        (n, [from, last]): (&Along, [&String; 2]),
    ) -> Result<(), RenderError> {
        let (mut least, mut most) = (IndexSet::new(), IndexSet::new());
        for part in fronts.parts.values() {
            for t in [from, last] {
                let moved = moved(fronts.by, t, part.shift, "+");
                let (low, high) = self.ends(&part.front, w, t)?;
                let moves = |e: &dyn Fn(&Canonical) -> bool| match &part.front {
                    Front::Loop(h) | Front::Behind(h) => e(h),
                    Front::At(_) | Front::Outer => false,
                };
                let scale = fronts.scale;
                // Slices may go either way.
                if w.slices || t == from || moves(&|h| h.lower.mentions(w.head.var)) {
                    least.insert(format!("{}{moved}", scaled(scale, &low)));
                }
                if w.slices || t == last || moves(&|h| h.upper.mentions(w.head.var)) {
                    most.insert(format!("{}{moved}", scaled(scale, &high)));
                }
            }
        }
        for (name, ends, sign) in [(&n.first, least, "<"), (&n.behind, most, ">")] {
            let mut ends = ends.into_iter();
            let first = ends.next().unwrap_or_default();
            out.line(format!("long {name} = {first};"));
            for e in ends {
                out.line(format!("if ({e} {sign} {name}) {name} = {e};"));
            }
        }
        Ok(())
    }

    /// A part's first front in an iteration of the outer loop, and the one behind its last.
    fn ends(
        &self,
        front: &Front<Canonical>,
        w: &Waves,
        t: &str,
    ) -> Result<(String, String), RenderError> {
        let of = |h| bounds(self.unit, h, Some((w.head.var, t)));
        Ok(match front {
            Front::Loop(head) => of(head)?,
            Front::At(n) => (n.to_string(), (n + 1).to_string()),
            Front::Outer => (t.into(), format!("{t} + 1")),
            Front::Behind(head) => {
                let end = of(head)?.1;
                (end.clone(), format!("{end} + 1"))
            }
        })
    }

    fn tiles(
        &mut self,
        out: &mut Lines,
        l: &'a For,
        w: &'a Waves,
        (n, clause): (&Names, &str),
    ) -> Result<(), RenderError> {
        let Names {
            from,
            end,
            begin,
            stop,
            steps,
            tile,
            tiles,
            wave,
            ..
        } = n;
        let (first, behind, size) = (&n.rows.first, &n.rows.behind, &n.rows.size);
        let rows = &n.rows.tiles;
        out.line(format!(
            "const long {tiles} = ({end} - {from} + {steps} - 1) / {steps}, {rows} = ({behind} - {first} + {size} - 1) / {size};"
        ));
        out.flush_left(format!("#pragma omp parallel{clause}"));
        out.open(format!(
            "for (long {wave} = 0; {wave} < {tiles} + {rows} - 1; {wave}++) {{"
        ));
        out.flush_left("#pragma omp for schedule(dynamic)");
        out.open(format!(
            "for (long {tile} = {wave} < {rows} ? 0 : {wave} - {rows} + 1; {tile} < ({wave} < {tiles} ? {wave} + 1 : {tiles}); {tile}++) {{"
        ));
        out.line(format!(
            "const long {begin} = {from} + {tile} * {steps}, {stop} = {begin} + {steps} < {end} ? {begin} + {steps} : {end};"
        ));
        out.line(format!(
            "const long {} = {first} + ({wave} - {tile}) * {size};",
            n.rows.front
        ));
        self.own(out, w);
        if let (Some(columns), Some(along)) = (&w.columns, &n.columns) {
            let last = format!("({stop} - 1)");
            self.ranges(out, w, columns, (along, [begin, &last]))?;
            let (front, size) = (&along.front, &along.size);
            out.open(format!(
                "for (long {front} = {}; {front} < {}; {front} += {size}) {{",
                along.first, along.behind
            ));
        }
        self.steps(out, l, w, (n, [begin, stop]))?;
        for _ in 0..2 + usize::from(w.columns.is_some()) {
            out.close("}");
        }
        Ok(())
    }

    /// Declares the scalars of which each tile has its own.
    pub(super) fn own(&self, out: &mut Lines, w: &Waves) {
        for v in &w.own {
            let name = &self.unit.var(*v).name;
            out.line(format!("__typeof__({name}) {name};"));
        }
    }

    /// What a tile has of some iterations of the outer loop.
    pub(super) fn steps(
        &mut self,
        out: &mut Lines,
        l: &'a For,
        w: &'a Waves,
        (n, [begin, end]): (&Names, [&String; 2]),
    ) -> Result<(), RenderError> {
        let at = &n.at;
        out.open(format!(
            "for (long {at} = {begin}; {at} < {end}; {at}++) {{"
        ));
        constant(self.unit, out, &w.head, at);
        self.parts(out, &l.body, w, n)?;
        out.close("}");
        Ok(())
    }

    /// The statements of the loop's body, each where its fronts are the tile's.
    fn parts(
        &mut self,
        out: &mut Lines,
        body: &'a Stmt,
        w: &'a Waves,
        n: &Names,
    ) -> Result<(), RenderError> {
        if w.rows.parts.contains_key(&body.id) {
            return self.part(out, body, w, n);
        }
        match &body.kind {
            StmtKind::Block(inner) => inner.iter().try_for_each(|s| self.parts(out, s, w, n)),
            _ => Ok(()),
        }
    }

    /// A statement: its loops that have fronts, from and to those of the tile, if its other fronts are the tile's.
    fn part(
        &mut self,
        out: &mut Lines,
        stmt: &'a Stmt,
        w: &Waves,
        n: &Names,
    ) -> Result<(), RenderError> {
        let unit = self.unit;
        let columns = w.columns.iter().zip(&n.columns);
        let (mut inside, mut wanted, mut heads) = (stmt, Vec::new(), Vec::new());
        out.open("{");
        for (fronts, along) in iter::once((&w.rows, &n.rows)).chain(columns) {
            let Some(part) = fronts.parts.get(&stmt.id) else {
                continue;
            };
            let first = format!(
                "{}{}",
                along.front,
                moved(fronts.by, &n.at, part.shift, "-")
            );
            let size = &along.size;
            let (Front::Loop(head), Some((own, l))) = (&part.front, first_loop(inside)) else {
                let (at, _) = self.ends(&part.front, w, &n.at)?;
                let at = scaled(fronts.scale, &at);
                wanted.push(format!("{at} >= {first} && {at} < {first} + {size}"));
                continue;
            };
            let name = &unit.var(head.var).name;
            let [low, high] = ["low", "high"].map(|e| fresh(unit, format!("{name}_{e}")));
            let (from, end) = bounds(unit, head, None)?;
            out.line(format!("long {low} = {first}, {high} = {low} + {size};"));
            if fronts.scale > 1 {
                for end in [&low, &high] {
                    out.line(rounded_up(end, fronts.scale));
                }
            }
            out.line(format!("if ({low} < {from}) {low} = {from};"));
            out.line(format!("if ({high} > {end}) {high} = {end};"));
            wanted.push(format!("{low} < {high}"));
            heads.push(((own, l), head, low, high));
            inside = &l.body;
        }
        out.line(format!("if ({})", wanted.join(" && ")));
        let compute = self.compute;
        let fused = heads
            .last()
            .and_then(|((_, l), ..)| compute.fused.get(&l.id));
        let mut sums = None;
        if fused.is_none()
            && let Some(((own, _), _, low, high)) = heads.last()
        {
            sums = self.part_with_sums_ahead(own, (low, high))?;
        }
        if sums.is_some() {
            heads.pop();
        }
        for ((_, l), head, low, high) in heads {
            if let Some(lanes) = self.lanes_of(l) {
                out.flush_left(lanes?);
            }
            let p = Printer::of(unit, Dialect::HostC);
            let name = &unit.var(head.var).name;
            let ty = unit.var(head.var).ty;
            let begin = match head.declared {
                true => p.declare(ty, name),
                false => name.clone(),
            };
            out.line(format!(
                "    for ({begin} = {low}; {name} < ({}){high}; {name}++)",
                p.type_name(ty)
            ));
        }
        match sums {
            Some(text) => {
                out.block(&text);
                out.close("}");
            }
            None => {
                self.text_in_tile(out, inside, fused)?;
                out.dedent();
            }
        }
        Ok(())
    }

    /// SIMD lanes that share a part's own loop.
    fn lanes_of(&self, l: &For) -> Option<Result<String, RenderError>> {
        let found = self.compute.cores.loops.get(&l.id)?;
        let CoreLoop::Directive {
            alone,
            how,
            sharing,
            reductions,
            ..
        } = found
        else {
            return None;
        };
        let (sharing, reductions) = match how {
            HostLoop::Simd => (sharing, reductions),
            HostLoop::ThreadsSimd => {
                let lanes = alone.as_ref()?.simd.as_ref()?;
                (&lanes.sharing, &lanes.reductions)
            }
            _ => return None,
        };
        let clauses = self.clauses(sharing, reductions);
        Some(clauses.map(|c| format!("#pragma omp simd{c}")))
    }

    /// The user's text of a part or its body, whose loops no threads share, and the brace behind it. `fused`: it is the body of a loop that is
    /// several in the text.
    fn text_in_tile(
        &mut self,
        out: &mut Lines,
        stmt: &'a Stmt,
        fused: Option<&FusedLoops>,
    ) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: stmt.span.start,
            end: statement_end(source, stmt.span),
        };
        let outside = std::mem::take(&mut self.edits);
        let around = (self.in_tile, self.in_threads);
        (self.in_tile, self.in_threads) = (true, true);
        if let Some(fused) = fused {
            self.seams(fused);
        }
        self.visit_stmt(stmt);
        (self.in_tile, self.in_threads) = around;
        if let Some(e) = self.failed.take() {
            return Err(e);
        }
        let mut edits = std::mem::replace(&mut self.edits, outside);
        edits.extend(leftovers(self.unit, whole));
        let text = apply(source, whole, &mut edits);
        out.flush_left(format!(
            "{}{text}{}}}",
            to_user(source, whole.start),
            to_generated()
        ));
        Ok(())
    }
}

/// The loop that a statement is, or the first one in it.
fn first_loop(s: &Stmt) -> Option<(&Stmt, &For)> {
    match &s.kind {
        StmtKind::For(l) => Some((s, l)),
        StmtKind::Block(inner) => inner.iter().find_map(first_loop),
        _ => None,
    }
}

/// A front of a loop among those of tiles.
fn scaled(scale: i64, front: &str) -> String {
    match scale {
        1 => front.into(),
        n => format!("{n} * {front}"),
    }
}

/// Divides a variable, whatever its sign.
fn rounded_up(name: &str, by: i64) -> String {
    format!("{name} = ({name} + ({name} > 0 ? {} : 0)) / {by};", by - 1)
}

/// How far a part's fronts are from its variable in an iteration of the outer loop.
fn moved(by: i64, at: &str, shift: i64, sign: &str) -> String {
    let other = if sign == "+" { "-" } else { "+" };
    let signed = |n: i64| if n < 0 { other } else { sign };
    let mut text = match by {
        0 => String::new(),
        1 | -1 => format!(" {} {at}", signed(by)),
        by => format!(" {} {} * {at}", signed(by), by.abs()),
    };
    if shift != 0 {
        let _ = write!(text, " {} {}", signed(shift), shift.abs());
    }
    text
}

/// The bytes that an iteration of the inner loops touches, as a `double`.
fn bytes(unit: &Unit, w: &Waves) -> Result<String, RenderError> {
    let mut text = w.bytes.to_string();
    for head in &w.line {
        let _ = write!(text, " * {}", worth::iterations(unit, head)?);
    }
    Ok(text)
}
