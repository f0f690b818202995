//! Loops in code that threads run together: spread loops, sequential loops around them, and the variables that a loop's
//! iterations have for themselves.

use super::copy::Hidden;
use super::effects::Watch;
use super::node::*;
use super::sets::{Threads, is_block};
use super::threads::{At, Pass};
use super::unread;
use accrs_frontend::region::{Expr, ExprKind, StmtKind, VarId};
use accrs_frontend::source::Span;
use std::collections::HashSet;

impl Pass<'_> {
    /// A sequential loop with loops of other levels in its body.
    pub(super) fn sequential(
        &mut self,
        mut l: Sequential,
        span: Span,
        at: &At,
        out: &mut Vec<Node>,
    ) {
        let mut around = Vec::new();
        let is_for = matches!(l.form, Form::For(_));
        let private: Vec<VarId> = l.own_private().collect();
        let hidden = self.hide(private.iter().copied());
        self.privates(&private, &l.body, span, at, &mut around);
        if let Form::For(init) = &mut l.form
            && let Some(init) = init.take()
        {
            self.seq(vec![Node::leaf(*init)], at, &mut around);
        }
        l.joint = Some(Joint {
            test: l.cond.as_ref().map(|c| self.uniform(c)).unwrap_or_default(),
            step: l.inc.as_ref().map(|i| self.uniform(i)).unwrap_or_default(),
            ..Joint::default()
        });
        let mut body = Vec::new();
        self.seq(std::mem::take(&mut l.body), at, &mut body);
        l.body = body;
        self.restore(hidden);
        let node = Node::new(Kind::For(Box::new(l)), span);
        if !is_for {
            return out.push(node);
        }
        around.push(node);
        out.push(Node::new(Kind::Block(around), span));
    }

    /// A loop that is spread over blocks or threads.
    pub(super) fn spread(&mut self, mut l: Loop, span: Span, at: &At, out: &mut Vec<Node>) {
        self.span = span;
        l.threads = Threads::of(&l.axes).and(at.remaining);
        let rest = at.remaining.without(l.threads);
        // If no axis remains with more than one thread, each thread runs the loops inside by itself.
        let inner = self.any_spread(&l.body) && !rest.is_empty();
        let gang = l.axes.iter().any(|a| is_block(*a));
        let depth = self.partials.len();
        self.open_copies(&mut l, at);
        let mut bounds = Touch::default();
        for e in l.heads.iter().flat_map(|h| [&h.lower, &h.upper, &h.step]) {
            let e = Watch {
                unit: self.unit,
                storage: &self.storage,
                depth: 0,
            }
            .expr(e);
            bounds.reads |= e.reads;
            if e.once() {
                self.problems
                    .refuse_nest(self.span, "loop bounds with side effects");
            }
        }
        let place = At {
            remaining: if inner { rest } else { Threads::NONE },
            consumed: at.consumed.or(l.threads),
            inner_gangs: gang && self.has_gang_loop(&l.body),
            in_gang: at.in_gang || gang,
        };
        l.spread = if at.remaining.is_empty() {
            Spread::Alone
        } else if inner {
            Spread::Outer {
                bounds,
                consumed: place.consumed,
                // The next iteration uses the same shared variables.
                kept: self.declares_shared(&l.private, &l.body, &place)
                    || (!place.remaining.is_empty() && self.names_per_gang(&l.body)),
            }
        } else {
            let touch = self.watch().nodes(&l.body).touch().or(bounds);
            Spread::Leaf { touch, rest }
        };
        l.named = l
            .heads
            .iter()
            .map(|h| names_variable(&l.body, h.var))
            .collect();
        let private: Vec<VarId> = l.own_private().collect();
        let heads = l.heads.iter().map(|h| h.var);
        let hidden = self.hide(heads.clone().chain(private.iter().copied()));
        for v in heads {
            self.access.remove(&v);
            self.storage.memory.remove(&v);
        }
        let mut body = Vec::new();
        let own = std::mem::take(&mut l.body);
        self.privates(&private, &own, span, &place, &mut body);
        self.seq(own, &place, &mut body);
        l.body = body;
        self.restore(hidden);
        self.close_copies(&mut l, depth);
        out.push(Node::new(Kind::Loop(Box::new(l)), span));
    }

    /// Declares those of a loop's private variables that its body names.
    fn privates(&mut self, all: &[VarId], body: &[Node], span: Span, at: &At, out: &mut Vec<Node>) {
        if !all.is_empty() {
            // The body may read the loop's own copies, even of a variable that nothing outside reads.
            let inside = unread::read(self.unit, body);
            self.read.extend(inside);
            let named = named_variables(body);
            for v in all.iter().filter(|v| named.contains(*v)) {
                self.private(*v, at, span, out);
            }
        }
    }

    /// What is known of variables that a loop is about to have copies of, for [`Pass::restore`] behind it.
    pub fn hide(&self, vars: impl IntoIterator<Item = VarId>) -> Vec<Hidden> {
        let hidden = |var| Hidden {
            var,
            access: self.access.get(&var).cloned(),
            memory: self.storage.memory.contains(&var),
            array: self.storage.arrays.contains(&var),
            own: self.storage.own.contains(&var),
            per_gang: self.storage.per_gang.contains(&var),
        };
        vars.into_iter().map(hidden).collect()
    }

    pub fn restore(&mut self, hidden: Vec<Hidden>) {
        fn put(set: &mut HashSet<VarId>, v: VarId, on: bool) {
            if on {
                set.insert(v);
            } else {
                set.remove(&v);
            }
        }
        for h in hidden {
            match h.access {
                Some(access) => self.access.insert(h.var, access),
                None => self.access.remove(&h.var),
            };
            put(&mut self.storage.memory, h.var, h.memory);
            put(&mut self.storage.arrays, h.var, h.array);
            put(&mut self.storage.own, h.var, h.own);
            put(&mut self.storage.per_gang, h.var, h.per_gang);
        }
    }

    /// Whether a body uses memory that a gang keeps from one iteration to the next.
    fn names_per_gang(&self, body: &[Node]) -> bool {
        !self.storage.per_gang.is_disjoint(&named_variables(body))
    }

    fn declares_shared(&self, private: &[VarId], body: &[Node], place: &At) -> bool {
        let mut all: Vec<VarId> = private.to_vec();
        fn gather(n: &Node, mut rest: Threads, all: &mut Vec<VarId>) {
            if let Kind::Loop(l) = &n.kind {
                rest = rest.without(Threads::of(&l.axes));
                if rest.is_empty() {
                    // Each thread has its own.
                    return;
                }
            }
            all.extend(n.declared());
            if let Kind::For(l) = &n.kind
                && let Form::For(Some(init)) = &l.form
                && let StmtKind::Decl(decls) = &init.kind
            {
                all.extend(decls.iter().map(|d| d.var));
            }
            n.children(&mut |c| gather(c, rest, all));
        }
        let rest = place.remaining;
        body.iter().for_each(|n| gather(n, rest, &mut all));
        let shared = |v: &VarId| {
            self.crossing.contains(v) || !self.unit.types.is_scalar(self.unit.var(*v).ty)
        };
        !place.remaining.is_empty() && all.iter().any(shared)
    }
}

/// Whether nodes use a variable other than as the index of a spread loop in them.
pub fn names_variable(nodes: &[Node], v: VarId) -> bool {
    named_variables(nodes).contains(&v)
}

/// All such variables.
pub fn named_variables(nodes: &[Node]) -> HashSet<VarId> {
    fn named<'n>(n: &'n Node, around: &mut Vec<&'n Loop>, out: &mut HashSet<VarId>) {
        let depth = around.len();
        let mut note = |around: &[&Loop], e: &Expr| {
            e.each_expr(|e| match e.kind {
                ExprKind::Var(v) if !around.iter().any(|l| l.is_index(v)) => {
                    out.insert(v);
                }
                _ => {}
            });
        };
        if let Kind::Loop(l) = &n.kind {
            around.push(l);
            l.bounds().for_each(|e| note(around, e));
        }
        n.exprs(&mut |e| note(around, e));
        n.children(&mut |c| named(c, around, out));
        around.truncate(depth);
    }
    let mut out = HashSet::new();
    let mut around = Vec::new();
    nodes.iter().for_each(|n| named(n, &mut around, &mut out));
    out
}
