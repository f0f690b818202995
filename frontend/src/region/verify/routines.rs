//! Calls of routines: where which level of parallelism may be called (OpenACC 3.3 §2.15.1).

use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, GangArg};
use crate::region::{
    DEVICE_NAMES, Expr, For, Function, FunctionId, Level, Stmt, Unit, Visit, constant, dimension,
};
use crate::source::Span;

/// What a loop takes up.
#[derive(Clone, Copy)]
struct Taken {
    /// Dimension of its gangs.
    gang: Option<u8>,
    worker: bool,
    vector: bool,
    span: Span,
}

impl Taken {
    fn of(d: &Directive<Expr>) -> Option<Self> {
        let mut t = Taken {
            gang: None,
            worker: false,
            vector: false,
            span: d.span,
        };
        for c in d.clauses_for(DEVICE_NAMES) {
            match &c.kind {
                ClauseKind::Gang(args) => t.gang = Some(dimension(args)),
                ClauseKind::Worker(_) => t.worker = true,
                ClauseKind::Vector(_) => t.vector = true,
                _ => {}
            }
        }
        (t.gang.is_some() || t.worker || t.vector).then_some(t)
    }

    /// Whether a routine of this level needs what the loop takes.
    fn blocks(self, level: Level) -> bool {
        match level {
            Level::Seq => false,
            Level::Vector => self.vector,
            Level::Worker => self.vector || self.worker,
            Level::Gang(d) => self.vector || self.worker || self.gang.is_some_and(|g| g <= d),
        }
    }

    fn words(self) -> String {
        let gang = self.gang.map(|d| Level::Gang(d).to_string());
        let mut words: Vec<String> = gang.into_iter().collect();
        words.extend(self.worker.then(|| "worker".into()));
        words.extend(self.vector.then(|| "vector".into()));
        words.join(" ")
    }
}

struct Checker<'a> {
    unit: &'a Unit,
    /// The routine whose body is looked at.
    routine: Option<&'a Function>,
    around: Vec<Taken>,
    out: &'a mut Vec<Diagnostic>,
}

/// Checks the calls in a construct's body, or in that of a routine.
pub fn check(unit: &Unit, stmts: &[Stmt], routine: Option<&Function>, out: &mut Vec<Diagnostic>) {
    let mut c = Checker {
        unit,
        routine,
        around: Vec::new(),
        out,
    };
    stmts.iter().for_each(|s| c.visit_stmt(s));
}

/// `dim:` of gangs is a constant, 1, 2 or 3 (§2.9.2, §2.15.1).
pub fn dimensions(d: &Directive<Expr>, out: &mut Vec<Diagnostic>) {
    for c in &d.clauses {
        let ClauseKind::Gang(args) = &c.kind else {
            continue;
        };
        for a in args {
            if let GangArg::Dim(e) = a
                && !matches!(constant(e), Some(1..=3))
            {
                let message = "the dimension of gangs is a constant: 1, 2 or 3";
                out.push(Diagnostic::error(codes::NOT_CONSTANT, e.span, message));
            }
        }
    }
}

impl<'s> Visit<'s> for Checker<'_> {
    fn visit_for(&mut self, l: &'s For) {
        // The loop's head is run before there are iterations.
        l.init.iter().for_each(|s| self.visit_stmt(s));
        l.cond.iter().chain(&l.inc).for_each(|e| self.visit_expr(e));
        let before = self.around.len();
        self.around.extend(l.directive.as_ref().and_then(Taken::of));
        self.visit_stmt(&l.body);
        self.around.truncate(before);
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        if let Some(f) = e.called() {
            self.call(f, e.span);
        }
        self.walk_expr(e);
    }
}

impl Checker<'_> {
    fn call(&mut self, f: FunctionId, span: Span) {
        let unit = self.unit;
        let named = unit.function(f);
        let callee = unit.function(unit.on_device(f));
        let level = callee.level;
        let declared = callee.routine.as_ref().map_or(callee.span, |d| d.span);
        if let Some(t) = self.around.iter().rev().find(|t| t.blocks(level)) {
            let message = format!(
                "`{}` is a `{level}` routine: it can't be called inside a `{}` loop",
                named.name,
                t.words()
            );
            let d = Diagnostic::error(codes::ROUTINE_CALL_LEVEL, span, message)
                .related(
                    t.span,
                    "this loop takes the parallelism that the routine needs",
                )
                .related(declared, "its level comes from here");
            self.out.push(d);
            return;
        }
        if let Some(me) = self.routine.filter(|r| named.nohost && !r.nohost) {
            let message = format!(
                "`{}` is compiled for the host too: it can't call `{}`, which is nohost",
                me.name, named.name
            );
            let d = Diagnostic::error(codes::NOHOST_CALL, span, message)
                .related(declared, "nohost is given here")
                .help("add nohost to the calling routine as well");
            self.out.push(d);
        }
        let Some(me) = self.routine.filter(|r| r.routine.is_some()) else {
            return;
        };
        if level > me.level {
            let message = format!(
                "`{}` is a `{}` routine: it can't call `{}`, a `{level}` routine",
                me.name, me.level, named.name
            );
            let own = me.routine.as_ref().map_or(me.span, |d| d.span);
            let d = Diagnostic::error(codes::ROUTINE_CALL_LEVEL, span, message)
                .related(own, "the calling routine's directive")
                .related(declared, "the level of the one that is called");
            self.out.push(d);
        }
    }
}
