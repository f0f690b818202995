//! A loop in order, some of its iterations at a time.

use super::elements::store;
use super::{Cut, Tiling, cut, left_line};
use crate::names::safe;
use crate::plan::{CopyOf, Ragged, TileCopy, TileStep};
use crate::print::Access;
use accrs_frontend::region::{Canonical, Expr};

impl<'t> Tiling<'t, '_, '_> {
    pub(super) fn in_order(
        &mut self,
        step: usize,
        head: &'t Canonical,
        (kept, body): (&'t [Expr], &'t [TileStep]),
    ) {
        let around = self.w.p.access.clone();
        let cut = cut(self.w, head, "part");
        let ragged = self.t.ragged.iter().find(|r| r.step == step);
        let (from, all) = match ragged {
            Some(r) => self.longest(head, &cut, r),
            None => {
                let from = self.begin(head);
                self.end(head, &cut);
                (from, None)
            }
        };
        // Elements that are known to be there only if the loop has iterations.
        let runs = format!("if ({from} < {}) {{", cut.end);
        if !kept.is_empty() {
            self.w.out.open(&runs);
        }
        let own = ragged.map(|_| self.runs(head));
        let registers: Vec<String> = kept.iter().map(|e| self.registers(e, true)).collect();
        let both: Vec<(&Expr, &String)> = kept.iter().zip(&registers).collect();
        self.only_if.clone_from(&own);
        if !kept.is_empty() {
            self.exchange(&both, &|own, e, of| format!("{of} = {};", own.w.p.expr(e)));
        }
        self.only_if = None;
        let copies: Vec<(&TileCopy, String)> = self.copies_of(step);
        let ahead = self.t.ahead.then(|| self.w.names.unique("buffer"));
        match &ahead {
            Some(buffer) => self.open_ahead(&cut, &from, &copies, buffer),
            None => self.open_part(&cut, &from, &copies),
        }
        let [row, column] = self.places();
        let at = &cut.at;
        let named = copies.iter().map(|(c, name)| match &ahead {
            Some(buffer) => (*c, format!("{name}[1 - {buffer}]")),
            None => (*c, name.clone()),
        });
        let copies: Vec<(&TileCopy, String)> = named.collect();
        let element = |(c, name): &(&'t TileCopy, String)| {
            (&c.element, element(c, name, (at, [&row, &column])))
        };
        let copied = copies.iter().map(element);
        let kept_here = kept.iter().zip(&registers);
        let kept_here = kept_here.map(|(e, name)| (e, self.mine(name)));
        let what: Vec<(&Expr, String)> = copied.chain(kept_here).collect();
        let number = what.len();
        let ids = self.replace(body, what);
        match (ragged, all) {
            (Some(ragged), Some(all)) => {
                self.w.out.open(format!("if ({all}) {{"));
                self.part(&cut, (step, body), &copies);
                self.w.out.between("} else {");
                self.iterations(&cut, body, Some((head, ragged)));
                self.w.out.close("}");
            }
            _ => self.part(&cut, (step, body), &copies),
        }
        self.restore(&ids, number);
        if ahead.is_some() {
            self.w.out.close("}");
            self.w.out.line("accrs_copies_arrive();");
        }
        self.w.barrier();
        self.w.out.close("}");
        if !kept.is_empty() {
            self.only_if = own;
            self.exchange(&both, &store);
            self.only_if = None;
            self.w.out.close("}");
        }
        self.w.p.access = around;
    }

