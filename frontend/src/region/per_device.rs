//! A unit as one kind of device sees it: the clauses that `device_type` gives to others taken out (OpenACC 3.3 §2.4).

use super::{Body, ConstructId, DEVICE_NAMES, Expr, Stmt, StmtKind, Unit, VisitMut};
use crate::directive::{ClauseKind, Directive};

impl Unit {
    /// A copy with the clauses that hold for a device that goes by `names` (the most specific first), and the constructs that
    /// say something else there than on the devices that kernels are made for. `None` where no construct does.
    pub fn for_device(&self, names: &[&str]) -> Option<(Unit, Vec<ConstructId>)> {
        let dependent = |d: &Directive<Expr>| differs(d, names);
        let in_loop = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if l.directive.as_ref().is_some_and(dependent));
        let found: Vec<ConstructId> = self
            .constructs
            .iter()
            .filter(|c| {
                let inside = match &c.body {
                    Body::Compute(stmts) => stmts.iter().any(|s| s.any_stmt(in_loop)),
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
        let mut resolve = Resolve { names };
        for id in &found {
            let c = &mut unit.constructs[id.index()];
            resolve.visit_directive(&mut c.directive);
            if let Body::Compute(stmts) = &mut c.body {
                stmts.iter_mut().for_each(|s| resolve.visit_stmt(s));
            }
            let on_cores = c.on_cores.as_mut();
            let (text, other) =
                on_cores.map_or((None, None), |o| (o.text.as_mut(), o.members.as_mut()));
            for s in text.into_iter().flatten() {
                resolve.visit_stmt(s);
            }
            for m in c.members.iter_mut().chain(other) {
                m.body.iter_mut().for_each(|s| resolve.visit_stmt(s));
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

/// Leaves in directives the clauses that hold for a device.
struct Resolve<'n> {
    names: &'n [&'n str],
}

impl VisitMut for Resolve<'_> {
    fn visit_directive(&mut self, d: &mut Directive<Expr>) {
        d.clauses = d.clauses_for(self.names).into_iter().cloned().collect();
    }
}
