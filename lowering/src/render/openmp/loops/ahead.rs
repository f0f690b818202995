//! Loops in order of which the cores take some iterations' sums together (`plan/ahead.rs`), as C:
//!
//! ```c
//! for (long i_part = i_from; i_part < i_end; i_part += 8)
//!     if (i_end - i_part >= 8) {
//!         for (int i_lane = 0; i_lane < 8; i_lane++) {
//!             const int i = i_part + i_lane;
//!             …                                        // what stands before the sums
//!         }
//!         const long j_least = …;                      // the fewest terms
//!         if (j_from < j_least) {
//!             double x_0 = x[i_part], x_1 = x[i_part + 1], …;
//!             for (int j = j_from; j < j_least; j++) {
//!                 { const int i = i_part; x_0 -= l[i][j] * x[j]; }
//!                 …
//!             }
//!             x[i_part] = x_0; …
//!         }
//!         for (int i_lane = 0; i_lane < 8; i_lane++) {
//!             const int i = i_part + i_lane;
//!             for (int j = j_rest; j < i; j++)         // the rest of the sum
//!                 x[i] -= l[i][j] * x[j];
//!             …                                        // what stands behind it
//!         }
//!     } else …                                         // the iterations that are left over
//! ```
//!
//! SIMD lanes have an array of sums in the place of such variables.

use super::Loops;
use super::blocked::Instead;
use super::heads::{bounds, checked, fresh, from_outside, own_declaration, unqualified, unused};
use crate::plan::{Ahead, OwnPart};
use crate::print::stmt::Statements;
use crate::print::{Access, Dialect, Lines, Printer};
use crate::render::RenderError;
use accrs_frontend::Unit;
use accrs_frontend::region::{For, LocalDecl, Stmt, VarId};
use std::collections::HashMap;

impl<'a> Loops<'a> {
    /// Puts a loop with sums ahead in the place of the user's, or before it, where that still runs if memory overlaps.
    pub(super) fn ahead(&mut self, stmt: &Stmt, l: &For, a: &Ahead) -> Result<(), RenderError> {
        let instead = self.with_sums_ahead(a)?;
        self.put_instead(stmt, l, &instead);
        Ok(())
    }

    /// A loop with sums ahead.
    pub(super) fn with_sums_ahead(&self, a: &Ahead) -> Result<Instead, RenderError> {
        let (from, end) = bounds(self.unit, &a.head, None)?;
        Ok(Instead {
            question: self.asked(&a.apart)?,
            text: Text::of(self.unit, a).between(&from, &end)?,
        })
    }

    /// The part of such a loop that is between two numbers, where its memory is known to lie apart.
    pub(super) fn part_with_sums_ahead(
        &self,
        stmt: &Stmt,
        (from, end): (&str, &str),
    ) -> Result<Option<String>, RenderError> {
        let Some(a) = self.compute.ahead.get(&stmt.id) else {
            return Ok(None);
        };
        if !self.asked(&a.apart)?.is_empty() {
            return Ok(None);
        }
        Text::of(self.unit, a).between(from, end).map(Some)
    }
}

/// Writes one of them.
struct Text<'t> {
    unit: &'t Unit,
    a: &'t Ahead,
    p: Printer<'t>,
    out: Lines,
    /// The names of an iteration's number among those that are taken together, and of the first one's value of the loop's variable.
    lane: String,
    first: String,
    /// The names of the inner loop's first value, of the end of what all have, and of where the rest begins.
    from: String,
    least: String,
    rest: String,
    /// The names of the sums, without a number, and of the scalars of each iteration.
    sums: Vec<String>,
    arrays: Vec<(VarId, String)>,
}

impl Statements for Text<'_> {
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

impl<'t> Text<'t> {
    fn of(unit: &'t Unit, a: &'t Ahead) -> Self {
        let mut taken: Vec<String> = Vec::new();
        let mut name = |stem: &str, ending: &str| {
            let mut name = fresh(unit, format!("{stem}_{ending}"));
            while taken.contains(&name) {
                name.push('_');
            }
            taken.push(name.clone());
            name
        };
        let (var, inner) = (&unit.var(a.head.var).name, &unit.var(a.inner_head.var).name);
        Self {
            unit,
            a,
            p: Printer::of(unit, Dialect::HostC),
            out: Lines::default(),
            lane: name(var, "lane"),
            first: name(var, "part"),
            from: name(inner, "from"),
            least: name(inner, "least"),
            rest: name(inner, "rest"),
            sums: a.sums.iter().map(|_| name(var, "sum")).collect(),
            arrays: a
                .expanded
                .iter()
                .map(|v| (*v, name(&unit.var(*v).name, "lanes")))
                .collect(),
        }
    }

