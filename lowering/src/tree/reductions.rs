//! Decides which copies reductions need, and along which axes these are combined.
//!
//! Each thread has a copy of a reduction variable, which starts at the operator's identity.
//! Where threads that act as one read or update the variable, their copies are the same. Along all
//! other axes each copy is a part of the result. The parts of a block's threads are combined at the end of the loop over
//! threads, in an order that the block's shape fixes. The parts of gangs are combined
//! at the end of the kernel by the last block, in an order that the numbers of blocks and threads fix, and the value from before the
//! construct is added once. Where gangs reduce what a pointer of their own leads to, nobody knows at the kernel's end what that was: each gang adds
//! its part at the end of the loop, as one step, in whatever order they come. A clause on an outer loop also covers updates in inner loops: their parts either
//! go straight into its result, or are combined at the inner loop where code in between needs the sum.
//!
//! Within a block, values are combined by shuffles within a warp, then through shared memory, one warp after the other (`accrs_reduce` in
//! `templates/cuda/reductions.cuh.tera`). On sim the last thread to come combines them, in the order that a GPU would, so that each thread waits once. The last block
//! finds out that it is the last by a counter, which is 0 again behind the launch. The fewer blocks, the less it combines: so a grid that no clause gives is no larger than
//! what the device holds at once (`Device::blocks_at_once`), and threads take several iterations in turn.

use super::copy::{Copy, GangCopy, Length, Spelling, is_aggregate};
use super::node::*;
use super::sets::{Threads, is_block};
use super::threads::{At, Partial, Pass};
use crate::names::{self, safe};
use crate::plan::{Kernel, Param, Part, Pass as Passed, Reduction};
use crate::print::Access;
use accrs_frontend::region::{Expr, Storage, VarId};

