//! Visitors reach everything, wherever it stands.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use accrs_frontend::Unit;
use accrs_frontend::directive::Directive;
use accrs_frontend::region::{Body, Canonical, Expr, ExprKind, Stmt, StmtKind, Visit, VisitMut};

/// Each number stands once, in a place of its own.
const PLACES: &str = "
struct point { int x, y[4]; };
void f(int n, int *a)
{
#pragma acc parallel copy(a[0:n]) num_gangs(1)
    {
        #pragma acc loop gang collapse(2)
        for (int i = 3; i < 4; i += 5) for (int j = 6; j < 7; j += 8) {
            int unused;
            struct point p = { .y = { [2] = 10, [3 ... 3] = 11 } };
            a[12] = ({ int q = 13; if (q > 14) q = 15; else { do q--; while (q > 16); } q + 17; });
            a[18] = ((struct point){ .x = 19 }).x + sizeof(int[20]) + (int)sizeof(a[21]);
            switch (a[22]) { case 23: a[24] = p.y[25]; break; case 26 ... 27: default: a[28] = 29; }
            #pragma acc atomic update
            a[30] += 31;
            a[32] = n ? a[33] : a[34 + 35];
            goto end;
        end:
            while (a[36]) a[37] = -38;
        }
    }
}
";

fn unit() -> Unit {
    common::unit(PLACES)
}

fn body(unit: &Unit) -> &[Stmt] {
    match &unit.constructs[0].body {
        Body::Compute(stmts) => stmts,
        _ => panic!("a compute construct"),
    }
}

fn number(e: &Expr) -> Option<u128> {
    match &e.kind {
        ExprKind::IntLit { value, .. } => Some(*value),
        _ => None,
    }
}

/// Numbers that are types' (`int[20]`), the directive's own (1, 2), and those that repeat others.
const ELSEWHERE: [u128; 5] = [1, 2, 9, 20, 3];

#[test]
fn every_expression_is_visited_once() {
    let unit = unit();
    let mut seen = Vec::new();
    for s in body(&unit) {
        s.each_expr(|e| seen.extend(number(e)));
    }
    for n in (3..=38).filter(|n| !ELSEWHERE.contains(n)) {
        let times = seen.iter().filter(|s| **s == n).count();
        assert_eq!(times, 1, "{n} in {seen:?}");
    }
}

#[test]
fn statements_of_statement_expressions_are_visited() {
    let unit = unit();
    let has = |is: fn(&StmtKind) -> bool| body(&unit).iter().any(|s| s.any_stmt(|s| is(&s.kind)));
    assert!(has(|k| matches!(k, StmtKind::DoWhile { .. })));
    assert!(!has(|k| matches!(k, StmtKind::Return(_))));
    let mut own = 0;
    let mut search = vec![&body(&unit)[0]];
    while let Some(s) = search.pop() {
        own += usize::from(matches!(s.kind, StmtKind::DoWhile { .. }));
        s.children(&mut |c| search.push(c));
    }
    assert_eq!(own, 0, "a statement's own substatements");
}

/// Makes every number 7.
#[derive(Default)]
struct Sevens;

impl VisitMut for Sevens {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let ExprKind::IntLit { value, .. } = &mut e.kind {
            *value = 7;
        }
        self.walk_expr(e);
    }
}

/// Notes the numbers in everything that there is.
#[derive(Default)]
struct Numbers(Vec<u128>);

impl<'a> Visit<'a> for Numbers {
    fn visit_expr(&mut self, e: &'a Expr) {
        self.0.extend(number(e));
        self.walk_expr(e);
    }
    fn visit_canonical(&mut self, head: &'a Canonical) {
        self.walk_canonical(head);
    }
    fn visit_directive(&mut self, d: &'a Directive<Expr>) {
        self.walk_directive(d);
    }
}

#[test]
fn rewriting_reaches_what_looking_can_reach() {
    let mut unit = unit();
    let Body::Compute(stmts) = &mut unit.constructs[0].body else {
        panic!("a compute construct");
    };
    stmts.iter_mut().for_each(|s| Sevens.visit_stmt(s));
    // In heads and clauses too, which nobody else is shown unless he asks.
    let mut numbers = Numbers::default();
    body(&unit).iter().for_each(|s| numbers.visit_stmt(s));
    assert!(numbers.0.len() > 40 && numbers.0.iter().all(|n| *n == 7));
}

#[test]
fn a_variable_is_found_where_it_is_named() {
    let unit = unit();
    let named = |name: &str| {
        let at = unit.vars.iter().position(|v| v.name == name).expect(name);
        let var = accrs_frontend::region::VarId(at as u32);
        body(&unit).iter().any(|s| s.mentions(var))
    };
    assert!(named("q") && named("j") && named("p") && named("n"));
    // Only its declaration names it.
    assert!(!named("unused"));
}

/// Notes the ids of everything that there is.
#[derive(Default)]
struct Named {
    stmts: Vec<u32>,
    exprs: Vec<u32>,
}

impl<'a> Visit<'a> for Named {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        self.stmts.push(s.id.0);
        self.walk_stmt(s);
    }
    fn visit_expr(&mut self, e: &'a Expr) {
        self.exprs.push(e.id.0);
        self.walk_expr(e);
    }
    fn visit_canonical(&mut self, head: &'a Canonical) {
        self.walk_canonical(head);
    }
    fn visit_directive(&mut self, d: &'a Directive<Expr>) {
        self.walk_directive(d);
    }
}

/// No two nodes have one id, and all ids are below the unit's counts.
fn check_ids(unit: &Unit) {
    let mut named = Named::default();
    for c in &unit.constructs {
        named.visit_directive(&c.directive);
        if let Body::Compute(stmts) = &c.body {
            stmts.iter().for_each(|s| named.visit_stmt(s));
        }
        if let Some(m) = &c.members {
            m.body.iter().for_each(|s| named.visit_stmt(s));
        }
    }
    for f in &unit.functions {
        f.routine.iter().for_each(|d| named.visit_directive(d));
        f.body.iter().flatten().for_each(|s| named.visit_stmt(s));
    }
    for v in &unit.vars {
        v.init.iter().for_each(|e| named.visit_expr(e));
        v.member.iter().for_each(|m| named.visit_expr(&m.value));
    }
    for (mut ids, count) in [(named.stmts, unit.ids.stmts), (named.exprs, unit.ids.exprs)] {
        let nodes = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), nodes, "ids that two nodes have");
        assert!(ids.last().is_none_or(|id| *id < count));
    }
}

#[test]
fn every_node_has_an_id_of_its_own() {
    check_ids(&unit());
    // Rewrites copy clauses, and whole bodies.
    let rewritten = common::unit(
        "struct s { int n, *b; double c; };
void f(struct s v, int n, double *t)
{
#pragma acc parallel loop copy(v.b[0:n]) copy(v.c) firstprivate(t[2:n])
    for (int i = 0; i < v.n; i++) { v.b[i] += t[i]; v.c += 1; }
}
",
    );
    let copy = &rewritten.constructs[0].members;
    assert!(copy.is_some() && rewritten.vars.iter().any(|v| v.member.is_some()));
    check_ids(&rewritten);
}