    /// The loop from a number to another one.
    fn between(mut self, from: &str, end: &str) -> Result<String, RenderError> {
        let (a, first) = (self.a, self.first.clone());
        let var = a.head.var;
        let name = &self.unit.var(var).name;
        let [own_from, own_end, at] =
            ["from", "end", "at"].map(|e| fresh(self.unit, format!("{name}_{e}")));
        let n = a.together;
        self.out.open("{");
        self.named();
        self.out.line(format!(
            "const long {own_from} = {from}, {own_end} = {end};"
        ));
        self.out.open(format!(
            "for (long {first} = {own_from}; {first} < {own_end}; {first} += {n}) {{"
        ));
        self.out.open(format!("if ({own_end} - {first} >= {n}) {{"));
        self.together()?;
        self.out.between("} else {");
        self.out.open(format!(
            "for (long {at} = {first}; {at} < {own_end}; {at}++) {{"
        ));
        self.constant(&at);
        self.scalars(&from_outside(&a.body, &a.counters));
        self.scalars(&a.own);
        self.body(&a.body);
        for _ in 0..4 {
            self.out.close("}");
        }
        checked(&self.p)?;
        Ok(self.out.into_text())
    }

    /// So many iterations.
    fn together(&mut self) -> Result<(), RenderError> {
        let a = self.a;
        self.scalars(&a.counters);
        let arrays = self.arrays.clone();
        for (v, name) in &arrays {
            let ty = self.unit.var(*v).ty;
            let declared = unqualified(&self.p, ty, &format!("{name}[{}]", a.together));
            self.out.line(format!("{declared};"));
        }
        let lane = &self.lane;
        let names = arrays
            .into_iter()
            .map(|(v, name)| (v, Access::Name(format!("{name}[{lane}]"))));
        self.p.access = names.collect::<HashMap<_, _>>();
        if !a.before.stmts.is_empty() {
            self.each("", |w| w.part(&a.before));
        }
        let head = &a.inner_head;
        let shortest = match (head.upper.mentions(a.head.var), a.falling) {
            (true, true) => format!("({} + {})", self.first, a.together - 1),
            _ => self.first.clone(),
        };
        let (from, least) = bounds(self.unit, head, Some((a.head.var, &shortest)))?;
        let (own_from, own_least, rest) = (&self.from, &self.least, &self.rest);
        self.out.line(format!(
            "const long {own_from} = {from}, {own_least} = {least};"
        ));
        self.out.line(format!(
            "const long {rest} = {own_from} < {own_least} ? {own_least} : {own_from};"
        ));
        self.out
            .open(format!("if ({} < {}) {{", self.from, self.least));
        match a.lanes {
            true => self.by_lanes(),
            false => self.by_variables(),
        }
        self.out.close("}");
        self.each("", |w| {
            w.inner(&w.rest.clone(), None);
            w.body(&w.a.inner.body);
            w.out.close("}");
            w.part(&w.a.behind);
        });
        self.p.access.clear();
        Ok(())
    }

    /// The sums as far as all have them, in an array.
    fn by_lanes(&mut self) {
        let simd = "#pragma omp simd";
        let own = |w: &Self, s: &String| format!("{s}[{}]", w.lane);
        let names: Vec<String> = self.sums.iter().map(|s| own(self, s)).collect();
        for (sum, name) in self.a.sums.iter().zip(&self.sums) {
            let array = format!("{name}[{}]", self.a.together);
            let declared = unqualified(&self.p, sum.target.ty, &array);
            self.out.line(format!("{declared};"));
        }
        self.each(simd, |w| w.assign(&names, true));
        self.inner(&self.from.clone(), Some(&self.least.clone()));
        self.each(simd, |w| w.terms(&names));
        self.out.close("}");
        self.each(simd, |w| w.assign(&names, false));
    }

