//! Functions that run on devices: how much parallelism is in them (OpenACC 3.3 §2.15.1).

use super::{Expr, ExprKind, FunctionId, Stmt, StmtKind, Unit, constant};
use crate::directive::{ClauseKind, Directive, GangArg};
use crate::source::Span;

/// The parallelism that a function's own loops, and those of the functions that it calls, use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    #[default]
    Seq,
    Vector,
    Worker,
    /// Gangs of this dimension (1, 2 or 3) and lower.
    Gang(u8),
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Level::Seq => f.write_str("seq"),
            Level::Vector => f.write_str("vector"),
            Level::Worker => f.write_str("worker"),
            Level::Gang(1) => f.write_str("gang"),
            Level::Gang(d) => write!(f, "gang(dim:{d})"),
        }
    }
}

/// The name behind `bind`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bind {
    /// A function that is declared in this unit.
    Function(FunctionId),
    /// Another one: a function that devices have, or one of another file.
    Name(String),
}

impl Unit {
    /// The function that devices run when `id` is called: its `bind`, if it has one.
    pub fn on_device(&self, id: FunctionId) -> FunctionId {
        match self.function(id).bind {
            Some(Bind::Function(other)) => other,
            _ => id,
        }
    }
}

/// Where the text of a call has the function's own name, behind namespaces and classes.
pub fn written_name(unit: &Unit, callee: &Expr, f: FunctionId) -> Option<Span> {
    let name = unit.function(f).own_name();
    let span = callee.span;
    let text = unit.source.slice(span);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let at = text.rfind(name)?;
    let (before, behind) = (&text[..at], &text[at + name.len()..]);
    let alone = !before.ends_with(word) && !behind.starts_with(word);
    let start = span.start + at as u32;
    alone.then_some(Span {
        start,
        end: start + name.len() as u32,
    })
}

/// The device types whose clauses hold in device code (§2.4).
pub const DEVICE_NAMES: &[&str] = &["nvidia"];

/// The highest level that the clauses of a `loop` or `routine` directive name for devices.
pub fn level_of(d: &Directive<Expr>) -> Level {
    let clauses = d.clauses_for(DEVICE_NAMES);
    let levels = clauses.iter().map(|c| match &c.kind {
        ClauseKind::Gang(args) => Level::Gang(dimension(args)),
        ClauseKind::Worker(_) => Level::Worker,
        ClauseKind::Vector(_) => Level::Vector,
        _ => Level::Seq,
    });
    levels.max().unwrap_or_default()
}

/// The value of `dim:`, 1 without it.
pub fn dimension(args: &[GangArg<Expr>]) -> u8 {
    let given = args.iter().find_map(|a| match a {
        GangArg::Dim(e) => constant(e),
        _ => None,
    });
    given.map_or(1, |d| u8::try_from(d.clamp(1, 3)).unwrap_or(1))
}

/// Fills [`super::Function::level`] throughout the unit: as the directives say, and where there is
/// none, as high as the loops and calls in the body need.
pub fn fill_levels(unit: &mut Unit) {
    for f in &mut unit.functions {
        if let Some(d) = &f.routine {
            f.level = level_of(d);
        }
    }
    // Levels only rise, and there are six: this ends.
    loop {
        let mut changed = false;
        for i in 0..unit.functions.len() {
            let f = &unit.functions[i];
            if f.routine.is_some() {
                continue;
            }
            let Some(body) = &f.body else { continue };
            let found = body.iter().map(|s| in_stmt(unit, s)).max();
            if let Some(found) = found.filter(|l| *l > f.level) {
                unit.functions[i].level = found;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The highest level that the loops and calls of a statement ask for.
fn in_stmt(unit: &Unit, s: &Stmt) -> Level {
    let mut level = Level::Seq;
    s.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            level = level.max(l.directive.as_ref().map_or(Level::Seq, level_of));
        }
    });
    s.each_expr(|e| {
        if let ExprKind::Function(f) = e.kind {
            level = level.max(unit.function(unit.on_device(f)).level);
        }
    });
    level
}
