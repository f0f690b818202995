//! A directive as text: one line, clauses in the order written, with their written names.

use super::*;
use std::fmt::{Display, Formatter, Result};

impl Display for Raw {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

impl Display for DirectiveKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.name())?;
        match self {
            DirectiveKind::Atomic(kind) => write!(f, " {kind}"),
            _ => Ok(()),
        }
    }
}

impl Display for AtomicKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            AtomicKind::Read => "read",
            AtomicKind::Write => "write",
            AtomicKind::Update => "update",
            AtomicKind::Capture => "capture",
        })
    }
}

impl ReductionOp {
    /// As clauses spell it.
    pub fn symbol(self) -> &'static str {
        match self {
            ReductionOp::Add => "+",
            ReductionOp::Mul => "*",
            ReductionOp::Max => "max",
            ReductionOp::Min => "min",
            ReductionOp::BitAnd => "&",
            ReductionOp::BitOr => "|",
            ReductionOp::BitXor => "^",
            ReductionOp::And => "&&",
            ReductionOp::Or => "||",
        }
    }
}

impl Display for ReductionOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.symbol())
    }
}

impl Display for DefaultKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            DefaultKind::None => "none",
            DefaultKind::Present => "present",
        })
    }
}

impl<E> Display for DataRef<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

impl<E: Display> Display for GangArg<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            GangArg::Num(e) => write!(f, "{e}"),
            GangArg::Dim(e) => write!(f, "dim:{e}"),
            GangArg::Static(Some(e)) => write!(f, "static:{e}"),
            GangArg::Static(None) => f.write_str("static:*"),
        }
    }
}

impl<E: Display> Display for WaitArgs<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(devnum) = &self.devnum {
            write!(f, "devnum:{devnum}:")?;
        }
        f.write_str(&join(&self.queues))
    }
}

impl<E: Display> Display for Clause<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.name)?;
        let arguments = self.kind.arguments();
        match arguments {
            Some(arguments) => write!(f, "({arguments})"),
            None => Ok(()),
        }
    }
}

impl<E: Display> Display for Directive<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.name)?;
        if let DirectiveKind::Atomic(kind) = self.kind {
            write!(f, " {kind}")?;
        }
        for clause in &self.clauses {
            match &clause.kind {
                // The directive's own argument, not a clause.
                ClauseKind::RoutineName(name) => write!(f, "({name})")?,
                kind if Some(kind.id()) == self.kind.own_argument() => {
                    write!(f, "({})", kind.arguments().unwrap_or_default())?;
                }
                _ => write!(f, " {clause}")?,
            }
        }
        Ok(())
    }
}

impl DirectiveKind {
    /// The clause that holds the directive's own parenthesised argument.
    fn own_argument(self) -> Option<ClauseId> {
        match self {
            DirectiveKind::Wait => Some(ClauseId::Wait),
            DirectiveKind::Cache => Some(ClauseId::Cache),
            DirectiveKind::Routine => Some(ClauseId::RoutineName),
            _ => None,
        }
    }
}

impl<E: Display> ClauseKind<E> {
    /// What stands in the clause's parentheses.
    fn arguments(&self) -> Option<String> {
        use ClauseKind as C;
        match self {
            C::If(e)
            | C::NumWorkers(e)
            | C::VectorLength(e)
            | C::DeviceNum(e)
            | C::DefaultAsync(e) => Some(e.to_string()),
            C::SelfClause(e) | C::Async(e) | C::Worker(e) | C::Vector(e) | C::Unroll(e) => {
                e.as_ref().map(E::to_string)
            }
            C::Wait(args) if args.devnum.is_none() && args.queues.is_empty() => None,
            C::Wait(args) => Some(args.to_string()),
            C::NumGangs(list) => Some(join(list)),
            C::Private(vars) | C::Firstprivate(vars) => Some(join(vars)),
            C::Reduction(op, vars) => Some(format!("{op}:{}", join(vars))),
            C::Data(_, modifiers, vars) => Some(format!("{modifiers}{}", join(vars))),
            C::Default(kind) => Some(kind.to_string()),
            C::Gang(args) if args.is_empty() => None,
            C::Gang(args) => Some(join(args)),
            C::Collapse { force, n } => Some(format!("{}{n}", if *force { "force:" } else { "" })),
            C::Tile(sizes) => {
                let size = |s: &Option<E>| s.as_ref().map_or("*".to_string(), E::to_string);
                Some(sizes.iter().map(size).collect::<Vec<_>>().join(", "))
            }
            C::DeviceType(names) => Some(names.join(", ")),
            C::Bind(name) | C::RoutineName(name) => Some(name.to_string()),
            C::Cache { readonly, vars } => Some(format!(
                "{}{}",
                if *readonly { "readonly: " } else { "" },
                join(vars)
            )),
            C::Seq
            | C::Auto
            | C::Independent
            | C::IfPresent
            | C::Finalize
            | C::Nohost
            | C::Host
            | C::Kernel
            | C::Shortloop => None,
        }
    }
}

impl Display for Modifiers {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let words: Vec<&str> = [
            (self.always_in && self.always_out, "always"),
            (self.always_in && !self.always_out, "alwaysin"),
            (self.always_out && !self.always_in, "alwaysout"),
            (self.capture, "capture"),
            (self.zero, "zero"),
            (self.readonly, "readonly"),
        ]
        .iter()
        .filter(|(on, _)| *on)
        .map(|(_, word)| *word)
        .collect();
        if words.is_empty() {
            return Ok(());
        }
        write!(f, "{}: ", words.join(", "))
    }
}

fn join<T: Display>(items: &[T]) -> String {
    items
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
