//! Whether a nest of loops computes as fast as the cores can: on SIMD lanes, with numbers that the caches hold. That is so of products of
//! matrices, where each number is used by all iterations of some loop. Host compilers give the lanes to the innermost loop or to the one
//! around it.

use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, Stmt, StmtKind, UnaryOp, VarId, Visit,
};

/// Loops in one another from which numbers are used again.
const DEEP: usize = 3;

/// `around`: the loops around an innermost one and that itself, outermost first; `body`: what it does.
pub fn is_dense(unit: &Unit, around: &[Canonical], body: &Stmt) -> bool {
    let straight = |s: &Stmt| {
        matches!(
            s.kind,
            StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Decl(_) | StmtKind::Block(_)
        )
    };
    if around.len() < DEEP || body.any_stmt(|s| !straight(s)) {
        return false;
    }
    let mut found = Accesses {
        unit,
        all: Vec::new(),
        stored: Vec::new(),
        scalars: false,
        other: false,
    };
    found.visit_stmt(body);
    let vars: Vec<VarId> = around.iter().map(|h| h.var).collect();
    let reused = |a: &Access<'_>| vars.iter().any(|v| !a.mentions(*v));
    if found.other || found.all.is_empty() || !found.all.iter().all(reused) {
        return false;
    }
    // A sum in a scalar keeps its order, unless each lane has its own.
    let innermost = vars.len() - 1;
    (innermost - 1..=innermost).any(|at| {
        let v = vars[at];
        (at < innermost || !found.scalars)
            && found.all.iter().all(|a| a.goes_along(v))
            && found.stored.iter().all(|a| a.mentions(v))
    })
}

/// An element of an array: its subscripts, outermost first.
struct Access<'a> {
    array: Option<VarId>,
    subscripts: Vec<&'a Expr>,
}

impl<'a> Access<'a> {
    fn of(e: &'a Expr) -> Self {
        let (mut subscripts, mut at) = (Vec::new(), e);
        while let ExprKind::Index(base, i) = &at.strip_implicit().kind {
            subscripts.insert(0, &**i);
            at = base;
        }
        Self {
            array: at.variable(),
            subscripts,
        }
    }

    fn mentions(&self, v: VarId) -> bool {
        self.subscripts.iter().any(|e| e.mentions(v))
    }

    /// It stays where it is from one value of the variable to the next, or goes on by an element.
    fn goes_along(&self, v: VarId) -> bool {
        let Some((last, outer)) = self.subscripts.split_last() else {
            return true;
        };
        !outer.iter().any(|e| e.mentions(v)) && (!last.mentions(v) || steps(last, v))
    }
}

/// Whether an expression grows by one with the variable.
fn steps(e: &Expr, v: VarId) -> bool {
    match &e.strip_implicit().kind {
        ExprKind::Var(w) => *w == v,
        ExprKind::Cast { operand, .. } => steps(operand, v),
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            steps(a, v) && !b.mentions(v) || steps(b, v) && !a.mentions(v)
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => steps(a, v) && !b.mentions(v),
        _ => false,
    }
}

struct Accesses<'u, 'a> {
    unit: &'u Unit,
    all: Vec<Access<'a>>,
    /// Those that are assigned.
    stored: Vec<Access<'a>>,
    /// Scalars are assigned.
    scalars: bool,
    /// There is something else than arithmetic with elements of arrays.
    other: bool,
}

impl<'a> Visit<'a> for Accesses<'_, 'a> {
    fn visit_expr(&mut self, e: &'a Expr) {
        if let Some(to) = e.assigned() {
            match &to.strip_implicit().kind {
                ExprKind::Var(_) => self.scalars = true,
                ExprKind::Index(..) => self.stored.push(Access::of(to)),
                _ => self.other = true,
            }
        }
        match &e.kind {
            ExprKind::Index(..) => {
                let access = Access::of(e);
                // What a subscript loads comes from anywhere.
                let loads = |e: &Expr| matches!(e.kind, ExprKind::Index(..));
                self.other |= access.subscripts.iter().any(|e| e.any_expr(loads));
                self.other |= access.array.is_none();
                self.all.push(access);
                return;
            }
            ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::Conditional(..)
            | ExprKind::Member { .. }
            | ExprKind::Unary(UnaryOp::Deref, _)
            | ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => self.other = true,
            ExprKind::Var(v) => self.other |= self.unit.types.is_pointer(self.unit.var(*v).ty),
            _ => {}
        }
        self.walk_expr(e);
    }
}
