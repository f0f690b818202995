//! Calls that move ranges of memory in kernels: `memcpy` and its kin.

use super::object::is_made;
use super::walk::Walk;
use crate::checks::{Does, Form, Site};
use crate::print::show;
use accrs_frontend::region::place::rough_target;
use accrs_frontend::region::{Expr, ExprId, ExprKind};

impl Walk<'_, '_> {
    /// Whether an expression is fresh memory.
    pub(super) fn is_allocation(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Cast { operand, .. } => self.is_allocation(operand),
            ExprKind::Call { .. } => matches!(self.library(e), Some("malloc" | "calloc")),
            _ => false,
        }
    }

    /// The name of the library's function that a call calls.
    fn library(&self, call: &Expr) -> Option<&str> {
        let ExprKind::Call { callee, .. } = &call.kind else {
            return None;
        };
        match callee.strip_implicit().kind {
            ExprKind::Function(id) => {
                let f = self.around.unit.function(id);
                f.library.then_some(f.name.as_str())
            }
            _ => None,
        }
    }

    /// Makes the sites of a call that moves a range.
    pub(super) fn range(&mut self, call: &Expr, args: &[Expr]) {
        let form = match self.library(call) {
            Some("memcpy" | "memmove") => Form::Between,
            Some("memset") => Form::To,
            _ => return,
        };
        let ([to, from, _], true) = (args, self.making && call.id != ExprId::NONE) else {
            return;
        };
        let text = show::expr(self.around.unit, call);
        let first = self.checks.sites.len();
        let made = |s: Option<Site>| s.map(|s| Site { form, ..s });
        let Some(write) = made(self.range_site(to, Does::Writes, &text)) else {
            return;
        };
        let mut sites = vec![write];
        if form == Form::Between {
            let Some(read) = made(self.range_site(from, Does::Reads, &text)) else {
                return;
            };
            sites.push(read);
        }
        self.checks.sites.extend(sites);
        self.checks.by_expr.insert(call.id, first);
    }

    /// What a pointer's target is, as a site; none where the compiler made it, or where copies of it are combined.
    fn range_site(&self, pointer: &Expr, does: Does, text: &str) -> Option<Site> {
        let unit = self.around.unit;
        let mut pointer = pointer;
        while let ExprKind::Cast { operand, .. } = &pointer.kind {
            pointer = operand;
        }
        let root = rough_target(unit, pointer).map(|p| p.root);
        if root.is_some_and(|v| is_made(&unit.var(v).name)) {
            return None;
        }
        let shown = show::expr(unit, pointer);
        Some(Site {
            span: pointer.span,
            text: text.to_string(),
            element: format!("what {shown} points to").replace('%', "percent"),
            subscripts: Vec::new(),
            name: root.map_or(shown, |v| show::name(unit, v).to_string()),
            does,
            atomic: false,
            constant: None,
            kept: false,
            op: None,
            scalar: false,
            fixed: false,
            same: false,
            own: root.is_some_and(|v| self.allocated.contains(&v)),
            mapped: root.is_some_and(|v| self.around.mapped.contains(&v)),
            apart: self.apart(root)?,
            form: Form::Object,
        })
    }
}