impl Pass<'_> {
    /// The axes along which threads act as one where a node accesses `v`.
    fn same(&self, v: VarId, n: &Node, remaining: Threads) -> Threads {
        let mut found = Threads::NONE;
        let mut note = |e: &Expr| {
            if e.mentions(v) {
                found = found.or(remaining);
            }
        };
        if let Kind::Loop(l) = &n.kind {
            l.bounds().for_each(&mut note);
            if l.private.contains(&v) {
                return found;
            }
            let rest = self.inner_axes(l, remaining);
            return found.or(self.same_in(v, &l.body, rest));
        }
        n.exprs(&mut note);
        n.children(&mut |c| found = found.or(self.same(v, c, remaining)));
        found
    }

    fn same_in(&self, v: VarId, nodes: &[Node], remaining: Threads) -> Threads {
        let all = nodes.iter().map(|n| self.same(v, n, remaining));
        all.fold(Threads::NONE, Threads::or)
    }

    /// The axes along which threads act as one in a loop's body.
    fn inner_axes(&self, l: &Loop, remaining: Threads) -> Threads {
        match l.body.iter().any(|n| self.has_spread(n)) {
            true => remaining.without(Threads::of(&l.axes)),
            false => Threads::NONE,
        }
    }

    /// Adds the copies that a loop needs, for its own reductions and for those of loops around it.
    pub fn open_copies(&mut self, l: &mut Loop, at: &At) {
        let inner = self.inner_axes(l, at.remaining);
        l.outside = self.outside(l);
        let mut wanted: Vec<(Reduction, Threads, bool)> = Vec::new();
        let over_blocks = l.axes.iter().any(|a| is_block(*a));
        for r in &l.reductions {
            if !self.partials.iter().any(|p| p.reduction.var == r.var) {
                wanted.push((r.clone(), at.remaining, over_blocks && self.leads_out(r)));
            }
        }
        let mut seen = Vec::new();
        let mut nested = false;
        for p in self.partials.iter().rev() {
            let var = p.reduction.var;
            if seen.contains(&var) || l.private.contains(&var) {
                continue;
            }
            seen.push(var);
            let crossing = at.remaining.and(p.same);
            if !l.threads.and(p.same).is_empty() && l.body.iter().any(|n| names(n, var)) {
                nested |= at.in_gang && over_blocks;
                wanted.push((p.reduction.clone(), crossing, false));
            }
        }
        if nested {
            self.refuse_nest("a reduction that is used between nested gang loops");
        }
        for (reduction, outer, gangs) in wanted {
            let same = self.same_in(reduction.var, &l.body, inner);
            let axes = outer.without(same);
            if gangs || !axes.is_empty() {
                let copy = self.open_copy(&reduction, axes, same, at);
                l.copies.push(Copy { gangs, ..copy });
            }
            self.partials.push(Partial {
                reduction,
                same,
                outside: None,
            });
        }
    }

    /// Whether what a loop over gangs reduces is memory of all gangs, without a copy of each gang's for all of the kernel: what a pointer of its own
    /// leads to, or a section of an array of which the kernel names more.
    fn leads_out(&self, r: &Reduction) -> bool {
        let pointer = self.unit.types.is_pointer(self.unit.var(r.var).ty);
        is_aggregate(self.unit, r) && pointer || self.beside.contains(&r.var)
    }

    /// How the variables are spelled outside of a loop that it reduces and that its start names. What gangs combine has its own value until the
    /// last of them is done.
    fn outside(&self, l: &Loop) -> Vec<(VarId, Access)> {
        let mut named: Vec<VarId> = l.reductions.iter().map(|r| r.var).collect();
        named.retain(|v| l.heads.iter().any(|h| h.lower.mentions(*v)));
        let spelled = |v: VarId| {
            let around = self.partials.iter().rfind(|p| p.reduction.var == v);
            around.and_then(|p| p.outside.clone())
        };
        let named = named.into_iter();
        named
            .map(|v| (v, spelled(v).unwrap_or_else(|| self.var(v))))
            .collect()
    }

    fn open_copy(&mut self, r: &Reduction, axes: Threads, same: Threads, at: &At) -> Copy {
        let v = self.unit.var(r.var);
        let name = self.names.unique(&format!("{}_part", safe(&v.name)));
        let hidden = self.hide([r.var]).remove(0);
        // The memory that a pointer or an array among the kernel's parameters leads to is shared by all threads.
        let shared =
            hidden.memory || hidden.array || self.unit.types.is_pointer(v.ty) && !hidden.own;
        let target = self.var(r.var);
        let mut many = None;
        if is_aggregate(self.unit, r) {
            let e = self.elements(r);
            let target = self.spelled(r.var, &e);
            many = Some(self.declare_copy(r, e, target, &name, same));
        } else {
            self.storage.memory.remove(&r.var);
            self.access.insert(r.var, Access::Name(name.clone()));
        }
        let once = shared && !at.remaining.is_empty();
        Copy {
            reduction: r.clone(),
            name,
            target,
            axes,
            gangs: false,
            same,
            many,
            first: if once { at.remaining } else { Threads::NONE },
            guard: None,
            barrier: None,
            hidden,
        }
    }

    /// Restores the reduction variables after the loop, and names what combining the copies needs.
    pub fn close_copies(&mut self, l: &mut Loop, depth: usize) {
        self.partials.truncate(depth);
        for copy in &mut l.copies {
            self.restore(vec![copy.hidden.clone()]);
            if let Some(many) = &mut copy.many {
                let base = safe(&self.unit.var(copy.reduction.var).name);
                many.sum = self.names.unique(&format!("{base}_all"));
            }
        }
    }

    /// Reductions whose parts are in different blocks: those of the construct, and those of loops that are spread over blocks
    /// or hold such loops. Variables that each gang has for itself are combined within the gang alone
    /// (OpenACC 3.3 §2.9.11, the last example).
    pub fn gang_reductions(&mut self, kernel: &Kernel, nodes: &[Node]) -> Vec<Reduction> {
        let own = |v: VarId| {
            let by_value =
                |p: &Param| p.var == v && matches!(p.pass, Passed::Value | Passed::Upload { .. });
            let shared = |p: &Param| p.var == v && matches!(p.pass, Passed::Reference { .. });
            let inner =
                self.unit.var(v).storage == Storage::Region && !kernel.params.iter().any(shared);
            inner || kernel.private.contains(&v) || kernel.params.iter().any(by_value)
        };
        fn reaches_blocks(n: &Node) -> bool {
            n.any(&mut |n| matches!(&n.kind, Kind::Loop(l) if l.axes.iter().any(|a| is_block(*a))))
        }
        fn walk(n: &Node, own: &dyn Fn(VarId) -> bool, all: &mut Vec<Reduction>) {
            let of: &[Reduction] = match &n.kind {
                Kind::Loop(l) => &l.reductions,
                Kind::For(l) => &l.reductions,
                _ => &[],
            };
            if !of.is_empty() && reaches_blocks(n) {
                for r in of {
                    if !own(r.var) && !all.iter().any(|a| a.var == r.var) {
                        all.push(r.clone());
                    }
                }
            }
            n.children(&mut |c| walk(c, own, all));
        }
        let mut all = kernel.reductions.clone();
        nodes.iter().for_each(|n| walk(n, &own, &mut all));
        // A gang's copy has the section's elements alone, so what names others needs the array itself.
        let of_construct = |r: &Reduction| kernel.reductions.iter().any(|k| k.var == r.var);
        let beside = |r: &&Reduction| {
            let section = !matches!(r.part, Part::Whole) && !of_construct(r);
            section && nodes.iter().any(|n| names_beside(n, r.var))
        };
        self.beside = all.iter().filter(beside).map(|r| r.var).collect();
        all.retain(|r| !self.beside.contains(&r.var));
        all
    }

    /// Makes the kernel's own copy of a variable that is reduced over gangs.
    pub fn open_gang(
        &mut self,
        r: &Reduction,
        kernel: &Kernel,
        nodes: &[Node],
        all: Threads,
    ) -> GangCopy {
        self.span = r.span;
        let v = self.unit.var(r.var);
        let same = self.same_in(r.var, nodes, all);
        let aggregate = is_aggregate(self.unit, r);
        let reached = kernel.params.iter().any(|p| {
            p.var == r.var
                && match p.pass {
                    Passed::Reference { .. } => true,
                    Passed::Address { .. } | Passed::Raw => aggregate,
                    _ => false,
                }
        });
        if !reached {
            self.refuse_nest(&format!(
                "a gang reduction of '{}', which has no place in the construct's data",
                v.name
            ));
        }
        let name = safe(&v.name);
        let mut many = None;
        if aggregate {
            let e = self.elements(r);
            let result = names::behind(self.unit, &name, "_result");
            let target = match e.length {
                Length::One => Spelling::of(format!("(*{result})"), "0"),
                _ => self.spelled_as(r.var, result, &e),
            };
            many = Some(self.declare_copy(r, e, target, &name, same));
        } else {
            self.storage.memory.remove(&r.var);
            self.access.insert(r.var, Access::Name(name.clone()));
        }
        let result = format!("{name}_result");
        let whole = many.as_ref().map(|m| &m.elements.length);
        let outside = match whole {
            None | Some(Length::One) => Access::Deref(result),
            Some(_) => Access::Name(result),
        };
        // What the construct itself reduces is each gang's own from the start.
        let whose = kernel.reductions.iter().any(|k| k.var == r.var);
        self.partials.push(Partial {
            reduction: r.clone(),
            same,
            outside: (!whose).then_some(outside),
        });
        GangCopy {
            reduction: r.clone(),
            name,
            same,
            parts: all.without(same),
            many,
            area: None,
            left: String::new(),
            gangs: String::new(),
            gang: String::new(),
            barrier: None,
            together: false,
        }
    }

    /// All reductions of a kernel and of its spread loops.
    pub fn reductions_of(&self, kernel: &Kernel, nodes: &[Node]) -> Vec<Reduction> {
        fn walk(n: &Node, all: &mut Vec<Reduction>) {
            if let Kind::Loop(l) = &n.kind {
                all.extend(l.reductions.iter().cloned());
            }
            n.children(&mut |c| walk(c, all));
        }
        let mut all = kernel.reductions.clone();
        nodes.iter().for_each(|n| walk(n, &mut all));
        all
    }
}

/// Whether a node names a variable outside of the loops that reduce it.
fn names_beside(n: &Node, v: VarId) -> bool {
    let reduces = |of: &[Reduction]| of.iter().any(|r| r.var == v);
    let inside = match &n.kind {
        Kind::Loop(l) => reduces(&l.reductions),
        Kind::For(l) => reduces(&l.reductions),
        _ => false,
    };
    if inside {
        return false;
    }
    let mut found = matches!(&n.kind, Kind::Loop(l) if l.bounds().any(|e| e.mentions(v)));
    n.exprs(&mut |e| found = found || e.mentions(v));
    n.children(&mut |c| found = found || names_beside(c, v));
    found
}

/// Whether a node names a variable.
fn names(n: &Node, v: VarId) -> bool {
    let mut found = matches!(&n.kind, Kind::Loop(l) if l.bounds().any(|e| e.mentions(v)));
    n.exprs(&mut |e| found = found || e.mentions(v));
    n.children(&mut |c| found = found || names(c, v));
    found
}
