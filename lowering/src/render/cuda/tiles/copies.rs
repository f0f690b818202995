//! What a tile reads in some iterations of a loop in order, in shared memory.

use super::elements::COMPARED;
use super::{Cut, Tiling};
use crate::names::safe;
use crate::plan::{CopyOf, TileCopy};
use crate::print::place;
use accrs_frontend::region::Canonical;

/// How tightly an operand of `? :` binds (`print/expr.rs`).
const CHOSEN: u8 = 4;

/// How the block's threads take one dimension of a copy: its length, how much of it they take at once, and each thread's place in that.
struct Along<'n> {
    /// The user's variable.
    own: &'n str,
    number: u64,
    at_once: u64,
    mine: String,
}

impl Along<'_> {
    /// Whether it takes several turns.
    fn turns(&self) -> bool {
        self.number > self.at_once
    }

    fn place(&self) -> String {
        match self.turns() {
            true => format!("{}_from + {}", self.own, self.mine),
            false => self.mine.clone(),
        }
    }
}

impl<'t> Tiling<'t, '_, '_> {
    /// Declares the copies.
    pub(super) fn shared(&mut self) {
        let t = self.t;
        self.w.out.line(format!(
            "// What the rows and columns of a tile read in {} iterations of the sequential loop.",
            t.depth
        ));
        for c in &t.copies {
            let name = self.w.name_for(&c.element, "part");
            let twice = if t.ahead { "[2]" } else { "" };
            let lengths = match (c.of, c.padding) {
                (CopyOf::Neither, _) => format!("[{}]", t.depth),
                _ if c.steady => format!("[{}]", t.number_of(c)),
                (_, 0) => format!("[{}][{}]", t.depth, t.number_of(c)),
                (_, more) => format!("[{}][{} + {more}]", t.depth, t.number_of(c)),
            };
            let p = &self.w.p;
            let declared = p.declare_mutable(c.element.ty, &format!("{name}{twice}{lengths}"));
            let line = format!("__shared__ __align__(16) {declared};");
            self.w.out.line(line);
            self.copies.push(name);
        }
    }

    /// The copies for the loop that is this one of the body's statements, with their names.
    pub(super) fn copies_of(&self, step: usize) -> Vec<(&'t TileCopy, String)> {
        let all = self.t.copies.iter().zip(&self.copies);
        let own = all.filter(|(c, _)| c.step == step);
        own.map(|(c, name)| (c, name.clone())).collect()
    }

    /// Copies an element for all rows or columns of the tile and the iterations of a part; what lies behind the nest's end is 0, and of no account.
    pub(super) fn copy(&mut self, cut: &Cut, c: &TileCopy, name: &str) {
        let around = self.w.out.come_from(place(self.w.p.unit, c.element.span));
        let value = match self.buffer {
            Some(_) => format!("&{}", self.w.p.operand(&c.element, super::UNARY)),
            None => self.w.p.operand(&c.element, CHOSEN),
        };
        match c.of {
            CopyOf::Rows | CopyOf::Columns if !c.steady => self.copy_plane(cut, c, name, &value),
            _ => self.copy_line(cut, c, name, &value),
        }
        self.w.out.come_from(around);
    }

    /// Gives an element of a copy its value if that is there, else 0. `value` is where it is, for copies ahead.
    fn fetch(&self, to: &str, there: &str, value: &str) -> String {
        match &self.buffer {
            Some(_) => format!("accrs_copy_ahead(&{to}, {there}, [&] {{ return {value}; }});"),
            None => format!("{to} = {there} ? {value} : 0;"),
        }
    }

    /// What else must be for an element of a copy to be there: that its row has columns, where there may be none, and that the loop has the iteration for
    /// this row or column.
    fn also(&self, c: &TileCopy) -> String {
        let mut all = String::new();
        if self.t.lacks(c) {
            all = format!(" && {}", self.runs(&self.t.columns.head));
        }
        if let Some(ragged) = self.t.ragged_of(c) {
            let there = match c.steady {
                true => self.runs(&c.head),
                false => self.has(&c.head, ragged.upper),
            };
            all.push_str(&format!(" && {there}"));
        }
        all
    }

