//! Loops of a compute construct: the lines that `schedule/cores/` has decided on, at their places in the user's text.

mod ahead;
mod alone;
mod blocked;
mod copies;
mod expand;
mod fused;
mod heads;
mod jammed;
mod lines;
mod made;
mod part_heads;
mod parts;
mod place;
mod privates;
mod slices;
mod unrolled;
mod waves;

use super::apart;
use super::routines::{atomic_edits, rename_call};
use super::worth::{self, TURN};
use super::{reduce, reduced};
use crate::plan::{
    Apart, ComputePlan, CoreLoop, HostLoop, LoopPlan, Measured, Plan, Reduction, Sharing, Team,
};
use crate::render::text::{Edit, to_generated, to_user};
use crate::render::{RenderError, clause};
use crate::tree::shift::Shift;
use accrs_frontend::Unit;
use accrs_frontend::region::conditional::of_condition;
use accrs_frontend::region::{
    Canonical, Construct, Expr, For, FunctionId, LoopId, Stmt, StmtId, StmtKind, Visit,
};
pub use heads::{from_outside, unused};
use indexmap::IndexSet;
pub use privates::RELEASED;
use std::fmt::Write;

/// The variable of the host's text that has the number of gangs of a construct whose gangs are threads.
pub const GANGS: &str = "__accrs_gangs";

pub struct Loops<'a> {
    unit: &'a Unit,
    all: &'a Plan,
    construct: &'a Construct,
    compute: &'a ComputePlan,
    /// The text may ask the runtime.
    runtime: bool,
    /// Functions whose version for gangs is called.
    pub called: IndexSet<FunctionId>,
    pub edits: Vec<Edit>,
    /// Memory that is given back by [`RELEASED`] has been declared.
    pub released: bool,
    /// A loop asks for the least work that is worth threads.
    pub asks: bool,
    /// How many of the construct's loops are measured.
    pub choices: usize,
    /// The statement that is looked at is inside a loop whose iterations are spread over threads.
    in_threads: bool,
    /// It is in a tile, whose loops no threads share.
    in_tile: bool,
    /// The loop that is printed without its tiles.
    plain: Option<StmtId>,
    /// What has been asked of pointers around the loops that are printed.
    known: Vec<String>,
    /// What is printed updates without atomic operations: a part of a loop that has copies, or the only thread that runs.
    plainly: bool,
    /// Declarations of what the threads of a team share for the sums of its loops' parts, and how many these are.
    pub rooms: String,
    shared_sums: usize,
    /// The loop that is printed in the place of several.
    in_fused: Option<LoopId>,
    /// In copies of unrolled loops' bodies: what these loops' variables are there.
    shifts: Vec<Shift>,
    /// In such a copy, or in the body for the rest.
    in_copy: bool,
    failed: Option<RenderError>,
}

impl<'a> Loops<'a> {
    pub fn new(
        unit: &'a Unit,
        all: &'a Plan,
        construct: &'a Construct,
        compute: &'a ComputePlan,
        runtime: bool,
    ) -> Self {
        Self {
            unit,
            all,
            construct,
            compute,
            runtime,
            called: IndexSet::new(),
            edits: Vec::new(),
            released: false,
            asks: false,
            choices: 0,
            in_threads: false,
            in_tile: false,
            plain: None,
            known: Vec::new(),
            plainly: false,
            rooms: String::new(),
            shared_sums: 0,
            in_fused: None,
            shifts: Vec::new(),
            in_copy: false,
            failed: None,
        }
    }

    /// Whether the threads are those of one parallel region, the construct's gangs.
    fn gangs(&self) -> bool {
        self.compute.cores.team.as_ref().is_some_and(|t| !t.alone)
    }

    /// The `omp parallel` around a construct.
    pub fn parallel_line(&self, team: &Team) -> Result<String, RenderError> {
        let mut line = String::from("#pragma omp parallel");
        if team.alone {
            line.push_str(" num_threads(1)");
        } else {
            if let Some(n) = &self.compute.num_gangs {
                let text = clause::operand(self.unit, n)?;
                let _ = match n.int_value() {
                    Some(n) => write!(line, " num_threads({})", n.max(1)),
                    None if self.runtime => write!(line, " num_threads({GANGS})"),
                    None if team.once => write!(line, " num_threads({text})"),
                    None => write!(line, " num_threads({text} < 1 ? 1 : {text})"),
                };
            }
            let own = self.compute.worth.as_ref();
            line.push_str(&worth::clause(self.unit, own, "", self.runtime)?);
        }
        line.push_str(&self.clauses(&team.sharing, &team.reductions)?);
        Ok(line)
    }

    fn clauses(&self, sharing: &Sharing, reductions: &[Reduction]) -> Result<String, RenderError> {
        let reductions = reduce::clauses(self.unit, reductions)?;
        Ok(reduce::sharing(self.unit, sharing) + &reductions)
    }

