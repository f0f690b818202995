//! Control flow must not leave a compute construct (OpenACC 3.3 §2.5.4).

use crate::diag::{Diagnostic, codes};
use crate::region::{Stmt, StmtKind, Visit};
use crate::source::Span;

/// Checks the body of a compute construct.
pub fn construct(stmts: &[Stmt], out: &mut Vec<Diagnostic>) {
    let mut walker = Walker {
        breakable: false,
        loops: false,
        labels: Vec::new(),
        out,
    };
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::Label { name, .. } = &s.kind {
                walker.labels.push(name);
            }
        });
    }
    stmts.iter().for_each(|s| walker.visit_stmt(s));
}

struct Walker<'a> {
    /// A `break` stays inside, and a `continue` does.
    breakable: bool,
    loops: bool,
    labels: Vec<&'a str>,
    out: &'a mut Vec<Diagnostic>,
}

impl Walker<'_> {
    fn leaves(&mut self, span: Span, what: &str) {
        let message = format!("`{what}` leaves the compute construct");
        let d = Diagnostic::error(codes::BRANCH_OUT, span, message);
        let help = "let the construct run to its end; carry the reason out in a variable";
        self.out.push(d.help(help));
    }
}

impl<'s> Visit<'s> for Walker<'_> {
    fn visit_stmt(&mut self, s: &'s Stmt) {
        let around = (self.breakable, self.loops);
        match &s.kind {
            StmtKind::Return(_) => self.leaves(s.span, "return"),
            StmtKind::Break if !self.breakable => self.leaves(s.span, "break"),
            StmtKind::Continue if !self.loops => self.leaves(s.span, "continue"),
            StmtKind::Goto(name) if !self.labels.contains(&name.as_str()) => {
                self.leaves(s.span, &format!("goto {name}"));
            }
            StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                (self.breakable, self.loops) = (true, true);
            }
            StmtKind::Switch { .. } => self.breakable = true,
            _ => {}
        }
        self.walk_stmt(s);
        (self.breakable, self.loops) = around;
    }
}
