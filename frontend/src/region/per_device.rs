//! A unit as one kind of device sees it: the clauses that `device_type` gives to others taken out (OpenACC 3.3 §2.4).

use super::private::children_mut;
use super::{Body, ConstructId, DEVICE_NAMES, Expr, Stmt, StmtKind, Unit};
use crate::directive::{ClauseKind, Directive};

impl Unit {
    /// A copy with the clauses that hold for a device that goes by `names` (the most specific first), and the constructs that
    /// say something else there than on the devices that kernels are made for. `None` where no construct does.
    pub fn for_device(&self, names: &[&str]) -> Option<(Unit, Vec<ConstructId>)> {
        let dependent = |d: &Directive<Expr>| differs(d, names);
        let found: Vec<ConstructId> = self
            .constructs
            .iter()
            .filter(|c| {
                let inside = match &c.body {
                    Body::Compute(stmts) => stmts.iter().any(|s| any(s, &dependent)),
                    _ => false,
                };
                dependent(&c.directive) || inside
            })
            .map(|c| c.id)
            .collect();
        if found.is_empty() {
            return None;
        }
        let mut unit = self.clone();
        for id in &found {
            let c = &mut unit.constructs[id.index()];
            resolve(&mut c.directive, names);
            if let Body::Compute(stmts) = &mut c.body {
                stmts.iter_mut().for_each(|s| resolve_in(s, names));
            }
            if let Some(m) = &mut c.members {
                m.body.iter_mut().for_each(|s| resolve_in(s, names));
            }
        }
        Some((unit, found))
    }
}

fn differs(d: &Directive<Expr>, names: &[&str]) -> bool {
    let spans = |names| -> Vec<_> { d.clauses_for(names).iter().map(|c| c.span).collect() };
    let has = |c: &crate::directive::Clause<Expr>| matches!(c.kind, ClauseKind::DeviceType(_));
    d.clauses.iter().any(has) && spans(names) != spans(DEVICE_NAMES)
}

fn any(s: &Stmt, dependent: &dyn Fn(&Directive<Expr>) -> bool) -> bool {
    let own = matches!(&s.kind, StmtKind::For(l) if l.directive.as_ref().is_some_and(dependent));
    let mut found = own;
    s.children(&mut |c| found = found || any(c, dependent));
    found
}

fn resolve(d: &mut Directive<Expr>, names: &[&str]) {
    d.clauses = d.clauses_for(names).into_iter().cloned().collect();
}

fn resolve_in(s: &mut Stmt, names: &[&str]) {
    if let StmtKind::For(l) = &mut s.kind
        && let Some(d) = &mut l.directive
    {
        resolve(d, names);
    }
    children_mut(s, &mut |c| resolve_in(c, names));
}
