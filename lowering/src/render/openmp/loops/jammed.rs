//! Loops of which the cores run some iterations together (`plan/jammed.rs`), as C:
//!
//! ```c
//! #pragma omp parallel for schedule(static)
//! for (long i_part = i_from; i_part < i_end; i_part += 8)
//!     if (i_end - i_part >= 8) {
//!         const int i_first = i_part;
//!         double s_lanes[8];
//!         for (int j = 1; j < n; j++) {
//! #pragma omp simd
//!             for (int i_lane = 0; i_lane < 8; i_lane++) {
//!                 const int i = i_first + i_lane;
//!                 …                                        // the statements, with s_lanes[i_lane] for s
//!             }
//!         }
//!     } else
//!         for (long i_at = i_part; i_at < i_end; i_at++) {
//!             const int i = i_at;
//!             …                                            // the iteration
//!         }
//! ```

use super::super::worth;
use super::Loops;
use super::blocked::Instead;
use super::heads::{bounds, checked, fresh, from_outside, own_declaration, unqualified, unused};
use crate::plan::{JamStep, Jammed, LaneCopies};
use crate::print::stmt::{Head, Statements};
use crate::print::{Access, Dialect, Lines, PRIMARY, Printer};
use crate::render::RenderError;
use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, Expr, ExprId, ExprKind, For, LocalDecl, Stmt, VarId};
use std::collections::HashMap;

impl<'a> Loops<'a> {
    /// Puts a loop with its iterations jammed in the place of the user's, or before it, where that still runs if memory overlaps.
    pub(super) fn jammed(
        &mut self,
        stmt: &Stmt,
        l: &For,
        jammed: &Jammed,
    ) -> Result<(), RenderError> {
        let instead = self.jam(jammed)?;
        self.put_instead(stmt, l, &instead);
        Ok(())
    }

    /// A loop with its iterations jammed.
    pub(super) fn jam(&self, jammed: &Jammed) -> Result<Instead, RenderError> {
        let threads = match &jammed.worth {
            Some(own) => Some(worth::clause(self.unit, Some(own), "", self.runtime)?),
            None => None,
        };
        Ok(Instead {
            question: self.asked(&jammed.apart)?,
            text: Jam::of(self.unit, jammed).text(threads)?,
        })
    }
}

/// Writes one of them.
struct Jam<'j> {
    unit: &'j Unit,
    jammed: &'j Jammed,
    p: Printer<'j>,
    out: Lines,
    /// The names of the lanes' number, and of the first lane's value of the loop's variable.
    lane: String,
    first: String,
    /// The names of what the loop's variable is where elements lie apart, and of the number that it is made of.
    apart: String,
    by: String,
    /// The places of elements that lanes hold in the loop that is being written, with what stands for them.
    held: Vec<(ExprId, String)>,
}

impl Statements for Jam<'_> {
    fn printer(&self) -> &Printer<'_> {
        &self.p
    }
    fn out(&mut self) -> &mut Lines {
        &mut self.out
    }
    fn decl(&mut self, d: &LocalDecl) {
        let line = own_declaration(&self.p, d);
        line.iter().for_each(|l| self.out.line(l));
    }
}

impl<'j> Jam<'j> {
    fn of(unit: &'j Unit, jammed: &'j Jammed) -> Self {
        let var = &unit.var(jammed.head.var).name;
        Self {
            unit,
            jammed,
            p: Printer::of(unit, Dialect::HostC),
            out: Lines::default(),
            lane: fresh(unit, format!("{var}_lane")),
            first: fresh(unit, format!("{var}_first")),
            apart: fresh(unit, format!("{var}_apart")),
            by: fresh(unit, format!("{var}_by")),
            held: Vec::new(),
        }
    }

    /// The whole loop. `threads`: the `if` clause of the threads that share it, if any do.
    fn text(mut self, threads: Option<String>) -> Result<String, RenderError> {
        let j = self.jammed;
        self.out.open("{");
        let mut braces = 1;
        self.named();
        let heads: Vec<&Canonical> = j.outer.iter().chain([&j.head]).collect();
        let collapse = self.are_apart(&heads);
        let mut threads = threads.as_deref();
        if collapse {
            for head in &heads {
                self.range(head)?;
            }
        }
        for head in &j.outer {
            if !collapse {
                self.range(head)?;
            }
            let depth = if collapse { heads.len() } else { 1 };
            self.pragma(threads.take(), depth);
            let [from, end, at] = ["from", "end", "at"].map(|e| self.name(head.var, e));
            self.out
                .open(format!("for (long {at} = {from}; {at} < {end}; {at}++) {{"));
            braces += 1;
            if !collapse {
                self.constant(head, &at);
            }
        }
        if !collapse {
            self.range(&j.head)?;
        }
        self.pragma(threads.take(), 1);
        self.parts(collapse)?;
        for _ in 0..braces {
            self.out.close("}");
        }
        checked(&self.p)?;
        Ok(self.out.into_text())
    }