    /// Likewise, each in a variable.
    fn by_variables(&mut self) {
        let all = 0..self.a.together;
        let own = |n: u64| self.sums.iter().map(|s| format!("{s}_{n}")).collect();
        let names: Vec<Vec<String>> = all.map(own).collect();
        for names in &names {
            for (sum, name) in self.a.sums.iter().zip(names) {
                let declared = unqualified(&self.p, sum.target.ty, name);
                self.out.line(format!("{declared};"));
            }
        }
        self.in_turn(&names, |w, names| w.assign(names, true));
        self.inner(&self.from.clone(), Some(&self.least.clone()));
        self.in_turn(&names, |w, names| w.terms(names));
        self.out.close("}");
        self.in_turn(&names, |w, names| w.assign(names, false));
    }

    /// Gives the sums what their targets hold, or the targets what the sums have become.
    fn assign(&mut self, names: &[String], begins: bool) {
        for (sum, name) in self.a.sums.iter().zip(names) {
            let target = self.p.expr(&sum.target);
            self.out.line(match begins {
                true => format!("{name} = {target};"),
                false => format!("{target} = {name};"),
            });
        }
    }

    /// The statements that sum up.
    fn terms(&mut self, names: &[String]) {
        let a = self.a;
        for (sum, name) in a.sums.iter().zip(names) {
            let places = sum.places.iter().map(|id| (*id, name.clone()));
            self.p.hoisted.extend(places);
            self.stmt(&sum.stmt);
            self.p.hoisted.clear();
        }
    }

    /// Opens the loop that sums up, from a number on; up to another one, or as far as it goes.
    fn inner(&mut self, from: &str, end: Option<&str>) {
        let a = self.a;
        let name = &self.unit.var(a.inner_head.var).name;
        let ty = self.unit.var(a.inner_head.var).ty;
        let begin = match a.inner_head.declared {
            true => unqualified(&self.p, ty, name),
            false => name.clone(),
        };
        let until = match (end, &a.inner.cond) {
            (None, Some(cond)) => self.p.condition(cond),
            (end, _) => format!("{name} < ({}){}", self.p.type_name(ty), end.unwrap_or(from)),
        };
        self.out
            .open(format!("for ({begin} = {from}; {until}; {name}++) {{"));
    }

    /// Something for each iteration, one after the other or by lanes.
    fn each(&mut self, pragma: &str, f: impl FnOnce(&mut Self)) {
        let (lane, n) = (self.lane.clone(), self.a.together);
        if !pragma.is_empty() {
            self.out.flush_left(pragma);
        }
        self.out
            .open(format!("for (int {lane} = 0; {lane} < {n}; {lane}++) {{"));
        self.constant(&format!("{} + {lane}", self.first));
        f(self);
        self.out.close("}");
    }

    /// Something for each iteration, with the names of its sums, in lines of its own.
    fn in_turn(&mut self, names: &[Vec<String>], f: impl Fn(&mut Self, &[String])) {
        let (lane, first) = (self.lane.clone(), self.first.clone());
        for (n, names) in names.iter().enumerate() {
            self.out.open("{");
            if !self.arrays.is_empty() {
                self.out.line(format!("const int {lane} = {n};"));
            }
            self.constant(&format!("{first} + {n}"));
            f(self, names);
            self.out.close("}");
        }
    }

    /// What an iteration does by itself.
    fn part(&mut self, part: &'t OwnPart) {
        self.scalars(&part.own);
        part.stmts.iter().for_each(|s| self.stmt(s));
    }

    /// Names the variables that take no part in it any more, so that no compiler finds them unused.
    fn named(&mut self) {
        let a = self.a;
        let outside = (!a.head.declared).then_some(a.head.var);
        let counters = from_outside(&a.body, &a.counters);
        let all = outside.iter().chain(&counters).chain(&a.own);
        unused(self.unit, all.copied())
            .iter()
            .for_each(|l| self.out.line(l));
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

    fn constant(&mut self, value: &str) {
        let var = self.unit.var(self.a.head.var);
        let declared = unqualified(&self.p, var.ty, &var.name);
        self.out.line(format!("const {declared} = {value};"));
    }
}
