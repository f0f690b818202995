//! Walks over nodes: what is directly in each, and whether control leaves them.

use super::node::*;
use crate::plan::Axis;
use accrs_frontend::region::{Expr, LocalDecl, Stmt, StmtKind, VarId};
use accrs_frontend::source::Span;
use std::collections::HashSet;

impl Node {
    pub fn new(kind: Kind, span: Span) -> Self {
        Self { kind, span }
    }

    pub fn leaf(s: Stmt) -> Self {
        let span = s.span;
        Self::new(Kind::Leaf(s), span)
    }

    /// A leaf made from a statement's kind and place.
    pub fn statement(kind: StmtKind, span: Span) -> Self {
        Self::leaf(Stmt::new(kind, span))
    }

    /// The declarations that the node consists of, if it is a declaration.
    pub fn decls(&self) -> Option<&[LocalDecl]> {
        match &self.kind {
            Kind::Leaf(s) => match &s.kind {
                StmtKind::Decl(decls) => Some(decls),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `f` on each node directly in this one, in the order in which they run.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Node)) {
        match &self.kind {
            Kind::Block(body) | Kind::Switch { body, .. } | Kind::Test(_, body) => {
                body.iter().for_each(f);
            }
            Kind::Gangs(_, body) => body.iter().for_each(f),
            Kind::Copies(c) => c.body.iter().for_each(f),
            Kind::If(i) => i.then.iter().chain(i.els.iter().flatten()).for_each(f),
            Kind::For(l) => l.body.iter().for_each(f),
            Kind::Loop(l) => l.body.iter().for_each(f),
            Kind::Wave(w) => {
                w.private.iter().for_each(&mut *f);
                w.parts.iter().flat_map(|(_, body)| body).for_each(f);
            }
            Kind::Together(t) => t.body.iter().for_each(f),
            Kind::Repeat(r) => r.body.iter().for_each(f),
            Kind::Count(c) => c.body.iter().for_each(f),
            Kind::Parts(p) => {
                p.declared.iter().for_each(&mut *f);
                p.parts.iter().flat_map(|p| &p.body).for_each(f);
            }
            Kind::Case { body, .. } | Kind::Default(body) | Kind::Label { body, .. } => {
                body.iter().for_each(f);
            }
            _ => {}
        }
    }

    /// Calls `f` on each list of nodes directly in this one, to change them.
    pub fn children_mut(&mut self, f: &mut dyn FnMut(&mut Vec<Node>)) {
        match &mut self.kind {
            Kind::Block(body) | Kind::Switch { body, .. } | Kind::Test(_, body) => f(body),
            Kind::Gangs(_, body) => f(body),
            Kind::Copies(c) => f(&mut c.body),
            Kind::If(i) => {
                f(&mut i.then);
                i.els.iter_mut().for_each(f);
            }
            Kind::For(l) => f(&mut l.body),
            Kind::Loop(l) => f(&mut l.body),
            Kind::Wave(w) => w.parts.iter_mut().for_each(|(_, body)| f(body)),
            Kind::Together(t) => f(&mut t.body),
            Kind::Repeat(r) => f(&mut r.body),
            Kind::Count(c) => f(&mut c.body),
            Kind::Parts(p) => {
                f(&mut p.declared);
                p.parts.iter_mut().for_each(|p| f(&mut p.body));
            }
            Kind::Case { body, .. } | Kind::Default(body) | Kind::Label { body, .. } => {
                f(body);
            }
            _ => {}
        }
    }

    /// Calls `f` on the user's expressions that stand directly in this node. The heads of spread loops are not among
    /// them ([`Loop::bounds`]).
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            Kind::Leaf(s) => statement_exprs(s, f),
            Kind::If(i) => f(&i.cond),
            Kind::Switch { value, .. } => f(value),
            Kind::Case { low, high, .. } => {
                f(low);
                high.iter().for_each(f);
            }
            Kind::For(l) => {
                if let Form::For(Some(init)) = &l.form {
                    statement_exprs(init, f);
                }
                l.cond.iter().for_each(&mut *f);
                l.inc.iter().for_each(f);
            }
            Kind::Initial(_, e) | Kind::Section(_, e) | Kind::Unless(e) => f(e),
            Kind::Parts(p) => {
                f(&p.value);
                for (low, high) in p.parts.iter().flat_map(|p| &p.cases) {
                    f(low);
                    high.iter().for_each(&mut *f);
                }
            }
            Kind::Leave(Some(r)) => f(&r.value),
            Kind::Tiles(t) => t.exprs(f),
            Kind::Wave(w) => w.bounds().for_each(f),
            Kind::Call(c) => c.args.iter().for_each(|a| f(&a.value)),
            Kind::Repeat(r) => r.head.iter().for_each(f),
            _ => {}
        }
    }

    /// The variables that the node declares, if it is a declaration.
    pub fn declared(&self) -> Vec<VarId> {
        let all = self.decls().into_iter().flatten();
        all.map(|d| d.var).collect()
    }

    /// Whether `is` holds of the node or of one inside it.
    pub fn any(&self, is: &mut dyn FnMut(&Node) -> bool) -> bool {
        if is(self) {
            return true;
        }
        let mut found = false;
        self.children(&mut |c| found = found || c.any(is));
        found
    }

    /// Whether the node is a spread loop or has one inside it.
    pub fn has_loop(&self) -> bool {
        self.any(&mut |n| matches!(n.kind, Kind::Loop(_) | Kind::Wave(_)))
    }
}