    /// The loop over parts of so many iterations.
    fn parts(&mut self, collapse: bool) -> Result<(), RenderError> {
        let j = self.jammed;
        let var = j.head.var;
        let [from, end, part, at] = ["from", "end", "part", "at"].map(|e| self.name(var, e));
        let lanes = j.lanes;
        self.out.open(format!(
            "for (long {part} = {from}; {part} < {end}; {part} += {lanes}) {{"
        ));
        if collapse {
            for head in &j.outer {
                let at = self.name(head.var, "at");
                self.constant(head, &at);
            }
        }
        self.out.open(format!("if ({end} - {part} >= {lanes}) {{"));
        self.counters();
        let ty = self.unit.var(var).ty;
        let first = unqualified(&self.p, ty, &self.first);
        self.out.line(format!("const {first} = {part};"));
        if !j.scattered.is_empty() {
            // A number that the compiler doesn't know: of elements a fixed number of bytes apart gcc reads all that lies between too.
            let by = unqualified(&self.p, ty, &self.by);
            self.out
                .line(format!("{by} = 1; __asm__(\"\" : \"+r\"({}));", self.by));
        }
        let arrays = self.arrays();
        for (v, name) in &arrays {
            let ty = self.unit.var(*v).ty;
            let declared = unqualified(&self.p, ty, &format!("{name}[{lanes}]"));
            self.out.line(format!("{declared};"));
        }
        let names = arrays
            .iter()
            .map(|(v, name)| (*v, Access::Name(format!("{name}[{}]", self.lane))));
        self.p.access = names.collect::<HashMap<_, _>>();
        self.steps(&j.steps);
        self.p.access.clear();
        self.out.between("} else {");
        self.out
            .open(format!("for (long {at} = {part}; {at} < {end}; {at}++) {{"));
        self.constant(&j.head, &at);
        self.scalars(&from_outside(&j.body, &j.counters));
        self.scalars(&j.own);
        self.body(&j.body);
        for _ in 0..3 {
            self.out.close("}");
        }
        Ok(())
    }

    fn steps(&mut self, steps: &'j [JamStep]) {
        for s in steps {
            match s {
                JamStep::Lanes { own, stmts } => self.lanes(own, stmts),
                JamStep::Loop { head, held, body } => match &head.canonical {
                    Some(range) if !held.is_empty() => self.holding((head, range), held, body),
                    _ => self.counted(Head::of(head), |_| {}, |w| w.steps(body)),
                },
                JamStep::If { cond, then, els } => {
                    let otherwise = (!els.is_empty()).then_some(|w: &mut Self| w.steps(els));
                    self.conditional(cond, |w| w.steps(then), otherwise);
                }
            }
        }
    }

