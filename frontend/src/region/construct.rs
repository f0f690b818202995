//! Constructs: where OpenACC stands in the text, and what it governs.

use super::{ConstructId, Expr, FunctionId, Members, OnCores, Stmt};
use crate::directive::{Directive, DirectiveId};
use crate::source::Span;

/// A directive in host code, with what it governs.
#[derive(Clone, Debug)]
pub struct Construct {
    pub id: ConstructId,
    /// For combined constructs: the compute construct's own clauses only; the loop's
    /// are on the `For` (a `reduction` and a `private` go to the loop; `reduction` stays here too).
    pub directive: Directive<Expr>,
    pub directive_id: DirectiveId,
    /// Name of the enclosing function; empty at file scope.
    pub function: String,
    /// Bytes that the construct takes in the text: from the `#` of the pragma to the end of
    /// its statement; only the directive's line(s) when it stands alone.
    pub span: Span,
    /// The innermost construct around it (`data`, `host_data`).
    pub parent: Option<ConstructId>,
    pub body: Body,
    /// What devices see where that isn't the text: members of structs are variables of their own, or values are kept
    /// in another way.
    pub members: Option<Box<Members>>,
    /// Likewise, of one of several devices that share the construct's loop.
    pub shared: Option<Box<Members>>,
    /// Why the devices of a process can't share the construct's loop, in words, where that is asked for.
    pub undivided: Option<String>,
    /// Where loops are others on devices, or on the cores, than in the text: the construct as the cores have it.
    pub on_cores: Option<Box<OnCores>>,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// `update`, `wait`, `enter data`, `init`, ...: a statement of its own.
    None,
    /// `data`, `host_data`: the statement's bytes; stays text, may hold further constructs.
    Host(Span),
    /// `parallel`, `serial`, `kernels`, combined.
    Compute(Vec<Stmt>),
    /// `declare`, `routine`: nothing to execute.
    Declarative(Option<FunctionId>),
}
