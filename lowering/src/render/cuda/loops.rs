//! Loop heads: how a partitioned loop's iterations are dealt out.
//!
//! The readable form, `for (int i = 1 + p; 0 <= i && i < n; i += places)`, is used where `i` starts at a
//! small literal, counts up by a literal and is at least 32 bits wide. The places are unsigned, so that the
//! last step past a bound near the type's end wraps to a negative number instead of overflowing, which
//! `0 <= i` sees; without that test where the bound is a small literal, or the type is wider than what all
//! threads can add. Every other loop (narrow types, counting down, `!=`, run-time starts and
//! steps, pointers, collapsed nests, `gang(static:)`) counts iterations in 64 bits and computes
//! its variable from the count, so that nothing overflows that did not in the user's loop. A start that is
//! not a literal is evaluated once, before the loop: the body may change what it is made of.

use super::control::predicate;
use super::exec::Body;
use super::lines::Lines;
use super::sets::{is_block, places, position};
use super::tile::first_thread;
use crate::names::safe;
use crate::plan::{Axis, LoopPlan};
use crate::trips;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, Expr, For, LoopCmp, Stmt, StmtKind, VarId};

/// A head as emitted: lines that open it, and how many braces to close.
pub struct Head {
    pub before: Vec<String>,
    /// Loops, one in the other, with lines between them.
    pub open: Vec<String>,
    /// First lines of the body: the loop variables.
    pub first: Vec<String>,
}

impl Head {
    /// The innermost loop of the head with the `unroll` that was asked for.
    fn unrolled(mut self, plan: &LoopPlan) -> Self {
        let innermost = self.open.iter().rposition(|l| l.starts_with("for "));
        if let (Some(pragma), Some(at)) = (unroll(plan), innermost) {
            self.open.insert(at, pragma);
        }
        self
    }

    /// Opens the loops; returns how many braces to close. `comment` goes behind the first.
    pub fn open(&self, out: &mut Lines, comment: &str) -> usize {
        let mut braces = 0;
        for line in &self.open {
            if line.ends_with('{') {
                let comment = if braces == 0 { comment } else { "" };
                out.open(format!("{line}{comment}"));
                braces += 1;
            } else {
                out.line(line);
            }
        }
        braces
    }
}

/// Starts up to here leave room for every stride.
const SMALL: i128 = 1 << 20;
/// Bounds up to here can be passed by the strides of all threads in 32 bits.
const NEAR: i128 = 1 << 29;
/// What all threads together may add to a variable in one step.
const FAR: u64 = 1 << 30;

/// A loop's end as an argument of type `ty`: a negative constant is converted, which compilers would warn of.
fn in_type(ty: &str, (text, end): (&String, &Expr)) -> String {
    if ty.starts_with("unsigned") && constant(end).is_some_and(|v| v < 0) {
        format!("({ty})({text})")
    } else {
        text.clone()
    }
}

/// The line ahead of a loop that is to be unrolled.
fn unroll(plan: &LoopPlan) -> Option<String> {
    plan.unroll.map(|n| format!("#pragma unroll {n}"))
}

/// The most places that axes can have: the host clips grids to this (`__accrs_extent`).
fn most_places(axes: &[Axis]) -> u64 {
    let most = |a: &Axis| match a {
        Axis::BlockX => 1 << 20,
        Axis::BlockY | Axis::BlockZ => 1 << 16,
        Axis::ThreadX | Axis::ThreadY | Axis::ThreadZ => 1 << 10,
    };
    // A block holds 1024 threads, however they are arranged.
    let (blocks, threads): (Vec<&Axis>, Vec<&Axis>) = axes.iter().partition(|a| is_block(**a));
    let blocks = blocks.into_iter().map(most).fold(1, u64::saturating_mul);
    let threads = threads.into_iter().map(most).fold(1, u64::saturating_mul);
    blocks.saturating_mul(threads.min(1 << 10))
}