    /// A part of which all rows and columns have all.
    fn part(
        &mut self,
        cut: &Cut,
        (step, body): (usize, &'t [TileStep]),
        copies: &[(&'t TileCopy, String)],
    ) {
        match &self.t.tensor {
            Ok(tensor) => self.products(tensor, cut, step, copies),
            Err(_) => self.iterations(cut, body, None),
        }
    }

    /// Begins a loop that has other iterations for each row or column with those of the one that has the most; returns the first, and the condition under which all
    /// rows and columns have all of a part.
    fn longest(
        &mut self,
        head: &Canonical,
        cut: &Cut,
        ragged: &Ragged,
    ) -> (String, Option<String>) {
        let Some(side) = self.names.of(ragged.of).cloned() else {
            return (self.begin(head), None);
        };
        // (Where columns depend on the row too, both do in one direction.)
        let most = match self.widest.clone() {
            Some(widest) => widest,
            None => self.end_of(&side, ragged.grows, "has the most iterations"),
        };
        let least = self.end_of(&side, !ragged.grows, "has the fewest");
        self.w.p.access.insert(side.var, Access::Name(most));
        let from = self.begin(head);
        self.end(head, cut);
        self.w.p.access.insert(side.var, Access::Name(least));
        let all = match ragged.upper {
            true => {
                let end = Cut {
                    end: self.w.names.unique(&format!("{}_all", cut.own)),
                    ..cut.clone()
                };
                self.end(head, &end);
                format!("{} + {} <= {}", cut.part, cut.left, end.end)
            }
            false => format!("{} >= {}", cut.part, self.begin(head)),
        };
        self.w.p.access.insert(side.var, Access::Name(side.own));
        (from, Some(all))
    }

    /// The first value of the loop's variable: as a `long`, since the part before the first one is counted from there.
    fn begin(&mut self, head: &Canonical) -> String {
        let value = self.w.first_value(head, "");
        if head.lower.int_value().is_some() {
            return value;
        }
        let own = safe(&self.w.p.unit.var(head.var).name);
        let begin = self.w.names.unique(&format!("{own}_begin"));
        self.w.out.line(format!("const long {begin} = {value};"));
        begin
    }

    /// Opens the loop over parts, each of which is copied before it is read.
    fn open_part(&mut self, cut: &Cut, from: &str, all: &[(&'t TileCopy, String)]) {
        let (part, end, depth) = (&cut.part, &cut.end, self.t.depth);
        self.w.out.open(format!(
            "for (long {part} = {from}; {part} < {end}; {part} += {depth}) {{"
        ));
        self.w.out.line(left_line(cut, depth));
        for (c, name) in all {
            self.copy(cut, c, name);
        }
        self.w.barrier();
    }

    /// Opens the loop over parts, each of which is copied while the one before is read: so it begins one before the first.
    fn open_ahead(&mut self, cut: &Cut, from: &str, all: &[(&'t TileCopy, String)], buffer: &str) {
        self.w.p.helper("copy_ahead");
        let next = self.w.names.unique(&format!("{}_next", cut.own));
        let (part, end, depth) = (&cut.part, &cut.end, self.t.depth);
        let first = match from {
            "0" => format!("-{depth}"),
            from => format!("{from} - {depth}"),
        };
        let why =
            "// While one of two buffers is read, the next part is on its way to the other one.";
        self.w.out.line(why);
        self.w.out.line(format!("int {buffer} = 0;"));
        self.w.out.open(format!(
            "for (long {part} = {first}; {part} < {end}; {part} += {depth}, {buffer} = 1 - {buffer}) {{"
        ));
        let coming = cut.at_part(next);
        let next = &coming.part;
        self.w
            .out
            .line(format!("const long {next} = {part} + {depth};"));
        self.w.out.open(format!("if ({next} < {end}) {{"));
        self.w.out.line(left_line(&coming, depth));
        self.buffer = Some(buffer.to_string());
        for (c, name) in all {
            self.copy(&coming, c, &format!("{name}[{buffer}]"));
        }
        self.buffer = None;
        self.w.out.close("}");
        self.w.out.open(format!("if ({part} >= {from}) {{"));
        self.w.out.line(left_line(cut, depth));
    }

    /// What each of a thread's iterations does in a part of the loop, with copies and registers in the place of memory. `own`: each row, or column, only what it has of it.
    fn iterations(&mut self, cut: &Cut, body: &'t [TileStep], own: Option<(&Canonical, &Ragged)>) {
        let (at, left) = (&cut.at, &cut.left);
        self.w.out.line(format!("#pragma unroll {}", self.t.unroll));
        self.w
            .out
            .open(format!("for (int {at} = 0; {at} < {left}; {at}++) {{"));
        if own.is_some() || body.iter().any(|s| self.names(s, cut.var)) {
            self.user(cut, &format!("{} + {at}", cut.part));
        }
        self.open_iterations();
        self.nearest(body, own.map(|(_, ragged)| ragged.of));
        if let Some((head, ragged)) = own {
            let has = self.has(head, ragged.upper);
            self.w.out.open(format!("if ({has}) {{"));
        }
        for s in body {
            match s {
                TileStep::Declare(v, value) => self.declared(*v, value.as_ref()),
                s => self.step(s),
            }
        }
        if own.is_some() {
            self.w.out.close("}");
        }
        self.close_iterations();
        self.w.out.close("}");
    }

    /// Declares the user's variables of rows and columns where statements, or what is asked of `asked`, name them. Threads behind the nest's end go through the loop too: they have the last ones'.
    fn nearest(&mut self, body: &'t [TileStep], asked: Option<CopyOf>) {
        let places = self.places();
        for (of, place) in [CopyOf::Rows, CopyOf::Columns].into_iter().zip(places) {
            let Some(cut) = self.names.of(of) else {
                continue;
            };
            if asked != Some(of) && !body.iter().any(|s| self.names(s, cut.var)) {
                continue;
            }
            let (at, left, part) = (&cut.at, &cut.left, &cut.part);
            let lines = [
                format!("const int {at} = {place};"),
                self.w.user_line(
                    cut,
                    &format!("{part} + ({at} < {left} ? {at} : {left} - 1)"),
                ),
            ];
            lines.iter().for_each(|l| self.w.out.line(l));
        }
    }

    fn declared(&mut self, v: accrs_frontend::region::VarId, value: Option<&Expr>) {
        let ty = self.w.p.unit.var(v).ty;
        // (Its value can't name it.)
        let text = value.map(|e| (e.span, self.w.p.initialiser(ty, e)));
        let name = self.name_of(v);
        let declared = self.w.p.declare_mutable(ty, &name);
        self.w.p.access.insert(v, Access::Name(name));
        match text {
            Some((span, text)) => self.placed(span, format!("{declared} = {text};")),
            None => self.w.out.line(format!("{declared};")),
        }
    }
}

/// An element of a copy that is called `name`: for an iteration of the loop in order, and a row or a column.
pub(super) fn element(c: &TileCopy, name: &str, (at, [row, column]): (&str, [&str; 2])) -> String {
    match c.of {
        CopyOf::Rows if c.steady => format!("{name}[{row}]"),
        CopyOf::Columns if c.steady => format!("{name}[{column}]"),
        CopyOf::Rows => format!("{name}[{at}][{row}]"),
        CopyOf::Columns => format!("{name}[{at}][{column}]"),
        CopyOf::Neither => format!("{name}[{at}]"),
    }
}