    /// A construct's statements.
    pub fn body(&mut self, stmts: &'a [Stmt]) -> Result<(), RenderError> {
        stmts.iter().for_each(|s| self.visit_stmt(s));
        self.failed.take().map_or(Ok(()), Err)
    }

    /// A loop; its head has been looked at where it stays as it is.
    fn for_loop(&mut self, stmt: &'a Stmt, l: &'a For) -> Result<(), RenderError> {
        if self.in_fused != Some(l.id)
            && let Some(fused) = self.compute.fused.get(&l.id)
        {
            return self.fused(stmt, l, fused);
        }
        if self.runtime
            && let Some(blocked) = self.compute.blocked.get(&stmt.id)
        {
            return self.blocked(stmt, l, blocked);
        }
        if self.runtime
            && self.plain != Some(stmt.id)
            && let Some(waves) = self.compute.waves.get(&stmt.id)
        {
            return self.waves(stmt, l, waves);
        }
        if self.runtime
            && let Some(jammed) = self.compute.jammed.get(&stmt.id)
        {
            return self.jammed(stmt, l, jammed);
        }
        if self.runtime
            && let Some(ahead) = self.compute.ahead.get(&stmt.id)
        {
            return self.ahead(stmt, l, ahead);
        }
        let mut how = HostLoop::Sequential;
        let plan = self.compute.loops.get(&l.id);
        if let (Some(plan), Some(found)) = (plan, self.compute.cores.loops.get(&l.id)) {
            how = found.how();
            match found {
                CoreLoop::InOrder { own } => {
                    let copies = plan.unroll.as_ref().and_then(|u| u.copies.as_ref());
                    if let (Some(copies), [head]) = (copies, plan.heads.as_slice()) {
                        return self.unrolled(stmt, l, own, head, copies);
                    }
                    self.own_privates(own, l);
                }
                CoreLoop::Directive { how, alone, .. } if self.in_tile && how.is_threads() => {
                    if let Some(lanes) = alone.as_ref().and_then(|a| a.simd.as_ref()) {
                        let clauses = self.clauses(&lanes.sharing, &lanes.reductions)?;
                        self.place(stmt, l, format!("#pragma omp simd{clauses}"));
                    }
                }
                CoreLoop::Directive {
                    copies: Some(copies),
                    ..
                } if self.runtime => return self.with_copies((stmt, l), plan, found, copies),
                CoreLoop::Directive {
                    alone: Some(alone), ..
                } if self.runtime => return self.two_texts(stmt, l, plan, found, alone),
                CoreLoop::Directive { how, .. }
                    if how.is_threads() && plan.arrays.iter().any(|a| !a.by_clause) =>
                {
                    return self.expanded(stmt, l, plan, found);
                }
                CoreLoop::Directive { counted, .. } => {
                    let line = self.asking(plan, found)?;
                    if *counted {
                        self.inside(stmt, l, how)?;
                        return self.place_counted(stmt, l, plan, &line);
                    }
                    self.place(stmt, l, line);
                }
            }
        }
        self.inside(stmt, l, how)
    }

    /// A loop's head and body.
    fn inside(&mut self, stmt: &'a Stmt, l: &'a For, how: HostLoop) -> Result<(), RenderError> {
        self.head(stmt, l)?;
        if let Some(fused) = self.compute.fused.get(&l.id) {
            self.seams(fused);
        }
        if let StmtKind::Block(body) = &l.body.kind {
            self.made_privates(body, l.body.span)?;
        }
        // Other loops' heads may get another text.
        if how == HostLoop::Sequential {
            l.init.iter().for_each(|s| self.visit_stmt(s));
            l.cond.iter().chain(&l.inc).for_each(|e| self.visit_expr(e));
        }
        let around = self.in_threads;
        self.in_threads |= how.is_threads();
        self.visit_stmt(&l.body);
        self.in_threads = around;
        Ok(())
    }

    /// Whether a statement sets a flag of a loop's iterations.
    fn sets_flag(&self, id: StmtId) -> bool {
        let mut all = self.compute.loops.values().flat_map(|l| &l.atomics);
        all.any(|u| u.stmt == id && u.op.is_none())
    }

    /// Whether the memory that a loop's iterations share lies apart; empty where that isn't asked.
    fn apart(&self, plan: &LoopPlan) -> Result<String, RenderError> {
        self.asked(&plan.apart)
    }

    /// Likewise.
    fn asked(&self, all: &[Apart]) -> Result<String, RenderError> {
        let mut open = Vec::new();
        for pair in all {
            if !self.known.contains(&apart::pair(self.unit, pair)?) {
                open.push(pair.clone());
            }
        }
        if open.is_empty() {
            return Ok(String::new());
        }
        let apart = apart::condition(self.unit, &open)?;
        Ok(match self.runtime {
            true => format!("__accrs_asked(&__accrs_here, {apart})"),
            false => apart,
        })
    }