/// `gang(static:)` of another kind than one iteration after the other; `None` in it is `*`.
fn chunked(plan: &LoopPlan) -> Option<&Option<Expr>> {
    let chunk = plan.static_chunk.as_ref();
    chunk.filter(|c| !matches!(c, Some(e) if e.int_value() == Some(1)))
}

impl Body<'_> {
    /// The head of a partitioned loop without a predicate.
    pub(super) fn head(&mut self, plan: &LoopPlan, body: &Stmt) -> Head {
        self.plain_head(plan, body).unrolled(plan)
    }

    fn plain_head(&mut self, plan: &LoopPlan, body: &Stmt) -> Head {
        if let Some(tile) = &plan.tile {
            // Tiles are dealt out one by one, which is static:1.
            if chunked(plan).is_some() {
                self.refuse_nest("gang(static:) with a chunk on a tiled loop");
            }
            return self.tiled(plan, tile, body);
        }
        if let Some(line) = self.simple(plan) {
            return Head {
                before: vec![],
                open: vec![line],
                first: vec![],
            };
        }
        let mut head = self.counted(plan);
        let k = self.names.unique(&format!("{}_k", self.loop_name(plan)));
        let trips = self.total(plan);
        let blocks: Vec<Axis> = plan.axes.iter().copied().filter(|a| is_block(*a)).collect();
        let threads: Vec<Axis> = plan
            .axes
            .iter()
            .copied()
            .filter(|a| !is_block(*a))
            .collect();
        match (&plan.static_chunk, blocks.is_empty()) {
            (Some(chunk), false) => {
                let (b, c) = self.chunks(plan, chunk.as_ref(), &blocks, &mut head);
                let (at, step) = if threads.is_empty() {
                    (String::new(), "1".to_string())
                } else {
                    (
                        format!(" + {}", position(&threads, true)),
                        places(&threads, true),
                    )
                };
                head.open.push(format!(
                    "for (unsigned long {k} = {b}{at}; {k} < {trips} && {k} - {b} < {c}; {k} += {step}) {{"
                ));
            }
            _ => head.open.push(format!(
                "for (unsigned long {k} = {}; {k} < {trips}; {k} += {}) {{",
                position(&plan.axes, true),
                places(&plan.axes, true)
            )),
        }
        head.first = self.variables(plan, body, &k);
        head
    }

    /// The loop over a gang's chunks of `gang(static:)`: the names of a chunk's first iteration and of the size.
    fn chunks(
        &mut self,
        plan: &LoopPlan,
        chunk: Option<&Expr>,
        blocks: &[Axis],
        head: &mut Head,
    ) -> (String, String) {
        let trips = self.total(plan);
        let c = self
            .names
            .unique(&format!("{}_chunk", self.loop_name(plan)));
        let size = match chunk {
            Some(e) => format!("(unsigned long){}", self.p.operand(e, 15)),
            None => {
                self.p.helper("share");
                format!("accrs_share({trips}, {})", places(blocks, true))
            }
        };
        let b = self.names.unique(&format!("{}_base", self.loop_name(plan)));
        head.before
            .push(format!("const unsigned long {c} = {size};"));
        head.open.push(format!(
            "for (unsigned long {b} = ({}) * {c}; {b} < {trips}; {b} += {} * {c}) {{",
            position(blocks, true),
            places(blocks, true)
        ));
        (b, c)
    }

    /// A head whose trips are the same for all threads of the block; `active` is declared first
    /// in the body and tells whether this thread has an iteration.
    pub(super) fn padded(
        &mut self,
        plan: &LoopPlan,
        body: &Stmt,
        outer: Option<&str>,
        active: &str,
    ) -> Head {
        self.padded_head(plan, body, outer, active).unrolled(plan)
    }

    fn padded_head(
        &mut self,
        plan: &LoopPlan,
        body: &Stmt,
        outer: Option<&str>,
        active: &str,
    ) -> Head {
        let by_chunks = chunked(plan);
        let (blocks, threads): (Vec<Axis>, Vec<Axis>) =
            plan.axes.iter().partition(|a| is_block(**a));
        if by_chunks.is_some() && (plan.tile.is_some() || outer.is_some() || blocks.is_empty()) {
            self.refuse_nest(
                "gang(static:) with a chunk around loops of other levels that need a barrier",
            );
        }
        if let Some(tile) = &plan.tile {
            return self.tiled_padded(plan, tile, body, outer, active);
        }
        let mut head = self.counted_under(plan, outer);
        let name = self.loop_name(plan);
        let word = predicate(!ends_here(body));
        if let Some(chunk) = by_chunks {
            // A chunk's iterations go to the block's threads in turn; all of them take each turn.
            let (first, c) = self.chunks(plan, chunk.as_ref(), &blocks, &mut head);
            let trips = self.total(plan);
            let k = self.names.unique(&format!("{name}_k"));
            let turn = self.names.unique(&format!("{name}_turn"));
            let (mine, step) = if threads.is_empty() {
                ("0".to_string(), "1".to_string())
            } else {
                (position(&threads, true), places(&threads, true))
            };
            head.open.push(format!(
                "for (unsigned long {turn} = {first}; {turn} < {trips} && {turn} - {first} < {c}; {turn} += {step}) {{"
            ));
            head.first
                .push(format!("const unsigned long {k} = {turn} + {mine};"));
            head.first.push(format!(
                "{word} {active} = {k} < {trips} && {k} - {first} < {c};"
            ));
            head.first.extend(self.variables(plan, body, &k));
            return head;
        }
        let (k, base) = (
            self.names.unique(&format!("{name}_k")),
            self.names.unique(&format!("{name}_base")),
        );
        let trips = self.total(plan);
        let mine = position(&plan.axes, true);
        // The place of the block's first thread on these axes.
        let start = first_thread(&plan.axes, &mine);
        let more = match outer {
            Some(outer) => format!("__syncthreads_or({outer} && {base} < {trips})"),
            None => format!("{base} < {trips}"),
        };
        head.open.push(format!(
            "for (unsigned long {base} = {start}; {more}; {base} += {}) {{",
            places(&plan.axes, true)
        ));
        head.first.push(format!(
            "const unsigned long {k} = {base} + ({mine} - ({start}));"
        ));
        let both = outer.map_or(String::new(), |o| format!("{o} && "));
        head.first
            .push(format!("{word} {active} = {both}{k} < {trips};"));
        head.first.extend(self.variables(plan, body, &k));
        head
    }

    pub(super) fn loop_name(&self, plan: &LoopPlan) -> String {
        plan.heads
            .first()
            .map_or("loop".into(), |h| safe(&self.p.unit.var(h.var).name))
    }

    fn simple(&mut self, plan: &LoopPlan) -> Option<String> {
        let [head] = plan.heads.as_slice() else {
            return None;
        };
        if plan.static_chunk.is_some()
            || head.down
            || !matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le)
        {
            return None;
        }
        let types = &self.p.unit.types;
        let ty = self.p.unit.var(head.var).ty;
        if !types.is_integer(ty) || types.size_of(ty)? < 4 {
            return None;
        }
        let lower = head.lower.int_value().filter(|v| (0..=SMALL).contains(v))?;
        let step = head.step.int_value().filter(|v| (1..=1024).contains(v))?;
        let stride = most_places(&plan.axes).saturating_mul(step as u64);
        if stride > FAR {
            return None;
        }
        let near = constant(&head.upper).is_some_and(|u| u <= NEAR);
        let wide = types.size_of(ty)? > 4;
        if types.is_unsigned(ty) && !near && !wide {
            return None;
        }
        let name = self.declare_index(head.var);
        let declared = self.p.declare_mutable(ty, &name);
        let (at, by) = (position(&plan.axes, false), places(&plan.axes, false));
        let grouped = |s: &str| {
            if s.contains(' ') {
                format!("({s})")
            } else {
                s.to_string()
            }
        };
        let start = match (lower, step) {
            (0, 1) => at,
            (0, s) => format!("{s} * {}", grouped(&at)),
            (l, 1) => format!("{l} + {at}"),
            (l, s) => format!("{l} + {s} * {}", grouped(&at)),
        };
        let stride = if step == 1 {
            by
        } else {
            format!("{step} * {by}")
        };
        let cmp = if head.cmp == LoopCmp::Lt { "<" } else { "<=" };
        let upper = self.p.operand(&head.upper, 11);
        let test = if near || wide {
            String::new()
        } else {
            format!("0 <= {name} && ")
        };
        Some(format!(
            "for ({declared} = {start}; {test}{name} {cmp} {upper}; {name} += {stride}) {{"
        ))
    }

    /// The partitioned loop's own variable is this loop's.
    fn declare_index(&mut self, var: VarId) -> String {
        let name = safe(&self.p.unit.var(var).name);
        self.p
            .access
            .insert(var, crate::print::Access::Name(name.clone()));
        self.storage.memory.remove(&var);
        name
    }

    pub(super) fn trips_name(&self, head: &Canonical) -> String {
        self.trip_names.get(&head.var).cloned().unwrap_or_default()
    }

    fn total(&self, plan: &LoopPlan) -> String {
        let names: Vec<String> = plan.heads.iter().map(|h| self.trips_name(h)).collect();
        names.join(" * ")
    }

    /// Trip counts of all heads, as constants before the loop.
    pub(super) fn counted(&mut self, plan: &LoopPlan) -> Head {
        let mut before = Vec::new();
        for head in &plan.heads {
            let var = self.p.unit.var(head.var);
            let name = self.names.unique(&format!("{}_trips", safe(&var.name)));
            let lower = self.start(head, &mut before);
            let upper = self.p.argument(&head.upper);
            let step = self.p.argument(&head.step);
            let closed = matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge);
            let mut ends = [(&lower, &head.lower), (&upper, &head.upper)];
            if head.down {
                ends.reverse();
            }
            let [(from, _), (to, _)] = ends;
            let around = trips::around(self.p.unit, head);
            if around.is_none() {
                self.p.helper("trips");
            }
            let call = if let Some(ty) = around {
                format!("({ty})((unsigned long)({to}) - (unsigned long)({from}))")
            } else if self.p.unit.types.is_pointer(var.ty) {
                format!("accrs_trips<long>(0, ({to}) - ({from}), {step}, {closed})")
            } else {
                let own = trips::own_type(self.p.unit, head);
                let ty = own.unwrap_or_else(|| trips::compared(self.p.unit, head));
                let [from, to] = ends.map(|end| in_type(ty, end));
                match trips::last(self.p.unit, head) {
                    Some(last) => {
                        self.p.helper("trips_within");
                        format!("accrs_trips_within<{ty}>({from}, {to}, {step}, {closed}, {last})")
                    }
                    None => format!("accrs_trips<{ty}>({from}, {to}, {step}, {closed})"),
                }
            };
            before.push(format!("const unsigned long {name} = {call};"));
            self.trip_names.insert(head.var, name);
        }
        Head {
            before,
            open: vec![],
            first: vec![],
        }
    }

    /// A head's first value: literals as they are, anything else in a constant before the loop.
    fn start(&mut self, head: &Canonical, before: &mut Vec<String>) -> String {
        if head.lower.int_value().is_some() {
            self.start_names.remove(&head.var);
            return self.p.argument(&head.lower);
        }
        let var = self.p.unit.var(head.var);
        let name = self.names.unique(&format!("{}_from", safe(&var.name)));
        let value = self.p.argument(&head.lower);
        let declared = self.p.declare_mutable(var.ty, &name);
        let word = if self.p.unit.types.is_pointer(var.ty) {
            ""
        } else {
            "const "
        };
        before.push(format!("{word}{declared} = {value};"));
        self.start_names.insert(head.var, name.clone());
        name
    }

    /// The same where only threads under a predicate may look at the bounds; the others have no trips.
    pub(super) fn counted_under(&mut self, plan: &LoopPlan, outer: Option<&str>) -> Head {
        let mut head = self.counted(plan);
        if let Some(outer) = outer {
            for line in &mut head.before {
                if let Some((left, right)) = line.split_once(" = ") {
                    *line = format!("{left} = {outer} ? {} : 0;", right.trim_end_matches(';'));
                }
            }
        }
        head
    }

    /// The loop variables from the iteration number: the last head varies fastest.
    fn variables(&mut self, plan: &LoopPlan, body: &Stmt, k: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let n = plan.heads.len();
        for (i, head) in plan.heads.iter().enumerate() {
            let inner: Vec<String> = plan.heads[i + 1..]
                .iter()
                .map(|h| self.trips_name(h))
                .collect();
            let mut number = match inner.len() {
                0 => k.to_string(),
                1 => format!("{k} / {}", inner[0]),
                _ => format!("{k} / ({})", inner.join(" * ")),
            };
            if i > 0 {
                let trips = self.trips_name(head);
                number = if n - i > 1 {
                    format!("({number}) % {trips}")
                } else {
                    format!("{number} % {trips}")
                };
            }
            if self.names_variable(body, head.var) {
                lines.push(self.variable(head, &number));
            }
        }
        lines
    }

    pub(super) fn variable(&mut self, head: &Canonical, number: &str) -> String {
        let var = head.var;
        let ty = self.p.unit.var(var).ty;
        let lower = match self.start_names.get(&var) {
            Some(name) => name.clone(),
            None => self.p.operand(&head.lower, 13),
        };
        let step = self.p.operand(&head.step, 15);
        let name = self.declare_index(var);
        let declared = self.p.declare_mutable(ty, &name);
        let number = if number.contains(' ') {
            format!("({number})")
        } else {
            number.to_string()
        };
        let one = head.step.int_value() == Some(1);
        let far = if one {
            format!("(long){number}")
        } else {
            format!("(long)({number} * {step})")
        };
        let sign = if head.down { "-" } else { "+" };
        if self.p.unit.types.is_pointer(ty) {
            return format!("{declared} = {lower} {sign} {far};");
        }
        let cast = self.p.type_name(self.p.unqualified(ty));
        if head.lower.int_value() == Some(0) && !head.down {
            return format!("{declared} = ({cast}){};", far.trim_start_matches("(long)"));
        }
        format!("{declared} = ({cast})({lower} {sign} {far});")
    }
}

