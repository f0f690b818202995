//! Loops that are spread over blocks or threads: plain, guarded, or padded.

use super::effects::Effects;
use super::exec::{Body, Hazard, Place, declared, inside};
use super::loops::innermost;
use super::sets::{Threads, is_block};
use crate::plan::LoopPlan;
use accrs_frontend::region::{For, Stmt, VarId};

impl<'a> Body<'a> {
    /// A loop that is spread over blocks or threads.
    pub(super) fn partition(&mut self, f: &For, plan: &'a LoopPlan, at: &Place) {
        self.span = f.body.span;
        let outer_exits = std::mem::take(&mut self.exits);
        let body = innermost(f, plan.heads.len());
        let threads = Threads::of(&plan.axes).and(at.remaining);
        // Where the blocks are one thread wide along all that remains, a thread runs the loops inside by itself.
        let inner = self.has_partitioned(body) && !at.remaining.without(threads).is_empty();
        let gang = plan.axes.iter().any(|a| is_block(*a));
        if !threads.is_empty() {
            self.hazard = self.hazard.by_any();
        }
        let copies = self.open_reductions(plan, body, threads, at);
        let mut bounds = Effects::default();
        for head in &plan.heads {
            for x in [&head.lower, &head.upper, &head.step] {
                let e = self.watch().expr(x);
                bounds.reads |= e.reads;
                if e.once() {
                    self.refuse_nest("loop bounds with side effects");
                }
            }
        }
        let place = Place {
            remaining: if inner {
                at.remaining.without(threads)
            } else {
                Threads::NONE
            },
            consumed: at.consumed.or(threads),
            active: None,
            on_break: Vec::new(),
            on_continue: Vec::new(),
            inner_gangs: gang && self.has_gang_loop(body),
            in_gang: at.in_gang || gang,
        };
        if at.remaining.is_empty() && at.active.is_none() {
            self.dealt(plan, body, &place, None);
        } else if inner {
            self.before_all(&bounds);
            let start = self.hazard;
            self.outer_loop(plan, body, &place, at);
            // Without any iteration nothing has passed a barrier.
            self.hazard = self.hazard.or(start);
        } else {
            let mut e = self.watch().stmt(body);
            e.reads |= bounds.reads;
            self.before_all(&e);
            let rest = at.remaining.without(threads);
            let mut guards: Vec<String> = at.active.iter().cloned().collect();
            if !rest.is_empty() {
                guards.push(rest.first());
            }
            let guard = (!guards.is_empty()).then(|| guards.join(" && "));
            self.dealt(plan, body, &place, guard);
            self.hazard.all_read |= e.reads;
            self.hazard.all_wrote |= e.writes;
        }
        if !threads.is_empty() {
            self.hazard = self.hazard.by_any();
        }
        self.close_reductions(copies, at);
        self.exits = outer_exits;
    }

    /// A partitioned loop around others: plain if nothing in it needs a barrier that not all
    /// threads would reach, padded otherwise.
    pub(super) fn outer_loop(
        &mut self,
        plan: &'a LoopPlan,
        body: &Stmt,
        place: &Place,
        at: &Place,
    ) {
        let (end, barriers) = self.rehearse(|b| b.dealt(plan, body, place, None));
        // An iteration's shared variables are the next one's.
        let shared = self.declares_shared(plan, body, place)
            || (!place.remaining.is_empty() && self.names_per_gang(body));
        if shared {
            self.hazard = self.hazard.or(end);
        }
        let barriers = barriers
            + if shared {
                self.rehearse(|b| b.dealt(plan, body, place, None)).1
            } else {
                0
            };
        let uniform = place.consumed.is_empty() && at.active.is_none();
        if uniform || barriers == 0 {
            let guard = if uniform { None } else { at.active.clone() };
            return self.dealt(plan, body, place, guard);
        }
        let active = self.names.unique("active");
        let head = self.padded(plan, body, at.active.as_deref(), &active);
        head.before.iter().for_each(|l| self.out.line(l));
        let braces = head.open(&mut self.out, "");
        if at.active.is_some() {
            self.barriers += 1;
            self.hazard = Hazard::default();
        }
        head.first.iter().for_each(|l| self.out.line(l));
        let place = Place {
            on_continue: vec![active.clone()],
            active: Some(active),
            ..place.clone()
        };
        self.privates(plan, body, &place);
        self.seq(inside(body), &place);
        (0..braces).for_each(|_| self.out.close("}"));
        self.barriers += 1;
    }

    /// Whether a body uses memory that its gang keeps from one iteration to the next.
    fn names_per_gang(&self, body: &Stmt) -> bool {
        let mut all = self.storage.per_gang.iter();
        all.any(|v| self.names_variable(body, *v))
    }

    pub(super) fn declares_shared(&self, plan: &LoopPlan, body: &Stmt, place: &Place) -> bool {
        let mut names: Vec<VarId> = plan.private.clone();
        fn gather(s: &Stmt, all: &mut Vec<VarId>) {
            all.extend(declared(s));
            s.children(&mut |c| gather(c, all));
        }
        gather(body, &mut names);
        !place.remaining.is_empty()
            && names.iter().any(|v| {
                self.crossing.contains(v) || !self.p.unit.types.is_scalar(self.p.unit.var(*v).ty)
            })
    }

    /// The loop with its iterations dealt out, under a guard if any.
    pub(super) fn dealt(
        &mut self,
        plan: &'a LoopPlan,
        body: &Stmt,
        place: &Place,
        guard: Option<String>,
    ) {
        if let Some(guard) = &guard {
            self.out.open(format!("if ({guard}) {{"));
        }
        let head = self.head(plan, body);
        head.before.iter().for_each(|l| self.out.line(l));
        let comment = if self.kernel.is_some_and(|k| k.site.line != plan.line) {
            format!(" // line {}", plan.line)
        } else {
            String::new()
        };
        let braces = head.open(&mut self.out, &comment);
        head.first.iter().for_each(|l| self.out.line(l));
        self.privates(plan, body, place);
        self.seq(inside(body), place);
        (0..braces).for_each(|_| self.out.close("}"));
        if guard.is_some() {
            self.out.close("}");
        }
    }
}
