//! Who gives the numbers of gangs, workers and lanes: the construct or its loops (OpenACC 3.3 §2.9.2 to §2.9.4).

use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, Directive, DirectiveKind, GangArg};
use crate::region::effects::Written;
use crate::region::{Expr, ExprKind, Stmt, StmtKind, Storage, Unit};

/// Checks the loops of a construct's body.
pub fn check(
    unit: &Unit,
    stmts: &[Stmt],
    construct: &Directive<Expr>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let mut c = Checker {
        unit,
        construct,
        kernels: construct.kind == DirectiveKind::Kernels,
        strict,
        written: stmts
            .iter()
            .map(|s| unit.effects.of_stmt(s, unit))
            .collect(),
        out,
    };
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && let Some(d) = &l.directive
            {
                d.clauses.iter().for_each(|clause| c.argument(clause));
            }
        });
    }
}

struct Checker<'a> {
    unit: &'a Unit,
    construct: &'a Directive<Expr>,
    kernels: bool,
    strict: bool,
    /// What the construct's statements write.
    written: Vec<Written>,
    out: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn error(&mut self, clause: &Clause<Expr>, message: String, help: String) {
        let error = Diagnostic::error(codes::LEVEL_ARGUMENT, clause.span, message);
        self.out.push(error.help(help));
    }

    fn argument(&mut self, c: &Clause<Expr>) {
        let number = |args: &[GangArg<Expr>]| args.iter().any(|a| matches!(a, GangArg::Num(_)));
        let dimension = |args: &[GangArg<Expr>]| args.iter().any(|a| matches!(a, GangArg::Dim(_)));
        let (given, clause) = match &c.kind {
            ClauseKind::Gang(args) if self.kernels && dimension(args) => {
                let help = "use `parallel` for gangs of several dimensions".to_string();
                return self.error(c, "`gang` takes no dimension inside `kernels`".into(), help);
            }
            ClauseKind::Gang(args) => (number(args), "num_gangs"),
            ClauseKind::Worker(n) => (n.is_some(), "num_workers"),
            ClauseKind::Vector(n) => (n.is_some(), "vector_length"),
            _ => return,
        };
        if !given {
            return;
        }
        if self.is_extension(&c.kind, clause) {
            let message = format!("`{}` takes no size inside `parallel`", c.name);
            let warning = Diagnostic::warning(codes::LEVEL_ARGUMENT, c.span, message)
                .label("taken as the construct's, an extension")
                .help(format!("give `{clause}` on the construct"));
            return self.out.push(warning);
        }
        if !self.kernels {
            let message = format!("`{}` takes no size inside `parallel` and `serial`", c.name);
            self.error(c, message, format!("give `{clause}` on the construct"));
        } else if self.gives(clause) {
            let message = format!("`{}` takes no size: `{clause}` gives it", c.name);
            self.error(c, message, "keep one of them".into());
        } else if let ClauseKind::Worker(Some(e)) | ClauseKind::Vector(Some(e)) = &c.kind
            && let Some(name) = self.varies(e)
        {
            let message = format!(
                "the size in `{}` changes inside the construct: `{name}` does",
                c.name
            );
            self.error(c, message, "compute it before the construct".into());
        }
    }

    /// PGI's compilers took the sizes of workers and vectors on loops of `parallel` too, and programs of
    /// that time have them there: accepted where the construct gives none, but for `-acc=strict`.
    fn is_extension(&self, kind: &ClauseKind<Expr>, clause: &str) -> bool {
        let size = match kind {
            ClauseKind::Worker(Some(e)) | ClauseKind::Vector(Some(e)) => e,
            _ => return false,
        };
        self.construct.kind == DirectiveKind::Parallel
            && !self.strict
            && !self.gives(clause)
            && self.varies(size).is_none()
    }

    /// Whether the construct has the clause, for any device.
    fn gives(&self, clause: &str) -> bool {
        self.construct.clauses.iter().any(|c| match &c.kind {
            ClauseKind::NumGangs(_) => clause == "num_gangs",
            ClauseKind::NumWorkers(_) => clause == "num_workers",
            ClauseKind::VectorLength(_) => clause == "vector_length",
            _ => false,
        })
    }

    /// A variable of the expression that is the construct's own, or that the construct assigns.
    fn varies(&self, e: &Expr) -> Option<String> {
        let mut found = None;
        e.any_expr(|e| {
            if let ExprKind::Var(var) = e.kind {
                let v = self.unit.var(var);
                let assigned = self.written.iter().any(|w| w.writes_var(var).is_some());
                if v.storage == Storage::Region || assigned {
                    found = Some(v.name.clone());
                }
            }
            found.is_some()
        });
        found
    }
}
