//! Builds the tree of a kernel, or of a function that kernels call, from its statements and the plan of its loops.
//!
//! After: each loop that the plan gives axes is a [`Kind::Loop`], every other one a loop that runs in order. The IR is verified and the plan has no errors.

use super::node::{Form, If, Kind, Loop, Node, Sequential, Unrolling};
use super::wavefronts::Wave;
use crate::plan::{Front, FrontPart, LoopPlan, Wavefront};
use accrs_frontend::region::{For, LoopId, Stmt, StmtId, StmtKind};
use indexmap::IndexMap;

/// The plans of loops, and of those that threads go through wave by wave.
#[derive(Clone, Copy, Default)]
pub struct Loops<'a> {
    pub plans: Option<&'a IndexMap<LoopId, LoopPlan>>,
    pub waves: Option<&'a IndexMap<StmtId, Wavefront>>,
}

/// The statements as nodes. Loops for which `plans` has no plan, or one without axes, run in order.
pub fn build(stmts: &[Stmt], plans: Option<&IndexMap<LoopId, LoopPlan>>) -> Vec<Node> {
    let waves = None;
    nodes(stmts, Loops { plans, waves })
}

/// The same, where loops may go wave by wave.
pub fn nodes(stmts: &[Stmt], loops: Loops<'_>) -> Vec<Node> {
    stmts.iter().filter_map(|s| node(s, loops)).collect()
}

/// The nodes inside a statement's braces, or the statement itself if it has none.
fn inside(s: &Stmt, loops: Loops<'_>) -> Vec<Node> {
    match &s.kind {
        StmtKind::Block(stmts) => nodes(stmts, loops),
        _ => nodes(std::slice::from_ref(s), loops),
    }
}

fn node(s: &Stmt, loops: Loops<'_>) -> Option<Node> {
    let one = |s: &Stmt| vec![node(s, loops).unwrap_or_else(|| Node::leaf(empty(s)))];
    let kind = match &s.kind {
        StmtKind::Block(stmts) => Kind::Block(nodes(stmts, loops)),
        StmtKind::If { cond, then, els } => Kind::If(Box::new(If {
            cond: cond.clone(),
            then: inside(then, loops),
            els: els.as_deref().map(|e| inside(e, loops)),
            joint: None,
        })),
        StmtKind::For(f) => {
            let plan = loops.plans.and_then(|l| l.get(&f.id));
            if let Some(w) = loops.waves.and_then(|w| w.get(&s.id)) {
                let line = plan.map_or(0, |p| p.line);
                return Some(Node::new(wave(f, w, line, loops), s.span));
            }
            match plan.filter(|p| !p.axes.is_empty()) {
                Some(plan) => return Some(Node::new(spread(f, plan, loops), s.span)),
                None => in_order(f, plan, loops),
            }
        }
        StmtKind::While { cond, body } => again(Form::While, cond, body, loops),
        StmtKind::DoWhile { body, cond } => again(Form::DoWhile, cond, body, loops),
        StmtKind::Switch { value, body } => Kind::Switch {
            value: value.clone(),
            body: inside(body, loops),
        },
        StmtKind::Case { low, high, body } => Kind::Case {
            low: low.clone(),
            high: high.clone(),
            body: one(body),
        },
        StmtKind::Default(body) => Kind::Default(one(body)),
        StmtKind::Label { name, body } => Kind::Label {
            name: name.clone(),
            body: one(body),
        },
        // `cache` is only a hint, which is left to the hardware's caches.
        StmtKind::Cache(_) => return None,
        _ => Kind::Leaf(s.clone()),
    };
    Some(Node::new(kind, s.span))
}

fn empty(s: &Stmt) -> Stmt {
    Stmt::new(StmtKind::Empty, s.span)
}

fn again(form: Form, cond: &accrs_frontend::region::Expr, body: &Stmt, loops: Loops<'_>) -> Kind {
    Kind::For(Box::new(Sequential {
        id: None,
        form,
        cond: Some(cond.clone()),
        inc: None,
        heads: Vec::new(),
        private: Vec::new(),
        reductions: Vec::new(),
        unroll: None,
        body: inside(body, loops),
        joint: None,
    }))
}

fn in_order(f: &For, plan: Option<&LoopPlan>, loops: Loops<'_>) -> Kind {
    Kind::For(Box::new(Sequential {
        id: Some(f.id),
        form: Form::For(f.init.clone()),
        cond: f.cond.clone(),
        inc: f.inc.clone(),
        heads: match plan {
            Some(plan) => plan.heads.clone(),
            None => f.canonical.iter().cloned().collect(),
        },
        private: plan.map_or(Vec::new(), |p| p.private.clone()),
        reductions: plan.map_or(Vec::new(), |p| p.reductions.clone()),
        unroll: plan
            .and_then(|p| p.unroll.as_ref()?.copies.clone())
            .map(Unrolling::Wanted),
        body: inside(&f.body, loops),
        joint: None,
    }))
}

/// A loop that threads go through wave by wave: of each statement in it, what they run at one place.
fn wave(f: &For, w: &Wavefront, line: u32, loops: Loops<'_>) -> Kind {
    fn find<'s>(s: &'s Stmt, w: &Wavefront, out: &mut Vec<(FrontPart, &'s Stmt)>) {
        match (w.parts.get(&s.id), &s.kind) {
            (Some(part), _) => out.push((part.clone(), s)),
            (None, StmtKind::Block(all)) => all.iter().for_each(|s| find(s, w, out)),
            _ => {}
        }
    }
    let mut parts = Vec::new();
    find(&f.body, w, &mut parts);
    let at_one_place = |(part, s): (FrontPart, &Stmt)| {
        let fronts = part.rows.iter().chain([&part.own]);
        let mut inner = s;
        for (front, _) in fronts {
            if let (Front::Loop(_), Some(l)) = (front, only(inner)) {
                inner = &l.body;
            }
        }
        let body = inside(inner, loops);
        (part, body)
    };
    Kind::Wave(Box::new(Wave {
        plan: w.clone(),
        line,
        parts: parts.into_iter().map(at_one_place).collect(),
        touch: Default::default(),
        private: Vec::new(),
        named: Default::default(),
    }))
}

/// The loop that a statement is, alone in its blocks.
fn only(s: &Stmt) -> Option<&For> {
    match &s.kind {
        StmtKind::For(l) => Some(l),
        StmtKind::Block(all) => all.iter().find_map(only),
        _ => None,
    }
}

fn spread(f: &For, plan: &LoopPlan, loops: Loops<'_>) -> Kind {
    let body = inside(innermost(f, plan.heads.len()), loops);
    Kind::Loop(Box::new(Loop {
        axes: plan.axes.clone(),
        tile: plan.tile.clone(),
        chunk: plan.static_chunk.clone(),
        unroll: plan.unroll.as_ref().map(|u| u.by),
        turns: plan.turns,
        private: plan.private.clone(),
        reductions: plan.reductions.clone(),
        ..Loop::new(f.id, plan.line, plan.heads.clone(), body)
    }))
}

/// The innermost body of a nest of `depth` collapsed loops.
fn innermost(f: &For, depth: usize) -> &Stmt {
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