    /// That a loop has iterations.
    pub(super) fn runs(&self, head: &Canonical) -> String {
        let p = &self.w.p;
        let [first, end] = [&head.lower, &head.upper].map(|e| p.operand(e, COMPARED));
        format!("{first} {} {end}", head.cmp.op().symbol())
    }

    /// That a loop has the iteration, as far as one of its bounds is concerned.
    pub(super) fn has(&self, head: &Canonical, upper: bool) -> String {
        let p = &self.w.p;
        let own = safe(&p.unit.var(head.var).name);
        match upper {
            true => format!(
                "{own} {} {}",
                head.cmp.op().symbol(),
                p.operand(&head.upper, COMPARED)
            ),
            false => format!("{own} >= {}", p.operand(&head.lower, COMPARED)),
        }
    }

    fn copy_line(&mut self, cut: &Cut, c: &TileCopy, name: &str, value: &str) {
        let thread = &self.names.thread;
        let cut = self.names.of(c.of).unwrap_or(cut);
        let open = format!("if ({thread} < {}) {{", self.t.elements(c));
        let user = self.w.user_line(cut, &format!("{} + {thread}", cut.part));
        let copy = self.fetch(
            &format!("{name}[{thread}]"),
            &format!("{thread} < {}{}", cut.left, self.also(c)),
            value,
        );
        self.w.out.open(open);
        self.w.out.line(user);
        self.w.out.line(copy);
        self.w.out.close("}");
    }

    fn copy_plane(&mut self, cut: &Cut, c: &TileCopy, name: &str, value: &str) {
        let Some(side) = self.names.of(c.of) else {
            return;
        };
        let (length, lines) = self.t.lines(c);
        let thread = &self.names.thread;
        let (near, far) = (
            format!("{thread} % {length}"),
            format!("{thread} / {length}"),
        );
        let near = match (c.line, c.wide) {
            (1, 2..) => format!("{} * ({near})", c.wide),
            _ => near,
        };
        let ((at_once, mine), (depth_at_once, depth_mine)) = match c.line {
            1 => ((c.wide * length, near), (lines, far)),
            _ => ((lines, far), (length, near)),
        };
        let band = Along {
            own: &side.own,
            number: self.t.number_of(c),
            at_once,
            mine,
        };
        let order = Along {
            own: &cut.own,
            number: self.t.depth,
            at_once: depth_at_once,
            mine: depth_mine,
        };
        let (i, k) = (&side.at, &cut.at);
        let to = format!("{name}[{k}][{i}]");
        let copy = match c.wide {
            1 => self.fetch(
                &to,
                &format!("{i} < {} && {k} < {}{}", side.left, cut.left, self.also(c)),
                value,
            ),
            wide => format!(
                "accrs_copy_several<{wide}>(&{to}, {k} < {} ? {} - {i} : 0, [&] {{ return {value}; }});",
                cut.left, side.left
            ),
        };
        // Threads may be more than a copy's elements, or not divide them.
        let own = match self.t.is_dealt(c) {
            true => String::new(),
            false => format!("if ({i} < {} && {k} < {}) ", band.number, order.number),
        };
        let lines = [
            format!("const int {i} = {}, {k} = {};", band.place(), order.place()),
            self.w.user_line(side, &format!("{} + {i}", side.part)),
            self.w.user_line(cut, &format!("{} + {k}", cut.part)),
            format!("{own}{copy}"),
        ];
        let turns: Vec<&Along<'_>> = [&band, &order].into_iter().filter(|a| a.turns()).collect();
        let unroll = match self.buffer {
            Some(_) => "#pragma unroll accrs_copies_at_once",
            None => "#pragma unroll",
        };
        let out = &mut self.w.out;
        for Along {
            own,
            number,
            at_once,
            ..
        } in &turns
        {
            out.line(unroll);
            out.open(format!(
                "for (int {own}_from = 0; {own}_from < {number}; {own}_from += {at_once}) {{"
            ));
        }
        if turns.is_empty() {
            out.open("{");
        }
        lines.iter().for_each(|l| out.line(l));
        (0..turns.len().max(1)).for_each(|_| out.close("}"));
    }
}