    /// That memory lies apart is known of what is printed next.
    fn know(&mut self, all: &[Apart]) -> Result<(), RenderError> {
        for pair in all {
            // Either of the two may come first.
            let turned = Apart {
                a: pair.b.clone(),
                b: pair.a.clone(),
            };
            self.known.push(apart::pair(self.unit, pair)?);
            self.known.push(apart::pair(self.unit, &turned)?);
        }
        Ok(())
    }

    /// The number of a loop that is measured among those of the construct, and which of its entries are.
    fn measured(&mut self, found: &CoreLoop) -> Option<(usize, Measured)> {
        let CoreLoop::Directive {
            measured: Some(which),
            ..
        } = found
        else {
            return None;
        };
        self.runtime.then(|| {
            self.choices += 1;
            (self.choices - 1, *which)
        })
    }

    /// A loop's directive with its question. One that is measured is the body of a loop with one turn, at whose end the time is taken.
    fn asking(&mut self, plan: &LoopPlan, found: &CoreLoop) -> Result<String, RenderError> {
        let Some((number, which)) = self.measured(found) else {
            return self.directive(plan, found, &self.question(plan)?);
        };
        let mut also = self.apart(plan)?;
        if which != Measured::All {
            self.asks = true;
            also = worth::long(self.unit, plan, &also)?;
        }
        let begin = worth::begin(self.unit, plan, &also, number)?;
        let line = self.directive(plan, found, &format!(" if({TURN}.team)"))?;
        Ok(format!(
            "for ({begin}; {TURN}.open; __accrs_ends(&{TURN}))\n{line}"
        ))
    }

    /// OpenMP's `if`.
    fn question(&self, plan: &LoopPlan) -> Result<String, RenderError> {
        let own = plan.worth.as_ref().filter(|_| !self.gangs());
        worth::clause(self.unit, own, &self.apart(plan)?, self.runtime)
    }

    /// `question`: the clause that asks whether threads share the loop, or nothing.
    fn directive(
        &self,
        plan: &LoopPlan,
        found: &CoreLoop,
        question: &str,
    ) -> Result<String, RenderError> {
        let CoreLoop::Directive {
            how,
            collapse,
            sharing,
            reductions,
            ..
        } = found
        else {
            return Err(RenderError::internal("a sequential loop with a directive"));
        };
        // A thread that is done adds up while others still look for the start.
        let reduced = |h: &Canonical| reductions.iter().any(|r| h.lower.mentions(r.var));
        let waits = self.gangs() && how.is_threads() && plan.heads.iter().any(reduced);
        let mut line = String::from(if waits { "#pragma omp barrier\n" } else { "" });
        line.push_str(match (how, self.gangs()) {
            (HostLoop::Threads, false) => "#pragma omp parallel for",
            (HostLoop::Threads, true) => "#pragma omp for",
            (HostLoop::ThreadsSimd, false) => "#pragma omp parallel for simd",
            (HostLoop::ThreadsSimd, true) => "#pragma omp for simd",
            _ => "#pragma omp simd",
        });
        if how.is_threads() {
            if *collapse > 1 {
                let _ = write!(line, " collapse({collapse})");
            }
            match &plan.static_chunk {
                Some(Some(chunk)) => {
                    let chunk = clause::expr(self.unit, chunk)?;
                    let _ = write!(line, " schedule(static, {chunk})");
                }
                _ => line.push_str(" schedule(static)"),
            }
            line.push_str(question);
        }
        line.push_str(&self.clauses(sharing, reductions)?);
        Ok(line)
    }
}

impl<'a> Visit<'a> for Loops<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match reduced::ahead(self.unit, stmt, |e| self.shifted(e)) {
            Ok(edits) => self.edits.extend(edits),
            Err(e) => self.failed = self.failed.take().or(Some(e)),
        }
        let stmt = of_condition(stmt).unwrap_or(stmt);
        let compute = self.compute;
        if let Some(own) = compute.stepped.iter().find(|s| s.body == stmt.id) {
            let done = self.stepped(own);
            self.failed = self.failed.take().or(done.err());
        }
        match &stmt.kind {
            StmtKind::For(l) => {
                let done = self.for_loop(stmt, l);
                self.failed = self.failed.take().or(done.err());
                return;
            }
            StmtKind::Block(inner) if let Some(made) = self.made_loops(inner) => {
                let done = self.made(inner, made);
                self.failed = self.failed.take().or(done.err());
                return;
            }
            StmtKind::Atomic { directive, body }
                if (self.gangs() || self.in_threads) && !self.plainly =>
            {
                atomic_edits(self.unit, directive, body, &mut self.edits);
            }
            StmtKind::Expr(_) if self.in_threads && self.sets_flag(stmt.id) => {
                let start = stmt.span.start;
                let (generated, user) = (to_generated(), to_user(&self.unit.source, start));
                let line = format!("{generated}#pragma omp atomic write{user}");
                self.edits.push(Edit::insert(start, line));
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        if self.shifted_text(e) {
            return;
        }
        if self.gangs() && !self.in_threads {
            rename_call(self.unit, self.all, e, &mut self.edits, &mut self.called);
        }
        self.walk_expr(e);
    }
}