fn statement_exprs<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    s.exprs(f);
    s.children(&mut |c| statement_exprs(c, f));
}

impl Sequential {
    /// The variables that its iterations have for themselves, but for loop variables.
    pub fn own_private(&self) -> impl Iterator<Item = VarId> + '_ {
        let index = |v: VarId| self.heads.iter().any(|h| h.var == v);
        self.private.iter().copied().filter(move |v| !index(*v))
    }
}

impl Loop {
    /// The variables that its iterations have for themselves, but for loop variables.
    pub fn own_private(&self) -> impl Iterator<Item = VarId> + '_ {
        self.private.iter().copied().filter(|v| !self.is_index(*v))
    }

    /// The first values, ends and steps of its heads.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        self.heads
            .iter()
            .flat_map(|h| [&h.lower, &h.upper, &h.step])
    }

    pub fn is_index(&self, v: VarId) -> bool {
        self.heads.iter().any(|h| h.var == v)
    }

    /// The axes of the tile loops and those of the element loops; without `tile` all of them are the first.
    pub fn tile_axes(&self) -> (&[Axis], &[Axis]) {
        let elements = self.tile.as_ref().map_or(0, |t| t.element_axes);
        self.axes.split_at(self.axes.len().saturating_sub(elements))
    }
}

/// The labels in a node, and the labels that it jumps to.
pub type Ends<'n> = (HashSet<&'n str>, HashSet<&'n str>);

/// See [`Ends`].
pub fn ends(n: &Node) -> Ends<'_> {
    fn walk<'n>(n: &'n Node, found: &mut Ends<'n>) {
        match &n.kind {
            Kind::Label { name, .. } => {
                found.0.insert(name);
            }
            Kind::Leaf(Stmt {
                kind: StmtKind::Goto(name),
                ..
            }) => {
                found.1.insert(name);
            }
            _ => {}
        }
        n.children(&mut |c| walk(c, found));
    }
    let mut found = Ends::default();
    walk(n, &mut found);
    found
}

/// Whether control stays within these nodes: no `break`, `continue`, `return` or `goto` leaves them.
pub fn end_here(nodes: &[Node]) -> bool {
    fn walk(n: &Node, in_loop: bool, in_switch: bool, labels: &HashSet<&str>) -> bool {
        let mut inner = (in_loop, in_switch);
        match &n.kind {
            Kind::Leaf(s) => match &s.kind {
                StmtKind::Break => return in_loop || in_switch,
                StmtKind::Continue => return in_loop,
                StmtKind::Return(_) => return false,
                StmtKind::Goto(name) => return labels.contains(name.as_str()),
                _ => {}
            },
            Kind::Exit(Exit::Break) => return in_loop || in_switch,
            Kind::Exit(Exit::Continue) => return in_loop,
            Kind::Leave(_) => return false,
            Kind::For(_) | Kind::Loop(_) | Kind::Wave(_) => inner.0 = true,
            Kind::Switch { .. } | Kind::Parts(_) => inner.1 = true,
            _ => {}
        }
        let mut ok = true;
        n.children(&mut |c| ok &= walk(c, inner.0, inner.1, labels));
        ok
    }
    let labels: HashSet<&str> = nodes.iter().flat_map(|n| ends(n).0).collect();
    nodes.iter().all(|n| walk(n, false, false, &labels))
}
