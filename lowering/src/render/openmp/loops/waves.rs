//! Loops in order in tiles, wave by wave (`plan/waves.rs`), as C:
//!
//! ```c
//! if (__accrs_tiles(t_end - t_from, i_end - i_from, (double)n * 16, 2, 1, &t_size, &i_size)) {
//!     const long t_tiles = …, i_tiles = …;
//! #pragma omp parallel
//!     for (long wave = 0; wave < t_tiles + i_tiles - 1; wave++) {
//! #pragma omp for schedule(dynamic)
//!         for (long t_tile = …; t_tile < …; t_tile++) {
//!             const long i_tile = i_from + (wave - t_tile) * i_size;
//!             for (long t_at = …; t_at < …; t_at++) {
//!                 const int t = t_at;
//!                 …                            // the user's loops, between i_tile and i_tile + i_size
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
use super::blocked::lines::Lines;
use super::blocked::{bounds, fresh};
use crate::plan::{CoreLoop, Front, HostLoop, WavePart, Waves};
use crate::print::{Dialect, Printer};
use crate::render::RenderError;
use crate::render::text::{Edit, apply, quiet, to_generated, to_user};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, Stmt, StmtKind, Visit};
use accrs_frontend::source::Span;
use indexmap::IndexSet;
use std::fmt::Write;

/// The names of what the loops over tiles count with.
struct Names {
    /// The outer loop's first iteration, its end, its last iteration, and the one that a tile is in.
    from: String,
    end: String,
    last: String,
    at: String,
    /// The inner loops' first front, and the one behind the last.
    first: String,
    behind: String,
    /// A tile's first front, and its sizes.
    front: String,
    steps: String,
    size: String,
    tile: String,
    wave: String,
    tiles: String,
    rows: String,
}