/// The innermost body of a nest of `depth` collapsed loops.
pub fn innermost(f: &For, depth: usize) -> &Stmt {
    let mut body = &*f.body;
    for _ in 1..depth {
        while let StmtKind::Block(stmts) = &body.kind {
            match stmts
                .iter()
                .find(|s| matches!(s.kind, StmtKind::For(_) | StmtKind::Block(_)))
            {
                Some(s) => body = s,
                None => return body,
            }
        }
        if let StmtKind::For(inner) = &body.kind {
            body = &inner.body;
        }
    }
    body
}

/// Whether control stays within a statement: no break, continue, return or goto leaves it.
pub fn ends_here(s: &Stmt) -> bool {
    end_here(std::slice::from_ref(s))
}

/// The same of several statements together.
pub fn end_here(stmts: &[Stmt]) -> bool {
    fn labels<'s>(s: &'s Stmt, all: &mut Vec<&'s str>) {
        if let StmtKind::Label { name, .. } = &s.kind {
            all.push(name);
        }
        s.children(&mut |c| labels(c, all));
    }
    fn walk(s: &Stmt, in_loop: bool, in_switch: bool, labels: &[&str]) -> bool {
        match &s.kind {
            StmtKind::Break => in_loop || in_switch,
            StmtKind::Continue => in_loop,
            StmtKind::Return(_) => false,
            StmtKind::Goto(name) => labels.contains(&name.as_str()),
            _ => {
                let here_loop = matches!(
                    s.kind,
                    StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. }
                );
                let here_switch = matches!(s.kind, StmtKind::Switch { .. });
                let mut ok = true;
                s.children(&mut |c| {
                    ok &= walk(c, in_loop || here_loop, in_switch || here_switch, labels)
                });
                ok
            }
        }
    }
    let mut all = Vec::new();
    stmts.iter().for_each(|s| labels(s, &mut all));
    stmts.iter().all(|s| walk(s, false, false, &all))
}