    /// A loop whose lanes hold elements. They may not exist where it has no iteration.
    fn holding(
        &mut self,
        (l, head): (&'j For, &Canonical),
        held: &'j [LaneCopies],
        body: &'j [JamStep],
    ) {
        let [lower, upper] = [&head.lower, &head.upper].map(|e| self.p.operand(e, PRIMARY));
        let cmp = head.cmp.op().symbol();
        self.out.open(format!("if ({lower} {cmp} {upper}) {{"));
        let mut places = Vec::new();
        for h in held {
            let name = self.name_of(h, &places);
            let declared = unqualified(
                &self.p,
                h.element.ty,
                &format!("{name}[{}]", self.jammed.lanes),
            );
            self.out.line(format!("{declared};"));
            let text = format!("{name}[{}]", self.lane);
            places.extend(h.places.iter().map(|id| (*id, text.clone())));
        }
        self.each_lane(&[], |w| {
            w.scattered(held.iter().map(|h| &h.element));
            for h in held {
                let from = w.p.expr(&h.element);
                if let Some((_, to)) = places.iter().find(|(id, _)| h.places.contains(id)) {
                    w.out.line(format!("{to} = {from};"));
                }
            }
        });
        self.held = places;
        self.counted(Head::of(l), |_| {}, |w| w.steps(body));
        self.held.clear();
        self.out.close("}");
    }

    /// The name of what lanes hold of an element: `body_x_lanes` of `body[i].x`.
    fn name_of(&self, h: &LaneCopies, others: &[(ExprId, String)]) -> String {
        let root = rough_place(self.unit, &h.element)
            .map_or("element", |p| self.unit.var(p.root).name.as_str());
        let member = match &h.element.kind {
            ExprKind::Member { field, .. } => format!("_{field}"),
            _ => String::new(),
        };
        let mut name = fresh(self.unit, format!("{root}{member}_lanes"));
        // A scalar may have the name of an element.
        let scalars = self.arrays();
        while scalars.iter().any(|(_, o)| *o == name)
            || others
                .iter()
                .any(|(_, o)| o.starts_with(&format!("{name}[")))
        {
            name.push('_');
        }
        name
    }

    fn lanes(&mut self, own: &[VarId], stmts: &'j [Stmt]) {
        let mut all: Vec<&Expr> = Vec::new();
        for s in stmts {
            s.each_expr(|e| all.push(e));
        }
        self.each_lane(own, |w| {
            w.scattered(all);
            stmts.iter().for_each(|s| w.stmt(s));
        });
    }

    /// What all lanes do. `own`: their scalars.
    fn each_lane(&mut self, own: &[VarId], inside: impl FnOnce(&mut Self)) {
        let (lane, lanes) = (self.lane.clone(), self.jammed.lanes);
        self.out.flush_left("#pragma omp simd");
        self.out.open(format!(
            "for (int {lane} = 0; {lane} < {lanes}; {lane}++) {{"
        ));
        let at = format!("{} + {lane}", self.first);
        self.constant(&self.jammed.head, &at);
        self.scalars(own);
        inside(self);
        self.p.hoisted.clear();
        self.out.close("}");
    }

    /// Gives elements that lie apart from lane to lane a variable of their own, of which the compiler doesn't know how it counts, but for those that
    /// lanes hold.
    fn scattered<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        let scattered = &self.jammed.scattered;
        let held = |e: &Expr| self.held.iter().any(|(id, _)| *id == e.id);
        let all: Vec<&Expr> = all
            .into_iter()
            .filter(|e| scattered.contains(&e.id) && !held(e))
            .collect();
        self.p.hoisted.extend(self.held.iter().cloned());
        if all.is_empty() {
            return;
        }
        let var = self.jammed.head.var;
        let ty = self.unit.var(var).ty;
        let declared = unqualified(&self.p, ty, &self.apart);
        let (first, lane, by) = (&self.first, &self.lane, &self.by);
        self.out
            .line(format!("const {declared} = {first} + {lane} * {by};"));
        self.p.access.insert(var, Access::Name(self.apart.clone()));
        let texts: Vec<_> = all
            .iter()
            .map(|e| (e.id, self.p.operand(e, PRIMARY)))
            .collect();
        self.p.access.remove(&var);
        self.p.hoisted.extend(texts);
    }

    /// Names the variables that take no part in it any more, so that no compiler finds them unused.
    fn named(&mut self) {
        let j = self.jammed;
        let heads = j.outer.iter().chain([&j.head]);
        let outside = heads.filter(|h| !h.declared).map(|h| h.var);
        let counters = from_outside(&j.body, &j.counters);
        let all = outside.chain(counters).chain(j.own.iter().copied());
        unused(self.unit, all).iter().for_each(|l| self.out.line(l));
    }

    /// The names of the expanded scalars, one for all lanes of each.
    fn arrays(&self) -> Vec<(VarId, String)> {
        let mut arrays: Vec<(VarId, String)> = Vec::new();
        for v in &self.jammed.expanded {
            let mut name = self.name(*v, "lanes");
            while arrays.iter().any(|(_, other)| *other == name) {
                name.push('_');
            }
            arrays.push((*v, name));
        }
        arrays
    }

    fn counters(&mut self) {
        self.scalars(&self.jammed.counters);
    }

    fn scalars(&mut self, all: &[VarId]) {
        for v in all {
            let name = &self.unit.var(*v).name;
            self.out.line(format!(
                "{};",
                unqualified(&self.p, self.unit.var(*v).ty, name)
            ));
        }
    }

    fn constant(&mut self, head: &Canonical, value: &str) {
        let var = self.unit.var(head.var);
        let declared = unqualified(&self.p, var.ty, &var.name);
        self.out.line(format!("const {declared} = {value};"));
    }

    /// Whether none of the loops' bounds names another one's variable.
    fn are_apart(&self, heads: &[&Canonical]) -> bool {
        heads.iter().all(|h| {
            let bounds = [&h.lower, &h.upper];
            !heads
                .iter()
                .any(|other| bounds.iter().any(|e| e.mentions(other.var)))
        })
    }

    fn range(&mut self, head: &Canonical) -> Result<(), RenderError> {
        let (from, end) = bounds(self.unit, head, None)?;
        let names = (self.name(head.var, "from"), self.name(head.var, "end"));
        self.out.line(format!(
            "const long {} = {from}, {} = {end};",
            names.0, names.1
        ));
        Ok(())
    }

    fn pragma(&mut self, threads: Option<&str>, depth: usize) {
        let Some(condition) = threads else { return };
        let collapse = match depth {
            1 => String::new(),
            n => format!(" collapse({n})"),
        };
        self.out.flush_left(format!(
            "#pragma omp parallel for{collapse} schedule(static){condition}"
        ));
    }

    fn name(&self, var: VarId, ending: &str) -> String {
        fresh(self.unit, format!("{}_{ending}", self.unit.var(var).name))
    }
}