impl Names {
    fn of(unit: &Unit, w: &Waves) -> Self {
        let outer = &unit.var(w.head.var).name;
        let head = w.parts.values().find_map(|p| match &p.front {
            Front::Loop(head) => Some(head),
            _ => None,
        });
        let inner = head.map_or(outer, |h| &unit.var(h.var).name);
        let inner = if inner == outer { "front" } else { inner };
        let name = |of: &str, ending: &str| fresh(unit, format!("{of}_{ending}"));
        Names {
            from: name(outer, "from"),
            end: name(outer, "end"),
            last: name(outer, "last"),
            at: name(outer, "at"),
            first: name(inner, "first"),
            behind: name(inner, "behind"),
            front: name(inner, "tile"),
            steps: name(outer, "size"),
            size: name(inner, "size"),
            tile: name(outer, "tile"),
            wave: fresh(unit, "wave".into()),
            tiles: name(outer, "tiles"),
            rows: name(inner, "tiles"),
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
        let names = Names::of(self.unit, w);
        self.ranges(&mut out, w, &names)?;
        let bytes = bytes(self.unit, w)?;
        let Names {
            from,
            end,
            first,
            behind,
            steps,
            size,
            ..
        } = &names;
        out.line(format!("long {steps}, {size};"));
        let _ = write!(
            asked,
            "__accrs_tiles({end} - {from}, {behind} - {first}, {bytes}, {}, {}, &{steps}, &{size})",
            w.by,
            u8::from(w.shared)
        );
        out.open(format!("if ({asked}) {{"));
        let clause = worth::clause(self.unit, Some(&w.worth), "", self.runtime)?;
        self.tiles(&mut out, l, w, (&names, &clause))?;
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
        edits.extend(leftovers(&self.unit.source, whole));
        Ok(apply(&self.unit.source, whole, &mut edits))
    }

    /// Declares where the loops begin and end: the fronts are linear in the outer loop's variable, so its first and its last iteration have the ends.
    fn ranges(&self, out: &mut Lines, w: &Waves, n: &Names) -> Result<(), RenderError> {
        let (from, end) = bounds(self.unit, &w.head, None)?;
        out.line(format!(
            "const long {} = {from}, {} = {end}, {} = {} - 1;",
            n.from, n.end, n.last, n.end
        ));
        let (mut least, mut most) = (IndexSet::new(), IndexSet::new());
        for part in w.parts.values() {
            for t in [&n.from, &n.last] {
                let moved = moved(w.by, t, part.shift, "+");
                let (low, high) = self.ends(&part.front, w, t)?;
                let moves = |e: &dyn Fn(&Canonical) -> bool| match &part.front {
                    Front::Loop(h) | Front::Behind(h) => e(h),
                    Front::At(_) | Front::Outer => false,
                };
                if t == &n.from || moves(&|h| h.lower.mentions(w.head.var)) {
                    least.insert(format!("{low}{moved}"));
                }
                if t == &n.last || moves(&|h| h.upper.mentions(w.head.var)) {
                    most.insert(format!("{high}{moved}"));
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
            at,
            first,
            behind,
            front,
            steps,
            size,
            tile,
            wave,
            tiles,
            rows,
            ..
        } = n;
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
            "const long {front} = {first} + ({wave} - {tile}) * {size};"
        ));
        for v in &w.own {
            let name = &self.unit.var(*v).name;
            out.line(format!("__typeof__({name}) {name};"));
        }
        out.open(format!(
            "for (long {at} = {from} + {tile} * {steps}; {at} < {end} && {at} < {from} + ({tile} + 1) * {steps}; {at}++) {{"
        ));
        self.constant(out, &w.head, at);
        self.parts(out, &l.body, w, n)?;
        for _ in 0..3 {
            out.close("}");
        }
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
        match (&body.kind, w.parts.get(&body.id)) {
            (_, Some(part)) => self.part(out, body, part, w, n),
            (StmtKind::Block(inner), None) => {
                inner.iter().try_for_each(|s| self.parts(out, s, w, n))
            }
            _ => Ok(()),
        }
    }

    fn part(
        &mut self,
        out: &mut Lines,
        stmt: &'a Stmt,
        part: &WavePart,
        w: &Waves,
        n: &Names,
    ) -> Result<(), RenderError> {
        let unit = self.unit;
        let back = moved(w.by, &n.at, part.shift, "-");
        let (front, size) = (&n.front, &n.size);
        let (Front::Loop(head), StmtKind::For(l)) = (&part.front, &stmt.kind) else {
            let (at, _) = self.ends(&part.front, w, &n.at)?;
            out.line(format!(
                "if ({at} >= {front}{back} && {at} < {front}{back} + {size}) {{"
            ));
            return self.text_in_tile(out, stmt);
        };
        let name = &unit.var(head.var).name;
        let [low, high] = ["low", "high"].map(|e| fresh(unit, format!("{name}_{e}")));
        let (from, end) = bounds(unit, head, None)?;
        out.open("{");
        out.line(format!(
            "long {low} = {front}{back}, {high} = {low} + {size};"
        ));
        out.line(format!("if ({low} < {from}) {low} = {from};"));
        out.line(format!("if ({high} > {end}) {high} = {end};"));
        out.line(format!("if ({low} < {high})"));
        if let Some(lanes) = self.lanes_of(l) {
            out.flush_left(lanes?);
        }
        let p = Printer::of(unit, Dialect::HostC);
        let ty = unit.var(head.var).ty;
        let begin = match head.declared {
            true => p.declare(ty, name),
            false => name.clone(),
        };
        out.line(format!(
            "    for ({begin} = {low}; {name} < ({}){high}; {name}++)",
            p.type_name(ty)
        ));
        self.text_in_tile(out, &l.body)?;
        out.dedent();
        Ok(())
    }

    /// SIMD lanes that share a part's own loop.
    fn lanes_of(&self, l: &For) -> Option<Result<String, RenderError>> {
        let Some(CoreLoop::Directive { alone, how, .. }) = self.compute.cores.loops.get(&l.id)
        else {
            return None;
        };
        let lanes = alone.as_ref()?.simd.as_ref()?;
        (*how == HostLoop::ThreadsSimd).then(|| {
            let clauses = self.clauses(&lanes.sharing, &lanes.reductions)?;
            Ok(format!("#pragma omp simd{clauses}"))
        })
    }

    /// The user's text of a part or its body, whose loops no threads share, and the brace behind it.
    fn text_in_tile(&mut self, out: &mut Lines, stmt: &'a Stmt) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: stmt.span.start,
            end: statement_end(source, stmt.span),
        };
        let outside = std::mem::take(&mut self.edits);
        let around = (self.in_tile, self.in_threads);
        (self.in_tile, self.in_threads) = (true, true);
        self.visit_stmt(stmt);
        (self.in_tile, self.in_threads) = around;
        if let Some(e) = self.failed.take() {
            return Err(e);
        }
        let mut edits = std::mem::replace(&mut self.edits, outside);
        edits.extend(leftovers(source, whole));
        let text = apply(source, whole, &mut edits);
        out.flush_left(format!(
            "{}{text}{}}}",
            to_user(source, whole.start),
            to_generated()
        ));
        Ok(())
    }

    /// Declares a loop's variable, with the value of a counter.
    fn constant(&self, out: &mut Lines, head: &Canonical, counter: &str) {
        let p = Printer::of(self.unit, Dialect::HostC);
        let var = self.unit.var(head.var);
        out.line(format!(
            "const {} = {counter};",
            p.declare(var.ty, &var.name)
        ));
    }
}

/// How far a part's fronts are from its variable in an iteration of the outer loop.
fn moved(by: i64, at: &str, shift: i64, sign: &str) -> String {
    let mut text = match by {
        0 => String::new(),
        1 => format!(" {sign} {at}"),
        by => format!(" {sign} {by} * {at}"),
    };
    if shift != 0 {
        let _ = write!(text, " {sign} {shift}");
    }
    text
}

/// The bytes that an iteration of the inner loops touches, as a `double`.
fn bytes(unit: &Unit, w: &Waves) -> Result<String, RenderError> {
    let mut text = w.bytes.to_string();
    for head in &w.line {
        let _ = write!(text, " * {}", worth::trips(unit, head)?);
    }
    Ok(text)
}
